/* document.h: the parts of a tta_document. */
#ifndef TTA_DOCUMENT_DOCUMENT_H
#define TTA_DOCUMENT_DOCUMENT_H

#include "base/array.h"
#include "base/str.h"
#include "diag/check_options.h"
#include "document/lines.h"
#include "parse/reader.h"
#include "parse/repair.h"
#include "ttattr/document.h"

typedef struct tta_check_watch tta_check_watch;
typedef struct tta_read_item tta_read_item;

/** An item, relative to its section. */
typedef struct tta_kept_item {
  uint32_t begin, end;
  uint32_t context : 3;
  uint32_t inner : 1;   /* inside the opaque value of an alias, which is an item before it */
  uint32_t closed : 1;  /* parsed without a diagnostic, and the scan goes on at its end, outside of locations */
  uint32_t shared : 1;  /* a rule keeps something of it for the section: a device, a system, ... */
  uint32_t far : 1;     /* not closed, and later lines can have an influence on it */
  uint32_t name : 25;   /* how far before `begin` its name starts; 0 = no name */
} tta_kept_item;

/** What the results of a section depend on, beyond the text of its items and of those that are `shared`. */
typedef struct tta_check_scope {
  bool is_local;          /* on nothing: the check of a part can take the place of a check of the section */
  uint32_t dialects;      /* bits of tt and ttcore, if names of it occur */
  size_t effort;          /* of the bytes that repairs may parse and the faults that are reported, what was used */
  uint32_t *repaired;     /* where the definitions begin for which fix-its were proposed */
  uint32_t num_repaired;
} tta_check_scope;

/** Edits of a section since its last check. The results hold for the rest of its text. */
typedef struct tta_section_edits {
  tta_span changed;  /* relative to the section, in its present text: around all edits */
  uint32_t growth;   /* of the section, modulo 2^32 */
  bool names;        /* a name of an alias was changed or removed */
} tta_section_edits;

/** A section and the results of its check: one block that holds diagnostics, their parts, items and texts. */
typedef struct tta_section {
  uint32_t begin, end;       /* of its text; the marker and the next section follow */
  uint32_t origin;           /* the spans of `diagnostics` count from here; brought to `begin` when they are read */
  bool stale;                /* has to be checked: it has no results, or those of before `edits` */
  bool has_before;           /* it is stale and has results of before `edits` */
  bool has_errors;
  tta_section_edits edits;   /* if has_before */
  tta_check_scope scope;     /* of its last check */
  tta_file_suppressions own; /* what its comments add to other sections */
  uint32_t num_errors, num_warnings;
  uint32_t num_diagnostics, num_items;
  size_t first_diagnostic, first_item; /* in the whole document */
  tta_diagnostic *diagnostics;
  tta_kept_item *items;
  uint32_t *values;          /* of each diagnostic: tta_value_diagnostic, 0: it is not of a value */
  void *block;
  size_t block_bytes;
} tta_section;

/** The section that queries read: its aliases, and the tree of the last item. */
typedef struct tta_open_section {
  bool is_open;
  bool is_narrow;        /* it has only the aliases that `items` need */
  const size_t *items;
  uint32_t num_items;
  size_t section;
  tta_arena arena;
  tta_report report;     /* of what is parsed for queries; never shown */
  tta_reader reader;
  tta_tree_mark aliases; /* the end of the aliases in the tree */
  size_t item;           /* whose tree follows; TTA_DOCUMENT_NONE = none */
  tta_node_id root;
} tta_open_section;

/** The names of one section. */
typedef struct tta_names {
  bool is_read;
  size_t section;
  tta_arena arena;
  tta_strmap numbers; /* name -> alias; the keys point into the text */
  tta_document_alias *aliases;
  uint32_t num_aliases, cap_aliases;
} tta_names;

