/* What the hardware does: when a write has left, landed and may be announced; words that are sent later; limits, sizes
 * and alignment by architecture; warnings of clean protocols. */
#include <stdio.h>

#include "protocols.h"
#include "suite.h"

static tta_protocol *check_on(const char *text, tta_arch arch) {
  tta_protocol *p;
  tta_protocol_options how = {.has_arch = true, .arch = arch};
  ck_assert_int_eq(tta_protocol_check((tta_str){text, strlen(text)}, &how, &p), TTA_OK);
  return p;
}

static void expect_on(tta_arch arch, const char *text, tta_rule rule, uint32_t line, const char *words) {
  tta_protocol *p = check_on(text, arch);
  const tta_diagnostic *f = fault_at(p, 0);
  ck_assert_msg(f != NULL, "no fault in %s", text);
  ck_assert_msg(f->rule == rule && line_of(p, f) == line && strstr(f->message.data, words), "line %u [%s] %s",
                line_of(p, f), tta_rule_get(f->rule)->name, f->message.data);
  tta_protocol_free(p);
}

static void pass_on(tta_arch arch, const char *text) {
  tta_protocol *p = check_on(text, arch);
  ck_assert_msg(!fault_at(p, 0), "%s", fault_at(p, 0) ? fault_at(p, 0)->message.data : "");
  tta_protocol_free(p);
}

#define PAIR "buffer l on 0x0..0x2 size 64\nsemaphore s on 0x0..0x2\nsemaphore t on 0x0..0x2\nkernel k on 0x0 {\n" \
  "l1_write(l, 64)\nnoc_semaphore_set(s, 1)\n"
#define FAR "get_noc_addr(0x1, l)"
#define FAR_S "get_noc_addr(0x1, s)"
#define BOTH "get_noc_multicast_addr(0x1..0x2, l)"
#define BOTH_S "get_noc_multicast_addr(0x1..0x2, s)"
#define READER "}\nkernel r on 0x1 {\nnoc_semaphore_wait(s, 1)\nl1_read(l, 64)\n}\n"
#define FLUSH "noc_async_writes_flushed()\n"

/* Unicast data, then a flag by a unicast write of the same NoC: in order. An increment is not. */
START_TEST(data_before_flag) {
  expect_pass(PAIR "noc_async_write(l, " FAR ", 64)\nnoc_semaphore_set_remote(s, " FAR_S ")\n" FLUSH READER);
  expect(PAIR "noc_async_write(l, " FAR ", 64)\nnoc_semaphore_inc(" FAR_S ", 1)\n" FLUSH READER,
         TTA_RULE_protocol_barrier, 8, false, "signals core 0x1");
  expect(PAIR "noc_async_write(l, " FAR ", 64)\n" FLUSH "noc_semaphore_inc(" FAR_S ", 1)\n" READER,
         TTA_RULE_protocol_barrier, 9, false, "signals core 0x1");
  expect(PAIR "noc_async_write(l, " FAR ", 64)\nnoc_semaphore_set_multicast(s, " BOTH_S ")\n" FLUSH READER,
         TTA_RULE_protocol_barrier, 8, false, "signals core 0x1");
  expect_pass(PAIR "noc_async_write_multicast(l, " BOTH ", 64)\nnoc_semaphore_set_multicast(s, " BOTH_S ")\n" FLUSH
              READER);
  expect(PAIR "noc_async_write_multicast(l, " BOTH ", 64)\nnoc_semaphore_set_remote(s, " FAR_S ")\n" FLUSH READER,
         TTA_RULE_protocol_barrier, 8, false, "signals core 0x1");
  expect(PAIR "noc_async_write_multicast(l, " BOTH ", 64)\nnoc_semaphore_inc(" FAR_S ", 1)\n" FLUSH READER,
         TTA_RULE_protocol_barrier, 8, false, "signals core 0x1");
  /* a posted write never lands observably */
  expect(PAIR "noc_async_write_posted(l, " FAR ", 64)\nnoc_async_write_barrier()\nnoc_semaphore_inc(" FAR_S ", 1)\n"
         READER, TTA_RULE_protocol_barrier, 9, false, "signals core 0x1");
  expect_pass(PAIR "noc_async_write_posted(l, " FAR ", 64)\nnoc_semaphore_set_remote(s, " FAR_S ")\n" FLUSH
              "noc_async_posted_writes_flushed()\n" READER);
}
END_TEST

START_TEST(blackhole_flush) {
  const char *none = PAIR "noc_async_write_multicast(l, " BOTH ", 64)\nnoc_semaphore_set_multicast(s, " BOTH_S ")\n"
                     FLUSH READER;
  const char *flushed = PAIR "noc_async_write_multicast(l, " BOTH ", 64)\n" FLUSH
                        "noc_semaphore_set_multicast(s, " BOTH_S ")\n" FLUSH READER;
  pass_on(TTA_ARCH_WORMHOLE_B0, none);
  expect_on(TTA_ARCH_BLACKHOLE, none, TTA_RULE_protocol_race, 8, "noc_async_writes_flushed() is missing");
  pass_on(TTA_ARCH_BLACKHOLE, flushed);
}
END_TEST

