/* ttattr/device.h: devices (`#tt.device<...>`) as values: read them, build them, and place layouts on them.
 *
 * A device is a worker grid over some chips of a system. Source: tt-mlir docs/src/specs/device.md; the memory
 * maps: TTCoreOpsTypes.cpp, with the page factor that tt-mlir's DRAM map did not have until 2025-08-15.
 * Statuses as in layout.h.
 */
#ifndef TTATTR_DEVICE_H
#define TTATTR_DEVICE_H

#include "ttattr/base.h"
#include "ttattr/buf.h"
#include "ttattr/layout.h"
#include "ttattr/noc.h"
#include "ttattr/system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- worker grids ---- */

/* A worker grid is a logical grid of cores over a mesh of chips: extents, and a map with three results, the index into
 * chipIds, and y and x of the core on that chip. Rule (tt-mlir createWorkerGrid, 2024-09-13, as specified in its
 * docs/src/specs/device.md): the mesh is padded with 1 on the right to rank 2, the chip grid with 1 on the left to the
 * mesh's rank; the logical extents are the products. The last two dims are y and x: floordiv by the chip's extent is
 * the chip, mod is the core; further dims count chips. The map has a term only for mesh dims > 1. (tt-mlir's code takes
 * mod of the mesh extent, so that many logical cores map to one; this library follows the specification.) */

/** Views of the last two dims of the logical grid, Y x X ("Reinterpreted Grids" of the device specification).
 *  With (y, x) the core in the plain grid: */
typedef enum tta_worker_view {
  TTA_VIEW_PLAIN,      /* Y x X:     y = d0,                       x = d1 */
  TTA_VIEW_TRANSPOSE,  /* X x Y:     y = d1,                       x = d0 */
  TTA_VIEW_EXTRA_WIDE, /* 1 x Y*X:   y = d0 * Y + d1 floordiv X,   x = d1 mod X */
  TTA_VIEW_EXTRA_TALL, /* Y*X x 1:   y = d1 * Y + d0 floordiv X,   x = d0 mod X */
  TTA_VIEW_STAIRCASE,  /* Y x X:     y = d0,                       x = (d0 + d1) mod X */
  TTA_NUM_VIEWS
} tta_worker_view;

/** The chip and core of a logical core. */
typedef struct tta_core_assignment {
  int64_t chip_index; /* into chipIds */
  tta_core core;      /* on this chip */
} tta_core_assignment;

/* ---- values ---- */

/** How the chips of a mesh dim are connected. */
typedef enum tta_topology {
  TTA_TOPOLOGY_RING,
  TTA_TOPOLOGY_LINEAR,
  TTA_TOPOLOGY_MESH,
  TTA_TOPOLOGY_TORUS,
  TTA_TOPOLOGY_DISABLED,
  TTA_NUM_TOPOLOGIES
} tta_topology;

/** A grid of cores (`#ttcore.grid<...>`). Everything is borrowed. A part that is absent has the span {0, 0}. */
typedef struct tta_grid {
  tta_shape shape;
  tta_map map;     /* mapping, virt_to_physical_map: grid -> chip index, y, x; num_results 0: absent */
  tta_map inverse; /* physical_to_virt_map; num_results 0: absent */
  tta_span shape_span, map_span, inverse_span;
} tta_grid;

/** A device. Everything is borrowed from what it was read by. A part that is absent has the span {0, 0}. */
typedef struct tta_device {
  tta_str text;             /* canonical, aliases expanded; empty unless of a tta_device_text or tta_devices */
  tta_span span;
  bool keyed;               /* `workerGrid = ..`; else the form of 2024-07-24 to 2024-09-04 */
  bool ttcore;              /* of the dialect ttcore */
  tta_shape grid;           /* logical */
  tta_map map;              /* logical core -> chip index, y, x; num_results 0: absent */
  tta_shape mesh;           /* rank 0: absent or empty */
  tta_shape chip_ids;       /* `rank` of them: ids in the system, by chip index; INT64_MAX: does not fit int64 */
  tta_map l1_map, dram_map; /* num_results 0: absent */
  tta_shape dram_grid;
  uint32_t num_topologies;
  const tta_topology *topologies; /* by mesh dim */
  tta_span grid_span;       /* as written in the device: the grid, or the use of an alias */
  tta_span map_span;        /* where the map is: possibly in the definition of an alias */
  bool grid_by_alias, dram_grid_by_alias;
  tta_span mesh_span, chips_span, dram_grid_span, l1_map_span, dram_map_span, topologies_span;
  const tta_span *chip_spans; /* by chip index */
  const tta_system *system;   /* that the device is in; NULL: not known */
  int32_t era;                /* yyyymmdd: that of the options, else a day on which its text is read; 0: not known */
} tta_device;

