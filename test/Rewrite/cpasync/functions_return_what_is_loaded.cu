// What is loaded is what a function or lambda returns: that takes the place of the
// call, and the copies are asynchronous.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=none --explain -o %t.cu \
// RUN:   2>&1 | FileCheck %s --implicit-check-not="and registers"
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.cu
// RUN: %rewrite_and_run cpasync walk -DSTEP=64 \
// RUN:   -DKERNELS=guarded,returns_early,if_and_else,ifs_in_ifs,through_a_variable,into_a_variable,of_a_template,unsigned_index,in_a_loop,member_functions,lambda,lambda_that_others_call,nested,default_and_macro,names_of_the_kernel

__device__ float load(const float *p, int i, int n) {
  return i < n ? p[i] : 0.0f;
}

// CHECK: 'guarded' pipelined: cpasync, 2
// TEXT-LABEL: {{^}}__global__ void guarded(
// TEXT: {{^ .*}}memcpy_async(&tile[t], &A[k + t], sizeof(float),
// TEXT: {{^ .*}}(k + t < n) ? 0 : sizeof(float));
__global__ void guarded(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = load(A, k + t, n);
    tile[t + 32] = load(A, k + t + 32, n);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// Nobody else calls it.
static __device__ __forceinline__ float load_early(const float *p, int i,
                                                   int n) {
  if (i < 0)
    return 0;
  if (i >= n)
    return 0;
  return p[i];
}

// CHECK: 'returns_early' pipelined: cpasync, 2
// TEXT-NOT: {{^}}static
// TEXT-LABEL: {{^}}__global__ void returns_early(
// TEXT: {{^ .*}}(k + t < 0 || k + t >= n) ? sizeof(float) : 0);
__global__ void returns_early(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = load_early(A, k + t, n);
    tile[t + 32] = load_early(A, k + t + 32, n);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__device__ float load_either(const float *p, int i, int n) {
  if (i < n) {
    return p[i];
  } else {
    return 0.0f;
  }
}

// CHECK: 'if_and_else' pipelined: cpasync, 2
// TEXT-LABEL: {{^}}__global__ void if_and_else(
// TEXT: {{^ .*}}(k + t < n) ? 0 : sizeof(float));
__global__ void if_and_else(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = load_either(A, k + t, n);
    tile[t + 32] = load_either(A, k + t + 32, n);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__device__ float load_inside(const float *p, int i, int n) {
  if (i >= 0) {
    const int last = n - 1;
    if (i <= last)
      return __ldg(&p[i]);
  }
  return 0;
}

// CHECK: 'ifs_in_ifs' pipelined: cpasync, 2
// TEXT-LABEL: {{^}}__global__ void ifs_in_ifs(
// TEXT: {{^ .*}}(k + t >= 0 && k + t <= n - 1) ? 0 : sizeof(float));
__global__ void ifs_in_ifs(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = load_inside(A, k + t, n);
    tile[t + 32] = load_inside(A, k + t + 32, n);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__device__ float load_variable(const float *p, int i, int n) {
  float v = 0.0f; // behind the end
  if (i < n)
    v = p[i];
  return v;
}

// CHECK: 'through_a_variable' pipelined: cpasync, 2
// TEXT-LABEL: {{^}}__global__ void through_a_variable(
// TEXT: {{^ .*}}(k + t < n) ? 0 : sizeof(float));
__global__ void through_a_variable(const float *__restrict__ A,
                                   float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = load_variable(A, k + t, n);
    tile[t + 32] = load_variable(A, k + t + 32, n);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

template <typename T>
__device__ T load_any(const T *__restrict__ p, int i, int n) {
  return i < n ? p[i] : T(0);
}

// CHECK: 'into_a_variable' pipelined: cpasync, 2
// TEXT-LABEL: {{^}}__global__ void into_a_variable(
// TEXT: {{^ .*}}(k + t < n) ? 0 : sizeof(float));
__global__ void into_a_variable(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    const float low = load_any(A, k + t, n);
    float high = load_any<float>(A, k + t + 32, n);
    tile[t] = low;
    tile[t + 32] = high;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

template <int STRIDE, bool GUARDED = true>
__device__ float load_stride(const float *p, int i, int n) {
  if constexpr (GUARDED) {
    if (i * STRIDE >= n)
      return 0.0f;
  }
  return p[i * STRIDE];
}

// CHECK: 'of_a_template' pipelined: cpasync, 2
// TEXT-LABEL: {{^}}__global__ void of_a_template(
// TEXT: {{^ .*}}&A[(k + t) * 1]
// TEXT: {{^ .*}}&A[(k + t + 32) * (2 - 1)]
__global__ void of_a_template(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = load_stride<1>(A, k + t, n);
    tile[t + 32] = load_stride<2 - 1>(A, k + t + 32, n);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// A conversion of the argument is made once.
// CHECK: 'unsigned_index' pipelined: cpasync, 2
// TEXT-LABEL: {{^}}__global__ void unsigned_index(
// TEXT: {{^ .*}}const int i = k + threadIdx.x;
// TEXT: {{^ .*}}memcpy_async(&tile[t], &A[i], sizeof(float),
__global__ void unsigned_index(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = load(A, k + threadIdx.x, n);
    tile[t + 32] = load(A, k + 32 + threadIdx.x, n);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__device__ float load_row(const float *p, int row, int column, int n) {
  const int at = row * 8 + column;
  return at < n ? p[at] : 0.0f;
}

// CHECK: 'in_a_loop' pipelined: cpasync, 2
// TEXT-LABEL: {{^}}__global__ void in_a_loop(
// TEXT: {{^ .*}}const int at = i / 8 * 8 + i % 8;
// TEXT: {{^ .*}}&(A + k)[at]
__global__ void in_a_loop(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = t; i < 64; i += 32)
      tile[i] = load_row(A + k, i / 8, i % 8, n - k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

struct Range {
  const float *data;
  int size;
  __device__ float at(int i) const { return i < this->size ? data[i] : 0.0f; }
  __device__ float operator[](int i) const {
    const bool inside = i < size;
    return inside ? data[i] : 0.0f;
  }
};
__device__ __forceinline__ float load_from(const Range range, int i) {
  return range.at(i);
}

// CHECK: 'member_functions' pipelined: cpasync, 2
// TEXT-LABEL: {{^}}__global__ void member_functions(
// TEXT: {{^ .*}}&range.data[k + t]
// TEXT: {{^ .*}}&range.data[k + t + 32]
__global__ void member_functions(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const Range range{A, n};
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = range.at(k + t);
    tile[t + 32] = load_from(range, k + t + 32);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'lambda' pipelined: cpasync, 2
// TEXT-LABEL: {{^}}__global__ void lambda(
// TEXT-NOT: {{^ .*}}auto load =
__global__ void lambda(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  // Zero behind the end.
  auto load = [&](int i) { return i < n ? A[i] : 0.0f; };
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = load(k + t);
    tile[t + 32] = load(k + t + 32);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'lambda_that_others_call' pipelined: cpasync, 2
// TEXT-LABEL: {{^}}__global__ void lambda_that_others_call(
// TEXT: {{^ .*}}auto load_at =
__global__ void lambda_that_others_call(const float *__restrict__ A,
                                        float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  auto load_at = [=](int i) -> float {
    if (i < n)
      return A[i];
    return 0;
  };
  const float first = load_at(t);
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = load_at(k + t);
    tile[t + 32] = load_at(k + t + 32);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = n ? sum + first : sum;
}

__device__ float load_raw(const float *p) { return __ldg(p); }
__device__ float load_nested(const float *p, int i, int n) {
  return i < n ? load_raw(p + i) : 0.0f;
}

// CHECK: 'nested' pipelined: cpasync, 2
// TEXT-LABEL: {{^}}__global__ void nested(
// TEXT: {{^ .*}}A + (k + t)
// TEXT: {{^ .*}}((k < n) && (k + t + 32 < n)) ? 0
__global__ void nested(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = load_nested(A, k + t, n);
    tile[t + 32] = k < n ? load_nested(A, k + t + 32, n) : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

#define INSIDE(i, n) ((i) >= 0 && (i) < (n))
__device__ float load_default(const float *p, int i, int n, float fill = 0.0f) {
  return INSIDE(i, n) ? p[i] : fill;
}

// CHECK: 'default_and_macro' pipelined: cpasync, 2
// TEXT-LABEL: {{^}}__global__ void default_and_macro(
// TEXT: {{^ .*}}INSIDE((k + t), n)
__global__ void default_and_macro(const float *__restrict__ A,
                                  float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = load_default(A, k + t, n);
    tile[t + 32] = load_default(A, k + t + 32, n, 0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__device__ float load_clash(const float *A, int t, int k, int n) {
  const int sum = t * 2 - t + k - 1 + 1;
  return sum < n ? A[sum] : 0.0f;
}

// Names mean other things in the function.
// CHECK: 'names_of_the_kernel' pipelined: cpasync, 2
// TEXT-LABEL: {{^}}__global__ void names_of_the_kernel(
// TEXT: {{^ .*}}const int sum = k * 2 - k + t - 1 + 1;
__global__ void names_of_the_kernel(const float *__restrict__ A,
                                    float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = load_clash(A, k, t, n);
    tile[t + 32] = load_clash(A + 32, k, t, n - 32);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}
