/* Checks of texts, and documents. */
#include "module.h"
#include "bindings/queries.h"
#include "ttattr/layout.h"

/* ---- options of a check ---- */

typedef struct options_object {
  PyObject ob_base;
  tta_check_options *options;
} options_object;

static void free_options(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  tta_check_options_free(((options_object *)self)->options);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

static PyObject *new_options(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  const char *text = "";
  Py_ssize_t size = 0;
  tta_check_options *options = NULL;
  (void)kwargs;
  if (!PyArg_ParseTuple(args, "|s#", &text, &size)) return NULL;
  tta_arena arena;
  tta_buf messages = tta_buf_new(NULL);
  tta_arena_init(&arena, NULL);
  tta_status status = ttattr_check_options(&arena, (tta_str){text, (size_t)size}, &options, &messages);
  tta_arena_free(&arena);
  if (status) ttattr_raise(status, &messages);
  tta_buf_free(&messages);
  if (status) return NULL;
  options_object *self = (options_object *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
  if (self) self->options = options;
  else tta_check_options_free(options);
  return (PyObject *)self;
}

PyTypeObject *ttattr_options_type(void) {
  static PyType_Slot slots[] = {{Py_tp_new, (void *)new_options},
                                {Py_tp_dealloc, (void *)free_options},
                                {Py_tp_doc, (void *)"Options(json='')\n--\n\nOptions of a check. Immutable."},
                                {0, NULL}};
  static PyType_Spec spec = {"ttattr._ttattr.Options", sizeof(options_object), 0, Py_TPFLAGS_DEFAULT, slots};
  return (PyTypeObject *)PyType_FromSpec(&spec);
}

static bool options_of(PyObject *module, PyObject *argument, tta_check_options **options) {
  bool is_options = Py_TYPE(argument) == ttattr_state_of(module)->options;
  if (is_options) *options = ((options_object *)argument)->options;
  else PyErr_Format(PyExc_TypeError, "expected Options, found %R", (PyObject *)Py_TYPE(argument));
  return is_options;
}

/* ---- a check ---- */

/* What is written of a check: nothing if it is empty. */
typedef void writer(tta_buf *out, tta_source *source, const tta_results *results);

static void write_json(tta_buf *out, tta_source *source, const tta_results *results) {
  tta_json json = tta_json_writer(out);
  if (tta_results_num_diagnostics(results)) ttattr_diagnostics_json(&json, source, results, TTA_COLUMN_BYTES);
}

static void write_canonical(tta_buf *out, tta_source *source, const tta_results *results) {
  ttattr_canonical_text(out, source->text, results);
}

/* The arguments of a call, and what it writes. */
typedef struct check_call {
  PyObject *owner;
  tta_str text;
  const char *name;
  tta_check_options *options;
} check_call;

static bool parse_call(PyObject *module, PyObject *args, check_call *call) {
  PyObject *text, *options;
  return PyArg_ParseTuple(args, "OsO", &text, &call->name, &options) && options_of(module, options, &call->options) &&
         ttattr_text_argument(text, &call->owner, &call->text);
}

static PyObject *check_with(PyObject *module, PyObject *args, bool canonicalize, writer *write) {
  check_call call;
  if (!parse_call(module, args, &call)) return NULL;
  tta_source source;
  tta_check_options *options = call.options;
  tta_check *check = NULL;
  tta_buf out = tta_buf_new(NULL);
  tta_status status = TTA_OK;
  Py_BEGIN_ALLOW_THREADS
  tta_source_init(&source, tta_str_from(call.name), call.text, NULL);
  if (canonicalize) status = tta_check_options_copy(call.options, &options);
  if (!status && canonicalize) tta_check_options_set_canonicalize(options, true);
  if (!status) status = tta_check_text(&source, options, &check);
  if (!status) write(&out, &source, tta_check_results(check));
  tta_check_free(check);
  tta_source_free(&source);
  if (options != call.options) tta_check_options_free(options);
  Py_END_ALLOW_THREADS
  Py_DECREF(call.owner);
  if (!status) return ttattr_take_text(&out);
  tta_buf_free(&out);
  return ttattr_raise(status, NULL);
}

PyDoc_STRVAR(check_doc, "check(text, name, options, /)\n--\n\nDiagnostics as JSON; '' if there are none.");
static PyObject *check_text(PyObject *module, PyObject *args) { return check_with(module, args, false, write_json); }

PyDoc_STRVAR(render_doc, "render(text, name, options, /)\n--\n\nDiagnostics as tt-opt prints them.");
static PyObject *render(PyObject *module, PyObject *args) {
  return check_with(module, args, false, ttattr_diagnostics_lines);
}

PyDoc_STRVAR(format_doc, "format(text, name, options, /)\n--\n\nThe canonical text.");
static PyObject *format_text(PyObject *module, PyObject *args) {
  return check_with(module, args, true, write_canonical);
}

PyDoc_STRVAR(fix_doc, "fix(text, name, options, /)\n--\n\nThe text with its fix-its.");
static PyObject *fix_text(PyObject *module, PyObject *args) {
  check_call call;
  tta_status status;
  if (!parse_call(module, args, &call)) return NULL;
  tta_buf out = tta_buf_new(NULL);
  Py_BEGIN_ALLOW_THREADS
  status = ttattr_fix_text(&out, call.text, call.options);
  Py_END_ALLOW_THREADS
  Py_DECREF(call.owner);
  if (!status) return ttattr_take_text(&out);
  tta_buf_free(&out);
  return ttattr_raise(status, NULL);
}

/* ---- documents ---- */

/* One thread at a time uses a document: the lock is held while the GIL is not. */
typedef struct document_object {
  PyObject ob_base;
  tta_document *document;
  PyThread_type_lock lock;
} document_object;

static void lock_document(document_object *self) {
  if (PyThread_acquire_lock(self->lock, NOWAIT_LOCK)) return;
  Py_BEGIN_ALLOW_THREADS
  PyThread_acquire_lock(self->lock, WAIT_LOCK);
  Py_END_ALLOW_THREADS
}

static void unlock_document(document_object *self) { PyThread_release_lock(self->lock); }

static void free_document(PyObject *object) {
  document_object *self = (document_object *)object;
  PyTypeObject *type = Py_TYPE(object);
  tta_document_free(self->document);
  if (self->lock) PyThread_free_lock(self->lock);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

PyDoc_STRVAR(query_doc, "query($self, name, line, column, /)\n--\n\n"
                        "The answer as JSON. Lines and columns count from 1, columns in characters.");
static PyObject *query(PyObject *object, PyObject *args) {
  document_object *self = (document_object *)object;
  const char *name;
  unsigned line, column;
  if (!PyArg_ParseTuple(args, "sII", &name, &line, &column)) return NULL;
  tta_buf out = tta_buf_new(NULL);
  tta_json json = tta_json_writer(&out);
  tta_status status;
  lock_document(self);
  Py_BEGIN_ALLOW_THREADS
  tta_position position = {line, column};
  uint32_t offset = tta_document_offset(self->document, position, TTA_COLUMN_CHARACTERS);
  status = ttattr_query(self->document, tta_str_from(name), offset, TTA_COLUMN_CHARACTERS, &json);
  Py_END_ALLOW_THREADS
  unlock_document(self);
  if (!status) return ttattr_take_text(&out);
  tta_buf_free(&out);
  return ttattr_raise(status, NULL);
}

PyDoc_STRVAR(edit_doc, "edit($self, line, column, end_line, end_column, text, /)\n--\n\nReplaces a range.");
static PyObject *edit(PyObject *object, PyObject *args) {
  document_object *self = (document_object *)object;
  PyObject *argument, *owner;
  tta_position begin, end;
  tta_str text;
  if (!PyArg_ParseTuple(args, "IIIIO", &begin.line, &begin.column, &end.line, &end.column, &argument)) return NULL;
  if (!ttattr_text_argument(argument, &owner, &text)) return NULL;
  lock_document(self);
  tta_span span = {tta_document_offset(self->document, begin, TTA_COLUMN_CHARACTERS),
                   tta_document_offset(self->document, end, TTA_COLUMN_CHARACTERS)};
  tta_status status = tta_document_edit(self->document, span, text);
  unlock_document(self);
  Py_DECREF(owner);
  if (status) return ttattr_raise(status, NULL);
  Py_RETURN_NONE;
}

PyDoc_STRVAR(apply_doc, "apply_map($self, dims, symbols, /)\n--\n\nThe results of the affine map that the text is.");
static PyObject *apply_map(PyObject *object, PyObject *args) {
  document_object *self = (document_object *)object;
  PyObject *dims, *symbols;
  int64_t extents[2][TTA_MAX_RANK], results[TTA_MAX_RANK];
  uint32_t counts[2];
  tta_value value;
  tta_map map = {0};
  if (!PyArg_ParseTuple(args, "OO", &dims, &symbols)) return NULL;
  if (!ttattr_integers(dims, extents[0], &counts[0]) || !ttattr_integers(symbols, extents[1], &counts[1])) return NULL;
  lock_document(self);
  tta_status status = tta_document_value(self->document, 0, &value);
  bool is_map = !status && tta_value_map(value, &map) && map.num_results <= TTA_MAX_RANK;
  bool fits = is_map && map.num_dims == counts[0] && map.num_symbols == counts[1];
  if (fits) status = tta_map_evaluate(&map, extents[0], extents[1], results);
  unlock_document(self);
  if (!status && fits) return ttattr_tuple(results, map.num_results);
  if (!status && is_map)
    return PyErr_Format(PyExc_ValueError, "expected %u dims and %u symbols, found %u and %u", map.num_dims,
                        map.num_symbols, counts[0], counts[1]);
  if (!status) return PyErr_Format(PyExc_ValueError, "expected a map of at most %d results", TTA_MAX_RANK);
  return ttattr_raise(status, NULL);
}

PyTypeObject *ttattr_document_type(void) {
  static PyMethodDef methods[] = {{"query", query, METH_VARARGS, query_doc},
                                  {"edit", edit, METH_VARARGS, edit_doc},
                                  {"apply_map", apply_map, METH_VARARGS, apply_doc},
                                  {NULL, NULL, 0, NULL}};
  static PyType_Slot slots[] = {{Py_tp_new, (void *)ttattr_no_new},
                                {Py_tp_dealloc, (void *)free_document},
                                {Py_tp_methods, methods},
                                {Py_tp_doc, (void *)"A text that is kept and edited."},
                                {0, NULL}};
  static PyType_Spec spec = {"ttattr._ttattr.Document", sizeof(document_object), 0, Py_TPFLAGS_DEFAULT, slots};
  return (PyTypeObject *)PyType_FromSpec(&spec);
}

PyDoc_STRVAR(document_doc, "document(text, name, options, /)\n--\n\nA document of a text.");
static PyObject *document(PyObject *module, PyObject *args) {
  check_call call;
  tta_document *made = NULL;
  if (!parse_call(module, args, &call)) return NULL;
  tta_status status;
  Py_BEGIN_ALLOW_THREADS
  status = tta_document_new(tta_str_from(call.name), call.text, call.options, NULL, &made);
  Py_END_ALLOW_THREADS
  Py_DECREF(call.owner);
  if (status) return ttattr_raise(status, NULL);
  PyTypeObject *type = ttattr_state_of(module)->document;
  document_object *self = (document_object *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
  if (!self) {
    tta_document_free(made);
    return NULL;
  }
  self->document = made;
  self->lock = PyThread_allocate_lock();
  if (self->lock) return (PyObject *)self;
  Py_DECREF((PyObject *)self);
  return PyErr_NoMemory();
}

PyMethodDef ttattr_text_methods[] = {
    {"check", check_text, METH_VARARGS, check_doc},
    {"render", render, METH_VARARGS, render_doc},
    {"format", format_text, METH_VARARGS, format_doc},
    {"fix", fix_text, METH_VARARGS, fix_doc},
    {"document", document, METH_VARARGS, document_doc},
    {NULL, NULL, 0, NULL},
};