/* ---- read ---- */

typedef struct tta_device_text tta_device_text;

/** Verifies and reads the text of one device attribute, `#tt.device<...>`.
 *  @param source as for tta_check_text; must outlive the result.
 *  @param options NULL = the defaults
 *  @param out owned by the caller, also with TTA_INVALID: the text is not one device. NULL after other failures. */
TTA_API tta_status tta_device_text_new(tta_source *source, const tta_check_options *options, tta_device_text **out,
                                   tta_buf *reason);
TTA_API void tta_device_text_free(tta_device_text *text);
/** What was found in the text; NULL for none. */
TTA_API const tta_results *tta_device_text_results(const tta_device_text *text);
/** NULL when the text has errors. */
TTA_API const tta_device *tta_device_text_get(const tta_device_text *text);

typedef struct tta_devices tta_devices;

/** One device of a text. Equal devices of a section are one entry. */
typedef struct tta_device_entry {
  tta_str name;      /* the first of its names: "@default_device" of an operation, "#device" of an alias, "tt.device" of
                        an attribute of a module; empty if it has none */
  uint32_t line;     /* where it is written first */
  uint32_t section;  /* counted from 0: sections are separated by `// -----` */
  bool of_module;    /* an operation `tt.device @x` or an attribute of a module, not only an alias or part of a type */
  bool of_system;    /* not written: a chip of the system of a section without a device (tta_devices_select) */
  const tta_device *device;
  const tta_system *system; /* of the section; NULL: none is described, or several that differ */
} tta_device_entry;

/** Checks a text as tta_check_text does and reads its devices in the same pass: attributes wherever they are, also by
 *  alias and in the attributes of modules, and `device @name` operations. Devices with an error are left out.
 *  @param source as for tta_check_text; must outlive the result.
 *  @param options NULL = the defaults; sections are always split
 *  @param out owned by the caller; NULL after a failure */
TTA_API tta_status tta_devices_read(tta_source *source, const tta_check_options *options, tta_devices **out);
TTA_API void tta_devices_free(tta_devices *devices);
/** The diagnostics; NULL of devices that belong to a tta_layouts. */
TTA_API const tta_results *tta_devices_results(const tta_devices *devices);
TTA_API size_t tta_devices_num_entries(const tta_devices *devices);
TTA_API const tta_device_entry *tta_devices_entry(const tta_devices *devices, size_t index);

/** All sections of a text. */
#define TTA_ANY_SECTION UINT32_MAX

/** Selects the device of a section.
 *  @param name one of the names of a device at any of its definitions, or the line it is written at ("12"), in this
 *  section or else in another. Empty: the only device of the modules of the section; if they have none, the only device
 *  of the section; if it has none and describes a system, one chip of it, with the cores that all of its chips have
 *  @param entry NULL if there is none and `name` is empty
 *  @return TTA_INVALID if no device has this name, or several do, or if `name` is empty and there are several: `reason`
 *  then lists the devices */
TTA_API tta_status tta_devices_select(const tta_devices *devices, uint32_t section, tta_str name,
                                      const tta_device_entry **entry, tta_buf *reason);

/** Writes a device as an object with its fields by their names: `{workerGrid: {shape, mapping}, dramGrid, l1Map,
 *  dramMap, meshShape, chipIds, meshTopology}`; maps are strings, absent fields null. */
TTA_API void tta_device_json(tta_json *json, const tta_device *device);

/* ---- build ---- */

