//===- curand_mtgp32_host.h - Forward to curand_kernel.h --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: cuRAND Library documentation, "Device API".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CURAND_MTGP32_HOST_H
#define CUDAPIPE_EMBEDDED_CURAND_MTGP32_HOST_H
#pragma clang system_header

#include "curand_kernel.h"

#endif // CUDAPIPE_EMBEDDED_CURAND_MTGP32_HOST_H
