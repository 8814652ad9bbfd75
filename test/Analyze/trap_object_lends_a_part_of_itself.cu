// A pointer to an element of the object is kept, and changes it behind the load.
//
// RUN: %never_wrong

struct Offsets {
  int v[2];
  __device__ int &operator[](int i) { return v[i]; }
  __device__ int *all() { return v; }
};

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  Offsets offsets = {{0, 64}};
  int *first = &offsets[0], *second = offsets.all() + 1;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = A[offsets[0] + t] + A[offsets[1] + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t ^ i);
    *first += 64;
    second[0] = *first * 2 % 4096;
    __syncthreads();
  }
  C[t] = sum;
}
