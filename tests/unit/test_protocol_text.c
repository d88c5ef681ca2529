/* Errors of the parser and the checks of a protocol, by statement: kind, line and text of each message; truncated
 * texts; every allocation failing. Rules: docs/protocol.md. */
#include <stdio.h>

#include "base/str.h"
#include "failing.h"
#include "protocols.h"
#include "suite.h"

typedef struct fault_case {
  const char *text;
  tta_rule rule;
  uint32_t line;
  const char *words;
} fault_case;

/* All at once, so that one change of words shows all it changes. */
static void expect_all(const fault_case *cases, size_t count) {
  size_t wrong = 0;
  for (size_t i = 0; i < count; i++) {
    tta_protocol *p = check_text(cases[i].text);
    const tta_diagnostic *f = fault_at(p, 0);
    bool right = f && f->rule == cases[i].rule && line_of(p, f) == cases[i].line && f->severity == TTA_SEVERITY_ERROR &&
                 strstr(f->message.data, cases[i].words) && !tta_protocol_passes(p);
    if (!right)
      printf("# %s\n#   expected line %u [%s] %s\n#   got      line %u [%s] %s\n", cases[i].text, cases[i].line,
             tta_rule_get(cases[i].rule)->name, cases[i].words, line_of(p, f), f ? tta_rule_get(f->rule)->name : "",
             f ? f->message.data : "no fault");
    wrong += !right;
    tta_protocol_free(p);
  }
  ck_assert_msg(!wrong, "%zu of %zu", wrong, count);
}
#define EXPECT_ALL(cases) expect_all(cases, sizeof(cases) / sizeof *(cases))

#define BAD(text, line, words)                                                                                         \
  { text, TTA_RULE_protocol_syntax, line, words }
#define D "buffer d in dram size 64 written\n"
#define B "buffer b on 0x0 size 64 written\n"
#define S "semaphore s on 0x0..1x1\n"
#define IN(statement) K statement "\n}\n"

