/* scan.re: the island scanner. It knows strings, comments and names, and no operation: that is why it reads files of any
 * date. One pass; what needs no reading (a tensor type in canonical form) is passed over here and never reaches the grammar. */
#include "parse/scan.h"

#include <string.h>

#include "base/utf8.h"
#include "ir/attributes.h"

/*!re2c
  re2c:define:YYCTYPE = "unsigned char";
  re2c:define:YYCURSOR = "cursor";
  re2c:define:YYLIMIT = "s->limit";
  re2c:define:YYMARKER = "marker";
  re2c:yyfill:enable = 0;
  re2c:eof = 0;
  re2c:flags:unsafe = 0;
  re2c:flags:case-ranges = 1;

  digit   = [0-9];
  letter  = [a-zA-Z];
  bare    = (letter | "_") (letter | digit | [_$.])*;
  suffix  = digit+ | (letter | [$._-]) (letter | digit | [$._-])*;
  blank   = [ \t\r\n];
  comment = "//" [^\n\x00]*;
  gap     = (blank | comment "\n")*;
  escape  = "\\" (["\\nt] | [0-9a-fA-F]{2});
  string  = ["] ([^"\\\n\x00\x0b\x0c] | escape)* ["];
  dialect = "tt" | "ttcore" | "ttnn" | "ttir" | "d2m" | "ttmetal" | "ttkernel";
  number  = "0" | [1-9] digit{0,17};
  plain   = [su]? "i" [1-9] digit{0,6} | "f32" | "bf16" | "f16" | "f64" | "index";
*/

/*!include:re2c "islands.re.inc" */

void tta_scanner_init(tta_scanner *scanner, tta_str text, uint32_t begin, uint32_t end, tta_report *report) {
  *scanner = (tta_scanner){.text = text.data, .at = text.data + begin, .limit = text.data + text.size, .end = text.data + end, .report = report};
}

/* A file that is no MLIR (UTF-16, a binary) would give a fault for every other byte: after a hundred the rest is only said to be. */
static void fault(tta_scanner *s, const char *begin, const char *end, const char *message) {
  enum { MOST_FAULTS = 100 };
  if (++s->num_faults > MOST_FAULTS) return;
  tta_report_add(s->report, TTA_RULE_syntax, (tta_span){(uint32_t)(begin - s->text), (uint32_t)(end - s->text)}, "%s%s", message,
                 s->num_faults == MOST_FAULTS ? "; further faults between attributes are not reported" : "");
}

/* A byte that no token of MLIR begins with. A run of them is one fault. */
static const char *bad_bytes(tta_scanner *s, const char *at) {
  const char *end = at;
  if ((unsigned char)*at >= 0x80) {
    size_t n = tta_utf8_length(at, (size_t)(s->limit - at));
    while (end < s->limit && (unsigned char)*end >= 0x80) end++;
    fault(s, at, n ? at + n : at + 1, n ? "unexpected character outside comments and strings" : "invalid UTF-8 outside comments and strings");
  } else if (*at == 0) {
    while (end < s->limit && *end == 0) end++;
    fault(s, at, at + 1, "NUL byte in the text");
  } else {
    while (end < s->limit && (unsigned char)*end < 0x20 && !strchr(" \t\r\n", *end)) end++;
    fault(s, at, at + 1, "control byte outside comments and strings");
  }
  return end > at ? end : at + 1;
}

static tta_scan_item found(tta_scanner *s, tta_scan_kind kind, const char *name, const char *name_end, const char *begin) {
  tta_scan_item item = {.kind = kind,
                        .name = {(uint32_t)(name - s->text), (uint32_t)(name_end - s->text)},
                        .begin = (uint32_t)(begin - s->text),
                        .key = s->key};
  s->key = TTA_KEY_NONE;
  s->at = begin;
  s->after_alias = kind == TTA_SCAN_ALIAS;
  return item;
}

/* `#name` without a dot or a body: `#name =` defines it, else it is a use. */
static tta_scan_item alias(tta_scanner *s, const char *name, const char *end) {
  const char *cursor = end, *marker;
  /*!re2c
    gap "=" / [^=] { return found(s, TTA_SCAN_ALIAS, name, end, cursor); }
    *       { goto use; }
    $       { goto use; }
  */
use:
  return found(s, TTA_SCAN_USE, name, end, end);
}

/* Behind the word `module`: whether a dictionary of attributes follows. */
static const char *module_attributes(tta_scanner *s, const char *at) {
  const char *cursor = at, *marker;
  /*!re2c
    gap ("@" (bare | string))? gap "attributes" gap "{" { return cursor; }
    *  { return NULL; }
    $  { return NULL; }
  */
}

