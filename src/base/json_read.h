/* json_read.h: a strict reader of JSON (RFC 8259) for small inputs: options, traces, tables, one value at a time; and a
 * tolerant one for messages of any size.
 * The value is a tree in an arena. Stricter than the RFC: numbers are integers without fraction or exponent, an object
 * holds each key once and at most TTA_JSON_MAX_MEMBERS of them, strings are well-formed UTF-8. */
#ifndef TTA_BASE_JSON_READ_H
#define TTA_BASE_JSON_READ_H

#include "base/arena.h"

enum { TTA_JSON_MAX_MEMBERS = 256 };

typedef enum tta_json_kind {
  TTA_JSON_NULL,
  TTA_JSON_BOOL,
  TTA_JSON_INTEGER,
  TTA_JSON_STRING,
  TTA_JSON_ARRAY,
  TTA_JSON_OBJECT,
  TTA_JSON_NUMBER, /* of messages only: not an integer of 64 bits; `string` is its text */
} tta_json_kind;

/** A value; the members of an object and the items of an array are a list, in order of the text. */
typedef struct tta_json_node {
  tta_json_kind kind;
  bool boolean;       /* BOOL */
  bool negative;      /* INTEGER: the sign; -0 is 0 */
  uint32_t count;     /* ARRAY, OBJECT: how many children */
  size_t column;      /* of its first byte: 1-based, in bytes of the text */
  size_t key_column;  /* of a member's key */
  tta_str key;        /* of a member; NUL-terminated after its size, and escapes resolved, as `string` */
  union {
    uint64_t magnitude;               /* INTEGER */
    tta_str string;                   /* STRING, NUMBER */
    const struct tta_json_node *first; /* ARRAY, OBJECT */
  };
  const struct tta_json_node *next;
} tta_json_node;

typedef struct tta_json_error {
  size_t column; /* 1-based, in bytes of the text; one past its end if something is missing there */
  char message[120];
} tta_json_error;

/** Reads one value and the blanks around it; anything after it is an error. No recursion.
 *  @param text       borrowed; nothing in the tree points to it
 *  @param max_depth  how many brackets may be open at once; 0 allows scalars only
 *  @param out        the value, on TTA_OK
 *  @param error      filled on TTA_INVALID
 *  @return TTA_OK, TTA_INVALID (malformed, an integer beyond 64 bits, or too deep), TTA_NO_MEMORY */
tta_status tta_json_read(tta_arena *arena, tta_str text, uint32_t max_depth, const tta_json_node **out,
                         tta_json_error *error);

/** Parses a message of another program: as tta_json_read, but any number is accepted, an unpaired surrogate becomes
 *  U+FFFD, strings may have control characters and bytes that are not UTF-8, and an object any number of members. Of
 *  members with the same key tta_json_member finds the last one; the members of an object are in reverse order.
 *  @param text  overwritten: strings are decoded in place, and the tree points to them */
tta_status tta_json_read_message(tta_arena *arena, char *text, size_t size, uint32_t max_depth,
                                 const tta_json_node **out, tta_json_error *error);

/** The member of an object with this key, or NULL. */
const tta_json_node *tta_json_member(const tta_json_node *object, const char *key);
/** An integer as int64, also one written as a string ("9007199254740993"), as ttattr/buf.h writes beyond 2^53.
 *  false: the node is neither, or does not fit. */
bool tta_json_int64(const tta_json_node *node, int64_t *out);
/** "null", "true or false", "an integer", ...: what the node is, for messages. */
const char *tta_json_kind_name(tta_json_kind kind);

#endif
