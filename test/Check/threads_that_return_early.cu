// Threads that return early, or skip a part, do so in a ragged block: it is played for launches in
// sight, for blocks that are given, and for those that are guessed. What is right in a whole block
// only is neither proved nor clean.
//
// RUN: %exits 1 %check %s --block=256 > %t.out 2>&1
// RUN: FileCheck --input-file=%t.out %s
// RUN: %exits 2 %check %s --kernel=guessed > %t.guessed 2>&1
// RUN: FileCheck --check-prefix=GUESSED --input-file=%t.guessed %s
//
// CHECK: [uninitialized-read]
// CHECK: WITNESS: 'guessed' with blocks of 256: 1 hazard with n = 384
// CHECK: PROVED FOR ALL TRIPS: 'all_load'
// CHECK: CLEAN: 'never_ragged'
// CHECK-NEXT: note: not proved for all trips: no numbers were found with which threads of one block go both ways, in line [[#]]
//
// GUESSED: NO PROOF: 'guessed' with blocks of 256: {{.*}}there is a hazard, such as with n = 384

#define LOOP(LEAVES, STAYS)                                                    \
  (float *out, const float *in, int n, int tiles) {                            \
    __shared__ float s[256];                                                   \
    int i = blockIdx.x * 256 + threadIdx.x;                                    \
    LEAVES;                                                                    \
    float acc = 0;                                                             \
    for (int t = 0; t < tiles; t++) {                                          \
      s[threadIdx.x] = in[t * 256 + threadIdx.x];                              \
      __syncthreads();                                                         \
      for (int j = 0; j < 256; j++)                                            \
        acc += s[j];                                                           \
      __syncthreads();                                                         \
    }                                                                          \
    if (STAYS)                                                                 \
      out[i] = acc;                                                            \
  }

__global__ void guessed LOOP(if (i >= n) return, true)
// The twin: nobody leaves before the last barrier.
__global__ void all_load LOOP(, i < n)
// What no number splits that is tried.
__global__ void never_ragged LOOP(if (i > n * 1000 + 7000) return, true)
