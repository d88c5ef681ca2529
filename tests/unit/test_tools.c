/* src/tools/common: options, inputs, outputs, diffs, terminal questions, and their failures. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ir/periods.h"
#include "suite.h"
#include "tools/common/input.h"
#include "tools/common/message.h"
#include "tools/common/options.h"
#include "tools/common/output.h"
#include "tools/common/process.h"

/* --- a folder for each test, and what standard error said --- */

static char folder[64], error_text[16384];
static int kept_stderr, kept_folder;

static void enter_folder(void) {
  strcpy(folder, "/tmp/test_tools.XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  kept_folder = open(".", O_RDONLY | O_DIRECTORY);
  ck_assert_int_eq(chdir(folder), 0);
}

static void leave_folder(void) {
  ck_assert_int_eq(fchdir(kept_folder), 0);
  close(kept_folder);
  char command[256];
  snprintf(command, sizeof command, "chmod -R u+rwx %s; rm -rf %s", folder, folder);
  ck_assert_int_eq(system(command), 0);
}

static void catch_errors(void) {
  kept_stderr = dup(STDERR_FILENO);
  int file = open(".stderr", O_RDWR | O_CREAT | O_TRUNC, 0600);
  ck_assert_int_ge(file, 0);
  dup2(file, STDERR_FILENO);
  close(file);
}

static const char *caught_errors(void) {
  ssize_t size = pread(STDERR_FILENO, error_text, sizeof error_text - 1, 0);
  error_text[size > 0 ? size : 0] = 0;
  dup2(kept_stderr, STDERR_FILENO);
  close(kept_stderr);
  return error_text;
}

static void write_file(const char *path, const char *text, size_t size) {
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(text, 1, size, file), size);
  ck_assert_int_eq(fclose(file), 0);
}

static void put_file(const char *path, const char *text) { write_file(path, text, strlen(text)); }

static const char *file_text(const char *path) {
  static char text[1 << 16];
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  return text;
}

static int temps_left(void) {
  int count = 0;
  DIR *directory = opendir(".");
  for (struct dirent *entry; (entry = readdir(directory));) count += strncmp(entry->d_name, ".tt-", 4) == 0;
  closedir(directory);
  return count;
}

/* --- an allocator whose n-th request fails, and that counts what is alive --- */

typedef struct failing {
  long countdown; /* requests until the failure; < 0 = never */
  long alive;
} failing;

static bool fails_now(failing *f) { return f->countdown >= 0 && f->countdown-- == 0; }
static void *failing_allocate(void *user, size_t size) {
  failing *f = user;
  if (fails_now(f)) return NULL;
  f->alive++;
  return malloc(size);
}
static void *failing_resize(void *user, void *block, size_t old_size, size_t new_size) {
  (void)old_size;
  return fails_now(user) ? NULL : realloc(block, new_size);
}
static void failing_release(void *user, void *block, size_t size) {
  (void)size;
  ((failing *)user)->alive--;
  free(block);
}
static tta_allocator failing_allocator(failing *f) {
  return (tta_allocator){failing_allocate, failing_resize, failing_release, f};
}

/* --- options --- */

typedef struct request {
  bool check, diff, in_place;
  const char *output, *marker;
  int emit;
  int64_t jobs;
  tta_numbers shape;
  int32_t date;
  int rules;
} request;

static int count_rule(void *into, const tta_option_use *use) {
  (void)use;
  ((request *)into)->rules++;
  return -1;
}

static const char *const emits[] = {"mlir", "json", "none", NULL};
#define AT(member) .offset = offsetof(request, member)
static const tta_option rows[] = {
    {.name = "-o", .value = "FILE", .kind = TTA_KIND_TEXT, AT(output), .group = "Output",
     .help = "write the result to FILE"},
    {.name = "--in-place", .alias = "-i", .kind = TTA_KIND_FLAG, AT(in_place), .group = "Output",
     .help = "rewrite each file whose canonical form differs"},
    {.name = "--check", .kind = TTA_KIND_FLAG, AT(check), .group = "Output", .help = "report files"},
    {.name = "--diff", .kind = TTA_KIND_FLAG, AT(diff), .group = "Output", .help = "print a unified diff"},
    {.name = "--emit", .value = "mlir|json|none", .kind = TTA_KIND_CHOICE, .choices = emits, AT(emit),
     .group = "Output", .help = "select what is printed on standard output; json is one object per line for each "
                                "attribute and type that is recognized"},
    {.name = "--split-input-file", .value = "MARKER", .argument = TTA_ARGUMENT_OPTIONAL, .kind = TTA_KIND_TEXT,
     AT(marker), .group = "Verification", .help = "process sections separated by `// -----` independently"},
    {.name = "--shape", .value = "SHAPE", .kind = TTA_KIND_SHAPE, .least = 1, AT(shape), .group = "Verification",
     .expected = "a shape such as 2x4", .help = "shape"},
    {.name = "--era", .value = "DATE", .kind = TTA_KIND_DATE, AT(date), .group = "Verification", .help = "date"},
    {.name = "-Wno-", .value = "RULE", .argument = TTA_ARGUMENT_PREFIX, .kind = TTA_KIND_CUSTOM, .parse = count_rule,
     .group = "Verification", .help = "off"},
    {.name = "-W", .value = "RULE", .argument = TTA_ARGUMENT_PREFIX, .kind = TTA_KIND_CUSTOM, .parse = count_rule,
     .group = "Verification", .help = "on"},
    {.name = "-Werror", .value = "RULE", .argument = TTA_ARGUMENT_OPTIONAL, .kind = TTA_KIND_CUSTOM,
     .parse = count_rule, .group = "Verification", .help = "as errors"},
    {.name = "-j", .value = "N", .kind = TTA_KIND_NUMBER, .least = 1, .most = 64, AT(jobs), .group = "Other options",
     .expected = "a number from 1 to 64", .help = "files in parallel"},
    {.name = "--secret", .kind = TTA_KIND_FLAG, AT(check), .hidden = true, .group = "Other options", .help = "hidden"},
};
static const tta_option_rule option_rules[] = {
    {TTA_AT_MOST_ONE, {"--check", "--in-place"}},
    {TTA_AT_MOST_ONE, {"--emit=json", "--diff"}},
    {TTA_EXACTLY_ONE, {"INPUT", "--shape", "--era"}},
    {TTA_REQUIRES, {"--split-input-file", "-o", "--in-place"}},
};
static const tta_command command = {
    .program = "tt-opt", .usage = "[OPTION...] INPUT", .summary = "Parse", TTA_OPTIONS(rows), TTA_RULES(option_rules),
    .operands = {"INPUT"}, .exit_status = {"success", "errors", "failure"}};

/* "NAME=value " for each step of a command line, "!" for a wrong one. */
static const char *steps(char **argv) {
  static char text[512];
  text[0] = 0;
  tta_options options = tta_options_start(&command, argv);
  tta_option_use use;
  const tta_option *row;
  tta_options_step step;
  while ((step = tta_options_next(&options, &use, &row)) != TTA_OPTIONS_END) {
    size_t used = strlen(text);
    if (step == TTA_OPTIONS_WRONG) {
      snprintf(text + used, sizeof text - used, "! ");
    } else {
      const char *name = row ? row->name + strspn(row->name, "-") : "";
      snprintf(text + used, sizeof text - used, "%s%s%s ", name, use.value ? "=" : "", use.value ? use.value : "");
    }
  }
  return text;
}
#define STEPS(...) steps((char *[]){"tt-opt", __VA_ARGS__, NULL})

