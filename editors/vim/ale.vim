" tt-lsp-server through ALE 3.3.
autocmd BufRead,BufNewFile *.mlir setfiletype mlir
call ale#linter#Define('mlir', {
\ 'name': 'tt-lsp-server',
\ 'lsp': 'stdio',
\ 'executable': 'tt-lsp-server',
\ 'command': '%e --stdio',
\ 'project_root': {buffer -> expand('#' . buffer . ':p:h')},
\})
