// The only statement of a function template is the store: for elements that cp.async
// cannot copy it stays.
//
// RUN: %rewrite_and_run cpasync launched
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.cpasync.cu -DTYPE=short
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.cpasync.cu -DTYPE=char
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

// CHECK: if constexpr (sizeof(T) == alignof(T) && sizeof(T) >= 4 && sizeof(T) <= 16)
// CHECK-NEXT: __pipeline_memcpy_async(&tile[threadIdx.x / 8][threadIdx.x % 8], &from[threadIdx.x], sizeof(T));
// CHECK-NEXT: else
// CHECK-NEXT: tile[threadIdx.x / 8][threadIdx.x % 8] = from[threadIdx.x];
template <typename T>
__device__ void load_tile(T (&tile)[8][8], const T *from) {
  tile[threadIdx.x / 8][threadIdx.x % 8] = from[threadIdx.x];
}

template <typename T>
__global__ void sum(const T *__restrict__ A, T *__restrict__ C, int K) {
  __shared__ T tile[8][8];
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < K; k += 64) {
    load_tile(tile, A + k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i / 8][i % 8] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

#ifdef TYPE
void launch(const float *A, float *C, int K) {
  sum<<<1, 64>>>((const TYPE *)A, (TYPE *)C, K);
}
#else
void launch(const float *A, float *C, int K) { sum<<<1, 64>>>(A, C, K); }
#endif
