/* ttattr/layout.h: layouts as values: read them from types, compute shapes, locations and padding, build new ones.
 *
 * A tta_layout is a tensor type and its layout, whatever the family it was written in (`#tt.metal_layout` by map,
 * `#ttcore.metal_layout` by names, `#ttnn.ttnn_layout`), with everything that follows from them. All of it is closed
 * form: nothing here grows with the number of elements. Extents count scalars unless a name says otherwise, and shapes
 * are outermost first.
 *
 *     logical --linear--> physical --ceildiv grid--> shard --ceildiv tile--> memref --times tile--> padded shard
 *
 * Source of the formulas: tt-mlir docs/src/specs/tensor-layout.md; for the named and the TTNN form
 * TTCoreOpsTypes.cpp and TTNNOpsAttrs.cpp. Statuses common to all: TTA_NO_MEMORY; TTA_OVERFLOW when a number leaves
 * int64; with TTA_INVALID a line without a full stop is added to `reason` where there is one (it may be NULL).
 */
#ifndef TTATTR_LAYOUT_H
#define TTATTR_LAYOUT_H

#include "ttattr/affine.h"
#include "ttattr/check.h"
#include "ttattr/buf.h"
#include "ttattr/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/** All functions below reject tensors, grids and maps of more dims with TTA_LIMIT. */
enum { TTA_MAX_RANK = 64 };

typedef enum tta_layout_family {
  TTA_FAMILY_MAP,   /* #tt.metal_layout<(d0, d1) -> (d0, d1), ...>, #tt.layout; by strides, before 2024-07-11, too */
  TTA_FAMILY_NAMED, /* #ttcore.metal_layout<logical_shape = ...>: its map follows from intervals and alignments */
  TTA_FAMILY_TTNN,  /* #ttnn.ttnn_layout */
} tta_layout_family;

/** The parts of a tensor type with a layout, or of a layout alone. */
typedef enum tta_layout_part {
  TTA_PART_TENSOR,
  TTA_PART_TENSOR_SHAPE,
  TTA_PART_TENSOR_ELEMENT,
  TTA_PART_LAYOUT, /* the attribute, or the use of an alias of it */
  TTA_PART_MAP,
  TTA_PART_STRIDES,
  TTA_PART_OOB_VAL,
  TTA_PART_GRID,
  TTA_PART_GRID_SHAPE, /* the extents in the grid; those of the alias's definition if the grid is an alias use */
  TTA_PART_MEMREF,
  TTA_PART_MEMREF_SHAPE, /* likewise */
  TTA_PART_MEMREF_ELEMENT,
  TTA_PART_MEMREF_LAYOUT,
  TTA_PART_MEMORY_SPACE,
  TTA_PART_MEMORY_LAYOUT,
  TTA_PART_CORE_RANGES,
  TTA_PART_LOGICAL_SHAPE,
  TTA_PART_ALIGNMENTS,
  TTA_PART_INTERVALS,
  TTA_PART_INDEX_MAP,
  TTA_NUM_LAYOUT_PARTS
} tta_layout_part;

/** How a layout is written: what differs between dates and does not change its meaning. */
typedef struct tta_layout_syntax {
  bool ttcore;           /* dialect ttcore, not tt */
  bool metal_layout;     /* not `layout`, its name before 2024-11-27 */
  bool strides;          /* MAP, before 2024-07-11: by strides, not by map; and `bc_bf8`, not `bfp_bf8` */
  bool none_layout;      /* an absent memory layout is written `none_layout` (2024-09-03) */
  bool collapse_dims;    /* NAMED: not `collapsed_intervals` */
  bool oob_val, memory_space, memory_layout; /* NAMED: written, even if it is the default */
} tta_layout_syntax;

/** The layout of a memref, `strided<..>` or an affine map, if it is not the identity. Addresses and strides count
 *  elements of the memref: tiles where tiled. */
