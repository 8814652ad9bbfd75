//===- ReadBack.cpp - What was written, read ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Items.h"
#include "Player.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

namespace cudapipe {

/// \p S, or what it calls, has lanes wait for each other.
static bool callsSyncWarp(const clang::Stmt *S, unsigned Depth = 0) {
  constexpr unsigned MostCalls = 12;
  if (!S || Depth > MostCalls)
    return S != nullptr;
  const auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
  if (Call && calledName(*Call) == "__syncwarp")
    return true;
  const clang::FunctionDecl *Body = Call ? calledFunction(*Call) : nullptr;
  return (Body && callsSyncWarp(Body->getBody(), Depth + 1)) ||
         llvm::any_of(S->children(), [&](const clang::Stmt *Child) {
           return callsSyncWarp(Child, Depth);
         });
}

ProvedPipeline::ProvedPipeline(const PipelinePlan &Plan, const LoopModel &Model,
                               const SynchronizedLoops &Loops)
    : Place(Loops.placeOf(*Model.Header.Loop).value_or(LoopIndex())),
      Stages(Plan.Stages), UsesAsync(Plan.UsesAsync),
      UsesRegisters(Plan.UsesRegisters), LoadsOnly(Plan.LoadsOnly),
      CommitsInLoad(Model.Groups.CommitsInLoad),
      CommitsPerTile(Model.Groups.CommitsPerTile),
      HoldsStages(Plan.Variant->needs({Step::Acquire})),
      OfBlock(Plan.Variant->OfBlock), OfOneDimension(Model.Wide.OfOneDimension),
      Steps(Plan.Steps) {
  LanesPart = !Model.threadsMeet() && !callsSyncWarp(Model.Kernel->getBody());
  llvm::SetVector<llvm::StringRef> Names;
  for (const clang::VarDecl *Tile : Model.stagedVariables())
    Names.insert(Tile->getName());
  if (Model.Groups.Counter) {
    const BlockCounter &Counter = *Model.Groups.Counter;
    AcquiresInLoad = Counter.Pipeline;
    HoldsStages |= AcquiresInLoad;
    (Counter.Pipeline ? State : Barrier) = Counter.Shared->getNameAsString();
  }
  if (Plan.Launches.Scales)
    for (llvm::ArrayRef<const clang::VarDecl *> Some :
         {llvm::ArrayRef<const clang::VarDecl *>(Model.Staged.Dynamic->Names),
          namesThatGoOn(Model, Plan)})
      for (const clang::VarDecl *Name : Some)
        Names.insert(Name->getName());
  if (Plan.Stages == 1)
    for (const TileCopy &Copy : Model.Copies)
      Names.insert(Copy.Name->getName());
  const StageSize *Stage =
      Plan.Launches.Stage ? &*Plan.Launches.Stage : nullptr;
  for (llvm::StringRef Name : Names) {
    Tiles.push_back(Name.str());
    const bool IsDynamic =
        Stage && llvm::any_of(Model.Staged.Dynamic->Names,
                              [&](const clang::VarDecl *Var) {
                                return Var->getName() == Name;
                              });
    Distances.push_back(IsDynamic && Stage->IsConstant ? Stage->Bytes : 0);
  }
  if (Plan.Launches.Scales)
    for (const clang::VarDecl *Other : Model.Staged.Dynamic->Others)
      Others.push_back(Other->getName().str());
  bool IsStored = false, IsPublished = false;
  for (Step &S : Steps.Body) {
    IsStored |= S.Kind == Step::Store;
    if (IsStored && S.Kind == Step::Barrier && !IsPublished) {
      ItemsInFront = Items.size();
      IsPublished = true;
    }
    BarriersInFront += S.Kind == Step::Barrier && !IsStored;
    if (S.Kind == Step::Compute)
      if (std::string Sets = signatureOf(Model.Items[S.Item].S, LoadsOnly);
          !Sets.empty())
        Items.push_back(std::move(Sets));
    S.S = nullptr; // of a text that goes
  }
}

/// The user's statements are all there, once, and in their order.
static llvm::Error readItems(const ProvedPipeline &Proved,
                             const clang::Stmt *Body,
                             const clang::Stmt *Publish) {
  std::vector<std::string> Found;
  auto Read = [&](const clang::Stmt *S) {
    addSignatures(S, Proved.Items, Proved.LoadsOnly, Found);
  };
  const auto *Block = dyn_cast<clang::CompoundStmt>(Body);
  while (Block && Block->size() == 1 &&
         isa<clang::CompoundStmt>(Block->body_front()))
    Block = cast<clang::CompoundStmt>(Block->body_front());
  if (!Proved.Steps.StoresInPlace || !Block) {
    for (const clang::Stmt *S : Body->children())
      Read(S);
  } else {
    // What is stored in front of the barrier may be called as a statement is.
    llvm::ArrayRef<std::string> InFront(Proved.Items);
    InFront = InFront.take_front(Proved.ItemsInFront);
    size_t Known = 0;
    bool IsInFront = Publish != nullptr;
    for (const clang::Stmt *S : Block->body()) {
      Read(S);
      for (size_t I = Known; IsInFront && I < Found.size();)
        if (Known < InFront.size() && Found[I] == InFront[Known])
          Known = ++I;
        else
          Found.erase(Found.begin() + I);
      IsInFront &= S != Publish;
    }
  }
  if (Found == Proved.Items)
    return llvm::Error::success();
  auto [Mine, Theirs] = llvm::mismatch(Proved.Items, Found);
  return llvm::createStringError(llvm::formatv(
      "in the loop: the schedule has {0}, the text {1}",
      Mine == Proved.Items.end() ? "no other statement"
                                 : "the statement that sets" + *Mine,
      Theirs == Found.end() ? "no other" : "the one that sets" + *Theirs));
}

/// The array of which \p Function calls an element \p Name, or null.
static const clang::VarDecl *arrayBehind(const clang::FunctionDecl &Function,
                                         llvm::StringRef Name) {
  const clang::VarDecl *Out = nullptr;
  forEach<clang::DeclStmt>(Function.getBody(), [&](const clang::DeclStmt &S) {
    for (const clang::Decl *D : S.decls()) {
      const auto *Var = dyn_cast<clang::VarDecl>(D);
      const auto *Element = Var && Var->getInit() && Var->getName() == Name &&
                                    Var->getType()->isReferenceType()
                                ? dyn_cast<clang::ArraySubscriptExpr>(
                                      Var->getInit()->IgnoreParenImpCasts())
                                : nullptr;
      const auto *Array = Element ? dyn_cast<clang::DeclRefExpr>(
                                        Element->getBase()->IgnoreImpCasts())
                                  : nullptr;
      if (Array)
        Out = dyn_cast<clang::VarDecl>(Array->getDecl());
    }
  });
  return Out;
}

/// `for (int s = 0; s < STAGES; ++s) init(&bar_stages[s], ...);`, once.
static bool initsAll(const clang::FunctionDecl &Function,
                     const clang::VarDecl &Bars, unsigned Stages,
                     const clang::ASTContext &Ctx) {
  const auto *Array = Ctx.getAsConstantArrayType(Bars.getType());
  if (!Array || Array->getSize() != Stages ||
      !Bars.hasAttr<clang::CUDASharedAttr>())
    return false;
  unsigned Inits = 0, Whole = 0;
  auto IsInit = [&](const clang::Stmt *S) {
    const auto *Call = dyn_cast<clang::CallExpr>(S);
    return Call && calledName(*Call) == "init" && mentions(Call, &Bars);
  };
  forEach<clang::CallExpr>(Function.getBody(), [&](const clang::CallExpr &S) {
    Inits += IsInit(&S);
  });
  forEach<clang::ForStmt>(Function.getBody(), [&](const clang::ForStmt &For) {
    const auto Counted = countedLoop(For, Ctx);
    const clang::Stmt *Does = For.getBody();
    if (const auto *Cleanups = dyn_cast<clang::ExprWithCleanups>(Does))
      Does = Cleanups->getSubExpr();
    const auto *Op = dyn_cast_or_null<clang::BinaryOperator>(For.getCond());
    if (!Counted || !IsInit(Does) || !Op || Op->getOpcode() != clang::BO_LT)
      return;
    const auto *Decls = dyn_cast<clang::DeclStmt>(For.getInit());
    const auto *Slot = Decls && Decls->isSingleDecl()
                           ? dyn_cast<clang::VarDecl>(Decls->getSingleDecl())
                           : nullptr;
    unsigned Elements = 0;
    forEach<clang::ArraySubscriptExpr>(
        Does, [&](const clang::ArraySubscriptExpr &Element) {
          const auto *Index = dyn_cast<clang::DeclRefExpr>(
              Element.getIdx()->IgnoreParenImpCasts());
          Elements += Index && Index->getDecl() == Slot;
        });
    Whole += Slot && Slot->getInit() && Elements == 1 &&
             constantValue(Slot->getInit(), Ctx) == 0 &&
             constantValue(Op->getRHS(), Ctx) == int64_t(Stages);
  });
  return Inits == 1 && Whole == 1;
}

/// What counts copies has as many stages as the tiles.
static llvm::Error readCounter(const ProvedPipeline &Proved,
                               const clang::FunctionDecl &Function,
                               const clang::ASTContext &Ctx) {
  auto Differs = [](llvm::StringRef Name) {
    return llvm::createStringError(
        llvm::formatv("'{0}' does not count for each stage", Name).str());
  };
  if (!Proved.Barrier.empty()) {
    const clang::VarDecl *Bars = arrayBehind(Function, Proved.Barrier);
    if (!Bars || !initsAll(Function, *Bars, Proved.Stages, Ctx))
      return Differs(Proved.Barrier);
  }
  if (Proved.State.empty())
    return llvm::Error::success();
  bool Fits = false;
  forEach<clang::DeclStmt>(Function.getBody(), [&](const clang::DeclStmt &S) {
    for (const clang::Decl *D : S.decls()) {
      const auto *Var = dyn_cast<clang::VarDecl>(D);
      const auto *Record =
          Var && Var->getName() == Proved.State
              ? dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
                    Var->getType()->getAsCXXRecordDecl())
              : nullptr;
      if (Record && Record->getTemplateArgs().size() == 2 &&
          Record->getTemplateArgs()[1].getKind() ==
              clang::TemplateArgument::Integral)
        Fits = Record->getTemplateArgs()[1].getAsIntegral() == Proved.Stages;
    }
  });
  return Fits ? llvm::Error::success() : Differs(Proved.State);
}

