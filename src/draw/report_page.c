/* report_page.c: a report as a page: its sections. */
#include "draw/report_html.h"

#include <string.h>

#include "base/checked.h"
#include "base/format.h"
#include "base/sort.h"
#include "base/str.h"
#include "base/xml.h"
#include "draw/report.h"
#include "draw/scene.h"

typedef struct page {
  const struct tta_module_report *r;
  const tta_memory_plan *plan; /* NULL: nothing is planned */
  bool functions;              /* several: their names tell equal names of values apart */
  tta_buf *out;
  tta_arena arena;
} page;

/* The symbol of the function around an operation, "@main"; empty. */
static tta_str function_of(const tta_memory_plan *plan, uint32_t op) {
  for (; op != TTA_MEMORY_PLAN_NONE && op < plan->num_ops; op = plan->ops[op].parent) {
    if (!tta_memory_plan_is_function(plan, op)) continue;
    tta_str text = plan->source->text;
    const char *at = text.data + plan->ops[op].begin, *limit = text.data + text.size;
    while (at < limit && !strchr("@({\n", *at)) at++;
    const char *end = at;
    while (end < limit && !strchr("({ \n", *end)) end++;
    return at < end && *at == '@' ? (tta_str){at, (size_t)(end - at)} : tta_no_text();
  }
  return tta_no_text();
}

static bool has_functions(const tta_memory_plan *plan) {
  size_t count = 0;
  for (uint32_t i = 0; plan && i < plan->num_ops; i++) count += tta_memory_plan_is_function(plan, i);
  return count > 1;
}

/* A table of values: with a column of their functions if there are several. */
static void value_table(page *p, const char *columns) {
  tta_page_table(p->out, columns, p->functions ? "function" : NULL);
}

static void value_cells(page *p, const tta_memory_buffer *b) {
  if (p->functions) tta_page_code(p->out, function_of(p->plan, b->first_step));
  tta_page_code(p->out, b->name);
  tta_page_number(p->out, b->line);
}

/* A quiet line instead of an empty table. */
static void none(page *p, const char *text) { tta_page_paragraph(p->out, "quiet", "%s", text); }

static void names_cell(page *p, const tta_str *names, size_t count) {
  tta_buf_str(p->out, "<td><code>");
  tta_xml_text(p->out, count ? names[0] : tta_no_text());
  tta_buf_str(p->out, "</code>");
  if (count > 1) tta_buf_printf(p->out, " and %zu alias%s", count - 1, count == 2 ? "" : "es");
  tta_buf_str(p->out, "</td>");
}

static void item(page *p, tta_str text) {
  tta_buf_str(p->out, "<li>");
  tta_xml_text(p->out, text);
  tta_buf_str(p->out, "</li>\n");
}

/* ---- summary ---- */

static int64_t bytes_on_noc(const struct tta_module_report *r) {
  int64_t sum = 0;
  for (uint32_t i = 0; i < r->num_moves; i++) {
    const tta_move *plan = tta_module_report_plan_of(r, &r->moves[i]);
    if (plan) sum = tta_sum_capped(sum, tta_move_get_totals(plan)->bytes_on_noc);
  }
  return sum;
}

static void summary_row(page *p, const char *what, const char *id) {
  tta_buf_printf(p->out, "<tr><td><a href=\"#%s\">%s</a></td><td>", id, what);
}

static void summary_banks(page *p) {
  tta_buf *out = p->out;
  for (size_t i = 0; p->plan && i < tta_memory_plan_num_banks(p->plan); i++) {
    const tta_memory_bank *b = tta_memory_plan_bank(p->plan, i);
    if (b->type != TTA_BUFFER_DRAM && b->type != TTA_BUFFER_L1 && !b->peak) continue;
    summary_row(p, tta_buffer_type_name(b->type), "memory");
    if (b->peak) tta_buf_str(out, "at most "), tta_append_number(out, b->peak), tta_buf_str(out, " of ");
    else tta_buf_str(out, "nothing in ");
    tta_append_number(out, b->size);
    tta_buf_printf(out, " B in each of %lld bank%s", (long long)b->banks, tta_plural(b->banks));
    if (b->peak) tta_buf_printf(out, ", at line %u", b->peak_line);
    if (tta_memory_plan_num_systems(p->plan) > 1) tta_buf_printf(out, " (%s)", tta_arch_get(b->arch)->name);
    tta_buf_str(out, "</td></tr>\n");
  }
}

