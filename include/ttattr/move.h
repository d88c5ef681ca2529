/* ttattr/move.h: the transfers that change the layout of a tensor: which bytes, between which endpoints, by which
 * kind of transfer, and what the cores must wait for.
 *
 * A plan is a closed form. Both layouts are linear maps whose results are cut into digits (core, tile, face, row in the
 * face; for pages also bank and slot). The plan is the common refinement of both: a list of tta_move_runs, each a nest
 * of loops over equal runs. A run is a range of bytes that is contiguous at both ends, and it is maximal: the elements
 * before and after it do not continue it at both ends. Runs are counted, not listed; the cost depends on the number of
 * pairs of cores and of cuts, not on the number of elements. Padding is not moved.
 *
 * Offsets and strides are bytes from the start of the buffer in a core, bank or host memory. Which of these has an
 * element, and at which offset, is described in storage.h. The L1 banks of interleaved tensors are shuffled over the
 * cores (arch.h). Block float tiles move as a whole. From DRAM to DRAM, each run goes through the L1 of a worker.
 *
 * Sources: tt-mlir docs/src/specs/tensor-layout.md and device.md; tt-metal noc_parameters.h (alignment, bursts),
 * dataflow_api.h (transfers, semaphores). Why a function failed is in the results of its plan: rules of the group
 * `move`, without what comments in the texts of the layouts suppress. After TTA_NO_MEMORY there is nothing new in them.
 */
#ifndef TTATTR_MOVE_H
#define TTATTR_MOVE_H

#include "ttattr/base.h"
#include "ttattr/device.h"
#include "ttattr/buf.h"
#include "ttattr/noc.h"
#include "ttattr/check.h"
#include "ttattr/system.h"
#include "ttattr/tiled.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TTA_MOVE_MAX_FAMILIES = 1 << 18, /* tta_transfer_plan: TTA_LIMIT above it; each stands for any number of runs */
  TTA_MOVE_MAX_ENDPOINTS = 1 << 20 /* cores of a layout: TTA_LIMIT above it */
};

/* ---- options ---- */

/** Who moves data from the L1 of a core to that of another core of the same chip. */
typedef enum tta_move_direction {
  TTA_MOVE_PUSH, /* the source writes */
  TTA_MOVE_PULL  /* the destination reads */
} tta_move_direction;

/** Where a move is reported: the texts of both layouts. */
typedef struct tta_move_texts {
  const tta_check_options *check; /* rules; NULL = the defaults */
  tta_source *from_source, *to_source; /* NULL: none */
  tta_span from_span, to_span;         /* of the layouts in these texts */
} tta_move_texts;

/** A move. Everything is borrowed and must outlive the plan. */
typedef struct tta_move_spec {
  const tta_layout *from, *to;
  const tta_device *from_device, *to_device; /* NULL: the last two grid dims are y, x; dims before them count chips */
  tta_shape permute;                         /* dim j of `to` is dim permute[j] of `from`; rank 0: the same dims */
  bool has_arch; /* false: banks, alignments and distances of wormhole_b0, as far as the cores exist */
  tta_arch arch;
  int64_t from_base, to_base;     /* address of both buffers in every core and bank, bytes */
  uint32_t noc;                   /* 0 or 1, of all transfers */
  uint32_t harvest;               /* of all chips: tta_arch_harvest */
  tta_move_direction direction;
  const tta_system *system;       /* the Ethernet channels between chips; NULL: unknown */
  const tta_allocator *allocator; /* NULL = malloc */
  tta_move_texts texts;
} tta_move_spec;

/* ---- the plan ---- */

typedef enum tta_move_memory { TTA_MOVE_L1, TTA_MOVE_DRAM, TTA_MOVE_HOST } tta_move_memory;

