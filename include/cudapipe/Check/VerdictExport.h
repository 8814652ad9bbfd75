//===- cudapipe/Check/VerdictExport.h - JSON and SARIF ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_CHECK_VERDICTEXPORT_H
#define CUDAPIPE_CHECK_VERDICTEXPORT_H

#include "cudapipe/Check/CheckKernels.h"
#include "llvm/Support/raw_ostream.h"

namespace cudapipe {

/// A file that was checked, for programs.
struct ExportedFile {
  /// As the user typed it, and as Clang names it.
  std::string Name, Path;
  CheckedFile Result;
  /// Why it could not be done.
  std::string Failure;
};

/// Prints every kernel of \p Files, and what went wrong.
void printVerdictsJson(llvm::raw_ostream &OS,
                       llvm::ArrayRef<ExportedFile> Files);

/// Prints the witnesses of \p Files as a log of SARIF 2.1.0.
void printVerdictsSarif(llvm::raw_ostream &OS,
                        llvm::ArrayRef<ExportedFile> Files,
                        llvm::StringRef Version);

} // namespace cudapipe

#endif // CUDAPIPE_CHECK_VERDICTEXPORT_H
