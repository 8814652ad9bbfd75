//===- thrust/tuple.h - Tuples ----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: Thrust documentation, "Tuple".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_THRUST_TUPLE_H
#define CUDAPIPE_EMBEDDED_THRUST_TUPLE_H
#pragma clang system_header

#include "../__cudapipe_cuda_runtime.h"
#include <tuple>

namespace thrust {
using ::std::get;
using ::std::make_tuple;
using ::std::tie;
using ::std::tuple;
using ::std::tuple_element;
using ::std::tuple_size;
} // namespace thrust

#endif // CUDAPIPE_EMBEDDED_THRUST_TUPLE_H
