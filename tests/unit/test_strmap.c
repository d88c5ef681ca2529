/* src/base/strmap.c, compared with an array, and out of memory. */
#include <stdio.h>

#include "base/arena.h"
#include "base/strmap.h"
#include "reading.h"

enum { KEYS = 5000 };

static char names[KEYS][24];

static tta_str key(size_t i) {
  int n = snprintf(names[i], sizeof names[i], i % 3 ? "#alias_%zu" : "%zu", i);
  return (tta_str){names[i], (size_t)n};
}

START_TEST(test_many) {
  tta_strmap map;
  tta_strmap_init(&map, NULL);
  ck_assert_ptr_null(tta_strmap_find(&map, key(0)));
  for (size_t i = 0; i < KEYS; i++) {
    ck_assert_int_eq(tta_strmap_set(&map, key(i), (uint32_t)i), TTA_OK);
    ck_assert_uint_eq(map.size, i + 1);
    if (i % 97 == 0)
      for (size_t j = 0; j <= i; j++)
        ck_assert_uint_eq(*tta_strmap_find(&map, (tta_str){names[j], strlen(names[j])}), j);
  }
  ck_assert_ptr_null(tta_strmap_find(&map, (tta_str){"#alias_", 7}));
  ck_assert_uint_eq(*tta_strmap_find(&map, (tta_str){"#alias_11", 8}), 1); /* the size counts */
  tta_strmap_free(&map);
}
END_TEST

START_TEST(test_set_again_and_clear) {
  tta_strmap map;
  tta_strmap_init(&map, NULL);
  tta_strmap_set(&map, (tta_str){"a", 1}, 1);
  tta_strmap_set(&map, (tta_str){"a", 1}, 2);
  tta_strmap_set(&map, (tta_str){"a\0", 2}, 3);
  tta_strmap_set(&map, (tta_str){"", 0}, 4);
  ck_assert_uint_eq(map.size, 3);
  ck_assert_uint_eq(*tta_strmap_find(&map, (tta_str){"a", 1}), 2);
  ck_assert_uint_eq(*tta_strmap_find(&map, (tta_str){"a\0", 2}), 3);
  ck_assert_uint_eq(*tta_strmap_find(&map, (tta_str){"", 0}), 4);
  tta_strmap_clear(&map);
  ck_assert_ptr_null(tta_strmap_find(&map, (tta_str){"a", 1}));
  tta_strmap_set(&map, (tta_str){"a", 1}, 5);
  ck_assert_uint_eq(*tta_strmap_find(&map, (tta_str){"a", 1}), 5);
  tta_strmap_free(&map);
}
END_TEST

static void *no_memory(void *user, size_t size) {
  (void)user;
  (void)size;
  return NULL;
}

START_TEST(test_no_memory) {
  tta_allocator broken = {no_memory, tta_malloc_allocator.resize, tta_malloc_allocator.release, NULL};
  tta_strmap map;
  tta_strmap_init(&map, NULL);
  for (size_t i = 0; i < 32; i++) tta_strmap_set(&map, key(i), (uint32_t)i);
  map.allocator = &broken;
  size_t set = 32;
  while (set < KEYS && !tta_strmap_set(&map, key(set), (uint32_t)set)) set++;
  ck_assert_uint_lt(set, KEYS);
  for (size_t i = 0; i < set; i++) ck_assert_uint_eq(*tta_strmap_find(&map, (tta_str){names[i], strlen(names[i])}), i);
  map.allocator = &tta_malloc_allocator;
  tta_strmap_free(&map);
}
END_TEST

int main(void) { return RUN_SUITE("strmap", test_many, test_set_again_and_clear, test_no_memory); }