/* Behind `tt.device`: the body of `@name = <...>`, or NULL. */
static const char *device_body(tta_scanner *s, const char *at) {
  const char *cursor = at, *marker;
  /*!re2c
    gap "@" (bare | string) gap "=" gap "<" { return cursor - 1; }
    *  { return NULL; }
    $  { return NULL; }
  */
}

static bool assigned(tta_scanner *s, const char *at) {
  const char *cursor = at, *marker;
  /*!re2c
    gap "=" / [^=] { return true; }
    *  { return false; }
    $  { return false; }
  */
}

/* {-# ... #-}: strings count, nothing else does */
static const char *skip_resources(tta_scanner *s, const char *at) {
  const char *cursor = at, *marker;
  for (;;) {
    /*!re2c
      "#-}"   { return cursor; }
      string  { continue; }
      comment { continue; }
      [^"#/\x00]+ { continue; }
      *       { continue; }
      $       { fault(s, at - 3, at, "resource block is not closed: expected '#-}'"); return s->limit; }
    */
  }
}

static const char *name_end(const char *at) {
  while ((*at >= '0' && *at <= '9') || ((*at | 0x20) >= 'a' && (*at | 0x20) <= 'z') || *at == '_') at++;
  return at;
}

/* #d<m: an island when `m` is known in the dialect `d` */
static bool is_long_form(const char *token, const char *angle) {
  tta_dialect d = tta_dialect_find((tta_str){token + 1, (size_t)(angle - token - 1)});
  const char *m = angle + 1, *end = name_end(m);
  return d < TTA_NUM_DIALECTS && tta_attribute_find(*token, d, (tta_str){m, (size_t)(end - m)}) < TTA_NUM_ATTRIBUTES;
}

/* A mnemonic of tt, ttcore or ttnn that no date knows: a warning when a known one is near. */
static void warn_unknown(tta_scanner *s, const char *token, const char *end) {
  const char *dot = memchr(token, '.', (size_t)(end - token));
  tta_dialect d = tta_dialect_find((tta_str){token + 1, (size_t)(dot - token - 1)});
  if (d != TTA_TT && d != TTA_TTCORE && d != TTA_TTNN) return;
  tta_str word = {dot + 1, (size_t)(end - dot - 1)};
  const char *nearest = NULL;
  uint32_t best = 3;
  for (tta_attribute a = 0; a < TTA_NUM_ATTRIBUTES; a++) {
    const tta_attribute_info *row = &tta_attributes[a];
    if (row->sigil != *token || !(row->dialects >> d & 1)) continue;
    uint32_t distance = tta_word_distance(word, (tta_str){row->mnemonic, strlen(row->mnemonic)}, 2);
    if (distance < best) best = distance, nearest = row->mnemonic;
  }
  if (!nearest || !best) return;
  tta_span span = {(uint32_t)(token - s->text), (uint32_t)(end - s->text)};
  tta_diagnostic *diagnostic = tta_report_add(s->report, TTA_RULE_unknown_attribute, span, "unknown attribute '%.*s'; did you mean '%c%s.%s'?",
                                              (int)(end - token), token, *token, tta_dialect_names[d], nearest);
  tta_report_fix(s->report, diagnostic, (tta_span){span.begin + (uint32_t)(dot + 1 - token), span.end}, (tta_str){nearest, strlen(nearest)},
                 "replace with '%s'", nearest);
}

