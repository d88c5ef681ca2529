// A DRAM page through a bare L1 address and back. OBJECTS: the object spelling; NO_BARRIER plants a race.
#include <cstdint>
#include "dataflow_api.h"

void kernel_main() {
    uint32_t l1 = get_arg_val<uint32_t>(0);
    uint32_t source = get_arg_val<uint32_t>(1);
    uint32_t target = get_arg_val<uint32_t>(2);
    constexpr uint32_t page_bytes = get_compile_time_arg_val(0);
    constexpr uint32_t num_pages = get_compile_time_arg_val(1);

#ifdef OBJECTS
    experimental::Noc noc;
    constexpr auto from_args = TensorAccessorArgs<2>();
    constexpr auto to_args = TensorAccessorArgs<from_args.next_compile_time_args_offset()>();
    const auto from = TensorAccessor(from_args, source, page_bytes);
    const auto to = TensorAccessor(to_args, target, page_bytes);
    for (uint32_t i = 0; i < num_pages; ++i) {
        noc.async_read(from, experimental::CoreLocalMem<uint32_t>(l1), page_bytes, {.page_id = i}, {});
#ifndef NO_BARRIER
        noc.async_read_barrier();
#endif
        noc.async_write(experimental::CoreLocalMem<uint32_t>(l1), to, page_bytes, {}, {.page_id = i});
        noc.async_write_barrier();
    }
#elif defined(ACCESSOR)
    constexpr auto from_args = TensorAccessorArgs<2>();
    const auto from = TensorAccessor(from_args, source, page_bytes);
    const auto to = TensorAccessor(TensorAccessorArgs<3>(), target, page_bytes);
    for (uint32_t i = 0; i < num_pages; i++) {
        noc_async_read_page(i, from, l1);
#ifndef NO_BARRIER
        noc_async_read_barrier();
#endif
        noc_async_write_page(i, to, l1);
        noc_async_write_barrier();
    }
#else
    const InterleavedAddrGenFast<true> from = {
        .bank_base_address = source, .page_size = page_bytes, .data_format = DataFormat::Float16_b};
    const InterleavedAddrGen<true> to = {.bank_base_address = target, .page_size = page_bytes};
    for (uint32_t i = 0; i != num_pages; i++) {
        noc_async_read_tile(i, from, l1);
#ifndef NO_BARRIER
        noc_async_read_barrier();
#endif
        uint64_t address = get_noc_addr(i, to);
        noc_async_write(l1, address, page_bytes);
        noc_async_write_barrier();
    }
#endif
}
