// A functor that keeps nothing: what it works on comes in a struct of parameters,
// by value, by reference and as a member; one member function calls another.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED \
// RUN:   "-DKERNELS=by_value,by_reference,by_member"

struct Params {
  const float *A;
  float *out;
  int n;
};

template <int Width> struct Gemm {
  __device__ void operator()(Params p) {
    __shared__ float tile[Width];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < p.n; k += Width) {
      tile[t] = p.A[k + t];
      __syncthreads();
      for (int i = 0; i < Width; ++i)
        sum += tile[i] * (i + t);
      __syncthreads();
    }
    p.out[t] = sum;
  }
};

class Nested {
public:
  __device__ explicit Nested(const Params &p) : params(p), scale(2) {}
  __device__ void run() { mainloop(); }

private:
  __device__ void mainloop() const {
    __shared__ float tile[32];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < params.n; k += 32) {
      tile[t] = params.A[k + t];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (scale * i + t);
      __syncthreads();
    }
    params.out[t] = sum;
  }
  Params params;
  int scale;
};

__global__ void by_value(const float *A, float *out, int n) {
  Gemm<32> gemm;
  gemm(Params{A, out, n});
}

struct Mainloop {
  int from;
  __device__ void run(const Params &p) const {
    __shared__ float tile[32];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = from; k < p.n; k += 32) {
      tile[t] = p.A[k + t];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i - t);
      __syncthreads();
    }
    p.out[t] = sum;
  }
};

__global__ void by_reference(const float *A, float *out, int n) {
  Params params = {A, out, n};
  Mainloop{0}.run(params);
}

__global__ void by_member(const float *A, float *out, int n) {
  Nested nested(Params{A, out, n});
  nested.run();
}
