/* Values as people type them, which no token begins: strings without quotes, numbers with a unit. */
#include "parse/typed_values.h"

#include <stdio.h>
#include <string.h>

#include "base/chars.h"
#include "base/format.h"
#include "base/str.h"

static bool is_string_field(tta_str name) {
  for (uint32_t a = 0; a < TTA_NUM_ATTRIBUTES; a++)
    for (int f = 0; f < TTA_MAX_FORMS; f++)
      for (uint32_t i = 0; i < tta_attributes[a].forms[f].num_fields; i++) {
        const tta_field_spec *field = &tta_attributes[a].forms[f].fields[i];
        if (field->class == TTA_CLASS_STRING && tta_str_is(name, tta_field_name((tta_field)field->field))) return true;
      }
  return false;
}

static uint32_t word_begin(const tta_parser *p, uint32_t end) {
  while (end > p->begin && tta_is_word_byte(p->text[end - 1])) end--;
  return end;
}

/* `target_triple = x86_64-pc-linux`: a string without its quotes, which is not a word. */
bool tta_report_bare_string(tta_parser *p, tta_span found) {
  enum { MAX_TEXT = 96 };
  char quoted[MAX_TEXT];
  if (found.end == found.begin || strchr(",=<>()[]{}", p->text[found.begin])) return false;
  tta_span value = {word_begin(p, found.begin), found.begin}, key;
  for (key.end = value.begin; key.end > p->begin && strchr(" =", p->text[key.end - 1]);) key.end--;
  key.begin = word_begin(p, key.end);
  if (value.begin == value.end || !memchr(p->text + key.end, '=', value.begin - key.end)) return false;
  tta_str name = {p->text + key.begin, key.end - key.begin};
  if (!is_string_field(name)) return false;
  while (p->text[value.end] && !strchr(",=<>()[]{}\" \t\r\n", p->text[value.end])) value.end++;
  tta_str text = {p->text + value.begin, value.end - value.begin};
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, value, "expected a string in quotes for '%.*s'",
                                     TTA_STR_START(name));
  if (text.size + 3 > sizeof quoted) return true;
  snprintf(quoted, sizeof quoted, "\"%.*s\"", TTA_STR_ARGS(text));
  tta_report_fix(p->report, d, value, tta_str_from(quoted), "put it in quotes");
  return true;
}

/* `l1_size = 1.5MB`, `1499136 bytes`, `1_499_136` for a number of bytes. */
bool tta_report_unit(tta_parser *p, tta_span found) {
  enum { MAX_DIGITS = 32 };
  char digits[MAX_DIGITS];
  tta_buf number = tta_buf_fixed(digits, sizeof digits);
  tta_span value = {found.begin, found.begin}, key;
  if (found.begin <= p->begin) return false;
  bool glued = tta_is_word_byte(p->text[found.begin]) && tta_is_digit(p->text[found.begin - 1]);
  if (glued) value.end = found.end;
  while (!glued && value.end > p->begin && p->text[value.end - 1] == ' ') value.end--;
  tta_span unit = {value.end, value.end};
  while (unit.begin > p->begin && tta_is_letter(p->text[unit.begin - 1])) unit.begin--;
  for (value.begin = unit.begin; value.begin > p->begin && p->text[value.begin - 1] == ' ';) value.begin--;
  while (value.begin > p->begin && (tta_is_word_byte(p->text[value.begin - 1]) || p->text[value.begin - 1] == '.'))
    value.begin--;
  for (key.end = value.begin; key.end > p->begin && strchr(" =", p->text[key.end - 1]);) key.end--;
  key.begin = word_begin(p, key.end);
  if (key.begin == key.end || !memchr(p->text + key.end, '=', value.begin - key.end)) return false;
  tta_str name = {p->text + key.begin, key.end - key.begin}, text = {p->text + value.begin, value.end - value.begin};
  if (!text.size || !tta_is_digit(*text.data) || tta_field_find(name) == TTA_FIELD_NONE) return false;
  bool plain = true, odd = unit.begin < unit.end;
  odd |= memchr(text.data, '.', text.size) || memchr(text.data, '_', text.size);
  if (!odd) return false;
  for (const char *at = text.data; at < p->text + unit.begin; at++)
    if (tta_is_digit(*at)) tta_buf_char(&number, *at);
    else plain &= *at == '_' || *at == ' ';
  tta_str word = {p->text + unit.begin, unit.end - unit.begin};
  plain &= !word.size || tta_str_is(word, "B") || tta_str_is(word, "byte") || tta_str_is(word, "bytes");
  bool apart = p->text[unit.begin - 1] == ' '; /* a word after a number */
  tta_diagnostic *d =
    tta_report_add(p->report, TTA_RULE_syntax, apart ? unit : value, "expected an integer for '%.*s', found '%.*s'",
                   TTA_STR_START(name), TTA_STR_START(text));
  if (plain && !number.failed)
    tta_report_fix(p->report, d, value, tta_buf_view(&number), "write '%.*s'", TTA_STR_ARGS(tta_buf_view(&number)));
  return true;
}

/* `d0 <> d1`: how the specification of layouts writes dims that become one. */
bool tta_report_collapse(tta_parser *p, tta_span found) {
  if (p->text[found.begin] != '<' || p->text[found.begin + 1] != '>') return false;
  tta_report_add(p->report, TTA_RULE_syntax, (tta_span){found.begin, found.begin + 2},
                 "unexpected '<>': dims become one in a sum with the size of the second, as in 'd0 * 32 + d1'");
  return true;
}
