//===- LoopFront.cpp - Load phase and prologue, in front of the loop ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopWriter.h"
#include "Spelling.h"
#include "WideCopyWriter.h"
#include "cudapipe/Match/LaunchSites.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

std::optional<Rejection> LoopWriter::nameState() {
  if (Plan.Stages > 1)
    Made.StageName = Names.unique("stage");
  if (hasCursor())
    Made.LoadStageName = Names.unique("load_stage");
  nameBound();
  if (!Plan.Variant->Object.empty())
    Made.ObjectName = Names.unique(Plan.Variant->Object);
  if (Plan.Variant->OfBlock)
    Made.PhaseName = Names.unique("phase");
  bool Registers = Plan.UsesRegisters && !M.Early;
  // A function that loads a tile often has this name already.
  bool Taken = Plan.UsesAsync && Names.isTaken("load_tile") &&
               llvm::any_of(M.Copies, [](const TileCopy &Copy) {
                 return !Copy.Path.Calls.empty();
               });
  Made.LoadName = Taken            ? "load_stage"
                  : Plan.UsesAsync ? "load_tile"
                                   : "fetch_tile";
  // Of another loop: this one's is called as its tile.
  if (Names.isTaken(Made.LoadName))
    Made.LoadName = (Plan.UsesAsync ? "load_" : "fetch_") +
                    (M.Staged.Tiles.size() == 1
                         ? M.Staged.Tiles.front()->getName().ltrim('_').str()
                         : "tiles");
  Made.LoadName = Names.unique(Made.LoadName);
  if (Registers && !Plan.Steps.StoresInPlace) {
    Made.StoreName = Names.unique("store_tile");
    Made.MoreName = Names.unique("has_next");
  }
  if (hasCursor())
    return std::nullopt; // nameCursor(), once the load's parameters are known
  for (const Recurrence &R : M.Variables.Recurrences) {
    if (!R.Update)
      continue;
    std::string Name = Names.unique((R.Var->getName() + "_next").str());
    Made.NextNames[R.Var] = Name;
    std::optional<std::string> Value = nextValue(R.Update, Text);
    std::optional<std::string> Declared =
        declare(*R.Var, Name, /*Const=*/true, Text, Ctx);
    if (!Value)
      return reject(R.Update, "the update is spelled by a macro");
    if (!Declared)
      return Rejection{RejectionKind::TemplateDependent,
                       R.Var->getSourceRange(),
                       "the type of '" + R.Var->getNameAsString() +
                           "' has no name that holds for every instantiation"};
    Ahead.NextDeclarations.push_back(*Declared + " = " + *Value + ";");
  }
  std::optional<std::string> Cond = goesOn(Made.NextNames);
  if (!Cond || !Text.range(M.Header.Cond))
    return reject(M.Header.Cond, "the loop condition is spelled by a macro");
  Ahead.NextCond = *Cond;
  return std::nullopt;
}

/// `, and moves A and B on`: what the load phase changes beside the tile.
std::string LoopWriter::movedByLoad(const SlicePrinter &Printer) const {
  std::vector<std::string> Moved;
  for (const BodyItem &Item : M.Items) {
    const auto *E = dyn_cast<Expr>(Item.S);
    const auto *Sum =
        E ? dyn_cast<CompoundAssignOperator>(E->IgnoreParens()) : nullptr;
    const auto *One = E ? dyn_cast<UnaryOperator>(E->IgnoreParens()) : nullptr;
    if (!Printer.runsInFetch(Item.S) ||
        !(Sum || (One && One->isIncrementDecrementOp())))
      continue;
    const VarDecl *Var = namedVariable(Sum ? Sum->getLHS() : One->getSubExpr());
    if (Var && !llvm::is_contained(LoadParams, Var) && !declaredInBody(Var) &&
        !llvm::is_contained(Moved, Var->getName()))
      Moved.push_back(Var->getNameAsString());
  }
  constexpr size_t FewNames = 3;
  if (Moved.empty() || Moved.size() > FewNames)
    return "";
  std::string Out = ", and moves " + Moved.front();
  for (size_t I = 1; I < Moved.size(); ++I)
    Out += (I + 1 == Moved.size() ? " and " : ", ") + Moved[I];
  return Out + " on";
}

