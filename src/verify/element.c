/* Which data types can store the elements of a tensor: ttnn-element, and layout-element for tiles.
 *
 * Source: tt-mlir, elementTypeToDataType; its own tests store floats as other floats, and integers as floats. */
#include <string.h>

#include "base/str.h"
#include "ir/behaviors.h"
#include "verify/era.h"
#include "verify/layout_faults.h"

/* ---- classes of element types ---- */

typedef enum number_class { UNKNOWN, FLOAT, SIGNLESS, SIGNED, UNSIGNED, NOT_A_NUMBER } number_class;

typedef struct numbers {
  number_class class;
  uint32_t bits; /* of integers */
} numbers;

static numbers numbers_of_tile(tta_data_type type) {
  switch (type) {
  case TTA_DATA_TYPE_NONE: return (numbers){UNKNOWN, 0};
  case TTA_U32: return (numbers){UNSIGNED, 32};
  case TTA_U16: return (numbers){UNSIGNED, 16};
  case TTA_U8: return (numbers){UNSIGNED, 8};
  case TTA_SI32: return (numbers){SIGNED, 32};
  case TTA_I1: return (numbers){SIGNLESS, 1};
  default: return (numbers){FLOAT, 0};
  }
}

static numbers numbers_of(const tta_element *e) {
  switch (e->kind) {
  case TTA_ELEMENT_TILE: return numbers_of_tile(e->data_type);
  case TTA_ELEMENT_FLOAT: return (numbers){FLOAT, 0};
  case TTA_ELEMENT_INTEGER:
    return (numbers){e->is_unsigned ? UNSIGNED : e->text.data[0] == 's' ? SIGNED : SIGNLESS, e->bits};
  case TTA_ELEMENT_INDEX: return (numbers){SIGNLESS, 64};
  case TTA_ELEMENT_OTHER: return (numbers){e->other > TTA_OTHER_SCALAR ? NOT_A_NUMBER : UNKNOWN, 0};
  }
  return (numbers){UNKNOWN, 0};
}

/* ---- the rule ---- */

typedef enum fit {
  FITS,
  FITS_UNTIL_SI32, /* signed integers as u32, before the data type si32 existed */
  MISFIT,
} fit;

static fit integer_fit(numbers from, numbers to) {
  bool halved = from.bits == 64 && to.bits == 32;
  if (from.bits == 1) return FITS; /* a truth value */
  if (to.bits < from.bits && !halved) return MISFIT;
  if (from.class == SIGNLESS || to.class == SIGNLESS || from.class == to.class) return FITS;
  if (from.class == UNSIGNED) return to.bits > from.bits ? FITS : MISFIT;
  return to.bits == 32 ? FITS_UNTIL_SI32 : MISFIT;
}

/* A memref of integers has those of the tensor; tiles may have wider ones. */
static bool widens(const tta_element *stored, numbers from, numbers to) {
  bool integers = from.class >= SIGNLESS && from.class <= UNSIGNED && to.class >= SIGNLESS && to.class <= UNSIGNED;
  return integers && !tta_element_is_tile(stored) && from.bits > 1 && to.bits > from.bits;
}

static fit fit_of(const tta_element *of_tensor, const tta_element *stored) {
  numbers from = numbers_of(of_tensor), to = numbers_of(stored);
  bool tiles = tta_element_is_tile(of_tensor) && tta_element_is_tile(stored);
  if (tta_str_equal(of_tensor->text, stored->text)) return FITS;
  if (tiles && (of_tensor->tile[0] != stored->tile[0] || of_tensor->tile[1] != stored->tile[1])) return MISFIT;
  if (from.class == UNKNOWN || to.class == UNKNOWN) return FITS;
  if (from.class == NOT_A_NUMBER || to.class == NOT_A_NUMBER) return from.class == to.class ? FITS : MISFIT;
  if (to.class == FLOAT) return FITS;
  if (widens(stored, from, to)) return MISFIT;
  return from.class == FLOAT ? MISFIT : integer_fit(from, to);
}