/** One end of a transfer: a core, a DRAM bank, or the host. */
typedef struct tta_move_endpoint {
  tta_move_memory memory;
  int64_t chip_index, chip; /* on which chip of its device, and its id in the system */
  tta_core core;            /* L1: on the chip */
  int64_t bank;             /* DRAM, and interleaved L1; else -1 */
  bool has_node;            /* the endpoint is on the NoC (the host: its PCIe node); always with has_arch */
  tta_noc_node node;
} tta_move_endpoint;

typedef enum tta_move_kind {
  TTA_MOVE_LOCAL, /* within one core */
  TTA_MOVE_READ,  /* noc_async_read by the destination: of DRAM, the host, or another core. DRAM to DRAM: by `via` */
  TTA_MOVE_WRITE, /* noc_async_write by the source: to another core, to DRAM or the host */
  TTA_MOVE_FABRIC /* to another chip, over Ethernet */
} tta_move_kind;
/** "local", "read", "write", "fabric". */
TTA_API const char *tta_move_kind_name(tta_move_kind kind);

/** A loop: iteration i adds i times both strides, in bytes. */
typedef struct tta_move_loop {
  int64_t count, src_stride, dst_stride;
} tta_move_loop;

/** A family of equal runs between two endpoints. */
typedef struct tta_move_runs {
  uint32_t src, dst; /* endpoints: tta_move_source, tta_move_target */
  tta_move_kind kind;
  int64_t src_offset, dst_offset, bytes; /* of the first run */
  int64_t count;                         /* runs: the product of the loops' counts */
  uint32_t num_loops;                    /* the longest first */
  const tta_move_loop *loops;
  bool has_via; /* DRAM to DRAM: a core reads each run into its L1 and then writes it: */
  tta_core via; /* ... the worker that tt-mlir gives the destination's bank */
  tta_noc_node via_node;
  int64_t hops; /* links of the route on the NoC; of a fabric transfer, Ethernet channels; -1: unknown */
} tta_move_runs;

/** What cores do whose data stays in them. */
typedef enum tta_move_local {
  TTA_MOVE_LOCAL_NONE,
  TTA_MOVE_LOCAL_TRANSPOSE, /* by `permute` */
  TTA_MOVE_LOCAL_TILIZE,
  TTA_MOVE_LOCAL_UNTILIZE,
  TTA_MOVE_LOCAL_RELAYOUT /* anything else */
} tta_move_local;

/** The cores of one end convert elements that both layouts store in different formats. All runs are of the format
 *  `moved`, from or into a copy of the tensor in tiles of that format, which this end holds, too: block floats are
 *  converted where their tiles are whole. */
typedef struct tta_move_conversion {
  bool exists, at_target;
  tta_data_type moved, stored; /* stored: at the end that converts */
  int64_t cores;               /* of this end */
  int64_t bytes;               /* of the copy, in each core */
} tta_move_conversion;

typedef struct tta_move_totals {
  tta_arch arch;
  int64_t elements, bytes_total; /* of the tensor, padding not counted */
  int64_t runs;
  bool maximal;                /* false: too many cuts to join all runs; some could be longer */
  int64_t bytes_on_noc;        /* of all runs that are not local; twice those from DRAM to DRAM */
  int64_t bytes_between_chips; /* of these: what leaves a chip */
  int64_t transactions;        /* NoC transactions of them: runs cut at the longest burst */
  int64_t misaligned_runs;     /* runs not local whose two addresses differ below the alignment: they need a detour */
  int64_t misaligned_bytes;
  bool has_hops;
  int64_t hops;          /* links of the routes on the NoC (noc.h), summed over the runs that stay on a chip */
  bool has_fabric_hops;
  int64_t fabric_hops;   /* Ethernet channels, summed over the runs between chips */
  uint32_t noc, harvest;
  tta_move_direction direction;
  bool no_op;            /* no byte has to move, and padding holds what it should */
  int64_t local_cores;   /* cores that keep all of their data, but at other offsets .. */
  tta_move_local local;  /* .. and what they do */
  tta_move_conversion conversion;
  int64_t padding_bytes; /* of the destination, which must hold oob_val; alignment is not counted. With a conversion at
                          * the destination: of its copy */
  int64_t alignment_l1, alignment_dram_read, alignment_dram_write, longest_burst; /* bytes */
} tta_move_totals;

