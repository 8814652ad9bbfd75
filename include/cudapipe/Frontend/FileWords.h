//===- cudapipe/Frontend/FileWords.h - The words of many files --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kernel asks of each file of the program whether it may launch it. Of
// thousands of files, few hold its name: to know which, each is read once.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_FILEWORDS_H
#define CUDAPIPE_FRONTEND_FILEWORDS_H

#include "llvm/ADT/StringMap.h"
#include <cstdint>
#include <mutex>
#include <vector>

namespace cudapipe {

/// Hashes of the words of files; shared by all threads of a run.
class FileWords {
public:
  /// May \p File hold \p Word? False if it cannot be read.
  bool mayHold(llvm::StringRef File, llvm::StringRef Word);

private:
  const std::vector<uint32_t> &wordsOf(llvm::StringRef File);

  std::mutex Mutex;
  /// Sorted, four bytes a word.
  llvm::StringMap<std::vector<uint32_t>> Known;
};

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_FILEWORDS_H