START_TEST(options_are_read) {
  ck_assert_str_eq(STEPS("--check", "-check", "a.mlir", "--diff"), "check check =a.mlir diff ");
  ck_assert_str_eq(STEPS("-o", "x", "-o=y", "--o=z", "-o", "-"), "o=x o=y o=z o=- ");
  ck_assert_str_eq(STEPS("-i", "--in-place", "-in-place", "--i"), "in-place in-place in-place in-place ");
  ck_assert_str_eq(STEPS("--emit", "json", "-emit=none", "--emit="), "emit=json emit=none emit= ");
  ck_assert_str_eq(STEPS("-split-input-file", "// x", "--split-input-file=// y=z", "--split-input-file="),
                   "split-input-file =// x split-input-file=// y=z split-input-file= ");
  ck_assert_str_eq(STEPS("-Wlayout-rank", "-Wno-pad", "-Werror", "-Werror=pad", "-Werrorx"),
                   "W=layout-rank Wno-=pad Werror Werror=pad W=errorx ");
  ck_assert_str_eq(STEPS("-j", "4", "-j4", "-j=4"), "j=4 j=4 j=4 ");
  ck_assert_str_eq(STEPS("-", "--", "--check", "--", "-"), "=- =--check =-- =- ");
  ck_assert_str_eq(steps((char *[]){NULL}), "");
}
END_TEST

static const char *complaint(char *word, char *next) {
  catch_errors();
  ck_assert_str_eq(STEPS(word, next), next ? "! check " : "! ");
  return caught_errors();
}

START_TEST(wrong_options_get_one_line) {
  ck_assert_str_eq(complaint("--dif", NULL), "tt-opt: error: unknown option '--dif'; did you mean '--diff'?\n");
  ck_assert_str_eq(complaint("-chekc", NULL), "tt-opt: error: unknown option '-chekc'; did you mean '--check'?\n");
  ck_assert_str_eq(complaint("--Split-input=3", NULL),
                   "tt-opt: error: unknown option '--Split-input'; did you mean '--split-input-file'?\n");
  ck_assert_str_eq(complaint("--che", NULL), "tt-opt: error: unknown option '--che'; did you mean '--check'?\n");
  ck_assert_str_eq(complaint("--check=yes", NULL), "tt-opt: error: --check does not take an argument\n");
  ck_assert_str_eq(complaint("-i=1", NULL), "tt-opt: error: --in-place does not take an argument\n");
  ck_assert_str_eq(complaint("-o", NULL), "tt-opt: error: missing argument of -o; expected -o FILE\n");
  ck_assert_str_eq(complaint("--emit", NULL),
                   "tt-opt: error: missing argument of --emit; expected --emit=mlir|json|none\n");
  ck_assert_str_eq(complaint("--emit", "--check"),
                   "tt-opt: error: missing argument of --emit; an argument that starts with '-' is written "
                   "--emit=mlir|json|none\n");
  ck_assert_str_eq(complaint("-W", NULL), "tt-opt: error: missing argument of -W; expected -WRULE\n");
  ck_assert_str_eq(complaint("-Wno-", NULL), "tt-opt: error: missing argument of -Wno-; expected -Wno-RULE\n");
  ck_assert_ptr_nonnull(strstr(complaint("--nosuch", NULL), "unknown option '--nosuch'\n"));
  ck_assert_ptr_nonnull(strstr(complaint("--=x", NULL), "unknown option '--'"));
  ck_assert_ptr_null(strstr(complaint("--secre", NULL), "--secret"));
  char long_word[5000];
  memset(long_word, '-', sizeof long_word);
  long_word[sizeof long_word - 1] = 0;
  ck_assert_uint_lt(strlen(complaint(long_word, NULL)), 1100);
}
END_TEST

/* What parsing a command line reports; empty when it succeeds. */
static const char *parse_errors(char **argv, request *r) {
  tta_arguments arguments;
  *r = (request){.jobs = 1};
  catch_errors();
  int exit = tta_command_parse(&command, argv, r, &arguments);
  const char *text = caught_errors();
  ck_assert_int_eq(exit, *text ? 2 : -1);
  return text;
}
#define PARSE_ERRORS(r, ...) parse_errors((char *[]){"tt-opt", __VA_ARGS__, NULL}, r)

START_TEST(arguments_are_stored_and_rules_checked) {
  request r;
  ck_assert_str_eq(PARSE_ERRORS(&r, "a.mlir", "-i", "--emit=json", "-j4", "-Wx", "-Wno-y"), "");
  ck_assert(r.in_place && !r.check && r.emit == 1 && r.jobs == 4 && r.rules == 2);
  ck_assert_str_eq(PARSE_ERRORS(&r, "--shape", " 2 x 4 ", "-j", "0x10"), "");
  ck_assert(r.shape.count == 2 && r.shape.value[0] == 2 && r.shape.value[1] == 4 && r.jobs == 16);
  ck_assert_str_eq(PARSE_ERRORS(&r, "--era=2024-11-27", "--secret"), "");
  ck_assert(r.date == 20241127 && r.check);
  ck_assert_str_eq(PARSE_ERRORS(&r, "a", "-i", "--check"),
                   "tt-opt: error: --check and --in-place are mutually exclusive\n");
  ck_assert_str_eq(PARSE_ERRORS(&r, "a", "--emit=json", "--diff"),
                   "tt-opt: error: --emit=json and --diff are mutually exclusive\n");
  ck_assert_str_eq(PARSE_ERRORS(&r, "a", "--emit=json", "--diff", "--emit=mlir"), "");
  ck_assert_str_eq(PARSE_ERRORS(&r, "a", "--shape=1"), "tt-opt: error: INPUT and --shape are mutually exclusive\n");
  ck_assert_str_eq(PARSE_ERRORS(&r, "--diff"), "tt-opt: error: missing argument: expected INPUT, --shape or --era\n");
  ck_assert_str_eq(PARSE_ERRORS(&r, "a", "--split-input-file"),
                   "tt-opt: error: --split-input-file requires -o or --in-place\n");
  ck_assert_str_eq(PARSE_ERRORS(&r, "a", "b"), "tt-opt: error: unexpected argument 'b' after 'a'\n");
  ck_assert_str_eq(PARSE_ERRORS(&r, "--emit", "jso"),
                   "tt-opt: error: invalid value 'jso' of --emit; expected mlir, json or none\n");
  ck_assert_str_eq(PARSE_ERRORS(&r, "--shape", "2xx4"),
                   "tt-opt: error: invalid value '2xx4' of --shape; expected a shape such as 2x4\n");
  ck_assert_str_eq(PARSE_ERRORS(&r, "--era", "2024-11-31"), "tt-opt: error: invalid value '2024-11-31' of --era; "
                                                            "expected auto, latest or a date such as 2024-11-27\n");
}
END_TEST

