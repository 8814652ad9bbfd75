// The tile itself is the buffer of the reduction behind the loop: one stage.
//
// RUN: %rewrite_and_run ldg-single volume

__global__ void volume(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int planes, int n) {
  __shared__ float plane[64];
  __shared__ float weights[64];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 8 + x;

  for (int z = blockIdx.x; z < planes; z += gridDim.x) {
    float sum = 0.0f;
    for (int k = 0; k < n; k += 8) {
      plane[t] = k + x < n ? A[(z * 8 + y) * n + k + x] : 0.0f;
      weights[t] = k + x < n ? B[z * n + k + x] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 64; i += 3)
        sum = sum * 0.9f + plane[i] * weights[63 - i];
      __syncthreads();
    }

    plane[t] = sum;
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
      if (t < s)
        plane[t] += plane[t + s];
      __syncthreads();
    }
    out[z * 64 + t] = plane[0] + sum;
    __syncthreads();
  }
}
