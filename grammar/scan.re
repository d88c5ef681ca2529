/* scan.re: the island scanner. It recognizes strings, comments and names, but no operations, so it reads files of
 * any date. One pass; what needs no parsing (a tensor type in canonical form) is counted and passed over here, unless
 * all are wanted. */
#define _GNU_SOURCE /* memmem */
#include "parse/scan.h"

#include <stdio.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/chars.h"
#include "base/nearest.h"
#include "base/str.h"
#include "base/utf8.h"
#include "ir/attributes.h"
#include "parse/follow.h"
#include "text/string_end.h"

/*!re2c
  re2c:define:YYCTYPE = "unsigned char";
  re2c:define:YYCURSOR = "cursor";
  re2c:define:YYLIMIT = "s->limit";
  re2c:define:YYMARKER = "marker";
  re2c:yyfill:enable = 0;
  re2c:eof = 0;
  re2c:flags:unsafe = 0;
  re2c:flags:case-ranges = 1;
*/

/*!include:re2c "lexis.re" */

/*!re2c
  number = "0" | [1-9] digit{0,17};
*/

/*!include:re2c "islands.re.inc" */

void tta_scanner_init(tta_scanner *scanner, tta_str text, uint32_t begin, uint32_t end, tta_report *report) {
  *scanner = (tta_scanner){.text = text.data,
                           .begin = text.data + begin,
                           .at = text.data + begin,
                           .limit = text.data + text.size,
                           .end = text.data + end,
                           .report = report};
}

/* A file that is not MLIR (UTF-16, a binary) would have an error for every other byte: after a hundred only a summary
 * is reported. */
static void fault(tta_scanner *s, const char *begin, const char *end, const char *message) {
  enum { MAX_FAULTS = 100 };
  if (++s->num_faults > MAX_FAULTS) return;
  tta_span span = {(uint32_t)(begin - s->text), (uint32_t)(end - s->text)};
  tta_report_add(s->report, TTA_RULE_syntax, span, "%s%s", message,
                 s->num_faults == MAX_FAULTS ? "; further errors between attributes are not reported" : "");
}

/* MLIR has no other token with a slash. @return after it, or after a short comment of C */
static const char *bad_slash(tta_scanner *s, const char *at) {
  enum { MAX_COMMENT = 200 };
  const char *limit = s->end - at > MAX_COMMENT ? at + MAX_COMMENT : s->end;
  bool in_name = at > s->begin && at[-1] == '<'; /* `#tt</grid>` is reported as a name */
  if (!in_name) fault(s, at, at + 1, "unexpected '/'; a comment begins with '//'");
  for (const char *close = at[1] == '*' ? at + 2 : limit; limit - close >= 2 && *close != '\n'; close++)
    if (close[0] == '*' && close[1] == '/') return close + 2;
  return at + 1;
}

/* A byte that no token of MLIR begins with. A run of them is one fault. */
static const char *bad_bytes(tta_scanner *s, const char *at) {
  const char *end = at;
  if ((unsigned char)*at >= 0x80) {
    size_t n = tta_utf8_length(at, (size_t)(s->limit - at));
    while (end < s->limit && (unsigned char)*end >= 0x80) end++;
    fault(s, at, n ? at + n : at + 1, n ? "unexpected character outside comments and strings"
                                        : "invalid UTF-8 outside comments and strings");
  } else if (*at == 0) {
    while (end < s->limit && *end == 0) end++;
    fault(s, at, at + 1, TTA_NUL_BYTE);
  } else {
    while (end < s->limit && (unsigned char)*end < 0x20 && !strchr(" \t\r\n", *end)) end++;
    fault(s, at, at + 1, "control character outside comments and strings");
  }
  return end > at ? end : at + 1;
}

static tta_module_key key_before(tta_scanner *s, const char *at);
static bool in_module_attributes(tta_scanner *s, const char *at);

static const char *bad_bracket(tta_bracket_error *error, tta_bracket_kind kind, const char *begin, const char *end) {
  error->kind = kind;
  error->begin = begin;
  error->end = end;
  return NULL;
}

static tta_scan_item found(tta_scanner *s, tta_scan_kind kind, const char *name, const char *name_end,
                           const char *begin) {
  s->at = begin;
  return (tta_scan_item){.kind = kind,
                         .name = {(uint32_t)(name - s->text), (uint32_t)(name_end - s->text)},
                         .begin = (uint32_t)(begin - s->text),
                         .key = *name == '#' ? key_before(s, name) : TTA_KEY_NONE};
}

