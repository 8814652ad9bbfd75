// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// The math API without <cmath>: float, double, integer and mixed arguments.

template <typename T> struct Is {};
#define SAME(E, T) (void)(Is<decltype(E)>{} = Is<T>{})

__global__ void kernel(float *p, double *q, int n, unsigned u) {
  SAME(sqrt(p[0]), float);
  SAME(sqrt(q[0]), double);
  SAME(sqrt(n), double);
  SAME(pow(p[0], 2), double);
  SAME(pow(p[0], p[1]), float);
  SAME(abs(p[0]), float);
  SAME(abs(n), int);
  SAME(fmaxf(1, n), float);
  SAME(max(n, u), unsigned);
  SAME(max(1.0f, q[0]), double);
  SAME(min(1LL, 2LL), long long);
  SAME(std::exp(p[0]), float);
  p[0] = rsqrtf(p[1]) + fmaf(p[0], p[1], p[2]) + __expf(p[3]) + erfcinvf(p[4]) +
         __fdividef(p[5], p[6]) + floor(p[7]) + __fmaf_rn(p[0], p[1], p[2]) +
         normcdff(p[1]) + __frcp_rn(p[2]) + std::max(p[0], p[1]) + INFINITY;
  float s, c;
  sincosf(p[0], &s, &c);
  __sincosf(p[0], &s, &c);
  if (isnan(s) || isinf(q[1]) || !isfinite(c))
    q[0] = M_PI * __dadd_rn(q[1], fma(q[0], q[1], q[2]));
}

float onHost(float x) { return sqrtf(x) + expf(x) + max(1.0f, x) + fabs(x); }
