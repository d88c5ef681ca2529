/* Names of attributes and types that are not known: what is reported about them, and the fix-its. */
#include "parse/names.h"

#include <string.h>

#include "base/chars.h"
#include "base/format.h"
#include "base/nearest.h"
#include "base/str.h"
#include "text/token.h"

enum { MAX_NAME = TTA_NAME_BYTES }; /* longer names are not searched for */

/* ---- names in a text --------------------------------------------------------------------------------------------- */

static bool starts_name(char c) { return tta_is_letter(c) || c == '_'; }

bool tta_name_split(const char *token, tta_name_text *name) {
  const char *at = token + 1, *dot = NULL;
  if (!starts_name(*at)) return false;
  for (; tta_is_name_byte(*at); at++)
    if (*at == '.' && !dot) dot = at;
  *name = (tta_name_text){.token = token, .end = at, .body = *at == '<'};
  if (dot) {
    name->dialect = tta_str_between(token + 1, dot);
    name->mnemonic = tta_str_between(dot + 1, at);
    return true;
  }
  if (*at != '<') return false;
  const char *mnemonic = tta_skip_gap_in_string(at + 1);
  if (!starts_name(*mnemonic)) return false;
  name->long_form = true;
  name->dialect = tta_str_between(token + 1, at);
  for (name->end = mnemonic; tta_is_bare_byte(*name->end);) name->end++;
  name->mnemonic = tta_str_between(mnemonic, name->end);
  return true;
}

static char mark_of(const tta_name_text *name) { return name->long_form ? '<' : '.'; }

tta_str tta_name_spelling(const tta_name_text *name, char room[TTA_NAME_BYTES]) {
  const char *mark = name->dialect.data + name->dialect.size;
  if (mark + 1 == name->mnemonic.data) return tta_str_between(name->token, name->end);
  tta_buf out = tta_buf_fixed(room, TTA_NAME_BYTES);
  tta_buf_append(&out, tta_str_between(name->token, mark + 1));
  tta_buf_append(&out, name->mnemonic);
  return tta_buf_view(&out);
}

/* `d.m` at `at`, which starts a word. */
static bool split_word(const char *at, const char *end, tta_name_text *name) {
  const char *dot = memchr(at, '.', (size_t)(end - at));
  if (!dot) return false;
  *name = (tta_name_text){.token = at, .end = end, .body = *end == '<'};
  name->dialect = tta_str_between(at, dot);
  name->mnemonic = tta_str_between(dot + 1, end);
  return true;
}

bool tta_name_next(const char *at, const char *end, bool words, tta_name_text *name) {
  tta_tokens tokens = tta_tokens_of(at, end);
  for (tta_token t; tta_token_next(&tokens, &t);) {
    bool sigil = t.kind == TTA_MARK_NAME && (*t.begin == '#' || *t.begin == '!');
    if (sigil && tta_name_split(t.begin, name)) return true;
    bool word = words && t.kind == TTA_MARK_WORD && tta_is_letter(*t.begin);
    if (word && split_word(t.begin, t.end, name)) return true;
  }
  return false;
}

/* ---- reports ----------------------------------------------------------------------------------------------------- */

static tta_span span_of(const char *text, const char *begin, const char *end) {
  return (tta_span){(uint32_t)(begin - text), (uint32_t)(end - text)};
}

static const char *kind_name(char sigil) { return sigil == '#' ? "attribute" : "type"; }

/* `t#tcore` for `#ttcore`: the sigil is in the dialect. */
static bool is_swapped(const char *text, const tta_name_text *name, tta_str dialect) {
  return name->token > text && name->token[-1] == *dialect.data && name->dialect.size + 1 == dialect.size &&
         !memcmp(dialect.data + 1, name->dialect.data, name->dialect.size);
}

