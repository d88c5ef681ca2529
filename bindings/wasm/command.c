/* A tool as a command of WASI. WASI has no working directory; the launcher (bindings/npm/cli.js) gives it as PWD. */
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void enter_directory(void) {
  const char *here = getenv("PWD");
  if (here && chdir(here)) { /* relative names do not exist then, and are reported */ }
}
