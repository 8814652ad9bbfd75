//===- thrust/pair.h - Pairs ------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: Thrust documentation, "Pair".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_THRUST_PAIR_H
#define CUDAPIPE_EMBEDDED_THRUST_PAIR_H
#pragma clang system_header

#include "../__cudapipe_cuda_runtime.h"
#include "tuple.h"
#include <utility>

namespace thrust {
using ::std::make_pair;
using ::std::pair;
using ::std::swap;
} // namespace thrust

#endif // CUDAPIPE_EMBEDDED_THRUST_PAIR_H
