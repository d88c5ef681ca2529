// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: : error: {{.*}}[protocol-processor]
kernel a on 0x0 {
}
kernel b on 0x0 {
}
kernel c on 0x0 {
}
kernel d on 0x0 {
}

// -----

kernel a on 0x0 {
}
kernel b on 0x0 {
}
kernel c on 0x0 {
}
