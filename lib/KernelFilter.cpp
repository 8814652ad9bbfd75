//===- KernelFilter.cpp - Which loops are asked for -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelFilter.h"
#include "cudapipe/Frontend/DeviceText.h"
#include "cudapipe/Frontend/UnreadCode.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace cudapipe {

unsigned KernelFilter::placeOf(const Stmt &S) const {
  return SM.getExpansionLoc(S.getBeginLoc()).getRawEncoding();
}

unsigned KernelFilter::placeOf(const FunctionDecl &F) const {
  return SM.getExpansionLoc(F.getLocation()).getRawEncoding();
}

/// The name of \p Kernel, with namespaces and classes or, as reports have it,
/// without, matches \p Pattern; an empty pattern matches all.
static bool matches(const FunctionDecl &Kernel, llvm::StringRef Pattern) {
  const llvm::Regex Wanted(Pattern);
  return Pattern.empty() || Wanted.match(Kernel.getQualifiedNameAsString()) ||
         Wanted.match(Kernel.getNameAsString());
}

bool KernelFilter::assumesNoAlias(const FunctionDecl &Kernel) const {
  return Options.Assume.NoAlias && matches(Kernel, Options.Assume.NoAliasRegex);
}

bool KernelFilter::wants(const LoopCandidate &Candidate) const {
  SourceLocation Loc = SM.getExpansionLoc(Candidate.Loop->getBeginLoc());
  if (!Scope.contains(Loc) ||
      !matches(*Candidate.Kernel, Options.Loops.KernelRegex))
    return false;
  const LoopSelection &Asked = Options.Loops;
  std::optional<LineRanges> Lines = LineRanges();
  if (SM.isInMainFile(Loc) && Asked.HeadersOnly)
    Lines = std::nullopt;
  else if (!Round.HasMoved && SM.isInMainFile(Loc))
    Lines = Asked.Lines;
  else if (!Round.HasMoved && Asked.HeaderLines)
    Lines = Asked.HeaderLines(Scope.pathOf(SM.getFileID(Loc)));
  unsigned Line = SM.getExpansionLineNumber(Loc);
  return Lines &&
         (Lines->empty() || llvm::any_of(*Lines, [&](const auto &Range) {
            return Range.first <= Line && Line <= Range.second;
          }));
}

/// Nothing in this translation unit runs it.
static bool isUnused(const FunctionDecl &Function) {
  return Function.isTemplated() ||
         (!Function.hasAttr<CUDAGlobalAttr>() && !Function.isUsed() &&
          !Function.isReferenced());
}

std::optional<Rejection>
KernelFilter::whyNotForOthers(const LoopCandidate &Candidate, unsigned Ordinal,
                              const Transport *Variant) const {
  SourceRange Range = Candidate.Loop->getSourceRange();
  if (Options.Watch && Options.Watch->TooLong.count(Ordinal))
    return Rejection{RejectionKind::TakesTooLong, Range,
                     "of " + std::to_string(Options.Watch->Seconds) +
                         " s of processor time for the file, this loop took "
                         "the most"};
  if (Scope.isRepeated(Scope.fileOf(Range.getBegin())))
    return Rejection{RejectionKind::FilesDisagree, Range,
                     "the file is included more than once"};
  if (auto It = Round.Denied.find(Ordinal); It != Round.Denied.end())
    return Rejection{RejectionKind::FilesDisagree, Range, It->second};
  if (auto It = Round.Broken.find(Ordinal);
      It != Round.Broken.end() &&
      (!Variant || It->second.Variants.count(Variant)))
    return Rejection{RejectionKind::ResultDoesNotCompile, Range,
                     It->second.Why};
  if (auto It = Options.Program.Denied.find(Scope.placeOf(Range.getBegin()));
      !Round.HasMoved && It != Options.Program.Denied.end())
    return Rejection{RejectionKind::FilesDisagree, Range, It->second};
  return std::nullopt;
}

std::optional<SourceRange>
KernelFilter::errorIn(const FunctionDecl &Function,
                      llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) const {
  if (!Seen.insert(&Function).second)
    return std::nullopt;
  SourceLocation Begin = SM.getExpansionLoc(Function.getBeginLoc());
  SourceLocation End = SM.getExpansionLoc(Function.getEndLoc());
  for (SourceLocation Error : ParseErrors) {
    SourceLocation At = SM.getExpansionLoc(Error);
    if (SM.getFileID(At) == SM.getFileID(Begin) &&
        !SM.isBeforeInTranslationUnit(At, Begin) &&
        !SM.isBeforeInTranslationUnit(End, At))
      return SourceRange(At);
  }
  if (Function.isInvalidDecl())
    return SourceRange(Function.getLocation());
  std::optional<SourceRange> Found;
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    if (!S || Found)
      return;
    if (const auto *E = dyn_cast<Expr>(S); E && isa<RecoveryExpr>(E))
      Found = E->getSourceRange();
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (const FunctionDecl *Callee = Call->getDirectCallee()) {
        const FunctionDecl *Definition = nullptr;
        if (Callee->hasBody(Definition) &&
            !SM.isInSystemHeader(SM.getExpansionLoc(Definition->getLocation())))
          if (errorIn(*Definition, Seen))
            Found = Call->getSourceRange();
      }
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        if (D->isInvalidDecl())
          Found = D->getSourceRange();
    for (const Stmt *Child : S->children())
      Self(Self, Child);
  };
  Visit(Visit, Function.getBody());
  return Found;
}

