// Two numbers decide how often loops turn, and no one value is right for both: each is raised
// alone, and the other is one of those that the proof rests on.
//
// RUN: %exits 1 cuda-pipeline-check %s 2>&1 | FileCheck %s
//
// CHECK-DAG: PROVED FOR ALL TRIPS: 'with_a_halo' {{.*}}only as played: 'r'
// CHECK-DAG: WITNESS: 'no_barrier_behind' {{.*}}

#define KERNEL(name, barrier)                                                                      \
  __global__ void name(const float *A, float *C, int n, int r) {                                   \
    __shared__ float s[64 + 16];                                                                   \
    const int t = threadIdx.x;                                                                     \
    float sum = 0.0f;                                                                              \
    for (int k = 0; k < n; k += 64) {                                                              \
      for (int j = t; j < 64 + 2 * r; j += 64)                                                     \
        s[j] = A[k + j];                                                                           \
      __syncthreads();                                                                             \
      for (int j = 0; j <= 2 * r; ++j)                                                             \
        sum += s[t + j];                                                                           \
      barrier;                                                                                     \
    }                                                                                              \
    C[t] = sum;                                                                                    \
  }

KERNEL(with_a_halo, __syncthreads())
KERNEL(no_barrier_behind, (void)0)

void launch(const float *A, float *C, int n, int r) {
  with_a_halo<<<1, 64>>>(A, C, n, r);
  no_barrier_behind<<<1, 64>>>(A, C, n, r);
}
