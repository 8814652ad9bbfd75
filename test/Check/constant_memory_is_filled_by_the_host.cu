// What `__constant__` memory holds is not in the text: no proof rests on zeros there. Tables that
// the text fills are as they are.
//
// RUN: not cuda-pipeline-check %s 2>&1 | FileCheck %s
//
// CHECK-DAG: NO PROOF: 'by_offsets' {{.*}}made up
// CHECK-DAG: it rests on what offsets holds, which was made up
// CHECK-DAG: CLEAN: 'radius_of_the_host'
// CHECK-DAG: PROVED FOR ALL TRIPS: 'by_a_table'
// CHECK-DAG: PROVED FOR ALL TRIPS: 'weights_only' {{.*}} were played{{$}}

__constant__ int offsets[8];
__constant__ int radius;
__constant__ float weights[64];
constexpr int table[4] = {0, 0, 0, 0};

__global__ void by_offsets(const float *A, float *C, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    s[t] = A[k + t];
    for (int j = 0; j < 8; ++j)
      sum += s[(t + offsets[j]) & 63];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void radius_of_the_host(const float *A, float *C, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    s[t] = A[k + t];
    __syncthreads();
    sum += s[(t + radius) & 63];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void by_a_table(const float *A, float *C, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    s[t] = A[k + t];
    __syncthreads();
    for (int j = 0; j < 4; ++j)
      sum += s[(t + j + table[j]) & 63];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void weights_only(const float *A, float *C, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    s[t] = A[k + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += s[j] * weights[j];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int n) {
  by_offsets<<<1, 64>>>(A, C, n);
  radius_of_the_host<<<1, 64>>>(A, C, n);
  by_a_table<<<1, 64>>>(A, C, n);
  weights_only<<<1, 64>>>(A, C, n);
}
