// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttcore<runtime_tensor_sharding shard_status = <unsharded>, local_shape = tensor<1x32xbf16>>}
"t.op"() {a = #ttcore<runtime_tensor_sharding shard_status = #ttcore.shard_status<unsharded>, local_shape = tensor<1x32xbf16>>} : () -> ()
