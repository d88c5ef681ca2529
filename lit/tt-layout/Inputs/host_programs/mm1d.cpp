// 1D matmul: in0 is multicast along a row, in1 is read by each core.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/constants.hpp>
#include <tt-metalium/util.hpp>
#include <tt-metalium/core_coord.hpp>
using namespace tt::constants;
using namespace tt;
using namespace tt::tt_metal;

struct MatmulShape {
    uint32_t M, N, K;
    uint32_t mt() const { return M / TILE_HEIGHT; }
    uint32_t nt() const { return N / TILE_WIDTH; }
    uint32_t kt() const { return K / TILE_WIDTH; }
    bool valid() const { return M % TILE_HEIGHT == 0 && N % TILE_WIDTH == 0 && K % TILE_WIDTH == 0; }
};

int main(int argc, char** argv) {
    MatmulShape shape{.M = 64, .N = 256, .K = 128};
    TT_ASSERT(shape.valid());
    IDevice* device = CreateDevice(0);
    auto compute_grid = device->compute_with_storage_grid_size();
    const uint32_t num_cores_x = std::min<uint32_t>(compute_grid.x, shape.nt());
    const uint32_t per_core_n = shape.nt() / num_cores_x;
    CoreRange row(CoreCoord(0, 1), CoreCoord(num_cores_x - 1, 1));
    CoreRange others(CoreCoord(1, 1), row.end_coord);
    CoreCoord top_left = row.start_coord;

    Program program{};
    const auto format = DataFormat::Float16_b;
    const uint32_t tile_bytes = detail::TileSize(format);
    auto make = [&](uint32_t tiles) {
        return CreateBuffer(InterleavedBufferConfig{
            .device = device, .size = tiles * tile_bytes, .page_size = tile_bytes, .buffer_type = BufferType::DRAM});
    };
    auto in0 = make(shape.mt() * shape.kt());
    auto in1 = make(shape.kt() * shape.nt());
    auto out = make(shape.mt() * shape.nt());

    const uint32_t block = shape.mt();
    std::map<uint8_t, uint32_t> sizes{{0, 2 * block}, {1, 2 * per_core_n}, {16, block * per_core_n}};
    for (auto [index, tiles] : sizes) {
        CreateCircularBuffer(program, row,
            CircularBufferConfig(tiles * tile_bytes, {{index, format}}).set_page_size(index, tile_bytes));
    }
    uint32_t sender_sem = CreateSemaphore(program, row, 0);
    uint32_t receiver_sem = CreateSemaphore(program, row, INVALID);

    std::vector<uint32_t> mcast_args = {shape.kt(), block, num_cores_x - 1, sender_sem, receiver_sem};
    auto sender_args = mcast_args;
    TensorAccessorArgs(*in0).append_to(sender_args);
    auto sender = CreateKernel(program, "kernels/in0_sender.cpp", CoreRange(top_left),
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::NOC_0, .compile_args = sender_args});
    auto receiver = CreateKernel(program, "kernels/in0_receiver.cpp", others,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::NOC_0, .compile_args = mcast_args});
    std::vector<uint32_t> in1_args = {shape.kt(), per_core_n, shape.nt(), shape.mt()};
    TensorAccessorArgs(*in1).append_to(in1_args);
    TensorAccessorArgs(*out).append_to(in1_args);
    auto in1_out = CreateKernel(program, "kernels/in1_out.cpp", row,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_1, .noc = NOC::NOC_1, .compile_args = in1_args});
    CreateKernel(program, "kernels/mm_block.cpp", row,
        ComputeConfig{.math_fidelity = MathFidelity::HiFi2, .compile_args = {shape.kt(), shape.mt(), per_core_n}});

    auto physical = [device](CoreCoord c) { return device->worker_core_from_logical_core(c); };
    CoreCoord start = physical(others.start_coord), end = physical(others.end_coord), source = physical(top_left);
    SetRuntimeArgs(program, sender, top_left,
        std::vector<uint32_t>{in0->address(), (uint32_t)start.x, (uint32_t)start.y, (uint32_t)end.x, (uint32_t)end.y});
    for (uint32_t x = 0; x < num_cores_x; x++) {
        CoreCoord core{x, 1};
        if (x != 0) SetRuntimeArgs(program, receiver, core, {(uint32_t)source.x, (uint32_t)source.y});
        SetRuntimeArgs(program, in1_out, core, {in1->address(), out->address(), x * per_core_n});
    }
    CommandQueue& cq = device->command_queue();
    std::vector<bfloat16> a(shape.M * shape.K), b(shape.K * shape.N), c(shape.M * shape.N);
    EnqueueWriteBuffer(cq, in0, a.data(), false);
    EnqueueWriteBuffer(cq, in1, b.data(), false);
    EnqueueProgram(cq, program, false);
    EnqueueReadBuffer(cq, out, c.data(), true);
    return CloseDevice(device) ? 0 : -1;
}
