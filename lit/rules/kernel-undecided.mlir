// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s
// CHECK: [[#@LINE+1]]:1: warning: {{.*}} [kernel-undecided]
func.func @k() attributes {d2m.thread = #d2m.thread<compute>} {
  return
}
