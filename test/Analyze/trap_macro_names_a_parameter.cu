// A macro that names a parameter by itself means nothing where the call stands,
// or something else. Beside it, one that is given the parameter.
//
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.cu %s
// RUN: grep -v CHECK %t.cu | FileCheck %s

#define LOAD_ITS_OWN() tile[threadIdx.x] = A[first + threadIdx.x] * 2.0f
#define LOAD_BOTH(k) tile[threadIdx.x] = A[(k) + threadIdx.x] - (k - first)
#define LOAD_GIVEN(k) tile[threadIdx.x] = A[(k) + threadIdx.x] * 2.0f

// CHECK-LABEL: void names_its_own
// CHECK-NOT: fetch_tile
// CHECK: load(k);
__global__ void names_its_own(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  auto load = [&](int first) { LOAD_ITS_OWN(); };
  for (int k = 0; k < K; k += 64) {
    load(k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void names_both
// CHECK-NOT: fetch_tile
// CHECK: load(k);
__global__ void names_both(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  const int first = 7;
  auto load = [&](int first) { LOAD_BOTH(first); };
  for (int k = 0; k < K; k += 64) {
    load(k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum + first;
}

// CHECK-LABEL: void accepted
// CHECK: fetch_tile
__global__ void accepted(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  auto load = [&](int first) { LOAD_GIVEN(first); };
  for (int k = 0; k < K; k += 64) {
    load(k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