/** Input of tta_device_build. Empty shapes and texts: not given. */
typedef struct tta_device_spec {
  tta_shape chip_grid;          /* rank 2; {0}: that of `system`, or else the grid divided by mesh */
  tta_shape mesh;
  tta_shape chip_ids;           /* default 0, 1, .. */
  tta_shape grid;               /* with `map`: the logical grid; default: that of the mesh */
  tta_str map, l1_map, dram_map; /* bare map texts */
  tta_str inverse;              /* of `map`, on dates that write it; default: that of the plain grid */
  bool memory_maps;             /* add the two maps if they are not given; required on some dates */
  uint32_t dram_banks;          /* in them; 0 = those of `system`, or 12 */
  const tta_system *system;     /* NULL: not given. Has the chips; all in one row are the default mesh without `grid` */
  int32_t era;                  /* yyyymmdd; 0 = 2024-11-27, that of the specification */
  tta_worker_view view;         /* of all cores, without `map`. A transposed mesh of one row or column is transposed */
  uint32_t num_topologies;      /* by mesh dim, on dates that write them */
  const tta_topology *topologies;
} tta_device_spec;

/** Appends `#tt.device<...>` in the syntax of the date. A `grid` without `map` must have all cores of the chips: those
 *  of a view have its map; of others, and of a line over several chips, each chip has a part, on its cores row by row
 *  if it is not one of rows and columns. The mesh is another if the given one does not divide the grid so. */
TTA_API tta_status tta_device_build(const tta_device_spec *spec, tta_buf *out, tta_buf *reason);

/** Two chips that are one step apart in one dim of a mesh, without a channel between them. Zero before the first. */
typedef struct tta_missing_link {
  int64_t chips[2];     /* ids */
  uint32_t num_dims;    /* state: dims that are done, the last one first */
  int64_t next;         /* state: position in the mesh */
} tta_missing_link;

/** The next pair of neighbors of the device's mesh that the system has no channel for. Ends of a dim are not neighbors.
 *  @param link all zero, or the result before. @return false after the last one, and if the channels of the system are
 *  not known: only an attribute describes them */
TTA_API bool tta_device_missing_link(const tta_device *device, const tta_system *system, tta_missing_link *link);

/** Appends a device with the same chips whose cores are numbered in another way: the view of the grid of `device`.
 *  Default memory maps are added if it has memory maps. TTA_VIEW_PLAIN: the same cores, for another date; memory maps
 *  are kept if they have the same arguments on both dates.
 *  @param era yyyymmdd; 0 = that of `device`
 *  @return TTA_INVALID for an unknown view, or if the date requires the map back to the grid of a device that is not
 *  a plain grid */
TTA_API tta_status tta_device_reinterpret(const tta_device *device, tta_worker_view view, int32_t era, tta_buf *out,
                                          tta_buf *reason);

/* ---- facts ---- */

/** The pattern of a worker map, found by its values at all logical cores and not by its text. */
typedef struct tta_device_pattern {
  bool known;
  tta_worker_view view;      /* of the last two dims */
  bool batch;                /* outer dims count chips (Data Parallel Over Batch) */
  bool joined;               /* the last two dims continue on the next chip (Data Parallel Over 2d) */
  bool each_chip;            /* chip index 0 for several chips: the grid of each of them (tt-mlir since 2025-09-25) */
  int64_t chip_grid[2];      /* that the map reaches; 0, 0: not known */
} tta_device_pattern;

/** Appends "batch and joined 2d, extra wide", "identity", "other". */
TTA_API void tta_device_pattern_text(tta_buf *out, const tta_device_pattern *pattern);

/** Limit of the functions that visit every logical core. */
enum { TTA_DEVICE_MAX_CORES = 1 << 20 };

/** The logical cores of one chip. */
typedef struct tta_device_chip {
  int64_t num_cores;
  int64_t first[TTA_MAX_RANK], last[TTA_MAX_RANK]; /* the first and the last logical core, row-major */
  tta_core low, high;                              /* corners of the box of the cores */
} tta_device_chip;

/** Two chips that are one step apart in one dim of the mesh. */
typedef struct tta_device_link {
  uint32_t a, b; /* chip indices, a < b */
  bool missing;  /* the system has no channel between them */
} tta_device_link;

/* ---- placement ---- */

/** Whether a device holds a tensor's grid: the same rank, and no extent greater than the device's, or a virtual grid
 *  with at most as many cores (tensor-layout specification: `1x64` on a device of 8x8). Else TTA_INVALID; the reason
 *  ends in the device that would hold it (tta_device_to_hold), if there is one. */
