//===- NameTable.cpp - Names that do not collide --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/PerAst.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "cudapipe/Rewrite/LoopRewrite.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

NameTable::NameTable(FileID File, const ASTContext &Context) : Ctx(&Context) {
  struct Told : llvm::DenseMap<FileID, llvm::StringSet<>> {};
  auto [It, IsNew] = perAst<Told>(Context).try_emplace(File);
  if (!IsNew) {
    Taken = It->second;
    return;
  }
  const SourceManager &SM = Ctx->getSourceManager();
  // Headers of the project too: their macros may name anything.
  forUserBuffers(SM, [&](FileID Other) {
    SourceLocation Start = SM.getLocForStartOfFile(Other);
    if (!SM.isWrittenInBuiltinFile(Start) &&
        !SM.isWrittenInCommandLineFile(Start))
      addIdentifiers(Other);
  });
  addIdentifiers(File);
  It->second = Taken;
}

void NameTable::addIdentifiers(FileID File) {
  const SourceManager &SM = Ctx->getSourceManager();
  std::optional<llvm::MemoryBufferRef> Buffer = SM.getBufferOrNone(File);
  if (!Buffer)
    return;
  Lexer Lex(File, *Buffer, SM, Ctx->getLangOpts());
  Token Tok;
  while (!Lex.LexFromRawLexer(Tok))
    if (Tok.is(tok::raw_identifier))
      Taken.insert(Tok.getRawIdentifier());
}

bool NameTable::isTaken(llvm::StringRef Name) const {
  if (Taken.contains(Name))
    return true;
  const IdentifierInfo *Known = findIdentifier(Name, *Ctx);
  // A macro of any header would be expanded; a keyword would not parse.
  return Known &&
         (Known->hadMacroDefinition() || Known->isKeyword(Ctx->getLangOpts()));
}

std::string NameTable::unique(llvm::StringRef Wanted) {
  std::string Name = Wanted.str();
  for (unsigned I = 2; isTaken(Name); ++I)
    Name = (Wanted + llvm::Twine(I)).str();
  Taken.insert(Name);
  return Name;
}

std::string NameTable::uniqueRegister(llvm::StringRef Of) {
  // Two underscores in a row are the compiler's: _tile, next_tile.
  return unique(("next_" + Of.ltrim('_')).str());
}

} // namespace cudapipe
