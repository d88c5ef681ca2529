// RUN: tt-opt %s | diff %s -
// RUN: tt-opt --verify-roundtrip --verify-only %s
// Aliases of locations: a string can have any bracket; MLIR prints them as they are here.

#loc10 = loc("flax/linen/module.py":699:13 to :57)
#loc27 = loc("wrap_method_once.<locals>.wrapped_module_method"(#loc10))
#loc28 = loc(callsite(#loc27 at #loc10))
#loc29 = loc(fused<"x<y">[#loc27, #loc28])
#loc30 = loc(unknown)
"t.op"() {a = #tt.grid<2x2>} : () -> () loc("f.<lambda>"(#loc29))
