//===- LoopBlock.cpp - A block for a loop to stand in ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/LoopBlock.h"
#include "../Rewrite/Layout.h"
#include "../Rewrite/SourceText.h"
#include "LambdaAroundLoop.h"
#include "VariableUses.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class LoopBlock {
public:
  LoopBlock(const LoopCandidate &Candidate, ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop),
        SM(Ctx.getSourceManager()),
        Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())), Ctx) {}

  std::optional<tooling::AtomicChange> run();

private:
  /// The statements around the loop, the innermost last.
  bool findPath(const Stmt *S);
  bool putInBranch(const Stmt &Branch, const Stmt &Around);
  bool putInCase(const CompoundStmt &Cases);
  bool putInBlock();
  bool putOnLines();
  bool open(SourceLocation Behind, unsigned Length);
  bool close(const Stmt &Last, const Stmt &Around, SourceLocation Else);

  const FunctionDecl &Kernel;
  const Stmt &Loop;
  const SourceManager &SM;
  SourceText Text;
  llvm::SmallVector<const Stmt *, 16> Path;
  std::vector<TextEdit> Edits;
};

} // namespace

bool LoopBlock::findPath(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  Path.push_back(S);
  if (S == &Loop || llvm::any_of(S->children(), [&](const Stmt *Child) {
        return findPath(Child);
      }))
    return true;
  Path.pop_back();
  return false;
}

/// Behind the last word of what stands in front of the block.
bool LoopBlock::open(SourceLocation Behind, unsigned Length) {
  if (Behind.isInvalid() || Behind.isMacroID() ||
      SM.getFileID(Behind) != Text.file())
    return false;
  unsigned At = SM.getFileOffset(Behind) + Length;
  Edits.push_back({{At, At}, " {"});
  return true;
}

/// Behind \p Last, in a line of its own, as far to the right as \p Around.
bool LoopBlock::close(const Stmt &Last, const Stmt &Around,
                      SourceLocation Else) {
  const Stmt *S = &Last;
  while (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    S = Attributed->getSubStmt();
  std::optional<TextRange> R = Text.statement(S);
  if (!R || Around.getBeginLoc().isMacroID() || Else.isMacroID())
    return false;
  const std::string Indent =
      Text.indentAt(SM.getFileOffset(Around.getBeginLoc())).str();
  const unsigned End = Text.endOfTrivia(R->End);
  if (Else.isValid()) {
    const unsigned At = SM.getFileOffset(Else);
    if (At < End || !Text.text({End, At}).trim().empty())
      return false;
    Edits.push_back({{End, At}, End == R->End ? " } " : Indent + "} "});
  } else {
    Edits.push_back({{End, End}, End == R->End ? " }" : Indent + "}\n"});
  }
  return true;
}

bool LoopBlock::putInBranch(const Stmt &Branch, const Stmt &Around) {
  if (const auto *If = dyn_cast<IfStmt>(&Around)) {
    if (If->getThen() == &Branch)
      return open(If->getRParenLoc(), 1) &&
             close(Branch, Around, If->getElseLoc());
    return open(If->getElseLoc(), 4) && close(Branch, Around, {});
  }
  if (const auto *For = dyn_cast<ForStmt>(&Around))
    return open(For->getRParenLoc(), 1) && close(Branch, Around, {});
  if (const auto *While = dyn_cast<WhileStmt>(&Around))
    return open(While->getRParenLoc(), 1) && close(Branch, Around, {});
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Around))
    return open(Range->getRParenLoc(), 1) && close(Branch, Around, {});
  return false;
}

static const Stmt *withoutLabels(const Stmt *S) {
  while (const auto *Case = dyn_cast<SwitchCase>(S))
    S = Case->getSubStmt();
  return S;
}

