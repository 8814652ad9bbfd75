//===- Pieces.cpp - Do pieces of dynamic shared memory overlap? -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every access through the name of one piece is compared with every access
// through that of another, made by any other thread at any other time:
//
//   float *Kj = smem, *S = smem + Bc * d;
//   Kj[tx * d + x]      tx < blockDim.x = Bc, x < d:  below byte 4 Bc d
//   S[tx * Bc + y]      from byte 4 Bc d on
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"
#include "Analyze/Effects/NamedAccess.h"
#include "Analyze/Integers/IndexBounds.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMap.h"

using namespace clang;

namespace cudapipe {
namespace {

/// With more accesses than this the answer is Unknown.
constexpr size_t MaxAccesses = 80;

struct PieceAccess {
  const VarDecl *Piece;
  const Expr *At; ///< The glvalue, or a pointer to it.
  uint64_t Bytes;
};

class PieceReader {
public:
  PieceReader(const FunctionDecl &Kernel, const LaunchFacts &Facts,
              const ASTContext &Ctx)
      : Facts(Facts), Ctx(Ctx), Body(Kernel.getBody()),
        Parents(Kernel.getBody()), Flow(Kernel, /*SplitRegions=*/true) {
    find(Body);
  }

  PieceRelation relation() const;

private:
  void find(const Stmt *S);
  void readCallee(const Stmt *S);
  void enter(const CallExpr &Call);
  void readUse(const DeclRefExpr *Use, const VarDecl *Piece);
  void add(const VarDecl *Piece, const Expr *At, QualType Type);
  std::optional<Interval> constantRange(const PieceAccess &Access) const;
  bool areApart(const PieceAccess &A, const PieceAccess &B) const;
  bool overlap(const PieceAccess &A, const PieceAccess &B) const;
  bool startTogether(const VarDecl *A, const VarDecl *B) const;

