/* Rules layout-memory-space and ttnn-buffer-type: the memory space of a layout is one of its family.
 *
 * A space is mostly an alias with several uses. Their errors wait for the end of the section: if all uses of the alias
 * are wrong, the definition is the position to change. */

#include "base/str.h"
#include "parse/names.h"
#include "text/token.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

static tta_str text_of(const tta_verifier *v, tta_span span) {
  uint32_t size = span.end - span.begin;
  return (tta_str){v->tree->text.data + span.begin, size > 64 ? 64 : size};
}

/* ---- words ---- */

/* The same space in the dialect of the layout: into `room`; size 0 if there is none. */
static tta_str replacement(char room[64], tta_memory_space space, const tta_pending_space *use) {
  tta_buf buf = tta_buf_fixed(room, 64);
  bool shared = space == TTA_MEMORY_SYSTEM || space == TTA_MEMORY_DRAM || space == TTA_MEMORY_L1;
  if (shared && use->ttnn) tta_buf_printf(&buf, "#ttnn.buffer_type<%s>", tta_memory_space_ttnn_name(space));
  else if (shared)
    tta_buf_printf(&buf, "#%s.memory_space<%s>", use->ttcore ? "ttcore" : "tt", tta_memory_space_name(space));
  return tta_buf_view(&buf);
}

static tta_rule rule_of(const tta_pending_space *use) {
  return use->ttnn ? TTA_RULE_ttnn_buffer_type : TTA_RULE_layout_memory_space;
}

#define TTNN_SPACE "memory space '%.*s' of a TTNN layout is not a buffer type"
#define METAL_SPACE "memory space '%.*s' of the memref of a layout is not one of system, mmio, dram, l1"

/* The keyword, if it is what is wrong, else the attribute. */
static tta_span wrong_part(const tta_verifier *v, const tta_pending_space *use) {
  const tta_node *word = tta_node_at(v->tree, tta_node_at(v->tree, use->value)->first);
  bool keyword = !use->ttnn && tta_node_is_attribute(v->tree, use->value, TTA_ATTR_memory_space);
  return keyword && word->kind == TTA_NODE_WORD ? (tta_span){word->begin, word->end}
                                                : tta_node_span(v->tree, use->value);
}

static void offer(tta_verifier *v, tta_diagnostic *d, tta_span span, tta_str text) {
  if (text.size) tta_report_fix(v->report, d, span, text, "replace with %.*s", TTA_STR_ARGS(text));
}

/* ---- written in the memref ---- */

static void report_absent(tta_verifier *v, tta_node_id value, const tta_layout *l) {
  tta_span memref = l->spans[TTA_PART_MEMREF], span = {memref.end - 1, memref.end}; /* where it is missing */
  if (l->family == TTA_FAMILY_TTNN)
    TTA_REPORT_VALUE(v, value, TTA_RULE_ttnn_buffer_type, span,
                     "the memref of a TTNN layout has no memory space; expected #ttnn.buffer_type<..>");
  else
    TTA_REPORT_VALUE(v, value, TTA_RULE_layout_memory_space, span,
                     "the memref of a layout has no memory space; expected #tt.memory_space<..> with one of system, "
                     "mmio, dram, l1");
}

static tta_node_id space_of(const tta_tree *tree, tta_node_id layout) {
  tta_node_id memref = tta_node_resolve(tree, tta_node_child(tree, layout, TTA_FIELD_memref));
  return tta_node_child(tree, memref, TTA_FIELD_memory_space);
}

/* A misspelled name has its own diagnostic, and so has one without its '#'. */
static bool is_misspelled(const tta_verifier *v, tta_node_id space) {
  const tta_node *n = tta_node_at(v->tree, tta_node_resolve(v->tree, space));
  const char *token = v->tree->text.data + n->begin;
  tta_name_text name;
  if (n->kind != TTA_NODE_OPAQUE || !(n->flags & TTA_NODE_OURS)) return false;
  if (*token != '#' && *token != '!') return true;
  if (!tta_name_split(token, &name)) return false;
  tta_mnemonic_kind kind = tta_name_find(*name.token, name.dialect, name.mnemonic).kind;
  return kind == TTA_MNEMONIC_MISSPELLED || kind == TTA_MNEMONIC_WRONG_SIGIL;
}

