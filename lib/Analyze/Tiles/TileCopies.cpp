//===- TileCopies.cpp - The stores of the load phase --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   The stores of the load phase
//   What a store of the load phase stores
//
//===----------------------------------------------------------------------===//

#include "Analyze/Effects/PlainAccess.h"
#include "Analyze/Integers/TripValues.h"
#include "Analyze/Tiles/AlikeStores.h"
#include "CopyReader.h"
#include "HelperCopies.h"
#include "ZeroFill.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TemplateTypes.h"
#include "cudapipe/Builds/Configurations.h"
#include "cudapipe/Facts/StoredBytes.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

//===- The stores of the load phase -------------------------------------===//

/// The variable that the element \p E of \p Tile is spelled with; \p Fields
/// becomes the member of it.
static const VarDecl *nameOf(const Expr *E, const VarDecl *Tile,
                             llvm::SmallVector<const FieldDecl *, 1> &Fields) {
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      E = Member->getBase();
      if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
        Fields.insert(Fields.begin(), Field);
      continue;
    }
    const Expr *Outer = E;
    if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
      E = subscriptBase(*Sub);
    else if (const auto *Op = dyn_cast<UnaryOperator>(E))
      E = Op->getSubExpr();
    else if (const auto *Op = dyn_cast<BinaryOperator>(E);
             Op && Op->isAdditiveOp())
      E = Op->getLHS();
    if (E == Outer)
      break;
    Fields.clear(); // a member of an element
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  bool IsName =
      Var && (Var->getType()->isPointerType() ||
              (Var->getType()->isReferenceType() && Var->isLocalVarDecl()));
  return IsName ? Var : Tile;
}

MaybeRejection CopyReader::readStore(const Expr *E) {
  auto [Destination, Value] = sidesOf(E, A.Ctx);
  const CallExpr *StoreCall = nullptr;
  if (const auto *Call =
          dyn_cast<CallExpr>(E->IgnoreImplicit()->IgnoreParens());
      Call && !Destination && calledFunction(*Call) &&
      !isLibraryFunction(*calledFunction(*Call), A.Ctx)) {
    std::optional<PlainAccess> Plain = plainStore(*Call, A.Ctx);
    if (!Plain || !Calls.empty())
      return readHelper(*Call);
    StoreCall = Call;
    Destination = Plain->Address;
    Value = Plain->Value;
  }
  if (!Destination)
    return unsupported(E, "a store to the tile that is no plain assignment");
  if (storesTile(Value))
    return unsupported(E, "a chained assignment to the tile");
  RootSet Roots = StoreCall ? Flow.rootsOfPointer(Destination)
                            : Flow.rootsOfObject(Destination);
  if (Roots.size() != 1 || Roots[0].Kind != MemoryRoot::Shared)
    return unsupported(E, "a store that may go to more than one array");
  if (!A.isTile(Roots[0].Var))
    return unsupported(E, "a store to " + quoted(Roots[0].Var) +
                              ", which is no tile, stands beside one");
  // Address and value may be evaluated in different phases.
  Effects To = effectsOf(Destination, Flow, A.Ctx);
  Effects From = effectsOf(Value, Flow, A.Ctx);
  for (const VarDecl *Var : From.Writes)
    if (To.Reads.count(Var) ||
        (Calls.empty() && !A.M.Variables.LoadState.count(Var)))
      return unsupported(E, "the stored value has a side effect");
  if (!To.Writes.empty())
    return unsupported(E, "the address of the store has a side effect");
  TileCopy Copy = here(E);
  Copy.Tile = Roots[0].Var;
  Copy.Name = nameOf(Destination, Copy.Tile, Copy.Fields);
  Copy.Destination = Destination;
  Copy.StoreCall = StoreCall;
  Copy.Value = Value;
  classify(Copy);
  A.M.Copies.push_back(std::move(Copy));
  return std::nullopt;
}