/* The source of a write and the word of a remote set are read later. */
START_TEST(sources) {
  expect(PAIR "noc_async_write(l, " FAR ", 64)\nl1_write(l, 64)\nnoc_async_write_barrier()\n}\n",
         TTA_RULE_protocol_barrier, 8, false, "still being sent");
  expect_pass(PAIR "noc_async_write(l, " FAR ", 64)\n" FLUSH "l1_write(l, 64)\nnoc_async_write_barrier()\n}\n");
  expect(PAIR "noc_async_write(l, " FAR ", 64)\nnoc_async_posted_writes_flushed()\nl1_write(l, 64)\n" FLUSH "}\n",
         TTA_RULE_protocol_barrier, 9, false, "still being sent");
  expect(PAIR "noc_semaphore_set_remote(s, " FAR_S ")\nnoc_semaphore_set(s, 0)\n" FLUSH "}\n", TTA_RULE_protocol_race,
         8, false, "still being sent");
  expect_pass(PAIR "noc_semaphore_set_remote(s, " FAR_S ")\nnoc_semaphore_set(s, 1)\n" FLUSH "}\n");
  expect_pass(PAIR "noc_semaphore_set_remote(s, " FAR_S ")\n" FLUSH "noc_semaphore_set(s, 0)\n}\n");
  /* a reply proves that the message has left */
  expect_pass(PAIR "noc_semaphore_set_remote(s, " FAR_S ")\nnoc_semaphore_wait(t, 1)\nnoc_semaphore_set(s, 0)\n}\n"
              "kernel r on 0x1 {\nnoc_semaphore_wait(s, 1)\nnoc_semaphore_inc(get_noc_addr(0x0, t), 1)\n"
              "noc_async_atomic_barrier()\n}\n");
}
END_TEST

START_TEST(transaction_ids) {
  const char *text = TWO K "noc_async_read_with_trid(d, l, 32, 3)\nnoc_async_read_barrier_with_trid(%d)\n"
                     "l1_read(l, 32)\nnoc_async_read_barrier()\n}\n";
  char other[600], same[600];
  snprintf(other, sizeof other, text, 4);
  snprintf(same, sizeof same, text, 3);
  expect_pass(same);
  expect(other, TTA_RULE_protocol_barrier, 7, false, "in flight");
  expect(TWO K "noc_async_read_with_trid(d, l, 32, 16)\n}\n", TTA_RULE_protocol_syntax, 5, false,
         "out of range [0, 15]");
}
END_TEST

START_TEST(loopback) {
  expect_pass(PAIR "noc_async_write_multicast_loopback_src(l, get_noc_multicast_addr(0x0..0x2, l), 64, 3)\n"
              "noc_async_write_barrier()\n}\n");
  expect(PAIR "noc_async_write_multicast_loopback_src(l, " BOTH ", 64, 2)\n}\n", TTA_RULE_protocol_syntax, 7, false,
         "outside the multicast rectangle");
  expect(PAIR "noc_semaphore_set_multicast_loopback_src(s, get_noc_multicast_addr(0x0, s), 1)\n}\n",
         TTA_RULE_protocol_syntax, 7, false, "sender alone");
  expect(PAIR "noc_semaphore_set_multicast_loopback_src(s, get_noc_multicast_addr(0x0..0x2, s), 2)\n}\n",
         TTA_RULE_protocol_syntax, 7, false, "num_dests is 2");
}
END_TEST

START_TEST(alignment) {
  const char *text = "buffer d in dram size 128 written\nbuffer l on 0x0 size 128\n" K
                     "noc_async_read(d + 32, l, 32)\nnoc_async_read_barrier()\n}\n";
  pass_on(TTA_ARCH_WORMHOLE_B0, text);
  expect_on(TTA_ARCH_BLACKHOLE, text, TTA_RULE_protocol_alignment, 4, "the same remainder by 64");
  expect("buffer d in dram size 128 written\nbuffer l on 0x0 size 128\n" K "noc_async_read(d + 16, l, 32)\n}\n",
         TTA_RULE_protocol_alignment, 4, false, "the same remainder by 32");
}
END_TEST

