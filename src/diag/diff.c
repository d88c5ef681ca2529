/* diff.c: unified diffs of a text and its edits. The edits give the differences; none are searched for. */
#include <string.h>

#include "ttattr/diag.h"

enum { CONTEXT_LINES = 3 };

/* A diff in progress. Adjacent runs of changed lines are collected in `minus` and `plus` first, so that a hunk shows
 * all old lines of a run before all new ones. */
typedef struct differ {
  tta_buf *out;
  const char *old_name, *new_name;
  tta_str original;
  bool any, hunk_open;
  size_t at, line;             /* the start of an original line, and its number from 0; all before it is done */
  size_t hunk_line;            /* the number of the open hunk's first line */
  size_t old_lines, new_lines; /* of the open hunk */
  int64_t shift, next_shift;   /* new line number - old line number: at the start of the open hunk, and after it */
  tta_buf body, minus, plus;
} differ;

/* The end of the line that contains `at`, after its newline. */
static size_t line_end(tta_str text, size_t at) {
  const char *newline = at < text.size ? memchr(text.data + at, '\n', text.size - at) : NULL;
  return newline ? (size_t)(newline - text.data) + 1 : text.size;
}

static size_t line_start(tta_str text, size_t at) {
  while (at > 0 && text.data[at - 1] != '\n') at--;
  return at;
}

static size_t count_lines(tta_str text, size_t begin, size_t end) {
  size_t count = 0;
  for (; begin < end; begin = line_end(text, begin)) count++;
  return count;
}

/* At most `most` lines of [begin, end) of a text, each after `mark`, and counts them. Returns where it stopped. */
static size_t put_lines(tta_buf *to, char mark, tta_str text, size_t begin, size_t end, size_t most, size_t *count) {
  for (; begin < end && most > 0; most--) {
    size_t next = line_end(text, begin);
    tta_buf_char(to, mark);
    tta_buf_bytes(to, text.data + begin, next - begin);
    if (text.data[next - 1] != '\n') tta_buf_str(to, "\n\\ No newline at end of file\n");
    begin = next;
    ++*count;
  }
  return begin;
}

/* As GNU diff and git: quotes and C escapes for special bytes; a tab after a name with a blank. */
static void put_name(tta_buf *out, const char *mark, const char *name) {
  bool quoted = false, blank = strchr(name, ' ') != NULL;
  for (const char *c = name; *c; c++) quoted |= (unsigned char)*c < 0x20 || *c == 0x7f || *c == '"' || *c == '\\';
  tta_buf_str(out, mark);
  if (quoted) tta_buf_char(out, '"');
  for (const char *c = name; *c; c++) {
    if ((unsigned char)*c < 0x20 || *c == 0x7f) {
      tta_buf_printf(out, "\\%03o", (unsigned)*c);
    } else {
      if (*c == '"' || *c == '\\') tta_buf_char(out, '\\');
      tta_buf_char(out, *c);
    }
  }
  if (quoted) tta_buf_char(out, '"');
  if (blank && !quoted) tta_buf_char(out, '\t');
  tta_buf_char(out, '\n');
}

/* "-l,s": without ",s" for one line; the preceding line for none (POSIX.1-2008, diff, "Diff -u Output Format"). */
static void put_range(tta_buf *out, char mark, size_t first, size_t count) {
  tta_buf_printf(out, "%c%zu", mark, count == 0 ? first : first + 1);
  if (count != 1) tta_buf_printf(out, ",%zu", count);
}

static void close_hunk(differ *d) {
  if (!d->hunk_open) return;
  if (!d->any) {
    put_name(d->out, "--- ", d->old_name);
    put_name(d->out, "+++ ", d->new_name);
    d->any = true;
  }
  tta_buf_str(d->out, "@@ ");
  put_range(d->out, '-', d->hunk_line, d->old_lines);
  tta_buf_char(d->out, ' ');
  put_range(d->out, '+', (size_t)((int64_t)d->hunk_line + d->shift), d->new_lines);
  tta_buf_str(d->out, " @@\n");
  tta_buf_bytes(d->out, d->body.data, d->body.size);
  d->body.size = 0;
  d->hunk_open = false;
}

/* Moves the gathered lines of the current run into the hunk. */
static void close_run(differ *d) {
  tta_buf_bytes(&d->body, d->minus.data, d->minus.size);
  tta_buf_bytes(&d->body, d->plus.data, d->plus.size);
  d->minus.size = d->plus.size = 0;
}

/* At most `most` of the original lines before `begin`, unchanged. */
static void put_context(differ *d, size_t begin, size_t most) {
  size_t lines = 0;
  d->at = put_lines(&d->body, ' ', d->original, d->at, begin, most, &lines);
  d->line += lines;
  d->old_lines += lines;
  d->new_lines += lines;
}

static void open_hunk(differ *d, size_t begin) {
  size_t line = d->line + count_lines(d->original, d->at, begin), start = begin;
  for (int i = 0; i < CONTEXT_LINES && start > d->at; i++) {
    start = line_start(d->original, start - 1);
    line--;
  }
  d->at = start;
  d->line = d->hunk_line = line;
  d->old_lines = d->new_lines = 0;
  d->shift = d->next_shift;
  d->hunk_open = true;
  put_context(d, begin, CONTEXT_LINES);
}

