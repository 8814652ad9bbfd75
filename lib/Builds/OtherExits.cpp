//===- OtherExits.cpp - Threads that leave in other builds ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifdef HALF_BLOCK
//     if (threadIdx.x >= 32) return;      no thread copies for these
//   #endif
//   for (...)
//
//===----------------------------------------------------------------------===//

#include "MacroTable.h"
#include "OneText.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Builds/Configurations.h"
#include "clang/AST/ParentMap.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace cudapipe {

static bool leaves(llvm::StringRef Word) {
  return Word == "return" || Word == "goto" || Word.contains("exit") ||
         Word.contains("trap") || Word.contains("asm");
}

bool mayLeaveElsewhere(const FunctionDecl &Kernel, const Stmt &Loop,
                       const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const FileID File = SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc()));
  const SourceText Text(File, Ctx);
  const Stmt *Body = Kernel.getBody();
  const std::optional<TextRange> Whole = Body ? Text.range(Body) : std::nullopt;
  if (!Whole)
    return false; // A macro holds it all: no #if can be in that.
  const TextRange Front{
      Whole->Begin, SM.getFileOffset(SM.getExpansionLoc(Loop.getBeginLoc()))};
  llvm::DenseSet<unsigned> Seen;
  auto See = [&](const Stmt &Jump) {
    Seen.insert(SM.getFileOffset(SM.getFileLoc(Jump.getBeginLoc())));
  };
  forEach<ReturnStmt>(Body, See);
  forEach<GotoStmt>(Body, See);
  const MacroTable &Macros = MacroTable::in(File, Front, Ctx);
  auto FillsIn = [](const DefinedMacro &Macro) {
    return llvm::any_of(Macro.Body, [](const MacroToken &Token) {
      return Token.isWord() && leaves(Token.Word);
    });
  };
  bool Any = false;
  Text.forTokens(Front, [&](const Token &T, unsigned At) {
    if (!T.is(tok::raw_identifier))
      return;
    const llvm::StringRef Word = T.getRawIdentifier();
    if (Word == "return" || Word == "goto")
      Any |= !Seen.contains(At);
    else if (Macros.mayBeOther(Word))
      Any |= llvm::any_of(Macros.definitions(Word), FillsIn) ||
             llvm::any_of(Macros.givenDefinitions(Word), FillsIn);
  });
  Any |= !Macros.filledIn(statementTokens(Text, Front, Ctx)).empty();
  const ParentMap Parents(const_cast<Stmt *>(Body));
  for (const Stmt *S = Parents.getParent(&Loop); S && !Any;
       S = Parents.getParent(S))
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      const std::optional<TextRange> Cond = Text.range(If->getCond());
      Any |= !Cond || !isOneText(Text, *Cond, /*OrNumbers=*/true, Ctx);
    }
  return Any;
}

} // namespace cudapipe