START_TEST(dst_by_architecture) {
  expect("cb c on 0x0 pages 2 page_size 32\ndst on 0x0 mode Half fp32\n" FEED K
         "acquire_dst(Half)\ncb_wait_front(c, 1)\ncopy_tile(c, 0, 4)\n}\n",
         TTA_RULE_protocol_dst, 11, false, "4 tiles");
  expect_on(TTA_ARCH_GRAYSKULL, "dst on 0x0 mode Half fp32\n" K "acquire_dst(Half)\n}\n", TTA_RULE_protocol_dst, 3,
            "grayskull does not support");
#define ROW "dst on 0x0 mode Half\n" K "acquire_dst(Half)\nfill_tile(0)\nsfpu_start(0)\nsfpu_load(dst_reg[31])\n" \
  "release_dst(Half)\n}\n"
  pass_on(TTA_ARCH_WORMHOLE_B0, ROW);
  expect_on(TTA_ARCH_GRAYSKULL, ROW, TTA_RULE_protocol_unwritten, 6, "dst_reg[16 * t]");
}
END_TEST

START_TEST(processors) {
  expect("semaphore s on 0x0\n" DST K "noc_semaphore_wait(s, 0)\nacquire_dst(Half)\n}\n", TTA_RULE_protocol_processor,
         6, false, "runs in compute kernels only");
  expect("kernel a on 0x0 {\n}\nkernel b on 0x0 {\n}\nkernel c on 0x0 {\n}\nkernel d on 0x0 {\n}\n",
         TTA_RULE_protocol_processor, 7, false, "more than 3 kernels");
  char text[2000] = "";
  for (int i = 0; i < 33; i++) sprintf(text + strlen(text), "cb c%d on 0x0 pages 1 page_size 16\n", i);
  strcat(text, "kernel a on 0x0 {\n}\n");
  expect(text, TTA_RULE_protocol_limit, 33, false, "more than 32 circular buffers on one core");
  tta_protocol *p = check_text(text);
  ck_assert(!tta_protocol_is_undecided(p)); /* a limit of the hardware, not of the check */
  tta_protocol_free(p);
  pass_on(TTA_ARCH_BLACKHOLE, text);
  strcpy(text, "");
  for (int i = 0; i < 17; i++) sprintf(text + strlen(text), "semaphore s%d on 0x0\n", i);
  strcat(text, "kernel a on 0x0 {\n}\n");
  expect(text, TTA_RULE_protocol_limit, 17, false, "more than 16 semaphores on one core");
}
END_TEST

#define OUT "cb o on 0x0 pages 4 page_size 32\n"
#define WROTE "acquire_dst(Half)\nfill_tile(0)\nfill_tile(1)\ncb_reserve_back(o, 2)\n"
#define DONE "cb_push_back(o, 2)\nrelease_dst(Half)\n}\n"
#define DRAIN "kernel w on 0x0 {\ncb_wait_front(o, 2)\nl1_read(get_read_ptr(o), 64)\ncb_pop_front(o, 2)\n}\n"
START_TEST(packing) {
  expect_pass(DST OUT K WROTE "pack_tile(0, o, 1)\npack_tile(1, o, 0)\n" DONE DRAIN);
  expect_pass(DST OUT K WROTE "pack_tile_block(0, o, 2)\n" DONE DRAIN);
  expect(DST OUT K WROTE "pack_tile(0, o, 2)\n" DONE DRAIN, TTA_RULE_protocol_overflow, 9, false, "page 2 of 'o'");
  expect(DST OUT K WROTE "pack_tile_block(0, o, 3)\n" DONE DRAIN, TTA_RULE_protocol_unwritten, 9, false,
         "tile 2 of dst");
}
END_TEST

/* Warnings, where there is no error. */
START_TEST(warnings) {
  expect(PAIR "noc_async_write(l, " FAR ", 64)\n}\n", TTA_RULE_protocol_in_flight, 7, true, "may not have left");
  expect_pass(PAIR "noc_async_write(l, " FAR ", 64)\n" FLUSH "}\n");
  expect(PAIR "noc_semaphore_inc(" FAR_S ", 1)\n}\n", TTA_RULE_protocol_in_flight, 7, true,
         "noc_async_atomic_barrier() is missing");
  expect(DST OUT K WROTE "pack_tile_block(0, o, 2)\n" DONE "kernel w on 0x0 {\ncb_wait_front(o, 1)\n"
         "l1_read(get_read_ptr(o), 32)\ncb_pop_front(o, 1)\n}\n", TTA_RULE_protocol_leftover, 10, true, "remain");
  expect(DST OUT K WROTE "pack_tile_block(0, o, 2)\n" DONE "kernel w on 0x0 {\ncb_wait_front(o, 2)\n"
         "cb_pop_front(o, 2)\n}\n", TTA_RULE_protocol_stale, 15, true, "no kernel read");
  expect(PAIR "noc_async_write(l, " FAR ", 64)\nnoc_async_write_barrier()\nnoc_async_write(l, " FAR ", 64)\n" FLUSH
         "}\n", TTA_RULE_protocol_stale, 9, true, "before any read");
}
END_TEST

int main(void) {
  return RUN_SUITE("protocol_hardware", data_before_flag, blackhole_flush, sources, transaction_ids, loopback,
                   alignment, dst_by_architecture, processors, packing, warnings);
}
