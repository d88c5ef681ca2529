/* verify.h: the rules, applied island by island.
 *
 * verify.c walks the tree of an island and calls, for each attribute, the function of its rule family (one file per
 * family). A rule reports through verifier->report and never gets a node with errors (TTA_NODE_HAS_ERRORS): verify.c
 * skips those, so that one cause has one diagnostic. Aliases: tta_node_resolve returns the value, or 0 if it was
 * rejected. */
#ifndef TTA_VERIFY_VERIFY_H
#define TTA_VERIFY_VERIFY_H

#include "parse/reader.h"
#include "ttattr/check.h"
#include "verify/questions.h"

struct tta_module_facts; /* module.h: what is kept of the section */
struct tta_known_facts;  /* known_facts.c: what values that come again leave for the end of a section */

typedef struct tta_verifier {
  tta_reader *reader;
  const tta_tree *tree;
  tta_report *report;
  const tta_check_options *options;
  tta_arena scratch;             /* rewound after each island */
  struct tta_module_facts *facts;
  uint64_t dated[64];            /* era.c: fields that a date has together */
  uint64_t undated[(TTA_NUM_ATTRIBUTES + 63) / 64]; /* bits: attributes not asked for them; with a date: all */
  bool keep;                     /* set by a rule: the tree of this island is needed until the end of the section */
  bool own;                      /* set by a rule: what it found depends on the section, or on the place of the value */
  struct tta_known_facts *known;
  tta_questions questions;       /* about maps */
} tta_verifier;

struct tta_known_facts *tta_known_facts_new(const tta_allocator *allocator); /* NULL without memory */
void tta_known_facts_free(struct tta_known_facts *facts);

tta_status tta_verifier_init(tta_verifier *verifier, tta_reader *reader, const tta_check_options *options);
void tta_verifier_free(tta_verifier *verifier);
void tta_verifier_begin_section(tta_verifier *verifier); /* module.c */
/** Verifies one island. @return whether its tree is needed until the end of the section. */
bool tta_verifier_island(tta_verifier *verifier, tta_node_id root, tta_island_context place, tta_span span);
/** Whether the island that was verified last has the same results wherever its text comes again. If so, what it left
 *  for the end of its section is kept under `number`. */
bool tta_verifier_learn(tta_verifier *verifier, uint32_t number);
/** The text kept under `number` has come again: leaves the same for the end of this section. */
void tta_verifier_known(tta_verifier *verifier, uint32_t number, tta_span span);
/** Before that, in another section: where the values of its aliases are now. False: what it leaves concerns others. */
bool tta_verifier_moved(tta_verifier *verifier, uint32_t number, const tta_known_use *uses, uint32_t num_uses);
/** Verifies what requires the whole section. */
void tta_verifier_end_section(tta_verifier *verifier);

/** Whether the section, as far as it was read, has names of both tt and ttcore. */
static inline bool tta_verifier_mixes_dialects(const tta_verifier *v) {
  const uint32_t both = 1U << TTA_TT | 1U << TTA_TTCORE;
  return (v->reader->parser.dialects & both) == both;
}

/* ---- the families; `node` is an ATTRIBUTE of the family, not an alias -------------------------------------------- */

/* layout.c: metal_layout and layout, map form, by themselves (rank, grid, memref, memory space, overlap on no tensor:
 * nothing) */
void tta_verify_layout(tta_verifier *v, tta_node_id layout);
/* layout_tensor.c: a tensor and the metal_layout it carries; `encoding` as written (an alias use or the attribute).
 * `reported`: the type was verified before, and its layout is recorded for the devices of the section only */
void tta_verify_tensor_layout(tta_verifier *v, tta_node_id tensor, tta_node_id encoding, bool reported);
/* layout_named.c: metal_layout, named form */
void tta_verify_named_layout(tta_verifier *v, tta_node_id layout);
void tta_verify_tensor_named_layout(tta_verifier *v, tta_node_id tensor, tta_node_id encoding);
/* tile.c, core_range.c */
void tta_verify_tile(tta_verifier *v, tta_node_id tile);
void tta_verify_core_range(tta_verifier *v, tta_node_id range);
void tta_verify_core_range_set(tta_verifier *v, tta_node_id set);
/* runtime_args.c: the kernel attributes of TTNN programs */
void tta_verify_runtime_args(tta_verifier *v, tta_node_id kernel);
/* kernel_types.c */
void tta_verify_l1_addr_ptr(tta_verifier *v, tta_node_id type);
void tta_verify_emitpy_text(tta_verifier *v, tta_node_id type);
/* ttnn.c: ttnn_layout, memory_config; ttnn_tensor.c: a layout and its tensor; target_ttnn.c: --target=ttnn */
void tta_verify_ttnn_layout(tta_verifier *v, tta_node_id layout);
void tta_verify_memory_config(tta_verifier *v, tta_node_id config);
void tta_verify_tensor_ttnn_layout(tta_verifier *v, tta_node_id tensor, tta_node_id encoding, tta_node_id layout);
void tta_verify_target_ttnn_layout(tta_verifier *v, tta_node_id tensor, bool rejected);
void tta_verify_target_ttnn_device(tta_verifier *v, tta_node_id device);
void tta_verify_target_ttnn_end(tta_verifier *v); /* at the end of the section */
/* device.c, grid.c */
void tta_verify_device(tta_verifier *v, tta_node_id device);
void tta_verify_grid(tta_verifier *v, tta_node_id grid);
/* tiled.c: a tiled_layout; tensor 0: by itself, else what the tensor adds */
void tta_verify_tiled(tta_verifier *v, tta_node_id tensor, tta_node_id encoding, tta_node_id layout);

/* module.c: what concerns the devices and the system description of a module together */
tta_status tta_module_facts_init(tta_verifier *v);
void tta_module_facts_free(tta_verifier *v);
/* `tt.device =` of a module, device op */
void tta_module_add_device(tta_verifier *v, tta_node_id device);
/* another value; those of definitions and of attributes such as `tt.front =` are devices of the module, too */
void tta_module_add_view(tta_verifier *v, tta_node_id root, bool definition);
/* `tt.system_desc =` of a module */
void tta_module_add_system_desc(tta_verifier *v, tta_node_id system);
void tta_module_verify(tta_verifier *v); /* at the end of the section */

/* mixed_eras.c: a section with names of both tt and ttcore */
void tta_verify_mixed_eras(tta_verifier *v, tta_span section);

/* memref_layout.c: a shard, stream or circular buffer; a memref and its layout; a host_layout */
void tta_verify_memref_layout(tta_verifier *v, tta_node_id layout);
void tta_verify_memref(tta_verifier *v, tta_node_id memref, tta_node_id layout);
void tta_verify_host_layout(tta_verifier *v, tta_node_id layout);

#endif
