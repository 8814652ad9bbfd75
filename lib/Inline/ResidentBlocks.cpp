//===- ResidentBlocks.cpp - Registers for two blocks ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/ResidentBlocks.h"
#include "../Rewrite/Spelling.h"
#include "LoadPointers.h"
#include "VariableUses.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Plan/PlanPipeline.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace cudapipe {

/// Bytes of the widest access to shared memory.
static constexpr unsigned WidestAccess = 16;

/// `__launch_bounds__(256)` to `__launch_bounds__(256, 2)`; false if it is
/// another promise, or stands elsewhere too.
static bool boundRegisters(const FunctionDecl &Kernel, unsigned Threads,
                           const SourceText &Text, const ASTContext &Ctx,
                           std::vector<TextEdit> &Edits) {
  const FunctionDecl *Written = Kernel.getTemplateInstantiationPattern();
  if (!Written)
    Written = &Kernel;
  const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>();
  if (!Bounds || Bounds->getMaxBlocks() || Written->getPreviousDecl() ||
      Written->getMostRecentDecl() != Written)
    return false;
  if (constantValue(Bounds->getMaxThreads(), Ctx) != Threads)
    return false;
  if (const Expr *Blocks = Bounds->getMinBlocks())
    return constantValue(Blocks, Ctx) == 2;
  std::optional<TextRange> Most = Text.range(Bounds->getMaxThreads());
  std::optional<TextRange> Whole = Text.range(Written->getSourceRange());
  // A macro that spells it may bound other kernels, too.
  if (!Most || !Whole || !Whole->contains(*Most) ||
      !Text.text({Whole->Begin, Most->Begin}).rtrim().ends_with("("))
    return false;
  Edits.push_back({{Most->End, Most->End}, ", 2"});
  return true;
}

/// Puts `alignas(16) ` to the tiles that the loop names.
static bool alignTiles(const LoopCandidate &Candidate, const SourceText &Text,
                       const ASTContext &Ctx, std::vector<TextEdit> &Edits) {
  const FunctionDecl &Kernel = *Candidate.Kernel;
  const VariableUses Found(Kernel.getBody());
  std::optional<uint64_t> Bytes = staticSharedBytes(Kernel, Ctx);
  if (!Bytes)
    return false;
  for (const VarDecl *Var : Found.variables()) {
    if (!Var->hasAttr<CUDASharedAttr>() || !Var->getType()->isArrayType() ||
        isDynamicShared(*Var) || Var->hasAttr<AlignedAttr>() ||
        llvm::none_of(Found.usesOf(Var), [&](const DeclRefExpr *Use) {
          return Found.contains(Candidate.Loop, Use);
        }))
      continue;
    std::optional<unsigned> At = placeOfAlignas(*Var, Text);
    *Bytes += WidestAccess;
    if (!At || *Bytes > MaxStaticSharedBytes)
      return false;
    if (llvm::none_of(Edits, [&](const TextEdit &E) {
          return E.Range.Begin == *At && E.Range.End == *At;
        }))
      Edits.push_back({{*At, *At}, "alignas(16) "});
  }
  return true;
}

std::optional<tooling::AtomicChange>
keepTwoBlocks(const LoopCandidate &Candidate, unsigned Threads,
              const ASTContext &Ctx) {
  const FunctionDecl &Kernel = *Candidate.Kernel;
  const SourceManager &SM = Ctx.getSourceManager();
  if (!Kernel.hasAttr<CUDAGlobalAttr>() || !Candidate.Others.empty())
    return std::nullopt;
  const SourceText Text(
      SM.getFileID(SM.getExpansionLoc(Candidate.Loop->getBeginLoc())), Ctx);
  std::optional<std::vector<TextEdit>> Edits =
      stepOwnPointers(Candidate, Text, Ctx);
  if (!Edits || !alignTiles(Candidate, Text, Ctx, *Edits) ||
      !boundRegisters(Kernel, Threads, Text, Ctx, *Edits))
    return std::nullopt;
  tooling::AtomicChange Change(SM, Candidate.Loop->getBeginLoc());
  for (const TextEdit &Edit : *Edits) {
    llvm::Error Overlap = Change.replace(
        SM,
        SM.getLocForStartOfFile(Text.file()).getLocWithOffset(Edit.Range.Begin),
        Edit.Range.End - Edit.Range.Begin, Edit.Text);
    if (Overlap) {
      llvm::consumeError(std::move(Overlap));
      return std::nullopt;
    }
  }
  return Change;
}

} // namespace cudapipe
