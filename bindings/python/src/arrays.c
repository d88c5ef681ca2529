/* Arrays of elements: packing, unpacking, places.
 *
 * The buffer protocol (PyObject_GetBuffer, Py_buffer) is part of the stable ABI from 3.11 on only. One wheel for 3.8
 * and later reads contiguous memory by PyObject_AsReadBuffer, which is part of it in all versions (headers of 3.13 do
 * not declare it any more), and never keeps its address longer than the object: the caller passes a memoryview, which
 * holds the buffer. Arrays of numpy with other strides come as address and strides, from numpy itself; the caller's
 * reference keeps them alive. Results are new bytes and bytearrays. */
#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/str.h"
#include "module.h"
#include "ttattr/pack.h"

PyAPI_FUNC(int) PyObject_AsReadBuffer(PyObject *object, const void **address, Py_ssize_t *size);

/** What a capsule has. */
typedef struct packing {
  PyObject *layout; /* that `of` refers to */
  tta_arena *arena;
  tta_packing of;
} packing;

static const char CAPSULE[] = "ttattr._ttattr.packing";

static void free_packing(packing *p) {
  tta_arena_delete(p->arena);
  Py_XDECREF(p->layout);
  free(p);
}

static void destroy(PyObject *capsule) { free_packing((packing *)PyCapsule_GetPointer(capsule, CAPSULE)); }

static const tta_packing *packing_of(PyObject *capsule) {
  packing *p = (packing *)PyCapsule_GetPointer(capsule, CAPSULE);
  return p ? &p->of : NULL;
}

/* None, or the failure with its reason. */
static PyObject *finish(tta_status status, tta_buf *reason, PyObject *result) {
  if (status) {
    Py_CLEAR(result);
    ttattr_raise(status, reason);
  }
  tta_buf_free(reason);
  return result;
}

PyDoc_STRVAR(packing_doc, "packing(layout, arch, element, /)\n--\n\nWhere the bytes of a tensor are, as a capsule.");
static PyObject *new_packing(PyObject *module, PyObject *args) {
  PyObject *layout;
  const char *arch_name, *element;
  tta_arch arch;
  if (!PyArg_ParseTuple(args, "Oss", &layout, &arch_name, &element)) return NULL;
  const tta_layout_ref *ref = ttattr_layout_of(module, layout);
  if (!ref) return NULL;
  if (!tta_arch_find(tta_str_from(arch_name), &arch))
    return PyErr_Format(PyExc_ValueError, "unknown architecture '%s'", arch_name);
  packing *p = (packing *)calloc(1, sizeof *p);
  if (!p) return PyErr_NoMemory();
  p->arena = tta_arena_new(NULL);
  Py_INCREF(layout);
  p->layout = layout;
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = TTA_NO_MEMORY;
  Py_BEGIN_ALLOW_THREADS
  if (p->arena) status = tta_packing_of(ref, arch, tta_str_from(element), p->arena, &p->of, &reason);
  Py_END_ALLOW_THREADS
  if (status == TTA_INVALID && !reason.size) tta_buf_str(&reason, "the element type is unknown; give element='f32'");
  PyObject *capsule = status ? NULL : PyCapsule_New(p, CAPSULE, destroy);
  if (!capsule) free_packing(p);
  return finish(status, &reason, capsule);
}

PyDoc_STRVAR(figures_doc, "packing_figures(packing, /)\n--\n\n"
                          "(shape, element, element_bytes, num_banks, bank_bytes, grid)");
static PyObject *packing_figures(PyObject *module, PyObject *capsule) {
  const tta_packing *p = packing_of(capsule);
  (void)module;
  if (!p) return NULL;
  PyObject *shape = ttattr_tuple(p->shape.extent, p->shape.rank);
  PyObject *grid = shape ? ttattr_tuple(p->grid.extent, p->grid.rank) : NULL;
  if (grid)
    return Py_BuildValue("(Ns#LLLN)", shape, p->element.data, (Py_ssize_t)p->element.size,
                         (long long)p->element_bytes, (long long)p->num_banks, (long long)p->bank_bytes, grid);
  Py_XDECREF(shape);
  return NULL;
}

/* ---- elements ---- */

