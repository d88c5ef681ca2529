/* options.h: the command line of a command as a table. Parsing, --help, the reference in docs/cli.md, the man pages and
 * the completion come from it.
 *
 * One or two dashes make no difference. Names are never abbreviated. A required argument follows as `--opt=V` or
 * `--opt V`, an optional one only as `--opt=V`. `--` ends the options, and a lone `-` is an operand. A separate
 * argument must not start with a dash (except `-` itself), so that a missing argument is noticed: `--collapse=-3:-1`.
 * If an option is repeated the last one counts, unless its row says otherwise. */
#ifndef TTA_TOOLS_OPTIONS_H
#define TTA_TOOLS_OPTIONS_H

#include <stddef.h>

#include "tools/common/values.h"
#include "ttattr/buf.h"

/* ---- the table ---- */

typedef enum tta_argument {
  TTA_ARGUMENT_BY_KIND,  /* none for TTA_KIND_FLAG, required for every other kind */
  TTA_ARGUMENT_NONE,
  TTA_ARGUMENT_OPTIONAL, /* only as =V */
  TTA_ARGUMENT_PREFIX,   /* follows the name immediately: row "-W" accepts `-Wrule`; the longest matching prefix counts,
                            and an exact name before any prefix */
  TTA_ARGUMENT_LETTER,   /* a prefix of one letter, or the next word: `-DNAME`, `-D NAME` */
} tta_argument;

/** How the argument is read, and the type of the member of the request that receives it. */
typedef enum tta_kind {
  TTA_KIND_FLAG,      /* bool, set to true */
  TTA_KIND_TEXT,      /* const char * */
  TTA_KIND_CHOICE,    /* int, an index of `choices`; a missing optional argument is 0 */
  TTA_KIND_NUMBER,    /* int64_t in [least, most]; most 0: no limit */
  TTA_KIND_ADDRESS,   /* uint64_t */
  TTA_KIND_LIST,      /* tta_numbers, each at least `least` */
  TTA_KIND_SHAPE,     /* tta_numbers, each at least `least` */
  TTA_KIND_INTERVALS, /* tta_numbers */
  TTA_KIND_DATE,      /* int32_t, 0 for `auto`, tta_latest_era for `latest` */
  TTA_KIND_CUSTOM,    /* `parse` reads it */
} tta_kind;

typedef struct tta_option_use {
  const char *name;  /* of the row; NULL for an operand */
  const char *value; /* the argument or the operand; NULL where an optional argument was not given */
} tta_option_use;

/** Reads one argument or operand into the request, or into its member at the offset of the row.
 *  @return -1 to continue, or the exit status to stop with */
typedef int tta_parse(void *request, const tta_option_use *use);

typedef struct tta_option {
  const char *name;  /* as shown, with its dashes: "--check", "-o", "-Wno-" */
  const char *alias; /* a second name, shown first: "-i" of "--in-place"; may be NULL */
  const char *value; /* name of the argument: "FILE", "text|json"; NULL for a flag. Completion follows from it: FILE is
                        a path, and offered.c has the words of RULE, KIND, ... */
  const char *help;  /* a verb or noun phrase without a full stop */
  const char *group; /* heading in --help; rows of one group are adjacent */
  tta_argument argument;
  tta_kind kind;
  size_t offset;              /* of the member that receives the value */
  const char *expected;       /* for messages: "a grid such as 2x4"; may be NULL for CHOICE, TEXT and DATE */
  const char *example;        /* a valid argument; may be NULL for CHOICE and DATE */
  const char *const *choices; /* ends with NULL */
  int64_t least, most;
  tta_parse *parse;
  bool required, repeatable, hidden; /* hidden: accepted, but neither shown nor suggested */
} tta_option;

/** A relation between options. A name may be that of an operand, or `--emit=json` for one value of an option. */
typedef enum tta_relation {
  TTA_AT_MOST_ONE,
  TTA_EXACTLY_ONE,
  TTA_REQUIRES, /* the first requires one of the others */
} tta_relation;
enum { TTA_MAX_RELATED = 6 };
typedef struct tta_option_rule {
  tta_relation relation;
  const char *names[TTA_MAX_RELATED]; /* ends with NULL unless full */
} tta_option_rule;

