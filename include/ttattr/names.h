/* ttattr/names.h: names of a text: aliases, values, symbols and blocks, with definition and uses. ttattr/document.h has
 * the queries. Names are found by the syntax of MLIR, in operations of any dialect, and in text that has errors. */
#ifndef TTATTR_NAMES_H
#define TTATTR_NAMES_H

#include "ttattr/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tta_name_kind {
  TTA_NAME_ALIAS,     /* `#x`, `!x` */
  TTA_NAME_VALUE,     /* `%x` */
  TTA_NAME_BLOCK,     /* `^x` */
  TTA_NAME_MODULE,    /* `@x` of `module @x`, `gpu.module @x`, ...: this kind and all after it are symbols */
  TTA_NAME_FUNCTION,  /* `func.func @x`, `llvm.func @x`, ... */
  TTA_NAME_DEVICE,    /* `tt.device @x`, `ttcore.device @x` */
  TTA_NAME_SYMBOL,    /* of another operation, or without a definition */
} tta_name_kind;

/** "alias", "value", "block", "module", "function", "device", "other". Constant; "" for any other number. */
TTA_API const char *tta_name_kind_name(tta_name_kind kind);

typedef struct tta_name_use {
  tta_span span;       /* as written: `%x#1`, `@"f"` */
  uint32_t result;     /* 1 in `%x#1` */
  bool redefines;      /* another definition of an alias or symbol, which is an error */
} tta_name_use;

typedef struct tta_name {
  tta_name_kind kind;
  tta_str text;        /* with # ! % ^ @; without quotes and number of a result */
  uint32_t section;
  uint32_t scope;      /* the region of a value or block, the symbol table of a symbol: a number */
  tta_span definition; /* of the name where it is defined (of `sym_name = "f"`: f); empty if there is none */
  tta_span value;      /* what the alias is defined as, empty if that cannot be parsed; the operation that defines a
                        * value or symbol, or whose region has the argument; the block */
  uint32_t num_results; /* VALUE: 2 of `%x:2`; 0 without a definition */
  const tta_str *types; /* of each result, as written; empty if the text does not say it */
  uint32_t num_uses;
  const tta_name_use *uses; /* in order, the definition left out; of another definition of the same name, too */
} tta_name;

#ifdef __cplusplus
}
#endif
#endif
