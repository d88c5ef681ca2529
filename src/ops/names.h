/* names.h: the table of the names of a section: definition, uses, scope. Scopes are those of MLIR: of values the region
 * and the regions in it up to an isolated operation, of symbols the nearest symbol table, of blocks the region, of
 * aliases the section. Source: MLIR language reference, "Symbols and Symbol Tables". */
#ifndef TTA_OPS_NAMES_H
#define TTA_OPS_NAMES_H

#include "base/arena.h"
#include "text/token.h"
#include "ttattr/names.h"

/** A region; the first one is the section. */
typedef struct tta_names_scope {
  uint32_t begin, end, parent;
  uint32_t op;         /* the begin of the operation around it */
  uint32_t table;      /* the scope of its symbols */
  bool isolated;
} tta_names_scope;

/** Where a name is written. */
typedef struct tta_names_place {
  uint32_t begin, end, name, result;
  bool defines;        /* an alias or a symbol */
} tta_names_place;

typedef struct tta_names {
  tta_arena arena;         /* of texts, types and scopes */
  tta_arena lists;         /* of the others, which an edit replaces */
  tta_str text;
  tta_name *names;         /* those with a definition in order of definition, then the others in order of use */
  tta_names_scope *scopes; /* in order of position */
  tta_names_place *places; /* the same */
  tta_span *ops;           /* names of operations in order, with their quotes */
  uint32_t num_names, cap_names, num_scopes, num_places, cap_places, num_ops;
  uint32_t num_edits;
} tta_names;

/** What has changed in a text since its table was read: all edits as one. */
typedef struct tta_names_change {
  tta_span old;        /* in the text of the table */
  uint32_t new_end;    /* of what is there now, as if what is before it had not moved */
} tta_names_change;

/** @param text      borrowed, below 4 GiB; aliases get no `value`
 *  @return TTA_OK for any text; TTA_NO_MEMORY (*out = NULL) */
tta_status tta_names_read(tta_str text, tta_span range, const tta_allocator *allocator, tta_names **out);
/** NULL is allowed. */
void tta_names_free(tta_names *names);
/** The text around the range has changed: it is at another offset, in another text.
 *  @param by  modulo 2^32 */
void tta_names_move(tta_names *names, tta_str text, uint32_t by, uint32_t section);

/** The same, of a text that has changed. Reads the statements around the change, if these are in a function and have no
 *  regions; then the table is that of tta_names_read.
 *  @param done  set to whether it is; if not, or without memory, only tta_names_free is allowed */
tta_status tta_names_edit(tta_names *names, tta_str text, uint32_t by, uint32_t section,
                          const tta_names_change *change, bool *done);
/** The table of some statements inside of a function.
 *  @param last_end  set to the end of the last one
 *  @return *out = NULL: what they contain can change the text around them, or defines more than values */
tta_status tta_names_read_body(tta_str text, tta_span range, const tta_allocator *allocator, tta_names **out,
                               uint32_t *last_end);
/** Puts names in order, leaves out those without a place, and lists their uses. */
tta_status tta_names_order(tta_names *names);
/** The innermost scope at the offset. */
uint32_t tta_names_scope_at(const tta_names *names, uint32_t offset);
bool tta_names_is_definition(const tta_names *names, const tta_names_place *place);

/** The name at the offset, or the one that ends there; NULL. */
const tta_names_place *tta_names_at(const tta_names *names, uint32_t offset);
/** The names that can be used at the offset, in order. @param list in the arena, also without any */
tta_status tta_names_visible(const tta_names *names, uint32_t offset, tta_arena *arena, const tta_name *const **list,
                             size_t *count);
/** Whether a new text of a name is one of another name in its scope.
 *  @param text  with its sigil; @param conflict set to where that is */
bool tta_names_conflict(const tta_names *names, const tta_name *name, tta_str text, tta_span *conflict);

/** `#x` or `!x`, not `#tt.grid` or `!tile<`. */
bool tta_is_alias(const tta_token *token, const char *end);
/** The next alias; names in strings and comments are none. @return false at the end */
bool tta_next_alias(tta_tokens *tokens, tta_token *token);
/** Whether a definition, `=`, follows. */
bool tta_is_defined_after(const char *at, const char *end);

#endif
