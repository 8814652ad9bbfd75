//===- SliceStatements.cpp - Split loops and branches as text -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlicePrinter.h"
#include "Spelling.h"

using namespace clang;

namespace cudapipe {

/// The comments between \p From and \p To, which stand above \p S; once, where
/// S comes first.
void SlicePrinter::printComments(const Stmt *S, unsigned From, unsigned To,
                                 const std::string &Indent, std::string &Out) {
  // What is only loaded early keeps its comments where it stands.
  if (To <= From || M.Early ||
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

/// Prints \p S and the comment behind it on its line. Where the statement needs
/// more lines than it had, the comment goes in front.
void SlicePrinter::printWithComment(const Stmt *S, TextRange R,
                                    const std::string &Indent,
                                    std::string &Out) {
  std::string Printed;
  printStatement(S, Indent, Printed);
  llvm::StringRef Behind = Text.text({R.End, Text.endOfTrivia(R.End)}).rtrim();
  bool First = Phase == SlicePhase::Fetch || !runsIn(S, SlicePhase::Fetch);
  if (Behind.empty() || !First || M.Early ||
      !llvm::StringRef(Printed).ends_with("\n")) {
    Out += Printed;
    return;
  }
  llvm::StringRef LastLine = llvm::StringRef(Printed).rtrim();
  LastLine = LastLine.substr(LastLine.rfind('\n') + 1);
  if (llvm::StringRef(Printed).count('\n') > Text.text(R).count('\n') + 1 &&
      LastLine.size() + Behind.size() > 80) {
    Out += Indent + Behind.trim().str() + "\n" + Printed;
    return;
  }
  Printed.insert(Printed.size() - 1, Behind);
  Out += Printed;
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
        printWithComment(Child, *ChildRange, Indent + Unit, Inner);
      }
      At = Text.endOfTrivia(ChildRange->End);
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
  // The brace stands where the user put it.
  bool OwnLine = false;
  if (std::optional<TextRange> R = Text.range(Body);
      R && isa<CompoundStmt>(Body))
    OwnLine = Text.text({Text.lineStart(R->Begin), R->Begin}).trim().empty();
  Out += (OwnLine ? "\n" + Indent + "{\n" : std::string(" {\n")) +
         Prefix.str() + Inner + Indent + "}\n";
}

/// Only a loop that runs again to store has registers.
std::optional<BoundedLoop>
SlicePrinter::countedForStore(const ForStmt &For) const {
  bool Stores = llvm::any_of(Plan.Split.Leaves, [&](const SliceLeaf &Leaf) {
    return Leaf.InStore && llvm::is_contained(Leaf.Parents, &For);
  });
  return Stores ? boundedLoop(For, Ctx, M.Proofs.BlockDim) : std::nullopt;
}

bool SlicePrinter::needsOwn(SlicePhase Which, const VarDecl *Var) const {
  auto Names = [&](auto &&Self, const Stmt *S) -> bool {
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
    return (Ref && Ref->getDecl() == Var) ||
           (S && llvm::any_of(S->children(), [&](const Stmt *Child) {
              return Self(Self, Child);
            }));
  };
  return llvm::any_of(Plan.Split.Leaves, [&](const SliceLeaf &Leaf) {
    if (!inPhase(Leaf, Which))
      return false;
    for (const Stmt *Parent : Leaf.Parents) {
      if (const auto *If = dyn_cast<IfStmt>(Parent);
          If && Names(Names, If->getCond()))
        return true;
      const auto *For = dyn_cast<ForStmt>(Parent);
      if (!For)
        continue;
      if (std::optional<BoundedLoop> Counted = countedForStore(*For);
          Counted && !Counted->ConstantStart && Counted->Var == Var)
        return false; // int i = i_base + t;
      if (Names(Names, For->getInit()) || Names(Names, For->getCond()) ||
          Names(Names, For->getInc()))
        return true;
    }
    return Names(Names, Leaf.S);
  });
}

void SlicePrinter::printFor(const ForStmt *For, const std::string &Indent,
                            std::string &Out) {
  std::optional<TextRange> Header =
      Text.range(SourceRange(For->getForLoc(), For->getRParenLoc()));
  if (!Header) {
    fail(For);
    return;
  }
  std::optional<BoundedLoop> Counted = countedForStore(*For);
  std::vector<TextEdit> Edits;
  if (Counted && !Counted->BlockStep.empty() && Counted->ConstantStart) {
    std::optional<TextRange> Step = Text.range(Counted->Step);
    if (!Step) {
      fail(For);
      return;
    }
    Edits.push_back({*Step, stepText(*Counted)});
  }
  if (!Counted || (Counted->ConstantStart && !Counted->Guard)) {
    Out += Indent + Text.edited(*Header, Edits).value_or("");
    return printBody(For->getBody(), Indent, Out);
  }
  // The start differs from thread to thread: count from zero, so that the
  // loop unrolls and every register has a fixed index.
  const VarDecl *Var = Counted->Var;
  std::string Limit =
      Counted->Guard
          ? limitText(*Counted).value_or(std::to_string(Counted->LimitValue))
          : textOf(Counted->Limit);
  const std::string Below = Counted->ToLimit ? " <= " : " < ";
  std::string Guard = Counted->Guard ? textOf(Counted->Guard)
                                     : Var->getName().str() + Below + Limit;
  if (Counted->ConstantStart) {
    // As far as any tile goes: the condition becomes a guard.
    std::optional<TextRange> Cond = Text.range(For->getCond());
    if (Cond)
      Edits.push_back({*Cond, Var->getName().str() + " < " + Limit});
    std::optional<std::string> Counts =
        Cond ? Text.edited(*Header, Edits) : std::nullopt;
    if (!Counts) {
      fail(For);
      return;
    }
    Out += Indent + *Counts + " {\n" + Indent + Unit + "if (" + Guard + ")";
    std::string Guarded;
    printBody(For->getBody(), Indent + Unit, Guarded);
    Out += Guarded + Indent + "}\n";
    return;
  }
  std::string Base = baseName(For);
  std::string Step =
      Counted->Step ? Base + " += " + stepText(*Counted) : "++" + Base;
  std::string Type =
      declare(*Var, Base, /*Const=*/false, Text, Ctx).value_or("int " + Base);
  std::string Inner = declare(*Var, Var->getName(), /*Const=*/false, Text, Ctx)
                          .value_or("int " + Var->getName().str());
  Out += Indent + "for (" + Type + " = 0; " + Base + Below + Limit + "; " +
         Step + ")";
  std::string Start = parenthesized(Counted->Start, textOf(Counted->Start));
  std::string Line =
      Indent + Unit + Inner + " = " + Base + " + " + Start + ";\n";
  if (M.Proofs.EvenLoops && !Counted->Guard)
    return printBody(For->getBody(), Indent, Out, Line);
  Line += Indent + Unit + "if (" + Guard + ")";
  std::string Guarded;
  printBody(For->getBody(), Indent + Unit, Guarded);
  Out += " {\n" + Line + Guarded + Indent + "}\n";
}

/// `st_vec(&As[i], As_reg)`, with its semicolon.
std::string SlicePrinter::storeCallText(const TileCopy &Copy,
                                        const std::string &Register) {
  std::optional<TextRange> Whole = Text.range(Copy.StoreCall);
  std::optional<TextRange> Value =
      Text.range(Copy.From.RawLoad ? Copy.From.RawLoad : Copy.Value);
  if (!Whole || !Value)
    return fail(Copy.StoreCall);
  std::vector<TextEdit> Edits = renames(Copy.Destination);
  Edits.push_back({*Value, Register});
  std::optional<std::string> Out = Text.edited(*Whole, std::move(Edits));
  return Out ? onOneLine(*Out) + ";" : fail(Copy.StoreCall);
}

void SlicePrinter::printIf(const IfStmt *If, const std::string &Indent,
                           std::string &Out) {
  bool Then = isKept(If->getThen()), Else = isKept(If->getElse());
  auto [Test, IsTrue] = withoutNegation(If->getCond(), Then);
  std::string Cond = textOf(Test);
  bool IsName =
      llvm::all_of(Cond, [](char C) { return isAsciiIdentifierContinue(C); });
  Out += Indent + (If->isConstexpr() ? "if constexpr (" : "if (") +
         (IsTrue   ? Cond
          : IsName ? "!" + Cond
                   : "!(" + Cond + ")") +
         ")";
  printBody(Then ? If->getThen() : If->getElse(), Indent, Out);
  if (!Then || !Else)
    return;
  bool OwnLine = llvm::StringRef(Out).ends_with("}\n") && [&] {
    std::optional<TextRange> R = Text.range(If->getElse());
    return R && isa<CompoundStmt>(If->getElse()) &&
           Text.text({Text.lineStart(R->Begin), R->Begin}).trim().empty();
  }();
  if (!OwnLine && llvm::StringRef(Out).ends_with("}\n"))
    Out.replace(Out.size() - 1, 1, " else");
  else
    Out += Indent + "else";
  printBody(If->getElse(), Indent, Out);
}

/// The load of an array's bytes into a register, or from there to the array.
std::string SlicePrinter::loadedText(unsigned Index,
                                     const std::string &Indent) {
  const LoadedArray &L = Plan.Split.LoadedArrays[Index];
  const Stmt *S = Plan.Split.Leaves[L.Leaf].S;
  std::string Register = LoadedRegister[Index] + registerIndex(L.Loops);
  if (Phase == SlicePhase::Fetch)
    return Lines.assignment(Indent, Register, onOneLine(textOf(L.Load))) + ";";
  std::optional<TextRange> Whole = Text.range(S), Load = Text.range(L.Load);
  std::optional<std::string> Out =
      Whole && Load ? Text.edited(*Whole, {{*Load, Register}}) : std::nullopt;
  return Out ? onOneLine(*Out) + ";" : fail(S);
}

std::string SlicePrinter::print(SlicePhase Which) {
  Phase = Which;
  std::string Indent = LoopIndent + Unit, Out;
  VarSet Used = variables(Which);
  for (auto [I, P] : llvm::enumerate(Plan.Split.Persisted))
    if (M.Variables.Private.count(P.Var) && P.Definition < 0 &&
        Used.count(P.Var))
      Out += Indent + "auto &" + P.Var->getName().str() + " = " +
             PersistedRegister[I] + ";\n";
  for (unsigned I = 0; I < M.Items.size();) {
    unsigned Last = I + 1;
    bool Wide = Which == SlicePhase::Fetch && isWide(I);
    while (Last < M.Items.size() &&
           (Which == SlicePhase::Fetch && isWide(Last)) == Wide)
      ++Last;
    Out += Wide ? printWide(I, Last, Indent)
                : printItems(I, Last, Indent, !Out.empty());
    I = Last;
  }
  return Out;
}

/// The items from \p First to in front of \p Last. \p IsLater: something
/// stands in front of them.
std::string SlicePrinter::printItems(unsigned First, unsigned Last,
                                     const std::string &Indent, bool IsLater) {
  std::string Out;
  unsigned PreviousEnd = 0;
  for (unsigned I = 0; I < Last; ++I) {
    const Stmt *S = M.Items[I].S;
    std::optional<TextRange> R = Text.statement(S);
    if (!R) {
      if (isKept(S) && I >= First)
        fail(S);
      continue;
    }
    if (isKept(S) && I >= First) {
      unsigned From =
          PreviousEnd ? PreviousEnd
                      : Text.endOfTrivia(Text.range(M.Header.Body)->Begin + 1);
      llvm::StringRef Between = Text.text({From, R->Begin});
      if ((IsLater || !Out.empty()) && Phase == SlicePhase::Fetch &&
          Between.ltrim(" \t\r").starts_with("\n"))
        Out += "\n";
      if (M.Items[I].R != Role::Advance)
        printComments(S, From, R->Begin, Indent, Out);
      printWithComment(S, *R, Indent, Out);
    }
    PreviousEnd = Text.endOfTrivia(R->End);
  }
  return Out;
}

} // namespace cudapipe
