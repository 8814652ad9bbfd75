// A functor that only an instantiation brings may write what is loaded, or change what
// the load needs: where it may, the loop stays.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s 2>&1 | FileCheck --check-prefix=TWO %s
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 | FileCheck --check-prefix=TWO %s

// In one buffer; in another, addresses that it keeps would be those of other tiles.
// CHECK-DAG: K-loop in 'reads_only' pipelined: ldg-single
// TWO: K-loop in 'reads_only' left alone: {{.*}} which may know where a tile lies [tile-address-escapes]
template <class Op>
__global__ void reads_only(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'may_be_written' left alone: {{.*}}[source-may-change]
template <class Op>
__global__ void may_be_written(float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'may_overlap' left alone: {{.*}}--assume-no-alias{{.*}}[source-may-change]
template <class Op>
__global__ void may_overlap(const float *A, float *out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__device__ float table[1024];

// CHECK-DAG: K-loop in 'a_table' left alone: {{.*}}[source-may-change]
template <class Op> __global__ void a_table(float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = table[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'in_the_load' left alone: {{.*}}the load phase needs {{.*}}[unknown-effects]
template <class Op>
__global__ void in_the_load(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = op(A[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'gets_the_counter' left alone: {{.*}}[state-not-separable]
template <class Op>
__global__ void gets_the_counter(const float *__restrict__ A, float *__restrict__ out, int n,
                                 Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i], k);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'has_seen_the_start' left alone: {{.*}}the load phase needs {{.*}}[unknown-effects]
template <class Op>
__global__ void has_seen_the_start(const float *__restrict__ A, float *__restrict__ out, int n,
                                   Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start = 0;
  op.keep(start);
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'is_the_start' left alone: {{.*}}[state-not-separable]
template <class Op>
__global__ void is_the_start(const float *__restrict__ A, float *__restrict__ out, int n,
                             Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[op.start + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'a_lambda_changes_the_start' left alone: {{.*}}the load phase needs {{.*}}[unknown-effects]
template <class Op>
__global__ void a_lambda_changes_the_start(const float *__restrict__ A, float *__restrict__ out,
                                           int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start = 0;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i], [&](int by) { start += by; });
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'shared_indices' left alone: {{.*}}[source-may-change]
template <class Op>
__global__ void shared_indices(const float *__restrict__ A, const int *__restrict__ I,
                               float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  __shared__ int at[32];
  at[threadIdx.x] = I[threadIdx.x];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[at[31 - threadIdx.x] + k];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'in_a_function' left alone: {{.*}}[unknown-effects]
template <class Op>
__device__ float in_a_function(const float *__restrict__ A, int n, Op &op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  return sum;
}
template <class Op>
__global__ void calls_it(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  out[threadIdx.x] = in_a_function(A, n, op);
}

// CHECK-DAG: K-loop in 'points_at_the_start' left alone: {{.*}}the load phase needs {{.*}}[unknown-effects]
template <class Op>
__global__ void points_at_the_start(const float *__restrict__ A, float *__restrict__ out, int n,
                                    Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start = 0;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i], &start);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'moves_the_source' left alone: {{.*}}[unknown-effects]
template <class Op>
__global__ void moves_the_source(const float *__restrict__ A, float *__restrict__ out, int n,
                                 Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i], A);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'ends_the_loop' left alone: {{.*}}[early-exit]
template <class Op>
__global__ void ends_the_loop(const float *__restrict__ A, float *__restrict__ out, int n,
                              Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    if (op.done(sum))
      break;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// What is stored for the next trip would be there while it still runs.
// CHECK-DAG: K-loop in 'in_front_of_the_load' left alone: {{.*}}a tile would be stored in front of 'sum = op(sum, sum)'{{.*}}[unknown-effects]
template <class Op>
__global__ void in_front_of_the_load(const float *__restrict__ A, float *__restrict__ out, int n,
                                     Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    sum = op(sum, sum);
    __syncthreads();
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum = op(sum, tile[31 - threadIdx.x]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'behind_the_last_barrier' left alone: {{.*}}a tile would be stored in front of {{.*}}[unknown-effects]
template <class Op>
__global__ void behind_the_last_barrier(const float *__restrict__ A, float *__restrict__ out,
                                        int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum = op(sum, tile[31 - threadIdx.x]);
    __syncthreads();
    sum = op(sum, sum);
  }
  out[threadIdx.x] = sum;
}

struct Pointer {
  int *to;
};
template <class Op> __device__ void keptBy(Op &op, int &start) { op.keep(start); }
template <class Op> __device__ float foldOver(Op &op, const int *start, float sum) {
  return op(sum, start[1]);
}

//===- Strangers that have learnt before where something lies ---------------===//

// CHECK-DAG: K-loop in 'made_of_the_start' left alone: {{.*}}[unknown-effects]
template <class Op, class Watch>
__global__ void made_of_the_start(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start = 0;
  Watch watch(start);
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = watch(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'made_of_it_in_braces' left alone: {{.*}}[unknown-effects]
template <class Op, class Watch>
__global__ void made_of_it_in_braces(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start = 0;
  Watch watch{start};
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = watch(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'starts_as_the_start' left alone: {{.*}}[unknown-effects]
template <class Op, class Watch>
__global__ void starts_as_the_start(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start = 0;
  Watch watch = start;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = watch(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'is_assigned_the_start' left alone: {{.*}}[unknown-effects]
template <class Op>
__global__ void is_assigned_the_start(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start = 0;
  op = start;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'is_shifted_by_the_start' left alone: {{.*}}[unknown-effects]
template <class Op>
__global__ void is_shifted_by_the_start(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start = 0;
  op << start;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'has_the_address_of_an_element' left alone: {{.*}}[unknown-effects]
template <class Op>
__global__ void has_the_address_of_an_element(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start[2] = {0, 0};
  op.keep(&start[0]);
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start[1] + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'has_the_array' left alone: {{.*}}[unknown-effects]
template <class Op>
__global__ void has_the_array(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start[2] = {0, 0};
  op.keep(start);
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start[1] + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'has_a_pointer_to_it' left alone: {{.*}}[unknown-effects]
template <class Op>
__global__ void has_a_pointer_to_it(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start = 0;
  int *p = &start;
  op.keep(p);
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'has_an_object_that_points_to_it' left alone: {{.*}}[unknown-effects]
template <class Op>
__global__ void has_an_object_that_points_to_it(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start[2] = {0, 0};
  Pointer p{start};
  op.keep(p);
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start[1] + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'a_function_keeps_it' left alone: {{.*}}[unknown-effects]
template <class Op>
__global__ void a_function_keeps_it(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start = 0;
  keptBy(op, start);
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'made_in_passing' left alone: {{.*}}[unknown-effects]
template <class Op, class Watch>
__global__ void made_in_passing(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start = 0;
  op.keep(Watch(start));
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'a_reference_to_it' left alone: {{.*}}[unknown-effects]
template <class Op>
__global__ void a_reference_to_it(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start = 0;
  int &again = start;
  op.keep(again);
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = op(sum, tile[i]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'a_function_that_is_handed_const' left alone: {{.*}}[unknown-effects]
template <class Op>
__global__ void a_function_that_is_handed_const(const float *__restrict__ A, float *__restrict__ out, int n, Op op) {
  __shared__ float tile[32];
  float sum = 0.0f;
  int start[2] = {0, 0};
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = A[start[1] + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = foldOver(op, start, sum);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
