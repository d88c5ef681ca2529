/* Dumps of tokens and trees, and of how src/maps decides the properties of maps. */
#include "ttattr/check.h"

#include "base/str.h"
#include "diag/check_options.h"
#include "maps/maps.h"
#include "parse/reader.h"

enum { SHOWN_BYTES = 60 };

typedef struct dumper {
  tta_buf *out;
  tta_source *source;
  const tta_tree *tree;
  tta_arena arena; /* of one question to src/maps */
  tta_status status;
} dumper;

static void put_position(dumper *d, tta_span span) {
  tta_position begin = tta_source_position(d->source, span.begin), end = tta_source_position(d->source, span.end);
  tta_buf_printf(d->out, "%u:%u-%u:%u", begin.line, begin.column, end.line, end.column);
}

/* On one line, and not all of it. */
static void put_text(dumper *d, tta_str text) {
  for (size_t i = 0; i < text.size && i < SHOWN_BYTES; i++)
    tta_buf_char(d->out, (unsigned char)text.data[i] < ' ' ? ' ' : text.data[i]);
  if (text.size > SHOWN_BYTES) tta_buf_str(d->out, "...");
}

static tta_status read_document(dumper *d, const tta_check_options *options,
                                bool (*island)(void *, tta_reader *, tta_node_id, tta_island_context, tta_span),
                                void (*token)(void *, const char *, tta_span)) {
  const tta_allocator *allocator = tta_allocator_or_default(options->allocator);
  if (d->source->text.size > TTA_MAX_TEXT_BYTES) return TTA_LIMIT;
  tta_arena arena;
  tta_report report; /* errors are not printed */
  tta_reader reader;
  tta_arena_init(&arena, allocator);
  tta_arena_init(&d->arena, allocator);
  tta_report_init(&report, &arena);
  tta_reader_options how = {.split = options->split,
                            .marker = options->split_marker,
                            .markdown = options->markdown,
                            .every_island = token != NULL};
  tta_status status = tta_reader_init(&reader, d->source->text, &report, allocator, how);
  tta_visitor visitor = {.user = d, .island = island};
  reader.parser.token_visitor = token;
  reader.parser.token_user = d;
  if (!status) status = tta_reader_read(&reader, &visitor);
  tta_reader_free(&reader);
  tta_report_free(&report);
  tta_arena_free(&d->arena);
  tta_arena_free(&arena);
  if (!status) status = d->status;
  return !status && d->out->failed ? TTA_NO_MEMORY : status;
}

static const char *const kind_names[] = {[TTA_NODE_NONE] = "none",
                                         [TTA_NODE_ERROR] = "error",
                                         [TTA_NODE_INT] = "integer",
                                         [TTA_NODE_FLOAT] = "float",
                                         [TTA_NODE_STRING] = "string",
                                         [TTA_NODE_BOOL] = "bool",
                                         [TTA_NODE_UNIT] = "unit",
                                         [TTA_NODE_SYMBOL] = "symbol",
                                         [TTA_NODE_WORD] = "word",
                                         [TTA_NODE_FLAGS] = "flags",
                                         [TTA_NODE_TYPED] = "typed",
                                         [TTA_NODE_DIMS] = "dims",
                                         [TTA_NODE_NAMED_DIMS] = "named dims",
                                         [TTA_NODE_MAP] = "map",
                                         [TTA_NODE_MAP_ATTR] = "affine_map",
                                         [TTA_NODE_SET_ATTR] = "affine_set",
                                         [TTA_NODE_MAP_RANK] = "map(n)",
                                         [TTA_NODE_COORD] = "coord",
                                         [TTA_NODE_PAREN_DIMS] = "(dims)",
                                         [TTA_NODE_AXIS] = "axis",
                                         [TTA_NODE_LIST] = "list",
                                         [TTA_NODE_BODY] = "body",
                                         [TTA_NODE_DICT] = "dictionary",
                                         [TTA_NODE_ENTRY] = "entry",
                                         [TTA_NODE_DENSE] = "dense",
                                         [TTA_NODE_ARRAY] = "array",
                                         [TTA_NODE_STRIDED] = "strided",
                                         [TTA_NODE_DYNAMIC] = "dynamic",
                                         [TTA_NODE_OPAQUE] = "opaque",
                                         [TTA_NODE_ALIAS] = "alias",
                                         [TTA_NODE_ATTRIBUTE] = "attribute",
                                         [TTA_NODE_SCALAR] = "scalar",
                                         [TTA_NODE_TENSOR] = "tensor",
                                         [TTA_NODE_MEMREF] = "memref",
                                         [TTA_NODE_VECTOR] = "vector",
                                         [TTA_NODE_COMPLEX] = "complex",
                                         [TTA_NODE_TUPLE] = "tuple",
                                         [TTA_NODE_FUNCTION] = "function"};

/* ---- tokens -------------------------------------------------------------------------------------------------*/

