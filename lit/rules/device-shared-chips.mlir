// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// One chip of two.
// CHECK: {{:[0-9]+:[0-9]+}}: warning: this device shares 1 of its 2 chips (chip 1){{.*}}[device-shared-chips]
module {
  tt.device @left = <workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>
  tt.device @right = <workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [1, 2]>
}

// -----

// A pipeline.
module {
  tt.device @left = <workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>
  tt.device @right = <workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [2, 3]>
}

// -----

// Two views of the same chips.
module {
  tt.device @left = <workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>
  tt.device @right = <workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [1, 0]>
}

// -----

// In attributes of a module.
// CHECK: {{:[0-9]+:[0-9]+}}: warning: this device shares 1 of its 2 chips (chip 1){{.*}}[device-shared-chips]
module attributes {
  tt.left = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>,
  tt.right = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [1, 2]>
} {}

// -----

// By aliases: reported once, at the definition.
#left = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>
// CHECK: {{:[0-9]+:[0-9]+}}: warning: this device shares 1 of its 2 chips (chip 1){{.*}}[device-shared-chips]
#right = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [1, 2]>
module attributes {tt.left = #left, tt.right = #right} {}

// -----

// Two views, by an alias and in place.
#left = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>
module attributes {tt.left = #left,
  tt.right = #tt.device<workerGrid = #tt.grid<16x8, (d0, d1) -> (d0 floordiv 8, d1, d0 mod 8)>, meshShape = 2x1, chipIds = [1, 0]>} {}

// -----

// Attributes of functions are not the devices of the module.
func.func private @f() attributes {tt.view = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>}
func.func private @g() attributes {tt.view = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [1, 2]>}

// -----

// A named module, with another dictionary before the devices.
// CHECK: {{:[0-9]+:[0-9]+}}: warning: this device shares 1 of its 2 chips (chip 1){{.*}}[device-shared-chips]
module @pipeline attributes {tt.other = {a = 1 : i32},
  tt.left = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>,
  tt.right = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [1, 2]>
} {}

// -----

// A brace in a string or in a comment is not the end of the dictionary.
// CHECK: {{:[0-9]+:[0-9]+}}: warning: this device shares 1 of its 2 chips (chip 1){{.*}}[device-shared-chips]
module attributes {tt.other = "}", // }
  tt.left = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>,
  tt.right = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [1, 2]>
} {}

// -----

// The words in a comment or a string do not start a module.
"test.op"() { // module attributes {
  tt.left = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>,
  tt.right = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [1, 2]>
} : () -> ()
"test.op"() {a = "module attributes {", tt.left = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>,
  tt.right = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [1, 2]>} : () -> ()
