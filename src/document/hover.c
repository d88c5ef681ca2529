/* Hover: what is at an offset, and the facts about it. */
#include "document/facts.h"

#include "base/chars.h"
#include "layout/values.h"
#include "text/token.h"

/* `field` of `field = value` around the offset: the child of the attribute that it is the name of. */
static tta_node_id keyed_child(const tta_tree *tree, tta_node_id attribute, uint32_t offset, tta_span *key) {
  const char *text = tree->text.data, *low = text + tta_node_at(tree, attribute)->begin;
  for (tta_node_id c = tta_node_first(tree, attribute); c; c = tta_node_at(tree, c)->next) {
    const tta_node *n = tta_node_at(tree, c);
    if (!(n->flags & TTA_NODE_KEYED) || n->begin <= offset) continue;
    tta_str name = tta_key_before(low, text + n->begin);
    if (!name.size) continue;
    *key = (tta_span){(uint32_t)(name.data - text), (uint32_t)(name.data + name.size - text)};
    if (key->begin <= offset && offset < key->end) return c;
  }
  return 0;
}

enum { USES_TRIED = 8 };

/* A use of an alias as the encoding of a tensor: what a layout without its tensor cannot say follows from it. */
static tta_status find_tensor_of_use(tta_document *d, const tta_name *alias, tta_node_place *place,
                                     const tta_tree **tree) {
  for (uint32_t i = 0; i < alias->num_uses && i < USES_TRIED; i++) {
    size_t item = tta_document_item_around(d, alias->uses[i].span.begin);
    tta_node_id root = 0;
    if (item == TTA_DOCUMENT_NONE) continue;
    tta_status status = tta_document_tree(d, item, &root);
    if (status) return status;
    const tta_tree *t = &d->open.reader.tree;
    tta_node_place found = tta_place_at(t, root, alias->uses[i].span.begin - t->origin);
    if (!root || tta_node_at(t, found.node)->kind != TTA_NODE_ALIAS ||
        tta_node_at(t, found.node)->field != TTA_FIELD_encoding)
      continue;
    found.node = tta_node_resolve(t, found.node); /* the field of the use is not at the cursor */
    *place = found;
    *tree = t;
    return TTA_OK;
  }
  return TTA_OK;
}

/* What an alias stands for: the tensor that it is the encoding of at `begin`, or at its first uses; else its value.
 *  place->node is 0 if it has no value. */
static tta_status find_alias(tta_document *d, const tta_name *alias, uint32_t begin, tta_node_place *place,
                             const tta_tree **out) {
  *place = (tta_node_place){0};
  size_t item = tta_document_item_around(d, begin);
  tta_status status = tta_document_open(d, alias->section);
  if (status) return status;
  const tta_tree *tree = *out = &d->open.reader.tree;
  const uint32_t *number = tta_strmap_find(&d->open.reader.alias_numbers, alias->text);
  if (!number || tree->aliases[*number].poisoned) return TTA_OK;
  tta_node_id root = 0;
  if (item != TTA_DOCUMENT_NONE) status = tta_document_tree(d, item, &root);
  if (status) return status;
  if (root) *place = tta_place_at(tree, root, begin - tree->origin);
  if (!place->node || tta_node_at(tree, place->node)->kind != TTA_NODE_ALIAS) { /* its definition, or in an operation */
    *place = tta_place_of_child(tree, (tta_node_place){0}, tree->aliases[*number].value);
    status = find_tensor_of_use(d, alias, place, out);
  }
  return status;
}

static tta_status about_alias(tta_document *d, const tta_name *alias, uint32_t begin, tta_fact_list *facts) {
  tta_node_place place;
  const tta_tree *tree;
  tta_fact_add_text(facts, "alias", alias->text);
  tta_fact_add(facts, "uses", "%u", alias->num_uses);
  if (alias->value.end) tta_fact_add_text(facts, "definition", tta_name_start(d, alias));
  tta_status status = find_alias(d, alias, begin, &place, &tree);
  if (status || !place.node) return status;
  if (place.tensor) tta_fact_add_text(facts, "tensor", tta_node_text(tree, place.tensor));
  return tta_facts_of_node(facts, tree, place, false, d->allocator);
}

