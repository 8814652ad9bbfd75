//===- TilePipeline.cpp - The parts of a pipelined loop
//-----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TilePipeline.h"
#include "../ReadBack/Operations.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace cudapipe {
namespace {

using Variables = llvm::SmallSetVector<const VarDecl *, 8>;

const Stmt *plain(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  return E ? E->IgnoreImplicit() : S;
}

bool isLoop(const Stmt *S) { return isa<ForStmt, WhileStmt, DoStmt>(S); }

const Stmt *bodyOf(const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(Loop))
    return While->getBody();
  return cast<DoStmt>(Loop)->getBody();
}

/// The variable that \p E is, or an element of.
const VarDecl *variableOf(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenCasts();
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase();
    else if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// What \p S, no statement around others, changes.
const Expr *changedBy(const Stmt *S) {
  S = plain(S);
  if (const auto *Op = dyn_cast_or_null<BinaryOperator>(S);
      Op && Op->isAssignmentOp())
    return Op->getLHS();
  if (const auto *Op = dyn_cast_or_null<UnaryOperator>(S);
      Op && Op->isIncrementDecrementOp())
    return Op->getSubExpr();
  if (const auto *Op = dyn_cast_or_null<CXXOperatorCallExpr>(S);
      Op && (Op->isAssignmentOp() || Op->getOperator() == OO_PlusPlus ||
             Op->getOperator() == OO_MinusMinus))
    return Op->getArg(0);
  return nullptr;
}

/// The loops of a function, each with the statements around it.
struct LoopAt {
  const Stmt *Loop;
  std::vector<const Stmt *> Around;
};

void collectLoops(const Stmt *S, std::vector<const Stmt *> &Around,
                  std::vector<LoopAt> &Out) {
  if (!S)
    return;
  if (isLoop(S))
    Out.push_back({S, Around});
  Around.push_back(S);
  for (const Stmt *Child : S->children())
    collectLoops(Child, Around, Out);
  Around.pop_back();
}

class Recogniser {
public:
  Recogniser(const FunctionDecl &Function, const LoopAt &At, ASTContext &Ctx)
      : Ctx(Ctx), At(At) {
    Out.Function = &Function;
    Out.Loop = At.Loop;
  }

  /// Nothing where the loop is no pipeline.
  std::optional<OrRejection<TilePipeline>> run() {
    if (!findBlock() || !findSteps())
      return std::nullopt;
    if (holds(Out.Block, [&](const Stmt &S) {
          const std::optional<Operation> Op = operation(&S);
          return Op && (Op->isOfBlock() || Op->Kind == Operation::Meet);
        })) {
      refuse(nullptr, BulkCopiesStay);
      return OrRejection<TilePipeline>(*Why);
    }
    if (!findCalls() || !readFront() || !readSteps() || !findLoad() ||
        !findVariant())
      return OrRejection<TilePipeline>(*Why);
    return OrRejection<TilePipeline>(std::move(Out));
  }

private:
  bool refuse(const Stmt *S, const llvm::Twine &Detail) {
    Why = Rejection{RejectionKind::PipelineNotRead,
                    (S ? S : Out.Loop)->getSourceRange(), Detail.str()};
    return false;
  }

  const VarDecl *tileLambda(const Stmt *S) const {
    const auto *Call = dyn_cast_or_null<CallExpr>(S);
    const VarDecl *Var = Call ? calledLambda(*Call) : nullptr;
    return Var && llvm::any_of(
                      Out.Lambdas,
                      [&](const TileLambda &L) { return L.Var == Var; })
               ? Var
               : nullptr;
  }
  bool callsTileLambda(const Stmt *S) const {
    return holds(S, [&](const Stmt &In) { return tileLambda(&In); });
  }
  std::optional<Operation> operation(const Stmt *S) const {
    S = plain(S);
    return S ? readOperation(S, Ctx) : std::nullopt;
  }

  bool findBlock();
  bool findSteps();
  bool findCalls();
  bool isBound(const Stmt *S) const;
  bool readFront();
  bool readSteps();
  bool findLoad();
  bool findVariant();
  bool isOfPipeline(const Stmt *S);
  void findRing();
  bool isStage(const Stmt *S) const;
  bool onlyOfRing(const Stmt *Step, const VarDecl *Var) const;
  bool isForLoad(const Stmt *S) const;
  bool isNamedAround(const VarDecl *Var) const;

  ASTContext &Ctx;
  const LoopAt &At;
  TilePipeline Out;
  Variables Ring;
  std::optional<Rejection> Why;
  /// Groups that the loop's wait leaves in flight.
  std::optional<uint64_t> Pending;
  const VarDecl *Object = nullptr;
};

/// The block of the loop, and the lambdas in it that load.
bool Recogniser::findBlock() {
  const Stmt *Inner = At.Loop;
  for (const Stmt *S : llvm::reverse(At.Around)) {
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      Out.Block = Block;
      Out.Target = Inner;
      break;
    }
    if (!isa<AttributedStmt>(S))
      return false;
    Inner = S;
  }
  if (!Out.Block)
    return false;
  std::vector<const Stmt *> Before;
  for (const Stmt *S : Out.Block->body()) {
    if (S == Out.Target)
      break;
    Before.push_back(S);
  }
  for (const Stmt *S : Before) {
    const auto *Declared = dyn_cast<DeclStmt>(S);
    const auto *Var = Declared && Declared->isSingleDecl()
                          ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                          : nullptr;
    const LambdaExpr *Lambda = Var ? lambdaOf(*Var) : nullptr;
    if (!Lambda)
      continue;
    auto Calls = [&](const Stmt *In) {
      return holds(In, [&](const Stmt &X) {
        const auto *Call = dyn_cast<CallExpr>(&X);
        return Call && calledLambda(*Call) == Var;
      });
    };
    if (Calls(Out.Target) && llvm::any_of(Before, [&](const Stmt *In) {
          return !isa<DeclStmt>(In) && Calls(In);
        }))
      Out.Lambdas.push_back({Declared, Var, Lambda});
  }
  return !Out.Lambdas.empty();
}

