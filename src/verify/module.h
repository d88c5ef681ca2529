/* module.h: what a piece says about its devices and its system, as facts that outlive the trees they were read from.
 *
 * system_read.c makes a tta_system of an attribute or of the text of --system-desc; device.c and device_system.c judge
 * one device; module.c keeps what has to wait for the end of the piece, module_layouts.c judges the layouts of tensors
 * against the devices. */
#ifndef TTA_VERIFY_MODULE_H
#define TTA_VERIFY_MODULE_H

#include "base/format.h"
#include "base/sort.h"
#include "verify/verify.h"

/* ---- the system -------------------------------------------------------------------------------------------------- */

/** The grid of worker cores of a chip; 0, 0 when the text does not tell. */
typedef struct tta_chip_grid {
  int64_t rows, columns;
} tta_chip_grid;

/** Height and width of a tile. */
typedef struct tta_tile_size {
  int64_t height, width;
} tta_tile_size;

/** Two chips with a channel between them; a < b. */
typedef struct tta_chip_link {
  uint32_t a, b;
} tta_chip_link;

typedef struct tta_system {
  int64_t num_chips;
  uint32_t num_kinds;
  const tta_chip_grid *kinds; /* one for each chip description */
  const uint32_t *kind_of;    /* by chip, num_kinds where unknown; NULL: every chip is of kind 0 */
  bool links_known;
  size_t num_links;
  const tta_chip_link *links; /* sorted by a, then b */
  uint32_t num_tile_sizes;    /* that some chip supports; 0: the text does not tell */
  const tta_tile_size *tile_sizes;
  bool in_text;               /* from the module; else from --system-desc */
  tta_span span;
} tta_system;

static inline tta_chip_grid tta_system_chip_grid(const tta_system *system, int64_t chip) {
  uint32_t kind = system->kind_of ? system->kind_of[chip] : 0;
  return kind < system->num_kinds ? system->kinds[kind] : (tta_chip_grid){0, 0};
}
/** The same chips, grids and links, wherever they were read. */
bool tta_system_equal(const tta_system *a, const tta_system *b);
bool tta_system_linked(const tta_system *system, uint32_t a, uint32_t b);

/** The facts of a system_desc attribute that is not faulty; memory from `arena`. Judges nothing: what makes no sense
 *  is unknown.
 *  @return TTA_NO_MEMORY */
tta_status tta_system_facts_read(const tta_tree *tree, tta_node_id system, tta_arena *arena, tta_system *out);
/** The same from `NAME[:N]`, `[N, 8x8]` or a text that holds a system_desc attribute.
 *  @return TTA_INVALID when it is none of them; TTA_NO_MEMORY */
tta_status tta_system_parse(tta_str text, tta_arena *arena, tta_system *out);

/* ---- a device ---------------------------------------------------------------------------------------------------- */

/** Which parts of a device were refused, so that nothing is said about what rests on them. */
enum { TTA_DEVICE_BAD_CHIPS = 1, TTA_DEVICE_BAD_GRID = 2, TTA_DEVICE_BAD_MAP = 4 };

typedef struct tta_device {
  tta_node_id node, chips, mesh, topology, dram_grid;
  tta_node_id grid;     /* as written: an attribute, or the use of an alias */
  tta_node_id map_node; /* in the grid, wherever that stands; 0 = no map */
  tta_shape shape, mesh_shape;
  tta_map map;
  uint32_t num_chips;
  bool keyed; /* workerGrid = ..; else the form of 2024-07-24 to 2024-09-04 */
} tta_device;

/** False when a part is not what it ought to be (which was reported). */
bool tta_device_facts_read(const tta_tree *tree, tta_node_id device, tta_device *out);
/** What only the system can tell: chips it does not have, cores outside their grids, links. */
void tta_device_verify_in(tta_verifier *v, tta_node_id device, uint32_t faults, const tta_system *system);

/** Where a fault of the worker map stands: at the map, or at the alias that the device has in place of its grid; then
 *  the note tells where the map is. */
