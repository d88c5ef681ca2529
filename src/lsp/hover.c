/* Hover: the facts about what is at a position, a line for each question. */
#include "lsp/lsp.h"

#include "base/chars.h"
#include "base/format.h"
#include "base/utf8.h"

typedef struct card {
  tta_buf text;
  bool markdown;
  const tta_document_hover *hover;
} card;

static tta_str fact(const card *c, const char *key) {
  for (uint32_t i = 0; i < c->hover->num_facts; i++)
    if (!strcmp(c->hover->facts[i].key, key)) return c->hover->facts[i].text;
  return (tta_str){NULL, 0};
}

/* Lines are paragraphs of Markdown: two blanks before the line end keep them apart. */
static void end_line(card *c) { tta_buf_str(&c->text, c->markdown ? "  \n" : "\n"); }

static void put_code(card *c, tta_str text) {
  bool quote = c->markdown && !memchr(text.data, '`', text.size);
  if (quote) tta_buf_char(&c->text, '`');
  tta_buf_append(&c->text, text);
  if (quote) tta_buf_char(&c->text, '`');
}

/* `before VALUE after` if there is such a fact. */
static bool put(card *c, const char *before, const char *key, const char *after) {
  tta_str text = fact(c, key);
  if (!text.size) return false;
  tta_buf_str(&c->text, before);
  put_code(c, text);
  tta_buf_str(&c->text, after);
  return true;
}

static void put_line(card *c, const char *before, const char *key) {
  if (put(c, before, key, "")) end_line(c);
}

enum { SHOWN_BYTES = 160 };

/* A text of any length: one line, cut. */
static void put_cut(card *c, const char *before, tta_str text) {
  bool cut = text.size > SHOWN_BYTES;
  if (!text.size) return;
  tta_buf_str(&c->text, before);
  put_code(c, cut ? (tta_str){text.data, tta_utf8_floor(text.data, SHOWN_BYTES)} : text);
  if (cut) tta_buf_str(&c->text, "...");
}

static void put_title(card *c) {
  tta_str alias = fact(c, "alias"), kind = fact(c, "kind"), text = fact(c, "text"), tensor = fact(c, "tensor"),
          name = fact(c, "name"), definition = fact(c, "definition"), type = fact(c, "type");
  if (alias.size) {
    put_code(c, alias);
    put_cut(c, " = ", text.size ? text : definition);
  } else if (name.size) {
    put_code(c, name);
    put_cut(c, ": ", text.size ? text : type.size ? type : definition);
  } else if (text.size && text.size <= SHOWN_BYTES) {
    put_code(c, text);
  } else if (kind.size) {
    put_code(c, kind);
  }
  if (alias.size || name.size || kind.size || text.size) end_line(c);
  if (tensor.size && tensor.size <= SHOWN_BYTES) put_line(c, "of ", "tensor");
}

static void put_shapes(card *c) {
  tta_str shard = fact(c, "padded_shard");
  if (fact(c, "logical").size && put(c, "", "logical", " logical")) {
    put(c, " → ", "physical", " physical");
    put(c, " → ", shard.size ? "padded_shard" : "shard", " shard");
    end_line(c);
  } else if (shard.size || fact(c, "shard").size) {
    put_line(c, "shard ", shard.size ? "padded_shard" : "shard");
  }
  put_line(c, "shape ", "shape");
  put_line(c, "mesh ", "mesh");
  put_line(c, "chips ", "chips");
  put_line(c, "worker grid ", "worker_grid");
  bool has_grid = put(c, "grid ", "grid", "");
  bool has_cores = put(c, has_grid ? ", " : "", "cores", " cores");
  if (has_cores && !tta_str_is(fact(c, "unused_cores"), "0")) put(c, " (", "unused_cores", " unused)");
  bool has_space = put(c, has_grid || has_cores ? ", in " : "in ", "memory_space", "");
  bool has_layout = put(c, has_grid || has_cores || has_space ? ", " : "", "memory_layout", "");
  if (has_grid || has_cores || has_space || has_layout) end_line(c);
  bool has_element = put(c, "element ", "element", "") || put(c, "element ", "element_type", "");
  bool has_tile = put(c, has_element ? ", tile " : "tile ", "tile", "");
  if (has_element || has_tile) end_line(c);
}

/* `: shard 3x32 is padded to 32x32` */
static void put_change(card *c, const char *before, const char *from, const char *between, const char *to) {
  put(c, before, from, "");
  put(c, between, to, "");
}

/* What the padding results from: the alignment of the physical shape, or shards that are not full. */
static void put_padding(card *c) {
  tta_str percent = fact(c, "padding_percent"), shard = fact(c, "shard"), padded = fact(c, "padded_shard");
  if (!percent.size) return;
  tta_buf_str(&c->text, "padding ");
  tta_buf_append(&c->text, percent);
  tta_buf_str(&c->text, " %");
  if (!tta_str_is(percent, "0.0")) {
    if (padded.size && !tta_str_equal(shard, padded))
      put_change(c, ": shard ", "shard", " is padded to ", "padded_shard");
    else if (!tta_str_equal(fact(c, "logical"), fact(c, "physical")))
      put_change(c, ": ", "logical", " is aligned to ", "physical");
    else put(c, ": the last shards of grid ", "grid", " are not full");
  }
  put(c, "; padded with ", "padding_value", "");
  end_line(c);
}

static int64_t number_of(tta_str text) {
  int64_t value = 0;
  for (size_t i = 0; i < text.size; i++)
    if (!tta_is_digit(text.data[i]) || value > INT64_MAX / 16) return 0;
    else value = value * 10 + (text.data[i] - '0');
  return value;
}

