#include "posix.h" /* WASI has no <spawn.h> */
