// Which function a constant pointer names is known to the compiler: a local one, a
// member of traits, a template argument. One that is chosen at run time is not.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

typedef float (*Dot)(const float *, const float *);
__device__ float plain(const float *a, const float *b) { return a[0] * b[0]; }
__device__ float twice(const float *a, const float *b) { return 2 * a[0] * b[0]; }
constexpr __device__ Dot choose(int kind) { return kind == 0 ? plain : twice; }
template <int Kind> struct Traits { static constexpr Dot dot = Kind == 0 ? plain : twice; };

// CHECK-DAG: K-loop in 'chosen_by_a_function' pipelined: ldg
template <int Kind>
__global__ void chosen_by_a_function(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  constexpr Dot dot = choose(Kind);
  const int t = threadIdx.x;
  float sum = 0, own = t;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += dot(&own, &tile[i]);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-DAG: K-loop in 'member_of_traits' pipelined: ldg
template <int Kind>
__global__ void member_of_traits(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0, own = t;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Traits<Kind>::dot(&own, &tile[i]);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-DAG: K-loop in 'chosen_at_run_time' left alone: {{.*}}a call through a pointer [unknown-effects]
__global__ void chosen_at_run_time(const float *__restrict__ A, float *__restrict__ C, int K, int kind) {
  __shared__ float tile[64];
  const Dot dot = kind == 0 ? plain : twice;
  const int t = threadIdx.x;
  float sum = 0, own = t;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += dot(&own, &tile[i]);
    __syncthreads();
  }
  C[t] = sum;
}

void run(const float *A, float *C, int K) {
  chosen_by_a_function<0><<<1, 64>>>(A, C, K);
  chosen_by_a_function<1><<<1, 64>>>(A, C, K);
  member_of_traits<1><<<1, 64>>>(A, C, K);
}
