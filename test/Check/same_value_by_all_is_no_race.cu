// All threads store the same number; another one is a race.
//
// RUN: cuda-pipeline-check %s --kernel=same | FileCheck %s
// RUN: %exits 1 cuda-pipeline-check %s --kernel=other | FileCheck %s --check-prefix=OTHER

__global__ void same(const float *in, float *out, int n) {
  __shared__ int bound;
  bound = min(n, 512);
  if (bound > 3)
    out[threadIdx.x] = in[threadIdx.x] * bound;
}
// CHECK: CLEAN: 'same'

__global__ void other(const float *in, float *out, int n) {
  __shared__ int bound;
  bound = min(n, 512) + threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x] * bound;
}
// OTHER: in 'other', thread 1 writes 'bound', and thread 0 writes the same bytes; nothing orders the two [race-write-write]

void run(const float *in, float *out, int n) {
  same<<<1, 128>>>(in, out, n);
  other<<<1, 128>>>(in, out, n);
}
