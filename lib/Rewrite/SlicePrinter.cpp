//===- SlicePrinter.cpp - The load slice as text --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlicePrinter.h"
#include "Spelling.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

SlicePrinter::SlicePrinter(const LoopModel &M, const PipelinePlan &Plan,
                           NameTable &Names, const AsyncHelpers &Helpers,
                           const SourceText &Text, const ASTContext &Ctx,
                           llvm::StringRef LoopIndent, llvm::StringRef Unit,
                           llvm::StringRef Object)
    : M(M), Plan(Plan), Names(Names), Helpers(Helpers), Text(Text), Ctx(Ctx),
      LoopIndent(LoopIndent), Unit(Unit), Object(Object),
      Lines(Text.code(), Unit), CountedFor(*M.Kernel, Text, Ctx) {
  nameRegisters();
}

std::string SlicePrinter::fail(const Stmt *S) {
  if (!Error)
    Error = Rejection{RejectionKind::MacroLoop, S->getSourceRange(),
                      "this part of the load phase is spelled by a macro"};
  return "";
}

/// The text of \p S, its temporaries replaced by the registers they are in.
std::string SlicePrinter::textOf(const Stmt *S) {
  std::optional<TextRange> R = Text.range(S);
  std::optional<std::string> Out =
      R ? Text.edited(*R, renames(S)) : std::nullopt;
  return Out ? *Out : fail(S);
}

/// Index of the one register that goes by the name of \p Var, or -1.
int SlicePrinter::persistedIndex(const VarDecl *Var) const {
  for (auto [I, P] : llvm::enumerate(Plan.Split.Persisted))
    if (P.Var == Var && P.Definition < 0)
      return I;
  return -1;
}

bool SlicePrinter::usesRenamed(const Stmt *S) const {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      return Plan.Split.isPersisted(Var) && persistedIndex(Var) < 0;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return usesRenamed(Child); });
}

/// Edits that put registers in the place of renamed temporaries in \p S, and
/// asynchronous copies into its lambdas.
std::vector<TextEdit> SlicePrinter::renames(const Stmt *S) {
  std::vector<TextEdit> Edits;
  auto Visit = [&](auto &&Self, const Stmt *Node) -> void {
    if (!Node)
      return;
    if (const auto *Lambda = dyn_cast<LambdaExpr>(Node))
      if (auto Form =
              Helpers.Forms.find(placeOf(*Lambda->getCallOperator(), Ctx));
          Form != Helpers.Forms.end()) {
        std::optional<TextRange> Body = Text.range(Lambda->getBody());
        if (!Body || usesRenamed(Lambda))
          fail(Lambda);
        else
          Edits.push_back({*Body, Form->second.Text});
        return;
      }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Node))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl())) {
        int Index = Plan.Split.renamedAt(Var, CurrentLeaf);
        if (Index < 0)
          return;
        std::optional<TextRange> Use = Text.range(Ref->getSourceRange());
        if (!Use || Text.text(*Use) != Var->getName()) {
          fail(Ref);
          return;
        }
        if (llvm::none_of(Edits, [&](const TextEdit &E) {
              return E.Range.Begin == Use->Begin;
            }))
          Edits.push_back(
              {*Use, PersistedRegister[Index] +
                         registerIndex(Plan.Split.Persisted[Index].Loops)});
      }
    for (const Stmt *Child : Node->children())
      Self(Self, Child);
  };
  Visit(Visit, S);
  return Edits;
}

const SliceLeaf *SlicePrinter::leaf(const Stmt *S) const {
  for (const SliceLeaf &Leaf : Plan.Split.Leaves)
    if (Leaf.S == S)
      return &Leaf;
  return nullptr;
}

/// Some statement in \p S runs in phase \p Which.
bool SlicePrinter::runsIn(const Stmt *S, SlicePhase Which) const {
  if (!S)
    return false;
  if (const SliceLeaf *L = leaf(S))
    return inPhase(*L, Which);
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return runsIn(Child, Which); });
}

