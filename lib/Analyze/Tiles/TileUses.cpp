//===- TileUses.cpp - What is done with a tile, and where ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   What is done with a tile, and where
//   Tiles that are passed to functions
//   Elements that are objects
//
//===----------------------------------------------------------------------===//

#include "TileUses.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

//===- What is done with a tile, and where ------------------------------===//

TileUseReader::TileUseReader(const VarDecl &Tile, const FunctionDecl &Function,
                             const ASTContext &Ctx)
    : Tile(Tile), Function(Function), Ctx(Ctx) {
  for (QualType Type = Tile.getType();;) {
    const ConstantArrayType *Array = Ctx.getAsConstantArrayType(Type);
    if (!Array)
      break;
    Extents.push_back(Array->getSize().getZExtValue());
    Type = Array->getElementType();
    if (!Type->isDependentType() && !Type->isIncompleteType())
      ElementBytes = Ctx.getTypeSizeInChars(Type).getQuantity();
  }
}

bool TileUseReader::fail(const Stmt *Where, std::string Why) {
  if (!Obstacle)
    Obstacle = TileLayout::Obstacle{Where, std::move(Why)};
  return false;
}

int64_t TileUseReader::rowsOf(unsigned Dims) const {
  int64_t Out = 1;
  for (size_t I = Extents.size() - Dims; I + 1 < Extents.size(); ++I)
    Out *= Extents[I];
  return Out;
}

bool TileUseReader::read() {
  Scopes.emplace_back(Function.getBody());
  TileAddressPath Whole;
  Whole.Dims = Extents.size();
  return readName(&Tile, Whole, Scopes.front());
}

/// Follows every use of \p Name, which stands for \p Path.
bool TileUseReader::readName(const VarDecl *Name, const TileAddressPath &Path,
                             const UseScope &Scope) {
  AllNames.push_back(Name);
  bool Out = true;
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    if (!S || !Out)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
        Ref && Ref->getDecl() == Name) {
      Out = climb(Ref, Path, Scope);
      return;
    }
    for (const Stmt *Child : S->children())
      Self(Self, Child);
  };
  Visit(Visit, Scope.Body);
  return Out;
}

bool TileUseReader::add(const Stmt *Where, QualType Type,
                        const TileAddressPath &Path, const UseScope &Scope) {
  if (Type->isDependentType() || Type->isIncompleteType())
    return fail(Where, "its type depends on a template parameter");
  return add(Where, Ctx.getTypeSizeInChars(Type).getQuantity(),
             Ctx.getTypeAlignInChars(Type).getQuantity(), Path, Scope);
}

bool TileUseReader::add(const Stmt *Where, uint64_t Bytes, uint64_t Alignment,
                        const TileAddressPath &Path, const UseScope &Scope) {
  if (Path.Dims > 0)
    return fail(Where, "it takes a whole row");
  Uses.push_back({Where, &Scope, Path, Bytes, Alignment, {}, nullptr});
  return true;
}

/// \p Index elements further than \p Pointer.
bool TileUseReader::move(TileAddressPath &Path, const Expr *Pointer,
                         const Expr *Index, int Sign) {
  if (Path.Dims > 0) {
    // The pointer is to pieces of Dims dimensions.
    Path.Rows.push_back({Index, Sign * rowsOf(Path.Dims)});
    return true;
  }
  QualType Element = Pointer->getType()->getPointeeType();
  if (Element.isNull() || Element->isDependentType() ||
      Element->isIncompleteType())
    return fail(Pointer, "what the pointer points to has no known size");
  Path.Moves.push_back(
      {Index, Sign * Ctx.getTypeSizeInChars(Element).getQuantity()});
  return true;
}

