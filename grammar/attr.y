/* attr.y: the only grammar. It reads one island of MLIR text: a type, an attribute, the right side of an alias.
 *
 * CAPITALS are terminals (grammar/attr.re makes them), lower case are nonterminals. The grammar has no side effects but
 * the building of nodes: what a body means is decided by src/parse/fields.c from the table src/ir/attributes.def, so
 * the same three rules (item, list, body) read every attribute of every date. The upstream form is above each rule.
 *
 * One token of lookahead is enough because the lexer reads dimension lists whole (DIMS, DIMS_X), gives known
 * attribute names as one token, and ends the island (END is returned when all brackets are closed).
 */
%code requires {
#include "parse/parser.h"
}


%define api.pure full
%define api.prefix {tta_attr_}
%define api.location.type {tta_span}
%define api.token.prefix {TOK_}
%define parse.error custom
%define lr.default-reduction consistent
%locations
%param {tta_parser *p}
%expect 0

%code {
#include <stdio.h>
#include <string.h>

#include "base/chars.h"
#include "base/str.h"
#include "base/utf8.h"
#include "ir/synonyms.h"
#include "parse/plain.h"
#include "parse/typed_values.h"
#include "text/token.h"

#include "attr.lex.h" /* one compilation unit: the lexer is called for every token */

static void show_token(const tta_parser *p, int token, tta_span span);

static int tta_attr_lex(TTA_ATTR_STYPE *value, tta_span *span, tta_parser *p) {
  int token = tta_lex(p, &value->node, span);
  if (p->token_visitor) show_token(p, token, *span);
  return token;
}
static void tta_attr_error(tta_span *span, tta_parser *p, const char *message);

/* The stacks are arrays of this size in yyparse's frame: the deepest state of TTA_NESTING_LIMIT nested brackets fits (6
 * symbols a level at most), nothing is allocated, and 256 KiB of C stack are enough. */
#define YYINITDEPTH 3600
#define YYMAXDEPTH 3600
#define YYLLOC_DEFAULT(Current, Rhs, N)                                       \
  ((Current) = (N) ? (tta_span){YYRHSLOC(Rhs, 1).begin, YYRHSLOC(Rhs, N).end} \
                   : (tta_span){YYRHSLOC(Rhs, 0).end, YYRHSLOC(Rhs, 0).end})

#define LEAF(kind, span) tta_build_leaf(p, TTA_NODE_##kind, span)
#define BRANCH(kind, span, children) tta_build_branch(p, TTA_NODE_##kind, span, children)
#define PAIR(kind, span, a, b) tta_build_pair(p, TTA_NODE_##kind, span, a, b)
#define NOTHING ((tta_nodes){0, 0})
#define EMPTY_SHAPE(before) LEAF(DIMS, ((tta_span){(before).begin, (before).begin}))

/* `node` may have siblings that the text has no comma before. */
static tta_nodes append(tta_parser *p, tta_nodes list, tta_node_id node) {
  tta_node_id last = node;
  while (tta_node_at(p->tree, last)->next) last = tta_node_at(p->tree, last)->next;
  if (!list.first) return (tta_nodes){node, last};
  tta_node_at(p->tree, list.last)->next = node;
  return (tta_nodes){list.first, last};
}
static tta_nodes after_empty(tta_parser *p, tta_span comma, tta_nodes items) {
  tta_node_id empty = EMPTY_SHAPE(comma);
  tta_node_at(p->tree, empty)->next = items.first;
  return (tta_nodes){empty, items.last};
}
static void juxtapose(tta_parser *p, tta_node_id node) {
  tta_node_at(p->tree, node)->flags |= TTA_NODE_JUXTAPOSED;
}
}

%union {
  tta_node_id node;
  tta_nodes nodes;
  tta_expr expr;
  struct { uint32_t first, count; } results;
}

%token END 0 "the end of the attribute"
%token START_VALUE START_ALIAS_VALUE START_ALIAS_TYPE START_DEVICE

/* names */
%token <node> ATTR "an attribute" TYPE "a type" BARE_ATTR "an attribute   " BARE_TYPE "a type   "
%token OPAQUE_ATTR "an attribute  " OPAQUE_TYPE "a type  " HASH_ALIAS "an attribute alias" BANG_ALIAS "a type alias"
%token WORD "a keyword" STRING "a string" SYMBOL "a symbol" SCALAR "a scalar type"
%token <node> INT "an integer" FLOAT "a number" DIMS "a shape" DIMS_X "dimensions"
%token UNRANKED "'*x'" PLAIN_DIMS "'(d0, ..)'"
%token <node> MAP "an affine map"
/* keywords of MLIR; the ones that open a body carry its `<`, and are plain names without it */
%token TENSOR "tensor<" MEMREF "memref<" VECTOR "vector<" COMPLEX "complex<" TUPLE "tuple<"
%token AFFINE_MAP "affine_map<" AFFINE_SET "affine_set<" DENSE "dense<" ARRAY "array<" STRIDED "strided<"
%token OFFSET "offset" UNIT "unit"
%token TRUE "true" FALSE "false" MOD "mod" FLOORDIV "floordiv" CEILDIV "ceildiv"
%token MISMATCHED "a closing bracket"
%token ARROW "'->'" COLONS "'::'" GREATER_EQUAL "'>='" EQUAL_EQUAL "'=='" LESS_EQUAL "'<='"

