//===- NameTable.cpp - Names that do not collide --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/PerAst.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "cudapipe/Rewrite/LoopRewrite.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include <map>
#include <utility>

using namespace clang;

namespace cudapipe {

namespace {

/// The identifiers of the user's files, by the function in which they stand.
struct ToldNames {
  struct Function {
    unsigned End = 0;
    llvm::StringSet<> Names;
  };
  bool IsRead = false;
  llvm::StringSet<> Outside; ///< ... of all functions, or in a directive.
  /// By where they begin.
  std::map<FileID, std::map<unsigned, Function>> Functions;

  /// The function around \p At in \p File.
  Function *around(FileID File, unsigned At) {
    auto &Here = Functions[File];
    auto Next = Here.upper_bound(At);
    return Next != Here.begin() && std::prev(Next)->second.End >= At
               ? &std::prev(Next)->second
               : nullptr;
  }
};

} // namespace

/// Where the definitions in \p D stand, less those that a macro spells.
static void findFunctions(const Decl *D, const SourceManager &SM,
                          ToldNames &Out) {
  if (SM.isInSystemHeader(D->getLocation()) || D->isImplicit())
    return;
  if (const auto *Template = dyn_cast<TemplateDecl>(D))
    D = Template->getTemplatedDecl();
  if (const auto *F = dyn_cast_or_null<FunctionDecl>(D)) {
    // `__global__` is a macro.
    const SourceLocation Begin = SM.getExpansionLoc(F->getBeginLoc()),
                         End = F->getEndLoc();
    if (F->doesThisDeclarationHaveABody() && !F->isInvalidDecl() &&
        Begin.isValid() && End.isValid() && End.isFileID() &&
        SM.getFileID(Begin) == SM.getFileID(End)) {
      Out.Functions[SM.getFileID(Begin)][SM.getFileOffset(Begin)].End =
          SM.getFileOffset(End);
      // Hidden, it would be taken for what hides it.
      if (const IdentifierInfo *Name = F->getIdentifier())
        Out.Outside.insert(Name->getName());
    }
    return;
  }
  if (isa_and_nonnull<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(D))
    for (const Decl *Inner : cast<DeclContext>(D)->decls())
      findFunctions(Inner, SM, Out);
}

/// Adds the identifiers of \p File to \p Out.
static void addIdentifiers(FileID File, const ASTContext &Ctx, ToldNames &Out) {
  const SourceManager &SM = Ctx.getSourceManager();
  std::optional<llvm::MemoryBufferRef> Buffer = SM.getBufferOrNone(File);
  if (!Buffer)
    return;
  Lexer Lex(File, *Buffer, SM, Ctx.getLangOpts());
  Token Tok;
  bool InDirective = false;
  while (!Lex.LexFromRawLexer(Tok)) {
    if (Tok.isAtStartOfLine())
      InDirective = Tok.is(tok::hash);
    if (Tok.isNot(tok::raw_identifier))
      continue;
    ToldNames::Function *In =
        InDirective ? nullptr
                    : Out.around(File, SM.getFileOffset(Tok.getLocation()));
    (In ? In->Names : Out.Outside).insert(Tok.getRawIdentifier());
  }
}

static ToldNames &namesOf(FileID File, const ASTContext &Ctx) {
  struct Told : llvm::DenseMap<FileID, ToldNames> {};
  ToldNames &Out = perAst<Told>(Ctx)[File];
  if (std::exchange(Out.IsRead, true))
    return Out;
  const SourceManager &SM = Ctx.getSourceManager();
  for (const Decl *D : topLevelDecls(Ctx))
    findFunctions(D, SM, Out);
  // Headers of the project too: their macros may name anything.
  bool HasFile = false;
  forUserBuffers(SM, [&](FileID Other) {
    SourceLocation Start = SM.getLocForStartOfFile(Other);
    if (SM.isWrittenInBuiltinFile(Start) ||
        SM.isWrittenInCommandLineFile(Start))
      return;
    HasFile |= Other == File;
    addIdentifiers(Other, Ctx, Out);
  });
  if (!HasFile)
    addIdentifiers(File, Ctx, Out);
  return Out;
}

NameTable::NameTable(FileID File, const ASTContext &Context,
                     const FunctionDecl *In)
    : Ctx(&Context) {
  ToldNames &Told = namesOf(File, Context);
  const SourceManager &SM = Context.getSourceManager();
  // That of a lambda is the function around it.
  const auto [OwnFile, At] =
      In ? SM.getDecomposedExpansionLoc(In->getLocation())
         : std::pair(FileID(), 0u);
  const ToldNames::Function *Own =
      OwnFile.isValid() ? Told.around(OwnFile, At) : nullptr;
  Taken = Told.Outside;
  for (const auto &InFile : llvm::make_second_range(Told.Functions))
    for (const auto &Other : llvm::make_second_range(InFile))
      for (const auto &Name : Other.Names)
        (Own && &Other != Own ? Elsewhere : Taken).insert(Name.getKey());
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

std::string NameTable::uniqueInFile(llvm::StringRef Wanted) {
  std::string Name = Wanted.str();
  for (unsigned I = 2; isTaken(Name) || Elsewhere.contains(Name); ++I)
    Name = (Wanted + llvm::Twine(I)).str();
  Taken.insert(Name);
  return Name;
}

std::string NameTable::uniqueRegister(llvm::StringRef Of) {
  // Two underscores in a row are the compiler's: _tile, next_tile.
  return unique(("next_" + Of.ltrim('_')).str());
}

} // namespace cudapipe