typedef struct tta_memref_order {
  bool strided;          /* `strided<..>`; else an affine map */
  tta_shape strides;     /* strided: one for each dim; TTA_DYNAMIC_EXTENT is a `?` */
  int64_t offset;        /* strided: the address of the first element; TTA_DYNAMIC_EXTENT is a `?` */
  tta_map map;           /* affine: one result is the address. Several are an index in a row-major array whose extents
                            are c for `e mod c` and the largest value + 1 for any other, as in mlir-opt */
  /* what follows with the shape of the memref */
  tta_shape shape;
  tta_map address;       /* index in the memref -> address, one result */
  int64_t end;           /* one past the largest address */
  const struct tta_storage *steps; /* to the address: origin and terms, over forms 0 .. rank-1, the index in the memref
                                      (storage.h); NULL if row_major */
  bool row_major;        /* each address is that of a memref without a layout */
  tta_str unknown;       /* why there are no addresses; empty: there are */
} tta_memref_order;

/** A tensor on a grid of cores: first what is written, then what follows from it. Shapes of rank 0 with NULL extents
 *  mean: not known. Empty texts mean: absent. */
typedef struct tta_layout {
  tta_layout_family family;
  tta_layout_syntax syntax;
  uint32_t known;   /* bit 1 << part: present, and its value could be read */
  uint32_t aliases; /* bit 1 << part: written as the use of an alias */
  tta_span spans[TTA_NUM_LAYOUT_PARTS]; /* 0, 0: absent */
  tta_oob_value oob_val;
  tta_memory_space memory_space;
  tta_memory_layout memory_layout;
  bool ignores_physical;      /* TTNN: ignorePhysicalLayout */
  bool exact_grid;            /* TTNN: exactGrid */
  bool view;                  /* NAMED: index_map permutes the tensor's grid and shard */
  tta_element tensor_element; /* a scalar or a tile */
  tta_element memref_element; /* what one core stores: scalars or tiles; NAMED: the tensor's */
  tta_shape tensor_shape;     /* the tensor's extents, in its own elements */
  tta_shape logical;          /* the tensor's extents in scalars */
  tta_map linear;             /* logical index -> physical index; by strides and NAMED it follows */
  tta_shape written_strides;  /* MAP, before 2024-07-11: of each dim, instead of a map */
  tta_shape grid;
  tta_shape memref;           /* of one core, in tiles where tiled */
  const tta_memref_order *order; /* of its elements in memory, if it has the shape of the order; NULL: row-major */
  tta_shape alignments;       /* NAMED: of each logical dim */
  uint32_t num_intervals;     /* NAMED: start and end of each as written, negative ones from the end */
  const int64_t *intervals;
  tta_shape intervals_shape;  /* NAMED: of the type of the literal, as written: 2 x 2 */

  tta_str type;               /* canonical text of the tensor type, aliases expanded */
  tta_str attribute;          /* and of its layout */
  tta_map grid_map;           /* of the grid: core -> chip, y, x; num_results 0: absent */
  uint32_t num_core_ranges;   /* TTNN, since 2026-05-06: the ranges as written, in order (tta_core_box) */
  const struct tta_core_box *core_ranges;
  tta_str mesh, mesh_axes;    /* TTNN: `"mesh"`, the name in quotes, and before 2025-07-29 `[ 2(0)]`; empty = none */
  tta_str index_map;          /* NAMED: "map(0)", "(d0, d1) -> (d1, d0)"; empty = none */
  bool interleaved;           /* interleaved TTNN: pages go round the banks, cores hold no shard of their own */
  bool line_sharded;          /* height_sharded or width_sharded TTNN on rows and columns of cores, which hold one
                               * shard after the other: `linear`, `physical` are of the same addresses in blocks */
  int64_t element_bytes;      /* of one memref element, a tile or a scalar; 0 = unknown type */
  tta_shape physical;         /* linear(logical - 1) + 1; NAMED, TTNN: with the padding of alignments and tiles */
  tta_shape used;             /* one past the largest image: what elements reach of it; beyond it with layout-extent */
  tta_shape shard;            /* of one core, before tiling */
  tta_shape padded_shard;     /* of one core, after tiling */
  tta_shape padded;           /* grid x padded_shard */
  const int64_t *strides;     /* of each logical dim in the row-major physical shape; NULL unless linear is linear */
  tta_str collapse;           /* the map with `<>` for collapsed dims; empty when collapsing does not give it */
  int64_t logical_elements, allocated_elements, cores;
  int64_t padding_elements; /* of the allocated elements: those that hold no element of the tensor; -1 = unknown */
  int64_t outside_elements; /* of the logical elements: outside of the shards (layout-extent); -1 = unknown */
  int64_t shard_bytes, total_bytes; /* without alignment (storage.h has it), up to the last byte of an element; -1 =
                                       unknown type or strides */
} tta_layout;

