//===- BlockUse.cpp - What a load phase asks of its block
//-------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockUse.h"
#include "BlockQuery.h"
#include "ThreadQuestions.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

namespace {

/// Whether the shape of a block of \p Threads is without effect on what is
/// computed. A complete list of shapes is played, so that is a proof.
class ShapeQuestion {
public:
  ShapeQuestion(CopyTrace &Trace, int64_t Threads, unsigned Dimensions,
                const ASTContext &Ctx)
      : Trace(Trace), Threads(Threads), Ctx(Ctx) {
    for (int64_t X = 1; X <= Threads; ++X)
      for (int64_t Y = 1; X * Y <= Threads; ++Y)
        if (const int64_t Z = Threads / (X * Y);
            X * Y * Z == Threads && (Dimensions > 2 || Z == 1))
          Shapes.push_back({X, Y, Z});
  }

  /// What \p S reads of the block does not depend on the shape.
  bool holdsFor(const Stmt *S) {
    if (!S || !asks(S))
      return true;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      return !asksItself(*S) && holdsFor(*cast<VarDecl>(Ref->getDecl()));
    const auto *E = dyn_cast<Expr>(S);
    return (E && isNumber(E)) || (!asksItself(*S) && holdsForParts(*S));
  }

private:
  bool holdsForParts(const Stmt &S) {
    if (const auto *Decls = dyn_cast<DeclStmt>(&S))
      return llvm::all_of(Decls->decls(), [&](const Decl *D) {
        const auto *Var = dyn_cast<VarDecl>(D);
        return Var && holdsFor(Var->getInit());
      });
    return llvm::all_of(S.children(),
                        [&](const Stmt *Child) { return holdsFor(Child); });
  }
  bool holdsFor(const VarDecl &Var) {
    auto [It, New] = Variables.try_emplace(&Var, true);
    if (New) {
      const bool Holds = holdsFor(Var.getInit());
      Variables[&Var] = Holds;
      return Holds;
    }
    return It->second;
  }
  /// Something in \p S, or in what variables of it start from, is the block's.
  bool asks(const Stmt *S, unsigned Depth = 0) const {
    return holds(S, [&](const Stmt &At) {
      const auto *Ref = dyn_cast<DeclRefExpr>(&At);
      const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      return asksItself(At, Depth) ||
             (Var && !isa<ParmVarDecl>(Var) && Var->getInit() &&
              (Depth > 8 || asks(Var->getInit(), Depth + 1)));
    });
  }
  /// ... not in a part of it.
  bool asksItself(const Stmt &S, unsigned Depth = 0) const {
    if (isa<AsmStmt, LambdaExpr>(S))
      return true;
    const auto *E = dyn_cast<Expr>(&S);
    if (!E)
      return false;
    if (auto Index = builtinIndex(E))
      return Index->first == "threadIdx" || Index->first == "blockDim";
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const IdentifierInfo *Id = Ref->getDecl()->getIdentifier();
      return Id &&
             (Id->getName() == "threadIdx" || Id->getName() == "blockDim");
    }
    const FunctionDecl *Callee = nullptr;
    if (const auto *Call = dyn_cast<CallExpr>(E)) {
      Callee = knownCallee(*Call);
      if (!Callee || blockQuery(Call) != BlockQuery::None)
        return true;
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      Callee = Construct->getConstructor();
    }
    if (!Callee || Callee->isTrivial())
      return false;
    if (isLibraryFunction(*Callee, Ctx))
      return ThreadQuestions::answersEachThread(*Callee);
    const FunctionDecl *Definition = nullptr;
    return Depth > 8 || !Callee->hasBody(Definition) ||
           asks(Definition->getBody(), Depth + 1);
  }
  /// \p E is one number for a thread of one number, in blocks of all shapes.
  bool isNumber(const Expr *E) {
    if (!E->getType()->isIntegralOrEnumerationType() ||
        E->HasSideEffects(Ctx, /*IncludePossibleEffects=*/false))
      return false;
    for (int64_t T = 0; T < Threads; ++T) {
      std::optional<int64_t> InAll;
      for (const auto &[X, Y, Z] : Shapes) {
        Trace.forThread({T % X, T / X % Y, T / (X * Y)}, {X, Y, Z});
        std::optional<int64_t> Here = Trace.evaluate(E).number();
        if (!Here || (InAll && *Here != *InAll))
          return false;
        InAll = Here;
      }
    }
    return true;
  }

  CopyTrace &Trace;
  int64_t Threads;
  const ASTContext &Ctx;
  std::vector<std::array<int64_t, 3>> Shapes;
  llvm::DenseMap<const VarDecl *, bool> Variables;
};

} // namespace

bool countsThreads(const LoopModel &M, CopyTrace &Trace, int64_t Threads,
                   unsigned Dimensions, const ASTContext &Ctx) {
  ShapeQuestion Question(Trace, Threads, Dimensions, Ctx);
  return llvm::all_of(M.Items, [&](const BodyItem &Item) {
    return (Item.R != Role::Load && Item.R != Role::Both) ||
           Question.holdsFor(Item.S);
  });
}

/// Without parentheses and casts, a name's value for the name.
const Expr *BlockStrides::bare(const Expr *E) const {
  for (unsigned Depth = 0; Depth < 8; ++Depth) {
    E = E->IgnoreParenCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Var || !Var->hasLocalStorage() || isa<ParmVarDecl>(Var) ||
        !Var->getInit() || !Var->getType()->isIntegerType() ||
        Ctx.getTypeSize(Var->getType()) < 32 || !isNeverChanged(*Var))
      break;
    E = Var->getInit();
  }
  return E;
}

