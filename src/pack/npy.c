/* Files of numpy. The header is the text of a Python dict with the keys descr, fortran_order and shape. */
#include "pack/npy.h"

#include <string.h>

#include "base/chars.h"
#include "base/checked.h"
#include "base/format.h"
#include "base/str.h"

enum { MAGIC_BYTES = 6, HEADER_ALIGNMENT = 64 };
static const char magic[] = "\x93NUMPY";

typedef struct reader {
  const char *start, *at, *end; /* start: of the file */
  tta_npy *npy;
  tta_buf *reason;
  bool has_descr, has_order, has_shape;
} reader;

static tta_status reject(reader *r, const char *why) {
  tta_buf_printf(r->reason, "byte %zu: not a file of numpy that is supported: %s", (size_t)(r->at - r->start), why);
  return TTA_INVALID;
}

static void skip_blanks(reader *r) {
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n')) r->at++;
}

static bool take(reader *r, char c) {
  skip_blanks(r);
  if (r->at == r->end || *r->at != c) return false;
  r->at++;
  return true;
}

static bool take_word(reader *r, const char *word) {
  size_t size = strlen(word);
  skip_blanks(r);
  if ((size_t)(r->end - r->at) < size || memcmp(r->at, word, size) != 0) return false;
  r->at += size;
  return true;
}

/* 'text' or "text" without escapes */
static bool take_text(reader *r, tta_str *text) {
  char quote = take(r, '\'') ? '\'' : take(r, '"') ? '"' : 0;
  const char *end = quote ? memchr(r->at, quote, (size_t)(r->end - r->at)) : NULL;
  if (!end) return false;
  *text = (tta_str){r->at, (size_t)(end - r->at)};
  r->at = end + 1;
  return true;
}

static tta_status read_descr(reader *r) {
  tta_str descr;
  skip_blanks(r);
  const char *start = r->at;
  if (!take_text(r, &descr)) return reject(r, "descr is not the name of one type");
  const char *end = r->at;
  r->at = start; /* of the errors */
  bool known = descr.size == 3 && memchr("biufcV", descr.data[1], 6) && memchr("1248", descr.data[2], 4) &&
               memchr("<|>=", descr.data[0], 4);
  if (!known) return reject(r, "expected a type of 1, 2, 4 or 8 bytes such as '<f2'");
  r->npy->element_bytes = descr.data[2] - '0';
  r->npy->kind = descr.data[1];
  r->npy->descr = descr;
  if (r->npy->element_bytes > 1 && (descr.data[0] == '>' || descr.data[0] == '='))
    return reject(r, "expected little endian elements such as '<f2'; convert them with "
                     "x.astype(x.dtype.newbyteorder('<'))");
  r->at = end;
  r->has_descr = true;
  return TTA_OK;
}

static bool take_number(reader *r, int64_t *number) {
  skip_blanks(r);
  const char *start = r->at;
  for (*number = 0; r->at < r->end && tta_is_digit(*r->at); r->at++)
    if (!tta_mul(*number, 10, number) || !tta_add(*number, *r->at - '0', number)) return false;
  return r->at > start;
}

static tta_status read_shape(reader *r) {
  tta_npy *npy = r->npy;
  bool more = true;
  npy->rank = 0;
  if (!take(r, '(')) return reject(r, "shape is not a tuple");
  while (!take(r, ')')) {
    if (npy->rank == TTA_MAX_RANK) return reject(r, "its rank is above 64");
    if (!more || !take_number(r, &npy->extent[npy->rank])) return reject(r, "shape is not a tuple of numbers");
    if (!npy->extent[npy->rank++]) return reject(r, "it has no elements");
    more = take(r, ',');
  }
  if (npy->rank == 1 && !more) return reject(r, "shape is not a tuple");
  r->has_shape = true;
  return TTA_OK;
}