START_TEST(declarations) {
  static const fault_case cases[] = {
      BAD("hello\n", 1, "expected arch, const, core, semaphore, cb, buffer, dst or kernel"),
      BAD("arch\n", 1, "expected an architecture such as wormhole_b0, found ''"),
      BAD("arch hopper\n", 1, "found 'hopper'"),
      BAD("arch blackhole 2\n", 1, "expected the end of the line"),
      BAD("const\n", 1, "expected a name"),
      BAD("const 5 = 1\n", 1, "expected a name"),
      BAD("const my_x = 1\n", 1, "'my_x' has a meaning of its own; use another name"),
      BAD("const my_y = 1\n", 1, "'my_y' has a meaning of its own"),
      BAD("const dram = 1\n", 1, "'dram' has a meaning of its own"),
      BAD("const a 1\n", 1, "expected '='"),
      BAD("const a = 1 2\n", 1, "expected the end of the line"),
      BAD("const a = 9223372036854775807 + 1\n", 1, "divides by zero or exceeds 64 bits"),
      BAD("const a = -9223372036854775807 - 2\n", 1, "divides by zero or exceeds 64 bits"),
      BAD("const a = 4294967296 * 4294967296\n", 1, "divides by zero or exceeds 64 bits"),
      BAD("const a = 5 % 0\n", 1, "divides by zero or exceeds 64 bits"),
      BAD("const a = -(-9223372036854775807 - 1)\n", 1, "divides by zero or exceeds 64 bits"),
      BAD("const a = (1 + 2\n", 1, "expected ')'"),
      BAD("const a = 1 + 2)\n", 1, "expected the end of the line"),
      BAD("const a = 1 +\n", 1, "expected a number, a constant or a loop's variable"),
      BAD("const a = 1x\n", 1, "expected a number, a constant"),
      BAD("const a = 1x2\n", 1, "expected a number, a constant"),
      BAD("const a = \x01\n", 1, "expected a number, a constant"),
      BAD("const a = \xc3\xa4\n", 1, "expected a number, a constant"),
      BAD("const a = b\n", 1, "expected a number, a constant or a loop's variable; 'b' is not declared"),
      BAD("const a = my_x\n", 1, "expected a constant that does not depend on the core"),
      BAD("const a = my_y + 1\n", 1, "expected a constant that does not depend on the core"),
      BAD("core a 0x0\n", 1, "expected '='"),
      BAD("core a =\n", 1, "expected a core such as 0x1 (row, column) or its name"),
      BAD("core a = 5\n", 1, "expected a core such as 0x1"),
      BAD("core a = 0x0 1\n", 1, "expected the end of the line"),
      BAD("core a = 0x64\n", 1, "row and column are from 0 to 63, got 0x64"),
      BAD("core a = 64x0\n", 1, "row and column are from 0 to 63, got 64x0"),
      BAD("core a = 0x99999999999999999999\n", 1, "row and column are from 0 to 63, got 0x99999999999999999999"),
      BAD("core a = 0x0000000000000000000000000000000000000000000000064\n", 1,
          "got 0x00000000000000000000000000000000000000"),
      BAD("core a = 5y\n", 1, "expected a core such as 0x1"),
      BAD("core a = 0x0..\n", 1, "expected a core such as 0x1"),
      BAD("core a = 0x0..b\n", 1, "'b' is not declared"),
      BAD("core a = 0x1..1x0\n", 1, "the last core 1x0 is above or left of the first 0x1"),
      BAD("const b = 1\ncore a = b\n", 2,
          "expected a core such as 0x1 (row, column) or its name; 'b' is a constant (line 1)"),
      BAD("core b = 0x0\nconst a = b\n", 2, "'b' is a core (line 1)"),
      BAD(S "const a = s\n", 2, "'s' is a semaphore (line 1)"),
      BAD(D "const a = d\n", 2, "'d' is a buffer (line 1)"),
      BAD(CB "const a = c\n", 2, "'c' is a circular buffer (line 1)"),
      BAD("semaphore s\n", 1, "expected 'on'"),
      BAD("semaphore s on\n", 1, "expected a core"),
      BAD("semaphore s on 0x0 = -1\n", 1, "expected an initial value from 0 to 4294967295, got -1"),
      BAD("semaphore s on 0x0 = 4294967296\n", 1, "expected an initial value from 0 to 4294967295, got 4294967296"),
      BAD("semaphore s on 0x0 = 1 2\n", 1, "expected the end of the line"),
      BAD("semaphore on 0x0\n", 1, "expected 'on'"),
      BAD("cb\n", 1, "expected a name"),
      BAD("cb c\n", 1, "expected 'on'"),
      BAD("cb c on 0x0\n", 1, "expected 'pages'"),
      BAD("cb c on 0x0 pages\n", 1, "expected a number"),
      BAD("cb c on 0x0 pages 65536 page_size 16\n", 1, "expected a number of pages from 1 to 65535, got 65536"),
      BAD("cb c on 0x0 pages 1\n", 1, "expected 'page_size'"),
      BAD("cb c on 0x0 pages 1 page_size 0\n", 1, "expected a page size from 1 to"),
      BAD("cb c on 0x0 pages 1 page_size 16 wet\n", 1, "expected the end of the line"),
      BAD("buffer\n", 1, "expected a name"),
      BAD("buffer b\n", 1, "expected 'in dram' or 'on' and cores"),
      BAD("buffer b in l1\n", 1, "expected 'dram'"),
      BAD("buffer b on q\n", 1, "'q' is not declared"),
      BAD("buffer b in dram\n", 1, "expected 'size'"),
      BAD("buffer b in dram size -1\n", 1, "expected a size from 0 to"),
      BAD("buffer b in dram size 24\n", 1, "24 bytes are not a multiple of 16, the L1 alignment"),
      BAD("buffer b in dram size 16 wet\n", 1, "expected the end of the line"),
      BAD("dst on 0x0\n", 1, "expected 'mode'"),
      BAD("dst 0x0\n", 1, "expected 'on'"),
      BAD("dst on 0x0 mode Quarter\n", 1, "expected Half or Full"),
      BAD("dst on 0x0 mode Half 1\n", 1, "expected the end of the line"),
      BAD("kernel {\n", 1, "expected a name"),
      BAD("kernel k {\n", 1, "expected 'on'"),
      BAD("kernel k on 0x0\n", 1, "expected '{'"),
      BAD("kernel k on 0x0 { }\n", 1, "expected the end of the line"),
  };
  EXPECT_ALL(cases);
}
END_TEST

START_TEST(statements) {
  static const fault_case cases[] = {
      BAD(IN("} x"), 2, "expected the end of the line"),
      BAD(IN("for"), 2, "expected the name of the loop's variable"),
      BAD(IN("for 5 in 0 .. 2 {\n}"), 2, "expected the name of the loop's variable"),
      BAD(IN("for i = 0 .. 2 {\n}"), 2, "expected 'in'"),
      BAD(IN("for i in .. 2 {\n}"), 2, "expected a number"),
      BAD(IN("for i in 0 2 {\n}"), 2, "expected '..'"),
      BAD(IN("for i in 0 .. {\n}"), 2, "expected a number"),
      BAD(IN("for i in 0 .. 2 step {\n}"), 2, "expected a number"),
      BAD(IN("for i in 0 .. 2"), 2, "expected '{'"),
      BAD(IN("for i in 0 .. 2 { x\n}"), 2, "expected the end of the line"),
      BAD(IN("for i in 0 .. 2 step 0 {\n}"), 2, "argument 0 is out of range [1, "),
      BAD(IN("for i in 1 / my_x .. 2 {\n}"), 2, "an argument divides by a number below 1 or exceeds 64 bits"),
      BAD(IN("for i in 0 .. 2 % my_x {\n}"), 2, "an argument divides by a number below 1"),
      BAD(CB IN("cb_wait_front c, 1)"), 3, "expected '('"),
      BAD(CB IN("cb_wait_front(c 1)"), 3, "expected ','"),
      BAD(CB IN("cb_wait_front(c, 1"), 3, "expected ')'"),
      BAD(CB IN("cb_wait_front(c, 1) x"), 3, "expected the end of the line"),
      BAD(CB IN("cb_wait_front(5, 1)"), 3, "expected a circular buffer"),
      BAD(B IN("cb_wait_front(b, 1)"), 3, "expected a circular buffer; 'b' is a buffer (line 1)"),
      BAD(CB IN("cb_wait_front(c, 1 / my_x)"), 3, "an argument divides by a number below 1"),
      BAD(IN("add_tiles<a"), 2, "expected '>'"),
      BAD(IN("add_tiles<a>"), 2, "expected '('"),
      BAD(IN("a_name_that_is_longer_than_sixty_bytes_and_so_is_cut_in_the_message_here()"), 2,
          "no operation 'a_name_that_is_longer_than_sixty_bytes_and_so_is_cut_in_the_mess'"),
      BAD(IN("dst_reg++ 1"), 2, "expected the end of the line"),
      BAD(IN("dst_reg+"), 2, "no operation 'dst_reg'"),
      BAD(IN("acquire_dst(Some)"), 2, "expected Half or Full"),
      BAD(IN("llk_math_eltwise_unary_datacopy(C2D, 0)"), 2, "expected A2D or B2D"),
      BAD(IN("sfpu_load(dst_reg 0)"), 2, "expected '['"),
      BAD(IN("sfpu_load(dst_reg[])"), 2, "expected a number"),
      BAD(IN("sfpu_load(dst_reg[0)"), 2, "expected ']'"),
      {IN("sfpu_load(lreg[0])"), TTA_RULE_protocol_sfpu, 2,
       "reads and writes dst only: expected dst_reg[..], got 'lreg'"},
      {IN("sfpu_load(a_name_that_is_longer_than_sixty_bytes_and_so_is_cut_in_the_message[0])"), TTA_RULE_protocol_sfpu,
       2, "got 'a_name_that_is_longer_than_sixty_bytes_and_so_is_cut_in_the_mess'"},
      BAD(B IN("exp_tile(b)"), 3, "expected a number, a constant or a loop's variable; 'b' is a buffer"),
      BAD(IN("exp_tile(b)"), 2, "'b' is not declared"),
  };
  EXPECT_ALL(cases);
}
END_TEST

