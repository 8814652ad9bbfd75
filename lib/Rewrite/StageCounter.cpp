//===- StageCounter.cpp - What counts copies, for each stage --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ cuda::barrier<cuda::thread_scope_block> bar_stages[2];
//   if (threadIdx.x == 0)
//     for (int s = 0; s < 2; ++s)
//       init(&bar_stages[s], blockDim.x);
//
//   __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
//
//===----------------------------------------------------------------------===//

#include "LoopWriter.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace cudapipe {

/// The number of stages in the type of \p State.
static const Expr *stagesInType(const VarDecl &State) {
  const TypeSourceInfo *Info = State.getTypeSourceInfo();
  if (!Info)
    return nullptr;
  const auto Loc =
      Info->getTypeLoc().getAsAdjusted<TemplateSpecializationTypeLoc>();
  if (!Loc || Loc.getNumArgs() != 2 ||
      Loc.getArgLoc(1).getArgument().getKind() != TemplateArgument::Expression)
    return nullptr;
  return Loc.getArgLoc(1).getSourceExpression();
}

/// Writes the number of stages for \p Stages, or, where that is a constant that
/// nothing else needs, for what it is set to.
std::optional<Rejection> LoopWriter::setStages(const Expr &Stages,
                                               TextRange Place) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Stages.IgnoreParenImpCasts());
  const auto *Named = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  unsigned Uses = 0;
  if (Named)
    forEach<DeclRefExpr>(M.Kernel->getBody(), [&](const DeclRefExpr &Other) {
      Uses += Other.getDecl() == Named;
    });
  // Uses in types are no statements.
  if (Named && Uses == 0) {
    const std::optional<TextRange> Init =
        Named->isLocalVarDecl() && Named->getInit()
            ? Text.range(Named->getInit())
            : std::nullopt;
    if (!Init ||
        !isa<IntegerLiteral>(Named->getInit()->IgnoreParenImpCasts()) ||
        wordsIn(*Text.range(M.Kernel->getBody()), Named->getName()) != 2)
      return Rejection{RejectionKind::MacroLoop, Stages.getSourceRange(),
                       "write the number of stages of the pipeline instead of "
                       "its name"};
    Written.Edits.push_back({*Init, std::to_string(Plan.Stages)});
    return std::nullopt;
  }
  Written.Edits.push_back({Place, stagesLess(0)});
  return std::nullopt;
}

/// How often \p Word stands in \p Range.
unsigned LoopWriter::wordsIn(TextRange Range, llvm::StringRef Word) const {
  unsigned Out = 0;
  Text.forTokens(Range, [&](const Token &Tok, unsigned) {
    Out += Tok.is(tok::raw_identifier) && Tok.getRawIdentifier() == Word;
  });
  return Out;
}

std::optional<Rejection> LoopWriter::stageCounter() {
  if (!M.Groups.Counter || Plan.Stages == 1)
    return std::nullopt;
  const BlockCounter &Counter = *M.Groups.Counter;
  const VarDecl *Shared = Counter.Shared;
  const std::optional<TextRange> Body = Text.range(M.Kernel->getBody());
  for (const VarDecl *Var : {Counter.Shared, Counter.Pipeline})
    if (Var && (!Body || hidesUse(*Body, Var, /*InLoopOnly=*/false)))
      return Rejection{RejectionKind::MacroLoop, Var->getSourceRange(),
                       "'" + Var->getNameAsString() +
                           "' is named where no code is seen"};
  if (Counter.Pipeline) {
    const Expr *Stages = stagesInType(*Shared);
    const std::optional<TextRange> R =
        Stages ? Text.range(Stages) : std::nullopt;
    if (!R)
      return Rejection{RejectionKind::MacroLoop, Shared->getSourceRange(),
                       "the number of stages is not spelled in the "
                       "declaration of '" +
                           Shared->getNameAsString() + "'"};
    return setStages(*Stages, *R);
  }
  const std::optional<TextRange> Name = Text.range(
                                     SourceRange(Shared->getLocation())),
                                 Init = Text.statement(Counter.Init);
  const Expr *Named = nullptr;
  forEach<DeclRefExpr>(Counter.Init, [&](const DeclRefExpr &Ref) {
    if (Ref.getDecl() == Shared)
      Named = &Ref;
  });
  const std::optional<TextRange> Use = Named ? Text.range(Named) : std::nullopt;
  if (Shared->getLocation().isMacroID() || !Name || !Init || !Use ||
      Text.text(*Name) != Shared->getName() || Here.BodyRange.contains(*Name) ||
      Text.text({Text.lineStart(Init->Begin), Init->Begin})
          .trim()
          .ends_with(";"))
    return Rejection{RejectionKind::MacroLoop, Shared->getSourceRange(),
                     "'" + Shared->getNameAsString() +
                         "' is declared or initialized by a macro, or not on a "
                         "line of its own"};
  const std::string Stages = Names.uniqueInFile(
                        (Shared->getName() + "_stages").str()),
                    Slot = Names.unique("s");
  Made.StageNames[Shared] = Stages;
  Written.Edits.push_back({*Name, Stages + "[" + stagesLess(0) + "]"});
  const std::optional<std::string> New =
      Text.edited(*Init, {{*Use, Stages + "[" + Slot + "]"}});
  if (!New)
    return reject(Counter.Init, "the barrier is initialized by a macro");
  const std::string Indent = Text.indentAt(Init->Begin).str();
  Written.Edits.push_back({*Init, "for (int " + Slot + " = 0; " + Slot + " < " +
                                      stagesLess(0) + "; ++" + Slot + ")\n" +
                                      Indent + Here.Unit + *New});
  return std::nullopt;
}

} // namespace cudapipe
