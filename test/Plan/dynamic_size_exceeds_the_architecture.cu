// Twice 32 KB are asked for; what a block, and a multiprocessor, may have
// depends on the architecture.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg --gpu-arch=sm_80 -o %t.80.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain --variant=ldg --gpu-arch=sm_90 -o %t.90.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SM90

// CHECK: K-loop in 'block' left alone: {{.*}}: 196608 bytes dynamic with 2 stages, sm_80 allows a block 166912 [shared-memory-limit]
// SM90: K-loop in 'block' pipelined
__global__ void block(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'resident' left alone: {{.*}}: __launch_bounds__ asks for 3 blocks a multiprocessor, which would take 196608 bytes, sm_80 has 167936 [shared-memory-limit]
// SM90: K-loop in 'resident' pipelined
__global__ void __launch_bounds__(64, 3)
    resident(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  const unsigned from = unsigned(K) % 8000;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[from + t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[from + i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'two_resident' pipelined
// SM90: K-loop in 'two_resident' pipelined
__global__ void __launch_bounds__(64, 2)
    two_resident(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'static_tile' left alone: {{.*}}: __launch_bounds__ asks for 5 blocks a multiprocessor, which would take 168960 bytes, sm_80 has 167936 [shared-memory-limit]
// SM90: K-loop in 'static_tile' pipelined
__global__ void __launch_bounds__(64, 5)
    static_tile(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[4096];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

void use(const float *A, float *C, int K) {
  block<<<1, 64, 96 << 10>>>(A, C, K);
  resident<<<1, 64, 32 << 10>>>(A, C, K);
  two_resident<<<1, 64, 32 << 10>>>(A, C, K);
  static_tile<<<1, 64>>>(A, C, K);
}
