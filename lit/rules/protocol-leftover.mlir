// RUN: tt-layout protocol %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: : warning: {{.*}}[protocol-leftover]
cb c on 0x0 pages 2 page_size 32
kernel r on 0x0 {
cb_reserve_back(c, 2)
l1_write(get_write_ptr(c), 64)
cb_push_back(c, 2)
}
kernel w on 0x0 {
cb_wait_front(c, 1)
l1_read(get_read_ptr(c), 32)
cb_pop_front(c, 1)
}

// -----

cb c on 0x0 pages 2 page_size 32
kernel r on 0x0 {
cb_reserve_back(c, 1)
l1_write(get_write_ptr(c), 32)
cb_push_back(c, 1)
}
kernel w on 0x0 {
cb_wait_front(c, 1)
l1_read(get_read_ptr(c), 32)
cb_pop_front(c, 1)
}
