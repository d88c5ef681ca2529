// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = !ttnn.device, b = #ttnn.trace_id}
"t.op"() {a = !ttnn<device>, b = #ttnn<trace_id >} : () -> ()

// Names that only begin alike are of no row.
// CHECK{LITERAL}: (!ttnn.device.x, !ttnn.devices, !ttkernel.noc_addr_2)
"t.op"() : (!ttnn.device.x, !ttnn.devices, !ttkernel.noc_addr_2) -> ()
