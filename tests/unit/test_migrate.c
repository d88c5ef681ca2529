/* tta_migrate_text: edits, counts, and all statuses. */
#include <string.h>

#include "suite.h"
#include "ttattr/migrate.h"

static tta_migration *migrate(const char *text, int32_t day) {
  tta_source source;
  tta_migration *migration = NULL;
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){text, strlen(text)}, NULL);
  ck_assert_int_eq(tta_migrate_text(&source, NULL, day, &migration), TTA_OK);
  tta_source_free(&source);
  return migration;
}

START_TEST(edits) {
  tta_migration_counts counts;
  const char *text = "#a = #tt.memory_space<l1>\nmodule attributes {tt.argument_type = #a} {}\n"
                     "// CHECK: #tt.grid<1x1>\n";
  tta_migration *m = migrate(text, 20250701);
  const tta_results *results = tta_migration_results(m, &counts);
  ck_assert_uint_eq(tta_results_num_diagnostics(results), 0);
  ck_assert_uint_eq(tta_results_num_edits(results), 3);
  tta_edit edit = tta_results_edit(results, 0);
  ck_assert_uint_eq(edit.span.begin, 5);
  ck_assert_uint_eq(edit.span.end, 25);
  ck_assert_uint_eq(edit.text.size, strlen("#ttcore.memory_space<l1>"));
  ck_assert_int_eq(memcmp(edit.text.data, "#ttcore.memory_space<l1>", edit.text.size), 0);
  ck_assert_uint_eq(counts.attributes, 1);
  ck_assert_uint_eq(counts.names, 1);
  ck_assert_uint_eq(counts.patterns, 1);
  ck_assert_uint_eq(counts.patterns_left, 0);
  ck_assert_int_lt(counts.from, 20250617);
  tta_migration_free(m);
}
END_TEST

START_TEST(own_date) {
  tta_migration_counts counts;
  tta_migration *m = migrate("#a = #ttcore.memory_space< l1 >\n", 20250701);
  ck_assert_uint_eq(tta_results_num_edits(tta_migration_results(m, &counts)), 0);
  ck_assert_int_eq(counts.from, 20250701);
  tta_migration_free(m);
}
END_TEST

START_TEST(no_equivalent) {
  tta_migration *m = migrate("#a = #tt.memory_space<l1>\n#b = #tt<buffer_access alias>\n", 20250701);
  const tta_results *results = tta_migration_results(m, NULL);
  ck_assert_uint_eq(tta_results_num_errors(results), 1);
  ck_assert_int_eq(tta_results_diagnostic(results, 0)->rule, TTA_RULE_migrate_lost);
  ck_assert_uint_eq(tta_results_num_edits(results), 0);
  tta_migration_free(m);
}
END_TEST

START_TEST(arguments) {
  tta_source source;
  tta_migration *m;
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){"", 0}, NULL);
  ck_assert_int_eq(tta_migrate_text(&source, NULL, 20250230, &m), TTA_INVALID);
  ck_assert_ptr_null(m);
  tta_source_free(&source);
  tta_migration_counts counts;
  ck_assert_ptr_null(tta_migration_results(NULL, &counts));
  ck_assert_uint_eq(counts.attributes, 0);
  tta_migration_free(NULL);
}
END_TEST

int main(void) { return RUN_SUITE("migrate", edits, own_date, no_equivalent, arguments); }