/// `const int c = k + tx;` for `int c;` and the assignment that \p Body, which
/// stands at \p Indent, begins to use it with. \p IsOnly: there is no other.
bool LoopWriter::declareWhereSet(const VarDecl &Var, const std::string &Indent,
                                 bool IsOnly, std::string &Body) const {
  const std::string Name = Var.getNameAsString();
  size_t At = Body.find(Name);
  for (; At != std::string::npos; At = Body.find(Name, At + 1)) {
    auto IsPartOfName = [&](size_t I) {
      return I < Body.size() && isAsciiIdentifierContinue(Body[I]);
    };
    if (!IsPartOfName(At - 1) && !IsPartOfName(At + Name.size()))
      break;
  }
  const std::string Line = "\n" + Indent + Name + " = ";
  const size_t Begin = At == std::string::npos ? At : At - Indent.size();
  if (At == std::string::npos || At < Indent.size() ||
      !llvm::StringRef("\n" + Body).substr(Begin).starts_with(Line))
    return false;
  // What it starts from cannot name it.
  const llvm::StringRef Value =
      llvm::StringRef(Body).substr(At + Name.size() + 3).split(";\n").first;
  int Depth = 0;
  const bool IsOne = llvm::none_of(Value, [&](char C) {
    Depth += llvm::StringRef("([{").contains(C);
    Depth -= llvm::StringRef(")]}").contains(C);
    return C == ',' && Depth == 0;
  });
  if (!IsOne || Value.contains(Name) || Value.contains("//"))
    return false;
  std::optional<std::string> Declared =
      declare(Var, Name, /*Const=*/IsOnly, Text, Ctx);
  if (!Declared)
    return false;
  Body.replace(At, Name.size(), *Declared);
  return true;
}

std::string LoopWriter::lambda(const std::string &Name, llvm::StringRef Comment,
                               SlicePhase Phase, SlicePrinter &Printer) {
  bool Fetch = Phase == SlicePhase::Fetch;
  std::string Indent = Here.LoopIndent + Here.Unit;
  std::string Body = Printer.print(Phase);
  VarSet Used = Printer.variables(Phase);

  // Params by value: the load phase of the next tile works on its own copy.
  std::string Params;
  std::vector<const VarDecl *> &Passed = Fetch ? LoadParams : StoreParams;
  bool Staged =
      Plan.Stages > 1 && llvm::any_of(M.Staged.Tiles, [&](const VarDecl *Tile) {
        return Printer.usesTile(Phase, Tile);
      });
  if (Staged)
    Params = "int " + Made.StageName;
  auto Pass = [&](const VarDecl *Var) {
    if (Used.count(Var))
      Passed.push_back(Var);
  };
  for (const Recurrence &R : M.Variables.Recurrences)
    Pass(R.Var);
  llvm::for_each(M.Variables.Settled, Pass);
  // The header's other variables are not in scope in front of the loop.
  llvm::for_each(M.Variables.HeaderConstants, Pass);
  for (const VarDecl *Var : Passed) {
    std::optional<std::string> Declared =
        declare(*Var, Var->getName(), /*Const=*/false, Text, Ctx);
    Params += (Params.empty() ? "" : ", ") +
              Declared.value_or("auto " + Var->getNameAsString());
  }
  std::string Out = Here.LoopIndent + "// " + Comment.str() +
                    (Fetch ? movedByLoad(Printer) : "") + ".\n" +
                    Here.LoopIndent + "auto " + Name + " = [&]" +
                    (Params.empty() ? "" : "(" + Params + ")") + " {\n";
  if (Staged)
    Out += aliases(
        Indent, Made.StageName,
        [&](const VarDecl *Tile) {
          return isCounter(Tile) ? Fetch : Printer.usesTile(Phase, Tile);
        },
        [&](const VarDecl *Name) { return Printer.names(Phase, Name); });
  for (const VarDecl *Var : M.Variables.Private)
    if (Used.count(Var) && !Plan.Split.isPersisted(Var) &&
        Printer.needsOwn(Phase, Var)) {
      if (declareWhereSet(*Var, Indent, Printer.timesSet(Phase, Var) == 1,
                          Body))
        continue;
      Out += Indent +
             declare(*Var, Var->getName(), /*Const=*/false, Text, Ctx)
                 .value_or("int " + Var->getNameAsString()) +
             ";\n";
    }
  if (!NamedInFront)
    NamedInFront = tileNamedIn(Body, [&](const VarDecl *Tile) {
      return Plan.Stages > 1 && !isCounter(Tile) &&
             !Printer.usesTile(Phase, Tile);
    });
  return Out + Body + Here.LoopIndent + "};\n";
}

