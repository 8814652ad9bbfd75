//===- Trace.cpp - What a thread does to the buffers of tiles -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"
#include "llvm/Support/FormatVariadic.h"

namespace cudapipe {
namespace {

/// Plays the steps of a schedule.
class StepPlayer {
public:
  StepPlayer(const ProvedPipeline &Proved, int Tiles)
      : Proved(Proved), Tiles(Tiles) {}

  void play(const std::vector<Step> &Steps, int Current,
            std::vector<Event> &Out) const {
    for (const Step &S : Steps)
      add(S, Current + S.Tile, Out);
  }

private:
  void add(const Step &S, int Tile, std::vector<Event> &Out) const {
    const int Buffer = (Tile + int(Proved.Stages)) % int(Proved.Stages);
    switch (S.Kind) {
    case Step::Wait:
      Out.push_back({Event::Wait, 0, 0, int64_t(S.Pending)});
      break;
    case Step::WaitAll:
      Out.push_back({Event::WaitAll});
      break;
    case Step::WaitOldest:
      Out.push_back({Event::WaitOldest});
      break;
    case Step::Barrier:
      if (S.OfStage)
        Out.push_back({Event::WaitStage, 0, Buffer});
      else if (S.Waits && S.Pending)
        Out.push_back({Event::Wait, 0, 0, int64_t(S.Pending)});
      else if (S.Waits)
        Out.push_back({Event::WaitAll});
      Out.push_back({Event::Barrier});
      break;
    case Step::Load:
      if (Tile >= Tiles)
        break;
      if (Proved.AcquiresInLoad)
        Out.push_back({Event::Acquire});
      if (Proved.UsesAsync)
        Out.push_back({Event::Write, Tile, Buffer});
      if (Proved.CommitsInLoad)
        Out.push_back({Event::OwnCommit, Tile});
      if (Proved.UsesRegisters)
        Out.push_back({Event::Fetch, Tile});
      break;
    case Step::Commit:
      if (S.InPlaceOfLoad) {
        for (unsigned I = 0; Tile >= Tiles && I < Proved.CommitsPerTile; ++I)
          Out.push_back({Event::Commit});
        break;
      }
      Out.push_back({Event::Commit});
      break;
    case Step::Compute:
      Out.push_back({Event::Use, 0, Buffer});
      break;
    case Step::Store:
      if (Tile < Tiles)
        Out.push_back({Event::Write, Tile, Buffer});
      break;
    case Step::Alias:
      // Behind the loop, what stands there may use the last tile.
      if (S.Tile < 0 && Tiles > 0)
        Out.push_back({Event::Use, 0, Buffer});
      break;
    case Step::Acquire:
      Out.push_back({Event::Acquire});
      break;
    case Step::Release:
      Out.push_back({Event::Release});
      break;
    case Step::Advance:
    case Step::Rotate:
      break;
    }
  }

