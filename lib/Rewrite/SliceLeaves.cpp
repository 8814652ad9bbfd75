//===- SliceLeaves.cpp - Tile stores of the load slice as text ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HelperWriter.h"
#include "SlicePrinter.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

std::string SlicePrinter::baseName(const ForStmt *Loop) {
  std::string &Name = BaseNames[Loop];
  if (Name.empty())
    Name =
        Names.unique((countedLoop(*Loop, Ctx)->Var->getName() + "_base").str());
  return Name;
}

/// `[i / 4][j]`: the place of the current trip.
std::string SlicePrinter::registerIndex(llvm::ArrayRef<const ForStmt *> Loops) {
  std::string Out;
  for (const ForStmt *Loop : Loops) {
    CountedLoop Counted = *countedLoop(*Loop, Ctx);
    std::string Var =
        Counted.ConstantStart ? Counted.Var->getName().str() : baseName(Loop);
    if (Counted.countsDown() && Counted.leastValue() != 0)
      Var = "(" + Var + " - " + std::to_string(Counted.leastValue()) + ")";
    else if (Counted.ConstantStart && !Counted.countsDown() &&
             Counted.StartValue != 0)
      Var = "(" + Var + " - " +
            parenthesized(Counted.Start, textOf(Counted.Start)) + ")";
    Out += "[" + Var;
    if (Counted.Step)
      Out += " / " + parenthesized(Counted.Step, textOf(Counted.Step));
    Out += "]";
  }
  return Out;
}

/// \p S uses something that is declared in the loop body.
bool SlicePrinter::namesBodyVariable(const Stmt *S) const {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    std::optional<TextRange> Body = Text.range(M.Body);
    std::optional<TextRange> At =
        Text.range(SourceRange(Ref->getDecl()->getLocation()));
    return Body && At && Body->contains(*At);
  }
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return namesBodyVariable(Child);
  });
}

