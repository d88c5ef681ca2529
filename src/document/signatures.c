/* Signatures: the forms of the attribute around an offset. */
#include "document/facts.h"
#include "document/frames.h"

/* The row whose fields are around the offset, its name, the items before the offset. *found: whether there is one. */
static tta_status find_row(const tta_document *d, uint32_t low, uint32_t offset, tta_attribute *row, tta_str *name,
                           tta_body_items *items, bool *found) {
  tta_frame frames[TTA_MAX_FRAMES];
  tta_field_list fields;
  uint32_t count, body = 0;
  tta_status status = tta_find_frames(d, low, offset, frames, &count);
  *found = false;
  if (!count || frames[count - 1].row == TTA_NUM_ATTRIBUTES) return status;
  *row = frames[count - 1].row;
  *name = tta_str_between(d->text + frames[count - 1].name, d->text + frames[count - 1].open);
  if (frames[count - 1].device_op) {
    uint32_t at = frames[count - 1].name;
    *name = d->text[at + 2] == 'c' ? TTA_STR("ttcore.device") : TTA_STR("tt.device");
  }
  body = frames[count - 1].body;
  for (uint32_t i = count - 1; i-- > 0;) { /* `<` of a field that is an attribute without its name */
    if (d->text[frames[i].open] != '<' && d->text[frames[i].open] != '{') break; /* a list or a map */
    tta_fields_at(d, *row, body, frames[i].open, &fields);
    tta_attribute inner = TTA_NUM_ATTRIBUTES;
    for (uint32_t f = 0; f < fields.count && inner == TTA_NUM_ATTRIBUTES; f++)
      if (tta_class_is_attribute((tta_class)fields.fields[f]->class)) inner = (tta_attribute)fields.fields[f]->argument;
    if (inner == TTA_NUM_ATTRIBUTES) return TTA_OK;
    *row = inner;
    *name = tta_str_from(tta_attributes[inner].mnemonic);
    body = frames[i].body;
  }
  tta_body_split(d->text + body, d->text + offset, items);
  *found = true;
  return TTA_OK;
}

/* The field that the last item is a value of; num_fields if the items are of another form. */
static uint32_t active_field(const tta_form *form, const tta_body_items *items) {
  uint32_t positional = 0, seen = 0;
  for (uint32_t i = 0; i < items->count; i++) {
    bool keyed, is_last = i + 1 == items->count;
    tta_str key = tta_body_key(items->items[i], &keyed);
    uint32_t f = 0;
    while (f < form->num_fields && !(form->fields[f].keyed && tta_field_is((tta_field)form->fields[f].field, key))) f++;
    if (keyed && (is_last || f == form->num_fields)) return f;
    positional += !keyed && !is_last;
  }
  for (uint32_t f = 0; f < form->num_fields; f++)
    if (!form->fields[f].keyed && seen++ == positional) return f;
  for (uint32_t f = 0; f < form->num_fields; f++) /* the next one with a key */
    if (form->fields[f].keyed && !tta_body_has_key(items, (tta_field)form->fields[f].field)) return f;
  return form->num_fields;
}

static bool add_signature(tta_document *d, tta_str name, const tta_form *form, const tta_body_items *items,
                          tta_signature *out) {
  tta_arena *arena = &d->answer;
  tta_span *spans = tta_arena_array(arena, form->num_fields, sizeof *spans);
  tta_str *documentation = tta_arena_array(arena, form->num_fields, sizeof *documentation);
  tta_buf text, words;
  if (!spans || !documentation) return false;
  tta_buf_init(&text, d->allocator);
  tta_buf_init(&words, d->allocator);
  tta_buf_printf(&text, "%.*s<", TTA_STR_ARGS(name));
  for (uint32_t f = 0; f < form->num_fields; f++) {
    const tta_field_spec *field = &form->fields[f];
    if (f) tta_buf_str(&text, ", ");
    spans[f].begin = (uint32_t)text.size;
    tta_buf_printf(&text, "%s%s%s", tta_field_name((tta_field)field->field), field->keyed ? " = .." : "",
                   field->optional ? "?" : "");
    spans[f].end = (uint32_t)text.size;
    words.size = 0;
    tta_field_documentation(&words, field);
    documentation[f] = words.failed ? (tta_str){NULL, 0} : tta_arena_str(arena, tta_buf_view(&words));
  }
  tta_buf_char(&text, '>');
  *out = (tta_signature){.num_fields = form->num_fields, .fields = spans, .documentation = documentation,
                         .active = active_field(form, items)};
  if (!text.failed) out->label = tta_arena_str(arena, tta_buf_view(&text));
  bool good = !text.failed && !words.failed && !arena->failed;
  tta_buf_free(&text);
  tta_buf_free(&words);
  return good;
}

tta_status tta_document_signatures(tta_document *d, uint32_t offset, tta_signatures *out) {
  tta_attribute row;
  tta_str name;
  tta_body_items items;
  *out = (tta_signatures){0};
  tta_status status = tta_document_begin_query(d);
  if (status) return status;
  if (offset > d->size) return TTA_INVALID;
  size_t section = tta_document_find_section(d, offset);
  if (!tta_document_is_inside(d, section, offset)) return TTA_OK;
  bool found;
  status = find_row(d, d->sections[section].begin, offset, &row, &name, &items, &found);
  if (status || !found) return status;
  tta_signature *list = tta_arena_array(&d->answer, TTA_MAX_SIGNATURES, sizeof *list);
  if (!list) return TTA_NO_MEMORY;
  const tta_attribute_info *info = &tta_attributes[row];
  found = false;
  for (uint32_t f = 0; f < TTA_MAX_FORMS && out->size < TTA_MAX_SIGNATURES && info->forms[f].fields; f++) {
    if (!info->forms[f].num_fields) continue;
    if (!add_signature(d, name, &info->forms[f], &items, &list[out->size])) return TTA_NO_MEMORY;
    bool fits = list[out->size].active < list[out->size].num_fields;
    if (fits && !found) out->active = out->size;
    found |= fits;
    out->size++;
  }
  out->items = list;
  return TTA_OK;
}
