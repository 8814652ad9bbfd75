//===- SliceLeaves.cpp - Tile stores of the load slice as text ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "SlicePrinter.h"
#include "Spelling.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

std::string SlicePrinter::baseName(const ForStmt *Loop) {
  std::string &Name = BaseNames[Loop];
  if (Name.empty())
    Name = Names.unique(
        (countedLoop(*Loop, Ctx)->Var->getName() + "_base").str());
  return Name;
}

/// `[i / 4][j]`: the place of the current trip.
std::string
SlicePrinter::registerIndex(llvm::ArrayRef<const ForStmt *> Loops) {
  std::string Out;
  for (const ForStmt *Loop : Loops) {
    CountedLoop Counted = *countedLoop(*Loop, Ctx);
    std::string Var = Counted.ConstantStart ? Counted.Var->getName().str()
                                            : baseName(Loop);
    if (Counted.ConstantStart && Counted.StartValue != 0)
      Var = "(" + Var + " - " +
            parenthesized(Counted.Start, textOf(Counted.Start)) + ")";
    Out += "[" + Var;
    if (Counted.Step)
      Out += " / " + parenthesized(Counted.Step, textOf(Counted.Step));
    Out += "]";
  }
  return Out;
}

void SlicePrinter::nameRegister(std::string Name, std::string Type,
                                llvm::ArrayRef<const ForStmt *> Loops) {
  std::string Line = Type + " " + Name;
  for (const ForStmt *Loop : Loops) {
    CountedLoop Counted = *countedLoop(*Loop, Ctx);
    bool Template = M.Kernel->isTemplated() ||
                    M.Kernel->getTemplateInstantiationPattern();
    const Expr *Limit = Counted.Limit ? Counted.Limit : Counted.WholeSteps;
    bool FromZero = !Counted.ConstantStart || Counted.StartValue == 0;
    if (!Limit || !FromZero) {
      // A number holds for this instantiation only.
      if (Template) {
        fail(Loop);
        return;
      }
      Line += "[" + std::to_string(std::max<uint64_t>(Counted.Trips, 1)) + "]";
      continue;
    }
    std::string Bound = parenthesized(Limit, textOf(Limit));
    if (!Counted.Step) {
      Line += "[" + textOf(Limit) + "]";
      continue;
    }
    std::string Step = parenthesized(Counted.Step, textOf(Counted.Step));
    std::optional<int64_t> LimitValue = constantValue(Limit, Ctx);
    bool Exact = Counted.WholeSteps ||
                 (!Template && LimitValue &&
                  *LimitValue % Counted.StepValue == 0);
    Line += Exact ? "[" + Bound + " / " + Step + "]"
                  : "[(" + Bound + " + " + Step + " - 1) / " + Step + "]";
  }
  Registers.push_back(Line + ";");
}

/// Some declaration in a scope around the loop has the name \p Name.
bool SlicePrinter::isVisibleOutside(llvm::StringRef Name) const {
  for (const ParmVarDecl *Param : M.Kernel->parameters())
    if (Param->getName() == Name)
      return true;
  // Walk down to the loop; what is declared beside the path is in scope.
  const Stmt *S = M.Kernel->getBody();
  auto Holds = [&](auto &&Self, const Stmt *Node) -> bool {
    return Node && (Node == M.Loop ||
                    llvm::any_of(Node->children(), [&](const Stmt *Child) {
                      return Self(Self, Child);
                    }));
  };
  while (S && S != M.Loop) {
    const Stmt *Next = nullptr;
    for (const Stmt *Child : S->children()) {
      if (const auto *Decls = dyn_cast_or_null<DeclStmt>(Child))
        for (const Decl *D : Decls->decls())
          if (const auto *Named = dyn_cast<NamedDecl>(D);
              Named && Named->getNameAsString() == Name)
            return true;
      if (!Next && Holds(Holds, Child))
        Next = Child;
    }
    S = Next;
  }
  return false;
}

