/* storage_json.c: JSON of a storage: sizes, and the address steps for programs that evaluate them. */
#include "model/storage.h"
#include "ttattr/storage.h"

static void write_number(tta_json *json, uint32_t form) {
  if (form == TTA_NO_FORM) tta_json_null(json);
  else tta_json_uint(json, form);
}

static void write_form(tta_json *json, const char *key, uint32_t form) {
  tta_json_key(json, key);
  write_number(json, form);
}

static void write_forms(tta_json *json, const char *key, uint32_t count, const uint32_t *forms, bool known) {
  tta_json_key(json, key);
  if (!known) {
    tta_json_null(json);
    return;
  }
  tta_json_open(json, '[');
  for (uint32_t i = 0; i < count; i++) tta_json_uint(json, forms[i]);
  tta_json_close(json, ']');
}

static void write_step(tta_json *json, const tta_storage_step *step) {
  bool divides = step->operation == TTA_STORAGE_DIVIDE;
  tta_json_open(json, '[');
  tta_json_text(json, divides ? "/" : "+");
  write_number(json, step->from);
  tta_json_int(json, step->number);
  tta_json_uint(json, divides ? step->quotient : step->to);
  if (divides) tta_json_uint(json, step->remainder);
  tta_json_close(json, ']');
}

void tta_storage_json(tta_json *json, const tta_storage *s) {
  static const char *const distributions[] = {"host", "cores", "shards", "pages"};
  bool addresses = s->scalar_bytes > 0;
  tta_json_open(json, '{');
  tta_json_key_text(json, "memory_space", s->space ? tta_memory_space_name(s->space) : NULL);
  tta_json_key_text(json, "distribution", distributions[s->distribution]);
  tta_json_key_int(json, "banks", s->num_banks);
  tta_json_key_int(json, "page_bytes", s->page_bytes);
  tta_json_key_int(json, "page_stride", s->page_stride);
  tta_json_key_int(json, "pages", s->num_pages);
  tta_json_key_int(json, "shard_stride", s->shard_stride);
  tta_json_key_int(json, "bank_bytes", s->bank_bytes);
  tta_json_key_int(json, "bank_alignment_bytes", s->bank_alignment_bytes);
  tta_json_key_int(json, "rank", s->rank);
  tta_json_key_int(json, "forms", s->num_forms);
  tta_json_key_open(json, "steps", '[');
  for (uint32_t i = 0; i < s->num_steps; i++) write_step(json, &s->steps[i]);
  tta_json_close(json, ']');
  bool known = s->num_forms > 0, sharded = known && s->sharded, tiled = known && s->tiled;
  write_forms(json, "core", s->rank, s->core, sharded);
  write_forms(json, "shard_offset", s->rank, s->shard_offset, sharded);
  write_forms(json, "tile", s->rank, s->tile_index, tiled);
  write_forms(json, "tile_offset", 2, s->tile_offset, tiled);
  write_form(json, "face", tiled ? s->face_index : TTA_NO_FORM);
  write_form(json, "byte_offset", sharded && addresses ? s->position : TTA_NO_FORM);
  write_form(json, "bank", known && addresses ? s->bank : TTA_NO_FORM);
  write_form(json, "bank_offset", known && addresses ? s->offset : TTA_NO_FORM);
  tta_json_close(json, '}');
}
