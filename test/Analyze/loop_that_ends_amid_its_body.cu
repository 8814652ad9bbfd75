// A loop without a condition ends by an `if` in its body. The first statement is a
// condition; one behind others is not, and one behind an atomic operation never
// will be.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

// CHECK: 'first' pipelined: ldg
__global__ void first(const float *__restrict__ A, float *__restrict__ C,
                      int n) {
  __shared__ float tile[64];
  int k = 0;
  for (;;) {
    if (k >= n)
      break;
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    C[k * 64 + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
    ++k;
  }
}

// CHECK: 'amid' left alone: {{.*}}the loop ends by an 'if' amid its body; {{.*}} [unsupported-loop]
// CHECK-NEXT: :[[#@LINE + 8]]:5: note: here
__global__ void amid(const float *__restrict__ A, float *__restrict__ C,
                     int n) {
  __shared__ float tile[64];
  int k = 0;
  for (;;) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    if (k >= n)
      break;
    C[k * 64 + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
    ++k;
  }
}

// CHECK: 'drawn' left alone: {{.*}}the test that ends the loop stands behind this atomic operation: {{.*}} [unsupported-loop]
// CHECK-NEXT: :[[#@LINE + 7]]:14: note: here
__global__ void drawn(const float *__restrict__ A, float *__restrict__ C,
                      int *queue, int n) {
  __shared__ float tile[64];
  __shared__ int next;
  for (;;) {
    if (threadIdx.x == 0)
      next = atomicAdd(queue, 1);
    __syncthreads();
    const int k = next;
    if (k >= n)
      break;
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    C[k * 64 + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
}
