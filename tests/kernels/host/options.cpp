// Options in a struct with defaults; the command line may change them, and main runs without arguments. FIVE_TILES
// changes an option for the writer alone.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/core_coord.hpp>
#include <optional>

using namespace tt::tt_metal;

enum class Engine : uint8_t { Fpu, Sfpu };

struct Options {
    uint32_t num_tiles = 8;
    uint32_t tiles_per_cb{2};
    CoreCoord core = {0, 0};
    Engine engine = Engine::Fpu;
    std::map<std::string, std::string> defines;
    bool verbose = false;

    uint32_t cb_bytes(uint32_t tile_bytes = 2048) const { return tiles_per_cb * tile_bytes; }
};

Options parse(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; i++) {
        std::string_view arg = argv[i];
        if (arg == "--tiles") {
            options.num_tiles = std::atoi(argv[++i]);
        } else if (arg == "-v") {
            options.verbose = true;
        } else {
            throw std::runtime_error("unknown option");
        }
    }
    switch (options.engine) {
        case Engine::Fpu: break;
        case Engine::Sfpu: options.defines["SFPU_OP_CHAIN_0"] = "recip_tile(dst);"; break;
    }
    return options;
}

CircularBufferConfig make_cb_config(
    const Options& options, tt::CBIndex index, tt::DataFormat format = tt::DataFormat::Float16_b) {
    return CircularBufferConfig(options.cb_bytes(tt::tile_size(format)), {{index, format}})
        .set_page_size(index, tt::tile_size(format));
}

int run(const Options& options) {
    auto* device = CreateDevice(/*device_id=*/0);
    if (options.verbose) {
        log_info(tt::LogTest, "{} tiles", options.num_tiles);
    }
    Program program = CreateProgram();
    for (auto index : {tt::CBIndex::c_0, tt::CBIndex::c_1, tt::CBIndex::c_16}) {
        CreateCircularBuffer(program, options.core, make_cb_config(options, index));
    }
    uint32_t page = 2 * tt::constants::TILE_HW;
    std::vector<std::shared_ptr<Buffer>> buffers;
    for (int i = 0; i < 3; i++) {
        buffers.push_back(CreateBuffer({.device = device, .size = page * options.num_tiles, .page_size = page}));
    }
    auto [a, b, out] = std::tuple{buffers[0], buffers[1], buffers.back()};
    auto reader = CreateKernel(program, "../eltwise/reader.cpp", options.core,
        DataMovementConfig{
            .processor = DataMovementProcessor::RISCV_1, .noc = NOC::NOC_1, .compile_args = {0, 1, 2, 2}});
    auto writer = CreateKernel(program, "../eltwise/writer.cpp", options.core,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::NOC_0, .compile_args = {2}});
    auto compute = CreateKernel(program, "../eltwise/compute.cpp", options.core,
        ComputeConfig{.fp32_dest_acc_en = false, .math_approx_mode = true, .defines = options.defines});
    SetRuntimeArgs(program, reader, options.core, {a->address(), b->address(), options.num_tiles});
    Options for_writer = options;
#ifdef FIVE_TILES
    for_writer.num_tiles -= 3;
#endif
    SetRuntimeArgs(program, writer, options.core, {out->address(), for_writer.num_tiles});
    SetRuntimeArgs(program, compute, options.core, {options.num_tiles});
    CommandQueue& cq = device->command_queue();
    for (const auto& buffer : {a, b}) {
        EnqueueWriteBuffer(cq, buffer, std::vector<uint32_t>(page * options.num_tiles / 4), false);
    }
    EnqueueProgram(cq, program, true);
    return CloseDevice(device) ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char** argv) {
    return run(parse(argc, argv));
}
