/* unroll.c: the front end of the protocol text: evaluates expressions and loops of each kernel on each of its cores,
 * and issues its operations (operation.h). */
#include <string.h>

#include "base/checked.h"
#include "protocol/protocol.h"

/* A kernel of the text on one core; bound and step of each open loop. */
typedef struct unroller {
  struct tta_protocol *p;
  tta_issuer *issuer;
  const tta_protocol_kernel_decl *decl;
  uint32_t y, x;
  int64_t vars[TTA_PROTOCOL_NUM_VARS], ends[TTA_PROTOCOL_MAX_LOOPS], steps[TTA_PROTOCOL_MAX_LOOPS];
} unroller;

static bool evaluate(unroller *u, const tta_protocol_statement *s, tta_protocol_expr expr, const char *what,
                     int64_t *out) {
  tta_operation at = {.site = s->site};
  if (tta_protocol_evaluate(u->p, expr, u->vars, out)) return true;
  return tta_protocol_fail(u->issuer, TTA_RULE_protocol_syntax, &at,
                           "an %s divides by a number below 1 or exceeds 64 bits", what);
}

static bool place_of(unroller *u, const tta_protocol_statement *s, const tta_protocol_operand *in, tta_place *out) {
  int64_t offset;
  *out = (tta_place){.object = in->object, .on = in->on};
  out->reach = in->multicast ? TTA_PLACE_MULTICAST : in->remote ? TTA_PLACE_REMOTE : TTA_PLACE_HERE;
  if (!evaluate(u, s, in->offset, "offset", &offset)) return false;
  if (in->base != TTA_BASE_OBJECT)
    out->offset_bytes = tta_issuer_pointer(u->issuer, in->object, in->base == TTA_BASE_WRITE_PTR);
  if (!tta_add(out->offset_bytes, offset, &out->offset_bytes)) out->offset_bytes = INT64_MAX; /* outside any object */
  return true;
}

static bool issue(unroller *u, const tta_protocol_statement *s) {
  tta_operation operation = {.op = s->op, .num_args = s->num_args, .noc = s->noc, .site = s->site};
  for (uint32_t i = 0; i < s->num_args; i++) {
    const tta_protocol_arg *arg = &s->args[i];
    tta_operand *out = &operation.args[i];
    out->object = arg->object;
    out->number = arg->number;
    bool number = arg->type == 'n' || arg->type == 'd' || arg->type == 'g';
    bool place = strchr("lrmstu", arg->type) != NULL;
    if (number && !evaluate(u, s, arg->expr, "argument", &out->number)) return false;
    if (place && !place_of(u, s, &arg->place, &out->place)) return false;
  }
  return tta_issue(u->issuer, &operation);
}

/* FOR: into the loop or after it; END: the next round. */
static bool enter_loop(unroller *u, const tta_protocol_statement *s, uint32_t *at) {
  int64_t from, step = 1;
  tta_operation operation = {.site = s->site};
  if (!evaluate(u, s, s->args[0].expr, "argument", &from) ||
      !evaluate(u, s, s->args[1].expr, "argument", &u->ends[s->loop])) return false;
  if (s->args[2].expr.count) {
    tta_operand operand = {0};
    if (!evaluate(u, s, s->args[2].expr, "argument", &operand.number) ||
        !tta_protocol_number(u->issuer, &operation, &operand, 1, INT64_MAX, &step)) return false;
  }
  u->steps[s->loop] = step;
  u->vars[s->loop] = from;
  *at = from < u->ends[s->loop] ? *at + 1 : s->match + 1;
  return true;
}

static void next_round(unroller *u, const tta_protocol_statement *end, uint32_t *at) {
  uint32_t loop = u->p->statements[end->match].loop;
  bool more = tta_add(u->vars[loop], u->steps[loop], &u->vars[loop]) && u->vars[loop] < u->ends[loop];
  *at = more ? end->match + 1 : *at + 1;
}

/* Producers and consumers in what is not reached any more: others may wait for it, and are told so. */
static void claim_all(unroller *u) {
  struct tta_protocol *p = u->p;
  for (uint32_t i = u->decl->first; i < u->decl->first + u->decl->count; i++) {
    const tta_protocol_statement *s = &p->statements[i];
    tta_operation operation = {.op = s->op, .num_args = s->num_args};
    for (uint32_t a = 0; a < s->num_args; a++) operation.args[a].object = s->args[a].object;
    tta_claim(u->issuer, &operation);
  }
}

/* After an error the text of operations is kept, up to the next loop. */
static void unroll_statements(unroller *u) {
  bool stopped = false;
  for (uint32_t at = u->decl->first, end = at + u->decl->count; at < end;) {
    const tta_protocol_statement *s = &u->p->statements[at];
    bool loop = s->op == TTA_OP_FOR || s->op == TTA_OP_END;
    if (loop && !tta_issue_step(u->issuer, s->site)) return;
    if (s->op == TTA_OP_FOR) {
      if (!enter_loop(u, s, &at)) return;
    } else if (s->op == TTA_OP_END) {
      next_round(u, s, &at);
    } else if (issue(u, s)) {
      at++;
    } else {
      if (!stopped && !u->p->num_errors) claim_all(u);
      stopped = true;
      if (!u->p->lines) return;
      at++;
    }
  }
}

static bool unroll_kernel(unroller *u) {
  tta_kernel_start start = {.name = u->decl->name, .processor = u->decl->processor, .y = u->y, .x = u->x,
                            .noc = u->decl->noc, .site = u->decl->site};
  if (!tta_begin_kernel(u->issuer, &start)) return false;
  u->vars[TTA_PROTOCOL_MY_Y] = u->y;
  u->vars[TTA_PROTOCOL_MY_X] = u->x;
  unroll_statements(u);
  tta_end_kernel(u->issuer);
  return true;
}

void tta_protocol_unroll(struct tta_protocol *p) {
  unroller u = {.p = p, .issuer = tta_protocol_issuer(p)};
  if (!u.issuer) return;
  for (uint32_t i = 0; i < p->num_decls; i++) {
    u.decl = &p->decls[i];
    for (u.y = u.decl->range.y0; u.y <= u.decl->range.y1; u.y++)
      for (u.x = u.decl->range.x0; u.x <= u.decl->range.x1; u.x++)
        if (!unroll_kernel(&u)) return;
  }
}
