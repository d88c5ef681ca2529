/* scan.c: finds and reads the texts of layouts in Python source, such as the output code of Inductor. */

#include "base/chars.h"
#include "base/str.h"
#include "diag/results.h"
#include "tiled/parts.h"

static bool is_word(char c) { return tta_is_letter(c) || tta_is_digit(c) || c == '_'; }

static char at(tta_str text, size_t i) { return i < text.size ? text.data[i] : 0; }

static bool is_space(char c) { return c == ' ' || c == '\t'; }

/* After a string that starts at i: '..', "..", '''..''' or """..""". */
static size_t after_string(tta_str text, size_t i) {
  char quote = text.data[i];
  bool triple = at(text, i + 1) == quote && at(text, i + 2) == quote;
  for (i += triple ? 3 : 1; i < text.size; i++) {
    if (text.data[i] == '\\') i++;
    else if (!triple && (text.data[i] == quote || text.data[i] == '\n')) return i + 1;
    else if (triple && text.data[i] == quote && at(text, i + 1) == quote && at(text, i + 2) == quote) return i + 3;
  }
  return text.size;
}

static size_t after_comment(tta_str text, size_t i) {
  while (i < text.size && text.data[i] != '\n') i++;
  return i;
}

/* After the bracket that matches the one at i; text.size if there is none. */
static size_t after_brackets(tta_str text, size_t i) {
  size_t depth = 0;
  while (i < text.size) {
    char c = text.data[i];
    if (c == '\'' || c == '"') {
      i = after_string(text, i);
      continue;
    }
    if (c == '#') {
      i = after_comment(text, i);
      continue;
    }
    i++;
    if (c == '(' || c == '[' || c == '{') depth++;
    else if ((c == ')' || c == ']' || c == '}') && --depth == 0) return i;
  }
  return text.size;
}

/* Whether the word before i is `def` or `class`. */
static bool is_definition(tta_str text, size_t i) {
  while (i > 0 && is_space(text.data[i - 1])) i--;
  size_t end = i;
  while (i > 0 && is_word(text.data[i - 1])) i--;
  tta_str word = {text.data + i, end - i};
  return tta_str_is(word, "def") || tta_str_is(word, "class");
}

/* `buf7` of `buf7 = `, or of `buf7=` among arguments, before i. */
static tta_str name_before(tta_str text, size_t i) {
  while (i > 0 && (is_word(text.data[i - 1]) || text.data[i - 1] == '.')) i--; /* torch_spyre.spyre_empty_.. */
  while (i > 0 && is_space(text.data[i - 1])) i--;
  if (i == 0 || text.data[i - 1] != '=') return (tta_str){NULL, 0};
  for (i--; i > 0 && is_space(text.data[i - 1]);) i--;
  size_t end = i;
  while (i > 0 && (is_word(text.data[i - 1]) || text.data[i - 1] == '.')) i--;
  return (tta_str){text.data + i, end - i};
}

static bool is_call(tta_str word) {
  return tta_str_is(word, "SpyreTensorLayout") || tta_str_is(word, "FixedTiledLayout") ||
         tta_str_is(word, "spyre_empty_with_layout");
}

/* A triple at the start of a statement, or assigned: `((4, 1000, 64), (..), (..))`. */
static bool is_triple(tta_str text, size_t i) {
  size_t before = i, next = i + 1;
  while (is_space(at(text, next))) next++;
  if (at(text, next) != '(' || !tta_is_digit(at(text, next + 1))) return false;
  while (before > 0 && is_space(text.data[before - 1])) before--;
  return before == 0 || text.data[before - 1] == '\n' || text.data[before - 1] == '=';
}

