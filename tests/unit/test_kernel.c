/* The interpreter of kernels: one kernel on one core, whose writes to DRAM show what it computed. */
#include "base/str.h"
#include "suite.h"
#include "ttattr/buf.h"
#include "ttattr/kernel.h"

static const char binding[] = "[l1]\nbuffer = \"l1\"\ncores = \"0x0\"\nbytes = 64\nwritten = true\n"
                              "[out]\nbuffer = \"dram\"\nbytes = 256\npage_bytes = 16\n"
                              "[k]\nkernel = \"k.cpp\"\nprocessor = \"riscv_0\"\ncores = \"0x0\"\n"
                              "args = [\"l1\", \"out\", 5]\ncompile_args = [2, 16]\nnamed_args = [[\"n\", 3]]\n"
                              "defines = [\"SET=4\"]\n";

static bool read_file(void *user, tta_str name, tta_str from, tta_str *path, tta_str *text) {
  (void)from;
  if (!tta_str_is(name, "k.cpp")) return false;
  *path = name;
  *text = tta_str_from(user);
  return true;
}

/* What was found by the interpreter. */
static const tta_diagnostic *first(const tta_kernel_program *program) {
  const tta_results *results = tta_kernel_program_results(program);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++)
    if (tta_results_diagnostic(results, i)->rule >= TTA_RULE_kernel_invalid) return tta_results_diagnostic(results, i);
  return NULL;
}

static void print(tta_buf *out, const tta_diagnostic *d, const char *text) {
  tta_source source;
  tta_source_init(&source, TTA_STR(""), d->source ? d->source->text : tta_str_from(text), NULL);
  tta_position at = tta_source_position(&source, d->span.begin);
  tta_buf_printf(out, "%u:%u: %.*s", at.line, at.column, TTA_STR_ARGS(d->message));
  tta_source_free(&source);
}

/* Runs `body` in a kernel where put(page) writes a page of `out` and each page may be written once between barriers.
 * @return the first message, or the number of operations */
static void run(const char *before, const char *body, const char *expected) {
  tta_buf text, out;
  tta_kernel_program *program;
  tta_buf_init(&text, NULL);
  tta_buf_init(&out, NULL);
  tta_buf_printf(&text,
                 "#include \"dataflow_api.h\"\n%s\nvoid put(uint32_t n) {\n  for (uint32_t i = 0; i < n; i++)\n"
                 "    noc_async_write(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), 16);\n}\n"
                 "void kernel_main() {\n%s\nnoc_async_write_barrier();\n}\n",
                 before, body);
  tta_buf_char(&text, 0);
  tta_kernel_options options = {.read_file = read_file, .user = text.data};
  ck_assert_int_eq(tta_kernel_program_read(tta_str_from(binding), &options, NULL, &program), TTA_OK);
  const tta_diagnostic *d = first(program);
  if (d) {
    print(&out, d, binding);
  } else {
    const tta_protocol *protocol = tta_kernel_protocol(program);
    ck_assert_ptr_nonnull(protocol);
    tta_buf_printf(&out, "%u", (unsigned)tta_protocol_result(protocol).bytes_moved / 16);
  }
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data, expected);
  tta_kernel_program_free(program);
  tta_buf_free(&text);
  tta_buf_free(&out);
}

START_TEST(bindings) {
  ck_assert(tta_kernel_is_binding(tta_str_from("# a comment\narch = \"wormhole_b0\"\n [c0] # one\r\ncb = 0")));
  ck_assert(!tta_kernel_is_binding(tta_str_from("kernel k on 0x0 {\n}\n")));
  ck_assert(!tta_kernel_is_binding(tta_str_from("#a = dense<\n[0, 1]>\n[x]>\n[]\n[")));
}
END_TEST