/* The lines between two runs: all of them if both contexts touch, else the context after the first run. */
static void continue_or_close_hunk(differ *d, size_t begin) {
  const size_t joined = 2 * CONTEXT_LINES;
  size_t probe = d->at, gap = 0;
  for (; probe < begin && gap <= joined; gap++) probe = line_end(d->original, probe);
  close_run(d);
  put_context(d, begin, gap <= joined ? gap : CONTEXT_LINES);
  if (gap > joined) close_hunk(d);
}

/* Lines [begin, end) of the original become lines [new_begin, new_end) of `replacement`. */
static void add_change(differ *d, size_t begin, size_t end, tta_str replacement, size_t new_begin, size_t new_end) {
  if (d->hunk_open && begin > d->at) continue_or_close_hunk(d, begin);
  if (!d->hunk_open) open_hunk(d, begin);
  size_t removed = 0, added = 0;
  d->at = put_lines(&d->minus, '-', d->original, begin, end, SIZE_MAX, &removed);
  put_lines(&d->plus, '+', replacement, new_begin, new_end, SIZE_MAX, &added);
  d->line += removed;
  d->old_lines += removed;
  d->new_lines += added;
  d->next_shift += (int64_t)added - (int64_t)removed;
}

static bool same_lines(tta_str a, size_t a_begin, size_t a_end, tta_str b, size_t b_begin, size_t b_end) {
  size_t size = a_end - a_begin;
  return size == b_end - b_begin && memcmp(a.data + a_begin, b.data + b_begin, size) == 0;
}

/* The number of lines is unchanged: line i becomes line i. */
static void change_line_by_line(differ *d, size_t begin, size_t end, tta_str replacement) {
  size_t new_begin = 0;
  while (begin < end) {
    size_t next = line_end(d->original, begin), new_next = line_end(replacement, new_begin);
    if (!same_lines(d->original, begin, next, replacement, new_begin, new_next)) {
      add_change(d, begin, next, replacement, new_begin, new_next);
    }
    begin = next;
    new_begin = new_next;
  }
}

static void change_middle(differ *d, size_t begin, size_t end, tta_str replacement) {
  size_t new_begin = 0, new_end = replacement.size;
  while (begin < end && new_begin < new_end) {
    size_t next = line_end(d->original, begin), new_next = line_end(replacement, new_begin);
    if (!same_lines(d->original, begin, next, replacement, new_begin, new_next)) break;
    begin = next;
    new_begin = new_next;
  }
  while (begin < end && new_begin < new_end) {
    size_t last = line_start(d->original, end - 1), new_last = line_start(replacement, new_end - 1);
    if (!same_lines(d->original, last, end, replacement, new_last, new_end)) break;
    end = last;
    new_end = new_last;
  }
  if (begin < end || new_begin < new_end) add_change(d, begin, end, replacement, new_begin, new_end);
}

static void add_lines(differ *d, size_t begin, size_t end, tta_str replacement) {
  size_t old_count = count_lines(d->original, begin, end), new_count = count_lines(replacement, 0, replacement.size);
  if (old_count == new_count) {
    change_line_by_line(d, begin, end, replacement);
  } else {
    change_middle(d, begin, end, replacement);
  }
}

/* Adds a group of edits that share lines, extended to whole lines. Returns the first edit after the group. */
static size_t take_group(differ *d, const tta_edit *edits, size_t first, size_t num_edits, tta_buf *replacement) {
  size_t begin = line_start(d->original, edits[first].span.begin), at = begin, end = begin, i = first;
  replacement->size = 0;
  do {
    tta_buf_bytes(replacement, d->original.data + at, edits[i].span.begin - at);
    tta_buf_bytes(replacement, edits[i].text.data, edits[i].text.size);
    at = edits[i].span.end;
    if (at >= end) end = line_end(d->original, at); /* once per line: linear for one long line */
  } while (++i < num_edits && (edits[i].span.begin < end || edits[i].span.begin == d->original.size));
  tta_buf_bytes(replacement, d->original.data + at, end - at);
  if (!replacement->failed) add_lines(d, begin, end, tta_buf_view(replacement));
  return i;
}

static bool in_order(tta_str original, const tta_edit *edits, size_t num_edits) {
  size_t at = 0;
  for (size_t i = 0; i < num_edits; i++) {
    if (edits[i].span.begin < at || edits[i].span.end < edits[i].span.begin) return false;
    at = edits[i].span.end;
  }
  return at <= original.size;
}

tta_status tta_edits_diff(tta_buf *out, const char *old_name, const char *new_name, tta_str original,
                           const tta_edit *edits, size_t num_edits) {
  if (!in_order(original, edits, num_edits)) return TTA_INVALID;
  differ d = {.out = out, .old_name = old_name, .new_name = new_name, .original = original};
  tta_buf_init(&d.body, out->allocator);
  tta_buf_init(&d.minus, out->allocator);
  tta_buf_init(&d.plus, out->allocator);
  tta_buf replacement = tta_buf_new(out->allocator);
  for (size_t i = 0; i < num_edits;) i = take_group(&d, edits, i, num_edits, &replacement);
  if (d.hunk_open) {
    close_run(&d);
    put_context(&d, original.size, CONTEXT_LINES);
    close_hunk(&d);
  }
  if (d.body.failed || d.minus.failed || d.plus.failed || replacement.failed) out->failed = true;
  tta_buf_free(&d.body);
  tta_buf_free(&d.minus);
  tta_buf_free(&d.plus);
  tta_buf_free(&replacement);
  return out->failed ? TTA_NO_MEMORY : TTA_OK;
}