START_TEST(values_are_read_alike) {
  int64_t n = 0, tile[2];
  uint64_t address = 0;
  int32_t date = 0;
  tta_numbers list;
  tta_str type;
  ck_assert(tta_read_number("64", 1, 64, &n) && n == 64);
  ck_assert(tta_read_number("9223372036854775807", 0, INT64_MAX, &n) && n == INT64_MAX);
  ck_assert(tta_read_number("0x19400", 0, INT64_MAX, &n) && n == 0x19400);
  ck_assert(tta_read_number(" 0X1f ", 1, 64, &n) && n == 31);
  ck_assert(tta_read_number("-3", -3, 64, &n) && n == -3);
  const char *const wrong[] = {"", "0", "65", "-1", "+1", "1x", "0x", "0x41", "1 2", "9223372036854775808"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) ck_assert(!tta_read_number(wrong[i], 1, 64, &n));
  ck_assert(tta_read_address("0xffffffffffffffff", &address) && address == UINT64_MAX);
  ck_assert(tta_read_address("18446744073709551615", &address) && address == UINT64_MAX);
  ck_assert(!tta_read_address("18446744073709551616", &address) && !tta_read_address("-1", &address));
  ck_assert(tta_read_list("1, 0x10 ,-2", -2, &list) && list.count == 3 && list.value[1] == 16 && list.value[2] == -2);
  ck_assert(!tta_read_list("1,,2", 0, &list) && !tta_read_list("1,", 0, &list) && !tta_read_list("1,-2", 0, &list));
  ck_assert(tta_read_shape("2x3x4", 1, &list) && list.count == 3 && list.value[2] == 4);
  ck_assert(!tta_read_shape("-2x3", 0, &list) && !tta_read_shape("2x", 0, &list) && !tta_read_shape("0x3", 1, &list));
  ck_assert(tta_read_intervals(" 0 : -1, 3:5", &list) && list.count == 4 && list.value[1] == -1);
  ck_assert(tta_read_intervals("none", &list) && list.count == 0);
  ck_assert(!tta_read_intervals("0:", &list) && !tta_read_intervals("0:1,", &list));
  ck_assert(tta_read_tile("32x32:bfp_bf8", tile, &type) && tile[1] == 32 && type.size == 7);
  ck_assert(tta_read_tile("32x16", tile, &type) && !type.size);
  ck_assert(!tta_read_tile("32x32:", tile, &type) && !tta_read_tile("0x32", tile, &type));
  ck_assert(!tta_read_tile("32x32f32", tile, &type));
  ck_assert(tta_era_parse(TTA_STR("2024-02-29"), &date) && date == 20240229);
  ck_assert(tta_era_parse(TTA_STR("auto"), &date) && date == 0);
  ck_assert(tta_era_parse(TTA_STR("latest"), &date) && date == tta_latest_era() && date >= 20260613);
  const char *const no_dates[] = {"2024-11-31", "2023-02-29", "2024-13-01", "1999-01-01", "2024-1-01", "+024-11-27"};
  for (size_t i = 0; i < sizeof no_dates / sizeof *no_dates; i++)
    ck_assert(!tta_era_parse(tta_str_from(no_dates[i]), &date));
}
END_TEST

START_TEST(help_fits_a_screen) {
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_command_help(&out, &command, NULL);
  tta_buf_char(&out, 0);
  ck_assert(!out.failed);
  int lines = 0;
  for (char *line = out.data; *line; lines++) {
    size_t size = strcspn(line, "\n");
    ck_assert_uint_le(size, 80);
    ck_assert(size == 0 || line[size - 1] != ' ');
    line += size + 1;
  }
  ck_assert_int_le(lines, 50);
  ck_assert_ptr_nonnull(strstr(out.data, "Usage: tt-opt [OPTION...] INPUT\n\nParse.\n\nOutput:\n"));
  ck_assert_ptr_nonnull(strstr(out.data, "\n  -o FILE                  write the result"));
  ck_assert_ptr_nonnull(strstr(out.data, "\n  -i, --in-place           rewrite"));
  ck_assert_ptr_nonnull(strstr(out.data, "\n  --emit=mlir|json|none    select"));
  ck_assert_ptr_nonnull(strstr(out.data, "\n  --split-input-file[=MARKER]\n                           process"));
  ck_assert_ptr_nonnull(strstr(out.data, "\n  -WRULE                   on"));
  ck_assert_ptr_nonnull(strstr(out.data, "\n  -Werror[=RULE]           as"));
  ck_assert_ptr_nonnull(strstr(out.data, "\n  -h, --help               print"));
  ck_assert_ptr_nonnull(strstr(out.data, "\nExit status:\n  0  success\n"));
  ck_assert_ptr_null(strstr(out.data, "secret"));
  out.size = 0;
  tta_command_json(&out, &command);
  tta_buf_char(&out, 0);
  ck_assert_ptr_nonnull(strstr(out.data, "\"form\":\"-i, --in-place\",\"argument\":\"none\""));
  ck_assert_ptr_nonnull(strstr(out.data, "\"name\":\"--secret\""));
  tta_buf_free(&out);
}
END_TEST

/* --- messages and the terminal --- */

START_TEST(messages_are_one_clean_line) {
  catch_errors();
  tta_print_error("tt-opt", "cannot open '%s'", "a\nb\033[2J");
  tta_print_message("tt-opt", "%d files", 2);
  tta_print_no_memory("tt-opt");
  tta_print_io_failure("tt-opt", &(tta_io_failure){"cannot open", ENOENT, NULL}, "x.mlir");
  ck_assert_str_eq(caught_errors(), "tt-opt: error: cannot open 'a?b?[2J'\ntt-opt: 2 files\n"
                                    "tt-opt: error: out of memory\n"
                                    "tt-opt: error: cannot open 'x.mlir': No such file or directory\n");
  static char name[20000];
  memset(name, 'n', sizeof name - 1);
  catch_errors();
  tta_print_error("tt-opt", "%s", name);
  const char *line = caught_errors();
  ck_assert_uint_le(strlen(line), 8192);
  ck_assert_str_eq(line + strlen(line) - 4, "...\n");
}
END_TEST

START_TEST(colour_and_width) {
  setenv("NO_COLOR", "1", 1);
  ck_assert(tta_color_wanted(TTA_COLOR_ALWAYS) && !tta_color_wanted(TTA_COLOR_NEVER));
  int terminal = posix_openpt(O_RDWR | O_NOCTTY), other = -1;
  if (terminal < 0 || grantpt(terminal) || unlockpt(terminal)) return; /* no pseudo-terminals here */
  if ((other = open(ptsname(terminal), O_RDWR | O_NOCTTY)) < 0) return;
  ck_assert_int_eq(ioctl(other, TIOCSWINSZ, &(struct winsize){.ws_row = 24, .ws_col = 132}), 0);
  int kept = dup(STDERR_FILENO);
  dup2(other, STDERR_FILENO);
  setenv("TERM", "xterm", 1);
  bool silenced = tta_color_wanted(TTA_COLOR_AUTO);
  setenv("NO_COLOR", "", 1);
  bool coloured = tta_color_wanted(TTA_COLOR_AUTO);
  setenv("TERM", "dumb", 1);
  bool dumb = tta_color_wanted(TTA_COLOR_AUTO);
  unsigned width = tta_term_width();
  int null = open("/dev/null", O_WRONLY);
  dup2(null, STDERR_FILENO);
  setenv("TERM", "xterm", 1);
  bool no_terminal = tta_color_wanted(TTA_COLOR_AUTO);
  unsigned no_width = tta_term_width();
  dup2(kept, STDERR_FILENO);
  close(kept), close(null), close(other), close(terminal);
  ck_assert(!silenced && coloured && !dumb && !no_terminal);
  ck_assert_uint_eq(width, 132);
  ck_assert_uint_eq(no_width, 80);
}
END_TEST

/* --- reading --- */

static void check_text(const tta_input *input, const char *text, size_t size) {
  ck_assert_uint_eq(input->text.size, size);
  ck_assert_ptr_nonnull(input->text.data);
  ck_assert_int_eq(memcmp(input->text.data, text, size), 0);
  for (size_t i = 0; i < TTA_INPUT_PADDING; i++) ck_assert_int_eq(input->text.data[size + i], 0);
}

