/* host.h: what the files of the host API share.
 *
 *   host.c          the host program: its variables, what is not known, main
 *   host_api.def    the host API in C++
 *   host_cores.c    cores, ranges, sets
 *   host_calls.c    what calls do to programs
 *   host_changes.c  programs that run again with other arguments or buffers
 *   host_binding.c  the binding of a program */
#ifndef TTA_KERNEL_HOST_H
#define TTA_KERNEL_HOST_H

#include "kernel/interpret.h"

typedef struct tta_host_cores {
  tta_protocol_range *items;
  uint32_t num_items, cap_items;
} tta_host_cores;

/* A circular buffer or semaphore of a program, or a buffer. */
typedef struct tta_host_thing {
  tta_binding_thing thing;
  tta_host_cores cores;
  uint32_t written_at; /* when; 0 = never */
  uint32_t named_at;   /* depth of calls */
  uint32_t number;     /* in the binding */
} tta_host_thing;

typedef struct tta_host_program {
  tta_binding binding; /* its kernels */
  tta_host_thing *things;
  uint32_t num_things, cap_things, num_semaphores, enqueued_at;
  uint32_t created; /* token */
  bool ran; /* before it was changed: what it was is another program of the list */
} tta_host_program;

/** Arguments that the host program may change in place: on a core, or (y0 = x0 = UINT32_MAX) all by column and row. */
typedef struct tta_host_view {
  uint32_t group;
  tta_protocol_range core;
  kernel_value list;
} tta_host_view;

/* A kernel on several rectangles is several kernels of the binding. */
typedef struct tta_host_kernels {
  uint32_t program, first, count, named_at;
} tta_host_kernels;

typedef enum fresh_kind { FRESH_NONE, FRESH_BUFFER, FRESH_SEMAPHORE, FRESH_KERNEL } fresh_kind;

typedef struct tta_host_define {
  uint32_t name;
  int64_t value;
} tta_host_define;

/* A return in a branch on a value that is not known; `cause`: token of that value. */
typedef struct tta_host_return {
  uint32_t token, cause;
  uint64_t step;
} tta_host_return;

typedef struct tta_host {
  tta_interpreter in;
  tta_binding *binding; /* the result */
  tta_host_thing *buffers;
  tta_host_program *programs;
  tta_host_kernels *groups;
  tta_host_define *defines;
  tta_host_return *returns;
  tta_host_view *views;
  uint32_t num_views, cap_views, num_changes;
  uint32_t num_returns, cap_returns;
  bool grid_assumed;
  uint32_t entry_frame; /* of main */
  uint32_t num_buffers, cap_buffers, num_programs, cap_programs, num_groups, cap_groups, num_defines, cap_defines;
  uint32_t call;        /* token of the host program that called the host API */
  uint32_t now;         /* counts writes and runs of programs */
  uint64_t effect_step; /* when a program changed */
  fresh_kind fresh_kind; /* what was created last: a variable may name it */
  uint32_t fresh, fresh_program;
  const char *unsupported; /* what was read last that is not supported, and where */
  uint32_t unsupported_at;
} tta_host;

/* Adds an item to a list; false when there is no memory. */
#define TTA_HOST_APPEND(host, owner, list, item)                                                                       \
  (TTA_GROW_IN((host)->binding->arena, owner, list, 1) ? ((owner)->list[(owner)->num_##list++] = (item), true)         \
                                                       : tta_host_no_memory(host))

bool tta_host_no_memory(tta_host *h);
/** Whether an argument is the address of a buffer or global semaphore. */
static inline bool tta_host_is_thing(const tta_binding_arg *arg) {
  return arg->kind == TTA_ARG_BUFFER || arg->kind == TTA_ARG_SEMAPHORE_ADDRESS;
}
/** Whether a token is the name of a variable: -D gives it a value. */
bool tta_host_is_variable(const tta_interpreter *in, uint32_t token);
/** Whether a token is of host_api.def. */
bool tta_host_is_api(const tta_interpreter *in, uint32_t token);
tta_call_site tta_host_site_at(const tta_interpreter *in, uint32_t token);
/** A call needs a value that is not known. @return an unknown value, after a report */
kernel_value tta_host_not_known(tta_interpreter *in, uint32_t token, kernel_value why, const char *what);

/* ---- host_calls.c ---- */

/** Whether a function of host_api.def, __host_*, adds to a program. */
bool tta_host_changes_program(tta_str name);
/** Whether the bytes of a circular buffer or buffer are whole pages. @return false after a report */
bool tta_host_is_whole(tta_host *h, const tta_binding_thing *thing);
/** The runtime arguments of the kernels of a group. @return false after a report */
bool tta_host_set_args(tta_host *h, uint32_t group, const tta_host_cores *cores, kernel_value v, uint32_t token);

/* ---- host_changes.c ---- */

/** Before a program changes: if it has run, what it was is kept. @return false without memory */
bool tta_host_change(tta_host *h, uint32_t program);
/** Lists of arguments become arguments. @return false after a report */
bool tta_host_sync(tta_host *h, uint32_t token);
/** After arguments are set on these cores: their lists have the new ones. */
void tta_host_reload(tta_host *h, uint32_t group, const tta_host_cores *cores, uint32_t token);
/** Calls of host_api.def. */
kernel_value tta_host_args_of(tta_host *h, kernel_value *args, uint32_t num, uint32_t token);
kernel_value tta_host_update_cb(tta_host *h, kernel_value *args, uint32_t num, uint32_t token);

/* ---- host_cores.c ---- */

/** Whether a value is a core: its coordinates. */
bool tta_host_is_core(const tta_interpreter *in, kernel_value v, kernel_value *x, kernel_value *y);
/** The ranges in a core, a range, a set of ranges, or a list of them. @return false: *why is not known */
bool tta_host_add_cores(tta_host *h, kernel_value v, tta_host_cores *out, kernel_value *why, uint32_t depth);
/** The rectangles of a value. @return false after a report */
bool tta_host_cores_of(tta_host *h, kernel_value v, uint32_t token, const char *what, tta_host_cores *out);
tta_protocol_range tta_host_box(const tta_host_cores *cores);
/** Calls of host_api.def. */
kernel_value tta_host_ranges(tta_host *h, kernel_value *args, uint32_t num, uint32_t token);
kernel_value tta_host_merged(tta_host *h, kernel_value *args, uint32_t num, uint32_t token);
kernel_value tta_host_contains(tta_host *h, kernel_value *args, uint32_t num, uint32_t token);
kernel_value tta_host_bounding_box(tta_host *h, kernel_value *args, uint32_t num, uint32_t token);
kernel_value tta_host_core_test(tta_host *h, kernel_value *args, uint32_t num, uint32_t token);
kernel_value tta_host_grid(tta_host *h, kernel_value *args, uint32_t num, uint32_t token);

/* ---- host_binding.c ---- */

/** Fills h->binding. @return false without memory */
bool tta_host_bind(tta_host *h, tta_host_program *p);

#endif