/// The step from \p E to \p Cast.
bool TileUseReader::cast(const CastExpr &Cast, const Expr *E,
                         TileAddressPath &Path) {
  switch (Cast.getCastKind()) {
  case CK_ArrayToPointerDecay:
    if (Path.Dims > 0) // else an array that a cast has made of a part of a row
      --Path.Dims;
    Path.IsObject = false;
    return true;
  case CK_NoOp:
  case CK_LValueToRValue: // of a pointer
    return true;
  case CK_BitCast:
  case CK_LValueBitCast:
    if (Path.Dims > 0)
      return fail(&Cast, "the tile is cast to another shape");
    return true;
  case CK_PointerToIntegral:
    return fail(&Cast, "its address becomes an integer");
  default:
    return fail(&Cast, "this conversion is not understood");
  }
}

/// \p E, somewhere in the tile, becomes another name.
bool TileUseReader::declare(const DeclStmt &Decls, const Expr *E,
                            const TileAddressPath &Path,
                            const UseScope &Scope) {
  const VarDecl *Var = nullptr;
  for (const Decl *D : Decls.decls())
    if (const auto *Other = dyn_cast<VarDecl>(D);
        Other && Other->getInit() == E)
      Var = Other;
  // The names of a structured binding are no variables.
  if (!Var || isa<DecompositionDecl>(Var))
    return fail(E, "this declaration is not understood");
  std::string Name = "'" + Var->getNameAsString() + "'";
  bool IsReference = Var->getType()->isReferenceType();
  if (IsReference != Path.IsObject ||
      (!IsReference && !Var->getType()->isPointerType()))
    return fail(E, Name + " is another kind of name than is understood");
  if (!Var->hasLocalStorage() || (!IsReference && !isNeverChanged(*Var)))
    return fail(E, Name + " is a pointer that moves");
  // float (*rows)[32]: another length is another type.
  const TypeSourceInfo *Info = Var->getTypeSourceInfo();
  if (Path.Dims > 0 && (!Info || !Info->getType()->getContainedAutoType()))
    return fail(E, "the type of " + Name + " spells the length of a row");
  if (Path.Dims > 0)
    Names.push_back(Var);
  TileAddressPath There = Path;
  There.IsObject = IsReference;
  return readName(Var, There, Scope);
}

/// Goes up from \p E, which is at \p Path, to the access that is made by it.
bool TileUseReader::climb(const Expr *E, TileAddressPath Path,
                          const UseScope &Scope) {
  while (true) {
    const Stmt *P = Scope.Parents.getParent(E);
    if (!P)
      return fail(E, "this use is not understood");
    if (const auto *Cast = dyn_cast<CastExpr>(P)) {
      if (Cast->getCastKind() == CK_ToVoid)
        return true;
      if (Path.IsObject && Cast->getCastKind() == CK_LValueToRValue)
        return add(E, E->getType(), Path, Scope);
      if (!cast(*Cast, E, Path))
        return false;
    } else if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(P)) {
      if (subscriptBase(*Sub) != E || Path.IsObject ||
          !move(Path, E, subscriptIndex(*Sub), 1))
        return fail(P, "this subscript is not understood");
      Path.IsObject = true;
    } else if (const auto *Op = dyn_cast<UnaryOperator>(P)) {
      if (Op->getOpcode() == UO_Deref && !Path.IsObject)
        Path.IsObject = true;
      else if (Op->getOpcode() == UO_AddrOf && Path.IsObject)
        Path.IsObject = false;
      else if (Op->isIncrementDecrementOp() && Path.IsObject)
        return add(E, E->getType(), Path, Scope);
      else
        return fail(P, "this operator is not understood");
    } else if (const auto *Op = dyn_cast<BinaryOperator>(P)) {
      if (Path.IsObject && Op->isAssignmentOp() && Op->getLHS() == E)
        return add(E, E->getType(), Path, Scope);
      const Expr *Index = Op->getLHS() == E ? Op->getRHS() : Op->getLHS();
      if (Path.IsObject || !Op->isAdditiveOp() ||
          !Index->getType()->isIntegerType())
        return fail(P, "this operator is not understood");
      if (!move(Path, E, Index, Op->getOpcode() == BO_Add ? 1 : -1))
        return false;
    } else if (const auto *Member = dyn_cast<MemberExpr>(P)) {
      QualType Type = E->getType();
      return member(*Member, Scope) &&
             add(E, Member->isArrow() ? Type->getPointeeType() : Type, Path,
                 Scope);
    } else if (const auto *Choice = dyn_cast<ConditionalOperator>(P)) {
      if (Choice->getCond() == E || !Path.IsObject)
        return fail(P, "this choice of addresses is not understood");
    } else if (const auto *Decls = dyn_cast<DeclStmt>(P)) {
      return declare(*Decls, E, Path, Scope);
    } else if (const auto *Made = dyn_cast<CXXConstructExpr>(P);
               Made && Path.IsObject && Path.Dims == 0) {
      return construct(*Made) && add(E, E->getType(), Path, Scope);
    } else if (const auto *Call = dyn_cast<CallExpr>(P)) {
      return pass(*Call, E, Path, Scope);
    } else if (const auto *Asm = dyn_cast<GCCAsmStmt>(P)) {
      return assembly(*Asm, Path, Scope);
    } else if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(P)) {
      return Path.Dims == 0 || fail(Size, "the size of a row is used");
    } else if (const auto *Lambda = dyn_cast<LambdaExpr>(P)) {
      // A capture; the uses in the body are looked at.
      return llvm::none_of(Lambda->captures(),
                           [&](const LambdaCapture &Capture) {
                             return Lambda->isInitCapture(&Capture);
                           }) ||
             fail(E, "a capture gives it another name");
    } else if (!isa<ParenExpr, FullExpr, MaterializeTemporaryExpr>(P)) {
      return fail(E, "this use is not understood");
    }
    E = cast<Expr>(P);
  }
}