static tta_status read_member(reader *r) {
  tta_str key;
  if (!take_text(r, &key) || !take(r, ':')) return reject(r, "the header is not a dict");
  if (tta_str_is(key, "descr")) return read_descr(r);
  if (tta_str_is(key, "shape")) return read_shape(r);
  if (!tta_str_is(key, "fortran_order")) return reject(r, "the header has an unknown key");
  r->npy->fortran = take_word(r, "True");
  if (!r->npy->fortran && !take_word(r, "False")) return reject(r, "fortran_order is not True or False");
  r->has_order = true;
  return TTA_OK;
}

static tta_status read_header(reader *r) {
  tta_status status = TTA_OK;
  bool more = true;
  if (!take(r, '{')) return reject(r, "the header is not a dict");
  while (!status && !take(r, '}')) {
    if (!more) return reject(r, "the header is not a dict");
    status = read_member(r);
    more = take(r, ',');
  }
  if (status) return status;
  skip_blanks(r);
  if (r->at < r->end) return reject(r, "text follows the header");
  if (!r->has_descr || !r->has_order || !r->has_shape)
    return reject(r, "the header lacks descr, fortran_order or shape");
  return TTA_OK;
}

tta_status tta_npy_read(tta_str text, tta_npy *npy, tta_buf *reason) {
  const unsigned char *bytes = (const unsigned char *)text.data;
  reader r = {.start = text.data, .at = text.data, .npy = npy, .reason = reason};
  *npy = (tta_npy){.rank = 0};
  if (text.size < MAGIC_BYTES + 4 || memcmp(text.data, magic, MAGIC_BYTES) != 0)
    return reject(&r, "it does not start with \\x93NUMPY");
  r.at += MAGIC_BYTES;
  if (bytes[6] < 1 || bytes[6] > 3 || bytes[7]) return reject(&r, "expected format version 1.0, 2.0 or 3.0");
  size_t start = bytes[6] == 1 ? 10 : 12, size = bytes[8] | (size_t)bytes[9] << 8;
  if (text.size < start) return reject(&r, "the header is truncated");
  if (start == 12) size |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
  if (text.size - start < size) return reject(&r, "the header is truncated");
  r.at = text.data + start;
  r.end = r.at + size;
  tta_status status = read_header(&r);
  if (status) return status;
  npy->data = (tta_str){text.data + start + size, text.size - start - size};
  int64_t expected = npy->element_bytes;
  for (uint32_t i = 0; i < npy->rank; i++)
    if (!tta_mul(expected, npy->extent[i], &expected)) return TTA_OVERFLOW;
  if ((uint64_t)expected == npy->data.size) return TTA_OK;
  tta_buf_printf(reason, "byte %zu: the elements of the file have %zu bytes, but its shape and type have %lld",
                 start + size, npy->data.size, (long long)expected);
  return TTA_INVALID;
}

void tta_npy_header(tta_buf *out, const char *descr, bool fortran, tta_shape shape) {
  tta_buf text = tta_buf_new(out->allocator);
  tta_buf_printf(&text, "{'descr': '%s', 'fortran_order': %s, 'shape': (", descr, fortran ? "True" : "False");
  tta_buf_numbers(&text, shape.rank, shape.extent, ", ");
  tta_buf_str(&text, shape.rank == 1 ? ",), }" : "), }");
  size_t rest = (MAGIC_BYTES + 4 + text.size + 1) % HEADER_ALIGNMENT;
  tta_buf_fill(&text, ' ', rest ? HEADER_ALIGNMENT - rest : 0);
  tta_buf_char(&text, '\n');
  tta_buf_bytes(out, magic, MAGIC_BYTES);
  tta_buf_char(out, 1);
  tta_buf_char(out, 0);
  tta_buf_char(out, (char)(text.size & 255));
  tta_buf_char(out, (char)(text.size >> 8)); /* 64 numbers of 19 digits fit in 16 bits */
  tta_buf_append(out, tta_buf_view(&text));
  if (text.failed) out->failed = true;
  tta_buf_free(&text);
}
