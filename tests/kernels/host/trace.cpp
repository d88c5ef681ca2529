// A program is captured and replayed. TILES_MISSING: the writer expects more tiles than the reader reads.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/trace.hpp>

using namespace tt;
using namespace tt::tt_metal;

static void fill_random(std::vector<uint16_t>& data) {
    for (size_t i = 0; i < data.size(); i++) {
        data[i] = static_cast<uint16_t>(rand() % 255);
    }
}

int main(int argc, char* argv[]) {
    const size_t trace_region_size = 1 << 20;
    auto mesh_device = distributed::MeshDevice::create_unit_mesh(0, DEFAULT_L1_SMALL_SIZE, trace_region_size);
    auto& cq = mesh_device->mesh_command_queue();
    uint32_t num_tiles = 16;
    if (argc > 1) {
        num_tiles = std::stoul(argv[1]);
    }
    const CoreCoord core{2, 1};
    const uint32_t bytes = tt::tile_size(tt::DataFormat::Float16_b);
    distributed::DeviceLocalBufferConfig local{.page_size = bytes, .buffer_type = BufferType::DRAM};
    distributed::ReplicatedBufferConfig global{.size = num_tiles * bytes};
    auto src = distributed::MeshBuffer::create(global, local, mesh_device.get());
    auto dst = distributed::MeshBuffer::create(global, local, mesh_device.get());

    Program program;
    constexpr uint32_t cb_index = CBIndex::c_0;
    CreateCircularBuffer(
        program, core,
        CircularBufferConfig(4 * bytes, {{cb_index, tt::DataFormat::Float16_b}}).set_page_size(cb_index, bytes));
    auto accessor = TensorAccessorArgs(*src).get_compile_time_args();
    std::vector<uint32_t> args = {cb_index};
    args.insert(args.end(), accessor.begin(), accessor.end());
    auto reader = CreateKernel(program, "../common/reader.cpp", core, ReaderDataMovementConfig(args));
    auto writer =
        CreateKernel(program, "../common/writer.cpp", core, WriterDataMovementConfig(args, {{"UNUSED", "1"}}));
    SetRuntimeArgs(program, reader, core, {src->address(), num_tiles, 0});
#ifdef TILES_MISSING
    num_tiles++;
#endif
    SetRuntimeArgs(program, writer, core, {dst->address(), num_tiles, 0});

    distributed::MeshWorkload workload;
    workload.add_program(distributed::MeshCoordinateRange(mesh_device->shape()), std::move(program));
    std::vector<uint16_t> input(num_tiles * bytes / sizeof(uint16_t));
    fill_random(input);
    distributed::WriteShard(cq, src, input, distributed::MeshCoordinate(0, 0), false);
    distributed::EnqueueMeshWorkload(cq, workload, false);
    auto trace_id = distributed::BeginTraceCapture(mesh_device.get(), cq.id());
    distributed::EnqueueMeshWorkload(cq, workload, false);
    mesh_device->end_mesh_trace(cq.id(), trace_id);
    for (int i = 0; i < 10; i++) {
        mesh_device->replay_mesh_trace(cq.id(), trace_id, false);
    }
    mesh_device->release_mesh_trace(trace_id);
    distributed::Finish(cq);
    mesh_device->close();
}