static void verdict(page *p) {
  static const struct {
    const char *class, *text;
  } verdicts[] = {
    [TTA_VERDICT_NOTHING] = {"warn", "Nothing was planned: no value has a layout in device memory."},
    [TTA_VERDICT_FITS] = {"good", "The program fits."},
    [TTA_VERDICT_UNDECIDED] = {"warn", "Whether the program fits is undecided: sizes of buffers are unknown."},
    [TTA_VERDICT_NO] = {"bad", "The program does not fit."},
  };
  size_t errors = tta_results_num_errors(tta_layouts_results(p->r->layouts));
  tta_memory_verdict found = p->plan ? tta_memory_plan_verdict(p->plan) : TTA_VERDICT_NOTHING;
  if (errors)
    tta_page_paragraph(p->out, "bad", "The module has %zu error%s; memory, moves and grids are not planned.", errors,
                       tta_plural((int64_t)errors));
  else if (!p->plan) tta_page_paragraph(p->out, "bad", "The memory of the module cannot be planned.");
  else tta_page_paragraph(p->out, verdicts[found].class, "%s", verdicts[found].text);
}

static void summary(page *p) {
  const struct tta_module_report *r = p->r;
  tta_buf *out = p->out;
  size_t tensors = tta_layouts_num_entries(r->layouts);
  verdict(p);
  tta_buf_str(out, "<div class=\"scroll\"><table>\n<tbody>\n");
  summary_banks(p);
  summary_row(p, "Tensors", "layouts");
  tta_buf_printf(out, "%zu type%s with a layout", tensors, tta_plural((int64_t)tensors));
  if (p->plan)
    tta_buf_printf(out, ", %zu value%s in device memory", tta_memory_plan_num_buffers(p->plan),
                   tta_plural((int64_t)tta_memory_plan_num_buffers(p->plan)));
  tta_buf_str(out, "</td></tr>\n");
  summary_row(p, "Moves", "moves");
  tta_buf_printf(out, "%u change%s of layout; ", r->num_moves, tta_plural(r->num_moves));
  tta_append_number(out, bytes_on_noc(r));
  tta_buf_str(out, " B over the NoC</td></tr>\n");
  if (r->grids) {
    summary_row(p, "Grids", "grids");
    tta_append_number(out, tta_grid_plan_present(r->grids).cost_bytes);
    tta_buf_str(out, " B of waste and moves; ");
    tta_append_number(out, tta_grid_plan_best(r->grids).cost_bytes);
    tta_buf_str(out, " B with the best grids</td></tr>\n");
  }
  tta_buf_str(out, "</tbody>\n</table></div>\n<nav>");
  static const char *const links[][2] = {{"errors", "Messages"}, {"fit", "What fits"}, {"memory", "Memory"},
                                         {"layouts", "Tensors and layouts"}, {"padding", "Padding"}, {"moves", "Moves"},
                                         {"grids", "Grids"}, {"streams", "Streams"}};
  for (size_t i = 0; i < sizeof links / sizeof *links; i++)
    tta_buf_printf(out, "<a href=\"#%s\">%s</a>", links[i][0], links[i][1]);
  tta_buf_str(out, "</nav>\n");
}

/* ---- messages ---- */

static void message_row(page *p, const char *severity, tta_position at, tta_str text, const char *rule) {
  tta_page_text(p->out, tta_str_from(severity));
  if (at.line) tta_page_format(p->out, "%u:%u", at.line, at.column);
  else tta_page_text(p->out, tta_no_text());
  tta_page_long(p->out, text);
  tta_page_code(p->out, tta_str_from(rule));
  tta_page_row_end(p->out);
}

