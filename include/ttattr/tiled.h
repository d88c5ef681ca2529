/* ttattr/tiled.h: device-specific tiled layouts as values: build them, their facts, sizes and loop nests, their texts.
 *
 * A tiled layout places the elements of a host tensor of rank N in a device tensor of rank N + k (RFC
 * "Tensors with Device-Specific Layouts", section Contiguous Tiles). Device memory is addressed in sticks, runs of 128
 * bytes; the last k device dims are within a stick (or tile), the others count sticks. All positions and strides are in
 * elements, all lists have the outermost dim first.
 *
 * The formulas. `dim_map[i]` names the host dim that device dim i is a digit of. The digits of one host dim form a
 * mixed-radix number, outer digit first:
 *     weight(i) = product of device_size[j] over j > i with dim_map[j] == dim_map[i]
 *     index[h]  = sum of digit[i] * weight(i) over i with dim_map[i] == h
 *     position  = sum of digit[i] * device_strides[i]
 * In a sparse layout the within-stick digit is always 0 (one element a stick) and is not a digit of a host dim; such a
 * slot is written -1 in lists of host dims and host strides. (torch-spyre, spyre_tensor_impl.cpp, eras 1 to 4.)
 *
 * The three tuples of the RFC are (ranges, host strides, device strides). The RFC's text gives this order, its example
 * ((4, 1024, 64), (65536, 64, 1), (64, 256, 1)) the order (ranges, device, host). This library always labels them. It
 * reads an unlabeled triple in the text's order, and in the swapped one only if the text's order is not a valid loop
 * nest and the swapped one is; a warning (tiled-triple) then says so.
 *
 * Values: a tta_tiled is a plain struct with borrowed lists and texts. A function allocates its results in the arena
 * that it receives; they are valid until that is freed or rewound. Builders and readers copy the lists of their spec
 * or context; a layout derived from a layout (tta_tiled_to_dim_map, facts, results of operations) may share
 * its lists, and names of element types and device_dtypes are always shared. Statuses common to all functions:
 * TTA_NO_MEMORY (the arena is exhausted), TTA_OVERFLOW (a number does not fit int64). No function enumerates elements:
 * the cost depends on ranks only.
 */
#ifndef TTATTR_TILED_H
#define TTATTR_TILED_H

#include "ttattr/base.h"
#include "ttattr/check.h"
#include "ttattr/digits.h"
#include "ttattr/buf.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TTA_TILED_STICK_BYTES = 128,        /* RFC, Background: the size of a stick */
  TTA_TILED_MAX_NESTS = 65536,        /* tta_tiled_nests: TTA_LIMIT above it (2 nests a stick dim, so k > 16) */
  TTA_TILED_MAX_STRIDE_MAP_RANK = 128 /* layouts by stride_map alone: TTA_LIMIT above it (torch itself stops at 64) */
};

/* ---- values ---- */

typedef enum tta_tiled_format {
  TTA_TILED_DENSE,       /* sticks are filled */
  TTA_TILED_SPARSE,      /* one element a stick: the result of a reduction along the stick dim */
  TTA_TILED_SPARSE_MULTI /* placed as sparse; output of `exx2` only (torch-spyre 0018341) */
} tta_tiled_format;

/** The default placement of device dims, for an order D with stick dim s = D[last]. All agree up to rank 2. */
typedef enum tta_tiled_convention {
  TTA_TILED_RFC,   /* Nov 2025: [s] + D[:-1] + [s] */
  TTA_TILED_DEC25, /* Dec 2025: rank 3 [D1, s, D0, s], rank 4 [D0, s, D1, D2, s]; none above */
  TTA_TILED_2026   /* D[1:-1] + [s] + [D0] + [s]; sparse appends a synthetic dim -1 to D first */
} tta_tiled_convention;
/** Their names, in order. */
#define TTA_TILED_CONVENTION_NAMES "rfc", "dec25", "2026"

/** An element type: MLIR's spelling, and how many bits one element takes in memory (8 for i1). bits 0 = unknown. */
typedef struct tta_tiled_element {
  tta_str name;
  uint32_t bits;
} tta_tiled_element;

