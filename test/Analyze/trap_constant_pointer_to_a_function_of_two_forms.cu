// A function that a constant pointer names counts as one that is called by its name:
// what an #if hides in it, another configuration has. Its twin is 'whole'.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s
// CHECK: K-loop in 'hidden' left alone: {{.*}}an #if hides '__syncthreads' in the function 'other' [macro-loop]
// CHECK: K-loop in 'whole' pipelined: ldg
typedef float (*Dot)(const float *, const float *, float *);
__device__ float plain(const float *a, const float *b, float *) { return a[0] * b[0]; }
__device__ float other(const float *a, const float *b, float *s) {
#ifdef SECOND
  s[0] = 1;
  __syncthreads();
#endif
  return a[0] * b[0];
}
template <int Kind> __global__ void hidden(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  constexpr Dot dot = Kind == 0 ? plain : other;
  const int t = threadIdx.x;
  float sum = 0, own = t;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += dot(&own, &tile[i], tile);
    __syncthreads();
  }
  C[t] = sum;
}
template <int Kind> __global__ void whole(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  constexpr Dot dot = Kind == 0 ? other : plain;
  const int t = threadIdx.x;
  float sum = 0, own = t;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += dot(&own, &tile[i], tile);
    __syncthreads();
  }
  C[t] = sum;
}
void run(const float *A, float *C, int K) {
  hidden<1><<<1, 64>>>(A, C, K);
  whole<1><<<1, 64>>>(A, C, K);
}