%type <node> value type ntype function_type item body list attribute dict_entry number dense_value literal stride
  integer brace_item brace_value
%type <nodes> items lists values values_or_none types types_or_none dict_entries brace_items dense_values
  dense_values_or_none integers memref_tail numbers strides strides_or_none
%type <node> map
%type <results> exprs constraints constraints_or_none
%type <expr> expr

%left '+' '-'
%left '*' MOD FLOORDIV CEILDIV
%precedence SIGN

%%

island:
    START_VALUE value             { p->result = $2; }
  | START_ALIAS_VALUE value { p->result = $2; }
  | START_ALIAS_TYPE type         { p->result = $2; }
  | START_DEVICE body             { p->result = tta_assign_fields(p, $2, TTA_ATTR_device, TTA_TT); }
  ;

/* ---- attributes ------------------------------------------------------------------------------------------------- */

/* attribute-value of MLIR's language reference; a type stands for a TypeAttr */
value:
    attribute
  | ntype
  | function_type
  | literal
  | INT                        { $$ = $1; }
  | INT ':' type               { $$ = PAIR(TYPED, @$, $1, $3); }
  | '-' INT                    { $$ = tta_build_negative(p, @$, $2); }
  | '-' INT ':' type           { $$ = PAIR(TYPED, @$, tta_build_negative(p, @$, $2), $4); }
  | '[' values_or_none ']'     { $$ = BRANCH(LIST, @$, $2); }
  | '[' error ']'              { $$ = LEAF(ERROR, @$); yyerrok; }
  | '{' dict_entries '}'       { $$ = BRANCH(DICT, @$, $2); }
  | '{' '}'                    { $$ = BRANCH(DICT, @$, NOTHING); }
  | '{' error '}'              { $$ = LEAF(ERROR, @$); yyerrok; }
  ;

/* `field(T)` of upstream's formats may leave out the name of its attribute: that is a body, below */
attribute:
    ATTR items '>'             { $$ = tta_build_attribute(p, @$, $1, $2); }
  | ATTR '>'                   { $$ = tta_build_attribute(p, @$, $1, NOTHING); }
  | ATTR ',' items '>'         { $$ = tta_build_attribute(p, @$, $1, after_empty(p, @2, $3)); }
  | ATTR error '>'             { $$ = LEAF(ERROR, @$); tta_affine_reset(p); yyerrok; }
  | BARE_ATTR                  { $$ = tta_build_bare_attribute(p, @$, $1); }
  | ATTR items error '>'       { $$ = tta_build_interrupted(p, @$, $1, $2); tta_affine_reset(p); yyerrok; }
  | HASH_ALIAS                 { $$ = tta_build_alias_use(p, @$); }
  | OPAQUE_ATTR                { $$ = tta_build_opaque(p, @$); }
  ;

/* what reads the same in MLIR's containers and in the bodies of our attributes */
literal:
    FLOAT                      { $$ = LEAF(FLOAT, @$); }
  | FLOAT ':' type             { $$ = PAIR(TYPED, @$, LEAF(FLOAT, @1), $3); }
  | '-' FLOAT                  { $$ = LEAF(FLOAT, @$); }
  | '-' FLOAT ':' type         { $$ = PAIR(TYPED, @$, LEAF(FLOAT, ((tta_span){@1.begin, @2.end})), $4); }
  | STRING                     { $$ = LEAF(STRING, @$); }
  | STRING ':' type            { $$ = PAIR(TYPED, @$, LEAF(STRING, @1), $3); }
  | symbol                     { $$ = LEAF(SYMBOL, @$); }
  | TRUE                       { $$ = LEAF(BOOL, @$); tta_node_at(p->tree, $$)->index = 1; }
  | FALSE                      { $$ = LEAF(BOOL, @$); }
  | UNIT                       { $$ = LEAF(UNIT, @$); }
  | DENSE dense_values_or_none '>' ':' type { $$ = tta_build_dense(p, @$, $2.first, $5); }
  | ARRAY SCALAR '>'           { $$ = tta_build_branch(p, TTA_NODE_ARRAY, @$, append(p, NOTHING, LEAF(SCALAR, @2))); }
  | ARRAY SCALAR ':' numbers '>' { tta_node_id type = LEAF(SCALAR, @2); tta_node_at(p->tree, type)->next = $4.first;
                                 $$ = BRANCH(ARRAY, @$, ((tta_nodes){type, $4.last})); }
  | STRIDED '[' strides_or_none ']' '>' { $$ = tta_build_strided(p, @$, $3, 0); }
  | STRIDED '[' strides_or_none ']' ',' OFFSET ':' stride '>' { $$ = tta_build_strided(p, @$, $3, $8); }
  | AFFINE_MAP map '>'         { $$ = tta_build_map_attribute(p, @$, $2); }
  | AFFINE_MAP error '>'       { $$ = LEAF(ERROR, @$); tta_affine_reset(p); yyerrok; }
  | AFFINE_SET dims symbols_or_none ':' '(' constraints_or_none ')' '>'
                               { $$ = tta_affine_map(p, TTA_NODE_SET_ATTR, @$, $6.first, $6.count); }
  | AFFINE_SET error '>'       { $$ = LEAF(ERROR, @$); tta_affine_reset(p); yyerrok; }
  ;