START_TEST(files_of_all_sizes_are_read) {
  static const size_t sizes[] = {0, 1, 4095, 4096, 65535, 65536, 200000, TTA_INPUT_MAP_BYTES - 1, TTA_INPUT_MAP_BYTES,
                                 TTA_INPUT_MAP_BYTES + 1, 300000, TTA_INPUT_MAP_BYTES + 4096 - 1};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    char *text = malloc(sizes[i] + 1);
    for (size_t k = 0; k < sizes[i]; k++) text[k] = (char)('a' + k % 23);
    write_file("x.mlir", text, sizes[i]);
    tta_input input;
    tta_io_failure failure = tta_input_read(&input, "tt-opt", "x.mlir", NULL);
    ck_assert(!tta_io_failed(&failure));
    ck_assert_int_eq(input.descriptor >= 0, sizes[i] >= TTA_INPUT_MAP_BYTES);
    check_text(&input, text, sizes[i]);
    failure = tta_input_changed(&input);
    ck_assert(!tta_io_failed(&failure));
    tta_input_free(&input);
    free(text);
  }
}
END_TEST

static tta_io_failure failure_of(const char *path) {
  tta_input input;
  tta_io_failure failure = tta_input_read(&input, "tt-opt", path, NULL);
  if (!tta_io_failed(&failure)) tta_input_free(&input);
  return failure;
}

START_TEST(what_cannot_be_read_is_said) {
  tta_io_failure failure = failure_of("missing.mlir");
  ck_assert_str_eq(failure.action, "cannot open");
  ck_assert_int_eq(failure.error, ENOENT);
  mkdir("d", 0700);
  ck_assert_int_eq(failure_of("d").error, EISDIR);
  ck_assert_int_eq(failure_of("").error, ENOENT);
  ck_assert_int_eq(symlink("loop", "loop"), 0);
  ck_assert_int_eq(failure_of("loop").error, ELOOP);
  put_file("huge", "");
  ck_assert_int_eq(truncate("huge", ((off_t)1 << 31) + 1), 0); /* sparse: costs no room */
  failure = failure_of("huge");
  ck_assert_str_eq(failure.reason, "larger than 2 GiB");
  put_file("secret", "x");
  chmod("secret", 0);
  if (geteuid() != 0) ck_assert_int_eq(failure_of("secret").error, EACCES);
}
END_TEST

/* Runs the writer in a child. */
static pid_t feed(const char *path, size_t pieces, size_t size) {
  pid_t child = fork();
  if (child) return child;
  int fifo = open(path, O_WRONLY);
  for (size_t i = 0; i < pieces; i++) {
    for (size_t k = 0; k < size; k++) {
      char byte = (char)('a' + i % 26);
      if (write(fifo, &byte, 1) != 1) _exit(1);
    }
    usleep(1000);
  }
  _exit(0);
}

START_TEST(fifos_and_stdin_are_read) {
  ck_assert_int_eq(mkfifo("fifo", 0600), 0);
  pid_t child = feed("fifo", 3, 5);
  tta_input input;
  tta_io_failure failure = tta_input_read(&input, "tt-opt", "fifo", NULL);
  ck_assert(!tta_io_failed(&failure));
  check_text(&input, "aaaaabbbbbccccc", 15);
  tta_input_free(&input);
  waitpid(child, NULL, 0);
  /* a regular file as standard input, from the place it stands at; nonblocking does no harm */
  put_file("in", "skipped:text");
  int kept = dup(STDIN_FILENO), file = open("in", O_RDONLY | O_NONBLOCK);
  lseek(file, 8, SEEK_SET);
  dup2(file, STDIN_FILENO);
  failure = tta_input_read(&input, "tt-opt", NULL, NULL);
  dup2(kept, STDIN_FILENO);
  close(kept), close(file);
  ck_assert(!tta_io_failed(&failure));
  ck_assert_str_eq(input.name, "<stdin>");
  check_text(&input, "text", 4);
  tta_input_free(&input);
}
END_TEST

START_TEST(large_stdin_is_read_from_where_it_stands) {
  size_t size = 2 * TTA_INPUT_MAP_BYTES;
  char *text = malloc(size);
  for (size_t i = 0; i < size; i++) text[i] = (char)('a' + i % 23);
  write_file("in", text, size);
  int kept = dup(STDIN_FILENO), file = open("in", O_RDONLY);
  dup2(file, STDIN_FILENO);
  for (size_t start = 0; start <= 8; start += 8) {
    lseek(file, (off_t)start, SEEK_SET);
    tta_input input;
    tta_io_failure failure = tta_input_read(&input, "tt-opt", NULL, NULL);
    ck_assert(!tta_io_failed(&failure));
    ck_assert_int_eq(input.descriptor >= 0, start == 0);
    check_text(&input, text + start, size - start);
    tta_input_free(&input);
  }
  dup2(kept, STDIN_FILENO);
  close(kept), close(file);
  free(text);
}
END_TEST

START_TEST(mapped_files_may_shrink_and_grow) {
  size_t size = (1 << 20) + 5;
  char *text = malloc(size);
  memset(text, 'x', size);
  write_file("x.mlir", text, size);
  tta_input input;
  tta_io_failure failure = tta_input_read(&input, "tt-opt", "x.mlir", NULL);
  ck_assert(!tta_io_failed(&failure) && input.descriptor >= 0);
  usleep(20000); /* a tick of the file system's clock */
  int file = open("x.mlir", O_WRONLY | O_APPEND);
  ck_assert_int_eq(write(file, "grown", 5), 5);
  close(file);
  check_text(&input, text, size); /* the zeros after the text are intact */
  failure = tta_input_changed(&input);
  ck_assert_str_eq(failure.reason, "the file was changed while it was being read");
  ck_assert_int_eq(truncate("x.mlir", 8192), 0);
  size_t kept = 0;
  for (size_t i = 0; i < size; i++) kept += input.text.data[i] == 'x'; /* SIGBUS without the guard */
  ck_assert_uint_ge(kept, 8192);
  ck_assert_uint_lt(kept, size);
  ck_assert(tta_process_guard_struck(input.guard));
  tta_input_free(&input);
  free(text);
}
END_TEST

START_TEST(every_allocation_of_reading_may_fail) {
  char *text = calloc(1, 200001);
  memset(text, 'y', 200000);
  write_file("x.mlir", text, 200000);
  ck_assert_int_eq(mkfifo("fifo", 0600), 0);
  for (int kind = 0; kind < 2; kind++) {
    for (long n = 0;; n++) {
      failing f = {n, 0};
      tta_allocator allocator = failing_allocator(&f);
      tta_input input;
      pid_t child = kind ? fork() : -1;
      if (child == 0) { /* may be cut off, when the reader gives up */
        signal(SIGPIPE, SIG_IGN);
        int fifo = open("fifo", O_WRONLY);
        ssize_t put = write(fifo, text, 200000);
        _exit(put < 0);
      }
      tta_io_failure failure = tta_input_read(&input, "tt-opt", kind ? "fifo" : "x.mlir", &allocator);
      if (child > 0) waitpid(child, NULL, 0);
      if (tta_io_failed(&failure)) {
        ck_assert_int_eq(failure.error, ENOMEM);
        ck_assert_int_lt(n, 50);
        ck_assert_int_eq(f.alive, 0);
        continue;
      }
      check_text(&input, text, 200000);
      tta_input_free(&input);
      ck_assert_int_eq(f.alive, 0);
      ck_assert_int_ge(n, 1);
      break;
    }
  }
  free(text);
}
END_TEST

