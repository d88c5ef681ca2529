-- The checks of neovim with its own client: `nvim --headless FILE -c 'luafile neovim.lua'` with the configuration of
-- editors/neovim. FILE is the text of editors.py. Prints `ok NAME` or `FAIL NAME: WHAT` for each check.
local WAIT_MS = 10000

local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end

-- The position of `|` in a part of the text, from 0 and in bytes.
local function at(marked)
  local bar = marked:find("|", 1, true)
  local part = marked:gsub("|", "")
  for number, line in ipairs(lines()) do
    local start = line:find(part, 1, true)
    if start then return number - 1, start - 1 + bar - 1 end
  end
  error("not in the text: " .. marked)
end

local function move_to(marked)
  local line, column = at(marked)
  vim.api.nvim_win_set_cursor(0, {line + 1, column})
end

local function expect(condition, details)
  if not condition then error(type(details) == "string" and details or vim.inspect(details), 0) end
end

local function check(name, action)
  local good, why = pcall(action)
  io.stdout:write(good and "ok " .. name .. "\n" or "FAIL " .. name .. ": " .. tostring(why):gsub("\n", "\\n") .. "\n")
end

local function starts()
  local found = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do table.insert(found, d.lnum .. ":" .. d.col) end
  table.sort(found)
  return table.concat(found, " ")
end

local function diagnostics_at(...)
  local wanted = {}
  for _, marked in ipairs({...}) do table.insert(wanted, ("%d:%d"):format(at(marked))) end
  table.sort(wanted)
  wanted = table.concat(wanted, " ")
  expect(vim.wait(WAIT_MS, function() return starts() == wanted end, 5), wanted .. " expected, found " .. starts())
end

local function clean()
  expect(vim.wait(WAIT_MS, function() return #vim.diagnostic.get(0) == 0 end, 5), "diagnostics at " .. starts())
end

local function edit(marked, size, text)
  local line, column = at(marked)
  vim.api.nvim_buf_set_text(0, line, column, line, column + size, {text})
end

local function ask(method, marked, more)
  if marked then move_to(marked) end
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(), more or {})
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, WAIT_MS) or {}) do
    expect(not answer.err, answer.err)
    return answer.result
  end
  error("no answer", 0)
end

check("the syntax file", function()
  local groups = {["|#layout = "] = "ttattrAlias", ["|#tt.metal_layout"] = "ttattrAttribute", ["#tt.memory_space<|l1"] =
    "ttattrKeyword", ['"|test.one'] = "ttattrString", ["|workerGrid"] = "ttattrField"}
  for marked, group in pairs(groups) do
    local line, column = at(marked)
    local found = vim.fn.synIDattr(vim.fn.synID(line + 1, column + 1, 1), "name")
    expect(found == group, marked .. " has the group " .. found)
  end
end)

local USE = "f32, #lay|out>) {"
local function hover() return ask("textDocument/hover", USE).contents.value end

check("diagnostics after é and an emoji are in the right columns", function()
  vim.wait(WAIT_MS, function() return #vim.diagnostic.get(0) > 1 end, 5)
  diagnostics_at("#tt.grid<|0x1>", "#tt.memory_space<|l2>")
end)
check("diagnostics after more of them were typed", function()
  edit('n = "|é😀", g', 0, "😀é")
  diagnostics_at("#tt.grid<|0x1>", "#tt.memory_space<|l2>")
end)
check("hover figures in a text with errors", function()
  expect(hover():find("`8x16` shard", 1, true) and hover():find("`512` bytes a core", 1, true), hover())
end)
check("a code action is applied", function()
  local line, column = at("#tt.memory_space<|l2>")
  local range = vim.lsp.util.make_given_range_params({line + 1, column}, {line + 1, column + 1}).range
  local actions = ask("textDocument/codeAction", "#tt.memory_space<|l2>",
    {range = range, context = {diagnostics = {}, only = {"quickfix"}}})
  for _, action in ipairs(actions) do
    if action.title:find("'l1'", 1, true) then vim.lsp.util.apply_workspace_edit(action.edit, "utf-16") end
  end
  at("s = #tt.memory_space<l1|>")
  diagnostics_at("#tt.grid<|0x1>")
end)
check("a selection is migrated to the latest date, and no other text", function()
  local line, first = at("|t = #tt.memory")
  local _, last = at("< dram >|}")
  local range = vim.lsp.util.make_given_range_params({line + 1, first}, {line + 1, last}).range
  local actions = ask("textDocument/codeAction", "< dram >|}",
    {range = range, context = {diagnostics = {}, only = {"refactor.rewrite"}, triggerKind = 1}})
  local before, found = lines(), false
  for _, action in ipairs(actions) do
    if action.title:find("^migrate the selection to 20") then
      found = true
      vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
      break
    end
  end
  local after = lines()
  expect(found and after[line + 1] == before[line + 1]:gsub("t = #tt%.memory_space< dram >", "t = #ttcore.memory_space<dram>"), {actions, after[line + 1]})
  vim.api.nvim_buf_set_lines(0, line, line + 1, false, {before[line + 1]})
end)
check("incremental edits until the text has no errors", function()
  edit("#tt.grid<|0x1>", 1, "")
  edit("#tt.grid<|x1>", 0, "2")
  clean()
end)
check("the key gd", function()
  move_to(USE)
  vim.fn.feedkeys("gd", "x")
  expect(vim.wait(WAIT_MS, function() return vim.api.nvim_win_get_cursor(0)[1] == 1 end, 5), "the cursor did not move")
end)
check("the key K", function()
  move_to(USE)
  local before = #vim.api.nvim_list_wins()
  vim.fn.feedkeys("K", "x")
  expect(vim.wait(WAIT_MS, function() return #vim.api.nvim_list_wins() > before end, 5), "no window")
end)
check("references", function()
  local found = ask("textDocument/references", USE, {context = {includeDeclaration = true}})
  expect(#found == 3, found)
end)
check("completion", function()
  local labels = {}
  for _, item in ipairs(ask("textDocument/completion", "t = #tt.memory_space<| dram").items) do labels[item.label] = true end
  expect(labels.l1 and labels.dram, labels)
end)
check("formatting", function()
  vim.fn.feedkeys(vim.g.mapleader or "\\", "")
  vim.fn.feedkeys("f", "x")
  local function formatted() return table.concat(lines(), "\n"):find("t = #tt.memory_space<dram>}", 1, true) end
  expect(vim.wait(WAIT_MS, formatted, 5), lines())
end)
check("rename", function()
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", USE, {newName = "act"}), "utf-16")
  local text = table.concat(lines(), "\n")
  expect(text:find("#act = ", 1, true) == 1 and not text:find("#layout", 1, true), text)
end)
check("the text at the end has no errors in the server", function()
  edit("#tt.grid<|2x1>", 1, "0")
  diagnostics_at("#tt.grid<|0x1>")
  edit("#tt.grid<|0x1>", 1, "2")
  clean()
end)
check("a second file has the same server", function()
  vim.cmd("edit second.mlir")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, {"#g = #tt.grid<0x1>"})
  diagnostics_at("#tt.grid<|0x1>")
  expect(#vim.lsp.get_active_clients() == 1, #vim.lsp.get_active_clients() .. " servers")
  vim.cmd("edit! #")
end)
check("the command TTPicture", function()
  vim.api.nvim_win_set_cursor(0, {1, 2})
  vim.cmd("TTPicture")
  local function shown() return vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]:find("tensor<64x128xf32>", 1, true) end
  expect(vim.wait(WAIT_MS, shown, 5), lines())
end)
io.stdout:write("end\n")
