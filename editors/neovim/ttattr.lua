-- Starts tt-lsp-server for .mlir files, with keys for its features and a command for pictures.
local id -- of the client: all files have the same server

local function start(event)
  if vim.fn.executable("tt-lsp-server") == 0 then
    vim.notify("tt-lsp-server is not on PATH", vim.log.levels.WARN)
    return
  end
  local client = id and vim.lsp.get_client_by_id(id)
  if not client or client.is_stopped() then
    id = vim.lsp.start_client({
      name = "tt-lsp-server",
      cmd = {"tt-lsp-server", "--stdio"},
      root_dir = vim.fn.getcwd(),
      init_options = {inlayHints = "on"},
    })
  end
  if not id then return end
  if vim.bo[event.buf].filetype == "" then vim.bo[event.buf].filetype = "mlir" end
  vim.lsp.buf_attach_client(event.buf, id)
  local function key(name, action) vim.keymap.set("n", name, action, {buffer = event.buf}) end
  key("K", vim.lsp.buf.hover)
  key("gd", vim.lsp.buf.definition)
  key("gr", vim.lsp.buf.references)
  key("<leader>rn", vim.lsp.buf.rename)
  key("<leader>ca", vim.lsp.buf.code_action)
  key("<leader>f", vim.lsp.buf.format or vim.lsp.buf.formatting) -- before neovim 0.8
  vim.bo[event.buf].omnifunc = "v:lua.vim.lsp.omnifunc"
end

-- The picture of the layout under the cursor, as text in a new window.
local function show_picture()
  local at = vim.lsp.util.make_position_params().position
  local argument = {uri = vim.uri_from_bufnr(0), position = at, format = "text"}
  local request = {command = "tt.picture", arguments = {argument}}
  vim.lsp.buf_request(0, "workspace/executeCommand", request, function(failure, picture)
    if failure or not picture then
      vim.notify(failure and failure.message or "no picture")
      return
    end
    vim.cmd("new")
    vim.bo.buftype = "nofile"
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(picture.text, "\n"))
  end)
end

vim.api.nvim_create_autocmd({"BufRead", "BufNewFile"}, {pattern = "*.mlir", callback = start})
vim.api.nvim_create_user_command("TTPicture", show_picture, {})