START_TEST(places) {
  static const fault_case cases[] = {
      BAD(IN("l1_read(5, 16)"), 2, "expected get_read_ptr(..), get_write_ptr(..) or a buffer"),
      BAD(IN("l1_read(get_read_ptr c, 16)"), 2, "expected '('"),
      BAD(IN("l1_read(get_read_ptr(c), 16)"), 2, "expected a circular buffer; 'c' is not declared"),
      BAD(CB IN("l1_read(get_write_ptr(c, 16)"), 3, "expected ')'"),
      BAD(B IN("l1_read(b +, 16)"), 3, "expected a number"),
      BAD(D IN("l1_read(d, 16)"), 3, "expected an address in L1 of this core; this buffer is in DRAM"),
      BAD(B IN("l1_read(get_noc_addr(0x1, b), 16)"), 3, "expected an address on this core"),
      BAD(B IN("l1_read(get_noc_multicast_addr(0x1, b), 16)"), 3, "is only valid in operations that end in _multicast"),
      BAD(S IN("noc_semaphore_wait(get_noc_addr(0x1, s), 1)"), 3, "expected an address on this core"),
      BAD(S IN("noc_semaphore_wait(5, 1)"), 3, "expected a semaphore"),
      BAD(B IN("noc_semaphore_inc(b, 1)"), 3, "expected a semaphore; 'b' is a buffer"),
      BAD(S IN("noc_semaphore_inc(get_noc_addr 0x1, s), 1)"), 3, "expected '('"),
      BAD(S IN("noc_semaphore_inc(get_noc_addr(5, s), 1)"), 3, "expected a core"),
      BAD(S IN("noc_semaphore_inc(get_noc_addr(0x1 s), 1)"), 3, "expected ','"),
      BAD(S IN("noc_semaphore_inc(get_noc_addr(0x1, q), 1)"), 3, "expected a semaphore; 'q' is not declared"),
      BAD(S IN("noc_semaphore_inc(get_noc_addr(0x1, s, 1)"), 3, "expected ')'"),
      BAD(S IN("noc_semaphore_inc(get_noc_addr(0x0..1x0, s), 1)"), 3,
          "expected one core; several are get_noc_multicast_addr"),
      BAD(S IN("noc_semaphore_inc(get_noc_addr(0x0..0x1, s), 1)"), 3,
          "expected one core; several are get_noc_multicast_addr"),
      BAD(S IN("noc_semaphore_set_multicast(s, get_noc_addr(0x1, s))"), 3, "expected get_noc_multicast_addr(..)"),
      BAD(S IN("noc_semaphore_set_multicast(s, s)"), 3, "expected get_noc_multicast_addr(..)"),
      BAD(D B IN("noc_async_read(get_noc_addr(0x1, d), b, 16)"), 4,
          "a buffer in DRAM is on no core; use its name alone"),
      BAD(B IN("noc_async_read(get_noc_addr(0x1, q), b, 16)"), 3, "'q' is not declared"),
      /* what is known only when the loops are written out */
      BAD(B IN("l1_read(b + 1 / my_x, 16)"), 3, "an offset divides by a number below 1 or exceeds 64 bits"),
      {B IN("l1_read(b + 9223372036854775807, 16)"), TTA_RULE_protocol_overflow, 3, "exceed its 64 bytes"},
      {B IN("l1_read(b - 16, 16)"), TTA_RULE_protocol_syntax, 3, "expected ','"},
      {B IN("l1_read(b + -16, 16)"), TTA_RULE_protocol_overflow, 3,
       "16 bytes at byte -16 of 'b' exceed its 64 bytes"},
      {B IN("l1_read(b + 64, 16)"), TTA_RULE_protocol_overflow, 3, "16 bytes at byte 64 of 'b' exceed its"},
      BAD(B IN("l1_read(b + 8, 16)"), 3, "16 bytes at byte 8 of 'b': both must be multiples of 16"),
      BAD(B IN("l1_read(b, 0)"), 3, "argument 0 is out of range [1, "),
      BAD("buffer b on 1x1 size 64\n" IN("l1_read(b, 16)"), 3, "'b' is not on core 0x0 (declared in line 1)"),
      BAD("buffer b on 0x1..1x1 size 64\n" IN("l1_write(b, 16)"), 3, "'b' is not on core 0x0"),
      BAD("cb c on 1x0 pages 1 page_size 16\n" IN("cb_wait_front(c, 1)"), 3,
          "circular buffer 'c' is not on this core (declared in line 1)"),
      BAD("semaphore s on 1x0\n" IN("noc_semaphore_wait(s, 1)"), 3,
          "semaphore 's' is not on core 0x0 (declared in line 1)"),
      BAD(S IN("noc_semaphore_wait(s, -1)"), 3, "argument -1 is out of range [0, 4294967295]"),
      BAD(S IN("noc_semaphore_inc(get_noc_addr(2x2, s), 1)"), 3, "semaphore 's' is not on core 2x2"),
      BAD(S IN("noc_semaphore_set_remote(s, get_noc_addr(2x2, s))"), 3, "semaphore 's' is not on core 2x2"),
      BAD("semaphore s on 0x1\n" IN("noc_semaphore_set_remote(s, get_noc_addr(0x1, s))"), 3,
          "semaphore 's' is not on core 0x0"),
      BAD(B IN("noc_async_read(get_noc_addr(0x1, b), b, 16)"), 3, "'b' is not on core 0x1"),
      BAD(B IN("noc_async_read(b, get_noc_addr(0x1, b), 16)"), 3, "expected an address on this core"),
      BAD(D B IN("noc_async_read(d, b, 0)"), 4, "argument 0 is out of range [1, "),
      {D B IN("noc_async_read(d, b + 64, 16)"), TTA_RULE_protocol_overflow, 4, "at byte 64 of 'b'"},
      {D B IN("noc_async_write(b + 64, d, 16)"), TTA_RULE_protocol_overflow, 4, "at byte 64 of 'b'"},
      {D B IN("noc_async_write(b, d + 64, 16)"), TTA_RULE_protocol_overflow, 4, "at byte 64 of 'd'"},
      BAD(D B IN("noc_async_write(b, d, 0)"), 4, "argument 0 is out of range [1, "),
  };
  EXPECT_ALL(cases);
}
END_TEST

