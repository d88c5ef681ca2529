// dataflow_api.h: the calls of tt-metal's data movement kernels on arrays of bytes, for kernels_cpp.py. Kernels are
// coroutines. Each transfer happens at a random time between its call and its barrier. The L1 of the running core is
// mapped at WINDOW, so that kernels can use its addresses as pointers.
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <vector>

#define tt_l1_ptr

namespace mock {

constexpr uint32_t WINDOW = 0x10000000, L1_BYTES = 1 << 20;

struct transfer {
    uint8_t *from, *to;
    uint32_t bytes;
};

struct kernel {
    void (*main)();
    uint32_t y, x;
    std::vector<uint32_t> args;
    ucontext_t context;
    std::vector<char> stack;
    std::vector<transfer> reads, writes;
    bool done = false, blocked = false;
};

struct circular_buffer {
    uint32_t address, pages, page_bytes, pushed = 0, popped = 0;
};

struct core {
    uint32_t y, x;
    circular_buffer cbs[4];
};

inline std::vector<core> cores;
inline std::vector<std::vector<uint8_t>> banks;
inline std::vector<kernel> kernels;
inline kernel *current;
inline ucontext_t scheduler;
inline uint8_t *all_l1;
inline int l1_file;
inline uint32_t word_bytes;  // alignment of DRAM reads

[[noreturn]] inline void fail(const char *what) {
    printf("%s\n", what);
    fflush(stdout);
    _exit(3);
}

inline uint32_t core_index(uint32_t y, uint32_t x) {
    for (uint32_t i = 0; i < cores.size(); i++)
        if (cores[i].y == y && cores[i].x == x) return i;
    fail("no such core");
}

inline core &here() { return cores[core_index(current->y, current->x)]; }
inline void yield() { swapcontext(&current->context, &scheduler); }

inline void perform(std::vector<transfer> &some, bool all) {
    while (!some.empty() && (all || rand() % 4 == 0)) {
        size_t i = (size_t)rand() % some.size();
        memcpy(some[i].to, some[i].from, some[i].bytes);
        some[i] = some.back();
        some.pop_back();
    }
}

inline uint8_t *local(uint32_t address, uint32_t bytes) {
    uint32_t offset = address - WINDOW;
    if (offset > L1_BYTES || bytes > L1_BYTES - offset) fail("address outside of L1");
    return all_l1 + (size_t)core_index(current->y, current->x) * L1_BYTES + offset;
}

inline uint8_t *remote(uint64_t address, uint32_t bytes) {
    uint32_t offset = (uint32_t)address, index = (uint32_t)(address >> 32 & 0xffffff);
    if (address >> 63) {
        if (index >= banks.size() || offset > banks[index].size() || bytes > banks[index].size() - offset)
            fail("address outside of DRAM");
        return banks[index].data() + offset;
    }
    offset -= WINDOW;
    if (offset > L1_BYTES || bytes > L1_BYTES - offset) fail("remote address outside of L1");
    return all_l1 + (size_t)core_index(index >> 12, index & 0xfff) * L1_BYTES + offset;
}

// Addresses with equal remainders, whole cells of 16 bytes.
inline void check_aligned(uint64_t far, uint32_t near, uint32_t bytes, uint32_t word) {
    if (bytes % 16 || far % 16 || ((uint32_t)far - near) % word) fail("misaligned transfer");
}

inline void map_window(const kernel &k) {
    if (mmap((void *)(uintptr_t)WINDOW, L1_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, l1_file,
             (off_t)core_index(k.y, k.x) * L1_BYTES) == MAP_FAILED)
        fail("mmap");
}

inline void start() {
    current->main();
    if (!current->reads.empty() || !current->writes.empty()) fail("a transfer is in flight at the end");
    current->done = true;
    yield();
}

inline void allocate() {
    l1_file = memfd_create("l1", 0);
    size_t bytes = cores.size() * L1_BYTES;
    if (l1_file < 0 || ftruncate(l1_file, (off_t)bytes)) fail("memfd_create");
    all_l1 = (uint8_t *)mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, l1_file, 0);
}

