//===- StepText.cpp - The steps of the schedule as text -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Wait 0       __pipeline_wait_prior(0);
//   Barrier      __syncthreads();
//
//   Advance 1    const int k_next = k + 32;
//   Load 1       if (k_next < K)
//                  load_tile(stage ^ 1, k_next);
//   Commit       __pipeline_commit();
//
//   Alias 0      auto &As = As_stages[stage];
//
//   Rotate       stage ^= 1;
//
// What comes first is the schedule's; blank lines, comments and braces are
// ours.
//
//===----------------------------------------------------------------------===//

#include "LoopWriter.h"
#include "Spelling.h"
#include "WideCopyWriter.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

/// \p S names a variable that the loop body declares.
static bool namesBodyVariable(const Stmt *S, const LoopModel &M) {
  return holds(S, [&](const Stmt &At) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    return Ref && llvm::any_of(M.Items, [&](const BodyItem &Item) {
             const auto *Decls = dyn_cast<DeclStmt>(Item.S);
             return Decls && llvm::is_contained(Decls->decls(), Ref->getDecl());
           });
  });
}

/// A barrier of ours: the user's, where the variables it names are in scope.
std::string LoopWriter::barrierText() const {
  for (unsigned I : {M.Barriers.Publish, M.Barriers.Reuse})
    if (!waitsWithBlock(M.Items[I].S, Ctx) && !M.isOfPipeline(I))
      return namesBodyVariable(M.Items[I].S, M)
                 ? "__syncthreads();"
                 : Text.text(Here.ItemRanges[I]).str();
  return "__syncthreads();";
}

/// Item \p I where it moves to, with the comments around it.
std::string LoopWriter::movedItem(unsigned I, const std::string &Indent) const {
  TextRange Whole =
      I < Here.Pieces.size() ? Here.Pieces[I] : Here.ItemRanges[I];
  std::string Out = Text.text(Whole).ltrim("\r\n").rtrim().str();
  return Out.find('\n') == std::string::npos
             ? Indent + llvm::StringRef(Out).ltrim().str()
             : Out;
}

/// Under the user's conditions, with the comments around their wait.
std::optional<std::string>
LoopWriter::waitText(const Step &S, const std::string &Indent) const {
  std::optional<TextRange> Users =
      M.Groups.Wait ? Text.statement(M.Groups.Wait) : std::nullopt;
  const std::string Pending =
      Made.StagesName.empty() || M.Groups.CommitsPerTile > 1
          ? ""
          : stagesLess(Plan.Stages - S.Pending);
  std::string Wait = !S.S    ? Plan.Variant->spell(S, {objectOf(Made.StageName),
                                                       Pending, Made.PhaseName})
                     : Users ? Text.text(*Users).str()
                             : "";
  if (S.Item >= 0) {
    std::string Out = movedItem(S.Item, Indent);
    if (size_t At = Users ? Out.find(Text.text(*Users)) : Out.npos;
        At != Out.npos)
      Out.replace(At, Users->End - Users->Begin, Wait);
    return Out + "\n";
  }
  std::string Out, Deeper = Indent;
  for (const IfStmt *Guard : M.Groups.WaitGuards) {
    std::optional<std::string> Cond = Text.text(Guard->getCond());
    if (!Cond)
      return std::nullopt;
    Out += Deeper + "if (" + *Cond + ")\n";
    Deeper += Here.Unit;
  }
  return Wait.empty() ? std::nullopt
                      : std::optional(Out + Deeper + Wait + "\n");
}

