// A program factory of ttnn: the arguments of a cached program are overridden in place for each run, core by core.
// WRONG_CORE gives all writers of the last run the pages of one core.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/work_split.hpp>

namespace ttnn::operations::copy {
using namespace tt::tt_metal;

struct Factory {
    struct shared_variables_t {
        KernelHandle reader{}, writer{};
        std::vector<CoreCoord> cores;
    };
    using cached_program_t = ttnn::device_operation::CachedProgram<shared_variables_t>;

    static cached_program_t create(IDevice* device, const Buffer& from, const Buffer& to) {
        Program program{};
        const auto format = tt::DataFormat::Bfp8_b;
        const uint32_t page = tt::tile_size(format), index = tt::CBIndex::c_0;
        auto [num_cores, all_cores, group_1, group_2, pages_1, pages_2] =
            split_work_to_cores(device->compute_with_storage_grid_size(), from.num_pages());
        CreateCircularBuffer(
            program, all_cores, CircularBufferConfig(2 * page, {{index, format}}).set_page_size(index, page));
        std::vector<uint32_t> reader_args, writer_args{index};
        TensorAccessorArgs(from).append_to(reader_args);
        TensorAccessorArgs(to).append_to(writer_args);
        reader_args.insert(reader_args.begin(), index);
        const auto reader =
            CreateKernel(program, "../common/reader.cpp", all_cores, ReaderDataMovementConfig(reader_args));
        const auto writer =
            CreateKernel(program, "../common/writer.cpp", all_cores, WriterDataMovementConfig(writer_args));
        auto cores = corerange_to_cores(all_cores, std::nullopt, true);
        uint32_t page_id = 0;
        for (const auto& core : cores) {
            const uint32_t pages = group_1.contains(core) ? pages_1 : pages_2;
            SetRuntimeArgs(program, reader, core, {from.address(), pages, page_id});
            SetRuntimeArgs(program, writer, core, {to.address(), pages, page_id});
            page_id += pages;
        }
        return {std::move(program), {reader, writer, std::move(cores)}};
    }

    static void override_runtime_arguments(cached_program_t& cached, const Buffer& from, const Buffer& to, bool last) {
        auto& [reader, writer, cores] = cached.shared_variables;
        auto& writer_args = GetRuntimeArgs(cached.program, writer);
        for (const auto& core : cores) {
            auto& reader_args = GetRuntimeArgs(cached.program, reader, core);
            reader_args[0] = from.address();
            writer_args[core.x][core.y][0] = to.address();
#ifdef WRONG_CORE
            if (last) GetRuntimeArgs(cached.program, writer, core)[2] = 0;
#endif
        }
    }
};
}  // namespace ttnn::operations::copy

int main() {
    using namespace ttnn::operations::copy;
    auto* device = CreateDevice(0);
    const uint32_t page = tt::tile_size(tt::DataFormat::Bfp8_b);
    auto make = [&] { return CreateBuffer(InterleavedBufferConfig{device, 70 * page, page, BufferType::DRAM}); };
    std::array buffers{make(), make(), make()};
    EnqueueWriteBuffer(device->command_queue(), buffers[0], std::vector<uint32_t>(70 * page / 4), false);
    auto cached = Factory::create(device, *buffers[0], *buffers[1]);
    for (uint32_t run = 0; run < 60; run++) {
        const auto& to = *buffers[run == 59 ? 2 : 1];
        Factory::override_runtime_arguments(cached, *buffers[0], to, run == 59);
        EnqueueProgram(device->command_queue(), cached.program, false);
    }
    CloseDevice(device);
}
