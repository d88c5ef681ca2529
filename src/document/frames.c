/* Brackets, items and fields around an offset. */
#include "document/frames.h"

#include "text/skeleton.h"

enum { MAX_DISTANCE = 1 << 16 };

/* ---- brackets before the offset ---------------------------------------------------------------------------------- */

static bool name_builtin(tta_str name, tta_frame *f) {
  static const char *const words[] = {"tensor", "memref", "vector", "complex", "tuple",
                                      "affine_map", "affine_set", "dense", "array", "strided"};
  f->row = TTA_NUM_ATTRIBUTES;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (tta_str_is(name, words[i])) return true;
  return false;
}

/* `tt.device @name = ` before the bracket */
static bool name_device(const tta_skeleton *s, uint32_t open, tta_frame *f) {
  if (open < 3 || !tta_mark_is(s, open - 1, TTA_MARK_EQUAL) || !tta_mark_is_name(s, open - 2, '@')) return false;
  f->row = TTA_ATTR_device;
  f->device_op = true;
  f->name = tta_mark_begin(s, open - 3);
  return tta_mark_is_word(s, open - 3, "tt.device") || tta_mark_is_word(s, open - 3, "ttcore.device");
}

/* @return whether the bracket belongs to a row or a builtin type */
static bool name_frame(const tta_skeleton *s, uint32_t mark, tta_frame *f) {
  if (!tta_mark_opens(s, mark, '<')) return false;
  tta_mark_kind before = mark && tta_mark_end(s, mark - 1) == f->open ? tta_mark_kind_at(s, mark - 1) : TTA_MARK_OTHER;
  if (before != TTA_MARK_WORD && before != TTA_MARK_NAME) return name_device(s, mark, f);
  tta_str name = tta_mark_text(s, mark - 1);
  f->name = tta_mark_begin(s, mark - 1);
  if (before == TTA_MARK_WORD) return name_builtin(name, f);
  if (name.data[0] != '#' && name.data[0] != '!') return false;
  const char *open = name.data + name.size, *stop = s->text.data + s->text.size, *end = open;
  const char *dot = memchr(name.data, '.', name.size), *mnemonic = dot ? dot + 1 : open + 1;
  if (!dot)
    for (end = mnemonic; end < stop && tta_is_word_byte(*end);) end++;
  tta_dialect dialect = tta_dialect_find(tta_str_between(name.data + 1, dot ? dot : open));
  if (dialect == TTA_NUM_DIALECTS) return false;
  f->row = tta_attribute_find(name.data[0], dialect, tta_str_between(mnemonic, end));
  if (!dot) f->body = (uint32_t)(end - s->text.data);
  return f->row < TTA_NUM_ATTRIBUTES;
}

tta_status tta_find_frames(const tta_document *d, uint32_t low, uint32_t offset, tta_frame frames[TTA_MAX_FRAMES],
                              uint32_t *count) {
  tta_skeleton s;
  uint32_t far = offset - low > MAX_DISTANCE ? offset - MAX_DISTANCE : low;
  while (far > low && d->text[far - 1] != '\n') far--; /* strings and comments end with their line */
  tta_status status = tta_skeleton_read(tta_document_view(d), (tta_span){far, offset}, d->allocator, &s);
  uint32_t mark = s.num_marks;
  bool comment = mark && tta_mark_is(&s, mark - 1, TTA_MARK_COMMENT) && tta_mark_end(&s, mark - 1) == offset;
  bool named = false;
  for (*count = 0; !status && !comment && !named && *count < TTA_MAX_FRAMES; ++*count) {
    mark = tta_mark_enclosing(&s, mark, 0);
    if (mark == TTA_NO_MARK) break;
    frames[*count] = (tta_frame){.open = tta_mark_begin(&s, mark), .body = tta_mark_end(&s, mark)};
    named = name_frame(&s, mark, &frames[*count]);
  }
  if (!named) *count = 0;
  tta_skeleton_free(&s, d->allocator);
  return status;
}

tta_str tta_body_key(tta_str item, bool *keyed) {
  item = tta_str_trim(item);
  size_t size = 0;
  while (size < item.size && tta_is_word_byte(item.data[size])) size++;
  tta_str rest = tta_str_trim(tta_str_rest(item, size));
  *keyed = size && rest.size && rest.data[0] == '=';
  return (tta_str){item.data, size};
}

