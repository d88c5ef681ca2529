/* ttattr/convert.h: one layout in another notation, with every element at the same address, or the reason why not.
 *
 * A notation is a way to write the addresses of the elements of a tensor:
 *
 *     metal    #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<..>>, by map
 *     ttnn     #ttnn.ttnn_layout<..>
 *     ttcore   #ttcore.metal_layout<logical_shape = .., ..>, by names
 *     tiled    #tt.tiled_layout<..>
 *     strided  memref<.., strided<[..]>>
 *     affine   memref<.., affine_map<..>>
 *     spyre    SpyreTensorLayout(..), FixedTiledLayout(..), a triple of the RFC
 *     xla      f16[1000,200]{1,0:T(8,128)(2,1)}
 *     cute     (1000,(64,4)):(64,(1,64000))
 *     pack     linalg.pack, linalg.unpack, tensor.pack
 *     numpy    np.pad(x, ..).reshape(..).transpose(..), also of torch
 *     triton   #ttg.shared_linear<..>
 *
 * The address of an element is its core, and its offset there in scalars, in the order in which memory holds them: the
 * padded shard row by row (rows of a sharded ttnn_layout on the alignment of its memory, storage.h); in a tiled shard
 * tile after tile, and in a tile face after face. Tiled layouts, strided and affine memrefs are one memory. The results
 * of an affine map are an index in a row-major array whose extents are c for `e mod c` and the largest value + 1 for
 * any other (as mlir-opt -normalize-memrefs counts); with a grid in the context the first results are the core.
 *
 * A conversion is exact: the text that it writes is parsed again, and the address of every element compared. What the
 * target cannot hold but does not move an element (what padding holds, the end of the allocation) is a warning.
 * Sources: tt-mlir docs/src/specs/tensor-layout.md ("TTNN Tensor Layout"), device.md ("Lowering to TTNN"), the RFC
 * "Tensors with Device-Specific Layouts". Statuses as in layout.h.
 */
#ifndef TTATTR_CONVERT_H
#define TTATTR_CONVERT_H

#include "ttattr/device.h"
#include "ttattr/digits.h"
#include "ttattr/buf.h"
#include "ttattr/tiled.h"