static void diagnostics(page *p) {
  const tta_results *results = tta_layouts_results(p->r->layouts);
  size_t count = tta_results_num_diagnostics(results), shown = 0;
  tta_page_section(p->out, "errors", "Messages");
  if (!count) none(p, "No errors or warnings in the text.");
  else tta_page_table(p->out, "severity|at|message|rule", NULL);
  for (size_t i = 0; i < count && shown <= TTA_PAGE_MAX_ROWS; i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    const tta_rule_info *rule = tta_rule_get(d->rule);
    if (d->first || !tta_page_row(p->out, shown++, count)) continue;
    message_row(p, tta_severity_name(d->severity), tta_source_position(p->r->source, d->span.begin), d->message,
                rule ? rule->name : "");
  }
  if (count) tta_page_table_end(p->out);
  tta_page_section_end(p->out);
}

/* ---- what fits ---- */

/* A diagnostic with its notes, which are what holds the memory and what would make it fit. */
static void failures(page *p, const tta_results *found) {
  for (size_t i = 0; i < tta_results_num_diagnostics(found); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(found, i);
    tta_page_paragraph(p->out, d->severity == TTA_SEVERITY_ERROR ? "bad" : "warn", "%s%s: %.*s",
                       d->source ? "resources, " : "", tta_severity_name(d->severity), TTA_STR_ARGS(d->message));
    if (d->num_notes) tta_buf_str(p->out, "<ul>\n");
    for (uint32_t n = 0; n < d->num_notes; n++) item(p, d->notes[n].message);
    if (d->num_notes) tta_buf_str(p->out, "</ul>\n");
  }
}

static void alternatives(page *p) {
  static const char *const fits[] = {[TTA_VERDICT_NOTHING] = "nothing was planned", [TTA_VERDICT_FITS] = "yes",
                                     [TTA_VERDICT_UNDECIDED] = "undecided", [TTA_VERDICT_NO] = "no"};
  const struct tta_module_report *r = p->r;
  if (!r->num_alternatives) return;
  tta_page_subtitle(p->out, "The same plan with one change");
  tta_page_table(p->out, "change|fits|memory|>peak B per bank|>free|>largest free", NULL);
  for (uint32_t i = 0; i < r->num_alternatives; i++) {
    const tta_module_report_alternative *a = &r->alternatives[i];
    for (size_t k = 0; k < tta_memory_plan_num_banks(a->plan); k++) {
      const tta_memory_bank *b = tta_memory_plan_bank(a->plan, k);
      if (!b->peak || !tta_page_row(p->out, k, k + 1)) continue;
      tta_page_text(p->out, a->change);
      tta_page_format(p->out, "%s", fits[tta_memory_plan_verdict(a->plan)]);
      tta_page_format(p->out, "%s", tta_buffer_type_name(b->type));
      TTA_PAGE_NUMBERS(p->out, b->peak, b->free, b->largest_free);
      tta_page_row_end(p->out);
    }
  }
  tta_page_table_end(p->out);
}

static int larger_first(const void *a, const void *b) {
  const tta_memory_buffer *const *x = a, *const *y = b;
  return tta_order((*y)->footprint.bytes_per_bank, (*x)->footprint.bytes_per_bank);
}

static bool is_at_peak(const tta_memory_buffer *b, const tta_memory_bank *bank) {
  return b->system == bank->system && b->space == bank->type && !b->shares.size && b->address >= 0 &&
         b->first_step <= bank->peak_step && bank->peak_step <= b->last_step;
}

static const char *kind_of(const tta_memory_buffer *b) {
  if (b->kind != TTA_MEMORY_TENSOR) return tta_memory_kind_words(b->kind);
  return tta_str_starts_with(b->type, "memref") ? "buffer" : "tensor";
}

static void at_peak(page *p, const tta_memory_bank *bank) {
  size_t all = tta_memory_plan_num_buffers(p->plan), count = 0;
  const tta_memory_buffer **list = tta_arena_array(&p->arena, 2 * all + 1, sizeof *list);
  if (!list || !bank->peak) return;
  for (size_t i = 0; i < all; i++)
    if (is_at_peak(tta_memory_plan_buffer(p->plan, i), bank)) list[count++] = tta_memory_plan_buffer(p->plan, i);
  tta_sort(list, list + all, count, sizeof *list, larger_first);
  tta_page_subtitle(p->out, "%s at its peak, line %u", tta_buffer_type_name(bank->type), bank->peak_line);
  value_table(p, "value|>line|kind|>B per bank|of the bank|>address|>first|>last");
  for (size_t i = 0; i < count && tta_page_row(p->out, i, count); i++) {
    const tta_memory_buffer *b = list[i];
    value_cells(p, b);
    tta_page_format(p->out, "%s", kind_of(b));
    tta_page_number(p->out, b->footprint.bytes_per_bank);
    tta_page_share(p->out, b->footprint.bytes_per_bank, bank->size);
    TTA_PAGE_NUMBERS(p->out, b->address, b->first, b->last);
    tta_page_row_end(p->out);
  }
  tta_page_table_end(p->out);
}

