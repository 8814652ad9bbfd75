//===- RingCopies.cpp - Copies, and the barriers that count them ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RingLoopReader.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/Attr.h"
#include <map>

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

RingLoopReader::Why RingLoopReader::sortSteps() {
  for (const Stmt *S : Out.Header.Body->body()) {
    Items.push_back(S);
    Steps.push_back(transferSteps(S, Ctx));
  }
  for (size_t I = 0; I < Items.size(); ++I)
    for (const TransferStep &S : Steps[I])
      switch (S.Kind) {
      case TransferStep::TensorLoad:
      case TransferStep::BulkLoad:
        if (S.ToCluster)
          return reject(RejectionKind::ClusterCopy, S.outermost(),
                        "'" + S.Name +
                            "' goes to several blocks, whose "
                            "readers no barrier of this one waits for");
        break;
      case TransferStep::BarrierInit:
      case TransferStep::BarrierEnd:
        return reject(RejectionKind::BarrierNotReady, S.outermost(),
                      "the barrier is initialized anew in each trip");
      case TransferStep::Arrive:
      case TransferStep::ExpectBytes:
      case TransferStep::BarrierWait:
      case TransferStep::Prefetch:
      case TransferStep::ProxyFence:
      case TransferStep::Fence:
      case TransferStep::MmaFence:
      case TransferStep::AsyncMma:
      case TransferStep::MmaCommit:
      case TransferStep::MmaWait:
      case TransferStep::TileRead:
      case TransferStep::Mma:
      case TransferStep::Elect:
        break;
      case TransferStep::TileStore:
        return reject(RejectionKind::GenericWrite, S.outermost(),
                      "'" + S.Name + "' stores to shared memory");
      default:
        return reject(OneBuffer.Kind, S.outermost(),
                      "'" + S.Name + "' stands beside the copies");
      }
  return std::nullopt;
}

/// \p S sets \p Var, or hands it to a function that may; those of the library
/// take what they read by reference, too.
static bool maySet(const Stmt *S, const VarDecl *Var, const ASTContext &Ctx) {
  return holds(S, [&](const Stmt &At) {
    if (const auto *Op = dyn_cast<BinaryOperator>(&At))
      return Op->isAssignmentOp() && ringVariable(Op->getLHS()) == Var;
    if (const auto *Op = dyn_cast<UnaryOperator>(&At))
      return (Op->isIncrementDecrementOp() || Op->getOpcode() == UO_AddrOf) &&
             ringVariable(Op->getSubExpr()) == Var;
    if (const auto *Lambda = dyn_cast<LambdaExpr>(&At))
      return mentions(Lambda->getBody(), Var);
    if (const auto *Decl = dyn_cast<DeclStmt>(&At))
      return llvm::any_of(Decl->decls(), [&](const clang::Decl *D) {
        const auto *Other = dyn_cast<VarDecl>(D);
        return Other && Other->getType()->isReferenceType() &&
               Other->getInit() && ringVariable(Other->getInit()) == Var;
      });
    const auto *Call = dyn_cast<CallExpr>(&At);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!Call || (Callee && isLibraryFunction(*Callee, Ctx)))
      return false;
    return llvm::any_of(Call->arguments(), [&](const Expr *Arg) {
      // By value it would be loaded.
      const auto *Ref = dyn_cast<DeclRefExpr>(Arg->IgnoreParens());
      return Ref && Ref->getDecl() == Var;
    });
  });
}

