/* toml_json: reads texts of TOML, each ended by a NUL byte, and prints each as a line of JSON, or `error` with its
 * position: for toml.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/toml.h"
#include "ttattr/buf.h"

static void put_value(tta_json *json, const tta_toml_value *value) {
  switch (value->kind) {
  case TTA_TOML_STRING: tta_json_string(json, value->string); break;
  case TTA_TOML_INTEGER: {
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)value->integer);
    tta_json_open(json, '{');
    tta_json_key(json, "integer");
    tta_json_text(json, text);
    tta_json_close(json, '}');
    break;
  }
  case TTA_TOML_BOOLEAN: tta_json_bool(json, value->integer != 0); break;
  case TTA_TOML_ARRAY:
    tta_json_open(json, '[');
    for (uint32_t i = 0; i < value->num_items; i++) put_value(json, &value->items[i]);
    tta_json_close(json, ']');
    break;
  }
}

/* [[tables], [[table or null, key, value], ...]] */
static void put(tta_buf *out, const tta_toml *toml) {
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '[');
  tta_json_open(&json, '[');
  for (uint32_t i = 0; i < toml->num_tables; i++) tta_json_string(&json, toml->tables[i].name);
  tta_json_close(&json, ']');
  tta_json_open(&json, '[');
  for (uint32_t i = 0; i < toml->num_entries; i++) {
    const tta_toml_entry *e = &toml->entries[i];
    tta_json_open(&json, '[');
    if (e->table.data) tta_json_string(&json, e->table);
    else tta_json_null(&json);
    tta_json_string(&json, e->key);
    put_value(&json, &e->value);
    tta_json_close(&json, ']');
  }
  tta_json_close(&json, ']');
  tta_json_close(&json, ']');
}

int main(void) {
  static char text[1 << 16];
  size_t size = 0;
  for (int c; (c = getchar()) != EOF;) {
    if (c) {
      if (size + 1 == sizeof text) return 2;
      text[size++] = (char)c;
      continue;
    }
    char *exact = malloc(size + 1); /* a read beyond the end is found by sanitizers */
    if (!exact) return 2;
    memcpy(exact, text, size);
    tta_arena arena;
    tta_toml toml;
    tta_buf out;
    tta_buf_init(&out, NULL);
    tta_arena_init(&arena, &tta_malloc_allocator);
    tta_status status = tta_toml_parse((tta_str){exact, size}, &arena, &toml);
    if (!status) put(&out, &toml);
    if (status == TTA_INVALID) tta_buf_printf(&out, "error %u %s", toml.error_span.begin, toml.error);
    printf("%.*s\n", (int)out.size, out.data);
    tta_arena_free(&arena);
    tta_buf_free(&out);
    free(exact);
    size = 0;
  }
  return 0;
}
