/* The words that completion offers, from the tables that the options are read with. scripts/generate-cli adds those
 * that the library does not list: dates and scalar types. */
#include "tools/common/offered.h"

#include <string.h>

#include "base/str.h"
#include "ttattr/arch.h"
#include "ttattr/convert.h"
#include "ttattr/diag.h"
#include "ttattr/model.h"
#include "ttattr/query.h"

static void rules_and_groups(tta_json *json, bool errors) {
  for (size_t i = 0; i < tta_num_rules(); i++) {
    const tta_rule_info *rule = tta_rule_get(tta_rule_at(i));
    if (errors || rule->severity != TTA_SEVERITY_ERROR) tta_json_text(json, rule->name);
  }
  for (size_t i = 0; i < tta_num_rule_groups(); i++) tta_json_text(json, tta_rule_group_at(i)->name);
  tta_json_text(json, "all");
  tta_json_text(json, "remarks");
}

static void rules(tta_json *json) { rules_and_groups(json, true); }
static void not_errors(tta_json *json) { rules_and_groups(json, false); }

static void notations(tta_json *json) {
  for (int i = 0; i < TTA_NUM_NOTATIONS; i++) tta_json_text(json, tta_notation_name((tta_notation)i));
}

/* Those of tt and ttcore: the options do not accept the others. */
static void memory_spaces(tta_json *json) {
  for (int i = 1; i <= TTA_MEMORY_DST; i++) tta_json_text(json, tta_memory_space_name((tta_memory_space)i));
}

static void memory_layouts(tta_json *json) {
  for (int i = 1; i < TTA_MEMORY_LAYOUT_ND_SHARDED; i++)
    tta_json_text(json, tta_memory_layout_name((tta_memory_layout)i));
}

static void oob_values(tta_json *json) {
  for (int i = 1; i < TTA_NUM_OOB_VALUES; i++) tta_json_text(json, tta_oob_value_name((tta_oob_value)i));
}

static void tiles(tta_json *json) {
  for (int i = 1; i < TTA_NUM_DATA_TYPES; i++) {
    tta_buf text = tta_buf_new(json->out->allocator);
    tta_buf_printf(&text, "32x32:%s", tta_data_type_name((tta_data_type)i));
    tta_json_string(json, tta_buf_view(&text));
    if (text.failed) json->out->failed = true;
    tta_buf_free(&text);
  }
}

/* The first words of the lines of the list; its last line is a form and not a name. */
static void fields(tta_json *json) {
  tta_buf text = tta_buf_new(json->out->allocator);
  tta_list_query_fields(&text);
  const char *at = text.data, *next;
  for (; at && *at && (next = strchr(at, '\n')); at = next + 1) {
    size_t size = strcspn(at, " ");
    if (next[1]) tta_json_string(json, (tta_str){at, size});
  }
  if (text.failed) json->out->failed = true;
  tta_buf_free(&text);
}

static void systems(tta_json *json) {
  for (int i = 0; i < TTA_NUM_ARCHS; i++)
    tta_json_text(json, tta_arch_get((tta_arch)i)->name);
}

static const struct {
  const char *argument;
  void (*write)(tta_json *json);
} offered[] = {
    {"RULE", rules},          {"-Wno-", not_errors}, {"KIND", notations}, {"SPACE", memory_spaces},
    {"WORD", memory_layouts}, {"VALUE", oob_values}, {"TILE", tiles},     {"NAME[:N]", systems},
    {"FIELD,...", fields},
};

void tta_json_offered_words(tta_json *json) {
  tta_json_key_open(json, "words", '{');
  for (size_t i = 0; i < sizeof offered / sizeof *offered; i++) {
    tta_json_key_open(json, offered[i].argument, '[');
    offered[i].write(json);
    tta_json_close(json, ']');
  }
  tta_json_close(json, '}');
}
