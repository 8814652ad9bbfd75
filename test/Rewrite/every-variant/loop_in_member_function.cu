// The K-loop is in the operator() of an object that a kernel template is passed;
// the pointers and sizes are its members, and the tile is declared in it.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED "-DKERNEL=launch"
// RUN: %golden cpasync

struct Sum {
  const float *A;
  float *out;
  int n;

  __device__ void operator()() const {
    __shared__ float tile[32];
    const int t = threadIdx.x;
    float sum = 0.0f;
    // Whole tiles: A is padded to one.
    for (int k = 0; k < n; k += 32) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (this->n + t - i);
      __syncthreads();
    }
    out[t] = sum;
  }
};

template <class Work> __device__ void run(const Work &work) { work(); }

__global__ void launch(const float *A, float *out, int n) {
  Sum sum = {A, out, n};
  run(sum);
}
