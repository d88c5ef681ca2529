// Kernels on Ethernet cores are not checked: without links (-D eth_cores=0) the program is. ONE_LINK names the core of
// one.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/device.hpp>

using namespace tt;
using namespace tt::tt_metal;

int main() {
    auto* device = CreateDevice(0);
    Program program = CreateProgram();
    const CoreCoord core{0, 0};
    const uint32_t bytes = 2048, tiles = 4;
    auto in = CreateBuffer(InterleavedBufferConfig{.device = device, .size = tiles * bytes, .page_size = bytes});
    auto out = CreateBuffer(InterleavedBufferConfig{.device = device, .size = tiles * bytes, .page_size = bytes});
    CreateCircularBuffer(program, core,
        CircularBufferConfig(2 * bytes, {{0, DataFormat::Float16_b}}).set_page_size(0, bytes));
    std::vector<uint32_t> ct{0};
    TensorAccessorArgs(*in).append_to(ct);
    auto reader = CreateKernel(program, "../common/reader.cpp", core, ReaderDataMovementConfig(ct));
    auto writer = CreateKernel(program, "../common/writer.cpp", core, WriterDataMovementConfig(ct));
    SetRuntimeArgs(program, reader, core, {in->address(), tiles, 0});
    SetRuntimeArgs(program, writer, core, {out->address(), tiles, 0});
    Eth mode = Eth::SENDER;
#ifdef ONE_LINK
    const std::vector<CoreCoord> eth_cores = {{0, 4}};
#else
    const auto eth_cores = device->get_active_ethernet_cores(true);
#endif
    for (const auto& eth_core : eth_cores) {
        auto kernel = CreateKernel(
            program, "kernels/erisc.cpp", eth_core,
            EthernetConfig{.eth_mode = mode, .noc = NOC::NOC_0, .compile_args = {bytes}});
        SetRuntimeArgs(program, kernel, eth_core, {0u, tiles});
    }
    EnqueueWriteBuffer(device->command_queue(), in, std::vector<uint32_t>(tiles * bytes / 4), false);
    EnqueueProgram(device->command_queue(), program, true);
    CloseDevice(device);
}
