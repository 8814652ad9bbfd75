// Whether two threads store in one place, data decide, and those were made up: no
// witness. Who reads, changes and stores means that others come to the same place.
//
// RUN: %exits 2 cuda-pipeline-check %s --kernel=scatter | FileCheck %s
// RUN: %exits 1 cuda-pipeline-check %s --kernel=counted | FileCheck %s --check-prefix=COUNTED
// RUN: cuda-pipeline-check %s --kernel=atomic | FileCheck %s --check-prefix=ATOMIC

__global__ void scatter(const int *place, const float *in, float *out) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  tile[t] = 0;
  __syncthreads();
  tile[place[t] & 255] = in[t];
  __syncthreads();
  out[t] = tile[t];
}
// CHECK: note: in 'scatter', thread
// CHECK: note: it rests on what place holds, which was made up
// CHECK: NO PROOF: 'scatter' with blocks of 128: with data or numbers that were made up there is a hazard; what would make a proof: a launch or an assertion that excludes them, or an atomic

__global__ void counted(const int *place, int *out) {
  __shared__ int bins[256];
  const int t = threadIdx.x;
  bins[t] = bins[t + 128] = 0;
  __syncthreads();
  bins[place[t] & 255] += 1;
  __syncthreads();
  out[t] = bins[t];
}
// COUNTED: note: it rests on what place holds, which was made up
// COUNTED: WITNESS: 'counted'

__global__ void atomic(const int *place, int *out) {
  __shared__ int bins[256];
  const int t = threadIdx.x;
  bins[t] = bins[t + 128] = 0;
  __syncthreads();
  atomicAdd(&bins[place[t] & 255], 1);
  __syncthreads();
  out[t] = bins[t];
}
// ATOMIC: CLEAN: 'atomic'

void run(const int *place, const float *in, float *out, int *counts) {
  scatter<<<1, 128>>>(place, in, out);
  counted<<<1, 128>>>(place, counts);
  atomic<<<1, 128>>>(place, counts);
}