/* `#name` without a dot or a body: `#name =` defines it, else it is a use. */
static tta_scan_item alias(tta_scanner *s, const char *name, const char *end) {
  const char *cursor = end, *marker;
  /*!re2c
    gap "=" / [^=] { if (cursor > s->end) goto use; /* the `=` is in the next section */
                     return found(s, TTA_SCAN_ALIAS, name, end, cursor); }
    *       { goto use; }
    $       { goto use; }
  */
use:
  return found(s, TTA_SCAN_USE, name, end, end);
}

static void see_comment(tta_scanner *s, const char *begin, const char *end) {
  if (s->suppressions)
    tta_suppressions_see_comment(s->suppressions, (uint32_t)(begin - s->text), (uint32_t)(end - s->text),
                                 (uint32_t)(s->end - s->text));
}

/* Whether a comment starts with `tt`, of any case. */
static bool starts_with_marker(const char *begin) {
  const char *word = begin + 2;
  while (*word == '/' || *word == ' ' || *word == '\t') word++;
  return (word[0] | 0x20) == 't' && (word[1] | 0x20) == 't';
}

/* The end of a comment that may be a suppression: it has `t:`, or a misspelled one starts with `tt`. */
__attribute__((noinline)) static const char *skip_marked_comment(tta_scanner *s, const char *begin) {
  if (s->end - begin < 2) return begin + 1; /* the second slash is in the next section */
  const char *end = memchr(begin, '\n', (size_t)(s->end - begin));
  if (!end) end = s->end;
  bool marked = starts_with_marker(begin);
  for (const char *at = begin + 2; !marked && at < end && (at = memchr(at, ':', (size_t)(end - at))); at++)
    marked = at[-1] == 't';
  if (marked) see_comment(s, begin, end);
  return end;
}

/* The end of the line of the comment at `begin`. The search finds a colon as well, without which only the start of a
 * comment may be a marker: so most comments cost what the search for the end costs. */
static const char *skip_comment(tta_scanner *s, const char *begin) {
  static const bool may_precede[256] = {[0 ... '/'] = true, ['t'] = true, ['T'] = true};
  const char *at = begin + 2;
  unsigned char first = (unsigned char)(*at == ' ' ? at[1] : *at);
  if (may_precede[first] && starts_with_marker(begin)) return skip_marked_comment(s, begin);
#ifdef __SSE2__
  /* a newline, which is 0x0a, and a colon, 0x3a, in one comparison; with them an asterisk, 0x2a */
  const __m128i newline = _mm_set1_epi8('\n'), mask = _mm_set1_epi8((char)0xcf);
  for (const char *end = s->end; end - at >= 16; at += 16) {
    __m128i bytes = _mm_and_si128(_mm_loadu_si128((const __m128i *)at), mask);
    uint32_t hits = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, newline));
    if (!hits) continue;
    at += __builtin_ctz(hits);
    if (*at == '\n') return at;
    break;
  }
#endif
  return skip_marked_comment(s, begin);
}

static const char *skip_resources(tta_scanner *s, const char *begin) {
  const char *end = tta_resources_end(begin, s->end);
  if (!end) fault(s, begin, begin + 3, "expected '#-}' at the end of the resource block");
  if (!end) end = s->end;
  tta_tokens tokens = tta_tokens_of(begin + 3, end);
  for (tta_token t; s->suppressions && tta_token_next(&tokens, &t);)
    if (t.kind == TTA_MARK_COMMENT) see_comment(s, t.begin, t.end);
  in_module_attributes(s, begin);
  if (s->modules_at < end) s->modules_at = end; /* a module is not looked for in the block */
  return end;
}

static const char *name_end(const char *at) {
  while (tta_is_word_byte(*at)) at++;
  return at;
}

/* #d<m, #d< m: an island when `m` is known in the dialect `d` */
static bool is_long_form(const tta_scanner *s, const char *token, const char *angle) {
  const char *name = tta_skip_gap(angle + 1, s->limit);
  tta_dialect dialect = tta_dialect_find(tta_str_between(token + 1, angle));
  return dialect < TTA_NUM_DIALECTS &&
         tta_attribute_find(*token, dialect, tta_str_between(name, name_end(name))) < TTA_NUM_ATTRIBUTES;
}

