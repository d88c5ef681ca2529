// A program as a description, as operations of ttnn make it. WRONG_CB gives the writer another circular buffer.
#include "ttnn/operations/generic/generic_op.hpp"
#include <tt-metalium/program_descriptors.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>
#include <tt-metalium/work_split.hpp>

using namespace tt;
using namespace tt::tt_metal;

namespace {

CBDescriptor make_cb(CBIndex index, const CoreRangeSet& cores, uint32_t tiles, DataFormat format) {
    return CBDescriptor{
        .total_size = tiles * tile_size(format),
        .core_ranges = cores,
        .format_descriptors = {CBFormatDescriptor{
            .buffer_index = static_cast<uint8_t>(index), .data_format = format, .page_size = tile_size(format)}}};
}

ProgramDescriptor create_descriptor(IDevice* device, const Buffer& src, const Buffer& dst, uint32_t num_tiles) {
    ProgramDescriptor desc;
    const auto grid = device->compute_with_storage_grid_size();
    const auto [num_cores, all_cores, group_1, group_2, per_core_1, per_core_2] = split_work_to_cores(grid, num_tiles);
    desc.cbs.push_back(make_cb(CBIndex::c_0, all_cores, 2, DataFormat::Float16_b));
    desc.cbs.push_back(make_cb(CBIndex::c_2, all_cores, 2, DataFormat::Float16_b));

    KernelDescriptor::CompileTimeArgs reader_ct = {CBIndex::c_0};
    TensorAccessorArgs(src).append_to(reader_ct);
    KernelDescriptor::CompileTimeArgs writer_ct = {CBIndex::c_2};
#ifdef WRONG_CB
    writer_ct[0] = CBIndex::c_0;
#endif
    TensorAccessorArgs(dst).append_to(writer_ct);

    KernelDescriptor reader;
    reader.kernel_source = "../common/reader.cpp";
    reader.core_ranges = all_cores;
    reader.compile_time_args = reader_ct;
    reader.config = ReaderConfigDescriptor{};

    KernelDescriptor writer{
        .kernel_source = "../common/writer.cpp",
        .source_type = KernelDescriptor::SourceType::FILE_PATH,
        .core_ranges = all_cores,
        .compile_time_args = writer_ct,
        .config = WriterConfigDescriptor{}};

    uint32_t first = 0;
    for (const auto& core : corerange_to_cores(all_cores)) {
        const uint32_t count = group_1.contains(core) ? per_core_1 : per_core_2;
        reader.runtime_args.emplace_back(core, KernelDescriptor::CoreRuntimeArgs{src.address(), count, first});
        writer.runtime_args.push_back({core, {dst.address(), count, first}});
        first += count;
    }
    const std::map<CoreRangeSet, uint32_t> groups = {{group_1, per_core_1}, {group_2, per_core_2}};
    for (const auto& [cores, count] : groups) {
        if (cores.empty()) {
            continue;
        }
        desc.kernels.push_back(KernelDescriptor{
            .kernel_source = "kernels/copy.cpp",
            .core_ranges = cores,
            .compile_time_args = {CBIndex::c_0, CBIndex::c_2, count},
            .defines = {{"UNUSED", "1"}},
            .config = ComputeConfigDescriptor{.math_fidelity = MathFidelity::HiFi4, .math_approx_mode = true}});
    }
    desc.kernels.push_back(std::move(reader));
    desc.kernels.push_back(std::move(writer));
    desc.semaphores.push_back(SemaphoreDescriptor{.core_ranges = all_cores, .initial_value = 0});
    return desc;
}

}  // namespace

int main() {
    IDevice* device = CreateDevice(0);
    CommandQueue& cq = device->command_queue();
    constexpr uint32_t num_tiles = 70;
    const uint32_t bytes = tile_size(DataFormat::Float16_b);
    auto src = CreateBuffer(InterleavedBufferConfig{.device = device, .size = num_tiles * bytes, .page_size = bytes});
    auto dst = CreateBuffer(InterleavedBufferConfig{.device = device, .size = num_tiles * bytes, .page_size = bytes});
    EnqueueWriteBuffer(cq, src, std::vector<uint32_t>(num_tiles * bytes / 4), false);
    Program program{create_descriptor(device, *src, *dst, num_tiles)};
    EnqueueProgram(cq, program, true);
    CloseDevice(device);
}
