// A flag is played as true and as false, unless all launches in sight pass the same; and so is
// each of several pointers that may be null.
//
// RUN: %exits 1 cuda-pipeline-check %s 2>&1 | FileCheck %s
//
// CHECK-DAG: WITNESS: 'asked' {{.*}}flag = 0
// CHECK-DAG: WITNESS: 'always_false' {{.*}}flag = 0
// CHECK-DAG: PROVED FOR ALL TRIPS: 'always_true' {{.*}}only as played: 'flag'
// CHECK-DAG: PROVED FOR ALL TRIPS: 'letter' {{.*}}only as played: 'flag'
// CHECK-DAG: WITNESS: 'second_alone' {{.*}}scale = nullptr

#define KERNEL(name, type, test)                                                                   \
  __global__ void name(const float *A, float *C, int n, type flag) {                               \
    __shared__ float s[64];                                                                        \
    const int t = threadIdx.x;                                                                     \
    float sum = 0.0f;                                                                              \
    for (int k = 0; k < n; k += 64) {                                                              \
      s[t] = A[k + t];                                                                             \
      if (test)                                                                                    \
        __syncthreads();                                                                           \
      sum += s[t ^ 33];                                                                            \
      __syncthreads();                                                                             \
    }                                                                                              \
    C[t] = sum;                                                                                    \
  }

KERNEL(asked, bool, flag)
KERNEL(always_false, bool, flag)
KERNEL(always_true, bool, flag)
KERNEL(letter, char, flag == 'T')

// Each of the two has the barrier of its own; without both, there is no store.
__global__ void second_alone(const float *A, float *C, int n, const float *mask, const float *scale) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  s[t] = 0.0f;
  __syncthreads();
  for (int k = 0; k < n; k += 64) {
    if (mask)
      s[t] = A[k + t] * mask[k + t];
    if (scale) {
      s[t] *= scale[k + t];
      __syncthreads();
    }
    sum += s[t ^ 33];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int n, bool flag) {
  asked<<<1, 64>>>(A, C, n, flag);
  always_false<<<1, 64>>>(A, C, n, false);
  always_true<<<1, 64>>>(A, C, n, true);
  letter<<<1, 64>>>(A, C, n, 'T');
  second_alone<<<1, 64>>>(A, C, n, nullptr, nullptr);
  second_alone<<<1, 64>>>(A, C, n, A, A);
}
