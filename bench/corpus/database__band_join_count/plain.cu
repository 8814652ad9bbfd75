// A join on |r.key - s.key| <= width without an index: matches and the sum of
// their payloads for each row of R. Four rows a thread, 1024 rows of S a tile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

#define THREADS 256

__global__ void band_join(const int *r_key, const int4 *s_key, const int4 *s_pay,
                          int *matches, long long *sums, int nr, int ns, int width)
{
    __shared__ int4 key[THREADS], pay[THREADS];

    int r[4], count[4] = {0, 0, 0, 0};
    long long sum[4] = {0, 0, 0, 0};
    int first = blockIdx.x * THREADS * 4 + threadIdx.x;
    for (int i = 0; i < 4; i++)
        r[i] = first + i * THREADS < nr ? r_key[first + i * THREADS] : 0;

    for (int s0 = 0; s0 < ns; s0 += 4 * THREADS) {
        key[threadIdx.x] = s_key[s0 / 4 + threadIdx.x];
        pay[threadIdx.x] = s_pay[s0 / 4 + threadIdx.x];
        __syncthreads();

        for (int j = 0; j < THREADS; j++) {
            const int4 k = key[j];
#define PROBE(f)                                                               \
    for (int i = 0; i < 4; i++)                                                \
        if ((unsigned)(r[i] - k.f + width) <= 2u * width) {                    \
            count[i]++;                                                        \
            sum[i] += pay[j].f;                                                \
        }
            PROBE(x)
            PROBE(y)
            PROBE(z)
            PROBE(w)
        }
        __syncthreads();
    }

    for (int i = 0; i < 4; i++)
        if (first + i * THREADS < nr) {
            matches[first + i * THREADS] = count[i];
            sums[first + i * THREADS] = sum[i];
        }
}

extern "C" void launch(const int4 *s_key, const int4 *s_pay, const int *r_key,
                       int *matches, long long *sums, int nr, int ns)
{
    band_join<<<(nr + 4 * THREADS - 1) / (4 * THREADS), THREADS>>>(
        r_key, s_key, s_pay, matches, sums, nr, ns, 40);
}