  const LaunchFacts &Facts;
  const ASTContext &Ctx;
  const Stmt *Body;
  ParentMap Parents;
  PointerFlow Flow;
  const VarDecl *Array = nullptr;
  std::vector<PieceAccess> Accesses;
  /// Something is done with a piece that is not understood.
  bool Incomplete = false;
  /// Some access may be anywhere in the memory.
  bool Whole = false;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Entered;
};

/// The one piece that \p Roots mean: a pointer, or the array; else null.
const VarDecl *pieceOf(const RootSet &Roots) {
  bool One = Roots.size() == 1 && Roots[0].Kind == MemoryRoot::Shared &&
             isDynamicShared(*Roots[0].Var);
  return One ? Roots[0].Var : nullptr;
}

bool isExternArray(const VarDecl *Var) {
  return Var && isShared(*Var) && Var->hasExternalStorage();
}

/// `extern __shared__ float s[]; return s;` and nothing else.
bool onlyReturnsArray(const Stmt *Body) {
  const auto *Block = dyn_cast<CompoundStmt>(Body);
  return Block && llvm::all_of(Block->body(), [](const Stmt *S) {
           const auto *Return = dyn_cast<ReturnStmt>(S);
           const Expr *Value = Return ? Return->getRetValue() : nullptr;
           return isa<DeclStmt>(S) ||
                  (Value && isa<DeclRefExpr>(Value->IgnoreParenCasts()));
         });
}

/// A called function uses dynamic shared memory by itself.
void PieceReader::readCallee(const Stmt *S) {
  if (!S || Whole)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    Whole |= isExternArray(dyn_cast<VarDecl>(Ref->getDecl()));
  if (const auto *Call = dyn_cast<CallExpr>(S))
    enter(*Call);
  for (const Stmt *Child : S->children())
    readCallee(Child);
}

void PieceReader::enter(const CallExpr &Call) {
  const FunctionDecl *Callee = calledFunction(Call), *Definition = nullptr;
  if (Callee && !isLibraryFunction(*Callee, Ctx) &&
      Callee->hasBody(Definition) && Entered.insert(Definition).second &&
      !onlyReturnsArray(Definition->getBody()))
    readCallee(Definition->getBody());
}

void PieceReader::find(const Stmt *S) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    enter(*Call);
    if (Call->getType()->isPointerType())
      for (const MemoryRoot &Root : Flow.rootsOfPointer(Call))
        if (Root.Kind == MemoryRoot::Shared && isExternArray(Root.Var))
          Array = Root.Var;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (isExternArray(Var)) {
    Array = Var;
    readUse(Ref, Var);
  } else if (Var && (Var->getType()->isPointerType() ||
                     Var->getType()->isReferenceType())) {
    RootSet Roots = Var->getType()->isPointerType() ? Flow.rootsOfPointer(Ref)
                                                    : Flow.rootsOfObject(Ref);
    if (const VarDecl *Piece = pieceOf(Roots))
      readUse(Ref, Piece);
    else
      for (const MemoryRoot &Root : Roots)
        if (Root.Kind == MemoryRoot::Shared && isDynamicShared(*Root.Var))
          (isExternArray(Root.Var) ? Whole : Incomplete) = true;
  }
  for (const Stmt *Child : S->children())
    find(Child);
}

void PieceReader::add(const VarDecl *Piece, const Expr *At, QualType Type) {
  if (Type->isDependentType() || Type->isIncompleteType()) {
    Incomplete = true;
    return;
  }
  Accesses.push_back(
      {Piece, At, uint64_t(Ctx.getTypeSizeInChars(Type).getQuantity())});
}

void PieceReader::readUse(const DeclRefExpr *Use, const VarDecl *Piece) {
  NamedAccess Access = accessThrough(Use, Parents);
  if (Access.Kind == NamedAccess::Object)
    return add(Piece, Access.At, Access.Type);
  if (Access.Kind == NamedAccess::NotUnderstood)
    (isExternArray(Piece) ? Whole : Incomplete) = true;
}

bool PieceReader::areApart(const PieceAccess &A, const PieceAccess &B) const {
  IndexBounds Bounds(Facts, Ctx);
  IndexBounds::Place InA = Bounds.placeOf(A.At, 1, Parents),
                     InB = Bounds.placeOf(B.At, 2, Parents);
  std::optional<Polynomial> AtA = Bounds.offset(A.At, Array, InA),
                            AtB = Bounds.offset(B.At, Array, InB);
  return AtA && AtB &&
         (Bounds.isNonNegative(*AtB - *AtA - int64_t(A.Bytes)) ||
          Bounds.isNonNegative(*AtA - *AtB - int64_t(B.Bytes)));
}

/// The first and the last byte, where the code and the launches say it all.
std::optional<Interval>
PieceReader::constantRange(const PieceAccess &Access) const {
  IndexBounds Bounds(Facts, Ctx, /*HardwareLimits=*/false);
  IndexBounds::Place Here = Bounds.placeOf(Access.At, 1, Parents);
  std::optional<Polynomial> At = Bounds.offset(Access.At, Array, Here);
  std::optional<Interval> Out = At ? Bounds.range(*At) : std::nullopt;
  if (Out)
    Out->High += Access.Bytes - 1;
  return Out;
}

bool PieceReader::overlap(const PieceAccess &A, const PieceAccess &B) const {
  std::optional<Interval> X = constantRange(A), Y = constantRange(B);
  return X && Y && X->Low <= Y->High && Y->Low <= X->High;
}

/// `float *x = smem, *s = smem;`
bool PieceReader::startTogether(const VarDecl *A, const VarDecl *B) const {
  if (!A->getInit() || !B->getInit())
    return false; // the array itself
  IndexBounds Bounds(Facts, Ctx);
  IndexBounds::Place Here;
  Here.Before = true;
  std::optional<Polynomial> X = Bounds.offset(A->getInit(), Array, Here),
                            Y = Bounds.offset(B->getInit(), Array, Here);
  return X && Y && *X == *Y;
}

PieceRelation PieceReader::relation() const {
  bool Several = llvm::any_of(Accesses, [&](const PieceAccess &A) {
    return A.Piece != Accesses.front().Piece;
  });
  if (Whole)
    return PieceRelation::Overlap;
  if (!Array || !Several)
    return PieceRelation::Unknown;
  bool Apart = !Incomplete && Accesses.size() <= MaxAccesses;
  bool ByName = false;
  for (const PieceAccess &A : Accesses) {
    ByName |= isExternArray(A.Piece);
    for (const PieceAccess &B : Accesses) {
      if (&A >= &B || A.Piece == B.Piece)
        continue;
      if (startTogether(A.Piece, B.Piece))
        return PieceRelation::Overlap;
      if (Accesses.size() > MaxAccesses || areApart(A, B))
        continue;
      Apart = false;
      if (overlap(A, B))
        return PieceRelation::Overlap;
    }
  }
  if (Apart)
    return PieceRelation::Apart;
  // The array's own name means all of it, unless shown otherwise.
  return ByName ? PieceRelation::Overlap : PieceRelation::Unknown;
}

} // namespace

PieceRelation relationOfPieces(const FunctionDecl &Kernel,
                               const LaunchFacts &Facts,
                               const ASTContext &Ctx) {
  return PieceReader(Kernel, Facts, Ctx).relation();
}

} // namespace cudapipe
