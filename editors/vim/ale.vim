" tt-lsp-server through ALE 3.3. ALE counts columns in bytes, so the server does, too.
silent! packadd! ale
syntax on
autocmd BufRead,BufNewFile *.mlir setfiletype mlir
autocmd FileType mlir setlocal omnifunc=ale#completion#OmniFunc
call ale#linter#Define('mlir', {
\ 'name': 'tt-lsp-server',
\ 'lsp': 'stdio',
\ 'executable': 'tt-lsp-server',
\ 'command': '%e --stdio --position-encoding=utf-8',
\ 'project_root': {buffer -> expand('#' . buffer . ':p:h')},
\})
