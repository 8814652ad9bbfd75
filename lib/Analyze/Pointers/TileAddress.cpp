//===- TileAddress.cpp - Where the address of a tile goes -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileAddress.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

/// ldmatrix and what a library function may do with a pointer; wmma needs 32
/// (CUDA C++ Programming Guide, "Warp matrix functions": 256-bit alignment).
static constexpr unsigned CallAlignment = 16, WmmaAlignment = 32;

/// Of addresses whose bits are looked at, to swizzle by the row for instance:
/// eight rows of 128 bytes (PTX ISA, "Swizzling modes").
static constexpr unsigned SwizzleAlignment = 1024;

/// `a ^ (a >> 3 & 0x70)`: not only how far apart addresses are plays a role.
static bool readsBits(const BinaryOperator &Op) {
  if (!Op.getType()->isIntegerType())
    return false;
  switch (Op.getOpcode()) {
  case BO_And:
  case BO_Or:
  case BO_Xor:
  case BO_Shr:
  case BO_Div:
  case BO_Rem:
  case BO_AndAssign:
  case BO_OrAssign:
  case BO_XorAssign:
  case BO_ShrAssign:
  case BO_DivAssign:
  case BO_RemAssign:
    return true;
  default:
    return false;
  }
}

const Stmt *TileAddress::escapeOf(const DeclRefExpr *Use) {
  Scope Kernel{A.Parents, nullptr};
  bool Holds = Use->getType()->isPointerType();
  return climb(Use, Holds ? Form::Holder : Form::Memory, Kernel);
}

/// A template spells no conversion to a value out.
bool TileAddress::readsElement(const Stmt *Parent, const Stmt *E) const {
  const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
  if (!Element || !A.M.Kernel->isTemplated() ||
      accessType(Element, A.Ctx)->isArrayType())
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(Parent))
    return !Op->isAssignmentOp() || Op->getRHS() == E;
  if (const auto *Decls = dyn_cast<DeclStmt>(Parent))
    return llvm::all_of(Decls->decls(), [](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      return Var && !Var->getType()->isReferenceType() &&
             !Var->getType()->isUndeducedType();
    });
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(Parent);
  return Call && !(Call->getOperator() == OO_Amp && Call->getNumArgs() == 1);
}

/// What a built-in operator that a template spells as an overloaded one makes
/// of the operand \p Child.
std::optional<TileAddress::Form>
TileAddress::builtinResult(const Stmt *Parent, const Stmt *Child) const {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(Parent);
  if (!Call || knownCallee(*Call))
    return std::nullopt;
  if (Call->getOperator() == OO_Amp && Call->getNumArgs() == 1)
    return Form::Address;
  const Expr *Pointer = builtinPointerOperand(Call, A.Ctx);
  if (!Pointer || Pointer->IgnoreParenImpCasts() !=
                      cast<Expr>(Child)->IgnoreParenImpCasts())
    return std::nullopt;
  return Call->getOperator() == OO_Star ? Form::Memory : Form::Address;
}

const Stmt *TileAddress::climbCast(const CastExpr *Cast, Form &F, bool &Done) {
  switch (Cast->getCastKind()) {
  case CK_LValueToRValue:
    if (F == Form::Memory)
      Done = true;
    F = Form::Address;
    return nullptr;
  case CK_ArrayToPointerDecay:
    F = Form::Address;
    return nullptr;
  case CK_ToVoid:
    Done = true;
    return nullptr;
  default:
    break;
  }
  QualType To = Cast->getType();
  if (To->isPointerType() || To->isReferenceType())
    To = To->getPointeeType();
  if (To->isDependentType())
    Alignment = std::max(Alignment, CallAlignment);
  else if ((Cast->getCastKind() == CK_BitCast ||
            Cast->getCastKind() == CK_LValueBitCast ||
            Cast->getCastKind() == CK_Dependent) &&
           !To->isVoidType() && !To->isIncompleteType())
    Alignment = std::max<unsigned>(Alignment,
                                   A.Ctx.getTypeAlignInChars(To).getQuantity());
  return nullptr;
}