START_TEST(values) {
  run("", "uint32_t a = 2; a -= 5; a += 7; put(a);", "4");
  run("", "uint8_t a = 250; a += 8; put(a);", "2");
  run("", "put((uint32_t)-1 > 0 ? 3 : 1);", "3");
  run("", "put(get_compile_time_arg_val(0) + get_arg_val<uint32_t>(2) + get_named_compile_time_arg_val(\"n\") + SET);",
      "14");
  run("", "auto* args = (volatile tt_l1_ptr uint32_t*)get_arg_addr(0); put(args[2]);", "5");
  run("", "constexpr float half = 0.5f; put(static_cast<uint32_t>(half * 6));", "3");
  run("", "int a = -7; put(a / 2 + 4 + (a >> 1) + 5);", "2");
}
END_TEST

START_TEST(statements) {
  run("", "for (uint32_t i = 0; i != 4; ++i) { if (i == 2) continue; put(1); }", "3");
  run("", "uint32_t i = 0; while (true) { if (i++ == 3) break; put(1); }", "3");
  run("", "switch (2) { case 1: put(1); break; case 2: put(2); case 3: put(1); break; default: put(9); }", "3");
  run("", "uint32_t n[] = {1, 2, 3}, sum = 0; for (auto x : n) sum += x; put(sum);", "6");
  run("", "uint32_t grid[2][2] = {{1, 2}, {3, 4}}; put(grid[1][0] + grid[0][1]);", "5");
  run("", "uint32_t n = 1; auto add = [&](uint32_t x) { n += x; return n; }; add(2); put(add(1));", "4");
  run("template <uint32_t N, typename T = uint32_t> T twice(T x = 1) {\n"
      "  if constexpr (N > 1) { return x * 2; } return x; }",
      "put(twice<2>(3) + twice<1>());", "7");
  run("struct Range { uint32_t first = 1, last; uint32_t size() const { return last - first; } };",
      "Range r; r.last = 4; Range s{.first = 2, .last = 3}; put(r.size() + s.size());", "4");
  run("", "put(1 and not 0 ? 3 : 1); put(0 or 0 xor 1); put(5 not_eq 5);", "4");
  run("#if defined(SET) and not defined(NOT_SET)\n#define COUNT 3\n#else\n#define COUNT 1\n#endif", "put(COUNT);", "3");
  run("", "auto [a, b] = std::pair<uint32_t, uint32_t>{1, 2}; put(a + b);", "3");
  run("struct Size { uint32_t n; Size(uint32_t x) : n(x + 1) {} };", "Size s = 2; put(s.n);", "3");
  run("", "std::vector<uint32_t> v = {1, 2}; for (auto x : v) put(x);", "3");
  run("", "if (1 1) {} put(1);", "8:7: unsupported condition; treated as unknown");
  run("void next(uint32_t& x) { x++; }\nenum class Kind : uint32_t { A, B = 4 };",
      "uint32_t n = 1; next(n); put(n + (uint32_t)Kind::B);", "6");
}
END_TEST

/* Numbers at the ends of 64 bits: sums that have none are unknown or wrap around, as unsigned ones do. */
START_TEST(extremes) {
  const char *pointer = "#define LEAST (-9223372036854775807ll - 1)\n"
                        "auto* p = (volatile tt_l1_ptr uint32_t*)get_arg_val<uint32_t>(1);";
  tta_buf body = tta_buf_new(NULL);
  static const char *const rows[] = {
      "auto a = p - LEAST, b = p + LEAST;",
      "auto a = p + 2305843009213693951ll, b = p - 2305843009213693951ll; auto c = a - b;",
      "auto* a = get_arg_addr(4611686018427387905ll);", "uint32_t n[2] = {1, 2}; uint32_t* a = n; a = a - LEAST;",
      "std::vector<uint32_t> v = {1}; auto i = v.begin() + 9223372036854775807ll; i = i + 1; i = i - LEAST;"};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    body.size = 0;
    tta_buf_printf(&body, "%s\n%s put(1);", pointer, rows[i]);
    tta_buf_char(&body, 0);
    run("", body.data, "1");
  }
  tta_buf_free(&body);
  run("", "uint32_t n[2] = {1, 2}; put(n[9223372036854775807ll]);",
      "8:30: index 9223372036854775807 is out of range [0, 1]");
}
END_TEST

