/* report.c: what is wrong with a move: at the layout that is at fault, without what comments suppress. */
#include "base/fail.h"
#include "base/str.h"
#include "move/move.h"
#include "text/allowed.h"

tta_diagnostic *tta_move_report_at(tta_results *results, const tta_move_texts *texts, tta_rule rule, bool target,
                                   const char *format, ...) {
  va_list args;
  va_start(args, format);
  tta_diagnostic *d = tta_report_add_list(&results->report, rule, target ? texts->to_span : texts->from_span, format,
                                          args);
  va_end(args);
  tta_report_in(d, target ? texts->to_source : texts->from_source);
  return d;
}

tta_status tta_move_finish_report(tta_results *results) {
  tta_report_sort(&results->report);
  return results->report.status ? results->report.status : tta_apply_allowed_in_sources(&results->report);
}

static tta_status report(tta_results *results, const tta_move_texts *texts, tta_rule rule, bool target, tta_str why) {
  tta_diagnostic *d = tta_move_report_at(results, texts, rule, target, "%.*s", TTA_STR_ARGS(why));
  if (rule == TTA_RULE_move_tensors && texts->from_source) {
    tta_report_note(&results->report, d, texts->from_span, "the source is here");
    tta_report_note_in(d, texts->from_source);
  }
  return tta_move_finish_report(results);
}

tta_status tta_move_fail_and_free(tta_results *results, const tta_move_texts *texts, tta_move_stage at,
                                  tta_status status, tta_buf *reason) {
  tta_str why = tta_buf_view(reason);
  if (status && reason->failed) status = TTA_NO_MEMORY;
  if (status && status != TTA_NO_MEMORY) {
    tta_rule rule = status == TTA_INVALID ? at.rule : TTA_RULE_move_limit;
    if (!why.size) why = tta_str_from(tta_status_meaning(status));
    if (report(results, texts, rule, at.target, why)) status = TTA_NO_MEMORY;
  }
  tta_buf_free(reason);
  return status;
}

bool tta_move_is_relayout(tta_str name) {
  static const char *const suffixes[] = {".to_layout", ".to_memory_config", ".to_device", ".from_device", ".reshard",
                                         ".sharded_to_interleaved", ".interleaved_to_sharded"};
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    if (tta_str_ends_with(name, suffixes[i])) return true;
  return false;
}
