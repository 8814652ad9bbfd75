// Decision function of a support vector machine with a cubic kernel: 64 samples
// of 64 features stay, support vectors come 64 at a time; products by tensor
// cores, cubed and weighted from shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>

namespace wm = nvcuda::wmma;

#define LDH 72
#define LDF 68

__global__ void __launch_bounds__(128)
svm(const half *__restrict__ samples, const half *__restrict__ sv,
    const float *__restrict__ alpha, float *__restrict__ decision, int n_sv, float bias)
{
    __shared__ __align__(32) half xs[64 * LDH];
    __shared__ __align__(32) half vs[64 * LDH];
    __shared__ __align__(32) float dots[64 * LDF];
    __shared__ float as[64];

    const int tid = threadIdx.x, warp = tid / 32;
    const size_t s0 = (size_t)blockIdx.x * 64;

    for (int i = tid; i < 64 * 8; i += 128)
        *(uint4 *)&xs[i / 8 * LDH + i % 8 * 8] = *(const uint4 *)&samples[(s0 + i / 8) * 64 + i % 8 * 8];

    float sum = 0.0f;
    const int row = tid / 2, side = tid % 2;

    for (int v0 = 0; v0 < n_sv; v0 += 64) {
        for (int i = tid; i < 64 * 8; i += 128)
            *(uint4 *)&vs[i / 8 * LDH + i % 8 * 8] =
                *(const uint4 *)&sv[(size_t)(v0 + i / 8) * 64 + i % 8 * 8];
        if (tid < 64)
            as[tid] = alpha[v0 + tid];
        __syncthreads();

        wm::fragment<wm::accumulator, 16, 16, 16, float> c[4];
        for (int j = 0; j < 4; j++)
            wm::fill_fragment(c[j], 0.0f);
#pragma unroll
        for (int k = 0; k < 64; k += 16) {
            wm::fragment<wm::matrix_a, 16, 16, 16, half, wm::row_major> a;
            wm::load_matrix_sync(a, xs + warp * 16 * LDH + k, LDH);
#pragma unroll
            for (int j = 0; j < 4; j++) {
                wm::fragment<wm::matrix_b, 16, 16, 16, half, wm::col_major> b;
                wm::load_matrix_sync(b, vs + j * 16 * LDH + k, LDH);
                wm::mma_sync(c[j], a, b, c[j]);
            }
        }
        for (int j = 0; j < 4; j++)
            wm::store_matrix_sync(dots + warp * 16 * LDF + j * 16, c[j], LDF, wm::mem_row_major);
        __syncthreads();

#pragma unroll 8
        for (int j = side; j < 64; j += 2) {
            const float d = 0.1f * dots[row * LDF + j] + 1.0f;
            sum += as[j] * d * d * d;
        }
        __syncthreads();
    }
    sum += __shfl_xor_sync(0xffffffffu, sum, 1);
    if (side == 0)
        decision[s0 + row] = sum + bias;
}

extern "C" void launch(const half *samples, const half *sv, const float *alpha,
                       float *decision, int n, int n_sv)
{
    svm<<<n / 64, 128>>>(samples, sv, alpha, decision, n_sv, -0.25f);
}
