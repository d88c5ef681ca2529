/* A tiled layout from a text: parsed, verified and copied out of its tree. */
#include "base/fail.h"
#include "diag/check_options.h"
#include "document/tiled_text.h"
#include "document/values.h"
#include "tiled/lower.h"

typedef struct reader {
  tta_arena *arena;
  tta_tiled *layout;
  uint32_t islands, found;
  tta_status status;
} reader;

tta_status tta_tiled_of_value(tta_value value, tta_arena *arena, tta_tiled *layout, bool *found) {
  tta_attribute_of_value of = value.node ? tta_attribute_of(value.tree, value.node) : (tta_attribute_of_value){0};
  *found = of.attribute && tta_node_is_attribute(of.tree, of.attribute, TTA_ATTR_tiled_layout);
  return *found ? tta_tiled_from_tree(of.tree, of.tensor, of.attribute, arena, layout) : TTA_OK;
}

static void visit(void *user, const tta_island *island) {
  reader *r = user;
  const tta_node *n = island->value.node ? tta_node_at(island->value.tree, island->value.node) : NULL;
  bool found;
  if (!n || n->flags & TTA_NODE_HAS_ERRORS || island->context == TTA_CONTEXT_ALIAS ||
      island->context == TTA_CONTEXT_USE)
    return;
  r->islands++;
  if (r->status) return;
  r->status = tta_tiled_of_value(island->value, r->arena, r->layout, &found);
  r->found += found;
}

tta_status tta_tiled_parse(tta_source *source, const tta_check_options *options, tta_arena *arena, tta_tiled *layout,
                           tta_check **check, tta_buf *reason) {
  reader r = {.arena = arena, .layout = layout};
  tta_check_options how = tta_check_options_or_default(options);
  how.keep_errors = true;
  tta_status status = tta_check_visit(source, &how, visit, &r, check);
  if (status) return status;
  if (tta_results_num_errors(tta_check_results(*check))) return TTA_INVALID;
  status = r.status;
  if (status && status != TTA_INVALID) return status;
  if (r.found != 1 || r.islands != 1)
    return tta_fail(TTA_INVALID, reason, "expected one #tt.tiled_layout<...>, or a tensor type with it");
  if (!status) return TTA_OK;
  return tta_fail(
      TTA_INVALID, reason,
      "'stick' takes its sizes from a tensor: write tensor<8x64xf16, #tt.tiled_layout<stick>>");
}
