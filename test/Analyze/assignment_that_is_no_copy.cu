// Assignments that do more, or less, than to copy each member: what they make is no copy
// of what was loaded.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 | FileCheck %s --implicit-check-not=pipelined

__device__ int assigned;

struct V_swaps {
  float x, y, z;
  __device__ V_swaps() {}
  __device__ V_swaps &operator=(const V_swaps &v) { x = v.y; y = v.x; z = v.z; return *this; }
};
// CHECK-DAG: K-loop in 'swaps' left alone: {{.*}}[unsupported-statement]
__global__ void swaps(const V_swaps *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ V_swaps tile[32];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 2 + tile[i].x + tile[i].y * 3 + tile[i].z * 5;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

struct V_leaves_one {
  float x, y, z;
  __device__ V_leaves_one() {}
  __device__ V_leaves_one &operator=(const V_leaves_one &v) { x = v.x; y = v.y; return *this; }
};
// CHECK-DAG: K-loop in 'leaves_one' left alone: {{.*}}[unsupported-statement]
__global__ void leaves_one(const V_leaves_one *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ V_leaves_one tile[32];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 2 + tile[i].x + tile[i].y * 3 + tile[i].z * 5;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

struct V_scales {
  float x, y, z;
  __device__ V_scales() {}
  __device__ V_scales &operator=(const V_scales &v) { x = v.x * 2; y = v.y; z = v.z; return *this; }
};
// CHECK-DAG: K-loop in 'scales' left alone: {{.*}}[unsupported-statement]
__global__ void scales(const V_scales *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ V_scales tile[32];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 2 + tile[i].x + tile[i].y * 3 + tile[i].z * 5;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

struct V_adds {
  float x, y, z;
  __device__ V_adds() {}
  __device__ V_adds &operator=(const V_adds &v) { x += v.x; y = v.y; z = v.z; return *this; }
};
// CHECK-DAG: K-loop in 'adds' left alone: {{.*}}[load-depends-on-compute]
__global__ void adds(const V_adds *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ V_adds tile[32];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 2 + tile[i].x + tile[i].y * 3 + tile[i].z * 5;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

struct V_twice {
  float x, y, z;
  __device__ V_twice() {}
  __device__ V_twice &operator=(const V_twice &v) { x = v.x; y = v.y; z = v.z; x = v.y; return *this; }
};
// CHECK-DAG: K-loop in 'twice' left alone: {{.*}}[unsupported-statement]
__global__ void twice(const V_twice *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ V_twice tile[32];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 2 + tile[i].x + tile[i].y * 3 + tile[i].z * 5;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

struct V_sometimes {
  float x, y, z;
  __device__ V_sometimes() {}
  __device__ V_sometimes &operator=(const V_sometimes &v) { if (v.x > 0) x = v.x; y = v.y; z = v.z; return *this; }
};
// CHECK-DAG: K-loop in 'sometimes' left alone: {{.*}}[unsupported-statement]
__global__ void sometimes(const V_sometimes *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ V_sometimes tile[32];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 2 + tile[i].x + tile[i].y * 3 + tile[i].z * 5;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

struct V_returns_early {
  float x, y, z;
  __device__ V_returns_early() {}
  __device__ V_returns_early &operator=(const V_returns_early &v) { x = v.x; y = v.y; return *this; z = v.z; }
};
// CHECK-DAG: K-loop in 'returns_early' left alone: {{.*}}[unsupported-statement]
__global__ void returns_early(const V_returns_early *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ V_returns_early tile[32];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 2 + tile[i].x + tile[i].y * 3 + tile[i].z * 5;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

struct V_rounds {
  float x, y, z;
  __device__ V_rounds() {}
  __device__ V_rounds &operator=(const V_rounds &v) { x = (int)v.x; y = v.y; z = v.z; return *this; }
};
// CHECK-DAG: K-loop in 'rounds' left alone: {{.*}}[unsupported-statement]
__global__ void rounds(const V_rounds *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ V_rounds tile[32];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 2 + tile[i].x + tile[i].y * 3 + tile[i].z * 5;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

struct V_from_itself {
  float x, y, z;
  __device__ V_from_itself() {}
  __device__ V_from_itself &operator=(const V_from_itself &v) { x = v.x; y = v.y; z = x; return *this; }
};
// CHECK-DAG: K-loop in 'from_itself' left alone: {{.*}}[load-depends-on-compute]
__global__ void from_itself(const V_from_itself *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ V_from_itself tile[32];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 2 + tile[i].x + tile[i].y * 3 + tile[i].z * 5;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

struct V_counts {
  float x, y, z;
  __device__ V_counts() {}
  __device__ V_counts &operator=(const V_counts &v) { x = v.x; y = v.y; z = v.z; ++assigned; return *this; }
};
// CHECK-DAG: K-loop in 'counts' left alone: {{.*}}[source-may-change]
__global__ void counts(const V_counts *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ V_counts tile[32];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 2 + tile[i].x + tile[i].y * 3 + tile[i].z * 5;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
