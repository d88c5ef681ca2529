/* The memory plan of a document, whose diagnostics are shown where the settings ask for them. */
#include "diag/check_options.h"
#include "lsp/lsp.h"

enum { MAX_BYTES = 1 << 20 }; /* of a text: a plan is made with the diagnostics of each version */

void tta_lsp_drop_plan(tta_lsp_document *d) {
  tta_memory_plan_free(d->plan);
  tta_source_free(&d->planned);
  d->plan = NULL;
}

tta_status tta_lsp_plan(const tta_lsp *s, tta_lsp_document *d) {
  tta_str text = tta_document_text(d->document);
  uint64_t version = tta_document_version(d->document);
  if (d->plan && d->planned_opened == d->opened && d->planned_version == version) return TTA_OK;
  tta_lsp_drop_plan(d);
  if (!s->memory || d->is_markdown || text.size > MAX_BYTES) return TTA_OK;
  if (tta_results_num_errors(tta_document_results(d->document))) return TTA_OK;
  tta_memory_plan_options how;
  tta_memory_plan_options_init(&how);
  how.allocator = s->allocator;
  how.check = d->options;
  how.era = d->options->era;
  how.system_desc = d->options->system_desc;
  tta_source_init(&d->planned, (tta_str){d->uri, d->uri_size}, text, s->allocator);
  tta_status status = tta_memory_plan_new(&d->planned, &how, &d->plan, NULL);
  d->planned_opened = d->opened;
  d->planned_version = version;
  return status == TTA_NO_MEMORY ? status : TTA_OK;
}

size_t tta_lsp_num_diagnostics(const tta_lsp_document *d) {
  return tta_results_num_diagnostics(tta_document_results(d->document)) +
         (d->plan ? tta_results_num_diagnostics(tta_memory_plan_results(d->plan)) : 0);
}

const tta_diagnostic *tta_lsp_diagnostic_at(const tta_lsp_document *d, size_t index) {
  const tta_results *own = tta_document_results(d->document);
  size_t count = tta_results_num_diagnostics(own);
  return index < count ? tta_results_diagnostic(own, index)
                       : tta_results_diagnostic(tta_memory_plan_results(d->plan), index - count);
}
