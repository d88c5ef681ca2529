/* ttattr/device.h: devices (`#tt.device<...>`) as values: read them, build them, and place layouts on them.
 *
 * A device is a worker grid (mesh.h) over some chips of a system. Source: tt-mlir docs/src/specs/device.md; the memory
 * maps: TTCoreOpsTypes.cpp, with the page factor that tt-mlir's DRAM map did not have until 2025-08-15.
 * Statuses as in layout.h.
 */
#ifndef TTATTR_DEVICE_H
#define TTATTR_DEVICE_H

#include "ttattr/json.h"
#include "ttattr/layout.h"
#include "ttattr/mesh.h"
#include "ttattr/system.h"

#ifdef __cplusplus
extern "C" {
#endif

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
  tta_str text;             /* canonical, aliases expanded; empty unless read by tta_device_text_new */
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
TTA_API const tta_check *tta_device_text_check(const tta_device_text *text);
/** NULL when the text has errors. */
TTA_API const tta_device *tta_device_text_get(const tta_device_text *text);

/** "ring", "linear", "mesh", "torus", "disabled"; NULL for a value outside the enumeration. */
TTA_API const char *tta_topology_name(tta_topology topology);

/** Writes a device as an object with its fields by their names: `{workerGrid: {shape, mapping}, dramGrid, l1Map,
 *  dramMap, meshShape, chipIds, meshTopology}`; maps are strings, absent fields null. */
TTA_API void tta_device_json(tta_json *json, const tta_device *device);

/* ---- build ---- */

/** Input of tta_device_build. Empty shapes and texts: not given. */
typedef struct tta_device_spec {
  tta_shape chip_grid;          /* rank 2; {0}: grid divided by mesh */
  tta_shape mesh;
  tta_shape chip_ids;           /* default 0, 1, .. */
  tta_shape grid;               /* with `map`: the logical grid; default: that of the mesh */
  tta_str map, l1_map, dram_map; /* bare map texts */
  bool memory_maps;             /* add the two maps if they are not given; required on some dates */
  uint32_t dram_banks;          /* in them; 0 = 12 */
  int32_t era;                  /* yyyymmdd; 0 = 2024-11-27, that of the specification */
} tta_device_spec;

/** Appends `#tt.device<...>` in the syntax of the date. */
TTA_API tta_status tta_device_build(const tta_device_spec *spec, tta_buf *out, tta_buf *reason);

/* ---- placement ---- */

/** Whether a tensor's grid fits: the same rank, no extent greater than the device's. Else TTA_INVALID; the reason ends
 *  in the device that would hold it (tta_device_to_hold), if there is one. */
TTA_API tta_status tta_device_holds(const tta_device *device, tta_shape grid, tta_buf *reason);

/** The physical core of a logical one. @param core one number for each grid dim, within the grid.
 *  @param chip the id of the chip, or NULL. */
TTA_API tta_status tta_device_place(const tta_device *device, const int64_t *core, tta_core_assignment *place,
                                    int64_t *chip, tta_buf *reason);

/** Writes a logical core with its chip and core as an object: `{shard, chip_index, chip, core, noc}`.
 *  @param shard index of the logical core. @param chip the id of the chip
 *  @param node its node on the NoC (the translated coordinates are written); NULL: `noc` is null */
TTA_API void tta_core_assignment_json(tta_json *json, tta_shape shard, const tta_core_assignment *place, int64_t chip,
                                      const tta_noc_node *node);

/** The chip grid that device and mesh imply; false when the mesh does not divide the grid. */
TTA_API bool tta_device_chip_grid(const tta_device *device, int64_t chip_grid[2]);

/** Appends the device that would hold `grid`: for a line of cores (1xN, Nx1) the same chips row after row if it fits;
 *  else chips of the same grid in the smallest mesh that is large enough.
 *  @return TTA_INVALID when the device's chip grid is not known. */
TTA_API tta_status tta_device_to_hold(const tta_device *device, tta_shape grid, tta_buf *out);

/** A tensor over a mesh of chips (device specification, Lowering to TTNN). Arrays have the rank of the grid. */
typedef struct tta_mesh_view {
  uint32_t rank;                  /* of the grid */
  int64_t mesh_shape[TTA_MAX_RANK];
  bool sharded[TTA_MAX_RANK];     /* the tensor's grid is > 1 along this mesh dim; else it is replicated */
  int64_t grid[TTA_MAX_RANK];     /* of one device: the tensor's grid divided by the mesh */
  int64_t physical[TTA_MAX_RANK]; /* physical shape of the slice of one device */
  bool has_slice;                 /* the slice is a box of logical indices: */
  int64_t slice[TTA_MAX_RANK];    /* ... its logical extents */
  int64_t opened;                 /* the runtime opens a 1xN mesh: N */
  int64_t cut_over;               /* chips with a part when the grid is divided over the sharded mesh dims */
  int64_t placed_on;              /* chips that the worker map places shards on; 0: unknown. Fewer than cut_over: by the
                                     map the grid is in a corner of the device, TTNN would divide it over the mesh */
} tta_mesh_view;

TTA_API tta_status tta_mesh_view_of(const tta_layout *layout, const tta_device *device, tta_mesh_view *view,
                                    tta_buf *reason);
/** Writes a view as an object. @param logical_rank of the tensor: the length of `slice` */
TTA_API void tta_mesh_view_json(tta_json *json, const tta_mesh_view *view, uint32_t logical_rank);

#ifdef __cplusplus
}
#endif
#endif
