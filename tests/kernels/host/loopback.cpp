// A DRAM buffer through a page of L1 and back, on one core. NO_BARRIER plants a race in the kernel.
#include <cstdint>
#include <memory>
#include <random>
#include <vector>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>

using namespace tt::tt_metal;
#ifndef OVERRIDE_KERNEL_PREFIX
#define OVERRIDE_KERNEL_PREFIX ""
#endif

int main() {
    bool pass = true;
    try {
        constexpr int device_id = 0;
        auto mesh_device = distributed::MeshDevice::create_unit_mesh(device_id);
        distributed::MeshCommandQueue& cq = mesh_device->mesh_command_queue();
        constexpr CoreCoord core = {0, 0};
        constexpr uint32_t num_tiles = 8;
        constexpr uint32_t elements_per_tile = tt::constants::TILE_WIDTH * tt::constants::TILE_HEIGHT;
        constexpr uint32_t tile_size_bytes = sizeof(bfloat16) * elements_per_tile;
        constexpr uint32_t dram_buffer_size = tile_size_bytes * num_tiles;

        distributed::DeviceLocalBufferConfig dram_config{
            .page_size = tile_size_bytes, .buffer_type = tt::tt_metal::BufferType::DRAM};
        distributed::DeviceLocalBufferConfig l1_config{
            .page_size = tile_size_bytes, .buffer_type = tt::tt_metal::BufferType::L1};
        distributed::ReplicatedBufferConfig dram_buffer_config{.size = dram_buffer_size};
        distributed::ReplicatedBufferConfig l1_buffer_config{.size = tile_size_bytes};
        auto l1 = distributed::MeshBuffer::create(l1_buffer_config, l1_config, mesh_device.get());
        auto source = distributed::MeshBuffer::create(dram_buffer_config, dram_config, mesh_device.get());
        auto target = distributed::MeshBuffer::create(dram_buffer_config, dram_config, mesh_device.get());

        Program program = CreateProgram();
        std::vector<uint32_t> args = {tile_size_bytes, num_tiles};
        TensorAccessorArgs(*source->get_backing_buffer()).append_to(args);
        TensorAccessorArgs(*target->get_backing_buffer()).append_to(args);
        KernelHandle kernel = CreateKernel(
            program,
            OVERRIDE_KERNEL_PREFIX "../loopback/loopback.cpp",
            core,
            DataMovementConfig{
                .processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default, .compile_args = args});

        std::vector<bfloat16> input(elements_per_tile * num_tiles);
        std::mt19937 rng(std::random_device{}());
        std::uniform_real_distribution<float> distribution(0.0f, 100.0f);
        for (auto& value : input) {
            value = bfloat16(distribution(rng));
        }
        distributed::EnqueueWriteMeshBuffer(cq, source, input, /*blocking=*/false);

        const std::vector<uint32_t> runtime_args = {l1->address(), source->address(), target->address()};
        SetRuntimeArgs(program, kernel, core, runtime_args);
        distributed::MeshWorkload workload;
        distributed::MeshCoordinateRange device_range(mesh_device->shape());
        workload.add_program(device_range, std::move(program));
        distributed::EnqueueMeshWorkload(cq, workload, false);
        distributed::Finish(cq);

        std::vector<bfloat16> result;
        distributed::EnqueueReadMeshBuffer(cq, result, target, true);
        pass &= input == result;
        if (!mesh_device->close()) {
            pass = false;
        }
    } catch (const std::exception& e) {
        fmt::print(stderr, "{}\n", e.what());
        throw;
    }
    if (pass) {
        fmt::print("Test Passed\n");
    } else {
        TT_THROW("Test Failed");
    }
    return 0;
}