/* Of the L1 that a core of the module's system has for tensors. */
static void put_l1(card *c) {
  int64_t bytes = number_of(fact(c, "bytes_per_core")), l1 = number_of(fact(c, "l1_bytes"));
  if (!l1 || bytes > INT64_MAX / 1000) return;
  tta_buf_printf(&c->text, "%s the L1 of the system: ", bytes <= l1 ? "fits" : "does not fit");
  long long tenths = (long long)(bytes * 1000 / l1);
  tta_buf_printf(&c->text, "%lld.%lld %% of ", tenths / 10, tenths % 10);
  put_code(c, fact(c, "l1_bytes"));
  tta_buf_str(&c->text, " bytes a core");
  end_line(c);
}

static void put_sizes(card *c) {
  bool has_core = put(c, "", "bytes_per_core", " bytes a core");
  bool has_all = put(c, has_core ? ", " : "", "bytes", has_core ? " bytes in all" : " bytes");
  if (has_core || has_all) end_line(c);
  put_l1(c);
  put_padding(c);
}

static void put_words(card *c) {
  tta_str documentation = fact(c, "documentation");
  if (put(c, "field ", "field", "")) {
    if (documentation.size) tta_buf_str(&c->text, ": ");
    tta_buf_append(&c->text, documentation);
    end_line(c);
  }
  put_line(c, "supported ", "field_supported");
  if (put(c, "keyword ", "keyword", "")) {
    put(c, ", supported ", "keyword_supported", "");
    end_line(c);
  }
}

static void write_card(card *c) {
  put_words(c);
  put_title(c);
  put_shapes(c);
  put_sizes(c);
  put_line(c, "collapse ", "collapse");
  if (put(c, "injective: ", "injective", "")) {
    put(c, "; ", "counterexample", "");
    end_line(c);
  }
  put_line(c, "supported ", "supported");
  put_line(c, "uses: ", "uses");
}

/* The name of a rule in a comment `tt-opt: allow(..)`: its summary and explanation. */
static const tta_rule_info *rule_at(const tta_lsp_document *d, uint32_t offset, tta_span *span) {
  tta_str text = tta_document_text(d->document);
  tta_position at = tta_document_position(d->document, offset, TTA_COLUMN_BYTES);
  tta_span line = tta_document_line(d->document, at.line - 1);
  tta_str before = {text.data + line.begin, offset - line.begin < line.end - line.begin ? offset - line.begin
                                                                                       : line.end - line.begin};
  uint32_t begin = offset, end = offset;
  if (!tta_str_contains(before, "tt-opt:")) return NULL;
  while (begin > line.begin && (tta_str_contains((tta_str){text.data + begin - 1, 1}, "-") ||
                                (text.data[begin - 1] >= 'a' && text.data[begin - 1] <= 'z')))
    begin--;
  while (end < line.end && (text.data[end] == '-' || (text.data[end] >= 'a' && text.data[end] <= 'z'))) end++;
  *span = (tta_span){begin, end};
  return tta_rule_get(tta_rule_find((tta_str){text.data + begin, end - begin}));
}

/* `![picture](data:..)`, percent-encoded. */
static tta_status put_picture(card *c, tta_lsp *s, const tta_lsp_document *d, uint32_t offset) {
  enum { MAX_PICTURE_BYTES = 64 << 10 };
  tta_buf svg = tta_buf_new(s->allocator);
  tta_status status = tta_lsp_draw_at(s, d, offset, &svg);
  if (!status && svg.size && svg.size <= MAX_PICTURE_BYTES) {
    tta_buf_str(&c->text, "\n![picture of the layout](data:image/svg+xml;charset=utf-8,");
    for (size_t i = 0; i < svg.size; i++) {
      unsigned char byte = (unsigned char)svg.data[i];
      if (tta_is_letter((char)byte) || tta_is_digit((char)byte) || (byte && strchr("-._~/:;,=", byte)))
        tta_buf_char(&c->text, (char)byte);
      else tta_buf_printf(&c->text, "%%%02X", byte);
    }
    tta_buf_char(&c->text, ')');
  }
  tta_buf_free(&svg);
  return status;
}

static void write_hover(tta_lsp *s, const tta_lsp_document *d, tta_json *out, tta_span span, const tta_buf *text) {
  tta_str value = tta_buf_view(text);
  out->out->failed |= text->failed;
  while (value.size && (value.data[value.size - 1] == '\n' || value.data[value.size - 1] == ' ')) value.size--;
  tta_json_open(out, '{');
  tta_lsp_markup(out, "contents", s->client.hover_markdown, value);
  tta_lsp_key_range(out, "range", s, d, span);
  tta_json_close(out, '}');
}

tta_status tta_lsp_hover(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  tta_lsp_document *d;
  tta_document_hover hover = {0};
  uint32_t offset = 0;
  tta_status status = tta_lsp_find_at(s, params, &d, &offset);
  if (!status && d) status = tta_document_hover_at(d->document, offset, &hover);
  if (status) return status;
  card c = {.markdown = s->client.hover_markdown, .hover = &hover};
  tta_buf_init(&c.text, s->allocator);
  const tta_rule_info *rule = d && !hover.num_facts ? rule_at(d, offset, &hover.span) : NULL;
  if (rule) {
    put_code(&c, tta_str_from(rule->name));
    tta_buf_printf(&c.text, ": %s\n\n%s", rule->summary, rule->explanation);
  } else if (hover.num_facts) {
    write_card(&c);
    bool draws = s->client.images && c.markdown && (fact(&c, "grid").size || fact(&c, "worker_grid").size);
    if (draws) status = put_picture(&c, s, d, offset);
  }
  if (c.text.size || c.text.failed) write_hover(s, d, out, hover.span, &c.text);
  else tta_json_null(out);
  tta_buf_free(&c.text);
  return status;
}
