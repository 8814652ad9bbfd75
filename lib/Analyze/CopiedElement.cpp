//===- CopiedElement.cpp - What one store of a tile copies ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyWidener.h"
#include "ZeroFill.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TemplateTypes.h"

using namespace clang;

namespace cudapipe {

/// \p E without conversions that do not lose a bit of a \p Type on the way.
static const Expr *withoutPromotion(const Expr *E, QualType Type,
                                    const ASTContext &Ctx) {
  while (true) {
    E = stripCopies(E)->IgnoreParens();
    const auto *Cast = dyn_cast<CastExpr>(E);
    if (!Cast || Cast->getCastKind() != CK_IntegralCast ||
        Cast->getType()->isBooleanType() ||
        Cast->getSubExpr()->getType()->isBooleanType() ||
        Ctx.getIntWidth(Cast->getType()) < Ctx.getIntWidth(Type))
      return E;
    E = Cast->getSubExpr();
  }
}

bool CopyWidener::readValue(const Expr *Value, QualType Type, Source &Out) {
  const Expr *E = Type->isIntegralOrEnumerationType()
                      ? withoutPromotion(Value, Type, Ctx)
                      : stripCopies(Value)->IgnoreParens();
  if (const auto *Cond = dyn_cast<ConditionalOperator>(E)) {
    bool TrueIsZero = isZero(Cond->getTrueExpr(), Ctx);
    if (TrueIsZero == isZero(Cond->getFalseExpr(), Ctx))
      return fail("a choice between two values");
    Out.Guards.push_back({Cond->getCond(), !TrueIsZero});
    return readValue(TrueIsZero ? Cond->getFalseExpr() : Cond->getTrueExpr(),
                     Type, Out);
  }
  // Integers of one size are the same bytes, signed or not.
  QualType Read = E->getType();
  if (isa<CallExpr>(E))
    Read = Read.getCanonicalType(); // the object's type says more
  bool SameBytes = Ctx.hasSameUnqualifiedType(Read, Type);
  if (SameBytes)
    Read = Type;
  else
    SameBytes = !dependsOnArgument(Read) && !dependsOnArgument(Type) &&
                Read->isIntegerType() && Type->isIntegerType() &&
                !Read->isBooleanType() && !Type->isBooleanType() &&
                Ctx.getTypeSize(Read) == Ctx.getTypeSize(Type);
  TileCopy Found{};
  if (!SameBytes || !readSource(E, Read, *M.Pointers, Ctx, Found))
    return fail("the loaded value is converted, or computed with");
  Out.Object = Found.From.Source;
  Out.Pointer = Found.From.SourcePointer;
  return true;
}

/// Collects the comparisons in \p Guard.
bool CopyWidener::readGuard(const Expr *Guard, Source &Out) {
  Guard = Guard->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(Guard);
      Not && Not->getOpcode() == UO_LNot) {
    Out.Logic += '!';
    return readGuard(Not->getSubExpr(), Out);
  }
  // const bool inside = row < M;
  if (const VarDecl *Var = definedVariable(Guard))
    return readGuard(Var->getInit(), Out);
  const auto *Op = dyn_cast<BinaryOperator>(Guard);
  if (Op && Op->isLogicalOp()) {
    Out.Logic += '(';
    if (!readGuard(Op->getLHS(), Out))
      return false;
    Out.Logic += Op->getOpcodeStr();
    if (!readGuard(Op->getRHS(), Out))
      return false;
    Out.Logic += ')';
    return true;
  }
  if (!Op || !Op->isComparisonOp() || !Op->getLHS()->getType()->isIntegerType())
    return fail("a guard that is no comparison of integers");
  Out.Comparisons.push_back(Op);
  Out.Logic += Op->getOpcodeStr();
  return true;
}

