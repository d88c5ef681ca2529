/* What the server shows on its own: inlay hints, code lenses, and the commands of pictures, layouts and rules. */
#include "lsp/lsp.h"

#include "base/chars.h"
#include "base/format.h"
#include "base/str.h"
#include "ttattr/device.h"
#include "ttattr/draw.h"

/* ---- inlay hints ------------------------------------------------------------------------------------------------- */

enum { MAX_HINTS = 2000 };

static tta_str fact(const tta_document_hover *hover, const char *key) {
  for (uint32_t i = 0; i < hover->num_facts; i++)
    if (!strcmp(hover->facts[i].key, key)) return hover->facts[i].text;
  return (tta_str){NULL, 0};
}

/* "12.5" is 125. */
static int64_t tenths_of(tta_str percent) {
  int64_t tenths = 0;
  for (size_t i = 0; i < percent.size && tenths < INT32_MAX; i++)
    if (tta_is_digit(percent.data[i])) tenths = tenths * 10 + (percent.data[i] - '0');
  return tenths;
}

/* `8x16, 512 B a core, 3.1 % padding`; empty without a shard, or if less is padding than the settings ask for. */
static void hint_text(const tta_lsp *s, const tta_document_hover *hover, tta_buf *out) {
  tta_str shard = fact(hover, "padded_shard"), bytes = fact(hover, "bytes_per_core");
  tta_str percent = fact(hover, "padding_percent");
  out->size = 0;
  if (!shard.size || tenths_of(percent) < s->hint_percent * 10) return;
  tta_buf_append(out, shard);
  if (bytes.size) tta_buf_printf(out, ", %.*s B a core", TTA_STR_ARGS(bytes));
  if (percent.size && !tta_str_is(percent, "0.0"))
    tta_buf_printf(out, ", %.*s %% padding", TTA_STR_ARGS(percent));
}

static void write_hint(tta_json *out, const tta_lsp *s, const tta_lsp_document *d, uint32_t offset, tta_str label) {
  tta_json_open(out, '{');
  tta_lsp_key_position(out, "position", s, d, offset);
  tta_json_key_string(out, "label", label);
  tta_json_key_bool(out, "paddingLeft", true);
  tta_json_close(out, '}');
}

/* Of each tensor type and each definition of a layout in the range. */
static tta_status write_hints(tta_lsp *s, const tta_lsp_document *d, tta_span range, tta_json *out) {
  tta_document *document = d->document;
  uint32_t count = 0;
  tta_status status = tta_document_check(document);
  tta_buf text = tta_buf_new(s->allocator);
  for (size_t i = tta_document_first_item(document, range.begin); !status && count < MAX_HINTS; i++) {
    tta_document_hover hover;
    if (i >= tta_document_num_items(document)) break;
    tta_document_item item = tta_document_item_at(document, i);
    if (item.span.begin > range.end) break;
    if (item.context == TTA_CONTEXT_USE) continue;
    status = tta_document_hover_at(document, item.span.begin, &hover);
    if (status) break;
    hint_text(s, &hover, &text);
    if (!text.size) continue;
    write_hint(out, s, d, item.span.end, tta_buf_view(&text));
    count++;
  }
  out->out->failed |= text.failed;
  tta_buf_free(&text);
  return status;
}

tta_status tta_lsp_hints(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  tta_lsp_document *d;
  tta_span range;
  tta_status status = tta_lsp_find_range(s, params, &d, &range);
  if (status) return status;
  tta_json_open(out, '[');
  if (d && s->hint_percent >= 0) status = write_hints(s, d, range, out);
  tta_json_close(out, ']');
  return status;
}

/* ---- code lenses ------------------------------------------------------------------------------------------------- */

static void write_lens(tta_json *out, const tta_lsp *s, const tta_lsp_document *d, tta_span name, const char *title,
                       const char *command) {
  tta_json_open(out, '{');
  tta_lsp_key_range(out, "range", s, d, name);
  tta_json_key_open(out, "command", '{');
  tta_json_key_text(out, "title", title);
  tta_json_key_text(out, "command", command);
  tta_json_key_open(out, "arguments", '[');
  tta_json_open(out, '{');
  tta_json_key_string(out, "uri", (tta_str){d->uri, d->uri_size});
  tta_lsp_key_position(out, "position", s, d, name.begin);
  tta_json_close(out, '}');
  tta_json_close(out, ']');
  tta_json_close(out, '}');
  tta_json_close(out, '}');
}

static bool defines(const tta_document *document, tta_document_item item, const char *word) {
  tta_str text = tta_document_text(document), value;
  if (item.context != TTA_CONTEXT_ALIAS || item.name.begin == item.name.end) return false;
  value = TTA_SPAN_TEXT(text.data, item.span);
  const char *open = value.size ? memchr(value.data, '<', value.size) : NULL;
  return open && tta_str_contains(tta_str_between(value.data, open), word);
}