#define WIDE "buffer b on 0x0..1x1 size 64 written\n"
#define SEND(to, rest) "noc_async_write_multicast(b, get_noc_multicast_addr(" to ", b), 16" rest ")"
START_TEST(multicasts) {
  static const fault_case cases[] = {
      BAD(WIDE IN(SEND("0x0..0x1", "")), 3, "the sender is in the multicast rectangle"),
      BAD(WIDE IN(SEND("0x1..1x1", ", 3")), 3, "num_dests is 3, but the rectangle has 2 cores"),
      BAD(WIDE IN(SEND("0x1..1x1", ", -1")), 3, "argument -1 is out of range [0, "),
      BAD(WIDE IN(SEND("0x1..2x1", "")), 3, "'b' is not on core 2x1"),
      BAD(WIDE IN("noc_async_write_multicast(b, get_noc_multicast_addr(0x1, b), 0)"), 3, "argument 0 is out of range"),
      BAD(S IN("noc_semaphore_set_multicast(s, get_noc_multicast_addr(0x0..1x1, s))"), 3,
          "the sender is in the multicast"),
      BAD(S IN("noc_semaphore_set_multicast(s, get_noc_multicast_addr(0x1..1x1, s), 1)"), 3,
          "num_dests is 1, but the rectangle has 2"),
      BAD(S IN("noc_semaphore_set_multicast(s, get_noc_multicast_addr(0x1..0x2, s))"), 3,
          "semaphore 's' is not on core 0x2"),
      BAD("semaphore s on 0x1\n" IN("noc_semaphore_set_multicast(s, get_noc_multicast_addr(0x1, s))"), 3,
          "is not on core 0x0"),
  };
  EXPECT_ALL(cases);
  expect(WIDE IN(SEND("0x1..1x1", ", 2")), TTA_RULE_protocol_in_flight, 3, true,
         "noc_async_write_barrier() is missing");
  /* a rectangle on any side of the sender */
  static const char *const beside[] = {"0x1..2x2", "1x0..2x2", "2x1", "1x2"};
  for (size_t i = 0; i < 2; i++) {
    char text[300];
    snprintf(
        text, sizeof text,
        "buffer b on 0x0..2x2 size 64 written\nkernel k on %s {\n" SEND("%s", "") "\nnoc_async_write_barrier()\n}\n",
        "0x0", beside[i]);
    expect_pass(text);
  }
  static const char *const senders[] = {"0x1", "1x0", "1x2", "2x1"};
  for (size_t i = 0; i < 4; i++) {
    char text[300];
    snprintf(text, sizeof text,
             "buffer b on 0x0..2x2 size 64 written\nkernel k on %s {\n" SEND("1x1",
                                                                             ", 1") "\nnoc_async_write_barrier()\n}\n",
             senders[i]);
    expect_pass(text);
  }
}
END_TEST

