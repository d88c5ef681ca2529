/* Code actions that rewrite: an alias for an attribute, the syntax of another date. */
#include "lsp/refactor.h"

#include "base/chars.h"
#include "base/format.h"
#include "ir/periods.h"
#include "ttattr/layout.h"
#include "text/token.h"

/* ---- an alias ---------------------------------------------------------------------------------------------------- */

/* `#tt.metal_layout<..>` -> `metal_layout`; a builtin type: its word. */
static tta_str mnemonic_of(tta_str text) {
  const char *at = text.data, *end = at + text.size, *begin;
  if (*at == '#' || *at == '!') at++;
  for (begin = at; at < end && (tta_is_word_byte(*at) || *at == '.'); at++)
    if (*at == '.') begin = at + 1;
  return tta_str_between(begin, at);
}

/* A name that the section does not have: `#metal_layout`, `#metal_layout1`, ... */
static tta_status choose_name(tta_document *d, size_t section, char sigil, tta_str mnemonic, tta_buf *name) {
  const tta_name *names;
  size_t count;
  tta_status status = tta_document_names(d, section, &names, &count);
  for (size_t number = 0; !status && number <= count; number++) {
    bool taken = false;
    name->size = 0;
    tta_buf_char(name, sigil);
    tta_buf_append(name, mnemonic);
    if (number) tta_buf_uint(name, number);
    if (name->failed) return TTA_NO_MEMORY;
    for (size_t i = 0; i < count && !taken; i++) taken = tta_str_equal(names[i].text, tta_buf_view(name));
    if (!taken) break;
  }
  return status;
}

/* Where the definition goes: before the definition that the value is in; else after the last definition before it; else
 * before the first line of the section that is not a comment. The aliases that the value uses are defined there. */
static uint32_t definition_offset(const tta_document *d, size_t index) {
  tta_document_item item = tta_document_item_at(d, index);
  const char *text = tta_document_text(d).data;
  if (item.context == TTA_CONTEXT_ALIAS) return item.name.begin;
  for (size_t i = index; i-- > 0;) {
    tta_document_item before = tta_document_item_at(d, i);
    if (before.section != item.section) break;
    if (before.context != TTA_CONTEXT_ALIAS || before.name.begin == before.name.end) continue;
    uint32_t at = before.span.end > before.name.end ? before.span.end : before.name.end;
    while (text[at] && text[at] != '\n') at++;
    return text[at] ? at + 1 : at;
  }
  uint32_t at = tta_results_section(tta_document_results(d), item.section).span.begin;
  uint32_t line = (uint32_t)(tta_skip_gap(text + at, text + item.span.begin) - text);
  while (line > at && text[line - 1] != '\n') line--;
  return line;
}

tta_status tta_lsp_introduce_alias(tta_document *d, uint32_t offset, tta_buf *name, tta_buf *definition,
                                   tta_edit edits[2], bool *found) {
  tta_value_at at;
  *found = false;
  tta_status status = tta_document_value_at(d, offset, &at);
  if (status || at.item == TTA_DOCUMENT_NONE || tta_value_kind_of(at.innermost) == TTA_VALUE_ABSENT) return status;
  tta_document_item item = tta_document_item_at(d, at.item);
  tta_span span = tta_value_span(at.innermost);
  tta_str text = {tta_document_text(d).data + span.begin, span.end - span.begin};
  bool is_whole = item.context == TTA_CONTEXT_ALIAS && span.begin == item.span.begin;
  bool is_inside = item.span.begin <= span.begin && span.end <= item.span.end;
  bool is_type = text.size && (text.data[0] == '!' || tta_str_starts_with(text, "tensor<") ||
                               tta_str_starts_with(text, "memref<"));
  if (is_whole || !is_inside || !text.size || (text.data[0] != '#' && !is_type) || !tta_str_contains(text, "."))
    return TTA_OK;
  if (item.context == TTA_CONTEXT_USE || memchr(text.data, '\n', text.size)) return TTA_OK;
  status = choose_name(d, item.section, is_type ? '!' : '#', mnemonic_of(text), name);
  if (status) return status;
  tta_buf_printf(definition, "%.*s = %.*s\n", TTA_STR_ARGS(tta_buf_view(name)), TTA_STR_ARGS(text));
  if (definition->failed) return TTA_NO_MEMORY;
  uint32_t before = definition_offset(d, at.item);
  edits[0] = (tta_edit){{before, before}, tta_buf_view(definition)};
  edits[1] = (tta_edit){span, tta_buf_view(name)};
  *found = true;
  return TTA_OK;
}

/* ---- another date ------------------------------------------------------------------------------------------------ */

/* The tensor with its layout in the syntax of a day. @return false if it cannot be written */
static bool write_on(const tta_layout *layout, int32_t day, tta_buf *out, tta_buf *warnings) {
  tta_relayout_spec spec = {.era = day};
  out->size = warnings->size = 0;
  return !tta_layout_relayout(layout, &spec, out, warnings, NULL) && out->size;
}

tta_status tta_lsp_convert_eras(const tta_allocator *allocator, tta_document *d, uint32_t offset,
                                const tta_check_options *options, tta_lsp_rewrite *each, void *user) {
  tta_value value;
  tta_buf text, out, warnings, last;
  tta_source source;
  tta_layouts *layouts = NULL;
  tta_span span = {0, 0};
  tta_value_at at;
  tta_status status = tta_document_value_at(d, offset, &at);
  if (status || at.item == TTA_DOCUMENT_NONE) return status;
  tta_document_item item = tta_document_item_at(d, at.item);
  status = tta_document_subject_at(d, offset, &value);
  if (status || strcmp(tta_value_name(value), "builtin.tensor") != 0) return status;
  span = tta_value_span(value);
  if (span.begin < item.span.begin || item.span.end < span.end) return TTA_OK; /* the tensor is elsewhere */
  tta_buf_init(&text, allocator);
  tta_buf_init(&out, allocator);
  tta_buf_init(&warnings, allocator);
  tta_buf_init(&last, allocator);
  tta_value_print(&text, value, true);
  tta_buf_char(&text, 0);
  if (text.failed) status = TTA_NO_MEMORY;
  tta_source_init(&source, TTA_STR("value"), (tta_str){text.data, text.failed ? 0 : text.size - 1}, allocator);
  if (!status) status = tta_layouts_read(&source, TTA_LAYOUTS_TYPE, options, &layouts, NULL);
  const tta_layout_entry *entry = !status && tta_layouts_num_entries(layouts) ? tta_layouts_entry(layouts, 0) : NULL;
  if (entry && entry->layout) {
    tta_buf_append(&last, entry->layout->type);
    for (int date = 1; date < TTA_NUM_DATES && !status; date++) {
      int32_t day = tta_date_day((tta_date)date);
      if (!write_on(entry->layout, day, &out, &warnings)) continue;
      if (out.failed || last.failed || tta_str_equal(tta_buf_view(&out), tta_buf_view(&last))) continue;
      if (!tta_str_equal(tta_buf_view(&out), entry->layout->type))
        status = each(user, day, span, tta_buf_view(&out), warnings.size != 0);
      last.size = 0;
      tta_buf_append(&last, tta_buf_view(&out));
    }
  }
  if (out.failed || last.failed || warnings.failed) status = TTA_NO_MEMORY;
  tta_layouts_free(layouts);
  tta_source_free(&source);
  tta_buf_free(&text);
  tta_buf_free(&out);
  tta_buf_free(&warnings);
  tta_buf_free(&last);
  return status == TTA_NO_MEMORY ? status : TTA_OK;
}
