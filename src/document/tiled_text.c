/* A tiled layout from a text: parsed, verified and copied out of its tree. */
#include "base/fail.h"
#include "diag/check_options.h"
#include "layout/values.h"
#include "tiled/lower.h"

typedef struct reader {
  tta_arena *arena;
  tta_tiled *layout;
  uint32_t islands, found;
  tta_status status;
} reader;

static void visit(void *user, const tta_island *island) {
  reader *r = user;
  const tta_tree *tree = island->value.tree;
  tta_node_id root = island->value.node;
  const tta_node *n = root ? tta_node_at(tree, root) : NULL;
  if (!n || n->flags & TTA_NODE_FAULTY || island->context == TTA_CONTEXT_ALIAS || island->context == TTA_CONTEXT_USE)
    return;
  r->islands++;
  tta_node_id tensor = n->kind == TTA_NODE_TENSOR ? root : 0;
  tta_node_id layout = tta_node_resolve(tree, tensor ? tta_node_child(tree, tensor, TTA_FIELD_encoding) : root);
  n = tta_node_at(tree, layout);
  if (n->kind != TTA_NODE_ATTRIBUTE || n->index != TTA_ATTR_tiled_layout || r->status) return;
  r->found++;
  r->status = tta_tiled_from_tree(tree, tensor, layout, r->arena, r->layout);
}

tta_status tta_tiled_parse(tta_source *source, const tta_check_options *options, tta_arena *arena, tta_tiled *layout,
                           tta_check **check, tta_buf *reason) {
  reader r = {.arena = arena, .layout = layout};
  tta_check_options how = tta_check_options_or_default(options);
  how.keep_errors = true;
  tta_status status = tta_check_visit(source, &how, visit, &r, check);
  if (status) return status;
  if (tta_check_num_errors(*check)) return TTA_INVALID;
  status = r.status;
  if (status && status != TTA_INVALID) return status;
  if (r.found != 1 || r.islands != 1)
    return tta_fail(TTA_INVALID, reason, "expected one #tt.tiled_layout<...>, or a tensor type with it");
  if (!status) return TTA_OK;
  return tta_fail(
      TTA_INVALID, reason,
      "'stick' takes its sizes from a tensor: write tensor<8x64xf16, #tt.tiled_layout<stick>>");
}
