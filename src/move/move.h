/* move.h: what the files of movement plans share. Bytes unless a name says otherwise. */
#ifndef TTA_MOVE_MOVE_H
#define TTA_MOVE_MOVE_H

#include "diag/results.h"
#include "layout/linear.h"
#include "ttattr/move.h"
#include "ttattr/storage.h"

/* ---- what is wrong ---- */

/** A part of a computation that can fail: the rule that reports it, and the layout that is at fault. */
typedef struct tta_move_stage {
  tta_rule rule;
  bool target;
} tta_move_stage;

/** Reports a failure by the rule of its stage, or by move-limit: at the layout; of two that are not the same tensor,
 *  with a note at the source. Frees `reason`. @return `status`, or TTA_NO_MEMORY */
tta_status tta_move_fail_and_free(tta_results *results, const tta_move_texts *texts, tta_move_stage at,
                                  tta_status status, tta_buf *reason);
/** Adds a diagnostic at a layout; after the last one call tta_move_finish_report. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
tta_diagnostic *tta_move_report_at(tta_results *results, const tta_move_texts *texts, tta_rule rule, bool target,
                                   const char *format, ...);
/** Sorts, and removes what comments suppress. */
tta_status tta_move_finish_report(tta_results *results);

/* ---- one end ---- */

/** The map of a layout as steps over forms (storage.h). Forms that no step writes keep their value at the start. */
typedef struct tta_move_map {
  uint32_t num_results, num_forms, num_steps;
  bool linear;                    /* no result depends on a step */
  tta_linear *start;              /* of each form, over the dims of `from` */
  tta_storage_step *steps;
  uint32_t result[TTA_MAX_RANK];  /* forms, each of one result only */
} tta_move_map;

/** A layout as an end of a move, and its endpoints. The unit that moves is a scalar, or an opaque tile. */
typedef struct tta_move_endpoints {
  const tta_layout *layout;
  const tta_device *device;
  tta_arch arch_name;
  const tta_arch_info *arch;
  tta_move_memory memory;
  tta_storage_banks banks;
  tta_storage storage;      /* its banks are the endpoints */
  tta_move_map map;         /* for each physical dim, over the dims of `from` */
  bool opaque;              /* tiles move as a whole: the map is the identity of indices in tiles */
  int64_t unit_bytes;
  int64_t base;             /* address of the buffer in each bank */
  uint32_t num_endpoints;
  tta_move_endpoint *endpoints;
} tta_move_endpoints;

/** Translates a map with at most TTA_MAX_RANK dims and results. @param failed the result with an error
 *  @return TTA_INVALID: symbols, products of dims, divisors that are not positive constants; TTA_LIMIT: too complex */
tta_status tta_move_make_map(const tta_move_spec *spec, bool target, const tta_map *map, tta_arena *arena,
                             tta_move_map *out, uint32_t *failed);
/** Each result is the dim of the same number. */
tta_status tta_move_identity_map(uint32_t rank, tta_arena *arena, tta_move_map *out);

/** Fills in an end. @param target which of the two.
 *  @return TTA_INVALID when the layout cannot be one. */
tta_status tta_move_make_endpoints(const tta_move_spec *spec, bool target, tta_arena *arena, tta_move_endpoints *out,
                                   tta_buf *reason);
/** Then finds its cores or banks. @return TTA_INVALID when the device does not have them */
tta_status tta_move_place_endpoints(const tta_move_spec *spec, bool target, tta_arena *arena, tta_move_endpoints *end,
                                    tta_buf *reason);
/** Two buffers at addresses that the user gave do not overlap. */
tta_status tta_move_check_bases(const tta_move_endpoints *from, const tta_move_endpoints *to, tta_buf *reason);

/** For tensors of block floats: the same end with tiles as units, over the physical shape in tiles. */
tta_status tta_move_make_opaque(tta_move_endpoints *end, bool target, tta_arena *arena, tta_buf *reason);

/* ---- runs ---- */

/** A family while the plan is made: loops are not merged yet. */
typedef struct tta_family {
  uint32_t src, dst;
  uint32_t num_loops;
  int64_t src_offset, dst_offset, bytes;
  tta_move_loop *loops;
} tta_family;

typedef struct tta_families {
  tta_arena *arena;
  uint32_t num_items, cap_items;
  tta_family *items;
} tta_families;

/** Appends a family with room for `loops` loops (to be filled in). NULL: no memory, or too many (families->num_items is
 * then TTA_MOVE_MAX_FAMILIES). */
tta_family *tta_families_add(tta_families *families, uint32_t loops);
/** What a NULL of tta_families_add means. */
tta_status tta_families_status(const tta_families *families);

/** Cuts the box `shape` so that both ends are linear in each piece: the pieces as families, not joined, in no order.
 *  @return TTA_INVALID if a piece is outside of the endpoints: no plan names a core outside of its grid */
tta_status tta_move_cut(const tta_move_endpoints *from, const tta_move_endpoints *to, tta_shape shape,
                        tta_families *out);

