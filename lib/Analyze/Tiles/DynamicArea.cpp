//===- DynamicArea.cpp - Tiles in dynamic shared memory -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   extern __shared__ float smem[];
//   float *As = smem, *Bs = smem + BM * BK;
//   for (...) { As[...] = A[...]; Bs[...] = B[...]; __syncthreads(); ... }
//   smem[t] = acc; ...
//
// A second stage is a copy of what the loop's names reach (TileExtent.h), or of
// the whole area, if that is not known. Whatever the names in the loop overlap,
// they overlap in the same way there. What has to be shown is that all names in
// the loop move together, that nothing in the area was put there before the
// loop, and that what follows the loop goes on from the stage of the last tile,
// or reads nothing of it.
//
//===----------------------------------------------------------------------===//

#include "Analyze/Pointers/TileAddress.h"
#include "AreaContents.h"
#include "Rules/Rules.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// The names of dynamic shared memory in a function and in what it calls.
class ExternNames {
public:
  explicit ExternNames(const ASTContext &Ctx) : Ctx(Ctx) {}

  void collect(const Stmt *S, bool InCallee = false) {
    if (!S)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
          Var && isShared(*Var) && Var->hasExternalStorage()) {
        // Kernels may declare it one by one, as may the functions they call.
        if (Known.insert(Var->getCanonicalDecl()).second || !InCallee)
          Names.insert(Var);
        if (InCallee)
          InCallees = true;
      }
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const FunctionDecl *Callee = knownCallee(*Call), *Body = nullptr;
      if (Callee && !isLibraryFunction(*Callee, Ctx) && Callee->hasBody(Body) &&
          Seen.insert(Body).second)
        collect(Body->getBody(), true);
    }
    for (const Stmt *Child : S->children())
      collect(Child, InCallee);
  }

  VarSet Names;
  bool InCallees = false;

private:
  const ASTContext &Ctx;
  llvm::SmallPtrSet<const VarDecl *, 2> Known;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
};

class AreaReader {
public:
  AreaReader(LoopAnalysis &A, const VarDecl *Array) : A(A), M(A.M) {
    Area.Array = Array;
  }

  MaybeRejection read();

private:
  static Rejection reject(SourceRange At, std::string Detail) {
    return {RejectionKind::TileUsedOutsideLoop, At, std::move(Detail)};
  }
  MaybeRejection readNames(const Stmt *S);
  MaybeRejection addName(const DeclRefExpr *Use, const VarDecl *Var);
  MaybeRejection readOutside();
  /// One of the tiles that lie in the area, or all of it as a called function
  /// declares it.
  bool isStaged(const MemoryRoot &Root) const {
    return Root.Kind == MemoryRoot::Shared && isDynamicShared(*Root.Var) &&
           (A.isTile(Root.Var) ||
            (Root.Var->hasExternalStorage() && Root.Var != Area.Array));
  }
  bool reaches(llvm::ArrayRef<MemoryAccess> Accesses) const {
    return llvm::any_of(Accesses, [&](const MemoryAccess &X) {
      return X.Root.Kind == MemoryRoot::Unknown || isStaged(X.Root);
    });
  }
  bool touches(const Stmt *S) const {
    Effects E = effectsOf(S, A.Flow, A.Ctx);
    return reaches(E.MemoryReads) || reaches(E.MemoryWrites) ||
           !E.Unknown.empty();
  }
  MaybeRejection readAfter(const Stmt *S);
  bool isNested(const Stmt *S) const {
    while ((S = A.Parents.getParent(S)))
      if (isa<ForStmt, WhileStmt, DoStmt>(S))
        return true;
    return false;
  }
  bool leadsHere(const DeclRefExpr *Ref) const;
  void follow(const Stmt *S);
  bool carries(const Expr *E) const;
  void carryTo(const VarDecl *Var, const Expr *Value);

  LoopAnalysis &A;
  LoopModel &M;
  DynamicArea Area;
  /// Variables from outside the loop that may hold an address of the area.
  VarSet Carriers;
  bool Changed = false;
};

/// \p Ref names the array, or a pointer or reference into it.
bool AreaReader::leadsHere(const DeclRefExpr *Ref) const {
  const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
  return Var && (Var == Area.Array || Carriers.count(Var));
}

/// \p E has an address of the area as its value, or inside its value.
bool AreaReader::carries(const Expr *E) const {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return leadsHere(Ref);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    // The value of an element is no address.
    if (Cast->getCastKind() == CK_LValueToRValue &&
        !isa<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens()) &&
        E->getType()->isArithmeticType())
      return false;
  }
  if (isa<UnaryExprOrTypeTraitExpr>(E))
    return false;
  // A conversion that only makes the pointer: SharedMemory<float>().
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && Call->getType()->isPointerType())
    for (const MemoryRoot &Root : A.Flow.rootsOfPointer(Call))
      if (Root.Kind == MemoryRoot::Shared && isDynamicShared(*Root.Var))
        return true;
  return llvm::any_of(E->children(), [&](const Stmt *Child) {
    const auto *Sub = dyn_cast_or_null<Expr>(Child);
    return Sub && carries(Sub);
  });
}