typedef enum tta_move_role {
  TTA_MOVE_READY,   /* push, on a sender: its receivers are ready */
  TTA_MOVE_ARRIVED, /* push, on a receiver: its senders are done */
  TTA_MOVE_DONE     /* pull, on a source: its readers are done, so that its data may be overwritten */
} tta_move_role;

/** A semaphore of the handshake. Every core with both roles posts as receiver first, then waits as sender, so no order
 *  of the cores can hang. One post may be a remote set; several must be increments. */
typedef struct tta_move_semaphore {
  uint32_t id; /* its address is the same on all cores */
  tta_move_role role;
  int64_t chip;
  tta_core core;
  int64_t initial, waits, posts; /* its value at first; what the core waits for; how many other cores post to it */
} tta_move_semaphore;

typedef struct tta_move tta_move;

/** Plans a move.
 *  @param out owned by the caller; NULL without memory. After any other failure it has results only
 *  @return TTA_INVALID: shapes or elements differ, a layout without shards or with a map that is not linear, a grid
 *  that the device does not hold, block floats that would not stay whole; TTA_LIMIT: see above; TTA_OVERFLOW */
TTA_API tta_status tta_transfer_plan(const tta_move_spec *spec, tta_move **out);
TTA_API void tta_move_free(tta_move *move);
/** What was found, also by the functions on the plan below that fail. */
TTA_API const tta_results *tta_move_results(const tta_move *move);

/** Live as long as the move. */
TTA_API const tta_move_totals *tta_move_get_totals(const tta_move *move);
/** The families of runs; NULL for an index out of range, here and in all lists below. */
TTA_API size_t tta_move_num_families(const tta_move *move);
/** By source, then destination, then source offset. */
TTA_API const tta_move_runs *tta_move_family(const tta_move *move, size_t index);
TTA_API const tta_move_endpoint *tta_move_source(const tta_move *move, size_t index);
TTA_API const tta_move_endpoint *tta_move_target(const tta_move *move, size_t index);
/** Of transfers between cores of a chip. */
TTA_API size_t tta_move_num_semaphores(const tta_move *move);
TTA_API const tta_move_semaphore *tta_move_semaphore_at(const tta_move *move, size_t index);
/** Assumptions of the plan, a line each; empty if there are none. */
TTA_API tta_str tta_move_assumptions(const tta_move *move);

/* ---- traffic ---- */

enum { TTA_MOVE_MAX_CHIPS = 1024 }; /* without traffic above it */

/** A direction of an Ethernet channel between two chips that the plan uses. */
typedef struct tta_move_channel {
  int64_t from_chip, to_chip;
  uint32_t channel;     /* index in tta_system.channels */
  int64_t bytes, runs;
} tta_move_channel;

/** A lower bound of the time in clock cycles, if all transfers start at once. */
typedef struct tta_move_bound {
  int64_t cycles;
  const char *limit;     /* the name of a tta_noc_limit, "ethernet" (bytes of a channel) or "fabric" (latency) */
  int64_t chip;          /* of a tta_noc_limit; else -1 */
  tta_noc_bound on_chip; /* of that chip, if limit is of a tta_noc_limit */
  size_t channel;        /* of ethernet: tta_move_channel_at */
  int64_t ethernet_cycles, fabric_cycles;
} tta_move_bound;

/** Chips with traffic, by their id. 0 if some endpoint is not on the NoC. */
TTA_API size_t tta_move_num_chips(const tta_move *move);
TTA_API const tta_noc_traffic *tta_move_chip_traffic(const tta_move *move, size_t index, int64_t *chip);
TTA_API const tta_move_channel *tta_move_channel_at(const tta_move *move, size_t index);
/** NULL if some endpoint is not on the NoC. */
TTA_API const tta_move_bound *tta_move_get_bound(const tta_move *move);

