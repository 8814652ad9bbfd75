// A helper stores the tile's address where the next trip finds it.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// One buffer keeps what an earlier tile left, so ldg-single may have it:
// RUN: cuda-pipeline-rewrite --variant=ldg-single --quiet -o %t.single.cu %s
// RUN: not cmp -s %s %t.single.cu
// RUN: %run_on_cpu %S/Inputs/rejected.driver.cu %s %t.single.cu

struct View {
  const float *at;
};
__device__ void bind(View &view, const float *at) { view.at = at; }

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [tile-address-escapes]
// CHECK-NEXT: :[[#@LINE + 13]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | bind(view, tile);
// DUMP: left-alone rejected line [[#@LINE + 7]] tile-address-escapes
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  View view = {nullptr};
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    if (k == 0)
      bind(view, tile);
    for (int i = 0; i < 64; ++i)
      sum += view.at[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: ldg
// DUMP: rewritten accepted line [[#@LINE + 7]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  View view = {nullptr};
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    if (k == 0)
      bind(view, A);
    for (int i = 0; i < 64; ++i)
      sum += view.at[i] * tile[i];
    __syncthreads();
  }
  C[t] = sum;
}