#define ACQUIRE "acquire_dst(Half)\n"
START_TEST(compute) {
  static const fault_case cases[] = {
      {DST IN("copy_tile(c, 0, 0)"), TTA_RULE_protocol_dst, 4, "works on dst without having acquired it"},
      {DST IN("pack_tile(0, c)"), TTA_RULE_protocol_dst, 4, "packs from dst without having acquired it"},
      {DST IN("tile_regs_acquire()\ntile_regs_commit()\nadd_tiles(c, c, 0, 0, 0)"), TTA_RULE_protocol_dst, 6,
       "computes in dst after tile_regs_commit"},
      {DST IN("tile_regs_acquire()\nrelease_dst(Half)"), TTA_RULE_protocol_dst, 5, "this must follow acquire_dst"},
      {DST IN("tile_regs_commit()"), TTA_RULE_protocol_dst, 4, "this must follow tile_regs_acquire"},
      {DST IN("tile_regs_wait()"), TTA_RULE_protocol_dst, 4, "this must follow tile_regs_commit"},
      {DST IN("tile_regs_release()"), TTA_RULE_protocol_dst, 4, "this must follow tile_regs_wait"},
      {CB IN("tile_regs_acquire()"), TTA_RULE_protocol_dst, 3, "no dst is declared on core 0x0 (dst on 0x0 mode Half)"},
      {DST IN(ACQUIRE "release_dst(Half)") "kernel m on 0x0 {\n" ACQUIRE "}\n", TTA_RULE_protocol_race, 8,
       "uses dst, and so does kernel 'k' on 0x0 on the same core"},
      BAD(DST FEED IN(ACQUIRE "cb_wait_front(c, 1)\ncopy_tile(c, 0, 1 / my_x)"), 11,
          "an argument divides by a number below 1"),
      {DST FEED IN(ACQUIRE "cb_wait_front(c, 1)\ncopy_tile(c, 0, -1)"), TTA_RULE_protocol_dst, 11,
       "tile -1 is out of range: dst has 8 tiles as Half"},
      {DST FEED IN(ACQUIRE "cb_wait_front(c, 1)\nadd_tiles(c, c, 0, 0, 8)"), TTA_RULE_protocol_dst, 11,
       "tile 8 is out of range"},
      {DST FEED IN(ACQUIRE "cb_wait_front(c, 1)\nadd_tiles(c, c, 1, 0, 0)"), TTA_RULE_protocol_unwritten, 11,
       "reads page 1 of 'c' but waited for 1: cb_wait_front(c, 2) is missing"},
      {DST FEED IN(ACQUIRE "cb_wait_front(c, 1)\nadd_tiles(c, c, 0, 1, 0)"), TTA_RULE_protocol_unwritten, 11,
       "reads page 1 of 'c' but waited for 1"},
      BAD(DST FEED IN(ACQUIRE "cb_wait_front(c, 1)\ncopy_tile(c, -1, 0)"), 11, "argument -1 is out of range [0, "),
      {DST FEED IN("llk_unpack_AB(c, c, 0, 0)"), TTA_RULE_protocol_unwritten, 9, "reads 'c' without waiting for it"},
      {DST FEED IN("cb_wait_front(c, 1)\nllk_unpack_AB(c, c, 0, 1)"), TTA_RULE_protocol_unwritten, 10,
       "reads page 1 of 'c' but waited for 1"},
      {DST IN("llk_math_eltwise_unary_datacopy(A2D, 0)"), TTA_RULE_protocol_dst, 4,
       "works on dst without having acquired it"},
      {DST IN(ACQUIRE "llk_math_eltwise_unary_datacopy(A2D, 0)"), TTA_RULE_protocol_unwritten, 5,
       "copies SrcA, which nothing was unpacked to"},
      {DST IN(ACQUIRE "llk_math_eltwise_unary_datacopy(B2D, 0)"), TTA_RULE_protocol_unwritten, 5,
       "copies SrcB, which nothing was unpacked to"},
      {DST IN(ACQUIRE "llk_math_eltwise_unary_datacopy(B2D, 8)"), TTA_RULE_protocol_dst, 5, "tile 8 is out of range"},
      BAD(DST IN(ACQUIRE "pack_tile(1 / my_x, c)"), 5, "an argument divides by a number below 1"),
      BAD("cb c on 0x1 pages 1 page_size 32\ndst on 0x0 mode Full\n" IN("acquire_dst(Full)\npack_tile(0, c)"), 5,
          "circular buffer 'c' is not on this core"),
      {DST IN(ACQUIRE "sfpu_start(0)\nsfpu_store(dst_reg[0])\nexp_tile(0)"), TTA_RULE_protocol_unwritten, 7,
       "but only a part was written (row dst_reg[1])"},
      {DST IN(ACQUIRE "sfpu_load(dst_reg[0])"), TTA_RULE_protocol_sfpu, 5, "dst_reg is used before sfpu_start(tile)"},
      {DST IN("sfpu_load(dst_reg[0])"), TTA_RULE_protocol_sfpu, 4, "the SFPU requires dst, which is not acquired"},
      {DST IN("sfpu_start(0)"), TTA_RULE_protocol_sfpu, 4, "which is not acquired"},
      {DST IN("dst_reg++"), TTA_RULE_protocol_sfpu, 4, "which is not acquired"},
      {DST IN(ACQUIRE "sfpu_start(8)"), TTA_RULE_protocol_sfpu, 5,
       "the SFPU accesses tile 8, but dst has 8 tiles as Half"},
      {DST IN(ACQUIRE "sfpu_start(-1)"), TTA_RULE_protocol_sfpu, 5, "the SFPU accesses tile -1, but dst has"},
      BAD(DST IN(ACQUIRE "sfpu_start(1 / my_x)"), 5, "an argument divides by a number below 1"),
      {DST IN(ACQUIRE "sfpu_start(0)\nsfpu_load(dst_reg[-1])"), TTA_RULE_protocol_sfpu, 6,
       "dst_reg[-1] is row -1, outside dst"},
      BAD(DST IN(ACQUIRE "sfpu_start(0)\nsfpu_load(dst_reg[1048577])"), 6,
          "argument 1048577 is out of range [-1048576, 1048576]"),
      /* pages that run past the end */
      {"cb c on 0x0 pages 2 page_size 32 written\ndst on 0x0 mode Half\n" IN(
           ACQUIRE "cb_wait_front(c, 1)\ncb_pop_front(c, 1)\ncb_wait_front(c, 2)\ncopy_tile(c, 1, 0)"),
       TTA_RULE_protocol_wrap, 8, "page 1 after read page 1 exceeds 'c' (2 pages)"},
      {DST IN(ACQUIRE "sfpu_start(0)\nfor i in 0 .. 16 {\nsfpu_store(dst_reg[i])\n}\ncb_reserve_back(c, "
                      "2)\npack_tile(0, c)\ncb_push_back(c, 1)\n"
                      "cb_reserve_back(c, 2)\npack_tile(0, c)\npack_tile(0, c)"),
       TTA_RULE_protocol_wrap, 14, "page 1 after write page 1 exceeds 'c' (2 pages)"},
      {DST IN(ACQUIRE "sfpu_start(0)\nfor i in 0 .. 16 {\nsfpu_store(dst_reg[0])\ndst_reg++\n}\ncb_reserve_back(c, "
                      "1)\npack_tile(0, c)\npack_tile(0, c)"),
       TTA_RULE_protocol_overflow, 12,
       "packs into 'c' with 1 of 1 reserved pages packed already: cb_reserve_back(c, 2) is missing"},
  };
  EXPECT_ALL(cases);
  expect("cb c on 0x0 pages 2 page_size 32\ndst on 0x0 mode Full\n" IN(ACQUIRE "release_dst(Half)"),
         TTA_RULE_protocol_dst, 4, true, "acquires dst as Half; line 2 declares it as Full");
}
END_TEST

