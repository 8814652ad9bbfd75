// The object gets a name that is free; where `cuda` is another namespace, there is
// no other word for it.
//
// RUN: cuda-pipeline-rewrite --variant=pipeline --stages=2 --widen=none --explain %s -o %t.cu 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=RESULT --input-file=%t.cu

namespace ours {
namespace cuda {
constexpr int rows = 64;
}

// CHECK: 'hidden' left alone: {{.*}}cuda means something else here
__global__ void hidden(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; k += cuda::rows) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
} // namespace ours

namespace others {
// CHECK: 'taken' pipelined: pipeline
// RESULT: cuda::pipeline<cuda::thread_scope_thread> [[PIPE:pipe[^ ]+]] = cuda::make_pipeline();
// RESULT: [[PIPE]].producer_acquire();
__global__ void taken(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[64];
  float sum = 0, pipe = out[threadIdx.x];
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * pipe + tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
} // namespace others