/* Opens the section of an item. @param alias receives what the item defines; without a name: nothing */
static tta_status open_item(tta_document *d, size_t item, tta_name *alias) {
  tta_document_item definition = tta_document_item_at(d, item);
  tta_status status = TTA_OK;
  *alias = (tta_name){0};
  if (definition.context == TTA_CONTEXT_ALIAS) status = tta_document_alias_at(d, definition.name.begin, alias);
  if (alias->definition.begin != definition.name.begin) *alias = (tta_name){0};
  return status ? status : tta_document_open(d, definition.section);
}

/* Inside the definition of a layout: a tensor that uses it. */
static tta_status find_tensor_of_definition(tta_document *d, const tta_name *alias, tta_node_place *place) {
  tta_node_place use = {0};
  const tta_tree *tree = NULL;
  if (!alias->text.size || place->tensor) return TTA_OK;
  tta_status status = find_tensor_of_use(d, alias, &use, &tree);
  place->tensor = use.tensor;
  return status;
}

static tta_status about_value(tta_document *d, size_t item, uint32_t offset, tta_fact_list *facts, tta_span *span) {
  tta_node_id root;
  tta_name alias;
  tta_status status = open_item(d, item, &alias);
  if (!status) status = tta_document_tree(d, item, &root);
  if (status || !root) return status;
  const tta_tree *tree = &d->open.reader.tree;
  uint32_t at = offset - tree->origin;
  tta_node_place place = tta_place_at(tree, root, at);
  if (!tta_node_holds(tree, root, at)) return TTA_OK;
  tta_span here = tta_node_span(tree, place.node), key;
  tta_node_id field = keyed_child(tree, place.node, at, &key);
  if (field) {
    place = tta_place_of_child(tree, place, field);
    here = key;
  }
  *span = (tta_span){here.begin + tree->origin, here.end + tree->origin};
  bool device_op = tta_document_item_at(d, item).context == TTA_CONTEXT_DEVICE_OPERATION;
  status = find_tensor_of_definition(d, &alias, &place);
  if (status) return status;
  return tta_facts_of_node(facts, tree, place, device_op, d->allocator);
}

/* ---- values, blocks and symbols ---- */

/* The item that a type in the text is, or NONE. */
static size_t item_of_type(const tta_document *d, tta_str type) {
  uint32_t begin = (uint32_t)(type.data - d->text);
  size_t item = tta_document_first_item(d, begin);
  tta_span span = item < d->num_items ? tta_document_item_at(d, item).span : (tta_span){0, 0};
  return span.begin == begin && span.end == begin + type.size ? item : TTA_DOCUMENT_NONE;
}

/* The facts of a type in the text: those of its item if it is one, else the type as it is written. */
static tta_status about_type(tta_document *d, tta_str type, tta_fact_list *facts) {
  uint32_t begin = (uint32_t)(type.data - d->text);
  size_t item = item_of_type(d, type);
  tta_node_id root;
  if (item == TTA_DOCUMENT_NONE) {
    tta_fact_add_text(facts, "type", type);
    return TTA_OK;
  }
  tta_status status = tta_document_open(d, tta_document_item_at(d, item).section);
  if (!status) status = tta_document_tree(d, item, &root);
  if (status || !root) return status;
  const tta_tree *tree = &d->open.reader.tree;
  return tta_facts_of_node(facts, tree, tta_place_at(tree, root, begin - tree->origin), false, d->allocator);
}

/* The type of a value of this name; empty if it has none. */
static tta_str type_of_use(const tta_name *name, tta_name_use use) {
  bool has_type = name->kind == TTA_NAME_VALUE && use.result < name->num_results;
  return has_type ? name->types[use.result] : (tta_str){NULL, 0};
}