symbol: SYMBOL | symbol COLONS SYMBOL;

values_or_none: %empty { $$ = NOTHING; } | values;
values: value { $$ = append(p, NOTHING, $1); } | values ',' value { $$ = append(p, $1, $3); };

dict_entries: dict_entry { $$ = append(p, NOTHING, $1); } | dict_entries ',' dict_entry { $$ = append(p, $1, $3); };
dict_entry:
    id                         { $$ = BRANCH(ENTRY, @$, append(p, NOTHING, LEAF(WORD, @1))); }
  | id '=' value               { $$ = PAIR(ENTRY, @$, LEAF(WORD, @1), $3); }
  | STRING                     { $$ = BRANCH(ENTRY, @$, append(p, NOTHING, LEAF(STRING, @1))); }
  | STRING '=' value           { $$ = PAIR(ENTRY, @$, LEAF(STRING, @1), $3); }
  ;

/* dense<...>: a number, a string, or nested lists */
dense_values_or_none: %empty { $$ = NOTHING; } | dense_value { $$ = append(p, NOTHING, $1); };
dense_values: dense_value { $$ = append(p, NOTHING, $1); } | dense_values ',' dense_value { $$ = append(p, $1, $3); };
dense_value:
    number
  | STRING                     { $$ = LEAF(STRING, @$); }
  | '(' number ',' number ')'  { $$ = PAIR(COORD, @$, $2, $4); }
  | '[' ']'                    { $$ = BRANCH(LIST, @$, NOTHING); }
  | '[' dense_values ']'       { $$ = BRANCH(LIST, @$, $2); }
  ;
number:
    INT                        { $$ = $1; }
  | '-' INT                    { $$ = tta_build_negative(p, @$, $2); }
  | FLOAT                      { $$ = LEAF(FLOAT, @$); }
  | '-' FLOAT                  { $$ = LEAF(FLOAT, @$); }
  | TRUE                       { $$ = LEAF(BOOL, @$); tta_node_at(p->tree, $$)->index = 1; }
  | FALSE                      { $$ = LEAF(BOOL, @$); }
  ;
numbers: number { $$ = append(p, NOTHING, $1); } | numbers ',' number { $$ = append(p, $1, $3); };

strides_or_none: %empty { $$ = NOTHING; } | strides;
strides:
    stride             { $$ = append(p, NOTHING, $1); }
  | strides ',' stride { $$ = append(p, $1, $3); }
  ;
stride: INT { $$ = $1; } | '-' INT { $$ = tta_build_negative(p, @$, $2); } | '?' { $$ = LEAF(DYNAMIC, @$); };

/* ---- the bodies of our attributes -------------------------------------------------------------------------------- */

/* Upstream: the assembly formats of TTCoreOpsTypes.td and TTNNOpsAttrs.td. A parameter is an item; the items
 * of an attribute and their order are in src/ir/attributes.def. An empty first item is an empty dimension list
 * (`<, 1>`). */
items:
    item                       { $$ = append(p, NOTHING, $1); }
  | items ',' item             { $$ = append(p, $1, $3); }
  | lists
  | items ',' lists            { tta_node_at(p->tree, $1.last)->next = $3.first; $$ = (tta_nodes){$1.first, $3.last}; }
  ;
/* ttkernel.arg_spec and ttmetal.kernel_args print their lists without commas: `rt_args = [..] ct_args = [..]` */
lists:
    WORD '=' list WORD '=' list { tta_build_key(p, @1, $3); tta_build_key(p, @4, $6); juxtapose(p, $6);
                                 $$ = append(p, append(p, NOTHING, $3), $6); }
  | lists WORD '=' list        { tta_build_key(p, @2, $4); juxtapose(p, $4); $$ = append(p, $1, $4); }
  ;

