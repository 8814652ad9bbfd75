// Rows that the user has made longer: what comes on top is one number with that.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single launched --pad=8
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=8 -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

constexpr int N = 8;
#define PAD 1

// CHECK: float tile_stages[2][N][N + 3];
// CHECK: float other_stages[2][N][N + PAD + 2];
// CHECK: float third_stages[2][N][N + 2 * 1 + 2];

__global__ void sum(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[N][N + 1];
  __shared__ float other[N][N + PAD];
  __shared__ float third[N][N + 2 * 1];
  const int tx = threadIdx.x % N, ty = threadIdx.x / N;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[tx][ty] = A[k + threadIdx.x];
    other[ty][tx] = A[k + 63 - threadIdx.x];
    third[ty][tx] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += tile[ty][i] * other[i][tx] + third[i][ty];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int K) { sum<<<1, 64>>>(A, C, K); }
