// Loops in member functions whose object others may change, or of which the load
// needs more than members that stay as they are; `accepted` is like them.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -std=c++17 2>&1 \
// RUN:   | FileCheck %s

struct Sum {
  const float *A;
  float *C;
  int K, first, last, limit;
  float sum;

  // CHECK: K-loop in 'accepted' pipelined
  __device__ void accepted() {
    __shared__ float tile[64];
    const int t = threadIdx.x;
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
      last = k;
      __syncthreads();
    }
  }
  // CHECK: K-loop in 'walks' left alone: {{.*}}: the load phase changes 'A', a member of the object{{.*}} [state-not-separable]
  __device__ void walks() {
    __shared__ float tile[64];
    const int t = threadIdx.x;
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[t];
      A += 64;
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    }
  }
  // CHECK: K-loop in 'counts' left alone: {{.*}} [state-not-separable]
  __device__ void counts() {
    __shared__ float tile[64];
    const int t = threadIdx.x;
    for (first = 0; first < K; first += 64) {
      tile[t] = A[first + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    }
  }
  // CHECK: K-loop in 'shrinks' left alone: {{.*}} [state-not-separable]
  __device__ void shrinks() {
    __shared__ float tile[64];
    const int t = threadIdx.x;
    for (int k = 0; k < limit; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
      if (tile[0] > 4)
        --limit;
      __syncthreads();
    }
  }
  // CHECK: K-loop in 'through_itself' left alone: {{.*}} [unknown-effects]
  __device__ void through_itself() {
    __shared__ float tile[64];
    const int t = threadIdx.x;
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + first + t];
      __syncthreads();
      change(*this, tile[63 - t]);
      __syncthreads();
    }
  }
  static __device__ void change(Sum &s, float by) { s.first += int(by); }
  // CHECK: K-loop in 'through_a_reference' left alone: {{.*}} [state-not-separable]
  __device__ void through_a_reference() {
    __shared__ float tile[64];
    const int t = threadIdx.x;
    int &at = first;
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + first + t];
      __syncthreads();
      at += int(tile[63 - t]);
      __syncthreads();
    }
  }
  // CHECK: K-loop in 'writes' left alone: {{.*}} [source-may-change]
  __device__ void writes() {
    __shared__ float tile[64];
    const int t = threadIdx.x;
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      C[k + 64 + t] = tile[63 - t];
      __syncthreads();
    }
  }
};

__global__ void f(const float *A, float *C, int K) {
  Sum s = {A, C, K, 0, 0, K, 0.0f};
  s.accepted();
  s.writes();
  C[threadIdx.x] = s.sum + s.last;
}
__global__ void g(const float *A, float *C, int K) {
  Sum s = {A, C, K, 0, 0, K, 0.0f};
  s.walks();
  s.counts();
  s.shrinks();
  s.through_a_reference();
  C[threadIdx.x] = s.sum;
}

__global__ void g2(const float *A, float *C, int K) {
  Sum s = {A, C, K, 0, 0, K, 0.0f};
  s.through_itself();
  C[threadIdx.x] = s.sum;
}

struct Redirected {
  const float *A;
  float *C;
  int K;
  float sum;
  // CHECK: K-loop in 'redirects' left alone: {{.*}} [unknown-effects]
  __device__ void redirects() {
    __shared__ float tile[64];
    const int t = threadIdx.x;
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    }
    A = C;
  }
};
__global__ void r(const float *A, float *C, int K) {
  Redirected s = {A, C, K, 0.0f};
  s.redirects();
  C[threadIdx.x] = s.sum;
}

struct Virtual {
  // CHECK: K-loop in 'run' left alone: {{.*}}'run' is a member function, and what its object holds is not known in the loop [unsupported-loop]
  virtual __device__ void run(const float *A, float *C, int K) {
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    }
    C[t] = sum;
  }
};
__global__ void h(const float *A, float *C, int K) {
  Virtual v;
  v.run(A, C, K);
}

struct Shared {
  int K;
  // CHECK: K-loop in 'of_all' left alone: {{.*}}: the object of this call is no variable of the thread, so others may change what it holds [unsupported-loop]
  __device__ void of_all(const float *A, float *C) {
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    }
    C[t] = sum;
  }
};
__global__ void i(const float *A, float *C, int K) {
  __shared__ Shared s;
  s.K = K;
  __syncthreads();
  s.of_all(A, C);
}

class Limit {
public:
  __device__ Limit(int K) : K_(K), mine_(K - threadIdx.x) {}
  __device__ void shrink(int by) { less_ -= by; }
  // CHECK: K-loop in 'same' pipelined
  __device__ float same(const float *A) const {
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < K_; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    }
    return sum;
  }
  // CHECK: K-loop in 'by_constructor' left alone: {{.*}} [barrier-not-uniform]
  __device__ float by_constructor(const float *A) const {
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < mine_; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    }
    return sum;
  }
  // CHECK: K-loop in 'by_a_call' left alone: {{.*}} [barrier-not-uniform]
  __device__ float by_a_call(const float *A) const {
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < less_; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    }
    return sum;
  }

private:
  int K_, mine_, less_ = 512;
};
__global__ void j(const float *A, float *C, int K) {
  Limit limit(K);
  limit.shrink(threadIdx.x);
  C[threadIdx.x] =
      limit.same(A) + limit.by_constructor(A) + limit.by_a_call(A);
}

class Tile {
public:
  __device__ Tile(float *tile) : tile_(tile) {}
  // CHECK: K-loop in 'two_names' pipelined: ldg-single, loads only
  __device__ float two_names(const float *A, float *tile, int K) {
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < K; k += 64) {
      tile_[t] = A[k + t];
      __syncthreads();
      tile[t] *= 2.0f;
      __syncthreads();
      sum += tile_[63 - t];
      __syncthreads();
    }
    return sum;
  }
  // CHECK: K-loop in 'of_itself' left alone: {{.*}}: 'n' and 'Tile' of 'of_itself' may name the same memory [unknown-effects]
  __device__ float of_itself(const float *A, int &n) {
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
      --n;
      __syncthreads();
    }
    return sum;
  }
  int K = 512;

private:
  float *tile_;
};
__global__ void l(const float *A, float *C, int K) {
  __shared__ float tile[64];
  Tile t(tile);
  C[threadIdx.x] = t.two_names(A, tile, K) + t.of_itself(A, t.K);
}
