//===- OtherDefinitions.cpp - Macros that mean something else as well -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifdef FAST
//   #define STEP() k += 1        not read, but it is what the loop does in
//   #else                        another configuration
//   #define STEP()
//   #endif
//
//===----------------------------------------------------------------------===//

#include "HiddenChanges.h"
#include "MacroTable.h"
#include "OtherBuilds.h"
#include "OtherTypes.h"
#include "Rewrite/AsyncCopy.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace cudapipe {

bool isOfMoment(llvm::StringRef Word) {
  return Word.starts_with("atomic") || Word.starts_with("__shfl") ||
         Word.starts_with("__ballot") || Word.starts_with("__any") ||
         Word.starts_with("__all") || Word.starts_with("__sync");
}

/// `"cp.async.cg.shared.global.L2::128B [%0], .."` without the hint for the
/// cache, which changes no copy; of other text, all.
static std::string withoutHint(llvm::StringRef Literal) {
  if (Literal.starts_with("\"cp.async.c"))
    for (llvm::StringRef Hint : {".L2::64B", ".L2::128B", ".L2::256B"})
      if (size_t At = Literal.find(Hint); At != llvm::StringRef::npos)
        return (Literal.take_front(At) + Literal.drop_front(At + Hint.size()))
            .str();
  return Literal.str();
}

/// Two definitions of one macro that spell the same asynchronous copy.
static bool isSameCopy(const MacroTokens &One, const MacroTokens &Other) {
  return One.size() == Other.size() &&
         llvm::all_of(llvm::zip(One, Other), [](const auto &Pair) {
           const auto &[A, B] = Pair;
           return A.Kind == B.Kind &&
                  withoutHint(A.Word) == withoutHint(B.Word);
         });
}

namespace {

/// Goes through the macros of one loop.
class DefinitionChecker {
public:
  DefinitionChecker(const MacroTable &Macros, const HiddenChanges &Changes,
                    const llvm::StringSet<> &OfTrip,
                    const llvm::StringSet<> &Gone,
                    const llvm::StringSet<> &InPlace)
      : Macros(Macros), Changes(Changes), OfTrip(OfTrip), Gone(Gone),
        InPlace(InPlace) {}

  /// The macro in \p Tokens at \p At; \p Moves: what uses it is not only
  /// compute. Why it stands against a rewrite, or nothing.
  std::string check(llvm::ArrayRef<MacroToken> Tokens, size_t At, bool Moves,
                    unsigned Depth = 0);

private:
  std::string checkOther(const MacroTokens &Other, const MacroTokens &Read,
                         bool Moves) const;

  const MacroTable &Macros;
  const HiddenChanges &Changes;
  const llvm::StringSet<> &OfTrip, &Gone, &InPlace;
};

std::string DefinitionChecker::checkOther(const MacroTokens &Other,
                                          const MacroTokens &Read,
                                          bool Moves) const {
  if (isSameCopy(Other, Read))
    return "";
  for (const MacroToken &Tok : Other)
    if (Tok.isWord() && leavesOrWaits(Tok.Word))
      return "'" + Tok.Word + "'";
  // What is read as well has been proved for pointers; a step may be another.
  const llvm::StringSet<> Proved = Changes.find(Read);
  for (const auto &Name : Changes.find(Other))
    if ((!Proved.contains(Name.getKey()) || Changes.isScalar(Name.getKey())) &&
        (Moves || !InPlace.contains(Name.getKey())))
      return "a change of '" + Name.getKey().str() + "'";
  llvm::StringSet<> Known;
  for (const MacroToken &Tok : Read)
    Known.insert(Tok.Word);
  for (const MacroToken &Tok : Other)
    if (Tok.isWord() && !Known.contains(Tok.Word) &&
        (Gone.contains(Tok.Word) ||
         (Moves && (OfTrip.contains(Tok.Word) || isOfMoment(Tok.Word)))))
      return "'" + Tok.Word + "'";
  return "";
}

std::string DefinitionChecker::check(llvm::ArrayRef<MacroToken> Tokens,
                                     size_t At, bool Moves, unsigned Depth) {
  llvm::ArrayRef<DefinedMacro> All = Macros.definitions(Tokens[At].Word);
  size_t End = At;
  std::optional<std::vector<MacroTokens>> Given =
      MacroTable::arguments(Tokens, End);
  auto TextOf = [&](const DefinedMacro &D) {
    return MacroTable::replaced(D, Given ? *Given : std::vector<MacroTokens>());
  };
  MacroTokens Read;
  for (const DefinedMacro &D : All)
    if (D.IsRead && !Macros.expand(TextOf(D), Read))
      return "more than can be read";
  for (const DefinedMacro &D : All) {
    if (D.TakesArguments && !Given)
      continue;
    MacroTokens Text = TextOf(D);
    if (D.IsRead) {
      for (size_t I = 0; I < Text.size() && Depth < 16; ++I)
        if (Text[I].isWord() && Text[I].Word != Tokens[At].Word)
          if (std::string Why = check(Text, I, Moves, Depth + 1); !Why.empty())
            return Why;
      continue;
    }
    MacroTokens Other;
    if (!Macros.expand(Text, Other))
      return "more than can be read";
    if (std::string Why = checkOther(Other, Read, Moves); !Why.empty())
      return Why;
  }
  return "";
}

} // namespace