void SlicePrinter::nameRegisters() {
  for (const PersistedVariable &P : Plan.Split.Persisted) {
    // A single register keeps the variable's name where the name is free.
    bool OwnName = P.Loops.empty() && !M.Private.count(P.Var) &&
                   !isVisibleOutside(P.Var->getName());
    std::string Name = P.Var->getName().str();
    if (!OwnName)
      Name = Names.unique(Name + "_reg");
    VariableRegister[P.Var] = Name;
    std::optional<std::string> Declared =
        declare(*P.Var, Name, /*Const=*/false, Text, Ctx);
    if (!Declared || P.Var->getType()->isArrayType()) {
      Error = Rejection{RejectionKind::UnsupportedStatement,
                        P.Var->getSourceRange(),
                        "a register of this type cannot be declared"};
      return;
    }
    // declare() gives "float4 tmp_reg": the name is at the end.
    std::string Type =
        Declared->substr(0, Declared->size() - Name.size());
    while (!Type.empty() && Type.back() == ' ')
      Type.pop_back();
    nameRegister(Name, Type, P.Loops);
  }
  for (auto [I, Copy] : llvm::enumerate(M.Copies)) {
    if (Plan.Travels[I] != Travel::Register)
      continue;
    std::string Name = Names.unique((Copy.Tile->getName() + "_reg").str());
    CopyRegister[I] = Name;
    const Expr *Value = Copy.RawLoad ? Copy.RawLoad : Copy.Destination;
    std::optional<std::string> Type =
        typeOf(Value, Copy.RawLoad ? nullptr : Copy.Tile, Text, Ctx);
    if (!Type) {
      Error = Rejection{RejectionKind::TemplateDependent,
                        Value->getSourceRange(),
                        "its type has no name that holds for every "
                        "instantiation"};
      return;
    }
    nameRegister(Name, *Type, Copy.Loops);
  }
}

/// `__pipeline_memcpy_async(&As[ty][tx], &A[k], sizeof(float))`.
std::string SlicePrinter::asyncCopy(const TileCopy &Copy, unsigned Column) {
  std::optional<std::string> To = addressOf(Copy.Destination, Text);
  std::optional<std::string> From = Copy.SourcePointer
                                        ? Text.text(Copy.SourcePointer)
                                        : addressOf(Copy.Source, Text);
  if (!To || !From)
    return fail(Copy.Store);
  std::optional<std::string> Type =
      typeOf(Copy.Destination, Copy.Tile, Text, Ctx);
  std::string Size =
      "sizeof(" + (Type ? *Type : textOf(Copy.Destination)) + ")";
  std::vector<std::string> Args{onOneLine(*To), onOneLine(*From), Size};
  if (Copy.Guard) {
    std::string Guard =
        parenthesized(Copy.Guard, onOneLine(textOf(Copy.Guard)));
    Args.push_back(Guard + (Copy.GuardIsTrue ? " ? 0 : " + Size
                                             : " ? " + Size + " : 0"));
  }
  return layoutCall(Column, "__pipeline_memcpy_async", Args);
}

/// The text that reads copy \p Index into its register.
std::string SlicePrinter::fetchCopy(unsigned Index, unsigned Column) {
  const TileCopy &Copy = M.Copies[Index];
  std::string Register = CopyRegister[Index] + registerIndex(Copy.Loops);
  if (!Copy.GuardIf)
    return layoutAssignment(
        Column, Register,
        onOneLine(textOf(Copy.RawLoad ? Copy.RawLoad : Copy.Value)));
  // The if/else as it stands, both branches into the register.
  std::optional<TextRange> Whole = Text.range(Copy.GuardIf);
  std::vector<TextEdit> Edits;
  for (const Expr *Store : {Copy.Store, Copy.FillStore}) {
    const Expr *Target = nullptr;
    const Expr *Bare = Store->IgnoreParens();
    if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Bare))
      Bare = Cleanups->getSubExpr();
    if (const auto *Op = dyn_cast<BinaryOperator>(Bare))
      Target = Op->getLHS();
    else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Bare))
      Target = Call->getArg(0);
    std::optional<TextRange> At =
        Target ? Text.range(Target) : std::nullopt;
    if (!At)
      return fail(Store);
    Edits.push_back({*At, Register});
  }
  if (!Whole)
    return fail(Copy.GuardIf);
  std::optional<std::string> Edited = Text.edited(*Whole, std::move(Edits));
  return Edited ? *Edited : fail(Copy.GuardIf);
}

