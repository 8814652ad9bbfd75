//===- OrderedWork.cpp - What a barrier orders besides a tile -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderedWork.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace cudapipe {

/// In dynamic shared memory other arrays may have the same name.
bool OrderedWork::isTile(const MemoryRoot &Root) const {
  return Root.Kind == MemoryRoot::Shared && Tiles.count(Root.Var) &&
         !isDynamicShared(*Root.Var);
}

bool OrderedWork::areApart(const MemoryRoot &A, const MemoryRoot &B) const {
  auto IsReadOnly = [](const MemoryRoot &R) {
    return R.Kind == MemoryRoot::Constant || R.Kind == MemoryRoot::Texture ||
           R.Kind == MemoryRoot::Local;
  };
  if (IsReadOnly(A) || IsReadOnly(B))
    return true;
  if (A.Kind == MemoryRoot::Shared && B.Kind == MemoryRoot::Shared)
    return A.Var != B.Var &&
           !(isDynamicShared(*A.Var) && isDynamicShared(*B.Var));
  const bool HasShared =
      A.Kind == MemoryRoot::Shared || B.Kind == MemoryRoot::Shared;
  const bool HasGlobal =
      A.Kind == MemoryRoot::Global || B.Kind == MemoryRoot::Global;
  // A device function's pointers may lead to either.
  if (HasShared && HasGlobal)
    return Function.hasAttr<CUDAGlobalAttr>();
  if (A.Kind != MemoryRoot::Global || B.Kind != MemoryRoot::Global || !A.Var ||
      !B.Var || A.Var == B.Var)
    return false;
  return A.Var->getType().isRestrictQualified() ||
         B.Var->getType().isRestrictQualified();
}

OrderedWork::Work OrderedWork::workOf(llvm::ArrayRef<const Stmt *> All) const {
  Work Out;
  for (const Stmt *S : All) {
    const Effects E = of(S);
    for (const MemoryAccess &Access : E.MemoryReads)
      if (!isTile(Access.Root))
        Out.Reads.push_back(Access.Root);
    for (const MemoryAccess &Access : E.MemoryWrites)
      Out.Writes.push_back(Access.Root);
    Out.IsOpen |= !E.Unknown.empty() || !E.Pinned.empty() ||
                  !E.BlockWaits.empty() || !E.AsyncCopies.empty() ||
                  !E.Numbers.empty() || !E.Exits.empty();
  }
  return Out;
}

bool OrderedWork::mayMeet(llvm::ArrayRef<const Stmt *> Front,
                          llvm::ArrayRef<const Stmt *> Behind) const {
  const Work One = workOf(Front), Other = workOf(Behind);
  if (One.IsOpen || Other.IsOpen)
    return !One.isEmpty() && !Other.isEmpty();
  auto Meets = [&](llvm::ArrayRef<MemoryRoot> A, llvm::ArrayRef<MemoryRoot> B) {
    return llvm::any_of(A, [&](const MemoryRoot &X) {
      return llvm::any_of(B,
                          [&](const MemoryRoot &Y) { return !areApart(X, Y); });
    });
  };
  return Meets(One.Writes, Other.Writes) || Meets(One.Writes, Other.Reads) ||
         Meets(One.Reads, Other.Writes);
}

bool OrderedWork::touchesTile(const Stmt *S) const {
  const Effects E = of(S);
  auto Touches = [&](const MemoryAccess &Access) {
    return Access.Root.Kind == MemoryRoot::Unknown ||
           (Access.Root.Kind == MemoryRoot::Shared &&
            Tiles.count(Access.Root.Var));
  };
  return llvm::any_of(E.MemoryReads, Touches) ||
         llvm::any_of(E.MemoryWrites, Touches);
}

const Expr *OrderedWork::storesTile(const Stmt *S) const {
  const Effects E = of(S);
  for (const MemoryAccess &Access : E.MemoryWrites)
    if (Access.Root.Kind == MemoryRoot::Shared && Tiles.count(Access.Root.Var))
      return Access.Where;
  return nullptr;
}

} // namespace cudapipe