static bool is_name_byte(char c) {
  static const bool of_name[256] = {['0' ... '9'] = true, ['a' ... 'z'] = true, ['A' ... 'Z'] = true, ['_'] = true,
                                    ['$'] = true, ['.'] = true, ['@'] = true, ['%'] = true, ['^'] = true,
                                    ['#'] = true, ['!'] = true};
  return of_name[(unsigned char)c];
}

/* ---- the fast part: from one byte that can matter to the next -------------------------------------------------------
 *
 * Outside islands only few bytes matter: `"` and `/` (what is in strings and comments does not count), `#` and `!`
 * (attributes, types, aliases), `<` (tensor<, memref<, .., looked at backwards) and bytes that no token has. Sixteen
 * are tested at a time; this is what makes files with few layouts cost little more than reading them
 * (docs/performance.md: three times faster). */

static bool matters(unsigned char c) {
  return (c >= '!' && c <= '#') || c == '/' || c == '<' || c >= 0x80 ||
         (c < 0x20 && c != '\n' && c != '\t' && c != '\r');
}

/* `at` is not the start of the text: each block looks at the byte before it. */
static const char *next_that_matters(tta_scanner *s, const char *at) {
  const char *end = s->end;
#ifdef __SSE2__
  const __m128i newline = _mm_set1_epi8('\n'), tab = _mm_set1_epi8('\t'), cr = _mm_set1_epi8('\r'),
                slash = _mm_set1_epi8('/'), angle = _mm_set1_epi8('<'), first = _mm_set1_epi8('!'),
                two = _mm_set1_epi8(2), space = _mm_set1_epi8(0x20);
  const __m128i pair = _mm_set1_epi8('(' ^ 'c');
  for (; end - at >= 16; at += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)at);
    __m128i before = _mm_loadu_si128((const __m128i *)(at - 1));
    __m128i from_first = _mm_sub_epi8(bytes, first);
    __m128i hit = _mm_cmpeq_epi8(_mm_min_epu8(from_first, two), from_first); /* ! " # */
    hit = _mm_or_si128(hit, _mm_or_si128(_mm_cmpeq_epi8(bytes, slash), _mm_cmpeq_epi8(bytes, angle)));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(_mm_xor_si128(bytes, before), pair)); /* the last two bytes of loc( */
    __m128i low = _mm_cmplt_epi8(bytes, space); /* signed: bytes from 0x80 on too */
    uint32_t hits = (uint32_t)_mm_movemask_epi8(_mm_or_si128(hit, low));
    if (!hits) continue;
    if (_mm_movemask_epi8(low)) {
      __m128i fine = _mm_or_si128(_mm_cmpeq_epi8(bytes, newline),
                                  _mm_or_si128(_mm_cmpeq_epi8(bytes, tab), _mm_cmpeq_epi8(bytes, cr)));
      hits &= ~(uint32_t)_mm_movemask_epi8(fine);
      if (!hits) continue;
    }
    return at + __builtin_ctz(hits);
  }
#endif
  while (at < end && !matters((unsigned char)*at) && !(*at == '(' && at[-1] == 'c')) at++;
  return at;
}

/* The start of `word` that ends at `end`, when it is a word of its own; NULL otherwise. */
static const char *word_before(const char *low, const char *end, const char *word, size_t size) {
  const char *begin = end - size;
  if (end - low < (ptrdiff_t)size || memcmp(begin, word, size) != 0) return NULL;
  return begin > low && is_name_byte(begin[-1]) ? NULL : begin;
}

static const char *back_over_blanks(const char *low, const char *at) {
  while (at > low && (at[-1] == ' ' || at[-1] == '\t' || at[-1] == '\n' || at[-1] == '\r')) at--;
  return at;
}

/* `tensor`, `memref`, `affine_map` or `affine_set` right before the `<` at `angle` */
static const char *builtin_before(const char *low, const char *angle) {
  if (angle == low) return NULL;
  switch (angle[-1]) {
  case 'r': return word_before(low, angle, "tensor", 6);
  case 'f': return word_before(low, angle, "memref", 6);
  case 'p': return word_before(low, angle, "affine_map", 10);
  case 't': return word_before(low, angle, "affine_set", 10);
  default: return NULL;
  }
}

