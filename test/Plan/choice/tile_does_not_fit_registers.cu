// With a tile on its way, there would be more registers than a thread can have:
// cp.async, whatever its width. A smaller tile goes through registers, into one
// buffer, as few warps are resident.
//
// RUN: sed 's/KEYS/64/g' %s > %t.64.cu
// RUN: cuda-pipeline-rewrite --explain %t.64.cu -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MANY
// RUN: sed 's/KEYS/32/g' %s > %t.32.cu
// RUN: cuda-pipeline-rewrite --explain %t.32.cu -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FEW

// MANY: pipelined: cpasync, 2 stages, dynamic
// MANY: > a tile on its way would crowd the registers
// FEW: pipelined: ldg-single, one buffer
constexpr int D = 64;

__global__ void __launch_bounds__(128)
    scores(const float *__restrict__ K, const float *__restrict__ V,
           float *__restrict__ O, int n) {
  __shared__ float Ks[KEYS][D];
  __shared__ float Vs[KEYS][D];
  const int t = threadIdx.x;
  float q[D], o[D];
  for (int d = 0; d < D; ++d) {
    q[d] = O[t * D + d];
    o[d] = 0.0f;
  }
  for (int k0 = 0; k0 < n; k0 += KEYS) {
    const int keys = min(KEYS, n - k0);
    for (int i = t; i < keys * D; i += 128) {
      Ks[i / D][i % D] = K[k0 * D + i];
      Vs[i / D][i % D] = V[k0 * D + i];
    }
    __syncthreads();
    for (int k = 0; k < keys; ++k) {
      float score = 0.0f;
      for (int d = 0; d < D; ++d)
        score += q[d] * Ks[k][d];
      for (int d = 0; d < D; ++d)
        o[d] += score * Vs[k][d];
    }
    __syncthreads();
  }
  for (int d = 0; d < D; ++d)
    O[t * D + d] = o[d];
}

void launch(const float *K, const float *V, float *O, int n) {
  scores<<<100, 128>>>(K, V, O, n);
}
