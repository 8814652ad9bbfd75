//===- TileCalls.cpp - Tiles that are passed to functions -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// Functions that call each other deeper than this are not followed.
static constexpr unsigned MaxCalls = 4;

static StringRef nameOf(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
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
  const FunctionDecl *Callee = Body ? Body : Call.getDirectCallee();
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
  unsigned Depth = 0;
  for (const UseScope *Up = &Scope; Up; Up = Up->Caller)
    ++Depth;
  if (isa<CXXMethodDecl>(Callee) || Depth > MaxCalls ||
      Argument >= Callee->getNumParams())
    return fail(&Call, "the tile is passed to a function that is not followed");
  const ParmVarDecl *Param = Callee->getParamDecl(Argument);
  if (Param->getType()->isPointerType() && !isNeverChanged(*Param))
    return fail(&Call, "'" + Param->getNameAsString() + "' of '" +
                           Callee->getNameAsString() +
                           "' is a pointer that moves");
  UseScope &Inner = Scopes.emplace_back(Callee->getBody());
  Inner.Caller = &Scope;
  Inner.Call = &Call;
  Inner.Defs = Scope.Defs;
  for (const ParmVarDecl *Other : Callee->parameters())
    if (const Expr *Value = argumentFor(Call, *Other);
        Value && isNeverChanged(*Other))
      Inner.Defs[Other] = Value;
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

} // namespace cudapipe
