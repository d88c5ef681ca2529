// RUN: tt-opt %s | diff %s -
// Attributes and types that are a name without a body: each is its own canonical text.

"t.op"() {a = !ttir.semaphore} : () -> ()
"t.op"() {a = !d2m.semaphore} : () -> ()
"t.op"() {a = !d2m.local_semaphore} : () -> ()
"t.op"() {a = !ttmetal.local_semaphore} : () -> ()
"t.op"() {a = !ttkernel.local_semaphore} : () -> ()
"t.op"() {a = !ttnn.global_semaphore} : () -> ()
"t.op"() {a = !d2m.global_semaphore} : () -> ()
"t.op"() {a = !ttmetal.global_semaphore} : () -> ()
"t.op"() {a = !ttnn.device} : () -> ()
"t.op"() {a = #ttnn.trace_id} : () -> ()
"t.op"() {a = !ttcore.dict} : () -> ()
"t.op"() {a = !ttkernel.noc_addr} : () -> ()
"t.op"() {a = !ttkernel.l1_addr} : () -> ()
"t.op"() {a = !ttkernel.TensorAccessor} : () -> ()
"t.op"() {a = !ttkernel.TensorAccessorArgs} : () -> ()
"t.op"() {a = !ttkernel.PageMapping} : () -> ()
"t.op"() {a = !ttkernel.DataFormat} : () -> ()
"t.op"() {a = !ttkernel.interleaved_addr_gen_fast} : () -> ()
"t.op"() {a = !ttkernel.fabric_connection_manager} : () -> ()
"t.op"() {a = !ttkernel.mesh_position} : () -> ()
"t.op"() {a = !emitpy.str} : () -> ()

// As a type of an operation, an element type, an encoding, and as the value of an alias.
"t.op"(%a, %b) : (!ttkernel.noc_addr, memref<2x!ttkernel.l1_addr>) -> (tensor<ui32, #ttnn.trace_id>, tuple<!ttnn.device, !ttcore.dict>)
!device = !ttnn.device
#trace = #ttnn.trace_id
"t.op"() {a = [#ttnn.trace_id, #trace]} : (!device) -> tensor<ui32, #trace>
