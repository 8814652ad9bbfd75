// What stands in another file might do anything.
//
// RUN: %exits 2 cuda-pipeline-check %s | FileCheck %s

extern __device__ float weigh(float x);
__global__ void weighed(const float *in, float *out) {
  out[threadIdx.x] = weigh(in[threadIdx.x]);
}
// CHECK: NO PROOF: 'weighed' with blocks of 64: 'weigh', whose body is not here in line [[#@LINE-2]]; what would make a proof: for this kernel, compute-sanitizer --tool racecheck, on a GPU
void run(const float *in, float *out) { weighed<<<1, 64>>>(in, out); }
