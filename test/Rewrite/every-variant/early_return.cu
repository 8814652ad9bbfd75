// Whole blocks return before the loop.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=8 -DRAGGED

#define TS 8

__global__ void gemm(const float* __restrict__ A, const float* __restrict__ B,
                     float* __restrict__ C, const int M, const int N,
                     const int K)
{
    const int row0 = blockIdx.y * TS;
    const int col0 = blockIdx.x * TS;
    if (row0 >= M || col0 >= N)
        return;
    if (K == 0 && blockIdx.x > 0) return;

    __shared__ float sA[TS][TS + 1];
    __shared__ float sB[TS][TS + 1];

    const int r = row0 + threadIdx.y;
    const int c = col0 + threadIdx.x;

    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TS)
    {
        const int ka = k0 + threadIdx.x;
        const int kb = k0 + threadIdx.y;
        sA[threadIdx.y][threadIdx.x] = (r < M && ka < K) ? A[r * K + ka] : 0.f;
        sB[threadIdx.y][threadIdx.x] = (c < N && kb < K) ? B[kb * N + c] : 0.f;
        __syncthreads();

        for (int k = 0; k < TS; ++k)
            acc = fmaf(sA[threadIdx.y][k], sB[k][threadIdx.x], acc);
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = acc;
}
