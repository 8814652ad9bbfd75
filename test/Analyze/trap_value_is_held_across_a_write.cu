// What the compute phase holds in a variable while it writes the same memory is
// no value that may be loaded later: not behind the thread's own write, and not
// behind a barrier that lets the others write. The tile's own value, held in the
// same way, may.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
//
// RUN: cuda-pipeline-rewrite --variant=cpasync -o %t.cu %s
// RUN: grep -vE "CHECK|TEXT" %t.cu | FileCheck --check-prefix=TEXT %s
// TEXT-NOT: float next
// TEXT: __pipeline_memcpy_async(&tile[
// TEXT: float own = C[t];
// TEXT: float other = C[(t + 1) % 64];

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64], scratch[64], shifted[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    float next = 0.0f;
    if (t < 60)
      next = A[k * 64 + t];
    tile[t] = next;
    __syncthreads();
    sum += tile[63 - t];
    float own = C[t];
    C[t] = sum;
    scratch[t] = own;
    __syncthreads();
    float other = C[(t + 1) % 64];
    __syncthreads();
    shifted[t] = other;
    C[t] = sum * scratch[t ^ 1];
    __syncthreads();
    sum += shifted[t ^ 3];
    __syncthreads();
  }
  C[t] = sum;
}