void tta_space_report(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *l = &use->value;
  tta_node_id value = use->tensor ? use->tensor : use->layout, space = space_of(v->tree, use->layout);
  const tta_node *n = tta_node_at(v->tree, space);
  tta_pending_space found = {.use = l->spans[TTA_PART_MEMORY_SPACE],
                             .ttnn = l->family == TTA_FAMILY_TTNN,
                             .ttcore = l->syntax.ttcore,
                             .space = l->memory_space};
  if (!found.use.end) {
    report_absent(v, value, l);
    return;
  }
  if (is_misspelled(v, space)) return;
  found.value = n->kind == TTA_NODE_ALIAS ? tta_node_resolve(v->tree, space) : 0;
  if (found.value) {
    found.name = v->tree->aliases[n->index].span;
    TTA_MODULE_APPEND(v, spaces, found);
    v->own = true;
    return;
  }
  char room[64];
  tta_diagnostic *d = found.ttnn ? TTA_REPORT_VALUE(v, value, rule_of(&found), found.use, TTNN_SPACE,
                                                    TTA_STR_ARGS(text_of(v, found.use)))
                                 : TTA_REPORT_VALUE(v, value, rule_of(&found), found.use, METAL_SPACE,
                                                    TTA_STR_ARGS(text_of(v, found.use)));
  offer(v, d, found.use, replacement(room, found.space, &found));
}

/* ---- aliases, at the end of the section ---- */

/* How often `#name` occurs in the section, comments and strings left out. */
static uint32_t count_occurrences(const tta_verifier *v, tta_str name) {
  tta_span section = v->reader->sections[v->reader->num_sections - 1].span;
  tta_tokens tokens = tta_tokens_of(v->reader->text.data + section.begin, v->reader->text.data + section.end);
  uint32_t count = 0;
  for (tta_token t; tta_token_next(&tokens, &t);)
    count += t.kind == TTA_MARK_NAME && tta_str_equal(tta_str_between(t.begin, t.end), name);
  return count;
}

/* All uses are wrong: the definition is reported. */
static void report_definition(tta_verifier *v, const tta_pending_space *first, uint32_t count) {
  char room[64];
  tta_span span = tta_node_span(v->tree, first->value);
  tta_diagnostic *d = tta_report_add(v->report, rule_of(first), wrong_part(v, first),
                                     first->ttnn ? TTNN_SPACE : METAL_SPACE, TTA_STR_ARGS(text_of(v, span)));
  if (count > 1)
    tta_report_note(v->report, d, first->use, "the memory space of a layout; %u more use%s", count - 1,
                    count > 2 ? "s" : "");
  else tta_report_note(v->report, d, first->use, "the memory space of a layout");
  offer(v, d, span, replacement(room, first->space, first));
}

/* The alias has other uses, too. */
static void report_use(tta_verifier *v, const tta_pending_space *use, const tta_pending_space *first) {
  char room[64];
  tta_span span = tta_node_span(v->tree, use->value);
  tta_diagnostic *d = tta_report_add(v->report, rule_of(use), use->use, use->ttnn ? TTNN_SPACE : METAL_SPACE,
                                     TTA_STR_ARGS(text_of(v, span)));
  tta_report_set_value(d, first->use.begin + 1);
  if (use == first) tta_report_note(v->report, d, span, "defined here, and used elsewhere");
  offer(v, d, use->use, replacement(room, use->space, use));
}

static void report_group(tta_verifier *v, uint32_t first) {
  const tta_pending_space *spaces = v->facts->spaces, *head = &spaces[first];
  uint32_t count = 0;
  for (uint32_t i = first; i != UINT32_MAX; i = spaces[i].next) count++;
  tta_span name = head->name;
  tta_str text = TTA_SPAN_TEXT(v->tree->text.data, name);
  if (count_occurrences(v, text) == count + 1) {
    report_definition(v, head, count);
    return;
  }
  for (uint32_t i = first; i != UINT32_MAX; i = spaces[i].next) report_use(v, &spaces[i], head);
}

/* Links the uses of each alias by one rule, and reports them in the order of the first ones. */
void tta_module_verify_spaces(tta_verifier *v) {
  tta_module_facts *f = v->facts;
  tta_strmap last; /* of a definition and a rule: the number of its last use so far */
  if (!f->num_spaces) return;
  tta_strmap_init(&last, v->reader->allocator);
  for (uint32_t i = 0; i < f->num_spaces; i++) {
    tta_pending_space *s = &f->spaces[i];
    uint32_t key[2] = {s->value, s->ttnn};
    tta_str text = tta_arena_str(&f->arena, (tta_str){(const char *)key, sizeof key});
    const uint32_t *before = text.data ? tta_strmap_find(&last, text) : NULL;
    s->next = UINT32_MAX;
    s->is_first = !before;
    if (before) f->spaces[*before].next = i;
    if (!text.data || tta_strmap_set(&last, text, i)) v->report->status = TTA_NO_MEMORY;
  }
  tta_strmap_free(&last);
  for (uint32_t i = 0; i < f->num_spaces; i++)
    if (f->spaces[i].is_first) report_group(v, i);
}
