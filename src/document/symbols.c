/* What a text defines by name: aliases, and operations that their text shows. */
#include "document/document.h"

#include "base/chars.h"

const char *tta_symbol_kind_name(tta_symbol_kind kind) {
  static const char *const names[] = {[TTA_SYMBOL_ALIAS] = "alias",
                                      [TTA_SYMBOL_MODULE] = "module",
                                      [TTA_SYMBOL_FUNCTION] = "function",
                                      [TTA_SYMBOL_DEVICE] = "device",
                                      [TTA_SYMBOL_OTHER] = "other"};
  return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "";
}

typedef struct symbol_list {
  tta_document_symbol *list;
  uint32_t num_list, cap_list;
} symbol_list;

static const char *word_end(const char *at, const char *end) {
  while (at < end && tta_is_bare_byte(*at)) at++;
  return at;
}

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t')) at++;
  return at;
}

static tta_symbol_kind kind_of(tta_str operation) {
  static const struct {
    const char *name;
    tta_symbol_kind kind;
  } kinds[] = {{"module", TTA_SYMBOL_MODULE},      {"builtin.module", TTA_SYMBOL_MODULE},
               {"func.func", TTA_SYMBOL_FUNCTION}, {"func", TTA_SYMBOL_FUNCTION},
               {"tt.device", TTA_SYMBOL_DEVICE},   {"ttcore.device", TTA_SYMBOL_DEVICE}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (tta_str_is(operation, kinds[i].name)) return kinds[i].kind;
  return TTA_SYMBOL_OTHER;
}

/* `private`, `nested`, `constant`, a string: between the name of an operation and its symbol. */
static const char *skip_visibility(const char *at, const char *end) {
  for (;;) {
    at = skip_blanks(at, end);
    const char *after = word_end(at, end);
    tta_str word = tta_str_between(at, after);
    if (at < end && *at == '"') {
      const char *close = memchr(at + 1, '"', (size_t)(end - at - 1));
      if (!close) return at;
      after = close + 1;
    } else if (!tta_str_is(word, "private") && !tta_str_is(word, "public") && !tta_str_is(word, "nested") &&
               !tta_str_is(word, "constant")) {
      return at;
    }
    at = after;
  }
}

/* `WORD @name` at the start of a line; calls, which name a symbol too, are left out. */
static bool read_operation(const tta_document *d, tta_span line, tta_document_symbol *out) {
  const char *end = d->text + line.end, *at = skip_blanks(d->text + line.begin, end), *after = word_end(at, end);
  tta_str operation = tta_str_between(at, after);
  if (!operation.size || tta_str_ends_with(operation, "call") || *at == '.') return false;
  at = skip_visibility(after, end);
  if (at >= end || *at != '@') return false;
  bool quoted = at + 1 < end && at[1] == '"';
  const char *name = at + 1 + quoted;
  after = quoted ? memchr(name, '"', (size_t)(end - name)) : word_end(name, end);
  if (!after || after == name) return false;
  *out = (tta_document_symbol){.kind = kind_of(operation),
                               .name = tta_str_between(name, after),
                               .name_span = {(uint32_t)(name - d->text), (uint32_t)(after - d->text)},
                               .span = line};
  return true;
}

static bool add(tta_document *d, symbol_list *symbols, tta_document_symbol symbol) {
  if (!TTA_GROW_IN(&d->answer, symbols, list, 1)) return false;
  symbols->list[symbols->num_list++] = symbol;
  return true;
}

/* The symbols of the lines [line, ...) that start before `limit`. */
static tta_status add_operations(tta_document *d, symbol_list *symbols, size_t *line, uint32_t limit) {
  for (; *line < d->lines.num_starts && d->lines.starts[*line] < limit; ++*line) {
    tta_document_symbol symbol;
    tta_span span = tta_document_line(d, *line);
    bool inside = tta_document_is_inside(d, tta_document_find_section(d, span.begin), span.begin);
    if (inside && read_operation(d, span, &symbol) && !add(d, symbols, symbol)) return TTA_NO_MEMORY;
  }
  return TTA_OK;
}

tta_status tta_document_symbols(tta_document *d, const tta_document_symbol **out, size_t *count) {
  symbol_list symbols = {0};
  size_t line = 0;
  *out = NULL;
  *count = 0;
  tta_status status = tta_document_begin_query(d);
  for (size_t i = 0; !status && i < d->num_items; i++) {
    tta_document_item item = tta_document_item_at(d, i);
    if (item.context != TTA_CONTEXT_ALIAS || item.name.end == item.name.begin) continue;
    status = add_operations(d, &symbols, &line, item.name.begin);
    tta_document_symbol symbol = {
        .kind = TTA_SYMBOL_ALIAS,
        .name = {d->text + item.name.begin, item.name.end - item.name.begin},
        .name_span = item.name,
        .span = {item.name.begin, item.span.end > item.name.end ? item.span.end : item.name.end}};
    if (!status && !add(d, &symbols, symbol)) status = TTA_NO_MEMORY;
  }
  if (!status) status = add_operations(d, &symbols, &line, UINT32_MAX);
  if (status) return status;
  *out = symbols.list;
  *count = symbols.num_list;
  return TTA_OK;
}
