// Tensor cores on int8: bytes are loaded one by one with zero fill, which
// cp.async cannot do.
//
// RUN: %rewrite_and_run ldg,ldg-single wmma_int8

#include <mma.h>

using namespace nvcuda::wmma;

#define BLOCK 16

__global__ void wmma_gemm(const signed char *A, const signed char *B,
                          int *__restrict__ C, int M, int N, int K)
{
    __shared__ signed char tileA[BLOCK * BLOCK];
    __shared__ signed char tileB[BLOCK * BLOCK];
    __shared__ int tileC[BLOCK * BLOCK];

    fragment<matrix_a, 16, 16, 16, signed char, row_major> a;
    fragment<matrix_b, 16, 16, 16, signed char, row_major> b;
    fragment<accumulator, 16, 16, 16, int> c;
    fill_fragment(c, 0);

    int lane = threadIdx.x;
    int row0 = blockIdx.y * BLOCK;
    int col0 = blockIdx.x * BLOCK;

    for (int k0 = 0; k0 < K; k0 += BLOCK)
    {
        // 256 elements, 32 threads
        #pragma unroll
        for (int e = 0; e < BLOCK * BLOCK; e += 32)
        {
            int i = (lane + e) / BLOCK;
            int j = (lane + e) % BLOCK;
            tileA[lane + e] = (row0 + i < M && k0 + j < K) ? A[(row0 + i) * K + k0 + j] : 0;
            tileB[lane + e] = (k0 + i < K && col0 + j < N) ? B[(k0 + i) * N + col0 + j] : 0;
        }
        __syncthreads();

        load_matrix_sync(a, tileA, BLOCK);
        load_matrix_sync(b, tileB, BLOCK);
        mma_sync(c, a, b, c);
        __syncthreads();
    }

    // The result goes through shared memory too.
    store_matrix_sync(tileC, c, BLOCK, mem_row_major);
    __syncthreads();
    for (int e = lane; e < BLOCK * BLOCK; e += 32)
    {
        int i = row0 + e / BLOCK;
        int j = col0 + e % BLOCK;
        if (i < M && j < N)
            C[i * N + j] = tileC[e];
    }
}
