//===- StageCount.cpp - The number of stages, once ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   constexpr int STAGES = 3;                     above the first tile
//   __shared__ float As_stages[STAGES][BM][BK];
//   ...
//   for (int stage = 0; stage < STAGES - 1; ++stage)
//
// Two stages are a buffer and the other: `stage ^ 1` holds for no other number,
// which stands as a 2.
//
//===----------------------------------------------------------------------===//

#include "LoopWriter.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace cudapipe {

/// `STAGES - 1`, or the number where it has no name.
std::string LoopWriter::stagesLess(unsigned Fewer) const {
  if (Made.StagesName.empty())
    return std::to_string(Plan.Stages - Fewer);
  return Made.StagesName + (Fewer ? " - " + std::to_string(Fewer) : "");
}

/// The shared variables that \p Body declares right above \p Decls, or null.
static const DeclStmt *sharedRightAbove(const Stmt &Body,
                                        const DeclStmt &Decls) {
  const DeclStmt *Out = nullptr;
  const Stmt *Last = nullptr;
  for (const Stmt *Child : Body.children()) {
    if (Child == &Decls)
      Out = dyn_cast_or_null<DeclStmt>(Last);
    Last = Child;
  }
  const auto *Var = Out && !Out->decls().empty()
                        ? dyn_cast<VarDecl>(*Out->decl_begin())
                        : nullptr;
  return Var && Var->hasAttr<CUDASharedAttr>() ? Out : nullptr;
}

/// Gives the number a name, where one place sees all that needs it: no tile of
/// the file's, none that an earlier loop has made stages of.
void LoopWriter::nameStages() {
  std::optional<TextRange> Kernel = Text.range(M.Kernel->getBody());
  if (!hasCursor() || !Kernel || Text.hasConditionals(*Kernel))
    return;
  std::optional<TextRange> First;
  const DeclStmt *Above = nullptr;
  std::vector<const VarDecl *> Staged = M.Staged.Tiles;
  if (M.Groups.Counter)
    Staged.push_back(M.Groups.Counter->Shared);
  for (const VarDecl *Tile : Staged) {
    if (isDynamicShared(*Tile))
      continue;
    std::optional<TextRange> Name =
        Text.range(SourceRange(Tile->getLocation()));
    const DeclStmt *Decls = declarationIn(M.Kernel->getBody(), Tile);
    std::optional<TextRange> R = Decls ? Text.statement(Decls) : std::nullopt;
    if (!Name || !R || Names.stagesAt(Name->Begin))
      return;
    if (!First || R->Begin < First->Begin) {
      First = R;
      Above = Decls;
    }
  }
  // Not between a tile and the next.
  const DeclStmt *Before =
      First ? sharedRightAbove(*M.Kernel->getBody(), *Above) : nullptr;
  for (; Before; Before = sharedRightAbove(*M.Kernel->getBody(), *Before)) {
    std::optional<TextRange> R = Text.statement(Before);
    if (!R || !Text.text({R->End, First->Begin}).trim().empty())
      break;
    First = R;
  }
  auto Declaration = [&](const std::string &Indent) {
    return Indent + "constexpr int " + Made.StagesName + " = " +
           std::to_string(Plan.Stages) + ";\n";
  };
  if (!First || Here.BodyRange.contains(*First)) {
    Made.StagesName = Names.uniqueInFile("STAGES");
    Written.Hoisted = Declaration(Here.LoopIndent);
    return;
  }
  const unsigned Line = Text.lineStart(First->Begin);
  const std::string Indent = Text.indentAt(First->Begin).str();
  if (!Text.text({Line, First->Begin}).trim().empty())
    return;
  Made.StagesName = Names.uniqueInFile("STAGES");
  const unsigned At = Text.leading(First->Begin).Begin;
  Written.Edits.push_back({{At, At}, Declaration(Indent)});
}

} // namespace cudapipe
