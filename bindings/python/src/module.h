/* module.h: the parts of the extension module `ttattr._ttattr`, for the stable ABI of CPython 3.8 and later.
 *
 * Functions are given the module as `self`. Those that may take long release the GIL: what they read then (texts as
 * bytes, layouts, options) is immutable, and the arguments of the call keep it alive.
 */
#ifndef TTATTR_PYTHON_MODULE_H
#define TTATTR_PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "ttattr/buf.h"
#include "ttattr/convert.h"

/* ---- layouts: layouts.c ---- */

/** `ttattr._ttattr.Layout`: a layout in any notation, read from a text. Immutable; several threads may read it. */
typedef struct ttattr_layout {
  PyObject ob_base; /* PyObject_HEAD */
  tta_layout_ref_text *text; /* owns what `ref` refers to */
  const tta_layout_ref *ref; /* never NULL */
} ttattr_layout;

/** The layout of an argument of a function of the module; borrowed from the argument. @return NULL after raising
 *  TypeError */
const tta_layout_ref *ttattr_layout_of(PyObject *module, PyObject *argument);

/* ---- functions of each file, ended by a row of NULL ---- */

extern PyMethodDef ttattr_text_methods[];
extern PyMethodDef ttattr_layout_methods[];
extern PyMethodDef ttattr_command_methods[];
extern PyMethodDef ttattr_array_methods[];

/** Call when the module is created. */
void ttattr_prepare_commands(void);

/* ---- state: module.c ---- */

/** What a module has: one for each interpreter. */
typedef struct ttattr_state {
  PyTypeObject *layout, *options, *document;
} ttattr_state;

ttattr_state *ttattr_state_of(PyObject *module);

/** Creates the types of a file. @return a new reference; NULL after raising */
PyTypeObject *ttattr_layout_type(void);
PyTypeObject *ttattr_options_type(void);
PyTypeObject *ttattr_document_type(void);

/* ---- texts and failures: module.c ---- */

/** Raises MemoryError for TTA_NO_MEMORY, OverflowError for TTA_OVERFLOW, ValueError with the reason for all others.
 *  @param reason NULL or empty: the meaning of the status is the reason. @return NULL */
PyObject *ttattr_raise(tta_status status, const tta_buf *reason);

/** A str of UTF-8; what is not UTF-8 becomes U+FFFD. @param text freed. @return a new reference; NULL after raising,
 *  MemoryError if the buffer has failed */
PyObject *ttattr_take_text(tta_buf *text);

/** The bytes of a str (as UTF-8) or of bytes, with a NUL byte after their end.
 *  @param owner set to a new reference that keeps the bytes alive
 *  @return whether the argument is one; else TypeError, or UnicodeEncodeError of a lone surrogate, is raised */
bool ttattr_text_argument(PyObject *argument, PyObject **owner, tta_str *text);

/** The integers of a tuple. @param integers room for TTA_MAX_RANK
 *  @return false after raising: it is not a tuple of at most TTA_MAX_RANK integers of 64 bits */
bool ttattr_integers(PyObject *tuple, int64_t *integers, uint32_t *count);
/** A new tuple of integers; NULL after raising. */
PyObject *ttattr_tuple(const int64_t *integers, uint32_t count);

/** A `tp_new` of types that Python code cannot create: raises TypeError. */
PyObject *ttattr_no_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);

#endif