item:
    attribute
  | ntype
  | literal
  | INT                        { $$ = $1; }
  | INT ':' SCALAR             { $$ = PAIR(TYPED, @$, $1, LEAF(SCALAR, @3)); }
  | '-' INT                    { $$ = tta_build_negative(p, @$, $2); }
  | '-' INT ':' SCALAR         { $$ = PAIR(TYPED, @$, tta_build_negative(p, @$, $2), LEAF(SCALAR, @4)); }
  | DIMS                       { $$ = $1; }
  | WORD                       { $$ = LEAF(WORD, @$); }
  | WORD words                 { $$ = LEAF(FLAGS, @$); }
  | SCALAR words               { $$ = LEAF(FLAGS, @$); } /* MLIR's parseKeyword takes `none`, `i1`, .. */
  | WORD '=' item              { $$ = $3; tta_build_key(p, @1, $$); }
  | WORD '='                   { $$ = LEAF(DIMS, ((tta_span){@2.end, @2.end})); tta_build_key(p, @1, $$); }
  | WORD '[' INT ']'           { $$ = LEAF(WORD, @1); juxtapose(p, $3); tta_node_at(p->tree, $$)->next = $3; }
  | WORD '(' INT ')'           { $$ = BRANCH(MAP_RANK, @$, append(p, NOTHING, $3)); }
  | INT '(' integers ')'       { $$ = BRANCH(AXIS, @$, ((tta_nodes){$1, $1}));
                                 tta_node_at(p->tree, $1)->next = $3.first; }
  | STRING '=' DIMS            { $$ = PAIR(NAMED_DIMS, @$, LEAF(STRING, @1), $3); }
  | STRING '=' INT             { $$ = PAIR(NAMED_DIMS, @$, LEAF(STRING, @1), $3); }
  | STRING ':' list            { $$ = LEAF(STRING, @1); juxtapose(p, $3); tta_node_at(p->tree, $$)->next = $3; }
  | map
  | '(' integers ')'           { $$ = BRANCH(COORD, @$, $2); }
  | '(' DIMS ')'               { $$ = BRANCH(PAREN_DIMS, @$, append(p, NOTHING, $2)); }
  | list
  | body
  ;

words: '|' id | words '|' id;
integers: integer { $$ = append(p, NOTHING, $1); } | integers ',' integer { $$ = append(p, $1, $3); };
integer: INT { $$ = $1; } | '-' INT { $$ = tta_build_negative(p, @$, $2); };

list:
    '[' items ']'              { $$ = BRANCH(LIST, @$, $2); }
  | '[' ']'                    { $$ = BRANCH(LIST, @$, NOTHING); }
  | '[' error ']'              { $$ = LEAF(ERROR, @$); tta_affine_reset(p); yyerrok; }
  ;
body:
    '<' items '>'              { $$ = BRANCH(BODY, @$, $2); }
  | '<' '>'                    { $$ = BRANCH(BODY, @$, NOTHING); }
  | '<' ',' items '>'          { $$ = BRANCH(BODY, @$, after_empty(p, @2, $3)); }
  | '<' error '>'              { $$ = LEAF(ERROR, @$); tta_affine_reset(p); yyerrok; }
  | '{' brace_items '}'        { $$ = BRANCH(BODY, @$, $2); }
  | '{' error '}'              { $$ = LEAF(ERROR, @$); tta_affine_reset(p); yyerrok; }
  ;
/* chip_physical_cores prints its groups without commas */
brace_items:
    brace_item                 { $$ = append(p, NOTHING, $1); }
  | brace_items ',' brace_item { $$ = append(p, $1, $3); }
  | brace_items brace_item     { juxtapose(p, $2); $$ = append(p, $1, $2); }
  ;
brace_item: WORD '=' brace_value { $$ = $3; tta_build_key(p, @1, $$); };
brace_value:
    attribute
  | ntype
  | literal
  | INT                        { $$ = $1; }
  | DIMS                       { $$ = $1; }
  | WORD                       { $$ = LEAF(WORD, @$); }
  | list
  | body
  ;

/* ---- types ------------------------------------------------------------------------------------------------------- */

type: ntype | function_type;

function_type:
    '(' types_or_none ')' ARROW type { $$ = PAIR(FUNCTION, @$, BRANCH(LIST, ((tta_span){@1.begin, @3.end}), $2), $5); }
  | '(' types_or_none ')' ARROW '(' types_or_none ')'
                               { $$ = PAIR(FUNCTION, @$, BRANCH(LIST, ((tta_span){@1.begin, @3.end}), $2),
                                           BRANCH(LIST, ((tta_span){@5.begin, @7.end}), $6)); }
  ;
types_or_none: %empty { $$ = NOTHING; } | types;
types: type { $$ = append(p, NOTHING, $1); } | types ',' type { $$ = append(p, $1, $3); };

