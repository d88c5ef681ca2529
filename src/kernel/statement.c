/* statement.c: statements of kernels: blocks, conditions, loops, and what the kernel API spells as statements. */
#include "kernel/interpret.h"

/* ---- skipping ---- */

static void skip_to_semicolon(tta_interpreter *in) {
  for (; tta_token(in)->kind != TTA_CPP_END; in->at++) {
    if (tta_token_is(in, '(') || tta_token_is(in, '[') || tta_token_is(in, '{')) in->at = tta_token(in)->match;
    else if (tta_token_is(in, '}') || tta_token_is(in, ')')) return;
    else if (tta_token_eat(in, ';')) return;
  }
}

static tta_flow statement(tta_interpreter *in);

static void skip_parenthesis(tta_interpreter *in) {
  if (tta_token_is(in, '(')) in->at = tta_token(in)->match + 1;
}

static void skip_statement(tta_interpreter *in) {
  uint32_t depth = 0;
  for (;; depth++) {
    if (tta_token_is(in, '{')) {
      in->at = tta_token(in)->match + 1;
    } else if (tta_token_eat_word(in, "if")) {
      tta_token_eat_word(in, "constexpr");
      skip_parenthesis(in);
      if (++in->depth < TTA_KERNEL_MAX_DEPTH) skip_statement(in);
      in->depth--;
      if (tta_token_eat_word(in, "else") && depth < UINT32_MAX) continue;
    } else if (tta_token_word(in, "for") || tta_token_word(in, "while") || tta_token_word(in, "switch")) {
      in->at++;
      skip_parenthesis(in);
      continue;
    } else if (tta_token_eat_word(in, "do")) {
      if (++in->depth < TTA_KERNEL_MAX_DEPTH) skip_statement(in);
      in->depth--;
      skip_to_semicolon(in);
    } else {
      skip_to_semicolon(in);
    }
    return;
  }
}

/* A variable that a statement which is not read may change: it is assigned or indexed, or a member is used. */
static void forget_changed(tta_interpreter *in, uint32_t at) {
  const tta_cpp_token *t = &in->tokens[at];
  if (t->kind != TTA_CPP_NAME || t[1].kind != TTA_CPP_PUNCT || (at && tta_cpp_is(t - 1, '.'))) return;
  bool changes = !t[1].precedence && !tta_cpp_is(&t[1], '(') && !tta_cpp_is(&t[1], ')') && !tta_cpp_is(&t[1], ',') &&
                 !tta_cpp_is(&t[1], ';') && !tta_cpp_is(&t[1], ']') && !tta_cpp_is(&t[1], '}') &&
                 !tta_cpp_is(&t[1], '{') && !tta_cpp_is(&t[1], ':');
  const tta_variable *v = changes ? tta_find_variable(in, t->name) : NULL;
  if (!v || in->slots[v->slot].value.kind == KERNEL_TYPE) return;
  tta_list_forget(in, in->slots[v->slot].value, at);
  if (!tta_is_list(in->slots[v->slot].value)) in->slots[v->slot].value = tta_unknown(at);
}

/* A statement that is not supported: operations in it are not issued, so that the kernel is undecided. */
static void recover(tta_interpreter *in, uint32_t begin) {
  in->at = begin;
  in->bad = false;
  if (in->stopped || in->source->status) return;
  skip_statement(in);
  if (in->at == begin) in->at++;
  for (uint32_t i = begin; i < in->at; i++) forget_changed(in, i);
  for (uint32_t i = begin; i < in->at; i++)
    if (in->tokens[i].kind == TTA_CPP_NAME &&
        (in->host ? tta_host_is_effect(in, i) : tta_is_api_call(in->tokens[i].text))) {
      if (in->probe) in->probe_issued = true;
      else if (in->host) tta_host_rejected(in, i);
      else tta_undecided(in, i, tta_unknown(i), "an operation in a statement that is not supported");
      return;
    }
}

/* ---- branches on unknown values ---- */

typedef struct probing {
  bool issued;
} probing;

static probing begin_probe(tta_interpreter *in) {
  probing saved = {in->probe_issued};
  in->probe_issued = false;
  in->probe++;
  in->branches++;
  return saved;
}

