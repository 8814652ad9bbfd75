// Flags are the compiler's, behind `--` or among the options.
//
// RUN: cuda-pipeline-check %s -DBARRIER | FileCheck %s
// RUN: cuda-pipeline-check %s -- -DBARRIER | FileCheck %s
// RUN: %exits 1 cuda-pipeline-check %s | FileCheck %s --check-prefix=RACE

__global__ void reversed(const float *in, float *out) {
  __shared__ float tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
#ifdef BARRIER
  __syncthreads();
#endif
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
// CHECK: CLEAN: 'reversed'
// RACE: WITNESS: 'reversed'
void run(const float *in, float *out) { reversed<<<1, 64>>>(in, out); }
