/* Reading dates. */
#include "base/date.h"

static int days_of_month(int year, int month) {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

static int two_digits(const char *p) { return 10 * (p[0] - '0') + p[1] - '0'; }

bool tta_date_is_valid(int32_t date) {
  int year = date / 10000, month = date / 100 % 100, day = date % 100;
  return year >= 2000 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= days_of_month(year, month);
}

bool tta_date_parse(tta_str text, int32_t *date) {
  static const char form[] = "dddd-dd-dd";
  if (text.size != sizeof form - 1) return false;
  for (size_t i = 0; form[i]; i++)
    if (form[i] == 'd' ? text.data[i] < '0' || text.data[i] > '9' : text.data[i] != form[i]) return false;
  int year = 100 * two_digits(text.data) + two_digits(text.data + 2);
  int32_t read = year * 10000 + two_digits(text.data + 5) * 100 + two_digits(text.data + 8);
  if (!tta_date_is_valid(read)) return false;
  *date = read;
  return true;
}
