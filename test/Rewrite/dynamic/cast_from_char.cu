// Bytes cut into tiles of different types by casts.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single launched
// RUN: %golden cpasync

#define BLOCK 64

__global__ void weighted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ __align__(16) unsigned char smem[];
  float4 *vectors = reinterpret_cast<float4 *>(smem);
  float *weights = (float *)(smem + BLOCK / 4 * sizeof(float4));
  int *rows = reinterpret_cast<int *>(weights + BLOCK);

  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += BLOCK) {
    if (t < BLOCK / 4)
      vectors[t] = reinterpret_cast<const float4 *>(A + k)[t];
    weights[t] = A[k + BLOCK - 1 - t];
    rows[t] = __float_as_int(A[k + t]);
    __syncthreads();
    for (int i = 0; i < BLOCK / 4; ++i) {
      const float4 v = vectors[i];
      sum += v.x * weights[4 * i] + v.y * weights[4 * i + 1] +
             v.z * weights[4 * i + 2] + v.w * weights[(4 * i + t) % BLOCK];
    }
    sum += rows[(t + 1) % BLOCK] % 7;
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  weighted<<<1, BLOCK, BLOCK * (2 * sizeof(float) + sizeof(int))>>>(A, C, K);
}
