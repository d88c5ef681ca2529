/* Rule mixed-eras: names of both tt and ttcore in one section. tt-mlir renamed the dialect on 2025-06-17. */
#include "base/str.h"
#include "parse/names.h"
#include "verify/verify.h"

/* The names of one of the two dialects in a section. */
typedef struct dialect_names {
  tta_dialect dialect, other;
  tta_name_text first;
  uint32_t count;
  bool renamable; /* the other dialect has all of them */
} dialect_names;

/* Of tt-mlir: tiled_layout is a proposal, which has no date. Without a sigil it is an operation, or the key of an
 * attribute, that has the name of an attribute. */
static bool is_name_of(const tta_name_text *name, tta_dialect dialect, tta_attribute *attribute) {
  if (tta_dialect_find(name->dialect) != dialect) return false;
  char sigil = *name->token == '!' ? '!' : '#';
  *attribute = tta_attribute_find(sigil, dialect, name->mnemonic);
  return *attribute < TTA_NUM_ATTRIBUTES && *attribute != TTA_ATTR_tiled_layout;
}

static void add(dialect_names *names, const tta_name_text *name) {
  tta_attribute attribute;
  if (!is_name_of(name, names->dialect, &attribute)) return;
  if (!names->count++) names->first = *name;
  names->renamable &= tta_attributes[attribute].dialects >> names->other & 1;
}

static tta_span span_of(const tta_verifier *v, const char *begin, const char *end) {
  return (tta_span){(uint32_t)(begin - v->reader->text.data), (uint32_t)(end - v->reader->text.data)};
}

static void rename_all(tta_verifier *v, tta_diagnostic *diagnostic, const dialect_names *names, const char *at,
                       const char *end) {
  tta_str other = tta_str_from(tta_dialect_names[names->other]);
  tta_attribute attribute;
  bool first = true;
  for (tta_name_text name; tta_name_next(at, end, true, &name); at = name.end) {
    if (!is_name_of(&name, names->dialect, &attribute)) continue;
    tta_span span = span_of(v, name.dialect.data, name.dialect.data + name.dialect.size);
    if (first) tta_report_fix(v->report, diagnostic, span, other, "change the dialect to '%s'", other.data);
    else tta_report_edit(v->report, diagnostic, span, other);
    first = false;
  }
}

void tta_verify_mixed_eras(tta_verifier *v, tta_span section) {
  const char *text = v->reader->text.data, *begin = text + section.begin, *end = text + section.end;
  dialect_names old = {TTA_TT, TTA_TTCORE, {0}, 0, true}, new = {TTA_TTCORE, TTA_TT, {0}, 0, true};
  const char *at = begin;
  for (tta_name_text name; tta_name_next(at, end, true, &name); at = name.end) {
    add(&old, &name);
    add(&new, &name);
  }
  if (!old.count || !new.count) return;
  bool old_is_rare = old.count != new.count ? old.count < new.count : old.first.token < new.first.token;
  const dialect_names *rare = old_is_rare ? &old : &new, *common = old_is_rare ? &new : &old;
  char room[TTA_NAME_BYTES];
  tta_str name = tta_name_spelling(&rare->first, room);
  tta_diagnostic *diagnostic =
    tta_report_add(v->report, TTA_RULE_mixed_eras, span_of(v, rare->first.token, rare->first.end),
                   "dialect '%s' of '%.*s' does not match the dialect '%s' of this section; "
                   "ttcore replaced tt on 2025-06-17",
                   tta_dialect_names[rare->dialect], TTA_STR_ARGS(name), tta_dialect_names[common->dialect]);
  tta_report_note(v->report, diagnostic, span_of(v, common->first.token, common->first.end),
                  "the first name of dialect '%s' in this section", tta_dialect_names[common->dialect]);
  if (rare->renamable) rename_all(v, diagnostic, rare, begin, end);
}
