/* tt-layout same: whether two layouts, in any notation, place every element at the same address. */
#include <string.h>

#include "tool.h"
#include "base/format.h"
#include "tools/common/message.h"

typedef struct request {
  const char *name;
  tt_layout_ref_options layout;
  bool json;
} request;

static const tta_option option_rows[] = {
    TT_LAYOUT_REF_OPTIONS(request, layout),
    TT_LAYOUT_NAME_OPTION(offsetof(request, name)),
    TT_LAYOUT_JSON_OPTION(offsetof(request, json)),
};

static void print_text(tta_buf *out, const tta_layout_ref_comparison *c) {
  if (c->equal) {
    tta_buf_str(out, "same: every element has the same address\n");
    return;
  }
  if (c->memory_differs) {
    tta_buf_printf(out, "differs: memory layout %.*s and %.*s\n", TTA_STR_ARGS(c->place[0]), TTA_STR_ARGS(c->place[1]));
    return;
  }
  tta_buf_str(out, "differs: element ");
  tta_buf_list(out, c->rank, c->at);
  tta_buf_printf(out, " is at %.*s and at %.*s\n", (int)c->place[0].size, c->place[0].data, (int)c->place[1].size,
                 c->place[1].data);
}

static void print_json(tta_buf *out, const tta_layout_ref *const refs[2], const tta_layout_ref_comparison *c) {
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '{');
  tta_json_key_text(&json, "a", tta_notation_name(refs[0]->notation));
  tta_json_key_text(&json, "b", tta_notation_name(refs[1]->notation));
  tta_json_key_bool(&json, "same", c->equal);
  tta_json_key_shape(&json, "index", (tta_shape){c->rank, c->at});
  tta_json_key_shape(&json, "offsets", (tta_shape){2, c->at ? c->offset : NULL});
  tta_json_key_bool(&json, "memory_differs", c->memory_differs);
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
}

/* Exit status 1 is for layouts that differ; every error is 2. */
static int compare(const request *r, const tt_layout_ref_input sides[2]) {
  const tta_layout_ref *const refs[2] = {&sides[0].ref, &sides[1].ref};
  tta_layout_ref_comparison comparison;
  tta_buf out = tta_buf_new(NULL), reason = tta_buf_new(NULL);
  tta_arena *arena = tta_arena_new(NULL);
  tta_status status = arena ? tta_layout_ref_compare(refs[0], refs[1], arena, &comparison, &reason) : TTA_NO_MEMORY;
  int exit;
  if (status) {
    tt_layout_fail(status, &reason);
    exit = TTA_EXIT_FAILED;
  } else {
    tta_buf_free(&reason);
    if (r->json) print_json(&out, refs, &comparison);
    else print_text(&out, &comparison);
    exit = tt_layout_finish(&out);
    if (!exit && !comparison.equal) exit = TTA_EXIT_ERRORS;
  }
  tta_arena_delete(arena);
  return exit;
}

static int run(const tta_command *command, char **argv) {
  request r = {.layout.from = TTA_NOTATION_UNKNOWN};
  tta_arguments arguments;
  tt_layout_ref_input sides[2];
  memset(sides, 0, sizeof sides);
  int exit = tta_command_parse(command, argv, &r, &arguments);
  if (exit >= 0) return exit;
  r.layout.has_shape = tta_given(&arguments, "--shape");
  const char *const *words = arguments.operands;
  if (r.name && tt_layout_is_text(words[0]) && tt_layout_is_text(words[1])) return tt_layout_name_requires_file();
  bool files = !tt_layout_is_text(words[0]) && !tt_layout_is_text(words[1]);
  exit = files ? tt_layout_reject_completing(tt_layout_completing_option(&arguments)) : TTA_EXIT_DONE;
  if (exit) return exit;
  for (int i = 0; i < 2 && !exit; i++) exit = tt_layout_open_ref(&sides[i], words[i], r.name, &r.layout, 0);
  exit = exit ? TTA_EXIT_FAILED : compare(&r, sides);
  for (int i = 0; i < 2; i++) tt_layout_close_ref(&sides[i]);
  return exit;
}

const tta_command tt_layout_same = {
    TT_LAYOUT_COMMAND,
    .name = "same",
    .usage = "A B [OPTION...]",
    .summary = "Prove that two layouts in any notation place every element at the same address",
    .description = "A and B are layouts as `tt-layout convert` reads them, or files with one. If they differ, an index "
                   "and its two addresses are printed, or the memory layouts.",
    TTA_OPTIONS(option_rows),
    .operands = {"A", "B"},
    .min_operands = 2,
    .examples = {"tt-layout same 'f16[1000,200]{1,0:T(1000,64)}' '(1000,(64,4)):(64,(1,64000))' --shape 1000x200",
                 "compare a layout of XLA with one of CuTe"},
    .exit_status = {"same", "different", "undecided, errors in the input, invalid command line, I/O error, or out of "
                                         "memory"},
    .run = run,
};
