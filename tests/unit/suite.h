/* suite.h: the main function of a unit test: one Check suite with all tests of the file. */
#ifndef TTA_TESTS_SUITE_H
#define TTA_TESTS_SUITE_H

#include <check.h>

/* Runs all and frees `suite`. @return the exit status */
static inline int run_suite(Suite *suite) {
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failures = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failures != 0;
}

static inline int run_tests(const char *name, SFun set_up, SFun tear_down, const TTest *const *tests, size_t count) {
  Suite *suite = suite_create(name);
  TCase *tcase = tcase_create("all");
  tcase_set_timeout(tcase, 300);
  if (set_up || tear_down) tcase_add_checked_fixture(tcase, set_up, tear_down);
  for (size_t i = 0; i < count; i++) tcase_add_test(tcase, tests[i]);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}

/* RUN_SUITE("name", test_a, test_b); the other with what each test begins and ends with (NULL: nothing). */
#define RUN_SUITE(name, ...) RUN_SUITE_WITH(name, NULL, NULL, __VA_ARGS__)
#define RUN_SUITE_WITH(name, set_up, tear_down, ...)                                                                   \
  run_tests(name, set_up, tear_down, (const TTest *const[]){__VA_ARGS__},                                              \
            sizeof((const TTest *const[]){__VA_ARGS__}) / sizeof(const TTest *))

#endif
