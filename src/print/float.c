/* MLIR's text of a floating point attribute (printFloatValue in AsmPrinter.cpp, APFloat::toString): six significant
 * digits and a zero if they are the value, else as many as the format needs, else its bits. The digits are those of
 * APFloat::toString, which truncates before it rounds: 0.7 : f64 is 0.69999999999999996.
 *
 * Only literals of at most 15 digits and a small exponent are read: one multiplication or division of two exact doubles
 * is then correctly rounded. Others keep the text that was read; no attribute of tt-mlir has them. */
#include <string.h>

#include "base/chars.h"
#include "base/format.h"
#include "base/str.h"
#include "print/print.h"

enum { MAX_DIGITS = 15, MAX_POWER = 22, DOUBLE_FRACTION = 52, DOUBLE_BIAS = 1023 };

typedef struct format {
  const char *name;
  uint32_t fraction_bits, exponent_bits;
} format;

static const format formats[] = {{"f64", 52, 11}, {"f32", 23, 8}, {"bf16", 7, 8}, {"f16", 10, 5}};

static const format *find_format(tta_str type) {
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (tta_str_is(type, formats[i].name)) return &formats[i];
  return NULL;
}

/* `-12.5e-3`. @return false if it may not be exact */
static bool parse(tta_str text, double *value) {
  static const double powers[MAX_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const char *at = text.data, *end = at + text.size;
  bool negative = at < end && *at == '-', negative_exponent;
  uint64_t digits = 0;
  int count = 0, power = 0, exponent = 0;
  bool fraction = false;
  at += negative;
  while (at < end && (*at == ' ' || *at == '\t')) at++; /* `- 1.0` */
  for (; at < end && (tta_is_digit(*at) || (*at == '.' && !fraction)); at++) {
    fraction |= *at == '.';
    if (*at == '.') continue;
    digits = digits * 10 + (uint64_t)(*at - '0');
    count += digits != 0;
    power -= fraction;
    if (count > MAX_DIGITS) return false;
  }
  if (at < end && (*at == 'e' || *at == 'E')) {
    negative_exponent = ++at < end && *at == '-';
    at += at < end && (*at == '-' || *at == '+');
    for (; at < end && tta_is_digit(*at) && exponent < 1000; at++) exponent = exponent * 10 + (*at - '0');
    power += negative_exponent ? -exponent : exponent;
  }
  if (at != end || power < -MAX_POWER || power > MAX_POWER) return false;
  *value = power < 0 ? (double)digits / powers[-power] : (double)digits * powers[power];
  if (negative) *value = -*value;
  return true;
}

static uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* The value in a shorter format, ties to even. @return false for results that are not normal numbers */
static bool round_to(const format *f, double *value) {
  uint32_t dropped = DOUBLE_FRACTION - f->fraction_bits;
  uint64_t bits = bits_of(*value), half = dropped ? (uint64_t)1 << (dropped - 1) : 0;
  if (*value == 0 || !dropped) return true;
  bits += half - 1 + (bits >> dropped & 1);
  bits &= ~(((uint64_t)1 << dropped) - 1);
  memcpy(value, &bits, sizeof bits);
  int32_t exponent = (int32_t)(bits >> DOUBLE_FRACTION & 0x7ff) - DOUBLE_BIAS, bias = (1 << (f->exponent_bits - 1)) - 1;
  return exponent > -bias && exponent <= bias;
}

/* `0x3F800000`. @return false for what is not a normal number of the format */
static bool parse_bits(tta_str text, const format *f, double *value) {
  uint64_t encoded = 0;
  if (text.size < 3 || text.size > 18 || text.data[0] != '0' || text.data[1] != 'x') return false;
  for (size_t i = 2; i < text.size; i++) {
    char c = text.data[i];
    encoded = encoded << 4 | (uint64_t)tta_hex_value(c);
  }
  uint64_t maximum = ((uint64_t)1 << f->exponent_bits) - 1, exponent = encoded >> f->fraction_bits & maximum;
  uint64_t fraction = encoded & (((uint64_t)1 << f->fraction_bits) - 1);
  uint64_t sign = encoded >> (f->fraction_bits + f->exponent_bits);
  if (!exponent || exponent == maximum || sign > 1) return false;
  uint64_t bits = sign << 63 | (exponent + DOUBLE_BIAS - (maximum >> 1)) << DOUBLE_FRACTION |
                  fraction << (DOUBLE_FRACTION - f->fraction_bits);
  memcpy(value, &bits, sizeof bits);
  return true;
}

static void print_bits(tta_buf *out, const format *f, double value) {
  uint64_t bits = bits_of(value), fraction = bits & (((uint64_t)1 << DOUBLE_FRACTION) - 1), sign = bits >> 63;
  uint64_t bias = ((uint64_t)1 << (f->exponent_bits - 1)) - 1;
  uint64_t exponent = (bits >> DOUBLE_FRACTION & 0x7ff) + bias - DOUBLE_BIAS;
  uint64_t encoded = sign << (f->fraction_bits + f->exponent_bits) | exponent << f->fraction_bits |
                     fraction >> (DOUBLE_FRACTION - f->fraction_bits);
  tta_buf_printf(out, "0x%llX", (unsigned long long)encoded);
}

/* ---- APFloat::toString ------------------------------------------------------------------------------------------- */

enum { WORDS = 12 }; /* 53 bits times 5^97: powers of ten up to MAX_POWER, and the fraction of f64 */

typedef struct integer {
  uint32_t words[WORDS]; /* little end first */
} integer;

static void multiply(integer *n, uint32_t factor) {
  uint64_t carry = 0;
  for (int i = 0; i < WORDS; i++, carry >>= 32) {
    carry += (uint64_t)n->words[i] * factor;
    n->words[i] = (uint32_t)carry;
  }
}

/* @return the remainder */
static uint32_t divide_by_ten(integer *n) {
  uint64_t rest = 0;
  for (int i = WORDS; i-- > 0; rest %= 10) {
    rest = rest << 32 | n->words[i];
    n->words[i] = (uint32_t)(rest / 10);
  }
  return (uint32_t)rest;
}

static uint32_t count_bits(const integer *n) {
  uint32_t bits = WORDS * 32;
  while (bits && !(n->words[(bits - 1) / 32] >> ((bits - 1) % 32) & 1)) bits--;
  return bits;
}

typedef struct decimal {
  char digits[WORDS * 10 + 1]; /* the last digit first */
  int count, exponent;         /* of the last digit */
} decimal;

/* Drops the digits beyond `precision`, rounding half up, and trailing zeros. */
static void round_digits(decimal *d, int precision) {
  int first = d->count - precision;
  if (first <= 0) return;
  bool up = d->digits[first - 1] >= '5';
  if (up)
    while (first < d->count && d->digits[first] == '9') first++;
  else
    while (first < d->count && d->digits[first] == '0') first++;
  d->exponent += first;
  if (first == d->count) { /* only if rounded up: 999 is 1e3 */
    d->digits[0] = '1';
    d->count = 1;
    return;
  }
  if (up) d->digits[first]++;
  memmove(d->digits, d->digits + first, (size_t)(d->count - first));
  d->count -= first;
}

/* The digits of |value| that toString has with this precision. */
static decimal decimal_of(double value, int precision) {
  uint64_t bits = bits_of(value), significand = bits & (((uint64_t)1 << DOUBLE_FRACTION) - 1);
  int exponent = (int)(bits >> DOUBLE_FRACTION & 0x7ff) - DOUBLE_BIAS - DOUBLE_FRACTION;
  decimal d = {.count = 0};
  if (value == 0) return d;
  significand |= (uint64_t)1 << DOUBLE_FRACTION;
  for (; !(significand & 1); significand >>= 1) exponent++;
  integer n = {{(uint32_t)significand, (uint32_t)(significand >> 32)}};
  for (int i = 0; i < exponent; i++) multiply(&n, 2);
  for (int i = exponent; i < 0; i++) multiply(&n, 5);
  d.exponent = exponent < 0 ? exponent : 0;
  uint32_t size = count_bits(&n), required = ((uint32_t)precision * 196 + 58) / 59;
  uint32_t removable = size > required ? (size - required) * 59 / 196 : 0;
  d.exponent += (int)removable;
  while (removable--) divide_by_ten(&n);
  while (count_bits(&n)) {
    char digit = (char)('0' + divide_by_ten(&n));
    if (d.count || digit != '0') d.digits[d.count++] = digit;
    else d.exponent++;
  }
  round_digits(&d, precision);
  return d;
}

static void put_digits(tta_buf *out, const decimal *d, int from, int count) {
  for (int i = 0; i < count; i++) tta_buf_char(out, d->digits[d->count - 1 - from - i]);
}

/* `3.140630e+00`: six digits, and zeros up to seven */
static void put_six(tta_buf *out, const decimal *d, bool negative) {
  int power = d->count ? d->exponent + d->count - 1 : 0;
  if (negative) tta_buf_char(out, '-');
  if (d->count) put_digits(out, d, 0, 1);
  else tta_buf_char(out, '0');
  tta_buf_char(out, '.');
  put_digits(out, d, 1, d->count ? d->count - 1 : 0);
  for (int i = d->count ? d->count : 1; i < 7; i++) tta_buf_char(out, '0');
  tta_buf_printf(out, "e%c%02d", power < 0 ? '-' : '+', power < 0 ? -power : power);
}

/* As many digits as the format needs. @return false where there is no fraction: MLIR prints the bits */
static bool put_all(tta_buf *out, const decimal *d, int precision, bool negative) {
  enum { MAX_PADDING = 3 };
  int power = d->exponent + d->count - 1;
  bool scientific = d->exponent >= 0 ? d->exponent > MAX_PADDING || d->count + d->exponent > precision
                                     : power < 0 && -power > MAX_PADDING;
  if (d->exponent >= 0 && !scientific) return false;
  if (negative) tta_buf_char(out, '-');
  if (scientific || power >= 0) {
    int whole = scientific ? 1 : power + 1;
    put_digits(out, d, 0, whole);
    tta_buf_char(out, '.');
    put_digits(out, d, whole, d->count - whole);
    if (d->count == whole) tta_buf_char(out, '0');
    if (scientific) tta_buf_printf(out, "E%c%d", power < 0 ? '-' : '+', power < 0 ? -power : power);
  } else {
    tta_buf_str(out, "0.");
    for (int i = power + 1; i < 0; i++) tta_buf_char(out, '0');
    put_digits(out, d, 0, d->count);
  }
  return true;
}

void tta_print_float(tta_buf *out, tta_str literal, tta_str type) {
  const format *f = find_format(type);
  double value, again;
  char text[40];
  if (!f || (!parse_bits(literal, f, &value) && (!parse(literal, &value) || !round_to(f, &value)))) {
    tta_buf_append(out, literal);
    return;
  }
  bool negative = bits_of(value) >> 63;
  tta_buf six = tta_buf_fixed(text, sizeof text);
  decimal d = decimal_of(value, 6);
  put_six(&six, &d, negative);
  if (parse(tta_buf_view(&six), &again) && round_to(f, &again) && bits_of(again) == bits_of(value)) {
    tta_buf_append(out, tta_buf_view(&six));
    return;
  }
  int precision = 2 + (int)(f->fraction_bits + 1) * 59 / 196;
  d = decimal_of(value, precision);
  if (!put_all(out, &d, precision, negative)) print_bits(out, f, value);
}
