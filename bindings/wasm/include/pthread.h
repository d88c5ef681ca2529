#include "posix.h" /* WASI has no <pthread.h> */