/* An operation with `name`, which is nearly `tt.device` or `ttcore.device`, and a device after its symbol. */
static void warn_of_device(tta_scanner *s, const char *end, const char *angle) {
  static const char *const names[] = {"tt.device", "ttcore.device"};
  const char *name = end;
  while (name > s->begin && is_name_byte(name[-1])) name--;
  tta_str word = tta_str_between(name, end), field = tta_str_between(angle + 1, s->end);
  if (!tta_str_skip(&field, "workerGrid") || !memchr(word.data, '.', word.size)) return;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    tta_str meant = tta_str_from(names[i]);
    if (tta_edit_distance(word, meant) > 2) continue;
    tta_span span = {(uint32_t)(name - s->text), (uint32_t)(end - s->text)};
    tta_diagnostic *d = tta_report_add(s->report, TTA_RULE_unknown_attribute, span,
                                       "unknown operation '%.*s'; did you mean '%s'?", TTA_STR_ARGS(word), names[i]);
    tta_report_fix(s->report, d, span, meant, "replace with '%s'", names[i]);
    return;
  }
}

/* `tt.device @name = ` before the `<` at `angle` */
static const char *device_before(tta_scanner *s, const char *angle, bool *ttcore) {
  const char *low = s->begin, *at = back_over_blanks(low, angle), *symbol_end = at;
  bool equals = at > low && at[-1] == '=';
  if (at == low || (!equals && !is_name_byte(at[-1]))) return NULL;
  if (equals) symbol_end = at = back_over_blanks(low, at - 1);
  if (at > low && at[-1] == '"') {
    for (at--; at > low && at[-1] != '"' && at[-1] != '\n';) at--;
    if (at > low) at--;
  } else {
    while (at > low && at[-1] != '@' && is_name_byte(at[-1])) at--;
  }
  if (at == low || at[-1] != '@') return NULL;
  at = back_over_blanks(low, at - 1);
  const char *name = word_before(low, at, "ttcore.device", 13);
  *ttcore = name != NULL;
  if (!name) name = word_before(low, at, "tt.device", 9);
  if (name && !equals) {
    tta_span place = {(uint32_t)(symbol_end - s->text), (uint32_t)(symbol_end - s->text)};
    tta_diagnostic *d = tta_report_add(s->report, TTA_RULE_syntax, place, "expected '=' before the device");
    tta_report_fix(s->report, d, place, tta_str_from(" ="), "insert '='");
  } else if (!name && equals) warn_of_device(s, at, angle);
  return name;
}

/* After `module`, `module @name`: where the braces of its attributes open, or NULL. */
static const char *module_attributes(const tta_scanner *s, const char *at) {
  const char *cursor = at, *marker;
  /*!re2c
    gap ("@" (bare | string))? gap "attributes" gap "{" { return cursor - 1; }
    *  { return NULL; }
    $  { return NULL; }
  */
}

/* The end of the string or comment around `at`; NULL if it is in neither. Both end with their line. */
static const char *end_of_text_around(tta_scanner *s, const char *at) {
  const char *known = s->token_at > s->begin ? s->token_at : s->begin;
  const char *line = memrchr(known, '\n', (size_t)(at - known));
  tta_tokens tokens = tta_tokens_of(line ? line + 1 : known, s->end);
  for (tta_token t; tta_token_next(&tokens, &t) && t.begin <= at;) {
    s->token_at = t.begin;
    bool code = t.kind != TTA_MARK_STRING && t.kind != TTA_MARK_COMMENT && t.kind != TTA_MARK_RESOURCES;
    if (at < t.end) return code ? NULL : t.end;
  }
  return NULL;
}

/* Modules are looked for only up to `at`, and each byte is read once: the search goes on after the attributes of a
 * module. Attributes whose brackets do not balance end where that is noticed. */
static bool in_module_attributes(tta_scanner *s, const char *at) {
  if (s->modules_at < s->begin) s->modules_at = s->begin;
  while (s->modules_at < at) {
    const char *word = memmem(s->modules_at, (size_t)(at - s->modules_at), "module", 6);
    if (!word) break;
    s->modules_at = word + 6;
    if (word > s->begin && is_name_byte(word[-1]) && word[-1] != '.') continue;
    const char *skipped = end_of_text_around(s, word);
    if (skipped) s->modules_at = skipped;
    const char *open = skipped ? NULL : module_attributes(s, word + 6);
    if (!open || open >= at) continue;
    tta_bracket_error error;
    const char *close = tta_skip_brackets(open, s->end, TTA_NESTING_LIMIT, &error);
    s->module_end = close ? close : error.kind == TTA_BRACKETS_NOT_CLOSED ? s->end : error.end;
    s->modules_at = s->token_at = s->module_end;
    s->module_begin = open;
  }
  if (s->modules_at < at - 6) s->modules_at = at - 6; /* a word may begin just before */
  return s->module_begin && at > s->module_begin && at < s->module_end;
}