/// Every statement in \p S runs in this phase, and none needs a register of
/// its own: the user's text will do.
bool SlicePrinter::isWhole(const Stmt *S) const {
  if (!S)
    return true;
  if (const SliceLeaf *L = leaf(S)) {
    if (!inPhase(*L, Phase))
      return false;
    if (usesRenamed(S) || hasEarlyLoads(*L))
      return false;
    if (L->Copy >= 0 && isVerbatim(*L))
      return true;
    if (Plan.Split.loadedAt(*L) >= 0)
      return L->Parents.empty();
    // `if (g) T[i] = A[j];` on one line has no room for a longer statement.
    if (std::optional<TextRange> R = Text.range(S);
        L->Copy >= 0 && R &&
        !Text.text({Text.lineStart(R->Begin), R->Begin}).trim().empty())
      return false;
    if (L->Copy >= 0)
      return Plan.Travels[L->Copy] != Travel::Register || L->Parents.empty();
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      return llvm::none_of(Decls->decls(), [&](const Decl *D) {
        const auto *Var = dyn_cast<VarDecl>(D);
        return Var && Plan.Split.isPersisted(Var);
      });
    return true;
  }
  return !separateStores(S, M) &&
         llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return isWhole(Child); });
}

/// The parts of the slice's statements that run in phase \p Which, `Except`
/// left out of them.
void SlicePrinter::forEachPart(
    SlicePhase Which,
    llvm::function_ref<void(const Stmt *Part, const Stmt *Except)> Do) const {
  auto Visit = [&](const Stmt *Part, const Stmt *Except = nullptr) {
    if (Part)
      Do(Part, Except);
  };
  for (const SliceLeaf &Leaf : Plan.Split.Leaves) {
    if (!inPhase(Leaf, Which))
      continue;
    for (const Stmt *Parent : Leaf.Parents) {
      if (const auto *If = dyn_cast<IfStmt>(Parent))
        Visit(If->getCond());
      if (const auto *For = dyn_cast<ForStmt>(Parent)) {
        Visit(For->getInit());
        Visit(For->getCond());
        Visit(For->getInc());
      }
    }
    if (int Loaded = Plan.Split.loadedAt(Leaf); Loaded >= 0) {
      const Expr *Load = Plan.Split.LoadedArrays[Loaded].Load;
      if (Which == SlicePhase::Fetch)
        Visit(Load);
      else
        Visit(Leaf.S, Load);
      continue;
    }
    if (hasEarlyLoads(Leaf)) {
      unsigned Index = &Leaf - Plan.Split.Leaves.data();
      for (const EarlyLoad &Load : M.Early->Loads) {
        if (Load.Leaf != Index)
          continue;
        Visit(Load.Load);
        for (const auto &Guard : Load.Guards)
          Visit(Guard.first);
      }
      if (!M.Early->Leaves[Index].IsNeeded)
        continue;
    }
    // Store finds the values of registers, it does not make them.
    if (const auto *Decls = dyn_cast<DeclStmt>(Leaf.S);
        Decls && Which == SlicePhase::Store && Leaf.Copy < 0) {
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D);
            Var && Plan.Split.makesInStore(*Decls, *Var, *M.Pointers, Ctx))
          Visit(Var->getInit());
      continue;
    }
    if (Leaf.Copy < 0 || Plan.Travels[Leaf.Copy] != Travel::Register) {
      Visit(Leaf.S);
      continue;
    }
    for (unsigned I = 0; I < Leaf.Copies; ++I) {
      const TileCopy &Copy = M.Copies[Leaf.Copy + I];
      if (Which == SlicePhase::Store) {
        Visit(Copy.Destination);
        if (Copy.From.RawLoad)
          Visit(Copy.Value, Copy.From.RawLoad);
        continue;
      }
      Visit(Copy.From.RawLoad ? Copy.From.RawLoad : Copy.Value);
      Visit(Copy.From.RawGuard);
      if (Copy.Zero.GuardIf)
        Visit(Copy.Zero.GuardIf->getCond());
    }
  }
}

VarSet SlicePrinter::variables(SlicePhase Which) const {
  const PointerFlow &Flow = *M.Pointers;
  VarSet Out;
  forEachPart(Which, [&](const Stmt *Part, const Stmt *Except) {
    if (Except)
      return collectNames(Part, Except, Out);
    Effects E = effectsOf(Part, Flow, Ctx);
    Out.insert(E.Reads.begin(), E.Reads.end());
    Out.insert(E.Writes.begin(), E.Writes.end());
  });
  return Out;
}

/// \p S names \p Var outside of \p Except.
static bool mentions(const Stmt *S, const Stmt *Except, const VarDecl *Var) {
  if (!S || S == Except)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && Ref->getDecl() == Var)
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return mentions(Child, Except, Var);
  });
}