bool Recogniser::findSteps() {
  const Stmt *Body = bodyOf(At.Loop);
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(Body)) {
    auto Step = llvm::find_if(
        Block->body(), [&](const Stmt *S) { return callsTileLambda(S); });
    if (Step == Block->body_end())
      return false;
    if (!isa<CompoundStmt>(*Step)) {
      Out.Steps = Block;
      return true;
    }
    Body = *Step;
  }
  return false;
}

/// `if (wide_copies) pipeline(true); else pipeline(false);` where the loop
/// stands in that lambda.
bool Recogniser::findCalls() {
  const LambdaExpr *Around = nullptr;
  const CompoundStmt *Outer = nullptr;
  for (const Stmt *S : llvm::reverse(At.Around)) {
    if (!Around) {
      if (const auto *Lambda = dyn_cast<LambdaExpr>(S);
          Lambda && Lambda->getBody() == Out.Block)
        Around = Lambda;
    } else if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      Outer = Block;
      break;
    }
  }
  if (!Outer)
    return true;
  for (const Stmt *S : Outer->body()) {
    const auto *Declared = dyn_cast<DeclStmt>(S);
    const auto *Var = Declared && Declared->isSingleDecl()
                          ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                          : nullptr;
    if (Var && lambdaOf(*Var) == Around) {
      Out.OfWidths = Declared;
      continue;
    }
    if (!Out.OfWidths)
      continue;
    unsigned Calls = 0;
    forEach<CallExpr>(S, [&](const CallExpr &Call) {
      const VarDecl *Called = calledLambda(Call);
      Calls += Called && lambdaOf(*Called) == Around;
    });
    if (Calls == 0)
      continue;
    if (Out.Calls) {
      Out.Calls = Out.OfWidths = nullptr;
      return true; // the user's own
    }
    Out.Calls = S;
    if (Calls != 2 || !isa<IfStmt>(S))
      Out.OfWidths = nullptr;
  }
  if (!Out.Calls)
    Out.OfWidths = nullptr;
  if (!Out.OfWidths)
    Out.Calls = nullptr;
  return true;
}

