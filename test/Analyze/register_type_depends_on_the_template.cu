// The register of the raw value has type U, which no declaration of its own
// spells here.
//
// RUN: cuda-pipeline-rewrite --widen=none --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --widen=none --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [template-dependent]
// CHECK-NEXT: :[[#@LINE + 10]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | tile[t] = reinterpret_cast<const U *>(A)[k + t] * 0.5f;
// DUMP: left-alone rejected line [[#@LINE + 7]] template-dependent
template <typename U>
__global__ void rejected(const char *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = reinterpret_cast<const U *>(A)[k + t] * 0.5f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: ldg
// DUMP: rewritten accepted line [[#@LINE + 7]]
template <typename U>
__global__ void accepted(const U *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t] * 0.5f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

template __global__ void rejected(const float *, float *, int);
template __global__ void accepted(const float *, float *, int);