bool tta_scan_in_module_attributes(tta_scanner *s, uint32_t offset) {
  return in_module_attributes(s, s->text + offset);
}

static bool is_module_key(tta_str name) {
  if (!tta_str_skip(&name, "ttcore.") && !tta_str_skip(&name, "tt.")) return false;
  return tta_str_is(name, "device") || tta_str_is(name, "system_desc");
}

/* `tt.device : #tt.device<..>` */
static void warn_of_equals(tta_scanner *s, const char *at) {
  const char *end = back_over_blanks(s->begin, at), *key_end;
  bool colon = end > s->begin && end[-1] == ':';
  key_end = colon ? back_over_blanks(s->begin, end - 1) : end;
  const char *key = key_end;
  while (key > s->begin && is_name_byte(key[-1])) key--;
  tta_str name = tta_str_between(key, key_end);
  if (!is_module_key(name)) return;
  tta_span place = {(uint32_t)((colon ? end - 1 : end) - s->text), (uint32_t)(end - s->text)};
  tta_diagnostic *d = tta_report_add(s->report, TTA_RULE_syntax, place, "expected '=' after '%.*s'%s",
                                     TTA_STR_ARGS(name), colon ? ", found ':'" : "");
  tta_report_fix(s->report, d, place, tta_str_from(colon ? "=" : " ="), colon ? "replace with '='" : "insert '='");
}

/* `module attributes (tt.device = ..)`, `module attribute {tt.device = ..}` */
static void warn_of_attributes(tta_scanner *s, const char *key) {
  tta_str attributes = tta_str_from("attributes");
  const char *open = back_over_blanks(s->begin, key), *end, *word;
  if (open == s->begin || (open[-1] != '(' && open[-1] != '{')) return;
  word = end = back_over_blanks(s->begin, --open);
  while (word > s->begin && is_name_byte(word[-1])) word--;
  tta_str found = tta_str_between(word, end);
  tta_span span = {(uint32_t)(word - s->text), (uint32_t)(end - s->text)},
           bracket = {(uint32_t)(open - s->text), (uint32_t)(open - s->text) + 1};
  if (*open == '{' && found.size > 6 && !tta_str_equal(found, attributes) &&
      tta_edit_distance(found, attributes) < 3) {
    tta_diagnostic *d = tta_report_add(s->report, TTA_RULE_syntax, span, "expected 'attributes', found '%.*s'",
                                       TTA_STR_ARGS(found));
    tta_report_fix(s->report, d, span, attributes, "replace with 'attributes'");
  } else if (*open == '(' && tta_str_equal(found, attributes)) {
    tta_bracket_error error;
    const char *close = tta_skip_brackets(open, s->end, TTA_NESTING_LIMIT, &error);
    tta_diagnostic *d =
        tta_report_add(s->report, TTA_RULE_syntax, bracket, "expected '{' after 'attributes', found '('");
    if (!close) return;
    tta_report_fix(s->report, d, bracket, tta_str_from("{"), "write '{' and '}'");
    tta_report_edit(s->report, d, (tta_span){(uint32_t)(close - s->text) - 1, (uint32_t)(close - s->text)},
                    tta_str_from("}"));
  }
}

/* `tt.device =` or `tt.system_desc =` before `at` */
static tta_module_key key_before(tta_scanner *s, const char *at) {
  tta_str name = tta_key_before(s->begin, at);
  if (!name.size) warn_of_equals(s, at);
  tta_module_key key = TTA_KEY_NONE;
  if (tta_str_is(name, "tt.device") || tta_str_is(name, "ttcore.device")) key = TTA_KEY_DEVICE;
  if (tta_str_is(name, "tt.system_desc") || tta_str_is(name, "ttcore.system_desc")) key = TTA_KEY_SYSTEM_DESC;
  if (!key || in_module_attributes(s, at)) return key;
  warn_of_attributes(s, name.data);
  return TTA_KEY_NONE;
}

/* The end of the string that begins at `begin`; a fault and the end of the line when it does not end there. */
static const char *skip_string(tta_scanner *s, const char *begin) {
  bool closed;
  const char *end = tta_string_end_inline(begin, s->limit, &closed);
  if (!closed) fault(s, begin, begin + 1, TTA_BAD_STRING);
  return end;
}

/* `tensor<2x3xf32>` in canonical form, before what plainly follows a value: it has no errors and does not change. After
 * `<`; NULL for anything else. */
