/* repair.h: the one token whose change makes an island with a syntax error legal. */
#ifndef TTA_PARSE_REPAIR_H
#define TTA_PARSE_REPAIR_H

#include "parse/parser.h"

enum {
  TTA_REPAIR_BYTES = 4 << 20, /* that all attempts of a text may parse */
  TTA_REPAIR_TEXT = 2 << 20,  /* what is after these bytes of a text is not repaired */
};

/** island.c: one pass over the island, without an attempt to repair it. */
tta_node_id tta_parse_once(tta_parser *parser, tta_entry entry, uint32_t begin);

/** Called after an island with a syntax error. If one token can be inserted, removed or replaced so that the island has
 *  no error, the errors since `reported` become one at that token, with a fix-it, and parser->at and parser->failed_at
 *  are after the island as it was meant. Has no effect otherwise. */
void tta_repair_island(tta_parser *parser, tta_report_mark reported);

#endif