/// \p Init, evaluated in the loop, may read what has changed, or names that the
/// loop gives to something else.
bool RingLoopReader::mayNameAnother(const Expr *Init) const {
  if (holds(Init, [](const Stmt &S) {
        const auto *Load = dyn_cast<ImplicitCastExpr>(&S);
        if (!Load || Load->getCastKind() != CK_LValueToRValue)
          return isa<LambdaExpr, CXXThisExpr, StmtExpr>(S);
        const Expr *From = Load->getSubExpr()->IgnoreParens();
        while (const auto *Member = dyn_cast<MemberExpr>(From)) {
          if (Member->isArrow() ||
              Member->getMemberDecl()->getType()->isReferenceType())
            return true;
          From = Member->getBase()->IgnoreParens();
        }
        return !isa<DeclRefExpr, PseudoObjectExpr, MSPropertyRefExpr>(From);
      }))
    return true;
  bool Found = false;
  forEach<DeclRefExpr>(Init, [&](const DeclRefExpr &Ref) {
    forEach<DeclStmt>(Out.Header.Loop, [&](const DeclStmt &Decls) {
      for (const Decl *D : Decls.decls())
        if (const auto *Named = dyn_cast<NamedDecl>(D))
          Found |= Named != Ref.getDecl() && Named->getDeclName() &&
                   Named->getDeclName() == Ref.getDecl()->getDeclName();
    });
  });
  return Found;
}

/// \p Through, made in front of the loop, and all variables it is made of, are
/// declared by one expression, which each stage evaluates again.
RingLoopReader::Why RingLoopReader::readNames(const VarDecl *Through,
                                              const Stmt *At) {
  if (llvm::is_contained(Out.Names, Through) || Through == Out.Area)
    return std::nullopt;
  auto Escapes = [&](const llvm::Twine &Text) {
    return reject(RejectionKind::TileAddressEscapes, At,
                  "'" + Through->getNameAsString() + "' " + Text);
  };
  const DeclStmt *Decls = declarationIn(KernelBody, Through);
  if (!Decls || !Decls->isSingleDecl() || maySet(KernelBody, Through, Ctx) ||
      changesInLoop(Through) || contains(Out.Header.Loop, Decls) ||
      !llvm::is_contained(cast<CompoundStmt>(KernelBody)->body(), Decls))
    return Escapes("holds the address of the tile");
  // Who refers to an object reads nothing of it.
  const Expr *Made = Through->getInit();
  if (const auto *Deref = dyn_cast<UnaryOperator>(Made->IgnoreParenImpCasts());
      Deref && Deref->getOpcode() == UO_Deref &&
      Through->getType()->isReferenceType())
    Made = Deref->getSubExpr();
  const Effects E = effectsOf(Made, Flow, Ctx);
  if (!E.Unknown.empty() || !E.MemoryWrites.empty() || !E.Pinned.empty() ||
      !E.Writes.empty() || !E.MemoryReads.empty())
    return Escapes("is made by more than an address");
  if (mayNameAnother(Through->getInit()))
    return Escapes("is made of what is, or may be, another in the loop");
  if (Out.Area && !isPlainAddress(Through->getInit(), Ctx))
    return Escapes("is more than an address in the tile, and an offset");
  Why Found;
  forEach<DeclRefExpr>(Through->getInit(), [&](const DeclRefExpr &Ref) {
    const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
    if (Var && Var == Out.AreaArray && Var != Out.Area)
      Found = Escapes("is not made of '" + Out.Area->getNameAsString() + "'");
    // Of shared variables it is the address.
    if (Found || !Var || Var->hasAttr<CUDASharedAttr>())
      return;
    const VarDecl *Further = nullptr;
    if (sharedRootOf({&Ref, {}}, Further) && Further)
      Found = readNames(Further, At);
    else if (changesInLoop(Var) || !isNeverChanged(*Var) ||
             Var->getType().isVolatileQualified() ||
             (Var->hasLocalStorage() && Var->getType()->isReferenceType()) ||
             (Var->isLocalVarDecl() && !Var->getType().isConstQualified() &&
              (Var->getType()->isArrayType() ||
               Var->getType()->isRecordType())))
      Found = Escapes("is made of what changes");
  });
  // What it is made of comes first.
  if (!Found)
    Out.Names.push_back(Through);
  return Found;
}

