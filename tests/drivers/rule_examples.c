/* rule_examples: include/ttattr/rules.def as JSON lines {name, bad, good, command}, for rules.py. */
#include <stdio.h>

#include "ttattr/diag.h"
#include "ttattr/buf.h"

static void text_or_null(tta_json *json, const char *key, const char *text) {
  tta_json_key(json, key);
  if (text) tta_json_text(json, text);
  else tta_json_null(json);
}

int main(void) {
  tta_buf out;
  tta_buf_init(&out, NULL);
  for (size_t i = 0; i < tta_num_rules(); i++) {
    const tta_rule_info *rule = tta_rule_get(tta_rule_at(i));
    tta_json json = tta_json_writer(&out);
    tta_json_open(&json, '{');
    text_or_null(&json, "name", rule->name);
    text_or_null(&json, "bad", rule->bad);
    text_or_null(&json, "good", rule->good);
    text_or_null(&json, "command", tta_rule_group_at(tta_rule_group_of(tta_rule_at(i)))->command);
    tta_json_close(&json, '}');
    tta_buf_char(&out, '\n');
  }
  bool failed = out.failed || fwrite(out.data, 1, out.size, stdout) != out.size;
  tta_buf_free(&out);
  return failed;
}
