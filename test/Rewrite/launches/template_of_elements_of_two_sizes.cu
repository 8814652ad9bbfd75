// One text for elements of four and of eight bytes: a stage takes whole elements of
// each, so launches are rounded up to the longer.
//
// RUN: %rewrite_and_run cpasync,ldg launched
// RUN: cuda-pipeline-rewrite --variant=ldg -o - %s | FileCheck %s

template <typename T>
__global__ void sum_tiles(const T *__restrict__ A, float *__restrict__ C,
                          int K) {
  extern __shared__ unsigned char memory[];
  T *tile = reinterpret_cast<T *>(memory);
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t] * (t + 1);
    __syncthreads();
  }
  C[t] += float(sum);
}

__global__ void set(float *C) { C[threadIdx.x] = 0; }

void launch(const float *A, float *C, int K) {
  set<<<1, 64>>>(C);
  // CHECK: sum_tiles<<<1, 64, 2 * ((64 * sizeof(float) + 4 + 7) / 8 * 8)>>>
  sum_tiles<<<1, 64, 64 * sizeof(float) + 4>>>(A, C, K);
  const auto *words = reinterpret_cast<const long long *>(A);
  // CHECK: sum_tiles<<<1, 64, 2 * ((64 * sizeof(long long) + 4 + 7) / 8 * 8)>>>
  sum_tiles<<<1, 64, 64 * sizeof(long long) + 4>>>(words, C, K / 128 * 64);
}
