/* dialect_bits.h: the names of the dialects in attributes.def and synonyms.def; for the files that include these. */
#ifndef TTA_IR_DIALECT_BITS_H
#define TTA_IR_DIALECT_BITS_H

#define TT (1 << TTA_TT)
#define TTCORE (1 << TTA_TTCORE)
#define TTNN (1 << TTA_TTNN)
#define TTIR (1 << TTA_TTIR)
#define D2M (1 << TTA_D2M)
#define TTMETAL (1 << TTA_TTMETAL)
#define TTKERNEL (1 << TTA_TTKERNEL)
#define SFPI (1 << TTA_SFPI)
#define EMITPY (1 << TTA_EMITPY)

#endif
