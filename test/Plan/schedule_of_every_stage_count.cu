// The schedule of 2 to 8 stages, each of which verifyPlan() has played: S - 1
// tiles in front of the loop, a wait that leaves S - 2 groups in flight, one
// barrier, a commit in every trip.
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
// TWO-NEXT: body wait(0) barrier load(1) commit compute(0){{$}}
// TWO-NEXT: shared 256 -> 512
// THREE: plan walk cpasync stages 3
// THREE: prologue load(0) commit load(1) commit{{$}}
// THREE-NEXT: body wait(1) barrier load(2) commit compute(0){{$}}
// THREE-NEXT: shared 256 -> 768
// FOUR: prologue load(0) commit load(1) commit load(2) commit{{$}}
// FOUR-NEXT: body wait(2) barrier load(3) commit compute(0){{$}}
// FIVE: body wait(3) barrier load(4) commit compute(0){{$}}
// SIX: body wait(4) barrier load(5) commit compute(0){{$}}
// SEVEN: body wait(5) barrier load(6) commit compute(0){{$}}
// EIGHT: plan walk cpasync stages 8
// EIGHT: load(6) commit{{$}}
// EIGHT-NEXT: body wait(6) barrier load(7) commit compute(0){{$}}
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
// THREE-NEXT: prologue load(0) commit store(0) load(1) commit store(1){{$}}
// THREE-NEXT: body wait(1) barrier load(2) commit compute(0) store(2){{$}}
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
