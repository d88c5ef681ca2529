/* attr.re: the lexer of one island. It decides everything that depends on the shape of the text, so that the grammar
 * needs one token of lookahead: where a dimension list is allowed, which bracket is open, where the island ends, and
 * what is skipped after an error. The parser changes its state through tta_recover only.
 *
 * Source of the tokens: MLIR's Lexer.cpp (LLVM 19). MLIR rewinds its lexer inside dimension lists; here a list is one
 * token. */
/* Included by attr.y, after the tokens. */

/*!include:re2c "attributes.re.inc" */

/* A bracket that is open: which closer it requires, and whether numbers in it are dimension lists (0x10 is (0, 10),
 * not hex). */
enum { FRAME_DIMS = 0x80, FRAME_RECOVERS = 0x40, FRAME_CLOSER = 0x3f };
static const char closers[] = ")]}>";

static tta_span span_of(const tta_parser *p, const char *begin, const char *end) {
  return (tta_span){(uint32_t)(begin - p->text), (uint32_t)(end - p->text)};
}

static int lexical_error(tta_parser *p, tta_rule rule, const char *begin, const char *end, const char *message) {
  if (!p->skipping) tta_report_add(p->report, rule, span_of(p, begin, end), "%s", message);
  p->lexical_error = !p->skipping;
  return TOK_TTA_ATTR_UNDEF;
}

static bool numbers_are_dims(const tta_parser *p) {
  return p->dims_next || (p->depth ? (p->frames[p->depth - 1] & FRAME_DIMS) != 0 : p->entry == TTA_ENTRY_DEVICE);
}

/* Whether the grammar has an error rule for this bracket (see attr.y): not for parentheses, the symbols of a map, or
 * the contents of dense<>, array<>, strided<> and complex<>. */
static bool recovers(const tta_parser *p, int which) {
  switch (p->previous) {
  case TOK_DENSE: case TOK_ARRAY: case TOK_STRIDED: case TOK_COMPLEX: case TOK_PLAIN_DIMS: case ')': return false;
  }
  return which != 0 && (!p->depth || (p->frames[p->depth - 1] & FRAME_RECOVERS));
}

static int too_deep(tta_parser *p) {
  if (!p->skipping) {
    tta_report_too_deep(p->report, span_of(p, p->token, p->at));
    p->failed = p->lexical_error = true;
  }
  p->at = p->limit; /* nothing deeper is read; the island ends here */
  return TOK_TTA_ATTR_UNDEF;
}

enum { MAX_INTEGER_BITS = (1 << 24) - 1 }; /* MLIR: IntegerType::kMaxWidth */

/* An integer type of at most MLIR's width; MLIR prints the width without leading zeros. */
static int scalar(tta_parser *p) {
  const char *at = p->token + (*p->token == 's' || *p->token == 'u');
  uint64_t bits = 0;
  if (*at++ != 'i' || *at < '0' || *at > '9') return TOK_SCALAR;
  if (*at == '0' && p->at - at > 1) p->canonical = false;
  for (; at < p->at && bits <= UINT32_MAX; at++) bits = bits * 10 + (uint64_t)(*at - '0');
  if (bits <= MAX_INTEGER_BITS) return TOK_SCALAR;
  return lexical_error(p, TTA_RULE_integer_range, p->token, p->at,
                       bits > UINT32_MAX ? "invalid integer width; integer bitwidth is limited to 16777215 bits"
                                         : "integer bitwidth is limited to 16777215 bits");
}

static int open_bracket(tta_parser *p, int which, bool dims) {
  if (p->depth + p->signs >= TTA_NESTING_LIMIT) {
    return too_deep(p);
  }
  p->frames[p->depth] = (uint8_t)(which | (dims ? FRAME_DIMS : 0) | (recovers(p, which) ? FRAME_RECOVERS : 0));
  p->depth++;
  if (p->depth > p->max_depth) p->max_depth = p->depth;
  return 0;
}

