/* addresses.c: where the bytes of the elements of a layout are. */

#include "base/arena.h"
#include "base/checked.h"
#include "base/fail.h"
#include "base/index.h"
#include "base/str.h"
#include "maps/maps.h"
#include "model/storage.h"
#include "move/move.h"
#include "pack/pack.h"
#include "ttattr/move.h"

static tta_status set_padding(tta_packing_addresses *t, tta_oob_value oob, tta_buf *reason) {
  tta_layout value = {.oob_val = oob, .memref_element = t->element};
  if (oob <= TTA_OOB_ZERO || tta_move_oob(&value, t->element_bytes, t->pad)) return TTA_OK;
  return tta_fail(TTA_INVALID, reason, "the padding value '%s' has no bytes in %.*s", tta_oob_value_name(oob),
                  TTA_STR_ARGS(t->element.text));
}

/* The storage has alignment and banks, which conversions omit. */
static tta_status of_layout(tta_packing_addresses *t, const tta_layout *layout, tta_arch arch, tta_arena *arena,
                            tta_buf *reason) {
  tta_storage_banks banks;
  tta_storage_options options = {.banks = &banks};
  if (tta_arch_storage_banks(arch, &banks))
    return tta_fail(TTA_INVALID, reason, "the banks of the architecture are unknown");
  if (!layout->grid.extent || !layout->memref.extent || tta_layout_is_view(layout))
    return tta_fail(TTA_INVALID, reason, "its elements have no addresses: it is a view, or not a grid and shards");
  tta_status status = tta_storage_check_shard(layout, reason);
  if (!status) status = tta_storage_check_elements(layout, reason);
  if (!status && tta_element_is_block_float(&layout->memref_element))
    status = tta_block_tiles_of(layout, &options, arena, &t->block, &layout, reason);
  if (!status) status = tta_storage_of(layout, &options, &t->storage, reason);
  if (status) return status;
  t->layout = layout;
  t->shape = layout->logical;
  t->element = layout->memref_element;
  t->element_bytes = t->storage.scalar_bytes;
  if (!t->element_bytes || t->element_bytes > 8 || t->storage.bank == TTA_NO_FORM)
    return tta_fail(TTA_INVALID, reason, "elements of type %.*s do not have 1, 2, 4 or 8 bytes",
                    TTA_STR_ARGS(t->element.text));
  t->num_banks = t->storage.num_banks;
  t->bank_bytes = t->storage.bank_bytes;
  if (!tta_mul(t->num_banks, t->bank_bytes, &t->bytes)) return TTA_OVERFLOW;
  return set_padding(t, layout->oob_val, reason);
}

/* One more than the largest address, for notations that do not say what is allocated. */
static tta_status measure(tta_digits *d) {
  int64_t last = d->offset, step;
  for (uint32_t i = 0; i < d->count; i++) {
    const tta_digit *g = &d->digit[i];
    int64_t values = (d->shape.extent[g->dim] - 1) / g->divisor;
    if (values > g->extent - 1) values = g->extent - 1;
    if (g->stride > 0 && (!tta_mul(values, g->stride, &step) || !tta_add(last, step, &last))) return TTA_OVERFLOW;
  }
  return tta_add(last, 1, &d->allocated) ? TTA_OK : TTA_OVERFLOW;
}

static tta_status of_digits(tta_packing_addresses *t, const tta_layout_ref *ref, tta_str element, tta_arena *arena,
                            tta_buf *reason) {
  tta_oob_value oob = TTA_OOB_NONE;
  tta_status status = tta_layout_ref_digits(ref, arena, &t->digits, reason);
  if (!status && !t->digits.allocated) status = measure(&t->digits);
  if (status) return status;
  t->shape = t->digits.shape;
  t->element = tta_element_scalar(t->digits.element.size ? t->digits.element : element);
  if (!t->element.text.size) return TTA_INVALID;
  if (t->element.bits != 8 && t->element.bits != 16 && t->element.bits != 32 && t->element.bits != 64)
    return tta_fail(TTA_INVALID, reason, "elements of type %.*s do not have 1, 2, 4 or 8 bytes",
                    TTA_STR_ARGS(t->element.text));
  t->element_bytes = t->element.bits / 8;
  if (!tta_mul(t->digits.allocated, t->element_bytes, &t->bytes)) return TTA_OVERFLOW;
  t->num_banks = 1;
  t->bank_bytes = t->bytes;
  if (ref->tiled && ref->tiled->pad.size) status = tta_oob_value_find(ref->tiled->pad, &oob, reason);
  return status ? status : set_padding(t, oob, reason);
}

