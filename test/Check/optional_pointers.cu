// A pointer that the kernel compares with null is played as null, too, unless each launch in
// sight passes an array; and where it decides what is ordered, a proof says that it rests on it.
//
// RUN: %exits 1 cuda-pipeline-check %s 2>&1 | FileCheck %s
//
// CHECK-DAG: NO PROOF: 'not_launched' {{.*}}there is a hazard, such as with {{.*}}mask = nullptr
// CHECK-DAG: WITNESS: 'launched_without' {{.*}}mask = nullptr
// CHECK-DAG: WITNESS: 'in_a_struct' {{.*}}rest = nullptr
// CHECK-DAG: PROVED FOR ALL TRIPS: 'launched_with' {{.*}}only as played: 'mask'
// CHECK-DAG: PROVED FOR ALL TRIPS: 'barrier_for_both' {{.*}}only as played: 'mask'
// CHECK-DAG: PROVED FOR ALL TRIPS: 'two_arrays' {{.*}}only as played: 'A' and 'B'

struct Rest {
  const float *mask;
};

#define KERNEL(name, more)                                                                         \
  __global__ void name(const float *A, float *C, int n, more)

#define BODY(mask)                                                                                 \
  __shared__ float s[64];                                                                          \
  const int t = threadIdx.x;                                                                       \
  float sum = 0.0f;                                                                                \
  for (int k = 0; k < n; k += 64) {                                                                \
    s[t] = A[k + t];                                                                               \
    if (mask) {                                                                                    \
      s[t] *= mask[k + t];                                                                         \
      __syncthreads();                                                                             \
    }                                                                                              \
    sum += s[t ^ 33];                                                                              \
    __syncthreads();                                                                               \
  }                                                                                                \
  C[t] = sum;

KERNEL(not_launched, const float *mask) { BODY(mask) }
KERNEL(launched_without, const float *mask) { BODY(mask) }
KERNEL(launched_with, const float *mask) { BODY(mask) }
KERNEL(in_a_struct, Rest rest) { BODY(rest.mask) }

KERNEL(barrier_for_both, const float *mask) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    s[t] = A[k + t];
    if (mask)
      s[t] *= mask[k + t];
    __syncthreads();
    sum += s[t ^ 33];
    __syncthreads();
  }
  C[t] = sum;
}

KERNEL(two_arrays, const float *B) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    s[t] = A[k + t];
    if (A != B)
      __syncthreads();
    sum += s[t ^ 33] * B[k + t];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, const float *B, float *C, int n, Rest rest) {
  launched_without<<<1, 64>>>(A, C, n, nullptr);
  launched_with<<<1, 64>>>(A, C, n, B);
  in_a_struct<<<1, 64>>>(A, C, n, rest);
  barrier_for_both<<<1, 64>>>(A, C, n, B);
  two_arrays<<<1, 64>>>(A, C, n, B);
}