/* `tensor<`, `#tt.grid<`, ...: a token that opens a body; `dims` says whether numbers in it are dimension lists. */
static int open_body(tta_parser *p, const char *cursor, int token, bool dims) {
  p->at = cursor;
  p->comment = p->comment || memchr(p->token, '/', (size_t)(cursor - p->token)); /* `tensor // c` before its `<` */
  p->previous = token; /* for recovers() */
  int refused = open_bracket(p, 3, dims);
  return refused ? refused : token;
}

static int open_shaped(tta_parser *p, const char *cursor, int token) {
  token = open_body(p, cursor, token, false);
  p->dims_next = true;
  return token;
}

/* A closer closes the innermost bracket of its kind, and with it what was left open inside. Where the grammar cannot
 * recover at that bracket the closer is not one for the grammar, which would take it for that of an outer bracket. */
static int close_bracket(tta_parser *p, int which) {
  uint32_t depth = p->depth;
  p->depth_before = depth;
  while (depth && (p->frames[depth - 1] & FRAME_CLOSER) != which) depth--;
  p->closed = depth ? p->frames[depth - 1] : 0;
  if (depth) p->depth = depth - 1;
  bool mismatched = depth && depth < p->depth_before && !(p->closed & FRAME_RECOVERS) && !p->skipping;
  return mismatched ? TOK_MISMATCHED : closers[which];
}

void tta_recover(tta_parser *p) {
  bool opener = strchr("<([{", p->text[p->at - p->text - 1]) && p->at > p->token;
  bool closer = p->previous == '>' || p->previous == ')' || p->previous == ']' || p->previous == '}';
  p->signs = 0;
  if (p->failed_at < p->token) p->failed_at = p->token;
  if (!p->error_at) p->error_at = p->token;
  /* the bad token itself ends the innermost part that can be given up */
  if (closer && (p->closed & FRAME_RECOVERS)) return;
  uint32_t depth = p->depth - (opener && p->depth);
  while (depth && !(p->frames[depth - 1] & FRAME_RECOVERS)) depth--;
  p->skipping = true;
  p->skip_depth = depth; /* 0: nothing to go on with, the island is lost */
}

static bool has_letter(const char *at, const char *end) {
  while (at < end && *at <= '9') at++;
  return at < end;
}

/* Text of digits; false when it leaves int64. */
static bool read_decimal(const char *at, const char *end, int64_t *value) {
  uint64_t v = 0;
  if (end - at > 18) {
    while (at < end && *at == '0') at++;
    if (end - at > 19) return false;
  }
  for (; at < end; at++) v = v * 10 + (uint64_t)(*at - '0');
  *value = (int64_t)v;
  return v <= INT64_MAX;
}

static bool read_hex(const char *at, const char *end, int64_t *value) {
  uint64_t v = 0;
  while (at < end && *at == '0') at++;
  if (end - at > 16) return false;
  for (; at < end; at++) v = v << 4 | (uint64_t)(*at <= '9' ? *at - '0' : (*at | 0x20) - 'a' + 10);
  *value = (int64_t)v;
  return v <= INT64_MAX;
}

static int integer(tta_parser *p, tta_node_id *node, bool fits, int64_t value) {
  *node = tta_node_new(p->tree, TTA_NODE_INT, span_of(p, p->token, p->at));
  tta_node *n = tta_node_at(p->tree, *node);
  n->integer = fits ? value : 0;
  if (!fits) n->flags |= TTA_NODE_WIDE;
  return TOK_INT;
}

/*!re2c
  re2c:define:YYCTYPE = "unsigned char";
  re2c:define:YYCURSOR = "cursor";
  re2c:define:YYLIMIT = "p->limit";
  re2c:define:YYMARKER = "marker";
  re2c:define:YYCTXMARKER = "context";
  re2c:yyfill:enable = 0;
  re2c:eof = 0;
  re2c:flags:unsafe = 0;
  re2c:flags:case-ranges = 1;
  re2c:variable:yych = "ch";
*/

/*!include:re2c "lexis.re" */

/*!re2c
  hex = "0x" [0-9a-fA-F]+;
*/

/* Blanks and comments in a token: an island with a comment stays as it is. */
static void note_comment(tta_parser *p, const char *begin, const char *end) {
  p->comment = p->comment || memchr(begin, '/', (size_t)(end - begin));
}

