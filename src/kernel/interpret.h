/* interpret.h: the interpreter of a kernel on one core, and what its files share.
 *
 *   value.c       numbers with width and sign, addresses, unknown values
 *   scope.c       variables, functions, types
 *   expression.c  operators
 *   name.c        names, literals, casts
 *   call.c        calls of functions of the source, and of lambdas
 *   operand.c     values as operands of operations; the memory of the kernel
 *   api.c         calls of the kernel API (calls.def) as operations; its constants
 *   method.c      calls of methods: objects of the kernel API, structs of the source
 *   declaration.c declarations at the top of a file and in functions
 *   statement.c   statements
 *   list.c        vectors, maps, texts
 *   library.c     other functions and the type traits of the C++ library
 *   host.c        calls of the host API: a host program makes the binding (host_api.def)
 *   emit.c        the binding as TOML
 *   binding.c     the binding: cores, kernels, circular buffers, semaphores, buffers
 *   program.c     the public functions: every kernel on every core
 *
 * Tokens are interpreted in place: a loop goes back to its first token. Expressions that are not evaluated (the right
 * side of &&, the other branch of ?:) are read with `skip`. A branch on an unknown value is read with `probe`: nothing
 * is issued, what it assigns becomes unknown, and an operation in it makes the kernel undecided. */
#ifndef TTA_KERNEL_INTERPRET_H
#define TTA_KERNEL_INTERPRET_H

#include "kernel/binding.h"

enum {
  TTA_KERNEL_MAX_DEPTH = 200,   /* nested expressions, statements and calls */
  TTA_KERNEL_MAX_CALL_ARGS = 24,
  TTA_KERNEL_MAX_SLOTS = 1 << 20,
};

typedef enum kernel_value_kind {
  KERNEL_UNKNOWN, KERNEL_VOID, KERNEL_INT, KERNEL_REAL, KERNEL_ADDRESS,
  KERNEL_POINTER,  /* to variables of the kernel */
  KERNEL_STRUCT,   /* slots with names: an object of the source, or {..} */
  KERNEL_STRING,
  KERNEL_SYMBOL,   /* an enumerator of the kernel API */
  KERNEL_FUNCTION, /* of the source, or a lambda */
  KERNEL_TYPE,     /* the argument of a template */
  KERNEL_OBJECT,   /* of the kernel API: an accessor, a circular buffer, ... */
} kernel_value_kind;

typedef enum tta_object_class {
  TTA_CLASS_NONE, TTA_CLASS_ADDR_GEN, TTA_CLASS_ACCESSOR, TTA_CLASS_ACCESSOR_ARGS, TTA_CLASS_CB, TTA_CLASS_NOC,
  TTA_CLASS_SEMAPHORE, TTA_CLASS_UNICAST, TTA_CLASS_MULTICAST, TTA_CLASS_BANK, TTA_CLASS_LOCAL_MEM,
  TTA_CLASS_LIST,     /* a vector, map, ..: `object` is its number */
  TTA_CLASS_POSITION, /* begin() or end() of the list `object` */
  TTA_CLASS_NOTHING,  /* an optional without a value */
  TTA_CLASS_TIE,      /* of a struct: pointers to variables that are assigned */
} tta_object_class;

enum { TTA_CORNERS_FORWARD = 1, TTA_CORNERS_BACKWARD = 2 }; /* right or down; left or up */

typedef enum tta_lvalue { TTA_LVALUE_NONE, TTA_LVALUE_SLOT, TTA_LVALUE_MEMORY } tta_lvalue;

/** Objects of addresses that are not declared. */
#define TTA_OBJECT_ARGS (UINT32_MAX - 1) /* the runtime arguments of the kernel */
#define TTA_OBJECT_COMMON_ARGS (UINT32_MAX - 2)
#define TTA_OBJECT_DST (UINT32_MAX - 3)  /* dst_reg */
#define TTA_OBJECT_NUMBER UINT32_MAX     /* a number, perhaps with a core: get_noc_addr(x, y, 0) */