/* Values: signs, brackets, all operators, names of loops inside each other, steps */
START_TEST(expressions) {
  static const struct {
    const char *expr;
    int value;
  } cases[] = {
      {"1 + 2 * 3", 7}, {"(1 + 2) * 3", 9},           {"7 / 2 - 1", 2}, {"-7 / 2 + 10", 6}, {"-7 % 4", 1}, {"--3", 3},
      {"-(1 - 4)", 3},  {"2 * (3 + (4 - 1)) % 5", 2}, {"((5))", 5},     {"10 - 4 - 3", 3},  {"a * 2", 4},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[300];
    snprintf(text, sizeof text,
             "const a = 2\nconst v = %s\nbuffer b on 0x0 size 16 * 16\n" K
             "for i in v .. %d {\nl1_read(b, 16)\n}\nfor i in v - 1 .. %d step 5 {\nl1_write(b, 16)\n}\n}\n",
             cases[i].expr, cases[i].value, cases[i].value);
    tta_protocol *p = check_text(text);
    ck_assert_msg(tta_protocol_passes(p) && tta_protocol_result(p).operations == 1, "%s is not %d", cases[i].expr,
                  cases[i].value);
    tta_protocol_free(p);
  }
  /* the innermost loop of a name; cores by row and column */
  expect_pass("buffer b on 1x2 size 256\nkernel k on 1x2 {\nfor i in 0 .. 2 {\nfor i in 5 .. 6 {\nl1_write(b + i * 16, "
              "16)\n}\n}\n"
              "l1_read(b + 80, 16)\nl1_write(b + 16 * (my_y * 10 + my_x), 16)\nl1_read(b + 192, 16)\n}\n");
  char deep[400] = "const a = ";
  for (int i = 0; i < 40; i++) strcat(deep, "1 + (");
  expect(deep, TTA_RULE_protocol_syntax, 1, false, "the expression nests more than 32 levels");
  strcpy(deep, "const a = ");
  for (int i = 0; i < 40; i++) strcat(deep, "-");
  expect(deep, TTA_RULE_protocol_syntax, 1, false, "the expression nests more than 32 levels");
}
END_TEST

