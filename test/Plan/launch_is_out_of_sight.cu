// A second stage of dynamic shared memory needs launches that pass more; who
// launches 'rejected' is not known.
//
// RUN: cuda-pipeline-rewrite --widen=none --explain --variant=ldg -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: grep -v '^//' %t.cu | FileCheck %s --check-prefix=CODE
//
// With registers and the one buffer the launch stays as it is:
// RUN: cuda-pipeline-rewrite --widen=none --explain -o %t.auto.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AUTO
//
// The user may update it; what is in sight is edited all the same.
// RUN: cuda-pipeline-rewrite --widen=none --assume-launch-updated --variant=ldg -o %t.updated.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UPDATED
// RUN: grep -v '^//' %t.updated.cu | FileCheck %s --check-prefix=UPDATED-CODE

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'rejected' left alone: a launch that must pass more shared memory cannot be edited: it is passed to 'run'; who launches it must pass 2 times what it passes now of dynamic shared memory, and --assume-launch-updated says that they do [launch-out-of-sight]
// CHECK-NEXT: :[[#@LINE + 43]]:{{[0-9]+}}: note: here
// CHECK-NEXT: run(rejected, A, C, K);
// AUTO: K-loop in 'rejected' pipelined: ldg-single, one buffer
// UPDATED: :[[#@LINE + 6]]:3: remark: K-loop in 'rejected': launch 'rejected' with 2 times what it passes now of dynamic shared memory where this run does not see it: it is passed to 'run'
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ float tile[];
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

// CHECK: remark: K-loop in 'accepted' pipelined: ldg, 2 stages, launches ask for twice the dynamic shared memory
// AUTO: K-loop in 'accepted' pipelined: ldg, 2 stages
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ float tile[];
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

void run(void (*kernel)(const float *, float *, int), const float *, float *, int);

// CODE: rejected<<<1, 64, 256>>>(A, C, K);
// CODE: accepted<<<1, 64, 2 * 256>>>(A, C, K);
// UPDATED-CODE: rejected<<<1, 64, 2 * 256>>>(A, C, K);
void use(const float *A, float *C, int K) {
  rejected<<<1, 64, 256>>>(A, C, K);
  run(rejected, A, C, K);
  accepted<<<1, 64, 256>>>(A, C, K);
}
