// --stages-too: a ring that follows its number of stages is right with one less and one
// more; one that has a distance of its own is right by chance.
//
// RUN: %check %s --cuda-headers=embedded --kernel=follows --stages-too | FileCheck %s --check-prefix=RIGHT
// RUN: %exits 1 %check %s --cuda-headers=embedded --stages-too | FileCheck %s
// RUN: %check %s --cuda-headers=embedded | FileCheck %s --check-prefix=ALONE
// RUN: %exits 1 %check %s --cuda-headers=embedded --stages-too --json | FileCheck %s --check-prefix=JSON

#include <cuda_pipeline.h>

constexpr int Stages = 3;

__device__ void load(float *to, const float *from, bool any) {
  if (any)
    __pipeline_memcpy_async(to + threadIdx.x, from + threadIdx.x, sizeof(float));
  __pipeline_commit();
}

// RIGHT-NOT: warning
// RIGHT: PROVED FOR ALL TRIPS: 'follows<3>'
template <int Slots> __global__ void follows(const float *in, float *out, int tiles) {
  __shared__ float ring[Slots][128];
  float sum = 0;
  for (int k = 0; k < Slots - 1; ++k)
    load(ring[k % Slots], in + k * 128, k < tiles);
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(Slots - 2);
    __syncthreads();
    load(ring[(k + Slots - 1) % Slots], in + (k + Slots - 1) * 128, k + Slots - 1 < tiles);
    sum += ring[k % Slots][threadIdx.x ^ 1];
  }
  out[threadIdx.x] = sum;
}

// CHECK: :[[#@LINE + 14]]:{{[0-9]+}}: warning: in 'two_ahead' with Stages = 2, where line 11 says 3: {{.*}} [race-write-read]
// CHECK: PROVED FOR ALL TRIPS: 'two_ahead'
// ALONE-NOT: with Stages
// JSON: "other-stages"
// JSON: "instead": 2
__global__ void two_ahead(const float *in, float *out, int tiles) {
  __shared__ float ring[Stages][128];
  float sum = 0;
  for (int k = 0; k < 2; ++k)
    load(ring[k % Stages], in + k * 128, k < tiles);
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(1);
    __syncthreads();
    load(ring[(k + 2) % Stages], in + (k + 2) * 128, k + 2 < tiles);
    sum += ring[k % Stages][threadIdx.x ^ 1];
  }
  out[threadIdx.x] = sum;
}

void run(const float *in, float *out, int n) {
  follows<3><<<1, 128>>>(in, out, n);
  two_ahead<<<1, 128>>>(in, out, n);
}
