// The columns of a row are fewer than its pitch, whatever that is: no thread
// stores an element twice, and asynchronous copies need no order.
//
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DPADDED -DKERNEL=launch
// RUN: %golden cpasync

__device__ float summed(const float *tile, int pitch, int t) {
  float sum = 0.0f;
  for (int i = 0; i < 5 * pitch; ++i)
    sum = sum * 0.5f + tile[i] * (i + t);
  return sum;
}

__device__ float by_rows(const float *__restrict__ A, int n, int pitch) {
  __shared__ float tile[5 * 9];
  const int tx = threadIdx.x % 4, ty = threadIdx.x / 4;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    for (int i = ty; i < 5; i += 8)
      for (int j = tx; j < pitch; j += 4)
        tile[i * pitch + j] = A[k + (i * pitch + j) % 32];
    __syncthreads();
    sum += summed(tile, pitch, threadIdx.x);
    __syncthreads();
  }
  return sum;
}

template <int HALO>
__device__ float by_halo(const float *__restrict__ A, int n, int width) {
  __shared__ float tile[5 * 9];
  const int tx = threadIdx.x % 4, ty = threadIdx.x / 4;
  const int pitch = width + HALO;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    for (int j = tx; j <= pitch - 1; j += 4)
      for (int i = ty; i < 5; i += 8) {
        float x = 0.0f;
        if (k + j < n)
          x = A[k + (i + j) % 32];
        tile[(width + HALO) * i + j] = x;
      }
    __syncthreads();
    sum += summed(tile, pitch, threadIdx.x);
    __syncthreads();
  }
  return sum;
}

__global__ void launch(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  out[threadIdx.x] =
      by_rows(A, n, 4 + n / 32 % 5) + by_halo<2>(A, n, 3 + n / 32 % 4);
}
