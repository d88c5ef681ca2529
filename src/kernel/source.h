/* source.h: C++ kernel sources as tokens: the lexer and the preprocessor.
 *
 * The subset is what tt-metal's kernels use (docs/protocol.md). A token keeps the position of its call site: tokens of
 * a macro have the position of the macro's name in the file, so that messages name what the user wrote. */
#ifndef TTA_KERNEL_SOURCE_H
#define TTA_KERNEL_SOURCE_H

#include "base/arena.h"
#include "base/array.h"
#include "base/str.h"
#include "base/strmap.h"
#include "diag/results.h"
#include "ttattr/buf.h"
#include "ttattr/kernel.h"

enum {
  TTA_KERNEL_MAX_TOKENS = 1 << 18, /* after the preprocessor */
  TTA_KERNEL_MAX_INCLUDES = 64,    /* nested */
  TTA_KERNEL_MAX_FILES = 2000,     /* read for one kernel: a header counts each time */
  TTA_KERNEL_MAX_EXPANSIONS = 200, /* nested macros */
  TTA_KERNEL_MAX_PARAMS = 64,
  TTA_KERNEL_MAX_FINDINGS = 100,   /* of a program */
};
#define TTA_KERNEL_NONE UINT32_MAX

typedef enum tta_token_kind {
  TTA_CPP_END, TTA_CPP_NAME, TTA_CPP_NUMBER, TTA_CPP_STRING, TTA_CPP_CHARACTER, TTA_CPP_PUNCT, TTA_CPP_OTHER,
} tta_token_kind;

typedef struct tta_cpp_token {
  tta_str text;
  uint32_t name;         /* NAME: its number */
  uint32_t punct;        /* PUNCT: its characters, see TTA_PUNCT */
  uint32_t line, column; /* 1-based, in bytes */
  uint32_t match;        /* bracket: index of its partner, else NONE */
  uint16_t file;
  uint8_t kind;
  uint8_t precedence;    /* of a binary operator: 1 (`||`) to 10 (`*`); else 0 */
  bool spaced, line_start; /* white space or a line end is before it */
  bool painted;            /* the name of a macro inside its own expansion: not expanded */
} tta_cpp_token;

/** The punctuator of up to three characters as a number, for comparison and switch. */
#define TTA_PUNCT(a) ((uint32_t)(a))
#define TTA_PUNCT2(a, b) ((uint32_t)(a) | (uint32_t)(b) << 8)
#define TTA_PUNCT3(a, b, c) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16)

typedef struct tta_cpp_macro {
  bool defined, function, variadic, disabled;
  uint32_t num_params, cap_params, num_body, cap_body;
  uint32_t *params; /* numbers of names */
  tta_cpp_token *body;
} tta_cpp_macro;

typedef struct tta_cpp_file {
  tta_str path;
  tta_source *source; /* NULL: the host program, the host API */
  bool once;
} tta_cpp_file;

/** What the sources of a program share: their texts, each once, and what was found in them. */
typedef struct tta_kernel_findings {
  tta_results results;
  tta_source text; /* of the binding or host program */
  tta_source **sources;
  uint32_t num_sources, cap_sources, num_errors;
} tta_kernel_findings;

/** A source and what was read of it. Everything is in the arena. */
typedef struct tta_cpp {
  tta_arena *arena;
  const tta_kernel_options *options;
  tta_strmap numbers; /* name -> number */
  tta_str *names;     /* number -> name */
  tta_cpp_macro *macros; /* by number of the name */
  tta_cpp_token *tokens; /* preprocessed, with an END */
  tta_cpp_file *files;
  uint32_t *unknown_headers; /* numbers of names that were reported */
  tta_kernel_findings *findings;
  uint32_t num_names, cap_names, num_macros, cap_macros, num_tokens, cap_tokens, num_files, cap_files,
      num_unknown_headers, cap_unknown_headers, depth;
  bool is_host;     /* a host program: what is not supported in it is not reported */
  tta_str host_api; /* read before it, as file 0 */
  uint32_t line, column; /* where its text begins in the host program; 0: it is a file */
  uint32_t error_token;  /* 1 + the token of the last error; 0: none */
  tta_status status;
} tta_cpp;

/** Adds an item to a list of a tta_cpp; false when there is no memory. */
#define TTA_CPP_APPEND(c, list, item)                                                                                  \
  (TTA_GROW_IN((c)->arena, c, list, 1) ? ((c)->list[(c)->num_##list++] = (item), true)                                 \
                                       : ((c)->status = TTA_NO_MEMORY, false))

typedef struct tta_cpp_tokens {
  tta_cpp_token *items;
  uint32_t num_items, cap_items;
} tta_cpp_tokens;

/** The number of a name; NONE without memory. */
uint32_t tta_cpp_name(tta_cpp *c, tta_str text);

/** Adds a diagnostic at a token. A place of a source gets one of each rule. @return NULL: none was added */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
tta_diagnostic *tta_cpp_report(tta_cpp *c, tta_rule rule, const tta_cpp_token *at, const char *format, ...);
void tta_cpp_note(tta_cpp *c, tta_diagnostic *diagnostic, const tta_cpp_token *at, const char *text);

/** Appends the tokens of a text and an END. `text` is kept by reference. @return false without memory */
bool tta_cpp_lex(tta_cpp *c, tta_str text, uint16_t file, tta_cpp_tokens *out);
/** The same of a part of another text: the line and column where it begins in that. */
bool tta_cpp_lex_part(tta_cpp *c, tta_str text, uint16_t file, uint32_t line, uint32_t column, tta_cpp_tokens *out);

/** Prepares an empty preprocessor. @return false without memory */
bool tta_cpp_init(tta_cpp *c, tta_arena *arena, const tta_kernel_options *options, tta_kernel_findings *findings);
void tta_cpp_free(tta_cpp *c);
/** Defines an object macro, as -DNAME=VALUE does. Position: none. */
bool tta_cpp_define(tta_cpp *c, tta_str name, tta_str value);
void tta_cpp_undefine(tta_cpp *c, tta_str name);
/** Reads a file: appends its tokens, then an END, to c->tokens and connects brackets. */
bool tta_cpp_read(tta_cpp *c, tta_str path, tta_str text);

/** The macro of a name, NULL if it is not defined. */
static inline tta_cpp_macro *tta_cpp_macro_of(tta_cpp *c, uint32_t name) {
  return name < c->num_macros && c->macros[name].defined ? &c->macros[name] : NULL;
}
/** Expands the macros of a list of tokens. @return false without memory or beyond a limit */
bool tta_cpp_expand(tta_cpp *c, const tta_cpp_token *tokens, uint32_t count, tta_cpp_tokens *out);
/** Reads a #define after its name. */
bool tta_cpp_read_define(tta_cpp *c, const tta_cpp_token *line, uint32_t count);
/** The value of a #if: an undefined name is 0. `line` is after the token of the directive. */
bool tta_cpp_condition(tta_cpp *c, const tta_cpp_token *line, uint32_t count, bool *out);
/** The text in a raw string, R"(..)"; data NULL: another string. */
tta_str tta_cpp_raw_text(tta_str token);
/** A number of the source. @return false if it is not an integer of 64 bits */
bool tta_cpp_integer(tta_str text, uint64_t *value, bool *is_unsigned, bool *is_long);

static inline bool tta_cpp_is(const tta_cpp_token *token, uint32_t punct) {
  return token->kind == TTA_CPP_PUNCT && token->punct == punct;
}

#endif
