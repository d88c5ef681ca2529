/* The seam of front ends (src/protocol/operation.h): declarations and operations of call sites in other files, without
 * a text. */
#include "base/arena.h"
#include "failing.h"
#include "protocol/operation.h"
#include "suite.h"

#define STR(text) ((tta_str){text, sizeof(text) - 1})
static const tta_protocol_range one = {0, 0, 0, 0};

#define LINES "call;\ncall;\ncall;\ncall;\ncall;\ncall;\n"
static tta_source files[] = {
    {.name = {"binding.txt", 11}, .text = {LINES, sizeof LINES - 1}, .allocator = &tta_malloc_allocator},
    {.name = {"reader.cpp", 10}, .text = {LINES LINES, 2 * (sizeof LINES - 1)}, .allocator = &tta_malloc_allocator}};

static tta_call_site at(const char *file, uint32_t line, const char *text) {
  return (tta_call_site){&files[!strcmp(file, "reader.cpp")], line, 3, {text, strlen(text)}};
}

static const tta_diagnostic *fault_at(const tta_protocol *p, size_t index) {
  return tta_results_diagnostic(tta_protocol_results(p), index);
}

static bool call(tta_issuer *issuer, struct tta_protocol *p, uint32_t line, const char *name, uint32_t cb, int64_t n) {
  tta_call_site site = at("reader.cpp", line, name);
  tta_operation o = {.op = (uint8_t)tta_operation_named((tta_str){name, strlen(name)}), .num_args = 2,
                     .noc = TTA_NOC_OF_KERNEL, .site = tta_add_site(p, &site)};
  o.args[0].object = cb;
  o.args[0].place = (tta_place){.object = cb};
  o.args[1].number = n;
  ck_assert_int_lt(o.op, TTA_NUM_PROTOCOL_OPS);
  return tta_issue(issuer, &o);
}

static tta_issuer *begin(struct tta_protocol *p, tta_issuer *issuer, const char *file) {
  tta_call_site site = at(file, 1, "");
  tta_kernel_start start = {STR("reader"), TTA_PROCESSOR_DM1, 0, 0, 0, tta_add_site(p, &site)};
  if (!issuer) issuer = tta_protocol_issuer(p);
  return issuer && tta_begin_kernel(issuer, &start) ? issuer : NULL;
}

START_TEST(sites_have_files) {
  struct tta_protocol *p;
  tta_protocol *out;
  tta_call_site binding = at("binding.txt", 4, "");
  ck_assert_int_eq(tta_protocol_open(NULL, &p), TTA_OK);
  uint32_t cb = tta_add_circular_buffer(p, &binding, STR("c"), one, 2, 32, false, TTA_PROTOCOL_NONE);
  tta_issuer *issuer = begin(p, NULL, "reader.cpp");
  ck_assert(call(issuer, p, 7, "cb_reserve_back", cb, 2));
  ck_assert(call(issuer, p, 8, "cb_push_back", cb, 1));
  ck_assert_int_eq(tta_issuer_pointer(issuer, cb, true), 32);
  ck_assert_int_eq(tta_issuer_pointer(issuer, cb, false), 0);
  ck_assert(call(issuer, p, 9, "cb_reserve_back", cb, 2));
  ck_assert(!call(issuer, p, 10, "cb_wait_front", cb, 3));
  ck_assert(!call(issuer, p, 11, "cb_push_back", cb, 1));
  tta_end_kernel(issuer);
  ck_assert_int_eq(tta_protocol_close(p, &out), TTA_OK);
  const tta_diagnostic *f = fault_at(out, 0);
  ck_assert_str_eq(f->source->name.data, "reader.cpp");
  ck_assert_int_eq(tta_source_position(f->source, f->span.begin).line, 9);
  ck_assert_int_eq(f->rule, TTA_RULE_protocol_deadlock);
  tta_buf json;
  tta_buf_init(&json, NULL);
  tta_protocol_json(out, &json);
  tta_buf_char(&json, 0);
  ck_assert_ptr_nonnull(strstr(json.data, "\"file\":\"reader.cpp\",\"line\":9"));
  tta_buf_free(&json);
  tta_protocol_free(out);
}
END_TEST