/// `auto &As = As_stages[stage];`, a line for each tile, and each name for
/// dynamic shared memory, that is \p UsedTile, \p UsedName.
std::string
LoopWriter::aliases(const std::string &Indent, llvm::StringRef Stage,
                    llvm::function_ref<bool(const VarDecl *)> UsedTile,
                    llvm::function_ref<bool(const VarDecl *)> UsedName) const {
  std::string Out;
  for (const VarDecl *Tile : M.stagedVariables())
    if (Made.StageNames.count(Tile) && !isDynamicShared(*Tile) &&
        UsedTile(Tile))
      Out += (Indent + "auto &" + Tile->getName() + " = " +
              Made.StageNames.lookup(Tile) + "[" + Stage + "];\n")
                 .str();
  for (const VarDecl *Name : dynamicNames())
    if (UsedName(Name))
      Out += Indent + "auto *" + Name->getName().str() + " = " +
             stageAddress(Name, Stage) + ";\n";
  return Out;
}

/// The condition on which there is another trip, of variables called \p Names:
/// the loop's own, or the opposite of `if (k >= K) break;`.
std::optional<std::string> LoopWriter::goesOn(
    const llvm::DenseMap<const VarDecl *, std::string> &Names) const {
  if (!M.Header.TestsInBody) {
    std::optional<std::string> Out = renamed(M.Header.Cond, Names, Text);
    const auto *Op = dyn_cast<BinaryOperator>(M.Header.Cond->IgnoreImpCasts());
    std::optional<std::string> Left =
        Op ? renamed(Op->getLHS(), Names, Text) : std::nullopt;
    if (Left && !Made.BoundName.empty())
      return *Left + " " + Op->getOpcodeStr().str() + " " + Made.BoundName;
    // `k<K` is no reason for `k + BK<K`.
    if (Out && Left && llvm::StringRef(*Left).contains(' ')) {
      llvm::StringRef Rest(*Out);
      if (Rest.consume_front(*Left) && Rest.consume_front(Op->getOpcodeStr()) &&
          !Rest.starts_with(" "))
        return *Left + " " + Op->getOpcodeStr().str() + " " + Rest.str();
    }
    return Out;
  }
  const Expr *Cond = M.Header.Cond->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(Cond);
      Not && Not->getOpcode() == UO_LNot)
    return renamed(Not->getSubExpr()->IgnoreParenImpCasts(), Names, Text);
  // Of two numbers one is not less than the other, but for NaN.
  const auto *Op = dyn_cast<BinaryOperator>(Cond);
  if (Op && Op->isComparisonOp() &&
      !Op->getLHS()->getType()->isRealFloatingType() &&
      Op->getLHS()->getType()->isScalarType() && Op->getOpcode() != BO_Cmp) {
    std::optional<std::string> Left = renamed(Op->getLHS(), Names, Text);
    std::optional<std::string> Right = renamed(Op->getRHS(), Names, Text);
    if (!Left || !Right)
      return std::nullopt;
    BinaryOperatorKind Opposite =
        BinaryOperator::negateComparisonOp(Op->getOpcode());
    return *Left + " " + BinaryOperator::getOpcodeStr(Opposite).str() + " " +
           *Right;
  }
  std::optional<std::string> Text = renamed(Cond, Names, this->Text);
  return Text ? std::optional("!(" + *Text + ")") : std::nullopt;
}

/// `if (Cond) { Lines } else { Else }`; without a condition, the lines.
std::string LoopWriter::guarded(llvm::StringRef Cond,
                                llvm::ArrayRef<std::string> Lines,
                                const std::string &Indent,
                                llvm::ArrayRef<std::string> Else) const {
  const bool Braces = !Cond.empty() && (Lines.size() > 1 || Else.size() > 1);
  std::string Out;
  if (!Cond.empty())
    Out = Indent + "if (" + Cond.str() + (Braces ? ") {\n" : ")\n");
  for (const std::string &Line : Lines)
    Out += Indent + (Cond.empty() ? "" : Here.Unit) + Line + "\n";
  if (!Cond.empty() && !Else.empty()) {
    Out += Indent + (Braces ? "} else {\n" : "else\n");
    for (const std::string &Line : Else)
      Out += Indent + Here.Unit + Line + "\n";
  }
  return Braces ? Out + Indent + "}\n" : Out;
}

