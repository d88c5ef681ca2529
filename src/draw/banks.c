/* banks.c: the memory view: each bank of a plan with its addresses upwards and the steps of the program to the right,
 * to scale, with its peak; what does not fit is above its end. Below it the whole bank at the peak, with its regions.
 * Allocation is in lockstep, so one bank represents all of its type. */
#include "draw/scene.h"

typedef struct bank_view {
  tta_scene *scene;
  const tta_memory_plan *plan;
  const tta_memory_bank *bank;
  int64_t low, high; /* the addresses shown */
  int64_t limit;     /* the end of the bank */
  int64_t steps;
  double x, y, w, h;
} bank_view;

enum { MAX_BUFFERS = 2000, MAX_COLUMNS = 400, MAX_LOST = 16 };

static double up(const bank_view *v, int64_t address) {
  return v->y + v->h - tta_part(address - v->low, v->high - v->low, v->h);
}
static double along(const bank_view *v, int64_t step) {
  return v->x + tta_part(step, v->steps, v->w);
}

/* ---- buffers ---- */

static tta_str title_of(tta_scene *scene, const tta_memory_buffer *b) {
  tta_buf *out = &scene->scratch;
  tta_buf_append(out, b->name);
  if (b->line) tta_buf_printf(out, ", line %u", b->line);
  tta_buf_printf(out, "\n%s B in each bank", tta_scene_number(scene, b->footprint.bytes_per_bank));
  if (b->address < 0) tta_buf_str(out, ": does not fit");
  else tta_buf_printf(out, " at %s", tta_scene_number(scene, b->address));
  tta_buf_printf(out, ", lines %u..%u\n", b->first, b->last);
  if (b->kind != TTA_MEMORY_TENSOR) tta_buf_printf(out, "%s\n", tta_memory_kind_words(b->kind));
  if (b->placed_address >= 0 && !b->shares.size)
    tta_buf_printf(out, "address of the text; first fit: %s\n", tta_scene_number(scene, b->first_fit_address));
  if (b->shares.size) tta_buf_printf(out, "in the buffer of %.*s\n", TTA_STR_ARGS(b->shares));
  tta_buf_append(out, b->type);
  return tta_scene_take(scene);
}

static tta_ink ink_of(const tta_memory_buffer *b, size_t number) {
  if (b->address < 0) return TTA_INK_GAP;
  return b->kind == TTA_MEMORY_CIRCULAR_BUFFER ? TTA_INK_COPY : tta_hue((int64_t)number);
}

static double peak_of(const bank_view *v) {
  return (along(v, v->bank->peak_step) + along(v, (int64_t)v->bank->peak_step + 1)) / 2;
}

/* The name, beside the line of the peak if that crosses it. */
static void label_buffer(const bank_view *v, tta_str name, double left, double right, double middle) {
  double half = (double)name.size * v->scene->char_width / 2 + 2, at = (left + right) / 2, peak = peak_of(v);
  if (!tta_scene_fits(v->scene, name.size, right - left)) return;
  if (!v->scene->text && v->bank->peak_line && at - half < peak && peak < at + half) {
    bool before = peak - left > right - peak;
    double begin = before ? left : peak, end = before ? peak : right;
    if (tta_scene_fits(v->scene, name.size, end - begin)) at = (begin + end) / 2;
  }
  tta_scene_label(v->scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_PLAIN, at, middle, name);
}

/* @param address  where it is drawn: above the bank if it does not fit */
static void buffer(const bank_view *v, const tta_memory_buffer *b, size_t number, int64_t address) {
  tta_scene *scene = v->scene;
  bool text = scene->text;
  int64_t end = v->high - address < b->footprint.bytes_per_bank ? v->high : address + b->footprint.bytes_per_bank;
  double left = along(v, b->first_step), right = along(v, (int64_t)b->last_step + 1),
         bottom = up(v, address < v->low ? v->low : address), top = up(v, end < v->low ? v->low : end);
  double least_h = text ? TTA_CELL_HEIGHT : 1.5, least_w = text ? TTA_CELL_WIDTH : 2;
  if (bottom - top < least_h) top = bottom - least_h;
  if (top < v->y) top = v->y; /* the title stands above */
  if (bottom - top < least_h) bottom = top + least_h;
  if (right - left < least_w) right = left + least_w;
  if (!b->shares.size) tta_scene_fill(scene, ink_of(b, number), left, top, right - left, bottom - top);
  tta_scene_frame(scene, TTA_INK_HIT, left, top, right - left, bottom - top, title_of(scene, b), tta_no_text());
  if (!b->shares.size && bottom - top >= scene->line_height - 1)
    label_buffer(v, b->name, left, right, text ? top + TTA_CELL_HEIGHT / 2 : (top + bottom) / 2);
}