/* What a host program does not say. */
static void host(const char *before, const char *after, const char *expected) {
  tta_buf text, out;
  tta_kernel_program *program;
  tta_buf_init(&text, NULL);
  tta_buf_init(&out, NULL);
  tta_buf_printf(&text,
                 "#include <host_api.hpp>\nint main(int argc, char** argv) { Program program;\n%s\nauto k = "
                 "CreateKernel(program, \"a/b/k.cpp\", core, ReaderDataMovementConfig{{1, n}});\n%s\n}\n",
                 before, after);
  tta_buf_char(&text, 0);
  tta_kernel_options options = {.read_file = read_file, .user = "void kernel_main() { get_arg_val<uint32_t>(1); }"};
  ck_assert(tta_kernel_is_binding(tta_str_from(text.data)));
  ck_assert_int_eq(tta_kernel_program_read(tta_str_from(text.data), &options, NULL, &program), TTA_OK);
  const tta_diagnostic *d = first(program);
  if (d) print(&out, d, text.data);
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data, expected);
  tta_kernel_program_free(program);
  tta_buf_free(&text);
  tta_buf_free(&out);
}

START_TEST(host_programs) {
  host("constexpr CoreCoord core = {0, 0}; int n = 2;", "SetRuntimeArgs(program, k, core, {n * 3, core.x});", "");
  host("CoreRange core({0, 0}, {1, 2}); int n = 2;",
       "std::vector<uint32_t> v = {4, 5};\nSetRuntimeArgs(program, k, core, v);", "");
  host("CoreCoord core = {0, 0}; int n = argc; n += 2;", "SetRuntimeArgs(program, k, core, {4, 5});", "");
  host("CoreCoord core = {0, 0}; int n = 1;",
       "for (int i = 0; i < 2; i++) { SetRuntimeArgs(program, k, core, {i, 1}); }", "");
  host("CoreCoord core = {0, 0}; int n = 1;",
       "std::vector<uint32_t> v = {4}; v.push_back(5); SetRuntimeArgs(program, k, core, v);", "");
  host("CoreCoord core = grid.end; int n = 1;", "",
       "3:18: 'grid' decides the cores of a kernel, but is not declared in what was read; -D grid=VALUE supplies it");
  host("CoreCoord core = {0, 0}; int n = 1;\nauto b = CreateBuffer(InterleavedBufferConfig{.size = total()});", "",
       "4:55: the result of 'total' decides the size of a buffer, but is not known before the run; make it the value "
       "of a variable NAME, and give -D NAME=VALUE");
  host("CoreCoord core = {0, 0}; int n = 1;\nuint32_t size = stoi(argv[1]), more = 2 * size;\n"
       "auto b = CreateBuffer(InterleavedBufferConfig{.size = more});", "",
       "4:10: 'size' decides the size of a buffer, but its value is not known before the run; -D size=VALUE supplies "
       "it");
  host("CoreCoord core = {0, 0}; int n = 1;", "SetRuntimeArgs(program, other, core, {1});",
       "5:25: 'other' decides the kernel of runtime arguments, but is not declared in what was read; -D other=VALUE "
       "supplies it");
  host("CoreCoord core = {0, 0}; int n = 1; auto c = CreateCircularBuffer(program, core, make());", "",
       "3:82: the result of 'make' decides the size of a circular buffer, but is not known before the run; make it the "
       "value of a variable NAME, and give -D NAME=VALUE");
  host("CoreCoord core = {0, 0}; int n = 1; if (has_file()) CreateSemaphore(program, core, 0);", "",
       "3:41: the result of 'has_file' decides a branch, but is not known before the run; make it the value of a "
       "variable NAME, and give -D NAME=VALUE");
  host("CoreCoord core = {0, 0}; int n = 1; add_more(program);", "",
       "3:37: what 'add_more' does to the program is not known: its declaration was not found; -I FOLDER supplies "
       "headers");
  host("CoreCoord core = {0, 0}; int n = 1; CreateSemaphore(program, core, 0) ->* n;", "",
       "3:37: unsupported statement: it is not read, so that what the program does is not known");
}
END_TEST

