// The scale is loaded with the tile and used with the tile, by a statement that
// moves on to the next one. A plain read is made on both sides.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// No other variant may have it either:
// RUN: cuda-pipeline-rewrite --variant=cpasync --kernel=rejected --quiet -o %t.cpasync.cu %s
// RUN: cmp %s %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=rejected --quiet -o %t.ldg.cu %s
// RUN: cmp %s %t.ldg.cu
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --quiet -o %t.ldg-single.cu %s
// RUN: cmp %s %t.ldg-single.cu

// CHECK: :[[#@LINE + 11]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [load-value-used-in-compute]
// CHECK-NEXT: :[[#@LINE + 11]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | scale = A[row++];
// DUMP: left-alone rejected line [[#@LINE + 8]] load-value-used-in-compute
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float scale;
  int row = 0;
  for (int k = 0; k < K; k += 64) {
    scale = A[row++];
    tile[t] = A[k + t] * scale;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * scale;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: 
// DUMP: rewritten accepted line [[#@LINE + 8]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float scale;
  int row = 0;
  for (int k = 0; k < K; k += 64) {
    scale = A[row];
    row++;
    tile[t] = A[k + t] * scale;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * scale;
    __syncthreads();
  }
  C[t] = sum;
}