START_TEST(bounds) {
  char text[4000] = K;
  for (int i = 0; i < 40; i++) strcat(text, "for i in 0 .. 1 {\n");
  expect(text, TTA_RULE_protocol_syntax, 18, false, "more than 16 loops inside each other");
  expect_too_large("semaphore a on 0x0..63x63\nsemaphore b on 0x0\n", 2,
                   "more than 4096 circular buffers or semaphores over all cores");
  expect_too_large("kernel k on 0x0..63x63 {\n}\nkernel l on 0x0..63x63 {\n}\n", 1, "kernels over all cores");
  expect_too_large("buffer b on 0x0..63x63 size 16777216\n", 1, "bytes of buffers in all");
  expect_too_large("cb c on 0x0..63x63 pages 65535 page_size 16\n" K "cb_reserve_back(c, 1)\n}\n", 1,
                   "the kernels access more than 67108864 bytes");
}
END_TEST

/* Of a tensor only what kernels access counts: its last page, and a page that no kernel wrote. */
START_TEST(large_tensors) {
  static const char text[] =
      "buffer a in dram size 4294967296 written\nbuffer b in dram size 8589934592\nbuffer l on 0x0 size 2048\n" K
      "noc_async_read(a + 4294965248, l, 2048)\nnoc_async_read_barrier()\nnoc_async_write(l, b + 4294967296, 2048)\n"
      "noc_async_write_barrier()\nnoc_async_read(b + %s, l, 2048)\nnoc_async_read_barrier()\n}\n";
  char both[1000];
  snprintf(both, sizeof both, text, "4294967296");
  expect_pass(both);
  snprintf(both, sizeof both, text, "4294969344");
  expect(both, TTA_RULE_protocol_unwritten, 9, false, "reads bytes that were not written");
  snprintf(both, sizeof both, text, "8589934592");
  expect(both, TTA_RULE_protocol_overflow, 9, false, "exceed its 8589934592 bytes");
}
END_TEST

START_TEST(many_faults) {
  /* a list of faults ends */
  tta_buf many;
  tta_buf_init(&many, NULL);
  for (int i = 0; i < 5000; i++) tta_buf_str(&many, "?\n");
  tta_buf_char(&many, 0);
  tta_protocol *p = check_text(many.data);
  ck_assert_uint_gt(tta_results_num_diagnostics(tta_protocol_results(p)), 10);
  ck_assert_uint_lt(tta_results_num_diagnostics(tta_protocol_results(p)), 5000);
  tta_protocol_free(p);
  tta_buf_free(&many);
}
END_TEST

/* ---- whole protocols ---- */

#define WHOLE                                                                                                          \
  "const n = 2 * (1 + 1) - 2 // two\ncore far = 0x1\ncore all = 0x0..far\nsemaphore s on all = 1\nsemaphore t on "     \
  "all\n"                                                                                                              \
  "buffer d in dram size 64 written\nbuffer e in dram size 64\nbuffer l on all size 64\ncb c on all pages n "          \
  "page_size 32\ncb o on 0x0 pages 1 page_size 32\n"                                                                   \
  "dst on 0x0 mode Half\n"                                                                                             \
  "kernel read on 0x0 {\nfor i in 0 .. n step 1 {\ncb_reserve_back(c, 1);\nnoc_async_read(d + i * 32, "                \
  "get_write_ptr(c), 32);\n"                                                                                           \
  "noc_async_read_barrier()\ncb_push_back(c, 1)\n}\nnoc_async_read(d, l, 64)\nnoc_async_read_barrier()\n"              \
  "noc_async_write(l, get_noc_addr(far, l), 64)\nnoc_async_write_barrier()\n"                                          \
  "noc_semaphore_set_multicast(s, get_noc_multicast_addr(far, t), 1)\nnoc_async_writes_flushed()\n}\n"                \
  "kernel compute on 0x0 {\nfor i in 0 .. n {\ncb_wait_front(c, 1)\ntile_regs_acquire()\n"                             \
  "add_tiles<X::Y>(c, c, 0, 0, 0)\nexp_tile(0)\ntile_regs_commit()\ntile_regs_wait()\ncb_reserve_back(o, 1)\n"         \
  "pack_tile(0, o)\ncb_push_back(o, 1)\ntile_regs_release()\ncb_pop_front(c, 1)\n}\n}\n"                               \
  "kernel write on 0x0 {\nfor i in 0 .. n {\ncb_wait_front(o, 1)\nnoc_async_write(get_read_ptr(o), e + i * 32, 32)\n"  \
  "noc_async_writes_flushed()\ncb_pop_front(o, 1)\n}\nnoc_async_write_barrier()\n}\n"                                  \
  "kernel other on far {\nnoc_semaphore_wait(t, 1)\nl1_read(l, 64)\n}\n"