/* Only the part that differs is replaced. There is no fix-it where the body would have to change, too. */
static void fix_name(tta_report *report, tta_diagnostic *diagnostic, const char *text, const tta_name_text *name,
                     const tta_mnemonic *known) {
  const tta_attribute_info *row = &tta_attributes[known->attribute];
  tta_str dialect = tta_str_from(tta_dialect_names[known->dialect]), mnemonic = tta_str_from(row->mnemonic);
  bool dotted = row->print == TTA_PRINT_ANGLE || row->print == TTA_PRINT_BLANKS;
  if (!dotted && !name->long_form) return;
  bool fits = name->body ? tta_attribute_may_have_body(known->attribute) : tta_attribute_may_be_bare(known->attribute);
  if (!fits) return;
  bool same_dialect = tta_str_equal(name->dialect, dialect), same_mnemonic = tta_str_equal(name->mnemonic, mnemonic);
  char whole[MAX_NAME + 32];
  tta_buf replacement = tta_buf_fixed(whole, sizeof whole);
  bool same_sigil = known->sigil == *name->token;
  same_dialect &= same_sigil;
  const char *begin = same_dialect ? name->mnemonic.data : name->token + same_sigil;
  if (is_swapped(text, name, dialect)) { /* `t#tcore.grid` */
    tta_buf_char(&replacement, *name->token);
    begin = name->token - 1;
  }
  const char *end = same_mnemonic ? name->dialect.data + name->dialect.size : name->end;
  if (!same_sigil) tta_buf_char(&replacement, known->sigil);
  if (!same_dialect) tta_buf_str(&replacement, dialect.data);
  if (!same_dialect && !same_mnemonic) tta_buf_char(&replacement, mark_of(name));
  if (!same_mnemonic) tta_buf_str(&replacement, mnemonic.data);
  tta_report_fix(report, diagnostic, span_of(text, begin, end), tta_buf_view(&replacement), "replace with '%.*s'",
                 TTA_STR_ARGS(tta_buf_view(&replacement)));
}

static void report_misspelled(tta_report *report, const char *text, const tta_name_text *name,
                              const tta_mnemonic *known) {
  char room[TTA_NAME_BYTES];
  tta_str written = tta_name_spelling(name, room);
  tta_diagnostic *diagnostic = tta_report_add(
    report, TTA_RULE_unknown_attribute, span_of(text, name->token, name->end),
    "unknown %s '%.*s'; did you mean '%c%s%c%s'?", kind_name(*name->token), TTA_STR_ARGS(written), known->sigil,
    tta_dialect_names[known->dialect], mark_of(name), tta_attributes[known->attribute].mnemonic);
  fix_name(report, diagnostic, text, name, known);
}

static void report_wrong_sigil(tta_report *report, const char *text, const tta_name_text *name) {
  char right = *name->token == '#' ? '!' : '#';
  char room[TTA_NAME_BYTES];
  tta_str written = tta_name_spelling(name, room), rest = {written.data + 1, written.size - 1};
  tta_diagnostic *diagnostic =
    tta_report_add(report, TTA_RULE_wrong_sigil, span_of(text, name->token, name->end),
                   "'%.*s' is not %s but %s; did you mean '%c%.*s'?", TTA_STR_ARGS(written),
                   right == '!' ? "an attribute" : "a type", right == '!' ? "a type" : "an attribute", right,
                   TTA_STR_ARGS(rest));
  tta_report_fix(report, diagnostic, span_of(text, name->token, name->token + 1), (tta_str){&right, 1},
                 "replace with '%c'", right);
}

/* `#tt_layout<`, `#ttlayout<`: a known name without the dot after its dialect. */
static bool report_no_dot(tta_report *report, const char *text, const char *token, const char *end) {
  tta_str written = tta_str_between(token, end);
  for (tta_dialect d = 0; d < TTA_NUM_DIALECTS; d++) {
    tta_str dialect = tta_str_from(tta_dialect_names[d]);
    if (written.size <= dialect.size + 2 || memcmp(token + 1, dialect.data, dialect.size) != 0) continue;
    const char *rest = token + 1 + dialect.size, *mnemonic = rest + (*rest == '_');
    tta_attribute known = tta_attribute_find(*token, d, tta_str_between(mnemonic, end));
    if (known == TTA_NUM_ATTRIBUTES || !tta_attribute_may_have_body(known)) continue;
    tta_diagnostic *diagnostic =
      tta_report_add(report, TTA_RULE_unknown_attribute, span_of(text, token, end),
                     "unknown %s '%.*s'; did you mean '%c%s.%s'?", kind_name(*token), TTA_STR_ARGS(written), *token,
                     dialect.data, tta_attributes[known].mnemonic);
    tta_report_fix(report, diagnostic, span_of(text, rest, mnemonic), tta_str_from("."),
                   rest == mnemonic ? "insert '.'" : "replace '_' with '.'");
    return true;
  }
  return false;
}

