//===- BrokenLoops.cpp - The result, read once more -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Macros of the user may have the name of what we write, and we may be wrong:
// no text leaves that has an error which the text before had not. Another
// variant may do without what is in the way.
//
//===----------------------------------------------------------------------===//

#include "Normalize/TextRound.h"
#include "cudapipe/ReadBack/ReadBack.h"
#include "cudapipe/Ring/ReadBackRing.h"
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

/// The macro that \p Error comes from, or the line of the result.
std::string causeOf(const ParseError &Error, const clang::ASTContext &Ctx) {
  const clang::SourceManager &SM = Ctx.getSourceManager();
  if (!Error.Macro.empty())
    return " (" + Error.Macro + ")";
  const auto [File, At] = SM.getDecomposedExpansionLoc(Error.Location);
  StringRef Code = SM.getBufferData(File);
  // From behind the line break before, if there is one.
  size_t Begin = Code.take_front(At).rfind('\n') + 1;
  StringRef Line = Code.slice(Begin, Code.find('\n', At)).trim();
  return Line.empty() ? "" : " in '" + Line.str() + "'";
}

/// The rewritten loops of \p Result that \p Error is about: those of the
/// function it lies in, or all.
std::vector<const LoopReport *> blame(const ParseError &Error,
                                      const FileResult &Result,
                                      clang::ASTContext &Ctx) {
  FunctionFinder Finder(Ctx.getSourceManager(), Error.Location);
  Finder.TraverseAST(Ctx);
  std::vector<const LoopReport *> Inside, All;
  for (const LoopReport &Loop : Result.Loops) {
    if (Loop.Why)
      continue;
    All.push_back(&Loop);
    if (Finder.Names.count(Loop.Kernel))
      Inside.push_back(&Loop);
  }
  return Inside.empty() ? All : Inside;
}

} // namespace

Expected<bool> addBrokenLoops(const TextResult &Made, const UnitTexts &Edited,
                              std::map<unsigned, BrokenResult> &Broken) {
  std::vector<ProvedPipeline> Proved;
  std::vector<ProvedRing> Rings;
  for (const LoopReport &Loop : Made.Result.Loops)
    if (!Loop.Why && Loop.Made.ProvedAsRing)
      Rings.push_back(*Loop.Made.ProvedAsRing);
    else if (!Loop.Why)
      Proved.push_back(*Loop.Made.Proved);
  bool Found = false;
  Error Unsound = Error::success();
  auto Read = [&](clang::ASTContext &Ctx, ArrayRef<ParseError> Errors) {
    std::set<const LoopReport *> Blamed;
    for (const ParseError &Error : newErrors(Errors, Made.ParseErrors))
      for (const LoopReport *Loop : blame(Error, Made.Result, Ctx))
        if (Blamed.insert(Loop).second) {
          BrokenResult &Its = Broken[Loop->Ordinal];
          if (Its.Variants.empty())
            Its.Why = Error.Message + causeOf(Error, Ctx);
          // What was not chosen are loads alone, made early.
          const bool IsNew =
              Its.Variants
                  .insert(Loop->Made.Decision ? Loop->Made.Decision->Variant
                                              : &ldgSingle())
                  .second;
          if (!IsNew) // It does not do to take that one away.
            Its.Variants.insert(allTransports().begin(), allTransports().end());
        }
    Found = !Blamed.empty();
    if (!Found)
      Unsound =
          joinErrors(std::move(Unsound), joinErrors(readBack(Ctx, Proved),
                                                    readBackRings(Ctx, Rings)));
  };
  if (Error Any = joinErrors(Edited.parse(Read), std::move(Unsound)))
    return std::move(Any);
  return Found;
}

} // namespace cudapipe
