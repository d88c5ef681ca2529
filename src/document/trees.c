/* Trees of attributes for queries: the aliases of one section, and the item that was asked for last. */
#include "base/str.h"
#include "document/document.h"
#include "print/json.h"
#include "print/print.h"

void tta_document_close(tta_document *d) {
  tta_open_section *o = &d->open;
  if (!o->is_open) return;
  tta_reader_free(&o->reader);
  tta_report_free(&o->report);
  tta_arena_free(&o->arena);
  *o = (tta_open_section){0};
}

static bool has_failed(const tta_open_section *o) {
  return o->reader.status || o->reader.tree.status || o->report.status || o->arena.failed;
}

static bool is_definition(const tta_kept_item *item) { return item->context == TTA_CONTEXT_ALIAS && item->name; }

static tta_status define_alias(tta_open_section *o, const tta_kept_item *item) {
  tta_span name = tta_name_span(o->reader.text.data, item->begin - item->name);
  tta_reader_define_alias(&o->reader, name, item->begin);
  return has_failed(o) ? TTA_NO_MEMORY : TTA_OK;
}

static tta_status define_aliases(tta_open_section *o, const tta_section *s) {
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < s->num_items && !status; i++)
    if (is_definition(&s->items[i])) status = define_alias(o, &s->items[i]);
  return status;
}

/* ---- opening ---- */

tta_status tta_document_open(tta_document *d, size_t section) {
  tta_open_section *o = &d->open;
  if (o->is_open && o->section == section) return TTA_OK;
  tta_document_close(d);
  const tta_section *s = &d->sections[section];
  *o = (tta_open_section){.is_open = true, .section = section, .item = TTA_DOCUMENT_NONE};
  tta_arena_init(&o->arena, d->allocator);
  tta_report_init(&o->report, &o->arena);
  tta_str text = (tta_str){d->text + s->begin, s->end - s->begin};
  char hidden = tta_section_enter(d, s);
  tta_status status =
      tta_reader_init(&o->reader, text, &o->report, d->allocator, (tta_reader_options){.era = d->options->era});
  if (!status) {
    o->reader.tree.origin = s->begin;
    tta_scanner_init(&o->reader.scanner, text, 0, (uint32_t)text.size, &o->report);
    status = define_aliases(o, s);
  }
  tta_section_leave(d, s, hidden);
  if (status) tta_document_close(d);
  else o->aliases = tta_tree_position(&o->reader.tree);
  return status;
}

/* An alias that a name stands for at `offset`: defined before, or a location. */
static tta_node_id alias_value(const tta_reader *r, tta_span name, uint32_t offset) {
  tta_str text = TTA_SPAN_TEXT(r->text.data, name);
  const uint32_t *number = tta_strmap_find(&r->alias_numbers, text);
  if (!number) return 0;
  const tta_alias *alias = &r->tree.aliases[*number];
  bool visible = alias->span.begin < offset || tta_node_is_location(&r->tree, alias->value);
  return visible && !alias->poisoned ? alias->value : 0;
}

/* All aliases of the section are known here, also those that are defined after the item: they are errors in it. */
static void hide_later_aliases(tta_tree *tree, tta_node_id first, uint32_t offset) {
  for (tta_node_id i = first; i < tree->num_nodes; i++)
    if (tree->nodes[i].kind == TTA_NODE_ALIAS && tree->aliases[tree->nodes[i].index].span.begin >= offset)
      tree->nodes[i].kind = TTA_NODE_ERROR;
}

