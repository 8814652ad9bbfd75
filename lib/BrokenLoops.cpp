//===- BrokenLoops.cpp - The result, read once more -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Macros of the user may have the name of what we write, and we may be wrong:
// no text leaves that has an error which the text before had not.
//
//===----------------------------------------------------------------------===//

#include "Normalize/TextRound.h"
#include "cudapipe/ReadBack/ReadBack.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include <set>

using namespace llvm;

namespace cudapipe {
namespace {

/// Finds the functions whose text holds a place.
class FunctionFinder : public clang::DynamicRecursiveASTVisitor {
public:
  FunctionFinder(const clang::SourceManager &SM, clang::SourceLocation At)
      : SM(SM), At(SM.getExpansionLoc(At)) {}

  bool VisitFunctionDecl(clang::FunctionDecl *F) override {
    clang::SourceRange Range =
        SM.getExpansionRange(F->getSourceRange()).getAsRange();
    if (!SM.isBeforeInTranslationUnit(At, Range.getBegin()) &&
        !SM.isBeforeInTranslationUnit(Range.getEnd(), At))
      Names.insert(F->getNameAsString());
    return true;
  }

  std::set<std::string> Names;

private:
  const clang::SourceManager &SM;
  clang::SourceLocation At;
};

/// Those of \p Found that are not among \p Known, told by what they say.
std::vector<ParseError> newErrors(ArrayRef<ParseError> Found,
                                  ArrayRef<ParseError> Known) {
  std::map<StringRef, unsigned> Left;
  for (const ParseError &Error : Known)
    ++Left[Error.Message];
  std::vector<ParseError> Out;
  for (const ParseError &Error : Found) {
    unsigned &Times = Left[Error.Message];
    if (Times > 0)
      --Times;
    else
      Out.push_back(Error);
  }
  return Out;
}

/// The rewritten loops of \p Result that \p Error is about: those of the
/// function it lies in, or all.
std::map<unsigned, std::string> blame(const ParseError &Error,
                                      const FileResult &Result,
                                      clang::ASTContext &Ctx) {
  FunctionFinder Finder(Ctx.getSourceManager(), Error.Location);
  Finder.TraverseAST(Ctx);
  std::map<unsigned, std::string> Inside, All;
  for (const LoopReport &Loop : Result.Loops) {
    if (Loop.Why)
      continue;
    All[Loop.Ordinal] = Error.Message;
    if (Finder.Names.count(Loop.Kernel))
      Inside[Loop.Ordinal] = Error.Message;
  }
  return Inside.empty() ? All : Inside;
}

} // namespace

Expected<std::map<unsigned, std::string>> brokenLoops(const TextResult &Made,
                                                      const UnitTexts &Texts) {
  std::map<unsigned, std::string> Out;
  if (Made.Result.Changes.empty())
    return Out;
  Expected<UnitTexts> Edited = Texts.with(Made.Result.Changes);
  if (!Edited) {
    consumeError(Edited.takeError());
    return Out; // Who writes the files says so.
  }
  std::vector<ProvedPipeline> Proved;
  for (const LoopReport &Loop : Made.Result.Loops)
    if (!Loop.Why)
      Proved.push_back(*Loop.Proved);
  Error Unsound = Error::success();
  auto Read = [&](clang::ASTContext &Ctx, ArrayRef<ParseError> Found) {
    for (const ParseError &Error : newErrors(Found, Made.ParseErrors))
      Out.merge(blame(Error, Made.Result, Ctx));
    if (Out.empty())
      Unsound = joinErrors(std::move(Unsound), readBack(Ctx, Proved));
  };
  if (Error Any = joinErrors(Edited->parse(Read), std::move(Unsound)))
    return std::move(Any);
  return Out;
}

} // namespace cudapipe
