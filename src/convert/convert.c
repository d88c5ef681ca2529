/* convert.c: a conversion as a whole: the choice of the writer, the proof that its text is exact, and the findings. */
#include "convert/notation.h"

#include <stdarg.h>

#include "base/fail.h"
#include "base/str.h"
#include "diag/results.h"
#include "text/allowed.h"
#include "tiled/parts.h"

tta_str tta_layout_scalar(const tta_layout *s) {
  if (s->tensor_element.kind != TTA_ELEMENT_TILE && s->tensor_element.text.size) return s->tensor_element.text;
  return tta_str_from(tta_data_type_scalar(s->tensor_element.data_type));
}

void tta_convert_warn(tta_converter *c, const char *format, ...) {
  va_list args;
  if (!c->losses) return;
  va_start(args, format);
  tta_report_in(tta_report_add_list(c->losses, TTA_RULE_convert_loss, c->spec->span, format, args), c->spec->source);
  va_end(args);
}

tta_status tta_convert_reject(tta_converter *c, const char *format, ...) {
  va_list args;
  if (!c->reason) return TTA_INVALID;
  va_start(args, format);
  tta_buf_vprintf(c->reason, format, args);
  va_end(args);
  return TTA_INVALID;
}

void tta_report_closest(tta_converter *c, const tta_buf *text, const char *is) {
  c->result->closest = tta_arena_str(c->arena, tta_buf_view(text));
  c->result->closest_is = tta_str_from(is);
}

/* ---- what a text does not carry ---- */

static void warn_pad(tta_converter *c, const tta_addresses *to, const char *target) {
  tta_str pad = c->addresses.pad;
  if (!pad.size || tta_str_is(pad, "undef")) return;
  if (tta_str_equal(pad, to->pad)) return;
  if (c->pad_name && *c->pad_name)
    tta_convert_warn(c, "%s is the padding value '%.*s', which the text does not define", c->pad_name, (int)pad.size,
                     pad.data);
  if (c->pad_name) return;
  tta_convert_warn(c, "%s has no padding value: '%.*s' is lost%s", target, (int)pad.size, pad.data,
                   c->spec->to == TTA_NOTATION_TTCORE ? "; the syntax before 2026-05-13 preserves it" : "");
}

static void warn_space(tta_converter *c, const tta_addresses *to, const char *target) {
  tta_str from = c->addresses.memory_space, space = to->memory_space;
  if (tta_str_equal(from, space)) return;
  if (!space.size) tta_convert_warn(c, "%s names no memory: '%.*s' is lost", target, (int)from.size, from.data);
  else if (!from.size)
    tta_convert_warn(c, "the text names no memory; '%.*s' is taken", (int)space.size, space.data);
  else
    tta_convert_warn(c, "memory '%.*s' became '%.*s'", (int)from.size, from.data, (int)space.size, space.data);
}

static void warn_allocation(tta_converter *c, const tta_addresses *to) {
  if (to->allocated == c->addresses.allocated) return;
  tta_convert_warn(c, "the allocation%s becomes %lld elements instead of %lld",
                   tta_addresses_one_core(&c->addresses) ? "" : " of a core", (long long)to->allocated,
                   (long long)c->addresses.allocated);
}

static void warn_element(tta_converter *c, const tta_addresses *to) {
  tta_str from = c->addresses.element, stored = to->element;
  if (!from.size || tta_str_equal(from, stored)) return;
  tta_convert_warn(c, "memory holds %.*s, which becomes %.*s", (int)from.size, from.data, (int)stored.size,
                   stored.data);
}

