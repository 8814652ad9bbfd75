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

#include "TextRound.h"
#include "cudapipe/Emit/ApplyChanges.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {
namespace {

/// Finds the functions whose text holds a place.
class FunctionFinder : public clang::RecursiveASTVisitor<FunctionFinder> {
public:
  FunctionFinder(const clang::SourceManager &SM, clang::SourceLocation At)
      : SM(SM), At(SM.getExpansionLoc(At)) {}

  bool VisitFunctionDecl(clang::FunctionDecl *F) {
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
    if (Loop.Why || StringRef(Loop.Place).rsplit(':').first != Result.File)
      continue;
    All[Loop.Ordinal] = Error.Message;
    if (Finder.Names.count(Loop.Kernel))
      Inside[Loop.Ordinal] = Error.Message;
  }
  return Inside.empty() ? All : Inside;
}

} // namespace

std::map<unsigned, std::string> brokenLoops(const TextResult &Made,
                                            const DeviceCommand &Command,
                                            StringRef Path, StringRef Text,
                                            StringRef Style) {
  std::map<unsigned, std::string> Out;
  std::vector<AtomicChange> OfMain;
  for (const AtomicChange &Change : Made.Result.Changes)
    if (Change.getFilePath() == Made.Result.File)
      OfMain.push_back(Change);
  if (OfMain.empty())
    return Out;
  Expected<std::string> Edited = applyChanges(Text, Path, OfMain, Style);
  if (!Edited) {
    // Who writes the file says so.
    consumeError(Edited.takeError());
    return Out;
  }
  consumeError(parseFile(
      Command, Path, *Edited,
      [&](clang::ASTContext &Ctx, ArrayRef<ParseError> Found) {
        for (const ParseError &Error : newErrors(Found, Made.ParseErrors))
          Out.merge(blame(Error, Made.Result, Ctx));
      }));
  return Out;
}

} // namespace cudapipe