static const char *plain_tensor(const tta_scanner *s, const char *at) {
  const char *cursor = at, *marker;
  /*!re2c
    (number "x")* short ">" { return cursor == s->end || tta_ends_plainly(*cursor) ? cursor : NULL; }
    *  { return NULL; }
    $  { return NULL; }
  */
}

static const char *after_blanks(const char *at) {
  while (*at == ' ' || *at == '\t') at++;
  return at;
}

static bool begins_line(const tta_scanner *s, const char *at) {
  while (at > s->begin && (at[-1] == ' ' || at[-1] == '\t')) at--;
  return at == s->begin || at[-1] == '\n' || at[-1] == '\r';
}

/* `#dialect.name =`: aliases cannot have such names (the message is MLIR's). */
static bool defines_dotted(tta_scanner *s, const char *name, const char *end) {
  tta_scan_item what = alias(s, name, end);
  if (what.kind != TTA_SCAN_ALIAS || !begins_line(s, name)) return false;
  fault(s, name, end, *name == '#' ? "attribute names with a '.' are reserved for dialect-defined names"
                                   : "type names with a '.' are reserved for dialect-defined names");
  return true;
}

/* `!dialect.name` of a row that has a form without a body; a `<` after it is the parser's to reject. */
static tta_scan_item bare(tta_scanner *s, const char *name, const char *end, const char **next) {
  *next = end;
  if (defines_dotted(s, name, end)) return (tta_scan_item){.kind = TTA_SCAN_END};
  return found(s, TTA_SCAN_ISLAND, name, end, name);
}

/* `#dialect.name` without a body, which our attributes and types require: the parser reports a known name. */
static tta_scan_item dotted(tta_scanner *s, const char *name, const char *end, const char **next) {
  *next = end;
  if (defines_dotted(s, name, end)) return (tta_scan_item){.kind = TTA_SCAN_END};
  if (tta_name_size(tta_str_between(name, end))) return found(s, TTA_SCAN_ISLAND, name, end, name);
  tta_verify_name(s->report, s->names, s->text, name);
  return (tta_scan_item){.kind = TTA_SCAN_END};
}

/* What begins with `#` or `!` at `token`. An item, or kind END and `*next` where the scan goes on. */
static tta_scan_item hash_or_bang(tta_scanner *s, const char *token, const char **next) {
  const char *cursor = token, *marker;
  const tta_scan_item none = {.kind = TTA_SCAN_END};
  if (*token == '#' && token > s->begin) {
    /* %0#1; not the text directly after an alias or a use of one: #a = #tt.x#b = 1 */
    if (token > s->at && is_name_byte(token[-1])) {
      *next = token + 1;
      return none;
    }
    if (token - s->begin >= 2 && token[-1] == '-' && token[-2] == '{') {
      *next = skip_resources(s, token - 2);
      return none;
    }
  }
  /*!re2c
    !use:islands;
    [#!] suffix       { bool has_dot = memchr(token, '.', (size_t)(cursor - token));
                        if (*cursor != '<' && !has_dot) return alias(s, token, cursor);
                        if (!has_dot && is_long_form(s, token, cursor))
                          return found(s, TTA_SCAN_ISLAND, token, cursor, token);
                        if (*cursor != '<') return dotted(s, token, cursor, next);
                        tta_verify_name(s->report, s->names, s->text, token);
                        *next = cursor; return none; }
    *                 { bool defines = *after_blanks(token + 1) == '=' && begins_line(s, token);
                        fault(s, token, token + 1,
                              defines ? *token == '#' ? "expected the name of an alias between '#' and '='"
                                                      : "expected the name of an alias between '!' and '='"
                              : *token == '#' ? "expected the name of an attribute or alias after '#'"
                                              : "expected the name of a type or alias after '!'");
                        *next = token + 1; return none; }
    $                 { *next = s->limit; return none; }
  */
}

/* `tt.arch<` before the `<` at `angle`: a name of ours that lacks its `#` or `!`. No operation is followed by `<`. */
static void warn_without_sigil(tta_scanner *s, const char *low, const char *angle) {
  const char *name = angle;
  bool dot = false;
  for (; name > low && is_name_byte(name[-1]); name--) dot |= name[-1] == '.';
  bool failed_here = name == low && low > s->begin; /* an island ended in an error at this name */
  const char *sign = name - s->begin > 1 ? name - 2 : s->begin; /* `#:tt.arch<`: the `#` is reported */
  failed_here = failed_here || memchr(sign, '#', (size_t)(name - sign)) || memchr(sign, '!', (size_t)(name - sign));
  if (dot && !failed_here) tta_verify_missing_sigil(s->report, s->text, name, angle);
  bool apart = name == s->begin || strchr(" \t\n(,", name[-1]);
  if (!dot && !failed_here && apart) tta_verify_builtin_name(s->report, s->text, name, angle);
}