/* `#grid<8x8>`: a known name without its dialect. In the long form of a dialect a mnemonic begins the body. */
static bool report_no_dialect(tta_report *report, const char *text, const char *token) {
  const char *end = token + 1;
  bool several;
  while (tta_is_bare_byte(*end) && *end != '.') end++;
  tta_str mnemonic = tta_str_between(token + 1, end), written = tta_str_between(token, end);
  if (token > text && (tta_is_name_byte(token[-1]) || token[-1] == '.')) return false; /* `#tt.#grid<` */
  if (*end != '<' || !mnemonic.size || mnemonic.size > MAX_NAME) return false;
  if (starts_name(end[1]) && !tta_name_is_distinctive(mnemonic)) return false;
  tta_mnemonic known = tta_name_without_dialect(*token, mnemonic, &several);
  if (known.kind == TTA_MNEMONIC_FOREIGN) return report_no_dot(report, text, token, end);
  if (!tta_attribute_may_have_body(known.attribute)) return false;
  const char *dialect = tta_dialect_names[known.dialect];
  tta_diagnostic *diagnostic = tta_report_add(
    report, TTA_RULE_unknown_attribute, span_of(text, token, end),
    "'%.*s' has no dialect; did you mean '%c%s.%.*s'?", TTA_STR_ARGS(written), *token, dialect, TTA_STR_ARGS(mnemonic));
  char prefix[MAX_NAME];
  tta_buf insertion = tta_buf_fixed(prefix, sizeof prefix);
  tta_buf_printf(&insertion, "%s.", dialect);
  if (!several)
    tta_report_fix(report, diagnostic, span_of(text, token + 1, token + 1), tta_buf_view(&insertion), "insert '%s.'",
                   dialect);
  return true;
}

static void report_unknown(tta_report *report, const char *text, const tta_name_text *name, tta_dialect dialect) {
  char room[TTA_NAME_BYTES];
  tta_report_add(report, TTA_RULE_unknown_name, span_of(text, name->token, name->end),
                 "unknown %s '%.*s' of dialect '%s'", kind_name(*name->token),
                 TTA_STR_ARGS(tta_name_spelling(name, room)), tta_dialect_names[dialect]);
}

/* The known name of two parts with `between` them. */
static tta_attribute find_joined(const tta_name_text *name, tta_dialect dialect, const char *between, tta_str rest) {
  char joined[MAX_NAME];
  tta_buf whole = tta_buf_fixed(joined, sizeof joined);
  tta_buf_printf(&whole, "%.*s%s%.*s", TTA_STR_ARGS(name->mnemonic), between, TTA_STR_ARGS(rest));
  return whole.failed ? TTA_NUM_ATTRIBUTES : tta_attribute_find(*name->token, dialect, tta_buf_view(&whole));
}

/* `#ttnn<mesh_,shape 1x2>`, `#ttnn<mesh-shape 1x2>`: a known name with a character in it that no name has. */
static bool report_split(tta_report *report, const char *text, tta_name_text name, tta_dialect dialect) {
  const char *rest = name.end + 1, *end = rest;
  if (!*name.end || strchr("<>\"", *name.end)) return false;
  while (tta_is_bare_byte(*end)) end++;
  tta_mnemonic known = {.kind = TTA_MNEMONIC_MISSPELLED, .sigil = *name.token, .dialect = dialect};
  known.attribute = find_joined(&name, dialect, "", tta_str_between(rest, end));
  if (known.attribute == TTA_NUM_ATTRIBUTES)
    known.attribute = find_joined(&name, dialect, "_", tta_str_between(rest, end));
  if (known.attribute == TTA_NUM_ATTRIBUTES) return false;
  name.end = end;
  name.mnemonic = tta_str_between(name.mnemonic.data, end);
  report_misspelled(report, text, &name, &known);
  return true;
}

