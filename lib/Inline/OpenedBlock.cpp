//===- OpenedBlock.cpp - Barriers in braces of their own ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenedBlock.h"
#include "../Rewrite/SourceText.h"
#include "Analyze/Loop/LoopAnalysis.h"
#include "MadeStatements.h"
#include "MeaningPrinter.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Rewrite/LoopRewrite.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class BlockOpener {
public:
  BlockOpener(const LoopCandidate &Candidate, ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop),
        Body(dyn_cast_or_null<CompoundStmt>(bodyOf(Loop))), Ctx(Ctx),
        SM(Ctx.getSourceManager()),
        Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())), Ctx) {}

  std::optional<InlinedLoop> run();

private:
  bool findBlock();
  bool keepsNames(TextRange Inside) const;
  bool standsAlone() const;
  std::optional<TextRange> linesOf(TextRange Braces) const;

  const FunctionDecl &Kernel;
  const Stmt &Loop;
  const CompoundStmt *Body;
  ASTContext &Ctx;
  const SourceManager &SM;
  SourceText Text;
  const CompoundStmt *Block = nullptr;
};

} // namespace

bool BlockOpener::findBlock() {
  for (const Stmt *S : Body->body())
    if (const auto *In = dyn_cast<CompoundStmt>(S);
        In && llvm::any_of(In->body(), [&](const Stmt *Part) {
          return isBlockBarrier(Part, Kernel, Ctx);
        })) {
      Block = In;
      return true;
    }
  return false;
}

/// What the block declares ends with the body, and nothing else in the loop has
/// such a name, in text that an #if switches off either.
bool BlockOpener::keepsNames(TextRange Inside) const {
  llvm::StringSet<> Declared;
  for (const Stmt *S : Block->body())
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls()) {
        const auto *Var = dyn_cast<VarDecl>(D);
        if (!Var || !Var->getIdentifier() || !Var->hasLocalStorage() ||
            Var->needsDestruction(Ctx))
          return false;
        Declared.insert(Var->getName());
      }
  std::optional<TextRange> Whole = Text.range(&Loop);
  bool Keeps = Whole.has_value();
  if (Whole && !Declared.empty())
    Text.forTokens(*Whole, [&](const Token &Tok, unsigned At) {
      Keeps &= !Tok.is(tok::raw_identifier) || Inside.contains({At, At}) ||
               !Declared.contains(Tok.getRawIdentifier());
    });
  return Keeps;
}

/// No #if puts a header in front of the block, or an else behind it.
bool BlockOpener::standsAlone() const {
  llvm::SmallVector<TextRange, 8> Statements;
  auto Add = [&](const Stmt *S) {
    while (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      S = Attributed->getSubStmt();
    if (std::optional<TextRange> R = Text.statement(S))
      Statements.push_back(*R);
  };
  for (const Stmt *S : Body->body())
    if (S != Block)
      Add(S);
  llvm::for_each(Block->body(), Add);
  const std::optional<TextRange> Whole = Text.range(Body);
  return Whole && Text.holdConditionals(Statements, *Whole);
}

/// The whole lines of \p Braces, if those have lines of their own.
std::optional<TextRange> BlockOpener::linesOf(TextRange Braces) const {
  const StringRef Code = Text.code();
  auto IsAlone = [&](unsigned At) {
    const StringRef Line =
        Code.slice(Text.lineStart(At), Code.find('\n', At)).trim();
    return Line == "{" || Line == "}";
  };
  const size_t End = Code.find('\n', Braces.End - 1);
  if (End == StringRef::npos || !IsAlone(Braces.Begin) ||
      !IsAlone(Braces.End - 1))
    return std::nullopt;
  return TextRange{Text.lineStart(Braces.Begin), unsigned(End + 1)};
}

std::optional<InlinedLoop> BlockOpener::run() {
  if (!Body || !findBlock() || dependsOnPlace(Body, SM))
    return std::nullopt;
  const std::optional<TextRange> Braces = Text.range(Block);
  const std::optional<TextRange> Lines =
      Braces ? linesOf(*Braces) : std::nullopt;
  if (!Lines || !keepsNames(*Braces) || !standsAlone())
    return std::nullopt;
  const TextRange Inside = {unsigned(Text.code().find('\n', Braces->Begin) + 1),
                            Text.lineStart(Braces->End - 1)};
  const Stmt *First = Block->body_front();
  while (const auto *Attributed = dyn_cast<AttributedStmt>(First))
    First = Attributed->getSubStmt();
  const StringRef From =
      Text.indentAt(SM.getFileOffset(SM.getExpansionLoc(First->getBeginLoc())));
  const StringRef To = Text.indentAt(Braces->Begin);
  tooling::AtomicChange Change(SM, Loop.getBeginLoc());
  llvm::Error Failed = Change.replace(
      SM, SM.getLocForStartOfFile(Text.file()).getLocWithOffset(Lines->Begin),
      Lines->End - Lines->Begin,
      reindent(Text.text(Inside).rtrim("\n"), From, To) + "\n");
  if (bool IsBad = bool(Failed); llvm::consumeError(std::move(Failed)), IsBad)
    return std::nullopt;

  llvm::SmallVector<const Stmt *> Opened;
  for (const Stmt *S : Body->body())
    if (S == Block)
      llvm::append_range(Opened, Block->body());
    else
      Opened.push_back(S);
  MeaningPrinter Meaning(Kernel, Ctx);
  Meaning.replace(Body, madeBlock(Opened, Ctx));
  return InlinedLoop{std::move(Change), Meaning.print(Loop)};
}

std::optional<InlinedLoop> openBlock(const LoopCandidate &Candidate,
                                     ASTContext &Ctx) {
  return BlockOpener(Candidate, Ctx).run();
}

} // namespace cudapipe