const Stmt *TileAddress::usesOf(const VarDecl *Var, const Stmt *Within, Form F,
                                Scope &S) {
  if (!Within)
    return nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Within);
      Ref && Ref->getDecl() == Var)
    return climb(Ref, F, S);
  for (const Stmt *Child : Within->children())
    if (const Stmt *Escape = usesOf(Var, Child, F, S))
      return Escape;
  return nullptr;
}

/// The address goes into \p Var: fine if Var ends with the trip or the call.
const Stmt *TileAddress::keep(const VarDecl *Var, const Stmt *Where, Scope &S) {
  // A lambda may keep it in a variable of the function that made it.
  bool Foreign = S.Callee && Var->getDeclContext() != S.Callee &&
                 !S.Callee->Encloses(Var->getDeclContext());
  bool Lasts = !Var->hasLocalStorage() || Var->isStaticLocal() || Foreign ||
               (!S.Callee && !A.declaredInBody(Var));
  QualType Type = Var->getType();
  bool Scalar = Type->isPointerType() || Type->isReferenceType() ||
                Type->isIntegerType() || Type->isDependentType();
  if (Lasts || !(Scalar || Type->isRecordType()))
    return Where;
  if (!Followed.insert(Var).second)
    return nullptr;
  const Stmt *Within = S.Callee ? S.Callee->getBody() : A.M.Header.Body;
  return usesOf(Var, Within,
                Type->isReferenceType() ? Form::Memory
                : Scalar                ? Form::Holder
                                        : Form::Object,
                S);
}

/// The argument \p Child of \p Made only becomes the value of a member.
static bool becomesMember(const CXXConstructExpr &Made, const Stmt *Child) {
  const CXXConstructorDecl *Constructor = Made.getConstructor();
  const FunctionDecl *Definition = nullptr;
  unsigned Index = 0;
  while (Index < Made.getNumArgs() && Made.getArg(Index) != Child)
    ++Index;
  if (Constructor->isCopyOrMoveConstructor() ||
      !Constructor->hasBody(Definition) ||
      !Definition->getBody()->children().empty() ||
      Index >= Definition->getNumParams() ||
      !Definition->getParamDecl(Index)->getType()->isPointerType())
    return false;
  const ParmVarDecl *Param = Definition->getParamDecl(Index);
  return llvm::all_of(cast<CXXConstructorDecl>(Definition)->inits(),
                      [&](const CXXCtorInitializer *Init) {
                        const auto *Ref = dyn_cast<DeclRefExpr>(
                            Init->getInit()->IgnoreParenImpCasts());
                        return !mentions(Init->getInit(), Param) ||
                               (Init->isMemberInitializer() && Ref &&
                                Init->getMember()->getType()->isPointerType());
                      });
}

/// \p S is what the member function of \p Call calls this.
static bool isObject(const CallExpr &Call, const Stmt *S) {
  return Call.getCallee() == S ||
         (isa<CXXOperatorCallExpr>(Call) && Call.getArg(0) == S);
}

/// The address is what \p Within calls this.
const Stmt *TileAddress::usesOfThis(const Stmt *Within, Form F, Scope &S) {
  if (!Within)
    return nullptr;
  if (isa<CXXThisExpr>(Within))
    return climb(Within, F, S);
  for (const Stmt *Child : Within->children())
    if (const Stmt *Escape = usesOfThis(Child, F, S))
      return Escape;
  return nullptr;
}

