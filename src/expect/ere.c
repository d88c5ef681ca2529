/* Extended regular expressions: from text to a small program, and the run of that program on all threads at once
 * (K. Thompson, "Regular Expression Search Algorithm", CACM 1968). */
#include "expect/ere.h"

#include <string.h>

enum { BYTE, ANY, SET, LINE_BEGIN, LINE_END, JUMP, SPLIT /* goes on, and to `to` as well */ };
enum { MAX_REPETITIONS = 255, UNBOUNDED = -1 }; /* RE_DUP_MAX of POSIX */

tta_ere tta_ere_start(tta_arena *arena) { return (tta_ere){.arena = arena}; }

static void fail(tta_ere *e, const char *fault) {
  if (e->status) return;
  e->status = TTA_INVALID;
  e->fault = fault;
}

/* ---- code -------------------------------------------------------------------------------------------------------- */

static bool reserve(tta_ere *e, uint32_t more) {
  if (e->status) return false;
  if (more > TTA_ERE_MAX_INSTRUCTIONS - e->size) {
    fail(e, "regular expression is too large");
    return false;
  }
  if (e->size + more <= e->capacity) return true;
  uint32_t capacity = e->capacity ? e->capacity * 2 : 64;
  while (capacity < e->size + more) capacity *= 2;
  tta_ere_instruction *code = tta_arena_array(e->arena, capacity, sizeof *code);
  if (!code) {
    e->status = TTA_NO_MEMORY;
    return false;
  }
  if (e->size) memcpy(code, e->code, e->size * sizeof *code);
  e->code = code;
  e->capacity = capacity;
  return true;
}

static void emit(tta_ere *e, tta_ere_instruction instruction) {
  if (reserve(e, 1)) e->code[e->size++] = instruction;
}

/* Jumps are relative and never leave the atom or branch after `at`, so that it can move. */
static void insert(tta_ere *e, uint32_t at, tta_ere_instruction instruction) {
  if (!reserve(e, 1)) return;
  memmove(e->code + at + 1, e->code + at, (e->size - at) * sizeof *e->code);
  e->code[at] = instruction;
  e->size++;
}

static void repeat_code(tta_ere *e, uint32_t begin, uint32_t size) {
  if (!reserve(e, size)) return;
  memcpy(e->code + e->size, e->code + begin, size * sizeof *e->code);
  e->size += size;
}

void tta_ere_add_literal(tta_ere *e, tta_str text) {
  for (size_t i = 0; i < text.size && !e->status; i++)
    emit(e, (tta_ere_instruction){.op = BYTE, .byte = (uint8_t)text.data[i]});
}

/* ---- sets: [a-z], [^[:digit:]] ----------------------------------------------------------------------------------- */

typedef struct reader {
  tta_ere *ere;
  const char *at, *end;
} reader;

static bool next_is(const reader *r, char c) { return r->at < r->end && *r->at == c; }

static void add_byte(uint8_t *set, unsigned byte) { set[byte / 8] |= (uint8_t)(1u << byte % 8); }

typedef enum class {
  ALNUM, ALPHA, BLANK, CNTRL, DIGIT, GRAPH, LOWER, PRINT, PUNCT, SPACE, UPPER, XDIGIT, NUM_CLASSES
} class;
static const char *const class_names[NUM_CLASSES] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                                       "lower", "print", "punct", "space", "upper", "xdigit"};

static bool in_class(class which, unsigned c) {
  bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9',
       graph = c > 32 && c < 127;
  switch (which) {
  case ALNUM: return upper || lower || digit;
  case ALPHA: return upper || lower;
  case BLANK: return c == ' ' || c == '\t';
  case CNTRL: return c < 32 || c == 127;
  case DIGIT: return digit;
  case GRAPH: return graph;
  case LOWER: return lower;
  case PRINT: return graph || c == ' ';
  case PUNCT: return graph && !upper && !lower && !digit;
  case SPACE: return c == ' ' || (c >= 9 && c <= 13);
  case UPPER: return upper;
  default: return digit || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
  }
}