/** Joins runs that continue each other, then merges loops. Leaves the list in order of source, destination, offset.
 *  @param maximal false: it was too much work, and some runs could be longer */
tta_status tta_move_join(tta_families *families, bool *maximal);

/* ---- the network ---- */

/** A step from chip to chip: a channel in one direction. */
typedef struct tta_move_step {
  uint32_t channel; /* in tta_system.channels */
  uint32_t from, to; /* chips */
} tta_move_step;

/** The shortest ways from one chip to all others over the channels of a system. */
typedef struct tta_move_paths {
  int64_t source;     /* chip, or -1 */
  uint32_t *previous; /* by chip: the chip before it on the way; itself: the source, or not reached */
  uint32_t *queue;
  int64_t *hops;      /* by chip; -1: not reached */
} tta_move_paths;

/** Traffic of a plan on the NoCs of its chips and on the Ethernet channels between them. */
typedef struct tta_move_network {
  bool known;           /* all endpoints are on the NoC, and there are not too many chips */
  size_t num_chips;
  int64_t *chips;       /* ids, ascending */
  tta_noc_traffic *traffic; /* by index of `chips` */
  bool fabric_known;    /* the ways of all fabric transfers are known */
  bool ethernet_known;  /* .. and the nodes of all Ethernet cores */
  tta_move_paths paths;
  size_t num_channels;
  tta_move_channel *channels; /* sorted by from_chip, to_chip, channel */
  tta_move_bound bound;
} tta_move_network;

struct tta_move;

/** The transfers of all families on the network, and the lower bound of their time. Sets hops and fabric_hops of the
 *  totals. */
tta_status tta_move_make_network(struct tta_move *move);

/** Writes the keys `traffic`, `channels` and `bound`. */
void tta_move_network_json(tta_json *json, const struct tta_move *move);

/** Hops from one chip to another; -1: not known. */
int64_t tta_move_chip_hops(const struct tta_move *move, tta_move_paths *paths, int64_t from, int64_t to);
/** The steps of the way, after tta_move_chip_hops with this `from`; `turn` selects among several channels of a pair.
 *  @param steps space for its hops */
void tta_move_chip_steps(const struct tta_move *move, const tta_move_paths *paths, int64_t to, size_t turn,
                         tta_move_step *steps);
tta_status tta_move_make_paths(const struct tta_move *move, tta_arena *arena, tta_move_paths *paths);

/* ---- the plan ---- */

struct tta_move {
  tta_arena arena;
  tta_move_spec spec;
  tta_move_endpoints from, to;
  tta_shape shape; /* of the units that move */
  bool opaque;     /* units are tiles */
  size_t num_runs;
  tta_move_runs *runs;
  tta_move_conversion conversion; /* spec has the layout of the copy at that end */
  tta_move_totals totals;
  size_t num_semaphores;
  tta_move_semaphore *semaphores;
  tta_move_network network;
  tta_buf assumptions;
  tta_results results;
};

/** The handshake of the writes between cores of a chip. */
tta_status tta_move_make_semaphores(tta_move *move);

/** The worker that reads and writes for a DRAM bank of the destination. */
tta_core tta_move_bank_worker(const tta_move *m, int64_t bank);

/** Goes to the next run of a family over its loops from `first` on. @param turn a counter for each loop, initially 0
 *  @return false after the last run: offsets and counters are then those of the first run again */
bool tta_move_next_run(const tta_move_runs *runs, uint32_t first, int64_t *turn, int64_t *src, int64_t *dst);

/** "push", "pull". */
const char *tta_move_direction_name(tta_move_direction direction);

/** "none", "transpose", "tilize", ... */
const char *tta_move_local_name(tta_move_local what);

/** The NoC address of an offset in an endpoint, on the NoC of the plan (tta_noc_encode). TTA_INVALID without a node, or
 *  where the address does not exist. */
tta_status tta_move_noc_address(const tta_move *move, bool target, uint32_t endpoint, int64_t offset, uint64_t *address,
                                tta_buf *reason);
size_t tta_move_num_channels(const tta_move *move);

/** The links of a family's route on the NoC of a chip, through the worker of tta_move_runs.via if there is one.
 *  @param links NULL, or space for 2 * TTA_NOC_MAX_HOPS. @return their number; -1: unknown, or between chips */
int64_t tta_move_route(const tta_move *move, const tta_move_runs *runs, tta_noc_link *links);

/** The bytes of one unit of padding, little endian. Reads oob_val and memref_element only.
 *  @param size bytes of a scalar, or of a tile of block floats
 *  @return false: undef, which is any value, or a value that the element does not have */
bool tta_move_oob(const tta_layout *layout, int64_t size, unsigned char *bytes);
size_t tta_move_num_sources(const tta_move *move);
size_t tta_move_num_targets(const tta_move *move);

/** Whether the purpose of an operation is another layout of its first operand. @param name `ttnn.to_layout` */
bool tta_move_is_relayout(tta_str name);

#endif