typedef struct kernel_value {
  uint8_t kind, bits, lvalue, reach;
  bool is_signed, dram;
  bool optional;         /* in an optional, which has a value */
  int8_t noc;
  uint8_t corners;       /* ADDRESS of a multicast: directions from its first corner to its last */
  uint8_t class;         /* OBJECT */
  uint8_t y0, x0, y1, x1; /* ADDRESS that is not local; */
  uint32_t slot;         /* lvalue SLOT: its content is in here; POINTER, STRUCT: the first */
  uint32_t first, count; /* STRUCT, POINTER: slots */
  uint32_t object;       /* ADDRESS, OBJECT; FUNCTION, TYPE: number; SYMBOL: name */
  uint32_t pointee;      /* ADDRESS: bytes of what it points to, 0 = not a pointer */
  uint32_t origin;       /* UNKNOWN: token that made it unknown; class: 1 + tta_args_kind, if it is an argument */
  union {
    int64_t number;      /* INT; ADDRESS: offset in bytes; OBJECT: index, page bytes, ..; UNKNOWN: of the argument */
    double real;
  };
} kernel_value;

typedef enum tta_type_kind {
  TTA_TYPE_AUTO, TTA_TYPE_VOID, TTA_TYPE_INT, TTA_TYPE_REAL, TTA_TYPE_STRUCT, TTA_TYPE_CLASS,
  TTA_TYPE_TUPLE, /* tuple, pair */
  TTA_TYPE_OPTIONAL,
  TTA_TYPE_OTHER,
} tta_type_kind;

typedef struct tta_type {
  uint8_t kind, bits, pointers, class;
  bool is_signed, reference, is_static;
  uint32_t number; /* STRUCT; CLASS LIST: the type of the items, or NONE; bits: TTA_LIST_PAIRS, .. */
  uint32_t items;  /* CLASS LIST: of an array */
} tta_type;

typedef struct tta_slot {
  uint32_t name; /* of a field; NONE */
  uint16_t before, after; /* fields of a union: others with the same bytes */
  tta_type type; /* what is stored is converted to it */
  kernel_value value;
} tta_slot;

typedef struct tta_variable {
  uint32_t name, slot, count; /* count: of an array, 0 = one value */
  tta_type type;
  bool is_pack;               /* the value has the arguments of a parameter pack */
} tta_variable;

typedef struct tta_function {
  uint32_t name, params, body; /* tokens: '(' and '{' */
  uint32_t template_params;    /* token '<', or NONE */
  uint32_t owner;              /* struct, or NONE */
  uint32_t initializers;       /* constructor: token ':', or NONE */
  uint32_t frame, num_outer;   /* lambda: variables that it sees besides its own */
  uint32_t num_params, num_required;
  uint32_t type_at;            /* token of the type that it returns, or NONE */
  uint32_t special;            /* explicit specialization: token '<' of its arguments, or NONE */
  bool lambda;
} tta_function;

typedef struct tta_struct {
  uint32_t name, body, template_params; /* token '{' */
  uint32_t special; /* as of a function */
  uint32_t base;    /* of a template with arguments: the template; else itself */
  uint32_t num_args;
  const kernel_value *args;
  bool is_union;
} tta_struct;

enum { TTA_LIST_PAIRS = 1, TTA_LIST_SORTED = 2 }; /* a map; the items are in the order of their keys, each once */

/** A vector, array, map or set: its items are slots. */
typedef struct tta_list {
  uint32_t first, num_items, cap_items, element; /* slots; type of the items, or NONE */
  uint8_t order;    /* TTA_LIST_PAIRS, .. */
  bool unknown;     /* the items are not known, */
  int64_t size;     /* only how many, unless this is -1 */
  uint32_t origin;
} tta_list;

/** A member variable: tokens of its type and of what initializes it. */
typedef struct tta_member {
  uint32_t owner, name, type_at, array_at, initializer; /* NONE = absent */
} tta_member;

typedef enum tta_flow { TTA_FLOW_NEXT, TTA_FLOW_BREAK, TTA_FLOW_CONTINUE, TTA_FLOW_RETURN, TTA_FLOW_STOP } tta_flow;

