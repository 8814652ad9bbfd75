//===- HiddenText.cpp - Text that means more than the syntax tree ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The syntax tree is that of one configuration. What an #if switches off in the
// kernel stands beside our edits in another one: it may be neither half a
// statement, nor change what the load phase goes by.
//
//===----------------------------------------------------------------------===//

#include "HiddenChanges.h"
#include "OtherBuilds.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cudapipe {

namespace {

/// An #if that is open, and what its branch has so far, less what is in an #if
/// of its own.
struct OpenIf {
  unsigned At;
  bool IsComment; ///< #if 0.
  llvm::SmallVector<tok::TokenKind, 8> Brackets;
  bool EndsStatement = true;
  bool Balanced = true; ///< Each bracket is closed in its branch.
  bool Complete = true; ///< Each branch is empty or ends a statement.
  bool Alike = true;    ///< Each branch leaves the same brackets open.
  bool HasElse = false;
  /// What the first branch leaves open.
  std::optional<llvm::SmallVector<tok::TokenKind, 8>> Left = std::nullopt;

  void add(const Token &Tok) {
    if (IsComment)
      return;
    EndsStatement = Tok.isOneOf(tok::semi, tok::r_brace);
    if (Tok.is(tok::l_brace))
      Brackets.push_back(tok::r_brace);
    else if (Tok.is(tok::l_paren))
      Brackets.push_back(tok::r_paren);
    else if (Tok.is(tok::l_square))
      Brackets.push_back(tok::r_square);
    else if (Tok.isOneOf(tok::r_brace, tok::r_paren, tok::r_square) &&
             (Brackets.empty() || Brackets.pop_back_val() != Tok.getKind()))
      Balanced = Alike = false;
  }
  void endBranch() {
    Balanced &= Brackets.empty();
    Complete &= EndsStatement;
    if (!Left)
      Left = Brackets;
    Alike &= *Left == Brackets;
    Brackets.clear();
    EndsStatement = true;
    IsComment = false;
  }
};

} // namespace

/// Each #if of the kernel leaves the statements around it whole, whichever of
/// its branches is read. Inside one statement of the compute phase it may do as
/// it likes: that stays.
std::optional<Rejection> OtherBuilds::checkBranches() {
  std::optional<TextRange> Body = Text.range(M.Kernel->getBody());
  if (!Body)
    return std::nullopt;
  std::vector<Directive> Lines =
      Text.directives({Body->Begin + 1, Body->End - 1});
  auto Inside = [&](unsigned At) {
    for (unsigned I = 0; I < M.Items.size(); ++I)
      if (M.Items[I].R == Role::Compute && ItemRanges[I].Begin < At &&
          At < ItemRanges[I].End)
        return int(I);
    return -1;
  };
  // The outermost loop around this one.
  const Stmt *Outer = M.Header.Loop;
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    if (!S || !contains(S, M.Header.Loop))
      return;
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S)) {
      Outer = S;
      return;
    }
    for (const Stmt *Child : S->children())
      Self(Self, Child);
  };
  Visit(Visit, M.Kernel->getBody());
  const TextRange AllTrips =
      Text.range(Outer->getSourceRange()).value_or(*Body);
  llvm::SmallVector<OpenIf, 4> Open;
  for (unsigned I = 0; I < Lines.size(); ++I) {
    const Directive &D = Lines[I];
    if (D.opens()) {
      bool IsComment =
          (!Open.empty() && Open.back().IsComment) ||
          (D.Name == "if" && Text.text(D.Line).rtrim().ends_with("if 0"));
      Open.push_back({D.Line.Begin, IsComment, {}});
    } else if (D.divides() && !Open.empty()) {
      Open.back().endBranch();
      Open.back().HasElse |= D.Name == "else";
    } else if (D.closes() && !Open.empty()) {
      OpenIf If = Open.pop_back_val();
      If.endBranch();
      // What is left open in front of the loop takes our declarations in its
      // place; beyond that, an expression or a header may have two forms.
      int Around = Inside(D.Line.End);
      bool MayBeOpen = Around >= 0 || !(LoopRange.contains(D.Line) ||
                                        standsBeforeLoop(D.Line.End));
      // What comes behind all trips has no text of ours in it: it is enough
      // that the same blocks are open in every build.
      const bool IsBehind =
          If.At >= AllTrips.End && If.Alike && (If.HasElse || If.Left->empty());
      if (IsBehind && !Open.empty())
        llvm::append_range(Open.back().Brackets, *If.Left);
      if (!IsBehind && (Around < 0 || Around != Inside(If.At)) &&
          (!If.Balanced || (!If.Complete && !MayBeOpen)))
        return Rejection{RejectionKind::MacroLoop,
                         M.Header.Loop->getSourceRange(),
                         "an #if in the kernel holds part of a statement"};
    }
    unsigned End = I + 1 < Lines.size() ? Lines[I + 1].Line.Begin : D.Line.End;
    if (!Open.empty())
      Text.forTokens({D.Line.End, End},
                     [&](const Token &Tok, unsigned) { Open.back().add(Tok); });
  }
  return std::nullopt;
}

