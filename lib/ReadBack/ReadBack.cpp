//===- ReadBack.cpp - What was written, read ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Items.h"
#include "Player.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

namespace cudapipe {

ProvedPipeline::ProvedPipeline(const PipelinePlan &Plan, const LoopModel &Model,
                               const SynchronizedLoops &Loops)
    : Place(Loops.placeOf(*Model.Header.Loop).value_or(LoopIndex())),
      Stages(Plan.Stages), UsesAsync(Plan.UsesAsync),
      UsesRegisters(Plan.UsesRegisters), LoadsOnly(Plan.LoadsOnly),
      CommitsInLoad(Model.Groups.CommitsInLoad),
      HoldsStages(Plan.Variant->needs({Step::Acquire})), Steps(Plan.Steps) {
  llvm::SetVector<llvm::StringRef> Names;
  for (const clang::VarDecl *Tile : Model.Staged.Tiles)
    Names.insert(Tile->getName());
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

static llvm::Error readLoop(clang::ASTContext &Ctx,
                            const ProvedPipeline &Proved,
                            const SynchronizedLoops::Found &At) {
  // As verifyPlan() plays: enough for every stage to be filled three times.
  const int Most = 3 * int(Proved.Stages) + 1;
  Player Plays(Ctx, Proved, At);
  if (llvm::Error E = Plays.learn(Most + int(Proved.Steps.Ahead) + 2))
    return E;
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
