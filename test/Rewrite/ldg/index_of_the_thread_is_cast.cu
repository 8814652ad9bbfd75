// A copy loop that starts at the number of the thread, whatever type that is cast
// to, makes a constant number of passes.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DPADDED \
// RUN:   "-DKERNELS=by_static_cast<64>,by_c_cast,by_function_cast"
// RUN: FileCheck %s < %t.ldg.cu

// CHECK-LABEL: by_static_cast(
// CHECK: float next_tile[LOADS];
template <int TILE>
__global__ void by_static_cast(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float tile[TILE];
  constexpr int kThreads = 32;
  const int tid = static_cast<int>(threadIdx.x);
  float sum = 0.0f;
  for (int k = 0; k < n; k += TILE) {
    for (int i = tid; i < TILE; i += kThreads)
      tile[i] = k + i < n ? A[k + i] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum = sum * 0.5f + tile[i] * (i + tid);
    __syncthreads();
  }
  out[tid] = sum;
}

// CHECK-LABEL: by_c_cast(
// CHECK: float next_tile[LOADS];
__global__ void by_c_cast(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = (int)threadIdx.x; i < 64; i += 32)
      tile[i] = k + i < n ? A[k + i] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i] * (i + threadIdx.x);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-LABEL: by_function_cast(
// CHECK: float next_tile[LOADS];
__global__ void by_function_cast(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const auto t = int64_t(threadIdx.x);
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (auto i = t; i < 64; i += 32)
      tile[i] = k + i < n ? A[k + i] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}