/* --- finding --- */

static const char *listing(tta_inputs *inputs) {
  static char text[4096];
  text[0] = 0;
  for (size_t i = 0; i < inputs->num_items; i++) {
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s%s ", tta_input_item_name(&inputs->items[i]),
             tta_io_failed(&inputs->items[i].failure) ? "!" : "");
  }
  return text;
}

static void make_tree(void) {
  mkdir("d", 0700), mkdir("d/a", 0700), mkdir("d/.git", 0700), mkdir("d/b.mlir", 0700), mkdir("d/empty", 0700);
  put_file("d/a.mlir", ""), put_file("d/a-b.mlir", ""), put_file("d/a/z.mlir", ""), put_file("d/\xc3\xa4.mlir", "");
  put_file("d/.hidden.mlir", ""), put_file("d/.git/x.mlir", ""), put_file("d/b.mlir/c.mlir", "");
  put_file("d/x.txt", ""), put_file("d/.mlir", ""), put_file("d/Z.mlir", "");
  ck_assert_int_eq(symlink("a", "d/linked"), 0);
  ck_assert_int_eq(symlink("a", "d/linked.mlir"), 0);
  ck_assert_int_eq(symlink("a.mlir", "d/link-to-file.mlir"), 0);
  ck_assert_int_eq(symlink("nothing", "d/dangling.mlir"), 0);
  ck_assert_int_eq(mkfifo("d/fifo.mlir", 0600), 0);
}

/* The order of bytes: '-' 2d, '.' 2e, '/' 2f, 'Z' 5a, 'a' 61, 0xc3. */
#define TREE                                                                                                       \
  "d/Z.mlir d/a-b.mlir d/a.mlir d/a/z.mlir d/b.mlir/c.mlir d/dangling.mlir d/fifo.mlir! d/link-to-file.mlir " \
  "d/\xc3\xa4.mlir "

START_TEST(directories_are_walked) {
  make_tree();
  tta_inputs inputs = {0};
  ck_assert_int_eq(tta_inputs_add(&inputs, "d"), TTA_OK);
  ck_assert_str_eq(listing(&inputs), TREE);
  ck_assert(inputs.many);
  tta_inputs_free(&inputs);
  inputs = (tta_inputs){0};
  ck_assert_int_eq(tta_inputs_add(&inputs, "z.mlir"), TTA_OK);
  ck_assert(!inputs.many);
  ck_assert_int_eq(tta_inputs_add(&inputs, "d/linked/"), TTA_OK);
  ck_assert_int_eq(tta_inputs_add(&inputs, "-"), TTA_OK);
  ck_assert_int_eq(tta_inputs_add(&inputs, "-"), TTA_OK);
  ck_assert_str_eq(listing(&inputs), "z.mlir d/linked/z.mlir <stdin> <stdin>! ");
  ck_assert(inputs.many && inputs.has_stdin);
  tta_inputs_free(&inputs);
  if (geteuid() == 0) return;
  chmod("d/a", 0);
  chmod("d/b.mlir", 0400); /* names can be listed, not looked at */
  inputs = (tta_inputs){0};
  ck_assert_int_eq(tta_inputs_add(&inputs, "d"), TTA_OK);
  ck_assert_str_eq(listing(&inputs), "d/Z.mlir d/a! d/a-b.mlir d/a.mlir d/b.mlir! d/dangling.mlir d/fifo.mlir! "
                                     "d/link-to-file.mlir d/\xc3\xa4.mlir ");
  tta_inputs_free(&inputs);
}
END_TEST

START_TEST(deep_directories_cost_no_stack) {
  char path[4000] = "p";
  mkdir(path, 0700);
  for (int i = 0; i < 1500; i++) {
    strcat(path, "/q");
    ck_assert_int_eq(mkdir(path, 0700), 0);
  }
  strcat(path, "/x.mlir");
  put_file(path, "");
  tta_inputs inputs = {0};
  ck_assert_int_eq(tta_inputs_add(&inputs, "p"), TTA_OK);
  ck_assert_uint_eq(inputs.num_items, 1);
  ck_assert_str_eq(inputs.items[0].path, path);
  tta_inputs_free(&inputs);
}
END_TEST

START_TEST(every_allocation_of_finding_may_fail) {
  make_tree();
  for (long n = 0;; n++) {
    failing f = {n, 0};
    tta_allocator allocator = failing_allocator(&f);
    tta_inputs inputs = {.allocator = &allocator};
    tta_status status = tta_inputs_add(&inputs, "d");
    if (!status) ck_assert_str_eq(listing(&inputs), TREE);
    tta_inputs_free(&inputs);
    ck_assert_int_eq(f.alive, 0);
    if (!status) {
      ck_assert_int_ge(n, 10);
      return;
    }
    ck_assert_int_eq(status, TTA_NO_MEMORY);
    ck_assert_int_lt(n, 100);
  }
}
END_TEST

/* --- writing --- */

static tta_io_failure save(const char *path, const char *text) {
  tta_output output;
  if (tta_output_open(&output, path, NULL)) tta_output_bytes(&output, text, strlen(text));
  tta_output_close(&output);
  return output.failure;
}

static mode_t mode_of(const char *path) {
  struct stat stat_now;
  return lstat(path, &stat_now) == 0 ? stat_now.st_mode : 0;
}

START_TEST(files_are_replaced_whole) {
  mode_t mask = umask(027);
  tta_io_failure failure = save("new", "one");
  umask(mask);
  ck_assert(!tta_io_failed(&failure));
  ck_assert_str_eq(file_text("new"), "one");
  ck_assert_uint_eq(mode_of("new"), S_IFREG | 0640);
  chmod("new", 0751);
  ck_assert_ptr_null(save("new", "two").action);
  ck_assert_str_eq(file_text("new"), "two");
  ck_assert_uint_eq(mode_of("new"), S_IFREG | 0751);
  /* through two links, one of them relative to another folder, and to a file that does not exist yet */
  mkdir("e", 0700);
  ck_assert_int_eq(symlink("e/second", "first"), 0);
  ck_assert_int_eq(symlink("../new", "e/second"), 0);
  ck_assert_int_eq(symlink("e/later", "dangling"), 0);
  ck_assert_ptr_null(save("first", "three").action);
  ck_assert_ptr_null(save("dangling", "four").action);
  ck_assert_str_eq(file_text("new"), "three");
  ck_assert_str_eq(file_text("e/later"), "four");
  ck_assert(S_ISLNK(mode_of("first")) && S_ISLNK(mode_of("e/second")) && S_ISLNK(mode_of("dangling")));
  ck_assert_int_eq(temps_left(), 0);
  /* a discarded output was never there */
  tta_output output;
  ck_assert(tta_output_open(&output, "new", NULL));
  ck_assert_int_eq(temps_left(), 1);
  tta_output_bytes(&output, "lost", 4);
  tta_output_discard(&output);
  ck_assert_str_eq(file_text("new"), "three");
  ck_assert_int_eq(temps_left(), 0);
}
END_TEST

/* A device to write to. Who may write to /dev must never be given the real one: code that wrongly renames over it would
 * break the machine. Root gets a node of its own in the test's folder; NULL when there can be none. */
static const char *device(const char *real, unsigned minor_number) {
  if (access("/dev", W_OK) != 0) return real;
  const char *own = strrchr(real, '/') + 1;
  if (mknod(own, S_IFCHR | 0666, makedev(1, minor_number)) != 0) return NULL;
  int usable = open(own, O_WRONLY); /* not on a nodev file system */
  if (usable < 0) return NULL;
  close(usable);
  return own;
}

