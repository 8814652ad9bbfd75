// Cross entropy with label smoothing over a large vocabulary, a token a block.
// 4096 logits a trip; maximum of the tile first, then the sum with it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <math_constants.h>

#define BLOCK 512
#define TILE 4096

__device__ float reduce(float v, bool is_max, float *scratch)
{
    for (int o = 16; o > 0; o /= 2) {
        float w = __shfl_xor_sync(0xffffffff, v, o);
        v = is_max ? fmaxf(v, w) : v + w;
    }
    if ((threadIdx.x & 31) == 0)
        scratch[threadIdx.x >> 5] = v;
    __syncthreads();
    v = scratch[0];
    for (int i = 1; i < BLOCK / 32; i++)
        v = is_max ? fmaxf(v, scratch[i]) : v + scratch[i];
    __syncthreads();
    return v;
}

__global__ void cross_entropy(const half *logits, const int *labels, float *loss,
                              int vocab, float smoothing)
{
    __shared__ half tile[TILE];
    __shared__ float scratch[BLOCK / 32];
    const half *row = logits + (size_t)blockIdx.x * vocab;
    const int label = labels[blockIdx.x];

    float running_max = -CUDART_INF_F, running_sum = 0.f, total = 0.f, picked = 0.f;

    for (int v0 = 0; v0 < vocab; v0 += TILE) {
        const int n = min(TILE, vocab - v0);
        for (int i = threadIdx.x; i < n; i += BLOCK)
            tile[i] = row[v0 + i];
        __syncthreads();

        float m = -CUDART_INF_F;
        for (int i = threadIdx.x; i < n; i += BLOCK) {
            float l = __half2float(tile[i]);
            m = fmaxf(m, l);
            total += l;
        }
        m = fmaxf(running_max, reduce(m, true, scratch));
        running_sum *= __expf(running_max - m);
        for (int i = threadIdx.x; i < n; i += BLOCK)
            running_sum += __expf(__half2float(tile[i]) - m);
        running_max = m;
        if (label >= v0 && label < v0 + n)
            picked = __half2float(tile[label - v0]);
        __syncthreads();
    }

    float sum = reduce(running_sum, false, scratch);
    total = reduce(total, false, scratch);
    if (threadIdx.x == 0) {
        float lse = running_max + logf(sum);
        loss[blockIdx.x] = lse - (1.f - smoothing) * picked - smoothing * total / vocab;
    }
}

extern "C" void launch(const half *logits, const int *labels, float *loss,
                       int tokens, int vocab)
{
    cross_entropy<<<tokens, BLOCK>>>(logits, labels, loss, vocab, 0.1f);
}