typedef struct tta_interpreter {
  tta_cpp *source;
  const tta_cpp_token *tokens;
  uint32_t at;                   /* token */
  const struct tta_binding *binding;
  const struct tta_binding_kernel *kernel;
  struct tta_host *host;         /* of a host program, NULL for kernels */
  uint32_t y, x;
  tta_issuer *issuer;
  struct tta_protocol *protocol;
  uint32_t *sites;               /* by token: site + 1 */
  tta_slot *slots;
  tta_variable *variables;
  tta_function *functions;
  tta_struct *structs;
  tta_member *members;
  tta_type *types;
  tta_list *lists;
  tta_str *texts;
  uint32_t num_lists, cap_lists, num_texts, cap_texts;
  uint32_t num_slots, cap_slots, num_variables, cap_variables, num_functions, cap_functions, num_structs, cap_structs,
      num_types, cap_types, num_members, cap_members;
  uint32_t frame, outer, num_outer, num_globals; /* variables */
  kernel_value self;                /* STRUCT in a method, else VOID */
  uint32_t skip, probe, depth;
  uint32_t pack_index;           /* of the expansion of a parameter pack, or NONE */
  uint64_t steps, max_steps;     /* of all kernels of the program */
  uint64_t first_step;           /* of this kernel */
  uint64_t cost;                 /* of what was done since the last step, in parts of a step */
  uint32_t loop;                 /* token of the loop that runs, 0: none, */
  uint64_t loop_begin;           /* and the step when it began */
  size_t text_bytes;             /* of `texts` */
  uint64_t pins;                 /* how often a slot was made that outlives its block */
  bool list_init;                /* an object is made of {..} */
  bool probe_issued;             /* an operation, or a jump, in a branch on an unknown value */
  bool left, left_value;         /* host program: such a branch ends main or a function without a value, or gives the
                                    value of this call */
  uint32_t left_origin;
  uint32_t branches, call_branches, loop_branches; /* open branches on unknown values */
  bool bad;                      /* the statement is not supported */
  bool blocked;                  /* the kernel stopped; what follows only claims circular buffers */
  bool stopped;                  /* undecided or failed: nothing more is read */
  bool undecided;
  kernel_value returned;
  kernel_value template_args[TTA_KERNEL_MAX_CALL_ARGS];
  uint32_t num_template_args;
  /* state of calls that keep something between them */
  kernel_value state[2], trid[2]; /* of reads, of writes */
  int noc;                       /* of the operation: of the kernel, or of a Noc object */
  int64_t state_bytes[2];
  int64_t sfpu_rows;             /* added to dst_reg[..] */
  bool in_sfpu;
  uint32_t last_cell_object;     /* plain accesses to one cell of 16 bytes are issued once */
  int64_t last_cell;
  bool last_cell_written;
} tta_interpreter;

static inline const tta_cpp_token *tta_token(const tta_interpreter *in) { return &in->tokens[in->at]; }
static inline bool tta_token_is(const tta_interpreter *in, uint32_t punct) {
  return tta_cpp_is(&in->tokens[in->at], punct);
}
static inline bool tta_token_word(const tta_interpreter *in, const char *word) {
  const tta_cpp_token *t = tta_token(in);
  return t->kind == TTA_CPP_NAME && tta_str_is(t->text, word);
}
/** Skips a punctuator. */
static inline bool tta_token_eat(tta_interpreter *in, uint32_t punct) {
  if (!tta_token_is(in, punct)) return false;
  in->at++;
  return true;
}
static inline bool tta_token_eat_word(tta_interpreter *in, const char *word) {
  if (!tta_token_word(in, word)) return false;
  in->at++;
  return true;
}
static inline bool tta_idle(const tta_interpreter *in) { return in->skip || in->stopped; }

/* ---- value.c ---- */