void SlicePrinter::nameRegister(const std::string &Name,
                                const std::string &Type,
                                llvm::ArrayRef<const ForStmt *> Loops) {
  std::string Line = Type + " " + Name;
  for (const ForStmt *Loop : Loops) {
    CountedLoop Counted = *countedLoop(*Loop, Ctx);
    bool Template =
        M.Kernel->isTemplated() || M.Kernel->getTemplateInstantiationPattern();
    const Expr *Limit = Counted.Limit ? Counted.Limit : Counted.WholeSteps;
    bool FromZero = !Counted.ConstantStart || Counted.StartValue == 0;
    // A bound that is no constant expression is known all the same.
    auto IsNoConstant = [&](const Expr *E) {
      return E && !E->isValueDependent() && !constantValue(E, Ctx);
    };
    if (!Limit || !FromZero || IsNoConstant(Limit) ||
        IsNoConstant(Counted.Step) || namesBodyVariable(Limit) ||
        (Counted.Step && namesBodyVariable(Counted.Step))) {
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
    bool Exact = Counted.WholeSteps || (!Template && LimitValue &&
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
  // A global, or a member of the class of a device function.
  auto NamesAnother = [&](auto &&Self, const Stmt *Node) -> bool {
    if (!Node)
      return false;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Node);
        Ref && Ref->getDecl()->getDeclContext() != M.Kernel &&
        Ref->getDecl()->getNameAsString() == Name)
      return true;
    return llvm::any_of(Node->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  return NamesAnother(NamesAnother, M.Kernel->getBody());
}

const VarDecl *elementOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
    return elementOf(subscriptBase(*Sub));
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_Deref)
    return elementOf(Op->getSubExpr());
  if (const auto *Op = dyn_cast<BinaryOperator>(E); Op && Op->isAdditiveOp())
    return elementOf(Op->getLHS());
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

void SlicePrinter::nameRegisters() {
  if (M.Early)
    return nameEarlyRegisters();
  for (const PersistedVariable &P : Plan.Split.Persisted) {
    // A single register keeps the variable's name where the name is free: two
    // scopes of the load phase, or two loops, may use one name.
    bool OwnName =
        P.Definition < 0 && P.Loops.empty() && !M.Private.count(P.Var) &&
        !isVisibleOutside(P.Var->getName()) && Names.claim(P.Var->getName());
    std::string Name = P.Var->getName().str();
    if (!OwnName)
      Name = Names.unique(Name + "_reg");
    PersistedRegister.push_back(Name);
    std::optional<std::string> Declared =
        declare(*P.Var, Name, /*Const=*/false, Text, Ctx);
    if (Declared && P.Var->getType()->isArrayType() && P.Loops.empty()) {
      Registers.push_back(*Declared + ";");
      continue;
    }
    if (!Declared || P.Var->getType()->isArrayType()) {
      Error = Rejection{RejectionKind::UnsupportedStatement,
                        P.Var->getSourceRange(),
                        "a register of this type cannot be declared"};
      return;
    }
    // declare() gives "float4 tmp_reg": the name is at the end.
    std::string Type = Declared->substr(0, Declared->size() - Name.size());
    while (!Type.empty() && Type.back() == ' ')
      Type.pop_back();
    nameRegister(Name, Type, P.Loops);
  }
  for (const LoadedArray &L : Plan.Split.LoadedArrays) {
    LoadedRegister.push_back(Names.unique((L.Array->getName() + "_reg").str()));
    std::optional<std::string> Type =
        typeOf(L.Load, elementOf(L.Load), Text, Ctx);
    if (!Type) {
      fail(L.Load);
      return;
    }
    nameRegister(LoadedRegister.back(), *Type, L.Loops);
  }
  for (auto [I, Copy] : llvm::enumerate(M.Copies)) {
    if (Plan.Travels[I] != Travel::Register)
      continue;
    std::string Name = Names.unique((Copy.Name->getName() + "_reg").str());
    CopyRegister[I] = Name;
    const Expr *Value = Copy.RawLoad     ? Copy.RawLoad
                        : Copy.StoreCall ? Copy.Value
                                         : Copy.Destination;
    std::optional<std::string> Type =
        typeOf(Value, Copy.RawLoad ? elementOf(Value) : Copy.Name, Text, Ctx);
    if (!Type) {
      Error =
          Rejection{RejectionKind::TemplateDependent, Value->getSourceRange(),
                    "its type has no name that holds for every "
                    "instantiation"};
      return;
    }
    nameRegister(Name, *Type, Copy.Loops);
  }
}

/// `__pipeline_memcpy_async(&As[ty][tx], &A[k], sizeof(float))`.
std::string SlicePrinter::asyncCopy(const TileCopy &Copy,
                                    const std::string &Indent) {
  std::optional<std::string> Type = typeOf(
      Copy.StoreCall ? Copy.Value : Copy.Destination, Copy.Name, Text, Ctx);
  std::string Size =
      "sizeof(" + (Type ? *Type : textOf(Copy.Destination)) + ")";
  std::optional<std::string> Out = asyncCopyText(
      Copy, Size, [&](const Expr *E) { return std::optional(textOf(E)); },
      Indent, Text, Lines);
  return Out ? *Out : fail(Copy.Store);
}

/// The call of the function that makes the copies of \p Leaf.
std::string SlicePrinter::helperCall(const SliceLeaf &Leaf) {
  std::optional<TextRange> At = Text.range(Leaf.S);
  std::optional<TextEdit> Renamed = HelperWriter::renamedCall(
      *M.Copies[Leaf.Copy].Calls.front(), Helpers, Text, Ctx);
  std::optional<std::string> Out;
  if (At && Renamed) {
    std::vector<TextEdit> Edits = renames(Leaf.S);
    Edits.push_back(*Renamed);
    Out = Text.edited(*At, std::move(Edits));
  }
  return Out ? *Out : fail(Leaf.S);
}

/// \p E without the parentheses that the user put around the whole of it.
static const Expr *withoutParens(const Expr *E) {
  const Expr *Out = E->IgnoreImpCasts();
  while (const auto *Paren = dyn_cast<ParenExpr>(Out)) {
    if (Paren->getLParen().isMacroID())
      return Out == E->IgnoreImpCasts() ? E : Out;
    Out = Paren->getSubExpr()->IgnoreImpCasts();
  }
  return Out;
}

/// The left side of the assignment \p Store.
static const Expr *targetOf(const Expr *Store) {
  const Expr *Bare = Store->IgnoreParens();
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Bare))
    Bare = Cleanups->getSubExpr();
  if (const auto *Op = dyn_cast<BinaryOperator>(Bare))
    return Op->getLHS();
  return cast<CXXOperatorCallExpr>(Bare)->getArg(0);
}

