//===- BlockQuery.cpp - What cooperative groups say of a block ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA C++ Programming Guide, "Cooperative Groups", "Thread Block Group".
//
//===----------------------------------------------------------------------===//

#include "BlockQuery.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

BlockQuery blockQuery(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreUnlessSpelledInSource());
  const auto *Method =
      Call ? dyn_cast_or_null<CXXMethodDecl>(knownCallee(*Call)) : nullptr;
  const CXXRecordDecl *Group = Method ? Method->getParent() : nullptr;
  if (!Group || !Method->getIdentifier() || Call->getNumArgs() ||
      !Group->getIdentifier() || Group->getName() != "thread_block" ||
      !StringRef(Group->getQualifiedNameAsString())
           .starts_with("cooperative_groups::"))
    return BlockQuery::None;
  return llvm::StringSwitch<BlockQuery>(Method->getName())
      .Case("thread_rank", BlockQuery::Rank)
      .Cases({"size", "num_threads"}, BlockQuery::Size)
      .Case("thread_index", BlockQuery::ThreadIndex)
      .Case("group_index", BlockQuery::BlockIndex)
      .Cases({"group_dim", "dim_threads"}, BlockQuery::BlockDim)
      .Default(BlockQuery::None);
}

} // namespace cudapipe
