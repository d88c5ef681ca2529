/* scopes.h: the values that a name stands for where a text is read, by region. A region also has the values around it,
 * unless its operation is isolated; a definition also holds for the uses before it in its region and inside. */
#ifndef TTA_OPS_SCOPES_H
#define TTA_OPS_SCOPES_H

#include "base/strmap.h"
#include "ops/ops.h"

enum { TTA_OPS_MAX_RESULTS = 4096 };

/** The innermost region. */
typedef struct tta_ops_scope {
  uint32_t begin;         /* of its text */
  uint32_t first_visible; /* values before it are outside of an isolated operation */
  uint32_t num_bindings, num_pending; /* of what is around it */
  bool isolated;
} tta_ops_scope;

typedef struct tta_ops_scopes {
  tta_ops *ops;
  tta_strmap names;       /* -> state */
  struct tta_ops_state *states;
  struct tta_ops_binding *bindings;
  uint32_t *pending;      /* uses without a value, in order; also those that have one by now */
  uint32_t num_states, cap_states, num_bindings, cap_bindings, num_pending, cap_pending;
  tta_ops_scope scope;
  tta_status status;
} tta_ops_scopes;

void tta_ops_scopes_init(tta_ops_scopes *scopes, tta_ops *ops);
/** Closes the scope of the text: uses that are left have no value. */
void tta_ops_scopes_finish(tta_ops_scopes *scopes);
/** @param first_visible  NONE: the region is not isolated. @return the scope around it, for tta_ops_scopes_leave */
tta_ops_scope tta_ops_scopes_enter(tta_ops_scopes *scopes, uint32_t begin, uint32_t first_visible);
void tta_ops_scopes_leave(tta_ops_scopes *scopes, tta_ops_scope around);
/** @param value  of ops->values, the first one of `%x:2`; NONE: nothing happens */
void tta_ops_scopes_define(tta_ops_scopes *scopes, tta_str name, uint32_t value);
/** Adds `%x` or `%x#1` to ops->uses, and to an operand its number there. */
void tta_ops_scopes_use(tta_ops_scopes *scopes, tta_str name);

#endif
