/* Kernels of modules, and protocols. The input is a module (tta_is_kernel_module), or a protocol. Requires that the
 * JSON of the result is JSON, that a verdict agrees with its protocol, and that the text of a protocol has its
 * result. */
#include "base/json_read.h"
#include "fuzz.h"
#include "ttattr/kernel.h"

enum { MAX_OPERATIONS = 20000, MAX_STATES = 300, MAX_DEPTH = 32 };

static void require_json(tta_buf *text) {
  const tta_json_node *node;
  tta_json_error error;
  tta_arena arena;
  tta_arena_init(&arena, NULL);
  tta_status status = tta_json_read_message(&arena, text->data, text->size, MAX_DEPTH, &node, &error);
  REQUIRE(!status, "%s in column %zu", error.message, error.column);
  tta_arena_free(&arena);
}

static bool has(const tta_protocol *p, tta_rule rule) {
  const tta_results *results = tta_protocol_results(p);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++)
    if (tta_results_diagnostic(results, i)->rule == rule) return true;
  return false;
}

static bool has_limit(const tta_protocol *p) { return has(p, TTA_RULE_protocol_limit); }

/* Loops are operations, too, and a search that is cut depends on the order of kernels. */
static void require_same_text(const tta_protocol *p) {
  tta_protocol_options how = {.max_operations = 8 * MAX_OPERATIONS, .max_states = MAX_STATES, .keep_text = true};
  tta_protocol *again;
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_protocol_text(p, &text);
  if (text.size && !has_limit(p)) {
    REQUIRE(!tta_protocol_check(tta_buf_view(&text), &how, &again), "no memory");
    REQUIRE(has_limit(again) || tta_protocol_passes(again) == tta_protocol_passes(p), "%d, but the text:\n%.*s",
            tta_protocol_passes(p), (int)text.size, text.data);
    tta_protocol_free(again);
  }
  tta_buf_free(&text);
}

static void check_protocol(tta_str text, const tta_protocol_options *how) {
  tta_protocol *p;
  tta_buf json;
  tta_buf_init(&json, NULL);
  REQUIRE(!tta_protocol_check(text, how, &p), "no memory");
  tta_protocol_json(p, &json);
  require_json(&json);
  if (!has(p, TTA_RULE_protocol_syntax)) require_same_text(p);
  tta_protocol_free(p);
  tta_buf_free(&json);
}

static void check_module(tta_str text, const tta_protocol_options *how) {
  tta_kernel_module *m;
  tta_buf json;
  tta_buf_init(&json, NULL);
  REQUIRE(!tta_kernel_module_new((tta_str){"m", 1}, text, how, &m), "no memory");
  tta_kernel_module_json(m, &json);
  require_json(&json);
  for (size_t i = 0; i < tta_kernel_module_num_programs(m); i++) {
    const tta_module_program *p = tta_kernel_module_program(m, i);
    bool passes = p->verdict == TTA_KERNEL_PASSES;
    bool checked = p->protocol && tta_protocol_passes(p->protocol);
    bool all = checked && tta_protocol_result(p->protocol).all_interleavings;
    REQUIRE(passes == all, "program %zu: %s", i, tta_kernel_verdict_name(p->verdict));
    if (p->protocol) require_same_text(p->protocol);
  }
  tta_kernel_module_free(m);
  tta_buf_free(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tta_protocol_options how = {.max_operations = MAX_OPERATIONS, .max_states = MAX_STATES, .keep_text = true};
  char *copy = fuzz_copy(data, size);
  tta_str text = {copy, size};
  if (tta_is_kernel_module(text)) check_module(text, &how);
  else check_protocol(text, &how);
  free(copy);
  return 0;
}