/// The statements of \p S, braces ignored, if all are expressions.
static llvm::SmallVector<const Expr *, 4> expressionsOf(const Stmt *S) {
  llvm::SmallVector<const Expr *, 4> Out;
  if (const auto *E = dyn_cast_or_null<Expr>(S))
    Out.push_back(E);
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    for (const Stmt *Child : Block->body()) {
      if (!isa<Expr>(Child))
        return {};
      Out.push_back(cast<Expr>(Child));
    }
  return Out;
}

/// if (g) { T[i] = A[j]; U[i] = B[j]; } else { T[i] = 0; U[i] = 0; }   stores
/// the same elements in both branches, zeros in one: true if in the else.
std::optional<bool> CopyReader::zeroFillingBranch(const IfStmt *If) const {
  auto Then = expressionsOf(If->getThen()), Else = expressionsOf(If->getElse());
  if (If->getInit() || If->isConstexpr() || Then.empty() ||
      Then.size() != Else.size() ||
      !effectsOf(If->getCond(), Flow, A.Ctx).Writes.empty())
    return std::nullopt;
  bool ThenZero = true, ElseZero = true;
  for (size_t I = 0; I < Then.size(); ++I) {
    auto [ThenTo, ThenValue] = sidesOf(Then[I], A.Ctx);
    auto [ElseTo, ElseValue] = sidesOf(Else[I], A.Ctx);
    if (!ThenTo || !ElseTo || !sameExpression(ThenTo, ElseTo, A.Ctx) ||
        !storesTile(Then[I]) || !storesTile(Else[I]))
      return std::nullopt;
    ThenZero &= isZero(ThenValue, A.Ctx);
    ElseZero &= isZero(ElseValue, A.Ctx);
  }
  if (ThenZero == ElseZero)
    return std::nullopt;
  return ElseZero;
}

MaybeRejection CopyReader::readIf(const IfStmt *If) {
  if (If->getInit() || If->getConditionVariable())
    return unsupported(If, "an if that declares a variable");
  if (!effectsOf(If->getCond(), Flow, A.Ctx).Writes.empty() ||
      storesTile(If->getCond()))
    return unsupported(If->getCond(), "a condition with a side effect");

  std::optional<bool> ElseIsZero = zeroFillingBranch(If);
  if (ElseIsZero) {
    auto Then = expressionsOf(If->getThen()),
         Else = expressionsOf(If->getElse());
    for (size_t I = 0; I < Then.size(); ++I) {
      if (MaybeRejection Why = readStore(*ElseIsZero ? Then[I] : Else[I]))
        return Why;
      TileCopy &Copy = A.M.Copies.back();
      Copy.Zero.GuardIf = If;
      Copy.Zero.FillStore = *ElseIsZero ? Else[I] : Then[I];
      Copy.From.RawLoad = Copy.From.RawGuard =
          nullptr; // its load is conditional
      // One condition around another is all that there may be.
      if (Copy.Kind == TileCopy::Copy && Copy.Zero.OuterGuard)
        Copy.Kind = TileCopy::Computed;
      if (Copy.Kind != TileCopy::Copy)
        continue;
      (Copy.Zero.Guard ? Copy.Zero.OuterGuard : Copy.Zero.Guard) =
          If->getCond();
      (Copy.Zero.OuterGuard ? Copy.Zero.OuterGuardIsTrue
                            : Copy.Zero.GuardIsTrue) = *ElseIsZero;
    }
    return std::nullopt;
  }
  Conditions.push_back(If->getCond());
  InElse.push_back(false);
  MaybeRejection Why = read(If->getThen());
  InElse.back() = true;
  if (!Why)
    Why = read(If->getElse());
  InElse.pop_back();
  Conditions.pop_back();
  return Why;
}