/// The address is an argument of \p Call, or its object.
const Stmt *TileAddress::enter(const CallExpr *Call, const Stmt *Arg, Form F,
                               bool &Returned) {
  const FunctionDecl *Callee = knownCallee(*Call);
  QualType Result = Call->getType();
  bool Carries = Result->isPointerType() || Result->isIntegerType() ||
                 Call->isGLValue() || Result->isDependentType();
  if (!Callee || isLibraryFunction(*Callee, A.Ctx)) {
    if (F == Form::Object)
      return Call;
    std::string Name = Callee ? Callee->getQualifiedNameAsString() : "";
    bool Wmma = Name.find("wmma") != std::string::npos;
    std::optional<AsyncOperation> Op = asyncOperation(Call, A.Ctx);
    bool Converts = llvm::StringRef(Name).starts_with("__cvta_");
    if (F == Form::Address && !Converts)
      Alignment =
          std::max<unsigned>(Alignment, Op && Op->Alignment ? Op->Alignment
                                        : Op && Op->Bytes   ? Op->Bytes
                                        : Wmma              ? WmmaAlignment
                                                            : CallAlignment);
    for (unsigned I = 0; Callee && I < Callee->getNumParams(); ++I) {
      QualType Type = Callee->getParamDecl(I)->getType();
      // swap(p, q) and its like hand pointers on.
      if (Type->isReferenceType() && Type->getPointeeType()->isPointerType() &&
          !Type->getPointeeType().isConstQualified())
        return Call;
    }
    Returned = F == Form::Address && Carries;
    return nullptr;
  }
  const FunctionDecl *Definition = nullptr;
  if (!Callee->hasBody(Definition) && Callee->getTemplateInstantiationPattern())
    Callee->getTemplateInstantiationPattern()->hasBody(Definition);
  if (!Definition)
    return Call;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Definition);
      Method && isObject(*Call, Arg) && !Method->isVirtual() &&
      F != Form::Holder) {
    if (!Entered.insert(Method).second)
      return nullptr;
    ParentMap Parents(Definition->getBody());
    Scope Inner{Parents, Definition};
    const Stmt *Escape =
        usesOfThis(Definition->getBody(),
                   F == Form::Object ? Form::Object : Form::Address, Inner);
    Entered.erase(Method);
    if (Escape || (Inner.Returned && !Carries))
      return Call;
    Returned = Inner.Returned;
    return nullptr;
  }
  if (F == Form::Object)
    return Call;
  unsigned Index = 0,
           Shift = isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee)
                       ? 1
                       : 0;
  while (Index < Call->getNumArgs() && Call->getArg(Index) != Arg)
    ++Index;
  if (Index < Shift || Index - Shift >= Definition->getNumParams())
    return Call; // the object of a member function, or a variadic argument
  const ParmVarDecl *Param = Definition->getParamDecl(Index - Shift);
  if (!Followed.insert(Param).second)
    return nullptr;
  ParentMap Parents(Definition->getBody());
  Scope Inner{Parents, Definition};
  bool Reference = Param->getType()->isReferenceType();
  if (!Reference && F == Form::Memory)
    return nullptr; // by value
  const Stmt *Escape = usesOf(
      Param, Definition->getBody(),
      Reference && F == Form::Memory ? Form::Memory : Form::Holder, Inner);
  Followed.erase(Param);
  if (Escape || (Inner.Returned && !Carries))
    return Call;
  Returned = Inner.Returned;
  return nullptr;
}

