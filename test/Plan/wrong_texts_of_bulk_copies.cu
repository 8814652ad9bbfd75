// What one thread copies for all: each part of it is read. (Its waits say no number of
// groups: a schedule with another comes to the same text.)
//
// RUN: mutate-schedule read-back bulk stages=3 %s > %t
// RUN: FileCheck %s --input-file=%t
// RUN: grep -E " (schedule|text) " %t | grep -v "schedule wait-leaves" | not grep "READ AS PROVED"
// RUN: mutate-schedule read-back bulk %s > %t.two
// RUN: FileCheck %s --input-file=%t.two
// RUN: grep -E " (schedule|text) " %t.two | grep -v "schedule wait-leaves" | not grep "READ AS PROVED"

// CHECK: later bulk: READ AS PROVED
// CHECK-DAG: later bulk text copies-of-all: unsound result ('later'): not one thread alone copies for the block
// CHECK-DAG: later bulk text arrivals-of-all: unsound result ('later'): not one thread alone copies for the block
// CHECK-DAG: later bulk text no-fence: unsound result ('later'): a copy for the block may overtake what threads have stored
// CHECK-DAG: later bulk text expects-more: unsound result ('later'): other bytes are expected than are copied
// CHECK-DAG: later bulk text copies-less: unsound result ('later'): other bytes are expected than are copied
// CHECK-DAG: later bulk text counted-by-the-first: unsound result ('later')
// CHECK-DAG: later bulk text arrives-at-its-own: unsound result ('later'): phases of the stages do not follow each other
// CHECK-DAG: later bulk text no-arrival-in-loop: unsound result ('later')
// CHECK-DAG: later bulk text waits-for-the-other-parity: unsound result ('later'): a wait is for the other parity
// CHECK-DAG: later bulk text parity-stays: unsound result ('later'): a wait is for the other parity
// CHECK-DAG: later bulk text one-is-not-set-up: unsound result ('later'): there is no barrier for each stage that counts the copies
// CHECK-DAG: later bulk text set-up-for-two: unsound result ('later'): a barrier that counts copies is not set up once, for one arrival
// CHECK-DAG: later bulk text set-up-by-all: unsound result ('later'): a barrier that counts copies is not set up once, for one arrival
// CHECK-DAG: later bulk text no-barrier-behind-set-up: unsound result ('later'): a barrier that counts copies is used before it is set up
__global__ void later(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = t; i < 64; i += blockDim.x)
      tile[i] = k + i < n ? A[k + i] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}