START_TEST(library) {
  run("", "put(std::min<uint32_t>(3, 5) + std::max({1, 2, 1}));", "5");
  run("", "put(std::clamp<uint32_t>(7, 1, 4) - std::abs(-3));", "1");
  run("", "uint32_t a = 1, b = 2; std::swap(a, b); put(a + 2 * std::exchange(b, 5) + b);", "9");
  run("", "uint32_t a[3] = {1, 2, 3}, b[3]; memcpy(b, a, sizeof(a)); put(b[0] + b[2]);", "4");
  run("", "float f = 1.0f; uint32_t u; std::memcpy(&u, &f, sizeof(u)); put(u >> 28);", "3");
  run("", "uint32_t a[3] = {1, 2, 3}; memset(a, 0, 8); put(a[0] + a[1] + a[2]);", "3");
  run("", "memset((void*)get_arg_val<uint32_t>(0), 0, 32); put(1);", "1");
  run("", "std::array<uint32_t, 4> a; std::fill(a.begin() + 1, a.end(), 2); put(a[0] + a[3]);", "2");
  run("", "uint32_t a[4]; std::iota(a, a + 4, 1); std::reverse(a, a + 4); put(a[0]);", "4");
  run("", "uint32_t a[4] = {3, 1, 2, 5}; std::sort(a, a + 4); put(a[1]); put(std::accumulate(a, a + 2, 0));", "5");
  run("", "uint32_t a[3] = {3, 1, 2}; put(std::count_if(a, a + 3, [](auto x) { return x > 1; }));", "2");
  run("", "uint32_t a[3] = {3, 1, 2}; put(*std::max_element(a, a + 3) + (std::find(a, a + 3, 2) == a + 2));", "4");
  run("", "std::tuple<uint32_t, uint32_t> t = {1, 2}; put(std::get<1>(t));", "2");
  run("", "auto t = std::make_tuple(1, 2, 3); std::get<2>(t) = 4; put(std::get<2>(t));", "4");
  run("", "put(std::numeric_limits<uint8_t>::max() - 250);", "5");
  run("template <typename T> uint32_t f(T x) { if constexpr (std::is_same_v<T, float>) return 1; else return 2; }",
      "put(f<float>(1) + f<uint32_t>(1));", "3");
  run("", "std::conditional_t<true, uint8_t, uint32_t> a = 258; put(a);", "2");
  run("template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>> T f(T x) { return x; }",
      "put(f<uint32_t>(3));", "3");
}
END_TEST

START_TEST(templates) {
  run("template <typename... A> uint32_t sum(A... a) { return (a + ...) + (10 + ... + a); }", "put(sum(1, 2));", "16");
  run("template <typename... A> uint32_t f(A... a) { return sizeof...(a) + sizeof...(A); }", "put(f(1, 2, 3));", "6");
  run("uint32_t g(uint32_t a, uint32_t b) { return a * b; }\n"
      "template <typename... A> uint32_t f(A&&... a) { return g(std::forward<A>(a)...); }", "put(f(2, 3));", "6");
  run("template <typename... A> uint32_t f(A... a) { uint32_t v[] = {a...}; return v[1]; }", "put(f(2, 3, 4));", "3");
  run("template <uint32_t... I> uint32_t f() { uint32_t n = 0; ((n += I), ...); return n; }", "put(f<2, 3>());", "5");
  run("template <uint32_t... I> bool all() { return ((I > 1) && ...); }", "put(all<2, 3>() + 2 * all<1, 2>());", "1");
  run("template <typename F, typename... A> void call(F f, A... a) { f(a...); }",
      "call([](uint32_t x, uint32_t y) { put(x + y); }, 2, 3);", "5");
  run("uint32_t total() { return 0; }\n"
      "template <typename T, typename... A> uint32_t total(T a, A... r) { return a + total(r...); }",
      "put(total(1, 2, 3));", "6");
  run("template <uint32_t N> uint32_t f() { return N; }\ntemplate <> uint32_t f<3>() { return 7; }",
      "put(f<2>() + f<3>());", "9");
  run("template <typename T> struct Box { T v; };\ntemplate <> struct Box<float> { uint32_t v = 3; };",
      "Box<float> b; put(b.v);", "3");
  run("template <typename T> T get_arg_val(int i, int n) { return get_arg_val<T>(i + n); }",
      "put(get_arg_val<uint32_t>(1, 1));", "5");
  run("template <typename T> T* get_write_ptr(uint32_t cb) { return (T*)get_write_ptr(cb); }",
      "if (0) get_write_ptr<uint32_t>(0); put(1);", "1");
}
END_TEST

