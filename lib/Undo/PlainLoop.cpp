//===- PlainLoop.cpp - The text of the plain loop -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainLoop.h"
#include "../ReadBack/Operations.h"
#include "LoadText.h"
#include "Words.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {
namespace {

/// What indents \p Lines: pragmas may stand elsewhere.
llvm::StringRef indentOfLines(llvm::StringRef Lines) {
  while (Lines.ltrim().starts_with("#") && Lines.contains('\n'))
    Lines = Lines.split('\n').second;
  return Lines.take_front(Lines.find_first_not_of(" \t"));
}

/// The edits of one function.
class FunctionEditor {
public:
  FunctionEditor(llvm::ArrayRef<const TilePipeline *> Loops,
                 const PlainGuess &Guess, const SourceText &Source,
                 const ASTContext &Ctx)
      : Loops(Loops), Guess(Guess), Source(Source), Ctx(Ctx) {}

  OrRejection<PlainEdits> run();

private:
  bool refuse(const Stmt *S, llvm::StringRef Detail) {
    Why = Rejection{RejectionKind::PipelineNotRead, S->getSourceRange(),
                    Detail.str()};
    return false;
  }
  bool remove(const Stmt *S, bool WithComments = true);
  bool isRemoved(const Stmt *S) const;
  llvm::StringRef indentOf(const Stmt *S) const;
  bool hasStepsBetween(const TilePipeline &Loop, const LoadText &Plain) const;
  bool addLoop(const TilePipeline &Loop);
  bool addTiles(const TilePipeline &Loop);
  void dropAlignment(const VarDecl &Array);
  bool openWidths(const TilePipeline &Loop);
  bool findRows();
  bool dropRows();
  void dropRowsIn(llvm::StringRef Code, std::vector<TextEdit> &Out) const;
  bool removeLeftOvers();
  bool checkNames();
  bool namesRemovedTile(const StaticAssertDecl &D) const;
  std::string remaining(TextRange Range) const;
  void joinRemovals();
  void sortEdits();
  const SourceManager &SM() const { return Ctx.getSourceManager(); }

  llvm::ArrayRef<const TilePipeline *> Loops;
  const PlainGuess &Guess;
  const SourceText &Source;
  const ASTContext &Ctx;
  std::vector<TextEdit> Edits;
  llvm::StringSet<> Removed;
  std::vector<const VarDecl *> Redeclared;
  std::optional<Rejection> Why;
  bool HadWidths = false, HadRows = false;
  unsigned LongRows = 0;