/* The two semicolons of a for. @return false: it is a loop over a range */
static bool find_parts(const tta_interpreter *in, uint32_t open, uint32_t *test, uint32_t *step) {
  uint32_t end = in->tokens[open].match, found = 0;
  for (uint32_t i = open + 1; i < end; i++) {
    const tta_cpp_token *t = &in->tokens[i];
    if (tta_cpp_is(t, '(') || tta_cpp_is(t, '{') || tta_cpp_is(t, '[')) i = t->match;
    else if (tta_cpp_is(t, ';')) *(found++ ? step : test) = i + 1;
    if (found == 2) return true;
  }
  return false;
}

/* What an unknown value of a statement decides. */
static const char *decided(const tta_interpreter *in, uint32_t token) {
  uint32_t test, step;
  bool loop = tta_str_is(in->tokens[token].text, "for") && tta_cpp_is(&in->tokens[token + 1], '(');
  if (!in->host) return "this branch";
  return loop && !find_parts(in, token + 1, &test, &step) ? "what a loop goes through (0: nothing)" : "a branch";
}

static void end_probe(tta_interpreter *in, probing saved, uint32_t token, kernel_value condition) {
  bool issued = in->probe_issued;
  in->probe--;
  in->branches--;
  in->probe_issued = saved.issued || issued;
  if (in->left || in->left_value) tta_host_returns(in, token, condition);
  if (!issued || in->probe) return;
  in->probe_issued = false;
  tta_undecided(in, token, condition, decided(in, token));
}

/* ---- blocks ---- */

typedef struct scope {
  uint32_t num_variables, num_slots;
  uint64_t pins;
} scope;

static scope open_scope(const tta_interpreter *in) { return (scope){in->num_variables, in->num_slots, in->pins}; }

static void close_scope(tta_interpreter *in, scope s, tta_flow flow) {
  in->num_variables = s.num_variables;
  bool kept = flow == TTA_FLOW_RETURN &&
              (in->returned.kind == KERNEL_STRUCT || in->returned.kind == KERNEL_POINTER);
  if (!kept && in->pins == s.pins) in->num_slots = s.num_slots;
}

tta_flow tta_statements(tta_interpreter *in, uint32_t end) {
  tta_flow flow = TTA_FLOW_NEXT;
  while (flow == TTA_FLOW_NEXT && in->at < end && !in->stopped && !in->source->status) flow = statement(in);
  return in->stopped || in->source->status ? TTA_FLOW_STOP : flow;
}

static tta_flow block(tta_interpreter *in) {
  uint32_t end = tta_token(in)->match;
  scope s = open_scope(in);
  in->at++;
  tta_flow flow = tta_statements(in, end);
  close_scope(in, s, flow);
  in->at = end + 1;
  return flow;
}

/* ---- if, switch ---- */

/* A statement of a branch that is not taken for certain: jumps out of it are noted. */
static tta_flow probe_statement(tta_interpreter *in) {
  uint32_t begin = in->at;
  statement(in);
  in->at = begin;
  skip_statement(in);
  return in->stopped ? TTA_FLOW_STOP : TTA_FLOW_NEXT;
}

static tta_flow if_unknown(tta_interpreter *in, uint32_t token, kernel_value condition) {
  probing saved = begin_probe(in);
  probe_statement(in);
  if (tta_token_eat_word(in, "else")) probe_statement(in);
  end_probe(in, saved, token, condition);
  return in->stopped ? TTA_FLOW_STOP : TTA_FLOW_NEXT;
}

/* The condition between parentheses, after `init;`. */
static kernel_value condition(tta_interpreter *in) {
  uint32_t open = in->at, end = in->tokens[open].match;
  if (!tta_token_is(in, '(')) return tta_unsupported(in, open, "condition");
  in->at++;
  for (uint32_t i = open + 1; i < end; i++) {
    if (tta_cpp_is(&in->tokens[i], '(') || tta_cpp_is(&in->tokens[i], '{')) i = in->tokens[i].match;
    else if (tta_cpp_is(&in->tokens[i], ';')) {
      statement(in);
      break;
    }
  }
  tta_type type;
  uint32_t begin = in->at;
  kernel_value value;
  if (tta_may_be_type(in) && tta_read_type(in, &type) && tta_token(in)->kind == TTA_CPP_NAME) {
    uint32_t name = tta_token(in)->name;
    tta_declaration(in, type);
    const tta_variable *v = tta_find_variable(in, name);
    value = v ? in->slots[v->slot].value : tta_unknown(begin);
  } else {
    in->at = begin;
    value = tta_rvalue(in, tta_expression(in), begin);
  }
  if (!in->bad && in->at != end) tta_unsupported(in, in->at, "condition");
  if (in->bad) value = tta_unknown(begin);
  in->bad = false;
  in->at = end + 1;
  return value;
}

