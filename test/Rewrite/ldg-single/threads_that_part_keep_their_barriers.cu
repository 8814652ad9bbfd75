// Threads that have no row left are gone, while others go on in the loop around: which
// barriers a thread meets must stay as it is. Loads alone are early, which needs nobody
// else. The near twins stand in Analyze/early_loads_of_threads_that_part.cu.
//
// RUN: %rewrite_and_run ldg-single rows_of_threads
// RUN: %golden ldg-single
// RUN: cuda-pipeline-rewrite --no-compile --explain %s 2>&1 >/dev/null | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s 2>&1 >/dev/null | FileCheck %s --check-prefix=ASYNC

// CHECK: K-loop in 'forces' pipelined: ldg-single, loads only, one buffer
// CHECK: every barrier stays where it is, and only loads are early: 'i < n' may differ from thread to thread; cuda-pipeline-check finds out whether they do
// ASYNC: K-loop in 'forces' left alone: {{.*}}'i < n' may differ from thread to thread{{.*}} [barrier-not-uniform]
__global__ void forces(const float *__restrict__ mass, float *__restrict__ out,
                       int n) {
  __shared__ float tile[64];
  const int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    const float own = mass[i];
    float sum = 0.0f;
    for (int base = 0; base < n; base += 64) {
      for (int j = threadIdx.x; j < 64; j += 32)
        tile[j] = base + j < n ? mass[base + j] : 0.0f;
      __syncthreads();

      for (int j = 0; j < 64; ++j)
        sum = sum * 0.5f + tile[j] * own;
      __syncthreads();
    }
    out[i] = sum;
  }
}