/** A layout as written. A list of rank 0 is absent. */
typedef struct tta_tiled {
  tta_shape device_size;    /* padded, in elements */
  tta_shape device_strides; /* absent: row-major contiguous over device_size */
  tta_shape dim_map;        /* absent: the layout is given by stride_map */
  tta_shape stride_map;     /* host stride of each device dim (eras 4+), -1 = no host dim */
  int64_t num_stick_dims;   /* k; 1 in every layout but hand-written ones */
  tta_tiled_format format;
  tta_tiled_element element; /* of the device tensor */
  tta_str device_dtype;      /* keyword, "sen169_fp16"; empty = none. If given, it determines the stick geometry */
  tta_str pad;               /* keyword of the value of padding; empty = undef */
  bool has_host;
  tta_shape host_size;            /* meaningful when has_host; rank 0 is a scalar */
  tta_shape host_strides;         /* absent: row-major contiguous over host_size */
  tta_tiled_element host_element; /* empty name: that of the device */
  int64_t host_offset;            /* of element 0 in the host's memory, in elements: a view of a larger tensor */
  tta_str allocation;             /* text of FixedTiledLayout: {'lx': 0}, 'pool'; empty: HBM */
  tta_str element_arrangement;    /* eras 4+: "STANDARD" is written as empty */
  tta_shape valid_elements;       /* eras 4+: kept, not interpreted */
  int64_t stick_bytes;            /* 0 = TTA_TILED_STICK_BYTES */
} tta_tiled;

/** The element type with this MLIR spelling (f16, i1, ui8, f8E4M3FN, complex<f32>, any iN) or torch name
 *  (torch.float16). @param element its name is MLIR's spelling: constant, or within `name`
 *  @return false for any other name */
TTA_API bool tta_tiled_element_find(tta_str name, tta_tiled_element *element);

/* ---- build ---- */

/** The arguments of torch-spyre's constructors: host tensor, order, format. */
typedef struct tta_tiled_spec {
  tta_shape host_size;
  tta_shape host_strides; /* rank 0: contiguous */
  tta_tiled_element element;
  tta_str device_dtype; /* empty: none */
  tta_shape order;      /* host dims in decreasing device stride, the last is the stick dim; rank 0: 0, 1, .. */
  tta_tiled_convention convention;
  tta_tiled_format format;
  int64_t stick_bytes; /* 0 = 128 */
} tta_tiled_spec;

/** The rules of a layout, from EXTRA_PADDING on warnings. */
typedef enum tta_tiled_rule {
  TTA_TILED_LIST_LENGTHS = 1,  /* lists of one length */
  TTA_TILED_EXTENTS,           /* extents >= 1 (0 only for an empty host dim) */
  TTA_TILED_RANKS,             /* 1 <= k <= host rank; device rank = host rank + k, plus synthetic dims */
  TTA_TILED_DIM_MAP_RANGE,     /* dim_map has host dims; -1 in sparse only: last, or of extent 1 */
  TTA_TILED_DIM_MAP_DIGITS,    /* last k entries: distinct stick dims, twice each; every other host dim once */
  TTA_TILED_STICK_EXTENT,      /* the last extent is the elements per stick (k > 1: a multiple) */
  TTA_TILED_ELEMENT_WIDTH,     /* the width divides the stick; host and device agree unless device_dtype is given */
  TTA_TILED_STRIDE_ORDER,      /* last stride 1, strides >= 1 and strictly decreasing over extents > 1 */
  TTA_TILED_STRIDE_OVERLAP,    /* stride[i] >= stride[i+1] * size[i+1] over extents > 1 */
  TTA_TILED_STICK_ALIGNMENT,   /* k = 1: outer strides are multiples of a stick, over extents > 1 */
  TTA_TILED_CAPACITY,          /* the digits of a host dim reach its extent */
  TTA_TILED_ORDER_PERMUTATION, /* order is a permutation */
  TTA_TILED_STRIDE_MAP_VALUES, /* stride_map equals the derived host strides, or resolves against the host */
  TTA_TILED_TRIPLE_MISMATCH,   /* triple and layout agree */
  TTA_TILED_HOST_STRIDES,      /* host strides: rank of the host size, not negative */
  TTA_TILED_SIZE_LIMIT,        /* footprints in bytes below 2^63 */
  TTA_TILED_HOST_OFFSET,       /* the offset of a view is a position of the device, in the same digits */
  TTA_TILED_EXTRA_PADDING,     /* padding in a dim that is not a stick dim */
  TTA_TILED_EXTRA_STICKS,      /* more sticks than the host extent needs */
  TTA_TILED_HOST_OVERLAP,      /* host strides overlap: device to host is ambiguous */
  TTA_TILED_NUM_RULES
} tta_tiled_rule;

