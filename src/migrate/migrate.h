/* migrate.h: the attributes of a text in the spelling of another date.
 *
 * The tree of an attribute that the date reads is kept as it is written, down to the attributes inside. Any other one
 * is written again by the rows of attributes.def (src/raise), field by field: order, notation and dialect. Where the
 * names of fields, keywords and attributes changed, renames.c knows it; where the meaning moved from one field to
 * another, derive.c computes it. A layout whose form needs the shape of its tensor is a value that is built again
 * (layouts.c). */
#ifndef TTA_MIGRATE_MIGRATE_H
#define TTA_MIGRATE_MIGRATE_H

#include "base/strmap.h"
#include "diag/report.h"
#include "parse/reader.h"
#include "raise/raise.h"

/* ---- renames.c ---- */

/** The attribute that has the place of `attribute` on a day: itself, or the one that it was renamed to. */
tta_attribute tta_migrate_attribute_on(tta_attribute attribute, int32_t day);
/** Whether one was renamed to the other, in one step or several; also of equal attributes. */
bool tta_migrate_is_renamed(tta_attribute one, tta_attribute other);
/** The field that `field` of an attribute was called before or after: the node that has it, or 0. */
tta_node_id tta_migrate_renamed_child(const tta_tree *tree, tta_node_id attribute, tta_field field);
/** What `field` is called on a day; NONE: it was not renamed. */
tta_field tta_migrate_renamed_field(tta_attribute attribute, tta_field field, int32_t day);
/** The keyword that has the meaning of `word` on a day; `word` if it was not renamed. */
tta_str tta_migrate_word_on(tta_enum which, tta_str word, int32_t day);

/* ---- layouts.c: layouts by strides, by map and by names ---- */

typedef struct tta_migrated_tensor {
  uint32_t begin;         /* of the tensor type */
  uint32_t alias;         /* of its layout: where it is defined; UINT32_MAX: written in the tensor */
  tta_str head, layout;   /* `tensor<2x4x32x32xf32, ` and the attribute; layout NULL: it failed, head is the reason */
  tta_str name;           /* of the alias for this layout */
  bool defines;           /* the first tensor of this alias that has this layout */
} tta_migrated_tensor;

typedef struct tta_migrated_layouts {
  tta_migrated_tensor *tensors; /* in order of position */
  uint32_t num_tensors, cap_tensors;
  tta_strmap known;  /* alias and layout: the first tensor that has both; alias alone: how many layouts it became */
  tta_strmap spelled; /* `tensor<64x128xf32, ` and layouts, as the text has them: the first such tensor, or SEVERAL */
} tta_migrated_layouts;

/* ---- fields.c ---- */

typedef struct tta_migrator {
  const tta_tree *tree;
  int32_t to;            /* yyyymmdd */
  uint32_t period;       /* of `to` */
  const tta_allocator *allocator;
  tta_arena *arena;
  tta_migrated_layouts layouts;
  tta_buf reason;        /* of the first failure in an island */
  tta_node_id failed;    /* the attribute that failed; 0: none so far */
  tta_status status;     /* TTA_NO_MEMORY */
} tta_migrator;

/** Appends a node as the date has it. @return TTA_INVALID: `failed` and `reason` say why */
tta_status tta_migrate_node(tta_migrator *m, tta_buf *out, tta_node_id node);
/** Whether the date reads the fields and the name of an ATTRIBUTE as they are written. */
bool tta_migrate_reads(const tta_migrator *m, tta_node_id attribute);
/** The first failure of an island. @return TTA_INVALID */
tta_status tta_migrate_fail(tta_migrator *m, tta_node_id node);

/** The field of an attribute that is being written again. */
typedef struct tta_migrated_part {
  tta_migrator *m;
  tta_node_id node;
  uint64_t *asked; /* a bit for each child that has been written, or has its meaning elsewhere */
} tta_migrated_part;

/** Marks a child as one whose meaning is kept. */
void tta_migrate_consume(const tta_migrated_part *part, tta_node_id child);
/** Appends a child in the class of a row. NOTHING: it has no value of this class. */
tta_raised tta_migrate_value(const tta_migrated_part *part, tta_raising *r, tta_node_id child,
                             const tta_field_spec *spec);

/** Finds all tensors whose layout has another form on the date. An alias that is several layouts there gets further
 *  names. Called for each island of the first pass. */
void tta_migrate_find_layouts(tta_migrator *m, tta_node_id root);
/** The tensor at a node; NULL: it is written by its fields. */
const tta_migrated_tensor *tta_migrate_tensor_at(const tta_migrator *m, tta_node_id node);
/** The tensor that a part of a pattern is on the date: what is before a layout, `tensor<64x128xf32, `, or a layout.
 *  NULL: the text has none that is spelled so, or `several` of different forms */
const tta_migrated_tensor *tta_migrate_tensor_spelled(const tta_migrator *m, tta_str text, bool *several);
/** Whether the form of a layout has changed so that it needs its tensor. */
bool tta_migrate_needs_tensor(const tta_migrator *m, tta_node_id layout);
/** Appends the value of an alias of a layout, and the definitions of those that it became besides. `begin` is that of
 *  the alias. @return TTA_INVALID as tta_migrate_node */
tta_status tta_migrate_definition(tta_migrator *m, tta_buf *out, tta_node_id layout, uint32_t begin);

/* ---- derive.c ---- */

/** Writes a field whose meaning another one had, or leaves one out whose meaning another one has.
 *  @return false: the field has the meaning of its own child */
bool tta_migrate_derive(const tta_migrated_part *part, tta_raising *r, tta_field field, tta_raised *raised);
/** Marks the children that the form of the date does not need. */
void tta_migrate_leave_out(const tta_migrated_part *part, tta_attribute attribute);

#endif
