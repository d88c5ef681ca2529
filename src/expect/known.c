/* The messages of rules, from the sources of the rules: no second list has to be maintained. */
#define _GNU_SOURCE /* memmem */
#include "expect/known.h"

#include <string.h>

#include "base/str.h"
#include "messages.h"

/* One text, a NUL after each part: pointers would be relocated at the start of every program. */
#define PART(text) text "\0"
static const char parts[] = TTA_RULE_MESSAGES(PART);
#undef PART

enum { MIN_BYTES = 24 }; /* as in messages.awk */

static bool contains(tta_str text, tta_str part) {
  return memmem(text.data, text.size, part.data, part.size) != NULL;
}

static bool is_known_text(tta_str text) {
  size_t known_bytes = 0;
  if (text.size < MIN_BYTES) return false;
  for (const char *at = parts; *at; at += strlen(at) + 1) {
    tta_str part = tta_str_from(at);
    if (contains(part, text)) return true;
    if (contains(text, part)) known_bytes += part.size;
  }
  return known_bytes >= text.size / 2;
}

bool tta_is_known_message(const tta_designator *d) {
  tta_str rest = d->text;
  if (d->kind != TTA_SEVERITY_ERROR || !rest.size || contains(rest, TTA_STR("' op "))) return false;
  if (!d->regex) return is_known_text(rest);
  for (const char *open; rest.size && (open = memmem(rest.data, rest.size, "{{", 2)) != NULL;) {
    if (is_known_text(tta_str_between(rest.data, open))) return true;
    const char *end = rest.data + rest.size, *close = memmem(open, (size_t)(end - open), "}}", 2);
    if (!close) return false;
    rest = tta_str_between(close + 2, end);
  }
  return is_known_text(rest);
}
