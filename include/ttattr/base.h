/* ttattr/base.h: what every other header needs: export macro, status codes, strings, shapes.
 *
 * Every function of the library that can fail returns a tta_status. The library never aborts, never prints,
 * reads no environment and keeps no global state: out of memory is TTA_NO_MEMORY, like any other answer. A list is a
 * function for its size and one for an element; an index out of range gives the absent value: NULL, an empty text, or
 * a struct of zeros.
 */
#ifndef TTATTR_BASE_H
#define TTATTR_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define TTA_API __declspec(dllexport)
#else
#define TTA_API __attribute__((visibility("default")))
#endif

/** Outcome of a call. TTA_OK is 0, so `if (status)` reads "if it failed". */
typedef enum tta_status {
  TTA_OK = 0,
  TTA_NO_MEMORY,  /* an allocation failed; nothing is half done that the owner cannot free */
  TTA_OVERFLOW,   /* a value left int64, or a size left size_t */
  TTA_INVALID,    /* an argument has no meaning for this call (rank mismatch, extent < 1, division by zero, ...) */
  TTA_LIMIT,      /* a documented limit (docs/limits.md) was reached */
  TTA_UNDECIDED,  /* the question was asked within a bound, and the bound was too small for an answer */
} tta_status;

/** "ok", "no memory", "overflow", "invalid argument", "limit reached", "undecided". Constant; "" for any other
 *  number. */
TTA_API const char *tta_status_name(tta_status status);

/** Borrowed byte string; not NUL-terminated. */
typedef struct tta_str {
  const char *data;
  size_t size;
} tta_str;

/** A shape: `rank` extents, outermost first, in elements unless a name says otherwise. Borrowed. */
typedef struct tta_shape {
  uint32_t rank;
  const int64_t *extent;
} tta_shape;

/** A dynamic extent `?` in a tta_shape. */
#define TTA_DYNAMIC_EXTENT INT64_MIN

/** Where memory comes from. All three functions must be given; `user` is passed through.
 *  `size` in resize and release is the size that was asked for. Alignment: as malloc. */
typedef struct tta_allocator {
  void *(*allocate)(void *user, size_t size);
  void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
  void (*release)(void *user, void *block, size_t size);
  void *user;
} tta_allocator;

/** Memory that is freed together, for the functions that take a `tta_arena *`; its members are the library's own. */
typedef struct tta_arena tta_arena;

/** @param allocator NULL = malloc; borrowed, must outlive the arena. @return NULL when there is no memory. */
TTA_API tta_arena *tta_arena_new(const tta_allocator *allocator);
/** Frees the arena and all that lies in it. NULL is allowed. */
TTA_API void tta_arena_delete(tta_arena *arena);

/** The version of the library, "MAJOR.MINOR.PATCH". */
TTA_API const char *tta_version(void);

#ifdef __cplusplus
}
#endif
#endif
