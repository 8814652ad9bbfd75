// Inline asm that stores or waits is not modelled; asm that computes is.
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

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [unknown-effects]
// CHECK-NEXT: :[[#@LINE + 13]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | asm volatile("st.global.f32 [%0], %1;" ::"l"(C + t), "f"(sum));
// DUMP: left-alone rejected line [[#@LINE + 6]] unknown-effects
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
    asm volatile("st.global.f32 [%0], %1;" ::"l"(C + t), "f"(sum));
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: 
// DUMP: rewritten accepted line [[#@LINE + 6]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    asm volatile("mul.f32 %0, %0, %1;" : "+f"(sum) : "f"(0.5f));
    __syncthreads();
  }
  C[t] = sum;
}

// A comment ends with its line.
// CHECK: remark: K-loop in 'rejected_behind_a_comment' left alone: {{.*}} [unknown-effects]
__global__ void rejected_behind_a_comment(const float *__restrict__ A,
                                          float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    asm volatile("// the next tile\n\t"
                 "st.global.f32 [%0], %1;" ::"l"(A + k + 64 + t),
                 "f"(sum));
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted_behind_a_comment' pipelined:
__global__ void accepted_behind_a_comment(const float *__restrict__ A,
                                          float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    asm volatile("// st.global\n\t"
                 "mul.f32 %0, %0, /* ; */ %1; // half\n"
                 : "+f"(sum)
                 : "f"(0.5f));
    __syncthreads();
  }
  C[t] = sum;
}
