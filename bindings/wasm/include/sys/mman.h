#include "posix.h" /* WASI has no <sys/mman.h> */