/* every type but a function's, whose parentheses would read as a map's in a body */
ntype:
    SCALAR                               { $$ = LEAF(SCALAR, @$); }
  | TENSOR DIMS_X ntype '>'              { $$ = tta_build_tensor(p, @$, $2, $3, 0); }
  | TENSOR DIMS_X ntype ',' value '>'    { $$ = tta_build_tensor(p, @$, $2, $3, $5); }
  | TENSOR UNRANKED ntype '>'            { $$ = tta_build_tensor(p, @$, 0, $3, 0); }
  | TENSOR UNRANKED ntype ',' value '>'  { $$ = tta_build_tensor(p, @$, 0, $3, $5); }
  | TENSOR ntype '>'                     { $$ = tta_build_tensor(p, @$, EMPTY_SHAPE(@2), $2, 0); }
  | TENSOR ntype ',' value '>'           { $$ = tta_build_tensor(p, @$, EMPTY_SHAPE(@2), $2, $4); }
  | TENSOR error '>'                     { $$ = LEAF(ERROR, @$); tta_affine_reset(p); yyerrok; }
  | MEMREF DIMS_X ntype '>'              { $$ = tta_build_memref(p, @$, $2, $3, NOTHING); }
  | MEMREF DIMS_X ntype memref_tail '>'  { $$ = tta_build_memref(p, @$, $2, $3, $4); }
  | MEMREF UNRANKED ntype '>'            { $$ = tta_build_memref(p, @$, 0, $3, NOTHING); }
  | MEMREF UNRANKED ntype memref_tail '>' { $$ = tta_build_memref(p, @$, 0, $3, $4); }
  | MEMREF ntype '>'                     { $$ = tta_build_memref(p, @$, EMPTY_SHAPE(@2), $2, NOTHING); }
  | MEMREF ntype memref_tail '>'         { $$ = tta_build_memref(p, @$, EMPTY_SHAPE(@2), $2, $3); }
  | MEMREF error '>'                     { $$ = LEAF(ERROR, @$); tta_affine_reset(p); yyerrok; }
  | VECTOR DIMS_X ntype '>'              { $$ = tta_build_vector(p, @$, $2, $3); }
  | VECTOR ntype '>'                     { $$ = tta_build_vector(p, @$, EMPTY_SHAPE(@2), $2); }
  | VECTOR error '>'                     { $$ = LEAF(ERROR, @$); yyerrok; }
  | COMPLEX type '>'                     { $$ = tta_build_complex(p, @$, $2); }
  | TUPLE types_or_none '>'              { $$ = BRANCH(TUPLE, @$, $2); }
  | TUPLE error '>'                      { $$ = LEAF(ERROR, @$); tta_affine_reset(p); yyerrok; }
  | TYPE items '>'                       { $$ = tta_build_attribute(p, @$, $1, $2); }
  | TYPE '>'                             { $$ = tta_build_attribute(p, @$, $1, NOTHING); }
  | TYPE error '>'                       { $$ = LEAF(ERROR, @$); tta_affine_reset(p); yyerrok; }
  | BARE_TYPE                            { $$ = tta_build_bare_attribute(p, @$, $1); }
  | TYPE items error '>'                 { $$ = tta_build_interrupted(p, @$, $1, $2); tta_affine_reset(p); yyerrok; }
  | BANG_ALIAS                           { $$ = tta_build_alias_use(p, @$); }
  | OPAQUE_TYPE                          { $$ = tta_build_opaque(p, @$); }
  ;
/* layout, memory space */
memref_tail: ',' value { $$ = append(p, NOTHING, $2); } | memref_tail ',' value { $$ = append(p, $1, $3); };

/* ---- affine maps: MLIR's multi-dim-semi-affine-map --------------------------------------------------------------- */

/* `(d0, d1, d2)` and whole maps of the commonest shape come as one token: it halves the time that layouts take */
map:
    MAP                            { $$ = $1; } /* as it prints: src/parse/affine_plain.c */
  | PLAIN_DIMS ARROW '(' exprs ')' { $$ = tta_affine_map(p, TTA_NODE_MAP, @$, $4.first, $4.count); }
  | PLAIN_DIMS ARROW '(' ')'       { $$ = tta_affine_map(p, TTA_NODE_MAP, @$, p->tree->num_results, 0); }
  | '(' ids_or_none ')' symbols_or_none ARROW '(' exprs ')'
                                   { $$ = tta_affine_map(p, TTA_NODE_MAP, @$, $7.first, $7.count); }
  | '(' ids_or_none ')' symbols_or_none ARROW '(' ')'
                                   { $$ = tta_affine_map(p, TTA_NODE_MAP, @$, p->tree->num_results, 0); }
  ;
dims: PLAIN_DIMS | '(' ids_or_none ')';
ids_or_none: %empty | ids;
ids:
    WORD                       { tta_affine_declare(p, @1); }
  | keyword                    { tta_affine_declare(p, @1); }
  | ids ',' WORD               { tta_affine_declare(p, @3); }
  | ids ',' keyword            { tta_affine_declare(p, @3); }
  ;
symbols_or_none: %empty | symbols_open ids_or_none ']';
symbols_open: '[' { tta_affine_begin_symbols(p); };

/* MLIR lets keywords and scalar types name dims and the entries of dictionaries */
keyword: SCALAR | OFFSET | UNIT | TRUE | FALSE | MOD | FLOORDIV | CEILDIV;
id: WORD | keyword;

exprs:
    expr                       { $$.first = p->tree->num_results; $$.count = 1; tta_affine_add_result(p, $1); }
  | exprs ',' expr             { $$ = $1; $$.count++; tta_affine_add_result(p, $3); }
  ;
constraints_or_none: %empty { $$.first = p->tree->num_results; $$.count = 0; } | constraints;
constraints:
    constraint                 { $$.first = p->tree->num_results - 2; $$.count = 1; }
  | constraints ',' constraint { $$ = $1; $$.count++; }
  ;