inline void run() {
    for (kernel &k : kernels) {
        k.stack.resize(256 << 10);
        getcontext(&k.context);
        k.context.uc_stack.ss_sp = k.stack.data();
        k.context.uc_stack.ss_size = k.stack.size();
        k.context.uc_link = &scheduler;
        makecontext(&k.context, start, 0);
    }
    for (uint32_t idle = 0; idle < 400;) {
        bool alive = false;
        for (size_t n = 0; n < kernels.size(); n++) {
            kernel &k = kernels[n];
            if (k.done) continue;
            alive = true;
            if (rand() % 3 == 0) continue;
            current = &k;
            k.blocked = false;
            map_window(k);
            swapcontext(&scheduler, &k.context);
            if (!k.blocked) idle = 0;
        }
        if (!alive) return;
        idle++;
    }
    fail("deadlock");
}

template <typename F>
void wait_until(F ready) {
    while (!ready()) {
        current->blocked = true;
        yield();
    }
}

}  // namespace mock

#define MAYBE_YIELD() \
    do { \
        mock::perform(mock::current->reads, false); \
        mock::perform(mock::current->writes, false); \
        if (rand() % 8 == 0) mock::yield(); \
    } while (0)

template <typename T>
T get_arg_val(uint32_t i) {
    if (i >= mock::current->args.size()) mock::fail("no such argument");
    return (T)mock::current->args[i];
}
inline uint64_t get_noc_addr(uint32_t x, uint32_t y, uint32_t address) {
    return (uint64_t)(y << 12 | x) << 32 | address;
}
template <bool dram>
uint64_t get_noc_addr_from_bank_id(uint32_t bank, uint32_t address) {
    return 1ull << 63 | (uint64_t)bank << 32 | address;
}
inline void noc_async_read(uint64_t from, uint32_t to, uint32_t bytes) {
    mock::check_aligned(from, to, bytes, from >> 63 ? mock::word_bytes : 16);
    mock::current->reads.push_back({mock::remote(from, bytes), mock::local(to, bytes), bytes});
    MAYBE_YIELD();
}
inline void noc_async_write(uint32_t from, uint64_t to, uint32_t bytes) {
    mock::check_aligned(to, from, bytes, 16);
    mock::current->writes.push_back({mock::local(from, bytes), mock::remote(to, bytes), bytes});
    MAYBE_YIELD();
}
inline void noc_async_read_barrier() { mock::perform(mock::current->reads, true); }
inline void noc_async_write_barrier() { mock::perform(mock::current->writes, true); }
inline void noc_async_writes_flushed() { mock::perform(mock::current->writes, true); }
inline void noc_async_atomic_barrier() {}
inline uint32_t get_semaphore(uint32_t id) { return mock::WINDOW + 16 * id; }
inline void noc_semaphore_inc(uint64_t address, uint32_t value) {
    uint32_t word;
    uint8_t *at = mock::remote(address, 4);
    memcpy(&word, at, 4);
    word += value;
    memcpy(at, &word, 4);
    MAYBE_YIELD();
}
inline void noc_semaphore_wait(volatile uint32_t *semaphore, uint32_t value) {
    mock::wait_until([=] { return *semaphore == value; });
}
inline uint32_t get_write_ptr(uint32_t cb) {
    const mock::circular_buffer &c = mock::here().cbs[cb];
    return c.address + c.pushed % c.pages * c.page_bytes;
}
inline uint32_t get_read_ptr(uint32_t cb) {
    const mock::circular_buffer &c = mock::here().cbs[cb];
    return c.address + c.popped % c.pages * c.page_bytes;
}
inline void cb_reserve_back(uint32_t cb, uint32_t pages) {
    mock::wait_until([=] {
        const mock::circular_buffer &c = mock::here().cbs[cb];
        return c.pages - (c.pushed - c.popped) >= pages;
    });
}
inline void cb_wait_front(uint32_t cb, uint32_t pages) {
    mock::wait_until([=] {
        const mock::circular_buffer &c = mock::here().cbs[cb];
        return c.pushed - c.popped >= pages;
    });
}
inline void cb_push_back(uint32_t cb, uint32_t pages) { mock::here().cbs[cb].pushed += pages; }
inline void cb_pop_front(uint32_t cb, uint32_t pages) { mock::here().cbs[cb].popped += pages; }