/// A tile store in this phase, without the semicolon of an expression. Lines
/// after the first are indented for \p Indent.
std::string SlicePrinter::leafText(const SliceLeaf &Leaf,
                                   const std::string &Indent) {
  unsigned Column = Indent.size();
  const TileCopy &Copy = M.Copies[Leaf.Copy];
  std::string Semicolon = Copy.GuardIf ? ";" : "";
  switch (Plan.Travels[Leaf.Copy]) {
  case Travel::Async:
    return asyncCopy(Copy, Column) + Semicolon;
  case Travel::Direct:
    return textOf(Leaf.S);
  case Travel::Register:
    break;
  }
  if (Phase == SlicePhase::Fetch) {
    std::string Out = fetchCopy(Leaf.Copy, Column);
    // The range of an if ends before its last semicolon.
    if (Copy.GuardIf && !llvm::StringRef(Out).rtrim().ends_with("}") &&
        !llvm::StringRef(Out).rtrim().ends_with(";"))
      Out += ";";
    return Out;
  }
  std::string Register =
      CopyRegister[Leaf.Copy] + registerIndex(Copy.Loops);
  std::string To = onOneLine(textOf(Copy.Destination));
  if (!Copy.RawLoad)
    return layoutAssignment(Column, To, Register) + Semicolon;
  std::optional<TextRange> Whole = Text.range(Copy.Value);
  std::optional<TextRange> Load = Text.range(Copy.RawLoad);
  if (!Whole || !Load)
    return fail(Copy.Value);
  std::optional<std::string> Value = Text.edited(*Whole, {{*Load, Register}});
  return Value ? layoutAssignment(Column, To, onOneLine(*Value)) + Semicolon
               : fail(Copy.Value);
}

/// `T x = e` as against `T x`, which a class type initializes too.
static bool hasWrittenInit(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  if (!Init)
    return false;
  const auto *Construct = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
  return !Construct || Construct->getNumArgs() > 0;
}

void SlicePrinter::printLeaf(const SliceLeaf &Leaf, const std::string &Indent,
                             std::string &Out) {
  std::optional<TextRange> R = Text.statement(Leaf.S);
  if (!R) {
    fail(Leaf.S);
    return;
  }
  llvm::StringRef From = Text.indentAt(R->Begin);
  if (Leaf.Copy >= 0) {
    std::string Line = leafText(Leaf, Indent);
    bool Closed = llvm::StringRef(Line).rtrim().ends_with("}") ||
                  llvm::StringRef(Line).rtrim().ends_with(";");
    const TileCopy &Copy = M.Copies[Leaf.Copy];
    if (Copy.GuardIf && Plan.Travels[Leaf.Copy] != Travel::Async)
      Line = reindent(Line, From, Indent);
    else
      Line = Indent + Line;
    Out += Line + (Closed ? "\n" : ";\n");
    return;
  }
  if (const auto *Decls = dyn_cast<DeclStmt>(Leaf.S); Decls && Decls->isSingleDecl())
    if (const auto *Var = dyn_cast<VarDecl>(Decls->getSingleDecl());
        Var && Plan.Split.isPersisted(Var)) {
      llvm::ArrayRef<const ForStmt *> Loops;
      for (const PersistedVariable &P : Plan.Split.Persisted)
        if (P.Var == Var)
          Loops = P.Loops;
      std::string Name = Var->getName().str();
      if (VariableRegister[Var] != Name)
        Out += Indent + "auto &" + Name + " = " + VariableRegister[Var] +
               registerIndex(Loops) + ";\n";
      if (Phase == SlicePhase::Fetch && hasWrittenInit(*Var))
        Out += Indent +
               layoutAssignment(Indent.size(), Name,
                                onOneLine(textOf(Var->getInit()))) +
               ";\n";
      return;
    }
  Out += reindent(Text.text(*R), From, Indent) + "\n";
}

} // namespace cudapipe