/* Large layouts are rejected if nearly all of them is padding. */
static tta_status check_size(const tta_packing_addresses *t, tta_buf *reason) {
  enum { MAX_PADDING = 4096 };
  static const int64_t MAX_PADDED_BYTES = (int64_t)1 << 31;
  int64_t data = t->element_bytes;
  for (uint32_t i = 0; i < t->shape.rank; i++)
    if (!tta_mul(data, t->shape.extent[i], &data)) return TTA_OVERFLOW;
  if (t->bytes < 0 || (t->bytes / MAX_PADDING > data && t->bytes > MAX_PADDED_BYTES))
    return tta_fail(TTA_LIMIT, reason,
                    "the layout has %lld bytes for %lld bytes of elements; more than 2 GiB must have fewer than %d "
                    "bytes for each", (long long)t->bytes, (long long)data, MAX_PADDING);
  return TTA_OK;
}

/* Whether it is proved that no two elements have one address. Storages keep the results of a map apart, but for strides
 * and maps of the memref. */
static bool is_injective(const tta_packing_addresses *t, tta_arena *arena) {
  tta_injectivity answer;
  bool overlap;
  if (!t->layout) return !tta_digits_overlap(&t->digits, arena, &overlap) && !overlap;
  if (t->storage.ordered || !tta_shape_at_least(t->shape, 1)) return false;
  return !tta_maps_injectivity(&t->layout->linear, t->shape, arena, &answer) && answer.injective == TTA_YES;
}

static void set_packing(tta_packing *packing, const tta_packing_addresses *t, bool injective) {
  bool on_cores = t->layout && t->storage.distribution == TTA_STORAGE_CORES;
  int64_t bank_bytes = t->block ? t->block->bytes.bank : t->bank_bytes;
  *packing = (tta_packing){.bytes = t->block ? t->num_banks * bank_bytes : t->bytes,
                           .marks_bytes = injective ? 0 : t->bytes / t->element_bytes / 8 + 1,
                           .shape = t->shape,
                           .element = tta_packing_scalar(t),
                           .element_bytes = t->element_bytes,
                           .num_banks = t->num_banks,
                           .bank_bytes = bank_bytes,
                           .grid = on_cores ? t->layout->grid : (tta_shape){0, NULL},
                           .addresses = t};
}

tta_status tta_packing_of(const tta_layout_ref *ref, tta_arch arch, tta_str element, tta_arena *arena,
                          tta_packing *packing, tta_buf *reason) {
  tta_packing_addresses *t = tta_arena_alloc(arena, sizeof *t);
  if (!t) return TTA_NO_MEMORY;
  *t = (tta_packing_addresses){.layout = NULL};
  tta_status status = ref->layout ? of_layout(t, ref->layout, arch, arena, reason)
                                  : of_digits(t, ref, element, arena, reason);
  if (!status) status = check_size(t, reason);
  if (!status) status = tta_address_tables_of(t, arena, &t->tables);
  if (!status) set_packing(packing, t, is_injective(t, arena));
  return status;
}

tta_status tta_packing_reject_byte(const tta_packing_addresses *t, int64_t byte, tta_buf *reason) {
  return tta_fail(TTA_INVALID, reason, "an element is at byte %lld, outside of the %lld bytes of the layout",
                  (long long)byte, (long long)t->bytes);
}

tta_status tta_packing_address(const tta_packing_addresses *t, const int64_t *index, int64_t bytes, int64_t *byte,
                               tta_buf *reason) {
  tta_location location;
  tta_status status;
  if (t->layout) {
    status = tta_storage_locate(&t->storage, t->layout, index, &location, reason);
    if (status) return status;
    if (!tta_mul(location.bank, t->storage.bank_bytes, byte) || !tta_add(*byte, location.bank_offset, byte))
      return TTA_OVERFLOW;
  } else {
    status = tta_digits_address(&t->digits, index, byte);
    if (!status && !tta_mul(*byte, t->element_bytes, byte)) return TTA_OVERFLOW;
  }
  return status ? status : tta_packing_check_bytes(t, *byte, bytes, reason);
}