/* What only tiled layouts carry beside their addresses. */
static void warn_tiled(tta_converter *c, const tta_addresses *to, const char *target) {
  const tta_tiled *from = c->addresses.from->tiled, *kept = to->from->tiled;
  if (!from) return;
  if (from->allocation.size && !(kept && tta_str_equal(kept->allocation, from->allocation)))
    tta_convert_warn(c, "%s names no memory: allocation '%.*s' is lost", target, TTA_STR_ARGS(from->allocation));
  if (tta_tiled_dtype_is_special(from) &&
      !(kept && tta_str_equal(kept->device_dtype, from->device_dtype)))
    tta_convert_warn(c, "%s has no device format: '%.*s' is lost", target, TTA_STR_ARGS(from->device_dtype));
  tta_tiled_element host = from->host_element;
  if (host.name.size && !tta_str_equal(host.name, from->element.name) &&
      !(kept && tta_str_equal(kept->host_element.name, host.name)))
    tta_convert_warn(c, "%s has one element type: '%.*s' of the host is lost", target, TTA_STR_ARGS(host.name));
  if (!tta_tiled_strides_equal(from->host_size, from->host_strides, kept ? kept->host_strides : (tta_shape){0, NULL})) {
    tta_buf list = tta_buf_new(c->arena->allocator);
    tta_buf_list(&list, from->host_strides.rank, from->host_strides.extent);
    tta_convert_warn(c, "%s has no host strides: %.*s are lost", target, (int)list.size, list.data ? list.data : "");
    if (list.failed) c->arena->failed = true;
    tta_buf_free(&list);
  }
  if (from->host_offset && !(kept && kept->host_offset == from->host_offset))
    tta_convert_warn(c, "%s has no host offset: %lld is lost", target, (long long)from->host_offset);
  if (from->valid_elements.rank && !(kept && tta_shape_equal(kept->valid_elements, from->valid_elements)))
    tta_convert_warn(c, "%s has no valid_elements, which are lost", target);
}

/* What only layouts of TTNN carry beside their addresses. */
static void warn_ttnn(tta_converter *c, const tta_addresses *to, const char *target) {
  static const tta_layout none = {.family = TTA_FAMILY_TTNN};
  const tta_layout *from = c->addresses.from->layout, *kept = to->from->layout ? to->from->layout : &none;
  const char *when = c->spec->to == TTA_NOTATION_TTNN ? " on this date" : "";
  if (!from) return;
  if (from->exact_grid && !kept->exact_grid)
    tta_convert_warn(c, "%s has no exactGrid%s: 'true' is lost", target, when);
  if (from->ignores_physical && !kept->ignores_physical)
    tta_convert_warn(c, "%s has no ignorePhysicalLayout%s: 'true' is lost", target, when);
  if (from->mesh.size && !kept->mesh.size)
    tta_convert_warn(c, "%s has no mesh%s: %.*s is lost", target, when, TTA_STR_ARGS(from->mesh));
  else if (from->mesh_axes.size && !kept->mesh_axes.size)
    tta_convert_warn(c, "%s has no axes of a mesh%s: %.*s are lost", target, when, TTA_STR_ARGS(from->mesh_axes));
}

static void warn_lost(tta_converter *c, const tta_addresses *to) {
  const char *target = tta_notation_target(c->spec->to);
  warn_element(c, to);
  warn_pad(c, to, target);
  warn_space(c, to, target);
  warn_allocation(c, to);
  warn_tiled(c, to, target);
  warn_ttnn(c, to, target);
}

/* ---- the proof ---- */

static tta_status reject_faults(const tta_layout_ref_text *text, tta_buf *reason) {
  const tta_results *results = tta_layout_ref_results(text);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (d->severity == TTA_SEVERITY_ERROR)
      return tta_fail(TTA_INVALID, reason, "%.*s", (int)(d->message.size > 300 ? 300 : d->message.size),
                                 d->message.data);
  }
  return TTA_INVALID;
}

/* Where both cut a dim differently, that is why elements move. */
static void report_cut(tta_converter *c, const tta_layout *from, const tta_layout *to) {
  if (!c->reason || !from || !to || from->interleaved || to->interleaved || from->grid.rank != to->grid.rank) return;
  for (uint32_t i = 0; i < from->grid.rank; i++) {
    int64_t cores = from->grid.extent[i], here = from->shard.extent[i], there = to->shard.extent[i];
    if (cores == 1 || to->grid.extent[i] != cores || here == there) continue;
    tta_buf_printf(c->reason,
                   "in dim %u this layout cuts %lld into %lld shards of %lld, and %s %lld into shards of %lld: ", i,
                   (long long)from->physical.extent[i], (long long)cores, (long long)here,
                   tta_notation_target(c->spec->to),
                   (long long)to->physical.extent[i], (long long)there);
    return;
  }
}

