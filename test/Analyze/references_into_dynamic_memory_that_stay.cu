// References into dynamic memory that are in use behind the loop, or whose address may
// change, stay in front of it: then there is one tile. Arrays that overlap are not copied
// asynchronously. The near twin is 'plain'.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s 2>&1 >/dev/null \
// RUN:   | grep remark: | FileCheck %s --implicit-check-not=pipelined

// CHECK: K-loop in 'plain' pipelined: cpasync in wide copies, 2 stages
__global__ void __launch_bounds__(64) plain(const float *__restrict__ A, float *C, int n) {
  extern __shared__ float plain_smem[];
  auto &left = *reinterpret_cast<float(*)[64]>(plain_smem);
  auto &right = *reinterpret_cast<float(*)[64]>(plain_smem + 64);
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    left[threadIdx.x] = A[k * 128 + threadIdx.x];
    right[threadIdx.x] = A[k * 128 + 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += left[i] * right[63 - i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'overlap' left alone: {{.*}}a thread may store one element of the tile twice, {{.*}}[copy-not-async]
__global__ void __launch_bounds__(64) overlap(const float *__restrict__ A, float *C, int n) {
  extern __shared__ float overlap_smem[];
  auto &left = *reinterpret_cast<float(*)[64]>(overlap_smem);
  auto &right = *reinterpret_cast<float(*)[64]>(overlap_smem + 63);
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    left[threadIdx.x] = A[k * 128 + threadIdx.x];
    right[63 - threadIdx.x] = A[k * 128 + 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += left[i] * right[63 - i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

union Both {
  float left[64];
  float right[64];
};

// CHECK: K-loop in 'members_of_a_union' left alone: {{.*}}a thread may store one element of the tile twice, {{.*}}[copy-not-async]
__global__ void __launch_bounds__(64) members_of_a_union(const float *__restrict__ A, float *C, int n) {
  extern __shared__ float union_smem[];
  Both &both = *reinterpret_cast<Both *>(union_smem);
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    both.left[threadIdx.x] = A[k * 128 + threadIdx.x];
    both.right[threadIdx.x] = A[k * 128 + 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += both.left[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'used_behind' left alone: {{.*}}[tile-used-outside-loop]
__global__ void __launch_bounds__(64) used_behind(const float *__restrict__ A, float *C, int n) {
  extern __shared__ float behind_smem[];
  auto &left = *reinterpret_cast<float(*)[64]>(behind_smem);
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    left[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += left[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum + left[0];
}

// CHECK: K-loop in 'of_another_n' left alone: {{.*}}[tile-used-outside-loop]
__global__ void __launch_bounds__(64) of_another_n(const float *__restrict__ A, float *C, int n) {
  extern __shared__ float moved_smem[];
  int at = n % 8;
  auto &left = *reinterpret_cast<float(*)[64]>(moved_smem + at);
  at = 0;
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    left[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += left[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum + at;
}

void launch(const float *A, float *C, int n) {
  const size_t bytes = 128 * sizeof(float);
  plain<<<1, 64, bytes>>>(A, C, n);
  overlap<<<1, 64, bytes>>>(A, C, n);
  members_of_a_union<<<1, 64, bytes>>>(A, C, n);
  used_behind<<<1, 64, bytes>>>(A, C, n);
  of_another_n<<<1, 64, 72 * sizeof(float)>>>(A, C, n);
}
