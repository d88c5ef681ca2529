/* ttcore.c: the named form as a target, `#ttcore.metal_layout<logical_shape = .., ..>`. */
#include "convert/convert.h"

static int32_t era_of(const tta_converter *c) { return c->spec->era ? c->spec->era : tta_latest_era(); }

static tta_memory_layout memory_layout_of(tta_converter *c) {
  if (!c->addresses.interleaved) return TTA_MEMORY_LAYOUT_NONE;
  if (tta_metal_reads(TTA_FIELD_memory_layout, era_of(c))) return TTA_MEMORY_LAYOUT_INTERLEAVED;
  tta_convert_warn(c, "on this date a metal_layout has no memory layout: 'interleaved' is lost");
  return TTA_MEMORY_LAYOUT_NONE;
}

static tta_oob_value oob_of(const tta_converter *c) {
  tta_oob_value pad = tta_metal_reads(TTA_FIELD_oob_val, era_of(c)) ? tta_addresses_oob(&c->addresses) : TTA_OOB_NONE;
  return pad ? pad : TTA_OOB_UNDEF;
}

/* What has intervals and alignments keeps them. */
static tta_status respell(tta_converter *c, const tta_layout *s, tta_buf *text) {
  tta_layout named = *s;
  tta_relayout_spec spec = {.era = era_of(c), .oob_val = oob_of(c)};
  named.memory_layout = memory_layout_of(c);
  return tta_layout_relayout(&named, &spec, text, NULL, c->reason);
}

static tta_status build(tta_converter *c, const tta_layout *s, tta_buf *text) {
  tta_build_spec spec;
  tta_build_spec_init(&spec);
  spec.shape = s->logical;
  spec.element = tta_layout_scalar(s);
  spec.grid = s->grid;
  spec.oob_val = oob_of(c);
  spec.memory_space = s->memory_space;
  spec.memory_layout = memory_layout_of(c);
  memcpy(spec.tile, s->memref_element.tile, sizeof spec.tile);
  spec.tile_type = s->memref_element.data_type;
  spec.order = s->order;
  spec.era = era_of(c);
  return tta_build_of_map(c, &spec, &s->linear, text);
}

static tta_status write_named(tta_converter *c, const tta_layout *s) {
  if (!s->logical.rank) return tta_convert_reject(c, "a tensor of rank 0 has no named form");
  if (c->addresses.interleaved && s->cores > 1) return tta_reject_interleaved(c, s);
  tta_buf text = tta_buf_new(c->arena->allocator);
  tta_status status = s->family == TTA_FAMILY_NAMED ? respell(c, s, &text) : build(c, s, &text);
  return tta_confirm_and_free(c, status, &text);
}

tta_status tta_write_ttcore(tta_converter *c) {
  tta_layout_ref_text *kept = NULL;
  const tta_layout *s;
  if (!tta_metal_reads(TTA_FIELD_logical_shape, era_of(c)))
    return tta_convert_reject(c,
                              "the named form is supported from 2025-06-20 on; convert to the map form (metal) before");
  tta_status status = tta_as_layout(c, &s, &kept);
  if (!status) status = write_named(c, s);
  tta_layout_ref_free(kept);
  if (status == TTA_INVALID) tta_closest_affine(c);
  return status;
}
