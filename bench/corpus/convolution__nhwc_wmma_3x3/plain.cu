// 3 x 3 convolution as an implicit GEMM on tensor cores, NHWC half: 64 pixels x
// 64 output channels a block; a trip has one tap and 32 input channels.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

struct ConvArgs {
  const __half *activations; // N x H x W x C
  const __half *filters;     // 3 x 3 x C x O
  float *result;             // N x H x W x O
  int n, h, w, c, o;
};

#define TILE_PIX 64
#define TILE_OUT 64
#define TILE_CH 32
#define SKEW 8

__global__ void __launch_bounds__(128) implicit_gemm_3x3(ConvArgs args) {
  __shared__ __align__(32) __half act[TILE_PIX][TILE_CH + SKEW];
  __shared__ __align__(32) __half fil[TILE_CH][TILE_OUT + SKEW];

  const int warp_id = threadIdx.x / 32;
  const int pix_warp = (warp_id % 2) * 32, out_warp = (warp_id / 2) * 32;
  const int out0 = blockIdx.y * TILE_OUT;

  // Two threads gather the channels of a pixel.
  const int pixel_in_tile = threadIdx.x / 2, half_of_pixel = threadIdx.x % 2;
  const int pixel = blockIdx.x * TILE_PIX + pixel_in_tile;
  const int img = pixel / (args.h * args.w);
  const int py = pixel / args.w % args.h, px = pixel % args.w;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[2][2];
#pragma unroll
  for (int i = 0; i < 4; i++)
    wmma::fill_fragment(sums[i / 2][i % 2], 0.0f);

  const int channel_steps = args.c / TILE_CH;
  for (int step = 0; step < 9 * channel_steps; step++) {
    const int tap = step / channel_steps;
    const int ch0 = (step % channel_steps) * TILE_CH;
    const int y = py + tap / 3 - 1, x = px + tap % 3 - 1;
    const bool valid = y >= 0 && y < args.h && x >= 0 && x < args.w;
    const __half *from =
        args.activations +
        (((size_t)img * args.h + y) * args.w + x) * args.c + ch0;
#pragma unroll
    for (int i = 0; i < 2; i++) {
      const int c = half_of_pixel * 16 + i * 8;
      *(int4 *)&act[pixel_in_tile][c] =
          valid ? *(const int4 *)(from + c) : make_int4(0, 0, 0, 0);
    }
#pragma unroll
    for (int i = 0; i < 2; i++) {
      const int v = threadIdx.x + i * 128, r = v / 8, c = v % 8 * 8;
      *(int4 *)&fil[r][c] =
          *(const int4 *)(args.filters +
                          ((size_t)tap * args.c + ch0 + r) * args.o + out0 + c);
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < TILE_CH; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[2];
#pragma unroll
      for (int i = 0; i < 2; i++) {
        wmma::load_matrix_sync(a[i], &act[pix_warp + 16 * i][k],
                               TILE_CH + SKEW);
        wmma::load_matrix_sync(b[i], &fil[k][out_warp + 16 * i],
                               TILE_OUT + SKEW);
      }
#pragma unroll
      for (int i = 0; i < 4; i++)
        wmma::mma_sync(sums[i / 2][i % 2], a[i / 2], b[i % 2],
                       sums[i / 2][i % 2]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 4; i++)
    wmma::store_matrix_sync(
        args.result +
            (size_t)(blockIdx.x * TILE_PIX + pix_warp + i / 2 * 16) * args.o +
            out0 + out_warp + i % 2 * 16,
        sums[i / 2][i % 2], args.o, wmma::mem_row_major);
}

extern "C" void launch(const __half *activations, const __half *filters,
                       float *result, int n, int h, int w, int c, int o) {
  ConvArgs args = {activations, filters, result, n, h, w, c, o};
  implicit_gemm_3x3<<<dim3(n * h * w / TILE_PIX, o / TILE_OUT), 128>>>(args);
}
