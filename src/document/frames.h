/* frames.h: the brackets and items around an offset in text that need not be complete: completion and signatures. */
#ifndef TTA_DOCUMENT_FRAMES_H
#define TTA_DOCUMENT_FRAMES_H

#include "document/document.h"

enum { TTA_MAX_FRAMES = 16, TTA_MAX_BODY_FIELDS = 96 };

/* An open bracket, with what it belongs to: a row of the table, a builtin type, or unknown. */
typedef struct tta_frame {
  uint32_t open;        /* the bracket */
  uint32_t body;        /* the first byte of the items */
  uint32_t name;        /* where the name before it starts */
  bool device_op;
  tta_attribute row;    /* TTA_NUM_ATTRIBUTES for a builtin */
} tta_frame;

/** The items of a body, separated by commas; the last one is the current one. */
typedef struct tta_body_items {
  tta_str items[TTA_MAX_BODY_FIELDS];
  uint32_t count;
} tta_body_items;

typedef struct tta_field_list {
  const tta_field_spec *fields[TTA_MAX_BODY_FIELDS];
  uint32_t count;
  bool after_key; /* `name =` has been written */
} tta_field_list;

/** The open brackets around `offset`, innermost first, up to one with a name. *count is 0 if none has a name. */
tta_status tta_find_frames(const tta_document *document, uint32_t low, uint32_t offset,
                           tta_frame frames[TTA_MAX_FRAMES], uint32_t *count);
/** An item of a body: its key, if it has one. */
tta_str tta_body_key(tta_str item, bool *keyed);
void tta_body_split(const char *begin, const char *end, tta_body_items *out);
/** Whether an item before the last one has this key. */
bool tta_body_has_key(const tta_body_items *items, tta_field field);
/** The fields that the text from `begin` to `end` of a body may go on with. */
void tta_fields_at(const tta_document *document, tta_attribute row, uint32_t begin, uint32_t end, tta_field_list *out);
/** Whether a form has a field after the items up to the offset. */
bool tta_has_more_fields(const tta_document *document, tta_attribute row, uint32_t begin, uint32_t offset);
/** Whether the last item of a body is there already: then only what follows it can be written. */
bool tta_is_after_item(const tta_document *document, const tta_frame *innermost, uint32_t offset);

#endif
