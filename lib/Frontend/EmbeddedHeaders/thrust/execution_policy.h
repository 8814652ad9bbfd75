//===- thrust/execution_policy.h - Forward to Thrust.h ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See there.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_THRUST_EXECUTION_POLICY_H
#define CUDAPIPE_EMBEDDED_THRUST_EXECUTION_POLICY_H
#pragma clang system_header

#include "../cudapipe/Thrust.h"

#endif // CUDAPIPE_EMBEDDED_THRUST_EXECUTION_POLICY_H
