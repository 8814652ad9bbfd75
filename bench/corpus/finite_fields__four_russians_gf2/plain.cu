// Boolean matrices modulo two by the method of the four Russians: eight rows of
// B and 1024 bytes of A are loaded, the 256 sums of the rows tabulated in 32 KB,
// then looked up. 1024 threads, 1024 rows and 32 words a block.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void __launch_bounds__(1024)
m4r(const unsigned char *__restrict__ A, const unsigned *__restrict__ B,
    unsigned *__restrict__ C, int bytes_k, int words)
{
    __shared__ unsigned rows[8][32];
    __shared__ unsigned char idx[1024];
    __shared__ unsigned table[256][32];

    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int w = blockIdx.x * 32 + lane;
    const size_t row0 = (size_t)blockIdx.y * 1024;

    unsigned acc[32];
#pragma unroll
    for (int i = 0; i < 32; ++i)
        acc[i] = 0;

    for (int kb = 0; kb < bytes_k; ++kb) {
        if (warp < 8)
            rows[warp][lane] = B[(size_t)(kb * 8 + warp) * words + w];
        idx[threadIdx.x] = A[(size_t)kb * gridDim.y * 1024 + row0 + threadIdx.x];
        __syncthreads();

        // Each warp the eight entries with its number in the upper bits.
        unsigned base = 0;
#pragma unroll
        for (int b = 0; b < 5; ++b)
            if (warp >> b & 1)
                base ^= rows[3 + b][lane];
        const unsigned r0 = rows[0][lane], r1 = rows[1][lane], r2 = rows[2][lane];
#pragma unroll
        for (int e = 0; e < 8; ++e)
            table[warp * 8 + e][lane] =
                base ^ (e & 1 ? r0 : 0) ^ (e & 2 ? r1 : 0) ^ (e & 4 ? r2 : 0);
        __syncthreads();

#pragma unroll
        for (int i = 0; i < 32; ++i)
            acc[i] ^= table[idx[warp * 32 + i]][lane];
        __syncthreads();
    }

#pragma unroll
    for (int i = 0; i < 32; ++i)
        C[(row0 + warp * 32 + i) * words + w] = acc[i];
}

extern "C" void launch(const unsigned char *A, const unsigned *B, unsigned *C,
                       int rows, int bytes_k, int words)
{
    m4r<<<dim3(words / 32, rows / 1024), 1024>>>(A, B, C, bytes_k, words);
}
