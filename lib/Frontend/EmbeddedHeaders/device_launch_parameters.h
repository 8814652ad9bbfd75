//===- device_launch_parameters.h - Forward to the implicit include -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the implicit include already; see __cudapipe_cuda_runtime.h.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_DEVICE_LAUNCH_PARAMETERS_H
#define CUDAPIPE_EMBEDDED_DEVICE_LAUNCH_PARAMETERS_H
#pragma clang system_header

#include "__cudapipe_cuda_runtime.h"

#endif // CUDAPIPE_EMBEDDED_DEVICE_LAUNCH_PARAMETERS_H
