//===- thrust/functional.h - Functions as objects ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: Thrust documentation, "Function objects".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_THRUST_FUNCTIONAL_H
#define CUDAPIPE_EMBEDDED_THRUST_FUNCTIONAL_H
#pragma clang system_header

#include "../__cudapipe_cuda_runtime.h"
#include <functional>

namespace thrust {

using ::std::divides;
using ::std::equal_to;
using ::std::greater;
using ::std::greater_equal;
using ::std::less;
using ::std::less_equal;
using ::std::logical_and;
using ::std::logical_not;
using ::std::logical_or;
using ::std::minus;
using ::std::modulus;
using ::std::multiplies;
using ::std::negate;
using ::std::not_equal_to;
using ::std::plus;

template <typename T = void> struct identity {
  constexpr const T &operator()(const T &a) const { return a; }
};

template <typename T = void> struct maximum {
  constexpr T operator()(const T &a, const T &b) const {
    return a < b ? b : a;
  }
};
template <> struct maximum<void> {
  template <typename T, typename U>
  constexpr auto operator()(const T &a, const U &b) const
      -> __decay(decltype(a < b ? b : a)) {
    return a < b ? b : a;
  }
};
template <typename T = void> struct minimum {
  constexpr T operator()(const T &a, const T &b) const {
    return b < a ? b : a;
  }
};
template <> struct minimum<void> {
  template <typename T, typename U>
  constexpr auto operator()(const T &a, const U &b) const
      -> __decay(decltype(b < a ? b : a)) {
    return b < a ? b : a;
  }
};

} // namespace thrust

#endif // CUDAPIPE_EMBEDDED_THRUST_FUNCTIONAL_H