kernel_value tta_unknown(uint32_t origin);
kernel_value tta_int(int64_t number, uint8_t bits, bool is_signed);
static inline kernel_value tta_u32(int64_t number) { return tta_int(number, 32, false); }
static inline kernel_value tta_bool(bool value) { return tta_int(value, 8, false); }
static inline kernel_value tta_void(void) { return (kernel_value){.kind = KERNEL_VOID}; }
kernel_value tta_local_address(uint32_t object, int64_t offset_bytes);
/** std::nullopt */
kernel_value tta_nothing(void);
static inline bool tta_is_nothing(kernel_value value) {
  return value.kind == KERNEL_OBJECT && value.class == TTA_CLASS_NOTHING;
}
/** a op b with the meaning of C++; `origin`: the token of the operator. */
kernel_value tta_apply(uint32_t op, kernel_value a, kernel_value b, uint32_t origin);
/** The same of two INT. */
kernel_value tta_integers(uint32_t op, const kernel_value *a, const kernel_value *b, uint32_t origin);
kernel_value tta_negate(uint32_t op, kernel_value a, uint32_t origin);
/** As a value of a type: narrowed, or as a pointer. */
kernel_value tta_value_as(kernel_value value, tta_type type, uint32_t origin);
/** @return false: unknown */
bool tta_truth(kernel_value value, bool *out);
uint32_t tta_type_bytes(tta_type type);

/* ---- scope.c ---- */

/** The kernel stops. @return NONE */
uint32_t tta_no_memory(tta_interpreter *in);
/** A type as the argument of a template. */
kernel_value tta_type_value(tta_interpreter *in, tta_type type);
/** Adds a variable of slots that are there. */
void tta_add_variable(tta_interpreter *in, tta_variable variable);
/** Adds a variable whose value is a new slot. @return the slot, NONE without memory */
uint32_t tta_declare(tta_interpreter *in, uint32_t name, tta_type type, kernel_value value);
uint32_t tta_new_slots(tta_interpreter *in, uint32_t count);
tta_variable *tta_find_variable(tta_interpreter *in, uint32_t name);
/** A function with that many arguments; NONE */
uint32_t tta_find_function(const tta_interpreter *in, uint32_t name, uint32_t owner, uint32_t num_args);
uint32_t tta_find_struct(const tta_interpreter *in, uint32_t name);
/** The slot of a field, NONE if there is none. */
uint32_t tta_field(const tta_interpreter *in, kernel_value object, uint32_t name);
uint32_t tta_field_named(const tta_interpreter *in, kernel_value object, const char *name);
/** Reads a type. @return false if there is none: nothing was read */
bool tta_read_type(tta_interpreter *in, tta_type *out);
/** Whether a declaration or `T(..)` can begin at the current token: after most operands there is an operator. */
bool tta_may_be_type(const tta_interpreter *in);
/** The bits of an integer as a float, and of a float as an integer. */
kernel_value tta_bits_as(kernel_value value, tta_type type, uint32_t token);
/** Stores a value in a slot, converted to its type. The other fields of a union get its bits, or are unknown. */
void tta_set_slot(tta_interpreter *in, uint32_t slot, kernel_value value, uint32_t token);
/** A copy of a struct's slots; other values as they are. */
kernel_value tta_copy(tta_interpreter *in, kernel_value value);
/** Template arguments between < and >; false (nothing read) if there are none. */
bool tta_read_template_args(tta_interpreter *in, kernel_value *out, uint32_t *num);

/** Stores a value; an object field by field. */
void tta_assign(tta_interpreter *in, uint32_t slot, kernel_value value, uint32_t token);
/** As a parameter or item of a type: {..} makes an object of it. */
kernel_value tta_converted(tta_interpreter *in, kernel_value value, tta_type type, uint32_t token);

/* ---- list.c ---- */

bool tta_is_list(kernel_value value);
kernel_value tta_new_list(tta_interpreter *in, tta_type type);
kernel_value tta_construct_items(tta_interpreter *in, tta_type type, kernel_value *args, uint32_t num, uint32_t token);
kernel_value tta_copy_list(tta_interpreter *in, kernel_value list);
void tta_list_add(tta_interpreter *in, kernel_value list, kernel_value value, uint32_t token);
/** The slots of the items. @return false: they are not known since tta_list_origin */
bool tta_list_items(tta_interpreter *in, kernel_value list, uint32_t *first, uint32_t *count);
/** The order of two numbers or texts, or of structs by their first fields that differ: -1, 0, 1, or TTA_NOT_ORDERED */
enum { TTA_NOT_ORDERED = 2 };
int tta_compare_values(tta_interpreter *in, kernel_value a, kernel_value b);
/** A list, or the items from a position on, changes in a way that is not followed. */
void tta_list_forget(tta_interpreter *in, kernel_value list, uint32_t token);
uint32_t tta_list_origin(const tta_interpreter *in, kernel_value list);
kernel_value tta_list_at(tta_interpreter *in, kernel_value list, kernel_value index, uint32_t token);
kernel_value tta_list_method(tta_interpreter *in, kernel_value list, tta_str name, kernel_value *args, uint32_t num,
                             uint32_t token);
