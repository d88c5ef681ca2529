/* notations.c: the table of notations. */
#include "convert/notation.h"

static const tta_notation_row rows[TTA_NUM_NOTATIONS] = {
    [TTA_NOTATION_METAL] = {.write = tta_write_metal, .names_tensor = true},
    [TTA_NOTATION_TTNN] = {.write = tta_write_ttnn, .names_tensor = true},
    [TTA_NOTATION_TTCORE] = {.write = tta_write_ttcore, .names_tensor = true},
    [TTA_NOTATION_TILED] = {.write = tta_write_tiled, .names_tensor = true},
    [TTA_NOTATION_STRIDED] = {.write = tta_write_strided, .names_tensor = true},
    [TTA_NOTATION_AFFINE] = {.write = tta_write_affine, .names_tensor = true},
    [TTA_NOTATION_SPYRE] = {.recognize = tta_recognize_spyre, .write = tta_write_spyre},
    [TTA_NOTATION_XLA] = {tta_recognize_xla, tta_read_xla, tta_write_xla, true, false},
    [TTA_NOTATION_CUTE] = {tta_recognize_cute, tta_read_cute, tta_write_cute, false, true},
    [TTA_NOTATION_PACK] = {tta_recognize_pack, tta_read_pack, tta_write_pack, true, false},
    [TTA_NOTATION_NUMPY] = {tta_recognize_numpy, tta_read_numpy, tta_write_numpy, false, false},
    [TTA_NOTATION_TRITON] = {tta_recognize_triton, tta_read_triton, tta_write_triton, false, true},
};

static const struct name_row {
  const char *name, *target, *lacks;
} words[] = {
#define NOTATION(id, name, target, lacks) [TTA_NOTATION_##id] = {name, target, lacks},
#include "ttattr/notations.def"
#undef NOTATION
};

const tta_notation_row *tta_notation_row_of(tta_notation notation) { return &rows[notation]; }

const char *tta_notation_name(tta_notation notation) {
  return notation < TTA_NUM_NOTATIONS ? words[notation].name : "";
}
const char *tta_notation_target(tta_notation notation) {
  return notation < TTA_NUM_NOTATIONS ? words[notation].target : "";
}
const char *tta_notation_lacks(tta_notation notation) {
  return notation < TTA_NUM_NOTATIONS ? words[notation].lacks : "";
}

tta_notation tta_notation_find(tta_str name) {
  for (uint32_t i = 0; i < TTA_NUM_NOTATIONS; i++)
    if (tta_str_is(name, words[i].name)) return (tta_notation)i;
  return TTA_NOTATION_UNKNOWN;
}

tta_notation tta_notation_recognize(tta_str text) {
  for (uint32_t i = 0; i < TTA_NUM_NOTATIONS; i++)
    if (rows[i].recognize && rows[i].recognize(text)) return (tta_notation)i;
  return TTA_NOTATION_UNKNOWN;
}
