//===- WidePieces.cpp - Which piece of dynamic memory is tested -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of pieces that lie multiples of the copy apart, one is tested for all:
//
//   float *As = smem;           reinterpret_cast<size_t>(As) % 16 == 0
//   float *Bs = smem + 512;     as aligned as As
//
//===----------------------------------------------------------------------===//

#include "CopyWidener.h"
#include "cudapipe/Analyze/AccessType.h"

using namespace clang;

namespace cudapipe {

/// The array that \p Name points into, and how many bytes behind its start, by
/// numbers of the text and of the block; null if that is not known.
std::pair<const VarDecl *, int64_t>
CopyWidener::placeInArray(const VarDecl *Name) {
  int64_t Bytes = 0;
  while (Name->getType()->isPointerType()) {
    if (isa<ParmVarDecl>(Name) || !Name->getInit() ||
        !Name->hasLocalStorage() || !isNeverChanged(*Name))
      return {};
    const Expr *E = Name->getInit()->IgnoreParenCasts();
    while (const auto *Sum = dyn_cast<BinaryOperator>(E)) {
      QualType Pointer = Sum->getLHS()->getType();
      if (Sum->getOpcode() != BO_Add || !Pointer->isPointerType() ||
          Pointer->getPointeeType()->isDependentType() ||
          Pointer->getPointeeType()->isIncompleteType())
        return {};
      std::optional<int64_t> Index = Trace.evaluate(Sum->getRHS()).number();
      if (!Index || *Index < 0 || *Index > INT32_MAX)
        return {};
      Bytes += *Index *
               Ctx.getTypeSizeInChars(Pointer->getPointeeType()).getQuantity();
      E = Sum->getLHS()->IgnoreParenCasts();
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    Name = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Name)
      return {};
  }
  return {isDynamicShared(*Name) ? Name : nullptr, Bytes};
}

const VarDecl *CopyWidener::testedPiece(const WideCopy &W) {
  auto [Array, Bytes] = placeInArray(W.start());
  if (!Array || !M.Staged.Dynamic)
    return W.start();
  for (const VarDecl *Name : M.Staged.Dynamic->Names)
    if (auto [Other, Before] = placeInArray(Name);
        Other == Array && (Bytes - Before) % int64_t(W.Box.Bytes) == 0 &&
        isKnownInFront(Name))
      return Name;
  return W.start();
}

} // namespace cudapipe
