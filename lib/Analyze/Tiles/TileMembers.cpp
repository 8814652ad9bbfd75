//===- TileMembers.cpp - Tiles that are members of one object -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyze/Integers/IndexForm.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/Effects.h"

using namespace clang;

namespace cudapipe {

/// `s.a[i]` and `s.b[j]`: the members of \p Tile, a struct, that the elements
/// lie in. Also through `auto &a = s.a`.
static const FieldDecl *memberOf(const Expr *E, const VarDecl *Tile) {
  const FieldDecl *Out = nullptr;
  while (true) {
    E = E->IgnoreParenImpCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
      E = subscriptBase(*Sub);
    } else if (const auto *Member = dyn_cast<MemberExpr>(E);
               Member && !Member->isArrow()) {
      Out = dyn_cast<FieldDecl>(Member->getMemberDecl());
      E = Member->getBase();
    } else if (Var && Var->getType()->isReferenceType() &&
               Var->isLocalVarDecl() && Var->getInit()) {
      E = Var->getInit();
    } else {
      return Var == Tile && Out && !Out->getParent()->isUnion() ? Out : nullptr;
    }
  }
}

bool storeDifferentMembers(const TileCopy &A, const TileCopy &B) {
  const FieldDecl *InA = memberOf(A.Destination, A.Tile),
                  *InB = memberOf(B.Destination, B.Tile);
  return InA && InB && A.Tile == B.Tile && InA != InB;
}

} // namespace cudapipe
