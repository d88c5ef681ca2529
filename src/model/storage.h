/* storage.h: the parts of storages that other components build on. */
#ifndef TTA_MODEL_STORAGE_H
#define TTA_MODEL_STORAGE_H

#include "ttattr/storage.h"

/** tta_storage_of for many layouts: does not clear the steps and terms that the storage does not have, 9 KB. */
tta_status tta_storage_fill(const tta_layout *layout, const tta_storage_options *options, tta_storage *out,
                            tta_buf *reason);

/** Evaluates the steps. @param physical `rank` results of the layout's map. @param forms receives num_forms values. */
tta_status tta_storage_evaluate(const tta_storage *storage, const int64_t *physical, int64_t *forms);

/** Whether an element is in a shard of the grid, or in a page: not so for some elements of layouts that are only warned
 *  about (layout-extent). TTA_INVALID with a reason that names the element and the extent that it leaves. All that
 *  turns an element into a core requires it.
 *  @param index of the element. @param physical the results of the layout's map for it. */
tta_status tta_storage_check_element(const tta_layout *layout, const int64_t *index, const int64_t *physical,
                                     tta_buf *reason);

/** The least number of elements of a row, at least `elements`, that has a multiple of `alignment_bytes`.
 *  @return false if it, or its bytes, are out of range, or an argument is below 1 (elements: below 0) */
bool tta_aligned_row(int64_t elements, int64_t element_bytes, int64_t alignment_bytes, int64_t *aligned);

/** Writes a storage as an object: sizes, the steps as ["/", a, D, q, r] and ["+", a, w, b], and the numbers of the
 *  forms of tta_location's members; null for what the layout does not have. */
void tta_storage_json(tta_json *json, const tta_storage *storage);

/** The same for all elements. TTA_UNDECIDED with a reason if the map is too complex. */
tta_status tta_storage_check_elements(const tta_layout *layout, tta_buf *reason);

/** Whether the memref of each core holds its shard: not so in layouts that are only warned about, whose offsets have no
 *  meaning. TTA_INVALID with a reason, also for an empty shard. */
tta_status tta_storage_check_shard(const tta_layout *layout, tta_buf *reason);

/** tta_layout_locate with the banks that the storage was derived for. @param storage of `layout`, in bytes */
tta_status tta_storage_locate(const tta_storage *storage, const tta_layout *layout, const int64_t *index,
                              tta_location *location, tta_buf *reason);

#endif
