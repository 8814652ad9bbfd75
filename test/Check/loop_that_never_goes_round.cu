// A loop with barriers that makes one trip in every play shows nothing of the second.
//
// RUN: %exits 2 cuda-pipeline-check %s | FileCheck %s

__global__ void once(const float *in, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    tile[t] = in[k * 64 + t];
    __syncthreads();
    out[k * 64 + t] = tile[63 - t];
    if (tile[0] < 4)
      break;
    __syncthreads();
  }
}
// CHECK: NO PROOF: 'once' with blocks of 64: a loop with barriers never went round twice
void run(const float *in, float *out, int n) { once<<<1, 64>>>(in, out, n); }
