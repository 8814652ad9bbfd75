// How much dynamic shared memory there is, the launch says.
//
// RUN: %exits 1 cuda-pipeline-check %s | FileCheck %s

__global__ void small(const float *in, float *out) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  tile[t + 64] = in[t];
  __syncthreads();
  out[t] = tile[127 - t];
}
// CHECK: [[#@LINE-4]]:16: warning: in 'small', thread {{[0-9]+}} accesses shared memory that is of no variable, behind 'tile' [out-of-bounds]
// CHECK: WITNESS: 'small'

__global__ void large(const float *in, float *out) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  tile[t + 64] = in[t];
  __syncthreads();
  out[t] = tile[127 - t];
}
// CHECK: CLEAN: 'large'

void run(const float *in, float *out) {
  small<<<1, 64, 64 * sizeof(float)>>>(in, out);
  large<<<1, 64, 128 * sizeof(float)>>>(in, out);
}