/// \p S, or what a variable in it is defined by, may divide by zero.
bool CopyWidener::dividesByVariable(const Expr *E) const {
  if (const VarDecl *Var = definedVariable(E))
    return dividesByVariable(Var->getInit());
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (Op && (Op->getOpcode() == BO_Div || Op->getOpcode() == BO_Rem) &&
      !constantValue(Op->getRHS(), Ctx))
    return true;
  return llvm::any_of(E->children(), [&](const Stmt *Child) {
    const auto *Inner = dyn_cast_or_null<Expr>(Child);
    return Inner && dividesByVariable(Inner);
  });
}

/// Elements that \p Copy stores at once; 0 if another configuration may store
/// others.
int64_t CopyWidener::grainOf(const TileCopy &Copy) const {
  const QualType Stored = accessType(Copy.Destination, Ctx),
                 Element = namedElement(*Copy.Name, Copy.Fields, Ctx);
  if (isSameForAll(Stored, Element))
    return 1;
  if (Stored->isDependentType() || Stored->isIncompleteType() ||
      Ctx.hasSameUnqualifiedType(Stored, Element) ||
      !isLibraryType(Stored, Copy.Destination))
    return 0;
  const int64_t Bytes = Ctx.getTypeSizeInChars(Stored).getQuantity(),
                Size = Ctx.getTypeSizeInChars(Element).getQuantity();
  return Bytes % Size ? 0 : Bytes / Size;
}

/// \p Stored, to which casts in \p E lead, is of the language or of a library,
/// and no macro spells it.
bool CopyWidener::isLibraryType(QualType Stored, const Expr *E) const {
  const SourceManager &SM = Ctx.getSourceManager();
  if (dependsOnArgument(Stored))
    return false;
  if (const auto *Alias = Stored->getAs<TypedefType>();
      Alias && !SM.isInSystemHeader(Alias->getDecl()->getLocation()))
    return false;
  if (const auto *Record = Stored->getAsRecordDecl();
      Record && !SM.isInSystemHeader(Record->getLocation()))
    return false;
  auto Visit = [&](auto &&Self, const Stmt *S) -> bool {
    if (!S)
      return true;
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S))
      if (const TypeSourceInfo *Type = Cast->getTypeInfoAsWritten();
          !Type || Type->getTypeLoc().getBeginLoc().isMacroID())
        return false;
    return llvm::all_of(S->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  return Visit(Visit, E);
}

bool CopyWidener::readElement(const TileCopy &Copy, Source &Out) {
  if (!Copy.Path.Calls.empty() || Copy.StoreCall || Copy.From.IsAsync ||
      (!offsetOf(Copy.Name, Copy.Tile) &&
       !(M.Staged.Dynamic &&
         llvm::is_contained(M.Staged.Dynamic->Names, Copy.Name))))
    return fail("the store is not a plain one");
  QualType Type = accessType(Copy.Destination, Ctx);
  if (grainOf(Copy) != Grain)
    return fail("the store is as wide as more than one element");
  if (Copy.Zero.GuardIf) {
    const auto *Stores = Copy.Store;
    auto Holds = [&](auto &&Self, const Stmt *S) -> bool {
      return S && (S == Stores || llvm::any_of(S->children(), [&](auto *Child) {
                     return Self(Self, Child);
                   }));
    };
    Out.Guards.push_back({Copy.Zero.GuardIf->getCond(),
                          Holds(Holds, Copy.Zero.GuardIf->getThen())});
  }
  if (!readValue(Copy.Value, Type, Out))
    return false;
  for (const auto &Guard : Out.Guards) {
    Out.Logic += Guard.second ? '+' : '-';
    if (!readGuard(Guard.first, Out))
      return false;
  }
  // Copied or not, the address is computed.
  if (!Out.Guards.empty() &&
      dividesByVariable(Out.Pointer ? Out.Pointer : Out.Object))
    return fail("its address must not be computed where the guard is false");
  for (const Expr *E :
       {Out.Pointer ? Out.Pointer : Out.Object, Copy.Destination}) {
    Effects X = effectsOf(E, *M.Pointers, Ctx);
    if (!X.Writes.empty() || !X.Unknown.empty())
      return fail("the address of the copy has a side effect");
  }
  return true;
}

} // namespace cudapipe
