// What an object holds may change from trip to trip.
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
//
// No other variant may have it either:
// RUN: cuda-pipeline-rewrite --kernel=rejected --quiet -o %t.auto.cu %s
// RUN: cmp %s %t.auto.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=rejected --quiet -o %t.ldg.cu %s
// RUN: cmp %s %t.ldg.cu
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --quiet -o %t.ldg-single.cu %s
// RUN: cmp %s %t.ldg-single.cu

struct Loader {
  int at;
  __device__ void load(float *dst, const float *src) const {
    dst[(threadIdx.x + at) % 64] = src[threadIdx.x];
  }
  static __device__ void load_all(float *dst, const float *src) {
    dst[threadIdx.x] = src[threadIdx.x];
  }
};

// CHECK: remark: K-loop in 'rejected' left alone: {{.*}}'load' stores the tile and is a member function or a lambda with variables of its own [unsupported-statement]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  Loader loaders[2] = {{t}, {-t}};
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    loaders[k / 64 % 2].load(tile, A + k);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

class Hidden {
  int at;

public:
  __device__ Hidden(int at) : at(at) {}
  __device__ void load(float *dst, const float *src) const {
    dst[(threadIdx.x + at) % 64] = src[threadIdx.x];
  }
};

// CHECK: remark: K-loop in 'hidden' left alone: {{.*}}'load' stores the tile, and the kernel may not name 'at', a member that is not public [unsupported-statement]
__global__ void hidden(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  Hidden loader(t);
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    loader.load(tile, A + k);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'changed' left alone: {{.*}}[load-depends-on-compute]
__global__ void changed(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  Loader loader{t};
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    loader.load(tile, A + k);
    __syncthreads();
    sum += tile[63 - t];
    loader.at = int(sum) & 7;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'named' pipelined: cpasync
__global__ void named(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  Loader loader{t};
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    loader.load(tile, A + k);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: cpasync
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    Loader::load_all(tile, A + k);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