static tta_flow if_statement(tta_interpreter *in) {
  uint32_t token = in->at++;
  bool truth = false;
  scope s = open_scope(in);
  tta_token_eat_word(in, "constexpr");
  if (!tta_token_is(in, '(')) {
    tta_unsupported(in, token, "condition");
    return TTA_FLOW_NEXT;
  }
  kernel_value value = condition(in);
  tta_flow flow;
  if (in->stopped) flow = TTA_FLOW_STOP;
  else if (!tta_truth(value, &truth)) flow = if_unknown(in, token, value);
  else if (truth) {
    flow = statement(in);
    if (flow == TTA_FLOW_NEXT && tta_token_eat_word(in, "else")) skip_statement(in);
  } else {
    skip_statement(in);
    flow = tta_token_eat_word(in, "else") ? statement(in) : TTA_FLOW_NEXT;
  }
  close_scope(in, s, flow);
  return flow;
}

/* The label that matches, or default; the end of the body if there is none. */
static uint32_t find_case(tta_interpreter *in, uint32_t open, kernel_value value) {
  uint32_t end = in->tokens[open].match, found = end;
  for (uint32_t i = open + 1; i < end && !in->bad; i++) {
    const tta_cpp_token *t = &in->tokens[i];
    if (tta_cpp_is(t, '(') || tta_cpp_is(t, '{')) i = t->match;
    else if (t->kind == TTA_CPP_NAME && tta_str_is(t->text, "default")) found = i + 2;
    else if (t->kind == TTA_CPP_NAME && tta_str_is(t->text, "case")) {
      bool same = false;
      in->at = i + 1;
      kernel_value label = tta_rvalue(in, tta_assignment(in), i);
      tta_truth(tta_apply(TTA_PUNCT2('=', '='), value, label, i), &same);
      i = in->at;
      if (same) return i + 1;
    }
  }
  return found;
}

static tta_flow switch_statement(tta_interpreter *in) {
  uint32_t token = in->at++;
  kernel_value value = condition(in);
  if (!tta_token_is(in, '{')) {
    tta_unsupported(in, token, "switch");
    return TTA_FLOW_NEXT;
  }
  uint32_t open = in->at, end = in->tokens[open].match;
  tta_flow flow = TTA_FLOW_NEXT;
  if (value.kind == KERNEL_UNKNOWN) {
    probing saved = begin_probe(in);
    uint32_t loop = in->loop_branches;
    in->loop_branches = in->branches; /* `break` leaves the switch only */
    for (in->at = open + 1; in->at < end && !in->stopped;) statement(in);
    in->loop_branches = loop;
    end_probe(in, saved, token, value);
  } else {
    scope s = open_scope(in);
    in->at = find_case(in, open, value);
    flow = tta_statements(in, end);
    close_scope(in, s, flow);
    if (flow == TTA_FLOW_BREAK) flow = TTA_FLOW_NEXT;
  }
  in->at = end + 1;
  return flow;
}

/* ---- loops ---- */

/* A loop whose number of rounds is not known: its body once. */
static tta_flow loop_unknown(tta_interpreter *in, uint32_t token, uint32_t body, kernel_value value) {
  probing saved = begin_probe(in);
  uint32_t loop = in->loop_branches;
  in->loop_branches = in->branches;
  in->at = body;
  probe_statement(in);
  in->loop_branches = loop;
  end_probe(in, saved, token, value);
  return in->stopped ? TTA_FLOW_STOP : TTA_FLOW_NEXT;
}

