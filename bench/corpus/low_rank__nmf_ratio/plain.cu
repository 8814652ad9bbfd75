// The quotient V / (W H) of the multiplicative update: a product of rank 64 and
// an epilogue. 128 x 64 x 8, 8 x 4 a thread, H as it is, W transposed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

struct Shape { int m, n, k; };

template <int BM, int BN, int BK, int TM, int TN>
__global__ void nmf_ratio(const float *__restrict__ V, const float *__restrict__ W,
                          const float *__restrict__ H, float *__restrict__ Q, Shape s)
{
    static_assert(BM / TM * BN / TN == 256, "256 threads");
    __shared__ float Ws[BK][BM + 4], Hs[BK][BN];
    const int tid = threadIdx.x;
    const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
    const int tm = tid / (BN / TN), tn = tid % (BN / TN);

    float acc[TM][TN];
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++)
            acc[i][j] = 0;

    for (int k0 = 0; k0 < s.k; k0 += BK) {
        for (int e = tid; e < BM * BK; e += 256) {
            int r = e / BK, c = e % BK;
            Ws[c][r] = m0 + r < s.m && k0 + c < s.k ? fabsf(W[(size_t)(m0 + r) * s.k + k0 + c]) : 0.f;
        }
        for (int e = tid; e < BK * BN; e += 256) {
            int r = e / BN, c = e % BN;
            Hs[r][c] = k0 + r < s.k && n0 + c < s.n ? fabsf(H[(size_t)(k0 + r) * s.n + n0 + c]) : 0.f;
        }
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
            #pragma unroll
            for (int i = 0; i < TM; i++) a[i] = Ws[k][tm + i * (BM / TM)];
            #pragma unroll
            for (int j = 0; j < TN; j++) b[j] = Hs[k][tn + j * (BN / TN)];
            #pragma unroll
            for (int i = 0; i < TM; i++)
                #pragma unroll
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }

    #pragma unroll
    for (int i = 0; i < TM; i++)
        #pragma unroll
        for (int j = 0; j < TN; j++) {
            int r = m0 + tm + i * (BM / TM), c = n0 + tn + j * (BN / TN);
            if (r < s.m && c < s.n)
                Q[(size_t)r * s.n + c] = V[(size_t)r * s.n + c] / (acc[i][j] + 1e-6f);
        }
}

extern "C" void launch(const float *V, const float *W, const float *H, float *Q,
                       int m, int n, int k)
{
    dim3 grid((n + 63) / 64, (m + 127) / 128);
    nmf_ratio<128, 64, 8, 8, 4><<<grid, 256>>>(V, W, H, Q, Shape{m, n, k});
}
