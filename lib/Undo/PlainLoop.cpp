//===- PlainLoop.cpp - The text of the plain loop -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainLoop.h"
#include "LoadText.h"
#include "Words.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {
namespace {

/// What indents \p Lines: pragmas may stand elsewhere.
llvm::StringRef indentOf(llvm::StringRef Lines) {
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
  bool addLoop(const TilePipeline &Loop);
  bool addTiles(const TilePipeline &Loop);
  bool openWidths(const TilePipeline &Loop);
  bool removeLeftOvers();
  bool checkNames();
  bool namesRemovedTile(const StaticAssertDecl &D) const;
  std::string remaining(TextRange Range) const;
  void joinRemovals();
  void sortEdits();

  llvm::ArrayRef<const TilePipeline *> Loops;
  const PlainGuess &Guess;
  const SourceText &Source;
  const ASTContext &Ctx;
  std::vector<TextEdit> Edits;
  llvm::StringSet<> Removed;
  std::vector<const VarDecl *> Redeclared;
  std::optional<Rejection> Why;
  bool HadWidths = false;
};

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

bool FunctionEditor::addTiles(const TilePipeline &Loop) {
  const SourceManager &SM = Ctx.getSourceManager();
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
    if (!Guess.DropsAlignment || !HadWidths)
      continue;
    const unsigned Line = SM.getFileOffset(
        SM.getExpansionLoc(Array->getSourceRange().getBegin()));
    const llvm::StringRef Front = Code.slice(Line, Declared->Begin);
    const size_t At = Front.find("alignas(");
    const size_t End =
        At == llvm::StringRef::npos
            ? At
            : Front.find_first_not_of(" \n", Front.find(')', At) + 1);
    if (End == llvm::StringRef::npos)
      continue;
    const TextRange Range{unsigned(Line + At), unsigned(Line + End)};
    if (llvm::none_of(Edits, [&](const TextEdit &E) {
          return E.Range.Begin == Range.Begin;
        }))
      Edits.push_back({Range, ""});
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
  if (Guess.DropsBarrierBehind && Loop.BarrierBehind &&
      !remove(Loop.BarrierBehind))
    return false;
  for (const Stmt *S : Loop.Load.Stores)
    if (contains(Loop.Steps, S) && !remove(S))
      return false;

  const llvm::StringRef Indent = Source.indentAt(At->Begin);
  llvm::StringRef Body = Plain.Text;
  while (!Body.empty() && Body.split('\n').first.trim().empty())
    Body = Body.split('\n').second;
  std::string Text = reindent(Body.rtrim(), indentOf(Body), Indent) + "\n";
  const std::string Sync = Source.text(*Barrier).str() + "\n";
  if (!Loop.HasBarrierBehindLoad)
    Text += Indent.str() + Sync;
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
    Edits.push_back({{Place, Place}, Source.indentAt(R->Begin).str() + Sync});
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
  const llvm::StringRef From = indentOf(Body);
  const llvm::StringRef Indent = Source.indentAt(All->Begin);
  Edits.push_back(
      {{Source.leading(All->Begin).Begin, Source.endOfTrivia(Calls->End)},
       reindent(Body, From, Indent) + "\n"});
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
  if (!removeLeftOvers())
    return *Why;
  joinRemovals();
  for (const TilePipeline *Loop : Loops)
    if (!openWidths(*Loop))
      return *Why;
  if (!removeLeftOvers() || !checkNames())
    return *Why;
  joinRemovals();
  return PlainEdits{std::move(Edits), HadWidths};
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