enum { TTA_MAX_OPTIONS = 96, TTA_MAX_OPERANDS = 2 };

typedef struct tta_command {
  const char *program;                /* in messages: "tt-layout" */
  const char *name;                   /* "show"; NULL for a program without commands */
  const char *usage;                  /* what follows the names: "TYPE|FILE [OPTION...]" */
  const char *summary;                /* a verb phrase without a full stop, for the list of commands */
  const char *description;            /* paragraphs between '\n'; may be NULL */
  const tta_option *options;
  size_t num_options;
  const tta_option *shared;           /* after those: rows of all commands of a program; may be NULL */
  size_t num_shared;
  void *shared_request;               /* that they are read into */
  const tta_option_rule *rules;
  size_t num_rules;
  const char *const *ignored;         /* options of other programs, accepted without an effect: names with their dashes,
                                         `=` after those that require an argument; ends with NULL; may be NULL */
  const char *ignored_title;          /* heading in --help */
  const char *operands[TTA_MAX_OPERANDS]; /* their names; NULL: no more */
  uint32_t min_operands;
  bool stops_at_operand;                  /* the words after the first operand belong to another command */
  tta_parse *parse_operand;               /* for any number of operands; may be NULL */
  const char *exit_status[3];             /* meaning of 0, 1 and 2 */
  const char *examples[4];                /* a command line and its meaning, twice at most; may be NULL */
  const char *environment;                /* of --help: lines `NAME  meaning` between '\n'; may be NULL */
  int (*run)(const struct tta_command *command, char **argv);
} tta_command;

#define TTA_OPTIONS(rows) .options = rows, .num_options = sizeof(rows) / sizeof(rows)[0]
#define TTA_RULES(rows) .rules = rows, .num_rules = sizeof(rows) / sizeof(rows)[0]

/** Which options were given. */
typedef struct tta_arguments {
  const tta_command *command;
  bool given[TTA_MAX_OPTIONS];
  uint32_t num_given;
  const char *value[TTA_MAX_OPTIONS]; /* the last one of each option */
  const char *operands[TTA_MAX_OPERANDS];
  uint32_t num_operands;
  char **rest; /* the word after the last one that was read */
} tta_arguments;

/** Reads the words after argv[0] into `request` and checks the rules of the command. Allocates for --help only.
 *  @return -1 to continue, or the exit status: 0 after --help, 2 after an error, which was printed */
int tta_command_parse(const tta_command *command, char **argv, void *request, tta_arguments *arguments);

/** Whether an option was given. */
bool tta_given(const tta_arguments *arguments, const char *name);

/** `invalid value 'x' of --grid; expected a grid such as 2x4`. @return exit status 2 */
int tta_invalid_value(const char *program, const tta_option_use *use, const char *expected);

/** What --help prints. @param more the last paragraph, such as the list of commands; may be NULL */
void tta_command_help(tta_buf *out, const tta_command *command, const char *more);
/** The words of `text` from column `column` on, at most 80 columns wide; further lines start in column `indent`. */
void tta_help_wrap(tta_buf *out, const char *text, size_t column, size_t indent);
/** The table as a JSON object, hidden options included. */
void tta_command_json(tta_buf *out, const tta_command *command);

/* ---- one option at a time ---- */

typedef struct tta_options {
  const tta_command *command;
  char **argv; /* ends with NULL */
  bool operands_only;
} tta_options;

typedef enum tta_options_step { TTA_OPTIONS_END, TTA_OPTIONS_ONE, TTA_OPTIONS_WRONG } tta_options_step;

/** Starts after argv[0]. Everything is borrowed. */
tta_options tta_options_start(const tta_command *command, char **argv);
/** The next option or operand; *row is NULL for an operand. TTA_OPTIONS_WRONG: an error was printed (the call can be
 *  repeated for the next word). */
tta_options_step tta_options_next(tta_options *options, tta_option_use *use, const tta_option **row);

#endif