struct tta_document {
  const tta_allocator *allocator;
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
  size_t num_diagnostics, num_items, num_errors, num_warnings;
  tta_kept_item *items_seen; /* of the section that is being checked */
  uint32_t num_items_seen, cap_items_seen;
  uint32_t outer_seen;       /* the last of them that is not inside another */
  uint32_t num_items_marked; /* tta_items_mark was called for */
  bool items_failed;         /* no memory for one of them */
  bool items_astray;         /* what others depend on is not of one item, or an item depends on text far from it */
  tta_open_section open;
  tta_names names;
  uint32_t num_narrow;   /* queries since the last edit that have read only what they need */
  tta_arena answer;      /* of the last query */
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
/** Checks the text of one section, or parts of it. */
tta_status tta_section_run(tta_document *document, const tta_section *section, bool canonicalise,
                           tta_check_watch watch, tta_check **check);
/** The first item of a section that ends after `offset`, which counts from the start of the section. */
uint32_t tta_section_first_item_after(const tta_section *section, uint32_t offset);
/** How far after its begin the text can have an influence on an item without making checks of parts impossible. */
enum { TTA_ITEM_REACH = 8192 };
/** Whether others depend on an item. */
static inline bool tta_item_is_shared(const tta_kept_item *item) {
  return item->shared || item->context == TTA_CONTEXT_ALIAS || item->context == TTA_CONTEXT_DEVICE_OPERATION ||
         item->context == TTA_CONTEXT_MODULE_DEVICE || item->context == TTA_CONTEXT_MODULE_SYSTEM;
}
/** Begins the list `items_seen` of a check, and adds to it: tta_check_watch.visit and the start of .read. */
void tta_items_begin(tta_document *document);
void tta_items_see(tta_document *document, const tta_island *island);
void tta_items_mark(tta_document *document, const tta_section *section, const tta_read_item *read);

/* results.c */
void tta_section_free_results(const tta_document *document, tta_section *section);
/** Keeps the results of a check, and document->items_seen. The section has no results. */
tta_status tta_section_keep(tta_document *document, tta_section *section, const tta_check *check);
/** A part of a section whose results are replaced. Items and diagnostics by number. */
typedef struct tta_results_part {
  uint32_t first_item, end_item, first_diagnostic, end_diagnostic; /* which go */
  const tta_kept_item *items; /* of these come those from first_seen on, before end_seen */
  uint32_t first_seen, end_seen;
} tta_results_part;
/** Replaces parts of the results. On failure the section has none.
 *  @param parts in order  @param check  all of its diagnostics come; each is in one of the parts
 *  @param scope of all results; `repaired` is copied */
tta_status tta_section_replace(tta_document *document, tta_section *section, const tta_results_part *parts,
                               uint32_t num_parts, const tta_check *check, tta_check_scope scope);
/** Whether the notes of a diagnostic are its own; a repeat can share those of its first one. */
bool tta_diagnostic_has_notes(const tta_diagnostic *diagnostic);
/** Moves all spans of a diagnostic of a section. */
void tta_diagnostic_move(tta_diagnostic *diagnostic, tta_span (*move)(const void *user, tta_span span),
                         const void *user);

/* recheck.c */
/** Notes an edit whose results outside of it may be kept. The text is still the old one.
 *  @param range relative to the section @return false: the whole section has to be checked */
bool tta_section_edit(const tta_document *document, tta_section *section, tta_span range, tta_str text);
/** Reads what the edits of a section have touched. @param done false: the whole section has to be checked */
tta_status tta_section_recheck(tta_document *document, tta_section *section, bool *done);

/** Between these two calls the text of the section ends with a NUL byte, so that nothing can read beyond it. */
static inline char tta_section_enter(tta_document *d, const tta_section *s) {
  char hidden = d->text[s->end];
  d->text[s->end] = 0;
  return hidden;
}
static inline void tta_section_leave(tta_document *d, const tta_section *s, char hidden) { d->text[s->end] = hidden; }

/* check.c */
/** An item that was read. */
struct tta_read_item {
  uint32_t part;  /* of tta_check_watch.parts */
  uint32_t at;    /* where the scan goes on */
  uint32_t reach; /* the text up to here, and its line, can have an influence on how the item was parsed */
  bool is_open;   /* it could not be parsed, or is in a location or an opaque value */
  bool is_shared; /* a rule keeps something of it for the section */
  bool asks_section; /* a message about it depends on the rest of the section */
};
/** Who watches a check. */
struct tta_check_watch {
  tta_island_visitor visit; /* as of tta_check_visit; may be NULL */
  /** After each item. Optional. @return false: nothing more is read of this part */
  bool (*read)(void *user, const tta_read_item *item);
  void *user;
  const tta_text_part *parts;    /* of the text, which is one section; NULL: all of it */
  uint32_t num_parts;
};
tta_status tta_check_watched(tta_source *source, const tta_check_options *options, tta_check_watch watch,
                             tta_check **check);
/** A diagnostic that equal values share, and what they have in common: a hash of their canonical text, not 0. */
typedef struct tta_value_diagnostic {
  const tta_diagnostic *diagnostic;
  uint32_t value;
} tta_value_diagnostic;
/** Those of a check that was watched with `read`, without repeats. */
const tta_value_diagnostic *tta_check_value_diagnostics(const tta_check *check, size_t *count);
/** Of a check that was watched with `read`; `repaired` lives as long as the check. */
tta_check_scope tta_check_scope_of(const tta_check *check);
static inline bool tta_check_scope_has_effort_left(tta_check_scope scope) { return scope.effort < TTA_REPAIR_BYTES; }
/** What the comments of the text add to other sections of the same file. */
const tta_file_suppressions *tta_check_file_suppressions(const tta_check *check);

/* trees.c */
/** The definitions that names of a text need, with those that these need, and other items that are wanted. */
typedef struct tta_need {
  tta_str text;          /* of the section */
  tta_strmap names;
  tta_arena arena;
  uint32_t *items;       /* the last one in the text first */
  uint32_t num_items, cap_items;
  uint32_t max_items;    /* with so many the search ends; 0: all are found */
  bool failed;           /* no memory */
} tta_need;
void tta_need_init(tta_need *need, tta_str text, const tta_allocator *allocator);
/** Adds the names in a span of the text. */
void tta_need_names(tta_need *need, tta_span span);
/** Adds the names that are a word of the text after # and after !. */
void tta_need_word(tta_need *need, tta_span word);
/** Finds the definitions. @param shared all other items that are `shared`, too */
void tta_need_find(tta_need *need, const tta_section *section, bool shared);
void tta_need_free(tta_need *need);

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
/** The same, with only the aliases that `name` (may be empty) and some items need: for one query. The trees of the last
 *  query are gone. @param items  of the section */
tta_status tta_document_open_for(tta_document *document, size_t section, tta_str name, const size_t *items,
                                 uint32_t num_items);
/** Whether a query should read only what it needs: after so many a table of all names and the trees of all aliases
 *  would have cost less. A hover is two such queries. */
static inline bool tta_document_may_be_narrow(tta_document *d) {
  enum { MAX_NARROW = 32 };
  return d->num_narrow < MAX_NARROW && ++d->num_narrow;
}
void tta_document_close(tta_document *document);
/** The tree of an item in the open section, 0 if it cannot be parsed. */
tta_status tta_document_tree(tta_document *document, size_t item, tta_node_id *root);
/** The item around `offset`; TTA_DOCUMENT_NONE if there is none. */
size_t tta_document_item_around(const tta_document *document, uint32_t offset);

/* names.c */
/** The span of the name whose `#`, `!` or first letter is at `begin`. */
tta_span tta_name_span(const char *text, uint32_t begin);
/** Calls `each` for each alias name in [begin, end) of a text that has a NUL somewhere after it, until it answers
 *  false. Names in strings and comments are not names. */
void tta_names_each(const char *text, tta_span range, bool (*each)(void *user, tta_span name, bool is_definition),
                    void *user);
tta_status tta_names_read(tta_document *document, size_t section);
/** One alias of a section. @param name  with its # or !  @param out `name` is empty if the section has no such name */
tta_status tta_names_find(tta_document *document, size_t section, tta_str name, tta_document_alias *out);
void tta_names_free(tta_document *document);

#endif
