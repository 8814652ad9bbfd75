// A call that an #if switches off may be of a function that nobody has seen here: what
// it is given by a reference to const it cannot change, what by another it can, which
// is said.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s
// RUN: %run_on_cpu %S/Inputs/trap.driver.cu %s %t.cu
// RUN: %run_on_cpu %S/Inputs/trap.driver.cu %s %t.cu -DMORE

#ifdef MORE
__device__ float2 turned_there(const float2 &x) { return make_float2(x.x, -x.y); }
__device__ float2 turned_in_place(float2 &x) { x.y = -x.y; return x; }
#define TURNED(z) turned_there(z)
#define TURNED_CAST(x) turned_in_place((float2 &)x)
#define TURNED_SET(x) (((float2 &)x).y = 1.0f, x)
#else
#define TURNED(z) make_float2((z).x, -(z).y)
#define TURNED_CAST(x) make_float2((x).x, -(x).y)
#define TURNED_SET(x) (x)
#endif

__device__ float2 conjugate(const float2 &x) { return TURNED(x); }
__device__ float2 conjugate_other(float2 &x) { return TURNED(x); }
__device__ float2 conjugate_cast(const float2 &x) { return TURNED_CAST(x); }
__device__ float2 conjugate_set(const float2 &x) { return TURNED_SET(x); }
struct Counted {
  float2 v;
  mutable int n;
};
__device__ float2 conjugate_counted(const Counted &x) { return TURNED(x.v); }

// CHECK: 'told_other': a change of 'x' in another definition of a macro in the function 'conjugate_other' was not looked at
__global__ void told_other(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float2 w = make_float2(1.0f, t);
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    sum += conjugate_other(w).y * tile[63 - t];
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'told_cast': a change of 'x' in another definition of a macro in the function 'conjugate_cast' was not looked at
__global__ void told_cast(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float2 w = make_float2(1.0f, t);
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    sum += conjugate_cast(w).y * tile[63 - t];
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'told_set': a change of 'x' in another definition of a macro in the function 'conjugate_set' was not looked at
__global__ void told_set(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float2 w = make_float2(1.0f, t);
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    sum += conjugate_set(w).y * tile[63 - t];
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'told_counted': a change of 'x' in another definition of a macro in the function 'conjugate_counted' was not looked at
__global__ void told_counted(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  Counted w = {make_float2(1.0f, float(t)), 0};
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    sum += conjugate_counted(w).y * tile[63 - t];
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'trap' pipelined: ldg
__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float2 tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = make_float2(A[k * 64 + t], A[k * 64 + 63 - t]);
    __syncthreads();
    sum += conjugate(tile[63 - t]).y * t;
    __syncthreads();
  }
  C[4096 + t] = sum;
}
