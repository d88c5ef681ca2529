/* A small protocol for each error, with its line, and a similar one without errors. Longer examples:
 * examples/protocols, run by lit/tt-layout/protocol.mlir. */
#include "failing.h"
#include "protocols.h"
#include "suite.h"

START_TEST(deadlock) {
  expect(CB K "cb_wait_front(c, 1)\n}\n", TTA_RULE_protocol_deadlock, 3, false, "no kernel pushes to it");
  expect(CB K "cb_reserve_back(c, 3)\n}\n", TTA_RULE_protocol_deadlock, 3, false, "2 pages in all");
  expect("semaphore s on 0x0\n" K "noc_semaphore_wait(s, 1)\nnoc_semaphore_set(s, 1)\n}\n", TTA_RULE_protocol_deadlock,
         3, false, "'s' on 0x0 is 0, not 1");
  expect_pass("semaphore s on 0x0 = 1\n" K "noc_semaphore_wait(s, 1)\n}\n");
  /* two increments may both come before the wait for 1: a hang in some orders only */
  expect("semaphore s on 0x0\n" K "noc_semaphore_wait(s, 1)\n}\nkernel m on 0x1 {\nnoc_semaphore_inc(get_noc_addr(0x0, "
                                  "s), 1)\nnoc_semaphore_inc(get_noc_addr(0x0, s), 1)\n}\n",
         TTA_RULE_protocol_deadlock, 3, false, "is 2, not 1");
  expect_pass("semaphore s on 0x0\n" K
              "noc_semaphore_wait_min(s, 1)\n}\nkernel m on 0x1 {\nnoc_semaphore_inc(get_noc_addr(0x0, s), 2)\n"
              "noc_async_atomic_barrier()\n}\n");
}
END_TEST

START_TEST(pages) {
  expect(CB K "cb_push_back(c, 2)\ncb_push_back(c, 2)\n}\n", TTA_RULE_protocol_overflow, 4, false, "holds 2 of 2");
  expect(CB K "cb_push_back(c, 1)\n}\n", TTA_RULE_protocol_overflow, 3, true, "without cb_reserve_back");
  expect(CB K "cb_pop_front(c, 1)\n}\n", TTA_RULE_protocol_underflow, 3, false, "holds 0 of 2");
  expect(
      "cb c on 0x0 pages 3 page_size 16\n" K
      "for i in 0 .. 2 {\ncb_reserve_back(c, 2)\ncb_push_back(c, 2)\ncb_wait_front(c, 2)\ncb_pop_front(c, 2)\n}\n}\n",
      TTA_RULE_protocol_wrap, 5, false, "run past the end");
  expect(CB K "cb_reserve_back(c, 1)\n}\nkernel m on 0x0 {\ncb_reserve_back(c, 1)\n}\n", TTA_RULE_protocol_race, 6,
         false, "two producers");
}
END_TEST

START_TEST(data) {
  expect("buffer l on 0x0 size 32\n" K "l1_read(l, 32)\n}\n", TTA_RULE_protocol_unwritten, 3, false,
         "were not written");
  expect(TWO K "noc_async_read(d, l, 32)\nl1_read(l, 32)\nnoc_async_read_barrier()\n}\n", TTA_RULE_protocol_barrier, 6,
         false, "in flight");
  expect(TWO K "noc_async_read(d, l, 32)\n}\n", TTA_RULE_protocol_barrier, 5, false,
         "noc_async_read_barrier() is missing");
  expect(TWO K "l1_write(l, 32)\nnoc_async_write(l, get_noc_addr(0x1, l), 32)\nnoc_semaphore_inc(get_noc_addr(0x1, s), "
               "1)\nnoc_async_write_barrier()\n}\n",
         TTA_RULE_protocol_barrier, 7, false, "signals core 0x1");
  const char *good = TWO K "l1_write(l, 32)\nnoc_async_write(l, get_noc_addr(0x1, l), "
                           "32)\nnoc_async_write_barrier()\nnoc_semaphore_inc(get_noc_addr(0x1, s), 1)\n"
                           "noc_async_atomic_barrier()\n}\n"
                           "kernel r on 0x1 {\nnoc_semaphore_wait(s, 1)\nl1_read(l, 32)\n}\n";
  expect_pass(good);
  expect(TWO K "l1_write(l, 32)\nnoc_async_write(l, get_noc_addr(0x1, l), 32)\nnoc_async_write_barrier()\n}\nkernel r "
               "on 0x1 {\nl1_read(l, 32)\n}\n",
         TTA_RULE_protocol_race, 10, false, "neither a semaphore nor a circular buffer");
  expect(TWO K "l1_read(l + 16, 32)\n}\n", TTA_RULE_protocol_overflow, 5, false, "exceed its");
  expect(TWO K "l1_read(l, 8)\n}\n", TTA_RULE_protocol_syntax, 5, false, "multiples of 16");
}
END_TEST

