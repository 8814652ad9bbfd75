//===- curand_kernel.h - cuRAND, device interface ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Templates over the generator's state; the states are opaque but sized.
// Rule: cuRAND Library documentation, "Device API".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CURAND_KERNEL_H
#define CUDAPIPE_EMBEDDED_CURAND_KERNEL_H
#pragma clang system_header

// The toolkit's guard: code tests it to see what is included.
#define CURAND_KERNEL_H_

#include "curand.h"

#define QUALIFIERS static __forceinline__ __device__

struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a { unsigned s1[3], s2[3]; int flag, flag_double; };
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateSobol32 { unsigned i, x, c, direction_vectors[32]; };
struct curandStateScrambledSobol32 { unsigned i, x, c, direction_vectors[32]; };
struct curandStateSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
struct mtgp32_kernel_params;
struct curandStateMtgp32 {
  unsigned s[1024];
  int offset, pIdx;
  mtgp32_kernel_params *k;
};

typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandState;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateMtgp32 curandStateMtgp32_t;

template <typename State>
__device__ void curand_init(unsigned long long seed,
                            unsigned long long sequence,
                            unsigned long long offset, State *state);
template <typename Word, typename State>
__device__ void curand_init(Word *direction_vectors, unsigned offset,
                            State *state);
template <typename Word, typename State>
__device__ void curand_init(Word *direction_vectors, Word scramble,
                            unsigned offset, State *state);
template <typename State>
__device__ void skipahead(unsigned long long n, State *state);
template <typename State>
__device__ void skipahead_sequence(unsigned long long n, State *state);

template <typename State> __device__ unsigned curand(State *state);
__device__ uint4 curand4(curandStatePhilox4_32_10 *state);
template <typename State> __device__ float curand_uniform(State *state);
template <typename State> __device__ double curand_uniform_double(State *state);
template <typename State> __device__ float curand_normal(State *state);
template <typename State> __device__ float2 curand_normal2(State *state);
template <typename State> __device__ double curand_normal_double(State *state);
template <typename State>
__device__ double2 curand_normal2_double(State *state);
template <typename State>
__device__ float curand_log_normal(State *state, float mean, float stddev);
template <typename State>
__device__ unsigned curand_poisson(State *state, double lambda);
template <typename State> __device__ float4 curand_uniform4(State *state);
template <typename State>
__device__ double2 curand_uniform2_double(State *state);
template <typename State> __device__ float4 curand_normal4(State *state);

#endif // CUDAPIPE_EMBEDDED_CURAND_KERNEL_H