std::optional<Rejection>
KernelFilter::parseErrorIn(const FunctionDecl &Function) const {
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  std::optional<SourceRange> At = errorIn(Function, Seen);
  if (!At)
    return std::nullopt;
  const std::vector<ParseError> &All = unreadCodeOf(Ctx).All;
  auto Found = llvm::find_if(All, [&](const ParseError &Error) {
    return SM.getExpansionLoc(Error.Location) == At->getBegin();
  });
  if (Found == All.end())
    return Rejection{RejectionKind::ParseError, *At,
                     helpAgainst(ParseError(), All)};
  return Rejection{RejectionKind::ParseError, *At,
                   Found->Message + "; " + helpAgainst(*Found, All)};
}

bool KernelFilter::isOursAlone(FileID File) const {
  if (File == mainFile())
    return true;
  auto [It, IsNew] = Alone.try_emplace(File, false);
  if (IsNew)
    It->second = isIncludedHereAlone(Scope.pathOf(File));
  return It->second;
}

bool KernelFilter::isIncludedHereAlone(llvm::StringRef Header) const {
  auto Includes = [&](const std::string &File) {
    return llvm::any_of(Options.Program.HeadersOf(File),
                        [&](const std::string &Path) {
                          return canonicalPath(Path, SM) == Header;
                        });
  };
  auto IsMain = [&](const std::string &File) {
    return canonicalPath(File, SM) == Scope.pathOf(mainFile());
  };
  if (llvm::all_of(Options.Program.OtherFiles, IsMain))
    return true;
  // What the text does not show of this file, it does not show of others.
  return Options.Program.HeadersOf &&
         llvm::all_of(Options.Program.OtherFiles, [&](const std::string &File) {
           return Includes(File) == IsMain(File);
         });
}

bool KernelFilter::mayHaveOtherText(const FunctionDecl &Function) const {
  const FileID File = Scope.fileOf(Function.getLocation());
  if (File != mainFile() && Options.Program.HasUnknownFiles)
    return false;
  return Scope.contains(File) && !Scope.isRepeated(File) && isOursAlone(File);
}

tooling::AtomicChange
KernelFilter::forAllFiles(const tooling::AtomicChange &Change) const {
  auto [Path, Offset] = llvm::StringRef(Change.getKey()).rsplit(':');
  std::string Canonical = Scope.canonical(Path);
  tooling::AtomicChange Out(Canonical, Canonical + ":" + Offset.str());
  Out.getReplacements() = Change.getReplacements();
  for (const std::string &Header : Change.getInsertedHeaders())
    Out.addHeader(Header);
  return Out;
}

LoopReport KernelFilter::report(const LoopCandidate &Candidate) const {
  LoopReport Out;
  Out.Kernel = Candidate.Kernel->getNameAsString();
  PresumedLoc Loc =
      SM.getPresumedLoc(SM.getExpansionLoc(Candidate.Loop->getBeginLoc()));
  Out.Where.File = Loc.getFilename();
  Out.Where.Line = Loc.getLine();
  Out.Where.Column = Loc.getColumn();
  Out.Where.Key = Scope.placeOf(Candidate.Loop->getBeginLoc());
  auto OffsetOf = [&](SourceLocation Place) {
    return SM.getFileOffset(SM.getExpansionLoc(Place));
  };
  Out.Where.FunctionBegin = OffsetOf(Candidate.Kernel->getBeginLoc());
  Out.Where.FunctionEnd = OffsetOf(Candidate.Kernel->getEndLoc());
  Out.Where.IsUnused =
      Scope.fileOf(Candidate.Loop->getBeginLoc()) != SM.getMainFileID() &&
      isUnused(*Candidate.Kernel);
  return Out;
}

bool KernelFilter::isSilenced(SourceLocation Loc, llvm::StringRef Check) const {
  auto [File, Offset] = SM.getDecomposedExpansionLoc(Loc);
  auto It = Comments.find(File);
  if (It == Comments.end())
    It = Comments.emplace(File, NoLintComments(SM.getBufferData(File))).first;
  return It->second.silences(Offset, Check);
}

QuotedPlace KernelFilter::quote(SourceRange Range) const {
  PresumedLoc Loc = SM.getPresumedLoc(SM.getExpansionLoc(Range.getBegin()));
  llvm::StringRef Text =
      Lexer::getSourceText(SM.getExpansionRange(Range), SM, Ctx.getLangOpts());
  return {Loc.getFilename(), Loc.getLine(), Loc.getColumn(),
          Text.split('\n').first.str()};
}

void KernelFilter::explain(LoopReport &Report, const Rejection &Why) const {
  Report.Why = Why;
  SourceLocation Begin = Why.Range.getBegin();
  if (Begin.isInvalid())
    return;
  Report.At = quote(Why.Range);
  if (Why.Other.isValid() && !isSilenced(Begin, RaceCheck))
    Report.Other = quote(Why.Other);
}

} // namespace cudapipe