/* Whether it is in this bank and does not fit. */
static bool is_lost(const bank_view *v, const tta_memory_buffer *b) {
  return b->space == v->bank->type && b->system == v->bank->system && b->address < 0 && !b->shares.size &&
         b->footprint.bytes_per_bank > 0;
}

/* Too many to be told apart: how much is taken. */
static void profile(const bank_view *v) {
  tta_scene *scene = v->scene;
  int64_t columns = v->steps < MAX_COLUMNS ? v->steps : MAX_COLUMNS;
  for (int64_t c = 0; c < columns; c++) {
    int64_t first = v->steps * c / columns, end = v->steps * (c + 1) / columns, most = 0;
    for (int64_t i = first; i < end; i++) {
      int64_t taken = tta_memory_plan_step(v->plan, (size_t)i)->allocated[v->bank->type];
      if (taken > most) most = taken;
    }
    double h = tta_part(most, v->high - v->low, v->h);
    tta_scene_fill(scene, TTA_INK_K0, along(v, first), v->y + v->h - h, along(v, end) - along(v, first), h);
  }
  tta_scene_note(scene, "%s: too many buffers to draw each; the picture shows bytes in use, not addresses.",
                 tta_buffer_type_name(v->bank->type));
}

/* ---- one bank ---- */

/* A buffer that does not fit is drawn above the end of the bank, and above those before it that live at its time. */
static int64_t address_of_lost(const bank_view *v, size_t number) {
  const tta_memory_buffer *b = tta_memory_plan_buffer(v->plan, number);
  int64_t at = v->limit;
  for (size_t i = 0, shown = 0; i < number && shown < MAX_LOST; i++) {
    const tta_memory_buffer *a = tta_memory_plan_buffer(v->plan, i);
    if (!is_lost(v, a)) continue;
    shown++;
    if (a->last_step < b->first_step || b->last_step < a->first_step) continue;
    at += a->footprint.bytes_per_bank < v->bank->size ? a->footprint.bytes_per_bank : v->bank->size;
  }
  return at;
}

/* The end of what is drawn; a buffer larger than the bank is cut. */
static int64_t end_of_lost(const bank_view *v, int64_t high) {
  for (size_t i = 0, shown = 0; i < tta_memory_plan_num_buffers(v->plan) && shown < MAX_LOST; i++) {
    const tta_memory_buffer *b = tta_memory_plan_buffer(v->plan, i);
    if (!is_lost(v, b)) continue;
    int64_t end = address_of_lost(v, i), bytes = b->footprint.bytes_per_bank;
    end += bytes < v->bank->size ? bytes : v->bank->size;
    if (end > high) high = end;
    shown++;
  }
  return high;
}

/* A bank that is used little is shown where it is used. */
static size_t choose_range(bank_view *v) {
  const tta_memory_bank *bank = v->bank;
  size_t count = 0;
  int64_t low = bank->base + bank->size, high = bank->base;
  for (size_t i = 0; i < tta_memory_plan_num_buffers(v->plan); i++) {
    const tta_memory_buffer *b = tta_memory_plan_buffer(v->plan, i);
    if (b->space != bank->type || b->system != bank->system || b->address < 0) continue;
    count++;
    if (b->address < low) low = b->address;
    if (b->address + b->footprint.bytes_per_bank > high) high = b->address + b->footprint.bytes_per_bank;
  }
  v->low = bank->base;
  v->limit = v->high = bank->base + bank->size;
  if (high > v->limit) v->high = high;
  if (low < v->low) v->low = low;
  v->high = end_of_lost(v, v->high);
  if (v->high > v->limit || !count || count > MAX_BUFFERS || high <= low || (high - low) > bank->size / 4) return count;
  int64_t margin = (high - low) / 8 + 1;
  if (low - margin > v->low) v->low = low - margin;
  high = (high + margin + 1023) / 1024 * 1024; /* bank ends are below 2^62 */
  if (high < v->high) v->high = high;
  return count;
}

