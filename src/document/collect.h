/* collect.h: the layouts and the devices of a text: one check, one walk over its attributes, one owner of values. */
#ifndef TTA_DOCUMENT_COLLECT_H
#define TTA_DOCUMENT_COLLECT_H

#include "affine/pool.h"
#include "base/array.h"
#include "base/str.h"
#include "base/strmap.h"
#include "document/typed_values.h"
#include "ir/attributes.h"
#include "ttattr/device.h"
#include "ttattr/layout.h"
#include "ttattr/value.h"

typedef struct tta_collection tta_collection;

/** A part of the text that an entry consists of: of a definition or of its own. */
typedef struct tta_collected_part {
  tta_span span;
  uint32_t entry;
} tta_collected_part;

/** What the entries of a list have in common. */
typedef struct tta_collected {
  tta_strmap known;         /* canonical text -> entry */
  tta_layout_name *uses;    /* the names of the entries */
  tta_collected_part *parts;
  uint32_t num_uses, cap_uses, num_parts, cap_parts;
} tta_collected;

struct tta_layouts {
  tta_collection *in;
  tta_collected list;
  tta_layout_entry *entries;
  uint32_t num_entries, cap_entries, num_dynamic;
  bool wanted;
  bool attribute;   /* ATTRIBUTE: layouts without a tensor */
  bool tiled;       /* tiled layouts count, too */
  /* while the text is read */
  tta_typed_values values;
  tta_strmap texts;  /* of types -> entry, in this section */
  uint32_t section;
  tta_str function; /* symbol of the one around the last type */
  tta_span only;    /* TYPE: the attribute or type that was read last */
  uint32_t islands;
  bool strides;     /* a layout by strides was read: no rule verifies whether it fits its tensor */
  bool overflows;   /* a layout was left out: a size of it exceeds 63 bits */
};

/** The system of a section. */
typedef struct tta_section_system {
  uint32_t section, line;
  bool has_devices;
  tta_str text;
  tta_system *system; /* NULL: the section has several, which differ */
  const tta_device_entry *chip; /* of it, the device of a section that has none; or NULL */
} tta_section_system;

struct tta_devices {
  tta_collection *in;
  tta_collected list;
  tta_device_entry *entries;
  tta_section_system *systems;
  uint32_t num_entries, cap_entries, num_systems, cap_systems;
  uint32_t section;
  uint32_t num_written;     /* devices in the text, equal ones included */
  bool incomplete;          /* a device has no worker grid with a map */
  bool wanted;
};

/** A public handle is a part of its collection: each of them frees all. */
struct tta_collection {
  tta_arena arena;
  tta_affine_pool *pool;
  tta_source *source;
  tta_check *check;
  int32_t era;              /* of the options */
  tta_status status;        /* TTA_NO_MEMORY ends the walk */
  tta_layouts layouts;
  tta_devices devices;
};

/* collect.c */
/** An empty collection. @return NULL without memory */
tta_collection *tta_collection_new(tta_source *source, const tta_check_options *options);
void tta_collection_free(tta_collection *collection);
/** Checks the text and fills the lists that are wanted. */
tta_status tta_collect(tta_collection *collection, const tta_check_options *options);
/** The options of such a check: sections are split, values follow from what was verified. */
tta_check_options tta_collecting_options(const tta_check_options *options);
/** Adds the parts of an entry: its text, and the definitions of all aliases in it.
 *  @return false without memory. Recurses as deep as the text nests. */
bool tta_collected_add_parts(tta_collection *collection, tta_collected *list, const tta_tree *tree, tta_node_id node,
                             uint32_t entry);
/** Drops the entries with an error in one of their parts, and the uses of them.
 *  @param entries   of `size` bytes each
 *  @param is_error  which diagnostics count
 *  @return TTA_NO_MEMORY changes nothing */
tta_status tta_collected_drop(tta_collection *collection, tta_collected *list, void *entries, uint32_t *num_entries,
                              size_t size, bool (*is_error)(const tta_diagnostic *diagnostic));

/* layouts.c */
void tta_layouts_add_island(tta_layouts *layouts, const tta_island *island);
/** A tensor type without errors. @param use the island is the use of an alias of the type */
void tta_layouts_add_tensor(tta_layouts *layouts, const tta_island *island, tta_node_id tensor, bool use);

/* devices.c */
void tta_devices_add(tta_devices *devices, const tta_island *island, tta_node_id device);
void tta_devices_add_system(tta_devices *devices, const tta_island *island, tta_node_id system);
/** Drops devices that have an error, and connects each device with the system of its section. */
tta_status tta_devices_finish(tta_devices *devices);

#endif
