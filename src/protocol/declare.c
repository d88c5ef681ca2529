/* declare.c: the declarations of a protocol, for all front ends: objects, their bytes and instances; call sites. */
#include <string.h>

#include "base/checked.h"
#include "base/str.h"
#include "protocol/protocol.h"

const tta_operation_row tta_operation_rows[TTA_NUM_PROTOCOL_OPS] = {{"for", "", 0}, {"}", "", 0},
#define OP(id, name, signature, processors) {name, signature, TTA_RUNS_ON_##processors},
#include "protocol/operations.def"
#undef OP
};

static const char *const processor_names[] = {"", "riscv_0", "riscv_1", "compute"};

const char *tta_processor_name(tta_processor processor) { return processor_names[processor]; }

tta_processor tta_processor_named(tta_str name) {
  for (int i = TTA_PROCESSOR_DM0; i <= TTA_PROCESSOR_COMPUTE; i++)
    if (tta_str_is(name, processor_names[i])) return (tta_processor)i;
  return TTA_PROCESSOR_ANY;
}

tta_protocol_op tta_operation_named(tta_str name) {
  for (uint32_t i = TTA_OP_END + 1; i < TTA_NUM_PROTOCOL_OPS; i++)
    if (tta_str_is(name, tta_operation_rows[i].name)) return (tta_protocol_op)i;
  return TTA_NUM_PROTOCOL_OPS;
}

tta_protocol_op tta_operation_of_call(tta_str name) {
  tta_protocol_op op = tta_operation_named(name);
  switch (op) {
  case TTA_OP_NOC_WRITE_POSTED: case TTA_OP_NOC_READ_TRID: case TTA_OP_NOC_WRITE_TRID: case TTA_OP_SEM_ADD:
  case TTA_OP_L1_READ: case TTA_OP_L1_WRITE: case TTA_OP_L1_COPY: case TTA_OP_SFPU_START: case TTA_OP_SFPU_LOAD:
  case TTA_OP_SFPU_STORE: case TTA_OP_SFPU_NEXT:
    return TTA_NUM_PROTOCOL_OPS;
  default: return op;
  }
}

bool tta_operand_is_filled(uint8_t op, uint32_t operand) {
  switch (op) {
  case TTA_OP_RESERVE: case TTA_OP_PUSH: case TTA_OP_PACK_TILE: case TTA_OP_PACK_BLOCK: return true;
  case TTA_OP_TILIZE: case TTA_OP_UNTILIZE: return operand > 0;
  default: return false;
  }
}

static tta_str copy(struct tta_protocol *p, tta_str text) {
  tta_str out = tta_arena_str(&p->arena, text);
  if (!out.data) p->status = TTA_NO_MEMORY;
  return out;
}

static tta_call_site copy_site(struct tta_protocol *p, const tta_call_site *site) {
  tta_call_site out = *site;
  if (site->text.size) out.text = copy(p, site->text);
  return out;
}

uint32_t tta_add_site(struct tta_protocol *p, const tta_call_site *site) {
  tta_call_site new_site = copy_site(p, site);
  return p->status || !TTA_PROTOCOL_APPEND(p, sites, new_site) ? 0 : p->num_sites - 1;
}

/* ---- objects ---- */

static uint32_t declare(struct tta_protocol *p, const tta_call_site *site, tta_str name, tta_protocol_object object) {
  object.site = copy_site(p, site);
  object.name = copy(p, name);
  if (object.kind != TTA_PROTOCOL_CB) object.over = TTA_PROTOCOL_NONE;
  if (p->status || !TTA_PROTOCOL_APPEND(p, objects, object)) return TTA_PROTOCOL_NONE;
  if (object.name.size && tta_strmap_set(&p->names, object.name, p->num_objects - 1)) p->status = TTA_NO_MEMORY;
  return p->num_objects - 1;
}

/* Space for the data of an object on each of its cores. */
static bool take_cells(struct tta_protocol *p, const tta_call_site *site, tta_protocol_object *o) {
  int64_t all;
  o->first_cell = p->num_cells;
  o->instance_cells = (uint32_t)(o->bytes / TTA_PROTOCOL_CELL_BYTES);
  if (o->bytes % TTA_PROTOCOL_CELL_BYTES) {
    tta_protocol_report(p, TTA_RULE_protocol_syntax, false, site,
                        "%lld bytes are not a multiple of %d, the L1 alignment", (long long)o->bytes,
                        TTA_PROTOCOL_CELL_BYTES);
    return false;
  }
  if (!tta_mul(o->bytes, o->dram ? 1 : tta_range_cores(&o->range), &all) ||
      all / TTA_PROTOCOL_CELL_BYTES > TTA_PROTOCOL_MAX_DECLARED / TTA_PROTOCOL_CELL_BYTES - (int64_t)p->num_cells) {
    tta_call_site line = {site->source, site->line, 1, {NULL, 0}};
    tta_protocol_report_too_large(p, &line, "more than %lld bytes of buffers in all: nothing was run",
                                  (long long)TTA_PROTOCOL_MAX_DECLARED);
    return false;
  }
  p->num_cells += (uint32_t)(all / TTA_PROTOCOL_CELL_BYTES);
  return true;
}

