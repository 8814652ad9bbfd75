//===- cudapipe/Judge/VerdictFile.h - Verdicts for other machines -*- C++ -*-=//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compiler has decided, beside the sources: machines without one then
// rewrite the same. One entry a loop, in JSON, in the order of the sources.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_JUDGE_VERDICTFILE_H
#define CUDAPIPE_JUDGE_VERDICTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cudapipe {

/// What was decided of one loop.
struct KeptVerdict {
  /// Relative to the folder of the verdicts.
  std::string File;
  std::string Kernel;
  /// Of the words of the file, less what other kernels do.
  std::string Hash;
  /// "nvcc 13.0.88" and "sm_90".
  std::string Compiler, Arch;
  /// What the kernels that run it take as they are, by their mangled names.
  std::map<std::string, unsigned> Registers;
  /// The form; Variant is empty where the loop is left alone.
  std::string Variant;
  unsigned Stages = 1;
  /// Rows are no longer than they were.
  bool RowsStay = false;
  std::string WhyLeft;
};

/// Safe in several threads.
class VerdictFile {
public:
  /// A file that is not there holds none.
  static llvm::Expected<std::unique_ptr<VerdictFile>>
  read(llvm::StringRef Path);

  /// Those of \p File (absolute), for \p Arch.
  std::vector<KeptVerdict> of(llvm::StringRef File, llvm::StringRef Arch) const;
  /// Puts \p Verdicts in place of all of \p File for their architecture.
  void put(llvm::StringRef File, llvm::StringRef Arch,
           std::vector<KeptVerdict> Verdicts);
  /// Writes what was put, into what stands there by now.
  llvm::Error write();

private:
  std::string nameOf(llvm::StringRef File) const;

  std::string Path;
  mutable std::mutex Mutex;
  std::vector<KeptVerdict> All;
  /// File and architecture of what was put.
  std::set<std::pair<std::string, std::string>> Put;
};

} // namespace cudapipe

#endif // CUDAPIPE_JUDGE_VERDICTFILE_H