/* each constraint is an expression and its kind (1 = equality): `a >= b` is `a - b >= 0` */
constraint:
    expr GREATER_EQUAL expr    { tta_affine_add_result(p, tta_affine_subtract(p, $1, $3, @2));
                                 tta_affine_add_result(p, 0); }
  | expr LESS_EQUAL expr       { tta_affine_add_result(p, tta_affine_subtract(p, $3, $1, @2));
                                 tta_affine_add_result(p, 0); }
  | expr EQUAL_EQUAL expr      { tta_affine_add_result(p, tta_affine_subtract(p, $1, $3, @2));
                                 tta_affine_add_result(p, 1); }
  ;

expr:
    WORD                       { $$ = tta_affine_name_expr(p, @1); }
  | keyword                    { $$ = tta_affine_name_expr(p, @1); }
  | INT                        { $$ = tta_affine_constant(p, $1); }
  | '(' expr ')'               { $$ = $2; }
  | expr '+' expr              { $$ = tta_affine_binary(p, TTA_EXPR_ADD, $1, $3, @2, @3); }
  | expr '-' expr              { $$ = tta_affine_subtract(p, $1, $3, @2); }
  | expr '*' expr              { $$ = tta_affine_binary(p, TTA_EXPR_MUL, $1, $3, @2, @3); }
  | expr MOD expr              { $$ = tta_affine_binary(p, TTA_EXPR_MOD, $1, $3, @2, @3); }
  | expr FLOORDIV expr         { $$ = tta_affine_binary(p, TTA_EXPR_FLOORDIV, $1, $3, @2, @3); }
  | expr CEILDIV expr          { $$ = tta_affine_binary(p, TTA_EXPR_CEILDIV, $1, $3, @2, @3); }
  | '-' expr %prec SIGN        { $$ = tta_affine_negate(p, $2, @1); }
  ;

%%


/* A class is named as in messages, without the article: "shape", "scalar type". */
static void show_token(const tta_parser *p, int token, tta_span span) {
  const char *name = yysymbol_name(YYTRANSLATE(token));
  if (!strncmp(name, "a ", 2)) name += 2;
  else if (!strncmp(name, "an ", 3)) name += 3;
  else if (name[0] == '\'') name = "mark";
  else if (strchr(name, '<')) name = "builtin";
  if (token == TOK_OPAQUE_ATTR) name = "opaque attribute";
  if (token == TOK_OPAQUE_TYPE) name = "opaque type";
  if (token == TOK_TTA_ATTR_UNDEF) name = "unknown";
  p->token_visitor(p->token_user, name, span);
}

/* ---- messages for a token that does not fit ---------------------------------------------------------------------*/

/* Out of stack: the nesting limit of the lexer fires first for brackets, so this is the same answer for what is
 * left. */
static void tta_attr_error(tta_span *span, tta_parser *p, const char *message) {
  (void)message;
  p->failed = true;
  tta_report_too_deep(p->report, *span);
}

/* Closers first, so that MLIR's "expected '>'" is part of ours. */
static int rank_of(yysymbol_kind_t kind) {
  const char *name = yysymbol_name(kind);
  if (name[0] != '\'') return 2;
  return strchr(">)]}", name[1]) && name[2] == '\'' ? 0 : 1;
}

/* `'foo'`, `0x01`, `the end of the text`: a token that is not one of MLIR's may start with any byte. */
static void name_token(tta_buf *out, tta_parser *p, tta_span span) {
  enum { MAX_BYTES = 24 };
  const char *text = p->text + span.begin;
  size_t size = span.end - span.begin;
  if (!size) {
    tta_buf_str(out, "the end of the text");
    return;
  }
  if (!tta_utf8_length(text, size) || (unsigned char)*text < 0x20 || *text == 0x7f) {
    tta_buf_printf(out, "byte 0x%02x", (unsigned)(unsigned char)*text);
    return;
  }
  tta_buf_char(out, '\'');
  tta_buf_bytes(out, text, size > MAX_BYTES ? MAX_BYTES : size);
  tta_buf_str(out, size > MAX_BYTES ? "...'" : "'");
}

/* The closer of the bracket that was open before the token at `span` closed or opened one; 0 if none was. */
static char wanted_closer(const tta_parser *p, tta_span span) {
  static const char closers[] = ")]}>";
  char last = span.end > span.begin ? p->text[span.end - 1] : ' ';
  uint32_t depth = p->depth - (p->depth && last && strchr("([{<", last));
  if (span.end == span.begin + 1 && last && strchr(closers, last)) depth = p->depth_before;
  return depth ? closers[p->frames[depth - 1] & 3] : 0;
}

/* Shared states expect the closers of all brackets; only the one that is open can be closed. */
static int drop_other_closers(char wanted, yysymbol_kind_t *expected, int count) {
  int kept = 0;
  for (int i = 0; i < count; i++) {
    bool end = expected[i] == YYSYMBOL_YYEOF, closer = rank_of(expected[i]) == 0;
    if (closer ? yysymbol_name(expected[i])[1] == wanted : !end || !wanted) expected[kept++] = expected[i];
  }
  return kept;
}

/* `,` and `=`, which go on, before brackets and signs. */
static int by_rank(yysymbol_kind_t kind) {
  const char *name = yysymbol_name(kind);
  int rank = rank_of(kind);
  return rank == 1 && !strchr(",=:", name[1]) ? 2 : rank == 2 ? 3 : rank;
}

