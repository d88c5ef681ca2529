/* module.h: what waits for the end of a section: its devices, its system, and the layouts, tiles and fix-its that
 * depend on them. */
#ifndef TTA_VERIFY_MODULE_H
#define TTA_VERIFY_MODULE_H

#include "base/array.h"
#include "base/format.h"
#include "base/sort.h"
#include "model/device.h"
#include "model/lower_ttnn.h"
#include "verify/verify.h"

/* ---- one device -------------------------------------------------------------------------------------------------- */

/** Parts of a device that were rejected; nothing is reported that depends on them. */
enum { TTA_DEVICE_BAD_CHIPS = 1, TTA_DEVICE_BAD_GRID = 2, TTA_DEVICE_BAD_MAP = 4 };

/** Rules that need the system: chips that it does not have, cores outside their grids, links. */
void tta_device_verify_in(tta_verifier *v, const tta_device *device, uint32_t rejected, const tta_system *system);

/** The rule that needs no system: cores outside the chip that grid and mesh imply. */
void tta_device_verify_implied(tta_verifier *v, const tta_device *device);

/** Where an error in the worker map is reported: at the map, or, if the device has an alias in place of its grid, at
 *  the use of the alias; a note then points to the map. */
tta_span tta_device_map_span(const tta_device *device);
void tta_device_note_map(tta_verifier *v, tta_diagnostic *diagnostic, const tta_device *device);
/** A note that points to the system if it is described in the text. */
void tta_module_note_system(tta_verifier *v, tta_diagnostic *diagnostic, const tta_system *system);

/** Layouts and core ranges that wait while no device and no system is known. */
enum { TTA_MODULE_MAX_EARLY = 4096 };

/* ---- what is kept until the end of a section --------------------------------------------------------------------- */

typedef struct tta_pending_device {
  tta_node_id node;
  uint32_t rejected; /* TTA_DEVICE_BAD_* */
  bool implied_done; /* tta_device_verify_implied was called */
} tta_pending_device;

/** The largest device of a rank, by cores; INT64_MAX for more than that. */
typedef struct tta_rank_facts {
  uint32_t rank;
  tta_node_id device;
  int64_t cores;
} tta_rank_facts;

/** A layout on a tensor that no device so far is large enough for. */
typedef struct tta_unplaced_layout {
  tta_span tensor, grid;
  tta_shape shape; /* of the grid, in the facts' arena */
  tta_diagnostic *diagnostic; /* NULL: none */
} tta_unplaced_layout;

/** A further use of the type of an unplaced layout. */
typedef struct tta_layout_again {
  uint32_t layout, begin; /* number in the list; of the tensor type */
} tta_layout_again;

/** A tile whose size depends on the system. */
typedef struct tta_pending_tile {
  tta_span shape;
  tta_tile_size size;
} tta_pending_tile;

/** The last core of a core range of TTNN, or the largest row and column of a virtual grid. */
typedef struct tta_pending_core {
  tta_span span;
  int64_t y, x;
  bool of_grid; /* a virtual grid */
  bool of_dram; /* a bank: passed over */
} tta_pending_core;

/** A fix-it for a definition, until all its uses are known: alias_fixes.c. */
typedef struct tta_alias_fix {
  uint32_t diagnostic; /* number in the report */
  uint32_t first;      /* number of the first fix of this definition */
  tta_node_id layout;  /* the definition's attribute */
  bool refused;        /* of the first: another use needs a different edit */
  bool shared;         /* of the first: there is another one */
  tta_span span;
  tta_str text;        /* empty: there is no edit */
  const char *words;
} tta_alias_fix;

/** A use as the memory space of a layout of an alias that is not one. */
typedef struct tta_pending_space {
  tta_node_id value; /* of the definition */
  tta_span name;     /* of the definition */
  tta_span use;
  bool ttnn, ttcore; /* the family and the dialect of the layout */
  tta_memory_space space;
  uint32_t next;     /* use of this alias, UINT32_MAX: none; set at the end of the section */
  bool is_first;
} tta_pending_space;

typedef enum tta_recency { TTA_RECENCY_UNKNOWN, TTA_RECENT, TTA_NOT_RECENT } tta_recency;

/** A layout whose grid has another rank than two: legal for TTNN if a device of the section has its outer dims as mesh
 *  dims. */
typedef struct tta_pending_rank {
  tta_span tensor, grid;
  uint32_t rank;
} tta_pending_rank;

/** A value with diagnostics: where the first equal one starts, + 1, and its first diagnostic: equal_values.c. */
typedef struct tta_reported_value {
  uint32_t start;
  const tta_diagnostic *first;
} tta_reported_value;

/** A tensor type with diagnostics, which are together in the report: equal_values.c. */
typedef struct tta_faulty_type {
  tta_span span; /* of its first use */
  size_t first;
  uint32_t num_diagnostics;
} tta_faulty_type;