/* `#ttnn<mesh_shape1x2>`: a known name and a number without a blank between them. */
static bool report_joined(tta_report *report, const char *text, const tta_name_text *name, tta_dialect dialect) {
  const char *begin = name->mnemonic.data;
  for (const char *at = name->end; at-- > begin + 1;) {
    if (!tta_is_digit(*at) || tta_is_digit(at[-1])) continue;
    if (tta_attribute_find(*name->token, dialect, tta_str_between(begin, at)) == TTA_NUM_ATTRIBUTES) continue;
    tta_diagnostic *d = tta_report_add(report, TTA_RULE_unknown_attribute, span_of(text, name->token, name->end),
                                       "unknown %s '%.*s'; did you mean '%.*s %.*s'?", kind_name(*name->token),
                                       (int)(name->end - name->token), name->token, (int)(at - name->token),
                                       name->token, (int)(name->end - at), at);
    tta_report_fix(report, d, span_of(text, at, at), (tta_str){" ", 1}, "insert ' '");
    return true;
  }
  return false;
}

/* A name in the long form of a dialect of tt-mlir that has no such name. */
static bool report_broken(tta_report *report, const char *text, const tta_name_text *name) {
  tta_dialect dialect = tta_dialect_find(name->dialect);
  if (dialect == TTA_NUM_DIALECTS || tta_attribute_find(*name->token, dialect, name->mnemonic) != TTA_NUM_ATTRIBUTES)
    return false;
  return report_split(report, text, *name, dialect) || report_joined(report, text, name, dialect);
}

/* `#tt<,grid<8x8>>`, `!ttnn<>`: the long form without a name in it. A bracket or an alias in its place is
 * reported as such. */
static bool report_nameless(tta_report *report, const char *text, const char *token) {
  const char *angle = token + 1;
  while (tta_is_word_byte(*angle)) angle++;
  tta_dialect dialect = tta_dialect_find(tta_str_between(token + 1, angle));
  if (*angle != '<' || dialect == TTA_NUM_DIALECTS) return false;
  const char *first = tta_skip_gap_in_string(angle + 1);
  if (starts_name(*first) || strchr("<#!", *first)) return false;
  tta_report_add(report, TTA_RULE_syntax, span_of(text, token, angle + 1),
                 "expected the name of %s of dialect '%s' after '<'", *token == '#' ? "an attribute" : "a type",
                 tta_dialect_names[dialect]);
  return true;
}

/* `!tensor<4xf32>`, `#strided<[8, 1]>`: what MLIR has without a dialect has no sigil. */
static bool report_builtin(tta_report *report, const char *text, const char *token) {
  static const char *const builtins[] = {"tensor", "memref", "vector", "complex", "tuple",
                                         "strided", "dense", "affine_map", "affine_set"};
  const char *angle = token + 1;
  while (tta_is_word_byte(*angle)) angle++;
  tta_str word = tta_str_between(token + 1, angle);
  for (size_t i = 0; *angle == '<' && i < sizeof builtins / sizeof *builtins; i++) {
    if (!tta_str_is(word, builtins[i])) continue;
    tta_diagnostic *d = tta_report_add(report, TTA_RULE_unknown_attribute, span_of(text, token, angle),
                                       "'%s' is written without '%c'", builtins[i], *token);
    tta_report_fix(report, d, span_of(text, token, token + 1), (tta_str){"", 0}, "remove '%c'", *token);
    return true;
  }
  return false;
}

/* ---- the cache --------------------------------------------------------------------------------------------------- */

static size_t slot_of(const char *token, uint32_t size) {
  const unsigned char *bytes = (const unsigned char *)token;
  return (size + bytes[size - 1] * 3u + bytes[size / 2] * 7u + bytes[1]) & 31;
}

