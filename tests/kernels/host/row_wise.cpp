// Tiles are copied by cores in rows, with a rest, on the whole grid of the device. WRONG_GROUP gives the cores of the
// second group the work of the first.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/work_split.hpp>

using namespace tt;
using namespace tt::tt_metal;

int main() {
    IDevice* device = CreateDevice(0);
    Program program = CreateProgram();
    constexpr uint32_t num_tiles = 20;
    constexpr auto data_format = DataFormat::Float32;
    const uint32_t tile_bytes = tile_size(data_format);
    CoreCoord grid = device->compute_with_storage_grid_size();
    uint32_t num_cores_x = grid.x;
    uint32_t num_cores_y = std::min<uint32_t>(2, grid.y);
    bool row_major = true;
    auto [num_cores, all_cores, core_group_1, core_group_2, tiles_per_core_group_1, tiles_per_core_group_2] =
        split_work_to_cores(CoreCoord{num_cores_x, num_cores_y}, num_tiles, row_major);
    auto src = CreateBuffer(InterleavedBufferConfig{device, num_tiles * tile_bytes, tile_bytes, BufferType::DRAM});
    auto dst = CreateBuffer(InterleavedBufferConfig{device, num_tiles * tile_bytes, tile_bytes, BufferType::DRAM});
    uint32_t cb = CBIndex::c_0;
    CreateCircularBuffer(program, all_cores, CircularBufferConfig(2 * tile_bytes, {{cb, data_format}})
        .set_page_size(cb, tile_bytes));
    std::vector<uint32_t> compile_args = {cb};
    TensorAccessorArgs(*src).append_to(compile_args);
    auto reader_id = CreateKernel(program, "../common/reader.cpp", all_cores, ReaderDataMovementConfig(compile_args));
    auto writer_id = CreateKernel(program, "../common/writer.cpp", all_cores, WriterDataMovementConfig(compile_args));
    auto cores = grid_to_cores(num_cores, num_cores_x, num_cores_y, row_major);
    std::vector<std::vector<uint32_t>> reader_args = {cores.size(), {0, 0, 0}};
    for (uint32_t i = 0, first = 0; i < cores.size(); i++) {
        const CoreCoord& core = cores.at(i);
        uint32_t count = 0;
        if (core_group_1.contains(core)) {
            count = tiles_per_core_group_1;
        } else if (core_group_2.contains(core)) {
#ifdef WRONG_GROUP
            count = tiles_per_core_group_1;
#else
            count = tiles_per_core_group_2;
#endif
        } else {
            TT_THROW("Core not in specified core ranges");
        }
        SetRuntimeArgs(program, reader_id, core, {
            src->address(), core_group_1.contains(core) ? tiles_per_core_group_1 : tiles_per_core_group_2, first});
        SetRuntimeArgs(program, writer_id, core, {dst->address(), count, first});
        first += core_group_1.contains(core) ? tiles_per_core_group_1 : tiles_per_core_group_2;
    }
    std::vector<float> data(num_tiles * constants::TILE_HW, 1.5f);
    EnqueueWriteBuffer(device->command_queue(), src, data, false);
    EnqueueProgram(device->command_queue(), program, false);
    CloseDevice(device);
}
