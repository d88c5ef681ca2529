/* pack.h: addresses of the elements in a packed tensor. */
#ifndef TTA_PACK_PACK_H
#define TTA_PACK_PACK_H

#include "ttattr/pack.h"
#include "ttattr/storage.h"

/** Digits of one memory, or the banks of a metal or ttnn layout, one after the other. */
typedef struct tta_packing_addresses {
  const tta_layout *layout; /* NULL: digits */
  tta_storage storage;
  tta_digits digits;
  tta_shape shape;
  tta_element element;
  int64_t element_bytes, bytes; /* bytes: of the layout, padding included */
  unsigned char pad[8];
} tta_packing_addresses;

/** The byte of an element. @param bytes from there on, which must be in the layout */
tta_status tta_packing_address(const tta_packing_addresses *addresses, const int64_t *index, int64_t bytes,
                               int64_t *byte, tta_buf *reason);

#endif