TTA_API tta_status tta_device_holds(const tta_device *device, tta_shape grid, tta_buf *reason);

/** The device on which the cores of a tensor's grid are placed: the device itself, or for a virtual grid the same cores
 *  with a map for that grid. If the mesh divides the virtual grid into parts that fit on a chip, each chip has its
 *  part, on its cores row by row; else the grid is divided in another way over as few of the chips as possible. If the
 *  device does not have all cores of its chips, the grid has its logical cores row by row.
 *  @param arena holds the new device; its `text` is empty. @param holder borrowed from `device` or `arena`
 *  @return TTA_INVALID as tta_device_holds; TTA_OVERFLOW, TTA_NO_MEMORY */
TTA_API tta_status tta_device_for_grid(const tta_device *device, tta_shape grid, tta_arena *arena,
                                       const tta_device **holder, tta_buf *reason);

/** The physical core of a logical one. @param core one number for each grid dim, within the grid.
 *  @param chip the id of the chip, or NULL. */
TTA_API tta_status tta_device_place(const tta_device *device, const int64_t *core, tta_core_assignment *place,
                                    int64_t *chip, tta_buf *reason);

/** A shard of a tensor on a core. */
typedef struct tta_placed_shard {
  int64_t replica;                    /* 0: the copy in the first chip */
  int64_t shard[TTA_MAX_RANK];        /* index in the tensor's grid */
  int64_t logical_core[TTA_MAX_RANK]; /* index in the device's grid: differs from `shard` for replica > 0 only */
  tta_core_assignment place;
  int64_t chip;                       /* id of the chip */
} tta_placed_shard;

/** What one chip holds of a tensor. A box is given by its first index and its extents; both have rank 0 and no extents
 *  where there is none: nothing, or not a box. */
typedef struct tta_chip_contents {
  int64_t chip_index, chip;
  int64_t num_shards;             /* each copy counts */
  tta_shape grid_first, grid;     /* the shards, by the worker map: a box of the tensor's grid */
  tta_shape slice_first, slice;   /* the elements of these shards: a box of the tensor */
  tta_shape spec_first, spec;     /* the shards, by the specification (grid divided by meshShape) */
  tta_core first_core, last_core; /* corners of the bounding box of the physical cores; if num_shards > 0 */
  bool cores_full;                /* each core of this box holds a shard */
} tta_chip_contents;

/** The shards of a tensor on a device by its worker map: chips, cores and copies.
 *
 *  If the tensor's grid is 1 along a dim and the mesh is N > 1, the tensor is replicated along this dim: N copies, each
 *  device grid / N logical cores after the one before. Dims in which N does not divide the device's grid have one copy.
 *  Several such dims count row-major. Source: tt-mlir device.md, Lowering to TTNN. A worker grid that is that of each
 *  chip (chip index 0 of several chips, in ttcore since 2025-09-25) has a copy on each chip. */
typedef struct tta_placement tta_placement;

/** tta_placement_new places at most so many shards, copies included. */
enum { TTA_PLACEMENT_MAX_SHARDS = 1 << 20 };

/** Places every shard.
 *  @param layout, device borrowed; must outlive the result. @param allocator NULL = malloc; borrowed
 *  @param out owned by the caller; NULL after a failure
 *  @return TTA_INVALID when cores have no shards (interleaved), when the device does not hold the grid
 *  (tta_device_holds), or when the map places a shard outside the chips; TTA_LIMIT above TTA_PLACEMENT_MAX_SHARDS. */
TTA_API tta_status tta_placement_new(const tta_layout *layout, const tta_device *device, const tta_allocator *allocator,
                                     tta_placement **out, tta_buf *reason);
/** NULL is allowed. */
TTA_API void tta_placement_free(tta_placement *placement);

/** Number of copies; 1: not replicated. */
TTA_API int64_t tta_placement_num_replicas(const tta_placement *placement);
/** Number of shards, copies included. */
TTA_API int64_t tta_placement_num_shards(const tta_placement *placement);
/** One shard. @param number below tta_placement_num_shards; copy after copy, each row-major over the tensor's grid.
 *  @return TTA_INVALID when it is out of range; TTA_NO_MEMORY. */
TTA_API tta_status tta_placement_shard(const tta_placement *placement, int64_t number, tta_placed_shard *out);