static void label_address(const bank_view *v, int64_t address, double middle) {
  tta_scene_label(v->scene, TTA_ANCHOR_END, TTA_LABEL_DIM, v->x - (v->scene->text ? 8 : 6), middle,
                  tta_str_from(tta_scene_number(v->scene, address)));
}

static void label_axis(const bank_view *v) {
  tta_scene *scene = v->scene;
  const tta_memory_bank *bank = v->bank;
  double inset = scene->text ? 0 : 6;
  label_address(v, v->high, v->y + inset);
  label_address(v, v->low, v->y + v->h - inset);
  if (v->high > v->limit) label_address(v, v->limit, up(v, v->limit));
  if (v->low > bank->base || v->high < bank->base + bank->size)
    tta_scene_note(scene, "%s: only the addresses in use are drawn, of %s..%s.", tta_buffer_type_name(bank->type),
                   tta_scene_number(scene, bank->base), tta_scene_number(scene, bank->base + bank->size));
}

static void label_steps(const bank_view *v) {
  tta_scene *scene = v->scene;
  double apart = scene->char_width * 7, last = -apart, y = v->y + v->h + (scene->text ? 16 : 9);
  for (int64_t i = 0; i < v->steps; i++) {
    double x = (along(v, i) + along(v, i + 1)) / 2;
    if (x - last < apart) continue;
    tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM, x, y,
                    tta_scene_text(scene, "%u", tta_memory_plan_step(v->plan, (size_t)i)->line));
    last = x;
  }
}

static void name_bank(const bank_view *v, double y) {
  tta_buf *out = &v->scene->scratch;
  const tta_memory_bank *b = v->bank;
  if (tta_memory_plan_num_systems(v->plan) > 1) tta_buf_printf(out, "%s, ", tta_arch_get(b->arch)->name);
  if (tta_memory_plan_num_systems(v->plan) > 1 && b->system_line)
    tta_buf_printf(out, "system of line %u, ", b->system_line);
  tta_buf_printf(out, "%s: %s bank%s of %s B, peak %s", tta_buffer_type_name(b->type),
                 tta_scene_number(v->scene, b->banks), tta_plural(b->banks), tta_scene_number(v->scene, b->size),
                 tta_scene_number(v->scene, b->peak));
  if (b->peak_line) tta_buf_printf(out, " at line %u", b->peak_line);
  tta_scene_label(v->scene, TTA_ANCHOR_START, TTA_LABEL_BOLD, 0, y, tta_scene_take(v->scene));
}

static void draw_lost(const bank_view *v) {
  size_t shown = 0;
  for (size_t i = 0; i < tta_memory_plan_num_buffers(v->plan) && shown < MAX_LOST; i++) {
    const tta_memory_buffer *b = tta_memory_plan_buffer(v->plan, i);
    if (!is_lost(v, b)) continue;
    buffer(v, b, i, address_of_lost(v, i));
    shown++;
  }
  if (shown) tta_scene_legend(v->scene, TTA_INK_GAP, "does not fit: above the end of the bank");
  if (v->high > v->limit && !v->scene->text)
    tta_scene_line(v->scene, TTA_INK_CUT, v->x, up(v, v->limit), v->x + v->w, up(v, v->limit));
}

static void mark_peak(const bank_view *v) {
  tta_scene *scene = v->scene;
  const tta_memory_bank *b = v->bank;
  if (!b->peak_line || scene->text) return;
  double x = peak_of(v);
  tta_scene_line(scene, TTA_INK_CUT, x, v->y - 14, x, v->y + v->h);
  tta_anchor anchor = x > v->x + v->w * 0.8 ? TTA_ANCHOR_END : TTA_ANCHOR_START;
  tta_scene_label(scene, anchor, TTA_LABEL_DIM, anchor == TTA_ANCHOR_END ? x - 4 : x + 4, v->y - 9,
                  tta_scene_text(scene, "peak %s B", tta_scene_number(scene, b->peak)));
}

/* ---- the whole bank at its peak ---- */

