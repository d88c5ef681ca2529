void kernel_main() { uint32_t a[1000][1000]; a[1][2] = 3; }
