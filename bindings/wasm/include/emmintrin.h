/* emmintrin.h: the instructions of SSE2 that grammar/scan.re uses, as those of WebAssembly. */
#ifndef TTA_WASM_EMMINTRIN_H
#define TTA_WASM_EMMINTRIN_H

#include <wasm_simd128.h>

typedef v128_t __m128i;

#define _mm_set1_epi8(byte) wasm_i8x16_splat((int8_t)(byte))
#define _mm_setzero_si128() wasm_i8x16_splat(0)
#define _mm_loadu_si128(at) wasm_v128_load(at)
#define _mm_sub_epi8(a, b) wasm_i8x16_sub(a, b)
#define _mm_cmpeq_epi8(a, b) wasm_i8x16_eq(a, b)
#define _mm_cmplt_epi8(a, b) wasm_i8x16_lt(a, b)
#define _mm_min_epu8(a, b) wasm_u8x16_min(a, b)
#define _mm_and_si128(a, b) wasm_v128_and(a, b)
#define _mm_andnot_si128(a, b) wasm_v128_andnot(b, a) /* not a, and b: the other order */
#define _mm_or_si128(a, b) wasm_v128_or(a, b)
#define _mm_xor_si128(a, b) wasm_v128_xor(a, b)
#define _mm_movemask_epi8(a) ((int)wasm_i8x16_bitmask(a))

#endif
