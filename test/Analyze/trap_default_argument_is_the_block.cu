// As trap_default_argument_is_the_block_size, as a dim3.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *s = area + 32;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    const float v = x[blockDim.x - 1 - t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

void run(const float *A, float *C, int K, const dim3 threads = dim3(32)) {
  trap<<<1, threads, 128 * sizeof(float)>>>(A, C, K);
}

void launch(const float *A, float *C, int K) { run(A, C, K, 64); }
