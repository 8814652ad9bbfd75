//===- cudapipe/Emit/Sarif.h - For code scanning ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMIT_SARIF_H
#define CUDAPIPE_EMIT_SARIF_H

#include "cudapipe/Emit/Finding.h"
#include "llvm/Support/raw_ostream.h"

namespace cudapipe {

/// What SARIF says of a run besides its results.
struct SarifRun {
  std::string Version;
  /// Absolute; URIs are relative to it where they can be.
  std::string Folder;
  /// What went wrong, a sentence each.
  std::vector<std::string> Failures;
};

/// Prints a log of SARIF 2.1.0 with one run.
void printSarif(llvm::raw_ostream &OS, llvm::ArrayRef<Finding> Findings,
                const SarifRun &Run);

} // namespace cudapipe

#endif // CUDAPIPE_EMIT_SARIF_H
