/* scan.h: finds the islands in a text. Everything else is passed over: any operation of any dialect, of any date. */
#ifndef TTA_PARSE_SCAN_H
#define TTA_PARSE_SCAN_H

#include "text/suppress.h"
#include "parse/names.h"

typedef enum tta_scan_kind {
  TTA_SCAN_END,
  TTA_SCAN_ISLAND,      /* tensor<, memref<, affine_map<, affine_set<, #d.m<, !d.m<, #d<m, !d<m; begins at `begin` */
  TTA_SCAN_ALIAS,       /* `#name =` or `!name =`; the body begins at `begin` */
  TTA_SCAN_DEVICE,      /* `tt.device @x =`; the body begins at `begin` */
  TTA_SCAN_USE,         /* `#name` or `!name` in an operation */
} tta_scan_kind;

/** Which attribute of a module an item is the value of. */
typedef enum tta_module_key { TTA_KEY_NONE, TTA_KEY_DEVICE, TTA_KEY_SYSTEM_DESC } tta_module_key;

typedef struct tta_scan_item {
  tta_scan_kind kind;
  tta_span name;        /* ALIAS, USE: with # or !; DEVICE: `tt.device` */
  uint32_t begin;
  bool ttcore;          /* DEVICE: spelled ttcore.device */
  tta_module_key key;   /* ISLAND, USE: after `tt.device =` or `tt.system_desc =` in the attributes of a module */
} tta_scan_item;

typedef struct tta_scanner {
  const char *text, *at, *limit; /* *limit is NUL */
  const char *begin, *end;       /* of the section */
  tta_report *report;
  tta_name_cache *names;         /* may be NULL */
  tta_suppressions *suppressions; /* gets the comments; NULL: they are not wanted */
  const char *verified;          /* brackets of locations are verified up to here */
  const char *token_at;          /* where a token starts, at most modules_at */
  const char *modules_at;        /* modules have been looked for up to here; the last one that was found has */
  const char *module_begin, *module_end; /* its attributes between these */
  uint32_t num_faults;           /* outside islands, in this section */
  bool plain_tensors;            /* tensor types in canonical form are items, too; else they are passed over ... */
  uint32_t num_plain;            /* ... and counted */
} tta_scanner;

void tta_scanner_init(tta_scanner *scanner, tta_str text, uint32_t begin, uint32_t end, tta_report *report);
/** The next item. Faults of the text outside islands are reported on the way. */
tta_scan_item tta_scan(tta_scanner *scanner);
/** Whether an offset is in the attributes of a module. Offsets of one section must not decrease. */
bool tta_scan_in_module_attributes(tta_scanner *scanner, uint32_t offset);

/** After the definition of the alias `name` only an operation or another alias can follow: reports other text. */
void tta_scan_after_alias(tta_scanner *scanner, tta_str name);

/** What begins at `begin`: whether the body of an alias is one that the grammar reads (else it is opaque). */
bool tta_scan_is_readable(const char *at, const char *limit);

/* ---- brackets ---------------------------------------------------------------------------------------------------- */

enum { TTA_NESTING_LIMIT = 512 }; /* brackets and unary signs; docs/limits.md */

#define TTA_BAD_STRING "string is not closed on its line, or has a bad escape"
#define TTA_NUL_BYTE "NUL byte in the text"

typedef enum tta_bracket_kind {
  TTA_BRACKETS_BALANCED,
  TTA_BRACKETS_UNBALANCED, /* a closer that does not match the innermost opener */
  TTA_BRACKETS_NOT_CLOSED,
  TTA_BRACKETS_TOO_DEEP,
  TTA_BRACKETS_BAD_STRING,
  TTA_BRACKETS_NUL,
} tta_bracket_kind;

typedef struct tta_bracket_error {
  tta_bracket_kind kind;
  const char *begin, *end; /* of the token that is wrong */
  const char *open;        /* UNBALANCED, NOT_CLOSED: the opener without its closer */
  bool comment;            /* there is a comment between the brackets */
} tta_bracket_error;

/** The end of the balanced text that starts with the opener at `at`; NULL if there is none before `limit`.
 *  @param max_depth  how many brackets may be open at once */
const char *tta_skip_brackets(const char *at, const char *limit, uint32_t max_depth, tta_bracket_error *error);
/** The end of an opaque body `word(...)`, `word[...]<...>`: after its last bracket; NULL if brackets do not balance. */
const char *tta_scan_opaque(const char *at, const char *limit, tta_bracket_error *error);
/** Reports an error of tta_skip_brackets. @param what  where it is: "this location" */
void tta_report_brackets(tta_report *report, const char *text, const tta_bracket_error *error, const char *what);
void tta_report_too_deep(tta_report *report, tta_span span);

#endif
