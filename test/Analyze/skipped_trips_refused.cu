// Trips that not all threads skip, or that are skipped by what compute makes, and
// parts that cannot be told apart: they stay.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'threads_differ' left alone: {{.*}} [early-exit]
__global__ void threads_differ(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (A[k + t] < 0.0f)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_the_sum' left alone: {{.*}} [early-exit]
__global__ void by_the_sum(const float *A, float *C, int K) {
  __shared__ float tile[64];
  __shared__ float limit;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (limit > 4.0f)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    if (t == 0)
      limit = sum;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_what_is_written' left alone: {{.*}} [early-exit]
__global__ void by_what_is_written(const float *__restrict__ A, int *mask,
                                   float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (mask[k / 64])
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    mask[k / 64 + 1] = 1;
    __syncthreads();
  }
  C[t] = sum;
}

// What a part of its own reads again must be the same there.
// CHECK: K-loop in 'loaded_for_both' left alone: {{.*}} [early-exit]
__global__ void loaded_for_both(const float *__restrict__ A,
                                const float *scales, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k % 128)
      continue;
    const float scale = scales[k]; // not where the trip is skipped
    tile[t] = A[k + t] * scale;
    __syncthreads();
    sum += tile[63 - t] * scale;
    C[k + t] = sum;
    __syncthreads();
  }
}

// It is changed before the last part asks for it.
// CHECK: K-loop in 'changed_in_between' left alone: {{.*}} [early-exit]
__global__ void changed_in_between(const float *__restrict__ A,
                                   const float *__restrict__ scales,
                                   float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k % 128)
      continue;
    float scale = scales[k];
    tile[t] = A[k + t] * scale;
    __syncthreads();
    scale *= 0.5f;
    __syncthreads();
    sum += tile[63 - t] * scale;
    __syncthreads();
  }
  C[t] = sum;
}

// So is what it is made of.
// CHECK: K-loop in 'made_of_what_changes' left alone: {{.*}} [early-exit]
__global__ void made_of_what_changes(const float *__restrict__ A,
                                     const float *__restrict__ scales,
                                     float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = 0;
  for (int k = 0; k < K; k += 64) {
    if (k % 128)
      continue;
    const float scale = scales[at];
    tile[t] = A[k + t] * scale;
    ++at;
    __syncthreads();
    sum += tile[63 - t] * scale;
    __syncthreads();
  }
  C[t] = sum;
}

// What each thread does alone in a trip that is skipped has no barrier.
// CHECK: K-loop in 'shares_instead' left alone: {{.*}} [early-exit]
__global__ void shares_instead(const float *__restrict__ A,
                               float *__restrict__ C, int K) {
  __shared__ float tile[64];
  __shared__ float most[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  most[t] = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k % 128) {
      most[t] += most[63 - t];
      continue;
    }
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum + most[t];
}

// The second test would be asked in a trip that the first skips.
// CHECK: K-loop in 'second_test_reads' left alone: {{.*}} [early-exit]
__global__ void second_test_reads(const float *__restrict__ A,
                                  const int *__restrict__ mask,
                                  float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k + 64 > K) {
      const int left = K - k;
      if (left % 3)
        continue;
    }
    if (K > 128) {
      const int next = mask[k + 64];
      if (next)
        continue;
    }
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// One of the tests parts the threads.
// CHECK: K-loop in 'one_test_of_threads' left alone: {{.*}} [early-exit]
__global__ void one_test_of_threads(const float *__restrict__ A,
                                    float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (K > 128) {
      if (t > k)
        continue;
    }
    if (k == 64)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'twice' left alone: {{.*}} [early-exit]
__global__ void twice(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k % 128)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    if (sum > 4.0f)
      continue;
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// The other branch waits in a loop.
// CHECK: K-loop in 'with_an_else' left alone: {{.*}} [barrier-in-branch]
__global__ void with_an_else(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k % 128) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    } else {
      for (int i = 0; i < 2; ++i)
        __syncthreads();
    }
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined
__global__ void accepted(const float *A, const float *scales, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    const float scale = scales[k];
    if (scale == 0.0f)
      continue;
    tile[t] = A[k + t] * scale;
    __syncthreads();
    sum += tile[63 - t] * scale;
    __syncthreads();
  }
  C[t] = sum;
}
