// Three blocks fill the registers: with all of a tile in them as well it may be two.
// cp.async takes what it can copy, with a third stage where a tile is not much work.
// A thread with fewer results leaves registers for the tile.
//
// RUN: cuda-pipeline-rewrite --explain --gpu=H200 %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain --gpu=H200 %s -o /dev/null 2>&1 -- -DBK=16 \
// RUN:   | FileCheck %s --check-prefix=WORK
// RUN: cuda-pipeline-rewrite --explain --gpu=H200 %s -o /dev/null 2>&1 -- -DTM=4 -DBK=16 \
// RUN:   | FileCheck %s --check-prefix=ROOM
//
// CHECK: pipelined: cpasync and registers, 3 stages
// CHECK: > cpasync, 3 stages {{ *}}24576 {{ *}}3 {{.*}}registers
// CHECK: > all of a tile in registers may cost a block; with 3 blocks resident, tiles travel for longer
// WORK: pipelined: cpasync and registers, 2 stages
// WORK: > all of a tile in registers may cost a block{{$}}
// ROOM: pipelined: ldg, 2 stages
// ROOM: > copies are too narrow for cp.async to pay
#ifndef BK
#define BK 8
#endif
#ifndef TM
#define TM 8
#endif
constexpr int T = 16 * TM;

__global__ void __launch_bounds__(256)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int N, int K) {
  __shared__ float As[BK][T];
  __shared__ float Bs[BK][T];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  const int a_row = threadIdx.x / (BK / 4), a_col = threadIdx.x % (BK / 4) * 4;
  const int b_row = threadIdx.x / (T / 4), b_col = threadIdx.x % (T / 4) * 4;
  A += blockIdx.y * T * K;
  B += blockIdx.x * T;
  float acc[TM][TM] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
    for (int r = 0; r < T; r += 1024 / BK) {
      const float4 a = *reinterpret_cast<const float4 *>(
          &A[(a_row + r) * K + k0 + a_col]);
      As[a_col + 0][a_row + r] = a.x;
      As[a_col + 1][a_row + r] = a.y;
      As[a_col + 2][a_row + r] = a.z;
      As[a_col + 3][a_row + r] = a.w;
    }
#pragma unroll
    for (int r = 0; r < BK; r += 1024 / T)
      *reinterpret_cast<float4 *>(&Bs[b_row + r][b_col]) =
          *reinterpret_cast<const float4 *>(&B[(k0 + b_row + r) * N + b_col]);
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TM; ++j)
          acc[i][j] += As[k][ty * TM + i] * Bs[k][tx * TM + j];
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TM; ++j)
      C[(blockIdx.y * T + ty * TM + i) * N + blockIdx.x * T + tx * TM + j] =
          acc[i][j];
}

void launch(const float *A, const float *B, float *C, int N, int K) {
  gemm<<<dim3(N / T, N / T), 256>>>(A, B, C, N, K);
}
