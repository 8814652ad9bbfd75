// RUN: %never_wrong

struct Counter {
  int *of;
  __device__ Counter(int &k) : of(&k) {}
  __device__ void count() { *of += 1; }
};

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  int k = 0;
  Counter counter(k);
  float sum = 0;
  while (k < K) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    counter.count();
    sum += tile[63 - t];
    __syncthreads();
    sum += k;
  }
  C[t] = sum;
}
