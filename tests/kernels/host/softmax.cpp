// Softmax with an optional mask, by definitions of the kernels. SHORT_SCALER leaves the scaler unwritten.
#include <tt-metalium/host_api.hpp>

using namespace tt;
using namespace tt::tt_metal;

struct SoftmaxConfig {
    uint32_t rows = 2;
    uint32_t Wt = 4;
    uint32_t block = 2;
    bool fused_scale_mask = false;
};

int main() {
    const SoftmaxConfig cfg{.rows = 2, .Wt = 4};
    IDevice* device = CreateDevice(0);
    auto& cq = device->command_queue();
    auto program = Program();
    const auto df = DataFormat::Float16_b;
    const auto bytes = tile_size(df);
    auto dram = [&](uint32_t tiles) {
        return CreateBuffer(BufferConfig{.device = device, .size = tiles * bytes, .page_size = bytes});
    };
    auto source = dram(cfg.rows * cfg.Wt), scaler = dram(1), mask = dram(cfg.Wt), target = dram(cfg.rows * cfg.Wt);
    CoreCoord core(0, 0);
    std::map<uint32_t, uint32_t> pages = {{0, 4}, {2, 1}, {4, 4}, {16, 4}, {24, 4}, {25, 1}, {26, 4}};
    for (auto [index, count] : pages) {
        CreateCircularBuffer(
            program, core, CircularBufferConfig(count * bytes, {{index, df}}).set_page_size(index, bytes));
    }
    std::map<std::string, std::string> defines;
    if (cfg.fused_scale_mask) {
        defines["FUSED_SCALE_MASK"] = "1";
    }
    auto reader = CreateKernel(program, "../softmax/reader.cpp", core,
        ReaderDataMovementConfig({2, 2, 2}, defines));
    auto compute = CreateKernel(program, "../softmax/compute.cpp", core, ComputeConfig{.defines = defines});
    std::vector<uint32_t> writer_args = {CBIndex::c_16};
    TensorAccessorArgs(target).append_to(writer_args);
    auto writer = CreateKernel(program, "../common/writer.cpp", core, WriterDataMovementConfig(writer_args, defines));
    SetRuntimeArgs(program, reader, core, {
        source->address(), scaler->address(), cfg.rows, cfg.Wt, cfg.block, mask->address()});
    SetRuntimeArgs(program, compute, core, {cfg.rows, cfg.Wt, cfg.block});
    SetRuntimeArgs(program, writer, core, {target->address(), cfg.rows * cfg.Wt, 0});
    std::vector<bfloat16> data = create_random_vector_of_bfloat16_native(cfg.rows * cfg.Wt * bytes, 1, 0);
    EnqueueWriteBuffer(cq, source, data, false);
#ifndef SHORT_SCALER
    EnqueueWriteBuffer(cq, scaler, data, false);
#endif
    EnqueueWriteBuffer(cq, mask, data, false);
    EnqueueProgram(cq, program, false);
}
