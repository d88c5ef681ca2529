/* The module `ttattr._ttattr`: its state, and what all functions need. */
#include "module.h"
#include "ttattr/layout.h"

enum { NUM_TABLES = 4 };

ttattr_state *ttattr_state_of(PyObject *module) { return (ttattr_state *)PyModule_GetState(module); }

static const char *meaning(tta_status status) {
  switch (status) {
  case TTA_LIMIT: return "a limit was reached (docs/limits.md)";
  case TTA_UNDECIDED: return "undecided within the limits of the search";
  default: return tta_status_name(status);
  }
}

PyObject *ttattr_raise(tta_status status, const tta_buf *reason) {
  if (status == TTA_NO_MEMORY || (reason && reason->failed)) return PyErr_NoMemory();
  size_t size = reason ? reason->size : 0;
  while (size && reason->data[size - 1] == '\n') size--;
  PyObject *text = size ? PyUnicode_DecodeUTF8(reason->data, (Py_ssize_t)size, "replace")
                        : PyUnicode_FromString(meaning(status));
  if (!text) return NULL;
  PyErr_SetObject(status == TTA_OVERFLOW ? PyExc_OverflowError : PyExc_ValueError, text);
  Py_DECREF(text);
  return NULL;
}

PyObject *ttattr_take_text(tta_buf *text) {
  PyObject *result = text->failed ? PyErr_NoMemory()
                                  : PyUnicode_DecodeUTF8(text->data, (Py_ssize_t)text->size, "replace");
  tta_buf_free(text);
  return result;
}

bool ttattr_text_argument(PyObject *argument, PyObject **owner, tta_str *text) {
  char *data;
  Py_ssize_t size;
  *owner = NULL;
  if (PyBytes_Check(argument)) {
    Py_INCREF(argument);
    *owner = argument;
  } else if (PyUnicode_Check(argument)) {
    *owner = PyUnicode_AsUTF8String(argument);
  } else {
    PyErr_Format(PyExc_TypeError, "expected a text as str or bytes, found %R", (PyObject *)Py_TYPE(argument));
  }
  if (!*owner || PyBytes_AsStringAndSize(*owner, &data, &size) < 0) {
    Py_CLEAR(*owner);
    return false;
  }
  *text = (tta_str){data, (size_t)size};
  return true;
}

bool ttattr_integers(PyObject *tuple, int64_t *integers, uint32_t *count) {
  Py_ssize_t size = PyTuple_Check(tuple) ? PyTuple_Size(tuple) : -1;
  if (size < 0 || size > TTA_MAX_RANK) {
    PyErr_Format(PyExc_ValueError, "expected a tuple of at most %d integers, found %R", TTA_MAX_RANK, tuple);
    return false;
  }
  *count = (uint32_t)size;
  for (Py_ssize_t i = 0; i < size; i++) {
    integers[i] = PyLong_AsLongLong(PyTuple_GetItem(tuple, i));
    if (integers[i] == -1 && PyErr_Occurred()) return false;
  }
  return true;
}

PyObject *ttattr_tuple(const int64_t *integers, uint32_t count) {
  PyObject *tuple = PyTuple_New(count);
  for (uint32_t i = 0; tuple && i < count; i++) {
    PyObject *item = PyLong_FromLongLong(integers[i]);
    if (!item || PyTuple_SetItem(tuple, i, item) < 0) Py_CLEAR(tuple);
  }
  return tuple;
}

PyObject *ttattr_no_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  (void)args, (void)kwargs;
  return PyErr_Format(PyExc_TypeError, "cannot create %R directly", (PyObject *)type);
}

/* ---- the module ---- */

static int add_type(PyObject *module, const char *name, PyTypeObject *type) {
  if (!type) return -1;
  Py_INCREF(type); /* PyModule_AddObject takes one, the state keeps the other */
  if (!PyModule_AddObject(module, name, (PyObject *)type)) return 0;
  Py_DECREF(type);
  return -1;
}

static int add_functions(PyObject *module) {
  PyMethodDef *tables[NUM_TABLES] = {ttattr_text_methods, ttattr_layout_methods, ttattr_command_methods,
                                     ttattr_array_methods};
  for (int i = 0; i < NUM_TABLES; i++)
    if (PyModule_AddFunctions(module, tables[i]) < 0) return -1;
  return 0;
}

static int execute(PyObject *module) {
  ttattr_state *state = ttattr_state_of(module);
  if (add_type(module, "Layout", state->layout = ttattr_layout_type()) < 0) return -1;
  if (add_type(module, "Options", state->options = ttattr_options_type()) < 0) return -1;
  if (add_type(module, "Document", state->document = ttattr_document_type()) < 0) return -1;
  ttattr_prepare_commands();
  if (PyModule_AddStringConstant(module, "version", tta_version()) < 0) return -1;
  return add_functions(module);
}

static int traverse(PyObject *module, visitproc visit, void *arg) {
  ttattr_state *state = ttattr_state_of(module);
  Py_VISIT(state->layout);
  Py_VISIT(state->options);
  Py_VISIT(state->document);
  return 0;
}

static int clear(PyObject *module) {
  ttattr_state *state = ttattr_state_of(module);
  Py_CLEAR(state->layout);
  Py_CLEAR(state->options);
  Py_CLEAR(state->document);
  return 0;
}

static void free_module(void *module) { clear((PyObject *)module); }

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ttattr._ttattr",
    .m_doc = "The library and the tools, for the package ttattr, which documents what may be used.",
    .m_size = sizeof(ttattr_state),
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = free_module,
};

PyMODINIT_FUNC PyInit__ttattr(void) { return PyModuleDef_Init(&definition); }
