//===- LoopAssertions.cpp - What the compiler checks of the plan ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A template has one text for all its instantiations, those of other files and
// of tomorrow included: what was proved for the ones in sight is asserted.
//
//===----------------------------------------------------------------------===//

#include "Builds/OtherBuilds.h"
#include "Builds/OtherTypes.h"
#include "LoopWriter.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TemplateTypes.h"

using namespace clang;

namespace cudapipe {

/// Asynchronous copies to rows of unknown length, if any: none may reach into
/// the next row.
std::string LoopWriter::rowAssertion(const VarDecl &Tile) const {
  uint64_t Bytes = 0;
  for (auto [I, Copy] : llvm::enumerate(M.Copies))
    if (Copy.Tile == &Tile && Copy.Overlap.NeedsWideRow &&
        Plan.Travels[I] == Travel::Async)
      Bytes = std::max(Bytes, Copy.Bytes);
  auto Name = StageNames.find(&Tile);
  if (!Bytes || Name == StageNames.end())
    return "";
  std::string Row = Name->second;
  for (const ArrayType *Array = Ctx.getAsArrayType(Tile.getType()); Array;
       Array = Ctx.getAsArrayType(Array->getElementType()))
    Row += "[0]";
  return LoopIndent + "static_assert(sizeof(" + Row +
         ") >= " + std::to_string(Bytes) +
         ", \"a copy must end in its row\");\n";
}

/// Where a tile's size depends on a template parameter, the compiler checks
/// what the plan could not.
std::string LoopWriter::assertions(const SlicePrinter &Printer) const {
  std::string Out;
  const TemplateSizes Wide = wideSizes(Plan, M, Text, Ctx);
  OtherTypes Types(*M.Kernel, Text, Ctx);
  bool Template =
      M.Kernel->isTemplated() || M.Kernel->getTemplateInstantiationPattern();
  for (const VarDecl *Tile : M.Staged.Tiles) {
    auto Name = StageNames.find(Tile);
    unsigned Needed = stageAlignment(M, Plan, Tile);
    if (Name == StageNames.end() || Needed <= 1 || isDynamicShared(*Tile))
      continue;
    QualType Element = Ctx.getBaseElementType(Tile->getType());
    const bool IsChosen = Types.hasElementsOf(*Tile);
    TemplateSizes Other(*M.Kernel, Text, Ctx);
    Other.add(*Tile);
    if (!Template && !IsChosen && !Other.relyOnMacros())
      continue;
    if (!Element->isDependentType() &&
        Needed <= Ctx.getTypeAlignInChars(Element).getQuantity())
      continue; // as any array of it
    if (Wide.isWhole() && llvm::any_of(M.Wide.Copies, [&](const WideCopy &W) {
          return Plan.UsesWide && W.Tile == Tile;
        }))
      continue; // its size is asserted
    Out += LoopIndent + "static_assert(sizeof(" + Name->second + "[0]) % " +
           std::to_string(Needed) + " == 0, \"each stage must be aligned\");\n";
  }
  for (const VarDecl *Tile : M.Staged.Tiles)
    Out += rowAssertion(*Tile);
  // Another instantiation, or configuration, may have elements that cp.async
  // cannot copy.
  llvm::StringSet<> Sizes;
  for (auto [I, Copy] : llvm::enumerate(M.Copies)) {
    if (Plan.Travels[I] != Travel::Async || Copy.From.IsAsync ||
        !Copy.Path.Calls.empty() || Copy.StoreCall)
      continue;
    std::optional<std::string> Type =
        typeOf(Copy.Destination, Copy.Name, Text, Ctx);
    std::optional<std::string> Printed =
        typeOf(Copy.Destination, nullptr, Text, Ctx);
    // The size is the same in every instantiation, or asserted.
    const QualType Stored = accessType(Copy.Destination, Ctx);
    const bool IsChosen = Type && Types.isOneOf(Stored, *Type);
    const bool IsSame = !Template || (Printed && !dependsOnArgument(Stored));
    if (!Type || (!IsChosen && IsSame) ||
        (Plan.UsesWide && M.wideCopyOf(Copy)) || !Sizes.insert(*Type).second)
      continue;
    std::string Size = "sizeof(" + *Type + ")";
    if (IsChosen && Stored->isRecordType())
      Out += LoopIndent + "static_assert(" + Size +
             " == " + std::to_string(Copy.Bytes) +
             ", \"cp.async copies this size\");\n";
    else
      Out += LoopIndent + "static_assert(" + Size + " == 4 || " + Size +
             " == 8 || " + Size + " == 16,\n" + LoopIndent +
             "              \"cp.async copies 4, 8 or 16 bytes\");\n";
  }
  const LineLayout Lines(Text.code(), Unit);
  const TemplateSizes &Counted = Printer.countedFor();
  Out += assertSizes(Wide, "the wide copies are", LoopIndent, Lines) +
         assertSizes(Counted, "the registers are", LoopIndent, Lines);
  std::vector<std::string> Said = Wide.terms();
  llvm::append_range(Said, Counted.terms());
  Out += assertTerms(provedSizes(Plan, M, Text, Ctx).terms(Said),
                     "the pipeline is", LoopIndent, Lines);
  return Out.empty() ? Out : Out + "\n";
}

} // namespace cudapipe
