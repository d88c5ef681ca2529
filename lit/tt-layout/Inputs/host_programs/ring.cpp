#include <tt-metalium/host_api.hpp>
#include <tt-metalium/device.hpp>
#include <array>
using namespace tt;
using namespace tt::tt_metal;

namespace {
constexpr uint32_t kCores = 6;
constexpr uint32_t kBytes = 1024;

struct Link {
    CoreCoord self, next, previous;
};

std::array<Link, kCores> make_ring(IDevice* device) {
    std::array<Link, kCores> links;
    for (uint32_t i = 0; i < kCores; i++) {
        auto at = [&](uint32_t n) { return CoreCoord{n % 3, n / 3}; };
        links[i] = {at(i), device->worker_core_from_logical_core(at((i + 1) % kCores)),
                    device->worker_core_from_logical_core(at((i + kCores - 1) % kCores))};
    }
    return links;
}
}  // namespace

int main() {
    IDevice* device = CreateDevice(0);
    Program program = CreateProgram();
    CoreRangeSet cores(CoreRange({0, 0}, {2, 1}));
    auto ready = CreateSemaphore(program, cores, 0);
    auto filled = CreateSemaphore(program, cores, 0);
    for (auto index : {CBIndex::c_0, CBIndex::c_1}) {
        CircularBufferConfig config(kBytes, {{index, DataFormat::UInt32}});
        config.set_page_size(index, kBytes);
        CreateCircularBuffer(program, cores, config);
    }
    auto out = CreateBuffer(InterleavedBufferConfig{device, kBytes * kCores, kBytes, BufferType::DRAM});
    auto kernel = CreateKernel(program, "kernels/ring.cpp", cores,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default,
                           .compile_args = {ready, filled, kBytes},
                           .defines = {{"ROUNDS", std::to_string(kCores - 1)}}});
    uint32_t id = 0;
    for (const auto& link : make_ring(device)) {
        SetRuntimeArgs(program, kernel, link.self,
            {(uint32_t)link.next.x, (uint32_t)link.next.y, (uint32_t)link.previous.x, (uint32_t)link.previous.y,
             out->address(), id++});
    }
    detail::LaunchProgram(device, program);
    std::vector<uint32_t> values;
    detail::ReadFromBuffer(out, values);
    CloseDevice(device);
    return 0;
}