void AreaReader::carryTo(const VarDecl *Var, const Expr *Value) {
  if (Var && Value && carries(Value))
    Changed |= Carriers.insert(Var);
}

/// Finds what the statements outside the loop put addresses of the area into.
void AreaReader::follow(const Stmt *S) {
  if (!S || S == M.Header.LoopWithPragmas)
    return;
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        carryTo(Var, Var->getInit());
  auto Target = [](const Expr *E) -> const VarDecl * {
    while (true) {
      E = E->IgnoreParenCasts();
      if (const auto *Member = dyn_cast<MemberExpr>(E))
        E = Member->getBase();
      else if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
        E = subscriptBase(*Sub);
      else
        break;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  };
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->isAssignmentOp() && carries(Op->getRHS()))
    if (const VarDecl *Var = Target(Op->getLHS());
        Var && Var != Area.Array && !Carriers.count(Var)) {
      // What is stored in the area itself is a value of the kernel's.
      Carriers.insert(Var);
      Changed = true;
    }
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && knownCallee(*Call) && !copiesBytes(*knownCallee(*Call)) &&
      !isLibraryFunction(*knownCallee(*Call), A.Ctx)) {
    bool Passes = llvm::any_of(Call->arguments(),
                               [&](const Expr *Arg) { return carries(Arg); });
    if (Passes)
      for (const Expr *Arg : Call->arguments())
        if (Arg->isGLValue() || Arg->getType()->isPointerType())
          if (const auto *Op = dyn_cast<UnaryOperator>(Arg->IgnoreParenCasts());
              Arg->isGLValue() || (Op && Op->getOpcode() == UO_AddrOf))
            if (const VarDecl *Var =
                    Target(Op && !Arg->isGLValue() ? Op->getSubExpr() : Arg);
                Var && Var != Area.Array &&
                !Var->getType()->isReferenceType() && Var->hasLocalStorage() &&
                !Var->getType()->isArithmeticType())
              Changed |= Carriers.insert(Var);
  }
  for (const Stmt *Child : S->children())
    follow(Child);
}

MaybeRejection AreaReader::addName(const DeclRefExpr *Use, const VarDecl *Var) {
  RootSet Roots = Var == Area.Array ? RootSet{{MemoryRoot::Shared, Var}}
                  : Var->getType()->isPointerType() ? A.Flow.rootsOfPointer(Use)
                                                    : RootSet();
  if (MaybeRejection Why = checkMeansAddress(A, Use))
    return Why;
  // Another region, which stays as it is.
  if (!Roots.empty() && llvm::none_of(Roots, [&](const MemoryRoot &Root) {
        return isStaged(Root) || Root.Kind == MemoryRoot::Unknown;
      }))
    return std::nullopt;
  TileAddress Address(A);
  const Stmt *Escape = Address.escapeOf(Use);
  unsigned &Needed =
      M.Staged.StageAlignment[Roots.empty() ? Area.Array : Roots[0].Var];
  Needed = std::max({Needed, 1u, Address.alignment()});
  if (Escape)
    return Rejection{RejectionKind::TileAddressEscapes, Use->getSourceRange(),
                     "the address of " + quoted(Var) + " is kept in " +
                         quoted(Escape, A.Ctx)};
  if (llvm::is_contained(Area.Names, Var))
    return std::nullopt;
  if (Var != Area.Array) {
    bool Only = !Roots.empty() && llvm::all_of(Roots, [&](const MemoryRoot &R) {
      return isStaged(R);
    });
    if (!Var->getType()->isPointerType() || !Only ||
        Var->getType()->getPointeeType()->isVoidType())
      return reject(Use->getSourceRange(),
                    quoted(Var) + " holds an address in " + quoted(Area.Array) +
                        " in a form that cannot be given to each stage");
    if (A.WrittenInLoop.count(Var))
      return reject(Use->getSourceRange(), quoted(Var) + " moves through " +
                                               quoted(Area.Array) +
                                               " from trip to trip");
    if (A.Flow.isAliased(Var))
      return reject(Use->getSourceRange(),
                    quoted(Var) + " has another name (a reference, a pointer "
                                  "or a lambda uses it)");
  }
  Area.Names.push_back(Var);
  return std::nullopt;
}

/// Every use of the area in the loop body.
MaybeRejection AreaReader::readNames(const Stmt *S) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return std::nullopt;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && leadsHere(Ref))
    return addName(Ref, cast<VarDecl>(Ref->getDecl()));
  for (const Stmt *Child : S->children())
    if (MaybeRejection Why = readNames(Child))
      return Why;
  return std::nullopt;
}

