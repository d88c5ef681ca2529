/* Patterns as in .gitignore. Source: gitignore(5) of git 2.39, wildmatch.c for what it leaves open. */
#include "tools/common/exclude.h"

#include <string.h>

#include "base/array.h"
#include "base/str.h"

/* ---- one name ---------------------------------------------------------------------------------------------------- */

/* `[...]` at *at: whether it has the byte. *at moves past it. Without an end it has none. */
static bool has_byte(const char **at, const char *end, unsigned char byte) {
  const char *p = *at + 1, *close = p + (p < end && (*p == '!' || *p == '^'));
  bool inverted = close > p, found = false;
  p = close;
  for (close += close < end && *close == ']'; close < end && *close != ']'; close++) close += *close == '\\';
  if (close >= end) return false;
  while (p < close) {
    p += *p == '\\' && p + 1 < close;
    unsigned char low = (unsigned char)*p++, high = low;
    if (p + 1 < close && *p == '-') {
      p++;
      p += *p == '\\' && p + 1 < close;
      high = (unsigned char)*p++;
    }
    found |= low <= byte && byte <= high;
  }
  *at = close + 1;
  return found != inverted;
}

/* Whether the sign at *at, which is not a star, matches the byte. *at moves past it. */
static bool matches_byte(const char **at, const char *end, char byte) {
  if (**at == '[') return has_byte(at, end, (unsigned char)byte);
  if (**at == '?') return ++*at, true;
  *at += **at == '\\' && *at + 1 < end;
  return *(*at)++ == byte;
}

/* After a failure the last star takes one byte more: an earlier one never has to. */
static bool matches_name(tta_str pattern, tta_str name) {
  const char *p = pattern.data, *end = p + pattern.size, *star = NULL;
  size_t n = 0, star_n = 0;
  while (n < name.size || p < end) {
    if (p < end && *p == '*') {
      star = ++p;
      star_n = n;
    } else if (p < end && n < name.size && matches_byte(&p, end, name.data[n])) {
      n++;
    } else if (star && star_n < name.size) {
      p = star;
      n = ++star_n;
    } else {
      return false;
    }
  }
  return true;
}

/* ---- paths ------------------------------------------------------------------------------------------------------- */

/* The name at *at, which moves after the slash that follows it, or to one byte after the end. */
static tta_str next_name(const char **at, const char *end) {
  const char *slash = memchr(*at, '/', (size_t)(end - *at)), *stop = slash ? slash : end;
  tta_str name = tta_str_between(*at, stop);
  *at = stop + 1;
  return name;
}

/* The same with names for bytes, and `**` for the star. */
static bool matches_path(tta_str pattern, tta_str path) {
  const char *p = pattern.data, *p_end = p + pattern.size, *t = path.data, *t_end = t + path.size;
  const char *star = NULL, *star_t = NULL;
  while (p <= p_end || t <= t_end) {
    const char *p_next = p, *t_next = t;
    tta_str sign = p <= p_end ? next_name(&p_next, p_end) : (tta_str){NULL, 0};
    if (p <= p_end && tta_str_is(sign, "**")) {
      p = star = p_next;
      star_t = t;
      if (p > p_end) return t <= t_end; /* at the end: everything inside, but not the directory itself */
    } else if (p <= p_end && t <= t_end && matches_name(sign, next_name(&t_next, t_end))) {
      p = p_next;
      t = t_next;
    } else if (star && star_t <= t_end) {
      next_name(&star_t, t_end);
      p = star;
      t = star_t;
    } else {
      return false;
    }
  }
  return true;
}

static tta_str last_name(tta_str path) {
  size_t at = path.size;
  while (at && path.data[at - 1] != '/') at--;
  return tta_str_rest(path, at);
}

bool tta_exclude_matches(const char *text, tta_str path, bool is_directory) {
  tta_str pattern = tta_str_from(text);
  if (pattern.size && pattern.data[pattern.size - 1] == '/') {
    if (!is_directory) return false;
    pattern.size--;
  }
  if (!pattern.size) return false;
  if (!memchr(pattern.data, '/', pattern.size)) return matches_name(pattern, last_name(path));
  tta_str_skip(&pattern, "/");
  return matches_path(pattern, path);
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

tta_status tta_excludes_add(tta_excludes *excludes, const char *pattern) {
  if (!TTA_PUSH(&tta_malloc_allocator, excludes, patterns, pattern)) return TTA_NO_MEMORY;
  return TTA_OK;
}

int tta_excludes_decide(const tta_excludes *excludes, tta_str path, tta_str other, bool is_directory) {
  for (uint32_t i = excludes->num_patterns; i > 0; i--) {
    const char *pattern = excludes->patterns[i - 1];
    bool includes = *pattern == '!';
    if (tta_exclude_matches(pattern + includes, path, is_directory) ||
        (other.size && tta_exclude_matches(pattern + includes, other, is_directory)))
      return includes ? -1 : 1;
  }
  return 0;
}

bool tta_excludes_has(const tta_excludes *excludes, tta_str path, tta_str other, bool is_directory) {
  return tta_excludes_decide(excludes, path, other, is_directory) > 0;
}

bool tta_excludes_has_below(const tta_excludes *excludes, tta_str path) {
  static const tta_str none = {NULL, 0};
  if (!excludes->num_patterns) return false;
  for (size_t i = 0; i < path.size; i++)
    if (path.data[i] == '/' && tta_excludes_has(excludes, (tta_str){path.data, i}, none, true)) return true;
  return tta_excludes_has(excludes, path, none, false);
}

void tta_excludes_free(tta_excludes *excludes) { TTA_ARRAY_FREE(&tta_malloc_allocator, excludes, patterns); }
