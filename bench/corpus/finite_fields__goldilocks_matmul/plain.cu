// Product of matrices over the field of 2^64 - 2^32 + 1 elements: 32 x 32 x 16,
// two results a thread, 32 x 16 threads; products of 128 bits, reduced at once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

typedef unsigned long long u64;

#define P 0xffffffff00000001ull

__device__ __forceinline__ u64 add_mod(u64 a, u64 b)
{
    u64 s = a + b;
    if (s < a) s += 0xffffffffull;
    return s >= P ? s - P : s;
}

__device__ __forceinline__ u64 mul_mod(u64 a, u64 b)
{
    u64 lo = a * b, hi = __umul64hi(a, b);
    u64 hh = hi >> 32, hl = hi & 0xffffffffull;
    u64 t = lo - hh;
    if (lo < hh) t -= 0xffffffffull;
    u64 m = (hl << 32) - hl;
    u64 r = t + m;
    if (r < t) r += 0xffffffffull;
    return r >= P ? r - P : r;
}

__global__ void matmul(const u64 *A, const u64 *B, u64 *C, int m, int n, int k)
{
    __shared__ u64 As[32][17];
    __shared__ u64 Bs[16][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int tid = ty * 32 + tx;
    const int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
    u64 c0 = 0, c1 = 0;

    for (int k0 = 0; k0 < k; k0 += 16) {
        const int ar = tid / 16, ac = tid % 16;
        const int gr = blockIdx.y * 32 + ar;
        As[ar][ac] = 0;
        Bs[ty][tx] = 0;
        if (gr < m && k0 + ac < k)
            As[ar][ac] = A[(size_t)gr * k + k0 + ac] % P;
        if (k0 + ty < k && col < n)
            Bs[ty][tx] = B[(size_t)(k0 + ty) * n + col] % P;
        __syncthreads();
        #pragma unroll
        for (int e = 0; e < 16; ++e) {
            c0 = add_mod(c0, mul_mod(As[ty][e], Bs[e][tx]));
            c1 = add_mod(c1, mul_mod(As[ty + 16][e], Bs[e][tx]));
        }
        __syncthreads();
    }
    if (row < m && col < n) C[(size_t)row * n + col] = c0;
    if (row + 16 < m && col < n) C[(size_t)(row + 16) * n + col] = c1;
}

extern "C" void launch(const u64 *A, const u64 *B, u64 *C, int m, int n, int k)
{
    matmul<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 16)>>>(A, B, C, m, n, k);
}
