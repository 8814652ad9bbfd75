// Kernels with functors that only this file brings, each with an own idea of what
// it may do: apply(A, out, n, op) and gather(A, out, n, op), of one block.

#include "harness.h"
#include KERNEL_FILE

struct Plain {
  __device__ float operator()(float a, float b) const { return a * 0.5f + b; }
};

/// Looks at what lies now where an element was that it has seen before.
struct Keeps {
  const float *last = nullptr;
  __device__ float operator()(float a, const float &b) {
    a = a * 0.5f + (last ? *last : 1.0f) + b;
    last = &b;
    return a;
  }
};

/// Finds the elements beside the one that it is given.
struct Neighbours {
  __device__ float operator()(float a, const float &b) const {
    return a * 0.5f + b + (&b)[threadIdx.x == 0 ? 1 : -1];
  }
};

/// Has shared memory of its own, and waits.
struct Turns {
  __device__ float operator()(float a, float b) const {
    __shared__ float seen[32];
    seen[threadIdx.x] = b;
    __syncthreads();
    a = a * 0.5f + seen[31 - threadIdx.x];
    __syncthreads();
    return a;
  }
};

/// Leaves it to the loop to wait in front of the next call.
struct TurnsOnce {
  __device__ float operator()(float a, float b) const {
    __shared__ float seen[32];
    seen[threadIdx.x] = b;
    __syncthreads();
    return a * 0.5f + seen[31 - threadIdx.x];
  }
};

/// Has what the launch gives.
struct Dynamic {
  __device__ float operator()(float a, float b) const {
    extern __shared__ float given[];
    if (a != 0.0f)
      b += given[threadIdx.x] * 0.25f;
    given[threadIdx.x] = b;
    return a * 0.5f + b + 1.0f;
  }
};

struct Logs {
  float *log;
  __device__ float operator()(float a, float b) const {
    log[threadIdx.x] = log[threadIdx.x] * 0.5f + b;
    return a * 0.5f + b + log[threadIdx.x];
  }
};

/// Counts, and changes what it is given.
struct Counts {
  int calls = 0;
  __device__ float operator()(float &a, float b) {
    a += 1.0f;
    return a * 0.5f + b * float(++calls % 7);
  }
};

/// Changes the element, which is the thread's own.
struct Doubles {
  __device__ float operator()(float a, float &b) const {
    b *= 2.0f;
    return a * 0.5f + b;
  }
};

template <typename Op>
void applied(cudapipe::Cases &c, int n, Op op, const char *name) {
  auto A = c.input<float>(n), out = c.output<float>(32);
  CUDAPIPE_LAUNCH((APPLY<Op>), dim3(1), dim3(32), 32 * sizeof(float),
                  A.ptr(), out.ptr(), n, op);
  c.check(std::string(name) + " n=" + std::to_string(n));
}

CUDAPIPE_CASES(c) {
  for (int n : {0, 1, 31, 32, 33, 64, 96, 107, 160}) {
    applied(c, n, Plain(), "plain");
    applied(c, n, Keeps(), "keeps");
    applied(c, n, Counts(), "counts");
    applied(c, n, Dynamic(), "dynamic");
    auto log = c.inout<float>(32);
    applied(c, n, Logs{log.ptr()}, "logs");
#ifdef OWN
    applied(c, n, Turns(), "turns");
    applied(c, n, TurnsOnce(), "turns once");
    applied(c, n, Doubles(), "doubles");
#else
    applied(c, n, Neighbours(), "neighbours");
#endif
  }
}
