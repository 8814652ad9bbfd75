// Registers for two blocks, just: the next tile waits in them if nvcc is told so and
// each load has a pointer of its own, as it may have already. Not without bounds, or
// with others; not if a macro spells them, or another declaration; not if somebody asks
// for the pointer behind the loop, or for another element; not if it does not step, or
// the loop runs again; not where registers are left, or conflicts.
//
// RUN: sed 's/^//' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: sed 's/(THREADS)$/(THREADS, 2)/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: sed 's/&A\[a_row . K + a_col\]/A/; s/&B\[b_row . N + b_col\]/B/; s/  A += blockIdx.*/&  A += a_row * K + a_col;/; s/  B += blockIdx.*/&  B += b_row * N + b_col;/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: sed 's/__launch_bounds__(THREADS)$//' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s
// RUN: sed 's/(THREADS)$/(THREADS, 1)/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s
// RUN: sed 's/(THREADS)$/(2 * THREADS)/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s
// RUN: sed 's/__launch_bounds__(THREADS)$/BOUNDS/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s
// RUN: sed 's/^constexpr int T .*/& __global__ void gemm(const float *, const float *, float *, int, int);/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s
// RUN: sed 's/acc.i..j.;$/& C[0] += A[0];/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s
// RUN: sed 's/= a.y;/= a.y + A[1];/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s
// RUN: sed 's/N + b_col\]/N + b_col + k0 * N]/; s/B += BK . N/B += 0/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s
// RUN: sed 's/^  float a_frag.*/&\n  for (int half = 0; half < 2; ++half) {/; s/^  }$/  }}/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s
// RUN: sed 's/__syncthreads();$/& if (K < 0) A = B;/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s
// RUN: sed 's/  A += BK;/  STEP_A;/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s
// RUN: sed 's/&Bs\[b_row\]\[b_col\]/\&AT(Bs, b_row, b_col)/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s
// RUN: sed 's/TM = 8/TM = 4/' %s > %t.cu
// RUN: cuda-pipeline-rewrite --explain %t.cu 2>&1 | FileCheck %s --check-prefix=ROOM
// RUN: cuda-pipeline-rewrite --explain --stages=3 %s 2>&1 | FileCheck %s
//
// TWO: pipelined: ldg-single
// TWO: > the registers of two blocks have room for the next tile
// TWO: {{^}}+{{.*}}__launch_bounds__(THREADS, 2)
// TWO: {{^}}+{{.*}}alignas(16) float As[BK][T];
// TWO: {{^}}+{{.*}}const float *A_src = &A[a_row * K + a_col];
//
// TOLD: pipelined: ldg-single
// TOLD: {{^}}+{{.*}}alignas(16) float As[BK][T];
//
// OWN: pipelined: ldg-single
// OWN-NOT: _src
//
// CHECK: pipelined: cpasync and registers, 3 stages
// CHECK-NOT: {{^[+].*(, 2\)|_src)}}
//
// ROOM: pipelined: {{cpasync|ldg,}}
// ROOM-NOT: {{^[+].*(, 2\)|_src)}}
#define BOUNDS __launch_bounds__(256)
#define STEP_A A += BK
#define AT(tile, row, column) tile[row][column]
constexpr int T = 128, BK = 8, TM = 8, THREADS = 256;

__global__ void __launch_bounds__(THREADS)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int N, int K) {
  __shared__ float As[BK][T];
  __shared__ float Bs[BK][T];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  const int a_row = threadIdx.x / 2, a_col = threadIdx.x % 2 * 4;
  const int b_row = threadIdx.x / 32, b_col = threadIdx.x % 32 * 4;
  A += blockIdx.y * T * K;
  B += blockIdx.x * T;
  float acc[TM][8] = {};
  float a_frag[8], b_frag[8];
  for (int k0 = 0; k0 < K; k0 += BK) {
    const float4 a = *reinterpret_cast<const float4 *>(&A[a_row * K + a_col]);
    As[a_col + 0][a_row] = a.x;
    As[a_col + 1][a_row] = a.y;
    As[a_col + 2][a_row] = a.z;
    As[a_col + 3][a_row] = a.w;
    *reinterpret_cast<float4 *>(&Bs[b_row][b_col]) =
        *reinterpret_cast<const float4 *>(&B[b_row * N + b_col]);
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int k = 0; k < BK; ++k) {
      for (int i = 0; i < TM; ++i)
        a_frag[i] = As[k][ty * 8 + i];
      for (int j = 0; j < 8; ++j)
        b_frag[j] = Bs[k][tx * 8 + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < 8; ++j)
          acc[i][j] += a_frag[i] * b_frag[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < 8; ++j)
      C[(blockIdx.y * T + ty * 8 + i) * N + blockIdx.x * T + tx * 8 + j] =
          acc[i][j];
}

void launch(const float *A, const float *B, float *C, int N, int K) {
  gemm<<<dim3(N / T, N / T), 256>>>(A, B, C, N, K);
}
