// What is loaded waits in a variable until it is stored: the copies are
// asynchronous, and the variables are gone.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=none --explain -o %t.cu \
// RUN:   2>&1 | FileCheck %s --implicit-check-not="and registers"
// RUN: %rewrite_and_run cpasync,cpasync3,ldg walk -DPADDED -DSTEP=64 \
// RUN:   -DKERNELS=zero_first,plain,conditional,if_and_else,ifs_in_ifs,declared_at_the_top,two_at_once,stored_under_another_guard,across_the_barrier,in_a_loop,by_ldg

// CHECK: 'zero_first' pipelined: cpasync, 2
__global__ void zero_first(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    // Zero behind the end.
    float v = 0.0f;
    if (k + t < n) // inside
      v = A[k + t];
    tile[t] = v; // one element a thread
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[(i + t) % 32] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'plain' pipelined: cpasync, 2
__global__ void plain(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const float v = A[k + t];
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[(i + t) % 32] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'conditional' pipelined: cpasync, 2
__global__ void conditional(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    auto v = k + t < n ? A[k + t] : 0.0f;
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[(i + t) % 32] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'if_and_else' pipelined: cpasync, 2
__global__ void if_and_else(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    float v;
    if (k + t >= n) {
      // Nothing there.
      v = 0;
    } else {
      v = A[k + t];
    }
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[(i + t) % 32] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'ifs_in_ifs' pipelined: cpasync, 2
__global__ void ifs_in_ifs(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    float v{};
    if (t != 7 || k == 0)
      if (k + t < n)
        v = t > 3 ? A[k + t] : 0.0f;
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[(i + t) % 32] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'declared_at_the_top' pipelined: cpasync, 2
__global__ void declared_at_the_top(const float *__restrict__ A,
                                    float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float v = 1.0f;
  for (int k = 0; k < n; k += 32) {
    v = 0.0f;
    if (k + t < n)
      v = A[k + t];
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[(i + t) % 32] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'two_at_once' pipelined: cpasync, 2
__global__ void two_at_once(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32], turned[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    float v = 0.0f, w = 0.0f;
    if (k + 31 < n) {
      v = A[k + t];
      w = A[k + 31 - t]; // the other way round
    }
    tile[t] = v;
    turned[t] = w;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[(i + t) % 32] * turned[i] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// Stored by some only: nobody misses what the others have loaded.
// CHECK: 'stored_under_another_guard' pipelined: cpasync, 2
__global__ void stored_under_another_guard(const float *__restrict__ A,
                                           float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    float v = 0.0f;
    if (k + t < n)
      v = A[k + t];
    if (t < 20) {
      tile[t] = v;
    }
    __syncthreads();
    for (int i = 0; i < 20; ++i)
      sum += tile[(i + t) % 20] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'across_the_barrier' pipelined: cpasync, 2
__global__ void across_the_barrier(const float *__restrict__ A,
                                   float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const float v = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[(i + t) % 32] * (k + i + 1);
  }
  out[t] = sum;
}

// CHECK: 'in_a_loop' pipelined: cpasync, 2
__global__ void in_a_loop(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
#pragma unroll
    for (int i = t; i < 64; i += 32) {
      float v = 0.0f;
      const int at = k + i;
      if (at < n)
        v = A[at];
      tile[i] = v;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'by_ldg' pipelined: cpasync, 2
__global__ void by_ldg(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    float v = 0;
    if (k + t < n)
      v = __ldg(&A[k + t]);
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[(i + t) % 32] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}