bool tta_tiled_next_call(tta_str text, size_t *from, tta_tiled_call *call) {
  size_t i = *from;
  while (i < text.size) {
    char c = text.data[i];
    if (c == '\'' || c == '"') {
      i = after_string(text, i);
    } else if (c == '#') {
      i = after_comment(text, i);
    } else if (c == '(' && is_triple(text, i)) {
      *from = after_brackets(text, i);
      *call = (tta_tiled_call){name_before(text, i), i, *from};
      return true;
    } else if (is_word(c)) {
      size_t begin = i, open;
      while (is_word(at(text, i))) i++;
      for (open = i; is_space(at(text, open));) open++;
      if (at(text, open) != '(' || !is_call((tta_str){text.data + begin, i - begin}) || is_definition(text, begin))
        continue;
      *from = after_brackets(text, open);
      *call = (tta_tiled_call){name_before(text, begin), begin, *from};
      return true;
    } else {
      i++;
    }
  }
  *from = i;
  return false;
}

bool tta_tiled_call_is_selected(tta_source *source, const tta_tiled_call *call, tta_str name) {
  uint32_t line, column;
  if (!name.size || tta_str_equal(call->name, name)) return true;
  if (!tta_read_place(name, &line, &column)) return false;
  if (!column) return line == tta_source_position(source, (uint32_t)call->begin).line;
  uint32_t offset = tta_source_span(source, line, column).begin;
  return offset >= call->begin && offset < call->end;
}

static void find(tta_tiled_call_result *r, tta_rule rule, tta_span span, tta_str message) {
  tta_report_add(&r->results->report, rule, span, "%.*s", TTA_STR_ARGS(message));
}

/* From where reading failed to the end of the call. */
static tta_span from_offset(const tta_tiled_call *call, size_t offset) {
  size_t size = call->end - call->begin;
  return (tta_span){(uint32_t)(call->begin + (offset < size ? offset : size)), (uint32_t)call->end};
}

static tta_status read_call(tta_str text, const tta_tiled_call *call, const tta_tiled_context *context,
                            tta_arena *arena, tta_tiled_call_result *r) {
  tta_span whole = {(uint32_t)call->begin, (uint32_t)call->end};
  tta_tiled_import found;
  tta_tiled_diagnostics all;
  tta_buf reason;
  tta_status status = tta_tiled_read((tta_str){text.data + call->begin, call->end - call->begin}, context, arena,
                                     &found);
  if (status == TTA_INVALID)
    find(r, found.error_rule ? tta_tiled_report_rule(found.error_rule) : TTA_RULE_convert_text,
         from_offset(call, found.error_offset), found.error);
  if (status) return status;
  r->layout = found.layout;
  status = tta_tiled_verify(&r->layout, arena, &all);
  for (uint32_t i = 0; i < all.count && !status; i++)
    find(r, tta_tiled_report_rule(all.item[i].rule), whole, all.item[i].message);
  if (!status && tta_tiled_first_error(&all)) status = TTA_INVALID;
  if (status) return status;
  tta_buf_init(&reason, arena->allocator);
  status = tta_tiled_facts_of(&r->layout, arena, &r->facts, &reason);
  if (status && status != TTA_NO_MEMORY) {
    find(r, TTA_RULE_convert_text, whole, reason.size ? tta_buf_view(&reason) : TTA_STR("unsupported layout"));
    status = TTA_INVALID;
  }
  tta_buf_free(&reason);
  if (status) return status;
  r->is_valid = true;
  r->padding_bytes =
      r->facts.padding_elements * tta_tiled_stick_bytes(r->layout.stick_bytes) / r->facts.elems_per_stick;
  return TTA_OK;
}

tta_status tta_tiled_read_call(tta_source *source, const tta_tiled_call *call, const tta_tiled_context *context,
                               const tta_check_options *check, tta_arena *arena, tta_tiled_call_result *r) {
  *r = (tta_tiled_call_result){.results = tta_results_new(arena->allocator, check)};
  if (!r->results) return TTA_NO_MEMORY;
  tta_status status = read_call(source->text, call, context, arena, r);
  if (tta_results_finish(r->results)) status = TTA_NO_MEMORY;
  return status == TTA_INVALID ? TTA_OK : status;
}

void tta_tiled_call_result_free(tta_tiled_call_result *r) {
  tta_results_delete(r->results);
  r->results = NULL;
}