/// Some builds that have the loop have what stands at \p At, and some do not.
bool OtherBuilds::isChosen(unsigned At) const {
  const std::vector<unsigned> Ours = OfFile.around(LoopRange.Begin);
  return !OfFile.excludeEachOther(At, LoopRange.Begin) &&
         llvm::any_of(OfFile.around(At), [&](unsigned Branch) {
           return !llvm::is_contained(Ours, Branch);
         });
}

/// The text in the kernel that an #if decides about in builds that have the
/// loop: what stands between such lines.
std::vector<TextRange> OtherBuilds::chosenParts() const {
  std::vector<TextRange> Out;
  std::optional<TextRange> Body = Text.range(M.Kernel->getBody());
  if (!Body)
    return Out;
  auto Add = [&](TextRange Part) {
    if (Part.Begin < Part.End && isChosen(Part.End - 1))
      Out.push_back(Part);
  };
  unsigned Begin = Body->Begin;
  for (const Directive &D : Text.directives({Body->Begin + 1, Body->End - 1})) {
    Add({Begin, D.Line.Begin});
    Begin = D.Line.End;
  }
  Add({Begin, Body->End});
  return Out;
}

static bool isIn(llvm::ArrayRef<TextRange> Parts, unsigned At) {
  return llvm::any_of(
      Parts, [&](const TextRange &Part) { return Part.contains({At, At}); });
}

/// Nothing but comments and pragmas is between \p At and the loop.
bool OtherBuilds::standsBeforeLoop(unsigned At) const {
  if (At > LoopRange.Begin)
    return false;
  bool Found = false, InPragma = false;
  Text.forTokens({At, LoopRange.Begin}, [&](const Token &Tok, unsigned) {
    if (Tok.isAtStartOfLine())
      InPragma = Tok.is(tok::hash);
    Found |= !InPragma;
  });
  return !Found;
}

/// Variables that the loop header and the load phase read.
VarSet OtherBuilds::readEarly() const {
  VarSet Out;
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    if (!S)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
        Out.insert(Var);
    for (const Stmt *Child : S->children())
      Self(Self, Child);
  };
  Visit(Visit, M.Header.Cond);
  Visit(Visit, M.Header.Init);
  for (const Recurrence &R : M.Variables.Recurrences)
    Visit(Visit, R.Update);
  for (const BodyItem &Item : M.Items)
    if (Item.R == Role::Load || Item.R == Role::Both || Item.Early || M.Early) {
      Visit(Visit, Item.S);
      Out.insert(Item.E.Reads.begin(), Item.E.Reads.end());
    }
  return Out;
}

namespace {

/// What the parentheses around a token belong to.
class Callees {
public:
  void add(const Token &Tok) {
    if (Tok.is(tok::l_paren))
      Open.push_back(Last.empty() && !Open.empty() ? Open.back() : Last);
    else if (Tok.is(tok::r_paren) && !Open.empty())
      Open.pop_back();
    Last = Tok.is(tok::raw_identifier) ? Tok.getRawIdentifier() : "";
  }
  /// They take values: other functions perhaps a reference.
  bool onlyRead() const {
    return !Open.empty() &&
           llvm::StringSwitch<bool>(Open.back())
               .Cases({"printf", "assert", "min", "max", "fminf", "fmaxf"},
                      true)
               .Cases({"if", "while", "switch", "return", "sizeof"}, true)
               .Default(false);
  }

private:
  llvm::SmallVector<llvm::StringRef, 8> Open;
  llvm::StringRef Last;
};

} // namespace

/// Variables that the trip sets for the load phase alone: where they were read,
/// they have another value, or another variable has their name.
VarSet OtherBuilds::movesAway() const {
  VarSet Out;
  for (const BodyItem &Item : M.Items) {
    if (Item.R != Role::Load && !Item.Early)
      continue;
    for (const VarDecl *Var : Item.E.Writes)
      if (Var->getIdentifier() && !M.Early)
        Out.insert(Var);
    if (const auto *Decls = dyn_cast<DeclStmt>(Item.S); Decls && !M.Early)
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D); Var && Var->getIdentifier())
          Out.insert(Var);
  }
  return Out;
}

