// Functions with a body that run on the GPU.
//
// RUN: print-matches 'kernelOrDeviceFunction' %s > %t.found
// RUN: grep -n '// match$' %s | diff - %t.found

__global__ void kernel(float *A) {} // match
__device__ float device(float X) { return X; } // match
__host__ __device__ float both(float X) { return X; } // match
template <int N> __device__ void pattern() {} // match
struct Tile {
  __device__ void load() {} // match
  void onTheHost() {}
};

__global__ void declared(float *A);
void host() {}
__global__ void around() { // match
  auto lambda = [] __device__() {};
  lambda();
}