START_TEST(dst) {
  expect(DST K "acquire_dst(Half)\n}\n", TTA_RULE_protocol_dst, 4, false, "never releases");
  expect(DST K "release_dst(Half)\n}\n", TTA_RULE_protocol_dst, 4, false, "not paired");
  expect(DST K "acquire_dst(Half)\nacquire_dst(Half)\n}\n", TTA_RULE_protocol_dst, 5, false, "acquires dst twice");
  expect(DST K "acquire_dst(Half)\nrelease_dst(Full)\n}\n", TTA_RULE_protocol_dst, 5, true,
         "releases dst as Full, acquired as Half");
  expect(CB K "acquire_dst(Half)\n}\n", TTA_RULE_protocol_dst, 3, false, "no dst is declared");
  expect(DST FEED K "acquire_dst(Half)\ncb_wait_front(c, 1)\ncopy_tile(c, 0, 8)\n}\n", TTA_RULE_protocol_dst, 11, false,
         "has 8 tiles as Half");
  expect(DST FEED K "acquire_dst(Half)\ncopy_tile(c, 0, 0)\n}\n", TTA_RULE_protocol_unwritten, 10, false,
         "cb_wait_front(c, 1) is missing");
  expect(DST "cb o on 0x0 pages 1 page_size 32\n" K "acquire_dst(Half)\ncb_reserve_back(o, 1)\npack_tile(0, o)\n}\n",
         TTA_RULE_protocol_unwritten, 7, false, "nothing was written");
  expect(DST FEED
         "cb o on 0x0 pages 1 page_size 32\n" K
         "tile_regs_acquire()\ncb_wait_front(c, 1)\ncopy_tile(c, 0, 0)\ncb_reserve_back(o, 1)\npack_tile(0, o)\n}\n",
         TTA_RULE_protocol_dst, 14, false, "before tile_regs_wait");
  expect_pass(
      DST FEED
      "cb o on 0x0 pages 1 page_size 32\n" K "tile_regs_acquire()\ncb_wait_front(c, 1)\ncopy_tile(c, 0, "
                                             "0)\nexp_tile(0)\ntile_regs_commit()\ntile_regs_wait()\n"
      "cb_reserve_back(o, 1)\npack_tile(0, o)\ncb_push_back(o, 1)\ncb_pop_front(c, 1)\ntile_regs_release()\n}\n"
      "kernel w on 0x0 {\ncb_wait_front(o, 1)\nl1_read(get_read_ptr(o), 32)\ncb_pop_front(o, 1)\n}\n");
}
END_TEST

/* A dst_reg is 4 x 16 scalars, so the second tile begins at dst_reg[16] */
START_TEST(sfpu) {
  expect(DST K "exp_tile(0)\n}\n", TTA_RULE_protocol_sfpu, 4, false, "not acquired");
  expect(DST K "exp_tile(c)\n}\n", TTA_RULE_protocol_sfpu, 4, false, "reads and writes dst only");
  expect(DST K "acquire_dst(Half)\nexp_tile(8)\n}\n", TTA_RULE_protocol_sfpu, 5, false, "dst has 8 tiles");
  expect(DST K "acquire_dst(Half)\nsfpu_start(0)\nsfpu_store(dst_reg[128])\n}\n", TTA_RULE_protocol_sfpu, 6, false,
         "row 128, outside dst");
  expect(DST FEED K "acquire_dst(Half)\ncb_wait_front(c, 1)\ncopy_tile(c, 0, "
                    "0)\nsfpu_start(0)\nsfpu_load(dst_reg[15])\nsfpu_load(dst_reg[16])\n}\n",
         TTA_RULE_protocol_unwritten, 14, false, "row 16 of dst (tile 1)");
}
END_TEST