  /// `BK + 8` of rows that were made longer, and what `BK` is there; functions
  /// that skew columns.
  std::vector<std::pair<std::vector<std::string>, std::string>> Longer;
  llvm::StringSet<> Skews;
  std::vector<const VarDecl *> RowsOf;
  /// What loads assign to, as it is written.
  std::vector<std::string> Places;
};

/// Takes from the end of \p Text the lines that only step variables on, as
/// `A += BK;`.
static std::string splitSteps(std::string &Text) {
  size_t Begin = Text.size();
  while (Begin > 0) {
    const size_t Line = Begin < 2 ? 0 : Text.rfind('\n', Begin - 2) + 1;
    const llvm::StringRef Whole =
        llvm::StringRef(Text).slice(Line, Begin).trim();
    const std::vector<std::string> Words = tokensIn(Whole);
    const bool IsStep = Words.size() >= 4 &&
                        isAsciiIdentifierStart(Words[0][0]) &&
                        (Words[1] == "+=" || Words[1] == "-=") &&
                        Words.back() == ";" && llvm::count(Words, ";") == 1;
    if (!IsStep && !Whole.empty())
      break;
    // Nothing else is there.
    if (Line == 0)
      return "";
    Begin = Line;
  }
  std::string Out = Text.substr(Begin);
  if (llvm::StringRef(Out).trim().empty())
    return "";
  // A blank line is left where the barrier was.
  if (!llvm::StringRef(Out)
           .take_until([](char C) { return C == ';'; })
           .ltrim(" \t")
           .starts_with("\n"))
    return "";
  // The condition of an `if` or a loop may stand above.
  const llvm::StringRef Above = llvm::StringRef(Text).take_front(Begin).rtrim();
  if (!Above.ends_with(";") && !Above.ends_with("}"))
    return "";
  Text.resize(Begin);
  return Out;
}

/// Of \p S, whose pragmas may be indented otherwise.
llvm::StringRef FunctionEditor::indentOf(const Stmt *S) const {
  while (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    S = Attributed->getSubStmt();
  std::optional<TextRange> R = Source.statement(S);
  return R ? Source.indentAt(R->Begin) : "";
}

bool FunctionEditor::isRemoved(const Stmt *S) const {
  std::optional<TextRange> R = Source.statement(S);
  return R && llvm::any_of(Edits, [&](const TextEdit &E) {
           return E.Text.empty() && E.Range.contains(*R);
         });
}

/// Statements of the user stand between the load and the barrier behind it.
bool FunctionEditor::hasStepsBetween(const TilePipeline &Loop,
                                     const LoadText &Plain) const {
  bool IsBehind = false;
  for (const Stmt *S : Loop.Steps->body()) {
    if (S == Loop.Barrier)
      return false;
    const bool IsOurs = llvm::is_contained(Loop.Gone, S) ||
                        llvm::is_contained(Loop.Load.Stores, S) ||
                        llvm::is_contained(Plain.Twice, S);
    if (IsBehind && !IsOurs)
      return true;
    IsBehind |= S == Loop.LoadAt;
  }
  return false;
}

bool FunctionEditor::remove(const Stmt *S, bool WithComments) {
  std::optional<TextRange> R = Source.statement(S);
  if (!R)
    return refuse(S, "a macro stands in the way");
  for (const auto &Name : identifiersIn(Source.text(*R)))
    Removed.insert(Name.getKey());
  const unsigned Line = Source.lineStart(R->Begin),
                 Behind = Source.endOfTrivia(R->End);
  // Something else stands in its line.
  if (!Source.text({Line, R->Begin}).trim().empty() || Behind == R->End) {
    Edits.push_back({*R, ""});
    return true;
  }
  const unsigned Begin = WithComments ? Source.leading(R->Begin).Begin : Line;
  Edits.push_back({{Begin, Behind}, ""});
  return true;
}

/// A pointer to one of \p Names becomes one of another type in \p Code.
static bool isCastIn(llvm::StringRef Code, const llvm::StringSet<> &Names) {
  const std::vector<std::string> Words = tokensIn(Code);
  for (size_t I = 0; I < Words.size(); ++I) {
    if (Words[I] == "reinterpret_cast") {
      while (I < Words.size() && Words[I] != "(")
        ++I;
      unsigned Depth = 0;
      for (size_t J = I; J < Words.size(); ++J) {
        Depth += Words[J] == "(";
        Depth -= Words[J] == ")";
        if (Depth == 0)
          break;
        if (Names.contains(Words[J]))
          return true;
      }
    } else if (Words[I] == "*" && I + 1 < Words.size() && Words[I + 1] == ")") {
      // `(float4 *)&As[i]`
      size_t J = I + 2;
      while (J < Words.size() && (Words[J] == "&" || Words[J] == "("))
        ++J;
      if (J < Words.size() && Names.contains(Words[J]))
        return true;
    }
  }
  return false;
}

/// Of copies that are wider than the plain loop's.
void FunctionEditor::dropAlignment(const VarDecl &Array) {
  const llvm::StringRef Code = Source.code();
  std::optional<TextRange> Declared =
      Source.range(SourceRange(Array.getLocation(), Array.getLocation()));
  const unsigned Begin = SM().getFileOffset(
      SM().getExpansionLoc(Array.getSourceRange().getBegin()));
  if (!Declared || Declared->Begin < Begin)
    return;
  // Whoever reads or writes wider elements of it may need it.
  std::optional<TextRange> All =
      Source.range(Loops.front()->Function->getSourceRange());
  llvm::StringSet<> Names = {Array.getName()};
  for (const TilePipeline *Loop : Loops)
    if (auto Its = Loop->Tiles.find(&Array); Its != Loop->Tiles.end())
      Names.insert(Its->second);
  sortEdits();
  if (!All || isCastIn(remaining(*All), Names))
    return;
  const llvm::StringRef Front = Code.slice(Begin, Declared->Begin);
  const size_t At = Front.find("alignas(");
  const size_t End =
      At == llvm::StringRef::npos
          ? At
          : Front.find_first_not_of(" \n", Front.find(')', At) + 1);
  if (End == llvm::StringRef::npos)
    return;
  const TextRange Range{unsigned(Begin + At), unsigned(Begin + End)};
  if (llvm::none_of(Edits, [&](const TextEdit &E) {
        return E.Range.Begin == Range.Begin;
      }))
    Edits.push_back({Range, ""});
}

bool FunctionEditor::addTiles(const TilePipeline &Loop) {
  for (const auto &[Array, Name] : Loop.Tiles) {
    std::optional<TextRange> Declared =
        Source.range(SourceRange(Array->getLocation(), Array->getLocation()));
    if (!Declared)
      return refuse(Loop.Loop, "a tile is declared by a macro");
    if (llvm::any_of(Edits, [&](const TextEdit &E) {
          return E.Range.Begin == Declared->Begin;
        }))
      continue; // Of another loop, too.
    const llvm::StringRef Code = Source.code();
    unsigned Open = Declared->End;
    while (Open < Code.size() && isWhitespace(Code[Open]))
      ++Open;
    unsigned Close = Open, Depth = 0;
    do {
      if (Close >= Code.size())
        return refuse(Loop.Loop, "the stages of a tile are no array");
      Depth += Code[Close] == '[';
      Depth -= Code[Close] == ']';
      ++Close;
    } while (Depth > 0);
    if (Code[Open] != '[')
      return refuse(Loop.Loop, "the stages of a tile are no array");
    for (const auto &Word : identifiersIn(Code.slice(Open, Close)))
      Removed.insert(Word.getKey());
    Removed.insert(Array->getName());
    Edits.push_back({{Declared->Begin, Close}, Name});
    if (Guess.DropsAlignment && HadWidths)
      dropAlignment(*Array);
  }
  return true;
}

bool FunctionEditor::addLoop(const TilePipeline &Loop) {
  OrRejection<LoadText> Load = loadText(Loop, Guess.OpensLoops, Source, Ctx);
  if (const auto *NotRead = std::get_if<Rejection>(&Load)) {
    Why = *NotRead;
    return false;
  }
  const LoadText &Plain = std::get<LoadText>(Load);
  HadWidths |= Plain.HadWidths;
  llvm::append_range(Redeclared, Plain.Redeclared);
  llvm::append_range(Places, Plain.Places);
  std::optional<TextRange> At = Source.statement(Loop.LoadAt),
                           Barrier = Source.statement(Loop.Barrier),
                           Steps = Source.range(Loop.Steps);
  if (!At || !Barrier || !Steps)
    return refuse(Loop.Loop, "a macro stands in the way");

  for (const TileLambda &L : Loop.Lambdas)
    if (!remove(L.Declaration))
      return false;
  for (const Stmt *S : Loop.Front)
    if (!remove(S))
      return false;
  if (Loop.Bound) {
    const auto *Var = cast<VarDecl>(Loop.Bound->getSingleDecl());
    const auto *Cond =
        cast<BinaryOperator>(cast<ForStmt>(Loop.Loop)->getCond());
    std::optional<TextRange> Name = Source.range(Cond->getRHS());
    std::optional<std::string> Value =
        Source.text(Var->getInit()->IgnoreImpCasts());
    if (!Name || !Value || !remove(Loop.Bound))
      return refuse(Loop.Loop, "a macro stands in the way");
    Edits.push_back({*Name, *Value});
  }
  const bool KeepsComments =
      llvm::is_contained(Loop.Gone, Loop.LoadAt) && !isa<IfStmt>(Loop.LoadAt);
  for (const Stmt *S : Loop.Gone)
    if (!remove(S, !(KeepsComments && S == Loop.LoadAt)))
      return false;
  for (const Stmt *S : Plain.Twice)
    if (!remove(S))
      return false;
  for (const Stmt *S : Plain.Spare)
    if (!isRemoved(S) && !remove(S))
      return false;
  if (Guess.DropsBarrierBehind && Loop.BarrierBehind &&
      !remove(Loop.BarrierBehind))
    return false;
  if (Guess.DropsBarrierBehind && Loop.BarrierInFront &&
      !remove(Loop.BarrierInFront))
    return false;
  for (const Stmt *S : Loop.Load.Stores)
    if (contains(Loop.Steps, S) && !remove(S))
      return false;

  const llvm::StringRef Indent = indentOf(Loop.LoadAt);
  llvm::StringRef Body = Plain.Text;
  while (!Body.empty() && Body.split('\n').first.trim().empty())
    Body = Body.split('\n').second;
  std::string Text = reindent(Body.rtrim(), indentOfLines(Body), Indent) + "\n";
  const std::string Sync = Source.text(*Barrier).str() + "\n";
  // Pointers that step on do so behind the barrier.
  std::string Stepped;
  if (Guess.LoadsUpToBarrier)
    Stepped = splitSteps(Text);
  // The user's own steps may stand between the two: likelier behind both.
  const bool MovesBarrier = Guess.LoadsUpToBarrier &&
                            Loop.HasBarrierBehindLoad &&
                            hasStepsBetween(Loop, Plain);
  if (MovesBarrier && !remove(Loop.Barrier, /*WithComments=*/false))
    return false;
  if (!Loop.HasBarrierBehindLoad || MovesBarrier || !Stepped.empty()) {
    if (!Stepped.empty() && Loop.HasBarrierBehindLoad && !MovesBarrier &&
        !remove(Loop.Barrier, /*WithComments=*/false))
      return false;
    Text += Indent.str() + Sync;
  }
  Text += Stepped;
  // The comments above a store are in Text.
  const unsigned LoadLine = llvm::is_contained(Loop.Load.Stores, Loop.LoadAt) &&
                                    contains(Loop.Steps, Loop.LoadAt)
                                ? Source.leading(At->Begin).Begin
                            : KeepsComments || contains(Loop.Steps, Loop.LoadAt)
                                ? Source.lineStart(At->Begin)
                                : At->Begin;
  Edits.push_back({{LoadLine, LoadLine}, Text});

  if (!Loop.HasBarrierAtEnd && Guess.EndsWithBarrier) {
    const Stmt *Last = nullptr;
    for (const Stmt *S : Loop.Steps->body())
      if (!llvm::is_contained(Loop.Gone, S) &&
          !llvm::is_contained(Plain.Twice, S))
        Last = S;
    std::optional<TextRange> R =
        Last ? Source.statement(Last) : std::optional<TextRange>();
    if (!R)
      return refuse(Loop.Loop, "a macro stands in the way");
    const unsigned Place = Source.endOfTrivia(R->End);
    Edits.push_back({{Place, Place}, indentOf(Last).str() + Sync});
  }
  return true;
}

void FunctionEditor::sortEdits() {
  llvm::stable_sort(Edits, [](const TextEdit &A, const TextEdit &B) {
    return std::pair(A.Range.Begin, A.Range.End) <
           std::pair(B.Range.Begin, B.Range.End);
  });
}

/// Makes one of removals with blanks between, and takes the blank lines that
/// would be left over.
void FunctionEditor::joinRemovals() {
  sortEdits();
  std::vector<TextEdit> Out;
  for (TextEdit &E : Edits) {
    if (!Out.empty() && E.Text.empty() && Out.back().Text.empty()) {
      TextRange &Before = Out.back().Range;
      if (E.Range.Begin <= Before.End ||
          Source.text({Before.End, E.Range.Begin}).trim().empty()) {
        Before.End = std::max(Before.End, E.Range.End);
        continue;
      }
    }
    Out.push_back(std::move(E));
  }
  const llvm::StringRef Code = Source.code();
  for (TextEdit &E : Out) {
    if (!E.Text.empty() || E.Range.Begin == E.Range.End ||
        Code[E.Range.End - 1] != '\n')
      continue;
    auto IsBlank = [&](unsigned At) {
      return At < Code.size() &&
             Code.slice(At, Code.find('\n', At)).trim().empty();
    };
    const llvm::StringRef Before = Code.take_front(E.Range.Begin);
    const bool AfterBlank = Before.ends_with("\n\n") ||
                            Before.ends_with("\n\r\n") ||
                            Before.rtrim().ends_with("{");
    // Nothing but a brace follows.
    const bool BeforeBrace =
        Code.drop_front(E.Range.End).ltrim(" \t").starts_with("}");
    if (BeforeBrace && !Before.rtrim().ends_with("{"))
      while (E.Range.Begin > 1 && Code[E.Range.Begin - 1] == '\n' &&
             IsBlank(Source.lineStart(E.Range.Begin - 1)))
        E.Range.Begin = Source.lineStart(E.Range.Begin - 1);
    while (AfterBlank && IsBlank(E.Range.End) &&
           Code.find('\n', E.Range.End) != llvm::StringRef::npos)
      E.Range.End = Code.find('\n', E.Range.End) + 1;
  }
  Edits = std::move(Out);
  sortEdits();
}

/// What \p Range becomes.
std::string FunctionEditor::remaining(TextRange Range) const {
  std::string Out;
  unsigned At = Range.Begin;
  for (const TextEdit &E : Edits) {
    if (E.Range.Begin < Range.Begin || E.Range.End > Range.End)
      continue;
    if (At < E.Range.Begin)
      Out += Source.text({At, E.Range.Begin});
    Out += E.Text;
    At = std::max(At, E.Range.End);
  }
  return Out + Source.text({At, Range.End}).str();
}

/// `static_assert(TILE % 4 == 0, "rows are copied 4 elements at a time");`
static bool isOfRows(const StaticAssertDecl &D) {
  const auto *Message = dyn_cast_or_null<StringLiteral>(D.getMessage());
  return Message && Message->getCharByteWidth() == 1 &&
         Message->getString().starts_with("rows are copied ");
}

/// It is about the stages of a tile that is one now.
bool FunctionEditor::namesRemovedTile(const StaticAssertDecl &D) const {
  for (const TilePipeline *Loop : Loops)
    for (const auto &[Array, Name] : Loop->Tiles)
      if (Name != Array->getName() && mentions(D.getAssertExpr(), Array))
        return true;
  return false;
}

/// Removes what only the pipeline has named.
bool FunctionEditor::removeLeftOvers() {
  const FunctionDecl *Function = Loops.front()->Function;
  std::optional<TextRange> All = Source.range(Function->getSourceRange());
  if (!All)
    return refuse(Loops.front()->Loop, "a macro stands in the way");
  std::vector<const DeclStmt *> Declared;
  forEach<DeclStmt>(Function->getBody(),
                    [&](const DeclStmt &S) { Declared.push_back(&S); });
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    sortEdits();
    // Of each name, how often it is left.
    llvm::StringMap<unsigned> Left;
    for (const std::string &Word : tokensIn(remaining(*All)))
      ++Left[Word];
    for (const DeclStmt *S : Declared) {
      std::optional<TextRange> R = Source.statement(S);
      if (!R || llvm::any_of(Edits, [&](const TextEdit &E) {
            return E.Range.Begin < R->End && R->Begin < E.Range.End;
          }))
        continue;
      llvm::StringMap<unsigned> Own;
      for (const std::string &Word : tokensIn(Source.text(*R)))
        ++Own[Word];
      const bool IsLeftOver = llvm::all_of(S->decls(), [&](const Decl *D) {
        const auto *Var = dyn_cast<VarDecl>(D);
        if (const auto *Assertion = dyn_cast<StaticAssertDecl>(D))
          return isOfRows(*Assertion) || namesRemovedTile(*Assertion);
        return Var &&
               (llvm::is_contained(Redeclared, Var) ||
                (Removed.contains(Var->getName()) &&
                 Left.lookup(Var->getName()) == Own.lookup(Var->getName())));
      });
      if (!IsLeftOver)
        continue;
      if (!remove(S))
        return false;
      HasChanged = true;
      break;
    }
  }
  return true;
}

/// Nothing else may have used what is gone.
bool FunctionEditor::checkNames() {
  std::optional<TextRange> All =
      Source.range(Loops.front()->Function->getSourceRange());
  sortEdits();
  for (const TilePipeline *Loop : Loops) {
    const llvm::StringSet<> Names = identifiersIn(remaining(*All));
    for (const TileLambda &L : Loop->Lambdas)
      if (Names.contains(L.Var->getName()))
        return refuse(L.Declaration, "it is called elsewhere, too");
    for (const auto &[Array, Name] : Loop->Tiles)
      if (Name != Array->getName() && Names.contains(Array->getName()))
        return refuse(Loop->Loop, "'" + Array->getNameAsString() +
                                      "' is used outside of the pipeline, "
                                      "too");
  }
  return true;
}

/// Puts what the lambda of one width does in the place of its calls.
bool FunctionEditor::openWidths(const TilePipeline &Loop) {
  if (!Loop.OfWidths)
    return true;
  HadWidths = true;
  std::optional<TextRange> All = Source.statement(Loop.OfWidths),
                           Calls = Source.statement(Loop.Calls),
                           Block = Source.range(Loop.Block);
  if (!All || !Calls || !Block)
    return refuse(Loop.Loop, "a macro stands in the way");
  const unsigned Begin = Source.endOfTrivia(Block->Begin + 1),
                 End = Source.lineStart(Block->End - 1);
  sortEdits();
  std::vector<TextEdit> Inner;
  llvm::erase_if(Edits, [&](const TextEdit &E) {
    const bool IsInner = Begin <= E.Range.Begin && E.Range.End <= End;
    if (IsInner)
      Inner.push_back(E);
    return IsInner;
  });
  std::optional<std::string> Text = Source.edited({Begin, End}, Inner);
  if (!Text || End < Begin)
    return refuse(Loop.OfWidths, "its parts cannot be told apart");
  for (const Stmt *S : {static_cast<const Stmt *>(Loop.OfWidths), Loop.Calls})
    for (const auto &Name : identifiersIn(Source.text(*Source.statement(S))))
      Removed.insert(Name.getKey());
  llvm::StringRef Body = *Text;
  Body = Body.drop_front(Body.find_first_not_of("\r\n")).rtrim();
  const llvm::StringRef From = indentOfLines(Body);
  const llvm::StringRef Indent = Source.indentAt(All->Begin);
  Edits.push_back(
      {{Source.leading(All->Begin).Begin, Source.endOfTrivia(Calls->End)},
       reindent(Body, From, Indent) + "\n"});
  return true;
}

/// The shared arrays of the function whose last dimension is `E + 8`, or
/// `skewed(E)` by a function of the kernel.
bool FunctionEditor::findRows() {
  const Stmt *Body = Loops.front()->Function->getBody();
  forEach<DeclStmt>(Body, [&](const DeclStmt &S) {
    for (const Decl *D : S.decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      const TypeSourceInfo *Type = Var && Var->hasAttr<CUDASharedAttr>()
                                       ? Var->getTypeSourceInfo()
                                       : nullptr;
      const bool IsTile =
          Var && llvm::any_of(Loops, [&](const TilePipeline *Loop) {
            return Loop->Tiles.count(Var) || mentions(Loop->Load.Body, Var) ||
                   llvm::any_of(Loop->Load.Stores, [&](const Stmt *Store) {
                     return mentions(Store, Var);
                   });
          });
      if (!Type || !IsTile)
        continue;
      const Expr *Size = nullptr;
      TypeLoc At = Type->getTypeLoc();
      while (auto Array = At.getAs<ArrayTypeLoc>()) {
        Size = Array.getSizeExpr();
        At = Array.getElementLoc();
      }
      Size = Size ? Size->IgnoreImplicit() : nullptr;
      if (const auto *Made = dyn_cast_or_null<ConstantExpr>(Size))
        Size = Made->getSubExpr()->IgnoreImplicit();
      if (const auto *Sum = dyn_cast_or_null<BinaryOperator>(Size);
          Sum && Sum->getOpcode() == BO_Add &&
          isa<IntegerLiteral>(Sum->getRHS()->IgnoreImpCasts())) {
        const std::string All = Source.text(Sum).value_or(""),
                          Row = Source.text(Sum->getLHS()).value_or("");
        if (All.empty() || Row.empty() || Guess.KeepsRows >> LongRows++ & 1)
          continue;
        Longer.push_back({tokensIn(All), Row});
        RowsOf.push_back(Var);
        continue;
      }
      const std::string Text = Size ? Source.text(Size).value_or("") : "";
      const std::vector<std::string> Words = tokensIn(Text);
      if (Words.size() < 4 || Words[1] != "(" || Words.back() != ")" ||
          !Guess.DropsSkews)
        continue;
      // A lambda of the kernel.
      forEach<DeclStmt>(Body, [&](const DeclStmt &Its) {
        const auto *Skew = Its.isSingleDecl()
                               ? dyn_cast<VarDecl>(Its.getSingleDecl())
                               : nullptr;
        if (!Skew || Skew->getName() != Words[0] || !lambdaOf(*Skew))
          return;
        RowsOf.push_back(Var);
        if (Skews.insert(Words[0]).second && !isRemoved(&Its))
          remove(&Its);
      });
    }
  });
  return !RowsOf.empty();
}

/// The edits that give the rows named in \p Code their length.
void FunctionEditor::dropRowsIn(llvm::StringRef Code,
                                std::vector<TextEdit> &Out) const {
  const std::vector<PlacedWord> Words = placedWordsIn(Code);
  for (size_t I = 0; I < Words.size(); ++I) {
    if (Skews.contains(Words[I].Text) && I + 1 < Words.size() &&
        Words[I + 1].Text == "(") {
      unsigned Depth = 0;
      for (size_t J = I + 1; J < Words.size(); ++J) {
        Depth += Words[J].Text == "(";
        Depth -= Words[J].Text == ")";
        if (Depth != 0)
          continue;
        Out.push_back({{Words[I].Begin, Words[I + 1].End}, ""});
        Out.push_back({{Words[J].Begin, Words[J].End}, ""});
        break;
      }
      continue;
    }
    for (const auto &[Long, Row] : Longer) {
      bool IsSame = I + Long.size() <= Words.size();
      for (size_t J = 0; IsSame && J < Long.size(); ++J)
        IsSame = Words[I + J].Text == Long[J];
      if (!IsSame)
        continue;
      TextRange All{Words[I].Begin, Words[I + Long.size() - 1].End};
      // `(BK + 8)`, alone in its parentheses.
      const size_t Behind = I + Long.size();
      if (I > 0 && Behind < Words.size() && Words[I - 1].Text == "(" &&
          Words[Behind].Text == ")" && Long.size() == 3 &&
          (I < 2 || !isAsciiIdentifierContinue(Words[I - 2].Text.back())))
        All = {Words[I - 1].Begin, Words[Behind].End};
      Out.push_back({All, Row});
      I += Long.size() - 1;
      break;
    }
  }
}

bool FunctionEditor::dropRows() {
  if (!findRows())
    return true;
  HadRows = true;
  std::optional<TextRange> All =
      Source.range(Loops.front()->Function->getSourceRange());
  if (!All)
    return refuse(Loops.front()->Loop, "a macro stands in the way");
  auto Drop = [&](std::string &In) {
    std::vector<TextEdit> Inner;
    dropRowsIn(In, Inner);
    llvm::stable_sort(Inner, [](const TextEdit &A, const TextEdit &B) {
      return A.Range.Begin < B.Range.Begin;
    });
    for (const TextEdit &Each : llvm::reverse(Inner))
      In.replace(Each.Range.Begin, Each.Range.End - Each.Range.Begin,
                 Each.Text);
    return !Inner.empty();
  };
  for (std::string &Place : Places)
    Drop(Place);
  for (TextEdit &E : Edits)
    if (Drop(E.Text))
      E.Text = laidOut(std::move(E.Text), Places, Source);
  sortEdits();
  std::vector<TextEdit> New;
  auto Add = [&](unsigned Begin, unsigned End) {
    if (Begin >= End)
      return;
    std::vector<TextEdit> Inner;
    dropRowsIn(Source.text({Begin, End}), Inner);
    for (TextEdit &In : Inner) {
      In.Range.Begin += Begin;
      In.Range.End += Begin;
      New.push_back(std::move(In));
    }
  };
  unsigned At = All->Begin;
  for (const TextEdit &E : Edits) {
    Add(At, std::min(E.Range.Begin, All->End));
    At = std::max(At, E.Range.End);
  }
  Add(At, All->End);
  llvm::append_range(Edits, New);
  sortEdits();
  // The comment that says so, and an alignment that nothing needs now.
  for (const VarDecl *Var : RowsOf) {
    if (Guess.DropsAlignment)
      dropAlignment(*Var);
    const unsigned Begin = SM().getFileOffset(
        SM().getExpansionLoc(Var->getSourceRange().getBegin()));
    const unsigned Line = Source.lineStart(Begin);
    if (Line == 0)
      continue;
    const unsigned Above = Source.lineStart(Line - 1);
    const llvm::StringRef Comment = Source.text({Above, Line}).trim();
    if (Comment.starts_with("//") &&
        (Comment.contains("longer") || Comment.contains("bank")) &&
        llvm::none_of(Edits, [&](const TextEdit &E) {
          return E.Range.Begin < Line && Above < E.Range.End;
        }))
      Edits.push_back({{Above, Line}, ""});
  }
  sortEdits();
  return true;
}

OrRejection<PlainEdits> FunctionEditor::run() {
  for (const TilePipeline *Loop : Loops)
    if (!addLoop(*Loop))
      return *Why;
  for (const TilePipeline *Loop : Loops)
    HadWidths |= Loop->OfWidths != nullptr;
  for (const TilePipeline *Loop : Loops)
    if (!addTiles(*Loop))
      return *Why;
  if (!removeLeftOvers() || !dropRows())
    return *Why;
  joinRemovals();
  for (const TilePipeline *Loop : Loops)
    if (!openWidths(*Loop))
      return *Why;
  if (!removeLeftOvers() || !checkNames())
    return *Why;
  joinRemovals();
  return PlainEdits{std::move(Edits), HadWidths, HadRows, LongRows};
}

} // namespace