/// Code that an #if switches off may change what the load phase reads.
std::optional<Rejection> OtherBuilds::checkHiddenChanges() {
  std::optional<TextRange> Body = Text.range(M.Kernel->getBody());
  const std::vector<TextRange> Chosen = chosenParts();
  if (!Body || Chosen.empty())
    return std::nullopt;
  VarSet Read = readEarly();
  llvm::StringMap<const VarDecl *> Watched, Reaching, Gone;
  for (const VarDecl *Var : movesAway())
    Gone[Var->getName()] = Var;
  llvm::DenseSet<unsigned> Seen;
  for (const VarDecl *Var : Read)
    if (Var->getIdentifier() && !Var->getType().isConstQualified())
      Watched[Var->getName()] = Var;
  // Nobody names a variable outside of the statement that it is declared in.
  llvm::DenseMap<const VarDecl *, TextRange> Scopes;
  auto Visit = [&](auto &&Self, const Stmt *S, const Stmt *Scope) -> void {
    if (!S)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (auto R = Text.range(Ref->getSourceRange()))
        Seen.insert(R->Begin);
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D)) {
          if (auto R = Text.range(SourceRange(Var->getLocation())))
            Seen.insert(R->Begin);
          if (auto R = Text.range(Scope->getSourceRange());
              R && !isIn(Chosen, R->End))
            Scopes[Var] = *R;
          if (Var->getIdentifier() && mayReachOthers(Var->getType()))
            Reaching[Var->getName()] = Var;
        }
    if (isa<CompoundStmt, ForStmt, WhileStmt, DoStmt, IfStmt, SwitchStmt,
            CXXForRangeStmt>(S))
      Scope = S;
    for (const Stmt *Child : S->children())
      Self(Self, Child, Scope);
  };
  Visit(Visit, M.Kernel->getBody(), M.Kernel->getBody());
  auto MayName = [&](llvm::StringRef Name, unsigned At) {
    return llvm::any_of(Read, [&](const VarDecl *Var) {
      auto Scope = Scopes.find(Var);
      return Var->getIdentifier() && Var->getName() == Name &&
             (Scope == Scopes.end() || Scope->second.contains({At, At}));
    });
  };

  // A name is followed when it is known what stands behind it.
  const VarDecl *Found = nullptr, *Last = nullptr, *Alias = nullptr;
  Callees Around;
  tok::TokenKind Before = tok::semi, BeforeThat = tok::semi;
  bool InAsm = false; // its operands may be set, under any cast
  Text.forTokens(*Body, [&](const Token &Tok, unsigned At) {
    bool Passed = !Around.onlyRead() &&
                  (BeforeThat == tok::l_paren || BeforeThat == tok::comma);
    if (Alias && changes(Tok.getKind()))
      Found = Alias;
    if (Tok.is(tok::semi)) {
      Alias = nullptr;
      InAsm = false;
    }
    if (Last &&
        (changes(Tok.getKind()) ||
         Tok.isOneOf(tok::l_paren, tok::l_brace, tok::period, tok::arrow) ||
         (Passed && Tok.isOneOf(tok::comma, tok::r_paren)) ||
         BeforeThat == tok::raw_identifier || BeforeThat == tok::amp ||
         BeforeThat == tok::plusplus || BeforeThat == tok::minusminus))
      Found = Last;
    Last = nullptr;
    Around.add(Tok);
    bool Member = Before == tok::period || Before == tok::arrow ||
                  Before == tok::coloncolon;
    if (Tok.is(tok::raw_identifier) && !Member && !Seen.contains(At) &&
        isIn(Chosen, At)) {
      InAsm |= isAsm(Tok.getRawIdentifier());
      auto It = Watched.find(Tok.getRawIdentifier());
      if (It != Watched.end() && MayName(It->first(), At))
        (InAsm ? Found : Last) = It->second;
      if (BodyRange.Begin <= At && At < BodyRange.End) {
        if (const VarDecl *Var = Gone.lookup(Tok.getRawIdentifier()))
          Found = Var;
        if (auto R = Reaching.find(Tok.getRawIdentifier());
            R != Reaching.end()) {
          // One of the trip may be read.
          if (declaredInBody(R->second))
            Last = Alias = R->second;
          else
            Found = R->second;
        }
      }
    }
    BeforeThat = Before;
    Before = Tok.getKind();
  });
  if (!Found)
    return std::nullopt;
  return Rejection{RejectionKind::MacroLoop, Found->getSourceRange(),
                   "an #if in the kernel hides a use of '" +
                       Found->getNameAsString() + "'"};
}