/// `const bool has_next = k_next < K;`; a count that is none yet becomes a
/// test.
std::string LoopWriter::declareMore(const std::string &Cond,
                                    const std::string &Indent) const {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(M.Header.Cond->IgnoreParens());
  bool IsCount =
      Cast && Cast->getCastKind() == CK_IntegralToBoolean &&
      llvm::all_of(Cond, [](char C) { return isAsciiIdentifierContinue(C); });
  return Indent + "const bool " + Made.MoreName + " = " + Cond +
         (IsCount ? " != 0;\n" : ";\n");
}

/// `cg::wait(block)`, where \p S leaves other groups in flight:
/// `cg::wait_prior<2>(block)`.
std::string LoopWriter::waitingBarrier(const Step &S, std::string Said) const {
  const auto *Cleanups = dyn_cast<ExprWithCleanups>(S.S);
  const auto *Call =
      dyn_cast<CallExpr>(Cleanups ? Cleanups->getSubExpr() : S.S);
  const std::optional<AsyncOperation> Op =
      Call ? asyncOperation(Call, Ctx) : std::nullopt;
  if (!S.Waits || S.OfStage || !Op || Op->Pending == S.Pending)
    return Said;
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Callee);
  const auto *Lookup = dyn_cast<OverloadExpr>(Callee);
  const SourceLocation Begin = Ref      ? Ref->getLocation()
                               : Lookup ? Lookup->getNameLoc()
                                        : SourceLocation(),
                       Angle = Ref      ? Ref->getRAngleLoc()
                               : Lookup ? Lookup->getRAngleLoc()
                                        : SourceLocation();
  const std::optional<TextRange> Name =
      Text.range(SourceRange(Begin, Angle.isValid() ? Angle : Begin));
  const std::optional<TextRange> Whole = Text.range(Call);
  const size_t Found =
      Name && Whole ? Said.rfind(Text.text(*Whole)) : Said.npos;
  if (Found == Said.npos)
    return "";
  const size_t At = Found + (Name->Begin - Whole->Begin);
  return Said.replace(At, Name->End - Name->Begin,
                      S.Pending == 0
                          ? "wait"
                          : "wait_prior<" + std::to_string(S.Pending) + ">");
}

/// Steps that are made only if their tile exists, or does not.
bool LoopWriter::isGuarded(const Step &S) const {
  return S.InPlaceOfLoad || S.Kind == Step::Load || S.Kind == Step::Store ||
         (S.Kind == Step::Advance && hasCursor());
}

