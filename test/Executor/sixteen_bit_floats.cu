// half and bfloat16: every value, and the roundings between neighbours.
//
// RUN: %run_on_cpu %s %s --seeds=1 | FileCheck %s
// CHECK: no report: 1 cases x 1 seeds

#include "harness.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

static bool sameOrNaN(float a, float b) {
  return a == b ? std::signbit(a) == std::signbit(b)
                : std::isnan(a) && std::isnan(b);
}

/// Rounds by looking for the nearest of all values.
template <typename T> class Nearest {
public:
  Nearest() {
    T value;
    for (unsigned short bits = 0; !std::isinf(float(value = fromBits(bits)));
         ++bits)
      values.push_back(float(value));
    double last = values.back(), step = last - values[values.size() - 2];
    values.push_back(last + step); // Stands for infinity.
  }
  float operator()(double value) const {
    double magnitude = std::fabs(value);
    size_t high = std::lower_bound(values.begin(), values.end(), magnitude) -
                  values.begin();
    high = std::min(high, values.size() - 1);
    size_t low = high ? high - 1 : 0;
    double below = magnitude - values[low], above = values[high] - magnitude;
    // The bits of a value are its index: even ones win ties.
    size_t index = below < above || (below == above && low % 2 == 0) ? low
                                                                     : high;
    float result = index + 1 == values.size() ? INFINITY : float(values[index]);
    return std::signbit(value) ? -result : result;
  }
  static T fromBits(unsigned bits) {
    auto narrow = static_cast<unsigned short>(bits);
    T value;
    std::memcpy(&value, &narrow, 2);
    return value;
  }

private:
  std::vector<double> values;
};

/// A float has half's fields and bfloat16's: shift them in, mend the exponent.
static float widen(unsigned bits, __half *) {
  float value = __uint_as_float((bits & 0x7fff) << 13) * 0x1p112f;
  if (value >= 65536)
    value = bits & 0x3ff ? NAN : INFINITY;
  return bits & 0x8000 ? -value : value;
}
static float widen(unsigned bits, __nv_bfloat16 *) {
  return __uint_as_float(bits << 16);
}

template <typename T>
static void checkType(cudapipe::Cases &c, const std::string &name) {
  Nearest<T> nearest;
  auto check = [&](float value) {
    c.require(sameOrNaN(float(T(value)),
                        std::isnan(value) ? value : nearest(value)),
              name + " of " + std::to_string(value));
  };
  for (unsigned bits = 0; bits < 65536; ++bits) {
    float value = Nearest<T>::fromBits(bits);
    c.require(sameOrNaN(value, widen(bits, static_cast<T *>(nullptr))),
              name + " to float");
    check(value);
    // Halfway to the next value, and its two neighbours.
    float next = Nearest<T>::fromBits(bits + 1);
    float middle = static_cast<float>((double(value) + next) / 2);
    check(middle);
    check(std::nextafterf(middle, INFINITY));
    check(std::nextafterf(middle, -INFINITY));
  }
  for (int i = 0; i < 20000; ++i) {
    auto any = [&] { return T(float(c.integer(-4000, 4000)) / 64); };
    T x = any(), y = any(), z = any();
    double a = float(x), b = float(y), d = float(z);
    auto exact = [&](T result, double value, const char *operation) {
      c.require(sameOrNaN(float(result), nearest(value)), name + operation);
    };
    exact(x + y, a + b, " +");
    exact(x - y, a - b, " -");
    exact(x * y, a * b, " *");
    exact(__hfma(x, y, z), a * b + d, " fma");
  }
}

CUDAPIPE_CASES(c) {
  checkType<__half>(c, "half");
  checkType<__nv_bfloat16>(c, "bfloat16");

  c.require(__half_as_ushort(__float2half(65519.0f)) == 0x7bff, "largest half");
  c.require(__half_as_ushort(__float2half(65520.0f)) == 0x7c00, "overflow");
  c.require(__half_as_ushort(__float2half(0x1p-24f)) == 1, "smallest half");
  c.require(__half_as_ushort(__float2half(0x1p-25f)) == 0, "tie to even");
  c.require(__half_as_ushort(__double2half(1 + 0x1p-11 + 0x1p-40)) == 0x3c01,
            "double rounds once");
  c.require(__half_as_ushort(__float2half_rz(1 + 0x1.ffp-11f)) == 0x3c00, "rz");

  c.require(float(__nv_fp8_e4m3(449.0f)) == 448, "e4m3 saturates");
  c.require(float(__nv_fp8_e4m3(1.0625f)) == 1, "e4m3 ties to even");
  c.require(float(__nv_fp8_e4m3(0x1p-9f)) == 0x1p-9f, "e4m3 subnormal");
  c.require(float(__nv_fp8_e5m2(1e9f)) == 57344, "e5m2 saturates");
  for (int bits = 0; bits < 256; ++bits) {
    __nv_fp8_e4m3 small;
    small.__x = static_cast<unsigned char>(bits);
    if (!std::isnan(float(small)))
      c.require(__nv_fp8_e4m3(float(small)).__x == bits, "e4m3 round trip");
  }
  c.check("conversions");
}