START_TEST(other_things_are_written_directly) {
  const char *null = device("/dev/null", 3);
  if (null) {
    ck_assert_ptr_null(save(null, "gone").action);
    ck_assert(S_ISCHR(mode_of(null)));
  }
  ck_assert_int_eq(mkfifo("fifo", 0600), 0);
  int reader = open("fifo", O_RDONLY | O_NONBLOCK);
  ck_assert_ptr_null(save("fifo", "through").action);
  char text[16] = "";
  ck_assert_int_eq(read(reader, text, sizeof text), 7);
  close(reader);
  ck_assert_str_eq(text, "through");
  ck_assert(S_ISFIFO(mode_of("fifo")));
  /* a link of /proc whose text does not name the file: it was removed and only its descriptor is left */
  int gone = open("gone", O_RDWR | O_CREAT, 0600);
  unlink("gone");
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", gone);
  ck_assert_ptr_null(save(path, "hidden").action);
  ck_assert_int_eq(pread(gone, text, sizeof text, 0), 6);
  close(gone);
  ck_assert_int_eq(temps_left(), 0);
}
END_TEST

START_TEST(what_cannot_be_written_is_said) {
  const char *full = device("/dev/full", 7);
  if (full) ck_assert_int_eq(save(full, "x").error, ENOSPC);
  mkdir("d", 0700);
  ck_assert_int_eq(save("d", "x").error, EISDIR);
  ck_assert_int_eq(save("nodir/x", "x").error, ENOENT);
  ck_assert_int_eq(save("", "x").error, ENOENT);
  put_file("plain", "kept");
  ck_assert_int_eq(save("plain/x", "x").error, ENOTDIR);
  ck_assert_int_eq(symlink("loop", "loop"), 0);
  ck_assert_int_eq(save("loop", "x").error, ELOOP);
  char long_name[400];
  memset(long_name, 'n', sizeof long_name - 1);
  long_name[sizeof long_name - 1] = 0;
  ck_assert_int_eq(save(long_name, "x").error, ENAMETOOLONG);
  if (geteuid() != 0) {
    chmod("plain", 0400);
    ck_assert_int_eq(save("plain", "x").error, EACCES);
    chmod("d", 0500);
    ck_assert_str_eq(save("d/x", "x").action, "cannot create a temporary file beside");
  }
  ck_assert_str_eq(file_text("plain"), "kept");
  ck_assert_int_eq(temps_left(), 0);
}
END_TEST

/* What a child does to standard output or to "file"; its status is 2 when that failed. */
typedef enum play_scene {
  FULL_DISK,
  CLOSED_PIPE,
  FULL_STDOUT,
  NO_STDOUT,
  TERMINATED,
  INTERRUPTED,
  HANGUP_IGNORED
} play_scene;

static int play(play_scene scene) {
  static char big[100000];
  memset(big, 'b', sizeof big);
  int ends[2] = {-1, -1};
  if (scene == CLOSED_PIPE && (pipe(ends) || dup2(ends[1], STDOUT_FILENO) < 0 || close(ends[0]))) return 99;
  if (scene == FULL_STDOUT) dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO);
  if (scene == NO_STDOUT) close(STDOUT_FILENO);
  if (scene == HANGUP_IGNORED) signal(SIGHUP, SIG_IGN);
  signal(SIGINT, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  tta_process_start("tt-opt");
  if (scene == FULL_DISK) setrlimit(RLIMIT_FSIZE, &(struct rlimit){4096, 4096});
  if (scene == NO_STDOUT) open("file", O_RDWR); /* must not become standard output */
  bool to_stdout = scene == CLOSED_PIPE || scene == FULL_STDOUT || scene == NO_STDOUT;
  tta_output output;
  if (tta_output_open(&output, to_stdout ? "-" : "file", NULL)) tta_output_bytes(&output, big, sizeof big);
  if (scene == TERMINATED) raise(SIGTERM);
  if (scene == INTERRUPTED) raise(SIGINT);
  if (scene == HANGUP_IGNORED) raise(SIGHUP);
  if (tta_output_close(&output)) return 0;
  tta_print_io_failure("tt-opt", &output.failure, output.name);
  return 2;
}

static int status_of(play_scene scene, const char **said) {
  int status = 0;
  catch_errors();
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) _exit(play(scene));
  waitpid(child, &status, 0);
  *said = caught_errors();
  return status;
}

START_TEST(broken_writes_leave_the_original) {
  static const struct {
    play_scene scene;
    int status;
    const char *said;
  } cases[] = {
      {FULL_DISK, 2 << 8, "tt-opt: error: cannot write 'file': File too large\n"},
      {CLOSED_PIPE, SIGPIPE, ""},
      {FULL_STDOUT, 2 << 8, "tt-opt: error: cannot write '<stdout>': No space left on device\n"},
      {NO_STDOUT, 2 << 8, "tt-opt: error: cannot write '<stdout>': Bad file descriptor\n"},
      {TERMINATED, SIGTERM, "tt-opt: error: interrupted\n"},
      {INTERRUPTED, SIGINT, "tt-opt: error: interrupted\n"},
  };
  put_file("file", "original");
  const char *said;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ck_assert_int_eq(status_of(cases[i].scene, &said), cases[i].status);
    ck_assert_str_eq(said, cases[i].said);
    ck_assert_str_eq(file_text("file"), "original");
    ck_assert_int_eq(temps_left(), 0);
  }
  ck_assert_int_eq(status_of(HANGUP_IGNORED, &said), 0);
  ck_assert_int_eq(file_text("file")[0], 'b');
}
END_TEST

START_TEST(every_allocation_of_writing_may_fail) {
  for (int kind = 0; kind < 3; kind++) {
    unlink("link");
    unlink("file");
    ck_assert_int_eq(symlink("file", "link"), 0);
    if (kind > 0) put_file("file", "old");
    for (long n = 0;; n++) {
      failing f = {n, 0};
      tta_allocator allocator = failing_allocator(&f);
      tta_output output;
      if (tta_output_open(&output, kind == 1 ? "file" : "link", &allocator)) tta_output_bytes(&output, "new", 3);
      bool ok = tta_output_close(&output);
      ck_assert_int_eq(f.alive, 0);
      ck_assert_int_eq(temps_left(), 0);
      if (ok) break;
      ck_assert_int_eq(output.failure.error, ENOMEM);
      ck_assert_int_lt(n, 20);
      if (kind > 0) ck_assert_str_eq(file_text("file"), "old");
    }
    ck_assert_str_eq(file_text("file"), "new");
  }
}
END_TEST

/* --- texts and edits at random --- */

static uint64_t random_state;
static size_t below(size_t n) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u; /* Knuth, MMIX */
  return (size_t)(random_state >> 33) % n;
}

enum { MAX_EDITS = 40, MAX_TEXT = 20000 };

typedef struct change {
  char *old_text, *new_text;
  size_t old_size, new_size, num_edits;
  tta_edit edits[MAX_EDITS];
  char pool[MAX_EDITS * 4000];
} change;

static size_t random_text(char *to, size_t lines, size_t longest) {
  size_t size = 0;
  for (size_t i = 0; i < lines; i++) {
    for (size_t k = below(longest + 1); k > 0; k--) to[size++] = (char)('a' + below(3));
    if (i + 1 < lines || below(3)) to[size++] = '\n';
  }
  return size;
}