/// \p Run, all of them guarded, under one condition.
std::string LoopWriter::spellGuarded(llvm::ArrayRef<Step> Run, StepPlace Place,
                                     const std::string &Indent) {
  if (Run.front().Kind == Step::Store && Plan.Steps.StoresInPlace)
    return Written.Stores;
  const bool OfTrip = Run.front().Tile == 0 && !hasCursor();
  const std::string Stage =
      hasCursor()
          ? (Place == StepPlace::Prologue ? Made.StageName : Made.LoadStageName)
      : OfTrip ? Made.StageName
               : Made.StageName + " ^ 1";
  // Which values a load goes by is the schedule's, even where they have no
  // name.
  const Values Own;
  const bool IsNext = !OfTrip && (hasCursor() || Ahead.IsAdvanced);
  const bool IsFirst =
      Place == StepPlace::Prologue && (!IsNext || Ahead.IsPlaced);
  const Values &Placed = IsFirst  ? Made.FirstValues
                         : IsNext ? Made.NextNames
                                  : Own;
  std::vector<std::string> Lines, Else;
  for (const Step &S : Run)
    if (S.InPlaceOfLoad)
      for (unsigned I = 0; I < M.Groups.CommitsPerTile; ++I)
        Else.push_back(Plan.Variant->spell(S, {Made.ObjectName}) +
                       (I == 0 && Place == StepPlace::Trip
                            ? " // No copies, but groups: the wait counts them."
                            : ""));
    else if (S.Kind == Step::Load)
      Lines.push_back(
          call(Made.LoadName, Plan.UsesAsync, Stage, Placed, LoadParams));
    else if (S.Kind == Step::Store)
      Lines.push_back(
          call(Made.StoreName, /*Stored=*/true, Stage, Placed, StoreParams));
    else if (!IsFirst)
      llvm::append_range(Lines, Ahead.Advance);
  if (Lines.empty())
    return "";
  if (Place == StepPlace::Prologue) {
    std::string Out =
        Ahead.FirstTrip +
        guarded(Ahead.FirstCond, Lines,
                Ahead.FirstTripHasBlock ? Indent + Here.Unit : Indent, Else);
    return Ahead.FirstTripHasBlock ? Indent + "{\n" + Out + Indent + "}\n"
                                   : Out;
  }
  std::string Out, Cond = OfTrip ? "" : IsNext ? Ahead.NextCond : *goesOn(Own);
  if (!Made.MoreName.empty() && !OfTrip) {
    if (!Ahead.HasMore)
      Out = declareMore(Cond, Indent);
    Ahead.HasMore = true;
    Cond = Made.MoreName;
  }
  Out += guarded(Cond, Lines, Indent, Else);
  // nvcc would sink the loads to the store that they are for: both have one
  // condition. No fence of memory stops it where what is loaded never changes.
  // Lanes that are elsewhere never come to it.
  if (Plan.UsesRegisters && !hasCursor() && M.threadsMeet() &&
      Run.front().Kind == Step::Load)
    Out += Indent + "__syncwarp(); // Keeps nvcc from sinking the loads to "
                    "their stores.\n";
  return Out;
}

std::optional<std::string> LoopWriter::spell(const Step &S, StepPlace Place,
                                             bool InScope,
                                             const std::string &Indent) {
  switch (S.Kind) {
  case Step::Wait:
  case Step::WaitAll:
  case Step::WaitOldest:
    return waitText(S, Indent);
  case Step::Barrier: {
    const std::string Said =
        S.Item >= 0 && (InScope || !namesBodyVariable(S.S, M))
            ? waitingBarrier(S, movedItem(S.Item, Indent))
            : Indent + barrierText();
    if (Said.empty())
      return std::nullopt;
    return (S.OfStage ? aliases(
                            Indent, Made.StageName,
                            [&](const VarDecl *Var) { return isCounter(Var); },
                            [](const VarDecl *) { return false; })
                      : "") +
           Said + "\n";
  }
  case Step::Compute:
    return movedItem(S.Item, Indent) + "\n";
  case Step::Commit:
    if (Plan.Variant->OfBlock)
      return guarded(
          firstThread(M),
          Plan.Variant->spell(
              S, {objectOf(Place == StepPlace::Prologue ? Made.StageName
                           : hasCursor() ? Made.LoadStageName
                                         : Made.StageName + " ^ 1")}),
          Indent);
    return Indent +
           (S.S ? Text.text(*Text.statement(S.S)).str()
                : Plan.Variant->spell(S, {Made.ObjectName})) +
           (hasCursor() && Place == StepPlace::Trip
                ? " // Even when empty: the wait counts groups.\n"
                : "\n");
  case Step::Acquire:
  case Step::Release:
    return Indent + Plan.Variant->spell(S, {Made.ObjectName}) + "\n";
  case Step::Alias:
    if (S.Tile < 0)
      return dynamicBehind() + aliases(
                                   Indent, lastStage(),
                                   [&](const VarDecl *Tile) {
                                     return M.Staged.UsedAfter.count(Tile);
                                   },
                                   [](const VarDecl *) { return false; });
    return aliases(
        Indent, Made.StageName,
        [&](const VarDecl *Tile) { return !isCounter(Tile); },
        [&](const VarDecl *Name) {
          return llvm::any_of(M.Items, [&](const BodyItem &Item) {
            return (Item.R != Role::Load || Plan.Steps.StoresInPlace) &&
                   mentions(Item.S, Name);
          });
        });
  case Step::Rotate: {
    const std::string NextUse =
        Made.PhaseName.empty() || Place != StepPlace::Trip
            ? ""
            : guarded(Made.StageName + " == 0", Made.PhaseName + " ^= 1;",
                      Indent);
    if (!hasCursor())
      return Indent + Made.StageName +
             (Place != StepPlace::Trip ? " ^= 1;\n"
              : M.isOfPipeline(M.Barriers.Reuse)
                  ? " ^= 1; // This one is free when all have released it.\n"
              : Plan.Steps.StoresInPlace
                  ? " ^= 1; // The other is free: all who read it are past "
                    "the barrier.\n"
                  : " ^= 1; // This one is free from the next barrier on.\n") +
             NextUse;
    // No division: a remainder would be one in every trip.
    return Indent + Made.LoadStageName + " = " + Made.StageName +
           (M.isOfPipeline(M.Barriers.Reuse)
                ? "; // Free when all have released it.\n"
                : "; // Free from the next barrier on.\n") +
           Indent + Made.StageName + " = " + Made.StageName +
           " == " + stagesLess(1) + " ? 0 : " + Made.StageName + " + 1;\n" +
           NextUse;
  }
  case Step::Advance: {
    Ahead.IsAdvanced = true;
    std::string Out;
    for (const std::string &Line : Ahead.NextDeclarations)
      Out += Indent + Line + "\n";
    return Out;
  }
  case Step::Load:
  case Step::Store:
    return spellGuarded(S, Place, Indent);
  }
  llvm_unreachable("covered switch");
}