/* ---- transfers ---- */

enum { TTA_MOVE_MAX_LOOPS = 64 }; /* of a family; each has a count of 2 or more */

/** One run: bytes that are contiguous at both ends. */
typedef struct tta_move_transfer {
  uint32_t src, dst; /* endpoints: tta_move_source, tta_move_target */
  tta_move_kind kind;
  int64_t src_offset, dst_offset, bytes;
  size_t family;     /* the family of runs that it belongs to */
} tta_move_transfer;

/** A position in the transfers of a plan. Borrows the plan; needs no release; a copy continues independently. */
typedef struct tta_move_transfers {
  const tta_move *move;
  size_t family;
  int64_t src_offset, dst_offset, turn[TTA_MOVE_MAX_LOOPS];
} tta_move_transfers;

/** All transfers of a plan one by one, in the order of the families, without a list of them in memory:
 *
 *     tta_move_transfers all = tta_move_all_transfers(move);
 *     for (tta_move_transfer t; tta_move_next_transfer(&all, &t);) copy(t.src_offset, t.dst_offset, t.bytes);
 *
 *  There are tta_move_get_totals(move)->runs of them. */
TTA_API tta_move_transfers tta_move_all_transfers(const tta_move *move);
/** @return false after the last transfer. */
TTA_API bool tta_move_next_transfer(tta_move_transfers *transfers, tta_move_transfer *transfer);

/* ---- JSON ---- */

struct tta_move_proof;

/** Writes a plan as an object: the transfers (null if totals_only; a loop of equal runs is one entry), the totals, the
 *  semaphores, the proof (null if there is none) and the assumptions.
 *  @return TTA_LIMIT if the list would have more than 2^18 entries: nothing is written then. */
TTA_API tta_status tta_transfer_plan_json(tta_json *json, tta_move *move, bool totals_only,
                                          const struct tta_move_proof *proof);
/** Writes the transfers of a plan as a workload of tt-npe; those from DRAM to DRAM in two phases.
 *  @return TTA_INVALID for plans with transfers between chips, or with cores that are not on the NoC */
TTA_API tta_status tta_move_npe(tta_json *json, tta_move *move);
TTA_API void tta_move_proof_json(tta_json *json, const struct tta_move_proof *proof);

/* ---- kernels ---- */

/** The texts of a plan as kernels. */
typedef enum tta_move_text {
  TTA_MOVE_TEXT_PROTOCOL, /* for tta_protocol_check (protocol.h) */
  TTA_MOVE_TEXT_READER,   /* C++ of tt-metal: reader.cpp, for cores that receive; empty if there are none */
  TTA_MOVE_TEXT_WRITER,   /* writer.cpp, for cores that send; empty if there are none */
  TTA_MOVE_TEXT_BINDING,  /* TOML: cores, buffers, semaphores and arguments of both kernels (kernel.h) */
  TTA_MOVE_TEXT_HOST      /* C++ of tt-metal: the function that adds both kernels to a program */
} tta_move_text;

/** Appends a text. The buffers of source and destination must not overlap. A core reads with the kernel `reader` on the
 *  NoC of the plan and sends with `writer`, on the other NoC if some core has both. A push waits until its receivers
 *  are ready (READY), a receiver until all data have arrived; sources of a pull until it is done. Padding is filled
 *  first, with the gaps of alignment. Runs that are not whole cells of 16 bytes are read by the owner of their
 *  destination (for DRAM, the worker of the bank), also in a push, and copied.
 *  @return TTA_INVALID: transfers between chips or with the host, several chips, nothing to move; TTA_LIMIT: more than
 *  2^16 families, or more arguments than a C++ kernel has on one core */
TTA_API tta_status tta_move_emit(tta_move *move, tta_move_text text, tta_buf *out);

/* ---- proof ---- */

enum { TTA_MOVE_SIMULATE_BYTES = 1 << 26 }; /* both ends together: TTA_LIMIT above it */

