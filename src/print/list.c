/* The list of attributes and types with their fields. */

#include "ir/attributes.h"
#include "ttattr/check.h"

static void list_class(tta_buf *out, const tta_field_spec *spec, tta_class class) {
  tta_buf_str(out, tta_classes[class].listed);
  if (tta_class_is_attribute(class)) tta_buf_str(out, tta_attributes[spec->argument].mnemonic);
  if (tta_class_is_keyword(class)) tta_keywords_text(out, (tta_enum)spec->argument, "|");
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