static llvm::Error readLoop(clang::ASTContext &Ctx,
                            const ProvedPipeline &Proved,
                            const SynchronizedLoops::Found &At) {
  // As verifyPlan() plays: enough for every stage to be filled three times.
  const int Most = 3 * int(Proved.Stages) + 1;
  if (llvm::Error E = readCounter(Proved, *At.Function, Ctx))
    return E;
  Player Plays(Ctx, Proved, At);
  if (llvm::Error E = Plays.learn(Most + int(Proved.Steps.Ahead) + 2))
    return E;
  if (Proved.OfBlock &&
      (!Plays.counter() ||
       !initsAll(*At.Function, *Plays.counter(), Proved.Stages, Ctx)))
    return llvm::createStringError(
        "there is no barrier for each stage that counts the copies");
  if (llvm::Error E = readItems(Proved, Plays.body(), Plays.publish()))
    return E;
  // A loop that makes trips for certain may load their tiles unasked.
  const int Least = std::max(
      int(Plays.testsLast()),
      std::min(Plays.certainTrips(), std::max(int(Proved.Steps.Ahead), 1)));
  for (bool IsWide : {true, false}) {
    std::optional<std::vector<Event>> UserFront;
    for (int Trips = Least; Trips <= Most; ++Trips) {
      llvm::Expected<Trace> Found = Plays.play(Trips, IsWide);
      if (!Found)
        return Found.takeError();
      if (llvm::Error E = compareTraces(expectedTrace(Proved, Trips), *Found,
                                        Proved, Trips, UserFront))
        return E;
    }
    if (!Proved.Steps.EachWidth)
      break;
  }
  return Plays.checkFetches();
}

llvm::Error readBack(clang::ASTContext &Ctx,
                     llvm::ArrayRef<ProvedPipeline> Loops) {
  if (Loops.empty())
    return llvm::Error::success();
  const SynchronizedLoops All(Ctx);
  for (const ProvedPipeline &Proved : Loops) {
    std::vector<SynchronizedLoops::Found> At = All.at(Proved.Place);
    if (At.empty())
      return llvm::createStringError("unsound result: the loop is not there");
    for (const SynchronizedLoops::Found &Each : At)
      if (llvm::Error E = readLoop(Ctx, Proved, Each))
        return llvm::createStringError(
            llvm::formatv("unsound result ('{0}'): {1}",
                          Each.Function->getNameAsString(),
                          llvm::toString(std::move(E)))
                .str());
  }
  return llvm::Error::success();
}

} // namespace cudapipe