RingLoopReader::Why RingLoopReader::readCopies() {
  for (size_t I = 0; I < Items.size(); ++I)
    for (const TransferStep &S : Steps[I]) {
      if (!S.isCopy())
        continue;
      if (!Out.Copy.Where)
        Out.Copy = S;
      const VarDecl *Through = nullptr;
      const VarDecl *Tile = sharedRootOf({S.To, S.Calls}, Through);
      if (!Tile)
        return reject(RejectionKind::TileAddressEscapes, S.outermost(),
                      "where the copy goes cannot be followed");
      if (Tile->hasAttr<CUDASharedAttr>() &&
          Tile->getType()->isIncompleteArrayType()) {
        if (Why Not = readArea(*Tile, S))
          return Not;
        Tile = Out.Area;
      } else if (!Tile->isFunctionOrMethodVarDecl() ||
                 Tile->getLexicalDeclContext() != Out.Kernel ||
                 !(Ctx.getAsConstantArrayType(Tile->getType()) ||
                   Tile->getType()->isRecordType())) {
        return reject(RejectionKind::DynamicSharedMemory, S.outermost(),
                      "'" + Tile->getNameAsString() +
                          "' is no array, nor object, of the kernel's own");
      }
      if (!llvm::is_contained(Out.Tiles, Tile))
        Out.Tiles.push_back(Tile);
      if (S.Kind == TransferStep::TensorLoad &&
          !llvm::is_contained(Out.Boxes, Tile))
        Out.Boxes.push_back(Tile);
      if (Through)
        if (Why Not = readNames(Through, S.outermost()))
          return Not;
      if (Why Not = readBarrier(S))
        return Not;
      CountedAt[Through ? Through : Tile].insert(barrierOf(S) -
                                                 Out.Barriers.data());
      if (reachOf(Items[I], S) == Reach::Again)
        return reject(RejectionKind::UnsupportedLoop, S.outermost(),
                      "a loop makes the copies of a trip");
    }
  return std::nullopt;
}

/// What counts \p Copy: a variable of its own, or a part of an array or of an
/// object, or of the memory that the launch gives.
RingLoopReader::Why RingLoopReader::readBarrier(const TransferStep &Copy) {
  auto Unknown = [&] {
    return reject(RejectionKind::BarrierUsedElsewhere, Copy.outermost(),
                  "the barrier of this copy is no variable of the kernel's "
                  "own, nor a part of one that can be told");
  };
  if (barrierOf(Copy))
    return std::nullopt;
  const ExprOnWay At = {Copy.Barrier, Copy.Calls};
  const VarDecl *Through = nullptr;
  const VarDecl *Bar = sharedRootOf(At, Through);
  if (!Bar)
    return Unknown();
  const CXXRecordDecl *Object = Bar->getType()->getAsCXXRecordDecl();
  if (!Through && Bar->getDeclContext() == Out.Kernel &&
      !Bar->hasExternalStorage() &&
      (Bar->getType()->isIntegerType() ||
       (Object && Object->getIdentifier() && Object->getName() == "barrier"))) {
    Out.Barriers.push_back({Bar});
    return std::nullopt;
  }
  const SharedPlace Place = placeInTile(At);
  if (!Place.Var || !Place.Offset)
    return Unknown();
  if (Place.Var != Out.Area &&
      (Place.Var->getDeclContext() != Out.Kernel ||
       !(Place.Var->hasExternalStorage()
             ? isTile(Place.Var)
             : Ctx.getAsConstantArrayType(Place.Var->getType()) ||
                   Place.Var->getType()->isRecordType())))
    return Unknown();
  RingBarrier New{Place.Var};
  New.Offset = *Place.Offset;
  New.IsAlone = false;
  Out.Barriers.push_back(New);
  if (Through)
    return readNames(Through, Copy.outermost());
  return std::nullopt;
}