tta_span tta_device_map_span(const tta_tree *tree, const tta_device *device);
void tta_device_note_map(tta_verifier *v, tta_diagnostic *diagnostic, const tta_device *device);

/* ---- what is kept until the end of a piece ----------------------------------------------------------------------- */

typedef struct tta_pending_device {
  tta_node_id node;
  uint32_t faults;
} tta_pending_device;

/** The largest device of a rank, by cores; INT64_MAX stands for more than that. */
typedef struct tta_rank_facts {
  uint32_t rank;
  tta_node_id device;
  int64_t cores;
} tta_rank_facts;

/** A layout on a tensor that no device so far has the place for. */
typedef struct tta_unplaced_layout {
  tta_span tensor, grid;
  tta_shape shape; /* of the grid, in the facts' arena */
} tta_unplaced_layout;

/** A tile that waits for the system: the first one of its text. */
typedef struct tta_pending_tile {
  tta_span shape;
  tta_tile_size size;
} tta_pending_tile;

enum { TTA_USUAL_TILES = 6 };

/** A repair of a definition, until all its uses are known: alias_fixes.c. */
typedef struct tta_alias_fix {
  uint32_t diagnostic; /* number in the report */
  uint32_t first;      /* number of the first fix of this definition */
  tta_node_id layout;  /* the definition's attribute */
  bool refused;        /* of the first: another use wants another edit */
  tta_span span;
  tta_str text;
  const char *words;
} tta_alias_fix;

typedef struct tta_module_facts {
  tta_arena arena;        /* of the piece */
  tta_arena option_arena; /* of the run */
  tta_system system, option;
  bool has_system, has_option;
  bool several;        /* systems that differ: which one a device means is not told */
  tta_pending_device last; /* the device that was judged last, and whether it waits or was judged in the system */
  bool last_done;

  tta_pending_device *waiting; /* devices to be judged in the system at the end */
  tta_node_id *devices;    /* of the module */
  tta_rank_facts *ranks;
  tta_unplaced_layout *layouts;
  uint32_t num_waiting, cap_waiting, num_devices, cap_devices, num_ranks, cap_ranks, num_layouts, cap_layouts;
  tta_span usual_tiles[TTA_USUAL_TILES]; /* where each of the usual sizes stood first; 0, 0: nowhere */
  tta_pending_tile *tiles;                   /* of other sizes */
  uint32_t num_tiles, cap_tiles;
  tta_alias_fix *fixes;
  uint32_t num_fixes, cap_fixes;
  tta_strmap fixes_of; /* a layout's node, as bytes: the number of its first fix */
  tta_strmap layouts_met; /* the texts of the tensor types in `layouts` */
} tta_module_facts;

/** Room for one item more; false sets the status of the report. */
bool tta_module_grow(tta_verifier *v, void **items, uint32_t count, uint32_t *capacity, size_t item_bytes);
#define TTA_MODULE_APPEND(v, list, item)                                                                               \
  (tta_module_grow(v, (void **)&(v)->facts->list, (v)->facts->num_##list, &(v)->facts->cap_##list,                     \
                   sizeof *(v)->facts->list)                                                                           \
       ? (void)((v)->facts->list[(v)->facts->num_##list++] = (item))                                                   \
       : (void)0)

/** A device was judged by itself: it is judged in the system, now or when that is known. */
void tta_module_record_device(tta_verifier *v, tta_node_id device, uint32_t faults);
/** The system of the module, else that of --system-desc; NULL when there is none so far. */
const tta_system *tta_module_system(const tta_verifier *v);

/* alias_fixes.c */
void tta_alias_fixes_offer(tta_verifier *v);
/* tile.c */
void tta_module_verify_tiles(tta_verifier *v, const tta_system *system);
/* module_layouts.c */
void tta_module_record_rank(tta_verifier *v, tta_node_id device);
void tta_module_verify_layouts(tta_verifier *v);

#endif