/** Whether a part is present and could be read. */
static inline bool tta_layout_knows(const tta_layout *layout, tta_layout_part part) {
  return layout->known >> part & 1;
}
/** Whether a part is written as the use of an alias. */
static inline bool tta_layout_part_is_alias(const tta_layout *layout, tta_layout_part part) {
  return layout->aliases >> part & 1;
}

/** The word of the memory space in the dialect of the layout: "system", in TTNN "system_memory". */
TTA_API const char *tta_layout_memory_space_name(const tta_layout *layout);

/** Appends `strided<[8, 1], offset: 4>` or `affine_map<..>`. */
TTA_API void tta_memref_order_text(tta_buf *out, const tta_memref_order *order);

/** Whether the layout is a view: its index_map is not the identity or `map(N)`, and permutes the tensor's grid and
 * shard. Locations are without that. */
TTA_API bool tta_layout_is_view(const tta_layout *layout);

/* ---- read ---- */

typedef struct tta_layouts tta_layouts;

/** One distinct tensor type with a layout. */
typedef struct tta_layout_entry {
  tta_str name; /* of its first use: "%arg0", else the layout's alias "#layout"; empty when there is neither */
  uint32_t line;
  const tta_layout *layout;    /* NULL of a tiled layout */
  const struct tta_tiled *tiled;   /* with TTA_LAYOUTS_ALL only (ttattr/tiled.h) */
  uint32_t section; /* of its first use, counted from 0: sections are separated by `// -----` */
  tta_span span;    /* of the tensor type, or the alias of it, at its first use */
  uint32_t use;     /* index of its first use, unless it has no tensor */
} tta_layout_entry;

typedef enum tta_layouts_mode {
  TTA_LAYOUTS_TYPE, /* the text is one tensor type with a layout, and nothing else */
  TTA_LAYOUTS_FILE, /* every distinct type of an .mlir text, in order of first use */
  TTA_LAYOUTS_ALL,  /* the same, and tensors with tiled layouts */
  TTA_LAYOUTS_ATTRIBUTE, /* the text is one layout without a tensor: the value has what the attribute says */
} tta_layouts_mode;

/** Checks a text as tta_check_text does and reads its layouts in the same pass. Of a file with errors those layouts are
 *  read in which there is none (that a layout does not fit a device is not one); a single TYPE with an error gives
 *  none.
 *  @param source as for tta_check_text; must outlive the result.
 *  @param out owned by the caller, also when TTA_INVALID: the text holds no layout, or (TYPE) is something else.
 *         NULL after other failures. */
TTA_API tta_status tta_layouts_read(tta_source *source, tta_layouts_mode mode, const tta_check_options *options,
                                    tta_layouts **out, tta_buf *reason);
TTA_API void tta_layouts_free(tta_layouts *layouts);
/** The diagnostics. */
TTA_API const tta_results *tta_layouts_results(const tta_layouts *layouts);
TTA_API size_t tta_layouts_num_entries(const tta_layouts *layouts);
TTA_API const tta_layout_entry *tta_layouts_entry(const tta_layouts *layouts, size_t index);
/** A use of a layout. Different layouts can have the same name: `%0` of two functions, an alias of two shapes. */
typedef struct tta_layout_name {
  tta_str name;     /* "%arg0", "#layout"; empty if a type has neither */
  tta_str function; /* symbol of the last function before it, "main"; empty if there is none */
  uint32_t line, column; /* where its type begins */
  uint32_t entry; /* index of the layout */
  uint32_t section; /* as of tta_layout_entry */
  tta_span span;  /* of the type */
  tta_span value; /* of the name, where the value is defined or used with this type; 0, 0 for an alias and no name */
  bool unique, unique_in_function; /* no other layout has this name: at all, in a function of this symbol */
} tta_layout_name;
/** How many tensors with a layout have a dynamic extent (`tensor<?x32xf32, ..>`): no shapes follow, so they
 *  have no entries. */
