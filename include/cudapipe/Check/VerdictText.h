//===- cudapipe/Check/VerdictText.h - Verdicts for people -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   sums.cu:16:38: WITNESS: 'sums' with blocks of 128: thread 0 reads 'tile',
//                  which a copy of thread 1 brings; ... [race-write-read]
//   sums.cu:11:5: note: the copy of thread 1
//   sums.cu:16:38: note: remedy: put the wait in front of the barrier ...
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_CHECK_VERDICTTEXT_H
#define CUDAPIPE_CHECK_VERDICTTEXT_H

#include "cudapipe/Check/CheckKernels.h"
#include "llvm/Support/raw_ostream.h"

namespace cudapipe {

/// How a file is called, and how much is said of it.
struct VerdictStyle {
  /// As the user typed it, and as Clang names it.
  std::string Name, Path;
  /// Nothing of kernels that are clean.
  bool Quiet = false;
};

/// Prints the verdict on each kernel of \p File.
void printVerdicts(llvm::raw_ostream &OS, const CheckedFile &File,
                   const VerdictStyle &Style);

/// "'gemm' with blocks of 16x16: no hazard in 9 sets of parameters, with up to
/// 12 trips": what a verdict rests on, in a sentence without full stop.
std::string verdictSentence(const CheckedKernel &Kernel);

} // namespace cudapipe

#endif // CUDAPIPE_CHECK_VERDICTTEXT_H
