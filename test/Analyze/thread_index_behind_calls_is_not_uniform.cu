// What a constructor, a default, a member function, a lambda or a function of a
// function takes from the thread index differs from thread to thread.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -std=c++17 2>&1 \
// RUN:   | FileCheck %s

struct ByBody {
  int n;
  __device__ ByBody(int K) { n = K - threadIdx.x; }
};
struct ByInitializer {
  int n;
  __device__ ByInitializer(int K) : n(K - threadIdx.x) {}
};
struct ByMember {
  int n;
  int mine = threadIdx.x;
};
struct BySetter {
  int n;
  __device__ void start(int K) { n = K - threadIdx.x; }
};
struct Uniform {
  int n, mine;
  __device__ Uniform(int K) : n(K), mine(0) {}
  __device__ void take(int t) { mine = t; }
  __device__ int size() const { return n - mine; }
};

static __device__ int defaulted(int K, int t = threadIdx.x) { return K - t; }
static __device__ int rank() { return threadIdx.x; }
static __device__ int deep(int K) { return K - rank(); }
static __device__ int lane(int K) {
  int l;
  asm("mov.u32 %0, %%laneid;" : "=r"(l));
  return K - l;
}

// CHECK: K-loop in 'constructor_body' left alone: {{.*}} [barrier-not-uniform]
__global__ void constructor_body(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  ByBody r(K);
  for (int k = 0; k < r.n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'initializer' left alone: {{.*}} [barrier-not-uniform]
__global__ void initializer(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto r = ByInitializer(K);
  for (int k = 0; k < r.n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'member' left alone: {{.*}} [barrier-not-uniform]
__global__ void member(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  ByMember r{K};
  for (int k = 0; k < r.n - r.mine; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'setter' left alone: {{.*}} [barrier-not-uniform]
__global__ void setter(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  BySetter r;
  r.start(K);
  for (int k = 0; k < r.n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'taker' left alone: {{.*}} [barrier-not-uniform]
__global__ void taker(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  Uniform r(K);
  r.take(t);
  for (int k = 0; k < r.size(); k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'default_argument' left alone: {{.*}} [barrier-not-uniform]
__global__ void default_argument(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const int n = defaulted(K);
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'two_functions' left alone: {{.*}} [barrier-not-uniform]
__global__ void two_functions(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const int n = deep(K);
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'assembly' left alone: {{.*}} [barrier-not-uniform]
__global__ void assembly(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const int n = lane(K);
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'lambda' left alone: {{.*}} [barrier-not-uniform]
__global__ void lambda(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto limit = [=] { return K - t; };
  const int n = limit();
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'binding' left alone: 
__global__ void binding(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  struct Pair {
    int n, m;
  };
  auto [n, m] = Pair{K - t, 0};
  for (int k = 0; k < K && n > m; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined
__global__ void accepted(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  Uniform r(K);
  auto limit = [=] { return r.size(); };
  const int n = limit();
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
