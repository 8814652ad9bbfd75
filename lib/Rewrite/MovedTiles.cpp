//===- MovedTiles.cpp - Static tiles become dynamic, in the kernel --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ float As[BM][BK], Bs[BK][BN];
//
//   extern __shared__ __align__(16) unsigned char smem[];
//   auto &As_stages = *reinterpret_cast<float (*)[2][BM][BK]>(smem);
//   auto &Bs_stages =
//       *reinterpret_cast<float (*)[2][BK][BN]>(smem + sizeof(As_stages));
//
// All names keep their types, so whatever uses the tiles stays as it is.
//
//===----------------------------------------------------------------------===//

#include "LoopWriter.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace cudapipe {
namespace {

constexpr unsigned LineLimit = 80;

} // namespace

/// `float (*)[2][BM][BK]`, the type of all stages of \p Tile, as a pointer.
std::optional<std::string>
LoopWriter::pointerToStages(const VarDecl &Tile) const {
  const TypeSourceInfo *Info = Tile.getTypeSourceInfo();
  if (!Info)
    return std::nullopt;
  TypeLoc Loc = Info->getTypeLoc();
  std::string Bounds;
  while (true) {
    if (auto Array = Loc.getAs<ArrayTypeLoc>()) {
      std::optional<TextRange> R = Text.range(Array.getBracketsRange());
      if (!R)
        return std::nullopt;
      Bounds += Text.text(*R);
      Loc = Array.getElementLoc();
    } else if (auto Attributed = Loc.getAs<AttributedTypeLoc>()) {
      Loc = Attributed.getModifiedLoc();
    } else {
      break;
    }
  }
  std::optional<TextRange> Type =
      Text.range(Loc.getUnqualifiedLoc().getSourceRange());
  if (!Type)
    return std::nullopt;
  return Text.text(*Type).str() + " (*)[" + stagesLess(0) + "]" + Bounds;
}

std::optional<Rejection> LoopWriter::moveTiles(std::vector<TextEdit> &Edits) {
  std::string Memory = Names.uniqueInFile("smem");
  std::string Align = std::to_string(Plan.Launches.Wish->Alignment);
  std::string At = Memory;
  std::map<const DeclStmt *, std::string> Lines;
  bool First = true;
  for (const DynamicTile &Moved : Plan.Launches.Wish->Tiles) {
    const VarDecl *Tile = Moved.Tile;
    const DeclStmt *Decls = declarationIn(M.Kernel->getBody(), Tile);
    std::optional<TextRange> R = Decls ? Text.statement(Decls) : std::nullopt;
    std::optional<std::string> Type = pointerToStages(*Tile);
    if (!R || !Type)
      return Rejection{RejectionKind::MacroLoop, Tile->getSourceRange(),
                       "the declaration of '" + Tile->getNameAsString() +
                           "' is spelled by a macro"};
    for (const Decl *Other : Decls->decls())
      if (llvm::none_of(Plan.Launches.Wish->Tiles,
                        [&](const DynamicTile &T) { return T.Tile == Other; }))
        return Rejection{RejectionKind::SharedMemoryLimit,
                         Other->getSourceRange(),
                         "the tile has to become dynamic: declare '" +
                             cast<NamedDecl>(Other)->getNameAsString() +
                             "' in a statement of its own"};
    std::string Indent = Text.indentAt(R->Begin).str();
    std::string &Out = Lines[Decls];
    if (First)
      Out += "extern __shared__ __align__(" + Align + ") unsigned char " +
             Memory + "[];";
    First = false;
    std::string Stages = Made.StageNames[Tile];
    std::string Head = "auto &" + Stages + " =";
    std::string Tail = "*reinterpret_cast<" + *Type + ">(" + At + ");";
    bool Fits = Indent.size() + Head.size() + 1 + Tail.size() <= LineLimit;
    Out += (Out.empty() ? "" : "\n" + Indent) + Head +
           (Fits ? " " : "\n" + Indent + "    ") + Tail;
    std::string Size = "sizeof(" + Stages + ")";
    if (Moved.Padded)
      Size = "(" + Size + " + " +
             std::to_string(Plan.Launches.Wish->Alignment - 1) + ") / " +
             Align + " * " + Align;
    At += " + " + Size;
  }
  for (const auto &[Decls, New] : Lines)
    Edits.push_back({*Text.statement(Decls), New});
  return std::nullopt;
}

} // namespace cudapipe
