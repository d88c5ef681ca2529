// RUN: not tt-opt --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"

// Definitions with comments, without values, of themselves, twice, and of the wrong kind.
#a = // a comment before the value
  affine_map<(i) -> (i)> // and one after
"t.op"() {a = #a}
#b =
// two
// comments
  #tt.memory_space< l1 >
#c = 5 "t.op"() {a = #c}
// CHECK: :[[#@LINE+1]]:7: error: unexpected 'x' after the definition of '#d' [syntax]
#d = 5x
#e = 7 // seven
#f = unit
!g = tuple< f32 , i8 >
#a_name_that_is_longer_than_sixty_four_letters_so_that_it_is_cut_somewhere_here = 1
// CHECK: :[[#@LINE+1]]:1: error: redefinition of attribute alias id 'a_name_that_is_longer_than_sixty_four_letters_so_that_it_is_cut' [alias-redefined]
#a_name_that_is_longer_than_sixty_four_letters_so_that_it_is_cut_somewhere_here = 2
// CHECK: :[[#@LINE+1]]:29: error: undefined symbol alias id 'a_name_that_is_longer_than_sixty_four_letters_so_that_it_is_cut' [alias-undefined]
"t.op"() {a = tensor<2xf32, #a_name_that_is_longer_than_sixty_four_letters_so_that_it_is_cut_somewhere_there>} : () -> ()
// CHECK: :[[#@LINE+1]]:6: error: alias '#h' is used in its own definition [alias-cycle]
#h = #h
// CHECK: :[[#@LINE+1]]:7: error: alias '#i' is used in its own definition [alias-cycle]
#i = [#i, 1]
// CHECK: :[[#@LINE+1]]:20: error: undefined symbol alias id 'later' [alias-undefined]
#j = tensor<2xf32, #later>
#later = #tt.memory_space<l1>
// CHECK: :[[#@LINE+1]]:6: error: alias '!k' is used in its own definition [alias-cycle]
!k = !k
#l = #tt.memory_space<l1>#m = #tt.memory_space<l1>
// CHECK: :[[#@LINE+2]]:61: error: expected a list in [ ] for 'axes', but the alias #e is something else [alias-kind]
// CHECK: :[[#@LINE+1]]:79: error: expected architecture for 'value', but the alias #f is something else [alias-kind]
"t.op"() {a = tensor<2xf32, #l>, b = #tt.mesh_sharding<"m", #e>, c = #tt.arch<#f>}
// CHECK: :[[#@LINE+1]]:1: error: undefined symbol alias id 'n' [alias-undefined]
#n
// CHECK: :[[#@LINE+1]]:1: error: expected an attribute after '=' [syntax]
#o =
