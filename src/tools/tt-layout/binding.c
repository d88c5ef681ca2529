/* Kernel sources of `tt-layout protocol BINDING`: reads files. */
#include "binding.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool.h"
#include "tools/common/message.h"

enum { MAX_FILES = 512, MAX_PATH_BYTES = 4096 };

struct tt_layout_kernel_files {
  const tt_layout_sources *sources;
  const char *binding;
  tta_input files[MAX_FILES];
  char *paths[MAX_FILES];
  size_t num_files;
  bool no_memory;
};

/* The folder of a path, with its slash. */
static size_t folder_size(const char *path, size_t size) {
  while (size && path[size - 1] != '/') size--;
  return size;
}

static bool open_path(tt_layout_kernel_files *r, const char *folder, size_t folder_bytes, tta_str name, tta_str *path,
                      tta_str *text) {
  bool slash = folder_bytes && folder[folder_bytes - 1] != '/';
  if (folder_bytes + name.size + 2 > MAX_PATH_BYTES || r->num_files == MAX_FILES) return false;
  char full[MAX_PATH_BYTES];
  int size = snprintf(full, sizeof full, "%.*s%s%.*s", (int)folder_bytes, folder, slash ? "/" : "", (int)name.size,
                      name.data);
  for (size_t i = 0; i < r->num_files; i++)
    if (!strcmp(r->paths[i], full)) {
      *path = (tta_str){r->paths[i], (size_t)size};
      *text = r->files[i].text;
      return true;
    }
  char *kept = malloc((size_t)size + 1);
  if (!kept) {
    r->no_memory = true;
    return false;
  }
  memcpy(kept, full, (size_t)size + 1);
  tta_io_failure failure = tta_input_read(&r->files[r->num_files], tt_layout_program, kept, NULL);
  if (failure.action) {
    r->no_memory |= failure.error == ENOMEM;
    free(kept);
    return false;
  }
  r->paths[r->num_files] = kept;
  *path = (tta_str){kept, (size_t)size};
  *text = r->files[r->num_files++].text;
  return true;
}

/* Next to the file that includes it, next to the binding, in the folders of -I. */
static bool read_file(void *user, tta_str name, tta_str from, tta_str *path, tta_str *text) {
  tt_layout_kernel_files *r = user;
  if (!name.size) return false;
  if (name.data[0] == '/') return open_path(r, "", 0, name, path, text);
  if (from.size && open_path(r, from.data, folder_size(from.data, from.size), name, path, text)) return true;
  if (open_path(r, r->binding, folder_size(r->binding, strlen(r->binding)), name, path, text)) return true;
  for (size_t i = 0; i < r->sources->num_folders; i++) {
    tta_str folder = r->sources->folders[i];
    if (open_path(r, folder.data, folder.size, name, path, text)) return true;
  }
  return false;
}

tta_status tt_layout_read_binding(const tta_input *binding, const tt_layout_sources *sources,
                                  const tta_protocol_options *how, tta_kernel_program **program,
                                  tt_layout_kernel_files **files) {
  tt_layout_kernel_files *f = *files = calloc(1, sizeof *f);
  *program = NULL;
  if (!f) return TTA_NO_MEMORY;
  f->sources = sources;
  f->binding = binding->name;
  tta_kernel_options options = {.defines = sources->defines, .num_defines = sources->num_defines,
                                .arch = sources->arch, .program = sources->program, .read_file = read_file, .user = f};
  tta_status status = tta_kernel_program_read(binding->text, &options, how, program);
  return f->no_memory ? TTA_NO_MEMORY : status;
}

void tt_layout_free_kernel_files(tt_layout_kernel_files *f) {
  for (size_t i = 0; f && i < f->num_files; i++) {
    tta_input_free(&f->files[i]);
    free(f->paths[i]);
  }
  free(f);
}
