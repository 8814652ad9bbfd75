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
                           NameTable &Names, const SourceText &Text,
                           const ASTContext &Ctx, llvm::StringRef LoopIndent,
                           llvm::StringRef Unit)
    : M(M), Plan(Plan), Names(Names), Text(Text), Ctx(Ctx),
      LoopIndent(LoopIndent), Unit(Unit) {
  nameRegisters();
}

std::string SlicePrinter::fail(const Stmt *S) {
  if (!Error)
    Error = Rejection{RejectionKind::MacroLoop, S->getSourceRange(),
                      "this part of the load phase is spelled by a macro"};
  return "";
}

std::string SlicePrinter::textOf(const Stmt *S) {
  std::optional<std::string> Out = Text.text(S);
  return Out ? *Out : fail(S);
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
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return runsIn(Child, Which);
  });
}

/// Every statement in \p S runs in this phase, and none needs a register of
/// its own: the user's text will do.
bool SlicePrinter::isWhole(const Stmt *S) const {
  if (!S)
    return true;
  if (const SliceLeaf *L = leaf(S)) {
    if (!inPhase(*L, Phase))
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
  return llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return isWhole(Child); });
}

VarSet SlicePrinter::variables(SlicePhase Which) const {
  PointerFlow Flow(*M.Kernel);
  VarSet Out;
  auto Add = [&](const Stmt *S) {
    if (!S)
      return;
    Effects E = effectsOf(S, Flow, Ctx);
    Out.insert(E.Reads.begin(), E.Reads.end());
    Out.insert(E.Writes.begin(), E.Writes.end());
  };
  for (const SliceLeaf &Leaf : Plan.Split.Leaves) {
    if (Which == SlicePhase::Fetch ? !Leaf.InFetch : !Leaf.InStore)
      continue;
    for (const Stmt *Parent : Leaf.Parents) {
      if (const auto *If = dyn_cast<IfStmt>(Parent))
        Add(If->getCond());
      if (const auto *For = dyn_cast<ForStmt>(Parent)) {
        Add(For->getInit());
        Add(For->getCond());
        Add(For->getInc());
      }
    }
    const TileCopy *Copy = Leaf.Copy < 0 ? nullptr : &M.Copies[Leaf.Copy];
    if (!Copy || Plan.Travels[Leaf.Copy] != Travel::Register) {
      Add(Leaf.S);
    } else if (Which == SlicePhase::Store) {
      Add(Copy->Destination);
      if (Copy->RawLoad)
        Add(Copy->Value);
    } else {
      Add(Copy->RawLoad ? Copy->RawLoad : Copy->Value);
      if (Copy->GuardIf)
        Add(Copy->GuardIf->getCond());
    }
  }
  return Out;
}

bool SlicePrinter::usesTile(SlicePhase Which, const VarDecl *Tile) const {
  return llvm::any_of(Plan.Split.Leaves, [&](const SliceLeaf &Leaf) {
    if (Leaf.Copy < 0 || M.Copies[Leaf.Copy].Tile != Tile)
      return false;
    bool Fetched = Plan.Travels[Leaf.Copy] == Travel::Async;
    return Fetched == (Which == SlicePhase::Fetch);
  });
}

/// The comments between \p From and \p To, which stand above \p S; once, where
/// S comes first.
void SlicePrinter::printComments(const Stmt *S, unsigned From, unsigned To,
                                 const std::string &Indent, std::string &Out) {
  if (To <= From ||
      (Phase == SlicePhase::Store && runsIn(S, SlicePhase::Fetch)))
    return;
  llvm::SmallVector<llvm::StringRef, 8> Lines;
  Text.text({From, To}).split(Lines, '\n');
  for (llvm::StringRef Line : Lines) {
    Line = Line.trim();
    if (Line.starts_with("//") || Line.starts_with("/*") ||
        Line.starts_with("*"))
      Out += Indent + Line.str() + "\n";
  }
}

void SlicePrinter::printBody(const Stmt *Body, const std::string &Indent,
                             std::string &Out, llvm::StringRef Prefix) {
  std::string Inner;
  if (const auto *Block = dyn_cast<CompoundStmt>(Body)) {
    std::optional<TextRange> R = Text.range(Block);
    unsigned At = R ? R->Begin + 1 : 0;
    for (const Stmt *Child : Block->body()) {
      std::optional<TextRange> ChildRange = Text.statement(Child);
      if (!R || !ChildRange) {
        fail(Child);
        return;
      }
      if (isKept(Child)) {
        printComments(Child, At, ChildRange->Begin, Indent + Unit, Inner);
        printStatement(Child, Indent + Unit, Inner);
      }
      At = ChildRange->End;
    }
  } else {
    printStatement(Body, Indent + Unit, Inner);
    // One plain statement stays without braces, as the user had it.
    if (Prefix.empty() && !isa<ForStmt, IfStmt>(Body) &&
        llvm::StringRef(Inner).count('\n') == 1) {
      Out += "\n" + Inner;
      return;
    }
  }
  Out += " {\n" + Prefix.str() + Inner + Indent + "}\n";
}

