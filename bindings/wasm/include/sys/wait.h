#include "posix.h" /* WASI has no <sys/wait.h> */
