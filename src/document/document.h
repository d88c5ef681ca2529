/* document.h: the parts of a tta_document. */
#ifndef TTA_DOCUMENT_DOCUMENT_H
#define TTA_DOCUMENT_DOCUMENT_H

#include "base/array.h"
#include "base/spare.h"
#include "base/str.h"
#include "diag/results.h"
#include "diag/lines.h"
#include "ops/names.h"
#include "parse/reader.h"
#include "ttattr/document.h"

/** An item, relative to its section. */
typedef struct tta_kept_item {
  uint32_t begin, end;
  uint32_t context : 3;
  uint32_t inner : 1;   /* inside the opaque value of an alias, which is an item before it */
  uint32_t name : 28;   /* how far before `begin` its name starts; 0 = no name */
} tta_kept_item;

/** A section and the results of its check: one block that holds diagnostics, their parts, items and texts. */
typedef struct tta_section {
  uint32_t begin, end;       /* of its text; the marker and the next section follow */
  uint32_t origin;           /* the spans of `diagnostics` count from here */
  bool stale;                /* has to be checked: it has no results */
  bool has_errors;
  tta_file_suppressions own; /* what its comments add to other sections */
  uint32_t num_diagnostics, num_items;
  uint32_t first_item;       /* in the whole document */
  tta_diagnostic *diagnostics;
  tta_kept_item *items;
  void *block;
  size_t block_bytes;
  tta_names *names;          /* NULL: no query since other text than `change` changed */
  tta_names_change change;   /* since they were read, from the start of the section; nothing if new_end is 0 */
  uint32_t names_begin;      /* the begin of the section for which they are .. */
  uint32_t names_section;    /* .. and its number */
} tta_section;

/** The section that queries read: its aliases, and the tree of the last item. */
typedef struct tta_open_section {
  bool is_open;
  size_t section;
  tta_arena arena;
  tta_report report;     /* of what is parsed for queries; never shown */
  tta_reader reader;
  tta_tree_mark aliases; /* the end of the aliases in the tree */
  size_t item;           /* whose tree follows; TTA_DOCUMENT_NONE = none */
  tta_node_id root;
} tta_open_section;

struct tta_document {
  tta_spare spare;       /* over the allocator of the caller: most of it is used again by the next check */
  const tta_allocator *allocator; /* that of `spare` */
  tta_check_options *options;
  tta_str name;
  char *text;            /* size + 1 bytes at least, a NUL after the text */
  uint32_t size, capacity;
  uint64_t version;
  tta_lines lines;
  tta_section *sections;
  uint32_t num_sections, cap_sections;
  bool stale;            /* some section is */
  size_t checked_bytes;
  size_t num_items;
  tta_results results;   /* of all sections; empty while a section is stale */
  tta_kept_item *items_seen; /* of the section that is being checked */
  uint32_t num_items_seen, cap_items_seen;
  uint32_t outer_seen;       /* the last of them that is not inside another */
  bool items_failed;         /* no memory for one of them */
  tta_open_section open;
  tta_arena answer;      /* of the last query */
  tta_affine_pool *pool; /* the maps of the answer; NULL: none */
};

/* document.c */
static inline tta_str tta_document_view(const tta_document *d) { return (tta_str){d->text, d->size}; }
/** The section whose text or whose marker `offset` is in; of Markdown the one before it, or the first one. */
size_t tta_document_find_section(const tta_document *document, uint32_t offset);
/** Whether `offset` is in the text of that section or at its end. */
static inline bool tta_document_is_inside(const tta_document *d, size_t section, uint32_t offset) {
  return d->sections[section].begin <= offset && offset <= d->sections[section].end;
}
/** Brings the document up to date and forgets the last answer. */
tta_status tta_document_begin_query(tta_document *document);

/* sections.c */
/** Marks what an edit of `range` (in the old text) touches, and moves what follows. The text is still the old one. */
void tta_sections_edit(tta_document *document, tta_span range, tta_str text);
tta_status tta_sections_check(tta_document *document);
/** Checks the text of one section. @param visit may be NULL */
tta_status tta_section_run(tta_document *document, const tta_section *section, bool canonicalize,
                           tta_island_visitor visit, tta_check **check);
