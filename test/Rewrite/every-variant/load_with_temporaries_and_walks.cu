// The load phase computes its addresses step by step, from state of its own.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DBLOCK_M=16 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=8 -DTHREADS=64 -DRAGGED

struct Shape {
  int rows, cols;
  __device__ bool inside(int i, int j) const { return i < rows && j < cols; }
};

__device__ __forceinline__ int offset(int i, int j, int ld) { return i * ld + j; }

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K)
{
    __shared__ float As[8][16];   // transposed
    __shared__ float Bs[8][16];

    const Shape a = {M, K}, b = {K, N};
    const int t = threadIdx.x;
    const int i0 = blockIdx.y * 16, j0 = blockIdx.x * 16;
    float acc[4] = {0.f, 0.f, 0.f, 0.f};
    int kA = t % 8, kB = t / 16;

    for (int k = 0; k < K; k += 8)
    {
        int i = i0 + t / 8;
        int e = offset(i, kA, K);
        As[t % 8][t / 8] = a.inside(i, kA) ? A[e] : 0.0f;
        i += 8;
        e += 8 * K;
        As[t % 8][t / 8 + 8] = a.inside(i, kA) ? A[e] : 0.0f;

        for (int r = 0; r < 2; ++r)
        {
            const int j = j0 + t % 16;
            const int row = kB + 4 * r;
            Bs[t / 16 + 4 * r][t % 16] = b.inside(row, j) ? B[offset(row, j, N)] : 0.0f;
        }
        kA += 8;
        kB += 8;
        __syncthreads();

        for (int kk = 0; kk < 8; ++kk)
            for (int r = 0; r < 4; ++r)
                acc[r] += As[kk][t / 16 + 4 * r] * Bs[kk][t % 16];
        __syncthreads();
    }

    for (int r = 0; r < 4; ++r)
    {
        const int i = i0 + t / 16 + 4 * r, j = j0 + t % 16;
        if (i < M && j < N)
            C[i * N + j] = acc[r];
    }
}
