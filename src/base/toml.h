/* toml.h: a subset of TOML 1.0 for configuration files, read from a text in memory. docs/configuration.md describes the
 * subset: tables of one level, strings on one line, decimal integers, booleans, arrays over several lines, comments.
 * What it accepts has the same value in every TOML reader. */
#ifndef TTA_BASE_TOML_H
#define TTA_BASE_TOML_H

#include "base/arena.h"

/** Bytes [begin, end) of the text. */
typedef struct tta_toml_span {
  uint32_t begin, end;
} tta_toml_span;

typedef enum tta_toml_kind { TTA_TOML_STRING, TTA_TOML_INTEGER, TTA_TOML_BOOLEAN, TTA_TOML_ARRAY } tta_toml_kind;

typedef struct tta_toml_value {
  tta_toml_kind kind;
  tta_toml_span span;
  tta_str string;       /* unescaped; may have NUL bytes */
  int64_t integer;      /* BOOLEAN: 0 or 1 */
  struct tta_toml_value *items;
  uint32_t num_items, cap_items;
} tta_toml_value;

typedef struct tta_toml_entry {
  tta_str table, key;   /* the table is empty before the first `[table]` */
  tta_toml_span key_span;
  tta_toml_value value;
} tta_toml_entry;

typedef struct tta_toml_table {
  tta_str name;
  tta_toml_span span;
} tta_toml_table;

typedef struct tta_toml {
  tta_toml_entry *entries; /* in order of the text; no key twice in a table */
  uint32_t num_entries, cap_entries;
  tta_toml_table *tables;
  uint32_t num_tables, cap_tables;
  tta_toml_span error_span; /* TTA_INVALID: where, and what */
  const char *error;        /* constant */
} tta_toml;

enum { TTA_TOML_MAX_NESTING = 16, TTA_TOML_MAX_KEYS = 4096 };

/** @param text  below 2 GiB; borrowed, not changed
 *  @param arena  owns what `toml` points to
 *  @return TTA_OK; TTA_INVALID: toml->error; TTA_NO_MEMORY */
tta_status tta_toml_parse(tta_str text, tta_arena *arena, tta_toml *toml);

#endif
