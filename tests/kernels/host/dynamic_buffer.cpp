// A program that is built once and gets other buffers for its second run: circular buffers over shards, arguments that
// are changed in place. SMALL: the second buffers have less tiles than the circular buffer.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/constants.hpp>
#include <tt-metalium/work_split.hpp>
#include <optional>

using namespace tt;
using namespace tt::tt_metal;

namespace {

struct Cached {
    Program program;
    CBHandle cb_in = 0, cb_out = 0;
    KernelHandle reader = 0, compute = 0;
    CoreRangeSet cores;
};

std::tuple<std::shared_ptr<Buffer>, ShardSpecBuffer> sharded(
    IDevice* device, const CoreRangeSet& cores, uint32_t tiles, std::optional<DataFormat> format = std::nullopt) {
    const uint32_t bytes = tt::tile_size(format.value_or(DataFormat::Float16_b));
    auto spec = ShardSpecBuffer(
        cores, {tiles * constants::TILE_HEIGHT, constants::TILE_WIDTH}, ShardOrientation::ROW_MAJOR,
        {constants::TILE_HEIGHT, constants::TILE_WIDTH}, {tiles * cores.num_cores(), 1});
    ShardedBufferConfig config{
        .device = device, .size = tiles * cores.num_cores() * bytes, .page_size = bytes,
        .buffer_layout = TensorMemoryLayout::HEIGHT_SHARDED, .shard_parameters = spec};
    return {CreateBuffer(config), spec};
}

Cached build(const std::shared_ptr<Buffer>& in, const std::shared_ptr<Buffer>& out, const CoreRangeSet& cores,
             uint32_t tiles) {
    Cached cached{.program = CreateProgram(), .cores = cores};
    const uint32_t bytes = tile_size(DataFormat::Float16_b);
    CircularBufferConfig in_config = CircularBufferConfig(tiles * bytes, {{CBIndex::c_0, DataFormat::Float16_b}})
                                         .set_page_size(CBIndex::c_0, bytes)
                                         .set_globally_allocated_address(*in);
    cached.cb_in = CreateCircularBuffer(cached.program, cores, in_config);
    cached.cb_out = CreateCircularBuffer(
        cached.program, cores,
        CircularBufferConfig(tiles * bytes, {{CBIndex::c_16, DataFormat::Float16_b}})
            .set_page_size(CBIndex::c_16, bytes)
            .set_globally_allocated_address(*out));
    std::vector<UnpackToDestMode> unpack_modes(NUM_CIRCULAR_BUFFERS, UnpackToDestMode::Default);
    unpack_modes[CBIndex::c_0] = UnpackToDestMode::UnpackToDestFp32;
    cached.compute = CreateKernel(
        cached.program, "kernels/copy.cpp", cores,
        ComputeConfig{
            .math_fidelity = MathFidelity::LoFi, .fp32_dest_acc_en = true, .dst_full_sync_en = true,
            .unpack_to_dest_mode = unpack_modes, .math_approx_mode = false,
            .compile_args = {CBIndex::c_0, CBIndex::c_16, tiles}});
    cached.reader = CreateKernel(
        cached.program, "kernels/shard_args.cpp", cores,
        DataMovementConfig{
            .processor = DataMovementProcessor::RISCV_1, .noc = detail::GetPreferredNOCForDRAMRead(device_arch()),
            .compile_args = {CBIndex::c_0}});
    SetRuntimeArgs(cached.program, cached.reader, cores, {tiles});
    return cached;
}

void override(Cached& cached, const Buffer& in, const Buffer& out, uint32_t tiles) {
    UpdateDynamicCircularBufferAddress(cached.program, cached.cb_in, in);
    UpdateDynamicCircularBufferAddress(cached.program, cached.cb_out, out);
    auto& args_by_core = GetRuntimeArgs(cached.program, cached.reader);
    for (const auto& core : corerange_to_cores(cached.cores)) {
        auto& args = args_by_core[core.x][core.y];
        args[0] = tiles;
    }
}

}  // namespace

int main() {
    IDevice* device = CreateDevice(0);
    CommandQueue& cq = device->command_queue();
    const CoreRangeSet cores = num_cores_to_corerangeset(6, device->compute_with_storage_grid_size(), true);
    constexpr uint32_t tiles = 4;
    auto [in, in_spec] = sharded(device, cores, tiles);
    auto [out, out_spec] = sharded(device, cores, tiles);
    Cached cached = build(in, out, cores, tiles);
    EnqueueWriteBuffer(cq, in, std::vector<uint32_t>(1024), false);
    EnqueueProgram(cq, cached.program, false);
    auto [in2, in2_spec] = sharded(device, cores, tiles);
    auto [out2, out2_spec] = sharded(device, cores, tiles);
    EnqueueWriteBuffer(cq, in2, std::vector<uint32_t>(1024), false);
#ifdef SMALL
    override(cached, *in2, *out2, tiles - 1);
#else
    override(cached, *in2, *out2, tiles);
#endif
    EnqueueProgram(cq, cached.program, true);
    CloseDevice(device);
}
