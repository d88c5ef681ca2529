#include "k.cpp"
#include "k.cpp"
void kernel_main() {}
