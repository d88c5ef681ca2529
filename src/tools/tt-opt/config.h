/* config.h: the configuration files of tt-opt, `.tt-opt.toml`: docs/configuration.md. */
#ifndef TT_OPT_CONFIG_H
#define TT_OPT_CONFIG_H

#include "options.h"

/** What one file says. */
typedef struct tt_opt_config tt_opt_config;

/** Finds the configuration file of each input, reads it and drops the inputs that it excludes. Reports errors.
 *  @return TTA_EXIT_DONE or TTA_EXIT_FAILED; tt_opt_configs_close is due in any case */
int tt_opt_configs_open(tt_opt_options *options);
void tt_opt_configs_close(tt_opt_options *options);

/** Finds the configuration file of an input, in the nearest directory around it. *out is NULL if there is none; else
 *  owned by the caller. @return the exit status */
int tt_opt_config_find(const char *path, char **out);

/** The one of an input; NULL: none. */
const tt_opt_config *tt_opt_config_of(const tt_opt_options *options, const tta_input_item *item);

/** Adds what it says to the options of a check, unless the command line says otherwise. @param config may be NULL */
tta_status tt_opt_config_apply(const tt_opt_config *config, const tt_opt_options *options, tta_check_options *check);
/** The limit of errors of an input. @param config may be NULL */
int64_t tt_opt_config_max_errors(const tt_opt_config *config, const tt_opt_options *options);

/** Prints the settings of each input as TOML. @return the exit status */
int tt_opt_configs_print(const tt_opt_options *options);

#endif