/// \p S does nothing but what the pipeline needs: it starts tiles, closes
/// groups of copies, and moves on variables of Ring.
bool Recogniser::isOfPipeline(const Stmt *S) {
  S = plain(S);
  if (!S || isa<NullStmt>(S))
    return true;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *In) { return isOfPipeline(In); });
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() &&
           isOfPipeline(If->getThen()) && isOfPipeline(If->getElse());
  if (const auto *For = dyn_cast<ForStmt>(S))
    return isOfPipeline(For->getBody());
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return isOfPipeline(Attributed->getSubStmt());
  if (tileLambda(S))
    return true;
  // The counter, in the block of its first tile.
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return llvm::all_of(Declared->decls(), [](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      return Var && Var->isLocalVarDecl() && !Var->hasAttr<CUDASharedAttr>();
    });
  if (std::optional<Operation> Op = operation(S))
    return Op->Kind != Operation::Copy;
  const Expr *Changed = changedBy(S);
  const VarDecl *Var = Changed ? variableOf(Changed) : nullptr;
  return Var && Ring.contains(Var) && isa<DeclRefExpr>(Changed->IgnoreParens());
}

/// It declares references or pointers.
static bool isReference(const Stmt *S) {
  const auto *Declared = dyn_cast<DeclStmt>(S);
  return Declared && llvm::all_of(Declared->decls(), [&](const Decl *D) {
           const auto *Var = dyn_cast<VarDecl>(D);
           if (!Var || !Var->getInit())
             return false;
           const TypeLoc Type = Var->getTypeSourceInfo()->getTypeLoc();
           return Type.getAs<ReferenceTypeLoc>() ||
                  Type.getAs<PointerTypeLoc>();
         });
}

/// `auto &As = As_stages[stage]`, `auto *As = As_stages + stage * size`.
bool Recogniser::isStage(const Stmt *S) const {
  return isReference(S) &&
         llvm::all_of(cast<DeclStmt>(S)->decls(), [&](const Decl *D) {
           return llvm::any_of(Ring, [&](const VarDecl *Of) {
             return mentions(cast<VarDecl>(D)->getInit(), Of);
           });
         });
}

/// `const bool has_next = k + TILE < K`, which only steps ask that load.
bool Recogniser::isForLoad(const Stmt *S) const {
  const auto *Declared = dyn_cast<DeclStmt>(S);
  return Declared && llvm::all_of(Declared->decls(), [&](const Decl *D) {
           const auto *Var = dyn_cast<VarDecl>(D);
           return Var && !Var->getType()->isReferenceType() &&
                  !lambdaOf(*Var) &&
                  holds(Out.Steps,
                        [&](const Stmt &In) {
                          const auto *Ref = dyn_cast<DeclRefExpr>(&In);
                          return Ref && Ref->getDecl() == Var;
                        }) &&
                  llvm::all_of(Out.Steps->body(), [&](const Stmt *Step) {
                    return Step == S || !mentions(Step, Var) ||
                           callsTileLambda(Step) || isForLoad(Step);
                  });
         });
}

/// \p Step names \p Var for the pipeline only.
bool Recogniser::onlyOfRing(const Stmt *Step, const VarDecl *Var) const {
  if (!mentions(Step, Var) || callsTileLambda(Step) || isStage(Step) ||
      isForLoad(Step))
    return true;
  const Expr *Changed = changedBy(Step);
  const VarDecl *Set = Changed ? variableOf(Changed) : nullptr;
  return Set && Ring.contains(Set);
}

