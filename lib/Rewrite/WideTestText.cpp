//===- WideTestText.cpp - What a wide copy needs, as text -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const bool wide_copies =
//       BK == 16 &&                       of another instantiation, or build
//       reinterpret_cast<size_t>(A) % 16 == 0 &&
//       K % 4 == 0;
//
//===----------------------------------------------------------------------===//

#include "Builds/OtherBuilds.h"
#include "Spelling.h"
#include "WideCopyWriter.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cudapipe {

std::string sizeText(const WideCopy &W, int64_t Number,
                     const SourceText &Text) {
  for (const auto &[Value, E] : W.Threads.Sizes)
    if (Value == Number)
      if (std::optional<std::string> Name = Text.text(E);
          Name && llvm::all_of(*Name, [](char C) {
            return isAsciiIdentifierContinue(C);
          }))
        return *Name;
  return std::to_string(Number);
}

/// One test as the user would write it.
static std::string testText(const WideCopy &W, const WideTest &Test,
                            const SourceText &Text) {
  auto Value = [&] {
    return Test.Var ? Test.Var->getNameAsString()
                    : parenthesized(Test.E, Text.text(Test.E).value_or(""));
  };
  switch (Test.Kind) {
  case WideTest::Pointer:
    return "reinterpret_cast<size_t>(" + Value() + ") % " +
           std::to_string(Test.Value) + " == 0";
  case WideTest::Number:
    return Value() + " % " + std::to_string(Test.Value) + " == 0";
  case WideTest::BlockDim:
    return std::string("blockDim.") + "xyz"[Test.Value] +
           " == " + sizeText(W, Test.Size, Text);
  case WideTest::Threads:
    return std::string(Test.Value > 2 ? "blockDim.x * blockDim.y * blockDim.z"
                                      : "blockDim.x * blockDim.y") +
           " == " + sizeText(W, Test.Size, Text);
  }
  llvm_unreachable("covered switch");
}

std::string SlicePrinter::rowAssertions() const {
  if (!Plan.UsesWide || M.Kernel->isTemplated() ||
      M.Kernel->getTemplateInstantiationPattern() ||
      !wideSizes(Plan, M, Text, Ctx).terms().empty())
    return "";
  std::string Out;
  for (const auto &[Length, By] : Asked.Divided)
    if (By > 1 && !Length.empty() && !llvm::all_of(Length, llvm::isDigit))
      Out += LoopIndent + "static_assert(" + Length + " % " +
             std::to_string(By) + " == 0, \"rows are copied " +
             std::to_string(By) + " elements at a time\");\n";
  return Out;
}

std::string SlicePrinter::wideTests() {
  if (!Plan.UsesWide)
    return "";
  const std::vector<std::string> Sizes = wideSizes(Plan, M, Text, Ctx).terms();
  std::vector<std::string> Tests = Sizes;
  for (WideTest::KindTy Kind : {WideTest::BlockDim, WideTest::Threads,
                                WideTest::Pointer, WideTest::Number}) {
    // Of several tests of one thing, that of the widest copy.
    std::map<std::string, size_t> Known;
    std::vector<std::pair<const WideCopy *, WideTest>> Widest;
    for (const WideCopy &W : M.Wide.Copies)
      for (const WideTest &Test : W.Tests) {
        if (Test.Kind != Kind)
          continue;
        WideTest OfAny = Test;
        if (Kind != WideTest::BlockDim && Kind != WideTest::Threads)
          OfAny.Value = 1;
        auto [It, New] =
            Known.try_emplace(testText(W, OfAny, Text), Widest.size());
        if (New)
          Widest.emplace_back(&W, Test);
        else if (Test.Value > Widest[It->second].second.Value)
          Widest[It->second] = {&W, Test};
      }
    for (const auto &[W, Test] : Widest)
      Tests.push_back(testText(*W, Test, Text));
  }
  if (Tests.empty())
    return "";
  Asked.WideName = Names.unique("wide_copies");
  Asked.WideIsConstant = Tests.size() == Sizes.size();
  std::string Out =
      LoopIndent +
      (Asked.WideIsConstant
           ? "// Tiles of other sizes are copied element by element.\n"
           : "// Wide copies need rows that start at multiples of their "
             "size.\n") +
      LoopIndent;
  std::string Name =
      (Asked.WideIsConstant ? "constexpr bool " : "const bool ") +
      Asked.WideName;
  std::string OneLine = allOf(Tests);
  // Behind the name, below it, or one a line.
  std::string Inner = LoopIndent + Unit + Unit;
  if (Tests.size() == 1 || Inner.size() + OneLine.size() < 80)
    Out += Lines.assignment(LoopIndent, Name, OneLine);
  else
    Out += Name + " =\n" + Inner + llvm::join(Tests, " &&\n" + Inner);
  return Out + ";\n\n";
}

} // namespace cudapipe