/* Aligned pages are why elements move, where only one of both layouts has them. */
static void report_alignment(tta_converter *c, const tta_addresses *to) {
  const tta_addresses *aligned = to->aligned_pages ? to : &c->addresses;
  if (!c->reason || to->aligned_pages == c->addresses.aligned_pages) return;
  tta_buf_printf(c->reason, "rows of %lld bytes are %lld bytes apart in %s: ", (long long)aligned->page_bytes,
                 (long long)aligned->page_stride,
                 aligned == to ? tta_notation_target(c->spec->to) : "the source layout");
}

static tta_status compare_again(tta_converter *c, const tta_addresses *to) {
  tta_buf moved = tta_buf_new(c->arena->allocator);
  tta_status status = tta_addresses_equal(&c->addresses, to, c->arena, &moved);
  if (status == TTA_INVALID) report_cut(c, c->addresses.from->layout, to->from->layout);
  if (status == TTA_INVALID) report_alignment(c, to);
  if (c->reason && moved.size) tta_buf_append(c->reason, tta_buf_view(&moved));
  if (moved.failed) status = TTA_NO_MEMORY;
  tta_buf_free(&moved);
  return status;
}

tta_status tta_confirm(tta_converter *c, const tta_buf *text, tta_shape grid, tta_layout_ref_text **read) {
  tta_layout_ref_context context = {.allocator = c->arena->allocator, .from = TTA_NOTATION_UNKNOWN, .grid = grid,
                                 .era = c->spec->era};
  tta_layout_ref_text *again = NULL;
  tta_addresses addresses;
  size_t said = c->reason ? c->reason->size : 0;
  if (!tta_notation_row_of(c->spec->to)->names_tensor) {
    context.has_shape = true;
    context.shape = c->addresses.logical;
    context.element = c->addresses.element;
  }
  if (text->failed) return TTA_NO_MEMORY;
  tta_status status = tta_layout_ref_read(tta_buf_view(text), &context, &again, c->reason);
  if (status == TTA_INVALID && again && (!c->reason || c->reason->size == said))
    status = reject_faults(again, c->reason);
  if (!status) status = tta_addresses_of(tta_layout_ref_get(again), c->arena, c->pool, &addresses, c->reason);
  if (!status) status = compare_again(c, &addresses);
  if (!status) {
    warn_lost(c, &addresses);
    const tta_layout *s = tta_layout_ref_get(again)->layout; /* its type is the canonical text */
    c->result->text = tta_arena_str(c->arena, s ? s->type : tta_buf_view(text));
    if (c->arena->failed) status = TTA_NO_MEMORY;
  }
  if (!status && read) *read = again;
  else tta_layout_ref_free(again);
  return status;
}

tta_status tta_confirm_and_free(tta_converter *c, tta_status status, tta_buf *text) {
  if (!status) status = tta_confirm(c, text, (tta_shape){0, NULL}, NULL);
  tta_buf_free(text);
  return status;
}

/* ---- layouts by map ---- */

tta_status tta_build_of_map(tta_converter *c, tta_build_spec *spec, const tta_map *map, tta_buf *text) {
  tta_buf map_text = tta_buf_new(c->arena->allocator);
  tta_map_text(&map_text, map);
  spec->map = tta_buf_view(&map_text);
  tta_status status = map_text.failed ? TTA_NO_MEMORY : tta_layout_build(spec, text, NULL, c->reason);
  if (!status && text->failed) status = TTA_NO_MEMORY;
  spec->map = (tta_str){0};
  tta_buf_free(&map_text);
  return status;
}

tta_status tta_reject_interleaved(tta_converter *c, const tta_layout *s) {
  return tta_convert_reject(c, "interleaved pages are distributed over %lld cores, and a metal_layout requires a shard "
                            "for each", (long long)s->cores);
}

/* ---- shardings of what is none ---- */

tta_status tta_as_layout(tta_converter *c, const tta_layout **layout, tta_layout_ref_text **kept) {
  static const tta_conversion_spec to_metal = {.to = TTA_NOTATION_METAL};
  *kept = NULL;
  *layout = c->addresses.from->layout;
  if (*layout) return TTA_OK;
  tta_conversion metal = {.text = {0}};
  tta_converter inner = *c;
  inner.spec = &to_metal;
  inner.result = &metal;
  inner.losses = NULL;
  tta_status status = tta_write_metal(&inner);
  if (status) return status;
  tta_layout_ref_context context = {.allocator = c->arena->allocator, .from = TTA_NOTATION_UNKNOWN};
  status = tta_layout_ref_read(metal.text, &context, kept, c->reason);
  if (status) return status;
  *layout = tta_layout_ref_get(*kept)->layout;
  return *layout ? TTA_OK : TTA_INVALID;
}