MaybeRejection CopyReader::read(const Stmt *S) {
  if (!S || !storesTile(S))
    return std::nullopt;
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      if (MaybeRejection Why = read(Child))
        return Why;
    return std::nullopt;
  }
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return read(Attributed->getSubStmt());
  if (const auto *If = dyn_cast<IfStmt>(S))
    return readIf(If);
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    if (storesTile(For->getInit()) || storesTile(For->getCond()) ||
        storesTile(For->getInc()) || For->getConditionVariable())
      return unsupported(For, "a store to the tile in a loop header");
    Loops.push_back(For);
    MaybeRejection Why = read(For->getBody());
    Loops.pop_back();
    return Why;
  }
  if (asyncOperation(S, A.Ctx)) {
    A.M.Copies.push_back(here(S));
    return readAsyncCopy(A, A.M.Copies.back());
  }
  // T[i] = A[i], U[i] = B[i];   each is a statement of its own
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->getOpcode() == BO_Comma && Calls.empty() &&
      isa_and_nonnull<CompoundStmt, BinaryOperator>(Parents.getParent(Op))) {
    MaybeRejection Why = read(Op->getLHS());
    return Why ? Why : read(Op->getRHS());
  }
  if (const auto *E = dyn_cast<Expr>(S))
    return readStore(E);
  return unsupported(S, "a tile is stored in a statement of this kind");
}

const Stmt *findJump(const Stmt *S) {
  if (!S || isa<BreakStmt, ContinueStmt, SwitchStmt>(S))
    return S;
  if (isa<LambdaExpr>(S))
    return nullptr;
  for (const Stmt *Child : S->children())
    if (const Stmt *Found = findJump(Child))
      return Found;
  return nullptr;
}

/// Where \p Copy stores is another place in another instantiation, or build.
static bool hasOtherNumbers(const TileCopy &Copy, const LoopAnalysis &A) {
  auto IsOther = [&](const Expr *E) {
    return E && (isValueOfInstantiation(*E) ||
                 dependsOnConfiguration(*E, *A.M.Kernel, A.Ctx));
  };
  return IsOther(Copy.Destination) ||
         llvm::any_of(Copy.Path.Conditions, IsOther) ||
         llvm::any_of(Copy.Path.Loops, [&](const ForStmt *Loop) {
           return IsOther(Loop->getCond()) || IsOther(Loop->getInc());
         });
}

/// The code of each kernel holds for every instantiation and build of it.
static bool hasOneCode(const LoopAnalysis &A) {
  return !A.M.Kernels.empty() && !A.Callers.Elsewhere &&
         !dependsOnConfiguration(*A.M.Kernel->getBody(), *A.M.Kernel, A.Ctx) &&
         llvm::none_of(A.M.Kernels, [](const FunctionDecl *Kernel) {
           return Kernel->isTemplateInstantiation();
         });
}

/// The code of each kernel says that \p Copy stores no byte twice in a trip,
/// and the numbers in it are those of every instantiation and build.
static bool storesOnceInCode(const TileCopy &Copy, const LoopAnalysis &A) {
  return hasOneCode(A) &&
         !dependsOnConfiguration(*Copy.Tile, *A.M.Kernel, A.Ctx) &&
         llvm::all_of(A.M.Kernels, [&](const FunctionDecl *Kernel) {
           return storesEachByteOnce(*Kernel, *A.M.Header.Loop, *Copy.Store);
         });
}

/// It says that no thread stores a byte by both.
static bool storeApartInCode(const TileCopy &First, const TileCopy &Second,
                             const LoopAnalysis &A) {
  if (!hasOneCode(A) || dependsOnConfiguration(*First.Tile, *A.M.Kernel, A.Ctx))
    return false;
  std::optional<uint64_t> Width;
  if (const std::optional<int64_t> X =
          A.Facts.BlockDim[0] ? A.Facts.BlockDim[0] : A.Facts.MaxThreads;
      X && *X > 0)
    Width = *X;
  return llvm::all_of(A.M.Kernels, [&](const FunctionDecl *Kernel) {
    return storeOtherBytes(*Kernel, *A.M.Header.Loop, *First.Store,
                           *Second.Store, Width);
  });
}

