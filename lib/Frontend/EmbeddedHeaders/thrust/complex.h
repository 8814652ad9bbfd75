//===- thrust/complex.h - Complex numbers -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: Thrust documentation, "Complex numbers".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_THRUST_COMPLEX_H
#define CUDAPIPE_EMBEDDED_THRUST_COMPLEX_H
#pragma clang system_header

#include "../__cudapipe_cuda_runtime.h"

namespace thrust {

/// Aligned to its size.
template <typename T> struct alignas(2 * sizeof(T)) complex {
  using value_type = T;
  complex() = default;
  __CUDAPIPE_HD constexpr complex(const T &x) : x(x), y() {}
  __CUDAPIPE_HD constexpr complex(const T &x, const T &y) : x(x), y(y) {}
  template <typename U>
  __CUDAPIPE_HD constexpr complex(const complex<U> &z)
      : x(z.real()), y(z.imag()) {}
  complex(const complex &) = default;
  complex &operator=(const complex &) = default;
  __CUDAPIPE_HD complex &operator=(const T &a) {
    x = a;
    y = T();
    return *this;
  }
  __CUDAPIPE_HD constexpr T real() const { return x; }
  __CUDAPIPE_HD constexpr T imag() const { return y; }
  __CUDAPIPE_HD void real(T a) { x = a; }
  __CUDAPIPE_HD void imag(T a) { y = a; }
  template <typename U> __CUDAPIPE_HD complex &operator+=(const U &a) {
    return *this = *this + complex(a);
  }
  template <typename U> __CUDAPIPE_HD complex &operator-=(const U &a) {
    return *this = *this - complex(a);
  }
  template <typename U> __CUDAPIPE_HD complex &operator*=(const U &a) {
    return *this = *this * complex(a);
  }
  template <typename U> __CUDAPIPE_HD complex &operator/=(const U &a) {
    return *this = *this / complex(a);
  }

private:
  T x, y;
};

template <typename T>
__CUDAPIPE_HD complex<T> operator+(const complex<T> &a, const complex<T> &b) {
  return complex<T>(a.real() + b.real(), a.imag() + b.imag());
}
template <typename T>
__CUDAPIPE_HD complex<T> operator-(const complex<T> &a, const complex<T> &b) {
  return complex<T>(a.real() - b.real(), a.imag() - b.imag());
}
template <typename T>
__CUDAPIPE_HD complex<T> operator*(const complex<T> &a, const complex<T> &b) {
  return complex<T>(a.real() * b.real() - a.imag() * b.imag(),
                    a.real() * b.imag() + a.imag() * b.real());
}
template <typename T>
__CUDAPIPE_HD complex<T> operator/(const complex<T> &a, const complex<T> &b) {
  const T norm = b.real() * b.real() + b.imag() * b.imag();
  return complex<T>((a.real() * b.real() + a.imag() * b.imag()) / norm,
                    (a.imag() * b.real() - a.real() * b.imag()) / norm);
}
template <typename T>
__CUDAPIPE_HD bool operator==(const complex<T> &a, const complex<T> &b) {
  return a.real() == b.real() && a.imag() == b.imag();
}
template <typename T>
__CUDAPIPE_HD bool operator!=(const complex<T> &a, const complex<T> &b) {
  return !(a == b);
}
#define __CUDAPIPE_WITH_REAL(OP, RESULT)                                       \
  template <typename T>                                                        \
  __CUDAPIPE_HD RESULT operator OP(const complex<T> &a, const T &b) {          \
    return a OP complex<T>(b);                                                 \
  }                                                                            \
  template <typename T>                                                        \
  __CUDAPIPE_HD RESULT operator OP(const T &a, const complex<T> &b) {          \
    return complex<T>(a) OP b;                                                 \
  }
__CUDAPIPE_WITH_REAL(+, complex<T>)
__CUDAPIPE_WITH_REAL(-, complex<T>)
__CUDAPIPE_WITH_REAL(*, complex<T>)
__CUDAPIPE_WITH_REAL(/, complex<T>)
__CUDAPIPE_WITH_REAL(==, bool)
__CUDAPIPE_WITH_REAL(!=, bool)
#undef __CUDAPIPE_WITH_REAL
template <typename T> __CUDAPIPE_HD complex<T> operator+(const complex<T> &a) {
  return a;
}
template <typename T> __CUDAPIPE_HD complex<T> operator-(const complex<T> &a) {
  return complex<T>(-a.real(), -a.imag());
}
template <typename T> __CUDAPIPE_HD complex<T> conj(const complex<T> &a) {
  return complex<T>(a.real(), -a.imag());
}
template <typename T> __CUDAPIPE_HD T norm(const complex<T> &a) {
  return a.real() * a.real() + a.imag() * a.imag();
}
// Of doubles: the same operations, with another rounding.
template <typename T> __CUDAPIPE_HD T abs(const complex<T> &a) {
  return ::sqrt(norm(a));
}
template <typename T> __CUDAPIPE_HD T arg(const complex<T> &a) {
  return ::atan2(a.imag(), a.real());
}
template <typename T>
__CUDAPIPE_HD complex<T> polar(const T &m, const T &theta = T()) {
  return complex<T>(m * ::cos(theta), m * ::sin(theta));
}
template <typename T> __CUDAPIPE_HD complex<T> exp(const complex<T> &a) {
  return polar<T>(::exp(a.real()), a.imag());
}
template <typename T> __CUDAPIPE_HD complex<T> log(const complex<T> &a) {
  return complex<T>(::log(abs(a)), arg(a));
}
template <typename T> __CUDAPIPE_HD complex<T> sqrt(const complex<T> &a) {
  return polar<T>(::sqrt(abs(a)), arg(a) / T(2));
}
template <typename T>
__CUDAPIPE_HD complex<T> pow(const complex<T> &a, const complex<T> &b) {
  return exp(log(a) * b);
}
template <typename T>
__CUDAPIPE_HD complex<T> pow(const complex<T> &a, const T &b) {
  return exp(log(a) * b);
}

} // namespace thrust

#endif // CUDAPIPE_EMBEDDED_THRUST_COMPLEX_H
