/* read_file.h: a whole file, for the programs that list what the library reads in it. */
#ifndef TTA_TESTS_READ_FILE_H
#define TTA_TESTS_READ_FILE_H

#include <stdio.h>
#include <stdlib.h>

/** @return its bytes, to be freed; NULL if it cannot be read */
static inline char *read_file(const char *name, size_t *size) {
  FILE *file = fopen(name, "rb");
  if (!file || fseek(file, 0, SEEK_END)) return NULL;
  long length = ftell(file);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  rewind(file);
  *size = text ? fread(text, 1, (size_t)length, file) : 0;
  fclose(file);
  return text;
}

#endif
