// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// The same calls after the standard headers have had their say.

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <iostream>
#include <limits>
#include <random>
#include <string.h>
#include <vector>
using namespace std;

template <typename T> struct Is {};
#define SAME(E, T) (void)(Is<decltype(E)>{} = Is<T>{})

__global__ void kernel(float *p, double *q, int n, unsigned u) {
  SAME(sqrt(p[0]), float);
  SAME(sqrt(n), double);
  SAME(pow(p[0], 2), double);
  SAME(abs(p[0]), float);
  SAME(max(n, u), unsigned);
  SAME(std::exp(p[0]), float);
  SAME(std::max(n, n), const int &);
  p[0] = rsqrtf(p[1]) + fmaf(p[0], p[1], p[2]) + std::sqrt(p[3]) +
         std::fabs(p[4]) + fmax(p[5], 1.0) + min(p[6], p[7]);
  assert(n > 0);
  printf("%d %f\n", n, numeric_limits<float>::max());
  memset(p, 0, n);
  int *heap = new int[n];
  delete[] heap;
}

float onHost(float x) { return sqrt(x) + exp(x) + std::max(1.0f, x); }