/// \p S is the same sum of the same values in both branches of an `if` in
/// \p Loops as in front of it, for the compiler, too: nothing in it goes by a
/// condition, and it names arrays, their counters and what never changes.
static bool goesByNoBranch(const Stmt &S,
                           llvm::ArrayRef<const ForStmt *> Loops) {
  return !holds(&S, [&](const Stmt &At) {
    const auto *Op = dyn_cast<BinaryOperator>(&At);
    if (isa<ConditionalOperator, CallExpr>(At) ||
        (Op && (Op->isComparisonOp() || Op->isLogicalOp())))
      return true;
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Var || Var->getType().getNonReferenceType()->isArrayType())
      return false;
    for (const ForStmt *Loop : Loops)
      if (declarationIn(Loop->getInit(), Var))
        return changes(Loop->getBody(), *Var);
    if (!isNeverChanged(*Var))
      return true;
    return Var->getInit() &&
           llvm::any_of(Loops,
                        [&](const ForStmt *Loop) {
                          return declarationIn(Loop->getBody(), Var);
                        }) &&
           !goesByNoBranch(*Var->getInit(), Loops);
  });
}

/// What is said of two stores without looking at their elements.
enum class StorePair { Apart, Meeting, Unknown };

/// Stores in different branches of one `if` are apart. Where a loop repeats
/// that, they store the same elements in each of its rounds, others in the next
/// one if \p OthersEach.
static StorePair pairOf(const TileCopy &First, const TileCopy &Second,
                        bool OthersEach, const ASTContext &Ctx) {
  if (!First.Path.isDividedFrom(Second.Path))
    return StorePair::Unknown;
  // A loop around both branches is around the `if`.
  if (llvm::none_of(First.Path.Loops, [&](const ForStmt *Loop) {
        return llvm::is_contained(Second.Path.Loops, Loop);
      }))
    return StorePair::Apart;
  if (!storeAlike(First, Second, Ctx))
    return StorePair::Unknown;
  return OthersEach ? StorePair::Apart : StorePair::Meeting;
}

/// Which stores may hit an element that was stored before.
static void orderStores(LoopAnalysis &A) {
  LoopModel &M = A.M;
  const Definitions InKernel = definitionsAt(A);
  std::vector<Definitions> Defs;
  // In every round, and not only in those in which its guards hold.
  llvm::BitVector OthersEach;
  for (TileCopy &Copy : M.Copies) {
    Defs.push_back(definitionsFor(Copy, InKernel, A.Ctx));
    const bool IsDistinct = storesDistinctElements(Copy, Defs.back(), A.Ctx);
    Copy.Overlap.WithItself =
        !Copy.From.IsAsync && !IsDistinct && !storesOnceInCode(Copy, A);
    OthersEach.push_back(IsDistinct ||
                         (!Copy.From.IsAsync && !Copy.Overlap.WithItself &&
                          goesByNoBranch(*Copy.Destination, Copy.Path.Loops)));
  }
  VarSet Changing;
  for (const BodyItem &Item : M.Items)
    Changing.insert(Item.E.Writes.begin(), Item.E.Writes.end());
  // Two stores that may hit one element must keep their order.
  for (auto [I, First] : llvm::enumerate(M.Copies))
    for (auto [J, Second] : llvm::enumerate(M.Copies)) {
      if (I == J || First.Tile != Second.Tile)
        continue;
      const StorePair Pair =
          pairOf(First, Second, OthersEach[I] && OthersEach[J], A.Ctx);
      if (Pair == StorePair::Apart)
        continue;
      VarSet Differs = changingBetween(First, Second, A);
      Differs.insert(Changing.begin(), Changing.end());
      if (Pair == StorePair::Meeting || First.From.IsAsync ||
          Second.From.IsAsync ||
          (!storeDifferentMembers(First, Second) &&
           !storeDifferentElements(First, Second, Defs[I], Defs[J], Differs,
                                   A.Facts, A.Ctx) &&
           !storeDifferentSubscripts(First, Second, Defs[I], Defs[J], Differs,
                                     A.Ctx) &&
           !storeApartInCode(First, Second, A))) {
        First.Overlap.WithItself = Second.Overlap.WithItself = true;
        First.Overlap.WithOtherPiece |= First.Name != Second.Name;
        Second.Overlap.WithOtherPiece |= First.Name != Second.Name;
      } else if (!storeDifferentMembers(First, Second) &&
                 (hasOtherNumbers(First, A) || hasOtherNumbers(Second, A))) {
        First.Overlap.IsApartForNumbers = Second.Overlap.IsApartForNumbers =
            true;
      }
    }
}

