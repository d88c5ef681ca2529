// RUN: not tt-layout convert 'f16[8,8]{1,0:T(8,0)}' --to=cute --output-file=%t && FileCheck %s --input-file=%t --implicit-check-not=warning:
// CHECK: <TEXT>:1:19: error: a tile extent must be positive [convert-text]
// CHECK: {{^}}                  ^
// RUN: not tt-layout tiled 'SpyreTensorLayout(device_size=[4, x])' --output-file=%t && FileCheck %s --input-file=%t --check-prefix=TILED
// TILED: <LAYOUT>:1:35: error: expected an integer [convert-text]
// TILED: {{^}}                                  ^
// RUN: not tt-layout draw 'SpyreTensorLayout(device_sizes=[4])' --shape=4 --output-file=%t && FileCheck %s --input-file=%t --check-prefix=DRAW
// DRAW: <TYPE>:1:19: error: unknown argument [convert-text]
// DRAW: {{^}}                  ^~~~~~~~~~~~
