// What keeps a reference to the view goes where it cannot be followed: to a function
// without a body, or as other bytes. Then the view may lead elsewhere.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 | FileCheck %s

template <class Of> struct Row {
  __device__ Row(Of &of, const float *p) : of(of), p(p) {}
  __device__ const float &operator[](int j) const { return p[j]; }
  Of &of;
  const float *p;
};
struct View {
  __device__ Row<View> operator[](int i) { return Row<View>(*this, p + i * stride()); }
  __device__ int stride() const { return 64; }
  const float *p;
};

// CHECK-DAG: K-loop in 'kept_to_look' pipelined
__global__ void kept_to_look(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  View view{A};
  auto row = view[0];
  float sum = row[0];
  for (int k = 0; k < K; ++k) {
    tile[threadIdx.x] = view[k][threadIdx.x];
    __syncthreads();
    sum = sum * 2 + tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Other {
  __device__ Row<Other> operator[](int i) { return Row<Other>(*this, p + i * stride()); }
  __device__ int stride() const { return 64; }
  const float *p;
};
__device__ void changes(Row<Other> &row);

// CHECK-DAG: K-loop in 'given_to_a_function' left alone: {{.*}}[unknown-effects]
__global__ void given_to_a_function(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  Other view{A};
  auto row = view[0];
  changes(row);
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[threadIdx.x] = view[k][threadIdx.x];
    __syncthreads();
    sum = sum * 2 + tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Third {
  __device__ Row<Third> operator[](int i) { return Row<Third>(*this, p + i * stride()); }
  __device__ int stride() const { return 64; }
  const float *p;
};

// CHECK-DAG: K-loop in 'as_other_bytes' left alone: {{.*}}[unknown-effects]
__global__ void as_other_bytes(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  Third view{A};
  auto row = view[0];
  (*reinterpret_cast<Third **>(&row))->p = C;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[threadIdx.x] = view[k][threadIdx.x];
    __syncthreads();
    sum = sum * 2 + tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
