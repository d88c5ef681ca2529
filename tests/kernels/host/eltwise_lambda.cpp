// Two inputs are added on one core; a lambda makes the circular buffers. RELEASE_TWICE plants an error of dst.
#include <tt-metalium/device.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tilize_utils.hpp>
#include <map>

using namespace tt;
using namespace tt::tt_metal;

int main(int argc, char** argv) {
    int device_id = 0;
    IDevice* device = CreateDevice(device_id);
    CommandQueue& cq = device->command_queue();
    Program program = CreateProgram();
    constexpr CoreCoord core = {0, 0};

    constexpr uint32_t n_tiles = 8;
    constexpr uint32_t tile_size = 32 * 32 * sizeof(uint16_t);
    InterleavedBufferConfig config{
        .device = device, .size = n_tiles * tile_size, .page_size = tile_size, .buffer_type = BufferType::DRAM};
    std::shared_ptr<Buffer> a = CreateBuffer(config), b = CreateBuffer(config);
    auto out = CreateBuffer(config);

    constexpr uint32_t tiles_per_cb = 2;
    auto make_cb = [&](tt::CBIndex index) {
        CircularBufferConfig cb_config = CircularBufferConfig(
            tiles_per_cb * tile_size, {{index, tt::DataFormat::Float16_b}})
            .set_page_size(index, tile_size);
        return CreateCircularBuffer(program, core, cb_config);
    };
    make_cb(tt::CBIndex::c_0);
    make_cb(tt::CBIndex::c_1);
    auto cb_out = make_cb(tt::CBIndex::c_16);

    std::vector<uint32_t> reader_args = {tt::CBIndex::c_0, tt::CBIndex::c_1};
    TensorAccessorArgs(*a).append_to(reader_args);
    TensorAccessorArgs(*b).append_to(reader_args);
    auto reader = CreateKernel(program, "../eltwise/reader.cpp", core,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_1, .noc = NOC::RISCV_1_default,
                           .compile_args = reader_args});
    std::vector<uint32_t> writer_args;
    TensorAccessorArgs(*out).append_to(writer_args);
    auto writer = CreateKernel(program, "../eltwise/writer.cpp", core,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default,
                           .compile_args = writer_args});
    auto compute = CreateKernel(program, "../eltwise/compute.cpp", core,
        ComputeConfig{.math_fidelity = MathFidelity::HiFi4, .math_approx_mode = false});

    std::vector<uint32_t> data_a = create_random_vector_of_bfloat16(n_tiles * tile_size, 14, 0x1234);
    std::vector<uint32_t> data_b = create_constant_vector_of_bfloat16(n_tiles * tile_size, -1.0f);
    EnqueueWriteBuffer(cq, a, data_a.data(), false);
    EnqueueWriteBuffer(cq, b, data_b, false);

    SetRuntimeArgs(program, reader, core, {a->address(), b->address(), n_tiles});
    SetRuntimeArgs(program, writer, core, {out->address(), n_tiles});
    SetRuntimeArgs(program, compute, core, {n_tiles});
    EnqueueProgram(cq, program, true);
    Finish(cq);
    std::vector<uint32_t> result;
    EnqueueReadBuffer(cq, out, result, true);
    CloseDevice(device);
    return 0;
}