START_TEST(syntax) {
  expect("", TTA_RULE_protocol_syntax, 1, false, "no kernel");
  expect("core\n", TTA_RULE_protocol_syntax, 1, false, "expected a name");
  expect("cb c on 0x0 pages 0 page_size 32\n", TTA_RULE_protocol_syntax, 1, false, "from 1 to");
  expect("cb c on 0x0 pages 1 page_size 40\n", TTA_RULE_protocol_syntax, 1, false, "not a multiple of 16");
  expect("cb c on 1x1..0x0 pages 1 page_size 32\n", TTA_RULE_protocol_syntax, 1, false, "above or left");
  expect("cb c on 0x0..99x99 pages 1 page_size 32\n", TTA_RULE_protocol_syntax, 1, false,
         "row and column are from 0 to 63, got 99x99");
  expect("const a = 99999999999999999999\n", TTA_RULE_protocol_syntax, 1, false, "expected a number");
  expect("const a = 1 / 0\n", TTA_RULE_protocol_syntax, 1, false, "divides by zero");
  expect("const a = 1\nconst a = 2\n", TTA_RULE_protocol_syntax, 2, false, "declared already in line 1");
  expect(K "cb_wait(c, 1)\n}\n", TTA_RULE_protocol_syntax, 2, false, "no operation 'cb_wait'");
  expect(K "cb_wait_front(c, 1)\n}\n", TTA_RULE_protocol_syntax, 2, false, "'c' is not declared");
  expect(K "for i in 0 .. 2 {\n", TTA_RULE_protocol_syntax, 2, false, "expected '}'");
  expect(CB K "for i in 0 .. 2 {\ncb_wait_front(c, i - 1)\n}\n}\n", TTA_RULE_protocol_syntax, 4, false,
         "argument -1 is out of range");
}
END_TEST

/* bounded: the limit is said, and nothing recurses */
START_TEST(limits) {
  tta_protocol *p;
  const char *loops = CB K "for i in 0 .. 1000000000 {\ncb_reserve_back(c, 1)\n}\n}\n";
  expect_too_large(loops, 5, "operations");
  char deep[2200] = "const a = ";
  memset(deep + 10, '(', 2000);
  expect(deep, TTA_RULE_protocol_syntax, 1, false, "nests more than 32");
  tta_protocol_options few = {.max_states = 2};
  const char *many = "semaphore s on 0x0\nkernel a on 0x0 {\nfor i in 0 .. 9 {\nnoc_semaphore_inc(s, 1)\n}\n}\nkernel "
                     "b on 0x0 {\nfor i in 0 .. 9 {\nnoc_semaphore_inc(s, 1)\n}\n}\n";
  ck_assert_int_eq(tta_protocol_check((tta_str){many, strlen(many)}, &few, &p), TTA_OK);
  ck_assert(tta_protocol_passes(p));
  ck_assert(!tta_protocol_result(p).all_interleavings && tta_protocol_is_undecided(p));
  ck_assert_int_eq(fault_at(p, 0)->rule, TTA_RULE_protocol_limit);
  tta_protocol_free(p);
}
END_TEST

START_TEST(json) {
  tta_protocol *p = check_text(CB K "cb_wait_front(c, 3)\n}\n");
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_protocol_json(p, &out);
  tta_buf_char(&out, '\0');
  ck_assert_ptr_nonnull(strstr(out.data,
                               "{\"passes\":false,\"verdict\":\"fails\","
                               "\"cores\":1,\"kernels\":1,\"operations\":0,\"bytes_moved\":0,"
                               "\"states\":1,\"all_interleavings\":true,"
                               "\"faults\":[{\"kind\":\"deadlock\",\"severity\":\"error\",\"line\":3,\"column\":1,"));
  ck_assert_ptr_nonnull(strstr(out.data, "\"line\":1,\"message\":\"'c' is declared here: the call needs at least 3 "));
  tta_buf_free(&out);
  tta_protocol_free(p);
}
END_TEST

