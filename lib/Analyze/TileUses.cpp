//===- TileUses.cpp - What is done with a tile, and where -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileUses.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

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

} // namespace cudapipe
