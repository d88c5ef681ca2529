// Shards in L1 are the circular buffers of compute: no kernel moves data. NO_PUSH leaves out the kernel that makes them
// available.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/work_split.hpp>

using namespace tt;
using namespace tt::tt_metal;

struct ShardedTensor {
    std::shared_ptr<Buffer> buffer;
    uint32_t num_tiles_per_core;
};

ShardedTensor make_sharded(IDevice* device, const CoreRangeSet& cores, uint32_t tiles_per_core) {
    const uint32_t tile_bytes = tile_size(DataFormat::Float16_b);
    const uint32_t num_cores = cores.num_cores();
    ShardSpecBuffer shard_spec(
        cores, {tiles_per_core * constants::TILE_HEIGHT, constants::TILE_WIDTH}, ShardOrientation::ROW_MAJOR,
        {constants::TILE_HEIGHT, constants::TILE_WIDTH}, {tiles_per_core * num_cores, 1});
    auto buffer = CreateBuffer(ShardedBufferConfig{
        .device = device,
        .size = tile_bytes * tiles_per_core * num_cores,
        .page_size = tile_bytes,
        .buffer_type = BufferType::L1,
        .buffer_layout = TensorMemoryLayout::HEIGHT_SHARDED,
        .shard_parameters = shard_spec});
    return {buffer, tiles_per_core};
}

int main() {
    IDevice* device = CreateDevice(0);
    CommandQueue& cq = device->command_queue();
    Program program = CreateProgram();
    CoreRangeSet cores(std::set<CoreRange>{CoreRange({0, 0}, {1, 1})});
    constexpr uint32_t tiles = 4;
    auto in = make_sharded(device, cores, tiles);
    auto out = make_sharded(device, cores, tiles);
    const uint32_t tile_bytes = tile_size(DataFormat::Float16_b);
    constexpr auto in_cb = CBIndex::c_0, out_cb = CBIndex::c_16;
    for (const auto& [index, tensor] : std::map<uint32_t, ShardedTensor>{{in_cb, in}, {out_cb, out}}) {
        auto config = CircularBufferConfig(tensor.num_tiles_per_core * tile_bytes, {{index, DataFormat::Float16_b}})
                          .set_page_size(index, tile_bytes)
                          .set_globally_allocated_address(*tensor.buffer);
        CreateCircularBuffer(program, cores, config);
    }
    auto compute = CreateKernel(
        program, "kernels/copy.cpp", cores, ComputeConfig{.compile_args = {in_cb, out_cb, tiles}});
#ifndef NO_PUSH
    auto reader = CreateKernel(program, "kernels/shard.cpp", cores, ReaderDataMovementConfig({in_cb, tiles}));
#endif
    EnqueueWriteBuffer(cq, in.buffer, create_random_vector(tiles), false);
    EnqueueProgram(cq, program, false);
    CloseDevice(device);
}
