// The last line counts what --emit=json lists at depth 0: definitions of aliases, too, but not their uses.
// RUN: tt-opt --verify-only %s %s 2>&1 | FileCheck %s
// RUN: tt-opt --emit=json %s | grep -c '"depth":0' | FileCheck %s --check-prefix=LISTED
// CHECK: tt-opt: 2 files, 10 attributes, 0 errors, 0 warnings
// LISTED: {{^}}5{{$}}
#grid = #tt.grid<2x2>
#both = [#grid, #tt.grid<1x2>, 3]
!t = tensor<2xf32, #tt.grid<1x1>>
#other = #foo.bar<1>
"t.op"() {a = #grid, t = !t, tt.device = #grid} : () -> ()
"t.op"() {a = tensor<2xf32>, b = #tt.grid<8 x 8>} : () -> ()