/// Behind the loop, or in front of it but for the first tiles.
bool Recogniser::isNamedAround(const VarDecl *Var) const {
  bool IsBehind = false;
  for (const Stmt *S : Out.Block->body()) {
    if (S == Out.Target)
      IsBehind = true;
    else if ((IsBehind || (!isa<DeclStmt>(S) && !callsTileLambda(S))) &&
             mentions(S, Var))
      return true;
  }
  return false;
}

/// The variables that say which stage is computed, which is loaded, and which
/// tile comes next.
void Recogniser::findRing() {
  for (const Stmt *Step : Out.Steps->body())
    if (callsTileLambda(Step) || isReference(Step))
      forEach<DeclRefExpr>(Step, [&](const DeclRefExpr &Ref) {
        const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
        if (Var && !isa<ParmVarDecl>(Var) && Var->isLocalVarDecl() &&
            !Var->getType()->isPointerType() && !lambdaOf(*Var) &&
            !Var->hasAttr<CUDASharedAttr>() && !declarationIn(Out.Loop, Var))
          Ring.insert(Var);
      });
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    for (const VarDecl *Var : llvm::to_vector(Ring)) {
      const bool IsOurs = !mentions(Out.Loop, Var, {Out.Steps}) &&
                          llvm::all_of(Out.Steps->body(),
                                       [&](const Stmt *Step) {
                                         return onlyOfRing(Step, Var);
                                       }) &&
                          !isNamedAround(Var) &&
                          llvm::none_of(Out.Lambdas, [&](const TileLambda &L) {
                            return mentions(L.Lambda->getBody(), Var);
                          });
      if (!IsOurs) {
        Ring.remove(Var);
        HasChanged = true;
      }
    }
  }
}

/// \p S is `const int num_tiles = (K + TILE - 1) / TILE;`, and the loop and
/// its pipeline are all that it is for.
bool Recogniser::isBound(const Stmt *S) const {
  const auto *Declared = dyn_cast<DeclStmt>(S);
  const auto *Var = Declared && Declared->isSingleDecl()
                        ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                        : nullptr;
  const auto *For = dyn_cast<ForStmt>(Out.Loop);
  const auto *Cond =
      For ? dyn_cast_or_null<BinaryOperator>(For->getCond()) : nullptr;
  return Var && Cond && Var->hasInit() && Var->getType().isConstQualified() &&
         variableOf(Cond->getRHS()->IgnoreParenImpCasts()) == Var &&
         !mentions(Cond->getLHS(), Var) && !isNamedAround(Var) &&
         llvm::all_of(Out.Steps->body(),
                      [&](const Stmt *Step) { return onlyOfRing(Step, Var); });
}

bool Recogniser::readFront() {
  findRing();
  bool IsBehindLambda = false;
  for (const Stmt *S : Out.Block->body()) {
    if (S == Out.Target)
      break;
    if (llvm::any_of(Out.Lambdas,
                     [&](const TileLambda &L) { return L.Declaration == S; })) {
      IsBehindLambda = true;
      continue;
    }
    if (IsBehindLambda && isBound(S))
      Out.Bound = cast<DeclStmt>(S);
    if (isa<DeclStmt>(S) || !IsBehindLambda)
      continue;
    std::optional<Operation> Op = operation(S);
    if (callsTileLambda(S)) {
      if (!isOfPipeline(S))
        return refuse(S, "it loads the first tiles and does something else, "
                         "too; do the other thing in front of it");
      Out.Front.push_back(S);
    } else if (Op && !Out.Front.empty() && Op->Kind == Operation::Barrier) {
      Out.Front.push_back(S); // publishes the first tile
    } else if (Op && Op->Kind == Operation::Barrier) {
      Out.BarrierInFront = S; // settles what the first load reads
    } else if (Op && Op->Kind != Operation::Barrier &&
               Op->Kind != Operation::Copy) {
      Out.Front.push_back(S);
    }
  }
  return true;
}