/// The user's stores, of what is in registers; in braces if they need names
/// that the trip may have, too.
std::string LoopWriter::storesInPlace(SlicePrinter &Printer) const {
  const std::string Front = Here.LoopIndent + Here.Unit;
  const std::string Body = Printer.print(SlicePhase::Store);
  const bool HasBlock = Printer.declares();
  if (!HasBlock && Front == Here.BodyIndent)
    return Body;
  const std::string Lines =
      reindent(StringRef(Body).rtrim(), Front,
               HasBlock ? Here.BodyIndent + Here.Unit : Here.BodyIndent) +
      "\n";
  return HasBlock ? Here.BodyIndent + "{\n" + Lines + Here.BodyIndent + "}\n"
                  : Lines;
}

/// A tile with stages and of \p Kind that \p Code names, or null: sizeof may
/// stand anywhere, what it names may not.
const VarDecl *
LoopWriter::tileNamedIn(llvm::StringRef Code,
                        llvm::function_ref<bool(const VarDecl *)> Kind) const {
  // The lexer wants an end.
  std::string Terminated = Code.str();
  Lexer Lex(SourceLocation(), Ctx.getLangOpts(), Terminated.data(),
            Terminated.data(), Terminated.data() + Terminated.size());
  Token Tok;
  bool Member = false;
  while (true) {
    bool Last = Lex.LexFromRawLexer(Tok);
    if (Tok.is(tok::raw_identifier) && !Member)
      for (const VarDecl *Tile : M.stagedVariables())
        if (Made.StageNames.count(Tile) && !isDynamicShared(*Tile) &&
            Kind(Tile) && Tok.getRawIdentifier() == Tile->getName())
          return Tile;
    Member = Tok.isOneOf(tok::period, tok::arrow, tok::coloncolon);
    if (Last)
      return nullptr;
  }
}

/// `load_tile(stage ^ 1, k_next)`.
std::string LoopWriter::call(const std::string &Name, bool Stored,
                             llvm::StringRef Stage, const Values &Placed,
                             llvm::ArrayRef<const VarDecl *> Params) const {
  std::string Args = Stored && Plan.Stages > 1 ? Stage.str() : "";
  for (const VarDecl *Var : Params) {
    auto It = Placed.find(Var);
    Args += (Args.empty() ? "" : ", ") +
            (It == Placed.end() ? Var->getNameAsString() : It->second);
  }
  return Name + "(" + Args + ");";
}

/// The init statement, less the variables that the first load does not need.
std::optional<std::string> LoopWriter::firstTrip(const std::string &Indent) {
  std::optional<TextRange> Init = Text.range(M.Header.Init);
  if (!Init)
    return std::nullopt;
  std::string Whole = Indent + Text.text(*Init).rtrim(" ;").str() + ";\n";
  const auto *Decls = dyn_cast<DeclStmt>(M.Header.Init);
  if (!Decls || Decls->isSingleDecl())
    return Whole;
  const PointerFlow &Flow = *M.Pointers;
  VarSet Needed = effectsOf(M.Header.Cond, Flow, Ctx).Reads;
  Needed.insert(LoadParams.begin(), LoadParams.end());
  Needed.insert(StoreParams.begin(), StoreParams.end());
  std::string Out;
  bool UsesAll = true;
  // Backwards: a needed variable may start from an earlier one.
  llvm::SmallVector<const Decl *, 4> All(Decls->decls());
  for (const Decl *D : llvm::reverse(All)) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || !Needed.count(Var)) {
      UsesAll = false;
      continue;
    }
    std::string Line =
        declare(*Var, Var->getName(), /*Const=*/false, Text, Ctx).value_or("");
    if (Line.empty())
      return Whole;
    if (const Expr *Start = Var->getInit()) {
      std::optional<std::string> Value = Text.text(Start);
      if (!Value)
        return std::nullopt;
      Line += " = " + *Value;
      for (const VarDecl *Read : effectsOf(Start, Flow, Ctx).Reads)
        Needed.insert(Read);
    }
    Out = Indent + Line + ";\n" + Out;
  }
  return UsesAll ? Whole : Out;
}