tta_mnemonic_kind tta_verify_name(tta_report *report, tta_name_cache *cache, const char *text, const char *token) {
  tta_name_text name;
  if (report_no_dialect(report, text, token)) return TTA_MNEMONIC_MISSPELLED;
  if (!tta_name_split(token, &name))
    return report_nameless(report, text, token) || report_builtin(report, text, token) ? TTA_MNEMONIC_MISSPELLED
                                                                                     : TTA_MNEMONIC_FOREIGN;
  if (name.end - token > MAX_NAME) return TTA_MNEMONIC_FOREIGN;
  if (name.long_form && report_broken(report, text, &name)) return TTA_MNEMONIC_MISSPELLED;
  uint32_t size = (uint32_t)(name.end - token);
  size_t slot = slot_of(token, size);
  if (cache && cache->entries[slot].size == size && !memcmp(cache->entries[slot].token, token, size))
    return cache->entries[slot].kind;
  tta_mnemonic found = tta_name_find(*token, name.dialect, name.mnemonic);
  switch (found.kind) {
  case TTA_MNEMONIC_MISSPELLED: report_misspelled(report, text, &name, &found); return found.kind;
  case TTA_MNEMONIC_WRONG_SIGIL: report_wrong_sigil(report, text, &name); return found.kind;
  case TTA_MNEMONIC_UNKNOWN: report_unknown(report, text, &name, found.dialect); break;
  case TTA_MNEMONIC_FOREIGN: case TTA_MNEMONIC_KNOWN: case TTA_MNEMONIC_OPAQUE: break;
  }
  bool quiet = found.kind != TTA_MNEMONIC_UNKNOWN || !report->enabled[TTA_RULE_unknown_name];
  if (cache && quiet) {
    cache->entries[slot].token = token;
    cache->entries[slot].size = size;
    cache->entries[slot].kind = found.kind;
  }
  return found.kind;
}

void tta_verify_names(tta_report *report, tta_name_cache *cache, const char *text, const char *at, const char *end) {
  for (tta_name_text name; tta_name_next(at, end, false, &name); at = name.end)
    tta_verify_name(report, cache, text, name.token);
}

bool tta_verify_missing_sigil(tta_report *report, const char *text, const char *begin, const char *angle) {
  const char *dot = memchr(begin, '.', (size_t)(angle - begin));
  if (!dot) return false;
  tta_dialect dialect = tta_dialect_find(tta_str_between(begin, dot));
  if (dialect == TTA_NUM_DIALECTS) return false;
  tta_str mnemonic = tta_str_between(dot + 1, angle);
  char sigil = '#';
  if (tta_attribute_find('#', dialect, mnemonic) == TTA_NUM_ATTRIBUTES) sigil = '!';
  if (sigil == '!' && tta_attribute_find('!', dialect, mnemonic) == TTA_NUM_ATTRIBUTES) return false;
  tta_span span = span_of(text, begin, angle);
  tta_diagnostic *diagnostic =
    tta_report_add(report, TTA_RULE_unknown_attribute, span, "missing '%c' before %s '%.*s'", sigil, kind_name(sigil),
                   (int)(angle - begin), begin);
  tta_report_fix(report, diagnostic, (tta_span){span.begin, span.begin}, (tta_str){&sigil, 1}, "insert '%c'", sigil);
  return true;
}

void tta_verify_builtin_name(tta_report *report, const char *text, const char *begin, const char *angle) {
  static const char *const names[] = {"tensor", "memref"};
  tta_str word = tta_str_between(begin, angle);
  bool shape = tta_is_digit(angle[1]) || angle[1] == '?' || angle[1] == '*';
  if (!shape || word.size < 5 || word.size > 7) return;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    tta_str name = tta_str_from(names[i]);
    bool split = begin - text > 1 && begin[-2] == *names[i] && tta_str_is(word, names[i] + 1); /* `t(ensor` */
    if (split || tta_edit_distance(word, name) != 1) continue;
    tta_span span = span_of(text, begin, angle);
    tta_diagnostic *d = tta_report_add(report, TTA_RULE_unknown_attribute, span,
                                       "unknown type '%.*s'; did you mean '%.*s'?", TTA_STR_ARGS(word),
                                       TTA_STR_ARGS(name));
    tta_report_fix(report, d, span, name, "replace with '%.*s'", TTA_STR_ARGS(name));
  }
}
