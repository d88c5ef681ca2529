/* Bodies of unknown attributes inside an island: they are searched for islands like an operation. */
#include "parse/opaque.h"

#include <string.h>

#include "parse/repair.h"
#include "print/print.h"

enum { OPAQUE_LEVELS = 8 }; /* deeper bodies stay as they are: each level is read once more */

static bool read_inner(tta_reader *d, tta_span body, uint32_t begin, uint32_t level, tta_inner_visitor visit,
                       void *user) {
  tta_report_mark reported = tta_report_position(d->report);
  tta_tree_mark mark = tta_tree_position(&d->tree);
  uint32_t undefined = d->parser.num_undefined;
  tta_node_id root = tta_parse_once(&d->parser, TTA_ENTRY_VALUE, begin); /* errors are not reported */
  d->parser.num_undefined = undefined;
  uint32_t end = (uint32_t)(d->parser.at - d->text.data);
  tta_inner_island island = {root, mark.num_nodes, {begin, end}, level + 1};
  bool good = root && !(tta_node_at(&d->tree, root)->flags & TTA_NODE_HAS_ERRORS) && end <= body.end;
  bool keep = false;
  tta_report_rewind(d->report, reported);
  if (good) keep = visit(user, d, &island);
  if (!keep) tta_tree_rewind(&d->tree, mark);
  d->parser.at = d->text.data + (good ? end : begin + 1);
  return keep;
}

bool tta_inner_islands(tta_reader *d, tta_node_id opaque, uint32_t level, tta_inner_visitor visit, void *user) {
  if (level >= OPAQUE_LEVELS) return false;
  tta_parser around = d->parser;
  tta_span body = tta_node_span(&d->tree, opaque);
  tta_scanner scanner;
  tta_scanner_init(&scanner, d->text, body.begin + 1, body.end, d->report);
  scanner.plain_tensors = true;
  bool keep = false;
  while (!d->tree.status) {
    tta_report_mark reported = tta_report_position(d->report);
    tta_scan_item item = tta_scan(&scanner);
    tta_report_rewind(d->report, reported);
    if (item.kind == TTA_SCAN_END || item.begin >= body.end) break;
    if (item.kind == TTA_SCAN_DEVICE) scanner.at = d->text.data + item.begin + 1;
    if (item.kind != TTA_SCAN_ISLAND) continue;
    keep |= read_inner(d, body, item.begin, level, visit, user);
    scanner.at = d->parser.at;
  }
  d->parser.at = around.at;
  d->parser.comment = around.comment;
  d->parser.opaque = around.opaque;
  d->parser.canonical = around.canonical;
  d->parser.max_depth = around.max_depth;
  d->parser.failed_at = around.failed_at;
  return keep;
}

/* ---- canonical text ---------------------------------------------------------------------------------------------- */

typedef struct rewriting {
  tta_buf text;
  uint32_t copied; /* the source is in `text` up to here */
} rewriting;

static void canonicalize_from(tta_reader *d, tta_node_id first, uint32_t level);

static bool append_island(void *user, tta_reader *d, const tta_inner_island *island) {
  rewriting *r = user;
  if (d->parser.comment) return false; /* stays as it is */
  canonicalize_from(d, island->first, island->level);
  tta_buf_bytes(&r->text, d->text.data + r->copied, island->span.begin - r->copied);
  tta_print_node(&r->text, &d->tree, island->root, (tta_print_options){.expand_aliases = false});
  r->copied = island->span.end;
  return false;
}

static void keep_canonical_text(tta_reader *d, tta_node_id id, tta_str text) {
  uint32_t offset = (uint32_t)d->tree.opaque_text.size;
  tta_buf_bytes(&d->tree.opaque_text, text.data, text.size);
  tta_node_at(&d->tree, id)->first = offset;
  tta_node_at(&d->tree, id)->index = d->tree.opaque_text.failed ? 0 : (uint32_t)text.size;
}

static void canonicalize_opaque(tta_reader *d, tta_node_id id, uint32_t level) {
  tta_span body = tta_node_span(&d->tree, id);
  rewriting r = {.copied = body.begin};
  tta_buf_init(&r.text, d->allocator);
  tta_inner_islands(d, id, level, append_island, &r);
  if (r.text.size) tta_buf_bytes(&r.text, d->text.data + r.copied, body.end - r.copied);
  bool changed = r.text.size && (r.text.size != body.end - body.begin ||
                                 memcmp(r.text.data, d->text.data + body.begin, r.text.size) != 0);
  if (changed) keep_canonical_text(d, id, tta_buf_view(&r.text));
  if (r.text.failed || d->tree.opaque_text.failed) d->status = TTA_NO_MEMORY;
  tta_buf_free(&r.text);
}

static void canonicalize_from(tta_reader *d, tta_node_id first, uint32_t level) {
  uint32_t end = d->tree.num_nodes;
  for (tta_node_id id = first; id < end; id++)
    if (tta_node_at(&d->tree, id)->kind == TTA_NODE_OPAQUE) canonicalize_opaque(d, id, level);
}

void tta_canonicalize_opaques(tta_reader *d, tta_node_id first) { canonicalize_from(d, first, 0); }