/// The object that counts what goes to \p Stage, or to all.
std::string LoopWriter::objectOf(const std::string &Stage) const {
  return Plan.Variant->OfBlock ? Made.ObjectName + "[" + Stage + "]"
                               : Made.ObjectName;
}

std::string LoopWriter::declareObject() {
  if (!Plan.Variant->OfBlock)
    return Here.LoopIndent + Plan.Variant->declare(Made.ObjectName) + "\n";
  std::string Out;
  for (llvm::StringRef Line : Plan.Variant->declareAll(
           Made.ObjectName, stagesLess(0), firstThread(M))) {
    Out += Here.LoopIndent;
    while (Line.consume_front("\t"))
      Out += Here.Unit;
    Out += Line.str() + "\n";
  }
  return Out +
         *spell(Plan.Steps.Before, StepPlace::Prologue, false, Here.LoopIndent);
}

std::optional<Rejection> LoopWriter::writeFront() {
  SlicePrinter Printer(M, Plan, Names, Helpers, Text, Ctx, Here.LoopIndent,
                       Here.Unit, objectOf(Made.StageName));
  std::string Out = Written.Hoisted;
  if (!Written.Hoisted.empty())
    Out += "\n";
  Out += assertions() + dynamicFront();
  for (const std::string &Line : Printer.steps())
    Out += Here.LoopIndent + Line + "\n";
  if (!Printer.steps().empty())
    Out += "\n";
  if (!Printer.registers().empty()) {
    Out += Here.LoopIndent + "// The next tile, in registers.\n";
    for (const std::string &Line : Printer.counts())
      Out += Here.LoopIndent + Line + "\n";
    for (const std::string &Line : Printer.registers())
      Out += Here.LoopIndent + Line + "\n";
    Out += "\n";
  }
  std::string Tests = Printer.wideTests();
  Tests += Printer.asyncTests();
  NamedInFront = tileNamedIn(Tests, [](const VarDecl *) { return true; });
  const size_t AtTests = Out.size();
  Out = beginEachWidth(Out + Tests, Printer);
  if (!Made.ObjectName.empty())
    Out += declareObject() + "\n";
  Out += lambda(Made.LoadName,
                Plan.UsesAsync ? "Starts the copy of one tile into a stage"
                               : "Loads one tile into registers",
                SlicePhase::Fetch, Printer);
  const std::string Asserted = Printer.rowAssertions();
  (Made.PipelineName.empty() ? Out : Written.Outside)
      .insert(AtTests,
              Asserted + (Asserted.empty() || !Tests.empty() ? "" : "\n"));
  if (!Made.StoreName.empty())
    Out +=
        "\n" + lambda(Made.StoreName, "Stores the loaded tile to shared memory",
                      SlicePhase::Store, Printer);
  if (Plan.Steps.StoresInPlace)
    Written.Stores = storesInPlace(Printer);
  if (M.Early)
    replaceEarlyLoads(Printer);
  if (Printer.error())
    return Printer.error();
  if (NamedInFront)
    return Rejection{RejectionKind::TileUsedOutsideLoop,
                     NamedInFront->getSourceRange(),
                     "'" + NamedInFront->getNameAsString() +
                         "' is named, as in sizeof, where its next tile is "
                         "loaded"};

  if (std::optional<Rejection> Why =
          hasCursor() ? nameCursor(Out) : nameFirstTrip())
    return Why;
  Out += "\n";
  if (!Plan.Steps.Before.empty() && !Plan.Variant->OfBlock)
    Out +=
        Here.LoopIndent +
        "// What was read and written so far is settled before the first "
        "load.\n" +
        *spell(Plan.Steps.Before, StepPlace::Prologue, false, Here.LoopIndent) +
        "\n";
  insertFront(Out + prologue() + "\n");
  return std::nullopt;
}

