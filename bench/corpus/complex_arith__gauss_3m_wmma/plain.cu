// Complex product of halves by three real ones (Gauss): real parts, imaginary
// parts and their sums in six tiles 64 x 32. Four warps, 32 x 32 each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> FragA;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> FragB;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> FragC;

constexpr int LD = 40;

struct Planes {
    half re[64 * LD], im[64 * LD], sum[64 * LD];
};

// Rows of (re, im) pairs; four pairs a load.
__device__ void load_planes(Planes &p, const half2 *src, int ld)
{
    for (int i = threadIdx.x; i < 64 * 8; i += 128) {
        const int r = i / 8, c = i % 8 * 4;
        const uint4 raw = *reinterpret_cast<const uint4 *>(src + (size_t)r * ld + c);
        const half2 *v = reinterpret_cast<const half2 *>(&raw);
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            const half re = __low2half(v[e]), im = __high2half(v[e]);
            p.re[r * LD + c + e] = re;
            p.im[r * LD + c + e] = im;
            p.sum[r * LD + c + e] = __hadd(re, im);
        }
    }
}

__device__ void product(FragC (&c)[2][2], const half *a, const half *b)
{
    FragA fa[2];
    FragB fb[2];
    for (int k = 0; k < 32; k += 16) {
        for (int i = 0; i < 2; ++i) {
            wmma::load_matrix_sync(fa[i], a + i * 16 * LD + k, LD);
            wmma::load_matrix_sync(fb[i], b + i * 16 * LD + k, LD);
        }
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j)
                wmma::mma_sync(c[i][j], fa[i], fb[j], c[i][j]);
    }
}

__global__ void __launch_bounds__(128)
cgemm3m(const half2 *A, const half2 *B, float *C_re, float *C_im, int n, int k)
{
    __shared__ __align__(32) Planes a, b;

    const int warp = threadIdx.x / 32;
    const int wm = warp / 2 * 32, wn = warp % 2 * 32;
    A += (size_t)blockIdx.y * 64 * k;
    B += (size_t)blockIdx.x * 64 * k;

    FragC rr[2][2], ii[2][2], ss[2][2];
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            wmma::fill_fragment(rr[i][j], 0.f);
            wmma::fill_fragment(ii[i][j], 0.f);
            wmma::fill_fragment(ss[i][j], 0.f);
        }

    for (int k0 = 0; k0 < k; k0 += 32) {
        load_planes(a, A + k0, k);
        load_planes(b, B + k0, k);
        __syncthreads();
        product(rr, a.re + wm * LD, b.re + wn * LD);
        product(ii, a.im + wm * LD, b.im + wn * LD);
        product(ss, a.sum + wm * LD, b.sum + wn * LD);
        __syncthreads();
    }

    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            for (int e = 0; e < rr[i][j].num_elements; ++e) {
                const float r = rr[i][j].x[e], m = ii[i][j].x[e];
                ss[i][j].x[e] -= r + m;
                rr[i][j].x[e] = r - m;
            }
            const size_t at = (size_t)(blockIdx.y * 64 + wm + 16 * i) * n + blockIdx.x * 64 + wn + 16 * j;
            wmma::store_matrix_sync(C_re + at, rr[i][j], n, wmma::mem_row_major);
            wmma::store_matrix_sync(C_im + at, ss[i][j], n, wmma::mem_row_major);
        }
}

extern "C" void launch(const half2 *A, const half2 *B, float *C_re, float *C_im, int m, int n, int k)
{
    cgemm3m<<<dim3(n / 64, m / 64), 128>>>(A, B, C_re, C_im, n, k);
}