static void fit(page *p) {
  static const char *const notes[] = {
    [TTA_VERDICT_NOTHING] = "There are no buffers.",
    [TTA_VERDICT_FITS] = "Every buffer has an address.",
    [TTA_VERDICT_UNDECIDED] = "Every buffer whose size is known has an address.",
    // in brackets, since clang takes two strings side by side in a list for a forgotten comma
    [TTA_VERDICT_NO] = ("Each change is tried with the whole program: the plan is made again with this change alone, "
                        "and all other buffers as they are. The compiler may choose other layouts."),
  };
  tta_page_section(p->out, "fit", "What fits, and what would");
  if (p->r->memory) failures(p, tta_memory_plan_results(p->r->memory));
  none(p, p->plan ? notes[tta_memory_plan_verdict(p->plan)] : "There is no memory plan.");
  alternatives(p);
  for (size_t i = 0; p->plan && i < tta_memory_plan_num_banks(p->plan); i++)
    at_peak(p, tta_memory_plan_bank(p->plan, i));
  tta_page_section_end(p->out);
}

/* ---- memory ---- */

static tta_status picture(page *p) {
  tta_picture picture = {.view = TTA_PICTURE_MEMORY, .allocator = p->arena.allocator};
  tta_scene scene;
  tta_scene_init(&scene, &picture);
  tta_status status = tta_draw_banks(&scene, p->plan);
  if (!status && (scene.failed || scene.arena.failed || scene.scratch.failed)) status = TTA_NO_MEMORY;
  if (!status) {
    tta_buf_str(p->out, "<figure>\n");
    tta_scene_svg(&scene, p->out, false);
    tta_buf_str(p->out, "</figure>\n");
  }
  tta_scene_free(&scene);
  return status;
}

static void banks(page *p) {
  size_t count = tta_memory_plan_num_banks(p->plan);
  bool several = tta_memory_plan_num_systems(p->plan) > 1;
  tta_page_subtitle(p->out, "Banks");
  tta_page_table(p->out, "memory|arch|>banks|>base|>size|>peak|of the size|>free|>largest free|>idle at the peak",
                 NULL);
  for (size_t i = 0; i < count && tta_page_row(p->out, i, count); i++) {
    const tta_memory_bank *b = tta_memory_plan_bank(p->plan, i);
    tta_page_format(p->out, "%s", tta_buffer_type_name(b->type));
    if (several && b->system_line) tta_page_format(p->out, "%s, line %u", tta_arch_get(b->arch)->name, b->system_line);
    else tta_page_format(p->out, "%s", tta_arch_get(b->arch)->name);
    TTA_PAGE_NUMBERS(p->out, b->banks, b->base, b->size, b->peak);
    tta_page_share(p->out, b->peak, b->size);
    TTA_PAGE_NUMBERS(p->out, b->free, b->largest_free, b->idle_bytes);
    tta_page_row_end(p->out);
  }
  tta_page_table_end(p->out);
}

static void buffers(page *p) {
  size_t count = tta_memory_plan_num_buffers(p->plan);
  if (!count) return;
  tta_page_subtitle(p->out, "Values");
  value_table(p, "value|>line|memory|>B per bank|>wasted|>address|>first|>last|remarks");
  for (size_t i = 0; i < count && tta_page_row(p->out, i, count); i++) {
    const tta_memory_buffer *b = tta_memory_plan_buffer(p->plan, i);
    bool sized = b->footprint.banks > 0;
    value_cells(p, b);
    tta_page_format(p->out, "%s", tta_buffer_type_name(b->space));
    TTA_PAGE_NUMBERS(p->out, sized ? b->footprint.bytes_per_bank : -1, sized ? b->footprint.wasted_bytes : -1,
                             b->address, b->first, b->last);
    if (b->shares.size) tta_page_format(p->out, "in %.*s", (int)b->shares.size, b->shares.data);
    else
      tta_page_format(p->out, "%s%s%s", b->kind == TTA_MEMORY_TENSOR ? "" : kind_of(b),
                      b->kind != TTA_MEMORY_TENSOR && b->placed_address >= 0 ? ", " : "",
                      b->placed_address >= 0          ? "address in the text"
                      : b->address < 0 && sized ? "does not fit"
                                                : "");
    tta_page_row_end(p->out);
  }
  tta_page_table_end(p->out);
}