  const ProvedPipeline &Proved;
  int Tiles;
};

bool isLoad(const Event &E) {
  return E.Kind == Event::Fetch || E.Kind == Event::Write ||
         E.Kind == Event::OwnCommit;
}

bool isSame(const Event &A, const Event &B) {
  return A.Kind == B.Kind && A.Tile == B.Tile && A.Buffer == B.Buffer &&
         A.Pending == B.Pending;
}

/// Loads of one tile that follow each other have no order, nor have uses of one
/// buffer; a load that stores all it fetches at once is a write.
std::vector<Event> simplified(const std::vector<Event> &Events) {
  std::vector<Event> Out;
  for (size_t I = 0; I < Events.size();) {
    size_t End = I + 1;
    while (isLoad(Events[I]) && End < Events.size() && isLoad(Events[End]) &&
           Events[End].Tile == Events[I].Tile &&
           Events[End].InLoad == Events[I].InLoad)
      ++End;
    size_t Start = Out.size();
    auto AddNew = [&](const Event &E) {
      if (std::none_of(Out.begin() + Start, Out.end(),
                       [&](const Event &Other) { return isSame(E, Other); }))
        Out.push_back(E);
    };
    for (size_t J = I; J < End; ++J)
      if (Events[J].Kind == Event::Write || !isLoad(Events[J]))
        AddNew(Events[J]);
    for (auto Rest : {Event::Fetch, Event::OwnCommit})
      for (size_t J = I; J < End; ++J)
        if (Events[J].Kind == Rest &&
            (Rest == Event::OwnCommit || Out.size() == Start))
          AddNew(Events[J]);
    if (Start > 0 && Out.back().Kind == Event::Use &&
        isSame(Out[Start - 1], Out.back()))
      Out.pop_back();
    I = End;
  }
  return Out;
}

/// A wait for the oldest group leaves in flight what was committed since.
void countGroups(std::vector<Event> &Events, int64_t &Committed,
                 int64_t &Awaited) {
  for (Event &E : Events) {
    if (E.Kind == Event::Commit || E.Kind == Event::OwnCommit)
      ++Committed;
    if (E.Kind != Event::WaitOldest)
      continue;
    E.Kind = Event::Wait;
    E.Pending = Committed - ++Awaited;
  }
}

std::string describe(const Event &E) {
  switch (E.Kind) {
  case Event::Fetch:
    return E.Tile < 0 ? "a fetch of no certain tile"
                      : llvm::formatv("a fetch of tile {0}", E.Tile).str();
  case Event::Write:
    return E.Tile < 0
               ? llvm::formatv("a load of no certain tile into buffer {0}",
                               E.Buffer)
                     .str()
               : llvm::formatv("a load of tile {0} into buffer {1}", E.Tile,
                               E.Buffer)
                     .str();
  case Event::Commit:
    return "a commit";
  case Event::OwnCommit:
    return llvm::formatv("a commit of tile {0}", E.Tile);
  case Event::Wait:
    return llvm::formatv("a wait for all groups but {0}", E.Pending);
  case Event::WaitAll:
    return "a wait for all copies";
  case Event::WaitOldest:
    return "a wait for the oldest group";
  case Event::WaitStage:
    return llvm::formatv("a wait at the barrier of buffer {0}", E.Buffer);
  case Event::Barrier:
    return "a barrier";
  case Event::Acquire:
    return "an acquired stage";
  case Event::Release:
    return "a released stage";
  case Event::Use:
    return llvm::formatv("a use of buffer {0}", E.Buffer);
  }
  llvm_unreachable("covered switch");
}

llvm::Error difference(llvm::StringRef Where, const Event *Expected,
                       const Event *Found) {
  return llvm::createStringError(
      llvm::formatv("{0}: the schedule has {1}, the text {2}", Where,
                    Expected ? describe(*Expected) : "nothing",
                    Found ? describe(*Found) : "nothing"));
}

/// Not every statement of the user's uses a tile, and a barrier of a warp is
/// one of the block only where that is what was planned.
class Matcher {
public:
  Matcher(llvm::ArrayRef<Event> Expected, llvm::ArrayRef<Event> Found)
      : Expected(Expected), Found(Found),
        Failed((Expected.size() + 1) * (Found.size() + 1)) {}