/* Each step from the start, in an order that leads to the fault: replayed here by hand. */
START_TEST(traces) {
  tta_protocol *p = check_text("semaphore s on 0x0\n" K "noc_semaphore_wait(s, 1)\n}\nkernel m on 0x1 {\n"
                               "noc_semaphore_inc(get_noc_addr(0x0, s), 1)\n"
                               "noc_semaphore_inc(get_noc_addr(0x0, s), 1)\n}\n");
  const tta_protocol_trace *f = tta_protocol_trace_of(p, fault_at(p, 0));
  ck_assert_int_eq(f->diagnostic->rule, TTA_RULE_protocol_deadlock);
  ck_assert_uint_eq(f->num_steps, 3);
  ck_assert_uint_eq(f->omitted_steps, 0);
  ck_assert_uint_eq(f->steps[1].line, 7);
  ck_assert_uint_eq(f->steps[1].x, 1);
  ck_assert_str_eq(f->steps[0].effect.data, "'s' on 0x0: 0 -> 1");
  ck_assert_str_eq(f->steps[1].effect.data, "'s' on 0x0: 1 -> 2");
  ck_assert_str_eq(f->steps[1].call.data, "noc_semaphore_inc(get_noc_addr(0x0, s), 1)");
  ck_assert_str_eq(f->steps[1].peer.data, "k");
  ck_assert_uint_eq(f->steps[1].peer_x, 0);
  ck_assert(f->steps[2].blocked && !f->steps[1].blocked);
  ck_assert_uint_eq(f->steps[2].line, 3);
  ck_assert_str_eq(f->steps[2].effect.data, "'s' on 0x0 is 2, not 1");
  tta_protocol_free(p);
  /* the last 1000 */
  p = check_text("semaphore s on 0x0\n" K "for i in 0 .. 1200 {\nnoc_semaphore_set(s, i)\n}\n"
                 "noc_semaphore_wait(s, 1)\n}\n");
  f = tta_protocol_trace_of(p, fault_at(p, 0));
  ck_assert_uint_eq(f->num_steps, 1000);
  ck_assert_uint_eq(f->omitted_steps, 201);
  ck_assert(f->steps[999].blocked);
  ck_assert_str_eq(f->steps[998].effect.data, "'s' on 0x0: 1198 -> 1199");
  tta_protocol_free(p);
}
END_TEST

/* ---- out of memory ---- */

static tta_status check_two(const tta_allocator *allocator, const void *given) {
  const char *text = TWO K "l1_write(l, 32)\nnoc_async_write(l, get_noc_addr(0x1, l), "
                           "32)\nnoc_async_write_barrier()\nnoc_semaphore_inc(get_noc_addr(0x1, s), 1)\n}\n"
                           "kernel r on 0x1 {\nnoc_semaphore_wait(s, 2)\nl1_read(l, 32)\n}\n";
  tta_protocol_options options = {.allocator = allocator, .max_states = 100};
  tta_protocol *p;
  (void)given;
  tta_status status = tta_protocol_check((tta_str){text, strlen(text)}, &options, &p);
  ck_assert_int_eq(p != NULL, status == TTA_OK);
  tta_protocol_free(p);
  return status;
}

START_TEST(no_memory) { each_request_fails(check_two, NULL, TTA_OK); }
END_TEST

/* A sender that does not wait for its receivers: a race, and many orders. */
START_TEST(search_after_an_error) {
  tta_protocol *p = check_text("semaphore ready on 0x0..0x47\nsemaphore valid on 0x0..0x47\n"
                               "buffer tile on 0x0..0x47 size 64 written\nkernel sender on 0x0 {\n"
                               "noc_semaphore_set(valid, 1)\nfor round in 0 .. 10 {\nnoc_semaphore_set(ready, 0)\n"
                               "noc_async_write_multicast(tile, get_noc_multicast_addr(0x1..0x47, tile), 64, 47)\n"
                               "noc_semaphore_set_multicast(valid, get_noc_multicast_addr(0x1..0x47, valid), 47)\n"
                               "noc_async_write_barrier()\n}\n}\nkernel receiver on 0x1..0x47 {\n"
                               "for round in 0 .. 10 {\nnoc_semaphore_set(valid, 0)\n"
                               "noc_semaphore_inc(get_noc_addr(0x0, ready), 1)\nnoc_semaphore_wait(valid, 1)\n"
                               "l1_read(tile, 64)\n}\nnoc_async_atomic_barrier()\n}\n");
  ck_assert_int_eq(fault_at(p, 1)->rule, TTA_RULE_protocol_race); /* after the limit, which is of no line */
  ck_assert_uint_le(tta_protocol_result(p).states, 3050);
  tta_protocol_free(p);
}
END_TEST

int main(void) {
  return RUN_SUITE("protocol", deadlock, pages, data, dst, sfpu, syntax, limits, json, traces, no_memory,
                   search_after_an_error);
}
