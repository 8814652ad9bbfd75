// Registers for the longest tile: a constant that the limit of the copy loop
// never exceeds. Where there is none, or the limit changes on the way, there is
// no count.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s

// CHECK: rewritten least line
__global__ void least(const float *__restrict__ A, float *__restrict__ C,
                      int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int len = min(64, n - k);
    for (int i = t; i < len; i += 16)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// CHECK: left-alone no_limit {{.*}} copy-count-unknown
__global__ void no_limit(const float *__restrict__ A, float *__restrict__ C,
                         int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int len = n - k;
    for (int i = t; i < len; i += 16)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// CHECK: left-alone greatest {{.*}} copy-count-unknown
__global__ void greatest(const float *__restrict__ A, float *__restrict__ C,
                         int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int len = max(64, n - k);
    for (int i = t; i < len; i += 16)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// CHECK: rewritten scaled line
__global__ void scaled(const float *__restrict__ A, float *__restrict__ C,
                       int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int len = (min(16, n - k) * 8 + 4) / 2;
    for (int i = t; i < len; i += 16)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// CHECK: rewritten clamped line
__global__ void clamped(const float *__restrict__ A, float *__restrict__ C,
                        int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    int len = n - k;
    if (len >= 64)
      len = 64;
    for (int i = t; i < len; i += 16)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// CHECK: left-alone clamped_by_another {{.*}} copy-count-unknown
__global__ void clamped_by_another(const float *__restrict__ A,
                                   float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    int len = n - k;
    if (n > 64)
      len = 64;
    for (int i = t; i < len; i += 16)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// CHECK: left-alone clamped_from_below {{.*}} copy-count-unknown
__global__ void clamped_from_below(const float *__restrict__ A,
                                   float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    int len = n - k;
    if (len < 64)
      len = 64;
    for (int i = t; i < len; i += 16)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// CHECK: left-alone longer_again {{.*}} copy-count-unknown
__global__ void longer_again(const float *__restrict__ A, float *__restrict__ C,
                             int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    int len = min(64, n - k);
    len += n / 8;
    for (int i = t; i < len; i += 16)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// CHECK: left-alone set_in_a_branch {{.*}} copy-count-unknown
__global__ void set_in_a_branch(const float *__restrict__ A,
                                float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    int len = min(64, n - k);
    if (n > 100) {
      len = 64;
      if (n > 200)
        len = n;
    }
    for (int i = t; i < len; i += 16)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// CHECK: left-alone negative_is_large {{.*}} copy-count-unknown
__global__ void negative_is_large(const float *__restrict__ A,
                                  float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int len = min(64, n - k);
    for (unsigned i = t; i < (unsigned)len; i += 16)
      if (k + i < n)
        tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// CHECK: left-alone not_equal {{.*}} copy-count-unknown
__global__ void not_equal(const float *__restrict__ A, float *__restrict__ C,
                          int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int len = min(64, n - k);
    for (int i = t; i != len; i += 16)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// CHECK: left-alone either {{.*}} copy-count-unknown
__global__ void either(const float *__restrict__ A, float *__restrict__ C,
                       int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int len = min(64, n - k);
    for (int i = t; i < len || n > 300; i += 16)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// CHECK: rewritten both line
__global__ void both(const float *__restrict__ A, float *__restrict__ C,
                     int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    for (int i = t; i < 64 && k + i < n; i += 16)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// The loop ends at the first that fails, and a guard would go on.
// CHECK: left-alone comes_back {{.*}} copy-count-unknown
__global__ void comes_back(const float *__restrict__ A, float *__restrict__ C,
                           int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    for (int i = t; i < 64 && (n - i) % 7 != 3; i += 16)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}

// CHECK: left-alone changes_in_the_loop {{.*}} copy-count-unknown
__global__ void changes_in_the_loop(const float *__restrict__ A,
                                    float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    int len = min(64, n - k);
    for (int i = t; i < len; i += 16) {
      tile[i] = A[k + i];
      --len;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[t] += tile[i] * (t + 1);
    __syncthreads();
  }
}
