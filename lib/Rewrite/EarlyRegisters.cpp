//===- EarlyRegisters.cpp - Loads a trip early as text --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   tile[t] = in ? A[k] : 0;     in front of the loop:  if (in)
//                                                         tile_reg = A[k];
//                                in its place:  tile[t] = in ? tile_reg : 0;
//
//===----------------------------------------------------------------------===//

#include "LoopWriter.h"
#include "Spelling.h"

using namespace clang;

namespace cudapipe {

bool SlicePrinter::hasEarlyLoads(const SliceLeaf &Leaf) const {
  return M.Early && llvm::any_of(M.Early->Loads, [&](const EarlyLoad &Load) {
           return &Plan.Split.Leaves[Load.Leaf] == &Leaf;
         });
}

/// The loops around \p Leaf.
static llvm::SmallVector<const ForStmt *, 2> loopsOf(const SliceLeaf &Leaf) {
  llvm::SmallVector<const ForStmt *, 2> Out;
  for (const Stmt *Parent : Leaf.Parents)
    if (const auto *For = dyn_cast<ForStmt>(Parent))
      Out.push_back(For);
  return Out;
}

void SlicePrinter::nameEarlyRegisters() {
  for (auto [I, Load] : llvm::enumerate(M.Early->Loads)) {
    std::string Name = Names.uniqueRegister(Load.Name->getName());
    Kept.CopyRegister[I] = Name;
    std::optional<std::string> Type =
        typeOf(Load.Load, elementOf(Load.Load), Text, Ctx);
    if (!Type) {
      Error = Rejection{RejectionKind::TemplateDependent,
                        Load.Load->getSourceRange(),
                        "its type has no name that holds for every "
                        "instantiation"};
      return;
    }
    nameRegister(Name, *Type, loopsOf(Plan.Split.Leaves[Load.Leaf]));
  }
}

std::string SlicePrinter::earlyRegister(unsigned Index) {
  const EarlyLoad &Load = M.Early->Loads[Index];
  return Kept.CopyRegister[Index] +
         registerIndex(loopsOf(Plan.Split.Leaves[Load.Leaf]));
}

/// Loads into registers, each under its conditions, and the statement itself
/// where a later address needs what it sets.
void SlicePrinter::printEarly(const SliceLeaf &Leaf, const std::string &Indent,
                              std::string &Out) {
  std::vector<TextEdit> Edits;
  for (auto [I, Load] : llvm::enumerate(M.Early->Loads)) {
    if (&Plan.Split.Leaves[Load.Leaf] != &Leaf)
      continue;
    std::string Inner = Indent, Cond;
    for (const auto &Raw : Load.Guards) {
      auto [Guard, IsTrue] = withoutNegation(Raw.first, Raw.second);
      bool Alone = IsTrue && Load.Guards.size() == 1;
      Cond += (Cond.empty() ? "" : " && ") +
              (Alone    ? textOf(Guard->IgnoreParens())
               : IsTrue ? parenthesized(Guard, textOf(Guard))
                        : "!(" + textOf(Guard) + ")");
    }
    if (!Cond.empty()) {
      Out += Indent + "if (" + onOneLine(Cond) + ")\n";
      Inner += Unit;
    }
    Out += Inner +
           Lines.assignment(Inner, earlyRegister(I),
                            onOneLine(textOf(Load.Load))) +
           ";\n";
    if (std::optional<TextRange> At = Text.range(Load.Load))
      Edits.push_back({*At, earlyRegister(I)});
  }
  if (!M.Early->Leaves[&Leaf - Plan.Split.Leaves.data()].IsNeeded)
    return;
  std::optional<TextRange> R = Text.statement(Leaf.S);
  std::optional<std::string> Edited =
      R ? Text.edited(*R, std::move(Edits)) : std::nullopt;
  Out += reindent(Edited ? *Edited : fail(Leaf.S),
                  R ? Text.indentAt(R->Begin) : "", Indent) +
         "\n";
}

/// Statements of the trip that only the early loads needed: they run with those
/// in front, and would be left behind without a use.
std::vector<bool> LoopWriter::unusedLeaves() const {
  const std::vector<EarlyLoads::Leaf> &Leaves = M.Early->Leaves;
  std::vector<bool> Out(Leaves.size());
  auto InBody = [&](const VarDecl *Var) {
    std::optional<TextRange> At = Text.range(SourceRange(Var->getLocation()));
    return At && Here.BodyRange.contains(*At) &&
           !hidesUse(Here.BodyRange, Var, /*InLoopOnly=*/false);
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
  for (auto [I, Load] : llvm::enumerate(M.Early->Loads)) {
    std::optional<TextRange> At = Text.range(Load.Load);
    if (!At) {
      Printer.fail(Load.Load);
      return;
    }
    if (Unused[Load.Leaf])
      continue;
    Written.Edits.push_back({*At, Printer.earlyRegister(I)});
    for (const ForStmt *For : loopsOf(Plan.Split.Leaves[Load.Leaf]))
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