/** The first item of a section that ends after `offset`, which counts from the start of the section. */
uint32_t tta_section_first_item_after(const tta_section *section, uint32_t offset);

/* results.c */
void tta_section_free_results(const tta_document *document, tta_section *section);
/** Whether two sections have the same results, also none. */
static inline bool tta_section_shares_results(const tta_section *a, const tta_section *b) {
  return a->block == b->block && a->names == b->names;
}
/** Moves the spans of the diagnostics of a section to where its text is now. */
void tta_section_settle_spans(tta_section *section);
/** Keeps the results of a check, and document->items_seen. The section has no results. */
tta_status tta_section_keep(tta_document *document, tta_section *section, const tta_check *check);
/** Between these two calls the text of the section ends with a NUL byte, so that nothing can read beyond it. */
static inline char tta_section_enter(tta_document *d, const tta_section *s) {
  char hidden = d->text[s->end];
  d->text[s->end] = 0;
  return hidden;
}
static inline void tta_section_leave(tta_document *d, const tta_section *s, char hidden) { d->text[s->end] = hidden; }

/* check.c */
/** What the comments of the text add to other sections of the same file. */
const tta_file_suppressions *tta_check_file_suppressions(const tta_check *check);

/* trees.c */
/** Where a node is in its tree. */
typedef struct tta_node_place {
  tta_node_id node;
  tta_node_id parent;    /* 0 for the root */
  tta_node_id attribute; /* the innermost named attribute or type around the node, or the node itself; 0 if none */
  tta_node_id tensor;    /* the innermost tensor around it, or the node itself; 0 if none */
} tta_node_place;

/** Whether the text of a node has the byte at `offset` of its tree's text. */
bool tta_node_holds(const tta_tree *tree, tta_node_id node, uint32_t offset);
/** A child of the node at `from`. */
tta_node_place tta_place_of_child(const tta_tree *tree, tta_node_place from, tta_node_id child);
/** The innermost node at `offset`; the root if it does not hold it. */
tta_node_place tta_place_at(const tta_tree *tree, tta_node_id root, uint32_t offset);
/** Parses the aliases of a section, unless it is open already. */
tta_status tta_document_open(tta_document *document, size_t section);
void tta_document_close(tta_document *document);
/** The tree of an item in the open section, 0 if it cannot be parsed. */
tta_status tta_document_tree(tta_document *document, size_t item, tta_node_id *root);
/** The item around `offset`; TTA_DOCUMENT_NONE if there is none. */
size_t tta_document_item_around(const tta_document *document, uint32_t offset);

/* names.c */
/** The span of the name whose `#`, `!` or first letter is at `begin`. */
tta_span tta_name_span(const char *text, uint32_t begin);
/** The alias at the offset. @param out  `text` is empty if there is none */
tta_status tta_document_alias_at(tta_document *document, uint32_t offset, tta_name *out);
/** The names of the operations of a section, in order, with their quotes. */
tta_status tta_document_operations(tta_document *document, size_t section, const tta_span **ops, size_t *count);
/** The use of a name at the offset, or that ends there; else its definition. */
tta_name_use tta_name_use_at(const tta_name *name, uint32_t offset);
/** The first line of what a name is defined as, or of the operation that defines it, cut at 200 bytes; may be empty. */
tta_str tta_name_start(const tta_document *document, const tta_name *name);
/** The names with this sigil that can be used at the offset. */
tta_status tta_document_complete_name(tta_document *document, char sigil, uint32_t offset,
                                      const tta_completion **items, size_t *count);
/** The edits that give the name at the offset another text.
 *  @param new_name  with or without its sigil
 *  @return TTA_INVALID with a reason: it is not a name, or another one of that scope has it; TTA_NO_MEMORY */
tta_status tta_document_rename(tta_document *document, uint32_t offset, tta_str new_name, const tta_edit **edits,
                               size_t *count, tta_buf *reason);

#endif
