//===- ExprEffects.cpp - Effects of expressions ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EffectsWalker.h"
#include "PipelineObjects.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace cudapipe {

void EffectsWalker::touch(const Expr *Where, const MemoryRoot &Root,
                          AccessTy Access, bool Whole) {
  if (Root.Kind == MemoryRoot::Constant ||
      (Root.Var && Root.Var->getType()->isCUDADeviceBuiltinTextureType()))
    return; // a texture reference is a name, the fetch is the call
  if (Root.Kind != MemoryRoot::Local) {
    if (Access & Read)
      Out.MemoryReads.push_back({Where, Root, Reader});
    if (Access & Write)
      Out.MemoryWrites.push_back({Where, Root});
    return;
  }
  if (Access & Read) {
    Out.Reads.insert(Root.Var);
    if (!Written.count(Root.Var))
      Out.UpwardReads.insert(Root.Var);
  }
  if (Access & Write) {
    Out.Writes.insert(Root.Var);
    if (Whole)
      kill(Root.Var);
  }
}

void EffectsWalker::touch(const Expr *Where, const RootSet &Roots,
                          AccessTy Access, bool Whole) {
  for (const MemoryRoot &Root : Roots)
    touch(Where, Root, Access, Whole && Roots.size() == 1);
}

void EffectsWalker::object(const Expr *E, AccessTy Access) {
  address(E);
  llvm::SaveAndRestore As(Reader);
  if (E->getType().isVolatileQualified()) {
    Out.Pinned.push_back({E, "a volatile access", /*Observes=*/true});
    Reader = MemoryAccess::Asks;
  }
  bool Whole = isa<DeclRefExpr>(E->IgnoreParens());
  touch(E, Flow.rootsOfObject(E), Access, Whole);
}

void EffectsWalker::address(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
      Ref && isa<BindingDecl>(Ref->getDecl()))
    Out.Unknown.push_back({E, "a structured binding"});
  // A reference is a variable too: its declaration has to come along.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && Var->isLocalVarDecl() && Var->getType()->isReferenceType())
      touch(E, {MemoryRoot::Local, Var}, Read, /*Whole=*/false);
  if (isa<DeclRefExpr, StringLiteral, CXXThisExpr>(E))
    return;
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
    // In a template the array has not decayed to a pointer yet.
    const Expr *Base = subscriptBase(*Sub);
    if (Base->isGLValue() && accessType(Base, Ctx)->isArrayType())
      address(Base);
    else
      read(Base);
    return read(subscriptIndex(*Sub));
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (Member->isArrow())
      return read(Member->getBase());
    return Member->getBase()->isGLValue() ? address(Member->getBase())
                                          : read(Member->getBase());
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->getOpcode() == UO_Deref)
      return read(Op->getSubExpr());
    if (Op->isIncrementDecrementOp())
      return read(Op);
    return address(Op->getSubExpr());
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getSubExpr()->isGLValue() ? address(Cast->getSubExpr())
                                           : read(Cast->getSubExpr());
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return read(Temporary->getSubExpr());
  if (const auto *Cond = dyn_cast<ConditionalOperator>(E)) {
    read(Cond->getCond());
    return branches([&] { address(Cond->getTrueExpr()); },
                    [&] { address(Cond->getFalseExpr()); });
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return read(Op);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(*Call);
  if (E->isPRValue())
    return read(E);
  for (const Stmt *Child : E->children())
    if (const auto *Sub = dyn_cast_or_null<Expr>(Child))
      read(Sub);
}

void EffectsWalker::assignment(const BinaryOperator &Op) {
  read(Op.getRHS());
  object(Op.getLHS(), Op.isCompoundAssignmentOp() ? ReadWrite : Write);
}

