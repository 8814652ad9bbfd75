// What a variable holds between a load and its store is asked for behind the store:
// in the compute phase, in the next trip, behind the loop. It stays loaded.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

#define SUM                                                                    \
  for (int i = 0; i < 64; ++i)                                                 \
    sum += tile[i] * (t + 1)

// CHECK: remark: K-loop in 'dead' pipelined: cpasync
__global__ void dead(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float value = 1.0f, sum = value;
  for (int k = 0; k < n; ++k) {
    value = A[k * 64 + t];
    tile[t] = value;
    __syncthreads();
    SUM;
    value = sum;
    sum = value * 0.5f;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'in_the_compute_phase' left alone:
__global__ void in_the_compute_phase(const float *__restrict__ A, float *out,
                                     int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float value = 1.0f, sum = value;
  for (int k = 0; k < n; ++k) {
    value = A[k * 64 + t];
    tile[t] = value;
    __syncthreads();
    SUM;
    sum += value;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'under_a_condition' left alone:
__global__ void under_a_condition(const float *__restrict__ A, float *out,
                                  int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float value = 1.0f, sum = value;
  for (int k = 0; k < n; ++k) {
    value = A[k * 64 + t];
    tile[t] = value;
    __syncthreads();
    SUM;
    if (sum > 3.0f)
      value = sum;
    sum += value;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'behind_the_loop' left alone:
__global__ void behind_the_loop(const float *__restrict__ A, float *out,
                                int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float value = 1.0f, sum = value;
  for (int k = 0; k < n; ++k) {
    value = A[k * 64 + t];
    tile[t] = value;
    __syncthreads();
    SUM;
    __syncthreads();
  }
  out[t] = sum + value;
}

// CHECK: remark: K-loop in 'in_the_next_trip' left alone:
__global__ void in_the_next_trip(const float *__restrict__ A, float *out,
                                 int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float value = 1.0f, sum = value;
  for (int k = 0; k < n; ++k) {
    sum += value;
    value = A[k * 64 + t];
    tile[t] = value;
    __syncthreads();
    SUM;
    __syncthreads();
  }
  out[t] = sum;
}
