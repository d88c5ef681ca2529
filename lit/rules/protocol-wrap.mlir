// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: : error: {{.*}}[protocol-wrap]
cb c on 0x0 pages 3 page_size 32
kernel k on 0x0 {
for i in 0 .. 2 {
cb_reserve_back(c, 2)
cb_push_back(c, 2)
cb_wait_front(c, 2)
cb_pop_front(c, 2)
}
}

// -----

cb c on 0x0 pages 2 page_size 32
kernel k on 0x0 {
for i in 0 .. 2 {
cb_reserve_back(c, 2)
cb_push_back(c, 2)
cb_wait_front(c, 2)
cb_pop_front(c, 2)
}
}
