//===- NoLint.cpp - What a user wants left alone --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Match/NoLint.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// \p Check is one of a list such as "cuda-*, bugprone-x".
bool isNamed(StringRef Check, StringRef Globs) {
  SmallVector<StringRef, 4> Each;
  Globs.split(Each, ',');
  for (StringRef Glob : Each) {
    Expected<GlobPattern> Pattern = GlobPattern::create(Glob.trim());
    if (!Pattern)
      consumeError(Pattern.takeError());
    else if (Pattern->match(Check))
      return true;
  }
  return false;
}

} // namespace

NoLintComments::NoLintComments(StringRef Text) {
  struct Begun {
    size_t At;
    std::string Globs;
  };
  SmallVector<Begun, 2> Open;
  constexpr StringLiteral Word = "NOLINT";
  for (size_t At = Text.find(Word); At != StringRef::npos;
       At = Text.find(Word, At + 1)) {
    StringRef Rest = Text.substr(At + Word.size());
    StringRef Kind = Rest.take_while([](char C) { return isAlnum(C); });
    Rest = Rest.drop_front(Kind.size());
    std::string Globs = "*";
    if (Rest.consume_front("("))
      if (StringRef List = Rest.take_until([](char C) { return C == '\n'; });
          List.contains(')'))
        Globs = List.split(')').first.trim().str();
    size_t Line = Text.rfind('\n', At) + 1;
    size_t Next = std::min(Text.find('\n', At), Text.size());
    if (Kind.empty())
      Regions.push_back({Line, Next, Globs});
    else if (Kind == "NEXTLINE")
      Regions.push_back({Next, Text.find('\n', Next + 1), Globs});
    else if (Kind == "BEGIN")
      Open.push_back({At, Globs});
    // As in clang-tidy, both name the same checks, or silence nothing.
    else if (Kind == "END" && !Open.empty() && Open.back().Globs == Globs)
      Regions.push_back({Open.pop_back_val().At, At, Globs});
  }
}

bool NoLintComments::silences(size_t Offset, StringRef Check) const {
  for (const Region &Each : Regions)
    if (Each.Begin <= Offset && Offset < Each.End && isNamed(Check, Each.Globs))
      return true;
  return false;
}

} // namespace cudapipe