/* After the string of `loc("a.py":1:2)` and `loc("op"(#loc3))`, as nearly all locations are: whether it ends so. */
static bool ends_location(const char *at) {
  while (*at == ':' || (*at >= '0' && *at <= '9')) at++;
  if (at[0] == '(' && at[1] == '#') {
    for (at += 2; is_name_byte(*at); at++) {}
    if (*at++ != ')') return false;
  }
  return *at == ')';
}

static bool is_location(const char *low, const char *open) {
  return open - low >= 3 && open[-1] == 'c' && word_before(low, open, "loc", 3);
}

/* `loc(...)` of an operation: its brackets must balance. Locations nest, so what was verified is not verified again. */
static void verify_location(tta_scanner *s, const char *open) {
  if (open < s->verified) return;
  tta_bracket_error error;
  const char *end = tta_skip_brackets(open, s->end, TTA_NESTING_LIMIT, &error);
  s->verified = end ? end : error.kind == TTA_BRACKETS_NOT_CLOSED ? s->end : error.end;
  if (error.kind != TTA_BRACKETS_UNBALANCED && error.kind != TTA_BRACKETS_NOT_CLOSED) return; /* the scan reports it */
  s->num_faults++;
  tta_report_brackets(s->report, s->text, &error, "this location");
}

tta_scan_item tta_scan(tta_scanner *s) {
  const char *low = s->at; /* names are not looked for before it */
  const char *at = low;
  for (bool first = at == s->text;; first = false) {
    if (!first) at = next_that_matters(s, at);
    if (at >= s->end) break;
    if (*at == '"') { /* the most frequent one */
      const char *open = at - 1, *end = skip_string(s, at);
      if (at > low && *open == '(' && is_location(low, open) && !ends_location(end)) verify_location(s, open);
      low = at = end;
      continue;
    }
    switch (*at) {
    case '<': {
      const char *name = builtin_before(low, at), *plain = NULL;
      bool ttcore = false;
      if (name && *name == 't' && !s->plain_tensors && (plain = plain_tensor(s, at + 1))) low = at = plain,
        s->num_plain++;
      else if (name) return found(s, TTA_SCAN_ISLAND, name, at, name);
      else if ((name = device_before(s, at, &ttcore))) {
        tta_scan_item item = found(s, TTA_SCAN_DEVICE, name, name + (ttcore ? 13 : 9), at);
        item.ttcore = ttcore;
        return item;
      } else warn_without_sigil(s, low, at++);
      break;
    }
    case '(':
      if (at > low && at[-1] == 'c' && at[1] != '"' && at[1] != '#' && is_location(low, at)) verify_location(s, at);
      at++;
      break;
    case '#':
    case '!': {
      tta_scan_item item = hash_or_bang(s, at, &at);
      if (item.kind != TTA_SCAN_END) return item;
      low = at;
      break;
    }
    case '/': /* the next byte may be of the split marker */
      low = at = at[1] == '/' && at + 1 < s->end ? skip_comment(s, at) : bad_slash(s, at);
      break;
    default:
      if (matters((unsigned char)*at)) low = at = bad_bytes(s, at);
      else at++; /* another pair that differs as `c(` does */
    }
  }
  s->at = s->end;
  return (tta_scan_item){.kind = TTA_SCAN_END};
}

