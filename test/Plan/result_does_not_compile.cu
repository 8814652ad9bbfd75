// A macro has the name of what a pipeline calls: the loop behind it is left alone,
// the one in front of it is pipelined, and so are both by a variant that does not
// call it: without a --variant, that is the choice.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain --quiet %s 2>&1 | grep -v RUN | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --force %s -o %t.cu
// RUN: %clang_cuda -I%source_root/lib/Frontend/EmbeddedHeaders -nocudainc -include __cudapipe_cuda_runtime.h %t.cu
// RUN: cuda-pipeline-rewrite --force --explain --quiet %s 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 | grep -c 'pipelined: ldg' | grep -x 2

// CHECK: K-loop in 'in_front' pipelined: cpasync
// CHECK: K-loop in 'behind' left alone: the pipelined loop would not compile: too few arguments provided to function-like macro invocation (the macro '__pipeline_commit' of result_does_not_compile.cu) [result-does-not-compile]
// AUTO: K-loop in 'in_front' pipelined: cpasync
// AUTO: K-loop in 'behind' pipelined: {{ldg}}

__global__ void in_front(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + 1);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

#define __pipeline_commit(pipe, stage) (pipe).commit(stage)

__global__ void behind(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + 1);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
