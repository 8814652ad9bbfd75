//===- print-matches.cpp - What a matcher matches, for lit ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   print-matches MATCHER FILE.cu
//
// MATCHER is a text as for clang-query, in which ours have names. Prints the
// lines of FILE where a match begins, or what it binds to "at", each once, as
// `grep -n` does.
//
//===----------------------------------------------------------------------===//

#include "NamedMatchers.h"
#include "cudapipe/Frontend/ParseFile.h"
#include "cudapipe/Match/KLoop.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/Dynamic/Diagnostics.h"
#include "clang/ASTMatchers/Dynamic/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace cudapipe;
using namespace llvm;
using namespace clang::ast_matchers;

namespace {

/// The lines of the main file at which something starts.
class Lines : public MatchFinder::MatchCallback {
public:
  void run(const MatchFinder::MatchResult &Result) override {
    const clang::SourceManager &SM = *Result.SourceManager;
    const auto &Bound = Result.Nodes.getMap();
    clang::SourceLocation Begin =
        SM.getExpansionLoc(Bound.at(Bound.count("at") ? "at" : "root")
                               .getSourceRange()
                               .getBegin());
    if (SM.isInMainFile(Begin))
      Found.insert(SM.getExpansionLineNumber(Begin));
  }

  std::set<unsigned> Found;
};

/// Ours, and some of what the others of ours make of Clang's.
StringMap<dynamic::VariantValue> names() {
  StringMap<dynamic::VariantValue> Out = namedMatchers();
  Out["hasBreak"] =
      dynamic::VariantMatcher::SingleMatcher(hasStatement(breakStmt()));
  Out["withEachLoop"] = dynamic::VariantMatcher::SingleMatcher(
      forEachStatement(stmt(anyLoop()).bind("at")));
  return Out;
}

int fail(const Twine &Message) {
  errs() << "error: " << Message << "\n";
  return 2;
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 3)
    return fail("print-matches MATCHER FILE.cu");
  StringRef Text = Argv[1];
  StringMap<dynamic::VariantValue> Named = names();
  dynamic::Diagnostics Wrong;
  std::optional<dynamic::DynTypedMatcher> Matcher =
      dynamic::Parser::parseMatcherExpression(Text, nullptr, &Named, &Wrong);
  std::optional<dynamic::DynTypedMatcher> Bound =
      Matcher ? Matcher->tryBind("root") : std::nullopt;
  if (!Bound)
    return fail(Wrong.toStringFull());

  SmallString<256> Path(Argv[2]);
  sys::fs::make_absolute(Path);
  FrontendOptions Options;
  Options.Headers = HeaderSource::Embedded;
  auto File = MemoryBuffer::getFile(Path);
  Expected<DeviceCommand> Command = makeDeviceCommand(Path, Options);
  if (!Command)
    return fail(toString(Command.takeError()));
  if (!File)
    return fail(Path + " cannot be read");

  MatchFinder Finder;
  Lines Of;
  if (!Finder.addDynamicMatcher(*Bound, &Of))
    return fail("not a matcher of statements or declarations");
  if (Error Failure =
          parseFile(*Command, Path, (*File)->getBuffer(),
                    [&](clang::ASTContext &Ctx, ArrayRef<ParseError>) {
                      Finder.matchAST(Ctx);
                    }))
    return fail(toString(std::move(Failure)));
  SmallVector<StringRef> All;
  (*File)->getBuffer().split(All, '\n');
  for (unsigned Line : Of.Found)
    outs() << Line << ":" << All[Line - 1] << "\n";
  return 0;
}
