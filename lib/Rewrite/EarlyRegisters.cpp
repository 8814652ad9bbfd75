//===- EarlyRegisters.cpp - Loads a trip early as text --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   tile[t] = in ? A[k] : 0;     in front of the loop:  if (in)
//                                                         next_tile = A[k];
//                                in its place:  tile[t] = in ? next_tile : 0;
//
//===----------------------------------------------------------------------===//

#include "LoopWriter.h"
#include "Spelling.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

/// Statements of the trip that only the early loads needed: they run with those
/// in front, and would be left behind without a use.
std::vector<bool> LoopWriter::unusedLeaves() const {
  const std::vector<EarlyLoads::Leaf> &Leaves = M.Early->Leaves;
  std::vector<bool> Out(Leaves.size());
  // Where parsed code names variables: another may be called the same.
  llvm::DenseSet<unsigned> Parsed;
  auto Note = [&](SourceLocation Loc) {
    if (std::optional<TextRange> At = Text.range(SourceRange(Loc)))
      Parsed.insert(At->Begin);
  };
  forEach<DeclRefExpr>(
      M.Header.Body, [&](const DeclRefExpr &Ref) { Note(Ref.getLocation()); });
  forEach<DeclStmt>(M.Header.Body, [&](const DeclStmt &Decls) {
    for (const Decl *D : Decls.decls())
      Note(D->getLocation());
  });
  auto InBody = [&](const VarDecl *Var) {
    std::optional<TextRange> At = Text.range(SourceRange(Var->getLocation()));
    return At && Here.BodyRange.contains(*At) &&
           llvm::all_of(hiddenUses(Here.BodyRange, Var, /*InLoopOnly=*/false),
                        [&](unsigned Use) { return Parsed.contains(Use); });
  };
  // What shares a line with something else stays, and what it names.
  auto HasLines = [&](const Stmt *S) {
    std::optional<TextRange> At = Text.statement(S);
    return At && Text.endOfTrivia(At->End) > At->End &&
           Text.text({Text.lineStart(At->Begin), At->Begin}).trim().empty();
  };
  auto Index = [&](const Stmt *S) {
    return llvm::find_if(Leaves,
                         [&](const auto &Leaf) { return Leaf.S == S; }) -
           Leaves.begin();
  };
  auto Collect = [&](auto &&Self, const Stmt *S) -> void {
    for (const Stmt *Child : S->children()) {
      if (!Child)
        continue;
      size_t I = Index(Child);
      if (isa<CompoundStmt>(S) && I < Leaves.size() && Leaves[I].IsNeeded &&
          !Leaves[I].E.Writes.empty())
        Out[I] = HasLines(Child) && llvm::all_of(Leaves[I].E.Writes, InBody);
      Self(Self, Child);
    }
  };
  Collect(Collect, M.Header.Body);
  for (bool Changed = true; Changed;) {
    Changed = false;
    VarSet Used;
    auto Visit = [&](auto &&Self, const Stmt *S) -> void {
      size_t I = S ? Index(S) : Leaves.size();
      if (!S || (I < Leaves.size() && Out[I]) ||
          llvm::any_of(M.Early->Loads,
                       [&](const EarlyLoad &Load) { return Load.Load == S; }))
        return;
      if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
        if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
          Used.insert(Var);
      for (const Stmt *Child : S->children())
        Self(Self, Child);
    };
    Visit(Visit, M.Header.Body);
    for (size_t I = 0; I < Leaves.size(); ++I)
      if (Out[I] && llvm::any_of(Leaves[I].E.Writes, [&](const VarDecl *Var) {
            return Used.count(Var);
          })) {
        Out[I] = false;
        Changed = true;
      }
  }
  return Out;
}

/// In the trip, registers stand where the loads stood.
void LoopWriter::replaceEarlyLoads(SlicePrinter &Printer) {
  llvm::SmallVector<const ForStmt *, 2> Unrolled;
  std::vector<bool> Unused = unusedLeaves();
  for (auto [I, Leaf] : llvm::enumerate(M.Early->Leaves))
    if (Unused[I]) {
      TextRange At = *Text.statement(Leaf.S);
      Written.Edits.push_back(
          {{Text.lineStart(At.Begin), Text.endOfTrivia(At.End)}, ""});
    }
  for (auto [I, Leaf] : llvm::enumerate(Plan.Split.Leaves))
    for (const KeptLoad &Load : Leaf.Kept) {
      std::optional<TextRange> At = Text.range(Load.Load);
      if (!At) {
        Printer.fail(Load.Load);
        return;
      }
      if (Unused[I])
        continue;
      Written.Edits.push_back({*At, Printer.registerOf(Load)});
      for (const ForStmt *For : Load.Loops)
        if (!llvm::is_contained(Unrolled, For))
          Unrolled.push_back(For);
    }
  // Registers have no address: only an unrolled loop can index them.
  for (const ForStmt *For : Unrolled) {
    std::optional<TextRange> At = Text.range(For);
    if (!At) {
      Printer.fail(For);
      return;
    }
    unsigned Line = Text.lineStart(At->Begin);
    if (Text.text({Line, At->Begin}).trim().empty() &&
        Text.leading(At->Begin).Pragmas.empty())
      Written.Edits.push_back(
          {{Line, Line}, Text.indentAt(At->Begin).str() + "#pragma unroll\n"});
  }
}

} // namespace cudapipe
