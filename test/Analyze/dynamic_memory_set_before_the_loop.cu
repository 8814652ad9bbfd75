// What is stored in the tile's memory before the loop would be in one of two
// stages. The twin keeps it in a piece of its own.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s
//
// One buffer keeps what was there:
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --quiet -o %t.single.cu %s
// RUN: not cmp -s %s %t.single.cu
// RUN: %run_on_cpu %S/Inputs/launch.driver.cu %s %t.single.cu

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'rejected' left alone: {{.*}}what is stored in 'smem' before the loop would be missing in the second stage [tile-used-outside-loop]
// CHECK-NEXT: :[[#@LINE + 7]]:{{[0-9]+}}: note: here
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ float smem[];
  float *tile = smem + 64;
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile[t - 64] = C[t];
  __syncthreads();
  for (int k = 0; k < K; k += 8) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[i - 64];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined: ldg, 2 stages
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ float smem[];
  float *weights = smem, *tile = smem + 64;
  const int t = threadIdx.x;
  float sum = 0.0f;
  weights[t] = C[t];
  __syncthreads();
  for (int k = 0; k < K; k += 8) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * weights[i];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  rejected<<<1, 64, 128 * sizeof(float)>>>(A, C, K);
  accepted<<<1, 64, 128 * sizeof(float)>>>(A, C, K);
}