static void regions(page *p) {
  size_t count = tta_memory_plan_num_regions(p->plan);
  if (!count) return;
  tta_page_subtitle(p->out, "Regions of a bank");
  tta_page_table(p->out, "memory|region|>begin|>end|meaning", NULL);
  for (size_t i = 0; i < count && tta_page_row(p->out, i, count); i++) {
    const tta_memory_region *r = tta_memory_plan_region(p->plan, i);
    tta_page_format(p->out, "%s", r->dram ? "DRAM" : "L1");
    tta_page_format(p->out, "%s", r->name);
    TTA_PAGE_NUMBERS(p->out, r->begin, r->end);
    tta_page_long(p->out, tta_str_from(r->meaning));
    tta_page_row_end(p->out);
  }
  tta_page_table_end(p->out);
}

static tta_status memory(page *p) {
  tta_status status = TTA_OK;
  tta_page_section(p->out, "memory", "Memory over time");
  if (!p->plan) {
    none(p, "There is no memory plan.");
  } else {
    status = picture(p);
    banks(p);
    buffers(p);
    regions(p);
    size_t count = tta_memory_plan_num_assumptions(p->plan);
    if (count) tta_page_subtitle(p->out, "Assumptions");
    if (count) tta_buf_str(p->out, "<ul>\n");
    for (size_t i = 0; i < count; i++) item(p, tta_memory_plan_assumption(p->plan, i));
    if (count) tta_buf_str(p->out, "</ul>\n");
  }
  tta_page_section_end(p->out);
  return status;
}

/* ---- layouts ---- */

static void space_cell(page *p, const tta_layout *s) {
  const char *layout = s->memory_layout ? tta_memory_layout_name(s->memory_layout) : "";
  tta_page_format(p->out, "%s%s%s", s->memory_space ? tta_layout_memory_space_name(s) : "", *layout ? " " : "", layout);
}

static void shape_cell(page *p, const tta_layout *s) {
  tta_buf_str(p->out, "<td>");
  tta_buf_shape(p->out, s->logical);
  if (s->logical.rank) tta_buf_char(p->out, ' ');
  tta_xml_text(p->out, tta_element_stored_name(&s->tensor_element));
  tta_buf_str(p->out, "</td>");
}

static void shard_cell(page *p, const tta_layout *s) {
  tta_buf_str(p->out, "<td>");
  if (s->memref.extent) tta_buf_shape(p->out, s->memref);
  if (s->memref.extent && tta_element_is_tile(&s->memref_element))
    tta_buf_printf(p->out, " tiles of %lldx%lld %s", (long long)s->memref_element.tile[0],
                   (long long)s->memref_element.tile[1], tta_data_type_name(s->memref_element.data_type));
  tta_buf_str(p->out, "</td>");
}

static void layout_row(page *p, const tta_layout_entry *e) {
  const tta_layout *s = e->layout;
  tta_buf map = tta_buf_new(p->out->allocator);
  tta_map_text(&map, &s->linear);
  if (map.failed) p->out->failed = true;
  tta_page_code(p->out, e->name);
  tta_page_number(p->out, e->line);
  shape_cell(p, s);
  space_cell(p, s);
  tta_page_shape(p->out, s->grid);
  tta_page_number(p->out, s->cores);
  shard_cell(p, s);
  TTA_PAGE_NUMBERS(p->out, s->shard_bytes, s->total_bytes);
  tta_page_long_code(p->out, tta_buf_view(&map));
  tta_page_row_end(p->out);
  tta_buf_free(&map);
}

