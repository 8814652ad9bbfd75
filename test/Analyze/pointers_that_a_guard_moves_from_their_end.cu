// Counted from where the pointer was before some threads move it, the end comes
// sooner for these; and a number that is not signed may wrap around for some.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 >/dev/null | FileCheck %s

// CHECK: 'moved_later' left alone: {{.*}}'a < end' may differ from thread to thread{{.*}}[barrier-not-uniform]
__global__ void moved_later(const float *__restrict__ A,
                            float *__restrict__ C, int K) {
  __shared__ float As[64];
  const int t = threadIdx.x;
  const float *a = A + t;
  const float *end = a + K - K % 64;
  if (t < 32)
    a += 64;
  float sum = 0.0f;
  for (; a < end; a += 64) {
    As[t] = a[0];
    __syncthreads();
    for (int x = 0; x < 64; ++x)
      sum += As[x] * x;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'unsigned_numbers' left alone: {{.*}}'a < end' may differ from thread to thread{{.*}}[barrier-not-uniform]
__global__ void unsigned_numbers(const float *__restrict__ A,
                                 float *__restrict__ C, unsigned K) {
  __shared__ float As[64];
  const unsigned t = threadIdx.x;
  unsigned a = t;
  if (t < 32)
    a += 64;
  const unsigned end = a + K;
  float sum = 0.0f;
  for (; a < end; a += 64) {
    As[t] = A[a];
    __syncthreads();
    for (int x = 0; x < 64; ++x)
      sum += As[x] * x;
    __syncthreads();
  }
  C[t] = sum;
}