static tta_status about_name(tta_document *d, uint32_t offset, tta_fact_list *facts, tta_span *span) {
  tta_name name;
  tta_status status = tta_document_name_at(d, offset, &name);
  if (status || !name.text.size || name.kind == TTA_NAME_ALIAS) return status;
  tta_name_use use = tta_name_use_at(&name, offset);
  *span = use.span;
  tta_fact_add_text(facts, "name", tta_str_between(d->text + use.span.begin, d->text + use.span.end));
  tta_fact_add(facts, "uses", "%u", name.num_uses);
  if (name.kind != TTA_NAME_VALUE) {
    if (name.value.end) tta_fact_add_text(facts, "definition", tta_name_start(d, &name));
    return TTA_OK;
  }
  tta_str type = type_of_use(&name, use);
  return type.size ? about_type(d, type, facts) : TTA_OK;
}

/* Where the name around the offset starts. */
static uint32_t name_begin(const tta_document *d, uint32_t offset) {
  while (offset > 0 && d->text[offset] != '#' && d->text[offset] != '!') offset--;
  return offset;
}

/* The tensor around the offset, also that of a layout's definition; else the outermost value. */
static tta_status find_subject(tta_document *d, size_t item, uint32_t offset, tta_node_place *place) {
  tta_node_id root;
  tta_name alias;
  tta_status status = open_item(d, item, &alias);
  if (!status) status = tta_document_tree(d, item, &root);
  if (status || !root) return status;
  const tta_tree *tree = &d->open.reader.tree;
  *place = tta_place_at(tree, root, offset - tree->origin);
  status = find_tensor_of_definition(d, &alias, place);
  if (!place->tensor) place->node = root;
  return status;
}

/* The tensor in the type of the value around the offset. */
static tta_status find_subject_of_value(tta_document *d, uint32_t offset, tta_node_place *place) {
  tta_name name;
  tta_status status = tta_document_name_at(d, offset, &name);
  if (status || !name.text.size) return status;
  tta_str type = type_of_use(&name, tta_name_use_at(&name, offset));
  size_t item = type.size ? item_of_type(d, type) : TTA_DOCUMENT_NONE;
  return item == TTA_DOCUMENT_NONE ? TTA_OK : find_subject(d, item, (uint32_t)(type.data - d->text), place);
}

tta_status tta_document_subject_at(tta_document *d, uint32_t offset, tta_value *out) {
  tta_name alias;
  tta_node_place place = {0};
  const tta_tree *tree = NULL;
  *out = (tta_value){NULL, 0};
  tta_status status = tta_document_alias_at(d, offset, &alias); /* starts a query */
  if (status || offset >= d->size) return status;
  if (alias.text.size) {
    status = find_alias(d, &alias, name_begin(d, offset), &place, &tree);
  } else {
    size_t item = tta_document_item_around(d, offset);
    status = item == TTA_DOCUMENT_NONE ? find_subject_of_value(d, offset, &place)
                                       : find_subject(d, item, offset, &place);
  }
  if (status || !place.node) return status;
  tree = &d->open.reader.tree;
  tta_node_id node = place.tensor ? place.tensor : tta_node_resolve(tree, place.node);
  if (!tta_layout_expands_too_far(tree, node)) *out = (tta_value){tree, node};
  return TTA_OK;
}

tta_status tta_document_hover_at(tta_document *d, uint32_t offset, tta_document_hover *out) {
  tta_name alias;
  *out = (tta_document_hover){.span = {offset, offset}};
  tta_status status = tta_document_alias_at(d, offset, &alias); /* starts a query */
  if (status || offset >= d->size) return status;
  tta_fact_list facts = {.arena = &d->answer};
  if (alias.text.size) {
    uint32_t begin = name_begin(d, offset);
    out->span = tta_name_span(d->text, begin);
    status = about_alias(d, &alias, begin, &facts);
  } else {
    size_t item = tta_document_item_around(d, offset);
    if (item != TTA_DOCUMENT_NONE) status = about_value(d, item, offset, &facts, &out->span);
    else status = about_name(d, offset, &facts, &out->span);
  }
  if (!status) status = tta_system_facts(d, tta_document_find_section(d, offset), &facts);
  if (status || d->answer.failed) {
    *out = (tta_document_hover){.span = {offset, offset}};
    return status ? status : TTA_NO_MEMORY;
  }
  out->facts = facts.list;
  out->num_facts = facts.num_list;
  if (!facts.num_list) out->span = (tta_span){offset, offset};
  return TTA_OK;
}
