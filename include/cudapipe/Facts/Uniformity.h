//===- cudapipe/Facts/Uniformity.h - What threads agree on ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int t = b * T + i; t < (b + 1) * T + i; t += C)    i = threadIdx.x
//
// Threads differ in t and in what it is compared with, but all make as many
// trips: they meet at each barrier in the loop.
//
// LLVM's uniformity analysis follows data and control. What it starts from is
// ours: NVPTX's own takes blockIdx and each call for different in each thread.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FACTS_UNIFORMITY_H
#define CUDAPIPE_FACTS_UNIFORMITY_H

#include "cudapipe/Facts/DeviceCode.h"
#include "llvm/Analysis/UniformityAnalysis.h"

namespace cudapipe {

/// What is the same for all threads of a block.
class Uniformity {
public:
  /// Of all that \p Kernel executes; null where it has no code (DeviceCode).
  static const Uniformity *of(const clang::FunctionDecl &Kernel);
  ~Uniformity();

  /// Threads that run at the same time and have come here as often have one
  /// value of \p V.
  bool isUniform(const llvm::Value &V) const;

  /// Which threads of the block come to a loop together and make as many trips.
  enum class Meeting {
    All,
    AllThatStay, ///< The others have ended: no barrier waits for them.
    None         ///< Or it cannot be told.
  };
  /// That of the loop \p Statement of the kernel or of a function that it
  /// calls, wherever it calls it. Nothing if the loop is not found.
  std::optional<Meeting> meetIn(const clang::Stmt &Statement) const;

private:
  explicit Uniformity(const DeviceCode &Code);

  class Starts;
  Meeting meetIn(const llvm::Loop &L) const;
  void findStarts();
  bool findEqualTrips();
  bool partsThreads(const llvm::BasicBlock &Block) const;

  const DeviceCode &Code;
  std::unique_ptr<Starts> From;
  llvm::UniformityInfo Known;
};

} // namespace cudapipe

#endif // CUDAPIPE_FACTS_UNIFORMITY_H
