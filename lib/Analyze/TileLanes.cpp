//===- TileLanes.cpp - Where in a tile the threads of a warp are ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutReader.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include <numeric>

using namespace clang;

namespace cudapipe {

/// Warps of a block that are looked at.
static constexpr unsigned MaxWarps = 8;
/// Trips of a loop of unknown length: of the K-loop, and of others.
static constexpr uint64_t GuessedTiles = 16, GuessedTrips = 4;

/// A number that \p E is always a multiple of; 0 if it is always zero.
int64_t LayoutReader::multipleOf(const Expr *E, const TileUse &Use,
                                 unsigned Depth) const {
  E = E->IgnoreParenImpCasts();
  if (std::optional<int64_t> N = constantValue(E, Ctx))
    return std::abs(*N) < (1 << 20) ? std::abs(*N) : 1;
  if (Depth > 12)
    return 1;
  auto Of = [&](const Expr *Part) { return multipleOf(Part, Use, Depth + 1); };
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->isAdditiveOp())
      return std::gcd(Of(Op->getLHS()), Of(Op->getRHS()));
    if (Op->getOpcode() == BO_Mul)
      return std::gcd(Of(Op->getLHS()) * Of(Op->getRHS()), int64_t(1) << 20);
    return 1;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || Var->getType()->isReferenceType())
    return 1;
  if (auto It = Use.Scope->Defs.find(Var); It != Use.Scope->Defs.end())
    return Of(It->second);
  if (!Changing.count(Var))
    return !isa<ParmVarDecl>(Var) && Var->getInit() ? Of(Var->getInit()) : 1;
  for (auto [Up, Inner] : around(Use))
    if (const auto *For = dyn_cast<ForStmt>(Up))
      if (std::optional<CountedLoop> Loop = countedLoop(*For, Ctx);
          Loop && Loop->Var == Var && !Loop->Symbolic &&
          !changes(For->getBody(), *Var))
        return std::gcd(Of(Loop->Start), std::abs(Loop->StepValue));
  return 1;
}

/// `row[i]` for i = 0, 1, ..., 7: 8.
unsigned LayoutReader::runOf(const TileUse &Use,
                             const TileAddressPath &Path) const {
  if (Use.Matrix || Use.Bytes != Out.ElementBytes)
    return 1;
  for (const AddressTerm &Term : Path.Moves) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Term.E->IgnoreParenImpCasts());
    if (!Ref || Term.Scale != int64_t(Out.ElementBytes))
      continue;
    for (auto [Up, Inner] : around(Use))
      if (const auto *For = dyn_cast<ForStmt>(Up); For && Up != Loop)
        if (std::optional<CountedLoop> Counted = countedLoop(*For, Ctx);
            Counted && Counted->Var == Ref->getDecl() && !Counted->Symbolic &&
            Counted->StepValue == 1)
          return std::gcd(Counted->Trips, uint64_t(16));
  }
  return 1;
}

/// How often a thread comes by, about.
uint64_t LayoutReader::weightOf(const TileUse &Use) const {
  uint64_t Weight = 1;
  for (auto [Up, Inner] : around(Use)) {
    uint64_t Trips = 1;
    if (const auto *For = dyn_cast<ForStmt>(Up)) {
      std::optional<CountedLoop> Counted = countedLoop(*For, Ctx);
      Trips = Counted && !Counted->Symbolic ? Counted->Trips : GuessedTrips;
    } else if (isa<WhileStmt, DoStmt>(Up)) {
      Trips = GuessedTrips;
    }
    if (Up == Loop)
      Trips = GuessedTiles;
    Weight = std::min<uint64_t>(Weight * std::max<uint64_t>(Trips, 1),
                                uint64_t(1) << 32);
  }
  return Weight;
}

