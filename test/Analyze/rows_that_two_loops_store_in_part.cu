// Two loops in the branches of one condition that changes from trip to trip store
// other elements: those that one leaves out are of an earlier tile. The near twin
// is Rewrite/ldg/row_or_zeros_in_loops_of_their_own.cu.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=pipelined

#define KERNEL(NAME)                                                           \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ out,   \
                       int n, int part)
#define COMPUTE                                                                \
  for (int i = 0; i < 32; ++i)                                                 \
  sum = sum * 0.5f + tile[i][(i + t) % 4] * (i + t)

// CHECK: 'fewer' left alone: {{.*}}[footprint-moves]
KERNEL(fewer) {
  __shared__ float tile[32][4];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (k + t < n) {
      for (int d = 0; d < 4; ++d)
        tile[t][d] = A[k + (t + d) % 32];
    } else {
      for (int d = 0; d < 3; ++d)
        tile[t][d] = 0.0f;
    }
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'from_another_start' left alone: {{.*}}[footprint-moves]
KERNEL(from_another_start) {
  __shared__ float tile[32][4];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (k + t < n) {
      for (int d = 0; d < 4; ++d)
        tile[t][d] = A[k + (t + d) % 32];
    } else {
      for (int d = part; d < 4; ++d)
        tile[t][d] = 0.0f;
    }
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'other_rows' left alone: {{.*}}[footprint-moves]
KERNEL(other_rows) {
  __shared__ float tile[32][4];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (k + t < n) {
      for (int d = 0; d < 4; ++d)
        tile[t][d] = A[k + (t + d) % 32];
    } else {
      for (int d = 0; d < 4; ++d)
        tile[(t + part) % 32][d] = 0.0f;
    }
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'skips' left alone: {{.*}}[footprint-moves]
KERNEL(skips) {
  __shared__ float tile[32][4];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (k + t < n) {
      for (int d = 0; d < 4; ++d)
        tile[t][d] = A[k + (t + d) % 32];
    } else {
      for (int d = 0; d < 4; ++d) {
        tile[t][d] = 0.0f;
        d += part;
      }
    }
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'one_of_two_variables' left alone: {{.*}}[footprint-moves]
KERNEL(one_of_two_variables) {
  __shared__ float tile[32][4];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (k + t < n) {
      const int row = t;
      for (int d = 0; d < 4; ++d)
        tile[row][d] = A[k + (t + d) % 32];
    } else {
      const int row = (t + part) % 32;
      for (int d = 0; d < 4; ++d)
        tile[row][d] = 0.0f;
    }
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  out[t] = sum;
}
