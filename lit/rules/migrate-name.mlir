// RUN: tt-opt --migrate=2025-06-18 %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// CHECK: :[[#@LINE+1]]:1: warning: the dialect of 'tt.unheard_of' is called 'ttcore' on this date, and whether this name is in it is not known [migrate-name]
tt.unheard_of {a = #tt.memory_space<l1>}

module attributes {tt.system_desc = "none", tt.function_type = "kernel"} {}