/** All of a section but the default system. Lists are in its arena. */
typedef struct tta_module_facts {
  tta_arena arena;
  tta_arena default_arena;     /* of the run */
  tta_system system, fallback; /* of the section; of sections without one (tta_check_options.system_desc) */
  bool has_system, has_fallback;
  bool several;              /* systems that differ: it is not known which one a device belongs to */
  tta_pending_device last;   /* the device verified last, and whether it is waiting or was verified in the system */
  bool last_done;
  tta_pending_device *waiting; /* devices to verify in the system at the end */
  tta_node_id *devices;    /* of the module: operations, and the attribute `device` */
  tta_node_id *views;      /* these and devices in other attributes of operations: they must not share some chips */
  tta_rank_facts *ranks;
  tta_unplaced_layout *layouts;
  tta_layout_again *again;
  tta_pending_tile *tiles;
  bool has_common_tile;    /* of the common size only the first is in `tiles` */
  tta_pending_core *cores; /* in the order of the text, as the following */
  tta_alias_fix *fixes;
  tta_pending_space *spaces;
  tta_pending_rank *grids; /* for --target=ttnn */
  tta_reported_value *reported;
  tta_faulty_type *faulty;
  uint32_t num_waiting, cap_waiting, num_devices, cap_devices, num_views, cap_views, num_ranks, cap_ranks;
  uint32_t num_layouts, cap_layouts, num_again, cap_again, num_tiles, cap_tiles, num_cores, cap_cores;
  uint32_t num_fixes, cap_fixes, num_spaces, cap_spaces, num_grids, cap_grids, num_faulty, cap_faulty;
  uint32_t num_reported, cap_reported;
  tta_recency recency;       /* tta_section_is_recent */
  tta_strmap values;         /* that were reported, by canonical text: the number in `reported` */
  tta_strmap types;          /* that were verified, by text: the number in `faulty` from 1, or 0 */
  tta_strmap fixes_of;       /* a layout's node, as bytes: the number of its first fix */
  tta_strmap layout_numbers; /* the texts of the tensor types in `layouts`, with their numbers there */
} tta_module_facts;

#define TTA_MODULE_APPEND(v, list, item) (void)TTA_PUSH_IN(&(v)->facts->arena, (v)->facts, list, item)

/** Records a device that was verified alone; the rules that need the system run now, or when it is known. */
void tta_module_record_device(tta_verifier *v, tta_node_id node, const tta_device *device, uint32_t rejected);
/** The system of the section, else the default one; NULL when there is none so far. */
const tta_system *tta_module_system(const tta_verifier *v);
static inline bool tta_is_default_system(const tta_verifier *v, const tta_system *system) {
  return system == &v->facts->fallback;
}

/* known_facts.c: what waits for the end of the section is noted with the value that is verified, too */
static inline bool tta_is_learning(const tta_verifier *v) { return v->reader->known.learning; }
void tta_known_begin(tta_verifier *v, tta_span span);
/* these only while tta_is_learning */
void tta_known_add_layout(tta_verifier *v, const tta_unplaced_layout *layout);
void tta_known_add_tile(tta_verifier *v, const tta_pending_tile *tile);
void tta_known_add_core(tta_verifier *v, const tta_pending_core *core);
void tta_known_forget_cores(tta_verifier *v, tta_span span);

/* alias_fixes.c */
void tta_alias_fixes_offer(tta_verifier *v);
/* space.c */
void tta_module_verify_spaces(tta_verifier *v);
/* tile.c */
/** Whether rule tile-size reports a tile of this size, as far as the section is known: what was computed with it would
 *  follow from the wrong size. */
bool tta_tile_size_is_reported(tta_verifier *v, const tta_element *element);
/** Keeps the size of a tile for the end of the section. */
void tta_module_place_tile(tta_verifier *v, tta_pending_tile tile);
void tta_module_verify_tiles(tta_verifier *v, const tta_system *system);
/* core_grid.c */
/** Keeps a core for the end of the section, unless it is on every chip. */
void tta_module_place_core(tta_verifier *v, tta_pending_core core);
void tta_module_record_range(tta_verifier *v, tta_span span, const tta_core_range *range);
/** core_range.c: whether its corners are known, in order and not negative: what rule core-range does not report. */
bool tta_core_range_is_sound(const tta_core_range *range);
/** @param grid of a ttnn_layout in L1, written or by alias */
void tta_module_record_virtual_grid(tta_verifier *v, tta_node_id grid);
/** The ranges of a set are banks of DRAM. @param set a core_range_set, written or by alias; 0: nothing */
void tta_module_forget_ranges(tta_verifier *v, tta_node_id set);
void tta_module_verify_core_ranges(tta_verifier *v, const tta_system *system);
/* module_layouts.c */
/** Keeps a layout until a device is known that holds it; of a type that is kept, where it is used again. */
void tta_module_place_layout(tta_verifier *v, const tta_unplaced_layout *layout);
void tta_module_record_rank(tta_verifier *v, tta_node_id device);
void tta_module_verify_layouts(tta_verifier *v);

#endif
