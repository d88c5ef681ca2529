/* Arrays of elements: a handle on where the bytes of a tensor are, its packed bytes, the inverse, and places. */
#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "module.h"
#include "ttattr/pack.h"

typedef struct packing {
  tta_layout_ref_text *text; /* that `of` refers to */
  tta_arena *arena;
  tta_packing of;
} packing;

typedef struct packing_options {
  tta_layout_ref_context context;
  tta_str element;
  tta_arch arch;
  int64_t extents[TTA_MAX_RANK];
} packing_options;

TTA_EXPORT(ttattr_packing_free) void ttattr_packing_free(packing *p);
void ttattr_packing_free(packing *p) {
  if (!p) return;
  tta_arena_delete(p->arena);
  tta_layout_ref_free(p->text);
  free(p);
}

/* ---- options ---- */

static tta_answer fail(const char *what, tta_str word) {
  tta_buf_printf(&module.messages, "%s'%.*s'\n", what, TTA_STR_ARGS(word));
  return TTA_ANSWER_FAILED;
}

static tta_answer read_shape(const tta_json_node *node, packing_options *out) {
  if (node->kind != TTA_JSON_ARRAY || !node->count || node->count > TTA_MAX_RANK)
    return fail("expected a list of extents for ", node->key);
  uint32_t rank = 0;
  for (const tta_json_node *extent = node->first; extent; extent = extent->next)
    if (!tta_json_int64(extent, &out->extents[rank++])) return fail("expected an integer in ", node->key);
  out->context.shape = (tta_shape){rank, out->extents};
  out->context.has_shape = true;
  return TTA_ANSWER_OK;
}

static tta_answer read_option(const tta_json_node *node, packing_options *out) {
  if (tta_str_is(node->key, "shape")) return read_shape(node, out);
  if (node->kind != TTA_JSON_STRING) return fail("expected a text for ", node->key);
  if (tta_str_is(node->key, "element")) out->element = out->context.element = node->string;
  else if (!tta_str_is(node->key, "arch")) return fail("expected arch, element or shape, found the option ", node->key);
  else if (!tta_arch_find(node->string, &out->arch)) return fail("unknown architecture ", node->string);
  return TTA_ANSWER_OK;
}

static tta_answer read_options(tta_arena *arena, tta_str text, packing_options *out) {
  const tta_json_node *options;
  tta_answer answer = module_read_options(arena, text, &options);
  for (const tta_json_node *node = options && !answer ? options->first : NULL; node && !answer; node = node->next)
    answer = read_option(node, out);
  return answer;
}

/* ---- packings ---- */

static tta_answer open_packing(packing *p, tta_str text, const packing_options *options) {
  tta_buf *messages = &module.messages;
  tta_status status = tta_layout_ref_read(text, &options->context, &p->text, messages);
  const tta_results *results = p->text ? tta_layout_ref_results(p->text) : NULL;
  const tta_layout_ref *ref = p->text ? tta_layout_ref_get(p->text) : NULL;
  if (!ref && results) ttattr_diagnostics_lines(messages, tta_layout_ref_source(p->text), results);
  if (!status && ref) status = tta_packing_of(ref, options->arch, options->element, p->arena, &p->of, messages);
  if (status == TTA_INVALID && !messages->size)
    tta_buf_str(messages, "the element type is unknown; give the option 'element'");
  return status == TTA_INVALID || (!status && !ref) ? TTA_ANSWER_FAILED : module_answer(status);
}

/** Where the bytes of a tensor are. NULL: there is a message. @param text, options taken */
TTA_EXPORT(ttattr_packing_new) packing *ttattr_packing_new(char *text, size_t size, char *options, size_t options_size);
packing *ttattr_packing_new(char *text, size_t size, char *given, size_t given_size) {
  packing_options options = {.context = {.from = TTA_NOTATION_UNKNOWN, .may_lack_element = true},
                             .arch = TTA_ARCH_WORMHOLE_B0};
  packing *p = calloc(1, sizeof *p);
  module_begin();
  if (p) p->arena = tta_arena_new(NULL);
  tta_answer answer = p && p->arena ? read_options(p->arena, (tta_str){given, given_size}, &options)
                                    : module_answer(TTA_NO_MEMORY);
  if (!answer) answer = open_packing(p, (tta_str){text, size}, &options);
  module_free_text(text);
  module_free_text(given);
  if (!answer) return p;
  ttattr_packing_free(p);
  return NULL;
}

