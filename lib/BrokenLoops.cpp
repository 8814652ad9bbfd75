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
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

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
    if (Loop.Why || StringRef(Loop.Place).rsplit(':').first != Result.File)
      continue;
    All[Loop.Ordinal] = Error.Message;
    if (Finder.Names.count(Loop.Kernel))
      Inside[Loop.Ordinal] = Error.Message;
  }
  return Inside.empty() ? All : Inside;
}

/// All that \p Made changes as it will be; nothing if that fails. \p Text is
/// that of the main file.
std::optional<FileTexts> editedTexts(const FileResult &Made, StringRef Text,
                                     StringRef Style) {
  std::map<std::string, std::vector<AtomicChange>> Changes;
  for (const AtomicChange &Change : Made.Changes)
    Changes[Change.getFilePath()].push_back(Change);
  FileTexts Out;
  for (const auto &[File, OfFile] : Changes) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> OnDisk =
        File == Made.File ? MemoryBuffer::getMemBuffer(Text, File, false)
                          : MemoryBuffer::getFile(File);
    if (!OnDisk)
      return std::nullopt;
    Expected<std::string> Edited =
        applyChanges((*OnDisk)->getBuffer(), File, OfFile, Style);
    if (!Edited) {
      consumeError(Edited.takeError());
      return std::nullopt;
    }
    Out[File] = std::move(*Edited);
  }
  return Out;
}

} // namespace

std::map<unsigned, std::string> brokenLoops(const TextResult &Made,
                                            const DeviceCommand &Command,
                                            StringRef Path, StringRef Text,
                                            StringRef Style) {
  std::map<unsigned, std::string> Out;
  std::optional<FileTexts> Edited = editedTexts(Made.Result, Text, Style);
  if (!Edited)
    return Out; // Who writes the files says so.
  auto Main = Edited->extract(Made.Result.File);
  if (Main.empty())
    return Out;
  auto Read = [&](clang::ASTContext &Ctx, ArrayRef<ParseError> Found) {
    for (const ParseError &Error : newErrors(Found, Made.ParseErrors))
      Out.merge(blame(Error, Made.Result, Ctx));
  };
  consumeError(parseFile(Command, Path, Main.mapped(), Read, *Edited));
  return Out;
}

} // namespace cudapipe
