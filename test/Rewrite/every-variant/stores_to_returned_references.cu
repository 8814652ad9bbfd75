// Views of tiles: what is stored goes to the element to which operator() or operator[]
// returns a reference. The store names the element; the compute phase keeps its calls.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single,auto walk -DPADDED
// RUN: cuda-pipeline-rewrite --variant=cpasync -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

// CHECK: __pipeline_memcpy_async(&rows.data[t / 8][t % 8], &A[k + t],
// CHECK: __pipeline_memcpy_async(&line.data[31 - t], &A[k + t],
// CHECK: sum += rows(i / 8, i % 8) * line[i]

template <int R, int C> struct Rows {
  float data[R][C + 1];
  __device__ float &operator()(int r, int c) { return data[r][c]; }
  __device__ const float &operator()(int r, int c) const { return data[r][c]; }
};

template <class T, int N> struct Line {
  T data[N];
  __device__ T &operator[](int i) {
    const int at = i;
    return this->data[at];
  }
};

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ Rows<4, 8> rows;
  __shared__ Line<float, 32> line;
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    rows(t / 8, t % 8) = A[k + t];
    line[31 - t] = A[k + t];
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum += rows(i / 8, i % 8) * line[i];
    __syncthreads();
  }

  out[t] = sum;
}