bool SlicePrinter::names(SlicePhase Which, const VarDecl *Var) const {
  bool Found = false;
  forEachPart(Which, [&](const Stmt *Part, const Stmt *Except) {
    Found |= mentions(Part, Except, Var);
  });
  return Found;
}

bool SlicePrinter::usesTile(SlicePhase Which, const VarDecl *Tile) const {
  return llvm::any_of(Plan.Split.Leaves, [&](const SliceLeaf &Leaf) {
    if (Leaf.Copy < 0 ||
        llvm::none_of(
            llvm::ArrayRef(M.Copies).slice(Leaf.Copy, Leaf.Copies),
            [&](const TileCopy &Copy) { return Copy.Tile == Tile; }))
      return false;
    bool Fetched = Plan.Travels[Leaf.Copy] == Travel::Async;
    return Fetched == (Which == SlicePhase::Fetch);
  });
}

void SlicePrinter::printStatement(const Stmt *S, const std::string &Indent,
                                  std::string &Out) {
  if (!isKept(S))
    return;
  if (const SliceLeaf *L = leaf(S))
    return printLeaf(*L, Indent, Out);
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S)) {
    const Stmt *Loop = Attributed->getSubStmt();
    // A loop over registers has to unroll completely.
    bool Unroll = isa<ForStmt>(Loop) && !isWhole(Loop);
    std::optional<TextRange> R = Text.range(S), Inner = Text.range(Loop);
    if (!R || !Inner) {
      fail(S);
      return;
    }
    llvm::StringRef Pragma =
        Text.text({Text.lineStart(R->Begin), Inner->Begin}).trim();
    if (Unroll)
      Out += pragmaIndent(Indent) + "#pragma unroll\n";
    else if (Pragma.starts_with("#"))
      Out += pragmaIndent(Indent) + Pragma.str() + "\n";
    else if (!Pragma.empty())
      Out += Indent + Pragma.str() + "\n";
    if (Unroll)
      return printFor(cast<ForStmt>(Loop), Indent, Out);
    return printStatement(Loop, Indent, Out);
  }
  if (const BinaryOperator *Stores = separateStores(S, M)) {
    printStatement(Stores->getLHS(), Indent, Out);
    return printStatement(Stores->getRHS(), Indent, Out);
  }
  if (isWhole(S)) {
    std::optional<TextRange> R = Text.statement(S);
    if (!R) {
      fail(S);
      return;
    }
    std::vector<TextEdit> Edits;
    auto Replace = [&](auto &&Self, const Stmt *Node) -> void {
      if (!Node)
        return;
      if (const SliceLeaf *L = leaf(Node)) {
        if (isVerbatim(*L)) {
          llvm::append_range(Edits, renames(L->S));
          return;
        }
        std::optional<TextRange> At = Text.statement(L->S);
        if (!At)
          fail(L->S);
        else
          Edits.push_back({*At, leafText(*L, Text.indentAt(At->Begin).str())});
        return;
      }
      for (const Stmt *Child : Node->children())
        Self(Self, Child);
    };
    Replace(Replace, S);
    std::optional<std::string> Edited = Text.edited(*R, std::move(Edits));
    if (!Edited) {
      fail(S);
      return;
    }
    Out += reindent(*Edited, Text.indentAt(R->Begin), Indent) + "\n";
    return;
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    std::string Inner;
    printBody(Block, Indent, Inner);
    Inner.erase(0, Inner.find("{\n") + 2);
    // What declares nothing needs no braces when one line of it is left.
    llvm::StringRef Line(Inner);
    if (Line.count('\n') == 2 && !Line.contains("//") &&
        llvm::none_of(Block->body(), [&](const Stmt *Child) {
          return isKept(Child) && isa<DeclStmt>(Child);
        }))
      Out += Indent +
             Line.take_until([](char C) { return C == '\n'; }).ltrim().str() +
             "\n";
    else
      Out += Indent + "{\n" + Inner;
    return;
  }
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    // Registers have no address: only an unrolled loop can index them.
    if (Plan.UsesRegisters)
      Out += pragmaIndent(Indent) + "#pragma unroll\n";
    return printFor(For, Indent, Out);
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return printIf(If, Indent, Out);
  fail(S);
}

/// Some write their pragmas at the start of the line.
std::string SlicePrinter::pragmaIndent(const std::string &Indent) const {
  return Text.code().contains("\n#pragma unroll") ? "" : Indent;
}

} // namespace cudapipe