//===- Tiles that are passed to functions -------------------------------===//

/// Functions that call each other deeper than this are not followed.
static constexpr unsigned MaxCalls = 4;

static StringRef nameOf(const CallExpr &Call) {
  const FunctionDecl *Callee = knownCallee(Call);
  return Callee && Callee->getIdentifier() ? Callee->getName() : "";
}

/// \p E, at \p Path, is an argument of \p Call.
bool TileUseReader::pass(const CallExpr &Call, const Expr *E,
                         const TileAddressPath &Path, const UseScope &Scope) {
  StringRef Name = nameOf(Call);
  if (Path.Dims > 0)
    return fail(&Call, "the rows of the tile are passed to a function");
  if (Name == "__cvta_generic_to_shared" && !Path.IsObject)
    return inAssembly(&Call, Path, Scope);
  auto Position = llvm::find(Call.arguments(), E);
  if (Position == Call.arg_end())
    return fail(&Call, "this call is not understood");
  unsigned Argument = Position - Call.arg_begin();

  if (std::optional<MatrixAccess> Matrix = matrixAccess(Call, Ctx)) {
    if (Path.IsObject || Matrix->Pointer != E)
      return fail(&Call, "this call is not understood");
    QualType Element = E->getType()->getPointeeType();
    uint64_t Bytes = Ctx.getTypeSizeInChars(Element).getQuantity();
    if (Bytes != ElementBytes)
      return fail(&Call, "the leading dimension counts other elements than "
                         "those of the tile");
    Uses.push_back({&Call, &Scope, Path, Matrix->Matrix.RowElements * Bytes,
                    /*Alignment=*/32, Matrix->Matrix,
                    Matrix->LeadingDimension});
    return true;
  }
  if (std::optional<AsyncOperation> Copy = asyncOperation(&Call, Ctx)) {
    if (Copy->Kind != AsyncOperation::Copy || Copy->To != E || Copy->Group ||
        Copy->Bytes == 0)
      return fail(&Call, "this copy is not understood");
    return add(&Call, Copy->Bytes,
               Copy->Alignment ? Copy->Alignment : Copy->Bytes, Path, Scope);
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call))
    return operate(*Operator, E, Path, Scope);
  const FunctionDecl *Body = calledFunction(Call);
  const FunctionDecl *Callee = Body ? Body : knownCallee(Call);
  if (Callee && !isLibraryFunction(*Callee, Ctx))
    return Body ? follow(Call, Argument, E, Path, Scope)
                : fail(&Call, "the tile is passed to a function that is not in "
                              "sight");
  // An object of its own is all that a reference leads to.
  if (Callee && Path.IsObject && !Call.getType()->isPointerType())
    return add(&Call, E->getType(), Path, Scope);
  if (Callee && Name.starts_with("atomic") && !Path.IsObject)
    return add(&Call, E->getType()->getPointeeType(), Path, Scope);
  return fail(&Call, "the tile is passed to a function that is not followed");
}

