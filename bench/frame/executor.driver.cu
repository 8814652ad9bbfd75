//===- executor.driver.cu - A case of the benchmark on the executor -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All sizes of a case but the first, which is too large. See bench/check.
//
//===----------------------------------------------------------------------===//

#include "harness.h"

#include KERNEL_FILE

#include CASE_FILE

namespace {

/// The executor's memory, with the names that a case uses.
class ExecutorBuffers {
public:
  ExecutorBuffers(cudapipe::Cases &Memory, int Shift)
      : Memory(Memory), Shift(Shift) {}
  template <typename T> T *input(size_t Count) {
    return Memory.input<T>(Count + Shift).ptr() + Shift;
  }
  int *indices(size_t Count, int Low, int High) {
    std::vector<int> Values(Count + Shift);
    for (int &Value : Values)
      Value = Memory.integer(Low, High - 1);
    return Memory.input(Values).ptr() + Shift;
  }
  int *steps(size_t Count, int Step) {
    std::vector<int> Values(Count + Shift);
    for (size_t I = 0; I < Count; ++I)
      Values[I + Shift] = static_cast<int>(I) * Step;
    return Memory.input(Values).ptr() + Shift;
  }
  template <typename T> T *output(size_t Count) {
    return Memory.output<T>(Count + Shift).ptr() + Shift;
  }

private:
  cudapipe::Cases &Memory;
  int Shift;
};

} // namespace

CUDAPIPE_CASES(c) {
  const std::vector<bench::Size> Sizes = sizes();
  for (size_t I = 1; I < Sizes.size(); ++I) {
    ExecutorBuffers Memory(c, Sizes[I].Shift);
    problem(Memory, Sizes[I]).Run(launch);
    c.check(Sizes[I].name());
  }
}
