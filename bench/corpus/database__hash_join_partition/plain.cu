// Probe side of a partitioned hash join: a block builds an open table of its
// partition (1024 rows, 2048 slots), then probes it with tiles of 512 rows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__device__ inline unsigned slot_of(int key) { return ((unsigned)key * 2654435761u) >> 21; }

__global__ void join_partition(const int2 *build, const int2 *probe, long long *out,
                               int build_rows, int probe_rows)
{
    extern __shared__ int shared[];
    int *keys = shared;             // 2048, -1 is free
    int *payload = shared + 2048;   // 2048
    int2 *tile = (int2 *)(shared + 4096);

    for (int i = threadIdx.x; i < 2048; i += blockDim.x) {
        keys[i] = -1;
        payload[i] = 0;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < build_rows; i += blockDim.x) {
        int2 b = build[(size_t)blockIdx.x * build_rows + i];
        unsigned s = slot_of(b.x);
        for (;;) {
            int old = atomicCAS(&keys[s], -1, b.x);
            if (old == -1 || old == b.x) {
                atomicAdd(&payload[s], b.y); // same keys are added up
                break;
            }
            s = (s + 1) & 2047;
        }
    }
    __syncthreads();

    const int2 *rows = probe + (size_t)blockIdx.x * probe_rows;
    long long sum = 0;
    for (int base = 0; base < probe_rows; base += 512) {
        int n = min(512, probe_rows - base);
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            tile[i] = rows[base + i];
        __syncthreads();
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            int2 r = tile[i];
            unsigned s = slot_of(r.x);
            while (keys[s] != -1) {
                if (keys[s] == r.x) {
                    sum += (long long)payload[s] * r.y;
                    break;
                }
                s = (s + 1) & 2047;
            }
        }
        __syncthreads();
    }
    out[(size_t)blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" void launch(const int2 *build, const int2 *probe, long long *out,
                       int partitions, int build_rows, int probe_rows)
{
    join_partition<<<partitions, 256, 4096 * sizeof(int) + 512 * sizeof(int2)>>>(
        build, probe, out, build_rows, probe_rows);
}