/// `tile[t] = now;` behind `now = ahead; ahead = A[k + t];`: a variable that
/// item \p Reader needs, filled from memory by an earlier trip; null if all
/// that it stores is loaded by its own.
static const VarDecl *loadedTripsBefore(const LoopModel &M, unsigned Reader,
                                        llvm::BitVector &Seen) {
  if (Seen.test(Reader))
    return nullptr;
  Seen.set(Reader);
  for (const VarDecl *Var : M.Items[Reader].E.UpwardReads)
    for (unsigned Setter : settersOf(M, Var, Reader, /*Nearest=*/true)) {
      bool Loads = llvm::any_of(M.Items[Setter].E.MemoryReads, isFromMemory);
      if (Loads && Setter >= Reader)
        return Var;
      if (const VarDecl *Found =
              Loads ? nullptr : loadedTripsBefore(M, Setter, Seen))
        return Found;
    }
  return nullptr;
}

/// The statements of \p S that hold no others, in order.
static void findLeaves(const Stmt *S,
                       llvm::SmallVectorImpl<const Stmt *> &Out) {
  if (const auto *For = dyn_cast_or_null<ForStmt>(S))
    return findLeaves(For->getBody(), Out);
  if (const auto *If = dyn_cast_or_null<IfStmt>(S)) {
    findLeaves(If->getThen(), Out);
    return findLeaves(If->getElse(), Out);
  }
  if (const auto *Attributed = dyn_cast_or_null<AttributedStmt>(S))
    return findLeaves(Attributed->getSubStmt(), Out);
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    for (const Stmt *Child : Block->body())
      findLeaves(Child, Out);
  else if (S)
    Out.push_back(S);
}

/// `now = ahead; ahead = A[k + t]; tile[t] = now;` in one statement \p S, which
/// holds \p Store: what it stores and an earlier trip has loaded; or null.
static const VarDecl *loadedTripsBefore(const LoopAnalysis &A, const Stmt *S,
                                        const Stmt *Store) {
  llvm::SmallVector<const Stmt *> Leaves;
  findLeaves(S, Leaves);
  VarSet Wanted, Loaded;
  bool IsFound = false;
  for (const Stmt *Leaf : llvm::reverse(Leaves)) {
    Effects E = effectsOf(Leaf, A.Flow, A.Ctx);
    const bool IsStore = contains(Leaf, Store);
    IsFound |= IsStore;
    bool Feeds = IsStore;
    for (const VarDecl *Var : E.Writes)
      Feeds |= IsFound && Wanted.remove(Var);
    // Where a load finds its value is no value.
    if (Feeds && !llvm::any_of(E.MemoryReads, isFromMemory))
      Wanted.insert(E.Reads.begin(), E.Reads.end());
  }
  for (const Stmt *Leaf : Leaves) {
    Effects E = effectsOf(Leaf, A.Flow, A.Ctx);
    if (llvm::any_of(E.MemoryReads, isFromMemory) ||
        llvm::any_of(E.Reads,
                     [&](const VarDecl *Var) { return Loaded.count(Var); }))
      Loaded.insert(E.Writes.begin(), E.Writes.end());
  }
  for (const VarDecl *Var : Wanted)
    if (Loaded.count(Var))
      return Var;
  return nullptr;
}

