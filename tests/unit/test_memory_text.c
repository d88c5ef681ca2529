/* How a plan parses the text between islands (docs/memory.md): the start of an operation, the value of a type,
 * lifetimes and shared buffers; truncated texts and texts that are not MLIR. */
#include "failing.h"
#include "plans.h"

#define L "#l1 = #tt.memory_space<l1>\n"
#define M "memref<32x32xf32, #l1>"
#define N "memref<64x32xf32, #l1>"
#define F "func.func @f(%x: " M ") {\n"

/* "name line first-last" of each buffer, "=other" when it shares */
static void buffers_of(const tta_memory_plan *p, char *out, size_t size) {
  size_t used = 0;
  out[0] = 0;
  for (size_t i = 0; i < tta_memory_plan_num_buffers(p); i++) {
    const tta_memory_buffer *b = tta_memory_plan_buffer(p, i);
    used += (size_t)snprintf(out + used, size - used, "%s%.*s %u %u-%u%s%.*s", i ? ", " : "", (int)b->name.size,
                             b->name.data, b->line, b->first, b->last, b->shares.size ? "=" : "", (int)b->shares.size,
                             b->shares.size ? b->shares.data : "");
    ck_assert_uint_lt(used, size);
  }
}

enum { OF_THE_SYSTEM = 2 }; /* assumptions of a text without a system description */

