// A mesh whose rows run different programs in one workload, with events between two queues. SHORT: the last row's
// writer takes one tile only.
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/mesh_coord.hpp>

using namespace tt;
using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

struct ProgramOptions {
    uint32_t tiles = 4;
    uint32_t depth = 2;
    bool short_writer = false;
    std::string reader = "../common/reader.cpp";
    std::string writer = "../common/writer.cpp";
};

class CopyBuilder {
public:
    explicit CopyBuilder(MeshDevice* device, const ProgramOptions& options) : device_(device), options_(options) {
        const DeviceLocalBufferConfig local{
            .page_size = page_bytes(), .buffer_type = BufferType::DRAM, .bottom_up = false};
        const ReplicatedBufferConfig replicated{.size = options.tiles * page_bytes()};
        src_ = MeshBuffer::create(replicated, local, device);
        dst_ = MeshBuffer::create(replicated, local, device);
    }

    static constexpr uint32_t page_bytes() { return sizeof(bfloat16) * constants::TILE_HW; }

    Program build(const CoreCoord& core) const {
        Program program;
        const auto index = static_cast<uint32_t>(CBIndex::c_4);
        CreateCircularBuffer(
            program, core,
            CircularBufferConfig(options_.depth * page_bytes(), {{index, datatype_to_dataformat_converter(dtype_)}})
                .set_page_size(index, page_bytes()));
        std::vector<uint32_t> ct{index};
        TensorAccessorArgs(*src_).append_to(ct);
        auto reader = CreateKernel(program, options_.reader, core, ReaderDataMovementConfig(ct));
        auto writer = CreateKernel(program, options_.writer, core, WriterDataMovementConfig(ct));
        SetRuntimeArgs(program, reader, core, {src_->address(), options_.tiles, 0u});
        SetRuntimeArgs(
            program, writer, core, {dst_->address(), options_.short_writer ? 1u : options_.tiles, 0u});
        return program;
    }

    const std::shared_ptr<MeshBuffer>& input() const { return src_; }

private:
    MeshDevice* device_;
    ProgramOptions options_;
    DataType dtype_ = DataType::BFLOAT16;
    std::shared_ptr<MeshBuffer> src_, dst_;
};

int main() {
    auto mesh_device = MeshDevice::create(
        MeshDeviceConfig{.mesh_shape = MeshShape{2, 4}}, DEFAULT_L1_SMALL_SIZE, DEFAULT_TRACE_REGION_SIZE, 2);
    auto& compute_cq = mesh_device->mesh_command_queue(0);
    auto& data_cq = mesh_device->mesh_command_queue(1);
    MeshWorkload workload = CreateMeshWorkload();
    std::vector<std::unique_ptr<CopyBuilder>> builders;
    for (uint32_t row = 0; row < mesh_device->num_rows(); row++) {
        ProgramOptions options{.tiles = 4 + row};
#ifdef SHORT
        options.short_writer = row + 1 == mesh_device->num_rows();
#endif
        builders.push_back(std::make_unique<CopyBuilder>(mesh_device.get(), options));
        const MeshCoordinateRange range(
            MeshCoordinate(row, 0), MeshCoordinate(row, mesh_device->num_cols() - 1));
        AddProgramToMeshWorkload(workload, builders.back()->build(CoreCoord{row, 1}), range);
    }
    for (const auto& builder : builders) {
        std::vector<bfloat16> data(builder->input()->size() / sizeof(bfloat16), bfloat16(1.0f));
        EnqueueWriteMeshBuffer(data_cq, builder->input(), data, false);
    }
    auto written = EnqueueRecordEvent(data_cq);
    EnqueueWaitForEvent(compute_cq, written);
    EnqueueMeshWorkload(compute_cq, workload, false);
    MeshEvent done = compute_cq.enqueue_record_event();
    EventSynchronize(done);
    Finish(compute_cq);
    return mesh_device->close() ? 0 : 1;
}