TTA_API size_t tta_layouts_num_dynamic(const tta_layouts *layouts);
/** The uses in order of position: one for each name. */
TTA_API size_t tta_layouts_num_uses(const tta_layouts *layouts);
TTA_API const tta_layout_name *tta_layouts_use(const tta_layouts *layouts, size_t index);

struct tta_devices;
/** The devices of the text (ttattr/device.h), read in the same pass; those with an error are left out. Borrowed.
 *  NULL unless the mode is TTA_LAYOUTS_FILE or TTA_LAYOUTS_ALL. */
TTA_API const struct tta_devices *tta_layouts_devices(const tta_layouts *layouts);

/** The layout that a name selects: a value or an alias ("%0", "#layout"), one of a function ("@main/%0",
 *  "@\"f g\"/%0"), a line ("12"), a position ("12:8", "program.mlir:12:8") in its type, in the name of its value or in
 *  a line without another layout, an index ("[0]"); the only layout if the name is empty.
 *  @param entry the layout, with the name, line, span, section and use that were selected: a layout of several values
 *         is called what the caller calls it. Its `layout` and `tiled` are NULL if there is not exactly one
 *  @param candidates appended, at most 10: of each layout that has the name, or of all layouts if none has it, a name
 *         that selects only this one
 *  @return TTA_INVALID: several layouts have the name; TTA_OK also if none has it */
TTA_API tta_status tta_layouts_select(const tta_layouts *layouts, tta_str name, tta_layout_entry *entry,
                                      tta_buf *candidates);

/** Appends a name that tta_layouts_select finds only this layout by: "%0", "#layout", "@main/%0", else the position of
 *  its first use ("12:8"). @param entry of `layouts` */
TTA_API void tta_layouts_name(const tta_layouts *layouts, const tta_layout_entry *entry, tta_buf *out);
/** The members `name`, `line` and `select` (tta_layouts_name) of an object. */
TTA_API void tta_layouts_name_json_members(tta_json *json, const tta_layouts *layouts, const tta_layout_entry *entry);

/* ---- locations ---- */

/** The location of a scalar. Arrays have the rank of the grid (`physical`: of the map's results). What a layout does
 *  not have is -1, array entries beyond the rank included. */
typedef struct tta_location {
  int64_t physical[TTA_MAX_RANK], core[TTA_MAX_RANK];
  int64_t shard_offset[TTA_MAX_RANK]; /* in the shard */
  int64_t linear_offset;              /* the same, row-major over the padded shard */
  int64_t tile[TTA_MAX_RANK];         /* tiled: index over the memref; interleaved: over the tensor */
  int64_t tile_offset[2];             /* tiled: row, column in the tile */
  int64_t face;                       /* tiled: 16x16 faces, row-major */
  int64_t byte_offset;                /* in the shard, pages and faces one after the other */
  int64_t bank, bank_offset;          /* storage.h: the bank (L1 shards: the core, row-major in the grid) and the byte
                                         in it; absent for block floats, unknown types and memory spaces */
} tta_location;

/** @param index one for each logical dim. @return TTA_INVALID when it is out of range. Banks and alignments are those
 *  of wormhole_b0; tta_storage_locate (storage.h) takes others. */
TTA_API tta_status tta_layout_locate(const tta_layout *layout, const int64_t *index, tta_location *location,
                                     tta_buf *reason);

