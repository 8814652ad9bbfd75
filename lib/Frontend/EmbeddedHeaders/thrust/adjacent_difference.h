//===- thrust/adjacent_difference.h - Forward to Thrust.h -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See there.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_THRUST_ADJACENT_DIFFERENCE_H
#define CUDAPIPE_EMBEDDED_THRUST_ADJACENT_DIFFERENCE_H
#pragma clang system_header

#include "../cudapipe/Thrust.h"

#endif // CUDAPIPE_EMBEDDED_THRUST_ADJACENT_DIFFERENCE_H
