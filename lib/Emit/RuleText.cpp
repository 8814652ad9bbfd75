//===- RuleText.cpp - What a rule says ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Emit/RuleText.h"
#include "cudapipe/Match/NoLint.h"
#include "cudapipe/Rules/Rejection.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace cudapipe {
namespace {

struct Page {
  StringLiteral Name, Text;
};

constexpr Page Pages[] = {
#define EMBEDDED_HEADER(Name, Text) {Name, Text},
#include "RulePages.inc"
#undef EMBEDDED_HEADER
};

const Page &pageOf(StringRef Rule) {
  const bool IsCheck = Rule == LoopCheck || Rule == RaceCheck;
  return *find_if(Pages, [&](const Page &Each) {
    return Each.Name == (IsCheck ? "clang-tidy.md" : "rejections.md");
  });
}

/// \p Line with `[text](address)` as text alone.
std::string withoutLinks(StringRef Line) {
  std::string Out;
  while (!Line.empty()) {
    const size_t Begin = Line.find('['), Middle = Line.find("](", Begin);
    const size_t End = Line.find(')', Middle);
    if (Begin == StringRef::npos || End == StringRef::npos)
      return Out + Line.str();
    Out += Line.take_front(Begin);
    Out += Line.slice(Begin + 1, Middle);
    Line = Line.drop_front(End + 1);
  }
  return Out;
}

} // namespace

std::vector<StringRef> allRules() {
  return {
#define REJECTION(Kind, Id, Message) Id,
#include "cudapipe/Rules/Rejections.def"
      LoopCheck, RaceCheck};
}

StringRef ruleMarkdown(StringRef Rule) {
  for (StringRef Level : {"\n## ", "\n### "}) {
    const std::string Heading = (Level + Rule + "\n").str();
    StringRef Text = pageOf(Rule).Text;
    const size_t At = Text.find(Heading);
    if (At == StringRef::npos)
      continue;
    Text = Text.drop_front(At + Heading.size());
    // A section within this one belongs to it.
    size_t End = Text.find("\n## ");
    if (Level == "\n### ")
      End = std::min(End, Text.find("\n### "));
    return Text.take_front(End).trim();
  }
  return "";
}

std::string ruleText(StringRef Rule) {
  std::string Out = Rule.str() + "\n\n";
  bool IsCode = false;
  for (StringRef Line : split(ruleMarkdown(Rule), '\n')) {
    if (Line.starts_with("```")) {
      IsCode = !IsCode;
      continue;
    }
    if (!Line.empty())
      Out += IsCode ? "    " + Line.str() : withoutLinks(Line);
    Out += '\n';
  }
  return Out;
}

std::string helpUri(StringRef Rule) {
  constexpr StringLiteral Url = CUDAPIPE_DOCS_ADDRESS;
  return Url.empty() ? "" : (Url + "/" + pageOf(Rule).Name + "#" + Rule).str();
}

std::string helpFor(StringRef Rule) {
  const std::string Uri = helpUri(Rule);
  return Uri.empty() ? "cuda-pipeline-rewrite --explain-rule=" + Rule.str()
                     : Uri;
}

} // namespace cudapipe
