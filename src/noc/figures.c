/* figures.c: rates and latencies of the NoCs of each architecture, and the flits of a transfer. */
#include "noc/noc.h"
#include "ttattr/noc.h"

static const tta_noc_figures figures[TTA_NUM_ARCHS] = {
    [TTA_ARCH_GRAYSKULL] =
        {
            .link_rate = 320,
            .sources = "tt-metal noc_parameters.h (link); no figures of endpoints, latencies and DRAM are published",
        },
    [TTA_ARCH_WORMHOLE_B0] =
        {
            .link_rate = 320,
            .worker_injects = 281,
            .worker_absorbs = 281,
            .dram_injects = 232,
            .dram_absorbs = 240,
            .ethernet_injects = 281,
            .ethernet_absorbs = 240,
            .ethernet_rate = 125,
            .write_latency = 40,
            .write_latency_per_hop = 10,
            .read_latency_own = 70,
            .read_latency_column = 154,
            .read_latency_row = 170,
            .read_latency = 270,
            .fabric_latency = 600,
            .clock_mhz = 1000,
            .sources = "tt-metal noc_parameters.h (link); tt-npe 1021603 (endpoints, DRAM, Ethernet, latencies, clock)",
        },
    [TTA_ARCH_BLACKHOLE] =
        {
            .link_rate = 640,
            .worker_injects = 609,
            .worker_absorbs = 609,
            .dram_injects = 400,
            .dram_absorbs = 400,
            .ethernet_rate = 371, /* 50 GB/s at 1.35 GHz, rounded up */
            .write_latency = 40,
            .write_latency_per_hop = 11,
            .read_latency_own = 65,
            .read_latency_column = 177,
            .read_latency_row = 217,
            .read_latency = 329,
            .fabric_latency = 600,
            .clock_mhz = 1350,
            .sources = "tt-metal noc_parameters.h (link); tt-npe 1021603 (endpoints, DRAM, Ethernet, latencies, clock)",
        },
};

const tta_noc_figures *tta_noc_figures_of(tta_arch arch) {
  return (unsigned)arch < TTA_NUM_ARCHS ? &figures[arch] : NULL;
}

int64_t tta_noc_flits(tta_arch arch, int64_t bytes, int64_t *packets) {
  const tta_arch_info *info = tta_arch_get(arch);
  if (packets) *packets = 0;
  if (!info || bytes <= 0) return 0;
  int64_t count = bytes / info->noc_max_burst_bytes + (bytes % info->noc_max_burst_bytes != 0);
  if (packets) *packets = count;
  /* Bursts are multiples of a flit, so only the last packet has a partial one. */
  return bytes / info->noc_word_bytes + (bytes % info->noc_word_bytes != 0) + count;
}