static bool take_instances(struct tta_protocol *p, const tta_call_site *site, tta_protocol_object *o,
                           uint32_t *count) {
  tta_call_site line = {site->source, site->line, 1, {NULL, 0}};
  o->first_instance = *count;
  *count += tta_range_cores(&o->range);
  if (*count <= TTA_PROTOCOL_MAX_INSTANCES) return true;
  tta_protocol_report_too_large(p, &line, "more than %d circular buffers or semaphores over all cores: nothing was run",
                                TTA_PROTOCOL_MAX_INSTANCES);
  *count = 0; /* nothing is issued after an error */
  return false;
}

uint32_t tta_add_constant(struct tta_protocol *p, const tta_call_site *site, tta_str name, int64_t value) {
  return declare(p, site, name, (tta_protocol_object){.kind = TTA_PROTOCOL_CONST, .value = value});
}

uint32_t tta_add_core(struct tta_protocol *p, const tta_call_site *site, tta_str name, tta_protocol_range range) {
  return declare(p, site, name, (tta_protocol_object){.kind = TTA_PROTOCOL_CORE, .range = range});
}

uint32_t tta_add_semaphore(struct tta_protocol *p, const tta_call_site *site, tta_str name, tta_protocol_range range,
                           uint32_t initial) {
  tta_protocol_object o = {.kind = TTA_PROTOCOL_SEMAPHORE, .range = range, .value = initial};
  return take_instances(p, site, &o, &p->num_sems) ? declare(p, site, name, o) : TTA_PROTOCOL_NONE;
}

/* The bytes of another object. */
static bool lay_over(struct tta_protocol *p, const tta_call_site *site, tta_str name, uint32_t over,
                     tta_protocol_object *o) {
  const tta_protocol_object *under = &p->objects[over];
  bool same = !under->dram && !memcmp(&under->range, &o->range, sizeof o->range);
  o->first_cell = under->first_cell;
  o->instance_cells = under->instance_cells;
  if (same && o->bytes <= under->bytes) return true;
  if (same)
    tta_protocol_report(p, TTA_RULE_protocol_syntax, false, site,
                        "circular buffer '%.*s' exceeds the %lld bytes of '%s'", TTA_STR_START(name),
                        (long long)under->bytes, under->name.data);
  else
    tta_protocol_report(p, TTA_RULE_protocol_syntax, false, site,
                        "circular buffer '%.*s' is not on the cores of '%s', whose bytes it uses", TTA_STR_START(name),
                        under->name.data);
  return false;
}

uint32_t tta_add_circular_buffer(struct tta_protocol *p, const tta_call_site *site, tta_str name,
                                 tta_protocol_range range, int64_t pages, int64_t page_bytes, bool written,
                                 uint32_t over) {
  tta_protocol_object o = {.kind = TTA_PROTOCOL_CB, .range = range, .written = written, .pages = pages,
                           .page_bytes = page_bytes, .over = over};
  bool good = pages > 0 && pages <= TTA_PROTOCOL_MAX_PAGES && page_bytes > 0 &&
              page_bytes % TTA_PROTOCOL_CELL_BYTES == 0 && tta_mul(pages, page_bytes, &o.bytes);
  if (!good) {
    tta_protocol_report(p, TTA_RULE_protocol_syntax, false, site,
                        "circular buffer '%.*s' has %lld pages of %lld bytes; a page is a multiple of %d bytes, and a "
                        "circular buffer has at most %d of them",
                        TTA_STR_START(name), (long long)pages, (long long)page_bytes,
                        TTA_PROTOCOL_CELL_BYTES, TTA_PROTOCOL_MAX_PAGES);
    return TTA_PROTOCOL_NONE;
  }
  if (over == TTA_PROTOCOL_NONE ? !take_cells(p, site, &o) : !lay_over(p, site, name, over, &o))
    return TTA_PROTOCOL_NONE;
  return take_instances(p, site, &o, &p->num_cbs) ? declare(p, site, name, o) : TTA_PROTOCOL_NONE;
}

uint32_t tta_add_buffer(struct tta_protocol *p, const tta_call_site *site, tta_str name,
                        const tta_protocol_range *range, int64_t bytes, bool written) {
  tta_protocol_object o = {.kind = TTA_PROTOCOL_BUFFER, .dram = !range, .bytes = bytes, .written = written};
  if (range) o.range = *range;
  return take_cells(p, site, &o) ? declare(p, site, name, o) : TTA_PROTOCOL_NONE;
}

uint32_t tta_add_dst(struct tta_protocol *p, const tta_call_site *site, tta_protocol_range range, bool full) {
  return declare(p, site, (tta_str){"", 0}, (tta_protocol_object){.kind = TTA_PROTOCOL_DST_DECL, .range = range,
                                                                  .full = full});
}

void tta_dst_use_fp32(struct tta_protocol *p, uint32_t dst) {
  if (dst != TTA_PROTOCOL_NONE) p->objects[dst].fp32 = true;
}

bool tta_protocol_is_result(const struct tta_protocol *p, const tta_protocol_object *cb) {
  while (cb->over != TTA_PROTOCOL_NONE && cb->kind == TTA_PROTOCOL_CB) cb = &p->objects[cb->over];
  return cb->kind != TTA_PROTOCOL_CB;
}