void tta_scan_after_alias(tta_scanner *s, tta_str name) {
  enum { MAX_NAME = 64 };
  char message[128];
  const char *at = s->at;
  for (;;) {
    while (at < s->end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
    if (s->end - at < 2 || at[0] != '/' || at[1] != '/') break;
    at = memchr(at, '\n', (size_t)(s->end - at));
    if (!at) return;
  }
  if (at >= s->end || !*at || !strchr("><,()[]{}=:+*?|-.;&~`'\\$", *at)) return;
  if (s->end - at >= 3 && !memcmp(at, "{-#", 3)) return;
  snprintf(message, sizeof message, "unexpected '%c' after the definition of '%.*s'", *at,
           (int)(name.size > MAX_NAME ? MAX_NAME : name.size), name.data);
  fault(s, at, at + 1, message);
}

bool tta_scan_is_readable(const char *at, const char *limit) {
  const char *cursor = at, *marker;
  struct { const char *limit; } end_of_text = {limit}, *s = &end_of_text;
  /*!re2c
    "tensor" | "memref" | "vector" | "complex" | "tuple" | "affine_map" | "affine_set" | "dense" | "array" | "strided"
      | "unit" | "true" | "false" | scalar | "f" digit [0-9A-Z]* { return true; }
    bare   { return false; }
    *      { return true; }
    $      { return true; }
  */
}

/* MLIR's DialectSymbolParser.cpp: four kinds of brackets, strings, comments, `->`. */
const char *tta_skip_brackets(const char *at, const char *limit, uint32_t max_depth, tta_bracket_error *error) {
  struct { const char *limit; } end_of_text = {limit}, *s = &end_of_text;
  const char *cursor = at, *marker, *open[TTA_NESTING_LIMIT];
  uint32_t depth = 0;
  if (max_depth > TTA_NESTING_LIMIT) max_depth = TTA_NESTING_LIMIT;
  *error = (tta_bracket_error){.kind = TTA_BRACKETS_BALANCED};
  do {
    const char *token = cursor;
    if (token >= limit) goto not_closed; /* a section ends before the text does */
    /*!re2c
      [([{<] { if (depth == max_depth) return bad_bracket(error, TTA_BRACKETS_TOO_DEEP, token, cursor);
               open[depth++] = token;
               continue; }
      [)\]}>] { error->open = open[--depth];
               if (tta_closing_of(*error->open) != *token)
                 return bad_bracket(error, TTA_BRACKETS_UNBALANCED, token, cursor);
               continue; }
      "->"   { continue; }
      string { continue; }
      ["]    { return bad_bracket(error, TTA_BRACKETS_BAD_STRING, token, cursor); }
      comment { error->comment = true; continue; }
      [^()[\]{}<>"/\x00-]+ { continue; }
      *      { if (*token) continue;
               return bad_bracket(error, TTA_BRACKETS_NUL, token, cursor); }
      $      { goto not_closed; }
    */
  } while (depth);
  return cursor;
not_closed:
  error->open = depth ? open[depth - 1] : at; /* the first bracket may be where the section ends */
  return bad_bracket(error, TTA_BRACKETS_NOT_CLOSED, error->open, error->open + 1);
}

void tta_report_too_deep(tta_report *report, tta_span span) {
  tta_report_add(report, TTA_RULE_nesting_limit, span, "nested too deeply (the limit is %d levels)", TTA_NESTING_LIMIT);
}

void tta_report_brackets(tta_report *report, const char *text, const tta_bracket_error *error, const char *what) {
  tta_span span = {(uint32_t)(error->begin - text), (uint32_t)(error->end - text)};
  switch (error->kind) {
  case TTA_BRACKETS_BALANCED: break;
  case TTA_BRACKETS_BAD_STRING: tta_report_add(report, TTA_RULE_syntax, span, TTA_BAD_STRING); break;
  case TTA_BRACKETS_NUL: tta_report_add(report, TTA_RULE_syntax, span, TTA_NUL_BYTE); break;
  case TTA_BRACKETS_TOO_DEEP: tta_report_too_deep(report, span); break;
  case TTA_BRACKETS_NOT_CLOSED:
    tta_report_add(report, TTA_RULE_syntax, span,
                   "unbalanced '%c' character in %s; expected '%c' before the end of the text", *error->open, what,
                   tta_closing_of(*error->open));
    break;
  case TTA_BRACKETS_UNBALANCED: {
    tta_diagnostic *diagnostic =
      tta_report_add(report, TTA_RULE_syntax, span, "unbalanced '%c' character in %s; expected '%c', found '%c'",
                     *error->open, what, tta_closing_of(*error->open), *error->begin);
    uint32_t open = (uint32_t)(error->open - text);
    tta_report_note(report, diagnostic, (tta_span){open, open + 1}, "to match this '%c'", *error->open);
    break;
  }
  }
}

const char *tta_scan_opaque(const char *at, const char *limit, tta_bracket_error *error) {
  *error = (tta_bracket_error){.kind = TTA_BRACKETS_BALANCED};
  while (at < limit && is_name_byte(*at) && !strchr("@%^#!", *at)) at++;
  while (at < limit && *at && strchr("([{<", *at)) {
    at = tta_skip_brackets(at, limit, TTA_NESTING_LIMIT, error);
    if (!at) return NULL;
  }
  return at;
}
