// Semaphores that outlive a program: their addresses are arguments. Workers report to a coordinator, which lets them go
// on. ONE_MORE: the coordinator waits for one report more than there are workers.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/global_semaphore.hpp>

using namespace tt;
using namespace tt::tt_metal;

struct Semaphores {
    GlobalSemaphore arrived;
    GlobalSemaphore go;
};

int main() {
    auto device = distributed::MeshDevice::create_unit_mesh(0);
    auto& cq = device->mesh_command_queue();
    Program program = CreateProgram();
    const CoreCoord coordinator{0, 0};
    const CoreRange workers({1, 0}, {3, 1});
    const CoreRangeSet all = CoreRangeSet(workers).merge(CoreRangeSet(coordinator));
    Semaphores semaphores{
        .arrived = CreateGlobalSemaphore(device.get(), all, 0),
        .go = CreateGlobalSemaphore(device.get(), all, 0, BufferType::L1)};
    uint32_t expected = workers.size();
#ifdef ONE_MORE
    expected++;
#endif
    const auto range = std::make_pair(
        device->worker_core_from_logical_core(workers.start_coord),
        device->worker_core_from_logical_core(workers.end_coord));
    const auto kernel = CreateKernel(program, "kernels/coordinator.cpp", coordinator, ReaderDataMovementConfig{});
    SetRuntimeArgs(
        program, kernel, coordinator,
        {(uint32_t)semaphores.arrived.address(), (uint32_t)semaphores.go.address(), expected, (uint32_t)workers.size(),
         (uint32_t)range.first.x, (uint32_t)range.first.y, (uint32_t)range.second.x, (uint32_t)range.second.y});
    const auto worker = CreateKernel(program, "kernels/worker.cpp", workers, WriterDataMovementConfig{});
    const auto at = device->worker_core_from_logical_core(coordinator);
    for (const auto& core : corerange_to_cores(workers)) {
        SetRuntimeArgs(
            program, worker, core,
            {semaphores.arrived.address(), semaphores.go.address(), uint32_t(at.x), uint32_t(at.y)});
    }
    semaphores.arrived.reset_semaphore_value(0);
    distributed::MeshWorkload workload;
    workload.add_program(distributed::MeshCoordinateRange(device->shape()), std::move(program));
    distributed::EnqueueMeshWorkload(cq, workload, false);
    distributed::Finish(cq);
    device->close();
}