/// The text that reads the copies of \p Leaf into their registers.
std::string SlicePrinter::fetchText(const SliceLeaf &Leaf,
                                    const std::string &Indent) {
  const TileCopy &First = M.Copies[Leaf.Copy];
  auto RegisterOf = [&](unsigned Index) {
    return CopyRegister[Index] + registerIndex(M.Copies[Index].Loops);
  };
  if (First.RawGuard) {
    std::string Cond = onOneLine(textOf(withoutParens(First.RawGuard)));
    if (!First.RawGuardIsTrue)
      Cond = "!(" + Cond + ")";
    return "if (" + Cond + ")\n" + Indent + Unit +
           Lines.assignment(Indent + Unit, RegisterOf(Leaf.Copy),
                            onOneLine(textOf(First.RawLoad)));
  }
  if (!First.GuardIf)
    return Lines.assignment(Indent, RegisterOf(Leaf.Copy),
                            onOneLine(textOf(withoutParens(
                                First.RawLoad ? First.RawLoad : First.Value))));
  // The if/else as it stands, both branches into the registers.
  std::vector<TextEdit> Edits;
  for (unsigned I = Leaf.Copy; I < Leaf.Copy + Leaf.Copies; ++I)
    for (const Expr *Store :
         {cast<Expr>(M.Copies[I].Store), M.Copies[I].FillStore}) {
      std::optional<TextRange> At = Text.range(targetOf(Store));
      if (!At)
        return fail(Store);
      Edits.push_back({*At, RegisterOf(I)});
    }
  std::optional<TextRange> Whole = Text.statement(First.GuardIf);
  if (!Whole)
    return fail(First.GuardIf);
  std::optional<std::string> Edited = Text.edited(*Whole, std::move(Edits));
  return Edited ? reindent(*Edited, Text.indentAt(Whole->Begin), Indent)
                      .substr(Indent.size())
                : fail(First.GuardIf);
}

/// The text that stores copy \p Index from its register, with its semicolon.
std::string SlicePrinter::storeText(unsigned Index, const std::string &Indent) {
  const TileCopy &Copy = M.Copies[Index];
  std::string Register = CopyRegister[Index] + registerIndex(Copy.Loops);
  if (Copy.StoreCall)
    return storeCallText(Copy, Register);
  std::string To = onOneLine(textOf(Copy.Destination));
  if (!Copy.RawLoad)
    return Lines.assignment(Indent, To, Register) + ";";
  std::optional<TextRange> Whole = Text.range(Copy.Value);
  std::optional<TextRange> Load = Text.range(Copy.RawLoad);
  if (!Whole || !Load)
    return fail(Copy.Value);
  std::optional<std::string> Value = Text.edited(*Whole, {{*Load, Register}});
  return Value ? Lines.assignment(Indent, To, onOneLine(*Value)) + ";"
               : fail(Copy.Value);
}

