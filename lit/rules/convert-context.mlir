// RUN: not tt-layout convert 'memref<4x4xf32>' --to=metal --shape=8x8 --output-file=%t && FileCheck %s --input-file=%t --implicit-check-not=warning:
// CHECK: <TEXT>:1:8: error: shape 8x8 does not match the tensor 4x4 in this text [convert-context]
// CHECK: {{^}}       ^~~
