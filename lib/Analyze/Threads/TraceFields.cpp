//===- TraceFields.cpp - What a kernel is passed in a struct --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gemm(Params p):  p.A[(row0 + r) * p.pitch + k + c]
//
// A field of a variable that never changes is like a variable of its own.
//
//===----------------------------------------------------------------------===//

#include "Analyze/Integers/IndexForm.h"
#include "CopyTrace.h"
#include "cudapipe/Analyze/AccessType.h"

using namespace clang;

namespace cudapipe {

/// The variable that \p E is a field of, or of which a field.
static const VarDecl *objectOf(const Expr *E) {
  while (const auto *Member = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts())) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field || Member->isArrow() || Field->isMutable() ||
        Field->isBitField() || Field->getType().isVolatileQualified() ||
        Field->getType()->isReferenceType())
      return nullptr;
    E = Member->getBase();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Var->hasLocalStorage() && !Var->getType()->isReferenceType() &&
                 !Var->getType().isVolatileQualified()
             ? Var
             : nullptr;
}

TraceValue CopyTrace::field(const MemberExpr &E) {
  const VarDecl *Object = objectOf(&E);
  if (!Object || !isNeverChanged(*Object) || PerThread.reaches(&E) ||
      M.Pointers->isAliased(Object))
    return {};
  if (E.getType()->isIntegralOrEnumerationType())
    return atomOf(&E);
  if (!E.getType()->isPointerType())
    return {};
  auto Known = llvm::find_if(
      Table.Fields, [&](const Expr *F) { return sameExpression(F, &E, Ctx); });
  const Expr *Field = Known == Table.Fields.end() ? &E : *Known;
  if (Known == Table.Fields.end())
    Table.Fields.push_back(Field);
  return {TraceValue::Pointer, Polynomial(), Object, false, Field};
}

TraceValue CopyTrace::atomOf(const Expr *E) {
  for (auto [Atom, Known] : llvm::enumerate(Table.Uniforms))
    if (Known.E && sameExpression(Known.E, E, Ctx))
      return number(Polynomial::atom(Atom), false);
  return atom({nullptr, E});
}

} // namespace cudapipe
