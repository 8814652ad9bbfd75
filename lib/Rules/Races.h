//===- Races.h - Stores and reads that no barrier separates -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (...) {
//     tile[t] = A[k + t];      a fast thread, in trip n+1
//     __syncthreads();
//     sum += tile[i];          a slow thread, in trip n
//   }
//
// What is found here is told to the user as a bug in the kernel, so it has to
// be one: an element that one thread stores and another reads. Buffers that
// take turns, threads that read only what they stored themselves and warps that
// keep to themselves are no races, or cannot be told from races.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_RULES_RACES_H
#define CUDAPIPE_LIB_RULES_RACES_H

#include "Rules.h"
#include "cudapipe/Analyze/Taint.h"

namespace cudapipe {

class RaceFinder {
public:
  explicit RaceFinder(const LoopAnalysis &A);

  struct Race {
    const MemoryAccess *Store, *Read;
  };
  std::optional<Race> find() const;

  /// Each thread reads at \p Read the one element that it stores at \p Store.
  bool isOwn(const MemoryAccess &Store, const MemoryAccess &Read) const;

private:
  bool ordersOtherwise() const;
  bool isPlain(const MemoryAccess &Access) const;
  bool separated(unsigned From, unsigned To) const;
  static bool movesWith(const Taint &Seeds, const clang::Expr *Object);
  bool countsFromZero(const clang::VarDecl *Var, const clang::Stmt *Use) const;
  /// What a thread reads, seen from the thread that stores.
  enum class Relation { Same, Others, Unknown };
  Relation relate(const clang::Expr *Store, const clang::Expr *Read) const;
  Relation relateElements(const clang::Expr *Store,
                          const clang::Expr *Read) const;
  bool meets(const MemoryAccess &Store, const MemoryAccess &Read) const;
  bool takesTurns(const clang::Stmt *S) const;
  bool isGuardedByThread(const clang::Stmt *S) const;
  bool knowsWarps(const clang::Stmt *S) const;

  const LoopAnalysis &A;
  Taint Threads, Moving;
};

/// Each thread reads at \p Read the one element that it stores at all of
/// \p Stores, items of the loop of \p A and what they access.
bool readsOnlyOwn(
    const LoopAnalysis &A,
    llvm::ArrayRef<std::pair<unsigned, const MemoryAccess *>> Stores,
    const MemoryAccess &Read);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_RULES_RACES_H