static MaybeRejection checkOwnTrips(const LoopAnalysis &A) {
  const LoopModel &M = A.M;
  for (const TileCopy &Copy : M.Copies)
    for (unsigned I = 0; I < M.Items.size(); ++I) {
      const BodyItem &Item = M.Items[I];
      if (Copy.Kind != TileCopy::Fill || !contains(Item.S, Copy.Store))
        continue;
      llvm::BitVector Seen(M.Items.size());
      const VarDecl *Ahead = llvm::any_of(Item.E.MemoryReads, isFromMemory)
                                 ? loadedTripsBefore(A, Item.S, Copy.Store)
                                 : loadedTripsBefore(M, I, Seen);
      if (Ahead)
        return Rejection{RejectionKind::StatePassedAround,
                         Copy.Store->getSourceRange(),
                         quoted(Ahead) + " holds what an earlier trip has "
                                         "loaded: the loads are ahead of "
                                         "the tile already"};
    }
  return std::nullopt;
}

MaybeRejection readCopies(LoopAnalysis &A) {
  LoopModel &M = A.M;
  for (unsigned I = 0; I < M.Items.size(); ++I)
    if (const Stmt *Jump = A.inLoad(I) ? findJump(M.Items[I].S) : nullptr)
      return Rejection{RejectionKind::UnsupportedStatement,
                       Jump->getSourceRange(),
                       "a jump decides what the load phase stores"};
  for (unsigned I = 0; I < M.Items.size(); ++I)
    if (A.inLoad(I))
      if (MaybeRejection Why =
              CopyReader(A, I, A.Flow, A.Parents).read(M.Items[I].S))
        return Why;

  if (MaybeRejection Why = checkOwnTrips(A))
    return Why;
  orderStores(A);

  bool AnyLoad = llvm::any_of(M.Items, [](const BodyItem &Item) {
    return (Item.R == Role::Load || Item.R == Role::Both) &&
           llvm::any_of(Item.E.MemoryReads, isFromMemory);
  });
  if (!AnyLoad)
    return Rejection{RejectionKind::UnsupportedLoop,
                     M.Header.Loop->getSourceRange(),
                     "the load phase reads no global memory"};
  return std::nullopt;
}

//===- What a store of the load phase stores ----------------------------===//

bool isFromMemory(const MemoryAccess &R) {
  return R.Root.Kind == MemoryRoot::Global ||
         R.Root.Kind == MemoryRoot::Texture;
}

static bool isDivisionOrCall(const Stmt *S, const ASTContext &Ctx) {
  if (const auto *Op = dyn_cast<BinaryOperator>(S))
    if ((Op->getOpcode() == BO_Div || Op->getOpcode() == BO_Rem) &&
        !constantValue(Op->getRHS(), Ctx))
      return true;
  if (isa<CallExpr>(S))
    return true;
  // threadIdx.x, which the toolkit's headers for Clang spell as a property.
  if (isa<PseudoObjectExpr, MSPropertyRefExpr>(S))
    return false;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return Child && isDivisionOrCall(Child, Ctx);
  });
}

/// \p E is \p Object, or one of those that it chooses from.
static bool isReadAs(const Expr *E, const Expr *Object) {
  E = E->IgnoreParens();
  Object = Object->IgnoreParens();
  const auto *Choice = dyn_cast<ConditionalOperator>(Object);
  return E == Object || (Choice && (isReadAs(E, Choice->getTrueExpr()) ||
                                    isReadAs(E, Choice->getFalseExpr())));
}

bool CopyReader::addressNeedsGuard(const TileCopy &Copy) const {
  const Expr *Address =
      Copy.From.SourcePointer ? Copy.From.SourcePointer : Copy.From.Source;
  Effects E = effectsOf(Address, Flow, A.Ctx);
  if (!E.Writes.empty())
    return true;
  if (llvm::any_of(E.MemoryReads, [&](const MemoryAccess &R) {
        return !isReadAs(R.Where, Address);
      }))
    return true;
  return isDivisionOrCall(Address, A.Ctx);
}

