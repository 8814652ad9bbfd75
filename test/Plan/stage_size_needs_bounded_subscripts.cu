// Where a subscript has no bound, the tile may reach into all that the launch gives:
// the stages are that far apart.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu | FileCheck %s --check-prefix=CODE

constexpr int N = 256, ALL = 4096;

// CHECK: 'bounded' pipelined: ldg, 2 stages, 1024 bytes apart in dynamic shared memory
// CODE: constexpr int stage_size = N;
__global__ void __launch_bounds__(64)
    bounded(const float *A, float *C, int K) {
  extern __shared__ float memory[];
  float *tile = memory;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += N) {
    for (int i = t; i < N; i += 64)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'anywhere' pipelined: ldg, 2 stages, 16384 bytes apart in dynamic shared memory
// CODE: constexpr int stage_size = ALL;
__global__ void __launch_bounds__(64)
    anywhere(const float *A, float *C, int K, int from) {
  extern __shared__ float memory[];
  float *tile = memory;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += N) {
    for (int i = t; i < N; i += 64)
      tile[from + i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += tile[from + i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CODE: bounded<<<1, 64, ALL * sizeof(float)>>>
// CODE: anywhere<<<1, 64, 2 * ALL * sizeof(float)>>>
void launch(const float *A, float *C, int K, int from) {
  bounded<<<1, 64, ALL * sizeof(float)>>>(A, C, K);
  anywhere<<<1, 64, ALL * sizeof(float)>>>(A, C, K, from);
}