/* One round of the loop at `token`, which began at that step. */
static tta_flow run_body(tta_interpreter *in, uint32_t token, uint64_t begin, uint32_t body) {
  uint32_t loop = in->loop_branches, outer = in->loop;
  uint64_t outer_begin = in->loop_begin;
  bool outer_does_not_end = outer && in->steps - outer_begin > in->max_steps / 2;
  in->loop = outer_does_not_end ? outer : token;
  in->loop_begin = outer_does_not_end ? outer_begin : begin;
  scope s = open_scope(in);
  in->loop_branches = in->branches;
  in->at = body;
  tta_flow flow = tta_step(in) ? statement(in) : TTA_FLOW_STOP;
  in->loop_branches = loop;
  in->loop = outer;
  in->loop_begin = outer_begin;
  close_scope(in, s, flow);
  return flow;
}

static tta_flow finish_loop(tta_interpreter *in, uint32_t body, tta_flow flow) {
  if (flow == TTA_FLOW_RETURN || flow == TTA_FLOW_STOP) return flow;
  in->at = body;
  skip_statement(in);
  return in->stopped ? TTA_FLOW_STOP : TTA_FLOW_NEXT;
}

/* A loop whose condition is true or absent and that no word leaves: a kernel never ends in it. */
static bool is_endless(tta_interpreter *in, uint32_t token, uint32_t test, uint32_t test_end, uint32_t body) {
  uint32_t back = in->at, end;
  bool always = test == test_end || (test + 1 == test_end && (tta_str_is(in->tokens[test].text, "true") ||
                                                              tta_str_is(in->tokens[test].text, "1")));
  if (!always || in->host || tta_idle(in) || in->probe) return false;
  in->at = body;
  skip_statement(in);
  end = in->at;
  in->at = back;
  for (uint32_t at = body; at < end; at++) {
    tta_str word = in->tokens[at].text;
    if (in->tokens[at].kind != TTA_CPP_NAME) continue;
    if (tta_str_is(word, "return") || tta_str_is(word, "goto") || tta_str_is(word, "break")) return false;
  }
  tta_kernel_error(in, token, "kernel '%.*s' never ends: nothing leaves this loop", TTA_STR_ARGS(in->kernel->name));
  return true;
}

static tta_flow while_statement(tta_interpreter *in) {
  uint32_t token = in->at++, open = in->at;
  uint64_t steps = in->steps;
  if (tta_token_is(in, '(') && is_endless(in, token, open + 1, tta_token(in)->match, tta_token(in)->match + 1))
    return TTA_FLOW_STOP;
  for (;;) {
    bool truth = false;
    in->at = open;
    kernel_value value = condition(in);
    uint32_t body = in->at;
    if (in->stopped || in->source->status) return TTA_FLOW_STOP;
    if (in->bad) return TTA_FLOW_NEXT;
    if (tta_host_is_data_loop(in, steps)) return loop_unknown(in, token, body, tta_unknown(token));
    if (!tta_truth(value, &truth)) return loop_unknown(in, token, body, value);
    tta_flow flow = truth ? run_body(in, token, steps, body) : TTA_FLOW_BREAK;
    if (flow != TTA_FLOW_NEXT && flow != TTA_FLOW_CONTINUE) return finish_loop(in, body, flow);
  }
}

static tta_flow do_statement(tta_interpreter *in) {
  uint32_t token = in->at++, body = in->at;
  uint64_t steps = in->steps;
  for (;;) {
    bool truth = false;
    tta_flow flow = run_body(in, token, steps, body);
    if (flow == TTA_FLOW_RETURN || flow == TTA_FLOW_STOP) return flow;
    in->at = body;
    skip_statement(in);
    if (!tta_token_eat_word(in, "while") || !tta_token_is(in, '(')) {
      tta_unsupported(in, token, "loop");
      return TTA_FLOW_NEXT;
    }
    kernel_value value = flow == TTA_FLOW_BREAK ? tta_bool(false) : condition(in);
    if (flow == TTA_FLOW_BREAK) skip_parenthesis(in);
    uint32_t end = in->at;
    if (tta_host_is_data_loop(in, steps)) value = tta_unknown(token);
    if (!tta_truth(value, &truth)) {
      tta_flow out = loop_unknown(in, token, body, value);
      in->at = end;
      tta_token_eat(in, ';');
      return out;
    }
    if (!truth) {
      tta_token_eat(in, ';');
      return in->stopped ? TTA_FLOW_STOP : TTA_FLOW_NEXT;
    }
  }
}

