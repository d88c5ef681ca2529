// One matrix product on one core, in a function; the result is compared with one of the host. The writer of WRONG_SHAPE
// counts other tiles than compute makes.
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/constants.hpp>
#include <bmm_op.hpp>

using namespace tt::constants;
using namespace std;
using namespace tt;
using namespace tt::tt_metal;

void golden_matmul(
    const std::vector<bfloat16>& a, const std::vector<bfloat16>& b, std::vector<bfloat16>& output, uint32_t M,
    uint32_t N, uint32_t K) {
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++) {
                sum += a[i * K + k].to_float() * b[k * N + j].to_float();
            }
            output.at(i * N + j) = sum;
        }
    }
}

void matmul_single_core(
    const std::vector<bfloat16>& a_data, const std::vector<bfloat16>& b_data, std::vector<bfloat16>& output, bool bcast,
    uint32_t M, uint32_t N, uint32_t K, const std::shared_ptr<distributed::MeshDevice>& mesh_device) {
    distributed::MeshCommandQueue& cq = mesh_device->mesh_command_queue();
    distributed::MeshWorkload workload;
    distributed::MeshCoordinateRange device_range = distributed::MeshCoordinateRange(mesh_device->shape());
    Program program{};
    CoreCoord core({0, 0});

    uint32_t Mt = M / TILE_HEIGHT;
    uint32_t Kt = K / TILE_WIDTH;
    uint32_t Nt = N / TILE_WIDTH;
    uint32_t single_tile_size = sizeof(bfloat16) * TILE_HEIGHT * TILE_WIDTH;
    distributed::DeviceLocalBufferConfig dram_config{
        .page_size = single_tile_size, .buffer_type = tt_metal::BufferType::DRAM};
    distributed::ReplicatedBufferConfig config_a{.size = single_tile_size * Mt * Kt};
    distributed::ReplicatedBufferConfig config_b{.size = single_tile_size * Nt * Kt};
    distributed::ReplicatedBufferConfig config_out{.size = single_tile_size * Mt * Nt};
    auto a = distributed::MeshBuffer::create(config_a, dram_config, mesh_device.get());
    auto b = distributed::MeshBuffer::create(config_b, dram_config, mesh_device.get());
    auto out = distributed::MeshBuffer::create(config_out, dram_config, mesh_device.get());

    tt::DataFormat cb_data_format = tt::DataFormat::Float16_b;
    MathFidelity math_fidelity = MathFidelity::HiFi4;
    uint32_t src0_cb_index = CBIndex::c_0;
    uint32_t num_input_tiles = 2;
    tt_metal::CircularBufferConfig cb_src0_config =
        tt_metal::CircularBufferConfig(num_input_tiles * single_tile_size, {{src0_cb_index, cb_data_format}})
            .set_page_size(src0_cb_index, single_tile_size);
    tt_metal::CreateCircularBuffer(program, core, cb_src0_config);
    uint32_t src1_cb_index = CBIndex::c_1;
    tt_metal::CircularBufferConfig cb_src1_config(
        num_input_tiles * single_tile_size, {{src1_cb_index, cb_data_format}});
    cb_src1_config.set_page_size(src1_cb_index, single_tile_size);
    tt_metal::CreateCircularBuffer(program, core, cb_src1_config);
    uint32_t output_cb_index = tt::CBIndex::c_16;
    std::map<uint8_t, tt::DataFormat> formats = {{output_cb_index, cb_data_format}};
    auto cb_output = tt_metal::CreateCircularBuffer(
        program, core,
        CircularBufferConfig(2 * single_tile_size, formats).set_page_size(output_cb_index, single_tile_size));

    std::vector<uint32_t> reader_args;
    TensorAccessorArgs(*a).append_to(reader_args);
    TensorAccessorArgs(*b).append_to(reader_args);
    auto reader_id = tt_metal::CreateKernel(
        program, "../matmul/reader.cpp", core,
        tt_metal::DataMovementConfig{
            .processor = DataMovementProcessor::RISCV_1, .noc = NOC::RISCV_1_default, .compile_args = reader_args});
    std::vector<uint32_t> writer_args;
    TensorAccessorArgs(*out).append_to(writer_args);
    auto writer_id = tt_metal::CreateKernel(
        program, "../matmul/writer.cpp", core,
        tt_metal::DataMovementConfig{
            .processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default, .compile_args = writer_args});
    vector<uint32_t> compute_args = {Mt, Kt, Nt};
    tt_metal::CreateKernel(
        program, "../matmul/compute.cpp", core,
        tt_metal::ComputeConfig{.math_fidelity = math_fidelity, .compile_args = compute_args});

    tt_metal::SetRuntimeArgs(program, reader_id, core, {a->address(), b->address(), Mt, Kt, Nt});
#ifdef WRONG_SHAPE
    tt_metal::SetRuntimeArgs(program, writer_id, core, {out->address(), Mt, Nt + 1});
#else
    tt_metal::SetRuntimeArgs(program, writer_id, core, {out->address(), Mt, Nt});
#endif
    distributed::EnqueueWriteMeshBuffer(cq, a, a_data, false);
    distributed::EnqueueWriteMeshBuffer(cq, b, b_data, false);
    workload.add_program(device_range, std::move(program));
    distributed::EnqueueMeshWorkload(cq, workload, false);
    distributed::EnqueueReadMeshBuffer(cq, output, out, true);
}

int main() {
    bool pass = true;
    constexpr int device_id = 0;
    std::shared_ptr<distributed::MeshDevice> mesh_device = distributed::MeshDevice::create_unit_mesh(device_id);
    constexpr uint32_t M = 64, N = 64, K = 64;
    static_assert(M % TILE_HEIGHT == 0, "M must be a multiple of the tile");
    uint32_t Mt = M / TILE_HEIGHT;
    std::mt19937 rng(std::random_device{}());
    std::uniform_real_distribution<float> dist(0.f, 1.0f);
    std::vector<bfloat16> src0_vec(M * K);
    std::vector<bfloat16> src1_vec(K * N);
    for (bfloat16& v : src0_vec) {
        v = bfloat16(dist(rng));
    }
    for (bfloat16& v : src1_vec) v = bfloat16(dist(rng));

    std::vector<bfloat16> golden_vec(M * N, 0);
    golden_matmul(src0_vec, src1_vec, golden_vec, M, N, K);
    src0_vec = tilize_nfaces(src0_vec, M, K);
    src1_vec = tilize_nfaces(src1_vec, K, N);
    std::vector<bfloat16> result_vec(M * N);
    matmul_single_core(src0_vec, src1_vec, result_vec, false, M, N, K, mesh_device);
    result_vec = untilize_nfaces(result_vec, M, N);
    float pearson = check_bfloat16_vector_pcc(golden_vec, result_vec);
    TT_FATAL(pearson > 0.97, "PCC {} is not high enough", pearson);
    pass &= mesh_device->close();
    TT_ASSERT(pass);
    return 0;
}
