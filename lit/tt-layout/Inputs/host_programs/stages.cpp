// A chain of cores: each stage is a core with its own kernel; a stage hands pages to the next one through L1.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/device.hpp>
#include <vector>
#include <optional>
#include <unordered_map>
using namespace tt;
using namespace tt::tt_metal;

enum class Role { Source, Middle, Sink };
struct Stage {
    Role role;
    CoreCoord core;
    std::optional<CoreCoord> next = std::nullopt;
    std::optional<CoreCoord> previous;
};

const char* kernel_of(Role role) {
    switch (role) {
        case Role::Source: return "kernels/stage_source.cpp";
        case Role::Middle: return "kernels/stage_middle.cpp";
        default: return "kernels/stage_sink.cpp";
    }
}

int main(int argc, char* argv[]) {
    const int depth = argc > 1 ? std::atoi(argv[1]) : 4;
    IDevice* device = CreateDevice(0);
    Program program = CreateProgram();
    std::vector<Stage> stages;
    for (int i = 0; i < depth; i++)
        stages.push_back({i == 0 ? Role::Source : i + 1 == depth ? Role::Sink : Role::Middle, CoreCoord(i, i)});
    for (size_t i = 0; i + 1 < stages.size(); i++) {
        stages[i].next = device->worker_core_from_logical_core(stages[i + 1].core);
        stages[i + 1].previous = device->worker_core_from_logical_core(stages[i].core);
    }
    std::set<CoreRange> all;
    for (const Stage& s : stages) all.insert(CoreRange(s.core, s.core));
    const CoreRangeSet cores(all);
    const uint32_t credits = CreateSemaphore(program, cores, 0), filled = CreateSemaphore(program, cores, 0);
    constexpr uint32_t page = 1024, pages = 6;
    CreateCircularBuffer(program, cores, CircularBufferConfig(page, {{0, DataFormat::Float32}}).set_page_size(0, page));
    auto src = CreateBuffer(InterleavedBufferConfig{device, pages * page, page, BufferType::DRAM});
    auto dst = CreateBuffer(InterleavedBufferConfig{device, pages * page, page, BufferType::DRAM});
    std::unordered_map<std::string, uint32_t> named = {{"pages", pages}, {"page", page}, {"credits", credits}, {"filled", filled}};
    for (const auto& [role, core, next, previous] : stages) {
        auto config = DataMovementConfig{.processor = DataMovementProcessor::RISCV_1, .noc = NOC::NOC_1, .named_compile_args = named};
        const auto& buffer = role == Role::Source ? src : dst;
        config.compile_args = {};
        TensorAccessorArgs(*buffer).append_to(config.compile_args);
        auto id = CreateKernel(program, kernel_of(role), core, config);
        std::vector<uint32_t> args = {buffer->address()};
        for (const auto& neighbor : {next, previous}) {
            args.push_back(neighbor.has_value() ? neighbor->x : 0);
            args.push_back(neighbor ? neighbor->y : 0);
        }
        SetRuntimeArgs(program, id, core, args);
    }
    std::vector<float> ones(pages * page / 4, 1.0f);
    EnqueueWriteBuffer(device->command_queue(), src, ones, false);
    EnqueueProgram(device->command_queue(), program, false);
    Finish(device->command_queue());
    CloseDevice(device);
}
