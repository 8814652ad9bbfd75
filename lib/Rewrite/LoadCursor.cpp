//===- LoadCursor.cpp - Where the load is, tiles ahead of the loop --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One tile ahead, the load gets the next values of the loop's variables.
// Further ahead it has variables of its own, a cursor:
//
//   int k_load = 0;                      in front of the loop
//   if (k_load < K) {                    the loop's condition,
//     load_tile(load_stage, k_load);
//     k_load += 32;                      and its update
//   }
//
// Where the condition fails the cursor stays, as the loop would: it takes no
// value that the loop's own variable does not take. What the next tile's place
// hangs on besides (LoopModel's early items) is the user's text once more, in a
// lambda where their names stand for the cursor.
//
//===----------------------------------------------------------------------===//

#include "LoopWriter.h"
#include "Spelling.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cudapipe {

bool LoopWriter::hasEarlyItems() const {
  return llvm::any_of(M.Items, [](const BodyItem &I) { return I.Early; });
}

bool LoopWriter::declaredInBody(const VarDecl *Var) const {
  std::optional<TextRange> At = Text.range(SourceRange(Var->getLocation()));
  return At && Here.BodyRange.contains(*At);
}

/// The variables that the loop goes by, from tile to tile.
VarSet LoopWriter::cursorVariables() const {
  VarSet Out;
  for (const Recurrence &R : M.Variables.Recurrences)
    Out.insert(R.Var);
  Out.insert(M.Variables.Settled.begin(), M.Variables.Settled.end());
  const PointerFlow &Flow = *M.Pointers;
  VarSet InCond = effectsOf(M.Header.Cond, Flow, Ctx).Reads;
  for (const BodyItem &Item : M.Items)
    for (const VarDecl *Var : Item.E.Writes)
      if (Item.Early && !declaredInBody(Var) &&
          !M.Variables.Private.count(Var) &&
          (InCond.count(Var) || M.isCarried(Var)))
        Out.insert(Var);
  if (M.Header.CondStep)
    Out.insert(cast<VarDecl>(
        cast<DeclRefExpr>(M.Header.CondStep->getSubExpr()->IgnoreParens())
            ->getDecl()));
  return Out;
}

/// `k_load += 32`: \p Update of the cursor.
std::optional<std::string> LoopWriter::cursorUpdate(const Expr *Update) const {
  Update = Update->IgnoreParens();
  if (const auto *Op = dyn_cast<UnaryOperator>(Update)) {
    std::optional<std::string> Var =
        renamed(Op->getSubExpr(), Made.NextNames, Text);
    if (!Var)
      return std::nullopt;
    return (Op->isIncrementOp() ? "++" : "--") + *Var + ";";
  }
  const auto *Op = cast<BinaryOperator>(Update);
  std::optional<std::string> Left = renamed(Op->getLHS(), Made.NextNames, Text);
  std::optional<std::string> Right =
      renamed(Op->getRHS(), Made.NextNames, Text);
  if (!Left || !Right)
    return std::nullopt;
  return *Left + " " + Op->getOpcodeStr().str() + " " + *Right + ";";
}

/// What `i = 0, tile = 0` sets, if it is the cursor's and nothing else.
LoopWriter::Starts LoopWriter::startsOf(const VarSet &Cursor) const {
  Starts Out;
  bool Understood = true;
  auto Visit = [&](auto &&Self, const Expr *E) -> void {
    const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreParens());
    if (Op && Op->getOpcode() == BO_Comma) {
      Self(Self, Op->getLHS());
      Self(Self, Op->getRHS());
      return;
    }
    const auto *Ref = Op && Op->getOpcode() == BO_Assign
                          ? dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParens())
                          : nullptr;
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    Understood &= Var && Cursor.count(Var) && Text.range(Op->getRHS()) &&
                  Out.insert({Var, Op->getRHS()}).second;
  };
  if (const auto *E = dyn_cast_or_null<Expr>(M.Header.Init))
    Visit(Visit, E);
  return Understood ? Out : Starts();
}

/// `int k_load = 0;`, a line each. Of the header's variables those that the
/// cursor needs, and what these start from.
std::optional<Rejection> LoopWriter::declareCursor(VarSet Cursor) {
  const PointerFlow &Flow = *M.Pointers;
  VarSet Needed = Cursor;
  auto Need = [&](const VarSet &Vars) {
    for (const VarDecl *Var : Vars)
      if (M.Variables.HeaderConstants.count(Var))
        Needed.insert(Var);
  };
  Need(effectsOf(M.Header.Cond, Flow, Ctx).Reads);
  for (const Recurrence &R : M.Variables.Recurrences)
    if (R.Update)
      Need(effectsOf(R.Update, Flow, Ctx).Reads);
  for (const BodyItem &Item : M.Items)
    if (Item.Early)
      Need(Item.E.Reads);
  for (const auto *Params : {&LoadParams, &StoreParams})
    for (const VarDecl *Var : *Params)
      Needed.insert(Var);

  llvm::SmallVector<const VarDecl *, 4> InHeader;
  if (const auto *Decls = dyn_cast_or_null<DeclStmt>(M.Header.Init))
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        InHeader.push_back(Var);
  for (const VarDecl *Var : llvm::reverse(InHeader))
    if (Needed.count(Var) && Var->getInit())
      for (const VarDecl *Read : effectsOf(Var->getInit(), Flow, Ctx).Reads)
        if (llvm::is_contained(InHeader, Read))
          Needed.insert(Read);

  // The header's in their order, as one may start from another.
  Starts Start = startsOf(Needed);
  VarSet Ordered;
  for (const VarDecl *Var : InHeader) {
    Start[Var] = Var->getInit();
    if (Needed.count(Var))
      Ordered.insert(Var);
  }
  for (const auto &Entry : Start)
    if (Needed.count(Entry.first))
      Ordered.insert(Entry.first);
  Ahead.SetsMore =
      M.Header.Init && !isa<DeclStmt>(M.Header.Init) && Start.empty();
  Ordered.insert(Needed.begin(), Needed.end());
  for (const VarDecl *Var : Ordered) {
    std::string Name = Names.unique((Var->getName() + "_load").str());
    std::optional<std::string> Declared =
        declare(*Var, Name, /*Const=*/false, Text, Ctx);
    if (!Declared)
      return Rejection{RejectionKind::TemplateDependent, Var->getSourceRange(),
                       "the type of '" + Var->getNameAsString() +
                           "' has no name that holds for every instantiation"};
    std::string Line = *Declared;
    auto Header = Start.find(Var);
    if (Header == Start.end()) {
      Line += " = " + Var->getNameAsString();
    } else if (Header->second) {
      std::optional<std::string> Value =
          renamed(Header->second, Made.NextNames, Text);
      if (!Value)
        return reject(M.Header.Init,
                      "the loop's init statement is spelled by a "
                      "macro");
      Line += " = " + *Value;
    }
    Ahead.CursorDeclarations.push_back(Line + ";");
    Made.NextNames[Var] = Name;
  }
  return std::nullopt;
}