typedef struct tta_move_proof {
  int64_t bytes_simulated;  /* of all endpoints */
  int64_t elements_arrived; /* each found at its address in the destination */
  int64_t padding_bytes;    /* checked to hold oob_val; 0 where it is undef */
  int64_t untouched_bytes;  /* alignment of pages, and undefined padding: as before */
} tta_move_proof;

/** Runs the plan over arrays of bytes, one for each endpoint: fills padding with oob_val, copies all runs, then checks
 *  every element and every byte of padding. Each element holds its number; with fewer than four bytes the plan runs
 *  again for the rest of the number. @return TTA_INVALID: the plan is wrong; TTA_LIMIT: too large */
TTA_API tta_status tta_move_simulate(tta_move *move, tta_move_proof *proof);

/** The same, after the padding nests have written the value of padding: every slot that is padding holds it, and
 *  nothing else was written. The reason of a failure is appended to `reason`, which may be NULL. */
TTA_API tta_status tta_tiled_simulate_padding(const tta_tiled_facts *facts, int64_t device_elements,
                                              int64_t element_bytes, const tta_allocator *allocator,
                                              tta_move_proof *proof, tta_buf *reason);

/* ---- between tiled layouts ---- */

enum { TTA_TILED_BURST_BYTES = 4096 }; /* the longest request of a device with tiled layouts (torch-spyre, 2026) */

/** A move from one tiled layout to another one, or from the host to one. Runs are bytes that are contiguous at both
 *  ends; they are maximal, as those of tta_transfer_plan. */
typedef struct tta_tiled_plan {
  tta_tiled_facts from, to; /* from.layout.has_host false: the source is the host */
  bool no_op;               /* every element is in its place, and no padding has a value */
  bool maximal;
  int64_t elements, element_bytes, bytes; /* of the tensor, without padding */
  int64_t runs, shortest_run, longest_run; /* lengths in bytes */
  int64_t requests;                        /* runs cut at TTA_TILED_BURST_BYTES */
  uint32_t num_nests;
  const tta_digits_nest *nests; /* in elements */
  uint32_t num_padding_nests;   /* of `to` */
  size_t num_families;
  const tta_move_runs *families; /* endpoints, kind and hops are not set */
  tta_move_texts texts;          /* borrowed */
  tta_results *results;          /* owned; see tta_tiled_plan_results */
} tta_tiled_plan;

/** @param from NULL: the host. @param texts NULL: none, and the default rules
 *  @param plan to be freed, after failures, too
 *  @return TTA_INVALID: a layout with errors or without a host, other sizes or elements; TTA_LIMIT: too many loop
 *  nests, or weights of digits that are not multiples of each other */
TTA_API tta_status tta_tiled_plan_of(const tta_tiled *from, const tta_tiled *to, const tta_move_texts *texts,
                                     tta_arena *arena, tta_tiled_plan *plan);
TTA_API void tta_tiled_plan_free(tta_tiled_plan *plan);
/** What was found; NULL without memory. */
TTA_API const tta_results *tta_tiled_plan_results(const tta_tiled_plan *plan);
/** Runs the nests, and then the runs, over arrays, and checks every element by the definitions of both layouts, and the
 *  padding. @return as tta_move_simulate */
TTA_API tta_status tta_tiled_plan_simulate(tta_tiled_plan *plan, const tta_allocator *allocator,
                                           tta_move_proof *proof);
/** @param proof NULL: null */
TTA_API void tta_tiled_plan_json(tta_json *json, const tta_tiled_plan *plan, bool totals_only,
                                 const struct tta_move_proof *proof);

/** Appends the loop nests of a layout between host and device, and of its padding, as in the RFC, each after an empty
 *  line. */
TTA_API void tta_tiled_nests_text(tta_buf *out, const tta_tiled_facts *facts);
/** The same of a plan between two layouts. */
TTA_API void tta_tiled_plan_nests_text(tta_buf *out, const tta_tiled_plan *plan);

#ifdef __cplusplus
}
#endif
#endif