void EffectsWalker::read(const Expr *E) {
  if (!E)
    return;
  E = E->IgnoreParens();
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->isAssignmentOp())
      return assignment(*Op);
    if (Op->isLogicalOp()) {
      read(Op->getLHS());
      return branches([&] { read(Op->getRHS()); }, [] {});
    }
    if (Op->getOpcode() == BO_Comma)
      discard(Op->getLHS());
    else
      read(Op->getLHS());
    return read(Op->getRHS());
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->isIncrementDecrementOp())
      return object(Op->getSubExpr(), ReadWrite);
    if (Op->getOpcode() == UO_AddrOf)
      return address(Op->getSubExpr());
    if (Op->getOpcode() == UO_Deref)
      return object(E, Read);
    return read(Op->getSubExpr());
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    if (Cast->getCastKind() == CK_ArrayToPointerDecay ||
        Cast->getCastKind() == CK_FunctionToPointerDecay)
      return address(Sub);
    if (Cast->getCastKind() == CK_LValueToRValue)
      return object(Sub, Read);
    return read(Sub);
  }
  if (const auto *Cond = dyn_cast<AbstractConditionalOperator>(E)) {
    read(Cond->getCond());
    return branches([&] { read(Cond->getTrueExpr()); },
                    [&] { read(Cond->getFalseExpr()); });
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(*Call);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return construct(*Construct);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E)) {
    for (const Expr *Init : Lambda->capture_inits())
      if (Init)
        Init->isGLValue() ? address(Init) : read(Init);
    for (const LambdaCapture &Capture : Lambda->captures())
      if (Capture.capturesVariable() && Capture.getCaptureKind() == LCK_ByCopy)
        if (const auto *Var = dyn_cast<VarDecl>(Capture.getCapturedVar());
            Var && !Var->isInitCapture())
          touch(E, {MemoryRoot::Local, Var}, Read, /*Whole=*/false);
    return;
  }
  // What sizeof names is not read, but has to be declared where it stands.
  if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E)) {
    if (!Size->isArgumentType())
      if (const auto *Ref = dyn_cast<DeclRefExpr>(
              Size->getArgumentExpr()->IgnoreParenImpCasts()))
        if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
            Var && Var->hasLocalStorage() && Var->getType()->isScalarType())
          touch(E, {MemoryRoot::Local, Var}, Read, /*Whole=*/false);
    return;
  }
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CharacterLiteral,
          StringLiteral, CXXThisExpr, PseudoObjectExpr, OpaqueValueExpr,
          SubstNonTypeTemplateParmExpr, ImplicitValueInitExpr,
          CXXScalarValueInitExpr, CXXNullPtrLiteralExpr, TypeTraitExpr,
          ConstantExpr, UnresolvedLookupExpr, SizeOfPackExpr,
          DependentScopeDeclRefExpr>(E))
    return;
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return read(Default->getExpr());
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return read(Default->getExpr());
  if (isa<CXXBindTemporaryExpr>(E) && !isThreadPipeline(E->getType()))
    Out.Unknown.push_back({E, "the destructor of a temporary"});
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return read(Temporary->getSubExpr());
  if (const auto *Block = dyn_cast<StmtExpr>(E))
    return statement(Block->getSubStmt());
  if (E->containsErrors())
    Out.Unknown.push_back({E, "an expression that does not parse"});
  if (E->isGLValue() && isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr,
                            CXXDependentScopeMemberExpr>(E))
    // An array has no value: naming it takes its address.
    return accessType(E, Ctx)->isArrayType() ? address(E) : object(E, Read);
  if (isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, AtomicExpr>(E))
    Out.Unknown.push_back({E, "an expression with effects not modelled"});
  if (const auto *Atomic = dyn_cast<AtomicExpr>(E)) {
    llvm::SaveAndRestore As(Reader, MemoryAccess::Asks);
    touch(E, Flow.rootsOfPointer(Atomic->getPtr()), ReadWrite);
  }
  for (const Stmt *Child : E->children())
    if (const auto *Sub = dyn_cast_or_null<Expr>(Child))
      read(Sub);
}

} // namespace cudapipe