/* ---- all ---- */

static tta_status write(tta_converter *c) {
  bool to_ttnn = c->spec->to == TTA_NOTATION_TTNN, from_ttnn = c->addresses.from->notation == TTA_NOTATION_TTNN;
  if (c->spec->device && !to_ttnn && !(from_ttnn && c->spec->to == TTA_NOTATION_METAL))
    return tta_convert_reject(c, "a device is only valid to convert to ttnn, or from ttnn to metal");
  if (c->spec->to >= TTA_NUM_NOTATIONS) return TTA_INVALID;
  const tta_notation_row *row = tta_notation_row_of(c->spec->to);
  c->result->requires_element = c->addresses.from->digits && !c->addresses.element.size &&
                                (row->names_tensor || c->spec->to == TTA_NOTATION_SPYRE);
  if (c->result->requires_element) return tta_convert_reject(c, "missing element type of the tensor");
  if (c->addresses.swizzled && !row->swizzles)
    return tta_convert_reject(c,
                              "the layout is swizzled: its addresses are exclusive or of bits, which %s cannot express",
                              tta_notation_target(c->spec->to));
  return row->write(c);
}

/* Why there is no text, in the place of what it would not carry: at the layout, or at what makes it swizzled. */
static void report_failure(tta_converter *c, tta_status status) {
  tta_report *out = c->losses;
  const tta_conversion_spec *spec = c->spec;
  bool swizzled = c->addresses.swizzled && c->addresses.from->swizzle.end && spec->source;
  tta_str reason = tta_buf_view(c->reason);
  if (!reason.size)
    reason = tta_str_from(status == TTA_INVALID ? "the layout has no exact text" : tta_status_meaning(status));
  tta_report_keep(out, 0);
  tta_diagnostic *d = tta_report_add(out, TTA_RULE_convert_inexact,
                                     swizzled ? c->addresses.from->swizzle : spec->span, "%.*s",
                                     (int)(reason.size > 4000 ? 4000 : reason.size), reason.data);
  tta_report_in(d, spec->source);
  if (c->result->closest.size)
    tta_report_note(out, d, spec->span, "%.*s: %.*s", TTA_STR_ARGS(c->result->closest_is),
                    TTA_STR_ARGS(c->result->closest));
  if (spec->to >= TTA_NOTATION_SPYRE && spec->to < TTA_NUM_NOTATIONS)
    tta_report_note(out, d, spec->span, "%s cannot express %s", tta_notation_target(spec->to),
                    tta_notation_lacks(spec->to));
}

/* @param reason of a failure */
static tta_status convert(tta_converter *c, const tta_layout_ref *from) {
  tta_status status = tta_addresses_of(from, c->arena, c->pool, &c->addresses, c->reason);
  if (!status) status = write(c);
  if (c->reason->failed || c->arena->failed) status = TTA_NO_MEMORY;
  if (!status) return status;
  c->result->text = (tta_str){0};
  if (status != TTA_NO_MEMORY) report_failure(c, status);
  return status;
}

tta_status tta_convert(const tta_layout_ref *from, const tta_conversion_spec *spec, tta_arena *arena,
                       tta_conversion *conversion) {
  const tta_allocator *allocator = arena->allocator;
  *conversion = (tta_conversion){.results = tta_results_new(allocator, spec->check)};
  if (!conversion->results) return TTA_NO_MEMORY;
  tta_buf reason = tta_buf_new(allocator);
  tta_converter c = {.arena = arena, .spec = spec, .result = conversion, .reason = &reason,
                     .losses = &conversion->results->report, .pool = tta_affine_pool_new(allocator)};
  tta_status status = c.pool ? convert(&c, from) : TTA_NO_MEMORY;
  if (tta_results_finish(conversion->results) || tta_apply_allowed_in_sources(&conversion->results->report))
    status = TTA_NO_MEMORY;
  tta_buf_free(&reason);
  tta_affine_pool_free(c.pool);
  return status;
}

void tta_conversion_free(tta_conversion *conversion) {
  tta_results_delete(conversion->results);
  conversion->results = NULL;
}

const tta_results *tta_conversion_results(const tta_conversion *conversion) { return conversion->results; }