/** The inverse: the scalar at an offset, row-major over the padded shard of a core.
 *  @param index room for each logical dim; set when *found; else there is padding.
 *  @return TTA_INVALID when core or offset lie outside; TTA_UNDECIDED when the map is too involved for the search. */
TTA_API tta_status tta_layout_scalar_at(const tta_layout *layout, const int64_t *core, int64_t offset,
                                          int64_t *index, bool *found, tta_buf *reason);

/* ---- padding ---- */

/** Cores that use equally much. */
typedef struct tta_padding_class {
  int64_t core[TTA_MAX_RANK];    /* the first of them, row-major */
  int64_t valid[TTA_MAX_RANK];   /* tta_layout_valid */
  int64_t reached[TTA_MAX_RANK]; /* of these: rows, columns, ... with elements; fewer where strides are bumped */
  int64_t elements;              /* in the shard of each of these cores; -1: not counted, or not equal */
  int64_t count;
} tta_padding_class;

/** Calls `each` for every distinct used part. Stops when it answers false. */
TTA_API tta_status tta_layout_padding(const tta_layout *layout,
                                        bool (*each)(void *user, const tta_padding_class *padding), void *user);

/** A run of physical indices that no element has: [first, first + size), then again `every` further on. */
typedef struct tta_gap {
  uint32_t dim; /* physical */
  int64_t first, size, every;
} tta_gap;

/** The gaps that bumped strides leave. @param gaps room for `capacity`. @return how many there are (all counted);
 *  0 also when the map is not linear. */
TTA_API uint32_t tta_layout_gaps(const tta_layout *layout, tta_gap *gaps, uint32_t capacity);

/** Whether the parts of a joined group (its batches) start on a tile in their shard. */
typedef struct tta_parts {
  uint32_t dim;           /* physical: a result that joins dims */
  int64_t count;          /* parts: the product of all extents but the innermost */
  bool aligned, decided;  /* decided false: too many to look at */
  int64_t part, start;    /* not aligned: the first part that is not, and where it starts physically */
  int64_t shard, offset;  /* ... in which shard of this dim, and where in it */
} tta_parts;

/** @param rows, columns the tile (that of memref_element, or any other). @return whether physical dim `dim` is a joined
 * group of a linear map. */
TTA_API bool tta_layout_parts(const tta_layout *layout, uint32_t dim, int64_t rows, int64_t columns,
                                tta_parts *parts);

/* ---- JSON ---- */

struct tta_storage; /* storage.h */

/** One object with the facts of a layout; what is not known is null. The keys are those of `tt-layout show --json`
 *  (docs/cli.md). */
TTA_API void tta_layout_json(tta_json *json, const tta_layout *layout);
/** The members of that object without its braces, for an object that has more.
 *  @param storage (storage.h) of `layout`, in bytes: alignment_bytes, bank_bytes and rows are of its banks. NULL: they
 *  are null. tta_layout_json has those of wormhole_b0. */
TTA_API void tta_layout_json_members(tta_json *json, const tta_layout *layout, const struct tta_storage *storage);
/** The members of an object with the position of an element. @param index of the element, one for each logical dim */
TTA_API void tta_location_json_members(tta_json *json, const tta_layout *layout, const int64_t *index,
                                       const tta_location *location);

/** Grids of at most so many cores are listed core by core. */
enum { TTA_LAYOUT_PADDING_CORES = 65536 };
/** An array with the used part of the shard of each core; of larger grids, of each distinct used part. */
TTA_API void tta_layout_padding_json(tta_json *json, const tta_layout *layout);
/** An array of gaps (tta_layout_gaps). */
TTA_API void tta_layout_gaps_json(tta_json *json, const tta_layout *layout);

/* ---- build ---- */

