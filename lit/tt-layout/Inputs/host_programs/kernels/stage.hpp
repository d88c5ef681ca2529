#pragma once
#include "dataflow_api.h"
struct Neighbor {
    uint32_t x, y;
    uint64_t at(uint32_t address) const { return get_noc_addr(x, y, address); }
};
constexpr uint32_t pages = get_named_compile_time_arg_val("pages");
constexpr uint32_t page = get_named_compile_time_arg_val("page");
inline Neighbor neighbor(uint32_t first) { return {get_arg_val<uint32_t>(first), get_arg_val<uint32_t>(first + 1)}; }
inline uint32_t credits() { return get_semaphore(get_named_compile_time_arg_val("credits")); }
inline uint32_t filled() { return get_semaphore(get_named_compile_time_arg_val("filled")); }
inline volatile tt_l1_ptr uint32_t* ptr(uint32_t a) { return reinterpret_cast<volatile tt_l1_ptr uint32_t*>(a); }
inline void push(const Neighbor& to, uint32_t from, uint32_t into, uint32_t i) {
    noc_semaphore_wait_min(ptr(credits()), i + 1);
    noc_async_write(from, to.at(into), page);
    noc_async_write_barrier();
    noc_semaphore_inc(to.at(filled()), 1);
}