bool Recogniser::readSteps() {
  const Stmt *FirstWait = nullptr, *FirstLoad = nullptr, *Last = nullptr;
  const Stmt *FirstBarrier = nullptr;
  bool WasLoad = false;
  for (const Stmt *S : Out.Steps->body()) {
    std::optional<Operation> Op = operation(S);
    const Expr *Changed = changedBy(S);
    const VarDecl *Set = Changed ? variableOf(Changed) : nullptr;
    bool IsGone = false, IsLoad = false;
    if (Op && Op->Kind == Operation::Barrier) {
      if (!FirstBarrier)
        FirstBarrier = S;
    } else if (Op && Op->Kind == Operation::WarpBarrier) {
      IsGone = WasLoad;
    } else if (Op && Op->Kind == Operation::WaitWithBlock) {
      return refuse(S, "it waits for copies with a group of threads");
    } else if (Op && Op->Kind != Operation::Copy) {
      IsGone = true;
      if (Op->Kind == Operation::Wait && !FirstWait) {
        FirstWait = S;
        Pending = Op->Async.Pending;
      }
      if (Op->Async.Pipeline)
        Object = Op->Async.Pipeline;
    } else if (callsTileLambda(S)) {
      if (!isOfPipeline(S))
        return refuse(S, "it loads a tile and does something else, too");
      IsGone = IsLoad = true;
      if (!FirstLoad)
        FirstLoad = S;
    } else if (isStage(S) || isForLoad(S) || (Set && Ring.contains(Set))) {
      IsGone = true;
    }
    if (IsGone)
      Out.Gone.push_back(S);
    else
      Last = S;
    WasLoad = IsLoad || (IsGone && WasLoad);
  }
  Out.Barrier = FirstBarrier;
  std::optional<Operation> Op = Last ? operation(Last) : std::nullopt;
  Out.HasBarrierAtEnd = Op && Op->Kind == Operation::Barrier;
  // Where the copies are waited for; where a stored tile is published, unless
  // the next one is on its way by then.
  const SourceManager &SM = Ctx.getSourceManager();
  Out.LoadAt = FirstWait ? FirstWait : FirstBarrier;
  Out.HasBarrierBehindLoad = FirstBarrier;
  if (FirstLoad && (!Out.LoadAt ||
                    SM.isBeforeInTranslationUnit(FirstLoad->getBeginLoc(),
                                                 Out.LoadAt->getBeginLoc()))) {
    Out.LoadAt = FirstLoad;
    Out.HasBarrierBehindLoad = false;
  }
  const auto Behind = std::next(llvm::find(Out.Block->body(), Out.Target));
  if (Behind != Out.Block->body_end())
    if (std::optional<Operation> After = operation(*Behind);
        After && After->Kind == Operation::Barrier)
      Out.BarrierBehind = *Behind;
  // Which array a stage is of.
  for (const Stmt *S : Out.Gone) {
    const auto *Declared = dyn_cast<DeclStmt>(S);
    if (!Declared || !isStage(S))
      continue;
    for (const Decl *D : Declared->decls()) {
      const auto *Var = cast<VarDecl>(D);
      const auto *Element =
          dyn_cast<ArraySubscriptExpr>(Var->getInit()->IgnoreParenImpCasts());
      const VarDecl *Array = Element ? variableOf(Element->getBase()) : nullptr;
      if (Array && Array->getType()->isReferenceType())
        return refuse(S, "its stages were moved to dynamic shared memory, and "
                         "its launches give the size; with fewer stages they "
                         "would not be");
      if (Array && Array->hasAttr<CUDASharedAttr>())
        Out.Tiles[Array] = Var->getNameAsString();
      Out.IsDynamic |= !Element;
    }
  }
  return true;
}

/// `auto &value = next_value[i]; value = e;`: a reference in \p Body is set
/// that leads to \p Var.
static bool refersTo(const Stmt *Body, const VarDecl *Var) {
  return holds(Body, [&](const Stmt &S) {
    const auto *Declared = dyn_cast<DeclStmt>(&S);
    const auto *Ref = Declared && Declared->isSingleDecl()
                          ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                          : nullptr;
    return Ref &&
           Ref->getTypeSourceInfo()->getTypeLoc().getAs<ReferenceTypeLoc>() &&
           Ref->getInit() && variableOf(Ref->getInit()) == Var &&
           holds(Body, [&](const Stmt &Set) {
             const Expr *Changed = changedBy(&Set);
             return Changed && variableOf(Changed) == Ref;
           });
  });
}