  bool match(size_t I, size_t J) {
    if (J > Furthest.second)
      Furthest = {I, J};
    if (I == Expected.size() && J == Found.size())
      return true;
    size_t At = I * (Found.size() + 1) + J;
    if (Failed[At])
      return false;
    if (I < Expected.size() && J < Found.size() &&
        isSame(Expected[I], Found[J]) && match(I + 1, J + 1))
      return true;
    if (I < Expected.size() && Expected[I].Kind == Event::Use &&
        match(I + 1, J))
      return true;
    // Where nothing is used in between, to fetch and to store is one load.
    if (I < Expected.size() && J < Found.size() &&
        Expected[I].Kind == Event::Fetch && Found[J].Kind == Event::Write) {
      size_t Store = I + 1;
      while (Store < Expected.size() && Expected[Store].Kind == Event::Use)
        ++Store;
      if (Store < Expected.size() && isSame(Expected[Store], Found[J]) &&
          Expected[Store].Tile == Expected[I].Tile && match(Store + 1, J + 1))
        return true;
    }
    if (J < Found.size() && Found[J].Kind == Event::Barrier &&
        Found[J].OfWarp && match(I, J + 1))
      return true;
    Failed[At] = true;
    return false;
  }
  /// The first events that do not match.
  const Event *expected() const {
    size_t I = Furthest.first;
    while (I < Expected.size() && Expected[I].Kind == Event::Use &&
           !(found() && found()->Kind == Event::Use))
      ++I;
    return I < Expected.size() ? &Expected[I] : nullptr;
  }
  const Event *found() const {
    return Furthest.second < Found.size() ? &Found[Furthest.second] : nullptr;
  }

private:
  llvm::ArrayRef<Event> Expected, Found;
  std::vector<bool> Failed;
  std::pair<size_t, size_t> Furthest = {0, 0};
};

llvm::Error compare(llvm::ArrayRef<Event> Expected, llvm::ArrayRef<Event> Found,
                    llvm::StringRef Where) {
  Matcher M(Expected, Found);
  return M.match(0, 0) ? llvm::Error::success()
                       : difference(Where, M.expected(), M.found());
}

} // namespace

Trace expectedTrace(const ProvedPipeline &Proved, int Tiles) {
  const StepPlayer Player(Proved, Tiles);
  Trace Out;
  const Schedule &Steps = Proved.Steps;
  Player.play(Steps.Before, 0, Out.Front);
  for (int Tile = 0; Tile < int(Steps.Ahead); ++Tile)
    Player.play(Steps.Prologue, Tile, Out.Front);
  for (int Tile = 0; Tile < Tiles; ++Tile)
    Player.play(Steps.Body, Tile, Out.Body);
  Player.play(Steps.Behind, Tiles, Out.Behind);
  return Out;
}

llvm::Error compareTraces(const Trace &Expected, const Trace &Found,
                          const ProvedPipeline &Proved, int Tiles,
                          std::optional<std::vector<Event>> &UserFront) {
  std::string Trips = llvm::formatv(" (of {0} trips)", Tiles);
  Trace Mine = Expected, Theirs = Found;
  // What stands in front of the prologue is the user's own. It may touch the
  // tiles, but does not load them as the loop does.
  std::vector<Event> Front = simplified(Theirs.Front);
  Mine.Front = simplified(Mine.Front);
  size_t Own = std::min(Front.size(), Mine.Front.size());
  std::vector<Event> Rest(Front.begin(), Front.end() - Own);
  for (const Event &E : Rest)
    if (E.Kind == Event::Write && E.InLoad && E.Tile >= 0)
      return difference("in front of the loop" + Trips, nullptr, &E);
  if (!UserFront)
    UserFront = Rest;
  if (!std::equal(Rest.begin(), Rest.end(), UserFront->begin(),
                  UserFront->end(), isSame))
    return difference("in front of the prologue" + Trips,
                      UserFront->empty() ? nullptr : &UserFront->back(),
                      Rest.empty() ? nullptr : &Rest.back());
  Theirs.Front.assign(Front.end() - Own, Front.end());
  Mine.Body = simplified(Mine.Body);
  Theirs.Body = simplified(Theirs.Body);
  for (Trace *T : {&Mine, &Theirs}) {
    int64_t Committed = 0, Awaited = 0;
    countGroups(T->Front, Committed, Awaited);
    countGroups(T->Body, Committed, Awaited);
  }
  if (llvm::Error E =
          compare(Mine.Front, Theirs.Front, "in front of the loop" + Trips))
    return E;
  if (llvm::Error E = compare(Mine.Body, Theirs.Body, "in the loop" + Trips))
    return E;
  // Behind, all that is the user's own may follow.
  llvm::ArrayRef<Event> After = Theirs.Behind;
  for (const Event &E : Mine.Behind) {
    if (E.Kind == Event::Use || Tiles == 0)
      continue;
    if (After.empty() || !isSame(After.front(), E))
      return difference("behind the loop" + Trips, &E,
                        After.empty() ? nullptr : &After.front());
    After = After.drop_front();
  }
  for (const Event &E : After) {
    if (E.Kind != Event::Use && E.Kind != Event::Barrier)
      break;
    if (E.Kind == Event::Use && Tiles > 0 && Proved.Stages > 1 &&
        E.Buffer != (Tiles - 1) % int(Proved.Stages))
      return difference("behind the loop" + Trips, nullptr, &E);
  }
  return llvm::Error::success();
}

} // namespace cudapipe
