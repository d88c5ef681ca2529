/* --query and --stats: expressions, what is printed for each match, and the tables of counts. */
#include "search.h"

#include <stdlib.h>

#include "base/format.h"
#include "base/str.h"
#include "lists.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

/* ---- expressions ---- */

static void print_fault(const tt_opt_options *o, const tta_query_fault *fault, tta_str message) {
  tta_source source;
  tta_buf text = tta_buf_new(NULL);
  tta_diagnostic d = {.severity = TTA_SEVERITY_ERROR, .span = fault->span, .message = message};
  tta_str wrong = tta_str_from(fault->in_fields ? o->query_print : o->query);
  tta_source_init(&source, fault->in_fields ? TTA_STR("--query-print") : TTA_STR("--query"), wrong, NULL);
  tta_diagnostic_text(&text, &source, &d,
                      (tta_render_options){tta_color_wanted((tta_color)o->diagnostics.color), tta_term_width()});
  tta_source_free(&source);
  tta_report_and_free(tt_opt_program, &text, TTA_EXIT_DONE);
}

static int compile(const tt_opt_options *o, const char *expression, const char *fields, tta_query **query) {
  tta_query_fault fault;
  tta_buf reason = tta_buf_new(NULL);
  tta_status status =
      tta_query_compile(tta_str_from(expression), tta_str_from(fields), NULL, query, &fault, &reason);
  if (status == TTA_INVALID && !reason.failed) print_fault(o, &fault, tta_buf_view(&reason));
  else if (status == TTA_LIMIT) tta_print_error(tt_opt_program, "the expression is larger than 2 GiB");
  else if (status) tta_print_no_memory(tt_opt_program);
  tta_buf_free(&reason);
  return status ? TTA_EXIT_FAILED : TTA_EXIT_DONE;
}

int tt_opt_search_open(tt_opt_options *o) {
  if (!o->query && !o->stats) return TTA_EXIT_DONE;
  tt_opt_search *s = o->search = calloc(1, sizeof *s);
  if (!s) return tt_opt_no_memory();
  int exit = o->query ? compile(o, o->query, o->query_print, &s->query) : TTA_EXIT_DONE;
  if (o->stats) exit = compile(o, "attr where attr.alias == null", "attr.name", &s->attributes);
  if (o->stats && !exit)
    exit = compile(o, "tensor where layout",
                   "layout.memory, layout.memory_layout, layout.grid, layout.tile_type, layout.padding", &s->layouts);
  return exit;
}

void tt_opt_search_close(tt_opt_options *o) {
  if (!o->search) return;
  tta_query_free(o->search->query);
  tta_query_free(o->search->attributes);
  tta_query_free(o->search->layouts);
  free(o->search);
  o->search = NULL;
}

/* ---- matches ---- */

typedef struct searcher {
  const tt_opt_options *options;
  tta_source *source;
  tta_buf *out, *tally;
  size_t *matches;
} searcher;

static void write_values(tta_buf *out, const tta_query_match *m, bool json) {
  if (json) tta_buf_char(out, '{');
  for (uint32_t i = 0; i < m->num_values; i++) {
    if (i) tta_buf_char(out, json ? ',' : '\t');
    if (json) {
      tta_json writer = tta_json_writer(out);
      tta_json_string(&writer, m->values[i].name);
      tta_buf_char(out, ':');
    }
    tta_query_value_write(out, &m->values[i], json);
  }
  if (json) tta_buf_char(out, '}');
}

static void write_json(const searcher *s, const tta_query_match *m) {
  tta_position begin = tta_source_position(s->source, m->span.begin), end = tta_source_position(s->source, m->span.end);
  tta_json json = tta_json_writer(s->out);
  tta_json_open(&json, '{');
  tta_json_key_plain(&json, "file", s->source->name);
  tta_json_key_int(&json, "line", begin.line);
  tta_json_key_int(&json, "column", begin.column);
  tta_json_key_int(&json, "end_line", end.line);
  tta_json_key_int(&json, "end_column", end.column);
  tta_json_key_plain(&json, "text", TTA_SPAN_TEXT(s->source->text.data, m->span));
  if (m->num_values) {
    tta_buf_str(s->out, ",\"values\":");
    write_values(s->out, m, true);
  }
  tta_json_close(&json, '}');
  tta_buf_char(s->out, '\n');
}

/* `FILE:LINE:COL: TEXT`, the text up to the end of its line. */
static void write_place(const searcher *s, const tta_query_match *m) {
  tta_position at = tta_source_position(s->source, m->span.begin);
  tta_str text = TTA_SPAN_TEXT(s->source->text.data, m->span), line = {"", 0};
  tta_str_next_line(&text, &line);
  tta_buf_printf(s->out, "%.*s:%u:%u: ", TTA_STR_ARGS(s->source->name), at.line, at.column);
  tta_buf_append(s->out, line);
  tta_buf_char(s->out, '\n');
}

static bool add_match(void *user, const tta_query_match *m) {
  const searcher *s = user;
  bool json = s->options->emit == TT_OPT_EMIT_JSON;
  ++*s->matches;
  if (s->options->query_count) {
    if (!m->num_values) return true;
    write_values(s->tally, m, json);
    tta_buf_char(s->tally, '\n');
  } else if (json) {
    write_json(s, m);
  } else if (m->num_values) {
    write_values(s->out, m, false);
    tta_buf_char(s->out, '\n');
  } else {
    write_place(s, m);
  }
  return !s->out->failed && !s->tally->failed;
}

/* ---- statistics of a text ---- */