static void segment(const bank_view *v, tta_ink ink, double y, double h, int64_t begin, int64_t end, int64_t whole,
                    tta_str title) {
  double left = v->x + tta_part(begin, whole, v->w), right = v->x + tta_part(end, whole, v->w);
  if (right - left < 1) right = left + 1;
  tta_scene_fill(v->scene, ink, left, y, right - left, h);
  tta_scene_frame(v->scene, TTA_INK_HIT, left, y, right - left, h, title, tta_no_text());
}

static tta_str segment_title(tta_scene *scene, const char *name, int64_t begin, int64_t end, const char *meaning) {
  return tta_scene_text(scene, "%s: %s B at %s..%s%s%s", name, tta_scene_number(scene, end - begin),
                        tta_scene_number(scene, begin), tta_scene_number(scene, end), *meaning ? "\n" : "", meaning);
}

/* The color of the buffer that starts there at the peak. */
static tta_ink ink_at_peak(const bank_view *v, int64_t address) {
  for (size_t i = 0; i < tta_memory_plan_num_buffers(v->plan); i++) {
    const tta_memory_buffer *b = tta_memory_plan_buffer(v->plan, i);
    bool live = b->first_step <= v->bank->peak_step && v->bank->peak_step <= b->last_step;
    bool here = b->space == v->bank->type && b->system == v->bank->system && b->address == address;
    if (live && here && !b->shares.size) return ink_of(b, i);
  }
  return TTA_INK_VALID;
}

/* Its regions, and what is allocated at the peak. SVG only: a line of text shows nothing more than the table.
 * @return the end */
static double draw_whole(const bank_view *v, double y) {
  tta_scene *scene = v->scene;
  const tta_memory_bank *bank = v->bank;
  bool dram = bank->type == TTA_BUFFER_DRAM || bank->type == TTA_BUFFER_TRACE;
  int64_t whole = v->limit;
  double h = 22;
  if (scene->text || !bank->peak_line || bank->type == TTA_BUFFER_L1_SMALL || bank->type == TTA_BUFFER_TRACE) return y;
  for (size_t i = 0; i < tta_memory_plan_num_regions(v->plan); i++) {
    const tta_memory_region *r = tta_memory_plan_region(v->plan, i);
    if (r->dram == dram && r->system == bank->system && r->end > whole) whole = r->end;
  }
  tta_scene_fill(scene, TTA_INK_FREE, v->x, y, v->w, h);
  for (size_t i = 0; i < tta_memory_plan_num_regions(v->plan); i++) {
    const tta_memory_region *r = tta_memory_plan_region(v->plan, i);
    if (r->dram != dram || r->system != bank->system || (r->begin == bank->base && r->end == v->limit)) continue;
    segment(v, TTA_INK_RESERVED, y, h, r->begin, r->end, whole,
            segment_title(scene, r->name, r->begin, r->end, r->meaning));
    tta_scene_legend(scene, TTA_INK_RESERVED, "reserved, L1_SMALL or TRACE");
  }
  for (size_t i = 0; i < bank->num_blocks && i < MAX_BUFFERS; i++) {
    int64_t begin = bank->blocks[i].address_bytes + bank->base, end = begin + bank->blocks[i].size_bytes;
    if (bank->blocks[i].allocated)
      segment(v, ink_at_peak(v, begin), y, h, begin, end, whole, segment_title(scene, "allocated", begin, end, ""));
  }
  tta_scene_frame(scene, TTA_INK_AXIS, v->x, y, v->w, h, tta_no_text(), tta_no_text());
  tta_scene_label(scene, TTA_ANCHOR_END, TTA_LABEL_DIM, v->x - 6, y + h / 2,
                  tta_scene_text(scene, "at the peak"));
  tta_scene_label(scene, TTA_ANCHOR_END, TTA_LABEL_DIM, v->x + v->w, y + h + 10,
                  tta_str_from(tta_scene_number(scene, whole)));
  tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_DIM, v->x, y + h + 10, tta_scene_text(scene, "0"));
  return y + h + 18;
}