/* After `[:`. */
static void read_class(reader *r, uint8_t *set) {
  for (class i = 0; i < NUM_CLASSES; i++) {
    size_t n = strlen(class_names[i]);
    if ((size_t)(r->end - r->at) < n + 2 || memcmp(r->at, class_names[i], n) || r->at[n] != ':' || r->at[n + 1] != ']')
      continue;
    for (unsigned c = 0; c < 256; c++)
      if (in_class(i, c)) add_byte(set, c);
    r->at += n + 2;
    return;
  }
  fail(r->ere, "invalid character class");
}

/* One end of a range: a byte, or `[.x.]`. */
static unsigned read_set_byte(reader *r) {
  if (r->end - r->at >= 2 && r->at[0] == '[' && (r->at[1] == '.' || r->at[1] == '=')) {
    if (r->end - r->at >= 5 && r->at[3] == r->at[1] && r->at[4] == ']') {
      r->at += 5;
      return (unsigned char)r->at[-3];
    }
    fail(r->ere, "invalid collating element");
    return 0;
  }
  return (unsigned char)*r->at++;
}

static void read_set_item(reader *r, uint8_t *set) {
  if (r->end - r->at >= 2 && r->at[0] == '[' && r->at[1] == ':') {
    r->at += 2;
    read_class(r, set);
    return;
  }
  unsigned first = read_set_byte(r), last = first;
  if (r->end - r->at >= 2 && r->at[0] == '-' && r->at[1] != ']') {
    r->at++;
    last = read_set_byte(r);
  }
  if (last < first) fail(r->ere, "invalid character range");
  for (unsigned c = first; c <= last; c++) add_byte(set, c);
}

/* After `[`. */
static void read_set(reader *r) {
  uint8_t *set = tta_arena_alloc(r->ere->arena, 32);
  if (!set) {
    r->ere->status = TTA_NO_MEMORY;
    return;
  }
  memset(set, 0, 32);
  bool negated = next_is(r, '^'), first = true;
  r->at += negated;
  for (; r->at < r->end && (first || *r->at != ']') && !r->ere->status; first = false) read_set_item(r, set);
  if (r->at >= r->end) fail(r->ere, "brackets ([ ]) not balanced");
  r->at++;
  for (int i = 0; negated && i < 32; i++) set[i] = (uint8_t)~set[i];
  emit(r->ere, (tta_ere_instruction){.op = SET, .bytes = set});
}

/* ---- repetition -------------------------------------------------------------------------------------------------- */

static int read_count(reader *r) {
  int count = 0;
  bool any = false;
  for (; r->at < r->end && *r->at >= '0' && *r->at <= '9' && count <= MAX_REPETITIONS; r->at++, any = true)
    count = count * 10 + *r->at - '0';
  if (!any || count > MAX_REPETITIONS) fail(r->ere, "invalid repetition count(s)");
  return count;
}

static bool is_repetition(const reader *r) {
  if (r->at >= r->end) return false;
  if (*r->at == '*' || *r->at == '+' || *r->at == '?') return true;
  return *r->at == '{' && r->end - r->at > 1 && r->at[1] >= '0' && r->at[1] <= '9';
}

/* `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`. */
static void read_bounds(reader *r, int *least, int *most) {
  char c = *r->at++;
  *least = c == '+';
  *most = c == '?' ? 1 : UNBOUNDED;
  if (c != '{') return;
  *least = *most = read_count(r);
  if (next_is(r, ',')) {
    r->at++;
    *most = next_is(r, '}') ? UNBOUNDED : read_count(r);
  }
  if (!next_is(r, '}')) fail(r->ere, "braces not balanced");
  else if (*most != UNBOUNDED && *most < *least) fail(r->ere, "invalid repetition count(s)");
  r->at++;
}

