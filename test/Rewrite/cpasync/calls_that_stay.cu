// Calls that have to stay: what they return is no copy, or the call does more, or
// its text would mean something else in the kernel. They go through registers,
// beside a copy that is asynchronous. In the near twin, `twin`, both are.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=none --explain -o %t.cu \
// RUN:   2>&1 | FileCheck %s
// RUN: %rewrite_and_run cpasync walk -DKERNELS=twin,narrow_index,rounded,returns_int,one_behind_the_end,computes,another_array_of_the_name,inner_name,private_member,overloads,by_a_macro,returns_from_a_loop,index_counts_in_the_function,reads_another_tile,captured_copy_is_old,one_of_two

#include <cuda_fp16.h>

__device__ float load(const float *p, int i, int n) {
  return i < n ? p[i] : 0.0f;
}

// CHECK: 'twin' pipelined: cpasync, 2
__global__ void twin(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = load(A, k + 31 - t, n);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

__device__ float load_narrow(const float *p, unsigned char i, int n) {
  return i < n ? p[i] : 0.0f;
}

// Of 256 elements: the conversion stays, and so does the copy.
// CHECK: 'narrow_index' pipelined: cpasync, 2
__global__ void narrow_index(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = load_narrow(A, k + 31 - t, n);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

__device__ __half load_half(const float *p, int i, int n) {
  return i < n ? __float2half(p[i]) : __half(0.0f);
}

// No copy: rounded on the way.
// CHECK: 'rounded' pipelined: cpasync and registers, 2
__global__ void rounded(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = __half2float(load_half(A, k + 31 - t, n));
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

__device__ int load_int(const float *p, int i, int n) {
  return i < n ? p[i] * 4 : 0;
}

// No copy: converted on the way.
// CHECK: 'returns_int' pipelined: cpasync and registers, 2
__global__ void returns_int(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = load_int(A, k + 31 - t, n);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

__device__ float load_one(const float *p, int i, int n) {
  return i < n ? p[i] : 1.0f;
}

// cp.async fills with zeros.
// CHECK: 'one_behind_the_end' pipelined: cpasync and registers, 2
__global__ void one_behind_the_end(const float *__restrict__ A,
                                   float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = load_one(A, k + 31 - t, n);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

__device__ float load_twice(const float *p, int i, int n) {
  return i < n ? p[i] * 2 : 0.0f;
}

// CHECK: 'computes' pipelined: cpasync and registers, 2
__global__ void computes(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = load_twice(A, k + 31 - t, n);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

__constant__ float scale[32] = {2.0f};
__device__ float load_scaled(const float *p, int i, int n) {
  return i < n && scale[0] != 3.0f ? p[i] : 0.0f;
}

// scale is another thing in the kernel.
// CHECK: 'another_array_of_the_name' pipelined: cpasync and registers, 2
__global__ void another_array_of_the_name(const float *__restrict__ A,
                                          float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  const float scale[1] = {3.0f};
  if (scale[0] != 3.0f)
    return;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = load_scaled(A, k + 31 - t, n);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

constexpr int limit = 1000;
__device__ float load_limited(const float *p, int i, int n) {
  return i < n && i < limit ? p[i] : 0.0f;
}

// limit is another thing in the loop.
// CHECK: 'inner_name' pipelined: cpasync and registers, 2
__global__ void inner_name(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    const int limit = k / 2;
    second[t] = load_limited(A, k + 31 - t, n + 0 * limit);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

class Hidden {
  static constexpr int limit = 1000;

public:
  static __device__ float at(const float *p, int i, int n) {
    return i < n && i < Hidden::limit ? p[i] : 0.0f;
  }
};

// The kernel may not name limit.
// CHECK: 'private_member' pipelined: cpasync and registers, 2
__global__ void private_member(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = Hidden::at(A, k + 31 - t, n);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

namespace deep {
__device__ float pick(float v) { return v; }
__device__ const float *at(const float *p, int i) { return p + i; }
__device__ float load_there(const float *p, int i, int n) {
  return i < n ? *at(p, i) : 0.0f;
}
} // namespace deep
__device__ const float *at(const float *p, int i) { return p + 31 - i; }

// Another function is called at there.
// CHECK: 'overloads' pipelined: cpasync and registers, 2
__global__ void overloads(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = deep::load_there(A, k + 31 - t, n);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

#define LOAD(i) load(A, i, n)

// The call has no text of its own.
// CHECK: 'by_a_macro' pipelined: cpasync and registers, 2
__global__ void by_a_macro(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = LOAD(k + 31 - t);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

__device__ float load_first(const float *p, int i, int n) {
  for (int j = i; j < n; j += 1000)
    return p[j];
  return 0.0f;
}

// CHECK: 'returns_from_a_loop' pipelined: cpasync and registers, 2
__global__ void returns_from_a_loop(const float *__restrict__ A,
                                    float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = load_first(A, k + 31 - t, n);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

__device__ float load_counting(const float *p, int i, int n) {
  const int start = i;
  i += 1;
  return i <= n && start < n ? p[i - 1] : 0.0f;
}

// The parameter is a variable of its own.
// CHECK: 'index_counts_in_the_function' pipelined: cpasync, 2
__global__ void index_counts_in_the_function(const float *__restrict__ A,
                                             float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = load_counting(A, k + 31 - t, n);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

__device__ float load_shifted(const float *p, const float *tile, int i, int n) {
  return i < n && tile[0] < 2.0f ? p[i] : 0.0f;
}

// CHECK: 'reads_another_tile' pipelined: cpasync, 2
__global__ void reads_another_tile(const float *__restrict__ A,
                                   float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  __shared__ float fixed[32];
  fixed[t] = 1.0f;
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = load_shifted(A, fixed, k + 31 - t, n);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

// The lambda has the k of its making.
// CHECK: 'captured_copy_is_old' pipelined: cpasync and registers, 2
__global__ void captured_copy_is_old(const float *__restrict__ A,
                                     float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  int k = 0;
  auto load_old = [=](int i) { return k + i < n ? A[k + i] : 0.0f; };
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = load_old(t);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

#ifdef TEXTURE_PATH
__device__ float load_either(const float *p, int i, int n);
#else
__device__ float load_either(const float *p, int i, int n) {
  return i < n ? p[i] : 0.0f;
}
#endif

// With another macro it is another function.
// CHECK: 'one_of_two' pipelined: cpasync and registers, 2
__global__ void one_of_two(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    second[t] = load_either(A, k + 31 - t, n);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}