/// Into the body of the function that \p Call runs.
bool TileUseReader::follow(const CallExpr &Call, unsigned Argument,
                           const Expr *E, const TileAddressPath &Path,
                           const UseScope &Scope) {
  const FunctionDecl *Callee = calledFunction(Call);
  if (isa<CXXMethodDecl>(Callee) || Scope.depth() > MaxCalls ||
      Argument >= Callee->getNumParams())
    return fail(&Call, "the tile is passed to a function that is not followed");
  const ParmVarDecl *Param = Callee->getParamDecl(Argument);
  if (Param->getType()->isPointerType() && !isNeverChanged(*Param))
    return fail(&Call, "'" + Param->getNameAsString() + "' of '" +
                           Callee->getNameAsString() +
                           "' is a pointer that moves");
  UseScope &Inner = Scopes.emplace_back(Scope, Call, *Callee);
  TileAddressPath There = Path;
  There.IsObject = Param->getType()->isReferenceType();
  if (There.IsObject != Path.IsObject)
    return fail(&Call, "this call is not understood");
  return readName(Param, There, Inner);
}

/// \p Address is an integer, made from \p Path: inline assembly may have it,
/// and nobody may compute with it.
bool TileUseReader::inAssembly(const Expr *Address, const TileAddressPath &Path,
                               const UseScope &Scope) {
  const Expr *E = Address;
  while (true) {
    const Stmt *P = Scope.Parents.getParent(E);
    if (const auto *Asm = dyn_cast_or_null<GCCAsmStmt>(P))
      return assembly(*Asm, Path, Scope);
    if (const auto *Decls = dyn_cast_or_null<DeclStmt>(P)) {
      const auto *Var = Decls->isSingleDecl()
                            ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                            : nullptr;
      if (!Var || !Var->hasLocalStorage() || !isNeverChanged(*Var))
        break;
      bool Out = true;
      auto Visit = [&](auto &&Self, const Stmt *S) -> void {
        if (!S || !Out)
          return;
        if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
            Ref && Ref->getDecl() == Var)
          Out = inAssembly(Ref, Path, Scope);
        for (const Stmt *Child : S->children())
          Self(Self, Child);
      };
      Visit(Visit, Scope.Body);
      return Out;
    }
    if (!isa_and_nonnull<CastExpr, ParenExpr, FullExpr>(P))
      break;
    E = cast<Expr>(P);
  }
  return fail(E, "the tile's address is computed with as an integer");
}

/// ldmatrix and cp.async; PTX ISA 9.0.
bool TileUseReader::assembly(const GCCAsmStmt &Asm, const TileAddressPath &Path,
                             const UseScope &Scope) {
  if (std::optional<AsyncOperation> Copy = asyncOperation(&Asm, Ctx))
    if (Copy->Kind == AsyncOperation::Copy && Copy->Bytes > 0)
      return add(&Asm, Copy->Bytes, Copy->Bytes, Path, Scope);
  const std::string Whole = asmText(Asm);
  StringRef Text = StringRef(Whole).trim(" \t\r\n;");
  auto [Before, Rest] = Text.split('[');
  StringRef Operand = Rest.split(']').first.trim();
  unsigned Index = 0;
  // One instruction, and the address as it is: no [%4 + 16].
  if (Text.starts_with("ldmatrix.sync.aligned.") && !Text.contains(';') &&
      Text.count('[') == 1 && Asm.getNumInputs() == 1 &&
      Operand.consume_front("%") && !Operand.getAsInteger(10, Index) &&
      Index == Asm.getNumOutputs())
    return add(&Asm, 16, 16, Path, Scope);
  return fail(&Asm, "this assembly is not understood");
}

