int f(int n) { return n ? f(n - 1) : 0; }
void kernel_main() { f(100000); auto g = [&](auto h) { return h(h); }; g(g); }