/* The variable of a round, or those of [a, b]. */
static void declare_items(tta_interpreter *in, uint32_t names, tta_type type, uint32_t slot, kernel_value item) {
  const tta_cpp_token *t = &in->tokens[names];
  bool alias = type.reference && slot != TTA_KERNEL_NONE;
  item.lvalue = TTA_LVALUE_NONE;
  if (t->kind == TTA_CPP_NAME) {
    if (alias) tta_add_variable(in, (tta_variable){.name = t->name, .slot = slot, .type = type});
    else tta_declare(in, t->name, type, tta_copy(in, item));
    return;
  }
  if (!tta_cpp_is(t, '[')) return;
  for (uint32_t at = names + 1, i = 0; at < t->match; at++) {
    if (in->tokens[at].kind != TTA_CPP_NAME) continue;
    bool known = item.kind == KERNEL_STRUCT && i < item.count;
    kernel_value part = known ? in->slots[item.first + i].value
                        : item.kind == KERNEL_UNKNOWN ? item : tta_unknown(names);
    if (in->host) part = tta_host_item(in, at, part);
    tta_variable same = {.name = in->tokens[at].name, .slot = item.first + i, .type = type};
    if (known && alias) tta_add_variable(in, same);
    else tta_declare(in, in->tokens[at].name, (tta_type){.kind = TTA_TYPE_AUTO}, tta_copy(in, part));
    i++;
  }
}

static tta_flow range_for(tta_interpreter *in, uint32_t token, uint32_t end) {
  tta_type type = {.kind = TTA_TYPE_AUTO};
  tta_read_type(in, &type);
  uint32_t names = in->at, body = end + 1;
  uint64_t steps = in->steps;
  in->at = tta_token_is(in, '[') ? tta_token(in)->match + 2 : in->at + 2;
  kernel_value list = tta_rvalue(in, tta_expression(in), token);
  if (in->host) list = tta_host_range(in, list, token);
  bool known = list.kind == KERNEL_POINTER || (list.kind == KERNEL_STRUCT && list.object == TTA_KERNEL_NONE);
  if (tta_is_list(list)) {
    known = tta_list_items(in, list, &list.first, &list.count);
    if (!known) list = tta_unknown(tta_list_origin(in, list));
  }
  if (in->host && list.kind == KERNEL_INT && !list.number) return finish_loop(in, body, TTA_FLOW_NEXT); /* -D NAME=0 */
  if (!known) {
    scope s = open_scope(in);
    declare_items(in, names, type, TTA_KERNEL_NONE, list);
    tta_flow flow = loop_unknown(in, token, body, list);
    close_scope(in, s, flow);
    return flow;
  }
  for (uint32_t i = 0; i < list.count; i++) {
    if (tta_host_is_data_loop(in, steps)) return loop_unknown(in, token, body, tta_unknown(token));
    scope s = open_scope(in);
    declare_items(in, names, type, list.first + i, in->slots[list.first + i].value);
    tta_flow flow = run_body(in, token, steps, body);
    close_scope(in, s, flow);
    if (flow != TTA_FLOW_NEXT && flow != TTA_FLOW_CONTINUE) return finish_loop(in, body, flow);
  }
  return finish_loop(in, body, TTA_FLOW_NEXT);
}

