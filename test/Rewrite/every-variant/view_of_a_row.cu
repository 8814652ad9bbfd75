// A struct that knows where a row ends: what its members read is seen through the
// calls, which stay.
//
// RUN: cuda-pipeline-rewrite %s --variant=ldg --explain -o %t.cu 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.cu
// RUN: %rewrite_and_run auto,cpasync,ldg,ldg-single walk -DSTEP=64 \
// RUN:   -DKERNELS=view,function

struct View {
  const float *data;
  int n;
  __device__ float at(int i) const { return i < n ? data[i] : 0.0f; }
};

// CHECK: 'view' pipelined: ldg
// TEXT-LABEL: {{^}}__global__ void view(
// TEXT: next_tile0 = row.at(k + t);
__global__ void view(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const View row{A, n};
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = row.at(k + t);
    tile[t + 32] = row.at(k + t + 32);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__device__ float load(const float *p, int i, int n) {
  return i < n ? p[i] : 0.0f;
}

// The same without a struct.
// CHECK: 'function' pipelined: ldg
// TEXT-LABEL: {{^}}__global__ void function(
// TEXT: load(A, k + t, n);
__global__ void function(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = load(A, k + t, n);
    tile[t + 32] = load(A, k + t + 32, n);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(i + t) % 64] * (k + i + 1);
    __syncthreads();
  }
  out[t] = sum;
}
