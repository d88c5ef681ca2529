/* files.h: the files of the server: pages that it writes, configuration files that it reads. */
#ifndef TT_LSP_FILES_H
#define TT_LSP_FILES_H

#include <stdint.h>

#include "ttattr/buf.h"

/** The directory of this session's pages, made for the first one. Zero-initialize it. */
typedef struct tt_lsp_pages {
  char directory[64]; /* empty: there is none yet */
  unsigned count;
} tt_lsp_pages;

/** tta_lsp_store_page. @param user a tt_lsp_pages */
void tt_lsp_store_page(void *user, tta_str html, uint64_t number, tta_buf *uri);
void tt_lsp_remove_pages(const tt_lsp_pages *pages);

/** tta_lsp_find_configuration: `.tt-opt.toml` in the nearest directory that contains the file. */
void tt_lsp_find_configuration(void *user, tta_str uri, tta_buf *toml);
/** tta_lsp_read_file: a file that is absolute, or relative to this `.tt-opt.toml`. */
void tt_lsp_read_file(void *user, tta_str uri, tta_str path, tta_buf *text);

#endif
