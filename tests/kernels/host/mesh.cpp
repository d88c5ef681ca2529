// One program on all devices of a mesh; each has a shard of the tensors. RELEASE_TWICE plants an error of dst.
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>

using namespace tt;
using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

static Program CreateEltwiseAddProgram(
    const std::shared_ptr<MeshBuffer>& a, const std::shared_ptr<MeshBuffer>& b, const std::shared_ptr<MeshBuffer>& out,
    size_t tile_size_bytes, uint32_t num_tiles) {
    auto program = CreateProgram();
    auto target_tensix_core = CoreRange(CoreCoord{0, 0});
    const std::vector<std::pair<tt::CBIndex, uint32_t>> cbs = {
        {tt::CBIndex::c_0, 2}, {tt::CBIndex::c_1, 2}, {tt::CBIndex::c_16, 2}};
    for (const auto& cb : cbs) {
        CircularBufferConfig config(cb.second * tile_size_bytes, {{cb.first, tt::DataFormat::Float16_b}});
        config.set_page_size(cb.first, tile_size_bytes);
        CreateCircularBuffer(program, target_tensix_core, config);
    }
    std::vector<uint32_t> reader_args{(uint32_t)tt::CBIndex::c_0, (uint32_t)tt::CBIndex::c_1};
    TensorAccessorArgs(*a->get_reference_buffer()).append_to(reader_args);
    TensorAccessorArgs(*b->get_reference_buffer()).append_to(reader_args);
    auto reader = CreateKernel(program, "../eltwise/reader.cpp", target_tensix_core,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_1, .noc = NOC::RISCV_1_default,
                           .compile_args = reader_args});
    std::vector<uint32_t> writer_args;
    TensorAccessorArgs(*out->get_reference_buffer()).append_to(writer_args);
    auto writer = CreateKernel(program, "../eltwise/writer.cpp", target_tensix_core,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default,
                           .compile_args = writer_args});
    auto compute = CreateKernel(program, "../eltwise/compute.cpp", target_tensix_core, ComputeConfig{});
    SetRuntimeArgs(program, reader, target_tensix_core, {a->address(), b->address(), num_tiles});
    SetRuntimeArgs(program, writer, target_tensix_core, {out->address(), num_tiles});
    SetRuntimeArgs(program, compute, target_tensix_core, {num_tiles});
    return program;
}

int main() {
    auto mesh_device = MeshDevice::create(MeshDeviceConfig(MeshShape(2, 4)));
    auto& cq = mesh_device->mesh_command_queue();
    auto shard_shape = Shape2D{32, 32};
    auto distributed_buffer_shape =
        Shape2D{shard_shape.height() * mesh_device->num_rows(), shard_shape.width() * mesh_device->num_cols()};
    auto num_tiles = 1;
    auto tile_size_bytes = tt::tile_size(tt::DataFormat::Float16_b);
    auto distributed_buffer_size_bytes = mesh_device->num_rows() * mesh_device->num_cols() * tile_size_bytes;
    auto local_config = DeviceLocalBufferConfig{
        .page_size = tile_size_bytes, .buffer_type = BufferType::DRAM, .bottom_up = false};
    auto distributed_config = tt::tt_metal::distributed::ShardedBufferConfig{
        .global_size = distributed_buffer_size_bytes,
        .global_buffer_shape = distributed_buffer_shape,
        .shard_shape = shard_shape,
        .shard_orientation = ShardOrientation::ROW_MAJOR};
    auto a = MeshBuffer::create(distributed_config, local_config, mesh_device.get());
    auto b = MeshBuffer::create(distributed_config, local_config, mesh_device.get());
    auto out = MeshBuffer::create(distributed_config, local_config, mesh_device.get());
    std::vector<uint32_t> a_data = create_constant_vector_of_bfloat16(a->size(), 1.0f);
    EnqueueWriteMeshBuffer(cq, a, a_data, false);
    EnqueueWriteMeshBuffer(cq, b, a_data, false);
    auto program = CreateEltwiseAddProgram(a, b, out, tile_size_bytes, num_tiles);
    auto mesh_workload = MeshWorkload();
    auto device_range = MeshCoordinateRange(mesh_device->shape());
    mesh_workload.add_program(device_range, std::move(program));
    EnqueueMeshWorkload(cq, mesh_workload, false);
    std::vector<uint32_t> result(a_data.size(), 0);
    EnqueueReadMeshBuffer(cq, result, out, true);
    return 0;
}
