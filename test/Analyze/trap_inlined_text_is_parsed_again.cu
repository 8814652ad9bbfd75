// Where a text has moved, each of its names is looked up anew, and so are all
// names behind it. Only if all lead to what they led to before may it stay.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single -o %t.cu %s
// RUN: grep -v CHECK %t.cu | FileCheck %s

// What is passed for the one has the name of the other parameter.
// CHECK-LABEL: void load_at
__device__ void load_at(float *tile, const float *A, int i, int j) {
  const float value = A[i * 64 + j];
  tile[j] = value;
}
// CHECK-LABEL: void swapped
// CHECK-NOT: fetch_tile
// CHECK: load_at(tile, A, j + 1, i + 0);
__global__ void swapped(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int i = threadIdx.x;
  float sum = 0.0f;
  for (int j = 0; j < K; ++j) {
    load_at(tile, A, j + 1, i + 0);
    __syncthreads();
    sum += tile[63 - i];
    __syncthreads();
  }
  C[i] = sum;
}

// CHECK-LABEL: void half_swapped
// CHECK-NOT: fetch_tile
// CHECK: load_at(tile, A, j, t + 0);
__global__ void half_swapped(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int j = 0; j < K; ++j) {
    load_at(tile, A, j, t + 0);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: void not_swapped
// CHECK: auto fetch_tile
__global__ void not_swapped(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    load_at(tile, A, k + 1, t + 0);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// The type of the parameter is another one outside of the namespace.
typedef int row_index;
// CHECK-LABEL: namespace rows
namespace rows {
typedef unsigned char row_index;
__device__ void load_row(float *tile, const float *A, row_index row) {
  const float value = A[row * 64 + threadIdx.x];
  tile[threadIdx.x] = value;
}
} // namespace rows
// CHECK-LABEL: void narrow_rows
// CHECK-NOT: fetch_tile
// CHECK: rows::load_row(tile, A, k * 32);
__global__ void narrow_rows(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    rows::load_row(tile, A, k * 32);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A macro in the macro of the body.
#define OFFSET 0
#define AT(k) ((k) * 64 + OFFSET)
// CHECK-LABEL: void load_offset
__device__ void load_offset(float *tile, const float *A, int k) {
  const float value = A[AT(k) + threadIdx.x];
  tile[threadIdx.x] = value;
}
#undef OFFSET
#define OFFSET 5
// CHECK-LABEL: void other_offset
// CHECK-NOT: fetch_tile
// CHECK: load_offset(tile, A, k);
__global__ void other_offset(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    load_offset(tile, A, k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The kernel sees one overload more.
__device__ float scaled(double value) { return float(value) * 2.0f; }
namespace fast {
__device__ float scaled(float value) { return value * 3.0f; }
} // namespace fast
// CHECK-LABEL: void load_scaled
__device__ void load_scaled(float *tile, const float *A, int k) {
  const float value = A[k * 64 + threadIdx.x];
  tile[threadIdx.x] = scaled(value);
}
// CHECK-LABEL: void uses_fast
// CHECK-NOT: fetch_tile
// CHECK: load_scaled(tile, A, k);
__global__ void uses_fast(const float *A, float *C, int K) {
  using namespace fast;
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    load_scaled(tile, A, k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void uses_none
// CHECK: auto fetch_tile
__global__ void uses_none(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    load_scaled(tile, A, k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The macro behind the text means the kernel's 'value'.
#define ADD(x) sum += (x) * value
// CHECK-LABEL: void hides_from_a_macro
// CHECK-NOT: fetch_tile
// CHECK: load(k);
__global__ void hides_from_a_macro(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f, value = 2.0f;
  auto load = [&](int k) {
    const float value = A[k * 64 + threadIdx.x];
    tile[threadIdx.x] = value;
  };
  for (int k = 0; k < K; ++k) {
    load(k);
    __syncthreads();
    ADD(tile[63 - threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Through the parameter, the source is volatile.
// CHECK-LABEL: void load_volatile
__device__ void load_volatile(float *tile, const volatile float *A, int k) {
  const float value = A[k * 64 + threadIdx.x];
  tile[threadIdx.x] = value;
}
// CHECK-LABEL: void reads_volatile
// CHECK-NOT: fetch_tile
// CHECK: load_volatile(tile, A, k);
__global__ void reads_volatile(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    load_volatile(tile, A, k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The statement that the macro begins goes on behind it.
#define LOAD_IF(condition)                                                     \
  tile[threadIdx.x] = 0.0f;                                                    \
  if (condition)
// CHECK-LABEL: void goes_on
// CHECK-NOT: fetch_tile
// CHECK: LOAD_IF(k % 2)
__global__ void goes_on(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    LOAD_IF(k % 2)
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// - and -r are not --r.
#define LOAD_BACK(k)                                                           \
  {                                                                            \
    const int at = -k;                                                         \
    tile[threadIdx.x] = A[at * 64 + threadIdx.x];                              \
  }
// CHECK-LABEL: void two_signs
// CHECK-NOT: fetch_tile
// CHECK: LOAD_BACK(-r)
__global__ void two_signs(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    int r = k + 1;
    LOAD_BACK(-r)
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// An argument may be empty.
#define LOAD_AS(qualifier, k)                                                  \
  {                                                                            \
    qualifier float value = A[(k) * 64 + threadIdx.x];                         \
    tile[threadIdx.x] = value;                                                 \
  }
// CHECK-LABEL: void one_sign
// CHECK: auto fetch_tile
__global__ void one_sign(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    LOAD_AS(, k)
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
