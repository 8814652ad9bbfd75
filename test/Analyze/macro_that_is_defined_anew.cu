// Of a macro, the definitions count that may hold where it is used: less those that a
// line in front replaces for every build, and those behind. What stands under an #if
// replaces nothing.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: cuda-pipeline-rewrite --explain --variant=ldg %t/main.cu 2>&1 | grep remark: \
// RUN:   | FileCheck %s

//--- steps.h
#pragma once
#define OF_HEADER(k) k += 32
#define ALONE
//--- later.h
#undef OF_HEADER
#define OF_HEADER(k)
//--- main.cu
#include "steps.h"
#include "later.h"

#define STEP(k) k += 32
__global__ void uses_it(int *k) { STEP(*k); }
#undef STEP
#define STEP(k)
#undef ALONE
#define ALONE __restrict__

// CHECK: 'undefined_in_front' pipelined
__global__ void undefined_in_front(const float *ALONE A, float *ALONE out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    STEP(k);
    out[t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'of_another_header' pipelined
__global__ void of_another_header(const float *ALONE A, float *ALONE out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    OF_HEADER(k);
    out[t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'defined_behind' pipelined
#define LATER(k)
__global__ void defined_behind(const float *ALONE A, float *ALONE out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    LATER(k);
    out[t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}

#undef LATER
#define LATER(k) k += 32

#ifdef FAST
#define BRANCH(k) k += 32
#else
#define BRANCH(k)
// CHECK: 'in_the_same_branch' pipelined
__global__ void in_the_same_branch(const float *ALONE A, float *ALONE out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    BRANCH(k);
    out[t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}
#endif

// CHECK: 'told_behind_the_branch': a change of 'k' in another definition of the macro 'BRANCH' was not looked at
__global__ void told_behind_the_branch(const float *ALONE A, float *ALONE out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    BRANCH(k);
    out[t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}

#define SOME(k) k += 32
#ifndef SLOW
#undef SOME
#define SOME(k)
#endif
// CHECK: 'told_undefined_under_an_if': a change of 'k' in another definition of the macro 'SOME' was not looked at
__global__ void told_undefined_under_an_if(const float *ALONE A, float *ALONE out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    SOME(k);
    out[t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}

#ifdef SLOW
#undef ALONE
#define ALONE
#endif
// CHECK: 'told_qualifier_under_an_if': 'A' may be without __restrict__ in another build
__global__ void told_qualifier_under_an_if(const float *ALONE A, float *ALONE out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    out[t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}

// What a #define in the kernel holds is no code, nor is what an empty macro is given.
// CHECK: 'defined_in_the_kernel' pipelined
__global__ void defined_in_the_kernel(const float *__restrict__ A, float *__restrict__ out, int n) {
#undef STEP
#define STEP(k)
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    STEP(k);
#ifdef SLOW
    sum += 1;
#endif
    out[t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'told_defined_in_the_kernel': a change of 'k' in another definition of the macro 'INSIDE' was not looked at
__global__ void told_defined_in_the_kernel(const float *__restrict__ A, float *__restrict__ out, int n) {
#ifdef FAST
#define INSIDE(k) k += 32
#else
#define INSIDE(k)
#endif
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    INSIDE(k);
    out[t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}
