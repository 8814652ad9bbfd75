//===- mutant.h - Which place of a pipeline is broken -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_MUTANT_H
#define CUDAPIPE_MUTANT_H

#include <cstdio>
#include <cstdlib>

namespace cudapipe {
/// The number of the mutant, and which numbers were asked for.
struct Mutants {
  int Chosen = 0;
  bool Reached[4096] = {};

  Mutants() {
    if (const char *Number = std::getenv("CUDAPIPE_MUTANT"))
      Chosen = std::atoi(Number);
  }
  ~Mutants() {
    const char *Path = std::getenv("CUDAPIPE_MUTANTS_REACHED");
    FILE *Out = Path ? std::fopen(Path, "w") : nullptr;
    for (int I = 0; Out && I != 4096; ++I)
      if (Reached[I])
        std::fprintf(Out, "%d\n", I);
    if (Out)
      std::fclose(Out);
  }
};
inline Mutants TheMutants;
} // namespace cudapipe

/// Never inlined into a kernel, whose reads are watched.
__attribute__((no_sanitize("thread"), noinline)) static bool
cudapipe_mutant(int Number) {
  cudapipe::TheMutants.Reached[Number & 4095] = true;
  return cudapipe::TheMutants.Chosen == Number;
}

#endif // CUDAPIPE_MUTANT_H