static void layouts(page *p) {
  size_t count = tta_layouts_num_entries(p->r->layouts);
  tta_page_section(p->out, "layouts", "Tensors and layouts");
  if (!count) none(p, "No tensor of the module has a layout.");
  else
    tta_page_table(p->out, "first value|>line|tensor|memory|grid|>cores|shard|>B per shard|>B in total|logical to "
                           "physical index", NULL);
  for (size_t i = 0; i < count && tta_page_row(p->out, i, count); i++)
    layout_row(p, tta_layouts_entry(p->r->layouts, i));
  if (count) tta_page_table_end(p->out);
  tta_page_section_end(p->out);
}

/* ---- padding ---- */

static void padding_of_layouts(page *p) {
  size_t count = tta_layouts_num_entries(p->r->layouts), shown = 0;
  for (size_t i = 0; i < count; i++) {
    const tta_layout_entry *e = tta_layouts_entry(p->r->layouts, i);
    const tta_layout *s = e->layout;
    if (s->padding_elements <= 0) continue;
    if (!shown) tta_page_table(p->out, "first value|>line|tensor|grid|>allocated elements|>padding elements|"
                                       "of the allocated|holds", NULL);
    if (!tta_page_row(p->out, shown++, count)) break;
    tta_page_code(p->out, e->name);
    tta_page_number(p->out, e->line);
    shape_cell(p, s);
    tta_page_shape(p->out, s->grid);
    TTA_PAGE_NUMBERS(p->out, s->allocated_elements, s->padding_elements);
    tta_page_share(p->out, s->padding_elements, s->allocated_elements);
    tta_page_format(p->out, "%s", s->oob_val ? tta_oob_value_name(s->oob_val) : "");
    tta_page_row_end(p->out);
  }
  if (shown) tta_page_table_end(p->out);
  else none(p, "No layout has padding elements.");
}

/* What the allocator adds: whole blocks of a free list, and banks that lockstep reserves without data. */
static void padding_of_banks(page *p) {
  size_t count = p->plan ? tta_memory_plan_num_buffers(p->plan) : 0, shown = 0;
  for (size_t i = 0; i < count; i++) {
    const tta_memory_buffer *b = tta_memory_plan_buffer(p->plan, i);
    if (b->shares.size || (b->footprint.wasted_bytes <= 0 && b->idle_bytes <= 0)) continue;
    if (!shown) {
      tta_page_subtitle(p->out, "Banks");
      none(p, "Wasted: alignment of pages and of the allocator, in each bank. Idle: reserved in banks without data, "
              "because all banks of a type allocate in lockstep; bytes of all banks.");
      value_table(p, "value|>line|memory|>B per bank|>wasted|of the bytes|>banks with data|>idle B");
    }
    if (!tta_page_row(p->out, shown++, count)) break;
    value_cells(p, b);
    tta_page_format(p->out, "%s", tta_buffer_type_name(b->space));
    TTA_PAGE_NUMBERS(p->out, b->footprint.bytes_per_bank, b->footprint.wasted_bytes);
    tta_page_share(p->out, b->footprint.wasted_bytes, b->footprint.bytes_per_bank);
    TTA_PAGE_NUMBERS(p->out, b->footprint.banks, b->idle_bytes);
    tta_page_row_end(p->out);
  }
  if (shown) tta_page_table_end(p->out);
}

static void padding(page *p) {
  tta_page_section(p->out, "padding", "Padding");
  padding_of_layouts(p);
  padding_of_banks(p);
  tta_page_section_end(p->out);
}

/* ---- moves ---- */

static void end_cell(page *p, const tta_layout *s) {
  tta_buf_str(p->out, "<td class=\"end\">");
  tta_buf_str(p->out, s->memory_space ? tta_layout_memory_space_name(s) : "");
  if (s->interleaved) tta_buf_str(p->out, " interleaved");
  else if (s->grid.extent) tta_buf_str(p->out, " on "), tta_buf_shape(p->out, s->grid);
  if (tta_element_is_tile(&s->memref_element)) tta_buf_str(p->out, ", tiles");
  tta_buf_str(p->out, "</td>");
}