#ifdef __cplusplus
extern "C" {
#endif

/** TTA_NOTATION_METAL, .. */
typedef enum tta_notation {
#define NOTATION(id, name, target, lacks) TTA_NOTATION_##id,
#include "ttattr/notations.def"
#undef NOTATION
  TTA_NUM_NOTATIONS,
  TTA_NOTATION_UNKNOWN = TTA_NUM_NOTATIONS
} tta_notation;

/** "metal", "ttnn", .. */
TTA_API const char *tta_notation_name(tta_notation notation);

/* ---- values ---- */

/** A memref with strided<..>, an affine map, or neither (which is row-major). */
typedef struct tta_memref {
  tta_shape shape;      /* logical, in elements */
  tta_str element;      /* "f32" */
  bool strided;
  tta_shape strides;    /* strided: one for each dim, in elements */
  int64_t offset;       /* strided: of the first element */
  tta_map map;          /* not strided: index -> core and position */
  tta_shape grid;       /* of the cores that the first results of the map are; rank 0 = none */
  tta_str memory_space; /* "l1"; empty = none */
} tta_memref;

/** A layout in one notation: the member that the notation says is set. */
typedef struct tta_layout_ref {
  tta_notation notation;
  const tta_layout *layout; /* metal, ttnn, ttcore */
  const tta_tiled *tiled;   /* tiled, spyre */
  const tta_memref *memref; /* strided, affine */
  const tta_digits *digits; /* xla, cute, pack, numpy, triton */
  tta_span swizzle;         /* cute, triton: what in the text makes addresses an exclusive or; empty: nothing */
} tta_layout_ref;

/** A layout of tt-mlir, or with NULL a tiled layout, in its own notation. Borrows both. */
TTA_API tta_layout_ref tta_layout_ref_of(const tta_layout *layout, const tta_tiled *tiled);

/* ---- read ---- */

/** What a text does not say by itself. Empty shapes and texts: not given. */
typedef struct tta_layout_ref_context {
  const tta_allocator *allocator; /* NULL = malloc; borrowed */
  const tta_check_options *check; /* rules; NULL = the defaults */
  tta_str name;                   /* of the text in diagnostics; empty: "<TEXT>" */
  tta_notation from;              /* TTA_NOTATION_UNKNOWN: as the text says */
  bool has_shape;                 /* of the tensor, for an attribute that stands alone */
  tta_shape shape;
  tta_str element;                /* of the tensor, likewise */
  bool may_lack_element;          /* a layout of torch-spyre needs no element type */
  tta_shape host_strides;         /* of a tiled layout, if the text does not have the host */
  tta_tiled_convention convention; /* of constructors of torch-spyre */
  tta_shape grid;                 /* affine: the first results of the map are a core of this grid; others: theirs */
  int32_t era;                    /* yyyymmdd, 0 = any: grammar and rules of tt-mlir on that day */
} tta_layout_ref_context;

typedef struct tta_layout_ref_text tta_layout_ref_text;

/** Parses and verifies one layout. Besides the notations above: `affine_map<..>`, a bare map and `strided<[..]>` with
 *  shape and element; with `from` also a body `<..>` without its name, and `[256, 1]` as strided.
 *  @param out owned by the caller, also when TTA_INVALID: the text has errors (see tta_layout_ref_results), or is
 *  something else, and then the reason says so. NULL after other failures. */
TTA_API tta_status tta_layout_ref_read(tta_str text, const tta_layout_ref_context *context, tta_layout_ref_text **out,
                                       tta_buf *reason);
TTA_API void tta_layout_ref_free(tta_layout_ref_text *text);
/** NULL when the text has errors or is something else. */
TTA_API const tta_layout_ref *tta_layout_ref_get(const tta_layout_ref_text *text);
/** The diagnostics of the text: what its check found, an error of a notation that is not MLIR, and what the context
 *  contradicts. */
TTA_API const tta_results *tta_layout_ref_results(const tta_layout_ref_text *text);
/** The text that they point into, as completed; NULL where no text was read. */
TTA_API tta_source *tta_layout_ref_source(tta_layout_ref_text *text);

/** The part of the context that a text requires but does not have. */
typedef enum tta_layout_ref_part {
  TTA_LAYOUT_REF_COMPLETE, /* none */
  TTA_LAYOUT_REF_SHAPE,
  TTA_LAYOUT_REF_ELEMENT,
  TTA_LAYOUT_REF_NOTATION, /* `from`: metal, ttnn, ttcore or tiled */
} tta_layout_ref_part;
/** The part that the text does not say and the context does not give. */
TTA_API tta_layout_ref_part tta_layout_ref_missing(const tta_layout_ref_text *text);

/* ---- positions ---- */

/** A layout as a sum of digits. @return TTA_INVALID, with the reason, if it is on several cores or is not one */
TTA_API tta_status tta_layout_ref_digits(const tta_layout_ref *ref, tta_arena *arena, tta_digits *digits,
                                         tta_buf *reason);

/* ---- compare ---- */

/** Whether two layouts place every element at the same address of the same memory. */
typedef struct tta_layout_ref_comparison {
  bool equal;
  bool memory_differs; /* only the memory layouts differ: `place` has their names, and there is no index */
  uint32_t rank;     /* if not: of the tensor, .. */
  const int64_t *at; /* .. an index, in the arena, .. */
  int64_t offset[2]; /* .. its offsets in elements, .. */
  tta_str place[2];  /* .. and places: "offset 64", "core 0x1, offset 64" */
} tta_layout_ref_comparison;

/** @return TTA_INVALID, with the reason, if the layouts do not have addresses or the same shape; TTA_UNDECIDED */
TTA_API tta_status tta_layout_ref_compare(const tta_layout_ref *a, const tta_layout_ref *b, tta_arena *arena,
                                          tta_layout_ref_comparison *comparison, tta_buf *reason);

/* ---- TTNN's terms ---- */

/** A tensor in the terms of TTNN: a matrix as wide as the inner dim, all other dims collapsed into rows, cut into
 *  shards. Tensor-layout specification, "TTNN Tensor Layout / Terms", with two corrections:
 *      rows       = shape[0] * stride[0] / stride[-2]
 *      grid_shape = [ceildiv(rows, shard_shape[0]), ceildiv(stride[-2], shard_shape[1])]  */
typedef struct tta_ttnn_terms {
  tta_shape shape, stride; /* in elements; stride as in torch */
  int64_t physical_shape[2], shard_shape[2];
  bool tiled;
  int64_t tile_shape[2];            /* with tiled */
  int64_t physical_shard_shape[2];  /* shard_shape rounded up to the tile; it need not be a multiple of it */
  int64_t grid_shape[2];
} tta_ttnn_terms;

/* ---- convert ---- */

/** A dim of the mesh along which the tensor is replicated (tta_conversion_spec). */
#define TTA_MAPPER_REPLICATE (-1)

typedef struct tta_conversion_spec {
  tta_notation to;
  int32_t era;              /* yyyymmdd: whose spelling; 0: 2024-11-27 for metal and ttnn, the latest for ttcore */
  const tta_device *device; /* NULL = none. To ttnn: its worker map gives cores and slices. From ttnn to metal: the
                               result is the tensor of all devices of the mesh */
  uint32_t num_mappers;     /* from ttnn to metal: for each dim of the mesh .. */
  const int64_t *mappers;   /* .. the tensor dim that it divides, or TTA_MAPPER_REPLICATE. Default, 0: what fills the
                               chips is divided (rows, columns, outer mesh dims: the last dim by columns, else the
                               outermost), one row or column of several is replicated */
  const tta_check_options *check; /* rules of the results; NULL = the defaults */
  tta_source *source;             /* the text that has the layout, where results are reported; NULL: none .. */
  tta_span span;                  /* .. and the layout in it */
} tta_conversion_spec;

/** How the host tensor is distributed over one dim of the mesh. */
typedef struct tta_mesh_mapper {
  int64_t mesh;  /* extent of the mesh dim */
  bool sharded;  /* into so many slices of one tensor dim; else replicated */
  uint32_t dim;  /* with sharded: of the tensor */
} tta_mesh_mapper;

/** The result of a conversion. Texts and lists live in the arena; tta_conversion_free frees the rest. */
typedef struct tta_conversion {
  tta_str text;          /* one line; empty if there is no exact text */
  tta_str function;      /* pack and numpy: functions `pack` and `unpack` of the tensor; else empty */
  bool has_ttnn;
  tta_ttnn_terms ttnn;
  tta_str shard_spec;    /* ttnn: `#ttnn.shard_spec<..>`; empty when nothing is sharded */
  tta_str memory_config; /* ttnn: `#ttnn.memory_config<..>` of the tensor on one chip; empty if the date has none */
  tta_shard_cores cores; /* ttnn: of the shards on each chip, DRAM: the banks; no ranges when nothing is sharded */
  int64_t assumed_chip[2]; /* ttnn without a device: the chip of `cores`, whose shards are row by row; else 0, 0 */
  bool requires_element; /* no text: the notation of the source has no element type, that of the target requires one */
  bool requires_device;  /* without a device there are no core ranges: the grid exceeds the assumed chip */
  bool has_mesh;
  tta_mesh_view mesh;    /* ttnn over a mesh: the text is the tensor of one device; metal: it is the whole tensor */
  uint32_t mesh_rank;    /* of the tensor: the length of mesh.slice */
  uint32_t num_mappers;  /* ttnn over a mesh: of the mesh, reshaped where one of its dims divides several tensor dims */
  const tta_mesh_mapper *mappers;
  tta_shape grid;        /* affine: the first results are a core of this grid; rank 0 = one memory */
  tta_str closest;       /* without a text: the part that can be expressed exactly, if any .. */
  tta_str closest_is;    /* .. and what it is */
  tta_results *results;  /* owned; see tta_conversion_results */
} tta_conversion;

/** @param conversion to free, after failures, too
 *  @return TTA_INVALID when the target cannot express the layout: the results say why */
TTA_API tta_status tta_convert(const tta_layout_ref *from, const tta_conversion_spec *spec, tta_arena *arena,
                               tta_conversion *conversion);
TTA_API void tta_conversion_free(tta_conversion *conversion);
/** What the text does not carry (convert-loss), or why there is none (convert-inexact). */
TTA_API const tta_results *tta_conversion_results(const tta_conversion *conversion);

/** Writes a conversion as an object. */
TTA_API void tta_conversion_json(tta_json *json, const tta_layout_ref *from, const tta_conversion_spec *spec,
                                 const tta_conversion *conversion);

#ifdef __cplusplus
}
#endif
#endif
