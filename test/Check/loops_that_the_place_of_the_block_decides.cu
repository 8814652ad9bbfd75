// How often a loop turns rests on blockIdx: a block is played that is far enough for two trips, and
// what is proved for one block is not for all.
//
// RUN: %exits 1 %check %s > %t.out 2>&1
// RUN: FileCheck --input-file=%t.out %s
//
// CHECK: [race-read-write]
// CHECK: WITNESS: 'racy' with blocks of 128
// CHECK: CLEAN: 'right' with blocks of 128
// CHECK-NEXT: note: not proved for all trips: the place of the block decides how often a loop turns

#define SUMS(NAME, END)                                                        \
  __global__ void NAME(float *out, const float *in) {                          \
    __shared__ float s[128];                                                   \
    const int t = threadIdx.x;                                                 \
    float acc = 0;                                                             \
    for (int k = 0; k <= blockIdx.x; k += 64) {                                \
      s[t] = in[k * 128 + t];                                                  \
      __syncthreads();                                                         \
      acc += s[t ^ 33];                                                        \
      END;                                                                     \
    }                                                                          \
    out[blockIdx.x * 128 + t] = acc;                                           \
  }
SUMS(racy, )
SUMS(right, __syncthreads())
void go(float *o, const float *i, int n) {
  racy<<<n, 128>>>(o, i);
  right<<<n, 128>>>(o, i);
}