/* Up to four tokens are listed; a longer list is named (an expression, a type, an attribute) or listed in part. */
static void name_expected(tta_buf *out, yysymbol_kind_t *expected, int count) {
  bool type = false, value = false, operand = false, word = false;
  for (int i = 0; i < count; i++) {
    type |= expected[i] == YYSYMBOL_TENSOR;
    value |= expected[i] == YYSYMBOL_STRING;
    operand |= expected[i] == YYSYMBOL_MOD;
    word |= expected[i] == YYSYMBOL_WORD;
  }
  bool named = count > 4 && (type || value || operand);
  int listed = 0, wanted = count <= 4 ? count : named ? 0 : 3;
  for (int rank = 0; rank < 4; rank++)
    for (int i = 0; i < count; i++)
      if (by_rank(expected[i]) == rank && (named ? rank == 0 : listed < wanted)) {
        if (listed++) tta_buf_str(out, listed == wanted ? " or " : ", ");
        tta_buf_str(out, yysymbol_name(expected[i]));
      }
  if (!named) return;
  if (listed) tta_buf_str(out, " or ");
  if (type && value)
    tta_buf_str(out, word ? "an attribute, a type, a shape, a map or a keyword" : "an attribute or a type");
  else if (type && !operand) tta_buf_str(out, "a type");
  else if (type && operand) tta_buf_str(out, "an affine expression or a name");
  else if (word) tta_buf_str(out, "an affine expression");
  else tta_buf_str(out, "an operator");
}

static bool is_expected(const yysymbol_kind_t *expected, int count, yysymbol_kind_t kind) {
  while (count && expected[count - 1] != kind) count--;
  return count > 0;
}

/* Whether the error is at the memory space of a memref: after `memref<` there are its extents, element type and ','. */
static bool in_memory_space(const yypcontext_t *context) {
  const yy_state_t *top = context->yyssp;
  if (strcmp(yysymbol_name(YY_ACCESSING_SYMBOL(top[0])), "','") != 0) return false;
  if (YY_ACCESSING_SYMBOL(top[-1]) != YYSYMBOL_ntype) return false;
  return YY_ACCESSING_SYMBOL(top[-2]) == YYSYMBOL_MEMREF || YY_ACCESSING_SYMBOL(top[-3]) == YYSYMBOL_MEMREF;
}

/* An alias of a memory space with this keyword; NULL if none is defined. */
static const tta_alias *memory_space_alias(tta_parser *p, tta_str keyword) {
  enum { MAX_ALIASES = 64 };
  for (uint32_t i = 0; i < p->tree->num_aliases && i < MAX_ALIASES; i++) {
    const tta_alias *alias = &p->tree->aliases[i];
    const tta_node *value = alias->value ? tta_node_at(p->tree, alias->value) : NULL;
    if (alias->poisoned || !value || value->kind != TTA_NODE_ATTRIBUTE || !value->first) continue;
    bool space = value->index == TTA_ATTR_memory_space || value->index == TTA_ATTR_ttnn_buffer_type;
    if (space && tta_str_equal(tta_node_text(p->tree, value->first), keyword)) return alias;
  }
  return NULL;
}

/* `l1` for `#tt.memory_space<l1>` or the alias of it. */
static void report_bare_memory_space(tta_parser *p, tta_span span) {
  enum { MAX_TEXT = 64 };
  char text[MAX_TEXT];
  tta_str word = TTA_SPAN_TEXT(p->text, span);
  bool ttnn = p->text[p->begin] == '#' && !strncmp(p->text + p->begin, "#ttnn.", 6);
  const char *name = ttnn ? "ttnn.buffer_type" : "tt.memory_space";
  bool keyword = tta_enum_find(ttnn ? TTA_ENUM_buffer_type : TTA_ENUM_memory_space, word) >= 0;
  const tta_alias *alias = memory_space_alias(p, word);
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, span, "expected a memory space, found '%.*s'",
                                     (int)(word.size > 24 ? 24 : word.size), word.data);
  if ((!keyword && !alias) || word.size + 24 > sizeof text) return;
  if (alias && alias->name.size + 1 > sizeof text) return;
  if (alias) snprintf(text, sizeof text, "%.*s", TTA_STR_ARGS(alias->name));
  else snprintf(text, sizeof text, "#%s<%.*s>", name, TTA_STR_ARGS(word));
  tta_report_fix(p->report, d, span, tta_str_from(text), "write '%s'", text);
}

/* A word where only a type can be. */
static bool report_unknown_type(tta_parser *p, tta_span span) {
  tta_str word = TTA_SPAN_TEXT(p->text, span);
  if (span.begin && *word.data == 'x' && p->text[span.begin - 1] == 'x') return false; /* `1xx1`: not a name */
  const char *nearest = tta_element_nearest(word);
  if (!nearest) return false;
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, span, "unknown type '%.*s'; did you mean '%s'?",
                                     TTA_STR_ARGS(word), nearest);
  tta_report_fix(p->report, d, span, tta_str_from(nearest), "replace with '%s'", nearest);
  return true;
}