OrRejection<PlainEdits> plainEdits(llvm::ArrayRef<const TilePipeline *> Loops,
                                   const PlainGuess &Guess,
                                   const SourceText &Source,
                                   const ASTContext &Ctx) {
  return FunctionEditor(Loops, Guess, Source, Ctx).run();
}

std::optional<TextRange> unusedInclude(const Transport &Variant,
                                       llvm::StringRef New,
                                       llvm::StringRef Old) {
  // An include names what it is for.
  std::string Code;
  for (llvm::StringRef Rest = New; !Rest.empty();) {
    auto [Line, Behind] = Rest.split('\n');
    if (!Line.ltrim().starts_with("#"))
      Code += (Line + "\n").str();
    Rest = Behind;
  }
  const llvm::StringSet<> Names = identifiersIn(Code);
  if (Variant.Header.empty() ||
      llvm::any_of(Variant.Names, [&](const CudaName &Name) {
        return Names.contains(Name.Name);
      }))
    return std::nullopt;
  for (size_t Line = 0; Line < Old.size();) {
    const size_t End = std::min(Old.find('\n', Line), Old.size());
    llvm::StringRef Text = Old.slice(Line, End).trim();
    if (Text.consume_front("#") && (Text = Text.ltrim(), true) &&
        Text.consume_front("include") && Text.trim() == Variant.Header) {
      size_t Behind = std::min(End + 1, Old.size());
      // The blank line of an include that stood alone.
      const bool IsFirst = !Old.take_front(Line).contains("#include");
      const size_t Next = std::min(Old.find('\n', Behind), Old.size());
      const bool BlankAbove = Old.take_front(Line).ends_with("\n\n");
      if (IsFirst && BlankAbove && Old.slice(Behind, Next).trim().empty())
        Behind = std::min(Next + 1, Old.size());
      return TextRange{unsigned(Line), unsigned(Behind)};
    }
    Line = End + 1;
  }
  return std::nullopt;
}

} // namespace cudapipe
