// RUN: tt-opt %s | diff %s -
// #ttcore<runtime_tensor_sharding>: each form of any date is its own canonical text.

"t.op"() {a = #ttcore<runtime_tensor_sharding shard_status = <presharded>, local_shape = tensor<1x32xbf16>>} : () -> ()
