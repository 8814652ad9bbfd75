// A pointer that is declared __restrict__ says nothing beyond its block, and nothing of
// itself; one that is none is told how to become one.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 | FileCheck %s

struct Parameters {
  const float *a;
  float *c;
  int n;
};

#define KERNEL(NAME)                                                           \
  __global__ void __launch_bounds__(64) NAME(Parameters p)

// CHECK: K-loop in 'right' pipelined
KERNEL(right) {
  __shared__ float tile[64];
  const int t = threadIdx.x, n = p.n;
  const float *__restrict__ a = p.a;
  float *__restrict__ c = p.c;
  for (int k = 0; k < n; k += 64) {
    tile[t] = a[k + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      c[t] += tile[j];
    __syncthreads();
  }
}

// CHECK: K-loop in 'members' left alone: {{.*}} may be written by 'p.c[t]' (copies of the pointers that are declared __restrict__ in front of the loop say so, if they never overlap)
KERNEL(members) {
  __shared__ float tile[64];
  const int t = threadIdx.x, n = p.n;
  for (int k = 0; k < n; k += 64) {
    tile[t] = p.a[k + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      p.c[t] += tile[j];
    __syncthreads();
  }
}

// CHECK: K-loop in 'without_restrict' left alone: {{.*}}source-may-change
KERNEL(without_restrict) {
  __shared__ float tile[64];
  const int t = threadIdx.x, n = p.n;
  const float *a = p.a;
  float *c = p.c;
  for (int k = 0; k < n; k += 64) {
    tile[t] = a[k + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      c[t] += tile[j];
    __syncthreads();
  }
}

// CHECK: K-loop in 'of_one_trip' left alone: {{.*}}source-may-change
KERNEL(of_one_trip) {
  __shared__ float tile[64];
  const int t = threadIdx.x, n = p.n;
  for (int k = 0; k < n; k += 64) {
    const float *__restrict__ a = p.a + k;
    float *__restrict__ c = p.c + k;
    tile[t] = a[t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      c[t] += tile[j];
    __syncthreads();
  }
}

// CHECK: K-loop in 'stores_where_it_loads' left alone: {{.*}}source-may-change
KERNEL(stores_where_it_loads) {
  __shared__ float tile[64];
  const int t = threadIdx.x, n = p.n;
  float *__restrict__ c = p.c;
  for (int k = 0; k < n; k += 64) {
    tile[t] = c[k + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      c[k + t + 64] += tile[j];
    __syncthreads();
  }
}

// CHECK: K-loop in 'made_from_it' left alone: {{.*}}source-may-change
KERNEL(made_from_it) {
  __shared__ float tile[64];
  const int t = threadIdx.x, n = p.n;
  float *__restrict__ c = p.c;
  float *next = c + 64;
  for (int k = 0; k < n; k += 64) {
    tile[t] = c[k + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      next[k + t] += tile[j];
    __syncthreads();
  }
}

// CHECK: K-loop in 'the_other_by_its_member' left alone: {{.*}}source-may-change
KERNEL(the_other_by_its_member) {
  __shared__ float tile[64];
  const int t = threadIdx.x, n = p.n;
  const float *__restrict__ a = p.a;
  for (int k = 0; k < n; k += 64) {
    tile[t] = a[k + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      p.c[t] += tile[j];
    __syncthreads();
  }
}

__device__ void fill(Parameters *q, float *tile, int k) {
  const float *__restrict__ a = q->a;
  tile[threadIdx.x] = a[k + threadIdx.x];
}

// CHECK: K-loop in 'of_a_call' left alone
__global__ void __launch_bounds__(64) of_a_call(Parameters *q, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float *__restrict__ c = q->c;
  for (int k = 0; k < n; k += 64) {
    fill(q, tile, k);
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      c[t] += tile[j];
    __syncthreads();
  }
}

// CHECK: K-loop in 'of_a_lambda' left alone
__global__ void __launch_bounds__(64) of_a_lambda(Parameters *q, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float *__restrict__ c = q->c;
  auto loaded = [&](int k) {
    const float *__restrict__ a = q->a;
    return a[k + t];
  };
  for (int k = 0; k < n; k += 64) {
    tile[t] = loaded(k);
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      c[t] += tile[j];
    __syncthreads();
  }
}
