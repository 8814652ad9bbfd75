// The class of a part of the tile has an assignment that its author wrote, by value, and
// that gives a copy: it copies each member, as the compiler's own would.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DPADDED -DSTEP=128

template <class Real> struct VectorOf {
  Real x, y, z;
  VectorOf() = default;
  __device__ VectorOf(Real x, Real y, Real z) : x(x), y(y), z(z) {}
  __device__ VectorOf operator=(const VectorOf<float> v) {x = v.x; y = v.y; z = v.z; return *this;};
  __device__ VectorOf operator=(const VectorOf<double> v) {x = v.x; y = v.y; z = v.z; return *this;};
};
typedef VectorOf<float> Vector;
struct Body {
  Vector at;
  float mass;
};

__global__ void walk(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ Body tile[32];
  const int t = threadIdx.x;
  const Body *bodies = (const Body *)A;
  float sum = 0.0f;
  for (int k = 0; k < n / 4; k += 32) {
    tile[t].at = bodies[k + t].at;
    tile[t].mass = bodies[k + t].mass;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i].at.x * (i + t) + tile[i].at.y * tile[i].mass + tile[i].at.z;
    __syncthreads();
  }
  out[t] = sum;
}