static const char *digits_before(const char *end) {
  while (end[-1] >= '0' && end[-1] <= '9') end--;
  return end;
}

/* A number alone, from p->token to p->at, is an integer; it was read as dims[first]. */
static int lone_extent(tta_parser *p, tta_node_id *node, uint32_t first, bool wide) {
  int64_t value = p->tree->num_dims > first ? p->tree->dims[first] : 0; /* no memory: the tree's status says so */
  p->tree->num_dims = first;
  integer(p, node, true, value);
  if (wide) {
    tta_report_add(p->report, TTA_RULE_integer_range, span_of(p, p->token, p->at),
                   "invalid dimension: integer does not fit 64 bits");
    tta_node_at(p->tree, *node)->flags |= TTA_NODE_HAS_ERRORS;
  }
  return TOK_INT;
}

/* The shape from p->token to p->at: the dims from `first` on. */
static void extents(tta_parser *p, tta_node_id *node, uint32_t first, bool wide) {
  *node = tta_node_new(p->tree, TTA_NODE_DIMS, span_of(p, p->token, p->at));
  tta_node *n = tta_node_at(p->tree, *node);
  n->first = first;
  n->index = p->tree->num_dims - first; /* as many as were read unless memory ran out */
  if (!wide) return;
  tta_report_add(p->report, TTA_RULE_integer_range, span_of(p, p->token, p->at),
                 "invalid dimension: extent does not fit 64 bits");
  n->flags |= TTA_NODE_HAS_ERRORS;
}

/* A dimension list from p->token on: `2x3x` before a type (DIMS_X), `2x3` elsewhere, one number alone is an integer. */
static int dimension_list(tta_parser *p, tta_node_id *node) {
  const char *cursor = p->token, *marker, *end = cursor;
  unsigned char ch;
  uint32_t first = p->tree->num_dims, count = 0;
  bool scalable_ok = p->dims_next, wide = false, trailing = true, other = false;
  for (;;) {
    const char *digits = cursor;
    bool fits = true;
    int64_t value = TTA_DYNAMIC_EXTENT;
    /*!re2c
      digit+      { fits = read_decimal(digits, cursor, &value);
                    goto extent; }
      gap digit+  { fits = read_decimal(digits_before(cursor), cursor, &value);
                    note_comment(p, digits, cursor);
                    goto extent; }
      gap "?"     { other = true;
                    note_comment(p, digits, cursor);
                    goto extent; }
      gap "[" gap digit+ gap "]" {
                    if (!scalable_ok) goto done;
                    /* blanks alone may stand before the bracket: a comment would hide the digits */
                    const char *close = cursor - 1;
                    while (close > digits && (close[-1] < '0' || close[-1] > '9')) close--;
                    fits = read_decimal(digits_before(close), close, &value);
                    value = ~value;
                    other = true;
                    note_comment(p, digits, cursor);
                    goto extent; }
      *           { goto done; }
      $           { goto done; }
    */
  extent:
    wide |= !fits;
    tta_tree_add_dim(p->tree, fits ? value : 0);
    count++;
    end = cursor;
    trailing = false;
    const char *space = cursor;
    /*!re2c
      gap "x"     { note_comment(p, space, cursor);
                    trailing = true;
                    end = cursor;
                    continue; }
      *           { break; }
      $           { break; }
    */
  }
done:
  p->at = end;
  if (count == 1 && !trailing && !other) return lone_extent(p, node, first, wide);
  extents(p, node, first, wide);
  return trailing ? TOK_DIMS_X : TOK_DIMS;
}

/* The balanced body of an unknown attribute, whose `<` is before p->at. */
static bool skip_body(tta_parser *p) {
  tta_bracket_error error;
  const char *end = tta_skip_brackets(p->at - 1, p->section_end, TTA_NESTING_LIMIT - p->depth, &error);
  p->comment = p->comment || error.comment;
  if (end) {
    p->at = end;
    return true;
  }
  if (!p->skipping) tta_report_brackets(p->report, p->text, &error, "pretty dialect name");
  p->lexical_error = !p->skipping;
  if (error.kind == TTA_BRACKETS_TOO_DEEP) {
    p->failed = true;
    p->at = p->limit;
  } else if (error.kind == TTA_BRACKETS_UNBALANCED) {
    p->at = error.begin;
  }
  return false;
}

