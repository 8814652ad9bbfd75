//===- LoopAssertions.cpp - What the compiler checks of the plan ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A template has one text for all its instantiations, those of other files and
// of tomorrow included, and what has a branch for others tests its sizes. The
// user's own statements that read or store vectors have none: for them a stage
// must be aligned as the tile was, and a row as long as its vectors. A name
// that nothing defines here may stand for what changes in the loop, unless it
// is a constant.
//
//===----------------------------------------------------------------------===//

#include "Builds/MacroTable.h"
#include "Builds/OtherBuilds.h"
#include "Builds/OtherTypes.h"
#include "LoopWriter.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TemplateTypes.h"
#include "cudapipe/Frontend/DeviceText.h"
#include "cudapipe/Frontend/UnreadCode.h"

using namespace clang;

namespace cudapipe {

/// Asynchronous copies to rows of unknown length, if any: none may reach into
/// the next row. Of shorter rows, the user's own vectors would.
std::string LoopWriter::rowAssertion(const VarDecl &Tile) const {
  uint64_t Bytes = 0;
  for (auto [I, Copy] : llvm::enumerate(M.Copies))
    if (Copy.Tile == &Tile && Copy.Overlap.NeedsWideRow &&
        Plan.Travels[I] == Travel::Async)
      Bytes = std::max(Bytes, Copy.Bytes);
  auto Name = Made.StageNames.find(&Tile);
  if (!Bytes || Name == Made.StageNames.end())
    return "";
  std::string Row = Name->second;
  for (const ArrayType *Array = Ctx.getAsArrayType(Tile.getType()); Array;
       Array = Ctx.getAsArrayType(Array->getElementType()))
    Row += "[0]";
  return Here.LoopIndent + "static_assert(sizeof(" + Row +
         ") >= " + std::to_string(Bytes) +
         ", \"a copy must end in its row\");\n";
}

namespace {
/// Looks for names in code, in what its macros stand for, and in the functions
/// of the file that it calls.
class NameSearch {
public:
  NameSearch(const llvm::StringSet<> &Names, llvm::StringRef Code,
             const ASTContext &Ctx)
      : Names(Names), Code(Code), Ctx(Ctx), Functions(findFunctions(Code)) {}

  void look(llvm::ArrayRef<MacroToken> Tokens) {
    for (const MacroToken &Tok : Tokens) {
      if (!Tok.isWord() || !Seen.insert(Tok.Word).second)
        continue;
      if (Names.contains(Tok.Word))
        Found.insert(Tok.Word);
      for (const DefinedMacro &D : MacroTable::of(Ctx).definitions(Tok.Word))
        look(D.Body);
      for (const FunctionText &F : Functions)
        if (F.Name == Tok.Word)
          look(macroTokens(Code.slice(F.Begin, F.End), Ctx));
    }
  }
  std::set<std::string> Found;

private:
  const llvm::StringSet<> &Names;
  const llvm::StringRef Code;
  const ASTContext &Ctx;
  const std::vector<FunctionText> Functions;
  std::set<std::string> Seen;
};
} // namespace

/// What is read of the loop's names holds for constants.
std::string LoopWriter::constantAssertions() const {
  const llvm::StringSet<> &Names = assumedValuesOf(Ctx);
  const std::optional<TextRange> Loop =
      Names.empty() ? std::nullopt : Text.range(M.Header.Loop);
  if (!Loop)
    return "";
  const SourceManager &SM = Ctx.getSourceManager();
  NameSearch Search(Names, SM.getBufferData(SM.getMainFileID()), Ctx);
  Search.look(macroTokens(Text.text(*Loop), Ctx));
  std::string Out;
  for (const std::string &Name : Search.Found)
    Out += Here.LoopIndent + "static_assert(" + Name + " == " + Name +
           ", \"a constant\");\n";
  return Out;
}

/// Where a tile's size depends on a template parameter, the compiler checks
/// what the plan could not. Wide copies are for tiles of one size only.
std::string LoopWriter::assertions() const {
  std::string Out;
  OtherTypes Types(*M.Kernel, Text, Ctx);
  bool Template =
      M.Kernel->isTemplated() || M.Kernel->getTemplateInstantiationPattern();
  for (const VarDecl *Tile : M.Staged.Tiles) {
    auto Name = Made.StageNames.find(Tile);
    auto Users = M.Staged.StageAlignment.find(Tile);
    unsigned Needed =
        Users == M.Staged.StageAlignment.end() ? 1 : Users->second;
    if (Name == Made.StageNames.end() || Needed <= 1 || isDynamicShared(*Tile))
      continue;
    QualType Element = Ctx.getBaseElementType(Tile->getType());
    const bool IsChosen = Types.hasElementsOf(*Tile);
    TemplateSizes Other(*M.Kernel, Text, Ctx);
    Other.addTile(*Tile);
    // In all instantiations, of which a template may have none here.
    const bool IsSame =
        !Tile->getType()->isDependentType() &&
        (M.Kernel->isTemplated() || (Other.isWhole() && Other.terms().empty()));
    if ((!Template || IsSame) && !IsChosen && !Other.relyOnMacros())
      continue;
    if (!Element->isDependentType() &&
        Needed <= Ctx.getTypeAlignInChars(Element).getQuantity())
      continue; // as any array of it
    Out += Here.LoopIndent + "static_assert(sizeof(" + Name->second +
           "[0]) % " + std::to_string(Needed) +
           " == 0, \"each stage must be aligned\");\n";
  }
  for (const VarDecl *Tile : M.Staged.Tiles)
    Out += rowAssertion(*Tile);
  Out += constantAssertions();
  return Out.empty() ? Out : Out + "\n";
}

} // namespace cudapipe