const Stmt *TileAddress::climb(const Stmt *Child, Form F, Scope &S) {
  for (const Stmt *P = S.Parents.getParent(Child); P;
       Child = P, P = S.Parents.getParent(P)) {
    if (readsElement(P, Child))
      return nullptr;
    if (isa<ParenExpr, ExprWithCleanups, MaterializeTemporaryExpr>(P))
      continue;
    if (F == Form::Object) {
      // Its members are looked at, and its functions entered: no more.
      const auto *Member = dyn_cast<MemberExpr>(P);
      const auto *Field =
          Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
      const QualType Type = Field ? Field->getType() : QualType();
      const auto *Cast = dyn_cast<CastExpr>(P);
      if (Field && Type->isArithmeticType())
        return nullptr;
      if (Field && (Type->isPointerType() || Type->isReferenceType()))
        F = Type->isPointerType() ? Form::Holder : Form::Memory;
      else if (Field ? !Type->isRecordType()
                     : !Member && !isa<CallExpr, DeclStmt>(P) &&
                           !(Cast && Cast->getCastKind() == CK_NoOp))
        return P;
      if (Field || Member || Cast)
        continue;
    }
    if (const auto *Cast = dyn_cast<CastExpr>(P)) {
      bool Done = false;
      climbCast(Cast, F, Done);
      if (Done)
        return nullptr;
    } else if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(P)) {
      if (subscriptBase(*Sub) != Child)
        return nullptr;
      F = Form::Memory;
    } else if (const auto *Op = dyn_cast<UnaryOperator>(P)) {
      if (Op->getOpcode() == UO_Deref)
        F = Form::Memory;
      else if (Op->getOpcode() == UO_AddrOf && F == Form::Memory)
        F = Form::Address;
      else if (Op->getOpcode() == UO_AddrOf)
        return P; // the address of the variable that holds the address
      else if (!Op->isIncrementDecrementOp())
        return nullptr;
    } else if (isa<MemberExpr>(P)) {
      if (F == Form::Holder)
        return P;
      F = Form::Memory;
    } else if (const auto *Op = dyn_cast<BinaryOperator>(P)) {
      if (Op->isComparisonOp() || Op->isLogicalOp())
        return nullptr;
      if (F != Form::Memory && readsBits(*Op))
        Alignment = std::max(Alignment, SwizzleAlignment);
      if (Op->isAssignmentOp() && Op->getLHS() == Child)
        return nullptr; // a store through it, or p += n
      if (Op->getOpcode() == BO_Comma && Op->getLHS() == Child)
        return nullptr;
      // How far it is from another one is no address.
      if (Op->getOpcode() == BO_Sub &&
          Op->getLHS()->getType()->isPointerType() &&
          Op->getRHS()->getType()->isPointerType())
        return nullptr;
      if (!Op->isAssignmentOp())
        continue;
      const auto *Ref =
          dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParenImpCasts());
      const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      if (!Var || Var->getType()->isReferenceType())
        return P;
      if (const Stmt *Escape = keep(Var, P, S))
        return Escape;
    } else if (const auto *Cond = dyn_cast<ConditionalOperator>(P)) {
      if (Cond->getCond() == Child)
        return nullptr;
    } else if (std::optional<Form> Result = builtinResult(P, Child)) {
      F = *Result;
    } else if (const auto *Call = dyn_cast<CallExpr>(P)) {
      // a = b of a struct that copies byte by byte
      const FunctionDecl *Callee = knownCallee(*Call);
      if (Callee && copiesBytes(*Callee) && F == Form::Memory)
        return nullptr;
      bool Returned = false;
      if (const Stmt *Escape = enter(Call, Child, F, Returned))
        return Escape;
      if (!Returned)
        return nullptr;
      F = Call->isGLValue() ? Form::Memory : Form::Address;
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(P)) {
      const CXXConstructorDecl *Made = Construct->getConstructor();
      bool Copies = Made->isCopyOrMoveConstructor() && copiesBytes(*Made);
      if (F == Form::Memory && (Copies || isLibraryFunction(*Made, A.Ctx)))
        return nullptr; // the element's value
      if (F != Form::Address || !becomesMember(*Construct, Child))
        return P;
      F = Form::Object;
    } else if (const auto *List = dyn_cast<InitListExpr>(P)) {
      const CXXRecordDecl *Class = List->getType()->getAsCXXRecordDecl();
      if (F != Form::Address || !Class || Class->isUnion() ||
          Class->getNumBases() != 0)
        return P;
      F = Form::Object;
    } else if (const auto *Decls = dyn_cast<DeclStmt>(P)) {
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D))
          if (Decls->isSingleDecl() || Var->getInit() == Child)
            return Var->getType()->isRecordType() == (F == Form::Object)
                       ? keep(Var, P, S)
                       : P;
      return P;
    } else if (isa<AsmStmt>(P)) {
      std::optional<AsyncOperation> Op = asyncOperation(P, A.Ctx);
      Alignment = std::max<unsigned>(
          Alignment, Op && Op->Bytes ? Op->Bytes : CallAlignment);
      return nullptr;
    } else if (isa<ReturnStmt>(P)) {
      if (!S.Callee)
        return P;
      S.Returned = true;
      return nullptr;
    } else if (isa<LambdaExpr, CXXNewExpr, CXXThrowExpr>(P)) {
      return P;
    } else if (!isa<Expr>(P)) {
      return nullptr;
    }
  }
  return nullptr;
}

} // namespace cudapipe