/// \p E is a choice between a zero and something else, of type \p Type: true if
/// that comes first.
static std::optional<bool> loadingArm(const Expr *E, QualType Type,
                                      const ASTContext &Ctx) {
  const auto *Choice =
      dyn_cast<ConditionalOperator>(stripCopies(E)->IgnoreParens());
  if (!Choice || (!Choice->getType()->isDependentType() &&
                  !Ctx.hasSameUnqualifiedType(Choice->getType(), Type)))
    return std::nullopt;
  bool TrueIsZero = isZero(Choice->getTrueExpr(), Ctx);
  if (TrueIsZero == isZero(Choice->getFalseExpr(), Ctx))
    return std::nullopt;
  return !TrueIsZero;
}

/// The parameters that \p From goes by; null for other pointers.
static llvm::SmallVector<const ParmVarDecl *, 1>
passedFor(const CopySource &From, const PointerFlow &Flow) {
  llvm::SmallVector<const ParmVarDecl *, 1> Out;
  for (const MemoryRoot &Root : From.SourcePointer
                                    ? Flow.rootsOfPointer(From.SourcePointer)
                                    : Flow.rootsOfObject(From.Source)) {
    const auto *Param = dyn_cast_or_null<ParmVarDecl>(Root.Var);
    if ((Param || !Root.Var) && !llvm::is_contained(Out, Param))
      Out.push_back(Param);
  }
  return Out;
}

void CopyReader::classify(TileCopy &Copy) const {
  QualType Type = Copy.StoreCall ? Copy.Value->getType()
                                 : accessType(Copy.Destination, A.Ctx);
  if (!Type->isDependentType() && !Type->isIncompleteType()) {
    Copy.Bytes = A.Ctx.getTypeSizeInChars(Type).getQuantity();
    Copy.Alignment = Copy.StoreCall
                         ? plainStore(*Copy.StoreCall, A.Ctx)->Alignment
                         : objectAlignment(Copy.Destination, A.Ctx);
  }
  Effects Value = effectsOf(Copy.Value, Flow, A.Ctx);
  bool Loads = llvm::any_of(Value.MemoryReads, isFromMemory);
  // In a template, what is assigned need not be converted yet: it is read all
  // the same.
  const Expr *Unread = Copy.Value->isGLValue()
                           ? stripCopies(Copy.Value)->IgnoreParens()
                           : nullptr;
  if (Unread && isa<ArraySubscriptExpr, UnaryOperator, MemberExpr>(Unread))
    for (const MemoryRoot &Root : Flow.rootsOfObject(Unread))
      Loads |= isFromMemory({Unread, Root});
  else
    Unread = nullptr;
  Copy.From.FromTexture =
      llvm::any_of(Value.MemoryReads, [](const MemoryAccess &R) {
        return R.Root.Kind == MemoryRoot::Texture;
      });
  Copy.Kind = Loads ? TileCopy::Computed : TileCopy::Fill;

  // g ? (h ? A[i] : 0) : 0
  const Expr *Arm = Copy.Value;
  llvm::SmallVector<std::pair<const Expr *, bool>, 2> Guards;
  while (Guards.size() < 2)
    if (std::optional<bool> Loads = loadingArm(Arm, Type, A.Ctx)) {
      const auto *Choice =
          cast<ConditionalOperator>(stripCopies(Arm)->IgnoreParens());
      Guards.push_back({Choice->getCond(), *Loads});
      Arm = *Loads ? Choice->getTrueExpr() : Choice->getFalseExpr();
    } else {
      break;
    }
  if (readSource(Arm, Type, Flow, A.Ctx, Copy)) {
    Copy.Kind = TileCopy::Copy;
    if (!Guards.empty())
      std::tie(Copy.Zero.Guard, Copy.Zero.GuardIsTrue) = Guards.pop_back_val();
    if (!Guards.empty())
      std::tie(Copy.Zero.OuterGuard, Copy.Zero.OuterGuardIsTrue) =
          Guards.front();
  }
  if (Copy.Kind == TileCopy::Copy) {
    if (A.Callers.Elsewhere)
      Copy.From.Passed = passedFor(Copy.From, Flow);
    Copy.From.AddressNeedsGuard = addressNeedsGuard(Copy);
    const auto *Load = dyn_cast<CallExpr>(Copy.From.Source->IgnoreParens());
    std::optional<PlainAccess> ByCall;
    if (Load)
      ByCall = plainLoad(*Load, A.Ctx);
    uint64_t SourceAlignment =
        ByCall ? ByCall->Alignment
        : Copy.From.SourcePointer
            ? typeAlignment(
                  Copy.From.SourcePointer->getType()->getPointeeType(), A.Ctx)
            : objectAlignment(Copy.From.Source, A.Ctx);
    Copy.Alignment = std::min(Copy.Alignment, SourceAlignment);
  }
  if (Copy.Kind != TileCopy::Computed)
    return;
  Copy.From.RawLoad = onlyLoad(Copy.Value, Value);
  if (!Copy.From.RawLoad && Unread && Value.Writes.empty() &&
      llvm::none_of(Value.MemoryReads, isFromMemory))
    Copy.From.RawLoad = Unread;
  if (!Copy.From.RawLoad)
    readGuardedLoad(Copy, Value);
}

