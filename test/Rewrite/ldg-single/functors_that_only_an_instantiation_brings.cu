// What a functor does, only an instantiation knows: whatever it is, in the tile's own
// buffer it finds what it always found there.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %run_on_cpu %S/../Inputs/strangers.driver.cu %s %t.cu -DAPPLY=apply
// RUN: %run_on_cpu %S/../Inputs/strangers.driver.cu %s %t.cu -DAPPLY=own -DOWN
// RUN: %run_on_cpu %S/../Inputs/strangers.driver.cu %s %t.cu -DAPPLY=by_a_function
// RUN: %run_on_cpu %S/../Inputs/strangers.driver.cu %s %t.cu -DAPPLY=in_front -DOWN
// RUN: %run_on_cpu %S/../Inputs/strangers.driver.cu %s %t.cu -DAPPLY=behind -DOWN
// RUN: %run_on_cpu %S/../Inputs/strangers.driver.cu %s %t.cu -DAPPLY=typed
// RUN: %run_on_cpu %S/../Inputs/strangers.driver.cu %s %t.cu -DAPPLY=two_tiles
// RUN: %run_on_cpu %S/../Inputs/strangers.driver.cu %s %t.cu -DAPPLY=by_value
// RUN: %run_on_cpu %S/../Inputs/strangers.driver.cu %s %t.cu -DAPPLY=barrier_at_the_top -DOWN

// CHECK-DAG: K-loop in 'apply' pipelined: ldg-single
template <class Op>
__global__ void apply(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = k + threadIdx.x < n ? A[k + threadIdx.x] : 0.0f;
    __syncthreads();
    for (int i = 1; i < 31; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'own' pipelined: ldg-single
template <class Op>
__global__ void own(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = k + threadIdx.x < n ? A[k + threadIdx.x] : 0.0f;
    __syncthreads();
    sum = op(sum, tile[threadIdx.x]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

template <class Op>
__device__ float fold(Op &op, const float *__restrict__ row, float sum) {
  for (int i = 1; i < 31; ++i)
    sum = op(sum, row[i]);
  return sum;
}

// CHECK-DAG: K-loop in 'by_a_function' pipelined: ldg-single
template <class Op>
__global__ void by_a_function(const float *__restrict__ A, float *__restrict__ out, int n,
                              Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = k + threadIdx.x < n ? A[k + threadIdx.x] : 0.0f;
    __syncthreads();
    sum = fold(op, tile, sum);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// It has been called before, and its memory may still be read.
// CHECK-DAG: K-loop in 'in_front' pipelined: ldg-single
template <class Op>
__global__ void in_front(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f, first = 2.0f;
  sum = op(sum, first);
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = k + threadIdx.x < n ? A[k + threadIdx.x] : 0.0f;
    __syncthreads();
    sum = op(sum, tile[threadIdx.x]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// It is called once more, and the barrier behind the last trip keeps it apart.
// CHECK-DAG: K-loop in 'behind' pipelined: ldg-single
template <class Op>
__global__ void behind(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = k + threadIdx.x < n ? A[k + threadIdx.x] : 0.0f;
    __syncthreads();
    sum = op(sum, tile[threadIdx.x]);
    __syncthreads();
  }
  float last = 3.0f;
  out[threadIdx.x] = op(sum, last);
}

// The type of what is summed up, and where that is kept, are as unknown.
// CHECK-DAG: K-loop in 'typed' pipelined: ldg-single
template <class Op, class T = float>
__global__ void typed(const T *__restrict__ A, T *__restrict__ out, int n, Op op) {
  __shared__ T tile[32];
  T sums[2] = {T(0), T(1)};
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = k + threadIdx.x < n ? A[k + threadIdx.x] : T(0);
    __syncthreads();
    for (int i = 1; i < 31; ++i) {
      sums[0] = op(sums[0], tile[i]);
      sums[1] += op(sums[0], tile[31 - i]) * T(2);
    }
    __syncthreads();
  }
  out[threadIdx.x] = sums[0] + sums[1];
}

// The second tile stays where it is: stored with the first, it would be there too early
// for who knows where it lies.
// CHECK-DAG: K-loop in 'two_tiles' pipelined: ldg-single
template <class Op>
__global__ void two_tiles(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32], other[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = k + threadIdx.x < n ? A[k + threadIdx.x] : 0.0f;
    __syncthreads();
    for (int i = 1; i < 31; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
    other[threadIdx.x] = k + threadIdx.x < n ? A[n - 1 - k - threadIdx.x] : 0.0f;
    __syncthreads();
    for (int i = 1; i < 31; ++i)
      sum = op(sum, other[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'barrier_at_the_top' pipelined: ldg-single
template <class Op>
__global__ void barrier_at_the_top(const float *__restrict__ A, float *__restrict__ out, int n,
                                   Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    __syncthreads();
    tile[threadIdx.x] = k + threadIdx.x < n ? A[k + threadIdx.x] : 0.0f;
    __syncthreads();
    sum = op(sum, tile[threadIdx.x]);
  }
  out[threadIdx.x] = sum;
}

template <class Op>
__device__ float foldOnce(Op op, const float *__restrict__ row, float sum) {
  for (int i = 1; i < 31; ++i)
    sum = op(sum, row[i]);
  return sum;
}

// What the function's own functor counts ends with it.
// CHECK-DAG: K-loop in 'by_value' pipelined: ldg-single
template <class Op>
__global__ void by_value(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = k + threadIdx.x < n ? A[k + threadIdx.x] : 0.0f;
    __syncthreads();
    sum = foldOnce(op, tile, sum);
    sum = foldOnce(op, tile, sum);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
