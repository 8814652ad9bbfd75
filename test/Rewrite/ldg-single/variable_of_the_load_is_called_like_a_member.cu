// The load's own `v` goes into a register; computing, `v` is the object's.
//
// RUN: %rewrite_and_run ldg-single walk -DPADDED "-DKERNEL=launch"
// RUN: %golden ldg-single

struct Sum {
  int t;
  float v;

  __device__ void run(float *tile, const float *A, int n) {
    for (int k = 0; k < n; k += 32) {
      {
        float v = A[k + t];
        tile[t] = v;
      }
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        v = v * 0.5f + tile[i];
      __syncthreads();
    }
  }
};

template <typename T> struct Sums {
  int t;
  T v;

  __device__ void run(T *tile, const T *A, int n) {
    for (int k = 0; k < n; k += 32) {
      if (k + t < n) {
        T v = A[k + t];
        tile[t] = v;
      }
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        v = v * T(0.5) + tile[i] * T(t);
      __syncthreads();
    }
  }
};

__global__ void launch(const float *A, float *out, int n) {
  __shared__ float tile[32];
  Sum sum{int(threadIdx.x), 0.0f};
  sum.run(tile, A, n);
  __syncthreads();
  Sums<float> sums{int(threadIdx.x), 0.0f};
  sums.run(tile, A, n);
  out[threadIdx.x] = sum.v + sums.v;
}
