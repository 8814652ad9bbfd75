// `uint k < int n` counts as `int k` does; what is taken away from a bound may make it large.
//
// RUN: cuda-pipeline-check %s | FileCheck %s
//
// CHECK: PROVED FOR ALL TRIPS: 'counts_unsigned'
// CHECK: CLEAN: 'bound_may_go_below_zero'
// CHECK-NEXT: not proved for all trips: what happens rests on the number of the trip

#define SUM(NAME, GUARD)                                                       \
  __global__ void NAME(float *out, const float *in, int n) {                   \
    __shared__ float s[128];                                                   \
    const int t = threadIdx.x;                                                 \
    float acc = 0;                                                             \
    for (unsigned k = 0; k < n; k += 8) {                                      \
      if (GUARD)                                                               \
        s[t] = in[k * 128 + t];                                                \
      __syncthreads();                                                         \
      acc += s[t ^ 33];                                                        \
      __syncthreads();                                                         \
    }                                                                          \
    out[t] = acc;                                                              \
  }
SUM(counts_unsigned, true)
SUM(bound_may_go_below_zero, k == 0 || k - 24 < unsigned(n - 40))
void go(float *o, const float *in, int n) {
  counts_unsigned<<<1, 128>>>(o, in, n);
  bound_may_go_below_zero<<<1, 128>>>(o, in, n);
}
