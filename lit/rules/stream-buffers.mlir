// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not tt-opt --verify-only --split-input-file --era=2025-02-20 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: stream-buffers.mlir:[[#@LINE+2]]:12: error: 'Alias' mode must imply no buffering: numBuffers = 3 [stream-buffers]
// CHECK: stream-buffers.mlir:[[#@LINE+1]]:57: note: expected 1, or the mode stream
#aliased = #tt.stream<(d0, d1) -> (d0, d1),      alias, 3>

// -----

// Near misses: one buffer, written or not, and many of a stream.
#one = #tt.stream<(d0, d1) -> (d0, d1), alias, 1>
#default = #tt.stream<(d0, d1) -> (d0, d1), alias>
#many = #tt.stream<(d0, d1) -> (d0, d1), stream, 3>
