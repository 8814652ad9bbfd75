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

/// \p Name, of the size of a block in \p Dimension, is what tiles have as many
/// columns of, or as many rows, and not the other.
static bool isExtentIn(unsigned Dimension, llvm::StringRef Name,
                       const LoopModel &M, const SourceText &Text,
                       const ASTContext &Ctx) {
  bool Is[2] = {false, false};
  for (const WideCopy &W : M.Wide.Copies)
    for (bool OfRows : {false, true})
      Is[OfRows] |= extentText(W, OfRows, /*HasSizes=*/true, Text, Ctx) == Name;
  return Dimension < 2 && Is[Dimension] && !Is[1 - Dimension];
}

/// `BM * BK`, of a tile with an element for each of \p Number threads; empty:
/// there is none, or its sizes have no names in front of the loop.
static std::string elementsOfTile(int64_t Number, const LoopModel &M,
                                  const SourceText &Text,
                                  const ASTContext &Ctx) {
  for (const WideCopy &W : M.Wide.Copies) {
    const CopyNames Own = namesOf(W, M, Ctx);
    if (W.Box.Rows < 2 || W.Box.Rows * W.Box.Columns != Number ||
        !Own.HasSizes || !Own.HasSizesInFront)
      continue;
    const std::string Rows = extentText(W, true, true, Text, Ctx),
                      Columns = extentText(W, false, true, Text, Ctx);
    if (!llvm::all_of(Rows, llvm::isDigit) &&
        !llvm::all_of(Columns, llvm::isDigit))
      return Rows + " * " + Columns;
  }
  return "";
}

std::string sizeText(const WideCopy &W, int64_t Number,
                     std::optional<unsigned> Dimension, const LoopModel &M,
                     const SourceText &Text, const ASTContext &Ctx) {
  std::string Out;
  // Of a row of threads, the number says nothing of a tile's rows or columns.
  if (Dimension && W.Threads.BlockDim[1] == 1)
    Dimension.reset();
  for (const auto &[Value, E] : W.Threads.Sizes)
    if (Value == Number)
      if (std::optional<std::string> Name = Text.text(E);
          Name && llvm::all_of(*Name, [](char C) {
            return isAsciiIdentifierContinue(C);
          }))
        if (Out.empty() ||
            (Dimension && isExtentIn(*Dimension, *Name, M, Text, Ctx) &&
             !isExtentIn(*Dimension, Out, M, Text, Ctx)))
          Out = *Name;
  // A tile's own rows or columns, where another name is one of both: what the
  // file calls by its number keeps that.
  if (Dimension && !llvm::all_of(Out, llvm::isDigit) &&
      !isExtentIn(*Dimension, Out, M, Text, Ctx))
    for (const WideCopy &Other : M.Wide.Copies) {
      const CopyNames Own = namesOf(Other, M, Ctx);
      const bool OfRows = *Dimension == 1;
      const std::string Name = extentText(Other, OfRows, true, Text, Ctx);
      if (Own.HasSizes && Own.HasSizesInFront &&
          (OfRows ? Other.Box.Rows : Other.Box.Columns) == Number &&
          !llvm::all_of(Name, llvm::isDigit) &&
          isExtentIn(*Dimension, Name, M, Text, Ctx)) {
        Out = Name;
        break;
      }
    }
  if (Out.empty() && !Dimension)
    Out = elementsOfTile(Number, M, Text, Ctx);
  return Out.empty() ? std::to_string(Number) : Out;
}

/// One test as the user would write it.
static std::string testText(const WideCopy &W, const WideTest &Test,
                            const LoopModel &M, const SourceText &Text,
                            const ASTContext &Ctx) {
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
           " == " + sizeText(W, Test.Size, Test.Value, M, Text, Ctx);
  case WideTest::Threads:
    return std::string(Test.Value > 2 ? "blockDim.x * blockDim.y * blockDim.z"
                                      : "blockDim.x * blockDim.y") +
           " == " + sizeText(W, Test.Size, std::nullopt, M, Text, Ctx);
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
            Known.try_emplace(testText(W, OfAny, M, Text, Ctx), Widest.size());
        if (New)
          Widest.emplace_back(&W, Test);
        else if (Test.Value > Widest[It->second].second.Value)
          Widest[It->second] = {&W, Test};
      }
    for (const auto &[W, Test] : Widest)
      Tests.push_back(testText(*W, Test, M, Text, Ctx));
  }
  if (Tests.empty())
    return "";
  const bool OfBlock = Plan.Variant->OfBlock;
  Asked.WideName = Names.unique(OfBlock ? "bulk_copies" : "wide_copies");
  Asked.WideIsConstant = Tests.size() == Sizes.size();
  std::string Out =
      LoopIndent +
      (OfBlock ? "// One copy starts at multiples of 16 bytes.\n"
       : Asked.WideIsConstant
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