/// The load itself, with at most a change of integer width or a copy around it.
static bool isBareLoad(const Expr *E, const Expr *Load) {
  while (E != Load) {
    if (const Expr *Copied = stripCopies(E); Copied != E)
      E = Copied;
    else if (const auto *Paren = dyn_cast<ParenExpr>(E))
      E = Paren->getSubExpr();
    else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
             Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                      Cast->getCastKind() == CK_NoOp ||
                      Cast->getCastKind() == CK_IntegralCast))
      E = Cast->getSubExpr();
    else
      return false;
  }
  return true;
}

/// g ? convert(A[i]) : c   loads under a condition and computes later.
void CopyReader::readGuardedLoad(TileCopy &Copy, const Effects &Value) const {
  const auto *Cond = dyn_cast<ConditionalOperator>(
      stripCopies(Copy.Value)->IgnoreParenImpCasts());
  if (!Cond || Value.MemoryReads.size() != 1 || !Value.Writes.empty() ||
      llvm::any_of(Value.Reads, [&](const VarDecl *Var) {
        return A.M.Variables.LoadState.count(Var);
      }))
    return;
  for (bool True : {true, false}) {
    const Expr *Arm = True ? Cond->getTrueExpr() : Cond->getFalseExpr();
    Effects E = effectsOf(Arm, Flow, A.Ctx);
    const Expr *Load = onlyLoad(Arm, E);
    if (!Load || isBareLoad(Arm, Load))
      continue;
    Copy.From.RawLoad = Load;
    Copy.From.RawGuard = Cond->getCond();
    Copy.From.RawGuardIsTrue = True;
  }
}

/// The one load of \p Value that is always made, if there are no others.
const Expr *CopyReader::onlyLoad(const Expr *Value, const Effects &E) const {
  if (E.MemoryReads.size() != 1 || !E.Writes.empty())
    return nullptr;
  // What a by-value argument is copied from, what a conversion converts.
  const Expr *Load = E.MemoryReads[0].Where;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Load);
      Construct && Construct->getNumArgs() == 1 &&
      Construct->getConstructor()->isCopyOrMoveConstructor())
    Load = stripCopies(Construct->getArg(0));
  else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Load);
           Call && isa_and_nonnull<CXXConversionDecl>(Call->getMethodDecl()))
    Load = stripCopies(Call->getImplicitObjectArgument());
  if (!Load->isGLValue() || isa<CallExpr>(Load))
    return nullptr;
  for (const Stmt *S = Load; S && S != Value; S = Parents.getParent(S)) {
    const auto *Op = dyn_cast<BinaryOperator>(S);
    if (isa<AbstractConditionalOperator>(S) || (Op && Op->isLogicalOp()))
      return nullptr;
  }
  if (isa<AbstractConditionalOperator>(Value->IgnoreParenImpCasts()))
    return nullptr;
  return Load;
}

} // namespace cudapipe
