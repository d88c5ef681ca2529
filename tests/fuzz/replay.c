/* Runs a fuzz target over files, without libFuzzer: regression inputs and seeds in `scripts/test`, with any compiler.
 * Usage: replay FILE|DIRECTORY..; one line `name: N inputs`; a fault of the target stops the program. */
#include <dirent.h>
#include <sys/stat.h>

#include "fuzz.h"

static long inputs;

static int run_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return perror(path), 1;
  char *text = NULL;
  size_t size = 0, capacity = 0, n = 1;
  while (n) {
    if (size == capacity && !(text = realloc(text, capacity = capacity ? capacity * 2 : 4096))) abort();
    n = fread(text + size, 1, capacity - size, file);
    size += n;
  }
  fclose(file);
  fprintf(stderr, "%s\n", path); /* the last one named is the culprit */
  LLVMFuzzerTestOneInput((const uint8_t *)text, size);
  free(text);
  inputs++;
  return 0;
}

static int run(const char *path) {
  struct stat status;
  if (stat(path, &status)) return perror(path), 1;
  if (!S_ISDIR(status.st_mode)) return run_file(path);
  DIR *directory = opendir(path);
  if (!directory) return perror(path), 1;
  int failed = 0;
  for (struct dirent *entry; (entry = readdir(directory));) {
    char name[4096];
    if (entry->d_name[0] == '.') continue;
    snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
    failed |= run_file(name);
  }
  closedir(directory);
  return failed;
}

int main(int argc, char **argv) {
  int failed = 0;
  for (int i = 1; i < argc; i++) failed |= run(argv[i]);
  printf("%s: %ld inputs\n", argv[0], inputs);
  return failed;
}
