/* module.h: what a piece says about its devices and its system, as facts that outlive the trees they were read from.
 *
 * system_read.c makes a tta_system of an attribute or of the text of --system-desc; device.c and device_system.c judge
 * one device; module.c keeps what has to wait for the end of the piece. */
#ifndef TTA_VERIFY_MODULE_H
#define TTA_VERIFY_MODULE_H

#include "verify/verify.h"

/* ---- the system --------------------------------------------------------------------------------------------------- */

/** The grid of worker cores of a chip; 0, 0 when the text does not tell. */
typedef struct tta_chip_grid {
  int64_t rows, columns;
} tta_chip_grid;

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
  bool in_text;               /* from the module; else from --system-desc */
  tta_span span;
} tta_system;

static inline tta_chip_grid tta_system_chip_grid(const tta_system *system, int64_t chip) {
  uint32_t kind = system->kind_of ? system->kind_of[chip] : 0;
  return kind < system->num_kinds ? system->kinds[kind] : (tta_chip_grid){0, 0};
}
bool tta_system_linked(const tta_system *system, uint32_t a, uint32_t b);

/** The facts of a system_desc attribute that is not faulty; memory from `arena`. Judges nothing: what makes no sense is unknown.
 *  @return TTA_NO_MEMORY */
tta_status tta_system_read(const tta_tree *tree, tta_node_id system, tta_arena *arena, tta_system *out);
/** The same from `NAME[:N]`, `[N, 8x8]` or a text that holds a system_desc attribute.
 *  @return TTA_INVALID when it is none of them; TTA_NO_MEMORY */
tta_status tta_system_parse(tta_str text, tta_arena *arena, tta_system *out);

/* ---- a device ------------------------------------------------------------------------------------------------------ */

/** Which parts of a device were refused, so that nothing is said about what rests on them. */
enum { TTA_DEVICE_BAD_CHIPS = 1, TTA_DEVICE_BAD_GRID = 2, TTA_DEVICE_BAD_MAP = 4 };

typedef struct tta_device {
  tta_node_id node, chips, mesh, topology, dram_grid;
  tta_node_id grid;     /* as written: an attribute, or the use of an alias */
  tta_node_id map_node; /* in the grid, wherever that stands; 0 = no map */
  tta_shape shape, mesh_shape;
  tta_map map;
  uint32_t num_chips;
  bool keyed;           /* workerGrid = ..; else the form of 2024-07-24 to 2024-09-04 */
} tta_device;

/** False when a part is not what it ought to be (which was reported). */
bool tta_device_read(const tta_tree *tree, tta_node_id device, tta_device *out);
/** What only the system can tell: chips it does not have, cores outside their grids, links. */
void tta_device_judge_in(tta_verifier *v, tta_node_id device, uint32_t faults, const tta_system *system);

/** `(1, 2, 3)`, cut short when it is long. @param out room for TTA_INDEX_BYTES */
enum { TTA_INDEX_BYTES = 160 };
const char *tta_show_index(char *out, uint32_t rank, const int64_t *index);
/** `8x8`, cut short when it is long. */
const char *tta_show_shape(char *out, tta_shape shape);
/** Sorts by the upper halves, stable: linear in `count`. @param scratch as large as items */
void tta_sort_pairs(uint64_t *items, uint64_t *scratch, size_t count);

/** A device was judged by itself: module.c judges it in the system, now or when that is known. */
void tta_module_meet_device(tta_verifier *v, tta_node_id device, uint32_t faults);

/* ---- the devices of the module ------------------------------------------------------------------------------------- */

/** Devices so far (of tta_module_add_device), and their nodes, which stay until the end of the piece. */
size_t tta_module_num_devices(const tta_verifier *v);
tta_node_id tta_module_device(const tta_verifier *v, size_t index);
/** The system of the module, else that of --system-desc; NULL when there is none so far. */
const tta_system *tta_module_system(const tta_verifier *v);

#endif