static tta_node_id parse_item(tta_reader *r, const tta_kept_item *item) {
  const char *text = r->text.data;
  uint32_t named = item->begin - item->name;
  tta_span body;
  bool alias_use = (text[item->begin] == '#' || text[item->begin] == '!') && item->context != TTA_CONTEXT_ALIAS &&
                   item->context != TTA_CONTEXT_OPERATION;
  if (alias_use) {
    tta_span name = tta_name_span(text, item->begin);
    if (name.end == item->end) return alias_value(r, name, item->begin);
  }
  switch ((tta_island_context)item->context) {
  case TTA_CONTEXT_ALIAS: {
    tta_span name = tta_name_span(text, named);
    const uint32_t *number = tta_strmap_find(&r->alias_numbers, TTA_SPAN_TEXT(text, name));
    if (number && r->tree.aliases[*number].span.begin == name.begin) return r->tree.aliases[*number].value;
    return tta_reader_parse_alias(r, name, item->begin, &body);
  }
  case TTA_CONTEXT_USE: return 0;
  case TTA_CONTEXT_DEVICE_OPERATION: {
    tta_node_id root = tta_parse_island(&r->parser, TTA_ENTRY_DEVICE, item->begin);
    if (root && !strncmp(text + named, "ttcore", 6)) tta_node_at(&r->tree, root)->dialect = TTA_TTCORE;
    return root;
  }
  default: return tta_parse_island(&r->parser, TTA_ENTRY_VALUE, item->begin);
  }
}

tta_status tta_document_tree(tta_document *d, size_t item, tta_node_id *root) {
  tta_open_section *o = &d->open;
  const tta_section *s = &d->sections[o->section];
  if (o->item != item) {
    const tta_kept_item *kept = &s->items[item - s->first_item];
    tta_tree_rewind(&o->reader.tree, o->aliases);
    char hidden = tta_section_enter(d, s);
    o->root = parse_item(&o->reader, kept);
    hide_later_aliases(&o->reader.tree, o->aliases.num_nodes, kept->begin - kept->name);
    tta_section_leave(d, s, hidden);
    o->item = item;
    if (has_failed(o)) {
      tta_document_close(d);
      return TTA_NO_MEMORY;
    }
  }
  *root = o->root;
  return TTA_OK;
}

tta_status tta_document_value(tta_document *d, size_t item, tta_value *value) {
  *value = (tta_value){NULL, 0};
  tta_status status = tta_document_begin_query(d);
  if (status) return status;
  if (item >= d->num_items) return TTA_INVALID;
  status = tta_document_open(d, tta_document_item_at(d, item).section);
  tta_node_id root = 0;
  if (!status) status = tta_document_tree(d, item, &root);
  if (!status) *value = (tta_value){&d->open.reader.tree, root};
  return status;
}

bool tta_node_holds(const tta_tree *tree, tta_node_id node, uint32_t offset) {
  const tta_node *n = tta_node_at(tree, node);
  return node && n->begin <= offset && offset < n->end && !tta_node_is_elided(n);
}

tta_node_place tta_place_of_child(const tta_tree *tree, tta_node_place from, tta_node_id child) {
  tta_node_place to = {child, from.node, from.attribute, from.tensor};
  if (tta_node_kind_name(tree, child)[0]) to.attribute = child;
  if (tta_node_at(tree, child)->kind == TTA_NODE_TENSOR) to.tensor = child;
  return to;
}

tta_node_place tta_place_at(const tta_tree *tree, tta_node_id root, uint32_t offset) {
  tta_node_place place = tta_place_of_child(tree, (tta_node_place){0}, root);
  if (!tta_node_holds(tree, root, offset)) return place;
  for (;;) {
    tta_node_id child = tta_node_first(tree, place.node);
    while (child && !tta_node_holds(tree, child, offset)) child = tta_node_at(tree, child)->next;
    if (!child) return place;
    place = tta_place_of_child(tree, place, child);
  }
}

tta_status tta_document_value_at(tta_document *d, uint32_t offset, tta_value_at *out) {
  *out = (tta_value_at){.item = TTA_DOCUMENT_NONE};
  tta_status status = tta_document_begin_query(d);
  if (status || offset >= d->size) return status;
  size_t item = tta_document_item_around(d, offset);
  if (item == TTA_DOCUMENT_NONE) return TTA_OK;
  status = tta_document_value(d, item, &out->outermost);
  if (status) return status;
  out->item = item;
  out->innermost = out->outermost;
  const tta_tree *tree = out->outermost.tree; /* the value of a use is elsewhere: it is its own innermost part */
  out->innermost.node = tta_place_at(tree, out->outermost.node, offset - tree->origin).node;
  return TTA_OK;
}
