// A macro of the loop may mean more in another configuration than in the one that
// is read: the user is told what was not looked at.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s

#define KERNEL(NAME)                                                          \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C,    \
                       int K)

#ifdef FAST
#define STEP k += 64
#define STEP_BY(i, n) (i) += (n)
#define DONE() if (sum > 1.0f) break
#define LEAVE() DONE()
#define WEIGH(to, i) to[i] = 0.0f
#define MEET() __syncthreads()
#define OFFSET(i) (int(sum) + (i))
#define COUNT(i) ++i
#define TRACE(i) next(i)
#define LAST(x) (*from = (x))
#define NOTE(x) sum += (x)
#else
#define STEP
#define STEP_BY(i, n)
#define DONE()
#define LEAVE()
#define WEIGH(to, i) sum += to[i]
#define MEET()
#define OFFSET(i) (i)
#define COUNT(i)
#define TRACE(i) (i)
#define LAST(x)
#define NOTE(x)
#endif

// CHECK: 'told_step': a change of 'k' in another definition of the macro 'STEP' was not looked at
KERNEL(told_step) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    STEP;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_step_of_an_argument': a change of 'k' in another definition of the macro 'STEP_BY' was not looked at
KERNEL(told_step_of_an_argument) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    STEP_BY(k, 64);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_count': a change of 'k' in another definition of the macro 'COUNT' was not looked at
KERNEL(told_count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    COUNT(k);
    __syncthreads();
  }
  C[t] = sum;
}

__device__ int next(int &k) { return k += 64; }
// CHECK: 'told_in_a_call': a change of 'k' in another definition of the macro 'TRACE' was not looked at
KERNEL(told_in_a_call) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    sum += TRACE(k);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_exit': 'break' in another definition of the macro 'LEAVE' was not looked at
KERNEL(told_exit) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    LEAVE();
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_store': a change of 'tile' in another definition of the macro 'WEIGH' was not looked at
KERNEL(told_store) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      WEIGH(tile, i);
    __syncthreads();
  }
  C[t] = sum * t;
}

// CHECK: 'told_store_to_the_source': a change of 'from' in another definition of the macro 'LAST' was not looked at
KERNEL(told_store_to_the_source) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float *from = const_cast<float *>(A);
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = from[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    LAST(sum);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_barrier': '__syncthreads' in another definition of the macro 'MEET' was not looked at
KERNEL(told_barrier) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    MEET();
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_address': 'sum' in another definition of the macro 'OFFSET' was not looked at
KERNEL(told_address) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[OFFSET(k + t)];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// What the macro is given stays in front of it.
// CHECK-NOT: 'at' in another definition
// CHECK: 'keeps_what_it_is_given' pipelined
// CHECK-NOT: 'at' in another definition
KERNEL(keeps_what_it_is_given) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    int at = k + t;
    tile[t] = A[at];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    NOTE(at);
    __syncthreads();
  }
  C[t] = sum;
}

#ifdef FUSED
#define MAC(c, a, b) c = fmaf(a, b, c)
#define AT(i, j) ((i) * 64 + (j))
#define CHECK_ALL(n) for (int i = 0; i < n; i++) if (i > k) printf("%d %d", i, k)
#define HALF (64 / 2)
#else
#define MAC(c, a, b) c += (a) * (b)
#define AT(i, j) ((i) + (j) * 64)
#define CHECK_ALL(n)
#define HALF 32
#endif

// CHECK: 'accepted' pipelined
KERNEL(accepted) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 2 * HALF) {
    tile[t] = A[AT(0, t) + k];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      MAC(sum, tile[i], OFFSET(t) + 1);
    CHECK_ALL(64);
    COUNT(sum);
    NOTE(k);
    __syncthreads();
  }
  C[t] = sum;
}
