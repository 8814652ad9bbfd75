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
// in called functions, too, where the names are those of their parameters.
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"
#include "Analyze/Effects/MatrixFragment.h"
#include "Analyze/Effects/NamedAccess.h"
#include "Analyze/Integers/IndexBounds.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/ExprCXX.h"
#include <deque>

using namespace clang;

namespace cudapipe {
namespace {

/// With more accesses than this the answer is Unknown.
constexpr size_t MaxAccesses = 80;

/// Functions that call each other deeper than this are not followed.
constexpr unsigned MaxCalls = 4;

struct PieceAccess {
  const VarDecl *Piece;
  const Expr *At; ///< The glvalue, or a pointer to it.
  uint64_t Bytes; ///< Of a matrix, those of a row.
  const UseScope *Scope;
  /// What there is in front of the last row of a matrix.
  uint64_t RowsBytes = 0;
  const Expr *LeadingDimension = nullptr;
};

/// A body, and what its pointers mean.
struct PieceScope {
  explicit PieceScope(const FunctionDecl &Kernel)
      : Use(Kernel.getBody()), Flow(Kernel, /*SplitRegions=*/true) {}
  /// That of the function which \p Call in \p Caller runs.
  PieceScope(const PieceScope &Caller, const CallExpr &Call,
             const ASTContext &Ctx)
      : Use(Caller.Use, Call, *calledFunction(Call)),
        Flow(flowInto(Call, Caller.Flow, Ctx)) {}

  UseScope Use;
  PointerFlow Flow;
};

class PieceReader {
public:
  PieceReader(const FunctionDecl &Kernel, const LaunchFacts &Facts,
              const ASTContext &Ctx)
      : Facts(Facts), Ctx(Ctx) {
    find(Kernel.getBody(), Scopes.emplace_back(Kernel));
  }

  PieceRelation relation() const;

private:
  void find(const Stmt *S, const PieceScope &Scope);
  void readCallee(const Stmt *S);
  void enter(const CallExpr &Call);
  bool isPassed(const VarDecl *Piece, const NamedAccess &Access,
                const PieceScope &Scope);
  bool follow(const CallExpr &Call, const PieceScope &Scope);
  void readUse(const DeclRefExpr *Use, const VarDecl *Piece,
               const PieceScope &Scope);
  bool add(PieceAccess Access, QualType Type);
  std::optional<Polynomial> bytesOf(const PieceAccess &Access,
                                    const IndexBounds::Place &In,
                                    IndexBounds &Bounds) const;
  std::optional<Interval> constantRange(const PieceAccess &Access) const;
  bool areApart(const PieceAccess &A, const PieceAccess &B) const;
  bool overlap(const PieceAccess &A, const PieceAccess &B) const;
  bool startTogether(const VarDecl *A, const VarDecl *B) const;