tta_status tta_lsp_lenses(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  tta_lsp_document *d;
  tta_status status = tta_lsp_find_checked(s, params, &d);
  if (status) return status;
  tta_json_open(out, '[');
  for (size_t i = 0; d && s->lenses && i < tta_document_num_items(d->document); i++) {
    tta_document_item item = tta_document_item_at(d->document, i);
    bool is_layout = defines(d->document, item, "layout");
    bool is_device = item.context == TTA_CONTEXT_DEVICE_OPERATION || defines(d->document, item, ".device");
    if (!is_layout && !is_device) continue;
    tta_span name = item.context == TTA_CONTEXT_DEVICE_OPERATION ? item.span : item.name;
    write_lens(out, s, d, name, "show picture", "tt.picture");
    if (is_layout) write_lens(out, s, d, name, "show layout", "tt.layout");
  }
  tta_json_close(out, ']');
  return TTA_OK;
}

/* ---- the subject of a command ------------------------------------------------------------------------------------ */

/* A tensor type with a layout, or a device, read from its text with aliases expanded. */
typedef struct subject {
  tta_lsp *server;
  tta_buf text, reason;
  tta_source source;
  tta_layouts *layouts;
  tta_device_text *device_text;
  const tta_layout_entry *entry; /* one of these two */
  const tta_device *device;
} subject;

static void close_subject(subject *t) {
  tta_layouts_free(t->layouts);
  tta_device_text_free(t->device_text);
  tta_source_free(&t->source);
  tta_buf_free(&t->text);
  tta_buf_free(&t->reason);
}

/* Expanding aliases within aliases can take more memory than there is. */
static tta_status print_expanded(tta_document *document, uint32_t offset, tta_buf *text, const char **name) {
  tta_value value;
  tta_status status = tta_document_subject_at(document, offset, &value);
  if (status) return status;
  *name = tta_value_name(value);
  if (tta_value_kind_of(value) != TTA_VALUE_ABSENT) tta_value_print(text, value, true);
  return text->failed ? TTA_NO_MEMORY : TTA_OK;
}

static bool is_device_name(const char *name) {
  size_t size = strlen(name);
  return size > 7 && *name != '!' && !strcmp(name + size - 7, ".device");
}

static tta_status read_subject(subject *t, const char *name) {
  tta_str text = {t->text.data, t->text.size - 1}; /* with a NUL after it */
  const tta_allocator *a = t->server->allocator;
  tta_source_init(&t->source, TTA_STR("value"), text, a);
  if (is_device_name(name)) {
    tta_status status = tta_device_text_new(&t->source, t->server->options, &t->device_text, &t->reason);
    if (!status) t->device = tta_device_text_get(t->device_text);
    return status;
  }
  tta_status status = tta_layouts_read(&t->source, TTA_LAYOUTS_TYPE, t->server->options, &t->layouts, &t->reason);
  if (!status && tta_layouts_num_entries(t->layouts)) t->entry = tta_layouts_entry(t->layouts, 0);
  return status;
}

static void init_subject(tta_lsp *s, subject *t) {
  *t = (subject){.server = s};
  tta_buf_init(&t->text, s->allocator);
  tta_buf_init(&t->reason, s->allocator);
  tta_source_init(&t->source, TTA_STR("value"), TTA_STR(""), s->allocator);
}

/* @return TTA_LIMIT with a reason if there is no layout and no device at the offset */
static tta_status read_subject_at(tta_lsp *s, const tta_lsp_document *d, uint32_t offset, subject *t) {
  const char *name = "";
  tta_status status = print_expanded(d->document, offset, &t->text, &name);
  if (status) return status;
  if (!t->text.size) return tta_lsp_fail(s, "there is no attribute at this position");
  tta_buf_char(&t->text, 0);
  if (t->text.failed) return TTA_NO_MEMORY;
  status = read_subject(t, name);
  if (status == TTA_NO_MEMORY || t->reason.failed) return TTA_NO_MEMORY;
  if (!t->entry && !t->device)
    return tta_lsp_fail(s, "there is no valid layout or device at this position; a layout needs its tensor");
  return TTA_OK;
}

