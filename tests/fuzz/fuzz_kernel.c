/* C++ kernels and host programs. The input is the source of one kernel on one core, with a binding that has each kind
 * of object; or a host program, and after a line `// ----- NAME` each of its kernels. Another file that is read is the
 * input again, so that includes are cyclic. Requires that positions are in the source, that no protocol is returned for
 * a kernel that is undecided or wrong, and that the result is the same a second time. Inputs are changed in words and
 * lines as well as in bytes. */
#include "base/str.h"
#include "fuzz.h"
#include "ttattr/buf.h"
#include "ttattr/kernel.h"

static const char binding[] =
    "[c0]\ncb = 0\ncores = \"0x0\"\npages = 2\npage_bytes = 64\n[c1]\ncb = 1\ncores = \"0x0\"\npages = 4\n"
    "page_bytes = 32\nwritten = true\n[s]\nsemaphore = 0\ncores = \"0x0\"\n[l1]\nbuffer = \"l1\"\ncores = \"0x0\"\n"
    "bytes = 256\nwritten = true\n[dram]\nbuffer = \"dram\"\nbytes = 1024\npage_bytes = 64\naddress = 4096\n"
    "written = true\n[k]\nkernel = \"k.cpp\"\nprocessor = \"riscv_0\"\ncores = \"0x0\"\n"
    "args = [\"l1\", \"dram\", \"s\", 3]\ncommon_args = [1]\ncompile_args = [\"c0\", 2]\nnamed_args = [[\"n\", 3]]\n"
    "[compute]\nkernel = \"compute.cpp\"\nprocessor = \"compute\"\ncores = \"0x0\"\nargs = [1, 2, 3]\n"
    "compile_args = [\"c0\", 2]\n";

static const char marker[] = "\n// ----- ";

/* The kernel after its marker, up to the next one; or all. */
static bool read_file(void *user, tta_str name, tta_str from, tta_str *path, tta_str *text) {
  const char *part = ((const tta_str *)user)->data, *file = name.data + name.size;
  while (file > name.data && file[-1] != '/') file--;
  size_t size = (size_t)(name.data + name.size - file);
  (void)from;
  *path = name;
  *text = *(const tta_str *)user;
  while ((part = strstr(part, marker))) {
    part += sizeof marker - 1;
    if (size && !strncmp(part, file, size) && part[size] == '\n') {
      const char *end = strstr(part + size, marker);
      *text = (tta_str){part + size, end ? (size_t)(end - part) - size : strlen(part + size)};
      break;
    }
  }
  return true;
}

static void check(tta_str text, tta_buf *out) {
  const char *end = strstr(text.data, marker);
  tta_str host = {text.data, end ? (size_t)(end - text.data) : text.size};
  bool is_host = tta_kernel_is_binding(host);
  tta_kernel_options options = {.read_file = read_file, .user = &text, .max_steps = 20000};
  tta_protocol_options how = {.max_states = 300, .max_operations = 5000};
  tta_kernel_program *program;
  tta_status status = tta_kernel_program_read(is_host ? host : tta_str_from(binding), &options, &how, &program);
  REQUIRE(!status || status == TTA_LIMIT, "status %d", (int)status);
  tta_buf_printf(out, "%d ", (int)status);
  if (status) return;
  const tta_results *results = tta_kernel_program_results(program);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    REQUIRE(!d->source || d->span.end <= d->source->text.size, "byte %u: %.*s", d->span.end, TTA_STR_ARGS(d->message));
    tta_buf_printf(out, "%u %.*s\n", d->span.begin, TTA_STR_ARGS(d->message));
  }
  const tta_protocol *protocol = tta_kernel_protocol(program);
  REQUIRE(protocol || tta_kernel_program_verdict(program) != TTA_KERNEL_PASSES, "nothing passes");
  tta_kernel_program_json(program, out);
  tta_kernel_binding(program, out);
  tta_kernel_program_free(program);
}

/* Of libFuzzer; replay.c does not have it. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

static bool is_word(uint8_t c) { return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z'); }

/* A word, another byte, or a line: [*begin, *end) around a random byte. */
static void pick(const uint8_t *data, size_t size, uint64_t random, size_t *begin, size_t *end) {
  size_t at = random % size;
  bool line = random >> 32 & 1, word = is_word(data[at]);
  for (*begin = at; *begin && (line ? data[*begin - 1] != '\n' : word && is_word(data[*begin - 1])); --*begin) {}
  for (*end = at + 1; *end < size && (line ? data[*end - 1] != '\n' : word && is_word(data[*end])); ++*end) {}
}

/* One part is removed, repeated, or replaced by another part of the input; or bytes change. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
  uint64_t random = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  size_t begin, end, from, to;
  if (size < 2 || seed % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  pick(data, size, random >> 16, &begin, &end);
  pick(data, size, random * UINT64_C(2862933555777941757) >> 16, &from, &to);
  if (seed % 4 == 1) to = from;
  if (seed % 4 == 2) end = begin;
  if (size - (end - begin) + (to - from) > max_size) return LLVMFuzzerMutate(data, size, max_size);
  uint8_t *part = (uint8_t *)fuzz_copy(data + from, to - from);
  memmove(data + begin + (to - from), data + end, size - end);
  memcpy(data + begin, part, to - from);
  free(part);
  return size - (end - begin) + (to - from);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_copy(data, size);
  tta_buf first, second;
  tta_buf_init(&first, NULL);
  tta_buf_init(&second, NULL);
  check((tta_str){text, size}, &first);
  check((tta_str){text, size}, &second);
  REQUIRE(tta_str_equal(tta_buf_view(&first), tta_buf_view(&second)), "the second result differs");
  tta_buf_free(&first);
  tta_buf_free(&second);
  free(text);
  return 0;
}