/* The atom after `begin`, `least` times and up to `most` times. */
static void repeat(tta_ere *e, uint32_t begin, int least, int most) {
  uint32_t size = e->size - begin;
  if (e->status) return;
  if (most == 0) {
    e->size = begin;
    return;
  }
  for (int i = 1; i < least; i++) repeat_code(e, begin, size);
  if (most == UNBOUNDED && least > 0) {
    emit(e, (tta_ere_instruction){.op = SPLIT, .to = -(int32_t)size});
    return;
  }
  if (least == 0)
    insert(e, begin, (tta_ere_instruction){.op = SPLIT, .to = (int32_t)size + (most == UNBOUNDED ? 2 : 1)});
  if (most == UNBOUNDED) emit(e, (tta_ere_instruction){.op = JUMP, .to = -(int32_t)size - 1});
  uint32_t atom = least == 0 ? begin + 1 : begin;
  for (int i = least ? least : 1; i < most; i++) {
    emit(e, (tta_ere_instruction){.op = SPLIT, .to = (int32_t)size + 1});
    repeat_code(e, atom, size);
  }
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

/* An open parenthesis, or the expression as a whole. */
typedef struct group {
  uint32_t begin, branch; /* where its code and that of its current branch begin */
  uint32_t jumps;         /* the last branch's jump to the end + 1; its `to` leads to the one before */
} group;

static void end_branch(tta_ere *e, const group *g, bool may_be_empty) {
  if (e->size == g->branch && !may_be_empty) fail(e, "empty (sub)expression");
}

/* At `|`: the branch before it becomes SPLIT branch JUMP-to-the-end. */
static void begin_branch(tta_ere *e, group *g) {
  insert(e, g->branch, (tta_ere_instruction){.op = SPLIT, .to = (int32_t)(e->size - g->branch) + 2});
  emit(e, (tta_ere_instruction){.op = JUMP, .to = (int32_t)g->jumps});
  g->jumps = g->branch = e->size;
}

static void end_group(tta_ere *e, const group *g) {
  if (e->status) return;
  for (uint32_t jump = g->jumps; jump;) {
    uint32_t before = (uint32_t)e->code[jump - 1].to;
    e->code[jump - 1].to = (int32_t)(e->size - (jump - 1));
    jump = before;
  }
}

static void read_escape(reader *r) {
  if (r->at >= r->end) fail(r->ere, "trailing backslash (\\)");
  else if (*r->at >= '1' && *r->at <= '9') fail(r->ere, "back-references are not supported");
  else tta_ere_add_literal(r->ere, (tta_str){r->at++, 1});
}

static void read_simple_atom(reader *r) {
  char c = *r->at++;
  switch (c) {
  case '.': emit(r->ere, (tta_ere_instruction){.op = ANY}); return;
  case '^': emit(r->ere, (tta_ere_instruction){.op = LINE_BEGIN}); return;
  case '$': emit(r->ere, (tta_ere_instruction){.op = LINE_END}); return;
  case '[': read_set(r); return;
  case '\\': read_escape(r); return;
  default: tta_ere_add_literal(r->ere, (tta_str){r->at - 1, 1}); return;
  }
}

static void read_repetition(reader *r, uint32_t atom, char first) {
  if (!is_repetition(r)) return;
  int least, most;
  read_bounds(r, &least, &most);
  if (first == '^' || is_repetition(r)) fail(r->ere, "repetition-operator operand invalid");
  repeat(r->ere, atom, least, most);
}

void tta_ere_add_expression(tta_ere *e, tta_str text) {
  reader r = {e, text.data, text.data + text.size};
  group groups[TTA_ERE_MAX_DEPTH], *g = groups;
  bool branch_empty = true; /* no atom yet; an atom may be without code: `()`, `a{0}` */
  *g = (group){e->size, e->size, 0};
  while (r.at < r.end && !e->status) {
    char first = *r.at;
    if (first == '|') {
      end_branch(e, g, !branch_empty);
      begin_branch(e, g);
      branch_empty = true;
      r.at++;
    } else if (first == '(') {
      if (g == groups + TTA_ERE_MAX_DEPTH - 1) fail(e, "parentheses are nested too deeply");
      else *++g = (group){e->size, e->size, 0};
      branch_empty = true;
      r.at++;
      if (r.at >= r.end) fail(e, "parentheses not balanced");
    } else if (first == ')') {
      if (g == groups) fail(e, "parentheses not balanced");
      else end_branch(e, g, !branch_empty || e->size == g->begin); /* `()` is one, `(a|)` is none */
      if (e->status) break;
      end_group(e, g);
      uint32_t atom = g->begin;
      g--;
      branch_empty = false;
      r.at++;
      read_repetition(&r, atom, first);
    } else {
      uint32_t atom = e->size;
      if (is_repetition(&r)) fail(e, "repetition-operator operand invalid");
      else read_simple_atom(&r);
      branch_empty = false;
      if (!e->status) read_repetition(&r, atom, first);
    }
  }
  if (g != groups) fail(e, "parentheses not balanced");
  end_branch(e, g, !branch_empty);
  end_group(e, g);
}

/* ---- search ------------------------------------------------------------------------------------------------------ */

/* The instructions that wait for a byte, and the closure over jumps that finds them. */
typedef struct threads {
  const tta_ere *ere;
  uint32_t *waiting, *next, *stack;
  uint64_t *seen; /* the step in which an instruction was last reached, counted from 1 */
  uint32_t num_waiting, num_next;
  uint64_t step;
} threads;

/** @return whether the end of the program was reached. */
static bool reach(threads *t, uint32_t start, bool at_begin, bool at_end) {
  uint32_t depth = 0;
  t->stack[depth++] = start;
  while (depth) {
    uint32_t pc = t->stack[--depth];
    if (pc == t->ere->size) return true;
    if (t->seen[pc] == t->step) continue;
    t->seen[pc] = t->step;
    const tta_ere_instruction *i = &t->ere->code[pc];
    bool passes = i->op == SPLIT || (i->op == LINE_BEGIN && at_begin) || (i->op == LINE_END && at_end);
    if (i->op <= SET) t->next[t->num_next++] = pc;
    if (i->op == SPLIT || i->op == JUMP) t->stack[depth++] = (uint32_t)((int32_t)pc + i->to);
    if (passes) t->stack[depth++] = pc + 1;
  }
  return false;
}

static bool accepts(const tta_ere_instruction *i, uint8_t byte) {
  if (i->op == SET) return i->bytes[byte / 8] >> byte % 8 & 1;
  return i->op == ANY || i->byte == byte;
}

static bool search(threads *t, tta_str text) {
  for (size_t at = 0;; at++) {
    bool begin = at == 0, end = at == text.size;
    t->num_next = 0;
    t->step++;
    for (uint32_t i = 0; !begin && i < t->num_waiting; i++) {
      uint32_t pc = t->waiting[i];
      if (accepts(&t->ere->code[pc], (uint8_t)text.data[at - 1]) && reach(t, pc + 1, begin, end)) return true;
    }
    if (reach(t, 0, begin, end)) return true;
    if (end) return false;
    uint32_t *swap = t->waiting;
    t->waiting = t->next;
    t->num_waiting = t->num_next;
    t->next = swap;
  }
}

tta_status tta_ere_search(const tta_ere *e, tta_str text, bool *found) {
  *found = false;
  tta_arena_mark mark = tta_arena_position(e->arena);
  size_t room = 2 * (size_t)e->size + 2; /* the stack: at most two pushed for each instruction reached */
  threads t = {.ere = e,
               .waiting = tta_arena_array(e->arena, room, sizeof *t.waiting),
               .next = tta_arena_array(e->arena, room, sizeof *t.next),
               .stack = tta_arena_array(e->arena, room, sizeof *t.stack),
               .seen = tta_arena_array(e->arena, room, sizeof *t.seen)};
  bool memory = t.waiting && t.next && t.stack && t.seen;
  if (memory) {
    memset(t.seen, 0, room * sizeof *t.seen);
    *found = search(&t, text);
  }
  tta_arena_rewind(e->arena, mark);
  return memory ? TTA_OK : TTA_NO_MEMORY;
}