void SlicePrinter::printFor(const ForStmt *For, const std::string &Indent,
                            std::string &Out) {
  std::optional<TextRange> Header =
      Text.range(SourceRange(For->getForLoc(), For->getRParenLoc()));
  if (!Header) {
    fail(For);
    return;
  }
  std::optional<CountedLoop> Counted = countedLoop(*For, Ctx);
  if (!Counted || Counted->ConstantStart) {
    Out += Indent + Text.text(*Header).str();
    return printBody(For->getBody(), Indent, Out);
  }
  // The start differs from thread to thread: count from zero, so that the
  // loop unrolls and every register has a fixed index.
  const VarDecl *Var = Counted->Var;
  std::string Base = baseName(For), Limit = textOf(Counted->Limit);
  std::string Step =
      Counted->Step ? Base + " += " + textOf(Counted->Step) : "++" + Base;
  std::string Type =
      declare(*Var, Base, /*Const=*/false, Text, Ctx).value_or("int " + Base);
  std::string Inner =
      declare(*Var, Var->getName(), /*Const=*/false, Text, Ctx)
          .value_or("int " + Var->getName().str());
  Out += Indent + "for (" + Type + " = 0; " + Base + " < " + Limit + "; " +
         Step + ")";
  std::string Start = parenthesized(Counted->Start, textOf(Counted->Start));
  std::string Line = Indent + Unit + Inner + " = " + Base + " + " + Start +
                     ";\n" + Indent + Unit + "if (" + Var->getName().str() +
                     " < " + Limit + ")";
  std::string Guarded;
  printBody(For->getBody(), Indent + Unit, Guarded);
  Out += " {\n" + Line + Guarded + Indent + "}\n";
}

void SlicePrinter::printIf(const IfStmt *If, const std::string &Indent,
                           std::string &Out) {
  bool Then = isKept(If->getThen()), Else = isKept(If->getElse());
  std::string Cond = textOf(If->getCond());
  Out += Indent + (If->isConstexpr() ? "if constexpr (" : "if (") +
         (Then ? Cond : "!(" + Cond + ")") + ")";
  printBody(Then ? If->getThen() : If->getElse(), Indent, Out);
  if (!Then || !Else)
    return;
  if (Out.size() > 2 && llvm::StringRef(Out).ends_with("}\n"))
    Out.replace(Out.size() - 1, 1, " else");
  else
    Out += Indent + "else";
  printBody(If->getElse(), Indent, Out);
}

void SlicePrinter::printStatement(const Stmt *S, std::string Indent,
                                  std::string &Out) {
  if (!isKept(S))
    return;
  if (const SliceLeaf *L = leaf(S))
    return printLeaf(*L, Indent, Out);
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
        if (L->Copy < 0)
          return;
        std::optional<TextRange> At = Text.range(L->S);
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
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S)) {
    Out += Indent + "#pragma unroll\n";
    if (const auto *For = dyn_cast<ForStmt>(Attributed->getSubStmt()))
      return printFor(For, Indent, Out);
    return printStatement(Attributed->getSubStmt(), Indent, Out);
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    Out += Indent + "{\n";
    std::string Inner;
    printBody(Block, Indent, Inner);
    Out += Inner.substr(Inner.find('\n') + 1);
    return;
  }
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    // Registers have no address: only an unrolled loop can index them.
    if (Plan.UsesRegisters)
      Out += Indent + "#pragma unroll\n";
    return printFor(For, Indent, Out);
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return printIf(If, Indent, Out);
  fail(S);
}

std::string SlicePrinter::print(SlicePhase Which) {
  Phase = Which;
  std::string Indent = LoopIndent + Unit, Out;
  for (const PersistedVariable &P : Plan.Split.Persisted)
    if (M.Private.count(P.Var) && VariableRegister[P.Var] != P.Var->getName())
      Out += Indent + "auto &" + P.Var->getName().str() + " = " +
             VariableRegister[P.Var] + ";\n";
  unsigned PreviousEnd = 0;
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    const Stmt *S = M.Items[I].S;
    std::optional<TextRange> R = Text.statement(S);
    if (!R) {
      if (isKept(S))
        fail(S);
      continue;
    }
    if (isKept(S)) {
      unsigned From = PreviousEnd ? PreviousEnd
                                  : Text.range(M.Body)->Begin + 1;
      llvm::StringRef Between = Text.text({From, R->Begin});
      if (!Out.empty() && Phase == SlicePhase::Fetch &&
          Between.ltrim(" \t\r").starts_with("\n"))
        Out += "\n";
      if (M.Items[I].R == Role::Load)
        printComments(S, From, R->Begin, Indent, Out);
      std::string Printed;
      printStatement(S, Indent, Printed);
      // A comment behind the statement, on its line.
      llvm::StringRef Behind =
          Text.text({R->End, Text.endOfTrivia(R->End)}).rtrim();
      if (!Behind.empty() && Phase == SlicePhase::Fetch &&
          llvm::StringRef(Printed).ends_with("\n"))
        Printed.insert(Printed.size() - 1, Behind);
      Out += Printed;
    }
    PreviousEnd = Text.endOfTrivia(R->End);
  }
  return Out;
}

} // namespace cudapipe