//===- Elements that are objects ----------------------------------------===//
// half, float4, a complex number of the user: what their members and operators
// get is a reference, and (&x)[1] is the next element. The library's keep to
// the object; the user's are read.

/// Members that call each other deeper than this are not read.
static constexpr unsigned MaxDepth = 4;

/// \p Method, called by \p Call, does nothing with `this` but to use values
/// of members, and hands out nothing that leads back.
bool TileUseReader::staysInObject(const CallExpr &Call,
                                  const FunctionDecl *Method,
                                  const UseScope &Scope, unsigned Depth) {
  if (!Method || Call.getType()->isPointerType())
    return fail(&Call, "it hands out pointers");
  // Of the operators, `a = b` and `a += b` that stand alone.
  if (Call.isGLValue() &&
      isa_and_nonnull<Expr>(Scope.Parents.getParentIgnoreParens(&Call)) &&
      !isa<FullExpr>(Scope.Parents.getParentIgnoreParens(&Call)))
    return fail(&Call, "it hands out references");
  if (Method->isTrivial() || Method->isDefaulted() ||
      isLibraryFunction(*Method, Ctx))
    return true;
  const FunctionDecl *Body = calledFunction(Call);
  if (!Body || isLambdaBody(*Body) || Depth > MaxDepth)
    return fail(&Call, "an element is passed to a function that is not "
                       "followed");
  UseScope Inner(Body->getBody());
  auto Visit = [&](auto &&Self, const Stmt *S) -> bool {
    if (!S)
      return true;
    if (isa<CXXThisExpr>(S)) {
      const auto *Member = dyn_cast_or_null<MemberExpr>(
          Inner.Parents.getParentIgnoreParenImpCasts(const_cast<Stmt *>(S)));
      return Member ? member(*Member, Inner, Depth + 1)
                    : fail(S, "this use of an element is not understood");
    }
    return llvm::all_of(S->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  return Visit(Visit, Body->getBody());
}

/// \p Member of an element: its value is used, or it is a function that keeps
/// to the element. (&v.x)[i] may lead anywhere.
bool TileUseReader::member(const MemberExpr &Member, const UseScope &Scope,
                           unsigned Depth) {
  const Stmt *P = Scope.Parents.getParent(&Member);
  if (const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(P))
    return staysInObject(*Call, Call->getMethodDecl(), Scope, Depth);
  const auto *Cast = dyn_cast_or_null<CastExpr>(P);
  const auto *Op = dyn_cast_or_null<BinaryOperator>(P);
  const auto *Step = dyn_cast_or_null<UnaryOperator>(P);
  if ((Cast && Cast->getCastKind() == CK_LValueToRValue) ||
      (Op && Op->isAssignmentOp() && Op->getLHS() == &Member) ||
      (Step && Step->isIncrementDecrementOp()))
    return true;
  return fail(&Member, "this use of a member is not understood");
}

/// An element becomes another object by \p Made.
bool TileUseReader::construct(const CXXConstructExpr &Made) {
  const CXXConstructorDecl *Constructor = Made.getConstructor();
  return Constructor->isTrivial() || Constructor->isDefaulted() ||
         isLibraryFunction(*Constructor, Ctx) ||
         fail(&Made, "an element is passed to a constructor that is not "
                     "followed");
}

/// The element \p E is an operand of \p Call.
bool TileUseReader::operate(const CXXOperatorCallExpr &Call, const Expr *E,
                            const TileAddressPath &Path,
                            const UseScope &Scope) {
  const FunctionDecl *Callee = knownCallee(Call);
  if (!Callee || !Path.IsObject)
    return fail(&Call, "this operator is not understood");
  unsigned Argument = llvm::find(Call.arguments(), E) - Call.arg_begin();
  bool IsMethod = isa<CXXMethodDecl>(Callee);
  if ((IsMethod && Argument == 0) || isLibraryFunction(*Callee, Ctx) ||
      Callee->isDefaulted())
    return staysInObject(Call, Callee, Scope, 0) &&
           add(E, E->getType(), Path, Scope);
  return follow(Call, Argument, E, Path, Scope);
}

} // namespace cudapipe
