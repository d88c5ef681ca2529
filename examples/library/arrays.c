/* Packs an array in memory into the bytes of each core, finds elements in them, and unpacks them. */
#include <stdio.h>
#include <string.h>

#include <ttattr/pack.h>

static const char layout[] = "tensor<2x3xi16, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, "
                             "memref<2x2xi16, #tt.memory_space<l1>>>>";

static void print_banks(const tta_packing *packing, const unsigned char *packed) {
  for (int64_t bank = 0; bank < packing->num_banks; bank++) {
    printf("core %d:", (int)bank);
    for (int64_t i = 0; i < packing->bank_bytes; i++) printf(" %02x", packed[bank * packing->bank_bytes + i]);
    printf("\n");
  }
}

static tta_status run(const tta_packing *packing, tta_buf *reason) {
  static const int16_t transpose[3][2] = {{0x11, 0x21}, {0x12, 0x22}, {0x13, 0x23}};
  static const int64_t strides[2] = {2, 4}; /* bytes: element (i, j) is transpose[j][i] */
  unsigned char packed[64] = {0}, marks[64] = {0};
  int64_t banks[6], offsets[6];
  int16_t back[2][3];
  if (packing->bytes > 64 || packing->marks_bytes > 64) return TTA_LIMIT;
  tta_status status = tta_pack_array(packing, transpose, strides, packed, marks, reason);
  if (!status) print_banks(packing, packed);
  if (!status) status = tta_packing_locate(packing, NULL, 6, banks, offsets, reason);
  if (!status) printf("the last element: core %d, byte %d\n", (int)banks[5], (int)offsets[5]);
  if (!status) status = tta_unpack_array(packing, packed, back, NULL, reason);
  if (!status) printf("first row: %x %x %x\n", back[0][0], back[0][1], back[0][2]);
  return status;
}

int main(void) {
  tta_layout_ref_text *text = NULL;
  tta_layout_ref_context context;
  memset(&context, 0, sizeof context);
  context.from = TTA_NOTATION_UNKNOWN;
  tta_str name = {layout, sizeof layout - 1}, no_element = {NULL, 0};
  tta_arena *arena = tta_arena_new(NULL);
  tta_buf reason = tta_buf_new(NULL);
  tta_packing packing;
  tta_status status = arena ? tta_layout_ref_read(name, &context, &text, &reason) : TTA_NO_MEMORY;
  if (!status)
    status = tta_packing_of(tta_layout_ref_get(text), TTA_ARCH_WORMHOLE_B0, no_element, arena, &packing, &reason);
  if (!status) status = run(&packing, &reason);
  if (status) fprintf(stderr, "%s: %.*s\n", tta_status_name(status), (int)reason.size, reason.data);
  tta_buf_free(&reason);
  tta_layout_ref_free(text);
  tta_arena_delete(arena);
  return status != TTA_OK;
}
