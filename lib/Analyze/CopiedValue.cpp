//===- CopiedValue.cpp - What a store of the load phase stores ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyReader.h"
#include "PlainAccess.h"
#include "ZeroFill.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

bool isFromMemory(const MemoryAccess &R) {
  return R.Root.Kind == MemoryRoot::Global ||
         R.Root.Kind == MemoryRoot::Texture;
}

static bool isDivisionOrCall(const Stmt *S, const ASTContext &Ctx) {
  if (const auto *Op = dyn_cast<BinaryOperator>(S))
    if ((Op->getOpcode() == BO_Div || Op->getOpcode() == BO_Rem) &&
        !constantValue(Op->getRHS(), Ctx))
      return true;
  if (isa<CallExpr>(S))
    return true;
  // threadIdx.x, which the toolkit's headers for Clang spell as a property.
  if (isa<PseudoObjectExpr, MSPropertyRefExpr>(S))
    return false;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return Child && isDivisionOrCall(Child, Ctx);
  });
}

/// \p E is \p Object, or one of those that it chooses from.
static bool isReadAs(const Expr *E, const Expr *Object) {
  E = E->IgnoreParens();
  Object = Object->IgnoreParens();
  const auto *Choice = dyn_cast<ConditionalOperator>(Object);
  return E == Object || (Choice && (isReadAs(E, Choice->getTrueExpr()) ||
                                    isReadAs(E, Choice->getFalseExpr())));
}

bool CopyReader::addressNeedsGuard(const TileCopy &Copy) const {
  const Expr *Address =
      Copy.From.SourcePointer ? Copy.From.SourcePointer : Copy.From.Source;
  Effects E = effectsOf(Address, Flow, A.Ctx);
  if (!E.Writes.empty())
    return true;
  if (llvm::any_of(E.MemoryReads, [&](const MemoryAccess &R) {
        return !isReadAs(R.Where, Address);
      }))
    return true;
  return isDivisionOrCall(Address, A.Ctx);
}

/// \p E is a choice between a zero and something else, of type \p Type: true if
/// that comes first.
static std::optional<bool> loadingArm(const Expr *E, QualType Type,
                                      const ASTContext &Ctx) {
  const auto *Choice =
      dyn_cast<ConditionalOperator>(stripCopies(E)->IgnoreParens());
  if (!Choice || (!Choice->getType()->isDependentType() &&
                  !Ctx.hasSameUnqualifiedType(Choice->getType(), Type)))
    return std::nullopt;
  bool TrueIsZero = isZero(Choice->getTrueExpr(), Ctx);
  if (TrueIsZero == isZero(Choice->getFalseExpr(), Ctx))
    return std::nullopt;
  return !TrueIsZero;
}

void CopyReader::classify(TileCopy &Copy) const {
  QualType Type = Copy.StoreCall ? Copy.Value->getType()
                                 : accessType(Copy.Destination, A.Ctx);
  if (!Type->isDependentType() && !Type->isIncompleteType()) {
    Copy.Bytes = A.Ctx.getTypeSizeInChars(Type).getQuantity();
    Copy.Alignment = Copy.StoreCall
                         ? plainStore(*Copy.StoreCall, A.Ctx)->Alignment
                         : objectAlignment(Copy.Destination, A.Ctx);
  }
  Effects Value = effectsOf(Copy.Value, Flow, A.Ctx);
  bool Loads = llvm::any_of(Value.MemoryReads, isFromMemory);
  Copy.From.FromTexture =
      llvm::any_of(Value.MemoryReads, [](const MemoryAccess &R) {
        return R.Root.Kind == MemoryRoot::Texture;
      });
  Copy.Kind = Loads ? TileCopy::Computed : TileCopy::Fill;

  // g ? (h ? A[i] : 0) : 0
  const Expr *Arm = Copy.Value;
  llvm::SmallVector<std::pair<const Expr *, bool>, 2> Guards;
  while (Guards.size() < 2)
    if (std::optional<bool> Loads = loadingArm(Arm, Type, A.Ctx)) {
      const auto *Choice =
          cast<ConditionalOperator>(stripCopies(Arm)->IgnoreParens());
      Guards.push_back({Choice->getCond(), *Loads});
      Arm = *Loads ? Choice->getTrueExpr() : Choice->getFalseExpr();
    } else {
      break;
    }
  if (readSource(Arm, Type, Flow, A.Ctx, Copy)) {
    Copy.Kind = TileCopy::Copy;
    if (!Guards.empty())
      std::tie(Copy.Zero.Guard, Copy.Zero.GuardIsTrue) = Guards.pop_back_val();
    if (!Guards.empty())
      std::tie(Copy.Zero.OuterGuard, Copy.Zero.OuterGuardIsTrue) =
          Guards.front();
  }
  if (Copy.Kind == TileCopy::Copy) {
    Copy.From.AddressNeedsGuard = addressNeedsGuard(Copy);
    const auto *Load = dyn_cast<CallExpr>(Copy.From.Source->IgnoreParens());
    std::optional<PlainAccess> ByCall;
    if (Load)
      ByCall = plainLoad(*Load, A.Ctx);
    uint64_t SourceAlignment =
        ByCall ? ByCall->Alignment
        : Copy.From.SourcePointer
            ? typeAlignment(
                  Copy.From.SourcePointer->getType()->getPointeeType(), A.Ctx)
            : objectAlignment(Copy.From.Source, A.Ctx);
    Copy.Alignment = std::min(Copy.Alignment, SourceAlignment);
  }
  if (Copy.Kind != TileCopy::Computed)
    return;
  Copy.From.RawLoad = onlyLoad(Copy.Value, Value);
  if (!Copy.From.RawLoad)
    readGuardedLoad(Copy, Value);
}