/* `#x...` or `!x...` that is not a known `d.m<`: an alias, a long form `#d<m ...>`, or another dialect's. */
static int hash_or_bang(tta_parser *p, char sigil, tta_node_id *node) {
  const char *name = p->token + 1, *dot = memchr(name, '.', (size_t)(p->at - name));
  const char *after = p->at, *marker, *cursor;
  unsigned char ch;
  (void)marker;
  if (*after != '<' && !dot) return sigil == '#' ? TOK_HASH_ALIAS : TOK_BANG_ALIAS;
  if (*after == '<' && !dot) {
    tta_dialect dialect = tta_dialect_find((tta_str){name, (size_t)(p->at - name)});
    const char *mnemonic = tta_skip_gap(after + 1, p->limit);
    cursor = mnemonic;
    /*!re2c
      bare { goto mnemonic; }
      *    { goto foreign; }
      $    { goto foreign; }
    */
  mnemonic:;
    tta_str word = {mnemonic, (size_t)(cursor - mnemonic)};
    tta_attribute row = dialect < TTA_NUM_DIALECTS ? tta_attribute_find(sigil, dialect, word) : TTA_NUM_ATTRIBUTES;
    if (row < TTA_NUM_ATTRIBUTES) {
      note_comment(p, after + 1, mnemonic);
      *node = TTA_ATTRIBUTE_NAME(row, dialect) | TTA_ATTRIBUTE_LONG;
      p->dialects |= 1u << dialect;
      return open_body(p, cursor, sigil == '#' ? TOK_ATTR : TOK_TYPE, true);
    }
  }
foreign:
  if (*after == '<') {
    p->at = after + 1;
    p->opaque = true;
    if (!skip_body(p)) return TOK_TTA_ATTR_UNDEF;
  }
  return sigil == '#' ? TOK_OPAQUE_ATTR : TOK_OPAQUE_TYPE;
}

/* Called where all brackets are closed: the island ends, unless it is the right side of an alias and goes on as `:
 * type`, `-> type`, `::@x`. */
static bool ends_here(tta_parser *p) {
  switch (p->previous) {
  case TOK_START_VALUE: case TOK_START_ALIAS_VALUE: case TOK_START_ALIAS_TYPE: case TOK_START_DEVICE:
  case TOK_COLONS: case TOK_ARROW: case ':': case '-':
    return false;
  }
  bool goes_on = p->entry == TTA_ENTRY_ALIAS_VALUE || p->entry == TTA_ENTRY_ALIAS_TYPE;
  if (!goes_on || p->failed) return true; /* after an error the brackets may be closed too early */
  const char *cursor = p->at, *marker;
  unsigned char ch;
  /*!re2c
    gap ":"  { return p->previous == TOK_SYMBOL && *cursor != ':'; }
    gap "->" { return p->previous != ')'; }
    *        { return true; }
    $        { return true; }
  */
}

/* A name of attributes.def. Its body must follow directly, if it has one. */
static int known(tta_parser *p, const char *cursor, char sigil, uint32_t name, tta_node_id *node) {
  p->at = cursor;
  *node = name;
  if (*cursor != '<' && tta_attribute_may_be_bare((tta_attribute)(name & 0xffff)))
    return sigil == '#' ? TOK_BARE_ATTR : TOK_BARE_TYPE;
  if (*cursor != '<') return hash_or_bang(p, sigil, node);
  p->dialects |= 1u << (name >> 16 & 0xf); /* before the body, which may have an error */
  return open_body(p, cursor + 1, sigil == '#' ? TOK_ATTR : TOK_TYPE, true);
}

