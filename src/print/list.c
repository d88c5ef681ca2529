/* The list of attributes and types with their fields. */
#include <string.h>

#include "ir/attributes.h"
#include "ttattr/attr.h"
#include "ttattr_version.h"

const char *tta_version(void) { return TTATTR_VERSION; }

static const char *const class_names[] = {
    [TTA_CLASS_MAP] = "map",
    [TTA_CLASS_INTEGER_MAP] = "map",
    [TTA_CLASS_DIMS] = "shape",
    [TTA_CLASS_SPACED] = "shape",
    [TTA_CLASS_NAMED_DIMS] = "named-shape",
    [TTA_CLASS_INT] = "int",
    [TTA_CLASS_TYPED_INT] = "int",
    [TTA_CLASS_BOOL] = "bool",
    [TTA_CLASS_STRING] = "string",
    [TTA_CLASS_SYMBOL] = "symbol",
    [TTA_CLASS_TYPE] = "type",
    [TTA_CLASS_MEMREF] = "memref",
    [TTA_CLASS_DENSE] = "dense",
    [TTA_CLASS_COORD] = "coord",
    [TTA_CLASS_TIGHT] = "coord",
    [TTA_CLASS_ANY] = "attribute",
    [TTA_CLASS_INTEGER_ATTR] = "typed-int",
    [TTA_CLASS_FLOAT_ATTR] = "typed-float",
    [TTA_CLASS_AXIS] = "axis",
    [TTA_CLASS_INDEX] = "index",
    [TTA_CLASS_TYPE_OR_ANY] = "type",
    [TTA_CLASS_LIST] = "list",
};

static void list_class(tta_buf *out, const tta_field_spec *spec, tta_class class) {
  switch (class) {
  case TTA_CLASS_WORD: case TTA_CLASS_FLAGS: {
    const tta_keyword *k = tta_enums[spec->argument].keywords;
    for (; **k; k++) {
      tta_buf_str(out, *k);
      if (*k[1]) tta_buf_char(out, '|');
    }
    return;
  }
  case TTA_CLASS_ATTR:
  case TTA_CLASS_QUALIFIED:
  case TTA_CLASS_WRITTEN: tta_buf_str(out, tta_attributes[spec->argument].mnemonic); return;
  default: tta_buf_str(out, class_names[class]);
  }
}

static void list_field(tta_buf *out, const tta_field_spec *spec) {
  tta_buf_str(out, tta_field_name((tta_field)spec->field));
  if (spec->optional) tta_buf_char(out, '?');
  tta_buf_str(out, spec->keyed ? " = " : ": ");
  if (spec->class == TTA_CLASS_LIST) {
    tta_buf_char(out, '[');
    list_class(out, spec, (tta_class)spec->element);
    tta_buf_char(out, ']');
  } else {
    list_class(out, spec, (tta_class)spec->class);
  }
}

void tta_list_attributes(tta_buf *out) {
  for (tta_attribute a = 0; a < TTA_NUM_ATTRIBUTES; a++) {
    const tta_attribute_info *row = &tta_attributes[a];
    for (tta_dialect d = 0; d < TTA_NUM_DIALECTS; d++) {
      if (!(row->dialects >> d & 1)) continue;
      for (int f = 0; f < TTA_MAX_FORMS && row->forms[f].fields; f++) {
        tta_buf_printf(out, "%c%s.%s", row->sigil, tta_dialect_names[d], row->mnemonic);
        for (uint32_t i = 0; i < row->forms[f].num_fields; i++) {
          tta_buf_str(out, i ? ", " : "  ");
          list_field(out, &row->forms[f].fields[i]);
        }
        tta_buf_char(out, '\n');
      }
    }
  }
}
