/* Layouts in any notation, and questions about them that are asked often. All others are commands (commands.c). */
#include "module.h"
#include "base/json_read.h"
#include "bindings/queries.h"
#include "ttattr/layout.h"

const tta_layout_ref *ttattr_layout_of(PyObject *module, PyObject *argument) {
  if (Py_TYPE(argument) == ttattr_state_of(module)->layout) return ((ttattr_layout *)argument)->ref;
  PyErr_Format(PyExc_TypeError, "expected a layout, found %R", (PyObject *)Py_TYPE(argument));
  return NULL;
}

static void deallocate(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  tta_layout_ref_free(((ttattr_layout *)self)->text);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

PyTypeObject *ttattr_layout_type(void) {
  static PyType_Slot slots[] = {{Py_tp_new, (void *)ttattr_no_new},
                                {Py_tp_dealloc, (void *)deallocate},
                                {Py_tp_doc, (void *)"A layout that was read from a text."},
                                {0, NULL}};
  static PyType_Spec spec = {"ttattr._ttattr.Layout", sizeof(ttattr_layout), 0, Py_TPFLAGS_DEFAULT, slots};
  return (PyTypeObject *)PyType_FromSpec(&spec);
}

/* A layout of tt-mlir: NULL after raising ValueError for one in another notation. */
static const tta_layout *metal_of(PyObject *module, PyObject *argument) {
  const tta_layout_ref *ref = ttattr_layout_of(module, argument);
  if (ref && !ref->layout)
    PyErr_Format(PyExc_ValueError, "a layout of the notation %s is not on cores", tta_notation_name(ref->notation));
  return ref ? ref->layout : NULL;
}

/* ---- read ---- */

/* (diagnostics as JSON, or as tt-opt prints them) of a text that is not a layout */
static void write_results(tta_layout_ref_text *text, tta_buf *json, tta_buf *lines) {
  const tta_results *results = text ? tta_layout_ref_results(text) : NULL;
  tta_source *source = results ? tta_layout_ref_source(text) : NULL;
  if (!source || !tta_results_num_diagnostics(results)) return;
  tta_json writer = tta_json_writer(json);
  ttattr_diagnostics_json(&writer, source, results, TTA_COLUMN_BYTES);
  ttattr_diagnostics_lines(lines, source, results);
}

static PyObject *take_or_none(tta_buf *text) {
  if (text->size || text->failed) return ttattr_take_text(text);
  tta_buf_free(text);
  Py_RETURN_NONE;
}

static PyObject *new_layout(PyObject *module, tta_layout_ref_text *text) {
  const tta_layout_ref *ref = text ? tta_layout_ref_get(text) : NULL;
  if (!ref) {
    tta_layout_ref_free(text);
    Py_RETURN_NONE;
  }
  PyTypeObject *type = ttattr_state_of(module)->layout;
  ttattr_layout *self = (ttattr_layout *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
  if (!self) {
    tta_layout_ref_free(text);
    return NULL;
  }
  self->text = text;
  self->ref = ref;
  return (PyObject *)self;
}

PyDoc_STRVAR(read_doc, "read_layout(text, name, shape, element, /)\n--\n\n"
                       "(layout or None, diagnostics as JSON or None, the same as tt-opt prints them or a reason)");
static PyObject *read_layout(PyObject *module, PyObject *args) {
  PyObject *argument, *owner, *shape;
  const char *name, *element;
  int64_t extents[TTA_MAX_RANK];
  tta_str text;
  tta_layout_ref_context context = {.may_lack_element = true};
  if (!PyArg_ParseTuple(args, "OsOs", &argument, &name, &shape, &element)) return NULL;
  if (!ttattr_integers(shape, extents, &context.shape.rank)) return NULL;
  if (!ttattr_text_argument(argument, &owner, &text)) return NULL;
  context.from = TTA_NOTATION_UNKNOWN;
  context.name = tta_str_from(name);
  context.shape.extent = extents;
  context.has_shape = context.shape.rank != 0;
  context.element = tta_str_from(element);
  tta_buf json = tta_buf_new(NULL), lines = tta_buf_new(NULL);
  tta_layout_ref_text *read = NULL;
  tta_status status;
  Py_BEGIN_ALLOW_THREADS
  status = tta_layout_ref_read(text, &context, &read, &lines);
  write_results(read, &json, &lines);
  Py_END_ALLOW_THREADS
  Py_DECREF(owner);
  if (status && status != TTA_INVALID) {
    tta_layout_ref_free(read);
    tta_buf_free(&json);
    ttattr_raise(status, &lines);
    tta_buf_free(&lines);
    return NULL;
  }
  PyObject *layout = new_layout(module, read);
  PyObject *diagnostics = layout ? take_or_none(&json) : NULL;
  PyObject *printed = diagnostics ? take_or_none(&lines) : NULL;
  if (printed) return Py_BuildValue("(NNN)", layout, diagnostics, printed);
  Py_XDECREF(layout);
  Py_XDECREF(diagnostics);
  return NULL;
}

/* ---- figures ---- */

PyDoc_STRVAR(notation_doc, "layout_notation(layout, /)\n--\n\nThe name of its notation, such as 'metal'.");
static PyObject *layout_notation(PyObject *module, PyObject *argument) {
  const tta_layout_ref *ref = ttattr_layout_of(module, argument);
  return ref ? PyUnicode_FromString(tta_notation_name(ref->notation)) : NULL;
}

PyDoc_STRVAR(json_doc, "layout_json(layout, /)\n--\n\nThe object of `tt-layout show --json`.");
static PyObject *layout_json(PyObject *module, PyObject *argument) {
  const tta_layout *layout = metal_of(module, argument);
  if (!layout) return NULL;
  tta_buf out = tta_buf_new(NULL);
  tta_json json = tta_json_writer(&out);
  tta_layout_json(&json, layout);
  return ttattr_take_text(&out);
}

PyDoc_STRVAR(print_doc, "layout_text(layout, date, attribute_only, /)\n--\n\n"
                        "The type or attribute in the syntax of a date, yyyymmdd; 0: as it is written.");
static PyObject *layout_text(PyObject *module, PyObject *args) {
  PyObject *argument;
  int date, attribute_only;
  if (!PyArg_ParseTuple(args, "Oip", &argument, &date, &attribute_only)) return NULL;
  const tta_layout *layout = metal_of(module, argument);
  if (!layout) return NULL;
  tta_buf out = tta_buf_new(NULL), reason = tta_buf_new(NULL);
  tta_status status = TTA_OK;
  if (date) status = tta_layout_print(&out, layout, date, attribute_only != 0, &reason);
  else tta_buf_bytes(&out, layout->type.data, layout->type.size);
  PyObject *result = status ? ttattr_raise(status, &reason) : ttattr_take_text(&out);
  tta_buf_free(&out);
  tta_buf_free(&reason);
  return result;
}

/* ---- elements ---- */

static bool index_of(PyObject *tuple, const tta_layout *layout, int64_t *index) {
  uint32_t rank;
  if (!ttattr_integers(tuple, index, &rank)) return false;
  if (rank == layout->logical.rank) return true;
  PyErr_Format(PyExc_ValueError, "expected an index of %u integers, found %u", layout->logical.rank, rank);
  return false;
}

PyDoc_STRVAR(locate_doc, "layout_locate(layout, index, /)\n--\n\nThe place of an element as JSON.");
static PyObject *layout_locate(PyObject *module, PyObject *args) {
  PyObject *argument, *tuple;
  int64_t index[TTA_MAX_RANK];
  tta_location location;
  if (!PyArg_ParseTuple(args, "OO", &argument, &tuple)) return NULL;
  const tta_layout *layout = metal_of(module, argument);
  if (!layout || !index_of(tuple, layout, index)) return NULL;
  tta_buf out = tta_buf_new(NULL), reason = tta_buf_new(NULL);
  tta_status status = tta_layout_locate(layout, index, &location, &reason);
  tta_json json = tta_json_writer(&out);
  if (!status) {
    tta_json_open(&json, '{');
    tta_location_json_members(&json, layout, index, &location);
    tta_json_key_count(&json, "bank", location.bank);
    tta_json_key_count(&json, "bank_offset", location.bank_offset);
    tta_json_close(&json, '}');
  }
  PyObject *result = status ? ttattr_raise(status, &reason) : ttattr_take_text(&out);
  tta_buf_free(&out);
  tta_buf_free(&reason);
  return result;
}

PyDoc_STRVAR(at_doc, "layout_at(layout, core, offset, /)\n--\n\n"
                     "The index of the element at an offset of the padded shard of a core; None: it is padding.");
static PyObject *layout_at(PyObject *module, PyObject *args) {
  PyObject *argument, *tuple;
  long long offset;
  int64_t core[TTA_MAX_RANK], index[TTA_MAX_RANK];
  uint32_t rank;
  bool found = false;
  if (!PyArg_ParseTuple(args, "OOL", &argument, &tuple, &offset)) return NULL;
  const tta_layout *layout = metal_of(module, argument);
  if (!layout || !ttattr_integers(tuple, core, &rank)) return NULL;
  if (rank != layout->grid.rank)
    return PyErr_Format(PyExc_ValueError, "expected a core of %u integers, found %u", layout->grid.rank, rank);
  tta_buf reason = tta_buf_new(NULL);
  tta_status status;
  Py_BEGIN_ALLOW_THREADS
  status = tta_layout_scalar_at(layout, core, offset, index, &found, &reason);
  Py_END_ALLOW_THREADS
  if (status) ttattr_raise(status, &reason);
  tta_buf_free(&reason);
  if (status) return NULL;
  if (!found) Py_RETURN_NONE;
  return ttattr_tuple(index, layout->logical.rank);
}

PyDoc_STRVAR(padding_doc, "layout_padding(layout, /)\n--\n\nThe list `padding` of `tt-layout show --padding --json`.");
static PyObject *layout_padding(PyObject *module, PyObject *argument) {
  const tta_layout *layout = metal_of(module, argument);
  if (!layout) return NULL;
  tta_buf out = tta_buf_new(NULL);
  tta_json json = tta_json_writer(&out);
  Py_BEGIN_ALLOW_THREADS
  tta_layout_padding_json(&json, layout);
  Py_END_ALLOW_THREADS
  return ttattr_take_text(&out);
}

PyMethodDef ttattr_layout_methods[] = {
    {"read_layout", read_layout, METH_VARARGS, read_doc},
    {"layout_notation", layout_notation, METH_O, notation_doc},
    {"layout_json", layout_json, METH_O, json_doc},
    {"layout_text", layout_text, METH_VARARGS, print_doc},
    {"layout_locate", layout_locate, METH_VARARGS, locate_doc},
    {"layout_at", layout_at, METH_VARARGS, at_doc},
    {"layout_padding", layout_padding, METH_O, padding_doc},
    {NULL, NULL, 0, NULL},
};