/// Steps of a trip that stand together in the text.
enum class Paragraph { None, Sync, Items, Next, Names, End };

static Paragraph paragraphOf(const Step &S, bool StoresInPlace) {
  return S.Kind == Step::Store && StoresInPlace ? Paragraph::Names
         : S.Kind <= Step::Barrier              ? Paragraph::Sync
         : S.Kind <= Step::Commit               ? Paragraph::Next
         : S.Kind == Step::Alias                ? Paragraph::Names
         : S.Kind == Step::Compute              ? Paragraph::Items
                                                : Paragraph::End;
}

std::optional<std::string> LoopWriter::spell(llvm::ArrayRef<Step> Steps,
                                             StepPlace Place, bool InScope,
                                             const std::string &Indent) {
  std::string Out;
  Paragraph Last = Paragraph::None;
  while (!Steps.empty()) {
    Paragraph Now = paragraphOf(Steps.front(), Plan.Steps.StoresInPlace);
    if (Place == StepPlace::Trip && Now != Last) {
      bool IsOne = Last == Paragraph::Sync && Now == Paragraph::End;
      if (Last == Paragraph::None ? InScope : !IsOne)
        Out += "\n";
      if (Now == Paragraph::Next)
        Out += Indent +
               (hasCursor()
                    ? "// Prefetch the tile " + inWords(Plan.ahead()).str() +
                          " trips ahead while this one is computed.\n"
                    : "// Prefetch the next tile while this one is "
                      "computed.\n");
    }
    Last = Now;
    size_t Run = 0;
    while (Run < Steps.size() && isGuarded(Steps[Run]) &&
           (Steps[Run].Kind == Step::Advance ||
            Steps[Run].Tile == Steps.front().Tile))
      ++Run;
    std::optional<std::string> Text =
        Run ? spellGuarded(Steps.take_front(Run), Place, Indent)
            : spell(Steps.front(), Place, InScope, Indent);
    if (!Text)
      return std::nullopt;
    Out += *Text;
    Steps = Steps.drop_front(std::max<size_t>(1, Run));
  }
  return Out;
}

} // namespace cudapipe