/* Makes a text, edits, and the new text by plain copying: the model of both outputs. */
static void random_change(change *c, size_t longest_piece) {
  c->old_size = random_text(c->old_text, below(40), longest_piece);
  c->new_size = c->num_edits = 0;
  size_t at = 0, pool = 0, wanted = below(MAX_EDITS);
  for (size_t i = 0; i < wanted && at <= c->old_size; i++) {
    size_t begin = at + below(below(2) ? 4 : 60), end = begin + below(below(3) ? 4 : 30);
    if (end > c->old_size) break;
    size_t size = below(4) ? random_text(c->pool + pool, 1 + below(3), longest_piece) : 0;
    c->edits[c->num_edits++] = (tta_edit){{(uint32_t)begin, (uint32_t)end}, {c->pool + pool, size}};
    memcpy(c->new_text + c->new_size, c->old_text + at, begin - at);
    memcpy(c->new_text + c->new_size + begin - at, c->pool + pool, size);
    c->new_size += begin - at + size;
    pool += size;
    at = end;
  }
  memcpy(c->new_text + c->new_size, c->old_text + at, c->old_size - at);
  c->new_size += c->old_size - at;
}

static void start_changes(change *c) {
  *c = (change){0};
  c->old_text = malloc(8 * MAX_TEXT);
  c->new_text = malloc(sizeof c->pool + 8 * MAX_TEXT);
  random_state = 20241127;
}

static void end_changes(change *c) {
  free(c->old_text);
  free(c->new_text);
}

START_TEST(edited_text_is_put_together) {
  static change c;
  start_changes(&c);
  size_t total = 0;
  for (int i = 0; i < 400; i++) {
    random_change(&c, i % 2 ? 20 : 1300); /* pieces on both sides of what is copied */
    tta_output output;
    ck_assert(tta_output_open(&output, "out", NULL));
    ck_assert(tta_output_edited(&output, (tta_str){c.old_text, c.old_size}, c.edits, c.num_edits));
    ck_assert(tta_output_close(&output));
    tta_input input;
    ck_assert_ptr_null(tta_input_read(&input, "tt-opt", "out", NULL).action);
    check_text(&input, c.new_text, c.new_size);
    tta_input_free(&input);
    total += c.num_edits;
  }
  ck_assert_uint_gt(total, 1000);
  tta_output output;
  tta_edit wrong = {{2, 9}, {"", 0}};
  ck_assert(tta_output_open(&output, "out", NULL));
  ck_assert(!tta_output_edited(&output, (tta_str){"abc", 3}, &wrong, 1));
  ck_assert(!tta_output_close(&output));
  ck_assert_int_eq(output.failure.error, EINVAL);
  end_changes(&c);
}
END_TEST

/* More edits than vectors and more bytes than a pipe takes at once: partial writes. */
START_TEST(many_edits_through_a_pipe) {
  enum { COUNT = 5000, PERIOD = 40 };
  char *text = malloc(COUNT * PERIOD), *expected = malloc(COUNT * (PERIOD + 3));
  tta_edit *edits = malloc(COUNT * sizeof *edits);
  size_t size = 0;
  for (size_t i = 0; i < COUNT; i++) {
    memset(text + i * PERIOD, 'a' + (int)(i % 26), PERIOD);
    edits[i] = (tta_edit){{(uint32_t)(i * PERIOD + 7), (uint32_t)(i * PERIOD + 9)}, {"-new-", 5}};
    memcpy(expected + size, text + i * PERIOD, 7);
    memcpy(expected + size + 7, "-new-", 5);
    memcpy(expected + size + 12, text + i * PERIOD, PERIOD - 9);
    size += PERIOD + 3;
  }
  ck_assert_int_eq(mkfifo("fifo", 0600), 0);
  pid_t child = fork();
  if (child == 0) {
    tta_output output;
    tta_str original = {text, COUNT * PERIOD};
    if (tta_output_open(&output, "fifo", NULL)) tta_output_edited(&output, original, edits, COUNT);
    _exit(tta_output_close(&output) ? 0 : 2);
  }
  tta_input input;
  ck_assert_ptr_null(tta_input_read(&input, "tt-opt", "fifo", NULL).action);
  check_text(&input, expected, size);
  tta_input_free(&input);
  int status = -1;
  waitpid(child, &status, 0);
  ck_assert_int_eq(status, 0);
  free(text), free(expected), free(edits);
}
END_TEST

/* --- diffs --- */

static const char *diff_of(const char *text, size_t num_edits, const tta_edit *edits) {
  static char result[4096];
  tta_buf out;
  tta_buf_init(&out, NULL);
  ck_assert_int_eq(tta_edits_diff(&out, "a", "b", (tta_str){text, strlen(text)}, edits, num_edits), TTA_OK);
  ck_assert_uint_lt(out.size, sizeof result);
  if (out.size) memcpy(result, out.data, out.size);
  result[out.size] = 0;
  tta_buf_free(&out);
  return result;
}
#define EDIT(b, e, t) {{b, e}, {t, sizeof t - 1}}
#define DIFF_OF(text, ...) \
  diff_of(text, sizeof((tta_edit[]){__VA_ARGS__}) / sizeof(tta_edit), (tta_edit[]){__VA_ARGS__})