/* Partial results and final results over one buffer: the counters are separate, the bytes are not. */
START_TEST(shared_bytes) {
  struct tta_protocol *p;
  tta_protocol *out;
  tta_call_site binding = at("binding.txt", 4, "");
  ck_assert_int_eq(tta_protocol_open(NULL, &p), TTA_OK);
  uint32_t final = tta_add_circular_buffer(p, &binding, STR("c16"), one, 2, 32, false, TTA_PROTOCOL_NONE);
  uint32_t partial = tta_add_circular_buffer(p, &binding, STR("c24"), one, 1, 32, false, final);
  tta_issuer *issuer = begin(p, NULL, "reader.cpp");
  ck_assert(call(issuer, p, 7, "cb_reserve_back", final, 1));
  ck_assert(call(issuer, p, 8, "l1_write", final, 32));
  ck_assert(call(issuer, p, 9, "l1_read", partial, 32));
  tta_end_kernel(issuer);
  ck_assert_int_eq(tta_protocol_close(p, &out), TTA_OK);
  ck_assert(tta_protocol_passes(out));
  tta_protocol_free(out);
  ck_assert_int_eq(tta_protocol_open(NULL, &p), TTA_OK);
  final = tta_add_circular_buffer(p, &binding, STR("c16"), one, 1, 32, false, TTA_PROTOCOL_NONE);
  ck_assert_uint_eq(tta_add_circular_buffer(p, &binding, STR("c24"), one, 2, 32, false, final), TTA_PROTOCOL_NONE);
  ck_assert_uint_eq(tta_add_circular_buffer(p, &binding, STR("c25"), (tta_protocol_range){0, 0, 0, 1}, 1, 32, false,
                                            final), TTA_PROTOCOL_NONE);
  ck_assert_ptr_null(tta_protocol_issuer(p));
  ck_assert_int_eq(tta_protocol_close(p, &out), TTA_OK);
  ck_assert_uint_eq(tta_results_num_diagnostics(tta_protocol_results(out)), 2);
  ck_assert_ptr_nonnull(strstr(fault_at(out, 0)->message.data, "exceeds the 32 bytes of 'c16'"));
  ck_assert_ptr_nonnull(strstr(fault_at(out, 1)->message.data, "not on the cores of 'c16'"));
  ck_assert_str_eq(fault_at(out, 1)->source->name.data, "binding.txt");
  tta_protocol_free(out);
}
END_TEST

static tta_status issue_all(const tta_allocator *allocator, const void *given) {
  struct tta_protocol *p;
  tta_protocol *out = NULL;
  tta_call_site binding = at("binding.txt", 4, "");
  tta_protocol_options options = {.allocator = allocator, .max_states = 10};
  (void)given;
  if (tta_protocol_open(&options, &p)) return TTA_NO_MEMORY;
  uint32_t cb = tta_add_circular_buffer(p, &binding, STR("c"), one, 2, 32, false, TTA_PROTOCOL_NONE);
  tta_issuer *issuer = cb == TTA_PROTOCOL_NONE ? NULL : begin(p, NULL, "reader.cpp");
  if (issuer && call(issuer, p, 7, "cb_reserve_back", cb, 1) && call(issuer, p, 8, "cb_push_back", cb, 1))
    tta_end_kernel(issuer);
  tta_status status = tta_protocol_close(p, &out);
  tta_protocol_free(out);
  return status;
}

START_TEST(no_memory) { each_request_fails(issue_all, NULL, TTA_OK); }
END_TEST

int main(void) { return RUN_SUITE("protocol_issue", sites_have_files, shared_bytes, no_memory); }