/** Number of chips of the device. */
TTA_API uint32_t tta_placement_num_chips(const tta_placement *placement);
/** What a chip holds; NULL when the index is out of range. */
TTA_API const tta_chip_contents *tta_placement_chip(const tta_placement *placement, uint32_t chip_index);

/** Whether every chip holds by the worker map what the specification assigns to it. */
typedef enum tta_slices {
  TTA_SLICES_UNKNOWN, /* the device has no mesh */
  TTA_SLICES_AGREE,
  TTA_SLICES_DIFFER
} tta_slices;
/** Compares what the chips hold with grid divided by meshShape. */
TTA_API tta_slices tta_placement_slices(const tta_placement *placement);
/** With TTA_SLICES_DIFFER the first chip that differs, one line without a full stop; else empty. */
TTA_API tta_str tta_placement_reason(const tta_placement *placement);

/** Writes a shard as an object: `{shard, chip_index, chip, core, noc, replica}`. @param rank of the tensor's grid
 *  @param node its node on the NoC (the translated coordinates are written); NULL: `noc` is null */
TTA_API void tta_placed_shard_json(tta_json *json, uint32_t rank, const tta_placed_shard *shard,
                                   const tta_noc_node *node);
/** Writes the members `chips` (by chip index: `{chip_index, chip, shards, grid_first, grid, slice_first, slice, cores,
 *  mesh_grid_first, mesh_grid}`; the last two by the specification), `slices_agree` and `slices_reason`.
 *  @param placement NULL: all three are null */
TTA_API void tta_placement_json_members(tta_json *json, const tta_placement *placement);

/** A tensor over a mesh of chips (device specification, Lowering to TTNN). Arrays have the rank of the grid. */
typedef struct tta_mesh_view {
  uint32_t rank;                  /* of the grid */
  int64_t mesh_shape[TTA_MAX_RANK];
  bool sharded[TTA_MAX_RANK];     /* the tensor's grid is > 1 along this mesh dim */
  int64_t grid[TTA_MAX_RANK];     /* of one device: the tensor's grid divided by the mesh */
  int64_t physical[TTA_MAX_RANK]; /* physical shape of the slice of one device */
  bool has_slice;                 /* the slice is a box of logical indices: */
  int64_t slice[TTA_MAX_RANK];    /* ... its logical extents */
  int64_t opened;                 /* the runtime opens a 1xN mesh: N */
  int64_t cut_over;               /* chips with a part when the grid is divided over the sharded mesh dims */
  int64_t placed_on;              /* chips that the worker map places shards on, copies included; 0: unknown. Fewer than
                                     cut_over: by the map the grid is in a corner of the device, TTNN would divide it
                                     over the mesh */
} tta_mesh_view;

/** @return TTA_INVALID with a reason: interleaved, or the device does not hold the grid, or its mesh does not fit */
TTA_API tta_status tta_mesh_view_of(const tta_layout *layout, const tta_device *device, tta_mesh_view *view,
                                    tta_buf *reason);
/** @return what happens along a dim of the mesh: "sharded", "replicated", or "undivided" (one chip) */
TTA_API const char *tta_mesh_view_word(const tta_mesh_view *view, uint32_t dim);
/** Writes a view as an object. @param logical_rank of the tensor: the length of `slice` */
TTA_API void tta_mesh_view_json(tta_json *json, const tta_mesh_view *view, uint32_t logical_rank);

/* ---- core ranges, shard specifications and memory configurations of TTNN, as written ---- */

/** A rectangle of cores, both corners included. */
typedef struct tta_core_box {
  tta_core first, last;
} tta_core_box;

/** A core range as written: two corners, or (before 2025-04-01, and in ttmetal) an offset and a size. */
typedef struct tta_core_range {
  tta_span span, first_span, second_span; /* the range; start and end, or offset and size */
  bool x_first;            /* corners are written (x, y), as in TTNN; else (y, x) */
  bool is_rectangle;       /* offset and size, which are (y, x) */
  bool known;              /* the corners could be read; offset and size are of rank 2, and the size is positive */
  tta_core_box box;        /* as written: the first corner may be after the last */
  tta_shape offset, size;  /* of a rectangle, of any rank */
} tta_core_range;