/* The same at the position of an argument. */
static tta_status open_subject(tta_lsp *s, const tta_json_node *argument, subject *t) {
  tta_lsp_document *d;
  uint32_t offset;
  init_subject(s, t);
  tta_status status = tta_lsp_find_uri(s, tta_lsp_member(argument, "uri"), &d);
  if (status) return status;
  if (!d) return tta_lsp_fail(s, "the document is not open");
  if (!tta_lsp_offset(s, d, tta_lsp_member(argument, "position"), &offset)) return TTA_INVALID;
  return read_subject_at(s, d, offset, t);
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

static const char *const view_names[] = {"grid", "plane", "tile", "mesh"};   /* tta_picture_view */
static const char *const format_names[] = {"svg", "html", "text"};           /* tta_picture_format */

/* The member of the argument as an index of `names`; `preset` if it is absent. @return false: another word */
static bool choose(const tta_json_node *argument, const char *key, const char *const *names, size_t count, int preset,
                   int *out) {
  tta_str word = tta_lsp_text(argument, key);
  *out = preset;
  for (size_t i = 0; word.size && i < count; i++)
    if (tta_str_is(word, names[i])) {
      *out = (int)i;
      return true;
    }
  return !word.size;
}

static tta_status draw(subject *t, tta_picture *picture, bool has_view, tta_buf *out) {
  if (t->device) {
    if (!has_view) picture->view = TTA_PICTURE_MESH;
    picture->device = t->device;
  } else {
    picture->layout = t->entry->layout;
    picture->tiled = t->entry->tiled;
    if (!has_view && (picture->tiled || picture->layout->interleaved)) picture->view = TTA_PICTURE_PLANE;
  }
  return tta_draw(picture, out, &t->reason);
}

tta_status tta_lsp_draw_at(tta_lsp *s, const tta_lsp_document *d, uint32_t offset, tta_buf *svg) {
  subject t;
  tta_picture picture = {.view = TTA_PICTURE_GRID, .format = TTA_PICTURE_SVG, .allocator = s->allocator};
  size_t before = svg->size;
  init_subject(s, &t);
  tta_status status = read_subject_at(s, d, offset, &t);
  if (!status) status = draw(&t, &picture, false, svg);
  close_subject(&t);
  if (status == TTA_NO_MEMORY || svg->failed) return TTA_NO_MEMORY;
  if (status) svg->size = before;
  return TTA_OK;
}

/* {"format": "svg", "text": "<svg .."}; of an editor that shows documents, the page is opened there. */
static tta_status show_picture(tta_lsp *s, const tta_json_node *argument, tta_json *out) {
  subject t;
  int view, format;
  tta_buf text;
  tta_picture picture = {.allocator = s->allocator};
  bool opens = s->store_page && s->client.show_document && !tta_lsp_member(argument, "format");
  if (!choose(argument, "view", view_names, 4, TTA_PICTURE_GRID, &view) ||
      !choose(argument, "format", format_names, 3, opens ? TTA_PICTURE_HTML : TTA_PICTURE_SVG, &format))
    return TTA_INVALID;
  picture.view = (tta_picture_view)view;
  picture.format = (tta_picture_format)format;
  tta_buf_init(&text, s->allocator);
  tta_status status = open_subject(s, argument, &t);
  if (!status) {
    status = draw(&t, &picture, tta_lsp_text(argument, "view").size != 0, &text);
    if (status && status != TTA_NO_MEMORY)
      status = tta_lsp_fail(s, "%.*s", (int)(t.reason.size < 120 ? t.reason.size : 120), t.reason.data);
  }
  if (text.failed) status = TTA_NO_MEMORY;
  if (!status && opens) tta_lsp_open_page(s, tta_buf_view(&text));
  if (!status) {
    tta_json_open(out, '{');
    tta_json_key_text(out, "format", format_names[format]);
    tta_json_key_string(out, "text", tta_buf_view(&text));
    tta_json_close(out, '}');
  }
  close_subject(&t);
  tta_buf_free(&text);
  return status;
}

/* The facts of tt-layout show --json. */
static tta_status show_layout(tta_lsp *s, const tta_json_node *argument, tta_json *out) {
  subject t;
  tta_status status = open_subject(s, argument, &t);
  if (!status) {
    if (t.device) tta_device_json(out, t.device);
    else if (t.entry->layout) tta_layout_json(out, t.entry->layout);
    else status = tta_lsp_fail(s, "tiled layouts have no such description");
  }
  close_subject(&t);
  return status;
}

static tta_status explain_rule(tta_lsp *s, const tta_json_node *argument, tta_json *out) {
  tta_str name = argument && argument->kind == TTA_JSON_STRING ? argument->string : tta_lsp_text(argument, "rule");
  const tta_rule_info *rule = tta_rule_get(tta_rule_find(name));
  if (!rule) return tta_lsp_fail(s, "there is no rule '%.*s'", (int)(name.size < 80 ? name.size : 80), name.data);
  tta_json_open(out, '{');
  tta_json_key_text(out, "rule", rule->name);
  tta_json_key_text(out, "summary", rule->summary);
  tta_json_key_text(out, "explanation", rule->explanation);
  tta_json_close(out, '}');
  return TTA_OK;
}

tta_status tta_lsp_execute(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  static const struct command {
    const char *name;
    tta_lsp_handler *handler;
  } commands[] = {{"tt.picture", show_picture}, {"tt.layout", show_layout}, {"tt.rule", explain_rule}};
  tta_str name = tta_lsp_text(params, "command");
  const tta_json_node *arguments = tta_lsp_member(params, "arguments");
  const tta_json_node *first = arguments && arguments->kind == TTA_JSON_ARRAY ? arguments->first : NULL;
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (tta_str_is(name, commands[i].name)) return first ? commands[i].handler(s, first, out) : TTA_INVALID;
  return TTA_INVALID;
}
