// Two references that a function is given name one variable of its caller. The loop
// does not name them, and what they refer to goes from one to the other only: then
// it is no matter. Whoever asks for one elsewhere may find what the other has left.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o %t.cu %s 2>&1 | FileCheck %s

struct Row {
  const float *data;
};
struct Rows : Row {
  int pitch;
  __device__ const float *at(int r) const {
    return ((Row *)this)->data + r * pitch;
  }
};

// CHECK: remark: K-loop in 'nearest' pipelined
__device__ void nearest(const Rows &rows, float *tile, int n, float &best,
                        int &where, int &image) {
  for (int r = 0; r < n; ++r) {
    float sum = 0.0f;
    for (int k = 0; k < 4; ++k) {
      tile[threadIdx.x] = rows.at(r)[k * 64 + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i] * (threadIdx.x + 1);
      __syncthreads();
    }
    if (sum < best) {
      image = where;
      best = sum;
      where = r;
    }
  }
}

// CHECK: remark: K-loop in 'asks' left alone: {{.*}}'where' and 'image' of 'asks' may name the same memory [unknown-effects]
__device__ void asks(const Rows &rows, float *tile, int n, float &best,
                     int &where, int &image) {
  for (int r = 0; r < n; ++r) {
    float sum = 0.0f;
    const int from = where;
    for (int k = 0; k < 4; ++k) {
      tile[threadIdx.x] = rows.at(r)[k * 64 + threadIdx.x + from];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i] * (threadIdx.x + 1);
      __syncthreads();
    }
    if (sum < best) {
      best = sum;
      image = r;
    }
  }
}

// CHECK: remark: K-loop in 'in_the_loop' left alone: {{.*}}'where' and 'image' of 'in_the_loop' may name the same memory [unknown-effects]
__device__ void in_the_loop(const Rows &rows, float *tile, int n, int &where,
                            int &image) {
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = rows.at(0)[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      where = image;
    __syncthreads();
  }
}

__global__ void kernel(const Rows rows, float *out, int n) {
  __shared__ float tile[64], other[64], third[64];
  float best = 1e30f;
  int where = 0;
  nearest(rows, tile, n, best, where, where);
  __syncthreads();
  asks(rows, other, n, best, where, where);
  __syncthreads();
  in_the_loop(rows, third, n, where, where);
  out[threadIdx.x] = best + where;
}