/// The tile stores of \p Leaf in this phase, with their semicolons. The first
/// line comes without \p Indent.
std::string SlicePrinter::leafText(const SliceLeaf &Leaf,
                                   const std::string &Indent) {
  if (int Loaded = Plan.Split.loadedAt(Leaf); Loaded >= 0)
    return loadedText(Loaded, Indent);
  Travel How = Plan.Travels[Leaf.Copy];
  if (How == Travel::Direct)
    return textOf(Leaf.S) + ";";
  if (!M.Copies[Leaf.Copy].Calls.empty())
    return helperCall(Leaf) + ";";
  if (How == Travel::Register && Phase == SlicePhase::Fetch) {
    // An if/else comes with its semicolons.
    return fetchText(Leaf, Indent) + (M.Copies[Leaf.Copy].GuardIf ? "" : ";");
  }
  std::string Out;
  for (unsigned I = Leaf.Copy; I < Leaf.Copy + Leaf.Copies; ++I) {
    if (!Out.empty())
      Out += "\n" + Indent;
    Out += How == Travel::Async ? asyncCopy(M.Copies[I], Indent) + ";"
                                : storeText(I, Indent);
  }
  return Out;
}

/// `T x = e` as against `T x`, which a class type initializes too.
static bool hasWrittenInit(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  if (!Init)
    return false;
  const auto *Construct = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
  return !Construct || Construct->getNumArgs() > 0;
}

/// The declaration of \p Var, whose register is declared in front of the loop.
void SlicePrinter::printPersisted(const VarDecl &Var, const std::string &Indent,
                                  std::string &Out) {
  std::string Name = Var.getName().str();
  int Index = persistedIndex(&Var);
  if (!Plan.Split.isPersisted(&Var)) {
    std::optional<std::string> Declared =
        declare(Var, Name, /*Const=*/false, Text, Ctx);
    if (!Declared || Var.getInit())
      fail(M.Loop);
    else
      Out += Indent + *Declared + ";\n";
    return;
  }
  if (Index < 0) {
    // Its register is set here; the plain declaration has no use any more.
    Index = Plan.Split.renamedAt(&Var, CurrentLeaf);
    if (Index < 0)
      return;
    Name = PersistedRegister[Index] +
           registerIndex(Plan.Split.Persisted[Index].Loops);
  } else if (PersistedRegister[Index] != Name) {
    Out += Indent + "auto &" + Name + " = " + PersistedRegister[Index] +
           registerIndex(Plan.Split.Persisted[Index].Loops) + ";\n";
  }
  if (Phase == SlicePhase::Fetch && hasWrittenInit(Var))
    Out += Indent +
           Lines.assignment(Indent, Name, onOneLine(textOf(Var.getInit()))) +
           ";\n";
}

void SlicePrinter::printLeaf(const SliceLeaf &Leaf, const std::string &Indent,
                             std::string &Out) {
  std::optional<TextRange> R = Text.statement(Leaf.S);
  if (!R) {
    fail(Leaf.S);
    return;
  }
  CurrentLeaf = &Leaf - Plan.Split.Leaves.data();
  if (hasEarlyLoads(Leaf))
    return printEarly(Leaf, Indent, Out);
  if (!isVerbatim(Leaf)) {
    Out += Indent + leafText(Leaf, Indent) + "\n";
    return;
  }
  if (const auto *Decls = dyn_cast<DeclStmt>(Leaf.S))
    if (llvm::any_of(Decls->decls(), [&](const Decl *D) {
          const auto *Var = dyn_cast<VarDecl>(D);
          return Var && Plan.Split.isPersisted(Var);
        })) {
      for (const Decl *D : Decls->decls())
        printPersisted(*cast<VarDecl>(D), Indent, Out);
      return;
    }
  std::optional<std::string> Renamed = Text.edited(*R, renames(Leaf.S));
  Out += reindent(Renamed ? *Renamed : fail(Leaf.S), Text.indentAt(R->Begin),
                  Indent) +
         "\n";
}

} // namespace cudapipe