/** The part of a layout that a diagnostic is about. */
typedef enum tta_tiled_part {
  TTA_TILED_PART_DEVICE_SIZE,
  TTA_TILED_PART_DEVICE_STRIDES,
  TTA_TILED_PART_DIM_MAP,
  TTA_TILED_PART_NUM_STICK_DIMS,
  TTA_TILED_PART_ELEMENT,
  TTA_TILED_PART_DEVICE_DTYPE,
  TTA_TILED_PART_STRIDE_MAP,
  TTA_TILED_PART_HOST_SIZE,
  TTA_TILED_PART_HOST_STRIDES,
  TTA_TILED_PART_HOST_ELEMENT,
  TTA_TILED_PART_HOST_OFFSET,
  TTA_TILED_PART_ORDER,
  TTA_TILED_PART_TRIPLE
} tta_tiled_part;

typedef struct tta_tiled_diagnostic {
  tta_tiled_rule rule;
  tta_tiled_part part;
  uint32_t position;       /* entry of the part's list; 0 if it is not a list */
  int64_t found, expected; /* the offending number and the (least, greatest or exact) expected number */
  tta_str message;         /* with both numbers; lower case, no full stop */
} tta_tiled_diagnostic;

/** At most one diagnostic for each rule, in the order of tta_tiled_rule, but ELEMENT_WIDTH after EXTENTS and without
 *  ORDER_PERMUTATION and TRIPLE_MISMATCH. */
typedef struct tta_tiled_diagnostics {
  uint32_t count;
  tta_tiled_diagnostic item[TTA_TILED_NUM_RULES];
} tta_tiled_diagnostics;

/** The name of the verifier rule that reports it: "tiled-shape", "tiled-sticks", .. (rules.md). */
TTA_API const char *tta_tiled_rule_name(tta_tiled_rule rule);
static inline bool tta_tiled_rule_is_warning(tta_tiled_rule rule) { return rule >= TTA_TILED_EXTRA_PADDING; }

/** Builds the layout of a convention, with its strides and its host. Without a device_dtype it is that of the
 *  convention's date: since December 2025 the device stores int64 in 32 bits, uint8 in 32, bool in 16. The host then
 *  has the element of the spec.
 *  @param why the rule that failed; may be NULL. @return TTA_INVALID: a rule failed */
TTA_API tta_status tta_tiled_build_dated(const tta_tiled_spec *spec, tta_arena *arena, tta_tiled *layout,
                                         tta_tiled_diagnostic *why);

/** The same layout with a dim_map: an era 4 layout resolved against its host, without its stride_map. Device dims of
 * extent 1 take the remaining host dims, in order. A layout that has a dim_map is copied.
 *  @return TTA_INVALID when it has errors or no host, or no dim_map describes it (a host dim in three digits or more,
 *  or with the inner digit outside) */
TTA_API tta_status tta_tiled_to_dim_map(const tta_tiled *layout, tta_arena *arena, tta_tiled *result);

/* ---- locate ---- */

/** A layout without errors, prepared for arithmetic. (ranges, host_strides, device_strides) are the three tuples of
 * the RFC. They have one loop for each device dim, in its order; an element arrangement splits the loops of the stick.
 *     digit[i] = index[host_dim[i]] % modulus[i] / weight[i]          (without % where modulus[i] is 0)
 * Where a weight does not divide the next coarser one (irregular), the index is divided by all coarser weights first,
 * the greatest first, and the rest counts: 124 with weights 120, 64, 1 has the digits 1, 0, 4. */
typedef struct tta_tiled_map {
  uint32_t rank;               /* loops: that of the device without an arrangement */
  const int64_t *ranges;       /* device_size */
  const int64_t *host_strides; /* host stride of one step in loop i; -1: without a host dim, 0 there: repeated */
  const int64_t *device_strides;
  const int64_t *host_dim; /* the host dim that loop i is a digit of, or -1 */
  const int64_t *weight;   /* of that digit; 0 where host_dim is -1 */
  const int64_t *modulus;  /* the weight of the next coarser digit; 0: none. Equal to the weight: the digit is 0 */
  tta_shape host_size;     /* after folding */
  const int64_t *tensor_strides; /* host_size.rank: the host tensor's own strides */
  int64_t host_offset, device_offset; /* of element 0 in both memories */
  int64_t elems_per_stick;
  bool irregular; /* some weight does not divide the next coarser one */
  bool folded; /* a stride_map counts through several host dims as one; they are one dim of host_size */
  tta_str pad; /* the value that padding is written with; empty or undef: it is not written */
} tta_tiled_map;

/** Sizes of a layout, all closed forms. */
typedef struct tta_tiled_sizes {
  int64_t elems_per_stick;
  int64_t host_elements;    /* product of host_size */
  int64_t device_elements;  /* product of device_size */
  int64_t padding_elements; /* device elements without a host element: 56,000 for 1000x200 f16 */
  int64_t footprint_elements; /* last position + 1, rounded up to a stick: larger with gaps between strides */
  int64_t device_bytes;   /* footprint in bytes */
} tta_tiled_sizes;

