// A variant that counts stages acquires one for each load, and releases it behind
// the math; others do neither.
//
// RUN: cuda-pipeline-rewrite --variant=pipeline --stages=2 --dump-after=plan %s | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=pipeline --stages=3 --dump-after=plan %s | FileCheck %s --check-prefix=RING
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=plan %s | FileCheck %s --check-prefix=NONE
// RUN: mutate-schedule %s | FileCheck %s --check-prefix=WRONG
//
// CHECK: plan walk pipeline stages 2
// CHECK: prologue acquire load(0) commit
// CHECK-NEXT: body wait(0) barrier(1) advance(1) acquire load(1) commit alias(0) compute(2) release rotate
// RING: prologue acquire load(0) advance(1) commit
// RING-NEXT: body wait(1) barrier(1) acquire load(2) advance(3) commit alias(0) compute(2) release rotate
// NONE-NOT: {{acquire|release}}
// WRONG: walk pipeline no-acquire: unsound plan (pipeline): no stage is acquired for tile 1; written
// WRONG: walk pipeline acquire-behind-load: unsound plan (pipeline): no stage is acquired for tile 1; written
// WRONG: walk pipeline no-release: unsound plan (pipeline): tile 1 acquires a stage that nobody releases; written
// WRONG: walk pipeline release-first: unsound plan (pipeline): tile 0 is computed behind its release; written

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum = sum * 0.5f + tile[63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
