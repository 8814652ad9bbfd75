//===- Agreement.h - Files that edit the same text --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   a.cu -> edits of a.cu, tiles.cuh, main.cu
//   b.cu -> edits of       tiles.cuh, main.cu
//
// What both say of tiles.cuh must be the same, and what they say of main.cu
// must not meet; else the loops that want it are left alone.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_AGREEMENT_H
#define CUDAPIPE_TOOL_AGREEMENT_H

#include "ProcessFile.h"
#include <set>

namespace cudapipe {

/// The loops of all files of a run, each once.
class Agreement {
public:
  explicit Agreement(llvm::ArrayRef<FileWork> Works);

  /// Loops that must be left alone, by their place, and why; empty if all
  /// agree. There may be more once these are.
  Denials disagreements() const;
  /// The loops of \p Works[Index] that no file before it reports.
  std::vector<LoopReport> reportsOf(size_t Index) const;
  /// The changes of \p Works[Index] that are made.
  std::vector<const clang::tooling::AtomicChange *>
  changesOf(size_t Index) const;

private:
  /// A file has no say in a loop that it does not use, if others do.
  bool hasSay(const LoopReport &Loop) const {
    return !Loop.Where.IsUnused || !UsedPlaces.count(Loop.Where.Key);
  }
  void askUnread(Denials &Out) const;
  void compareLoops(Denials &Out) const;
  void compareChanges(Denials &Out) const;
  void deny(llvm::StringRef Key, std::string Why, Denials &Out) const;

  llvm::ArrayRef<FileWork> Works;
  std::set<std::string> UsedPlaces;
};

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_AGREEMENT_H
