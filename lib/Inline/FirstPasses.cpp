//===- FirstPasses.cpp - A constant part of a copy ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is false for a counter has to be false for all greater ones, as some of
// the first passes are asked for that the loop would not have come to. None of
// their counters may wrap around.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/FirstPasses.h"
#include "../Rewrite/Layout.h"
#include "../Rewrite/SourceText.h"
#include "../Rewrite/Spelling.h"
#include "Analyze/Integers/IndexBounds.h"
#include "Analyze/Loop/LoopStep.h"
#include "Analyze/Threads/BlockQuery.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/BoundedLoop.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/PassedPointers.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Rewrite/LoopRewrite.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

/// Each pass takes a test and its registers (a guess, not measured); where the
/// size of the tile is known, there may be as many as it has.
constexpr uint64_t MostFirstPasses = 8, MostOfTile = 16, MostPassRegisters = 32;
/// Few blocks that fill tiles together are smaller.
constexpr int64_t UsualThreads = 128;
/// No counter comes near the end of an int.
constexpr int64_t FarFromEnd = int64_t(1) << 28;

/// A loop that copies, and how often only the launch knows.
struct VaryingCopy {
  CountedLoop Header;
  /// One pass takes so many.
  uint64_t Registers = 0;
  /// Of all passes, if they are known to be few.
  std::optional<uint64_t> Passes = std::nullopt;
};

class PassSplitter {
public:
  PassSplitter(const LoopCandidate &Candidate, ASTContext &Ctx,
               uint64_t MostPasses)
      : MostPasses(MostPasses), Loop(*Candidate.Loop), Ctx(Ctx),
        SM(Ctx.getSourceManager()), Flow(pointersOf(Candidate, Ctx)),
        Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())), Ctx),
        Unit(indentUnit(Text.code())) {}

  std::optional<tooling::AtomicChange>
  run(llvm::ArrayRef<LoopCandidate> Instantiations);

private:
  void find(const Stmt *S, uint64_t Around, bool InBlock,
            std::vector<VaryingCopy> &Out) const;
  std::optional<VaryingCopy> read(const ForStmt &For) const;
  uint64_t registersOf(const ForStmt &For, const Effects &Body) const;
  uint64_t registersOfPass() const;
  bool split(const VaryingCopy &Copy, uint64_t Passes, StringRef Counter,
             std::vector<TextEdit> &Edits) const;

  const uint64_t MostPasses;
  const Stmt &Loop;
  ASTContext &Ctx;
  const SourceManager &SM;
  PointerFlow Flow;
  SourceText Text;
  const std::string Unit;
};

/// What \p E, made of what isNonNegative() knows, never exceeds.
std::optional<int64_t> greatestValue(const Expr *E, const ASTContext &Ctx,
                                     unsigned Depth = 0) {
  if (std::optional<int64_t> Value = constantValue(E, Ctx))
    return Value;
  E = E->IgnoreParenImpCasts();
  if (Depth > 8)
    return std::nullopt;
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return Cast->getType()->isIntegralOrEnumerationType() &&
                   Cast->getSubExpr()->getType()->isIntegralOrEnumerationType()
               ? greatestValue(Cast->getSubExpr(), Ctx, Depth + 1)
               : std::nullopt;
  if (auto Index = builtinIndex(E))
    return Index->first == "threadIdx" || Index->first == "blockDim"
               ? std::optional<int64_t>(1024)
               : std::nullopt;
  if (const BlockQuery Asked = blockQuery(E);
      Asked == BlockQuery::Rank || Asked == BlockQuery::Size)
    return 1024;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var && initialValue(*Var) && isNeverChanged(*Var)
               ? greatestValue(initialValue(*Var), Ctx, Depth + 1)
               : std::nullopt;
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op)
    return std::nullopt;
  const auto Left = greatestValue(Op->getLHS(), Ctx, Depth + 1);
  if (!Left)
    return std::nullopt;
  if (Op->getOpcode() == BO_Div || Op->getOpcode() == BO_Rem ||
      Op->getOpcode() == BO_Shr)
    return Left;
  const auto Right = greatestValue(Op->getRHS(), Ctx, Depth + 1);
  if (!Right || *Left > FarFromEnd || *Right > FarFromEnd)
    return std::nullopt;
  return Op->getOpcode() == BO_Add   ? std::optional(*Left + *Right)
         : Op->getOpcode() == BO_Mul ? std::optional(*Left * *Right)
                                     : std::nullopt;
}