static tta_flow for_statement(tta_interpreter *in) {
  uint32_t token = in->at++, open = in->at, test = 0, step = 0;
  if (!tta_token_is(in, '(')) {
    tta_unsupported(in, token, "loop");
    return TTA_FLOW_NEXT;
  }
  uint32_t end = tta_token(in)->match, body = end + 1;
  uint64_t steps = in->steps;
  scope s = open_scope(in);
  in->at++;
  tta_flow flow = TTA_FLOW_NEXT;
  if (!find_parts(in, open, &test, &step)) {
    flow = range_for(in, token, end);
    close_scope(in, s, flow);
    return flow;
  }
  statement(in); /* with its semicolon */
  if (is_endless(in, token, test, step - 1, body)) return TTA_FLOW_STOP;
  while (!in->stopped && !in->source->status) {
    bool truth = true;
    in->at = test;
    kernel_value value = tta_token_is(in, ';') ? tta_bool(true) : tta_rvalue(in, tta_expression(in), test);
    if (in->bad) value = tta_unknown(test);
    in->bad = false;
    if (tta_host_is_data_loop(in, steps)) value = tta_unknown(token);
    if (!tta_truth(value, &truth)) {
      flow = loop_unknown(in, token, body, value);
      break;
    }
    if (!truth) {
      flow = finish_loop(in, body, TTA_FLOW_NEXT);
      break;
    }
    flow = run_body(in, token, steps, body);
    if (flow != TTA_FLOW_NEXT && flow != TTA_FLOW_CONTINUE) {
      flow = finish_loop(in, body, flow);
      break;
    }
    in->at = step;
    if (in->at < end) tta_rvalue(in, tta_expression(in), step);
    in->bad = false;
  }
  close_scope(in, s, flow);
  return in->stopped || in->source->status ? TTA_FLOW_STOP : flow;
}

/* ---- words of the kernel API ---- */

/* Calls without any effect on the protocol, whose arguments are not read. */
static bool is_ignored_word(tta_str name) {
  static const char *const words[] = {"ASSERT", "WAYPOINT", "static_assert", "DEVICE_PRINT", "asm", "v_endif",
                                      "LIGHTWEIGHT_ASSERT", "DEBUG_STATUS", "PAUSE", "TTI_NOP", "DO_PRAGMA"};
  if (tta_str_starts_with(name, "DeviceZone") || tta_str_starts_with(name, "DPRINT") ||
      tta_str_starts_with(name, "DeviceTimestamp") || tta_str_starts_with(name, "DeviceRecord"))
    return true;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (tta_str_is(name, words[i])) return true;
  return false;
}

/* UNPACK((..)), MATH(..;), PACK((..)) */
static tta_flow thread_call(tta_interpreter *in) {
  in->at++;
  uint32_t end = tta_token(in)->match;
  in->at++;
  tta_flow flow = tta_statements(in, end);
  in->at = end + 1;
  tta_token_eat(in, ';');
  return flow;
}

/* v_if (c) {..} v_elseif (c) {..} v_else {..}: all lanes do all of them, under a mask. */
static tta_flow vector_branch(tta_interpreter *in) {
  in->at++;
  if (tta_token_is(in, '(')) condition(in);
  return tta_token_is(in, '{') ? block(in) : TTA_FLOW_NEXT;
}

/* ---- one statement ---- */

static tta_flow jump(tta_interpreter *in, tta_flow flow) {
  uint32_t least = flow == TTA_FLOW_RETURN ? in->call_branches : in->loop_branches;
  if (in->branches > least) {
    bool leaves = in->host && flow == TTA_FLOW_RETURN; /* a check that fails: the host program goes on */
    if (!leaves) in->probe_issued = true;
    if (flow == TTA_FLOW_RETURN) in->returned = tta_unknown(in->at);
  }
  return flow;
}

static tta_flow return_statement(tta_interpreter *in) {
  uint32_t token = in->at++;
  kernel_value value = tta_token_is(in, ';') ? tta_void() : tta_rvalue(in, tta_expression(in), token);
  value.lvalue = TTA_LVALUE_NONE;
  in->returned = value;
  if (in->bad) in->returned = tta_unknown(token);
  in->bad = false;
  if (in->host && in->branches > in->call_branches && tta_str_is(in->tokens[token].text, "return")) {
    bool has_value = value.kind != KERNEL_VOID && !tta_host_is_entry(in);
    in->left |= !has_value;
    in->left_value |= has_value;
  }
  return jump(in, TTA_FLOW_RETURN);
}

static tta_flow expression_statement(tta_interpreter *in, uint32_t begin) {
  tta_rvalue(in, tta_expression(in), begin);
  if (!in->bad && !tta_token_eat(in, ';') && !tta_token_is(in, ')')) tta_unsupported(in, begin, "statement");
  return TTA_FLOW_NEXT;
}

static bool is_declaration(tta_interpreter *in, tta_type *type) {
  uint32_t begin = in->at;
  bool found = tta_may_be_type(in) && tta_read_type(in, type);
  if (found && (tta_token(in)->kind == TTA_CPP_NAME || tta_token_is(in, '['))) return true;
  in->at = begin;
  return false;
}

