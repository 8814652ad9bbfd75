// A read and a store that nothing orders: both places, both threads, the trip and what
// mends it. The twin has a barrier more.
//
// RUN: %exits 1 cuda-pipeline-check %s --kernel=racy | FileCheck %s
// RUN: cuda-pipeline-check %s --kernel=right | FileCheck %s --check-prefix=RIGHT

__global__ void racy(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 128) {
    tile[t] = in[k + t];
    __syncthreads();
    sum += tile[127 - t];
  }
  out[blockIdx.x * 128 + t] = sum;
}
// CHECK: race_in_both_places.cu:[[#@LINE-6]]:13: warning: in 'racy', trip 2, thread 63 writes 'tile' where thread 64 may still read [race-read-write]
// CHECK-NEXT: race_in_both_places.cu:[[#@LINE-5]]:12: note: here is thread 64's side of it
// CHECK-NEXT: note: remedy: put __syncthreads() at the end of the trip, behind line [[#@LINE-6]]
// CHECK: race_in_both_places.cu:7:17: WITNESS: 'racy' with blocks of 128: 1 hazard with n = 256

__global__ void right(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 128) {
    tile[t] = in[k + t];
    __syncthreads();
    sum += tile[127 - t];
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}
// RIGHT: PROVED FOR ALL TRIPS: 'right' with blocks of 128: no hazard in shared memory

void run(const float *in, float *out, int n) {
  racy<<<64, 128>>>(in, out, n);
  right<<<64, 128>>>(in, out, n);
}
