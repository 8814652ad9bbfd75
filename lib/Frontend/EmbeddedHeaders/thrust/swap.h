//===- thrust/swap.h - Forward to thrust/pair.h -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See there.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_THRUST_SWAP_H
#define CUDAPIPE_EMBEDDED_THRUST_SWAP_H
#pragma clang system_header

#include "pair.h"

#endif // CUDAPIPE_EMBEDDED_THRUST_SWAP_H