/* A truncated protocol is rejected, or passes if no statement is missing; each error has its line. */
START_TEST(cut_short) {
  uint32_t lines = 1;
  size_t passed = 0;
  expect_pass(WHOLE);
  for (size_t n = 0; n < strlen(WHOLE); n++) {
    char *text = strndup(WHOLE, n);
    tta_protocol *p = check_text(text);
    ck_assert_msg(tta_protocol_passes(p) || tta_results_num_diagnostics(tta_protocol_results(p)), "%s", text);
    for (size_t i = 0; i < tta_results_num_diagnostics(tta_protocol_results(p)); i++) {
      const tta_diagnostic *f = fault_at(p, i);
      ck_assert_msg(line_of(p, f) <= lines && f->message.size, "line %u of %u: %s", line_of(p, f), lines,
                    f->message.data);
    }
    passed += tta_protocol_passes(p);
    lines += WHOLE[n] == '\n';
    tta_protocol_free(p);
    free(text);
  }
  ck_assert_uint_lt(passed, 10);
}
END_TEST

/* Each line is reported on its own: no error is a consequence of another one. */
START_TEST(independent_errors) {
  static const char text[] = "semaphor rdy on 0x0\n"
                             "semaphore ready on 0x0..0x1\n"
                             "buffer data on 0x0 size 32 writen\n"
                             "kernel k on 0x0 riscv0 {\n"
                             "noc_semaphore_wat(ready, 1)\n"
                             "noc_semaphore_wait(raedy, 1)\n"
                             "noc_semaphore_set(rdy, 1)\n"
                             "fro i in 0 .. 2 {\n"
                             "l1_read(data + i, 16)\n"
                             "}\n"
                             "for j in 0 . 2 {\n"
                             "noc_semaphore_wait(raedy, j)\n"
                             "}\n"
                             "} x\n"
                             "kernal q on 0x0 {\n"
                             "cb_push_back(later, 1)\n"
                             "}\n"
                             "core later = 0x0\n";
  static const struct {
    uint32_t line;
    const char *fix; /* the new text, or NULL */
  } expected[] = {{1, "semaphore"}, {3, "written"}, {4, "riscv_0"}, {5, "noc_semaphore_wait"}, {6, "ready"},
                  {8, "for"},       {11, NULL},     {14, NULL},     {15, "kernel"},            {16, NULL}};
  enum { COUNT = sizeof expected / sizeof *expected };
  tta_protocol *p = check_text(text);
  ck_assert_uint_eq(tta_results_num_diagnostics(tta_protocol_results(p)), COUNT);
  for (size_t i = 0; i < COUNT; i++) {
    const tta_diagnostic *f = fault_at(p, i);
    ck_assert_uint_eq(line_of(p, f), expected[i].line);
    ck_assert_uint_eq(f->num_fixes, expected[i].fix != NULL);
    if (expected[i].fix) ck_assert(tta_str_is(f->fixes[0].edits[0].text, expected[i].fix));
  }
  const tta_fix *both = &fault_at(p, 4)->fixes[0]; /* all uses of the name */
  ck_assert_uint_eq(both->num_edits, 2);
  ck_assert(!memcmp(text + both->edits[1].span.begin, "raedy", 5) && tta_str_is(both->edits[1].text, "ready"));
  tta_protocol_free(p);
}
END_TEST

static tta_status check_given(const tta_allocator *allocator, const void *given) {
  const fault_case *c = given;
  tta_protocol_options options = {.allocator = allocator};
  tta_protocol *p;
  tta_status status = tta_protocol_check((tta_str){c->text, strlen(c->text)}, &options, &p);
  ck_assert_int_eq(p != NULL, status == TTA_OK);
  if (p && !c->words) ck_assert(tta_protocol_passes(p));
  if (p && c->words)
    ck_assert_msg(fault_at(p, 0) && strstr(fault_at(p, 0)->message.data, c->words), "%s: %s", c->text,
                  fault_at(p, 0) ? fault_at(p, 0)->message.data : "no fault");
  tta_protocol_free(p);
  return status;
}

START_TEST(no_memory) {
  static const fault_case cases[] = {
      {WHOLE, TTA_RULE_protocol_syntax, 0, NULL},
      {WHOLE "kernel more on 0x1 {\nnoc_semaphore_wait(s, 5)\n}\n", TTA_RULE_protocol_deadlock, 0,
       "'s' on 0x1 is 1, not 5"},
      {CB K "cb_wait_front(c, 1)\n}\n", TTA_RULE_protocol_deadlock, 3, "no kernel pushes to it"},
      {TWO K "noc_async_read(d, l, 32)\nl1_read(l, 32)\n}\n", TTA_RULE_protocol_barrier, 6, "in flight"},
      {K "for i in 0 .. 2 {\nfor j = {\n}\n}\n", TTA_RULE_protocol_syntax, 3, "expected 'in'"},
      {S K "noc_semaphore_wat(s, 1)\nnoc_semaphore_wait(sem, 1)\n}\n", TTA_RULE_protocol_syntax, 3, "did you mean"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) each_request_fails(check_given, &cases[i], TTA_OK);
}
END_TEST

int main(void) {
  return RUN_SUITE("protocol_text", declarations, statements, places, multicasts, compute, expressions, bounds,
                   large_tensors, many_faults, cut_short, independent_errors, no_memory);
}
