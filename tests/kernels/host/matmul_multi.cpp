// Output tiles of a matrix product are split over cores. The arguments of the last core are wrong with ONE_TOO_MANY.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/constants.hpp>
#include <tt-metalium/work_split.hpp>
#include <tt-metalium/distributed.hpp>

using namespace tt;
using namespace tt::constants;
using namespace tt::tt_metal;

static constexpr uint32_t kGridX = 4;

void matmul_multi_core(uint32_t M, uint32_t N, uint32_t K, IDevice* device) {
    CommandQueue& cq = device->command_queue();
    Program program{};
    auto core_grid = device->compute_with_storage_grid_size();
    core_grid.x = std::min<size_t>(core_grid.x, kGridX);
    core_grid.y = 1;
    auto num_output_tiles_total = (M * N) / TILE_HW;
    auto [num_cores, all_cores, core_group_1, core_group_2, work_per_core1, work_per_core2] =
        split_work_to_cores(core_grid, num_output_tiles_total);

    const uint32_t Mt = M / TILE_HEIGHT, Kt = K / TILE_WIDTH, Nt = N / TILE_WIDTH;
    const auto cb_data_format = tt::DataFormat::Float16_b;
    const uint32_t single_tile_size = tt::tile_size(cb_data_format);
    auto make = [device, single_tile_size](uint32_t tiles) {
        return CreateBuffer(
            InterleavedBufferConfig{device, tiles * single_tile_size, single_tile_size, BufferType::DRAM});
    };
    auto a = make(Mt * Kt);
    auto b = make(Nt * Kt);
    auto out = make(Mt * Nt);

    const uint32_t num_input_tiles = 2;
    for (auto index : {CBIndex::c_0, CBIndex::c_1, CBIndex::c_16}) {
        CreateCircularBuffer(
            program, all_cores,
            CircularBufferConfig(num_input_tiles * single_tile_size, {{index, cb_data_format}})
                .set_page_size(index, single_tile_size));
    }

    std::vector<uint32_t> reader_compile_time_args = {Kt, Nt};
    TensorAccessorArgs(*a).append_to(reader_compile_time_args);
    TensorAccessorArgs(*b).append_to(reader_compile_time_args);
    auto reader_id = CreateKernel(program, "../matmul_cores/reader.cpp", all_cores,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_1, .noc = NOC::RISCV_1_default,
            .compile_args = reader_compile_time_args});
    std::vector<uint32_t> writer_compile_time_args = {(std::uint32_t)CBIndex::c_16};
    TensorAccessorArgs(*out).append_to(writer_compile_time_args);
    auto writer_id = CreateKernel(program, "../common/writer.cpp", all_cores,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default,
            .compile_args = writer_compile_time_args});
    auto compute_kernel_id = CreateKernel(program, "../matmul_cores/compute.cpp", all_cores,
        ComputeConfig{.math_fidelity = MathFidelity::HiFi4, .compile_args = {Kt}});

    uint32_t work_offset = 0;
    auto work_groups = {
        std::make_pair(core_group_1, work_per_core1), std::make_pair(core_group_2, work_per_core2)};
    for (const auto& [ranges, work_per_core] : work_groups) {
        for (const auto& range : ranges.ranges()) {
            for (const auto& core : range) {
                uint32_t count = work_per_core;
#ifdef ONE_TOO_MANY
                count += work_offset + work_per_core == num_output_tiles_total;
#endif
                SetRuntimeArgs(program, reader_id, core, {a->address(), b->address(), work_offset, work_per_core});
                SetRuntimeArgs(program, writer_id, core, {out->address(), work_per_core, work_offset});
                SetRuntimeArgs(program, compute_kernel_id, core, {count});
                work_offset += work_per_core;
            }
        }
    }
    std::vector<bfloat16> data(M * K, bfloat16(1.0f));
    EnqueueWriteBuffer(cq, a, data.data(), false);
    EnqueueWriteBuffer(cq, b, data.data(), false);
    EnqueueProgram(cq, program, false);
}

int main() {
    IDevice* device = CreateDevice(0);
    constexpr uint32_t M = 64, N = 96, K = 128;
    matmul_multi_core(M, N, K, device);
    CloseDevice(device);
}
