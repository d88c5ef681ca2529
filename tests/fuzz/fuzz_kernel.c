/* C++ kernels. The input is the source of one kernel on one core, with a binding that has each kind of object. A header
 * that is read is the input again, so that includes are cyclic. Requires that positions are in the source, that no
 * protocol is returned for a kernel that is undecided or wrong, and that the result is the same a second time. */
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

static bool read_file(void *user, tta_str name, tta_str from, tta_str *path, tta_str *text) {
  (void)from;
  *path = name;
  *text = *(const tta_str *)user;
  return true;
}

static void check(tta_str text, tta_buf *out) {
  tta_kernel_options options = {.read_file = read_file, .user = &text, .max_steps = 20000};
  tta_protocol_options how = {.max_states = 300, .max_operations = 5000};
  tta_kernel_program *program;
  tta_status status = tta_kernel_program_read(tta_str_from(binding), &options, &how, &program);
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
  tta_kernel_program_free(program);
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