static tta_flow word_statement(tta_interpreter *in, uint32_t begin) {
  const tta_cpp_token *t = tta_token(in);
  tta_type type;
  if (tta_str_is(t->text, "if")) return if_statement(in);
  if (tta_str_is(t->text, "for")) return for_statement(in);
  if (tta_str_is(t->text, "while")) return while_statement(in);
  if (tta_str_is(t->text, "do")) return do_statement(in);
  if (tta_str_is(t->text, "switch")) return switch_statement(in);
  if (tta_str_is(t->text, "return") || tta_str_is(t->text, "throw")) return return_statement(in);
  if (tta_str_is(t->text, "try") && tta_cpp_is(t + 1, '{')) {
    in->at++;
    tta_flow flow = block(in);
    while (flow == TTA_FLOW_NEXT && tta_token_eat_word(in, "catch")) {
      skip_parenthesis(in);
      skip_statement(in);
    }
    return flow;
  }
  if (tta_str_is(t->text, "break") || tta_str_is(t->text, "continue")) {
    in->at += 2;
    return jump(in, tta_str_is(t->text, "break") ? TTA_FLOW_BREAK : TTA_FLOW_CONTINUE);
  }
  if (tta_str_is(t->text, "case")) {
    in->at++;
    in->skip++;
    tta_assignment(in);
    in->skip--;
    tta_token_eat(in, ':');
    return TTA_FLOW_NEXT;
  }
  if (tta_str_is(t->text, "default") && tta_cpp_is(t + 1, ':')) {
    in->at += 2;
    return TTA_FLOW_NEXT;
  }
  if (tta_str_is(t->text, "using") || tta_str_is(t->text, "typedef")) {
    tta_alias(in);
    return TTA_FLOW_NEXT;
  }
  if (tta_cpp_is(t + 1, '(') &&
      (tta_str_is(t->text, "UNPACK") || tta_str_is(t->text, "MATH") || tta_str_is(t->text, "PACK")))
    return thread_call(in);
  if (tta_str_is(t->text, "v_if") || tta_str_is(t->text, "v_elseif") || tta_str_is(t->text, "v_else"))
    return vector_branch(in);
  if (tta_str_is(t->text, "goto")) {
    if (!tta_idle(in)) {
      tta_cpp_report(in->source, TTA_RULE_kernel_undecided, t, "kernel '%.*s' has a goto, which is not supported",
                     TTA_STR_ARGS(in->kernel->name));
      in->undecided = in->stopped = true;
    }
    skip_to_semicolon(in);
    return TTA_FLOW_NEXT;
  }
  if (is_ignored_word(t->text)) {
    skip_to_semicolon(in);
    return TTA_FLOW_NEXT;
  }
  if (tta_define_type(in, TTA_KERNEL_NONE)) return TTA_FLOW_NEXT;
  if (is_declaration(in, &type)) {
    tta_declaration(in, type);
    if (!in->bad) tta_token_eat(in, ';');
    return TTA_FLOW_NEXT;
  }
  return expression_statement(in, begin);
}

static tta_flow statement(tta_interpreter *in) {
  uint32_t begin = in->at;
  tta_flow flow;
  if (!tta_step(in)) return TTA_FLOW_STOP;
  if (tta_token_eat(in, ';')) return TTA_FLOW_NEXT;
  if (++in->depth > TTA_KERNEL_MAX_DEPTH) {
    in->depth--;
    tta_undecided(in, begin, tta_unknown(begin), "a statement nested too deeply");
    return TTA_FLOW_STOP;
  }
  if (tta_token_is(in, '{')) flow = block(in);
  else if (tta_token_is(in, '[') && tta_cpp_is(tta_token(in) + 1, '[')) {
    in->at = tta_token(in)->match + 1; /* [[maybe_unused]] */
    flow = TTA_FLOW_NEXT;
  } else if (tta_token(in)->kind == TTA_CPP_NAME) flow = word_statement(in, begin);
  else flow = expression_statement(in, begin);
  in->depth--;
  if (in->bad) {
    recover(in, begin);
    flow = TTA_FLOW_NEXT;
  }
  return in->stopped || in->source->status ? TTA_FLOW_STOP : flow;
}
