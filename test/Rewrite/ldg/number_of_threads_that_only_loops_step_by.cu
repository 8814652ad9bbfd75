// Where the loops count their registers, nothing asks for the number of threads
// any more: reading it is no load.
//
// RUN: %rewrite_and_run ldg,ldg-single launched
// RUN: %golden ldg

__global__ void walk(const float *A, float *out, int n) {
  __shared__ float tile[32][4];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 128) {
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    int threads = blockDim.x * blockDim.y;
    for (int i = t; i < 32; i += threads) {
      if (k + i * 4 < n) {
        const float4 v = reinterpret_cast<const float4 *>(A + k + i * 4)[0];
        tile[i][0] = v.x;
        tile[i][1] = v.y * 2.0f;
        tile[i][2] = v.z;
        tile[i][3] = v.w;
      } else {
        tile[i][0] = 0.0f;
        tile[i][1] = 0.0f;
        tile[i][2] = 0.0f;
        tile[i][3] = 0.0f;
      }
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i][(i + t) % 4] * (i + t);
    __syncthreads();
  }
  out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

void launch(const float *A, float *out, int n) {
  walk<<<1, dim3(8, 8)>>>(A, out, n);
}
