/* The values of names by region. Each definition and use costs the same, however deep regions are nested. */
#include "ops/scopes.h"

#include "base/array.h"

/* A name where the text is read. */
typedef struct tta_ops_state {
  uint32_t value;     /* NONE: none is visible */
  uint32_t pending;   /* the last use of it that no definition has reached; NONE. Its `value` is the one before it. */
} state;

typedef struct tta_ops_binding {
  uint32_t state, before; /* the value that the name had; NONE */
} binding;

#define KEEP(s, list, item) (TTA_PUSH_IN(&(s)->ops->arena, s, list, item) || ((s)->status = TTA_NO_MEMORY, false))

void tta_ops_scopes_init(tta_ops_scopes *s, tta_ops *ops) {
  *s = (tta_ops_scopes){.ops = ops};
  tta_strmap_init(&s->names, ops->arena.allocator);
}

/* The state of `%0` for `%0` and `%0#1`; NULL: no memory. */
static state *state_of(tta_ops_scopes *s, tta_str name) {
  const char *hash = memchr(name.data, '#', name.size);
  if (hash) name.size = (size_t)(hash - name.data);
  const uint32_t *number = tta_strmap_add(&s->names, name, s->num_states);
  if (!number) s->status = TTA_NO_MEMORY;
  else if (*number == s->num_states) KEEP(s, states, ((state){TTA_OPS_NONE, TTA_OPS_NONE}));
  return s->status ? NULL : &s->states[*number];
}

/* Result `number` of the operation whose first one is `value`; NONE if there is none. */
static uint32_t result_of(const tta_ops *ops, uint32_t value, uint32_t number) {
  bool is_result = number < ops->num_values - value && ops->values[value + number].begin == ops->values[value].begin;
  return is_result ? value + number : TTA_OPS_NONE;
}

void tta_ops_scopes_define(tta_ops_scopes *s, tta_str name, uint32_t value) {
  state *named = value == TTA_OPS_NONE ? NULL : state_of(s, name);
  if (!named || !KEEP(s, bindings, ((binding){(uint32_t)(named - s->states), named->value}))) return;
  named->value = value;
  while (named->pending != TTA_OPS_NONE && s->ops->uses[named->pending].begin >= s->scope.begin) {
    tta_ops_use *use = &s->ops->uses[named->pending];
    named->pending = use->value;
    use->value = result_of(s->ops, value, use->number);
    use->pending = false;
  }
}

static uint16_t number_after(const char *at, const char *end) {
  uint32_t number = 0;
  while (at < end && number < TTA_OPS_MAX_RESULTS) number = number * 10 + (uint32_t)(*at++ - '0');
  return (uint16_t)number;
}

void tta_ops_scopes_use(tta_ops_scopes *s, tta_str name) {
  tta_ops *ops = s->ops;
  const char *hash = memchr(name.data, '#', name.size), *end = name.data + name.size;
  state *named = state_of(s, name);
  if (!named || !TTA_GROW_IN(&ops->arena, ops, uses, 1)) {
    s->status = TTA_NO_MEMORY;
    return;
  }
  tta_ops_use use = {.begin = (uint32_t)(name.data - ops->text.data), .end = (uint32_t)(end - ops->text.data),
                     .value = named->pending, .number = hash ? number_after(hash + 1, end) : 0};
  use.pending = named->value == TTA_OPS_NONE || named->value < s->scope.first_visible;
  if (!use.pending) use.value = result_of(ops, named->value, use.number);
  else if (!KEEP(s, pending, ops->num_uses)) return;
  else named->pending = ops->num_uses;
  ops->uses[ops->num_uses++] = use;
}

/* No later definition reaches the pending uses from `first` on. The last one is the last one of its name, too. */
static void drop_pending(tta_ops_scopes *s, uint32_t first) {
  while (s->num_pending > first && !s->status) {
    tta_ops_use *use = &s->ops->uses[s->pending[--s->num_pending]];
    tta_str name = (tta_str){s->ops->text.data + use->begin, use->end - use->begin};
    state *named = use->pending ? state_of(s, name) : NULL;
    if (!named) continue;
    named->pending = use->value;
    use->value = TTA_OPS_NONE;
    use->pending = false;
  }
}

void tta_ops_scopes_finish(tta_ops_scopes *s) {
  drop_pending(s, 0);
  tta_strmap_free(&s->names);
}

tta_ops_scope tta_ops_scopes_enter(tta_ops_scopes *s, uint32_t begin, uint32_t first_visible) {
  tta_ops_scope around = s->scope;
  bool isolated = first_visible != TTA_OPS_NONE;
  s->scope = (tta_ops_scope){begin, isolated ? first_visible : around.first_visible, s->num_bindings, s->num_pending,
                             isolated};
  return around;
}

void tta_ops_scopes_leave(tta_ops_scopes *s, tta_ops_scope around) {
  if (s->scope.isolated) drop_pending(s, s->scope.num_pending);
  while (s->num_bindings > s->scope.num_bindings) {
    const binding *b = &s->bindings[--s->num_bindings];
    s->states[b->state].value = b->before;
  }
  s->scope = around;
}
