// An object that holds a pointer into the tile is made in each trip; one that hands the
// pointer on, to what lasts longer, is not followed.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

struct View {
  const float *data;
  int step;
  __device__ const float &operator()(int i) const { return data[i * step]; }
  __device__ const float *begin() const { return data; }
  __device__ void tell(const float **to) const { *to = data; }
  __device__ View behind(int i) const { return View{data + i, step}; }
};

#define KERNEL(NAME)                                                           \
  __global__ void __launch_bounds__(64)                                        \
      NAME(const float *__restrict__ A, float *__restrict__ C, int n)

// CHECK: K-loop in 'of_the_trip' pipelined: ldg
KERNEL(of_the_trip) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    const View view{tile, 1};
    for (int i = 0; i < 64; ++i)
      sum += view(i) * *view.begin();
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'assigned_to_another' left alone
KERNEL(assigned_to_another) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  View last{A, 1};
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    View view{tile, 1};
    for (int i = 0; i < 64; ++i)
      sum += view(i) * last(i);
    last = view;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'kept_by_a_pointer' left alone
KERNEL(kept_by_a_pointer) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *last = A;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    const View view{tile, 1};
    for (int i = 0; i < 64; ++i)
      sum += view(i) * last[i];
    last = view.begin();
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'told_by_a_method' left alone
KERNEL(told_by_a_method) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *last = A;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    const View view{tile, 1};
    for (int i = 0; i < 64; ++i)
      sum += view(i) * last[i];
    view.tell(&last);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_another_name' left alone
KERNEL(by_another_name) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *last = A;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    const View view{tile, 1};
    const View &same = view;
    for (int i = 0; i < 64; ++i)
      sum += view(i) * last[i];
    last = same.begin();
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_an_element' left alone
KERNEL(by_an_element) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *last = A;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    const View view{tile, 1};
    for (int i = 0; i < 64; ++i)
      sum += view(i) * last[i];
    last = &view(0);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_a_view_of_it' left alone
KERNEL(by_a_view_of_it) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  View last{A, 1};
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    const View view{tile, 1};
    for (int i = 0; i < 64; ++i)
      sum += view(i) * last(0);
    last = view.behind(1);
    __syncthreads();
  }
  C[t] = sum;
}

// The view that stands in front of the loop is used behind it.
// CHECK: K-loop in 'used_behind_the_loop' left alone
KERNEL(used_behind_the_loop) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const View view{tile, 1};
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += view(i);
    __syncthreads();
  }
  C[t] = sum + view(t);
}

// It is another tile's from the second trip on.
// CHECK: K-loop in 'that_changes' left alone
KERNEL(that_changes) {
  __shared__ float tile[64], other[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  View view{tile, 1};
  other[t] = 1.0f;
  __syncthreads();
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += view(i);
    view.data = other;
    __syncthreads();
  }
  C[t] = sum;
}