static void move_row(page *p, const tta_module_report_move *m) {
  const tta_move *plan = tta_module_report_plan_of(p->r, m);
  tta_page_number(p->out, m->line);
  tta_page_code(p->out, m->operation);
  tta_page_format(p->out, "%.*s to %.*s", (int)m->from_name.size, m->from_name.data, (int)m->to_name.size,
                  m->to_name.data);
  end_cell(p, m->from);
  end_cell(p, m->to);
  if (plan) {
    const tta_move_totals *t = tta_move_get_totals(plan);
    const tta_move_bound *b = tta_move_get_bound(plan);
    TTA_PAGE_NUMBERS(p->out, t->bytes_total, t->bytes_on_noc, t->bytes_between_chips, t->transactions,
                             t->has_hops ? t->hops : -1, b ? b->cycles : -1);
    tta_page_format(p->out, "%s", t->no_op ? "no data moves" : b && b->cycles ? b->limit : "");
  } else {
    tta_str reason = tta_module_report_reason_of(p->r, m);
    tta_buf_str(p->out, "<td class=\"long\" colspan=\"7\">not planned: ");
    tta_xml_text(p->out, reason);
    tta_buf_str(p->out, "</td>");
  }
  tta_page_row_end(p->out);
}

static void moves(page *p) {
  const struct tta_module_report *r = p->r;
  tta_page_section(p->out, "moves", "Moves");
  if (!r->num_moves) {
    none(p, "No operation of the module only changes the layout of a tensor.");
  } else {
    none(p, "Operations that change the layout of a tensor. Cycles: a lower bound, if all transfers of the operation "
            "start at once.");
    tta_page_table(p->out, ">line|operation|values|from|to|>B|>B over the NoC|>B between chips|>transactions|>hops|"
                           ">cycles|limit", NULL);
  }
  for (uint32_t i = 0; i < r->num_moves && tta_page_row(p->out, i, r->num_moves); i++) move_row(p, &r->moves[i]);
  if (r->num_moves) tta_page_table_end(p->out);
  tta_page_section_end(p->out);
}

/* ---- grids ---- */

static void grid_tensors(page *p, const tta_grid_plan *plan) {
  size_t count = tta_grid_plan_num_tensors(plan);
  tta_page_table(p->out, "tensor|>line|shape|present|best|>cores|>padding elements|>moved B|fits", NULL);
  for (size_t i = 0; i < count && tta_page_row(p->out, i, count); i++) {
    const tta_planned_tensor *t = tta_grid_plan_tensor(plan, i);
    uint32_t rank = t->layout->grid.rank;
    names_cell(p, t->names, t->num_names);
    tta_page_number(p->out, t->line);
    shape_cell(p, t->layout);
    tta_page_shape(p->out, (tta_shape){rank, t->present.grid});
    tta_page_shape(p->out, (tta_shape){rank, t->best.grid});
    TTA_PAGE_NUMBERS(p->out, t->best.used_cores < 0 ? t->best.cores : t->best.used_cores, t->best.padding_elements,
                             t->best.moved_bytes);
    tta_page_format(p->out, "%s", t->best.fits ? "yes" : "no");
    tta_page_row_end(p->out);
  }
  tta_page_table_end(p->out);
}

static void grid_moves(page *p, const tta_grid_plan *plan) {
  size_t count = tta_grid_plan_num_moves(plan);
  if (!count) return;
  tta_page_subtitle(p->out, "Operands on other cores than the result");
  tta_page_table(p->out, ">line|operation|from|to|>B with present grids|>B with best grids", NULL);
  for (size_t i = 0; i < count && tta_page_row(p->out, i, count); i++) {
    const tta_planned_move *m = tta_grid_plan_move(plan, i);
    tta_page_number(p->out, m->line);
    tta_page_code(p->out, m->operation);
    tta_page_code(p->out, tta_grid_plan_tensor(plan, m->from)->names[0]);
    tta_page_code(p->out, tta_grid_plan_tensor(plan, m->to)->names[0]);
    TTA_PAGE_NUMBERS(p->out, m->present_bytes, m->best_bytes);
    tta_page_row_end(p->out);
  }
  tta_page_table_end(p->out);
}

