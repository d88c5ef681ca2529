/* parser.h: what the generated lexer and parser share, and the one function the document calls.
 *
 * parser.h, grammar/attr.re, grammar/attr.y, build.c and fields.c together turn one island of text into a tree. */
#ifndef TTA_PARSE_PARSER_H
#define TTA_PARSE_PARSER_H

#include "base/array.h"
#include "base/strmap.h"
#include "diag/report.h"
#include "ir/attributes.h"
#include "ir/tree.h"
#include "ttattr/buf.h"
#include "parse/scan.h"

/** The value of an ATTR or TYPE token: its row of attributes.def and the dialect it was spelled with. */
#define TTA_ATTRIBUTE_NAME(row, dialect) ((uint32_t)(row) | (uint32_t)(dialect) << 16)
#define TTA_ATTRIBUTE_LONG ((uint32_t)1 << 31) /* `#d<m ...>` */

/** What an island is; each has its own start token in the grammar. */
typedef enum tta_entry {
  TTA_ENTRY_VALUE,       /* a type or an attribute that ends with its closing bracket */
  TTA_ENTRY_ALIAS_VALUE, /* the right side of `#x =` */
  TTA_ENTRY_ALIAS_TYPE,  /* the right side of `!x =` */
  TTA_ENTRY_DEVICE,      /* `<...>` after `tt.device @x =` */
} tta_entry;

enum { TTA_KEY_CACHE = 256 };

/** A run of siblings. */
typedef struct tta_nodes {
  tta_node_id first, last;
} tta_nodes;

/** A use of an alias that is not defined (yet): src/parse/undefined.c. */
typedef struct tta_undefined_use {
  tta_span span;
  bool operation;       /* in an operation, not in an attribute */
  bool repeated;        /* not the first use of its name, or not reported */
  uint32_t next, last;  /* the next use of the same name, 0 = none; of the first use: the last one */
  uint32_t more;        /* of the first use: how many others there are */
} tta_undefined_use;

/** The state before the last syntax error. */
typedef struct tta_syntax_error {
  size_t reported;   /* diagnostics */
  bool failed;       /* tta_parser.failed */
  bool lexical;      /* the token is none of MLIR's */
} tta_syntax_error;

typedef struct tta_parser {
  tta_tree *tree;
  tta_report *report;
  tta_strmap *aliases;  /* "#name" -> number in tree->aliases */
  tta_str defining;     /* the alias whose value this is; empty elsewhere */
  const char *text;     /* start of the source; spans count from here */

  /* the lexer */
  const char *at;       /* next byte */
  const char *limit;    /* one past the last byte; *limit is NUL */
  const char *token;    /* start of the current token */
  const char *section_end; /* no token begins here or later */
  bool stopped;         /* what follows cannot belong to the island */
  uint8_t closed;       /* the frame that the last closer closed */
  uint32_t depth_before; /* how many brackets were open before it */
  tta_entry entry;
  uint32_t begin;       /* of the island */
  bool started;         /* the start token has been given */
  bool comment;         /* a comment was met */
  bool canonical;       /* read by plain.re, and prints as it is written */
  int32_t era;          /* the date that defaults follow; 0 = none */
  /* sees every token (for --dump); may be NULL. Then nothing is read without tokens. */
  void (*token_visitor)(void *user, const char *token_class, tta_span span);
  void *token_user;
  bool needs_grammar;   /* plain.re: not plainly canonical */
  bool always_grammar;  /* for tests: nothing is read by plain.re */
  bool opaque;          /* the body of an unknown attribute was met */
  bool continued_name;  /* a known name with another one after it was met: `#tt.grid.8x8` */
  bool failed;          /* a syntax error was reported */
  bool lexical_error;   /* the current token is none, and that was reported */
  tta_syntax_error syntax_error;
  bool dims_next;       /* the next token may be a dimension list: the last was the `<` of tensor, memref, vector */
  int previous;         /* the last token */
  uint32_t signs;       /* unary minus signs in a row */
  uint32_t depth, max_depth;
  const char *failed_at; /* the token of the last syntax error */
  const char *error_at;  /* the token of the first one; NULL = none */
  uint32_t skip_depth;  /* recovering: tokens deeper than this are skipped */
  bool skipping;
  tta_name_cache names_seen;
  uint32_t dialects;    /* of the names in this section: bit 1 << tta_dialect */
  size_t *skip_budget;  /* bytes that recovery may still skip in this document */
  uint8_t frames[TTA_NESTING_LIMIT];

  /* the map being read */
  tta_span *names; /* dims, then symbols; not filled when the dims came as one PLAIN_DIMS token */
  uint32_t num_names, cap_names, num_dims;
  tta_strmap name_index;  /* name -> its index in names; built at the first look-up if they are not d0, d1, .. */
  bool names_indexed;
  tta_expr first_expr;    /* of the island: what comes after it was built for it */
  bool in_symbols, map_has_errors;
  tta_diagnostic *undeclared; /* the first use of a name that is not declared, without a fix-it; NULL = none */
  tta_expr least;         /* the number -2^63 that was parsed last; NONE: none */
  bool plain_names;       /* every name so far is d<i> or s<i> at its own place */
  bool aliased;           /* the use of an alias was met since the verifier cleared this */

  uint16_t key_cache[TTA_KEY_CACHE];  /* fields by a hash of their names: bodies repeat the same few keys */
  uint32_t alias_searches; /* for names near to undefined ones; only so many in a section */
  tta_undefined_use *undefined; /* in this section */
  uint32_t num_undefined, cap_undefined;
  uint32_t trying;        /* > 0: fields.c only asks whether something fits, and reports nothing */

  struct tta_known_maps *known_maps; /* that were read before; NULL = each is read */
  size_t repair_budget;   /* bytes that repair.c may still parse in this text */
  tta_buf *expected;      /* for completion: the names of the tokens that are expected where the text ends, a NUL after
                             each; NULL = not wanted */
  tta_node_id result;
} tta_parser;

