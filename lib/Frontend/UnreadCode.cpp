//===- UnreadCode.cpp - What errors hide ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/UnreadCode.h"
#include "cudapipe/Analyze/PerAst.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace cudapipe {

void keepParseErrors(const ASTContext &Ctx, llvm::ArrayRef<ParseError> Errors) {
  if (Errors.empty())
    return;
  UnreadCode Out;
  Out.All = Errors.vec();
  for (const ParseError &Error : Errors)
    if (std::string Header = missingHeaderOf(Error); !Header.empty())
      Out.Missing.push_back({std::move(Header), Error.Location});
    else if (Error.Location.isValid())
      Out.Errors.push_back(Error.Location);
  perAst<UnreadCode>(Ctx) = std::move(Out);
}

const UnreadCode &unreadCodeOf(const ASTContext &Ctx) {
  return perAst<UnreadCode>(Ctx);
}

namespace {
struct AssumedValues {
  llvm::StringSet<> Names, MadeUp;
};
} // namespace

void keepAssumedValues(const ASTContext &Ctx, llvm::StringSet<> Names) {
  perAst<AssumedValues>(Ctx).Names = std::move(Names);
}

const llvm::StringSet<> &assumedValuesOf(const ASTContext &Ctx) {
  return perAst<AssumedValues>(Ctx).Names;
}

void keepMadeUpMacros(const ASTContext &Ctx, llvm::StringSet<> Names) {
  perAst<AssumedValues>(Ctx).MadeUp = std::move(Names);
}

const llvm::StringSet<> &madeUpMacrosOf(const ASTContext &Ctx) {
  return perAst<AssumedValues>(Ctx).MadeUp;
}

bool isAssumed(const FunctionDecl &Function, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  return !Function.hasBody() &&
         SM.getFilename(SM.getSpellingLoc(Function.getLocation()))
             .starts_with(AssumedDir);
}

bool holdsParseError(const FunctionDecl &Function, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const FunctionDecl *Outer = &Function;
  for (const DeclContext *Around = Function.getParent(); Around;
       Around = Around->getParent())
    if (const auto *F = dyn_cast<FunctionDecl>(Around))
      Outer = F;
  const SourceRange Range =
      SM.getExpansionRange(Outer->getSourceRange()).getAsRange();
  return llvm::any_of(unreadCodeOf(Ctx).Errors, [&](SourceLocation Error) {
    Error = SM.getExpansionLoc(Error);
    return !SM.isBeforeInTranslationUnit(Error, Range.getBegin()) &&
           !SM.isBeforeInTranslationUnit(Range.getEnd(), Error);
  });
}

} // namespace cudapipe