static void grid_totals(page *p, const char *what, tta_grid_totals t) {
  tta_buf_str(p->out, "<tr>");
  tta_page_format(p->out, "%s", what);
  TTA_PAGE_NUMBERS(p->out, t.moved_bytes, t.waste_bytes, t.cost_bytes);
  tta_page_row_end(p->out);
}

static void grids(page *p) {
  const tta_grid_plan *plan = p->r->grids;
  tta_page_section(p->out, "grids", "Grids");
  if (!plan) {
    tta_str reason = p->r->grids_reason;
    if (reason.size) tta_page_paragraph(p->out, "bad", "%.*s", (int)reason.size, reason.data);
    else none(p, "Grids are not planned.");
  } else if (!tta_grid_plan_num_tensors(plan)) {
    none(p, "No tensor has a grid to choose.");
  } else {
    none(p, "The grids of all tensors, chosen together: the least bytes of waste and moves.");
    tta_page_table(p->out, "grids|>moved B|>wasted B|>cost", NULL);
    grid_totals(p, "present", tta_grid_plan_present(plan));
    grid_totals(p, "best", tta_grid_plan_best(plan));
    tta_page_table_end(p->out);
    grid_tensors(p, plan);
    grid_moves(p, plan);
  }
  if (plan && tta_grid_plan_num_fixed(plan))
    tta_page_paragraph(p->out, "quiet",
                       "%zu tensor%s no grid to choose: interleaved, a view, in host memory, with overlapping "
                       "elements, or on cores that the device does not have.",
                       tta_grid_plan_num_fixed(plan), tta_grid_plan_num_fixed(plan) == 1 ? " has" : "s have");
  tta_page_section_end(p->out);
}

/* ---- streams ---- */

static void stream_row(page *p, const tta_module_report_stream *s) {
  const tta_layout *l = s->entry->layout;
  const tta_stream *t = &s->stream;
  tta_page_code(p->out, s->entry->name);
  tta_page_number(p->out, s->entry->line);
  shape_cell(p, l);
  if (s->reason.size) {
    tta_buf_str(p->out, "<td class=\"long\" colspan=\"7\">not streamed: ");
    tta_xml_text(p->out, s->reason);
    tta_buf_str(p->out, "</td>");
  } else {
    shard_cell(p, l);
    tta_page_shape(p->out, (tta_shape){l->memref.rank, t->block.extent});
    TTA_PAGE_NUMBERS(p->out, t->block.bank_bytes, t->block.passes, t->bursts, t->total_bursts);
    tta_page_format(p->out, "%s", t->aligned ? "yes" : "no");
  }
  tta_page_row_end(p->out);
}

static void streams(page *p) {
  const struct tta_module_report *r = p->r;
  tta_page_section(p->out, "streams", "Streams");
  if (!r->num_streams) {
    none(p, "No layout is in DRAM.");
  } else {
    tta_page_paragraph(p->out, "quiet",
                       "Tensors in DRAM, read in blocks into L1. Each core has %lld buffers of a block, and no other "
                       "buffers in its L1.",
                       (long long)r->options.buffers);
    tta_page_table(p->out, "first value|>line|tensor|shard|block|>B per buffer|>passes|>bursts in a block|>bursts in "
                           "total|aligned", NULL);
  }
  for (uint32_t i = 0; i < r->num_streams && tta_page_row(p->out, i, r->num_streams); i++)
    stream_row(p, &r->streams[i]);
  if (r->num_streams) tta_page_table_end(p->out);
  tta_page_section_end(p->out);
}

tta_status tta_module_report_html(const tta_module_report *r, tta_str subject, tta_buf *out) {
  page p = {.r = r, .plan = r->planned ? r->memory : NULL, .out = out};
  size_t before = out->size;
  p.functions = has_functions(p.plan);
  tta_arena_init(&p.arena, r->arena.allocator);
  tta_page_begin(out, subject);
  summary(&p);
  diagnostics(&p);
  fit(&p);
  tta_status status = memory(&p);
  layouts(&p);
  padding(&p);
  moves(&p);
  grids(&p);
  streams(&p);
  tta_page_end(out);
  if (p.arena.failed || out->failed) status = TTA_NO_MEMORY;
  tta_arena_free(&p.arena);
  if (status) out->size = before;
  return status;
}
