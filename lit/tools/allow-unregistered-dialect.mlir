// --allow-unregistered-dialect is accepted, and always on: unknown operations, attributes and types are copied.
// RUN: tt-opt --allow-unregistered-dialect %s | diff %s -
// RUN: tt-opt -allow-unregistered-dialect %s | diff %s -
%0 = "foo.bar"() {a = #foo.baz<x = "y>", (d0) -> (d0)>} : () -> !foo.type< [1,2] >