/// What the first load goes by.
std::optional<Rejection> LoopWriter::nameFirstTrip() {
  placeNextValues();
  Ahead.FirstTripHasBlock = isa_and_nonnull<DeclStmt>(M.Header.Init);
  Values InCond;
  std::optional<Values> First = firstValues(InCond);
  if (!First && (First = nameStart()))
    InCond = *First;
  if (First) {
    Made.FirstValues = *First;
    Ahead.FirstTripHasBlock = false;
  }
  if (!M.Header.TestsLast && !makesTrips(1))
    Ahead.FirstCond = *firstCondition(First ? InCond : Values());
  if (!M.Header.Init || First)
    return std::nullopt;
  std::optional<std::string> Init = firstTrip(
      Ahead.FirstTripHasBlock ? Here.LoopIndent + Here.Unit : Here.LoopIndent);
  if (!Init)
    return reject(M.Header.Init,
                  "the loop's init statement is spelled by a macro");
  Ahead.FirstTrip = *Init;
  return std::nullopt;
}

/// The first tiles into all stages but the last.
std::string LoopWriter::prologue() {
  const unsigned Tiles = Plan.Steps.Ahead;
  const std::string Phase =
      Made.PhaseName.empty() ? "" : ", " + Made.PhaseName + " = 0";
  const std::string Stage =
      Here.LoopIndent + "int " + Made.StageName + " = 0" + Phase + ";\n";
  if (!hasCursor())
    return Here.LoopIndent +
           (Plan.Steps.StoresInPlace ? "// Prologue: load the first tile.\n"
            : Plan.Stages > 1 ? "// Prologue: the first tile into stage 0.\n"
                              : "// Prologue: the first tile.\n") +
           Ahead.BoundDeclaration + (Plan.Stages > 1 ? Stage : "") +
           *spell(Plan.Steps.Prologue, StepPlace::Prologue, false,
                  Here.LoopIndent);
  std::string Out =
      Here.LoopIndent +
      "// Prologue: fill all stages but the last. The load stays " +
      inWords(Tiles).str() + " tiles ahead.\n";
  if (Ahead.SetsMore)
    Out += Here.LoopIndent +
           Text.text(*Text.range(M.Header.Init)).rtrim(" ;").str() + ";\n";
  Out += Ahead.BoundDeclaration;
  std::string Cursor;
  for (const std::string &Line : Ahead.CursorDeclarations)
    Cursor += Here.LoopIndent + Line + "\n";
  Out += (Ahead.IsPlaced ? "" : Cursor) + Here.LoopIndent + "for (int " +
         Made.StageName + " = 0; " + Made.StageName + " < " + stagesLess(1) +
         "; ++" + Made.StageName + ") {\n";
  Out += *spell(Plan.Steps.Prologue, StepPlace::Prologue, false,
                Here.LoopIndent + Here.Unit);
  return Out + Here.LoopIndent + "}\n" + Here.LoopIndent + "int " +
         Made.StageName + " = 0, " + Made.LoadStageName + " = " +
         stagesLess(1) + Phase + ";\n" + (Ahead.IsPlaced ? Cursor : "");
}

/// Puts \p Out in front of the loop.
void LoopWriter::insertFront(std::string Out) {
  // A block of its own: a blank line in front, except behind a brace.
  if (Here.Before > 0) {
    unsigned Line = Text.lineStart(Here.Before - 1);
    llvm::StringRef Above = Text.text({Line, Here.Before}).trim();
    if (!Above.empty() && !Above.ends_with("{"))
      (Made.PipelineName.empty() ? Out : Written.Outside).insert(0, "\n");
  }
  Written.Edits.push_back({{Here.Before, Here.Before}, Out});
}

} // namespace cudapipe
