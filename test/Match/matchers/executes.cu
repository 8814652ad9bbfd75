// What stands in called functions is executed; what stands in a lambda is not, by who
// writes it down.
//
// RUN: print-matches 'doStmt(executesBlockBarrier)' %s > %t.found
// RUN: grep -n '// match$' %s | diff - %t.found

__device__ void wait() { __syncthreads(); }
__device__ void waitFarAway() { wait(); }
__device__ void declared();
template <int N> __device__ void waitN() {
  if (N > 2)
    wait();
}

__global__ void kernel() {
  do { // match
    __syncthreads();
  } while (false);
  do { // match
    if (threadIdx.x == 0)
      waitFarAway();
  } while (false);
  do { // match
    waitN<1>();
  } while (false);

  do {
    declared();
  } while (false);
  do {
    auto lambda = [] { __syncthreads(); };
  } while (false);
}