/* A tally has lines `SECTION TAB TEXT`. */
static const struct section {
  const char *key, *title;
} sections[] = {{"attributes", "attributes and types"}, {"eras", "dates that accept a file"},
                {"memory_spaces", "memory of tensors"}, {"memory_layouts", "memory layouts of tensors"},
                {"grids", "grids of tensors"},          {"tile_types", "tiles of tensors"},
                {"padding", "padding of tensors"}};

static void count(tta_buf *tally, const char *section, const tta_query_value *value) {
  tta_buf_printf(tally, "%s\t", section);
  tta_query_value_write(tally, value, false);
  tta_buf_char(tally, '\n');
}

static bool add_attribute(void *user, const tta_query_match *m) {
  const searcher *s = user;
  count(s->tally, "attributes", &m->values[0]);
  ++*s->matches;
  return !s->tally->failed;
}

static const char *padding_class(const tta_query_value *v) {
  if (v->kind == TTA_QUERY_NULL) return "unknown";
  double percent = 100.0 * (double)v->part / (double)v->whole;
  return percent <= 0 ? "none" : percent <= 10 ? "up to 10%" : percent <= 25 ? "up to 25%" : percent <= 50 ? "up to 50%"
                                                                                         : "more than 50%";
}

static bool add_layout(void *user, const tta_query_match *m) {
  const searcher *s = user;
  count(s->tally, "memory_spaces", &m->values[0]);
  count(s->tally, "memory_layouts", &m->values[1]);
  count(s->tally, "grids", &m->values[2]);
  count(s->tally, "tile_types", &m->values[3]);
  tta_buf_printf(s->tally, "padding\t%s\n", padding_class(&m->values[4]));
  return !s->tally->failed;
}

static tta_status count_eras(const searcher *s) {
  tta_text_eras *eras;
  tta_status status = tta_text_eras_read(s->source, NULL, &eras);
  if (status) return status;
  size_t size = tta_text_eras_num_eras(eras);
  tta_buf_str(s->tally, size ? "eras\t" : "eras\tnone");
  for (size_t i = 0; i < size; i++) {
    if (i) tta_buf_str(s->tally, ", ");
    tt_opt_append_era(s->tally, tta_text_eras_era(eras, i));
  }
  tta_buf_char(s->tally, '\n');
  tta_text_eras_free(eras);
  return TTA_OK;
}

tta_status tt_opt_search_text(const tt_opt_options *o, tta_source *source, const tta_check_options *how, tta_buf *out,
                              tta_buf *tally, size_t *matches, bool *complete) {
  searcher s = {o, source, out, tally, matches};
  tta_status status = TTA_OK;
  if (o->search->query) return tta_query_run(o->search->query, source, how, add_match, &s, complete);
  status = tta_query_run(o->search->attributes, source, how, add_attribute, &s, complete);
  if (!status) status = tta_query_run(o->search->layouts, source, how, add_layout, &s, NULL);
  return status ? status : count_eras(&s);
}

/* ---- all inputs ---- */

static void print_groups(tta_buf *out, const tt_opt_tally *tally, bool json) {
  for (uint32_t i = 0; i < tally->num_rows; i++)
    tta_buf_printf(out, json ? "{\"count\":%zu,\"values\":%s}\n" : "%zu\t%s\n", tally->rows[i].count,
                   tally->rows[i].text.data);
}

static void print_stats_text(tta_buf *out, const tt_opt_tally *tally, size_t files, size_t attributes) {
  enum { MOST_ROWS = 20 };
  tta_buf_printf(out, "%zu file%s, %zu attribute%s and types\n", files, tta_plural((int64_t)files), attributes,
                 tta_plural((int64_t)attributes));
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
    char prefix[32];
    tta_buf text = tta_buf_fixed(prefix, sizeof prefix);
    tta_buf_printf(&text, "%s\t", sections[i].key);
    tta_buf_printf(out, "\n%s\n", sections[i].title);
    tt_opt_tally_table(out, tally, tta_buf_fixed_text(&text), MOST_ROWS, true);
  }
}

static void print_stats_json(tta_buf *out, const tt_opt_tally *tally, size_t files) {
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '{');
  tta_json_key_uint(&json, "files", files);
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
    char prefix[32];
    tta_buf text = tta_buf_fixed(prefix, sizeof prefix);
    tta_buf_printf(&text, "%s\t", sections[i].key);
    tta_json_key(&json, sections[i].key);
    tt_opt_tally_json(&json, tally, tta_buf_fixed_text(&text), "value");
  }
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
}

int tt_opt_search_finish(const tt_opt_options *o, tt_opt_tally *tally, size_t files, size_t matches) {
  tta_buf out = tta_buf_new(NULL);
  bool json = o->emit == TT_OPT_EMIT_JSON;
  tt_opt_tally_sort(tally);
  if (o->stats && json) print_stats_json(&out, tally, files);
  else if (o->stats) print_stats_text(&out, tally, files, matches);
  else if (o->query_count && o->query_print) print_groups(&out, tally, json);
  else if (o->query_count) tta_buf_printf(&out, json ? "{\"count\":%zu}\n" : "%zu\n", matches);
  out.failed |= tally->failed;
  int exit = tt_opt_print(&out);
  return exit || o->stats || matches ? exit : TTA_EXIT_ERRORS;
}

int tt_opt_list_query_fields(void *request, const tta_option_use *use) {
  (void)request, (void)use;
  tta_buf text = tta_buf_new(NULL);
  tta_list_query_fields(&text);
  return tt_opt_print(&text);
}