/// Around all statements of the case: its `break` stands in its braces, too.
bool LoopBlock::putInCase(const CompoundStmt &Cases) {
  const auto *All = Cases.body_begin(), *End = Cases.body_end();
  const auto *At = std::find_if(
      All, End, [&](const Stmt *S) { return llvm::is_contained(Path, S); });
  const auto *First = At;
  while (First != All && !isa<SwitchCase>(*First))
    --First;
  const auto *Behind = std::find_if(
      At + 1, End, [](const Stmt *S) { return isa<SwitchCase>(S); });
  if (At == End || !isa<SwitchCase>(*First))
    return false;
  // A later case may use what this one declares.
  VariableUses Uses(Kernel.getBody());
  for (const Stmt *S : llvm::make_range(First, Behind))
    if (const auto *Decls = dyn_cast<DeclStmt>(withoutLabels(S)))
      for (const Decl *D : Decls->decls()) {
        const auto *Var = dyn_cast<VarDecl>(D);
        if (!Var || llvm::any_of(Uses.usesOf(Var), [&](auto *Ref) {
              return llvm::any_of(
                  llvm::make_range(Behind, End),
                  [&](const Stmt *Later) { return Uses.contains(Later, Ref); });
            }))
          return false;
      }
  const auto *Label = cast<SwitchCase>(*First);
  while (const auto *Next = dyn_cast<SwitchCase>(Label->getSubStmt()))
    Label = Next;
  return open(Label->getColonLoc(), 1) &&
         close(*withoutLabels(*std::prev(Behind)), **First, {});
}

/// Where the loop has no block, the braces of one.
bool LoopBlock::putInBlock() {
  size_t At = Path.size() - 1;
  while (At > 0 && isa<AttributedStmt>(Path[At - 1]))
    --At;
  if (At < 2)
    return false;
  const auto *Block = dyn_cast<CompoundStmt>(Path[At - 1]);
  bool IsCase = isa<SwitchCase>(Path[At - 1]);
  size_t Outer = At - 1;
  while (isa<SwitchCase>(Path[Outer]))
    --Outer;
  const auto *Cases = dyn_cast<CompoundStmt>(Path[Outer]);
  IsCase |= Block && isa<SwitchStmt>(Path[At - 2]);
  return IsCase ? Cases && Outer > 0 && isa<SwitchStmt>(Path[Outer - 1]) &&
                      putInCase(*Cases)
                : !Block && putInBranch(*Path[At], *Path[At - 1]);
}

/// Line breaks in front of the loop, and inside the braces of its body.
bool LoopBlock::putOnLines() {
  Edits.clear();
  const auto *Body = dyn_cast_or_null<CompoundStmt>(bodyOf(Loop));
  const SourceLocation Start = Loop.getBeginLoc();
  if (!Body || Body->body_empty() || Start.isMacroID() ||
      Body->getLBracLoc().isMacroID() || Body->getRBracLoc().isMacroID())
    return false;
  const unsigned First = SM.getFileOffset(Start);
  const unsigned Opened = SM.getFileOffset(Body->getLBracLoc()) + 1;
  const unsigned Closed = SM.getFileOffset(Body->getRBracLoc());
  // A comment that goes on in the next line is left where it is.
  for (unsigned At : {First, Opened, Closed})
    if (Text.code()
            .drop_front(At)
            .take_until([](char C) { return C == '\n'; })
            .rtrim()
            .ends_with("\\"))
      return false;
  const std::string Indent = "\n" + Text.indentAt(First).str();
  auto Break = [&](TextRange Blanks, const std::string &In) {
    const llvm::StringRef Code = Text.code();
    while (Blanks.Begin > 0 && Code[Blanks.Begin - 1] == ' ')
      --Blanks.Begin;
    while (Blanks.End < Code.size() && Code[Blanks.End] == ' ')
      ++Blanks.End;
    Edits.push_back({Blanks, In});
  };
  if (!Text.text({Text.lineStart(First), First}).trim().empty())
    Break({First, First}, Indent);
  if (Text.endOfTrivia(Opened) == Opened)
    Break({Opened, Opened}, Indent + indentUnit(Text.code()));
  if (!Text.text({Text.lineStart(Closed), Closed}).trim().empty())
    Break({Closed, Closed}, Indent);
  return !Edits.empty();
}

std::optional<tooling::AtomicChange> LoopBlock::run() {
  if (!findPath(Kernel.getBody()) || (!putInBlock() && !putOnLines()))
    return std::nullopt;
  // An #if may have another branch, or another loop, there.
  if (Text.conditionalsAround(Edits.front().Range.Begin) !=
      Text.conditionalsAround(Edits.back().Range.Begin))
    return std::nullopt;
  return Text.change(Loop.getBeginLoc(), Edits);
}

std::optional<InlinedLoop> putInBlock(const LoopCandidate &Candidate,
                                      ASTContext &Ctx) {
  if (std::optional<tooling::AtomicChange> Braces =
          LoopBlock(Candidate, Ctx).run())
    return InlinedLoop{std::move(*Braces), ""};
  return inlineLambdaAround(Candidate, Ctx);
}

} // namespace cudapipe