/** Reads one island from text->at on. @return the tree, or 0 if it cannot be parsed; errors are in the report and
 *  the status of the tree. Afterwards parser->at is after the parsed text. */
tta_node_id tta_parse_island(tta_parser *parser, tta_entry entry, uint32_t begin);

void tta_parser_init(tta_parser *parser, tta_tree *tree, tta_report *report, tta_strmap *aliases, size_t *skip_budget);
void tta_parser_free(tta_parser *parser);

/* build.c: what the actions of the grammar call */
tta_node_id tta_build_leaf(tta_parser *p, tta_node_kind kind, tta_span span);
tta_node_id tta_build_branch(tta_parser *p, tta_node_kind kind, tta_span span, tta_nodes children);
tta_node_id tta_build_negative(tta_parser *p, tta_span span, tta_node_id number);
tta_node_id tta_build_pair(tta_parser *p, tta_node_kind kind, tta_span span, tta_node_id a, tta_node_id b);
tta_node_id tta_build_tensor(tta_parser *p, tta_span span, tta_node_id shape, tta_node_id element,
                             tta_node_id encoding);
tta_node_id tta_build_memref(tta_parser *p, tta_span span, tta_node_id shape, tta_node_id element, tta_nodes items);
tta_node_id tta_build_vector(tta_parser *p, tta_span span, tta_node_id shape, tta_node_id element);
tta_node_id tta_build_complex(tta_parser *p, tta_span span, tta_node_id element);
tta_node_id tta_build_map_attribute(tta_parser *p, tta_span span, tta_node_id map);
tta_node_id tta_build_dense(tta_parser *p, tta_span span, tta_node_id value, tta_node_id type);
tta_node_id tta_build_strided(tta_parser *p, tta_span span, tta_nodes strides, tta_node_id offset);
tta_node_id tta_build_alias_use(tta_parser *p, tta_span span);
/** An attribute or a type without a row in the table; its name and those in its body are verified. */
tta_node_id tta_build_opaque(tta_parser *p, tta_span span);
tta_node_id tta_build_attribute(tta_parser *p, tta_span span, tta_node_id name, tta_nodes items);
/** `!ttnn.device`: a name without a body. */
tta_node_id tta_build_bare_attribute(tta_parser *p, tta_span span, tta_node_id name);
void tta_build_key(tta_parser *p, tta_span key, tta_node_id value);
/** Where `key` is in `key = value`; the value itself if it has no key, or a comment is between. */
tta_span tta_key_span(const tta_tree *tree, tta_node_id value);

void tta_affine_declare(tta_parser *p, tta_span name);
void tta_affine_begin_symbols(tta_parser *p);
tta_expr tta_affine_name_expr(tta_parser *p, tta_span name);
tta_expr tta_affine_constant(tta_parser *p, tta_node_id number);
tta_expr tta_affine_binary(tta_parser *p, tta_expr_kind kind, tta_expr lhs, tta_expr rhs, tta_span op,
                           tta_span rhs_span);
tta_expr tta_affine_subtract(tta_parser *p, tta_expr lhs, tta_expr rhs, tta_span op);
tta_expr tta_affine_negate(tta_parser *p, tta_expr operand, tta_span op);
tta_node_id tta_affine_map(tta_parser *p, tta_node_kind kind, tta_span span, uint32_t first_result,
                           uint32_t num_results);
void tta_affine_add_result(tta_parser *p, tta_expr expr);
void tta_affine_reset(tta_parser *p);

/* attr.y */
int tta_attr_parse_island(tta_parser *p);

/* long_form.c */
/** Ends the items of `body`, an attribute in the long form, where MLIR stops reading. Reports the rest as a warning. */
void tta_drop_ignored_items(tta_parser *p, tta_node_id body, tta_node_id name);
/** Builds an attribute or type after a syntax error that follows `items`. An ERROR unless MLIR ignores that text. */
tta_node_id tta_build_interrupted(tta_parser *p, tta_span span, tta_node_id name, tta_nodes items);

/* fields.c: gives the items of a body the fields of a row of attributes.def */
/** Marks the fields at their default that are not printed. @return whether there is one */
bool tta_elide_defaults(tta_parser *p, tta_node_id attribute, tta_node_id last);
/** blanks.c: whether an attribute of the print style BLANKS prints as before its first field came: on the date of the
 *  parser; without one, when it has too few blanks for the form with that field. */
bool tta_has_former_blanks(tta_parser *p, tta_node_id attribute);
tta_node_id tta_assign_fields(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_dialect dialect);
/** Whether the items of `body` can be the fields of `attribute`. The body is left as it is; nothing is reported. */
bool tta_body_fits(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_dialect dialect);

/* attr.re */
/** After a syntax error: tokens are skipped up to the closer of the innermost bracket that the grammar recovers at. */
void tta_recover(tta_parser *p);

#endif