tta_scan_item tta_scan(tta_scanner *s) {
  const char *cursor = s->at, *marker, *token;
  for (;;) {
    token = cursor;
    if (token >= s->end) {
      s->at = s->end;
      return (tta_scan_item){.kind = TTA_SCAN_END};
    }
    /*!re2c
      blank+            { continue; }
      comment           { continue; }
      !use:islands;
      "tensor<" (number "x")* plain ">" { s->after_alias = false; continue; }
      "tensor<"  | "memref<" | "affine_map<" | "affine_set<" { return found(s, TTA_SCAN_ISLAND, token, cursor, token); }
      [#!] dialect "<"  { s->after_alias = false;
                          if (is_long_form(token, cursor - 1)) return found(s, TTA_SCAN_ISLAND, token, cursor, token);
                          continue; }
      [#!] suffix       { s->after_alias = false;
                          if (*cursor == '<' || memchr(token, '.', (size_t)(cursor - token))) {
                            if (*cursor == '<' && memchr(token, '.', (size_t)(cursor - token)) && cursor - token < 64) warn_unknown(s, token, cursor);
                            continue;
                          }
                          return alias(s, token, cursor); }
      [#!]              { fault(s, token, cursor, *token == '#' ? "'#' without the name of an attribute or alias" : "'!' without the name of a type or alias"); continue; }
      ("tt" | "ttcore") ".device" {
                          s->after_alias = false;
                          const char *body = device_body(s, cursor);
                          if (body) {
                            tta_scan_item item = found(s, TTA_SCAN_DEVICE, token, cursor, body);
                            item.ttcore = cursor - token > 9;
                            return item;
                          }
                          if (s->module_depth && assigned(s, cursor)) s->key = TTA_KEY_DEVICE;
                          continue; }
      ("tt" | "ttcore") ".system_desc" {
                          s->after_alias = false;
                          if (s->module_depth && assigned(s, cursor)) s->key = TTA_KEY_SYSTEM_DESC;
                          continue; }
      ("builtin.")? "module" {
                          s->after_alias = false;
                          const char *attributes = module_attributes(s, cursor);
                          if (attributes) {
                            s->module_depth = 1;
                            cursor = attributes;
                          }
                          continue; }
      bare              { s->after_alias = false; continue; }
      digit+            { s->after_alias = false; continue; }
      string            { s->after_alias = false; continue; }
      ["]               { const char *line_end = memchr(cursor, '\n', (size_t)(s->limit - cursor));
                          const char *stop = line_end ? line_end : s->limit;
                          fault(s, token, cursor, "string is not closed on its line, or has a bad escape");
                          cursor = stop; continue; }
      "%" suffix ("#" digit+)? { s->after_alias = false; continue; }
      "@" (bare | string) { s->after_alias = false; continue; }
      "^" suffix        { s->after_alias = false; continue; }
      "{-#"             { s->after_alias = false; cursor = skip_resources(s, cursor); continue; }
      "->"              { if (s->after_alias) goto stray; continue; }
      "{"               { if (s->after_alias) goto stray; s->module_depth += s->module_depth > 0; continue; }
      "}"               { if (s->after_alias) goto stray; s->module_depth -= s->module_depth > 0; if (!s->module_depth) s->key = TTA_KEY_NONE; continue; }
      [\x21-\x7e]       { if (s->after_alias) goto stray; continue; }
      *                 { cursor = bad_bytes(s, token); continue; }
      $                 { s->at = s->limit; return (tta_scan_item){.kind = TTA_SCAN_END}; }
    */
  stray:
    s->after_alias = false;
    fault(s, token, cursor, "expected an operation or another alias after the definition of an alias");
  }
}

bool tta_scan_is_readable(const char *at, const char *limit) {
  const char *cursor = at, *marker;
  struct { const char *limit; } end_of_text = {limit}, *s = &end_of_text;
  /*!re2c
    "tensor" | "memref" | "vector" | "complex" | "tuple" | "affine_map" | "affine_set" | "dense" | "array" | "strided" | "unit" | "true"
      | "false" | [su]? "i" [1-9] digit* | "index" | "none" | "t"? "f" digit [0-9A-Z]* | "bf16" { return true; }
    bare   { return false; }
    *      { return true; }
    $      { return true; }
  */
}

const char *tta_scan_opaque(const char *at, const char *limit) {
  struct { const char *limit; } end_of_text = {limit}, *s = &end_of_text;
  const char *cursor = at, *marker;
  uint32_t depth[4] = {0}, total = 0;
  while ((*cursor >= '0' && *cursor <= '9') || ((*cursor | 0x20) >= 'a' && (*cursor | 0x20) <= 'z') || strchr("_.$", *cursor)) {
    if (!*cursor) break;
    cursor++;
  }
  for (;;) {
    if (!total && !(*cursor == '(' || *cursor == '[' || *cursor == '<' || *cursor == '{')) return cursor;
    /*!re2c
      "("    { depth[0]++; total++; continue; }
      "["    { depth[1]++; total++; continue; }
      "{"    { depth[2]++; total++; continue; }
      "<"    { depth[3]++; total++; continue; }
      ")"    { if (!depth[0]) return NULL; depth[0]--; total--; continue; }
      "]"    { if (!depth[1]) return NULL; depth[1]--; total--; continue; }
      "}"    { if (!depth[2]) return NULL; depth[2]--; total--; continue; }
      ">"    { if (!depth[3]) return NULL; depth[3]--; total--; continue; }
      "->"   { continue; }
      string { continue; }
      ["]    { return NULL; }
      comment { continue; }
      *      { continue; }
      $      { return NULL; }
    */
  }
}