/** @return TTA_INVALID for a layout that has errors or no host. */
TTA_API tta_status tta_tiled_sizes_of(const tta_tiled *layout, tta_arena *arena, tta_tiled_sizes *sizes);

/** A rectangular nest: device[device_offset + sum(i * device_strides)] = host[host_offset + sum(i * host_strides)]. */
typedef struct tta_tiled_nest {
  uint32_t rank; /* of the device; all three lists */
  const int64_t *ranges, *host_strides, *device_strides;
  int64_t host_offset, device_offset;
} tta_tiled_nest;

/* ---- facts and JSON ---- */

/** What `tt-layout tiled` prints of a layout. The members from `map` on are set if the layout has a host. */
typedef struct tta_tiled_facts {
  tta_tiled layout; /* with its strides, also where the text leaves them out */
  int64_t elems_per_stick, device_bytes;
  tta_tiled_map map;
  int64_t padding_elements;
  uint32_t num_nests;
  const tta_tiled_nest *nests;
  uint32_t num_padding_nests; /* 0 where the padding is undefined */
  const tta_tiled_nest *padding_nests;
} tta_tiled_facts;

/** @param reason may be NULL. @return TTA_INVALID for a layout that has errors, with the first one in `reason` */
TTA_API tta_status tta_tiled_facts_of(const tta_tiled *layout, tta_arena *arena, tta_tiled_facts *facts,
                                      tta_buf *reason);
/** "dense", "sparse" or "sparse_multi". */
TTA_API const char *tta_tiled_format_name(tta_tiled_format format);
/** The members of the object that `tt-layout tiled --json` prints (docs/cli.md), for an object that may have more. */
TTA_API void tta_tiled_json_members(tta_json *json, const tta_tiled_facts *facts);

/* ---- text of MLIR ---- */

/** The canonical `#tt.tiled_layout<..>`. @param host whether a host is written; false for the encoding of a tensor type
 *  that is the host. stick_bytes have no place in it. The element type must be known. */
TTA_API void tta_tiled_attribute(tta_buf *out, const tta_tiled *layout, bool host);

/** `tensor<1000x200xf16, #tt.tiled_layout<..>>`, with host strides in the attribute where they are not contiguous; the
 *  attribute alone for a layout without a host. */
TTA_API void tta_tiled_type(tta_buf *out, const tta_tiled *layout);

/* ---- text of torch-spyre and of the RFC ---- */

/** What the text itself does not say. */
typedef struct tta_tiled_context {
  tta_tiled_convention convention; /* for constructor calls */
  tta_tiled_element element;       /* bits 0: not known */
  bool has_host;
  tta_shape host_size, host_strides;
  int64_t stick_bytes;
} tta_tiled_context;

/** A text of a layout in Python source. */
typedef struct tta_tiled_call {
  tta_str name;      /* of the variable or argument that it is assigned to; empty: none */
  size_t begin, end; /* bytes */
} tta_tiled_call;

/** The next call of SpyreTensorLayout, FixedTiledLayout or spyre_empty_with_layout, or triple that is a statement or
 *  assigned, from *from on; definitions, comments and strings are skipped, and so are calls within calls. Sets *from
 *  after it. @return false: there is no other */
TTA_API bool tta_tiled_next_call(tta_str text, size_t *from, tta_tiled_call *call);

/** Whether a name selects a call: its variable ("buf7"), its line ("12"), a position in it ("12:8"); all if it is
 *  empty. */
TTA_API bool tta_tiled_call_is_selected(tta_source *source, const tta_tiled_call *call, tta_str name);

/** A call, read and verified. */
typedef struct tta_tiled_call_result {
  bool is_valid;         /* `layout` and `facts` are set */
  tta_tiled layout;
  tta_tiled_facts facts;
  int64_t padding_bytes; /* at most the bytes of the device */
  tta_results *results;  /* errors and warnings about the call; owned: tta_tiled_call_result_free */
} tta_tiled_call_result;

/** Reads and verifies a call. @param source of the file. @param check rules of the results; NULL = the defaults
 *  @param result to free, also after failures. @return TTA_OK, TTA_NO_MEMORY, TTA_OVERFLOW or TTA_LIMIT */
TTA_API tta_status tta_tiled_read_call(tta_source *source, const tta_tiled_call *call,
                                       const tta_tiled_context *context, const tta_check_options *check,
                                       tta_arena *arena, tta_tiled_call_result *result);
TTA_API void tta_tiled_call_result_free(tta_tiled_call_result *result);

#ifdef __cplusplus
}
#endif
#endif