/* @return where the next one goes */
static double draw_bank(bank_view *v, double y) {
  tta_scene *scene = v->scene;
  bool text = scene->text;
  size_t count = choose_range(v);
  if (!count && !v->bank->peak) return y;
  name_bank(v, y + (text ? 0 : 8));
  v->x = text ? 16 * TTA_CELL_WIDTH : 100;
  v->y = y + (text ? 16 : 36);
  v->w = text ? 62 * TTA_CELL_WIDTH : scene->width - v->x;
  v->h = text ? 12 * TTA_CELL_HEIGHT : 260;
  tta_scene_fill(scene, TTA_INK_FREE, v->x, v->y, v->w, v->h);
  if (count > MAX_BUFFERS) {
    profile(v);
  } else {
    for (size_t i = 0; i < tta_memory_plan_num_buffers(v->plan); i++) {
      const tta_memory_buffer *b = tta_memory_plan_buffer(v->plan, i);
      if (b->space == v->bank->type && b->system == v->bank->system && b->address >= 0) buffer(v, b, i, b->address);
    }
  }
  draw_lost(v);
  mark_peak(v);
  tta_scene_frame(scene, TTA_INK_AXIS, v->x, v->y, v->w, v->h, tta_no_text(), tta_no_text());
  label_axis(v);
  label_steps(v);
  return draw_whole(v, v->y + v->h + (text ? 48 : 34)) + (text ? 16 : 18);
}

/* ---- words ---- */

static void list_failures(tta_scene *scene, const tta_memory_plan *plan) {
  size_t lost = 0;
  for (size_t i = 0; i < tta_memory_plan_num_buffers(plan); i++) {
    const tta_memory_buffer *b = tta_memory_plan_buffer(plan, i);
    if (b->address >= 0 || b->shares.size) continue;
    if (lost < 4) tta_buf_str(&scene->scratch, lost ? ", " : "allocation failed: ");
    if (lost++ >= 4) continue;
    tta_buf_printf(&scene->scratch, "%.*s (line %u, %s B in %s)", TTA_STR_ARGS(b->name), b->line,
                   tta_scene_number(scene, b->footprint.bytes_per_bank), tta_buffer_type_name(b->space));
  }
  if (lost > 4) tta_buf_printf(&scene->scratch, " and %zu more", lost - 4);
  if (lost) tta_scene_fact(scene);
}

tta_status tta_draw_banks(tta_scene *scene, const tta_memory_plan *plan) {
  bank_view v = {.scene = scene, .plan = plan, .steps = (int64_t)tta_memory_plan_num_steps(plan)};
  double y = 0;
  static const char *const verdicts[] = {
    [TTA_VERDICT_NOTHING] = "nothing was planned", [TTA_VERDICT_FITS] = "the program fits",
    [TTA_VERDICT_UNDECIDED] = "undecided, a size is unknown", [TTA_VERDICT_NO] = "the program does not fit"};
  const char *verdict = verdicts[tta_memory_plan_verdict(plan)];
  size_t systems = tta_memory_plan_num_systems(plan), buffers = tta_memory_plan_num_buffers(plan);
  if (systems > 1) tta_buf_printf(&scene->scratch, "Memory on %zu systems: %s", systems, verdict);
  else
    tta_buf_printf(&scene->scratch, "Memory on %s: %s", tta_arch_get(tta_memory_plan_banks(plan)->arch)->name, verdict);
  tta_scene_title(scene);
  tta_buf_printf(&scene->scratch,
                 "%zu buffers over %zu steps; addresses upwards, steps of the program to the right, by their lines",
                 buffers, tta_memory_plan_num_steps(plan));
  tta_scene_fact(scene);
  list_failures(scene, plan);
  if (!v.steps) v.steps = 1;
  for (size_t i = 0; i < tta_memory_plan_num_banks(plan); i++) {
    v.bank = tta_memory_plan_bank(plan, i);
    if (v.bank->size > 0 && tta_memory_plan_num_steps(plan)) y = draw_bank(&v, y);
  }
  bool shared = false;
  for (size_t i = 0; i < buffers; i++) {
    const tta_memory_buffer *b = tta_memory_plan_buffer(plan, i);
    if (b->kind == TTA_MEMORY_CIRCULAR_BUFFER)
      tta_scene_legend(scene, TTA_INK_COPY, "circular buffer: while its operations run");
    shared = shared || b->shares.size;
  }
  if (shared && !scene->text)
    tta_scene_note(scene, "An outline within a buffer is a value that lies in it, too: the tooltip names it.");
  if (y == 0) tta_scene_note(scene, "No value lies in device memory.");
  return TTA_OK;
}
