//===- NameTable.cpp - Names that do not collide --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Rewrite/LoopRewrite.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

NameTable::NameTable(FileID File, const ASTContext &Context) : Ctx(&Context) {
  const SourceManager &SM = Ctx->getSourceManager();
  // Headers of the project too: their macros may name anything.
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() ||
        Entry.getFile().getFileCharacteristic() != SrcMgr::C_User)
      continue;
    SourceLocation Start =
        SourceLocation::getFromRawEncoding(Entry.getOffset());
    if (SM.isWrittenInBuiltinFile(Start) ||
        SM.isWrittenInCommandLineFile(Start))
      continue;
    addIdentifiers(SM.getFileID(Start));
  }
  addIdentifiers(File);
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
  auto It = Ctx->Idents.find(Name);
  // A macro of any header would be expanded; a keyword would not parse.
  return It != Ctx->Idents.end() && (It->second->hadMacroDefinition() ||
                                     It->second->isKeyword(Ctx->getLangOpts()));
}

std::string NameTable::unique(llvm::StringRef Wanted) {
  std::string Name = Wanted.str();
  for (unsigned I = 2; isTaken(Name); ++I)
    Name = (Wanted + llvm::Twine(I)).str();
  Taken.insert(Name);
  return Name;
}

std::string NameTable::uniqueRegister(llvm::StringRef Of) {
  // Two underscores in a row are the compiler's: tile_, tile_reg.
  return unique((Of.rtrim('_') + "_reg").str());
}

} // namespace cudapipe