/// Values of variables, and memory: they may be spelled twice.
bool isRepeatable(const Effects &E) {
  return E.Barriers.empty() && E.AsyncCopies.empty() && E.Exits.empty() &&
         E.Pinned.empty() && E.Unknown.empty() && E.BlockWaits.empty();
}

/// The same number of trips in each thread, and one counter.
bool isCountedForAll(const ForStmt &For, const ASTContext &Ctx) {
  const std::optional<CountedLoop> Counted = countedLoop(For, Ctx);
  return Counted && Counted->ConstantStart;
}

/// The trips of \p For, if they are a number; else zero.
uint64_t constantTrips(const ForStmt &For, const ASTContext &Ctx) {
  const std::optional<CountedLoop> Counted = countedLoop(For, Ctx);
  return Counted && Counted->ConstantStart && !Counted->Symbolic
             ? Counted->Trips
             : 0;
}

/// \p E is divided by the threads of the block, or what holds their number.
bool isDividedByBlock(const Expr *E, unsigned Depth = 0) {
  if (!E || Depth > 4)
    return false;
  const auto NamesBlock = [&](const Expr *By) {
    return holds(By, [&](const Stmt &At) {
      const auto *Part = dyn_cast<Expr>(&At);
      return Part && blockValue(Part, {1, 1, 1});
    });
  };
  return holds(E, [&](const Stmt &At) {
    if (const auto *Op = dyn_cast<BinaryOperator>(&At))
      return Op->getOpcode() == BO_Div && NamesBlock(Op->getRHS());
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Var && initialValue(*Var) && isNeverChanged(*Var) &&
           isDividedByBlock(initialValue(*Var), Depth + 1);
  });
}

/// The threads of the block share the copy, so the passes of each are few.
bool threadsShare(const CountedLoop &Header, const ASTContext &Ctx) {
  return !constantValue(Header.Start, Ctx) ||
         isDividedByBlock(Header.Loop->getCond());
}

/// The passes of a block of usual size, where the tile's is a number.
std::optional<uint64_t> passesOfUsualBlock(const CountedLoop &Header,
                                           const ASTContext &Ctx) {
  const auto *Op =
      dyn_cast<BinaryOperator>(Header.Loop->getCond()->IgnoreParenImpCasts());
  const auto Limit =
      Op && Op->getOpcode() == BO_LT && isVar(Op->getLHS(), Header.Var)
          ? knownValue(Op->getRHS(), Ctx)
          : std::nullopt;
  if (!Limit || Header.BlockStep.empty())
    return std::nullopt;
  return llvm::divideCeil(*Limit, UsualThreads);
}

/// What one pass of \p For loads; zero if that is not known.
uint64_t PassSplitter::registersOf(const ForStmt &For,
                                   const Effects &Body) const {
  uint64_t Sum = 0;
  for (const MemoryAccess &R : Body.MemoryReads) {
    if (R.Root.Kind != MemoryRoot::Global)
      continue;
    const QualType Type = accessType(R.Where, Ctx);
    uint64_t One =
        Type->isDependentType()
            ? 1
            : llvm::divideCeil(Ctx.getTypeSizeInChars(Type).getQuantity(), 4);
    forEach<ForStmt>(For.getBody(), [&](const ForStmt &Inner) {
      if (contains(Inner.getBody(), R.Where))
        One *= constantTrips(Inner, Ctx);
    });
    if (One == 0)
      return 0;
    Sum += One;
  }
  return Sum;
}

