// A host program whose calls are literal: two inputs are added on two cores.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/device.hpp>
#include <fmt/core.h>

using namespace tt;
using namespace tt::tt_metal;

#ifndef OVERRIDE_KERNEL_PREFIX
#define OVERRIDE_KERNEL_PREFIX ""
#endif

int main() {
    auto mesh_device = distributed::MeshDevice::create_unit_mesh(0);
    distributed::MeshCommandQueue& cq = mesh_device->mesh_command_queue();
    Program program = CreateProgram();
    constexpr CoreCoord first = {0, 0};
    constexpr CoreCoord second = {1, 0};
    CoreRange both(first, second);

    constexpr uint32_t n_tiles = 8;
    constexpr uint32_t elements_per_tile = TILE_WIDTH * TILE_HEIGHT;
    constexpr uint32_t tile_size_bytes = 2 * elements_per_tile;
    distributed::DeviceLocalBufferConfig dram_config{.page_size = tile_size_bytes, .buffer_type = BufferType::DRAM};
    distributed::ReplicatedBufferConfig buffer_config{.size = n_tiles * tile_size_bytes};
    auto src0 = distributed::MeshBuffer::create(buffer_config, dram_config, mesh_device.get());
    auto src1 = distributed::MeshBuffer::create(buffer_config, dram_config, mesh_device.get());
    InterleavedBufferConfig out_config{
        .device = mesh_device.get(),
        .size = n_tiles * tile_size_bytes,
        .page_size = tile_size_bytes,
        .buffer_type = BufferType::DRAM};
    std::shared_ptr<Buffer> dst = CreateBuffer(out_config);

    constexpr uint32_t tiles_per_cb = 2;
    tt::CBIndex src0_cb_index = tt::CBIndex::c_0;
    CBHandle cb_src0 = CreateCircularBuffer(
        program,
        both,
        CircularBufferConfig(tiles_per_cb * tile_size_bytes, {{src0_cb_index, tt::DataFormat::Float16_b}})
            .set_page_size(src0_cb_index, tile_size_bytes));
    CircularBufferConfig config1 =
        CircularBufferConfig(tiles_per_cb * tile_size_bytes, {{tt::CBIndex::c_1, tt::DataFormat::Float16_b}})
            .set_page_size(tt::CBIndex::c_1, tile_size_bytes);
    CreateCircularBuffer(program, both, config1);
    CreateCircularBuffer(
        program,
        both,
        CircularBufferConfig(
            tiles_per_cb * tile_size_bytes,
            {{tt::CBIndex::c_16, tt::DataFormat::Float16_b}, {tt::CBIndex::c_24, tt::DataFormat::Float16_b}})
            .set_page_size(tt::CBIndex::c_16, tile_size_bytes)
            .set_page_size(tt::CBIndex::c_24, tile_size_bytes));
    const uint32_t ready = CreateSemaphore(program, both, 0);
    auto second_physical = mesh_device->worker_core_from_logical_core(second);

    std::vector<uint32_t> reader_args;
    TensorAccessorArgs(*src0).append_to(reader_args);
    TensorAccessorArgs(*src1).append_to(reader_args);
    std::vector<uint32_t> writer_args = {(uint32_t)tt::CBIndex::c_16};
    TensorAccessorArgs(*dst->get_backing_buffer()).append_to(writer_args);
    KernelHandle reader = CreateKernel(
        program,
        OVERRIDE_KERNEL_PREFIX "upstream/path/kernels/reader.cpp",
        both,
        DataMovementConfig{
            .processor = DataMovementProcessor::RISCV_1, .noc = NOC::NOC_0, .compile_args = reader_args});
    auto writer = CreateKernel(program, "kernels/writer.cpp", both, WriterDataMovementConfig{writer_args});
    const std::map<std::string, std::string> op_defines = {{"OP_TILES", "mul_tiles"}};
    auto compute = tt_metal::CreateKernel(
        program,
        "kernels/compute.cpp",
        both,
        ComputeConfig{.math_fidelity = MathFidelity::HiFi4, .fp32_dest_acc_en = false, .defines = op_defines});

    SetRuntimeArgs(program, reader, first, {src0->address(), src1->address(), 0, n_tiles / 2, ready});
    SetRuntimeArgs(program, reader, second, {src0->address(), src1->address(), n_tiles / 2, n_tiles / 2, ready});
    SetRuntimeArgs(program, compute, both, {n_tiles / 2});
    SetRuntimeArgs(
        program,
        writer,
        first,
        {dst->address(), 0, n_tiles / 2, (uint32_t)second_physical.x, (uint32_t)second_physical.y, ready});
    SetRuntimeArgs(program, writer, second, {dst->address(), n_tiles / 2, n_tiles / 2, 0, 0, ready});
    SetCommonRuntimeArgs(program, writer, {1});

    std::vector<bfloat16> data(n_tiles * elements_per_tile);
    distributed::EnqueueWriteMeshBuffer(cq, src0, data, false);
    distributed::EnqueueWriteMeshBuffer(cq, src1, data, false);
    distributed::MeshWorkload workload;
    workload.add_program(distributed::MeshCoordinateRange(mesh_device->shape()), std::move(program));
    distributed::EnqueueMeshWorkload(cq, workload, false);
    distributed::Finish(cq);
    fmt::print("done\n");
}
