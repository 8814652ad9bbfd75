// cp.async came with sm_80.
//
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_75 --kernel=rejected --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_75 --kernel=rejected --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [arch-too-old]
// CHECK-NEXT: :[[#@LINE + 8]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | for (int k = 0; k < K; k += 64) {
// DUMP: left-alone rejected line [[#@LINE + 6]] arch-too-old
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