static int next_token(tta_parser *p, tta_node_id *node) {
  const char *cursor, *marker, *context;
  unsigned char ch;
again:
  p->token = cursor = p->at;
  /*!re2c
    blank+          { p->at = cursor; goto again; }
    comment         { p->at = cursor; p->comment = true; goto again; }
    "<"             { p->at = cursor; int r = open_bracket(p, 3, numbers_are_dims(p)); return r ? r : '<'; }
    ">"             { p->at = cursor; return close_bracket(p, 3); }
    "(d0"           { const char *end = p->token_visitor ? NULL : tta_affine_plain_map(p, p->token, node);
                      if (end) { p->at = end; return TOK_MAP; }
                      end = p->token_visitor ? NULL : tta_affine_plain_dims(p, p->token);
                      if (end) { p->at = end; return TOK_PLAIN_DIMS; }
                      p->at = p->token + 1; int r = open_bracket(p, 0, false); return r ? r : '('; }
    "("             { p->at = cursor;
                      int r = open_bracket(p, 0, numbers_are_dims(p) && p->previous != TOK_ARROW);
                      return r ? r : '('; }
    ")"             { p->at = cursor; return close_bracket(p, 0); }
    "["             { if (p->dims_next) { int t = dimension_list(p, node); if (p->at > p->token) return t; }
                      p->at = cursor; int r = open_bracket(p, 1, numbers_are_dims(p)); return r ? r : '['; }
    "]"             { p->at = cursor; return close_bracket(p, 1); }
    "{"             { p->at = cursor; int r = open_bracket(p, 2, numbers_are_dims(p)); return r ? r : '{'; }
    "}"             { p->at = cursor; return close_bracket(p, 2); }
    "->"            { p->at = cursor; return TOK_ARROW; }
    "::"            { p->at = cursor; return TOK_COLONS; }
    ">="            { bool compared = p->depth && (p->frames[p->depth - 1] & FRAME_CLOSER) != 3;
                      p->at = compared ? cursor : cursor - 1;
                      return compared ? TOK_GREATER_EQUAL : close_bracket(p, 3); }
    "<="            { p->at = cursor; return TOK_LESS_EQUAL; }
    "=="            { p->at = cursor; return TOK_EQUAL_EQUAL; }
    [,=:+*|]        { p->at = cursor; if (*p->token == '*' && p->dims_next) goto unranked; return *p->token; }
    "?"             { if (numbers_are_dims(p)) return dimension_list(p, node); p->at = cursor; return '?'; }
    "-"             { p->at = cursor;
                      if (++p->signs + p->depth >= TTA_NESTING_LIMIT) {
                        return too_deep(p);
                      }
                      return '-'; }
    digit+          { if (numbers_are_dims(p) && (p->dims_next || strchr("x \t\r\n/", *cursor)))
                        return dimension_list(p, node);
                      p->at = cursor; int64_t v = 0; bool fits = read_decimal(p->token, p->at, &v);
                      return integer(p, node, fits, v); }
    hex             { if (numbers_are_dims(p) && (p->dims_next || !has_letter(p->token + 2, cursor)))
                        return dimension_list(p, node);
                      p->at = cursor; int64_t v = 0; bool fits = read_hex(p->token + 2, p->at, &v);
                      return integer(p, node, fits, v); }
    digit+ "." digit* ([eE] [-+]? digit+)? {
                      if (p->dims_next) return dimension_list(p, node);
                      p->at = cursor; return TOK_FLOAT; }
    string          { p->at = cursor; return TOK_STRING; }
    ["]             { p->at = cursor; return lexical_error(p, TTA_RULE_syntax, p->token, cursor, TTA_BAD_STRING); }
    "@" (bare | string) { p->at = cursor; return TOK_SYMBOL; }
    !use:known;
    "#" suffix      { p->at = cursor; return hash_or_bang(p, '#', node); }
    "!" suffix      { p->at = cursor; return hash_or_bang(p, '!', node); }
    ("tensor" | "memref" | "vector" | "complex" | "tuple" | "affine_map" | "affine_set" | "dense" | "array"
      | "strided") / gap "<=" { p->at = cursor; return TOK_WORD; } /* the name of a dim, compared */
    "tensor" gap "<"     { return open_shaped(p, cursor, TOK_TENSOR); }
    "memref" gap "<"     { return open_shaped(p, cursor, TOK_MEMREF); }
    "vector" gap "<"     { return open_shaped(p, cursor, TOK_VECTOR); }
    "complex" gap "<"    { return open_body(p, cursor, TOK_COMPLEX, false); }
    "tuple" gap "<"      { return open_body(p, cursor, TOK_TUPLE, false); }
    "affine_map" gap "<" { return open_body(p, cursor, TOK_AFFINE_MAP, false); }
    "affine_set" gap "<" { return open_body(p, cursor, TOK_AFFINE_SET, false); }
    "dense" gap "<"      { return open_body(p, cursor, TOK_DENSE, false); }
    "array" gap "<"      { return open_body(p, cursor, TOK_ARRAY, false); }
    "strided" gap "<"    { return open_body(p, cursor, TOK_STRIDED, false); }
    "offset"        { p->at = cursor; return TOK_OFFSET; }
    "unit"          { p->at = cursor; return TOK_UNIT; }
    "true"          { p->at = cursor; return TOK_TRUE; }
    "false"         { p->at = cursor; return TOK_FALSE; }
    "mod"           { p->at = cursor; return TOK_MOD; }
    "floordiv"      { p->at = cursor; return TOK_FLOORDIV; }
    "ceildiv"       { p->at = cursor; return TOK_CEILDIV; }
    scalar          { p->at = cursor; return scalar(p); }
    bare            { p->at = cursor; return TOK_WORD; }
    "%" | "^"       { p->at = p->token;
                      p->stopped = true;
                      return lexical_error(p, TTA_RULE_syntax, p->token, cursor,
                                           "unexpected SSA value or block in an attribute; "
                                           "a closing bracket may be missing before it"); }
    *               { size_t size = tta_utf8_length(p->token, (size_t)(p->limit - p->token));
                      p->at = p->token + (size ? size : 1);
                      return TOK_TTA_ATTR_UNDEF; } /* reported with the tokens that are expected */
    $               { p->at = p->limit; return TOK_END; }
  */
unranked:
  cursor = p->at;
  /*!re2c
    gap "x"         { p->at = cursor; return TOK_UNRANKED; }
    *               { return '*'; }
    $               { return '*'; }
  */
}

