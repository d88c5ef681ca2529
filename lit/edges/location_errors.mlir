// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// Aliases in locations have to be defined.

// CHECK: location_errors.mlir:[[#@LINE+1]]:31: error: undefined symbol alias id 'missing' [alias-undefined]
#loc1 = loc(fused<"x<y">["f", #missing])
