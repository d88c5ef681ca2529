/* reader.h: a text as sections, aliases and islands, read in one pass and visited island by island. */
#ifndef TTA_PARSE_READER_H
#define TTA_PARSE_READER_H

#include "diag/results.h"
#include "parse/known_maps.h"
#include "parse/parser.h"
#include "parse/scan.h"
#include "parse/sections.h"
#include "ttattr/value.h"

/** One independent input of a text (the whole of it without splitting). */
typedef struct tta_reader_section {
  tta_span span;
  bool has_errors; /* it prints nothing */
  uint32_t num_errors;
  uint32_t first_replacement; /* its replacements start here */
} tta_reader_section;

struct tta_reader;

#define TTA_NOT_LEARNT UINT32_MAX

/** Told about every island, after it was read, unless its text is known; the root may have errors, or be 0 when nothing
 *  could be made of it. Answers true to keep the tree until the end of the section (aliases are kept anyway). */
typedef struct tta_visitor {
  void *user;
  void (*begin_section)(void *user, struct tta_reader *reader, uint32_t section);
  bool (*island)(void *user, struct tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span);
  void (*end_section)(void *user, struct tta_reader *reader, uint32_t section);
  /* optional: a use in an operation of an alias, which `value` is what it stands for (0: not defined so far, or its
   * definition has an error). Uses that are the value of a module attribute go to `island` instead. */
  void (*use)(void *user, struct tta_reader *reader, tta_node_id value, tta_span span);
  /* optional, all or none: how many attributes the island has that was visited last, if it may be passed over where
   * its text comes again, else TTA_NOT_LEARNT; that it has come again; and, before that, in another section, where the
   * values of its aliases are now (false: then it is read). `number` is that of its text in reader->known. */
  uint32_t (*learn)(void *user, uint32_t number);
  void (*known)(void *user, uint32_t number, tta_span span);
  bool (*moved)(void *user, uint32_t number, const tta_known_use *uses, uint32_t num_uses);
  /* optional: whether a layout or a tensor type without aliases, in an operation, is not wanted; it is passed over
   * unread then. */
  bool (*apart)(void *user, tta_span span);
} tta_visitor;

typedef struct tta_reader_options {
  bool split;             /* sections end at the marker */
  tta_str marker;         /* default "// -----" */
  bool markdown;          /* sections are the fences of a Markdown text */
  bool sketches;          /* `...` in place of a part of an attribute is not an error */
  bool canonicalize;      /* fill replacements */
  bool always_print;      /* also what plain.re found canonical (for tests: the answer must be the same) */
  bool every_island;      /* also visit islands without anything to verify or print: canonical `tensor<2xf32>` */
  int32_t era;            /* the date that elided defaults follow, yyyymmdd; 0 = none */
  bool always_grammar;    /* also what plain.re can read (for tests, likewise) */
  bool no_repairs;        /* of syntax errors */
  bool expand_aliases;    /* and let aliases give way to what they stand for */
} tta_reader_options;

typedef struct tta_reader {
  tta_str text;
  const tta_allocator *allocator;
  tta_reader_options options;
  tta_tree tree;
  tta_report *report;
  tta_suppressions *suppressions; /* gets the comments and values; NULL: they are not wanted */
  bool opaque_comment;       /* the opaque value that was read last has a comment */
  tta_strmap alias_numbers;
  tta_parser parser;
  tta_scanner scanner;
  tta_known_values known;
  tta_known_maps known_maps;
  size_t skip_budget;
  tta_reader_section *sections;
  tta_replacement *replacements;
  uint32_t num_passed_over;  /* tensor types that were not visited, for every_island is off */
  uint32_t num_sections, cap_sections;
  uint32_t num_replacements, cap_replacements;
  tta_buf printed;
  tta_span name;             /* of the item that is read: `#x` of a definition, `tt.device` of an operation */
  uint32_t opaque_end;       /* up to here the text is the body of an unknown attribute */
  uint64_t expanded_bytes;   /* what expansion has written */
  bool amplified, split_hinted;
  tta_status status;
} tta_reader;

/** Borrows everything. text.data[text.size] must be NUL. */
tta_status tta_reader_init(tta_reader *reader, tta_str text, tta_report *report, const tta_allocator *allocator,
                             tta_reader_options options);
/** Reads the whole text. @return TTA_OK however many faults the report has; TTA_NO_MEMORY when it is incomplete. */
tta_status tta_reader_read(tta_reader *reader, const tta_visitor *visitor);
/** The same of some of its sections. */
tta_status tta_reader_read_part(tta_reader *reader, const tta_visitor *visitor, const tta_text_part *part);
/** Adds what was read of the next part of the same text, and frees its reader.
 *  @param same  set to whether one reader of the whole text would have read the part in this way, too: what recovery,
 *               repairs and expansion may cost is limited for a text
 *  @return TTA_OK or TTA_NO_MEMORY: the part is still to be freed */
tta_status tta_reader_join(tta_reader *reader, tta_reader *part, bool *same);
/** Parses the value of the alias definition whose name is at `name` (`#x`), without defining it. `begin` is the first
 *  byte after '='. @return the node; 0 when it cannot be parsed. `body` receives its span. */
tta_node_id tta_reader_parse_alias(tta_reader *reader, tta_span name, uint32_t begin, tta_span *body);
/** Parses and defines an alias; a redefinition is reported and has no effect. */
tta_node_id tta_reader_define_alias(tta_reader *reader, tta_span name, uint32_t begin);
/** The size of the largest text: docs/limits.md. */
enum { TTA_MAX_TEXT_BYTES = INT32_MAX };
/** How many bytes expanding the aliases of a text may write: 100 times the text, and 8 MiB in any case. */
uint64_t tta_amplification_limit(uint64_t text_bytes);
/** Sections whose errors are all suppressed are printed; the replacements of the others are dropped. Called once, after
 *  tta_reader_read. @param errors  their positions, in order */
void tta_reader_settle(tta_reader *reader, const uint32_t *errors, uint32_t num_errors);
/** Frees what only reading requires. */
void tta_reader_free_trees(tta_reader *reader);
void tta_reader_free(tta_reader *reader);

/** Visits the trees of a text that was found free of errors. */
tta_status tta_parse_again(tta_source *source, const tta_visitor *visitor, const tta_allocator *allocator);

#endif