/** The text of a STRING. @return false: another value, or without memory */
bool tta_text_of(tta_interpreter *in, kernel_value value, tta_str *out);
/** `text` is released. */
kernel_value tta_text_value(tta_interpreter *in, tta_buf *text, uint32_t token);
/** An operator on texts. */
kernel_value tta_join_texts(tta_interpreter *in, uint32_t op, kernel_value a, kernel_value b, uint32_t token);

/* ---- library.c ---- */

/** A function of the C++ library by name. @return false: not one of its names */
bool tta_library_call(tta_interpreter *in, uint32_t name_token, kernel_value *args, uint32_t num_args,
                      kernel_value *out);
/** Copies of values, one after the other. */
kernel_value tta_tuple(tta_interpreter *in, const kernel_value *args, uint32_t num, uint32_t token);
/** An object that outlives its block: new T(..), make_unique<T>(..). @return a pointer */
kernel_value tta_new_object(tta_interpreter *in, tta_type type, kernel_value *args, uint32_t num, uint32_t token);
/** A trait, as is_same_v<A, B>: at '<', its name is at `token`. @return false: nothing was read */
bool tta_library_constant(tta_interpreter *in, uint32_t token, kernel_value *out);
/** A type that a trait gives, as conditional_t<c, A, B>. @return false: nothing was read */
bool tta_library_type(tta_interpreter *in, tta_type *out);
/** Whether two arguments of templates are the same. */
bool tta_same_argument(const tta_interpreter *in, kernel_value a, kernel_value b);

/* ---- messages ---- */

/** A warning; the statement is read no further. */
kernel_value tta_unsupported(tta_interpreter *in, uint32_t token, const char *what);
/** An operation depends on an unknown value. */
void tta_undecided(tta_interpreter *in, uint32_t token, kernel_value why, const char *what);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
kernel_value tta_kernel_error(tta_interpreter *in, uint32_t token, const char *format, ...);
/** A compute operation on tiles that are larger than the pages of a circular buffer, its argument `position`. */
void tta_check_page(tta_interpreter *in, const tta_binding_thing *cb, uint32_t op, uint32_t position, uint32_t token);
/** The kernel is undecided at a limit. */
kernel_value tta_too_deep(tta_interpreter *in, uint32_t token, const char *what);
/** Reports it. @return false */
bool tta_no_more_steps(tta_interpreter *in);
/** What takes about as long as a step of a loop. */
enum { TTA_KERNEL_COST_OF_STEP = 16 };
/** Counts what takes longer with the size of the kernel or of its values. */
static inline void tta_cost(tta_interpreter *in, uint64_t cost) { in->cost += cost; }
/** One step, with the cost since the last one. @return false: too many, after a report, or stopped */
static inline bool tta_step(tta_interpreter *in) {
  if (in->stopped || in->source->status) return false;
  in->steps += 1 + in->cost / TTA_KERNEL_COST_OF_STEP;
  in->cost %= TTA_KERNEL_COST_OF_STEP;
  return in->steps <= in->max_steps || tta_no_more_steps(in);
}

/* ---- expression.c, call.c, api.c, method.c ---- */

