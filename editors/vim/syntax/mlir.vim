" Tenstorrent attributes in .mlir files.
if exists("b:current_syntax")
  finish
endif
" Of several matches at a position the last one counts: aliases are before attributes.
syn match ttattrAlias "[#!]\h\w*"
syn match ttattrAttribute "[#!]\(tt\|ttcore\|ttnn\|ttir\|ttmetal\|ttkernel\|d2m\|ktdp\|spyre\)\(\.\w\+\|<\@=\)"
syn keyword ttattrBuiltin tensor memref vector affine_map affine_set dense module func
syn match ttattrField "\<\(workerGrid\|meshShape\|chipIds\|l1Map\|dramMap\|logical_shape\|dim_alignments\|collapsed_intervals\|index_map\|core_ranges\)\>\ze\s*="
syn keyword ttattrKeyword l1 dram system system_memory mmio undef zero neginf block_sharded height_sharded width_sharded interleaved
syn region ttattrString start=+"+ skip=+\\"+ end=+"+ oneline
syn match ttattrComment "//.*$"
hi def link ttattrAlias Identifier
hi def link ttattrAttribute Type
hi def link ttattrBuiltin Type
hi def link ttattrField Label
hi def link ttattrKeyword Constant
hi def link ttattrString String
hi def link ttattrComment Comment
let b:current_syntax = "mlir"
