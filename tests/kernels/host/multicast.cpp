// A sender multicasts blocks to a row of receivers. WRONG_COUNT, NO_WAIT and RESET_LATE plant errors in the kernels.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/device.hpp>
#include <tt-metalium/core_coord.hpp>

using namespace tt::tt_metal;

std::shared_ptr<Buffer> MakeBuffer(IDevice* device, uint32_t size, uint32_t page_size, bool sram = false) {
    InterleavedBufferConfig config{
        .device = device, .size = size, .page_size = page_size,
        .buffer_type = (sram ? BufferType::L1 : BufferType::DRAM)};
    return CreateBuffer(config);
}

std::shared_ptr<Buffer> MakeBufferBFP16(IDevice* device, uint32_t n_tiles, bool sram = false) {
    constexpr uint32_t tile_size = sizeof(bfloat16) * tt::constants::TILE_WIDTH * tt::constants::TILE_HEIGHT;
    const uint32_t page_tiles = sram ? n_tiles : 1;
    return MakeBuffer(device, tile_size * n_tiles, page_tiles * tile_size, sram);
}

CBHandle MakeCircularBuffer(
    Program& program, const CoreRangeSet& cores, tt::CBIndex cb, uint32_t size, uint32_t page_size,
    tt::DataFormat format) {
    CircularBufferConfig config = CircularBufferConfig(size, {{cb, format}}).set_page_size(cb, page_size);
    return CreateCircularBuffer(program, cores, config);
}

CBHandle MakeCircularBufferBFP16(Program& program, const CoreRangeSet& cores, tt::CBIndex cb, uint32_t n_tiles) {
    constexpr uint32_t tile_size = sizeof(bfloat16) * tt::constants::TILE_WIDTH * tt::constants::TILE_HEIGHT;
    return MakeCircularBuffer(program, cores, cb, n_tiles * tile_size, tile_size, tt::DataFormat::Float16_b);
}

int main(int argc, char** argv) {
    if (argc >= 2) {
        fmt::print("usage: multicast\n");
        return 1;
    }
    IDevice* device = CreateDevice(0);
    CommandQueue& cq = device->command_queue();
    Program program = CreateProgram();

    CoreRange all_cores_logical = CoreRange({0, 0}, {3, 0});
    CoreCoord sender_core_logical = {0, 0};
    CoreRange receiver_cores_logical = CoreRange({1, 0}, {3, 0});
    CoreCoord sender = device->worker_core_from_logical_core(sender_core_logical);
    CoreRange receivers = CoreRange(
        device->worker_core_from_logical_core(receiver_cores_logical.start_coord),
        device->worker_core_from_logical_core(receiver_cores_logical.end_coord));

    const uint32_t ready = CreateSemaphore(program, all_cores_logical, 0);
    const uint32_t valid = CreateSemaphore(program, all_cores_logical, 0);
    constexpr uint32_t num_blocks = 4;
    MakeCircularBufferBFP16(program, all_cores_logical, tt::CBIndex::c_0, 2);

    const uint32_t num_receivers = receiver_cores_logical.size();
    auto source = MakeBufferBFP16(device, 8);
    auto target = MakeBufferBFP16(device, 32);
    std::vector<uint32_t> compile_args = {num_receivers, num_blocks, ready, valid};
    TensorAccessorArgs(*source).append_to(compile_args);
    KernelHandle sender_id = CreateKernel(program, "../multicast/sender.cpp", sender_core_logical,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default,
                           .compile_args = compile_args});
    KernelHandle receiver_id = CreateKernel(program, "../multicast/receiver.cpp", receiver_cores_logical,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default,
                           .compile_args = compile_args});
    KernelHandle writer_id = CreateKernel(program, "../multicast/writer.cpp", all_cores_logical,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_1, .noc = NOC::RISCV_1_default,
                           .compile_args = compile_args});

    SetRuntimeArgs(program, sender_id, sender_core_logical, {
        source->address(), (uint32_t)(receivers.start_coord.x), (uint32_t)(receivers.start_coord.y),
        (uint32_t)(receivers.end_coord.x), (uint32_t)(receivers.end_coord.y)});
    SetRuntimeArgs(program, receiver_id, receiver_cores_logical, {(uint32_t)sender.x, (uint32_t)sender.y});
    int id = 0;
    for (uint32_t x = all_cores_logical.start_coord.x; x <= all_cores_logical.end_coord.x; x++) {
        std::vector<uint32_t> writer_args = {target->address(), static_cast<uint32_t>(id)};
        SetRuntimeArgs(program, writer_id, CoreCoord(x, 0), writer_args);
        id++;
    }
    std::vector<bfloat16> tiles = create_identity_matrix(32, 32, 32);
    EnqueueWriteBuffer(cq, source, tiles, false);
    EnqueueProgram(cq, program, false);
    Finish(cq);
    return CloseDevice(device) ? 0 : 1;
}