/// The load itself, with at most a change of integer width around it.
static bool isBareLoad(const Expr *E, const Expr *Load) {
  while (E != Load) {
    if (const auto *Paren = dyn_cast<ParenExpr>(E))
      E = Paren->getSubExpr();
    else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
             Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                      Cast->getCastKind() == CK_NoOp ||
                      Cast->getCastKind() == CK_IntegralCast))
      E = Cast->getSubExpr();
    else
      return false;
  }
  return true;
}

/// g ? convert(A[i]) : c   loads under a condition and computes later.
void CopyReader::readGuardedLoad(TileCopy &Copy, const Effects &Value) const {
  const auto *Cond = dyn_cast<ConditionalOperator>(
      stripCopies(Copy.Value)->IgnoreParenImpCasts());
  if (!Cond || Value.MemoryReads.size() != 1 || !Value.Writes.empty() ||
      llvm::any_of(Value.Reads, [&](const VarDecl *Var) {
        return A.M.Variables.LoadState.count(Var);
      }))
    return;
  for (bool True : {true, false}) {
    const Expr *Arm = True ? Cond->getTrueExpr() : Cond->getFalseExpr();
    Effects E = effectsOf(Arm, Flow, A.Ctx);
    const Expr *Load = onlyLoad(Arm, E);
    if (!Load || isBareLoad(Arm, Load))
      continue;
    Copy.From.RawLoad = Load;
    Copy.From.RawGuard = Cond->getCond();
    Copy.From.RawGuardIsTrue = True;
  }
}

/// The one load of \p Value that is always made, if there are no others.
const Expr *CopyReader::onlyLoad(const Expr *Value, const Effects &E) const {
  if (E.MemoryReads.size() != 1 || !E.Writes.empty())
    return nullptr;
  // What a by-value argument is copied from, what a conversion converts.
  const Expr *Load = E.MemoryReads[0].Where;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Load);
      Construct && Construct->getNumArgs() == 1 &&
      Construct->getConstructor()->isCopyOrMoveConstructor())
    Load = stripCopies(Construct->getArg(0));
  else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Load);
           Call && isa_and_nonnull<CXXConversionDecl>(Call->getMethodDecl()))
    Load = stripCopies(Call->getImplicitObjectArgument());
  if (!Load->isGLValue() || isa<CallExpr>(Load))
    return nullptr;
  for (const Stmt *S = Load; S && S != Value; S = Parents.getParent(S)) {
    const auto *Op = dyn_cast<BinaryOperator>(S);
    if (isa<AbstractConditionalOperator>(S) || (Op && Op->isLogicalOp()))
      return nullptr;
  }
  if (isa<AbstractConditionalOperator>(Value->IgnoreParenImpCasts()))
    return nullptr;
  return Load;
}

} // namespace cudapipe
