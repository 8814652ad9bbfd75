// Rotation of activations before they are quantised: the Walsh-Hadamard
// transform of rows of 1024 halves, a row a trip, ten levels of butterflies.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

template <int N, int THREADS> __global__ void hadamard(const uint4 *in, half2 *out, int rows, float scale)
{
    __shared__ __align__(16) float row[N];

    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        if (threadIdx.x < N / 8) {
            uint4 raw = in[(size_t)r * (N / 8) + threadIdx.x];
            const half2 *h = reinterpret_cast<const half2 *>(&raw);
            float2 a = __half22float2(h[0]), b = __half22float2(h[1]);
            float2 c = __half22float2(h[2]), d = __half22float2(h[3]);
            float4 *dst = reinterpret_cast<float4 *>(row + threadIdx.x * 8);
            dst[0] = make_float4(a.x, a.y, b.x, b.y);
            dst[1] = make_float4(c.x, c.y, d.x, d.y);
        }
        __syncthreads();

        for (int stride = 1; stride < N; stride *= 2) {
            for (int i = threadIdx.x; i < N / 2; i += THREADS) {
                int lo = (i / stride) * 2 * stride + i % stride;
                float x = row[lo], y = row[lo + stride];
                row[lo] = x + y;
                row[lo + stride] = x - y;
            }
            __syncthreads();
        }

        for (int i = threadIdx.x; i < N / 2; i += THREADS)
            out[(size_t)r * (N / 2) + i] = __floats2half2_rn(row[2 * i] * scale, row[2 * i + 1] * scale);
        __syncthreads();
    }
}

extern "C" void launch(const uint4 *in, half2 *out, int rows)
{
    hadamard<1024, 256><<<rows < 1056 ? rows : 1056, 256>>>(in, out, rows, 0.03125f);
}