const Stmt *dependsOnPlace(const Stmt *S, const SourceManager &SM) {
  if (!S || isa<PredefinedExpr, SourceLocExpr>(S))
    return S;
  if (isa<IntegerLiteral, StringLiteral>(S) && S->getBeginLoc().isMacroID() &&
      SM.isWrittenInScratchSpace(SM.getSpellingLoc(S->getBeginLoc())))
    return S;
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    return isa<SourceLocExpr>(Default->getExpr()->IgnoreImpCasts()) ? S
                                                                    : nullptr;
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *Assertion = dyn_cast<StaticAssertDecl>(D))
        if (dependsOnPlace(Assertion->getAssertExpr(), SM))
          return S;
  for (const Stmt *Child : S->children())
    if (Child)
      if (const Stmt *Found = dependsOnPlace(Child, SM))
        return Found;
  return nullptr;
}

/// What moves, or is spelled twice, means the same everywhere.
std::optional<Rejection> OtherBuilds::checkPlace() {
  llvm::SmallVector<const Stmt *, 8> Moving = {M.Header.Init, M.Header.Cond};
  for (const Recurrence &R : M.Variables.Recurrences)
    Moving.push_back(R.Update);
  for (const BodyItem &Item : M.Items)
    if (Item.R == Role::Load || Item.R == Role::Both ||
        Item.R == Role::Declaration || Item.Early || M.Early)
      Moving.push_back(Item.S);
  for (const Stmt *S : Moving) {
    if (const Stmt *Found = dependsOnPlace(S, Ctx.getSourceManager()))
      return Rejection{RejectionKind::MacroLoop, Found->getSourceRange(),
                       "what moves depends on its place in the text"};
    std::optional<TextRange> R = S ? Text.range(S) : std::nullopt;
    bool Spans = false;
    if (R)
      Text.forTokens(*R, [&](const Token &Tok, unsigned At) {
        Spans |= Text.text({At, At + Tok.getLength()}).contains('\n');
      });
    if (Spans)
      return Rejection{RejectionKind::MacroLoop, S->getSourceRange(),
                       "a string or a word in what moves goes on in the next "
                       "line"};
  }
  return std::nullopt;
}

/// The calls that are written mean CUDA's functions: no macro in front of the
/// loop, and nothing declared around it, has such a name.
std::optional<Rejection> OtherBuilds::checkCudaNames() {
  llvm::SmallVector<CudaName, 5> Called = {{"__syncthreads", CudaName::None},
                                           {"__syncwarp", CudaName::None}};
  if (llvm::is_contained(Plan.Travels, Travel::Async))
    llvm::append_range(Called, Plan.Variant->Names);
  auto Reject = [&](llvm::StringRef Name) {
    return Rejection{RejectionKind::UnsupportedLoop,
                     M.Header.Loop->getSourceRange(),
                     (Name + " means something else here").str()};
  };
  // A macro of other parameters does not compile, which is seen later.
  for (const Directive &D : Text.directives({0, LoopRange.Begin})) {
    llvm::StringRef Line = Text.text(D.Line).ltrim(" \t#");
    if (!Line.consume_front("define"))
      continue;
    Line = Line.ltrim();
    for (const auto &[Name, Arguments] : Called)
      if (llvm::StringRef Rest = Line; Rest.consume_front(Name)) {
        bool Fits = !Rest.starts_with("(") || Arguments == CudaName::Any ||
                    Rest.starts_with("()") == (Arguments == CudaName::None);
        if (Fits && (Rest.empty() || !isAsciiIdentifierContinue(Rest[0])))
          return Reject(Name);
      }
  }
  for (const auto &[Name, Arguments] : Called) {
    const IdentifierInfo *Known = findIdentifier(Name, Ctx);
    if (!Known)
      continue;
    DeclarationName Wanted(Known);
    for (const DeclContext *In = M.Kernel->getDeclContext();
         !In->isTranslationUnit(); In = In->getParent()) {
      if (In->isTransparentContext())
        continue; // extern "C" shows what is around it
      const auto *Class = dyn_cast<CXXRecordDecl>(In);
      if (!In->lookup(Wanted).empty() ||
          (Class && Class->hasDefinition() && Class->hasMemberName(Wanted)))
        return Reject(Name);
    }
  }
  return std::nullopt;
}

} // namespace cudapipe
