//===- Problem.h - What a case of the benchmark says ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   extern "C" void launch(const float *A, float *B, int N);
//
//   inline std::vector<bench::Size> sizes() {
//     return {{{1 << 24}}, {{1001}, /*Shift=*/1}};
//   }
//   template <typename Buffers>
//   bench::Work problem(Buffers &Memory, const bench::Size &S,
//                       decltype(launch) *Launch) { ... }
//
// The first size is timed; all are checked. launch() is what plain.cu,
// expert.cu and every rewritten form define. The same case.h runs on a GPU
// (Main.cu) and on the CPU executor (executor.driver.cu).
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_BENCH_PROBLEM_H
#define CUDAPIPE_BENCH_PROBLEM_H

#include <functional>
#include <string>
#include <vector>

namespace bench {

/// One size of a problem.
struct Size {
  std::vector<int> Extents;
  /// Elements by which every pointer is moved off its alignment.
  int Shift = 0;

  int operator[](size_t I) const { return Extents[I]; }
  std::string name() const {
    std::string Name;
    for (int Extent : Extents)
      Name += (Name.empty() ? "" : "x") + std::to_string(Extent);
    return Shift ? Name + "+" + std::to_string(Shift) : Name;
  }
};

/// What computes, by its peak in cudapipe/Resources/Gpus.def.
enum class Unit { Unknown, Fp32, Fp64, Fp16Tensor, Int8Tensor };

inline const char *nameOf(Unit U) {
  switch (U) {
  case Unit::Fp32:
    return "fp32";
  case Unit::Fp64:
    return "fp64";
  case Unit::Fp16Tensor:
    return "fp16_tensor";
  case Unit::Int8Tensor:
    return "int8_tensor";
  case Unit::Unknown:
    break;
  }
  return "";
}

/// What one launch does: the call itself, and what it is worth.
template <typename Launch> struct Work {
  std::function<void(Launch *)> Run;
  /// Operations by the definition of the problem, whatever a form executes.
  double Flops;
  /// Bytes of global memory that must move: each input and output once.
  double Bytes;
  /// The fastest that could do the operations; no form is faster than its peak.
  Unit Peak = Unit::Unknown;
};

} // namespace bench

#endif
