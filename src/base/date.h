/* date.h: dates as users and resources write them. */
#ifndef TTA_BASE_DATE_H
#define TTA_BASE_DATE_H

#include "ttattr/base.h"

/** Reads `2024-11-27`, a day of the calendar from 2000 on. @param date set to yyyymmdd
 *  @return false for any other text */
bool tta_date_parse(tta_str text, int32_t *date);
/** Whether yyyymmdd is a day of the calendar from 2000 on. */
bool tta_date_is_valid(int32_t date);

#endif
