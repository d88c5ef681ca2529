// One core sends tiles to another. RESET_AFTER plants a lost increment in the kernels.
#include "tt_metal/host_api.hpp"
#include "tt_metal/detail/tt_metal.hpp"
#include "tt_metal/common/bfloat16.hpp"

using namespace tt;
using namespace tt::tt_metal;

int main(int argc, char **argv) {
    /* Silicon accelerator setup */
    Device *device = CreateDevice(0);
    CommandQueue& cq = device->command_queue();
    Program program = CreateProgram();
    constexpr CoreCoord core0 = {0, 0};
    constexpr CoreCoord core1 = {1, 0};
    const auto core0_physical_coord = device->worker_core_from_logical_core(core0);
    const auto core1_physical_coord = device->worker_core_from_logical_core(core1);
    CoreRange sem_core_range = CoreRange(core0, core1);
    auto sem_id = CreateSemaphore(program, sem_core_range, INVALID);

    constexpr uint32_t single_tile_size = 2 * 1024;
    constexpr uint32_t n_tiles = 4;
    InterleavedBufferConfig dram_config{
        .device= device,
        .size = single_tile_size * 8,
        .page_size = single_tile_size,
        .buffer_type = BufferType::DRAM
    };
    std::shared_ptr<tt::tt_metal::Buffer> src_dram_buffer = CreateBuffer(dram_config);
    std::shared_ptr<tt::tt_metal::Buffer> dst_dram_buffer = CreateBuffer(dram_config);
    for (auto cb : {CBIndex::c_0, CBIndex::c_1}) {
        CircularBufferConfig cb_config = CircularBufferConfig(single_tile_size, {{cb, DataFormat::UInt16}})
            .set_page_size(cb, single_tile_size);
        CBHandle handle = tt_metal::CreateCircularBuffer(program, sem_core_range, cb_config);
    }
    KernelHandle reader = CreateKernel(program, "../tile_transfer/sender_reader.cpp", core0,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_1, .noc = NOC::RISCV_1_default});
    KernelHandle sender = CreateKernel(program, "../tile_transfer/sender_writer.cpp", core0,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default});
    KernelHandle receiver = CreateKernel(program, "../tile_transfer/receiver_reader.cpp", core1,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_1, .noc = NOC::RISCV_1_default});
    KernelHandle writer = CreateKernel(program, "../tile_transfer/receiver_writer.cpp", core1,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default});
    SetRuntimeArgs(program, reader, core0, {src_dram_buffer->address(), n_tiles});
    SetRuntimeArgs(program, sender, core0,
        {(uint32_t)core1_physical_coord.x, (uint32_t)core1_physical_coord.y, sem_id, n_tiles});
    SetRuntimeArgs(program, receiver, core1,
        {(uint32_t)core0_physical_coord.x, (uint32_t)core0_physical_coord.y, sem_id, n_tiles});
    SetRuntimeArgs(program, writer, core1, {dst_dram_buffer->address(), n_tiles});
    std::vector<uint16_t> src_vec(1, 14);
    EnqueueWriteBuffer(cq, src_dram_buffer, src_vec, false);
    EnqueueProgram(cq, program, false);
    Finish(cq);
    CloseDevice(device);
    return 0;
}
