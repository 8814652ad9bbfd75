// The schedule of 2 to 8 stages, each of which verifyPlan() has played: S - 1
// tiles in front of the loop, a wait that leaves S - 2 groups in flight, one
// barrier, a commit in every trip. The items that have no step are named.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 --dump-after=plan %s \
// RUN:   | FileCheck %s --check-prefix=TWO
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=3 --dump-after=plan %s \
// RUN:   | FileCheck %s --check-prefix=THREE
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=4 --dump-after=plan %s \
// RUN:   | FileCheck %s --check-prefix=FOUR
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=5 --dump-after=plan %s \
// RUN:   | FileCheck %s --check-prefix=FIVE
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=6 --dump-after=plan %s \
// RUN:   | FileCheck %s --check-prefix=SIX
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=7 --dump-after=plan %s \
// RUN:   | FileCheck %s --check-prefix=SEVEN
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=8 --dump-after=plan %s \
// RUN:   | FileCheck %s --check-prefix=EIGHT

// TWO: plan walk cpasync stages 2
// TWO: prologue load(0) commit{{$}}
// TWO-NEXT: body wait(0) barrier(1) advance(1) load(1) commit alias(0) compute(2) rotate{{$}}
// TWO-NEXT: dropped 0 in-load
// TWO-NEXT: dropped 3 in-stages
// TWO-NEXT: shared 256 -> 512
// THREE: plan walk cpasync stages 3
// THREE: prologue load(0) advance(1) commit{{$}}
// THREE-NEXT: body wait(1) barrier(1) load(2) advance(3) commit alias(0) compute(2) rotate{{$}}
// THREE-NEXT: dropped 0 in-load
// THREE-NEXT: dropped 3 in-stages
// THREE-NEXT: shared 256 -> 768
// FOUR: prologue load(0) advance(1) commit{{$}}
// FOUR-NEXT: body wait(2) barrier(1) load(3) advance(4) commit alias(0) compute(2) rotate{{$}}
// FIVE: body wait(3) barrier(1) load(4) advance(5) commit alias(0) compute(2) rotate{{$}}
// SIX: body wait(4) barrier(1) load(5) advance(6) commit alias(0) compute(2) rotate{{$}}
// SEVEN: body wait(5) barrier(1) load(6) advance(7) commit alias(0) compute(2) rotate{{$}}
// EIGHT: plan walk cpasync stages 8
// EIGHT: body wait(6) barrier(1) load(7) advance(8) commit alias(0) compute(2) rotate{{$}}
// EIGHT-NEXT: dropped 0 in-load
// EIGHT-NEXT: dropped 3 in-stages
// EIGHT-NEXT: shared 256 -> 2048
__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

// Copies through registers are stored at the end of the trip, as many tiles
// ahead.
// THREE: plan mixed cpasync stages 3
// THREE-NEXT: tile async
// THREE-NEXT: scaled register
// THREE-NEXT: prologue load(0) store(0) advance(1) commit{{$}}
// THREE-NEXT: body wait(1) barrier(2) load(2) commit alias(0) compute(3) store(2) advance(3) rotate{{$}}
__global__ void mixed(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[64], scaled[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    scaled[t] = A[k + 63 - t] * 0.5f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * scaled[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}