START_TEST(unions) {
  run("", "union { float f; uint32_t u; } x = {.f = 1.0f}; put(x.u >> 28);", "3");
  run("union Both { uint32_t u; float f; };", "Both b; b.u = 0x40a00000; put((uint32_t)b.f);", "5");
  run("", "struct { uint32_t a = 1, b = 2; } s; s.a = 4; put(s.a + s.b);", "6");
  run("union Both { float f; uint64_t w; };", "Both b{2.0f}; put(b.w);",
      "4:3: this branch of kernel 'k' depends on an unknown value");
}
END_TEST

START_TEST(unknown) {
  run("", "auto* p = (volatile uint32_t*)get_arg_val<uint32_t>(0); uint32_t n = 0; if (p[1]) { n = 1; } put(2);", "2");
  run("", "volatile uint32_t* p = (volatile uint32_t*)get_arg_val<uint32_t>(0);\nif (*p) { put(1); }",
      "9:1: this branch of kernel 'k' depends on an unknown value");
  run("", "for (;;) {}", "8:1: kernel 'k' never ends: nothing leaves this loop");
  run("", "while (true) { while (true) {} break; }", "8:16: kernel 'k' never ends: nothing leaves this loop");
  run("", "for (int i = 0; i >= 0; i = 1) { for (int n = 0; n < 10; n++) {} }",
      "8:1: this loop does not end: kernel 'k' does more than 20000000 steps");
  /* What takes longer is more than a step: calls, values, names. */
  run("uint32_t next(uint32_t n) { return n + 1; }", "for (uint32_t i = 0; i < 900000; i++) { next(next(next(i))); }",
      "8:1: this loop does not end: kernel 'k' does more than 20000000 steps");
  run("", "for (uint32_t i = 0; i < 50000; i++) { uint32_t many[4096]; many[0] = i; }",
      "8:1: this loop does not end: kernel 'k' does more than 20000000 steps");
  run("template <typename... T> uint32_t f(T... x) {\n"
      "  return ((((((((x + ...) + ...) + ...) + ...) + ...) + ...) + ...)); }",
      "put(f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20));",
      "3:18: kernel 'k' does more than 20000000 steps");
  run("void again() { again(); }", "again();", "2:16: calls are nested too deeply");
  run("", "put(get_arg_val<uint32_t>(3));",
      "8:5: runtime argument 3 is not in the binding of kernel 'k' on 0x0, which has 3");
  run("", "goto end; put(1); end: put(2);",
      "8:1: kernel 'k' has a goto, which is not supported");
  run("", "uint32_t n = mystery(1);", "8:14: unsupported call of 'mystery'; treated as unknown");
  run("", "mystery(1);", "8:1: the effects of 'mystery' are unknown; if kernel 'k' does not need it here, remove it by "
      "-D'mystery(...)='");
  run("", "if (0) ; else space::mystery(1);", "8:22: the effects of 'mystery' are unknown; if kernel 'k' does not need "
      "it here, remove it by -D'mystery(...)='");
  run("", "uint32_t n = cb_mystery(1);", "8:14: the effects of 'cb_mystery' are unknown; if kernel 'k' does not need "
      "it here, remove it by -D'cb_mystery(...)='");
  run("", "uint32_t a[2]; put(a[2]);", "8:21: index 2 is out of range [0, 1]");
}
END_TEST

int main(void) { return RUN_SUITE("kernel", bindings, values, extremes, statements, host_programs, library, templates,
                                   unions, unknown); }