void tta_body_split(const char *begin, const char *end, tta_body_items *out) {
  uint32_t depth = 0;
  const char *item = begin;
  out->count = 0;
  tta_tokens tokens = tta_tokens_of(begin, end);
  for (tta_token t; tta_token_next(&tokens, &t);) {
    if (t.kind == TTA_MARK_OPEN) depth++;
    if (t.kind == TTA_MARK_CLOSE) depth -= depth > 0;
    if (t.kind == TTA_MARK_COMMA && !depth && out->count + 1 < TTA_MAX_BODY_FIELDS) {
      out->items[out->count++] = tta_str_between(item, t.begin);
      item = t.end;
    }
  }
  out->items[out->count++] = tta_str_between(item < end ? item : end, end);
}

bool tta_body_has_key(const tta_body_items *items, tta_field field) {
  for (uint32_t i = 0; i + 1 < items->count; i++) {
    bool keyed;
    tta_str key = tta_body_key(items->items[i], &keyed);
    if (keyed && tta_field_is(field, key)) return true;
  }
  return false;
}

static void add_field(tta_field_list *list, const tta_field_spec *field) {
  if (list->count < TTA_MAX_BODY_FIELDS) list->fields[list->count++] = field;
}

/* The fields of one form that may come next. */
static void next_fields(const tta_form *form, const tta_body_items *items, tta_field_list *out) {
  uint32_t positional = 0, seen = 0;
  bool first_keyed;
  tta_body_key(items->items[0], &first_keyed);
  if (!form->num_fields) return;
  if (items->count > 1 && !form->fields[0].optional && form->fields[0].keyed != first_keyed) return;
  for (uint32_t i = 0; i + 1 < items->count; i++) {
    bool keyed, known = false;
    tta_str key = tta_body_key(items->items[i], &keyed);
    for (uint32_t f = 0; keyed && f < form->num_fields; f++)
      known |= form->fields[f].keyed && tta_field_is((tta_field)form->fields[f].field, key);
    if (keyed && !known) return; /* the items are of another form */
    positional += !keyed;
  }
  bool blocked = false;
  for (uint32_t f = 0; f < form->num_fields; f++) {
    const tta_field_spec *field = &form->fields[f];
    if (field->keyed) {
      if (!tta_body_has_key(items, (tta_field)field->field)) add_field(out, field);
    } else if (seen++ >= positional && !blocked) {
      add_field(out, field);
      blocked = !field->optional;
    }
  }
}

void tta_fields_at(const tta_document *d, tta_attribute row, uint32_t begin, uint32_t end, tta_field_list *out) {
  tta_body_items items;
  *out = (tta_field_list){.count = 0};
  tta_body_split(d->text + begin, d->text + end, &items);
  tta_str key = tta_body_key(items.items[items.count - 1], &out->after_key);
  for (uint32_t form = 0; form < TTA_MAX_FORMS; form++) {
    const tta_form *f = &tta_attributes[row].forms[form];
    if (!out->after_key) {
      next_fields(f, &items, out);
      continue;
    }
    for (uint32_t i = 0; i < f->num_fields; i++)
      if (tta_field_is((tta_field)f->fields[i].field, key)) add_field(out, &f->fields[i]);
  }
}

bool tta_has_more_fields(const tta_document *d, tta_attribute row, uint32_t begin, uint32_t offset) {
  tta_body_items items;
  tta_field_list more = {.count = 0};
  tta_body_split(d->text + begin, d->text + offset, &items);
  if (items.count < TTA_MAX_BODY_FIELDS) items.items[items.count++] = (tta_str){"", 0};
  for (uint32_t form = 0; form < TTA_MAX_FORMS; form++) next_fields(&tta_attributes[row].forms[form], &items, &more);
  return more.count != 0;
}

bool tta_is_after_item(const tta_document *d, const tta_frame *innermost, uint32_t offset) {
  tta_body_items items;
  bool keyed;
  tta_body_split(d->text + innermost->body, d->text + offset, &items);
  tta_str item = tta_str_trim(items.items[items.count - 1]), key = tta_body_key(item, &keyed);
  if (!keyed) return item.size != 0;
  const char *after = (const char *)memchr(key.data, '=', item.size) + 1;
  return tta_str_trim(tta_str_between(after, item.data + item.size)).size != 0;
}
