//===- RingThreads.cpp - How many threads copy, and arrive ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   if (t == 0) expect(&full, 8 * 128);     1024 bytes are expected
//   if (t < 8) copy(tile[t], row, 128);     8 x 128 are copied
//
// Each thread is played, by its number in x. How many there are is not asked:
// in a block where the sums differ the loop would wait for ever as it is.
//
//===----------------------------------------------------------------------===//

#include "RingLoopReader.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"

using namespace clang;

namespace cudapipe {
namespace {

/// The most threads of a block.
constexpr unsigned MostThreads = 1024;

/// The most trips that loops make of one statement.
constexpr unsigned MostTurns = 256;

/// One thread of a block, on its way to a step.
class ThreadPlay {
public:
  ThreadPlay(unsigned Thread, Way Calls, const ASTContext &Ctx)
      : Thread(Thread), Calls(Calls), Ctx(Ctx) {}

  /// How often \p S, run once, leads to \p Target, in functions that
  /// Calls lead through; nothing if that hangs on more than the thread.
  std::optional<int64_t> times(const Stmt *S, const Stmt *Target) {
    Last = Target;
    return inside(S, Calls.empty() ? Target : Calls.front(), 0);
  }

private:
  std::optional<int64_t> eval(const Expr *E, unsigned Level,
                              unsigned Depth = 0) const;
  std::optional<int64_t> turns(const ForStmt &For, const Stmt *Target,
                               unsigned Level);
  std::optional<int64_t> inside(const Stmt *S, const Stmt *Next,
                                unsigned Level);

  const unsigned Thread;
  const Way Calls;
  const ASTContext &Ctx;
  /// The step itself, where all calls lead.
  const Stmt *Last = nullptr;
  std::map<const VarDecl *, int64_t> Counters;
};

std::optional<int64_t> ThreadPlay::eval(const Expr *E, unsigned Level,
                                        unsigned Depth) const {
  if (Depth > 32)
    return std::nullopt;
  const ExprOnWay At = outermost({E, Calls.take_front(Level)});
  E = At.E->IgnoreParenImpCasts();
  auto Of = [&](const Expr *Part) {
    return eval(Part, At.Calls.size(), Depth + 1);
  };
  if (isOfX(E, "threadIdx"))
    return Thread;
  if (const VarDecl *Var = ringVariable(E)) {
    if (auto It = Counters.find(Var); It != Counters.end())
      return It->second;
    if (Var->hasLocalStorage() && !isa<ParmVarDecl>(Var) && Var->getInit() &&
        isNeverChanged(*Var))
      return Of(Var->getInit());
  }
  if (!E->isValueDependent())
    if (const std::optional<int64_t> Value = constantValue(E, Ctx))
      return Value;
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot) {
    const std::optional<int64_t> Value = Of(Not->getSubExpr());
    return Value ? std::optional(int64_t(!*Value)) : std::nullopt;
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || Op->isAssignmentOp())
    return std::nullopt;
  const std::optional<int64_t> L = Of(Op->getLHS()), R = Of(Op->getRHS());
  if (!L || !R)
    return std::nullopt;
  // Numbers of threads are small, and nothing below wraps at zero.
  switch (Op->getOpcode()) {
  case BO_Add:
    return *L + *R;
  case BO_Mul:
    return *L * *R;
  case BO_Div:
    return *L >= 0 && *R > 0 ? std::optional(*L / *R) : std::nullopt;
  case BO_Rem:
    return *L >= 0 && *R > 0 ? std::optional(*L % *R) : std::nullopt;
  case BO_Shr:
    return *L >= 0 && *R >= 0 && *R < 31 ? std::optional(*L >> *R)
                                         : std::nullopt;
  case BO_And:
    return *L >= 0 && *R >= 0 ? std::optional(*L & *R) : std::nullopt;
  case BO_LT:
    return *L < *R;
  case BO_LE:
    return *L <= *R;
  case BO_GT:
    return *L > *R;
  case BO_GE:
    return *L >= *R;
  case BO_EQ:
    return *L == *R;
  case BO_NE:
    return *L != *R;
  case BO_LAnd:
    return *L && *R;
  case BO_LOr:
    return *L || *R;
  default:
    return std::nullopt;
  }
}

/// The trips of \p For, one after the other.
std::optional<int64_t> ThreadPlay::turns(const ForStmt &For, const Stmt *Next,
                                         unsigned Level) {
  const std::optional<CountedLoop> Counted = countedLoop(For, Ctx);
  if (!Counted || Counted->Symbolic || !For.getBody() ||
      !contains(For.getBody(), Next) ||
      holdsA<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt>(For.getBody()))
    return std::nullopt;
  std::optional<int64_t> Value = eval(Counted->Start, Level);
  if (!Value)
    return std::nullopt;
  int64_t Out = 0;
  for (unsigned Turn = 0; Turn <= MostTurns; ++Turn) {
    Counters[Counted->Var] = *Value;
    const std::optional<int64_t> More = eval(For.getCond(), Level);
    if (!More || !*More) {
      Counters.erase(Counted->Var);
      return More ? std::optional(Out) : std::nullopt;
    }
    const std::optional<int64_t> Here = inside(For.getBody(), Next, Level);
    if (!Here)
      return std::nullopt;
    Out += *Here;
    *Value += Counted->StepValue;
  }
  return std::nullopt;
}

std::optional<int64_t> ThreadPlay::inside(const Stmt *S, const Stmt *Next,
                                          unsigned Level) {
  if (S == Next) {
    if (Level == Calls.size())
      return 1;
    const FunctionDecl *Callee = calledFunction(*Calls[Level]);
    if (!Callee || !Callee->getBody())
      return std::nullopt;
    const Stmt *Deeper = Level + 1 < Calls.size()
                             ? static_cast<const Stmt *>(Calls[Level + 1])
                             : Last;
    if (leavesBefore(Callee->getBody(), Deeper))
      return std::nullopt;
    return inside(Callee->getBody(), Deeper, Level + 1);
  }
  if (isa<SwitchStmt, LambdaExpr, WhileStmt, DoStmt, CXXForRangeStmt,
          AbstractConditionalOperator>(S))
    return std::nullopt;
  if (const auto *For = dyn_cast<ForStmt>(S))
    return turns(*For, Next, Level);
  const Stmt *Part = nullptr;
  for (const Stmt *Child : S->children())
    if (Child && contains(Child, Next))
      Part = Child;
  if (!Part)
    return std::nullopt;
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isLogicalOp())
    return std::nullopt;
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (If->hasInitStorage() || If->hasVarStorage() || Part == If->getCond())
      return std::nullopt;
    const std::optional<int64_t> Holds = eval(If->getCond(), Level);
    if (!Holds)
      return std::nullopt;
    if ((*Holds != 0) != (Part == If->getThen()))
      return 0;
  }
  return inside(Part, Next, Level);
}

} // namespace