static void dump_token(void *user, const char *class, tta_span span) {
  dumper *d = user;
  if (span.begin == span.end) return; /* the start or the end of an island */
  put_position(d, span);
  tta_buf_printf(d->out, " %s ", class);
  put_text(d, TTA_SPAN_TEXT(d->source->text.data, span));
  tta_buf_char(d->out, '\n');
}

tta_status tta_dump_tokens(tta_buf *out, tta_source *source, const tta_check_options *options) {
  dumper d = {.out = out, .source = source};
  const tta_check_options how = tta_check_options_or_default(options);
  return read_document(&d, &how, NULL, dump_token);
}

/* ---- trees ------------------------------------------------------------------------------------------------------- */

static void indent(dumper *d, uint32_t depth) {
  for (uint32_t i = 0; i < depth; i++) tta_buf_str(d->out, "  ");
}

/* Whether the map is injective on `box`. */
static void dump_legality(dumper *d, tta_node_id map_node, tta_node_id shape_node, const char *what, uint32_t depth) {
  static const char *const answers[] = {"overlap", "no overlap", "undecided"};
  tta_map map;
  tta_injectivity answer = {.injective = TTA_UNKNOWN};
  if (tta_node_at(d->tree, shape_node)->kind != TTA_NODE_DIMS || !tta_node_map(d->tree, map_node, &map)) return;
  tta_arena_mark mark = tta_arena_position(&d->arena);
  tta_shape box = tta_node_shape(d->tree, shape_node);
  tta_status status = box.rank == map.num_dims ? tta_maps_injectivity(&map, box, &d->arena, &answer) : TTA_INVALID;
  indent(d, depth);
  tta_buf_printf(d->out, "legality of the map on the %s: ", what);
  if (status == TTA_OK)
    tta_buf_printf(d->out, "%s (%s)\n", answers[answer.injective], tta_maps_method_name(answer.method));
  else if (status == TTA_INVALID) tta_buf_str(d->out, "cannot be asked (ranks, extents, symbols or divisors)\n");
  else if (status == TTA_OVERFLOW) tta_buf_str(d->out, "a value leaves 64 bits\n");
  else if (status == TTA_LIMIT) tta_buf_str(d->out, "the map is too large\n");
  else d->status = TTA_NO_MEMORY;
  tta_arena_rewind(&d->arena, mark);
}

static void dump_decisions(dumper *d, tta_node_id id, uint32_t depth) {
  const tta_node *n = tta_node_at(d->tree, id);
  if (n->flags & TTA_NODE_HAS_ERRORS) return;
  if (n->kind == TTA_NODE_TENSOR) {
    tta_node_id layout = tta_node_resolve(d->tree, tta_node_child(d->tree, id, TTA_FIELD_encoding));
    if (tta_node_at(d->tree, layout)->kind != TTA_NODE_ATTRIBUTE) return;
    tta_node_id linear = tta_node_child(d->tree, layout, TTA_FIELD_linear);
    if (linear) dump_legality(d, linear, tta_node_child(d->tree, id, TTA_FIELD_shape), "tensor", depth);
  } else if (tta_node_is_attribute(d->tree, id, TTA_ATTR_grid)) {
    tta_node_id mapping = tta_node_child(d->tree, id, TTA_FIELD_mapping);
    if (mapping) dump_legality(d, mapping, tta_node_child(d->tree, id, TTA_FIELD_shape), "grid", depth);
  }
}

static void dump_node(dumper *d, tta_node_id id, uint32_t depth) {
  const tta_node *n = tta_node_at(d->tree, id);
  tta_node_id first = tta_node_first(d->tree, id);
  indent(d, depth);
  if (n->field) tta_buf_printf(d->out, "%s: ", tta_field_name((tta_field)n->field));
  if (n->kind == TTA_NODE_ATTRIBUTE)
    tta_buf_printf(d->out, "%s.%s", tta_dialect_names[n->dialect], tta_attributes[n->index].mnemonic);
  else tta_buf_str(d->out, kind_names[n->kind]);
  if (!first) {
    tta_buf_char(d->out, ' ');
    put_text(d, tta_node_text(d->tree, id));
  }
  tta_buf_str(d->out, n->flags & TTA_NODE_HAS_ERRORS ? " has_errors @" : " @");
  put_position(d, tta_node_span(d->tree, id));
  tta_buf_char(d->out, '\n');
  for (tta_node_id c = first; c; c = tta_node_at(d->tree, c)->next) dump_node(d, c, depth + 1);
  dump_decisions(d, id, depth + 1);
}

static bool tree_of_island(void *user, tta_reader *reader, tta_node_id root, tta_island_context place,
                           tta_span span) {
  dumper *d = user;
  d->tree = &reader->tree;
  /* shown where it is defined */
  bool use = root && tta_node_at(d->tree, root)->begin != span.begin && place != TTA_CONTEXT_DEVICE_OPERATION;
  if (root && !use) dump_node(d, root, 0);
  return false;
}

tta_status tta_dump_tree(tta_buf *out, tta_source *source, const tta_check_options *options) {
  dumper d = {.out = out, .source = source};
  const tta_check_options how = tta_check_options_or_default(options);
  return read_document(&d, &how, tree_of_island, NULL);
}