/* The bytes of contiguous memory. @return false after raising, also if there are not `size` bytes */
static bool read_buffer(PyObject *object, int64_t size, const char *what, const unsigned char **bytes) {
  const void *address;
  Py_ssize_t found;
  if (PyObject_AsReadBuffer(object, &address, &found) < 0) return false;
  *bytes = (const unsigned char *)address;
  if (found == size) return true;
  PyErr_Format(PyExc_ValueError, "%s has %zd bytes, not %lld", what, found, (long long)size);
  return false;
}

static bool read_elements(const tta_packing *p, PyObject *source, PyObject *address, const unsigned char **elements) {
  int64_t count, bytes;
  if (!tta_shape_volume(p->shape, &count) || !tta_mul(count, p->element_bytes, &bytes)) {
    PyErr_SetString(PyExc_OverflowError, "the tensor has too many elements");
    return false;
  }
  if (address == Py_None) return read_buffer(source, bytes, "the array", elements);
  *elements = (const unsigned char *)PyLong_AsVoidPtr(address);
  return !PyErr_Occurred();
}

/* Bytes that are zero, without writing to them: pages of large ones are not touched. */
static PyObject *new_zeros(int64_t size) {
  if (size > PY_SSIZE_T_MAX) return PyErr_NoMemory();
  return PyObject_CallFunction((PyObject *)&PyBytes_Type, "n", (Py_ssize_t)size);
}

PyDoc_STRVAR(pack_doc, "packing_pack(packing, source, address, strides, /)\n--\n\n"
                       "The packed tensor as bytes. @param address, strides of the elements, which `source` keeps "
                       "alive; None: they are its memory, row-major");
static PyObject *packing_pack(PyObject *module, PyObject *args) {
  PyObject *capsule, *source, *address, *stride_tuple;
  const unsigned char *elements = NULL;
  int64_t strides[TTA_MAX_RANK];
  uint32_t rank = 0;
  (void)module;
  if (!PyArg_ParseTuple(args, "OOOO", &capsule, &source, &address, &stride_tuple)) return NULL;
  const tta_packing *p = packing_of(capsule);
  if (!p || !read_elements(p, source, address, &elements)) return NULL;
  bool strided = stride_tuple != Py_None;
  if (strided && !ttattr_integers(stride_tuple, strides, &rank)) return NULL;
  if (strided && rank != p->shape.rank) return PyErr_Format(PyExc_ValueError, "expected %u strides", p->shape.rank);
  PyObject *packed = new_zeros(p->bytes);
  if (!packed) return NULL;
  unsigned char *out = (unsigned char *)PyBytes_AsString(packed), *marks = NULL;
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = TTA_OK;
  Py_BEGIN_ALLOW_THREADS
  if (p->marks_bytes) marks = (unsigned char *)calloc((size_t)p->marks_bytes, 1);
  if (p->marks_bytes && !marks) status = TTA_NO_MEMORY;
  else status = tta_pack_array(p, elements, strided ? strides : NULL, out, marks, &reason);
  free(marks);
  Py_END_ALLOW_THREADS
  return finish(status, &reason, packed);
}

/* ---- unpack ---- */

/* The banks as one packed tensor. @param copy receives memory if they do not follow one another in theirs, else NULL */
static const unsigned char *join_banks(const tta_packing *p, PyObject *banks, unsigned char **copy) {
  const unsigned char *first = NULL, *bank;
  Py_ssize_t count = PyTuple_Size(banks);
  *copy = NULL;
  bool whole = count == 1;
  int64_t bytes = whole ? p->bytes : p->bank_bytes;
  if (count < 0) return NULL;
  if (!whole && count != p->num_banks) {
    PyErr_Format(PyExc_ValueError, "expected %lld banks, found %zd", (long long)p->num_banks, count);
    return NULL;
  }
  bool adjacent = true;
  for (Py_ssize_t i = 0; i < count; i++) {
    if (!read_buffer(PyTuple_GetItem(banks, i), bytes, whole ? "the packed tensor" : "a bank", &bank)) return NULL;
    if (!i) first = bank;
    adjacent = adjacent && (uintptr_t)bank == (uintptr_t)first + (uintptr_t)i * (uintptr_t)bytes;
  }
  if (adjacent) return first;
  *copy = (unsigned char *)malloc((size_t)p->bytes);
  if (!*copy) {
    PyErr_NoMemory();
    return NULL;
  }
  for (Py_ssize_t i = 0; i < count; i++) {
    if (!read_buffer(PyTuple_GetItem(banks, i), bytes, "a bank", &bank)) return NULL;
    memcpy(*copy + (int64_t)i * bytes, bank, (size_t)bytes);
  }
  return *copy;
}