/* Whether tt-mlir read this layout before 2025-02-27, or on the date of the options. */
static bool is_before_si32(tta_verifier *v, tta_node_id layout) {
  tta_era_set before = tta_era_interval(TTA_DATE_0 + 1, TTA_UNTIL_SIGNLESS_ONLY, TTA_ERA_LENIENT);
  if (v->options->era) return tta_era_has(&before, tta_era_period(v->options->era));
  tta_era_set days = tta_era_of_text(v->tree, layout);
  tta_era_and(&days, &before);
  return !tta_era_is_empty(&days);
}

bool tta_element_is_misfit(tta_verifier *v, const tta_layout *l, tta_node_id layout) {
  bool floats = l->tensor_element.kind == TTA_ELEMENT_FLOAT && l->memref_element.data_type <= TTA_BFP_BF2;
  if (floats && l->memref_element.data_type) return false; /* nearly always */
  switch (fit_of(&l->tensor_element, &l->memref_element)) {
  case FITS: return false;
  case FITS_UNTIL_SI32: return !is_before_si32(v, layout);
  case MISFIT: return true;
  }
  return false;
}

/* ---- words and fix-its ---- */

static tta_str shortened(tta_str text) { return (tta_str){text.data, text.size > 64 ? 64 : text.size}; }

tta_diagnostic *tta_element_report(tta_verifier *v, tta_node_id tensor, const tta_layout *l, tta_rule rule) {
  const tta_element *of_tensor = &l->tensor_element, *stored = &l->memref_element;
  tta_str wanted = shortened(of_tensor->text);
  tta_span at = l->spans[TTA_PART_TENSOR];
  bool converts = tta_element_is_tile(stored) && !tta_element_is_tile(of_tensor);
  tta_diagnostic *d =
      converts ? TTA_REPORT_VALUE(v, tensor, rule, at,
                                  "the layout stores %.*s, which cannot hold the %.*s elements of the tensor",
                                  TTA_STR_ARGS(shortened(tta_element_stored_name(stored))), TTA_STR_ARGS(wanted))
               : TTA_REPORT_VALUE(v, tensor, rule, at,
                                  "memref element type %.*s does not match the tensor element type %.*s",
                                  TTA_STR_ARGS(shortened(stored->text)), TTA_STR_ARGS(wanted));
  tta_report_note(v->report, d, l->spans[TTA_PART_MEMREF_ELEMENT], "expected %.*s here%s", TTA_STR_ARGS(wanted),
                  tta_element_is_tile(of_tensor) ? "" : ", or a tile");
  return d;
}

/* The last word of `!tt.tile<32x32, u16>`. */
static tta_span data_type_of(const tta_tree *tree, tta_span tile) {
  const char *text = tree->text.data;
  uint32_t end = tile.end, begin;
  while (end > tile.begin && strchr("> \t\r\n", text[end - 1])) end--;
  for (begin = end; begin > tile.begin && !strchr("<, \t\r\n", text[begin - 1]); begin--) continue;
  return (tta_span){begin, end};
}

tta_str tta_element_fix(const tta_verifier *v, const tta_layout *l, tta_span *span) {
  const tta_element *of_tensor = &l->tensor_element, *stored = &l->memref_element;
  tta_str none = {NULL, 0};
  *span = l->spans[TTA_PART_MEMREF_ELEMENT];
  if (tta_layout_part_is_alias(l, TTA_PART_MEMREF) || tta_layout_part_is_alias(l, TTA_PART_MEMREF_ELEMENT)) return none;
  if (tta_element_is_tile(of_tensor)) return none; /* other tiles need another shape */
  if (!tta_element_is_tile(stored)) return of_tensor->text;
  if (!of_tensor->data_type) return none;
  *span = data_type_of(v->tree, *span);
  return tta_str_from(tta_data_type_name(of_tensor->data_type));
}
