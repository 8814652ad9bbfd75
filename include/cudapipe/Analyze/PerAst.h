//===- cudapipe/Analyze/PerAst.h - What an AST is asked often ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_PERAST_H
#define CUDAPIPE_ANALYZE_PERAST_H

#include "clang/AST/ASTContext.h"
#include <atomic>
#include <map>
#include <memory>
#include <mutex>

namespace cudapipe {

/// The one \p Answers that lives as long as \p Ctx, which does not change any
/// more: what is known of its nodes, by their address.
template <typename Answers> Answers &perAst(const clang::ASTContext &Ctx) {
  static std::mutex Lock;
  static std::map<const void *, std::unique_ptr<Answers>> All;
  static std::atomic<unsigned> Ended = 0;
  // Another AST may lie where one has ended.
  struct Found {
    const clang::ASTContext *Of = nullptr;
    unsigned Ended = 0;
    Answers *Mine = nullptr;
  };
  thread_local Found Last;
  if (Last.Of == &Ctx && Last.Ended == Ended)
    return *Last.Mine;
  std::lock_guard<std::mutex> Locked(Lock);
  std::unique_ptr<Answers> &Mine = All[&Ctx];
  if (!Mine) {
    Mine = std::make_unique<Answers>();
    Ctx.AddDeallocation(
        [](void *Gone) {
          std::lock_guard<std::mutex> Locked(Lock);
          All.erase(Gone);
          ++Ended;
        },
        const_cast<clang::ASTContext *>(&Ctx));
  }
  Last = {&Ctx, Ended, Mine.get()};
  return *Mine;
}

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_PERAST_H
