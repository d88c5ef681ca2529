// Height-sharded rows with a halo: each core gets the last row of the core above it.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/work_split.hpp>
using namespace tt::tt_metal;

namespace halo {
struct Config {
    uint32_t rows_per_core = 4;
    uint32_t row_bytes = 256;
    uint32_t cores = 4;
    constexpr uint32_t shard_bytes() const { return rows_per_core * row_bytes; }
};
struct Buffers {
    std::shared_ptr<Buffer> input, halo;
};
}  // namespace halo

static halo::Buffers allocate(IDevice* device, const halo::Config& c, const CoreRangeSet& grid) {
    auto sharded = [&](uint32_t bytes_per_core) {
        ShardSpecBuffer spec(grid, {bytes_per_core / c.row_bytes, c.row_bytes / 2}, ShardOrientation::ROW_MAJOR,
                             {1, c.row_bytes / 2}, {bytes_per_core / c.row_bytes * c.cores, 1});
        return CreateBuffer(ShardedBufferConfig{
            .device = device, .size = (uint64_t)bytes_per_core * c.cores, .page_size = c.row_bytes,
            .buffer_type = BufferType::L1, .buffer_layout = TensorMemoryLayout::HEIGHT_SHARDED, .shard_parameters = spec});
    };
    return {.input = sharded(c.shard_bytes()), .halo = sharded(c.row_bytes)};
}

int main() {
    constexpr halo::Config config{};
    static_assert(config.row_bytes % 32 == 0);
    auto* device = CreateDevice(0);
    const CoreRangeSet grid = num_cores_to_corerangeset(config.cores, device->compute_with_storage_grid_size(), true);
    auto [input, halo_rows] = allocate(device, config, grid);
    auto program = CreateProgram();
    const uint32_t sem = CreateSemaphore(program, grid, 0);
    auto push = CreateKernel(program, "kernels/halo_push.cpp", grid,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default,
                           .compile_args = {config.shard_bytes() - config.row_bytes, config.row_bytes, sem}});
    const auto cores = corerange_to_cores(grid, std::nullopt, true);
    for (auto it = cores.begin(); it != cores.end(); ++it) {
        std::vector<uint32_t> args{input->address(), halo_rows->address()};
        const bool last = std::next(it) == cores.end();
        const bool first = it == cores.begin();
        auto next = device->worker_core_from_logical_core(last ? *it : *std::next(it));
        args.push_back(next.x);
        args.push_back(next.y);
        args.push_back(!last);
        args.push_back(!first);
        SetRuntimeArgs(program, push, *it, args);
    }
    std::vector<uint32_t> values(config.shard_bytes() * config.cores / 4);
    WriteToBuffer(input, values);
    EnqueueProgram(device->command_queue(), program, true);
    CloseDevice(device);
}
