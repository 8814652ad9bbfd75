// A row of an array whose length a parameter of the template gives is an array:
// objects of a class in it point nowhere.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED -DMORE "-DKERNELS=walk_rows<4>"

struct Value {
  float x;
};

__device__ Value step(Value a, Value b) { return {a.x * 0.5f + b.x}; }

template <int Rows>
__global__ void walk_rows(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  Value sums[Rows][2] = {};
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      for (int v = 0; v < Rows; ++v) {
        Value now;
        now.x = tile[(i + t + v) % 32];
        sums[v][i % 2] = step(sums[v][i % 2], now);
      }
    __syncthreads();
  }
  float sum = 0.0f;
  for (int v = 0; v < Rows; ++v)
    sum += sums[v][0].x - sums[v][1].x;
  out[t] = sum;
}
