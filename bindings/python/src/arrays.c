/* Functions of the module over arrays of elements. */
#include "module.h"

PyMethodDef ttattr_array_methods[] = {{NULL, NULL, 0, NULL}};
