" The checks of vim with ALE: `vim -es -S ale.vim FILE` with the configuration of editors/vim. FILE is the text of
" editors.py. Writes `ok NAME` or `FAIL NAME: WHAT` for each check into the file `out`.
let s:out = []

function s:Check(name, wrong) abort
  call add(s:out, empty(a:wrong) ? 'ok ' . a:name : 'FAIL ' . a:name . ': ' . string(a:wrong))
endfunction

function s:WaitFor(condition) abort
  for l:attempt in range(1000)
    if eval(a:condition) | return 1 | endif
    sleep 10m
  endfor
  return 0
endfunction

" The line and column in bytes, from 1, of `|` in a part of the text.
function s:At(marked) abort
  let l:part = substitute(a:marked, '|', '', '')
  for l:line in range(1, line('$'))
    let l:start = stridx(getline(l:line), l:part)
    if l:start >= 0 | return [l:line, l:start + stridx(a:marked, '|') + 1] | endif
  endfor
  return [0, 0]
endfunction

function s:Starts() abort
  return sort(map(getloclist(0), {_, d -> d.lnum . ':' . d.col}))
endfunction

function s:DiagnosticsAt(name, ...) abort
  let l:wanted = sort(map(copy(a:000), {_, marked -> join(s:At(marked), ':')}))
  let s:wanted = l:wanted
  call s:Check(a:name, s:WaitFor('s:Starts() == s:wanted') ? '' : [l:wanted, s:Starts()])
endfunction

function s:Edit(marked, size, text) abort
  let [l:line, l:column] = s:At(a:marked)
  let l:old = getline(l:line)
  call setline(l:line, strpart(l:old, 0, l:column - 1) . a:text . strpart(l:old, l:column - 1 + a:size))
  ALELint
endfunction

function s:MoveTo(marked) abort
  call call('cursor', s:At(a:marked))
endfunction

let s:groups = {'|#layout = ': 'ttattrAlias', '|#tt.metal_layout': 'ttattrAttribute', '#tt.memory_space<|l1':
      \ 'ttattrKeyword', '"|test.one': 'ttattrString', '|workerGrid': 'ttattrField'}
let s:found = map(copy(s:groups), {marked, _ -> synIDattr(call('synID', s:At(marked) + [1]), 'name')})
call s:Check('the syntax file', s:found == s:groups ? '' : s:found)

let s:use = 'f32, #lay|out>) {'
call s:WaitFor('!empty(getloclist(0))')
call s:DiagnosticsAt('diagnostics after é and an emoji are in the right columns', '#tt.grid<|0x1>', '#tt.memory_space<|l2>')
call s:Edit('n = "|é😀", g', 0, '😀é')
call s:DiagnosticsAt('diagnostics after more of them were typed', '#tt.grid<|0x1>', '#tt.memory_space<|l2>')

let g:ale_hover_to_preview = 1
call s:MoveTo(s:use)
ALEHover
call s:WaitFor("winnr('$') > 1")
wincmd p
let s:text = join(getline(1, '$'), "\n")
call s:Check('hover figures in a text with errors', s:text =~ '8x16 shard' && s:text =~ '512 bytes a core' ? '' : s:text)
bwipeout!

call s:MoveTo(s:use)
ALEGoToDefinition
call s:Check('definition', s:WaitFor("line('.') == 1") ? '' : line('.'))

call s:MoveTo(s:use)
let g:ale_default_navigation = 'buffer'
ALEFindReferences -quickfix
" ALE requests references without the definition.
call s:Check('references', s:WaitFor('len(getqflist()) == 2') ? '' : getqflist())
cclose

call s:MoveTo('t = #tt.memory_space<| dram')
" ALE stores the words in insert mode only.
runtime autoload/ale/util.vim
function! ale#util#Mode(...) abort
  return 'i'
endfunction
call ale#completion#GetCompletions('ale-omnifunc')
call s:WaitFor("!empty(get(b:, 'ale_completion_result', []))")
let s:words = map(copy(get(b:, 'ale_completion_result', [])), {_, item -> item.word})
call s:Check('completion', index(s:words, 'dram') >= 0 && index(s:words, 'l1') >= 0 ? '' : [s:words])

" The new name is asked for by this function.
function! ale#util#Input(message, value, ...) abort
  return 'act'
endfunction
call s:MoveTo(s:use)
ALERename
call s:Check('rename', s:WaitFor("getline(1) =~ '^#act = '") && search('#layout', 'n') == 0 ? '' : getline(1, '$'))

call s:Edit('#tt.grid<|0x1>', 1, '2')
call s:Edit('#tt.memory_space<|l2>', 2, 'l1')
call s:Check('edits until the text has no errors', s:WaitFor('empty(getloclist(0))') ? '' : getloclist(0))
call writefile(s:out + ['end'], 'out')
qa!