std::optional<VaryingCopy> PassSplitter::read(const ForStmt &For) const {
  // Any block shows whether the step is that of the block.
  std::optional<CountedLoop> Header = readStepping(For, Ctx, {1, 1, 1});
  const auto *Decls = dyn_cast_or_null<DeclStmt>(For.getInit());
  if (!Header || !Decls || Header->Symbolic || Header->countsDown() ||
      !For.getCond() || For.getConditionVariable() ||
      isCountedForAll(For, Ctx) || Flow.isAliased(Header->Var) ||
      !staysFalse(For, Header->Var, Ctx) || !isNonNegative(Header->Start, Ctx))
    return std::nullopt;
  // The counter of a pass is a sum with the step: `auto` may be another type.
  const QualType Type = Header->Var->getType();
  const bool IsDeduced =
      Type->getContainedDeducedType() &&
      !Ctx.hasSameUnqualifiedType(Type.getCanonicalType(), Ctx.UnsignedIntTy);
  const std::optional<int64_t> Start = greatestValue(Header->Start, Ctx);
  if (!Start || (IsDeduced && Header->Step) || !threadsShare(*Header, Ctx) ||
      *Start > FarFromEnd ||
      Header->StepValue > FarFromEnd / int64_t(MostFirstPasses) ||
      greatestOf(Header->Var->getType(), Ctx) < INT32_MAX)
    return std::nullopt;
  const Effects Body = effectsOf(For.getBody(), Flow, Ctx);
  const bool Stores = llvm::any_of(Body.MemoryWrites, [](const auto &W) {
    return W.Root.Kind == MemoryRoot::Shared;
  });
  VarSet InHeader;
  for (const Expr *Part : {Header->Start, For.getCond(), Header->Step})
    if (Part) {
      const Effects E = effectsOf(Part, Flow, Ctx);
      if (!isRepeatable(E) || !E.Writes.empty() || !E.MemoryReads.empty() ||
          !E.MemoryWrites.empty())
        return std::nullopt;
      InHeader.insert(E.Reads.begin(), E.Reads.end());
    }
  if (!Stores || !isRepeatable(Body) ||
      llvm::any_of(Body.Writes,
                   [&](const VarDecl *Var) { return InHeader.count(Var); }))
    return std::nullopt;
  VaryingCopy Out{*Header, registersOf(For, Body)};
  if (Out.Registers == 0)
    return std::nullopt;
  if (const auto Bounded = boundedLoop(For, Ctx);
      Bounded && Bounded->Trips <= MostOfTile)
    Out.Passes = Bounded->Trips;
  return Out;
}

/// What the loops of \p S, which runs \p Around times in a trip, copy; zero:
/// nobody knows how often it runs. Two statements can stand for S if it stands
/// \p InBlock.
void PassSplitter::find(const Stmt *S, uint64_t Around, bool InBlock,
                        std::vector<VaryingCopy> &Out) const {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *For = dyn_cast<ForStmt>(S); For && For != &Loop) {
    if (std::optional<VaryingCopy> Copy =
            Around && InBlock ? read(*For) : std::nullopt) {
      Copy->Registers *= Around;
      Out.push_back(*Copy);
      return;
    }
    Around *= constantTrips(*For, Ctx);
  } else if (isa<WhileStmt, DoStmt>(S) && S != &Loop) {
    Around = 0;
  }
  const bool HoldsBlock =
      isa<CompoundStmt>(S) || (isa<AttributedStmt>(S) && InBlock);
  for (const Stmt *Child : S->children())
    find(Child, Around, HoldsBlock, Out);
}

