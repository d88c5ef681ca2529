// Kernels whose source is in the host program: data move from a circular buffer to that of another core. NO_BARRIER
// leaves out the barrier before the flag is raised, PUSH_TWICE pushes a page twice.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>
#include <string>

using namespace tt::tt_metal;

static const std::string sender_source = R"(
#include "dataflow_api.h"

void kernel_main() {
    constexpr auto source_args = TensorAccessorArgs<2>();
    const auto source = TensorAccessor(source_args, get_arg_val<uint32_t>(0), PAGE_BYTES);
    const uint32_t x = get_arg_val<uint32_t>(1), y = get_arg_val<uint32_t>(2);
    const uint32_t ready = get_semaphore(get_compile_time_arg_val(1));
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    cb_reserve_back(cb, 1);
    const uint32_t l1 = get_write_ptr(cb);
    noc_async_read_page(0, source, l1);
    noc_async_read_barrier();
    cb_push_back(cb, 1);
    cb_wait_front(cb, 1);
    noc_async_write(l1, get_noc_addr(x, y, l1), PAGE_BYTES);
#ifndef NO_BARRIER
    noc_async_write_barrier();
#endif
    noc_semaphore_inc(get_noc_addr(x, y, ready), 1);
    noc_async_atomic_barrier();
    noc_async_write_barrier();
    cb_pop_front(cb, 1);
}
)";

std::string receiver(uint32_t page_bytes) {
    std::string out = "#include \"dataflow_api.h\"\n";
    out += "#define PAGE_BYTES " + std::to_string(page_bytes) + "\n";
    return out + R"delim(
void kernel_main() {
    const uint32_t ready = get_semaphore(get_compile_time_arg_val(1));
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    cb_reserve_back(cb, 1);
    noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(ready), 1);
    cb_push_back(cb, 1);
#ifdef PUSH_TWICE
    cb_push_back(cb, 1);
#endif
    cb_wait_front(cb, 1);
    noc_async_write(get_read_ptr(cb), get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0)), PAGE_BYTES);
    noc_async_write_barrier();
    cb_pop_front(cb, 1);
}
)delim";
}

int main() {
    IDevice* device = CreateDevice(0);
    Program program = CreateProgram();
    constexpr uint32_t page_bytes = 1024;
    constexpr CoreCoord from{0, 0}, to{3, 2};
    const CoreRangeSet cores({CoreRange(from, from), CoreRange(to, to)});
    auto in = CreateBuffer(InterleavedBufferConfig{device, page_bytes, page_bytes, BufferType::DRAM});
    auto out = CreateBuffer(InterleavedBufferConfig{device, page_bytes, page_bytes, BufferType::DRAM});
    CreateCircularBuffer(
        program, cores,
        CircularBufferConfig(page_bytes, {{CBIndex::c_0, tt::DataFormat::UInt32}})
            .set_page_size(CBIndex::c_0, page_bytes));
    const uint32_t ready = CreateSemaphore(program, cores, 0);
    std::vector<uint32_t> args{CBIndex::c_0, ready};
    TensorAccessorArgs(*in).append_to(args);
    const auto sender = CreateKernelFromString(
        program, sender_source, from,
        DataMovementConfig{
            .processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default, .compile_args = args,
            .defines = {{"PAGE_BYTES", std::to_string(page_bytes)}}});
    const auto receiving = CreateKernelFromString(
        program, receiver(page_bytes), to,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_1, .compile_args = args});
    const CoreCoord target = device->worker_core_from_logical_core(to);
    SetRuntimeArgs(program, sender, from, {in->address(), (uint32_t)target.x, (uint32_t)target.y});
    SetRuntimeArgs(program, receiving, to, {out->address()});
    std::vector<uint32_t> data(page_bytes / sizeof(uint32_t), 42);
    detail::WriteToBuffer(in, data);
    detail::LaunchProgram(device, program);
    detail::ReadFromBuffer(out, data);
    return CloseDevice(device) ? 0 : 1;
}
