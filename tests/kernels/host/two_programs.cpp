// The result of one program is the input of the next. NO_FIRST_RUN leaves out the run of the first one.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/device.hpp>
#include <string>

using namespace tt::tt_metal;
namespace fs = std::filesystem;

namespace {
constexpr uint32_t kTileBytes = tt::tile_size(tt::DataFormat::Float16_b);
const std::string kernel_folder = std::string("..") + "/loopback";

struct Stage {
    Program program;
    KernelHandle kernel = 0;
};

Stage make_stage(const std::shared_ptr<Buffer>& l1, const Buffer& from, const Buffer& to, uint32_t pages) {
    Stage stage{.program = CreateProgram()};
    std::vector<uint32_t> compile_args{kTileBytes, pages};
    TensorAccessorArgs(from).append_to(compile_args);
    TensorAccessorArgs(to).append_to(compile_args);
    stage.kernel = CreateKernel(
        stage.program, (fs::path(kernel_folder) / "loopback.cpp").c_str(), CoreCoord{0, 0},
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .compile_args = compile_args});
    SetRuntimeArgs(stage.program, stage.kernel, CoreCoord{0, 0}, {l1->address(), from.address(), to.address()});
    return stage;
}
}  // namespace

int main() {
    auto* device = CreateDevice(0);
    auto& cq = device->command_queue();
    constexpr uint32_t pages = 4;
    InterleavedBufferConfig dram{.device = device, .size = pages * kTileBytes, .page_size = kTileBytes};
    InterleavedBufferConfig sram = dram;
    sram.size = kTileBytes;
    sram.buffer_type = BufferType::L1;
    auto l1 = CreateBuffer(sram);
    auto input = CreateBuffer(dram), middle = CreateBuffer(dram), output = CreateBuffer(dram);
    Stage first = make_stage(l1, *input, *middle, pages);
    Stage second = make_stage(l1, *middle, *output, pages);
    EnqueueWriteBuffer(cq, input, std::vector<uint32_t>(pages * kTileBytes / sizeof(uint32_t), 7), true);
#ifndef NO_FIRST_RUN
    EnqueueProgram(cq, first.program, false);
#endif
    EnqueueProgram(cq, second.program, false);
    Finish(cq);
    CloseDevice(device);
}