  const LaunchFacts &Facts;
  const ASTContext &Ctx;
  /// The first is that of the kernel.
  std::deque<PieceScope> Scopes;
  const VarDecl *Array = nullptr;
  std::vector<PieceAccess> Accesses;
  /// Calls that were followed, and whether that can be done.
  llvm::DenseMap<std::pair<const CallExpr *, const PieceScope *>, bool>
      Followed;
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

void PieceReader::find(const Stmt *S, const PieceScope &Scope) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  const PointerFlow &Flow = Scope.Flow;
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
    readUse(Ref, Var, Scope);
  } else if (Var && (Var->getType()->isPointerType() ||
                     Var->getType()->isReferenceType())) {
    RootSet Roots = Var->getType()->isPointerType() ? Flow.rootsOfPointer(Ref)
                                                    : Flow.rootsOfObject(Ref);
    if (const VarDecl *Piece = pieceOf(Roots))
      readUse(Ref, Piece, Scope);
    else
      for (const MemoryRoot &Root : Roots)
        if (Root.Kind == MemoryRoot::Shared && isDynamicShared(*Root.Var))
          (isExternArray(Root.Var) ? Whole : Incomplete) = true;
  }
  for (const Stmt *Child : S->children())
    find(Child, Scope);
}

/// False if the size of \p Type is not known.
bool PieceReader::add(PieceAccess Access, QualType Type) {
  if (Type.isNull() || Type->isDependentType() || Type->isIncompleteType())
    return false;
  const uint64_t Bytes = Ctx.getTypeSizeInChars(Type).getQuantity();
  Access.Bytes *= Bytes;
  Access.RowsBytes *= Bytes;
  Accesses.push_back(Access);
  return true;
}

/// The body of the function that \p Call runs, for what it does with pieces
/// that are passed.
bool PieceReader::follow(const CallExpr &Call, const PieceScope &Scope) {
  auto [It, IsNew] = Followed.try_emplace({&Call, &Scope}, false);
  if (!IsNew)
    return It->second;
  const FunctionDecl *Callee = calledFunction(Call);
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (!Callee || isLibraryFunction(*Callee, Ctx) ||
      (Method && !Method->isStatic()) || Scope.Use.depth() > MaxCalls)
    return false;
  for (const UseScope *Up = &Scope.Use; Up; Up = Up->Caller)
    if (Up->Body == Callee->getBody())
      return false;
  Followed[{&Call, &Scope}] = true;
  find(Callee->getBody(), Scopes.emplace_back(Scope, Call, Ctx));
  return true;
}

/// What the function that \p Piece is passed to does with it is known.
bool PieceReader::isPassed(const VarDecl *Piece, const NamedAccess &Access,
                           const PieceScope &Scope) {
  const QualType Element = Access.At->getType()->getPointeeType();
  if (std::optional<MatrixAccess> Matrix = matrixAccess(*Access.Call, Ctx))
    return Matrix->Pointer == Access.At &&
           add({Piece, Access.At, uint64_t(Matrix->Matrix.RowElements),
                &Scope.Use, uint64_t(Matrix->Matrix.Rows - 1),
                Matrix->LeadingDimension},
               Element);
  const FunctionDecl *Callee = knownCallee(*Access.Call);
  if (Callee && Callee->getIdentifier() &&
      Callee->getName().starts_with("atomic") &&
      isLibraryFunction(*Callee, Ctx))
    return add({Piece, Access.At, 1, &Scope.Use}, Element);
  const unsigned Index = llvm::find(Access.Call->arguments(), Access.At) -
                         Access.Call->arg_begin();
  return Callee && Index < Callee->getNumParams() &&
         Callee->getParamDecl(Index)->getType()->isPointerType() &&
         follow(*Access.Call, Scope);
}

void PieceReader::readUse(const DeclRefExpr *Use, const VarDecl *Piece,
                          const PieceScope &Scope) {
  const NamedAccess Access = accessThrough(Use, Scope.Use.Parents);
  const bool IsObject = Access.Kind == NamedAccess::Object,
             IsArgument = Access.Kind == NamedAccess::Argument;
  if ((IsObject && !add({Piece, Access.At, 1, &Scope.Use}, Access.Type)) ||
      (IsArgument && !isExternArray(Piece) && !isPassed(Piece, Access, Scope)))
    Incomplete = true;
  else if (Access.Kind == NamedAccess::NotUnderstood ||
           (IsArgument && isExternArray(Piece) &&
            !isPassed(Piece, Access, Scope)))
    (isExternArray(Piece) ? Whole : Incomplete) = true;
}

/// How far \p Access reaches.
std::optional<Polynomial> PieceReader::bytesOf(const PieceAccess &Access,
                                               const IndexBounds::Place &In,
                                               IndexBounds &Bounds) const {
  if (!Access.LeadingDimension)
    return Polynomial(int64_t(Access.Bytes));
  const Polynomial Row = Bounds.value(Access.LeadingDimension, In);
  // Rows that overlap end with the first, at the latest, if they are no longer.
  if (!Bounds.isNonNegative(Row))
    return std::nullopt;
  return Row * Polynomial(int64_t(Access.RowsBytes)) + int64_t(Access.Bytes);
}

bool PieceReader::areApart(const PieceAccess &A, const PieceAccess &B) const {
  IndexBounds Bounds(Facts, Ctx);
  IndexBounds::Place InA = Bounds.placeOf(A.At, 1, *A.Scope),
                     InB = Bounds.placeOf(B.At, 2, *B.Scope);
  std::optional<Polynomial> AtA = Bounds.offset(A.At, Array, InA),
                            AtB = Bounds.offset(B.At, Array, InB),
                            OfA = bytesOf(A, InA, Bounds),
                            OfB = bytesOf(B, InB, Bounds);
  return AtA && AtB && OfA && OfB &&
         (Bounds.isNonNegative(*AtB - *AtA - *OfA) ||
          Bounds.isNonNegative(*AtA - *AtB - *OfB));
}

/// The first and the last byte, where the code and the launches say it all.
std::optional<Interval>
PieceReader::constantRange(const PieceAccess &Access) const {
  IndexBounds Bounds(Facts, Ctx, /*HardwareLimits=*/false);
  IndexBounds::Place Here = Bounds.placeOf(Access.At, 1, *Access.Scope);
  std::optional<Polynomial> At = Bounds.offset(Access.At, Array, Here),
                            Bytes = bytesOf(Access, Here, Bounds);
  std::optional<Interval> Out = At ? Bounds.range(*At) : std::nullopt,
                          Size = Bytes ? Bounds.range(*Bytes) : std::nullopt;
  if (!Out || !Size)
    return std::nullopt;
  Out->High += Size->High - 1;
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