/// The lambda that loads, and where registers lie between, what stores them.
bool Recogniser::findLoad() {
  auto Sets = [&](const Stmt *Body, const VarDecl *Var) {
    return holds(Body, [&](const Stmt &S) {
      const Expr *Changed = changedBy(&S);
      return Changed && variableOf(Changed) == Var;
    });
  };
  // Variables of this block that have no value until a lambda gives them one.
  Variables Open;
  for (const Stmt *S : Out.Block->body())
    if (const auto *Declared = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Declared->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D);
            Var && !Var->hasAttr<CUDASharedAttr>() && !lambdaOf(*Var) &&
            (!Var->getInit() || isa<CXXConstructExpr>(Var->getInit())))
          Open.insert(Var);
  // Of those, the ones that a lambda sets.
  Variables Registers;
  for (const VarDecl *Var : Open)
    if (llvm::any_of(Out.Lambdas, [&](const TileLambda &L) {
          return Sets(L.Lambda->getBody(), Var) ||
                 refersTo(L.Lambda->getBody(), Var);
        }))
      Registers.insert(Var);
  const TileLambda *Fetch = nullptr, *Store = nullptr, *Copy = nullptr;
  for (const TileLambda &L : Out.Lambdas) {
    const Stmt *Body = L.Lambda->getBody();
    Variables Set;
    bool Reads = false;
    for (const VarDecl *Var : Registers) {
      if (Sets(Body, Var) || refersTo(Body, Var))
        Set.insert(Var);
      else
        Reads |= mentions(Body, Var);
    }
    const bool StoresTile = holds(Body, [&](const Stmt &S) {
      if (std::optional<Operation> Op = readOperation(&S, Ctx))
        return Op->Kind == Operation::Copy;
      const Expr *Changed = changedBy(&S);
      const VarDecl *To = Changed ? variableOf(Changed) : nullptr;
      return To && (To->hasAttr<CUDASharedAttr>() ||
                    To->getType()->isReferenceType());
    });
    if (!Set.empty()) {
      if (Fetch)
        return refuse(L.Declaration, "two functions fetch tiles");
      Fetch = &L;
      Out.Load.Registers.assign(Set.begin(), Set.end());
    } else if (Reads) {
      if (Store)
        return refuse(L.Declaration, "two functions store tiles");
      Store = &L;
    } else if (StoresTile || (L.Lambda->getCallOperator()->getNumParams() > 0 &&
                              !L.Lambda->getCallOperator()
                                   ->getParamDecl(0)
                                   ->getType()
                                   ->isReferenceType())) {
      if (Copy)
        return refuse(L.Declaration, "two functions load tiles");
      Copy = &L;
    }
  }
  if (Copy && Fetch)
    return refuse(Copy->Declaration, "two functions load tiles");
  if (!Copy && !Fetch)
    return refuse(nullptr, "nothing is found that loads its tiles");
  const LambdaExpr *Load = (Copy ? Copy : Fetch)->Lambda;
  Out.Load.Body = dyn_cast<CompoundStmt>(Load->getBody());
  if (Store) {
    // Behind `auto &As = As_stages[stage];`
    const auto *Call = Store->Lambda->getCallOperator();
    for (const Stmt *S : cast<CompoundStmt>(Store->Lambda->getBody())->body())
      if (!Out.Load.Stores.empty() || !isReference(S) ||
          Call->getNumParams() == 0 || !mentions(S, Call->getParamDecl(0)))
        Out.Load.Stores.push_back(S);
  } else if (Fetch) {
    for (const Stmt *S : Out.Steps->body())
      if (!llvm::is_contained(Out.Gone, S) &&
          llvm::any_of(Out.Load.Registers,
                       [&](const VarDecl *R) { return mentions(S, R); }))
        Out.Load.Stores.push_back(S);
    if (Out.Load.Stores.empty())
      return refuse(nullptr, "nothing is found that stores its tiles");
    bool IsStored = false, IsBehind = false;
    for (const Stmt *S : Out.Steps->body()) {
      const bool IsStore = llvm::is_contained(Out.Load.Stores, S);
      if (IsStore && IsBehind)
        return refuse(S, "it stores what it has loaded on both sides of a "
                         "barrier");
      IsStored |= IsStore;
      const std::optional<Operation> Op = operation(S);
      IsBehind |= IsStored && Op && Op->Kind == Operation::Barrier;
    }
    Out.LoadAt = Out.Load.Stores.front();
    Out.HasBarrierBehindLoad = Out.Barrier;
  }
  if (!Out.LoadAt || !Out.Barrier)
    return refuse(nullptr, "no barrier of its own tells load and math apart");
  return true;
}