/// As launched; where that is not known, as such kernels mostly are.
std::array<int64_t, 3> LayoutReader::blockDim() const {
  std::array<int64_t, 3> Dim = {32, 1, 1};
  auto Names = [&](auto &&Self, const Stmt *S, unsigned D) -> bool {
    if (!S)
      return false;
    if (const auto *E = dyn_cast<Expr>(S))
      if (auto Builtin = builtinIndex(E);
          Builtin && Builtin->first == "threadIdx" && Builtin->second == D)
        return true;
    return llvm::any_of(
        S->children(), [&](const Stmt *Child) { return Self(Self, Child, D); });
  };
  int64_t Threads = Facts.MaxThreads.value_or(256);
  if (!Names(Names, Function.getBody(), 1))
    Dim[0] = Threads;
  else
    Dim[1] = std::max<int64_t>(1, Threads / Dim[0]);
  for (unsigned D = 0; D < 3; ++D)
    if (Facts.BlockDim[D])
      Dim[D] = *Facts.BlockDim[D];
  return Dim;
}

LaneAddress LayoutReader::addressOf(const TileUse &Use,
                                    const TileAddressPath &Path,
                                    LaneValue &Lane) const {
  LaneAddress At;
  for (const AddressTerm &Term : Path.Rows)
    At.Row += Lane.of(Term.E) * Term.Scale;
  for (const AddressTerm &Term : Path.Moves) {
    At.Byte += Lane.of(Term.E) * Term.Scale;
    At.Known &= Lane.isKnown();
  }
  for (auto [Up, Inner] : around(Use)) {
    const auto *If = dyn_cast<IfStmt>(Up);
    const auto *Choice = dyn_cast<ConditionalOperator>(Up);
    const auto *For = dyn_cast<ForStmt>(Up);
    const Expr *Cond = nullptr;
    bool Wanted = true;
    if (If && Inner != If->getCond()) {
      Cond = If->getCond();
      Wanted = Inner == If->getThen();
    } else if (Choice && Inner != Choice->getCond()) {
      Cond = Choice->getCond();
      Wanted = Inner == Choice->getTrueExpr();
    } else if (For && Inner == For->getBody()) {
      Cond = For->getCond();
    }
    if (!Cond)
      continue;
    bool Holds = Lane.of(Cond);
    if (Lane.isKnown() && Holds != Wanted)
      At.Active = false;
  }
  return At;
}

void LayoutReader::addLanes(const TileUse &Use, const TileAddressPath &Path,
                            TileAccess &Access) const {
  std::array<int64_t, 3> Dim = blockDim();
  int64_t Threads = std::min<int64_t>(Dim[0] * Dim[1] * Dim[2], 1024);
  for (int64_t First = 0; First < Threads && First / 32 < MaxWarps;
       First += 32) {
    std::vector<LaneAddress> Warp;
    for (int64_t T = First; T < std::min(First + 32, Threads); ++T) {
      LaneValue Lane({T % Dim[0], T / Dim[0] % Dim[1], T / Dim[0] / Dim[1]},
                     Dim, Use.Scope->Defs, Facts, Ctx);
      Warp.push_back(addressOf(Use, Path, Lane));
      if (Use.Matrix)
        break;
    }
    if (!Use.Matrix) {
      Access.Warps.push_back(std::move(Warp));
      continue;
    }
    // As ldmatrix reads it: 8 rows of 16 bytes at a time. What wmma compiles to
    // is not documented; this is a model.
    LaneAddress Start = Warp.front();
    for (int64_t Row = 0; Row < Use.Matrix->Rows; Row += 8)
      for (int64_t Byte = 0; Byte < int64_t(Use.Bytes); Byte += 16) {
        std::vector<LaneAddress> Eight;
        for (int64_t I = 0; I < 8; ++I)
          Eight.push_back({Start.Row + Row + I, Start.Byte + Byte, Start.Active,
                           Start.Known, Row + I == 0 && Byte == 0});
        Access.Warps.push_back(std::move(Eight));
      }
  }
}

} // namespace cudapipe