/// Other variables in front of the loop that hold the address of a tile.
RingLoopReader::Why RingLoopReader::collectNames() {
  for (const Stmt *S : cast<CompoundStmt>(KernelBody)->body()) {
    if (contains(S, Out.Header.Loop))
      break;
    const auto *Decls = dyn_cast<DeclStmt>(S);
    const auto *Var = Decls && Decls->isSingleDecl()
                          ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                          : nullptr;
    if (!Var || Var == Out.Area || !Var->hasLocalStorage() || !Var->getInit() ||
        !touchesTile(Var->getInit()))
      continue;
    // A number may be an address, too: what a call makes of one.
    const QualType Type = Var->getType();
    const bool IsAddress = Type->isPointerType() || Type->isReferenceType() ||
                           isa<CallExpr>(Var->getInit()->IgnoreParenCasts());
    if (IsAddress && mentions(Out.Header.Loop, Var))
      if (Why Not = readNames(Var, S))
        return Not;
  }
  return std::nullopt;
}

/// `threadIdx.x`, or another \p Pseudo, or what a variable has of it.
bool isOfX(const Expr *E, StringRef Pseudo) {
  E = E->IgnoreParenImpCasts();
  if (const VarDecl *Var = ringVariable(E);
      Var && Var->hasLocalStorage() && Var->getInit() && isNeverChanged(*Var))
    return isOfX(Var->getInit(), Pseudo);
  if (const auto *Object = dyn_cast<PseudoObjectExpr>(E))
    E = Object->getSyntacticForm()->IgnoreParenImpCasts();
  const Expr *Base = nullptr;
  std::string Name;
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E)) {
    Base = Property->getBaseExpr();
    Name = Property->getPropertyDecl()->getNameAsString();
  } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    Base = Member->getBase();
    Name = Member->getMemberDecl()->getNameAsString();
  }
  const VarDecl *Of = Base ? ringVariable(Base) : nullptr;
  return Of && Of->getName() == Pseudo && Name == "x";
}

bool isOneThread(const Expr *Cond, const ASTContext &Ctx) {
  const auto *Op = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  return Op && Op->getOpcode() == BO_EQ &&
         ((isOfX(Op->getLHS(), "threadIdx") &&
           constantValue(Op->getRHS(), Ctx)) ||
          (isOfX(Op->getRHS(), "threadIdx") &&
           constantValue(Op->getLHS(), Ctx)));
}

/// Variables that are waited for: what arrival they stand for.
void RingLoopReader::collectTokens() {
  for (const std::vector<TransferStep> &All : Steps)
    for (const TransferStep &S : All)
      if (S.Kind == TransferStep::BarrierWait && S.Name == "wait" && S.Phase)
        forEach<DeclRefExpr>(S.Phase, [&](const DeclRefExpr &Ref) {
          const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
          if (Var && Var->hasLocalStorage() && !isa<ParmVarDecl>(Var) &&
              !llvm::is_contained(Out.Tokens, Var))
            Out.Tokens.push_back(Var);
        });
}

