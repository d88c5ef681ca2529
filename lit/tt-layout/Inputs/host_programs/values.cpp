// What host programs compute, as the arguments of one kernel: one core for each.
#include <tt-metalium/host_api.hpp>
using namespace tt::tt_metal;

template <typename T>
struct Sum {
    T total;
    std::vector<T> more;
    T get() const {
        T out = total;
        for (const auto& x : more) out = out + x;
        return out;
    }
};
struct Pair {
    uint32_t first = 4, last = 2;
};
Sum<Pair> make_sum() { return {{8, 9}, {}}; }

int main() {
    auto* device = CreateDevice(0);
    Program program = CreateProgram();
    CoreRange cores({0, 0}, {7, 2});
    auto kernel = CreateKernelFromString(program, "void kernel_main() {}", cores, DataMovementConfig{});
    uint32_t at = 0;
    auto put = [&](std::vector<uint32_t> values) {
        SetRuntimeArgs(program, kernel, CoreCoord{at % 8, at / 8}, values);
        at++;
    };
    std::vector<uint32_t> v(3), w;
    std::ranges::fill(v, 5u);
    std::ranges::transform(v, std::back_inserter(w), [](auto x) { return x + 1; });
    std::generate(v.begin(), v.end(), [&] { return 4u; });
    v.insert(v.begin(), w.begin(), w.end());
    v.insert(v.begin() + 1, 9u);
    put(v);
    std::array deduced{std::tuple{3u, 4u}, std::tuple{5u, 6u}};
    for (auto& [a, b] : deduced) put({a, b});
    const std::array<std::array<uint32_t, 2>, 2> nested{{{1, 2}, {3, 4}}};
    put({nested[1][0], nested[0][1]});
    const CoreCoord a{1, 2}, b{1, 2};
    put({a == b, a != b, a == CoreCoord(2, 2)});
    put({(uint32_t)std::ceil(7.f / 2), (uint32_t)std::floor(-0.5) + 1, std::bit_cast<uint32_t>(1.5f)});
    put({pack_two_bfloat16_into_uint32({bfloat16(1.0f), bfloat16::truncate(2)})});
    Sum<uint8_t> bytes{5, {251, 1}};
    Sum<uint32_t> words{5, {251, 1}};
    const auto sum = make_sum();
    put({bytes.get(), words.get(), sum.total.first, sum.total.last});
    CBDescriptor cb{.total_size = 7, .format_descriptors = {{CBFormatDescriptor{.buffer_index = 3}}}};
    put({cb.format_descriptors.size(), cb.format_descriptors[0].buffer_index});
    CoreRangeSet set(std::vector{CoreRange({0, 0}, {0, 1}), CoreRange({1, 0}, {1, 1})});
    put({set.merge_ranges().size(), set.subtract(CoreRange({0, 0}, {1, 0})).num_cores(), set.intersects(cores)});
    uint32_t sum_x = 0;
    for (auto it = cores.begin(); it != cores.end(); ++it) sum_x += it->x;
    put({sum_x});
    std::vector<uint16_t> data(100000);
    std::iota(data.begin(), data.end(), 0);
    put({data.size()});
    std::vector<uint32_t> left{1}, right{2}, mixed{1, 2, 3};
    for (int i = 0; i < device->unknown(); i++) (i % 2 ? left : right).push_back(i);
    std::shuffle(mixed.begin(), mixed.end(), 7);
    put({right.size(), mixed[0], mixed.size()});
    std::vector<uint32_t> part(v.begin() + 1, v.end() - 1);
    part.erase(part.begin());
    part.pop_back();
    part.resize(5);
    put(part);
    std::unordered_map<std::string, uint32_t> map{{"a", 3}};
    map["b"s] = 4;
    if (auto it = map.find("a"); it != map.end()) put({it->second, map.size(), map.find("c") == map.end()});
    uint32_t x, y, unread = 3;
    std::tie(x, y) = std::make_tuple(std::gcd(12u, 18u), std::lcm(4u, 6u));
    part.assign({x, y});
    put(part);
    auto buffer = CreateBuffer(InterleavedBufferConfig{device, 1024, 1024, BufferType::L1});
    unread = x @ y;
    put({buffer->is_l1(), buffer->buffer_type() == BufferType::DRAM ? 1u : 0u, unread});
    std::map<std::string, uint32_t> names{{"b", 1}, {"a", 2}};
    names["aa"] = 3;
    std::vector<uint32_t> in_order;
    for (auto& [name, value] : names) in_order.push_back(value);
    for (const auto& core : std::set<CoreCoord>{{3, 0}, {2, 1}, {3, 0}}) in_order.push_back(core.x);
    std::vector<CoreCoord> sorted{{1, 1}, {0, 1}, {1, 0}};
    std::sort(sorted.begin(), sorted.end());
    std::ranges::sort(in_order, [](auto a, auto b) { return a % 3 < b % 3; });
    in_order.push_back(sorted[1].x * 10 + sorted[1].y);
    put(in_order);
    std::pair<uint32_t, uint32_t> pair{1, 2};
    auto& [one, two] = pair;
    one = 7;
    auto [height, width] = std::array{2u, 3u};
    put({pair.first, two, height, width});
    auto& by_core = GetRuntimeArgs(program, kernel);
    std::vector<std::vector<uint32_t>> each(2, std::vector<uint32_t>{1, 2});
    each[1][0] = 9;
    SetRuntimeArgs(program, kernel, {CoreCoord{3, 2}, CoreCoord{4, 2}}, each);
    by_core[4][2][1] += 3;
    distributed::MeshWorkload workload;
    workload.add_program(distributed::MeshCoordinateRange(device->shape()), std::move(program));
    for (auto& [range, same] : workload.get_programs()) GetRuntimeArgs(same, kernel, CoreCoord{0, 0})[0] += 90;
    distributed::EnqueueMeshWorkload(device->mesh_command_queue(), workload, false);
}
