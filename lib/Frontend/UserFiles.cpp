//===- UserFiles.cpp - What is not the system's ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/UserFiles.h"
#include <map>

using namespace clang;

namespace cudapipe {

using KnownFiles = std::map<const SourceManager *, PrecompiledFiles>;

static KnownFiles &known() {
  static thread_local KnownFiles Files;
  return Files;
}

static const PrecompiledFiles *precompiledOf(const SourceManager &SM) {
  auto It = known().find(&SM);
  return It == known().end() ? nullptr : &It->second;
}

KnownPrecompiledFiles::KnownPrecompiledFiles(const SourceManager &SM,
                                             PrecompiledFiles Files)
    : SM(SM) {
  known()[&SM] = std::move(Files);
}

KnownPrecompiledFiles::~KnownPrecompiledFiles() { known().erase(&SM); }

void forUserBuffers(const SourceManager &SM,
                    llvm::function_ref<void(FileID)> Visit) {
  const PrecompiledFiles *Precompiled = precompiledOf(SM);
  for (unsigned I = 1, E = SM.local_sloc_entry_size(); I != E; ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() ||
        Entry.getFile().getFileCharacteristic() != SrcMgr::C_User)
      continue;
    FileID File =
        SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    Visit(File);
    // As if these had been entered next.
    if (Precompiled && File == SM.getMainFileID())
      for (FileID Loaded : Precompiled->Buffers)
        Visit(Loaded);
  }
}

void forUserFiles(const SourceManager &SM,
                  llvm::function_ref<void(FileID)> Visit) {
  forUserBuffers(SM, [&](FileID File) {
    if (SM.getFileEntryRefForID(File))
      Visit(File);
  });
}

std::vector<Decl *> topLevelDecls(const ASTContext &Ctx) {
  TranslationUnitDecl *All = Ctx.getTranslationUnitDecl();
  std::vector<Decl *> Out = Ctx.getTraversalScope();
  if (Out == std::vector<Decl *>{All})
    Out.assign(All->decls_begin(), All->decls_end());
  return Out;
}

const IdentifierInfo *findIdentifier(llvm::StringRef Name,
                                     const ASTContext &Ctx) {
  auto It = Ctx.Idents.find(Name);
  if (It != Ctx.Idents.end())
    return It->second;
  IdentifierInfoLookup *Precompiled = Ctx.Idents.getExternalIdentifierLookup();
  return Precompiled ? Precompiled->get(Name) : nullptr;
}

void forReadMacros(const SourceManager &SM,
                   llvm::function_ref<void(SourceLocation)> Visit) {
  if (const PrecompiledFiles *Precompiled = precompiledOf(SM))
    for (SourceLocation From : Precompiled->ReadMacros)
      Visit(From);
  for (unsigned I = 1, E = SM.local_sloc_entry_size(); I != E; ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isExpansion())
      continue;
    SourceLocation From = Entry.getExpansion().getSpellingLoc();
    if (From.isFileID())
      Visit(From);
  }
}

} // namespace cudapipe
