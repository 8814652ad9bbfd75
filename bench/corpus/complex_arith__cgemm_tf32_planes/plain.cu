// Complex product with real and imaginary parts in planes, by TF32: four real
// products of 64 x 64 x 16. Eight warps, 16 x 32 each; guards along M.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>
#include <mma.h>

namespace wm = nvcuda::wmma;

#define LDA 20
#define LDB 68

struct Tiles {
    float a[2][64 * LDA];
    float b[2][16 * LDB];
};

__global__ __launch_bounds__(256) void cgemm_planes(
    const float *__restrict__ ar, const float *__restrict__ ai, const float *__restrict__ br,
    const float *__restrict__ bi, float *__restrict__ cr, float *__restrict__ ci, int m, int n, int k)
{
    __shared__ __align__(32) Tiles s;

    const int tid = threadIdx.x, warp = tid >> 5;
    const int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
    const int wm_ = (warp >> 1) * 16, wn_ = (warp & 1) * 32;

    wm::fragment<wm::accumulator, 16, 16, 8, float> re[2], im[2], neg[2];
    for (int j = 0; j < 2; ++j) {
        wm::fill_fragment(re[j], 0.0f);
        wm::fill_fragment(im[j], 0.0f);
        wm::fill_fragment(neg[j], 0.0f);
    }

    for (int k0 = 0; k0 < k; k0 += 16) {
        const int r = tid / 4, c = tid % 4 * 4;
        float4 x = make_float4(0, 0, 0, 0), y = x;
        if (m0 + r < m) {
            x = *(const float4 *)(ar + (size_t)(m0 + r) * k + k0 + c);
            y = *(const float4 *)(ai + (size_t)(m0 + r) * k + k0 + c);
        }
        *(float4 *)&s.a[0][r * LDA + c] = x;
        *(float4 *)&s.a[1][r * LDA + c] = y;
        const int br_row = tid / 16, bc = tid % 16 * 4;
        *(float4 *)&s.b[0][br_row * LDB + bc] = *(const float4 *)(br + (size_t)(k0 + br_row) * n + n0 + bc);
        *(float4 *)&s.b[1][br_row * LDB + bc] = *(const float4 *)(bi + (size_t)(k0 + br_row) * n + n0 + bc);
        __syncthreads();

#pragma unroll
        for (int kk = 0; kk < 16; kk += 8) {
            wm::fragment<wm::matrix_a, 16, 16, 8, wm::precision::tf32, wm::row_major> fr, fi;
            wm::load_matrix_sync(fr, &s.a[0][wm_ * LDA + kk], LDA);
            wm::load_matrix_sync(fi, &s.a[1][wm_ * LDA + kk], LDA);
            for (int e = 0; e < fr.num_elements; ++e) {
                fr.x[e] = wm::__float_to_tf32(fr.x[e]);
                fi.x[e] = wm::__float_to_tf32(fi.x[e]);
            }
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                wm::fragment<wm::matrix_b, 16, 16, 8, wm::precision::tf32, wm::row_major> gr, gi;
                wm::load_matrix_sync(gr, &s.b[0][kk * LDB + wn_ + 16 * j], LDB);
                wm::load_matrix_sync(gi, &s.b[1][kk * LDB + wn_ + 16 * j], LDB);
                for (int e = 0; e < gr.num_elements; ++e) {
                    gr.x[e] = wm::__float_to_tf32(gr.x[e]);
                    gi.x[e] = wm::__float_to_tf32(gi.x[e]);
                }
                wm::mma_sync(re[j], fr, gr, re[j]);
                wm::mma_sync(neg[j], fi, gi, neg[j]);
                wm::mma_sync(im[j], fr, gi, im[j]);
                wm::mma_sync(im[j], fi, gr, im[j]);
            }
        }
        __syncthreads();
    }

    if (m0 + wm_ < m) // M is a multiple of 16
        for (int j = 0; j < 2; ++j) {
            for (int e = 0; e < re[j].num_elements; ++e)
                re[j].x[e] -= neg[j].x[e];
            const size_t at = (size_t)(m0 + wm_) * n + n0 + wn_ + 16 * j;
            wm::store_matrix_sync(cr + at, re[j], n, wm::mem_row_major);
            wm::store_matrix_sync(ci + at, im[j], n, wm::mem_row_major);
        }
}

extern "C" void launch(const float *ar, const float *ai, const float *br, const float *bi,
                       float *cr, float *ci, int m, int n, int k)
{
    cgemm_planes<<<dim3(n / 64, (m + 63) / 64), 256>>>(ar, ai, br, bi, cr, ci, m, n, k);
}
