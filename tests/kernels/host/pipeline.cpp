// Cores in a row pass tiles on; kernels are created in a loop over the cores. NO_FLUSH plants an error in the kernels.
#include <tt-metalium/host_api.hpp>

using namespace tt::tt_metal;

int main() {
    IDevice* device = CreateDevice(0);
    Program program = CreateProgram();
    const uint32_t num_cores = 3, num_tiles = 5, tile_bytes = 2048;
    std::vector<CoreCoord> cores;
    for (uint32_t i = 0; i < num_cores; i++) {
        cores.emplace_back(i, 0);
    }
    CoreRangeSet all(CoreRange(cores.front(), cores.back()));
    auto source = CreateBuffer(InterleavedBufferConfig{
        .device = device, .size = num_tiles * tile_bytes, .page_size = tile_bytes, .buffer_type = BufferType::DRAM});
    auto target = CreateBuffer(InterleavedBufferConfig{
        .device = device, .size = num_tiles * tile_bytes, .page_size = tile_bytes, .buffer_type = BufferType::DRAM});
    CircularBufferConfig cb_config(2 * tile_bytes, {{tt::CBIndex::c_0, tt::DataFormat::Float16_b}});
    cb_config.set_page_size(tt::CBIndex::c_0, tile_bytes);
    CreateCircularBuffer(program, all, cb_config);
    uint32_t arrived = CreateSemaphore(program, all, 0), room = CreateSemaphore(program, all, 0);
    auto valid = CreateSemaphore(program, all, 1);

    std::vector<uint32_t> ends = {tt::CBIndex::c_0, 2};
    std::vector<uint32_t> links = {tt::CBIndex::c_0, arrived, room, valid};
    for (uint32_t i = 0; i < num_cores; ++i) {
        const bool is_first = i == 0, is_last = i + 1 == num_cores;
        const CoreCoord& core = cores[i];
        auto in = CreateKernel(
            program, is_first ? "../common/reader.cpp" : "../pipeline/receiver.cpp", core,
            DataMovementConfig{
                .processor = DataMovementProcessor::RISCV_1,
                .noc = NOC::RISCV_1_default,
                .compile_args = is_first ? ends : links});
        if (is_first) {
            SetRuntimeArgs(program, in, core, {source->address(), num_tiles, 0});
        } else {
            auto before = device->worker_core_from_logical_core(cores[i - 1]);
            SetRuntimeArgs(
                program, in, core, {static_cast<uint32_t>(before.x), static_cast<uint32_t>(before.y), num_tiles});
        }
        auto out = CreateKernel(
            program, is_last ? "../common/writer.cpp" : "../pipeline/sender.cpp", core,
            DataMovementConfig{
                .processor = DataMovementProcessor::RISCV_0,
                .noc = NOC::RISCV_0_default,
                .compile_args = is_last ? ends : links});
        std::vector<uint32_t> args;
        if (is_last) {
            args = {target->address(), num_tiles, 0};
        } else {
            auto after = device->worker_core_from_logical_core(cores.at(i + 1));
            args.push_back(after.x);
            args.push_back(after.y);
            args.push_back(num_tiles);
        }
        SetRuntimeArgs(program, out, core, args);
    }
    std::vector<uint32_t> data(num_tiles * tile_bytes / sizeof(uint32_t));
    std::iota(data.begin(), data.end(), 0);
    detail::WriteToBuffer(source, data);
    detail::LaunchProgram(device, program);
    CloseDevice(device);
}