/// The lambda that makes the early items and the updates on the cursor.
std::optional<std::string> LoopWriter::nextTileLambda(const VarSet &Cursor) {
  std::string Indent = Here.LoopIndent + Here.Unit, Params, Args, Body;
  auto Pass = [&](const VarDecl *Var, bool Changes) {
    std::string Name = (Changes ? "&" : "") + Var->getNameAsString();
    Params += (Params.empty() ? "" : ", ") +
              declare(*Var, Name, /*Const=*/false, Text, Ctx)
                  .value_or("auto " + Name);
    Args += (Args.empty() ? "" : ", ") + Made.NextNames.lookup(Var);
  };
  for (const VarDecl *Var : Cursor)
    Pass(Var, true);
  VarSet Constants, Own;
  auto Collect = [&](const Effects &E) {
    for (const VarDecl *Var : E.Reads)
      if (M.Variables.HeaderConstants.count(Var))
        Constants.insert(Var);
  };
  for (const BodyItem &Item : M.Items) {
    if (!Item.Early)
      continue;
    Collect(Item.E);
    std::optional<TextRange> R = Text.statement(Item.S);
    if (!R)
      return std::nullopt;
    Body += reindent(Text.text(*R), Text.indentAt(R->Begin), Indent) + "\n";
    // Set anew in every trip.
    for (const VarDecl *Var : Item.E.Writes)
      if (!Cursor.count(Var) && !declaredInBody(Var))
        Own.insert(Var);
  }
  for (const Recurrence &R : M.Variables.Recurrences) {
    if (!R.Update)
      continue;
    Collect(effectsOf(R.Update, *M.Pointers, Ctx));
    std::optional<std::string> Update = Text.text(R.Update);
    if (!Update)
      return std::nullopt;
    Body += Indent + *Update + ";\n";
  }
  for (const VarDecl *Var : Constants)
    Pass(Var, false);
  std::string Locals;
  for (const VarDecl *Var : Own)
    Locals += Indent +
              declare(*Var, Var->getName(), /*Const=*/false, Text, Ctx)
                  .value_or("int " + Var->getNameAsString()) +
              ";\n";
  std::string Name = Names.unique("next_tile");
  Ahead.Advance.push_back(Name + "(" + Args + ");");
  return Here.LoopIndent + "// Moves the load on to the next tile.\n" +
         Here.LoopIndent + "auto " + Name + " = [&](" + Params + ") {\n" +
         Locals + Body + Here.LoopIndent + "};\n";
}

/// Names the cursor and its steps, once the parameters of the load are known.
/// Adds what has to stand in front of the prologue to \p Front.
std::optional<Rejection> LoopWriter::nameCursor(std::string &Front) {
  VarSet Cursor = cursorVariables();
  if (std::optional<Rejection> Why = declareCursor(Cursor))
    return Why;
  std::optional<std::string> Cond = goesOn(Made.NextNames);
  if (!Cond || !Text.range(M.Header.Cond))
    return reject(M.Header.Cond, "the loop condition is spelled by a macro");
  Ahead.NextCond = Ahead.FirstCond = *Cond;
  if (M.Header.TestsLast) {
    // The first tile is loaded whatever the condition says.
    const Expr *Test = M.Header.Cond->IgnoreImpCasts();
    const auto *Op = dyn_cast<BinaryOperator>(Test);
    bool IsWeaker = isa<AbstractConditionalOperator>(Test) ||
                    (Op && (Op->isAssignmentOp() || Op->isCommaOp()));
    Ahead.FirstCond = Made.StageName + " == 0 || " +
                      (IsWeaker ? "(" + Ahead.NextCond + ")" : Ahead.NextCond);
  }
  if (hasEarlyItems()) {
    std::optional<std::string> Lambda = nextTileLambda(Cursor);
    if (!Lambda)
      return reject(M.Header.Loop,
                    "what sets the next tile is spelled by a macro");
    Front += "\n" + *Lambda;
  } else {
    for (const Recurrence &R : M.Variables.Recurrences) {
      std::optional<std::string> Update = cursorUpdate(R.Update);
      if (!Update)
        return reject(R.Update, "the update is spelled by a macro");
      Ahead.Advance.push_back(*Update);
    }
  }
  if (M.Header.CondStep)
    Ahead.Advance.push_back(*cursorUpdate(M.Header.CondStep));
  placeCursor();
  return std::nullopt;
}

} // namespace cudapipe
