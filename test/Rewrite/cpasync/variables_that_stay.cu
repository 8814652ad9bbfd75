// Loads that cannot be made where their variable is stored, or not as they are:
// these go through registers, beside a copy that is asynchronous. In the near
// twin, `twin`, both are.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=none --explain -o %t.cu \
// RUN:   2>&1 | FileCheck %s
// RUN: %rewrite_and_run cpasync,ldg walk \
// RUN:   -DKERNELS=twin,used_by_compute,stored_twice,index_moves,guard_moves,set_twice,negative_zero,filled_with_one,converted,rounded,kept_from_the_trip_before,used_behind_the_loop,has_another_name,changed_in_a_lambda,written_by_address,bits_are_changed,name_means_something_else,index_is_a_reference

// CHECK: 'twin' pipelined: cpasync, 2
__global__ void twin(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    float v = 0.0f;
    if (k + 31 - t < n)
      v = A[k + 31 - t];
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

// The sum needs it, too.
// CHECK: 'used_by_compute' pipelined: cpasync and registers, 2
__global__ void used_by_compute(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    float v = 0.0f;
    if (k + 31 - t < n)
      v = A[k + 31 - t];
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    sum -= v;
    __syncthreads();
  }
  out[t] = sum;
}

// Loaded once, stored to two arrays.
// CHECK: 'stored_twice' pipelined: cpasync and registers, 2
__global__ void stored_twice(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  __shared__ float first[32], second[32], third[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    float v = 0.0f;
    if (k + 31 - t < n)
      v = A[k + 31 - t];
    second[t] = v;
    third[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    sum += third[31 - t];
    __syncthreads();
  }
  out[t] = sum;
}

// The index moves between the load and the store.
// CHECK: 'index_moves' pipelined: cpasync and registers, 2
__global__ void index_moves(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    float v = 0.0f;
    int at = k + 31 - t;
    if (at < n)
      v = A[at];
    at -= 1;
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    sum += at;
    __syncthreads();
  }
  out[t] = sum;
}

// The guard's limit moves between the load and the store.
// CHECK: 'guard_moves' pipelined: cpasync and registers, 2
__global__ void guard_moves(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    int end = n - k;
    const int at = 31 - t;
    const float v = at < end ? A[k + at] : 0.0f;
    end = min(end, 7);
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    sum += end;
    __syncthreads();
  }
  out[t] = sum;
}

// A second condition sets it once more.
// CHECK: 'set_twice' pipelined: cpasync and registers, 2
__global__ void set_twice(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    float v = 0.0f;
    if (k + 31 - t < n)
      v = A[k + 31 - t];
    if (t == 5 && k + 1 < n)
      v = A[k + 1];
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

// Some of its bits are set.
// CHECK: 'negative_zero' pipelined: cpasync and registers, 2
__global__ void negative_zero(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    float v = -0.0f;
    if (k + 31 - t < n)
      v = A[k + 31 - t];
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    sum = copysignf(sum, second[5]);
    __syncthreads();
  }
  out[t] = sum;
}

// Not filled with zero.
// CHECK: 'filled_with_one' pipelined: cpasync and registers, 2
__global__ void filled_with_one(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    float v;
    if (k + 31 - t < n)
      v = A[k + 31 - t];
    else
      v = 1.0f;
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

// Converted, and back.
// CHECK: 'converted' pipelined: cpasync and registers, 2
__global__ void converted(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    double v = 0.0;
    if (k + 31 - t < n)
      v = A[k + 31 - t];
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

// Of the float, an integer is left.
// CHECK: 'rounded' pipelined: cpasync and registers, 2
__global__ void rounded(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    const int v = k + 31 - t < n ? A[k + 31 - t] * 9 : 0;
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

// Behind the end it holds what the trip before has loaded.
// CHECK: 'kept_from_the_trip_before' pipelined: cpasync and registers, 2
__global__ void kept_from_the_trip_before(const float *__restrict__ A,
                                          float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float v = 2.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    if (k + 31 - t < n)
      v = A[k + 31 - t];
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

// What is left in it is used behind the loop.
// CHECK: 'used_behind_the_loop' pipelined: cpasync and registers, 2
__global__ void used_behind_the_loop(const float *__restrict__ A,
                                     float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float v = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    v = 0.0f;
    if (k + 31 - t < n)
      v = A[k + 31 - t];
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  sum += v;
  out[t] = sum;
}

// Changed by another name.
// CHECK: 'has_another_name' pipelined: cpasync and registers, 2
__global__ void has_another_name(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    float v = 0.0f;
    float &w = v;
    if (k + 31 - t < n)
      v = A[k + 31 - t];
    w = t == 3 ? 4.0f : w;
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

// Changed in a lambda.
// CHECK: 'changed_in_a_lambda' pipelined: cpasync and registers, 2
__global__ void changed_in_a_lambda(const float *__restrict__ A,
                                    float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    float v = 0.0f;
    auto change = [&] { v += 1.0f; };
    if (k + 31 - t < n)
      v = A[k + 31 - t];
    change();
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

// Changed through a pointer.
// CHECK: 'written_by_address' pipelined: cpasync and registers, 2
__global__ void written_by_address(const float *__restrict__ A,
                                   float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    float v = 0.0f;
    if (k + 31 - t < n)
      v = A[k + 31 - t];
    float *w = &v;
    if (t == 9)
      *w = 3.0f;
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

// Computed with on its way.
// CHECK: 'bits_are_changed' pipelined: cpasync and registers, 2
__global__ void bits_are_changed(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    float v = 0.0f;
    if (k + 31 - t < n)
      v = A[k + 31 - t];
    v *= 2.0f;
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

// Where it is stored, t is another variable.
// CHECK: 'name_means_something_else' pipelined: cpasync and registers, 2
__global__ void name_means_something_else(const float *__restrict__ A,
                                          float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    float v = 0.0f;
    if (k + 31 - t < n)
      v = A[k + 31 - t];
    if (t >= 0) {
      const int t = threadIdx.x ^ 1;
      second[t] = v;
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

// The index has another name.
// CHECK: 'index_is_a_reference' pipelined: cpasync and registers, 2
__global__ void index_is_a_reference(const float *__restrict__ A,
                                     float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? A[k + t] : 0.0f;
    int at = k + 31 - t;
    int &other = at;
    const float v = at < n ? A[at] : 0.0f;
    other = 0;
    second[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * second[(i + t) % 32];
    sum += at;
    __syncthreads();
  }
  out[t] = sum;
}
