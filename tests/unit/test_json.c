/* src/base/json.c: RFC 8259, and integers beyond 2^53 as strings (docs/cli.md). */
#include <stdio.h>

#include "reading.h"
#include "ttattr/buf.h"

static tta_buf out;
static tta_json json;

static void begin(void) {
  tta_buf_free(&out);
  tta_buf_init(&out, NULL);
  json = tta_json_writer(&out);
}
static void wrote(const char *expected) {
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data, expected);
}

START_TEST(test_commas) {
  static const int64_t extents[] = {2, 3};
  begin();
  tta_json_open(&json, '{');
  tta_json_key(&json, "a");
  tta_json_open(&json, '[');
  tta_json_close(&json, ']');
  tta_json_key(&json, "b");
  tta_json_shape(&json, (tta_shape){2, extents});
  tta_json_key(&json, "c");
  tta_json_open(&json, '{');
  tta_json_close(&json, '}');
  tta_json_key(&json, "d");
  tta_json_open(&json, '[');
  tta_json_bool(&json, true);
  tta_json_null(&json);
  tta_json_open(&json, '[');
  tta_json_shape(&json, (tta_shape){0, NULL});
  tta_json_close(&json, ']');
  tta_json_bool(&json, false);
  tta_json_close(&json, ']');
  tta_json_close(&json, '}');
  wrote("{\"a\":[],\"b\":[2,3],\"c\":{},\"d\":[true,null,[[]],false]}");
}
END_TEST

START_TEST(test_integers) {
  begin();
  tta_json_open(&json, '[');
  tta_json_int(&json, INT64_C(9007199254740991));
  tta_json_int(&json, -INT64_C(9007199254740991));
  tta_json_int(&json, INT64_C(9007199254740993));
  tta_json_int(&json, INT64_MIN);
  tta_json_uint(&json, UINT64_MAX);
  tta_json_uint(&json, 0);
  tta_json_close(&json, ']');
  wrote(
      "[9007199254740991,-9007199254740991,\"9007199254740993\",\"-9223372036854775808\",\"18446744073709551615\",0]");
}
END_TEST

START_TEST(test_strings) {
  begin();
  tta_json_string(&json, (tta_str){"\"\\/\n\r\t\b\x01\x7f\0z", 11});
  wrote("\"\\\"\\\\/\\n\\r\\t\\u0008\\u0001\\u007f\\u0000z\"");
  begin();
  tta_json_text(&json,
                "\xc3\xa9\xff\xe2\x82\xac\xed\xa0\x80\xc3"); /* well-formed stays, each other byte becomes U+FFFD */
  wrote("\"\xc3\xa9\xef\xbf\xbd\xe2\x82\xac\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
}
END_TEST

/* A key may be the name of a file. */
START_TEST(test_keys) {
  begin();
  tta_json_open(&json, '{');
  tta_json_key_int(&json, "a\"b\\", 1);
  tta_json_key_int(&json, "\xff", 2);
  tta_json_close(&json, '}');
  wrote("{\"a\\\"b\\\\\":1,\"\xef\xbf\xbd\":2}");
}
END_TEST

/* Long texts are read eight bytes at a time: a byte is written as it is in a short one, everywhere. */
START_TEST(test_bytes_in_long_strings) {
  for (unsigned c = 0; c < 0x80; c++)
    for (size_t at = 0; at < 19; at++) {
      char text[19], alone = (char)c, expected[64];
      memset(text, 'a', sizeof text);
      text[at] = alone;
      begin();
      tta_json_string(&json, (tta_str){&alone, 1});
      snprintf(expected, sizeof expected, "\"%.*s%.*s%.*s\"", (int)at, "aaaaaaaaaaaaaaaaaaa", (int)out.size - 2,
               out.data + 1, (int)(18 - at), "aaaaaaaaaaaaaaaaaaa");
      begin();
      tta_json_string(&json, (tta_str){text, sizeof text});
      wrote(expected);
    }
}
END_TEST

int main(void) {
  int failed = RUN_SUITE("json", test_commas, test_integers, test_strings, test_keys, test_bytes_in_long_strings);
  tta_buf_free(&out);
  return failed;
}