static const struct reading_case {
  const char *text, *buffers, *assumed; /* assumed: NULL = nothing but the system */
} cases[] = {
    /* types by position: one for all operands and results, an arrow, one a result, an unknown one */
    {L F "  %0 = t.add %x, %x : " M "\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    {L F "  %0:2 = t.two %x : " M "\n}\n", "%x 2 2-3, %0#0 3 3-3, %0#1 3 3-3", NULL},
    {L F "  %0:2 = t.two %x : (" M ") -> (" M ", " N ")\n  t.use %0#1, %0#0\n}\n", "%x 2 2-3, %0#0 3 3-4, %0#1 3 3-4",
     NULL},
    {L F "  %0, %1 = t.two %x : " M ", " N "\n}\n", "%x 2 2-3, %0 3 3-3, %1 3 3-3", NULL},
    {L F "  %0:3 = t.three %x : " M ", " N "\n}\n", "%x 2 2-3", "the type of %0#0 is unknown; it is not counted"},
    {L F "  %0:3 = t.three %x : i1, i2\n}\n", "%x 2 2-3", NULL},
    {L F "  %0:2 = t.two %x : (" M ") -> " M "\n}\n", "%x 2 2-3", "the type of %0#0 is unknown"},
    {L F "  %0 = t.none %x\n}\n", "%x 2 2-3", NULL},
    {L F "  %0 = t.x : " M "\n  %1 = t.x : " M "\n}\n", "%x 2 2-2, %0 3 3-3, %1 4 4-4",
     "line 3: operation t.x is not known; each of its results is counted as a new buffer"},
    {L F "  %0:2 = t.none %x : () -> ()\n}\n", "%x 2 2-3", NULL},
    {L F "  %0 = t.none %x : (", "%x 2 2-3", NULL},
    {L F "  %0 = t.none %x :", "%x 2 2-3", NULL},
    {L F "  %0 = t.none %x : ( ", "%x 2 2-3", NULL},
    {L F "  %0:99999 = t.many %x : i1\n}\n", "%x 2 2-3", NULL},
    {L F "  %0 = t.nested %x {a = [" N "]} : " M "\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    {L F "  %0:2 = t.two : (i1, i1) -> (i1, " M ")\n  t.use %0#1\n  t.use %0#2, %0#99999999999\n}\n",
     "%x 2 2-2, %0#1 3 3-4", NULL},
    {L F "  %0 = t.x %x : (" M ") -> " M " loc(\"a\":1:2)\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    /* 70 types after a colon exceed the limit */
    {L F
     "  %0 = t.x : (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, "
     "i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, "
     "i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) -> " M "\n}\n",
     "%x 2 2-2, %0 3 3-3", NULL},
    /* what begins an operation */
    {L F "  %0 = \"t.x\"(%x) : (" M ") -> " M "\n  return %0 : " M "\n}\n", "%x 2 2-3, %0 3 3-4", NULL},
    {L F "  %0 = t.x %x : " M "\n  yield %0 : " M "\n  call @g(%0) : (" M ") -> ()\n}\n", "%x 2 2-3, %0 3 3-5",
     "line 5: what the callee allocates is not counted"},
    {L F "  func.call @g(%x) : (" M ") -> ()\n}\n", "%x 2 2-3", "line 3: what the callee allocates"},
    {L F "  t.call_opaque \"g\"(%x) : (" M ") -> ()\n}\n", "%x 2 2-3", "line 3: what the callee allocates"},
    {L "module {\nfunc @f(%x: " M ") {\n  return\n}\n}\n", "%x 3 3-3", NULL},
    {L F "  %0 = t.x %x {\n    attr = 1 : i32,\n    t.attr = 2 : i32\n  } : " M "\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    {L F "  %0\n    = t.x %x : " M "\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    {L F "  %0 == t.x %x : " M "\n}\n", "%x 2 2-2", NULL},
    {L F "  %0, 1 = t.x %x : " M "\n}\n", "%x 2 2-2", NULL},
    {L F "  %0 : t.x %x : " M "\n}\n", "%x 2 2-2", NULL},
    {L F "  %0 = 5 : " M "\n  7.5 : " M "\n}\n", "%x 2 2-2, %0 3 3-3", NULL},
    {L "func.func @f(%x: " M ") // what a comment says, %y: " M " {\n{\n  t.use // %x\n}\n", "%x 2 2-2", NULL},
    {L F "  %0 = // where\n    t.x %x : " M " // and why\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    {L F "  %0 = t.x %x / %x : " M "\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    {L F "  %0 = \"t.\\\"x\"(%x) {s = \"a\\\"%x : \"} : (" M ") -> " M "\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    {L F "  %0 = \"t.open(%x) : (" M ") -> " M "\n}\n", "%x 2 2-2", NULL},
    {L F "  %0 = \"t.end\\", "%x 2 2-2", NULL},
    {L F "\t%0 = t.x-y %x : " M "\r\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    {L F "  %0 = t.x %x: " M "->" M "\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    {L F "  %Z_$9.a-b = t.x %x : " M "\n  t.use %Z_$9.a-b\n}\n", "%x 2 2-3, %Z_$9.a-b 3 3-4", NULL},
    {L F "  %0 = t.x %x - %x : " M "\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    {L F "  %0 = t.x @a::@b(%x) : " M "\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    {L F "  %0 = t.x ^bb1 (%x) : " M "\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    /* views, empties, outs, deallocation */
    {L F "  %0 = t.view_layout %x : " M " -> " N "\n  t.use %0\n}\n", "%x 2 2-4, %0 3 3-4=%x",
     "line 3: %0 is assumed to be a view of %x"},
    {L F "  %0 = memref.subview %x : " M "\n}\n", "%x 2 2-3, %0 3 3-3=%x", NULL},
    {L F "  %0 = memref.cast %x : " M "\n}\n", "%x 2 2-3, %0 3 3-3=%x", NULL},
    {L F "  %0 = memref.reinterpret_cast %x : " M "\n}\n", "%x 2 2-3, %0 3 3-3=%x", NULL},
    {L F "  %s = t.x : i32\n  %0 = memref.cast %s : " M "\n}\n", "%x 2 2-2", NULL}, /* never a buffer of its own */
    {L F "  %0 = memref.cast %absent : " M "\n}\n", "%x 2 2-2", NULL},
    {L F "  %0 = t.cast %absent : " M "\n}\n", "%x 2 2-2, %0 3 3-3", NULL},
    /* a view of a view keeps the first one alive; of several operands, all of them */
    {L F "  %0 = memref.collapse_shape %x [[0, 1]] : " M " into " N "\n  %1 = memref.expand_shape %0 : " N " into " M
       "\n  t.a\n  t.use %1\n}\n",
     "%x 2 2-6, %0 3 3-6=%x, %1 4 4-6=%x", NULL},
    {L F "  %0 = memref.alloc() : " N "\n  %1 = \"d2m.composite_view\"(%x, %0) <{dim = 1 : si32}> : (" M ", " N
       ") -> " M "\n  t.a\n  t.use %1\n}\n",
     "%x 2 2-6, %0 3 3-6, %1 4 4-6=%x", NULL},
    {L F "  %0 = memref.alloc() : " M "\n  %1 = \"d2m.stream_layout\"(%x, %0) : (" M ", " M
       ") -> memref<32x32xf32, #tt.view<2>, #l1>\n  t.a\n  t.use %1\n}\n",
     "%x 2 2-6, %0 3 3-6", NULL},
    {L F "  %0 = ttir.ttnn_metal_layout_cast %x : " M " -> " N "\n  %1 = d2m.operand_alias %0 : " N " -> " M
       "\n  t.use %1\n}\n",
     "%x 2 2-5, %0 3 3-5=%x, %1 4 4-5=%x", NULL},
    {L F "  %0 = memref.load %x[%i] : " M "\n  %1 = d2m.get_arg(0) : " M "\n  %2 = d2m.wait %c : " M "\n}\n",
     "%x 2 2-3", NULL},
    {L F "  %0 = d2m.to_layout %y, %x : " N " into " M " -> " M "\n}\n", "%x 2 2-3, %0 3 3-3=%x", NULL},
    {L F "  %0 = scf.for %i = %a to %b step %c iter_args(%y = %x) -> (" M ") {\n    %1 = memref.cast %y : " M
       "\n    scf.yield %1 : " M "\n  }\n  t.use %0\n}\n",
     "%x 2 2-7, %0 3 3-7=%x, %1 4 4-5=%x", NULL},
    {L "func.func private @k(%x: " M ") attributes {d2m.thread = 1} {\n  t.use %x\n}\n", "", NULL},
    {L F "  %0 = t.wait %x : " M "\n  %1 = t.reserve %x : " M "\n}\n", "%x 2 2-4",
     "line 4: %1 is assumed to be in a circular buffer"},
    {L F "  %0 = t.empty : " M "\n  %1 = t.x %0 : " M "\n  memref.dealloc %1 : " M "\n  t.use\n}\n",
     "%x 2 2-2, %0 3 3-5, %1 4 4-5=%0", NULL},
    {L F "  %0 = t.x outs(%x : " M ") : " M "\n}\n", "%x 2 2-3, %0 3 3-3=%x", NULL},
    {L F "  %0 = t.x outs(%x, %x : " M ", " M ") : " N "\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    {L F "  %0:2 = t.x outs(%x, %x : " M ", " M ") -> (" M ", " M ")\n}\n",
     "%x 2 2-3, %0#0 3 3-3=%x, %0#1 3 3-3=%x", NULL},
    {L F "  %0 = t.x outs %x : " M "\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    {L F "  %0 = t.x %x {outs = 1} : " M "\n}\n", "%x 2 2-3, %0 3 3-3", NULL},
    {L F "  %0 = t.x outs(%x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x : " M ") : " M "\n}\n",
     "%x 2 2-3, %0 3 3-3=%x", NULL},
    {L F "  %0 = t.x {address = 1} : " M "\n  %1 = t.x {address = 2} : " M "\n  %2 = t.x address 3 : " M "\n}\n",
     "%x 2 2-2, %0 3 3-3, %1 4 4-4, %2 5 5-5", "line 3: addresses in operations are not used"},
    /* regions, blocks, brackets that do not close */
    {L F "  t.for %x {\n  ^bb0(%i: i32, %m: " M "):\n    t.use %m\n  ^bb1:\n    t.use %x\n  }\n}\n", "%x 2 2-3",
     "block argument %m is assumed to be a view of an operand of its operation"},
    {L F "  t.br ^bb1(%x : " M ")\n^bb1(%y: " M "):\n  t.use %y\n}\n", "%x 2 2-3, %y 4 4-5", NULL},
    {"^bb0(%y: memref<1xf32, #tt.memory_space<l1>>):\n", "", "line 1: block argument %y is assumed"},
    {L F "  t.for {\n    \"t.in\"(%x) : (" M
         ") -> ()\n  }\n  t.for { }\n  t.for {a}\n  t.for {\"a\" = 1}\n  t.for {+}\n"
         "  t.for <{a = 1}>\n}\n",
     "%x 2 2-3", NULL},
    {L F "  t.for {a, b}\n  t.for {\"t.in\"(%x) : (" M ") -> ()}\n}\n", "%x 2 2-4", NULL},
    {L F "  t.for {\n", "%x 2 2-2", NULL},
    {L F "  t.for {", "%x 2 2-2", NULL},
    {L F "}\n}\n}\n%0 = t.x : " M "\n", "%x 2 2-2, %0 6 6-6", NULL},
    {L "{\n  %0 = t.x : " M "\n}\n", "%0 3 3-3", NULL},
    {L ") ] > " F "  %0 = t.x ) ] > : " M "\n}\n", "%0 3 3-3", NULL},
    {L F "  %0 = t.x [(] : " M "\n  %1 = t.x : " M "\n}\n", "%x 2 2-2, %0 3 3-3, %1 4 4-4", NULL},
    {L F "  %0 = t.x (%x : " M "\n}\n%1 = t.x : " M "\n", "%x 2 2-3, %0 3 3-3, %1 5 5-5", NULL},
    {L F "  %0 = t.x ~ ` ? * + : " M "\n}\n", "%x 2 2-2, %0 3 3-3", NULL},
    /* aliases */
    {L "!t = " M "\nfunc.func @f(%x: !t) {\n  %0 = t.x %x : !t\n  %1 = t.x : !u\n}\n", "%x 3 3-4, %0 4 4-4", NULL},
    {L "!t = i32\n#a = 5\n!u = " M "\nfunc.func @f(%x: !u, %y: !t) {\n}\n", "%x 5 5-5", NULL},
};

START_TEST(readings) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char got[1000];
    tta_memory_plan *p = plan_text(cases[i].text);
    buffers_of(p, got, sizeof got);
    ck_assert_msg(!strcmp(got, cases[i].buffers), "%s\n  gives    %s\n  expected %s", cases[i].text, got,
                  cases[i].buffers);
    ck_assert_msg(!cases[i].assumed || assumes(p, cases[i].assumed), "%s: %s", cases[i].text, cases[i].assumed);
    size_t others = 0; /* than unknown operations, which most cases have */
    for (size_t k = 0; k < tta_memory_plan_num_assumptions(p); k++)
      others += !strstr(tta_memory_plan_assumption(p, k).data, " is not known; each of its results ");
    ck_assert_msg(cases[i].assumed || others == OF_THE_SYSTEM, "%s", cases[i].text);
    done(p);
  }
}
END_TEST

#define WHOLE                                                                                                          \
  L "!t = " M " // a comment\nmodule {\n  func.func @f(%a: " M ", %b: !t) -> " M " {\n"                                \
    "    %c = t.empty : " M "\n    %d = \"t.\\\"x\\\"\"(%b, %c) <{p = 1}> : (" M ", " M ") -> " M "\n"                 \
    "    %e:2 = t.two %d {k = [1, \"s\"]} : " M " /\n    %g = t.x ins(%e#1 : " M ") outs(%e#0 : " M ") -> " M "\n"     \
    "    t.for %g - {\n    ^bb0(%i: i32):\n      %h = t.in %e#1 : " M "\n    }\n"                                      \
    "    %j = func.call @g::@h(%h) {address = 1} : (" M ") -> " M "\n    return %j : " M "\n  }\n}\n"

/* A text cut short anywhere has the first buffers of the whole one, in its order; a name is cut, too. */
START_TEST(cut_short) {
  tta_memory_plan *whole = plan_text(WHOLE);
  tta_source whole_source = source;
  ck_assert_uint_eq(tta_memory_plan_num_buffers(whole), 9);
  size_t most = 0;
  for (size_t n = 0; n <= strlen(WHOLE); n++) {
    char *text = strndup(WHOLE, n);
    tta_memory_plan *p = plan_text(text);
    size_t count = tta_memory_plan_num_buffers(p);
    ck_assert_msg(count <= tta_memory_plan_num_buffers(whole), "%s", text);
    for (size_t i = 0; i < count; i++) {
      const tta_memory_buffer *cut = tta_memory_plan_buffer(p, i), *full = tta_memory_plan_buffer(whole, i);
      ck_assert_msg(cut->name.size == full->name.size && !memcmp(cut->name.data, full->name.data, full->name.size) &&
                        cut->line == full->line && cut->first == full->first && cut->last <= full->last,
                    "buffer %zu of %s", i, text);
    }
    most = count > most ? count : most;
    done(p);
    free(text);
  }
  ck_assert_uint_eq(most, tta_memory_plan_num_buffers(whole));
  tta_memory_plan_free(whole);
  tta_source_free(&whole_source);
}
END_TEST

/* Brackets beyond the depth that is followed change nothing outside. */
START_TEST(deep) {
  static const char openers[] = "{([<", closers[] = "})]>";
  for (int k = 0; k < 4; k++) {
    tta_buf text;
    tta_buf_init(&text, NULL);
    tta_buf_str(&text, L F "  %0 = t.x : " M "\n  t.use ");
    for (int i = 0; i < 5000; i++) tta_buf_char(&text, openers[k]);
    for (int i = 0; i < 5000; i++) tta_buf_char(&text, closers[k]);
    tta_buf_str(&text, "\n  %1 = t.x : " M "\n}\n");
    tta_buf_char(&text, 0);
    char got[100];
    tta_memory_plan *p = plan_text(text.data);
    buffers_of(p, got, sizeof got);
    ck_assert_str_eq(got, "%x 2 2-2, %0 3 3-3, %1 5 5-5");
    done(p);
    tta_buf_free(&text);
  }
}
END_TEST

static tta_status plan_whole(const tta_allocator *allocator, const void *text) {
  tta_memory_plan_options options;
  tta_memory_plan *plan;
  char got[1000] = "";
  tta_memory_plan_options_init(&options);
  options.allocator = allocator;
  tta_source_init(&source, (tta_str){"test", 4}, (tta_str){text, strlen(text)}, NULL);
  tta_status status = tta_memory_plan_new(&source, &options, &plan, NULL);
  ck_assert_int_eq(plan != NULL, status == TTA_OK);
  if (plan) buffers_of(plan, got, sizeof got);
  if (plan) ck_assert_msg(strstr(got, "%j 13 13-14"), "%s", got);
  done(plan);
  return status;
}

START_TEST(no_memory) { each_request_fails(plan_whole, WHOLE, TTA_OK); }
END_TEST

int main(void) {
  const TTest *const tests[] = {readings, cut_short, deep, no_memory, NULL};
  return run_plan_tests("memory_text", tests);
}
