// A step that goes out of the test leaves another value behind the loop, which
// is asked for by another name.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x, k = K, other = 0;
  int &name = (other = 1, k);
  float sum = 0;
  while (k-- > 0) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum + name + other;
}
