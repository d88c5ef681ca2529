/* What a value leaves for the end of its section, kept with its text: where the text comes again, the same is left
 * without verification. */
#include <string.h>

#include "verify/module.h"

enum {
  MAX_FACTS = 8,      /* of a value; one with more is verified each time */
  MAX_KEPT = 1 << 16, /* of all */
};

typedef enum fact_kind { FACT_LAYOUT, FACT_TILE, FACT_CORE, FACT_SUITS } fact_kind;

typedef struct fact {
  fact_kind kind;
  union {
    tta_unplaced_layout layout;
    tta_pending_tile tile;
    tta_pending_core core;
    tta_span layout_use; /* SUITS: the alias */
  };
} fact;

typedef struct known_facts {
  tta_span span; /* where the value was when it was verified */
  fact *facts;
  uint32_t num_facts;
} known_facts;

struct tta_known_facts {
  tta_arena arena;
  tta_span span; /* of the value that is verified, and what it has left so far */
  fact fresh[MAX_FACTS];
  uint32_t num_fresh;
  known_facts *values;
  uint32_t num_values, cap_values;
  uint32_t generation; /* of the texts */
  uint32_t num_facts;  /* in the arena, with those of values that were verified again */
};

static bool is_within(tta_span part, tta_span whole) { return part.begin >= whole.begin && part.end <= whole.end; }

struct tta_known_facts *tta_known_facts_new(const tta_allocator *a) {
  struct tta_known_facts *k = a->allocate(a->user, sizeof *k);
  if (!k) return NULL;
  *k = (struct tta_known_facts){.num_fresh = 0};
  tta_arena_init(&k->arena, a);
  return k;
}

void tta_known_facts_free(struct tta_known_facts *k) {
  if (!k) return;
  const tta_allocator *a = k->arena.allocator;
  TTA_ARRAY_FREE(a, k, values);
  tta_arena_free(&k->arena);
  a->release(a->user, k, sizeof *k);
}

/* ---- a value is verified ----------------------------------------------------------------------------------------- */

void tta_known_begin(tta_verifier *v, tta_span span) {
  v->own = false;
  v->known->span = span;
  v->known->num_fresh = 0;
}

/* Space for a fact of this kind; NULL: it is not needed. */
static fact *add(tta_verifier *v, fact_kind kind) {
  struct tta_known_facts *k = v->known;
  if (k->num_fresh == MAX_FACTS) return v->own = true, NULL;
  k->fresh[k->num_fresh].kind = kind;
  return &k->fresh[k->num_fresh++];
}

void tta_known_add_layout(tta_verifier *v, const tta_unplaced_layout *layout) {
  fact *f = add(v, FACT_LAYOUT);
  if (f) f->layout = *layout;
}

void tta_known_add_tile(tta_verifier *v, const tta_pending_tile *tile) {
  fact *f = add(v, FACT_TILE);
  if (f) f->tile = *tile;
}

void tta_known_add_core(tta_verifier *v, const tta_pending_core *core) {
  fact *f = add(v, FACT_CORE);
  if (f) f->core = *core;
}

void tta_layout_suits(tta_verifier *v, tta_node_id tensor, tta_node_id layout) {
  tta_node_at(v->tree, layout)->flags |= TTA_NODE_USED_AS_IS;
  fact *f = tta_is_learning(v) && !v->reader->known.local ? add(v, FACT_SUITS) : NULL;
  if (f) f->layout_use = tta_node_span(v->tree, tta_node_child(v->tree, tensor, TTA_FIELD_encoding));
}

void tta_known_forget_cores(tta_verifier *v, tta_span span) {
  v->reader->known.local |= !is_within(span, v->known->span); /* they are left by a definition */
  for (uint32_t i = 0; i < v->known->num_fresh; i++) {
    fact *f = &v->known->fresh[i];
    if (f->kind == FACT_CORE && f->core.span.begin == span.begin) f->core.of_dram = true;
  }
}

/* ---- and comes again --------------------------------------------------------------------------------------------- */

/* The facts outlive the tree. NULL without memory. */
static fact *keep_facts(struct tta_known_facts *k) {
  fact *kept = tta_arena_array(&k->arena, k->num_fresh, sizeof *kept);
  if (!kept) return NULL;
  memcpy(kept, k->fresh, k->num_fresh * sizeof *kept);
  for (uint32_t i = 0; i < k->num_fresh; i++) {
    if (kept[i].kind != FACT_LAYOUT) continue;
    tta_shape *shape = &kept[i].layout.shape;
    int64_t *extents = tta_arena_array(&k->arena, shape->rank, sizeof *extents);
    if (!extents) return NULL;
    for (uint32_t e = 0; e < shape->rank; e++) extents[e] = shape->extent[e];
    shape->extent = extents;
  }
  return kept;
}