static PyObject *new_bytearray(int64_t count, int64_t item_bytes) {
  int64_t size;
  if (!tta_mul(count, item_bytes, &size) || size > PY_SSIZE_T_MAX) return PyErr_NoMemory();
  return PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)size);
}

PyDoc_STRVAR(unpack_doc, "packing_unpack(packing, banks, /)\n--\n\n"
                         "The elements, row-major. @param banks a tuple of contiguous buffers: one for each bank, or "
                         "one for all");
static PyObject *packing_unpack(PyObject *module, PyObject *args) {
  PyObject *capsule, *banks;
  unsigned char *copy;
  int64_t count;
  (void)module;
  if (!PyArg_ParseTuple(args, "OO!", &capsule, &PyTuple_Type, &banks)) return NULL;
  const tta_packing *p = packing_of(capsule);
  if (!p) return NULL;
  if (!tta_shape_volume(p->shape, &count)) return ttattr_raise(TTA_OVERFLOW, NULL);
  const unsigned char *packed = join_banks(p, banks, &copy);
  PyObject *elements = packed ? new_bytearray(count, p->element_bytes) : NULL;
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = TTA_OK;
  if (elements) {
    void *out = PyByteArray_AsString(elements);
    Py_BEGIN_ALLOW_THREADS
    status = tta_unpack_array(p, packed, out, NULL, &reason);
    Py_END_ALLOW_THREADS
  }
  free(copy);
  return finish(status, &reason, elements);
}

/* ---- places ---- */

PyDoc_STRVAR(locate_doc, "packing_locate(packing, indices, count, /)\n--\n\n"
                         "(banks, offsets in bytes) of `count` elements as bytearrays of 64-bit integers.\n"
                         "@param indices contiguous 64-bit integers, an index after the other; None: all elements");
static PyObject *packing_locate(PyObject *module, PyObject *args) {
  PyObject *capsule, *source;
  const unsigned char *indices = NULL;
  long long count;
  int64_t bytes = 0;
  (void)module;
  if (!PyArg_ParseTuple(args, "OOL", &capsule, &source, &count)) return NULL;
  const tta_packing *p = packing_of(capsule);
  if (!p) return NULL;
  if (count < 0 || !tta_mul(count, (int64_t)sizeof(int64_t) * p->shape.rank, &bytes))
    return ttattr_raise(TTA_OVERFLOW, NULL);
  if (source != Py_None && !read_buffer(source, bytes, "the array of indices", &indices)) return NULL;
  if ((uintptr_t)indices % _Alignof(int64_t)) {
    PyErr_SetString(PyExc_ValueError, "the array of indices is not aligned");
    return NULL;
  }
  PyObject *banks = new_bytearray(count, sizeof(int64_t));
  PyObject *offsets = banks ? new_bytearray(count, sizeof(int64_t)) : NULL;
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = TTA_NO_MEMORY;
  if (offsets) {
    int64_t *bank = (int64_t *)(void *)PyByteArray_AsString(banks);
    int64_t *offset = (int64_t *)(void *)PyByteArray_AsString(offsets);
    static const int64_t none[1]; /* of no indices: NULL are all */
    const int64_t *index = source == Py_None ? NULL : count ? (const int64_t *)(const void *)indices : none;
    Py_BEGIN_ALLOW_THREADS
    status = tta_packing_locate(p, index, count, bank, offset, &reason);
    Py_END_ALLOW_THREADS
  }
  PyObject *result = status ? NULL : PyTuple_Pack(2, banks, offsets);
  Py_XDECREF(banks);
  Py_XDECREF(offsets);
  if (!offsets) { /* raised */
    tta_buf_free(&reason);
    return NULL;
  }
  return finish(status, &reason, result);
}

PyMethodDef ttattr_array_methods[] = {
    {"packing", new_packing, METH_VARARGS, packing_doc},
    {"packing_figures", packing_figures, METH_O, figures_doc},
    {"packing_pack", packing_pack, METH_VARARGS, pack_doc},
    {"packing_unpack", packing_unpack, METH_VARARGS, unpack_doc},
    {"packing_locate", packing_locate, METH_VARARGS, locate_doc},
    {NULL, NULL, 0, NULL},
};