/* Expected texts are those of `diff -u` (GNU diffutils 3.8) without its time stamps. */
START_TEST(diffs_look_as_expected) {
  const char *ten = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";
  ck_assert_str_eq(DIFF_OF(ten, EDIT(8, 9, "x")), "--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
  ck_assert_str_eq(DIFF_OF(ten, EDIT(8, 9, "5")), "");
  ck_assert_str_eq(diff_of(ten, 0, NULL), "");
  ck_assert_str_eq(DIFF_OF(ten, EDIT(0, 1, "x"), EDIT(2, 3, "y")),
                   "--- a\n+++ b\n@@ -1,5 +1,5 @@\n-1\n-2\n+x\n+y\n 3\n 4\n 5\n");
  ck_assert_str_eq(DIFF_OF(ten, EDIT(2, 4, "")), "--- a\n+++ b\n@@ -1,5 +1,4 @@\n 1\n-2\n 3\n 4\n 5\n");
  ck_assert_str_eq(DIFF_OF(ten, EDIT(21, 21, "11\n")), "--- a\n+++ b\n@@ -8,3 +8,4 @@\n 8\n 9\n 10\n+11\n");
  ck_assert_str_eq(DIFF_OF(ten, EDIT(20, 21, "")),
                   "--- a\n+++ b\n@@ -7,4 +7,4 @@\n 7\n 8\n 9\n-10\n+10\n\\ No newline at end of file\n");
  ck_assert_str_eq(DIFF_OF("", EDIT(0, 0, "a\n")), "--- a\n+++ b\n@@ -0,0 +1 @@\n+a\n");
  ck_assert_str_eq(DIFF_OF("a\nb", EDIT(0, 3, "")),
                   "--- a\n+++ b\n@@ -1,2 +0,0 @@\n-a\n-b\n\\ No newline at end of file\n");
  /* seven lines apart: two hunks; six: one */
  ck_assert_str_eq(DIFF_OF(ten, EDIT(0, 1, "x"), EDIT(16, 17, "y")),
                   "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -6,5 +6,5 @@\n 6\n 7\n 8\n-9\n+y\n 10\n");
  ck_assert_str_eq(DIFF_OF(ten, EDIT(0, 1, "x"), EDIT(14, 15, "y")),
                   "--- a\n+++ b\n@@ -1,10 +1,10 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+y\n 9\n 10\n");
  tta_edit wrong[] = {EDIT(4, 5, "x"), EDIT(2, 3, "y")};
  tta_buf out;
  tta_buf_init(&out, NULL);
  ck_assert_int_eq(tta_edits_diff(&out, "a", "b", (tta_str){ten, 21}, wrong, 2), TTA_INVALID);
  ck_assert_int_eq(tta_edits_diff(&out, "my file", "q\"\n", (tta_str){ten, 21}, wrong, 1), TTA_OK);
  const char *head = "--- my file\t\n+++ \"q\\\"\\012\"\n@@ ";
  ck_assert_int_eq(strncmp(out.data, head, strlen(head)), 0);
  tta_buf_free(&out);
}
END_TEST

/* A model of patch without fuzz: every context and old line must be where the hunk says. Returns the size of the new
 * text, SIZE_MAX when the diff does not fit. */
static const char *next_line(const char *text, const char *end) {
  const char *newline = memchr(text, '\n', (size_t)(end - text));
  return newline ? newline + 1 : end;
}

static bool take_line(const char **old, const char *old_end, const char *line, size_t size) {
  const char *next = next_line(*old, old_end);
  if ((size_t)(next - *old) != size || memcmp(*old, line, size) != 0) return false;
  *old = next;
  return true;
}

static size_t apply(const char *diff, size_t diff_size, const char *old, size_t old_size, char *to) {
  const char *at = diff, *end = diff + diff_size, *old_end = old + old_size;
  size_t old_line = 1, new_line = 1, size = 0;
  if (diff_size) at = next_line(next_line(at, end), end);
  while (at < end) {
    size_t l = 0, s = 1, m = 0, t = 1;
    int used = 0;
    if (sscanf(at, "@@ -%zu%n", &l, &used) != 1) return SIZE_MAX;
    at += used;
    if (*at == ',' && sscanf(at, ",%zu%n", &s, &used) == 1) at += used;
    if (sscanf(at, " +%zu%n", &m, &used) != 1) return SIZE_MAX;
    at += used;
    if (*at == ',' && sscanf(at, ",%zu%n", &t, &used) == 1) at += used;
    if (strncmp(at, " @@\n", 4) != 0) return SIZE_MAX;
    at += 4;
    for (; old_line < l + (s == 0); old_line++, new_line++) {
      const char *next = next_line(old, old_end);
      memcpy(to + size, old, (size_t)(next - old));
      size += (size_t)(next - old);
      old = next;
    }
    if (new_line != m + (t == 0) || s + t == 0) return SIZE_MAX;
    while (at < end && *at != '@') {
      char mark = *at++;
      const char *next = next_line(at, end);
      size_t line = (size_t)(next - at);
      bool open_end = next < end && *next == '\\';
      if (open_end) line--;
      if (mark != '+' && (s-- == 0 || !take_line(&old, old_end, at, line))) return SIZE_MAX;
      old_line += mark != '+';
      if (mark != '-') {
        if (t-- == 0) return SIZE_MAX;
        memcpy(to + size, at, line);
        size += line;
        new_line++;
      }
      at = open_end ? next_line(next, end) : next;
    }
    if (s != 0 || t != 0) return SIZE_MAX;
  }
  memcpy(to + size, old, (size_t)(old_end - old));
  return size + (size_t)(old_end - old);
}

START_TEST(random_diffs_apply) {
  static change c;
  start_changes(&c);
  bool has_patch = system("patch --version >/dev/null 2>&1") == 0;
  char *result = malloc(sizeof c.pool + 8 * MAX_TEXT);
  for (int i = 0; i < 4000; i++) {
    random_change(&c, 6);
    tta_buf out;
    tta_buf_init(&out, NULL);
    ck_assert_int_eq(tta_edits_diff(&out, "x", "x", (tta_str){c.old_text, c.old_size}, c.edits, c.num_edits), TTA_OK);
    bool same = c.old_size == c.new_size && memcmp(c.old_text, c.new_text, c.old_size) == 0;
    if (same) ck_assert_uint_eq(out.size, 0);
    tta_buf_char(&out, 0); /* for sscanf */
    size_t size = apply(out.data, out.size - 1, c.old_text, c.old_size, result);
    ck_assert_msg(size == c.new_size && memcmp(result, c.new_text, size) == 0, "case %d: %s", i, out.data);
    if (has_patch && i % 50 == 0 && !same && c.new_size > 0) {
      write_file("x", c.old_text, c.old_size);
      write_file("x.diff", out.data, out.size - 1);
      ck_assert_int_eq(system("patch -s -F0 x x.diff >patch.out 2>&1"), 0);
      ck_assert_uint_eq(strlen(file_text("x")), c.new_size);
      ck_assert_int_eq(memcmp(file_text("x"), c.new_text, c.new_size), 0);
    }
    tta_buf_free(&out);
  }
  free(result);
  end_changes(&c);
}
END_TEST

START_TEST(every_allocation_of_a_diff_may_fail) {
  const char *text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";
  tta_edit edits[] = {EDIT(0, 1, "x"), EDIT(16, 17, "y\nz")};
  for (long n = 0;; n++) {
    failing f = {n, 0};
    tta_allocator allocator = failing_allocator(&f);
    tta_buf out;
    tta_buf_init(&out, &allocator);
    tta_status status = tta_edits_diff(&out, "a", "b", (tta_str){text, strlen(text)}, edits, 2);
    tta_buf_free(&out);
    ck_assert_int_eq(f.alive, 0);
    if (!status) {
      ck_assert_int_ge(n, 4);
      return;
    }
    ck_assert_int_eq(status, TTA_NO_MEMORY);
    ck_assert_int_lt(n, 50);
  }
}
END_TEST

static void add_case(Suite *suite, const char *name, const TTest *const *tests) {
  TCase *tcase = tcase_create(name);
  tcase_set_timeout(tcase, 60);
  tcase_set_tags(tcase, name);
  tcase_add_checked_fixture(tcase, enter_folder, leave_folder);
  for (; *tests; tests++) tcase_add_test(tcase, *tests);
  suite_add_tcase(suite, tcase);
}

int main(void) {
  tta_process_start("test_tools");
  Suite *suite = suite_create("tools");
  add_case(suite, "options", (const TTest *[]){options_are_read, wrong_options_get_one_line,
                                               arguments_are_stored_and_rules_checked, values_are_read_alike,
                                               help_fits_a_screen, NULL});
  add_case(suite, "messages", (const TTest *[]){messages_are_one_clean_line, colour_and_width, NULL});
  add_case(suite, "reading",
           (const TTest *[]){files_of_all_sizes_are_read, what_cannot_be_read_is_said, fifos_and_stdin_are_read,
                             large_stdin_is_read_from_where_it_stands, every_allocation_of_reading_may_fail, NULL});
  add_case(suite, "shrinking", (const TTest *[]){mapped_files_may_shrink_and_grow, NULL});
  add_case(suite, "finding", (const TTest *[]){directories_are_walked, deep_directories_cost_no_stack,
                                               every_allocation_of_finding_may_fail, NULL});
  add_case(suite, "writing",
           (const TTest *[]){files_are_replaced_whole, other_things_are_written_directly,
                             what_cannot_be_written_is_said, broken_writes_leave_the_original,
                             every_allocation_of_writing_may_fail, edited_text_is_put_together,
                             many_edits_through_a_pipe, NULL});
  add_case(suite, "diffs", (const TTest *[]){diffs_look_as_expected, random_diffs_apply,
                                             every_allocation_of_a_diff_may_fail, NULL});
  return run_suite(suite);
}
