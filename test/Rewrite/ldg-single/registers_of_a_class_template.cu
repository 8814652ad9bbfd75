// The tile is a member of an object that the caller passes, and its type a parameter of
// the class: that is what the register's type is called.
//
// RUN: %rewrite_and_run ldg-single walk -DPADDED "-DKERNEL=launch"
// RUN: cuda-pipeline-rewrite --variant=ldg-single %s | FileCheck %s
// CHECK: +    Element next_{{.*}};

template <typename Element, int Width> struct Sums {
  struct Storage {
    Element tile[Width];
  };
  Element sum;

  __device__ void run(const Element *__restrict__ A, int n, Storage &storage) {
    const int t = threadIdx.x;
    sum = Element(0);
    for (int k = 0; k < n; k += Width) {
      storage.tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < Width; ++i)
        sum += storage.tile[i] * (i + t);
      __syncthreads();
    }
  }
};

__global__ void launch(const float *__restrict__ A, float *out, int n) {
  __shared__ Sums<float, 32>::Storage storage;
  Sums<float, 32> sums;
  sums.run(A, n, storage);
  out[threadIdx.x] = sums.sum;
}