/* The last byte before `end` that is not blank. */
static char last_mark(const tta_parser *p, uint32_t end) {
  while (end > p->begin && tta_is_blank(p->text[end - 1])) end--;
  return end > p->begin ? p->text[end - 1] : 0;
}

static void report_unexpected(tta_parser *p, tta_span span, yysymbol_kind_t token, char wanted,
                              yysymbol_kind_t *expected, int count) {
  tta_buf text = tta_buf_new(p->tree->allocator);
  bool unknown = token == YYSYMBOL_YYUNDEF; /* a character that no token starts with */
  if ((token == YYSYMBOL_DIMS || token == YYSYMBOL_INT) && is_expected(expected, count, YYSYMBOL_DIMS_X)) {
    tta_buf_str(&text, "expected 'x' in dimension list and an element type after ");
    name_token(&text, p, span);
  } else if (token == YYSYMBOL_DIMS_X && is_expected(expected, count, YYSYMBOL_DIMS)) {
    bool negative = p->text[span.end] == '-';
    tta_buf_str(&text, negative ? "an extent cannot be negative: found '-' after " : "expected an extent after ");
    name_token(&text, p, span);
  } else {
    bool fraction = unknown && p->text[span.begin] == '.' && span.begin > p->begin &&
                    tta_is_digit(p->text[span.begin - 1]) && tta_is_digit(p->text[span.begin + 1]);
    if (fraction) tta_buf_str(&text, "an extent is an integer; ");
    if (unknown) {
      unsigned char first = (unsigned char)p->text[span.begin];
      tta_buf_str(&text, first < 0x20 || first >= 0x7f ? "unexpected " : "unexpected character ");
      name_token(&text, p, span);
      tta_buf_str(&text, "; ");
    }
    tta_buf_str(&text, "expected ");
    bool result = p->text[span.begin] == ')' && is_expected(expected, count, YYSYMBOL_MOD);
    bool dims = tta_skip_gap(p->text + span.end, p->section_end)[0] == '-';
    if (result && last_mark(p, span.begin) == ',')
      tta_buf_str(&text, dims ? "the name of a dim after ','" : "a result of the map after ','");
    else if (count) name_expected(&text, expected, count);
    else if (wanted) tta_buf_printf(&text, "'%c'", wanted);
    else tta_buf_str(&text, "the end of the attribute");
    if (!unknown) {
      tta_buf_str(&text, ", found ");
      name_token(&text, p, span);
    }
  }
  tta_str message = tta_arena_take(p->report->arena, &text);
  if (!message.data) p->report->status = TTA_NO_MEMORY;
  else tta_report_add(p->report, TTA_RULE_syntax, span, "%.*s", TTA_STR_ARGS(message));
}

/* An error directly after another one is its consequence. */
static bool follows_error(const tta_parser *p, tta_span span) {
  const tta_diagnostic *last = p->report->size ? p->report->items[p->report->size - 1] : NULL;
  if (!last || last->severity != TTA_SEVERITY_ERROR || last->span.begin < p->begin || last->span.end > span.begin)
    return false;
  uint32_t at = last->span.end;
  while (at < span.begin && tta_is_blank(p->text[at])) at++;
  return at == span.begin && last->span.end > last->span.begin;
}

static int yyreport_syntax_error(const yypcontext_t *context, tta_parser *p) {
  if (p->failed && p->skipping) return 0;
  tta_span span = *yypcontext_location(context);
  yysymbol_kind_t expected[YYNTOKENS], token = yypcontext_token(context);
  char wanted = wanted_closer(p, span);
  int count = drop_other_closers(wanted, expected, yypcontext_expected_tokens(context, expected, YYNTOKENS));
  for (int i = 0; p->expected && token == YYSYMBOL_YYEOF && i < count; i++) {
    const char *name = yysymbol_name(expected[i]);
    tta_buf_bytes(p->expected, name, strlen(name) + 1);
  }
  bool reported = p->lexical_error || follows_error(p, span); /* the lexer has said what is wrong with this token */
  p->syntax_error = (tta_syntax_error){p->report->size, p->failed, reported};
  p->lexical_error = false;
  p->failed = true;
  tta_recover(p);
  if (reported) return 0;
  bool type = token == YYSYMBOL_WORD && is_expected(expected, count, YYSYMBOL_SCALAR) &&
              !is_expected(expected, count, YYSYMBOL_WORD);
  bool in_map = is_expected(expected, count, YYSYMBOL_MOD);
  if (tta_report_bare_string(p, span) || tta_report_unit(p, span) || (in_map && tta_report_collapse(p, span))) return 0;
  if (type && in_memory_space(context)) report_bare_memory_space(p, span);
  else if (!type || !report_unknown_type(p, span)) report_unexpected(p, span, token, wanted, expected, count);
  return 0;
}

/* The interface that src/parse/island.c uses: the generated names stay in this file. */
int tta_attr_parse_island(tta_parser *p) { return tta_attr_parse(p); }
