#include "posix.h" /* WASI has no <signal.h> */