/** What a layout is made of. Fill with tta_build_spec_init first. */
typedef struct tta_build_spec {
  tta_shape shape;           /* of the tensor, in its own elements */
  tta_str element;           /* of the tensor: "f32" */
  tta_shape grid;
  bool explicit_intervals;   /* false: the default, [0, -1) */
  uint32_t num_intervals;
  const int64_t *intervals;  /* start, end of each; negative ones count from the end */
  int64_t align;             /* rounds the strides of joined dims up to multiples; 0, 1 = leaves them */
  int64_t align_bytes;       /* pads rows of shards so that they start at multiples; 0 = leaves them */
  tta_str map;               /* instead of intervals: "(d0, d1) -> (d0, d1)", or with `<>` joins; empty = none */
  tta_oob_value oob_val;
  tta_memory_space memory_space;
  tta_memory_layout memory_layout;
  const tta_memref_order *order; /* of the memref, if its shape is that of the order; NULL: row-major */
  int64_t tile[2];           /* rows, columns; 0 = not tiled */
  tta_data_type tile_type;   /* NONE: that of the element */
  int32_t era;               /* yyyymmdd: the date of the syntax */
  bool attribute_only;
} tta_build_spec;

/** oob undef, l1, scalars, the era of the specification (2024-11-27). */
TTA_API void tta_build_spec_init(tta_build_spec *spec);

/** Whether the layouts of the date have this memory space, memory layout and tile type. Otherwise TTA_INVALID; the
 *  reason lists those that they have. */
TTA_API tta_status tta_build_spec_check(const tta_build_spec *spec, tta_buf *reason);

/** Appends the type, or the attribute alone, in one line. From 2025-06-20 on that is the named form: intervals and
 *  alignments that give the map, with the least padding that lets grid and tile divide it; the tensor is then its grid
 *  and its shard. What the collapse and aligned rows cost, repeated dims, and where the grid undoes --align go to
 *  `warnings`, a line each; a line that starts with "note: " is not a warning.
 *  @return TTA_INVALID: intervals that are out of place or do not fit the grid (the reason names some that do), an
 *  unknown word, a form the era does not have. */
TTA_API tta_status tta_layout_build(const tta_build_spec *spec, tta_buf *out, tta_buf *warnings, tta_buf *reason);

/** The changes of a relayout. */
typedef struct tta_relayout_spec {
  tta_shape grid;            /* rank 0: stays */
  bool new_tile;
  int64_t tile[2];           /* with new_tile: 0 = scalars */
  tta_data_type tile_type;   /* NONE: that of the elements */
  tta_memory_space memory_space; /* NONE: stays */
  tta_oob_value oob_val;         /* NONE: stays */
  bool new_collapse;
  uint32_t num_intervals;
  const int64_t *intervals;
  tta_str map;               /* replaces the map, also with `<>` joins; empty = stays, not with new_collapse */
  int64_t align;             /* of the strides of collapsed dims, 1 = none; 0 = they stay */
  int64_t align_bytes;       /* of rows; 0 = they stay */
  int32_t era;               /* 0: the spelling stays */
  bool attribute_only;
} tta_relayout_spec;

/** The same tensor with another layout: the map is preserved and the memref follows; new_collapse, or a grid of another
 *  rank, rebuilds the map from the shape. In the named form the intervals and the alignments inside them stay, and the
 *  outermost alignment of each follows from grid and tile. An era on the other side of 2025-06-20 changes the form;
 *  where that moves elements to other cores `warnings` says so. TTA_INVALID for a ttnn_layout and for views. */
TTA_API tta_status tta_layout_relayout(const tta_layout *layout, const tta_relayout_spec *spec, tta_buf *out,
                                    tta_buf *warnings, tta_buf *reason);

/** Appends the tensor type of a layout, or its attribute alone, in the syntax of a date.
 *  @param date yyyymmdd; 0: as it is written, not for a ttnn_layout. @return TTA_INVALID when the date has another form
 *  (tta_layout_relayout changes the form), no field or word for what the layout says, or a mandatory field without a
 *  value */
TTA_API tta_status tta_layout_print(tta_buf *out, const tta_layout *layout, int32_t date, bool attribute_only,
                                    tta_buf *reason);

/* ---- maps ---- */

/** Appends the text of a map: `(d0, d1) -> (d0 * 8 + d1)`. */
TTA_API void tta_map_text(tta_buf *out, const tta_map *map);

#ifdef __cplusplus
}
#endif
#endif