/// It is no mere attribute or pragma that a copy of the statement may lack.
static bool makesCalls(llvm::ArrayRef<DefinedMacro> All) {
  return llvm::any_of(All, [](const DefinedMacro &D) {
    return !D.Body.empty() && D.Body.front().Word != "_Pragma" &&
           D.Body.front().Word.rfind("__", 0) != 0 &&
           llvm::any_of(D.Body, [](const MacroToken &Tok) {
             return Tok.Kind == tok::l_paren;
           });
  });
}

/// A definition that computes nothing by itself: it is empty, or a part of an
/// expression, `* 2`.
static bool isPartOfExpression(const DefinedMacro &D) {
  auto IsOperand = [](const MacroToken &Tok) {
    return Tok.isWord() || Tok.Kind == tok::identifier ||
           Tok.Kind == tok::l_paren || Tok.Kind == tok::r_paren ||
           Tok.Kind == tok::r_square || Tok.Kind == tok::l_square ||
           tok::isLiteral(Tok.Kind) || Tok.Kind == tok::semi ||
           Tok.Kind == tok::l_brace || Tok.Kind == tok::r_brace;
  };
  // `-1` is a number.
  auto IsPrefix = [&](const MacroToken &Tok) {
    return D.Body.size() > 1 &&
           (Tok.Kind == tok::minus || Tok.Kind == tok::tilde ||
            Tok.Kind == tok::exclaim);
  };
  return D.Body.empty() ||
         !(IsOperand(D.Body.front()) || IsPrefix(D.Body.front())) ||
         !IsOperand(D.Body.back());
}

/// Another definition than this of a macro with the definitions \p All would
/// make other expressions of the text.
static bool isPartOfExpression(llvm::ArrayRef<DefinedMacro> All) {
  return All.size() > 1 &&
         llvm::any_of(
             All,
             [](const DefinedMacro &D) { return isPartOfExpression(D); }) &&
         llvm::none_of(All, [](const DefinedMacro &D) {
           return !D.Body.empty() && D.Body.front().Word == "_Pragma";
         });
}