RingLoopReader::Why RingLoopReader::readLoads() {
  collectTokens();
  for (size_t I = 0; I < Items.size(); ++I) {
    bool Loads = false, Waits = false;
    for (const TransferStep &S : Steps[I]) {
      Loads |= S.isCopy() || S.Kind == TransferStep::ExpectBytes ||
               S.Kind == TransferStep::Arrive;
      Waits |= S.Kind == TransferStep::BarrierWait;
    }
    if (Loads && Waits)
      return reject(OneBuffer.Kind, Items[I],
                    "one statement starts copies and waits for them");
    if (Loads)
      Out.Loads.push_back(Items[I]);
  }
  // The branch of the others.
  for (const Stmt *Load : Out.Loads) {
    const auto *If = dyn_cast<IfStmt>(Load);
    if (!If || !If->getElse())
      continue;
    const std::vector<TransferStep> Then = transferSteps(If->getThen(), Ctx),
                                    Else = transferSteps(If->getElse(), Ctx);
    const bool ElseArrives =
        !Else.empty() && llvm::all_of(Else, [](const TransferStep &S) {
          return S.Kind == TransferStep::Arrive;
        });
    if (ElseArrives && Out.Loads.size() == 1 && !If->isConstexpr() &&
        !If->hasInitStorage() && !If->hasVarStorage() &&
        isOneThread(If->getCond(), Ctx) &&
        llvm::all_of(Out.Barriers, [&](const RingBarrier &B) {
          unsigned Arrivals = 0;
          for (const TransferStep &S : Then)
            if (barrierOf(S) == &B &&
                (S.Kind == TransferStep::Arrive ||
                 (S.Kind == TransferStep::ExpectBytes && S.Arrives))) {
              std::vector<CountedLoop> Loops;
              const size_t Item = llvm::find(Items, Load) - Items.begin();
              const bool IsOnce =
                  isMadeEachTrip(Item, S, Loops) && Loops.empty();
              Arrivals += IsOnce ? 1 : 2;
            }
          return Arrivals == 1;
        }))
      Out.OthersArrive = If;
  }
  // What they need of the body.
  for (size_t I = Items.size(); I-- > 0;) {
    const auto *Decls = dyn_cast<DeclStmt>(Items[I]);
    if (!Decls)
      continue;
    auto Needs = [&](const Stmt *Other) {
      return llvm::any_of(Decls->decls(), [&](const Decl *D) {
        const auto *Var = dyn_cast<VarDecl>(D);
        return Var && mentions(Other, Var) &&
               !llvm::is_contained(Out.Tokens, Var);
      });
    };
    const bool ForLoads =
        llvm::any_of(Out.Loads, Needs) || llvm::any_of(Out.Slice, Needs);
    if (!ForLoads)
      continue;
    for (const Decl *D : Decls->decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      if (!Var || Var->hasGlobalStorage())
        return reject(RejectionKind::TileDeclaredInLoop, Decls,
                      "declare it in front of the loop");
      for (const Stmt *Item : Items)
        if (Item != Decls && effectsOf(Item, Flow, Ctx).Writes.count(Var) &&
            !llvm::is_contained(Out.Loads, Item))
          return reject(RejectionKind::LoadDependsOnCompute, Item,
                        "'" + Var->getNameAsString() + "' changes here");
    }
    Out.Slice.insert(Out.Slice.begin(), Decls);
  }
  for (const Stmt *Decls : Out.Slice) {
    const bool ElsewhereToo = llvm::any_of(Items, [&](const Stmt *Item) {
      return Item != Decls && !llvm::is_contained(Out.Loads, Item) &&
             llvm::any_of(cast<DeclStmt>(Decls)->decls(), [&](const Decl *D) {
               return mentions(Item, cast<VarDecl>(D));
             });
    });
    if (!ElsewhereToo)
      Out.OfLoadsAlone.push_back(Decls);
  }
  // What they read must be there early.
  std::vector<const Stmt *> Early = Out.Loads;
  llvm::append_range(Early, Out.Slice);
  for (const Stmt *S : Early) {
    Why Found;
    forEach<DeclRefExpr>(S, [&](const DeclRefExpr &Ref) {
      const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
      if (Found || !Var || Var == Out.Header.Counter ||
          llvm::is_contained(Out.Tokens, Var) ||
          declarationIn(Out.Header.Body, Var))
        return;
      if (changesInLoop(Var))
        Found = reject(RejectionKind::LoadDependsOnCompute, &Ref,
                       "'" + Var->getNameAsString() +
                           "' changes from trip to trip");
      else if (Var->hasAttr<CUDASharedAttr>() && !isTile(Var) &&
               !holdsBarrier(Var))
        Found = reject(RejectionKind::LoadDependsOnCompute, &Ref,
                       "'" + Var->getNameAsString() +
                           "' may be another where the copy starts early");
    });
    if (Found)
      return Found;
    for (const MemoryAccess &Read : effectsOf(S, Flow, Ctx).MemoryReads)
      if ((Read.Root.Kind == MemoryRoot::Global ||
           Read.Root.Kind == MemoryRoot::Unknown) &&
          !isPartOfStep(Read.Where))
        return reject(RejectionKind::LoadDependsOnCompute, Read.Where,
                      "the copy needs what is read from memory here");
  }
  return std::nullopt;
}

