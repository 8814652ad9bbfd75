// Each statement of a function, those of its lambdas too, and once for each: of a
// template in the pattern and in its instantiations.
//
// RUN: print-matches 'functionDecl(withEachLoop)' %s > %t.found
// RUN: grep -n '// match$' %s | diff - %t.found

__global__ void kernel(int N) {
  for (int I = 0; I < N; ++I) // match
    while (true) // match
      break;
  auto lambda = [&] {
    do { // match
    } while (N > 4);
  };
}
template <int N> __device__ void pattern() {
  for (int I = 0; I < N; ++I) // match
    ;
}
__device__ void noLoop(int N) {
  if (N > 0)
    __syncthreads();
}
__device__ void declared(int N);
