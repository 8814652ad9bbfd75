//===- curand.h - cuRAND, host interface ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: cuRAND Library documentation, "Host API".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CURAND_H
#define CUDAPIPE_EMBEDDED_CURAND_H
#pragma clang system_header

// The toolkit's guard: code tests it to see what is included.
#define CURAND_H_

#include "__cudapipe_cuda_runtime.h"

enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
};
typedef curandStatus curandStatus_t;
enum curandRngType {
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
  CURAND_RNG_QUASI_SOBOL64 = 203,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
};
typedef curandRngType curandRngType_t;
enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
  CURAND_ORDERING_QUASI_DEFAULT = 201
};
typedef curandOrdering curandOrdering_t;
enum curandDirectionVectorSet {
  CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
  CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
  CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
  CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
};
typedef curandDirectionVectorSet curandDirectionVectorSet_t;
typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef struct curandGenerator_st *curandGenerator_t;

curandStatus_t curandCreateGenerator(curandGenerator_t *, curandRngType_t),
    curandCreateGeneratorHost(curandGenerator_t *, curandRngType_t),
    curandDestroyGenerator(curandGenerator_t),
    curandSetStream(curandGenerator_t, cudaStream_t),
    curandSetPseudoRandomGeneratorSeed(curandGenerator_t, unsigned long long),
    curandSetGeneratorOffset(curandGenerator_t, unsigned long long),
    curandSetGeneratorOrdering(curandGenerator_t, curandOrdering_t),
    curandSetQuasiRandomGeneratorDimensions(curandGenerator_t, unsigned),
    curandGenerate(curandGenerator_t, unsigned *out, size_t n),
    curandGenerateLongLong(curandGenerator_t, unsigned long long *out,
                           size_t n),
    curandGenerateUniform(curandGenerator_t, float *out, size_t n),
    curandGenerateUniformDouble(curandGenerator_t, double *out, size_t n),
    curandGenerateNormal(curandGenerator_t, float *out, size_t n, float mean,
                         float stddev),
    curandGenerateNormalDouble(curandGenerator_t, double *out, size_t n,
                               double mean, double stddev),
    curandGenerateLogNormal(curandGenerator_t, float *out, size_t n, float mean,
                            float stddev),
    curandGeneratePoisson(curandGenerator_t, unsigned *out, size_t n,
                          double lambda),
    curandGenerateSeeds(curandGenerator_t),
    curandGetDirectionVectors32(curandDirectionVectors32_t **,
                                curandDirectionVectorSet_t),
    curandGetDirectionVectors64(curandDirectionVectors64_t **,
                                curandDirectionVectorSet_t);

#endif // CUDAPIPE_EMBEDDED_CURAND_H