kernel_value tta_expression(tta_interpreter *in);  /* with commas */
kernel_value tta_assignment(tta_interpreter *in);  /* without */
kernel_value tta_template_value(tta_interpreter *in); /* without > */
/** name.c: at a name, a number; of a character. */
kernel_value tta_named(tta_interpreter *in);
kernel_value tta_number(tta_interpreter *in);
/** Whether the result of a call is not used: then it is there for its effects, as are those of the kernel API. */
bool tta_has_effects(const tta_interpreter *in, uint32_t token);
kernel_value tta_character(const tta_cpp_token *token);
/** An operator of two values, which may be texts or structs. */
kernel_value tta_operate(tta_interpreter *in, uint32_t op, const kernel_value *left, const kernel_value *right,
                         uint32_t token);
/** {a, b} or {.x = a}: at '{'. */
kernel_value tta_braces(tta_interpreter *in);
/** Arguments: at '('. */
uint32_t tta_arguments(tta_interpreter *in, kernel_value *args);
kernel_value tta_call(tta_interpreter *in, uint32_t function, kernel_value *args, uint32_t num_args, kernel_value self,
                      uint32_t token);
/** A function by name, with the template arguments that were read. */
kernel_value tta_function_value(tta_interpreter *in, uint32_t function);
/** Calls a value of kind FUNCTION. */
kernel_value tta_call_value(tta_interpreter *in, kernel_value function, kernel_value *args, uint32_t num_args,
                            uint32_t token);
/** The `...` after the argument, item or operand that begins at the position and ends before `end`; NONE */
uint32_t tta_expansion(const tta_interpreter *in, uint32_t end);
/** The values in a parameter pack that the tokens name. @return false: they name none */
bool tta_pack_size(tta_interpreter *in, uint32_t begin, uint32_t end, uint32_t *count);
/** A lambda: at '['. */
kernel_value tta_lambda(tta_interpreter *in);
/** A call of the kernel API by name. @return false: not one of its names */
bool tta_api_call(tta_interpreter *in, uint32_t name_token, kernel_value *args, uint32_t num_args, kernel_value *out);
bool tta_is_api_call(tta_str name);
/** A constant of the kernel API: tt::CBIndex::c_0, VALID, ... */
bool tta_api_constant(tta_interpreter *in, tta_str name, kernel_value *out);
/** The NoC argument of a free function: in->noc of its operations. @return false: not known, after a report */
bool tta_choose_noc(tta_interpreter *in, uint32_t name_token, const kernel_value *args, uint32_t num_args);
/** What free functions and methods share; `origin` is for unknown values. */
void tta_issue_values(tta_interpreter *in, const char *name, uint32_t token, const kernel_value *values, uint32_t num);
kernel_value tta_page_address(kernel_value id, kernel_value accessor, kernel_value offset, uint32_t token);
kernel_value tta_cb_pointer(tta_interpreter *in, kernel_value cb, bool write, uint32_t token);
kernel_value tta_core_address(tta_interpreter *in, kernel_value x, kernel_value y, kernel_value address,
                              uint32_t token);
kernel_value tta_rectangle_address(tta_interpreter *in, const kernel_value *corners, kernel_value address,
                                   uint32_t token);
kernel_value tta_semaphore_address(tta_interpreter *in, kernel_value id, uint32_t token);
kernel_value tta_tile_size(tta_interpreter *in, kernel_value cb, uint32_t token);
/** object.method(..): at '('. */
kernel_value tta_method(tta_interpreter *in, kernel_value object, uint32_t name_token, kernel_value *args,
                        uint32_t num_args);
/** A member variable of an object of the kernel API. @return false: it has none of this name */
bool tta_api_member(tta_interpreter *in, kernel_value object, tta_str name, uint32_t token, kernel_value *out);
/** A class of the kernel API. */
tta_object_class tta_class_named(tta_str name);
kernel_value tta_construct(tta_interpreter *in, tta_type type, kernel_value *args, uint32_t num_args, uint32_t token);
/** Plain access of the kernel to its memory. */
kernel_value tta_memory_read(tta_interpreter *in, kernel_value address, uint32_t token);
/** The value itself: memory is read. */
static inline kernel_value tta_rvalue(tta_interpreter *in, kernel_value value, uint32_t token) {
  bool memory = value.lvalue == TTA_LVALUE_MEMORY;
  value.lvalue = TTA_LVALUE_NONE;
  return memory ? tta_memory_read(in, value, token) : value;
}
void tta_memory_write(tta_interpreter *in, kernel_value address, kernel_value value, uint32_t token);

