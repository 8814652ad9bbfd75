// The function would be called once more, for cudaFuncSetAttribute(). One that
// changes nothing may be.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WHY
// WHY: K-loop in 'trap' left alone: {{.*}}its size may have a side effect{{.*}} [launch-out-of-sight]
// WHY: K-loop in 'twin' pipelined

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float x[];
  const int t = threadIdx.x;
  float sum = C[t];
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k * 64 + t];
    __syncthreads();
    sum += x[t ^ 3];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float y[];
  const int t = threadIdx.x;
  float sum = C[t];
  for (int k = 0; k < K; k += 8) {
    y[t] = A[k * 64 + t];
    __syncthreads();
    sum += y[t ^ 5];
    __syncthreads();
  }
  C[t] = sum;
}

static size_t bytesFor(int threads, int *calls) {
  ++*calls;
  return threads * sizeof(float);
}

static size_t bytesFor(int threads) {
  size_t bytes = 0;
  for (int i = 0; i < threads; ++i)
    bytes += sizeof(float);
  return bytes;
}

void launch(const float *A, float *C, int K) {
  int calls = 0;
  trap<<<1, 64, bytesFor(64, &calls)>>>(A, C, K);
  twin<<<1, 64, bytesFor(64)>>>(A, C, calls == 1 ? K : 0);
}
