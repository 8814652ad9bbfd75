// Behind the loop, which runs again, half of the last tile is still in use: which
// stage it is in differs from round to round.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s
//
// One buffer is where it was:
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --quiet -o %t.single.cu %s
// RUN: not cmp -s %s %t.single.cu
// RUN: %run_on_cpu %S/Inputs/launch.driver.cu %s %t.single.cu

// CHECK: :[[#@LINE + 7]]:5: remark: K-loop in 'rejected' left alone: {{.*}}'tile' is used behind the loop, which runs more than once [tile-used-outside-loop]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    float sum = 0.0f;
    for (int k = 0; k < K; k += 8) {
      tile[t] = A[64 * round + k + t];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
    if (t < 32)
      tile[t] = sum;
    __syncthreads();
    C[64 * round + t] = tile[63 - t];
    __syncthreads();
  }
}

// CHECK: K-loop in 'accepted' pipelined: ldg, 2 stages
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ float tile[];
  __shared__ float sums[64];
  const int t = threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    float sum = 0.0f;
    for (int k = 0; k < K; k += 8) {
      tile[t] = A[64 * round + k + t];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
    sums[t] = sum;
    __syncthreads();
    C[64 * round + t] = sums[63 - t];
    __syncthreads();
  }
}

void launch(const float *A, float *C, int K) {
  rejected<<<1, 64, 64 * sizeof(float)>>>(A, C, K);
  accepted<<<1, 64, 64 * sizeof(float)>>>(A, C, K);
}