/// What the statements behind the loop call the area.
MaybeRejection AreaReader::readAfter(const Stmt *S) {
  if (!S)
    return std::nullopt;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && leadsHere(Ref)) {
    const auto *Var = cast<VarDecl>(Ref->getDecl());
    // Declared behind the loop: it starts from another name.
    const SourceManager &SM = A.Ctx.getSourceManager();
    if (SM.isBeforeInTranslationUnit(
            SM.getExpansionLoc(M.Header.Loop->getEndLoc()),
            SM.getExpansionLoc(Var->getLocation())))
      return std::nullopt;
    bool Settable = Var == Area.Array
                        ? Var->isLocalExternDecl()
                        : Var->getType()->isPointerType() &&
                              !Var->getType().isConstQualified() &&
                              !A.Flow.isAliased(Var);
    if (!Settable)
      return reject(Ref->getSourceRange(),
                    quoted(Var) + " is used behind the loop, and cannot be "
                                  "set to the stage of the last tile");
    if (MaybeRejection Why = checkMeansAddress(A, Ref))
      return Why;
    if (!llvm::is_contained(Area.NamesAfter, Var))
      Area.NamesAfter.push_back(Var);
    return std::nullopt;
  }
  for (const Stmt *Child : S->children())
    if (MaybeRejection Why = readAfter(Child))
      return Why;
  return std::nullopt;
}

MaybeRejection AreaReader::readOutside() {
  const Stmt *Inner = M.Header.LoopWithPragmas;
  llvm::SmallVector<const Stmt *, 8> Behind;
  bool Touched = false;
  for (const Stmt *Outer = A.Parents.getParent(Inner); Outer;
       Inner = Outer, Outer = A.Parents.getParent(Outer)) {
    const auto *Block = dyn_cast<CompoundStmt>(Outer);
    if (!Block) {
      // Conditions and other branches come round again.
      if (isa<ForStmt, WhileStmt, DoStmt>(Outer) || isNested(Outer))
        for (const Stmt *Part : Outer->children())
          if (Part && Part != Inner && touches(Part))
            return reject(Part->getSourceRange(),
                          quoted(Area.Array) + " is used around the loop, "
                                               "which runs more than once");
      continue;
    }
    bool After = false;
    for (const Stmt *S : Block->body()) {
      if (S == Inner) {
        After = true;
        continue;
      }
      Effects E = effectsOf(S, A.Flow, A.Ctx);
      bool Writes = reaches(E.MemoryWrites) || !E.Unknown.empty();
      bool Reads = reaches(E.MemoryReads);
      if (!After && Writes)
        return reject(S->getSourceRange(),
                      "what is stored in " + quoted(Area.Array) +
                          " before the loop would be missing in the second "
                          "stage");
      if (After && (Writes || Reads)) {
        Touched = true;
        ExternNames Behind(A.Ctx);
        Behind.collect(S);
        if (Behind.InCallees)
          return reject(S->getSourceRange(),
                        "a function called behind the loop names dynamic "
                        "shared memory by itself, where it is the first "
                        "stage");
        if (isNested(Outer))
          return reject(S->getSourceRange(),
                        quoted(Area.Array) + " is used behind the loop, which "
                                             "runs more than once");
      }
      if (After)
        Behind.push_back(S);
    }
  }
  if (Touched)
    for (const Stmt *S : Behind)
      if (MaybeRejection Why = readAfter(S))
        return Why;
  return std::nullopt;
}

MaybeRejection AreaReader::read() {
  const Stmt *Body = M.Kernel->getBody();
  do {
    Changed = false;
    follow(Body);
  } while (Changed);

  ExternNames InLoop(A.Ctx);
  InLoop.collect(M.Header.Loop);
  if (InLoop.InCallees)
    return reject(M.Header.Loop->getSourceRange(),
                  "a function called in the loop names dynamic shared memory "
                  "by itself");
  if (MaybeRejection Why = readNames(M.Header.Body))
    return Why;
  if (MaybeRejection Why = readOutside()) {
    A.M.Proofs.HoldsForNumbers = true;
    std::optional<PlayedArea> Parts = partsKeepApart(A);
    if (!Parts)
      return Why;
    Area.NamesAfter.clear(); // the first stage is as good as the last
    Area.IsInParts = true;
    if (Parts->ReadsOwn)
      Area.Extent = TileExtent{Parts->Begin,          Parts->End,
                               /*OthersEnd=*/0,
                               /*IsDeadBehind=*/true,
                               /*IsWhole=*/false,
                               /*IsOfLaunches=*/true};
  }
  M.Staged.Dynamic = std::move(Area);
  return std::nullopt;
}

} // namespace

MaybeRejection checkDynamicNames(const LoopAnalysis &A) {
  ExternNames All(A.Ctx);
  All.collect(A.M.Kernel->getBody());
  if (All.Names.size() < 2)
    return std::nullopt;
  return Rejection{RejectionKind::DynamicSharedMemory,
                   All.Names.front()->getSourceRange(),
                   quoted(All.Names[0]) + " and " + quoted(All.Names[1]) +
                       " are two names for the same memory"};
}

MaybeRejection readDynamicArea(LoopAnalysis &A) {
  ExternNames All(A.Ctx);
  All.collect(A.M.Kernel->getBody());
  for (const VarDecl *Tile : A.M.Staged.Tiles)
    if (isDynamicShared(*Tile))
      return AreaReader(A, All.Names.front()).read();
  return std::nullopt;
}

} // namespace cudapipe