/// Where in another build the loop's macros may do to it what hidden code may
/// not, or give it numbers for which nothing was proved, the user is told.
std::optional<Rejection> OtherBuilds::checkOtherDefinitions() {
  const MacroTable &Macros = MacroTable::in(Text.file(), LoopRange, Ctx);
  for (const TextRange &Part : chosenParts())
    if (llvm::StringRef Name =
            LoopRange.contains(Part)
                ? Macros.filledIn(statementTokens(Text, Part, Ctx))
                : "";
        !Name.empty())
      return Rejection{RejectionKind::MacroLoop,
                       M.Header.Loop->getSourceRange(),
                       "an #if in the loop hides what the command line makes "
                       "of '" +
                           Name.str() + "'"};
  if (llvm::StringRef Name =
          Macros.filledIn(statementTokens(Text, LoopRange, Ctx));
      !Name.empty())
    remark("the command line may fill the macro '" + Name.str() +
           "' with other code, which was not looked at");
  const llvm::DenseSet<unsigned> Expanded = Text.expansions();
  std::vector<unsigned> Places;
  const MacroTokens Tokens = macroTokens(Text, LoopRange, Ctx, &Places);
  // With one buffer a tile is stored and read when it always was, whatever
  // compute does to it.
  llvm::StringSet<> InPlace;
  if (Plan.Stages == 1 && M.Barriers.OfTiles.empty() && !M.Staged.Dynamic)
    for (const VarDecl *Tile : M.Staged.Tiles)
      InPlace.insert(Tile->getName());
  // What the tool may not see: pointers, tiles, and what a trip changes.
  llvm::StringSet<> OfTrip;
  HiddenChanges Changes(Ctx);
  VarSet Changing;
  for (const BodyItem &Item : M.Items)
    Changing.insert(Item.E.Writes.begin(), Item.E.Writes.end());
  for (const Recurrence &R : M.Variables.Recurrences)
    Changing.insert(R.Var);
  auto Add = [&](const VarDecl &Var) {
    if (!Var.getIdentifier())
      return;
    if (!llvm::is_contained(M.Staged.Tiles, &Var))
      InPlace.erase(Var.getName());
    bool Reaches =
        Var.hasAttr<CUDASharedAttr>() || mayReachOthers(Var.getType());
    if (Reaches)
      Changes.keep(Var);
    if (Reaches || Changing.contains(&Var) || declaredInBody(&Var))
      OfTrip.insert(Var.getName());
  };
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    if (const auto *Decls = dyn_cast_or_null<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D))
          Add(*Var);
    if (S)
      for (const Stmt *Child : S->children())
        Self(Self, Child);
  };
  Visit(Visit, M.Kernel->getBody());
  for (const ParmVarDecl *Param : M.Kernel->parameters())
    Add(*Param);
  for (const VarDecl *Var : readEarly())
    if (Var->getIdentifier() && !Var->getType().isConstQualified())
      Changes.keep(*Var);
  llvm::StringSet<> Gone;
  for (const VarDecl *Var : movesAway())
    Gone.insert(Var->getName());
  // What asynchronous copies are made of.
  llvm::DenseSet<unsigned> Async;
  for (auto [Copy, Travels] : llvm::zip_equal(M.Copies, Plan.Travels))
    if (Travels == Travel::Async || (Plan.UsesWide && M.wideCopyOf(Copy)))
      Async.insert(Copy.Path.Item);
  auto Copied = [&](const TextRange &At) {
    if (Async.empty())
      return false;
    // Of the load phase, anything may be a part of the address.
    for (auto [I, Item] : llvm::enumerate(M.Items))
      if ((Async.contains(I) || Item.R == Role::Load || Item.R == Role::Both) &&
          ItemRanges[I].contains(At))
        return true;
    return !BodyRange.contains(At);
  };
  DefinitionChecker Checker(Macros, Changes, OfTrip, Gone, InPlace);
  for (size_t I = 0; I < Tokens.size(); ++I) {
    llvm::ArrayRef<DefinedMacro> All = Tokens[I].isWord()
                                           ? Macros.definitions(Tokens[I].Word)
                                           : llvm::ArrayRef<DefinedMacro>();
    // `sA[i]` is no call of the macro sA(i).
    const bool IsCall =
        I + 1 < Tokens.size() && Tokens[I + 1].Kind == tok::l_paren;
    if (llvm::all_of(All, [&](const DefinedMacro &D) {
          return D.TakesArguments && !IsCall;
        }))
      continue;
    const TextRange Here = {Places[I], Places[I] + 1};
    bool Moves = !BodyRange.contains(Here) || M.Early;
    for (auto [Item, Range] : llvm::zip(M.Items, ItemRanges))
      Moves |= (Item.R != Role::Compute || Item.Early) && Range.contains(Here);
    if (Copied(Here) && isPartOfExpression(All))
      remark("asynchronous copies need this definition of the macro '" +
             Tokens[I].Word + "', and there is another");
    std::string Why = Checker.check(Tokens, I, Moves);
    if (Why.empty() && Moves && !M.Early && !Expanded.contains(Places[I]) &&
        makesCalls(All))
      Why = "a call";
    if (!Why.empty())
      remark(Why + " in another definition of the macro '" + Tokens[I].Word +
             "' was not looked at");
  }
  for (auto [Copy, Travels] : llvm::zip_equal(M.Copies, Plan.Travels))
    if (const Expr *Fill = Copy.StoreCall ? nullptr : fillOf(Copy, Ctx);
        Fill &&
        (Travels == Travel::Async || (Plan.UsesWide && M.wideCopyOf(Copy))))
      if (const auto *Ref = dyn_cast<DeclRefExpr>(Fill->IgnoreParenImpCasts());
          Ref && !Ref->getLocation().isMacroID() &&
          isUnderOtherIf(Ref->getDecl()->getLocation(), *M.Kernel, Text, Ctx))
        remark("asynchronous copies fill with zeros, and '" +
               Ref->getDecl()->getNameAsString() +
               "' may be something else in another build");
  const TemplateSizes Proved = provedSizes(Plan, M, Text, Ctx);
  std::vector<TemplateSizes> All = {wideSizes(Plan, M, Text, Ctx), Proved};
  for (auto [Copy, Travels] : llvm::zip_equal(M.Copies, Plan.Travels))
    if (Travels == Travel::Async)
      All.push_back(asyncSizes(Copy, Plan, M, Text, Ctx));
  for (const TemplateSizes &Sizes : All)
    if (llvm::StringRef Name = Sizes.otherMacro(); !Name.empty())
      remark((&Sizes == &All.front() ? "wide copies need"
                                     : "what was proved needs") +
             std::string(" this definition of the macro '") + Name.str() +
             "', and there is another");
  if (!llvm::all_of(All, [](const TemplateSizes &S) { return S.isWhole(); }))
    return Rejection{RejectionKind::TemplateDependent,
                     M.Header.Loop->getSourceRange(),
                     "what was proved for this instantiation relies on an "
                     "argument of the template that no condition can name"};
  const std::vector<std::string> Terms = Proved.terms();
  if (Terms.empty())
    return std::nullopt;
  const std::string OneBuffer =
      M.Proofs.HoldsForNumbers && Plan.Stages > 1
          ? "; --variant=ldg-single, with one buffer, needs no proof"
          : "";
  if (M.Kernel->isTemplateInstantiation())
    return Rejection{
        RejectionKind::TemplateDependent, M.Header.Loop->getSourceRange(),
        "it is proved for " + allOf(Terms) +
            ", and another instantiation or build may have other sizes" +
            OneBuffer};
  remark("it is proved for " + allOf(Terms) + ", and for no other build" +
         OneBuffer);
  return std::nullopt;
}

} // namespace cudapipe