/* Drops the facts of texts that the reader has forgotten, and has it forget all if there are too many. */
static void follow_generation(tta_verifier *v) {
  struct tta_known_facts *k = v->known;
  tta_known_values *texts = &v->reader->known;
  if (k->generation != texts->generation) {
    tta_arena_free(&k->arena);
    k->num_facts = k->num_values = 0;
    k->generation = texts->generation;
  }
  k->num_facts += k->num_fresh;
  texts->full = k->num_facts > MAX_KEPT;
}

bool tta_verifier_learn(tta_verifier *v, uint32_t number) {
  struct tta_known_facts *k = v->known;
  bool mixed = tta_verifier_mixes_dialects(v) && !v->options->era; /* then less is verified */
  if (v->own || v->options->target_ttnn || mixed) return false;
  follow_generation(v);
  if (number >= k->num_values) {
    if (!TTA_GROW(v->reader->allocator, k, values, number + 1 - k->num_values))
      return v->report->status = TTA_NO_MEMORY, false;
    k->num_values = number + 1;
  }
  fact *kept = k->num_fresh ? keep_facts(k) : NULL;
  if (k->num_fresh && !kept) return v->report->status = TTA_NO_MEMORY, false;
  k->values[number] = (known_facts){k->span, kept, k->num_fresh};
  return true;
}

/* A part of the value, where the value is now. What is in the definition of an alias stays. */
static tta_span moved(const known_facts *value, tta_span part, tta_span now) {
  uint32_t by = is_within(part, value->span) ? now.begin - value->span.begin : 0; /* modulo 2^32 */
  return (tta_span){part.begin + by, part.end + by};
}

/* The places in a fact, two at most. */
static tta_span *place_in(fact *f, uint32_t number) {
  switch (f->kind) {
  case FACT_LAYOUT: return number ? &f->layout.grid : &f->layout.tensor;
  case FACT_TILE: return &f->tile.shape;
  case FACT_CORE: return &f->core.span;
  default: return &f->layout_use;
  }
}

/* The use of the alias whose value has this part of it, or NULL. */
static const tta_known_use *use_with(tta_span part, const tta_known_use *uses, uint32_t num_uses) {
  for (uint32_t i = 0; i < num_uses; i++)
    if (is_within(part, uses[i].value)) return &uses[i];
  return NULL;
}

/* The layout that the alias at `name`, a part of the value, stands for suits a tensor of this section, too. */
static void mark_suiting(tta_verifier *v, const known_facts *value, tta_span name, const tta_known_use *uses,
                         uint32_t num_uses) {
  for (uint32_t i = 0; i < num_uses; i++) {
    tta_node_id layout = tta_node_resolve(v->tree, v->tree->aliases[uses[i].alias].value);
    if (uses[i].at == name.begin - value->span.begin) tta_node_at(v->tree, layout)->flags |= TTA_NODE_USED_AS_IS;
  }
}

bool tta_verifier_moved(tta_verifier *v, uint32_t number, const tta_known_use *uses, uint32_t num_uses) {
  const known_facts *value = &v->known->values[number];
  for (uint32_t i = 0; i < 2 * value->num_facts; i++) {
    tta_span part = *place_in(&value->facts[i / 2], i % 2);
    if (part.end && !is_within(part, value->span) && !use_with(part, uses, num_uses)) return false;
  }
  for (uint32_t i = 0; i < 2 * value->num_facts; i++) {
    fact *f = &value->facts[i / 2];
    tta_span *part = place_in(f, i % 2);
    const tta_known_use *use = is_within(*part, value->span) ? NULL : use_with(*part, uses, num_uses);
    if (use && (i % 2 == 0 || f->kind == FACT_LAYOUT)) {
      uint32_t by = use->begin - use->value.begin; /* modulo 2^32 */
      *part = (tta_span){part->begin + by, part->end + by};
    }
    if (f->kind == FACT_SUITS) mark_suiting(v, value, f->layout_use, uses, num_uses);
  }
  return true;
}

void tta_verifier_known(tta_verifier *v, uint32_t number, tta_span span) {
  const known_facts *value = &v->known->values[number];
  for (uint32_t i = 0; i < value->num_facts; i++) {
    const fact *f = &value->facts[i];
    tta_unplaced_layout layout;
    switch (f->kind) {
    case FACT_LAYOUT:
      layout = f->layout;
      layout.tensor = moved(value, layout.tensor, span);
      layout.grid = moved(value, layout.grid, span);
      tta_module_place_layout(v, &layout);
      break;
    case FACT_TILE:
      tta_module_place_tile(v, (tta_pending_tile){moved(value, f->tile.shape, span), f->tile.size});
      break;
    case FACT_CORE:
      tta_module_place_core(v, (tta_pending_core){moved(value, f->core.span, span), f->core.y, f->core.x,
                                                  f->core.of_grid, f->core.of_dram});
      break;
    case FACT_SUITS: break; /* once in a section: tta_verifier_moved */
    }
  }
}