/// How often each thread of a block of the greatest size makes \p Step, of the
/// \p Item; empty if that hangs on more than its number.
std::vector<int64_t>
RingLoopReader::timesByThread(size_t Item, const TransferStep &Step) const {
  std::vector<int64_t> Out;
  if (const auto *Assembly = dyn_cast<GCCAsmStmt>(Step.Where);
      Assembly && !alwaysRuns(*Assembly))
    return Out;
  for (unsigned Thread = 0; Thread < MostThreads; ++Thread) {
    const std::optional<int64_t> Times =
        ThreadPlay(Thread, Step.Calls, Ctx).times(Items[Item], Step.Where);
    if (!Times)
      return {};
    Out.push_back(*Times);
  }
  return Out;
}

/// Nothing where it cannot be told.
std::optional<RingLoopReader::BytesOfBlock>
RingLoopReader::bytesAt(const RingBarrier &B) {
  std::vector<int64_t> Expected(MostThreads), Copied(MostThreads),
      Arrived(MostThreads);
  for (size_t I = 0; I < Items.size(); ++I)
    for (const TransferStep &S : Steps[I]) {
      const bool Arrives = S.Kind == TransferStep::Arrive ||
                           (S.Kind == TransferStep::ExpectBytes && S.Arrives);
      if (barrierOf(S) != &B ||
          !(S.isCopy() || Arrives || S.Kind == TransferStep::ExpectBytes))
        continue;
      int64_t Bytes = 0;
      if (S.Kind != TransferStep::Arrive) {
        const std::optional<int64_t> Said =
            S.Bytes ? S.Bytes : valueOf(S.Amount, S.Calls);
        if (!Said)
          return std::nullopt;
        Bytes = *Said;
      }
      const std::vector<int64_t> Times = timesByThread(I, S);
      if (Times.empty())
        return std::nullopt;
      for (unsigned Thread = 0; Thread < MostThreads; ++Thread) {
        (S.isCopy() ? Copied : Expected)[Thread] += Times[Thread] * Bytes;
        Arrived[Thread] += Arrives ? Times[Thread] : 0;
      }
    }
  const std::optional<int64_t> Count =
      B.Count ? constantValue(B.Count, Ctx) : std::nullopt;
  BytesOfBlock Out;
  int64_t Arrivals = 0;
  unsigned Last = MostThreads;
  while (Last > 0 && !Expected[Last - 1] && !Copied[Last - 1] &&
         !Arrived[Last - 1])
    --Last;
  // Where not all warps go on, whoever has something to do is there.
  const bool HasEnd = Last + 32 <= MostThreads;
  for (unsigned Thread = 0; Thread < MostThreads && !Out.AddsUp; ++Thread) {
    Out.Expected += Expected[Thread];
    Out.Copied += Copied[Thread];
    Arrivals += Arrived[Thread];
    Out.AddsUp = (!HasEnd || Thread + 1 >= Last) &&
                 Out.Expected == Out.Copied && Out.Copied > 0 &&
                 (!Count || *Count == Arrivals);
  }
  return Out;
}

} // namespace cudapipe
