// D = relu(A * B + bias): tensor cores with sums in float; a block's 128 x 128
// results are laid out in shared memory before they are written as half.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

namespace gemm {

constexpr int M_TILE = 128, N_TILE = 128, K_TILE = 64;
constexpr int NUM_THREADS = 256;
constexpr int A_STRIDE = K_TILE + 16, B_STRIDE = N_TILE + 16;
constexpr int SMEM_TILES =
    (M_TILE * A_STRIDE + K_TILE * B_STRIDE) * sizeof(__half);
constexpr int SMEM_OUT = M_TILE * N_TILE * sizeof(float);
constexpr int SMEM_BYTES = std::max(SMEM_TILES, SMEM_OUT);

__global__ void fused_linear(const __half *A, const __half *B,
                             const __half *bias, __half *D, int M, int N,
                             int K) {
  extern __shared__ __align__(32) unsigned char storage[];
  __half *tile_a = reinterpret_cast<__half *>(storage);
  __half *tile_b = tile_a + M_TILE * A_STRIDE;
  float *out = reinterpret_cast<float *>(storage);

  const int warp = threadIdx.x >> 5;
  const int wm = (warp & 1) * 64, wn = (warp >> 1) * 32;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4][2];
  for (auto &row : acc)
    for (auto &f : row)
      wmma::fill_fragment(f, 0.0f);

  for (int k0 = 0; k0 < K; k0 += K_TILE) {
    for (int v = threadIdx.x; v < M_TILE * K_TILE / 8; v += NUM_THREADS) {
      int r = v / (K_TILE / 8), c = v % (K_TILE / 8) * 8;
      reinterpret_cast<uint4 &>(tile_a[r * A_STRIDE + c]) =
          reinterpret_cast<const uint4 &>(
              A[size_t(blockIdx.y * M_TILE + r) * K + k0 + c]);
    }
    for (int v = threadIdx.x; v < K_TILE * N_TILE / 8; v += NUM_THREADS) {
      int r = v / (N_TILE / 8), c = v % (N_TILE / 8) * 8;
      reinterpret_cast<uint4 &>(tile_b[r * B_STRIDE + c]) =
          reinterpret_cast<const uint4 &>(
              B[size_t(k0 + r) * N + blockIdx.x * N_TILE + c]);
    }
    __syncthreads();
    for (int k = 0; k < K_TILE; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[4];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[2];
      for (int i = 0; i < 4; ++i)
        wmma::load_matrix_sync(a[i], tile_a + (wm + i * 16) * A_STRIDE + k,
                               A_STRIDE);
      for (int j = 0; j < 2; ++j)
        wmma::load_matrix_sync(b[j], tile_b + k * B_STRIDE + wn + j * 16,
                               B_STRIDE);
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j)
          wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::store_matrix_sync(out + (wm + i * 16) * N_TILE + wn + j * 16,
                              acc[i][j], N_TILE, wmma::mem_row_major);
  __syncthreads();
  for (int i = threadIdx.x; i < M_TILE * N_TILE; i += NUM_THREADS) {
    int r = i / N_TILE, c = i % N_TILE, col = blockIdx.x * N_TILE + c;
    float x = out[i] + __half2float(bias[col]);
    D[size_t(blockIdx.y * M_TILE + r) * N + col] = __float2half(fmaxf(x, 0.0f));
  }
}

} // namespace gemm

extern "C" void launch(const __half *A, const __half *B, const __half *bias,
                       __half *D, int M, int N, int K) {
  using namespace gemm;
  static const bool ready = [] {
    cudaDeviceProp props;
    cudaGetDeviceProperties(&props, 0);
    if (props.sharedMemPerMultiprocessor < size_t(SMEM_BYTES)) {
      fprintf(stderr, "not enough shared memory\n");
      exit(1);
    }
    cudaFuncSetAttribute(
        fused_linear, cudaFuncAttributeMaxDynamicSharedMemorySize, SMEM_BYTES);
    return true;
  }();
  (void)ready;
  fused_linear<<<dim3(N / N_TILE, M / M_TILE), NUM_THREADS, SMEM_BYTES>>>(
      A, B, bias, D, M, N, K);
}
