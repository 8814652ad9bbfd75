// What is instantiated is looked at there, not in the pattern.
//
// RUN: print-matches 'functionDecl(kernelOrDeviceFunction, hasInstantiatedBody)' %s > %t.found
// RUN: grep -n '// match$' %s | diff - %t.found

template <int N> __device__ void used() {} // match
template <int N> __device__ void unused() {}
template <int N> struct Tile {
  __device__ void used() {} // match
  __device__ void unused() {}
};
template <int N> __device__ void declared();

__global__ void kernel() {
  used<4>();
  declared<4>();
  Tile<4>().used();
}
