/* chars.h: classes of bytes in texts, all of ASCII, and brackets. MLIR: `bare-id`, `suffix-id` in docs/LangRef.md. */
#ifndef TTA_BASE_CHARS_H
#define TTA_BASE_CHARS_H

#include <stdbool.h>
#include <string.h>

static inline bool tta_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
static inline bool tta_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool tta_is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
static inline bool tta_is_hex_digit(char c) { return tta_is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }

/** The value of a hexadecimal digit, -1 of any other byte. */
static inline int tta_hex_value(char c) {
  return tta_is_digit(c) ? c - '0' : tta_is_hex_digit(c) ? (c | 0x20) - 'a' + 10 : -1;
}

/** Of a bare-id of MLIR without its dots: keywords, fields, a part of a dotted name. */
static inline bool tta_is_word_byte(char c) { return tta_is_letter(c) || tta_is_digit(c) || c == '_' || c == '$'; }
/** Of a bare-id: names of operations, attributes and types. */
static inline bool tta_is_bare_byte(char c) { return tta_is_word_byte(c) || c == '.'; }
/** Of a suffix-id after its first byte: names of aliases and values. */
static inline bool tta_is_name_byte(char c) { return tta_is_bare_byte(c) || c == '-'; }

static inline bool tta_is_opening(char c) { return c == '<' || c == '(' || c == '[' || c == '{'; }
static inline bool tta_is_closing(char c) { return c == '>' || c == ')' || c == ']' || c == '}'; }
/** The bracket that closes an opening one. */
static inline char tta_closing_of(char opening) { return opening == '(' ? ')' : (char)(opening + 2); }
/** The bracket that a closing one closes. */
static inline char tta_opening_of(char closing) { return closing == ')' ? '(' : (char)(closing - 2); }

#endif