/// The bytes that are expected are those that are copied, as far as constants
/// tell.
RingLoopReader::Why RingLoopReader::checkBytes() {
  for (const RingBarrier &B : Out.Barriers) {
    std::optional<int64_t> Expected = 0, Copied = 0;
    uint64_t Room = 0;
    const Stmt *At = nullptr;
    unsigned Expects = 0;
    bool HasTensor = false, IsInArea = false;
    llvm::SmallPtrSet<const VarDecl *, 4> Of;
    for (size_t I = 0; I < Items.size(); ++I)
      for (const TransferStep &S : Steps[I]) {
        if (barrierOf(S) != &B)
          continue;
        if (S.Kind == TransferStep::ExpectBytes) {
          At = S.outermost();
          ++Expects;
          const std::optional<int64_t> Bytes =
              S.Bytes ? S.Bytes : valueOf(S.Amount, S.Calls);
          Expected = Expected && Bytes ? std::optional(*Expected + *Bytes)
                                       : std::nullopt;
        } else if (S.isCopy()) {
          const VarDecl *Through = nullptr;
          const VarDecl *Tile = sharedRootOf({S.To, S.Calls}, Through);
          if (Tile == Out.AreaArray)
            IsInArea = true;
          else if (Of.insert(Tile).second)
            Room += Ctx.getTypeSizeInChars(Tile->getType()).getQuantity();
          HasTensor |= S.Kind == TransferStep::TensorLoad;
          const std::optional<int64_t> Bytes =
              S.Kind == TransferStep::BulkLoad
                  ? (S.Bytes ? S.Bytes : valueOf(S.Amount, S.Calls))
                  : std::nullopt;
          int64_t Times = 1;
          std::vector<CountedLoop> Loops;
          bool IsKnown = true;
          if (isMadeEachTrip(I, S, Loops))
            for (const CountedLoop &Loop : Loops) {
              Times *= Loop.Trips;
              IsKnown &= Loop.ConstantStart;
            }
          Copied = Copied && Bytes && IsKnown
                       ? std::optional(*Copied + *Bytes * Times)
                       : std::nullopt;
        }
      }
    const std::string Name = spellingOf(B);
    if (!Expects)
      return reject(RejectionKind::BarrierCount, Out.Copy.outermost(),
                    "no bytes are expected at '" + Name + "' in the trip");
    // Of all threads, if it can be told; else one stands for them.
    if (const std::optional<BytesOfBlock> All = bytesAt(B); All && !HasTensor) {
      Expected = All->Expected;
      Copied = All->Copied;
    }
    if (Expected && Copied && !HasTensor && *Expected != *Copied)
      return reject(RejectionKind::BarrierCount, At,
                    "'" + Name + "' expects " + llvm::Twine(*Expected) +
                        " bytes, and " + llvm::Twine(*Copied) + " are copied");
    if (!Expected || (!Copied && !HasTensor))
      return reject(RejectionKind::BarrierCount, At,
                    "how many bytes '" + Name +
                        "' expects, or are copied, is "
                        "no constant");
    if (IsInArea)
      Out.AreaBytes += *Expected;
    else if (uint64_t(*Expected) > Room)
      return reject(RejectionKind::BarrierCount, At,
                    "'" + Name + "' expects " + llvm::Twine(*Expected) +
                        " bytes, and the tiles have " + llvm::Twine(Room));
  }
  return std::nullopt;
}

} // namespace cudapipe
