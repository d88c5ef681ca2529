/* find_layout.h: the layout that a name of a text has. */
#ifndef TTA_TESTS_FIND_LAYOUT_H
#define TTA_TESTS_FIND_LAYOUT_H

#include <string.h>

#include "ttattr/layout.h"

/* The entry that a value or an alias names, at any of its uses; NULL when there is none. */
static const tta_layout_entry *find_layout(const tta_layouts *in, const char *name) {
  for (size_t i = 0; i < tta_layouts_num_uses(in); i++) {
    const tta_layout_name *use = tta_layouts_use(in, i);
    if (use->name.size == strlen(name) && !memcmp(use->name.data, name, use->name.size))
      return tta_layouts_entry(in, use->entry);
  }
  return NULL;
}

#endif