bool Recogniser::findVariant() {
  const bool IsAsync =
      Object || Pending || holds(Out.Load.Body, [&](const Stmt &S) {
        std::optional<Operation> Op = readOperation(&S, Ctx);
        return Op && Op->Kind == Operation::Copy;
      });
  Out.Variant = Object ? &pipeline() : IsAsync ? &cpAsync() : &ldg();
  if (!IsAsync && Out.Tiles.empty() && Ring.empty())
    Out.Variant = &ldgSingle();
  Out.Stages = Out.Variant == &ldgSingle() ? 1 : 2;
  if (Out.Variant->isAsync() && Pending)
    Out.Stages = *Pending + 2;
  for (const auto &[Array, Name] : Out.Tiles)
    if (const auto *Type = dyn_cast<ConstantArrayType>(
            Array->getType()->getAsArrayTypeUnsafe()))
      Out.Stages = Type->getZExtSize();
  return true;
}

class FunctionCollector : public DynamicRecursiveASTVisitor {
public:
  FunctionCollector() { ShouldVisitTemplateInstantiations = true; }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody() && !F->isImplicit())
      Found.push_back(F);
    return true;
  }
  std::vector<const FunctionDecl *> Found;
};

} // namespace

std::vector<FoundPipeline> findPipelines(ASTContext &Ctx, bool Made) {
  const SourceManager &SM = Ctx.getSourceManager();
  FunctionCollector Functions;
  for (Decl *D : topLevelDecls(Ctx))
    if (SM.isInMainFile(SM.getExpansionLoc(D->getLocation())))
      Functions.TraverseDecl(D);
  // By offset.
  std::map<unsigned, std::vector<FoundPipeline>> ByPlace;
  for (const FunctionDecl *F : Functions.Found) {
    if (const auto *Method = dyn_cast<CXXMethodDecl>(F);
        Method && Method->getParent()->isLambda())
      continue;
    std::vector<const Stmt *> Around;
    std::vector<LoopAt> Loops;
    collectLoops(F->getBody(), Around, Loops);
    for (const LoopAt &At : Loops) {
      std::optional<OrRejection<TilePipeline>> Parts =
          Recogniser(*F, At, Ctx).run();
      if (!Parts)
        continue;
      auto &Here =
          ByPlace[SM.getFileOffset(SM.getExpansionLoc(At.Loop->getBeginLoc()))];
      FoundPipeline Found{F, At.Loop, std::move(*Parts)};
      const bool IsBetter =
          !Here.empty() &&
          Here.front().Function->isDependentContext() != !Made &&
          F->isDependentContext() == !Made;
      if (Here.empty() || IsBetter)
        Here.insert(Here.begin(), std::move(Found));
    }
  }
  std::vector<FoundPipeline> Out;
  for (auto &[Place, Here] : ByPlace)
    Out.push_back(std::move(Here.front()));
  return Out;
}

} // namespace cudapipe
