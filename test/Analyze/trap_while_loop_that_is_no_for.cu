// While loops whose counters cannot go into a header: the counter is used behind the
// loop, `continue` leaves the step out, the step is not what the loop ends with, or
// what it adds changes behind it. None becomes another loop.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

// CHECK: K-loop in 'trap' left alone: {{.*}} [state-not-separable]
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    int i = t;
    while (i < 128) {
      tile[i] = A[k + i];
      i += 64;
    }
    __syncthreads();
    sum += tile[(t * 7 + i) % 128];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'skips' left alone: {{.*}} [unsupported-statement]
__global__ void skips(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    int i = t, n = 0;
    while (i < 128) {
      tile[i] = A[k + i];
      if (++n < 2)
        continue;
      i += 64;
    }
    __syncthreads();
    sum += tile[t * 7 % 128];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'early' left alone: {{.*}} [unsupported-statement]
__global__ void early(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[192];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    int i = t;
    while (i < 128) {
      i += 64;
      tile[i] = A[k + i];
    }
    __syncthreads();
    sum += tile[64 + t * 7 % 128];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'other_step' left alone: {{.*}} [unsupported-statement]
__global__ void other_step(const float *__restrict__ A, float *__restrict__ C,
                           int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    int step = 32;
    int i = t;
    while (i < 128) {
      tile[i] = A[k + i];
      i += step;
      step = 64;
    }
    __syncthreads();
    sum += tile[t * 7 % 128];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'tests_last' left alone: {{.*}} [unsupported-statement]
__global__ void tests_last(const float *__restrict__ A, float *__restrict__ C,
                           int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    int i = t;
    do {
      tile[i] = A[k + i];
      i += 64;
    } while (i < 128);
    __syncthreads();
    sum += tile[t * 7 % 128];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined: ldg-single
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    int i = t;
    while (i < 128) {
      tile[i] = A[k + i];
      i += 64;
    }
    __syncthreads();
    sum += tile[t * 7 % 128];
    __syncthreads();
  }
  C[t] = sum;
}