/** The result is an object: shape, element, element_bytes, num_banks, bank_bytes, grid. */
TTA_EXPORT(ttattr_packing_figures) int ttattr_packing_figures(const packing *p);
int ttattr_packing_figures(const packing *p) {
  module_begin();
  tta_json json = tta_json_writer(&module.result);
  tta_json_open(&json, '{');
  tta_json_key(&json, "shape");
  tta_json_shape(&json, p->of.shape);
  tta_json_key(&json, "element");
  tta_json_string(&json, p->of.element);
  tta_json_key_int(&json, "element_bytes", p->of.element_bytes);
  tta_json_key_int(&json, "num_banks", p->of.num_banks);
  tta_json_key_int(&json, "bank_bytes", p->of.bank_bytes);
  tta_json_key(&json, "grid");
  tta_json_shape(&json, p->of.grid);
  tta_json_close(&json, '}');
  return (int)module_answer(TTA_OK);
}

static tta_answer answer_of(tta_status status) {
  return status == TTA_INVALID && module.messages.size ? TTA_ANSWER_FAILED : module_answer(status);
}

static tta_answer check_size(size_t size, int64_t expected, const char *what) {
  if ((uint64_t)size == (uint64_t)expected) return TTA_ANSWER_OK;
  tta_buf_printf(&module.messages, "%s has %zu bytes, not %lld\n", what, size, (long long)expected);
  return TTA_ANSWER_FAILED;
}

/* Of all elements. @return false: they do not fit into the memory of a module */
static bool volume_bytes(const packing *p, int64_t *bytes) {
  return tta_shape_volume(p->of.shape, bytes) && tta_mul(*bytes, p->of.element_bytes, bytes) && *bytes <= INT32_MAX;
}

/** The result is the packed tensor. @param elements row-major, taken */
TTA_EXPORT(ttattr_packing_pack) int ttattr_packing_pack(const packing *p, char *elements, size_t size);
int ttattr_packing_pack(const packing *p, char *elements, size_t size) {
  int64_t bytes;
  module_begin();
  tta_answer answer = volume_bytes(p, &bytes) ? check_size(size, bytes, "the array") : module_answer(TTA_LIMIT);
  if (!answer) {
    unsigned char *marks = p->of.marks_bytes ? calloc((size_t)p->of.marks_bytes, 1) : NULL;
    tta_buf_fill(&module.result, 0, (size_t)p->of.bytes);
    bool memory = !module.result.failed && (marks || !p->of.marks_bytes);
    answer = answer_of(!memory ? TTA_NO_MEMORY : tta_pack_array(&p->of, elements, NULL,
                                                                (unsigned char *)module.result.data, marks,
                                                                &module.messages));
    free(marks);
  }
  module_free_text(elements);
  return (int)answer;
}

/** The result is the elements, row-major. @param packed taken */
TTA_EXPORT(ttattr_packing_unpack) int ttattr_packing_unpack(const packing *p, char *packed, size_t size);
int ttattr_packing_unpack(const packing *p, char *packed, size_t size) {
  int64_t bytes;
  module_begin();
  tta_answer answer = volume_bytes(p, &bytes) ? check_size(size, p->of.bytes, "the packed tensor")
                                              : module_answer(TTA_LIMIT);
  if (!answer) {
    tta_buf_fill(&module.result, 0, (size_t)bytes);
    answer = answer_of(module.result.failed ? TTA_NO_MEMORY
                                            : tta_unpack_array(&p->of, (const unsigned char *)packed,
                                                               module.result.data, NULL, &module.messages));
  }
  module_free_text(packed);
  return (int)answer;
}

/** The result is the banks of elements and after them the offsets, as 64-bit integers.
 *  @param indices 64-bit integers, an index after the other, taken; with `all`: of all elements instead */
TTA_EXPORT(ttattr_packing_locate) int ttattr_packing_locate(const packing *p, char *indices, size_t size, bool all);
int ttattr_packing_locate(const packing *p, char *indices, size_t size, bool all) {
  size_t index_bytes = p->of.shape.rank * sizeof(int64_t), place_bytes = sizeof(int64_t);
  int64_t count = 0;
  module_begin();
  bool counted = !all || tta_shape_volume(p->of.shape, &count);
  if (!all) count = index_bytes ? (int64_t)(size / index_bytes) : 1;
  tta_answer answer = counted && count <= INT32_MAX / 16 ? TTA_ANSWER_OK : module_answer(TTA_LIMIT);
  if (!answer) {
    tta_buf_fill(&module.result, 0, 2 * (size_t)count * place_bytes);
    int64_t *places = (int64_t *)(void *)module.result.data; /* as malloc aligns them, like `indices` */
    answer = answer_of(module.result.failed ? TTA_NO_MEMORY
                                            : tta_packing_locate(&p->of, all ? NULL : (int64_t *)(void *)indices, count,
                                                                 places, places + count, &module.messages));
  }
  module_free_text(indices);
  return (int)answer;
}