/* Skips to the closer of the bracket that the grammar recovers at. Gives up, which loses the island, where text begins
 * that cannot belong to it, and when recovery has read too much of the document already. */
static int skip_to_closer(tta_parser *p, tta_node_id *node) {
  const char *from = p->at;
  for (;;) {
    int token = p->skip_depth && !p->stopped ? next_token(p, node) : TOK_END;
    size_t skipped = (size_t)(p->at - from);
    bool line_start = token == TOK_HASH_ALIAS && p->token > p->text && p->token[-1] == '\n';
    if (token == TOK_END || p->token >= p->section_end || line_start || skipped > *p->skip_budget) {
      *p->skip_budget -= skipped < *p->skip_budget ? skipped : *p->skip_budget;
      p->stopped = true;
      return TOK_END;
    }
    p->signs = 0;
    p->previous = token;
    if (p->depth < p->skip_depth) {
      *p->skip_budget -= skipped;
      p->skipping = false;
      return token;
    }
  }
}

static int tta_lex(tta_parser *p, tta_node_id *node, tta_span *span) {
  static const int start_tokens[] = {TOK_START_VALUE, TOK_START_ALIAS_VALUE, TOK_START_ALIAS_TYPE, TOK_START_DEVICE};
  int token;
  *node = 0;
  if (!p->started) {
    p->started = true;
    p->token = p->at;
    token = start_tokens[p->entry];
  } else if (p->skipping) {
    token = skip_to_closer(p, node);
  } else if (p->stopped || (!p->depth && ends_here(p))) {
    p->token = p->at;
    token = TOK_END;
  } else {
    uint32_t depth = p->depth;
    size_t reported = p->report->size;
    token = next_token(p, node);
    if (token != TOK_TENSOR && token != TOK_MEMREF && token != TOK_VECTOR) p->dims_next = false;
    if (token != '-') p->signs = 0;
    if (p->token >= p->section_end) {
      p->token = p->at = p->section_end; /* the token is of the next section, and so is what it changed */
      p->depth = depth;
      tta_report_truncate(p->report, reported);
      p->lexical_error = false;
      p->stopped = true;
      token = TOK_END;
    }
  }
  p->previous = token;
  *span = span_of(p, p->token, p->at);
  return token;
}
