// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"

// One reader of balanced brackets for bodies of unknown attributes, values of aliases and locations of operations.
// CHECK: :[[#@LINE+2]]:17: error: unbalanced '(' character in pretty dialect name; expected ')', found ']' [syntax]
// CHECK: :[[#@LINE+1]]:16: note: to match this '('
#a = #foo.bar<[(])>

// -----
// CHECK: :[[#@LINE+2]]:12: error: unbalanced '(' character in the value of this alias; expected ')', found ']' [syntax]
// CHECK: :[[#@LINE+1]]:11: note: to match this '('
#b = loc([(])

// -----
// CHECK: :[[#@LINE+2]]:24: error: unbalanced '(' character in this location; expected ')', found ']' [syntax]
// CHECK: :[[#@LINE+1]]:23: note: to match this '('
"a"() : () -> () loc([(])

// -----
// The next section has the brackets that are missing here: it does not close them.
// CHECK: :[[#@LINE+1]]:30: error: unbalanced '[' character in this location; expected ']' before the end of the text [syntax]
"a"() : () -> () loc(fused<1>["a.py":1:2, loc(unknown)

// -----
])
// CHECK: :[[#@LINE+2]]:29: error: unbalanced '(' character in this location; expected ')', found '}' [syntax]
// CHECK: :[[#@LINE+1]]:25: note: to match this '('
"a"() : () -> () loc("a"("b"}))
"a"() : () -> () loc(callsite("a" at "b.py":1:2))
"a"() : () -> () loc("a"("b.py":1:2)) // a comment)

// -----
// Not locations, and whole ones.
#loc = loc("a.py":1:1)
#loc2 = loc(fused<"x">["a", loc(unknown)])
"t.alloc"() {x = "loc(["} : () -> () loc(#loc)
"a"() : () -> () loc("x->(y"(#loc2))
"a"() : () -> () loc(fused["<", ")"])
memref.alloc() : memref<2xf32> loc(unknown)
my.loc(] %x

// -----
// The comma ends the value; no repair reads on in the next line.
// CHECK: :[[#@LINE+1]]:6: error: undefined symbol alias id 'tt' [alias-undefined]
#i = #tt,
kernel_size = array<i32: 3, 3>,