/// Adds the edits for \p Copy; false if there are none.
bool PassSplitter::split(const VaryingCopy &Copy, uint64_t Passes,
                         StringRef Counter,
                         std::vector<TextEdit> &Edits) const {
  const CountedLoop &Header = Copy.Header;
  const ForStmt &For = *Header.Loop;
  const std::optional<TextRange> Whole = Text.range(&For),
                                 Body = Text.statement(For.getBody()),
                                 First = Text.range(Header.Start),
                                 Head = Text.range(SourceRange(
                                     For.getForLoc(), For.getRParenLoc()));
  const std::optional<std::string> Cond = Text.text(For.getCond()),
                                   Start = Text.text(Header.Start),
                                   Declared = declare(
                                       *Header.Var, Header.Var->getName(),
                                       /*Const=*/true, Text, Ctx);
  const std::optional<std::string> Step =
      Header.Step ? Text.text(Header.Step) : std::optional<std::string>("1");
  if (!Whole || !Body || !First || !Head || !Text.range(For.getInc()) ||
      !Cond || !Start || !Declared || !Step || For.getBeginLoc().isMacroID() ||
      dependsOnPlace(&For, SM) ||
      !Text.directives({Whole->Begin, Body->End}).empty() ||
      !Text.text({Text.lineStart(Whole->Begin), Whole->Begin}).trim().empty())
    return false;
  const bool IsUnit = !Header.Step,
             FromZero = constantValue(Header.Start, Ctx) == 0;
  auto Moved = [&](const std::string &By) {
    const std::string Steps =
        IsUnit ? By : By + " * " + parenthesized(Header.Step, *Step);
    if (FromZero)
      return Steps;
    return (isSummand(Header.Start) ? *Start
                                    : parenthesized(Header.Start, *Start)) +
           " + " + Steps;
  };
  const std::string Indent = Text.indentAt(Whole->Begin).str();
  const std::string Inner = Indent + Unit;
  const std::string Count = std::to_string(Passes);
  // The name of the counter will do where it counts the passes.
  const bool IsPass = IsUnit && FromZero;
  const std::string Pass = IsPass ? Header.Var->getName().str() : Counter.str();
  const std::string Type =
      IsPass ? StringRef(*Declared).drop_front(StringRef("const ").size()).str()
             : "int " + Pass;
  std::string New = Indent + "for (" + Type + " = 0; " + Pass + " < " + Count +
                    "; ++" + Pass + ") {\n";
  if (!IsPass)
    New += Inner + *Declared + " = " + Moved(Pass) + ";\n";
  New += Inner + "if (" + *Cond + ")";
  const StringRef OfBody = Text.text(*Body);
  const std::string From = Text.indentAt(Body->Begin).str();
  New += isa<CompoundStmt>(For.getBody())
             ? " " + StringRef(reindent(OfBody, From, Inner)).ltrim().str()
             : "\n" + reindent(OfBody, From, Inner + Unit);
  New += "\n" + Indent + "}\n";
  // Even where all are first: in another build, or instantiation, not all are.
  const Leading Above = Text.leading(Whole->Begin);
  const unsigned At = Above.Pragmas.empty() ? Text.lineStart(Whole->Begin)
                                            : Above.Pragmas.front().Begin;
  New +=
      Indent + "// Behind the first " + Count + " passes: loaded in place.\n";
  Edits.push_back({{At, At}, New});
  // What is too long for a line stands as clang-format would have it.
  const TextRange Cut[] = {*Head, *First, *Text.range(For.getCond()),
                           *Text.range(For.getInc())};
  std::string Parts[] = {
      Text.text({Cut[0].Begin, Cut[1].Begin}).str() + Moved(Count) + ";",
      *Cond + ";", Text.text({Cut[3].Begin, Head->End}).str()};
  std::string Line = Indent + Parts[0], Lines;
  for (const std::string &Part : llvm::drop_begin(Parts)) {
    if (Line.size() + 1 + Part.size() + 2 <= 80) {
      Line += " " + Part;
      continue;
    }
    Lines += Line + "\n";
    Line = Indent + std::string(Text.text(*Head).find('(') + 1, ' ') + Part;
  }
  Edits.push_back({*Head, StringRef(Lines + Line).ltrim().str()});
  return true;
}

uint64_t PassSplitter::registersOfPass() const {
  std::vector<VaryingCopy> Copies;
  find(&Loop, 1, /*InBlock=*/false, Copies);
  uint64_t Out = 0;
  for (const VaryingCopy &Copy : Copies)
    Out += Copy.Registers;
  return Out;
}

std::optional<tooling::AtomicChange>
PassSplitter::run(llvm::ArrayRef<LoopCandidate> Instantiations) {
  std::vector<VaryingCopy> Copies;
  find(&Loop, 1, /*InBlock=*/false, Copies);
  // One text for all: as many as the widest elements leave room for.
  uint64_t OfPass = registersOfPass();
  for (const LoopCandidate &Other : Instantiations)
    OfPass = std::max(OfPass,
                      PassSplitter(Other, Ctx, MostPasses).registersOfPass());
  if (OfPass == 0 || OfPass > MostPassRegisters)
    return std::nullopt;
  uint64_t Most = MostOfTile;
  while (Most * OfPass > MostPassRegisters)
    Most /= 2;
  Most = std::min(Most, MostPasses);
  NameTable Names(Text.file(), Ctx);
  const std::string Counter = Names.unique("pass");
  std::vector<TextEdit> Edits;
  for (const VaryingCopy &Copy : Copies) {
    const uint64_t Passes = Copy.Passes.value_or(
        passesOfUsualBlock(Copy.Header, Ctx).value_or(MostFirstPasses));
    if (!split(Copy, std::clamp<uint64_t>(Passes, 1, Most), Counter, Edits))
      return std::nullopt;
  }
  return Text.change(Loop.getBeginLoc(), Edits);
}

} // namespace

std::optional<tooling::AtomicChange>
splitFirstPasses(const LoopCandidate &Candidate,
                 llvm::ArrayRef<LoopCandidate> Instantiations, ASTContext &Ctx,
                 unsigned MostPasses) {
  return PassSplitter(Candidate, Ctx, MostPasses).run(Instantiations);
}

} // namespace cudapipe