/** A set of core ranges, in the order of the text. Ranges that have an error are left out. */
typedef struct tta_core_range_set {
  tta_span span;
  uint32_t num_ranges;
  const tta_core_range *ranges;
} tta_core_range_set;

/** A shard_spec or an nd_shard_spec. */
typedef struct tta_shard_spec {
  tta_span span;
  tta_core_range_set cores;
  tta_shape shape;          /* of a shard */
  tta_shape physical_shape; /* of a shard in memory, where it is larger (shard_mode logical); rank 0: the same */
  bool column_major;        /* shards go to the cores column by column */
  bool grid_2d;             /* of an nd_shard_spec: distribution grid_2d, else round_robin_1d */
} tta_shard_spec;

typedef struct tta_memory_config {
  tta_span span, buffer_span, layout_span;
  tta_memory_space buffer;
  tta_memory_layout memory_layout;
  bool has_shard_spec, has_nd_shard_spec;
  tta_shard_spec shard_spec, nd_shard_spec;
} tta_memory_config;

/* ---- the cores of shards in the terms of TTNN ---- */

/** The cores of a sharded tensor on one chip, as TTNN assigns them (tt-metal CoreRangeSet, corerange_to_cores).
 *
 *  Height and width sharded: shard i is on core i of the ranges in their order, each row by row, or column by column
 *  with column_major. Block sharded: there is one range; its rows are the rows of the grid, with column_major its
 *  columns. Shards in DRAM: cores are banks, in one row. */
typedef struct tta_shard_cores {
  uint32_t num_ranges;
  const tta_core_box *ranges;
  bool column_major; /* shard orientation col_major */
} tta_shard_cores;

/** Appends `[#ttnn.core_range<(0,0), (7,3)>]`: x first. */
TTA_API void tta_shard_cores_text(tta_buf *out, const tta_shard_cores *cores);

/* ---- all facts ---- */

enum { TTA_DEVICE_MAX_LINKS = 4096 };

/** What is asked of a device: one of its cores. All zero: nothing. */
typedef struct tta_device_query {
  tta_shape index; /* a logical core; rank 0: none */
  bool has_at;     /* the core `at` of the chip with the id `chip` */
  int64_t chip;
  tta_core at;
  bool has_arch;   /* whose NoC coordinates are given; else that of the system, else wormhole_b0 */
  tta_arch arch;
} tta_device_query;

/** What follows from a device. */
typedef struct tta_device_facts {
  const tta_device_entry *entry;
  tta_arch arch;
  int64_t num_cores;            /* logical */
  tta_device_pattern pattern;
  const tta_device_chip *chips; /* by chip index; NULL: more than TTA_DEVICE_MAX_CORES logical cores */
  uint32_t num_links;           /* neighbors in the mesh; at most TTA_DEVICE_MAX_LINKS are listed */
  const tta_device_link *links;
  bool links_known;             /* the channels of the system are: else no link is missing */
  tta_shape unused_chips;       /* ids of chips of the system that the device does not have; no extents: no system */
  tta_status ttnn;              /* TTA_OK: TTNN supports it, with these cores; TTA_INVALID: it does not; else unknown */
  tta_str ttnn_reason;
  tta_shard_cores ttnn_cores;
  bool leaves;                  /* cores leave the chip that grid and mesh imply, as with a `mod` that is missing */
  int64_t implied[2], outside[TTA_MAX_RANK]; /* the grid of that chip, a logical core outside of it */
  bool found;                   /* the core that was asked for: */
  int64_t index[TTA_MAX_RANK], chip; /* chip: its id */
  tta_core_assignment place;
} tta_device_facts;

/** @param arena holds the lists
 *  @return TTA_INVALID with a reason: the index is not one of the grid; TTA_OVERFLOW, TTA_NO_MEMORY */
TTA_API tta_status tta_device_facts_of(const tta_device_entry *entry, const tta_device_query *query, tta_arena *arena,
                                       tta_device_facts *facts, tta_buf *reason);
/** Writes the members of an object with all of them (docs/cli.md): the core that was asked for as `at`, else all
 *  `cores`. */
TTA_API void tta_device_facts_json(tta_json *json, const tta_device_facts *facts, const tta_device_query *query);

#ifdef __cplusplus
}
#endif
#endif
