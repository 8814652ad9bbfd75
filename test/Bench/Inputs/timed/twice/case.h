// What forms do that only their launches say: see fake_cudart.cpp.
#include "Problem.h"

extern "C" void launch(const float *A, float *B, int N);

inline std::vector<bench::Size> sizes() { return {{{1 << 20}}, {{7}, 1}}; }

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0];
  auto *A = Memory.template input<float>(N);
  auto *B = Memory.template output<float>(N);
  // 0.1 ms at an H100's 66.9 TFLOP/s; 1 ms at its 3350 GB/s, and what is written.
  return {[=](decltype(launch) *Launch) { Launch(A, B, N); }, 66.9e8,
          3350e6 + 4.0 * N, bench::Unit::Fp32};
}
