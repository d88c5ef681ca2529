/* search.h: --query and --stats: what is found in the inputs. */
#ifndef TT_OPT_SEARCH_H
#define TT_OPT_SEARCH_H

#include "options.h"
#include "tally.h"
#include "ttattr/query.h"

/** The queries of a run; either of them asks for no diagnostics. */
typedef struct tt_opt_search {
  tta_query *query;              /* --query; NULL: none */
  tta_query *attributes, *layouts; /* --stats; NULL: none */
} tt_opt_search;

/** Compiles what the options ask for. Reports errors. @return TTA_EXIT_DONE or TTA_EXIT_FAILED */
int tt_opt_search_open(tt_opt_options *options);
void tt_opt_search_close(tt_opt_options *options);

/** Searches one text.
 *  @param out receives matches @param tally receives lines to count (tt_opt_tally_add) @param matches receives their
 *  number @param complete set to whether all of the text could be parsed
 *  @return TTA_OK, TTA_NO_MEMORY, TTA_LIMIT */
tta_status tt_opt_search_text(const tt_opt_options *options, tta_source *source, const tta_check_options *how,
                              tta_buf *out, tta_buf *tally, size_t *matches, bool *complete);
/** Prints the counts of all inputs. @return the exit status */
int tt_opt_search_finish(const tt_opt_options *options, tt_opt_tally *tally, size_t files, size_t matches);

/** --list-query-fields */
int tt_opt_list_query_fields(void *request, const tta_option_use *use);

#endif