/* ---- statement.c, declaration.c ---- */

/** Statements up to the token `end`. */
tta_flow tta_statements(tta_interpreter *in, uint32_t end);
/** Declarations up to `end`: functions, structs, constants. */
void tta_top_level(tta_interpreter *in, uint32_t end);
/** A declaration of variables after its type. */
void tta_declaration(tta_interpreter *in, tta_type type);
kernel_value tta_make_struct(tta_interpreter *in, uint32_t number, kernel_value *args, uint32_t num_args,
                             uint32_t token);
/** Skips <..> at '<'. @return false: no partner */
bool tta_skip_angles(tta_interpreter *in);
/** The explicit specialization for template arguments, of a function or struct with this name; NONE */
uint32_t tta_special_function(tta_interpreter *in, uint32_t name, uint32_t owner, const kernel_value *args,
                              uint32_t num);
uint32_t tta_special_struct(tta_interpreter *in, uint32_t name, const kernel_value *args, uint32_t num);
/** Adds a function whose parameters are at the token `params`. */
uint32_t tta_add_function(tta_interpreter *in, tta_function function);
/** Declares the parameters of the template <..> at `params`. */
void tta_bind_template(tta_interpreter *in, uint32_t params, const kernel_value *args, uint32_t num_args);
/** `using` and `typedef`. */
void tta_alias(tta_interpreter *in);
/** struct, class, enum, union: at the word. @return false: not a definition */
bool tta_define_type(tta_interpreter *in, uint32_t template_params);

/* ---- host.c ---- */

/** A call of host.c by name. @return false: not one of its names */
bool tta_host_call(tta_interpreter *in, uint32_t name_token, kernel_value *args, uint32_t num_args, kernel_value *out);
/** A call of a name that is not known, with its arguments. */
kernel_value tta_host_unknown_call(tta_interpreter *in, uint32_t token, const kernel_value *args, uint32_t num_args);
/** A function of the source is called: where the host program calls the host API. @return for tta_host_leave */
uint32_t tta_host_enter(tta_interpreter *in, uint32_t token);
void tta_host_leave(tta_interpreter *in, uint32_t entered);
/** A variable gets its first value: it names what is unknown, and things that were created. @return the value of -D */
kernel_value tta_host_declare(tta_interpreter *in, uint32_t token, kernel_value value);
/** The same of a part of an item of a loop, which was not created just now. */
kernel_value tta_host_item(tta_interpreter *in, uint32_t token, kernel_value value);
/** Something in the host program cannot be read: the next message about its statement names it. */
void tta_host_unsupported(tta_interpreter *in, uint32_t token, const char *what);
/** A statement with effects cannot be read. */
void tta_host_rejected(tta_interpreter *in, uint32_t token);
/** Whether main is run, and no function that it calls. */
bool tta_host_is_entry(const tta_interpreter *in);
/** A branch on an unknown value returns: the condition counts as false. */
void tta_host_returns(tta_interpreter *in, uint32_t token, kernel_value condition);
void tta_host_undecided(tta_interpreter *in, uint32_t token, kernel_value why, const char *what);
/** Whether a loop has done many steps without any effect on a program. */
bool tta_host_is_data_loop(const tta_interpreter *in, uint64_t begin);
/** Whether the statement has calls that the program depends on. */
bool tta_host_is_effect(const tta_interpreter *in, uint32_t token);
/** What a loop goes through: of a set the ranges, of a range the cores. */
kernel_value tta_host_range(tta_interpreter *in, kernel_value list, uint32_t token);
/** A token of the host program: of one in the host API, the call. */
uint32_t tta_host_site(const tta_interpreter *in, uint32_t token);

/** An argument of the kernel on its core as a value, unknown after a report. */
kernel_value tta_argument_value(tta_interpreter *in, tta_args_kind kind, int64_t index, uint32_t token);
/** An argument of the kernel on its core; NULL */
const tta_binding_arg *tta_argument(const tta_interpreter *in, tta_args_kind kind, int64_t index);

#endif