static bool isIndex(const Expr *E, llvm::StringRef Name, unsigned D) {
  auto Index = builtinIndex(E);
  return Index && Index->first == Name && Index->second == D;
}

bool BlockStrides::isNumber(const Expr *E) const {
  E = bare(E);
  if (blockQuery(E) == BlockQuery::Rank)
    return true;
  if (Dimensions == 1)
    return isIndex(E, "threadIdx", 0);
  const auto *Sum = dyn_cast<BinaryOperator>(E);
  if (Dimensions != 2 || !Sum || Sum->getOpcode() != BO_Add)
    return false;
  const Expr *L = bare(Sum->getLHS()), *R = bare(Sum->getRHS());
  if (isIndex(L, "threadIdx", 0))
    std::swap(L, R);
  return isIndex(R, "threadIdx", 0) && isProduct(L, "threadIdx", 1);
}

/// \p Name.y times blockDim.x.
bool BlockStrides::isProduct(const Expr *E, llvm::StringRef Name,
                             unsigned D) const {
  const auto *Product = dyn_cast<BinaryOperator>(E);
  if (!Product || Product->getOpcode() != BO_Mul)
    return false;
  const Expr *L = bare(Product->getLHS()), *R = bare(Product->getRHS());
  if (isIndex(L, "blockDim", 0))
    std::swap(L, R);
  return isIndex(L, Name, D) && isIndex(R, "blockDim", 0);
}

bool BlockStrides::isSize(const Expr *E) const {
  E = bare(E);
  return blockQuery(E) == BlockQuery::Size ||
         (Dimensions == 1 && isIndex(E, "blockDim", 0)) ||
         (Dimensions == 2 && isProduct(E, "blockDim", 1));
}

/// \p For goes on by all threads, or by those of dimension \p D.
const VarDecl *BlockStrides::strides(const ForStmt &For, unsigned Of,
                                     unsigned D) const {
  const auto *Decls = dyn_cast_or_null<DeclStmt>(For.getInit());
  const auto *Cond = dyn_cast_or_null<BinaryOperator>(
      For.getCond() ? For.getCond()->IgnoreParenImpCasts() : nullptr);
  const auto *Inc = dyn_cast_or_null<BinaryOperator>(For.getInc());
  const auto *Var = Decls && Decls->isSingleDecl()
                        ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                        : nullptr;
  auto IsVar = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == Var;
  };
  if (!Var || !Var->getInit() || !Cond || Cond->getOpcode() != BO_LT || !Inc ||
      Inc->getOpcode() != BO_AddAssign || !IsVar(Cond->getLHS()) ||
      !IsVar(Inc->getLHS()) || !constantValue(Cond->getRHS(), Ctx) ||
      changes(For.getBody(), *Var) ||
      holdsA<BreakStmt, GotoStmt, ReturnStmt>(For.getBody()))
    return nullptr;
  // What is carried from trip to trip depends on how far a trip goes on.
  const Effects Body = effectsOf(For.getBody(), *M.Pointers, Ctx);
  if (llvm::any_of(Body.Writes, [&](const VarDecl *Written) {
        return Body.UpwardReads.count(Written);
      }))
    return nullptr;
  const bool Goes = Of == AlongOne
                        ? isIndex(bare(Var->getInit()), "threadIdx", D) &&
                              isIndex(bare(Inc->getRHS()), "blockDim", D)
                        : isNumber(Var->getInit()) && isSize(Inc->getRHS());
  return Goes ? Var : nullptr;
}

bool BlockStrides::isFree(unsigned Of, unsigned First, unsigned End) const {
  VarSet Counters;
  llvm::SmallVector<const Stmt *, 4> Strides;
  auto IsLoad = [](const BodyItem &Item) {
    return Item.R == Role::Load || Item.R == Role::Both;
  };
  for (const BodyItem &Item : M.Items)
    if (IsLoad(Item))
      forEach<ForStmt>(Item.S, [&](const ForStmt &For) {
        if (const VarDecl *Var = strides(For, Of, First)) {
          Counters.insert(Var);
          Strides.push_back(Var->getInit());
          Strides.push_back(cast<BinaryOperator>(For.getInc())->getRHS());
        }
      });
  auto Asks = [&](auto &&Self, const Stmt *S, unsigned Depth) -> bool {
    return holds(
        S,
        [&](const Stmt &At) {
          const auto *E = dyn_cast<Expr>(&At);
          if (!E)
            return isa<AsmStmt>(At);
          if (auto Index = builtinIndex(E))
            return (Index->first == "threadIdx" ||
                    Index->first == "blockDim") &&
                   Index->second >= First && Index->second < End;
          if (const auto *Call = dyn_cast<CallExpr>(E)) {
            const FunctionDecl *Callee = knownCallee(*Call);
            return !Callee || !isLibraryFunction(*Callee, Ctx) ||
                   ThreadQuestions::answersEachThread(*Callee) ||
                   blockQuery(Call) != BlockQuery::None;
          }
          const auto *Ref = dyn_cast<DeclRefExpr>(E);
          const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
          return isa<LambdaExpr>(E) ||
                 (Var && !isa<ParmVarDecl>(Var) && Var->getInit() &&
                  !Counters.count(Var) &&
                  (Depth > 8 || Self(Self, Var->getInit(), Depth + 1)));
        },
        Strides);
  };
  return !Counters.empty() && llvm::none_of(M.Items, [&](const BodyItem &Item) {
    return IsLoad(Item) && Asks(Asks, Item.S, 0);
  });
}

} // namespace cudapipe
