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

/// The statement that starts \p Copy, as an element.
std::string SlicePrinter::asyncCopy(const TileCopy &Copy,
                                    const std::string &Indent) {
  std::optional<std::string> Type = typeOf(
      Copy.StoreCall ? Copy.Value : Copy.Destination, Copy.Name, Text, Ctx);
  std::string Size =
      "sizeof(" + (Type ? *Type : textOf(Copy.Destination)) + ")";
  std::optional<std::string> Out = asyncCopies().write(
      Copy, Size, [&](const Expr *E) { return std::optional(textOf(E)); },
      Indent);
  return Out ? *Out : fail(Copy.Store);
}

/// The call of the function that makes the copies of \p Leaf.
std::string SlicePrinter::helperCall(const SliceLeaf &Leaf) {
  std::optional<TextRange> At = Text.range(Leaf.S);
  std::optional<TextEdit> Renamed = HelperWriter::renamedCall(
      *M.Copies[Leaf.Copy].Path.Calls.front(), Helpers, Text, Ctx);
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

/// `cond ? bytes[i] : 0` is an int: the load would wait to be widened. Returns
/// the constant, which may as well have the type of the bytes, \p Type.
static const Expr *widerArm(const Expr *Value, QualType Type,
                            const ASTContext &Ctx) {
  const auto *Cond =
      dyn_cast<ConditionalOperator>(Value->IgnoreParenImpCasts());
  if (!Cond || Type->isDependentType() || !Type->isSignedIntegerType() ||
      !Cond->getType()->isIntegerType() ||
      Ctx.getTypeSize(Type) >= Ctx.getTypeSize(Cond->getType()))
    return nullptr;
  auto IsLoad = [&](const Expr *Arm) {
    const Expr *Bare = Arm->IgnoreParenImpCasts();
    return Bare->isGLValue() &&
           Ctx.hasSameUnqualifiedType(Bare->getType(), Type);
  };
  const Expr *True = Cond->getTrueExpr(), *False = Cond->getFalseExpr();
  const Expr *Other = IsLoad(True) ? False : True;
  return IsLoad(True) != IsLoad(False) && constantValue(Other, Ctx)
             ? withoutParens(Other)
             : nullptr;
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

/// What the register of \p Copy is loaded with.
std::string SlicePrinter::fetchedText(const TileCopy &Copy) {
  const Expr *Value =
      withoutParens(Copy.From.RawLoad ? Copy.From.RawLoad : Copy.Value);
  const Expr *Wider =
      Copy.From.RawLoad || Copy.StoreCall
          ? nullptr
          : widerArm(Value, accessType(Copy.Destination, Ctx), Ctx);
  std::optional<TextRange> Whole = Text.range(Value);
  std::optional<TextRange> Arm = Wider ? Text.range(Wider) : std::nullopt;
  std::optional<std::string> Type =
      Arm ? typeOf(Copy.Destination, Copy.Name, Text, Ctx) : std::nullopt;
  if (!Whole || !Type)
    return onOneLine(textOf(Value));
  std::vector<TextEdit> Edits = renames(Value);
  Edits.push_back(
      {*Arm, "(" + *Type + ")" + parenthesized(Wider, Text.text(*Arm))});
  std::optional<std::string> Out = Text.edited(*Whole, std::move(Edits));
  return Out ? onOneLine(*Out) : fail(Value);
}

/// The text that reads the copies of \p Leaf into their registers.
std::string SlicePrinter::fetchText(const SliceLeaf &Leaf,
                                    const std::string &Indent) {
  const TileCopy &First = M.Copies[Leaf.Copy];
  auto RegisterOf = [&](unsigned Index) {
    return CopyRegister[Index] + registerIndex(M.Copies[Index].Path.Loops);
  };
  if (First.From.RawGuard) {
    std::string Cond = onOneLine(textOf(withoutParens(First.From.RawGuard)));
    if (!First.From.RawGuardIsTrue)
      Cond = "!(" + Cond + ")";
    return "if (" + Cond + ")\n" + Indent + Unit +
           Lines.assignment(Indent + Unit, RegisterOf(Leaf.Copy),
                            onOneLine(textOf(First.From.RawLoad)));
  }
  if (!First.Zero.GuardIf)
    return Lines.assignment(Indent, RegisterOf(Leaf.Copy), fetchedText(First));
  // The if/else as it stands, both branches into the registers.
  std::vector<TextEdit> Edits;
  for (unsigned I = Leaf.Copy; I < Leaf.Copy + Leaf.Copies; ++I)
    for (const Expr *Store :
         {cast<Expr>(M.Copies[I].Store), M.Copies[I].Zero.FillStore}) {
      std::optional<TextRange> At = Text.range(targetOf(Store));
      if (!At)
        return fail(Store);
      Edits.push_back({*At, RegisterOf(I)});
    }
  std::optional<TextRange> Whole = Text.statement(First.Zero.GuardIf);
  if (!Whole)
    return fail(First.Zero.GuardIf);
  std::optional<std::string> Edited = Text.edited(*Whole, std::move(Edits));
  return Edited ? reindent(*Edited, Text.indentAt(Whole->Begin), Indent)
                      .substr(Indent.size())
                : fail(First.Zero.GuardIf);
}

/// The text that stores copy \p Index from its register, with its semicolon.
std::string SlicePrinter::storeText(unsigned Index, const std::string &Indent) {
  const TileCopy &Copy = M.Copies[Index];
  std::string Register = CopyRegister[Index] + registerIndex(Copy.Path.Loops);
  if (Copy.StoreCall)
    return storeCallText(Copy, Register);
  std::string To = onOneLine(textOf(Copy.Destination));
  if (!Copy.From.RawLoad)
    return Lines.assignment(Indent, To, Register) + ";";
  std::optional<TextRange> Whole = Text.range(Copy.Value);
  std::optional<TextRange> Load = Text.range(Copy.From.RawLoad);
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
  if (!M.Copies[Leaf.Copy].Path.Calls.empty())
    return helperCall(Leaf) + ";";
  if (How == Travel::Register && Phase == SlicePhase::Fetch) {
    // An if/else comes with its semicolons.
    return fetchText(Leaf, Indent) +
           (M.Copies[Leaf.Copy].Zero.GuardIf ? "" : ";");
  }
  std::string Out;
  for (unsigned I = Leaf.Copy; I < Leaf.Copy + Leaf.Copies; ++I) {
    if (!Out.empty())
      Out += "\n" + Indent;
    Out += How == Travel::Async ? asyncCopy(M.Copies[I], Indent)
                                : storeText(I, Indent);
  }
  return Out;
}

/// `T x = e`, `T x = T()` and `T x{}` as against `T x`, which a class type
/// initializes too.
static bool hasWrittenInit(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  if (!Init)
    return false;
  const auto *Construct = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
  return !Construct || Construct->getNumArgs() > 0 ||
         Construct->requiresZeroInitialization();
}

/// This phase has no use for \p Var, and it may go: nvcc would warn of it.
bool SlicePrinter::isUnused(const VarDecl &Var) const {
  const Expr *Init = Var.getInit();
  QualType Type = Var.getType();
  if (names(Phase, &Var) ||
      !(Type->isArithmeticType() || Type->isPointerType()))
    return false;
  Effects E = Init ? effectsOf(Init, *M.Pointers, Ctx) : Effects();
  return E.Writes.empty() && E.MemoryWrites.empty() && E.Pinned.empty() &&
         E.Unknown.empty();
}

/// What \p Var starts from, as it is assigned.
std::string SlicePrinter::initText(const VarDecl &Var) {
  // `half v{};`: assigned, the braces alone may be of any type.
  if (const auto *Made =
          dyn_cast<CXXConstructExpr>(Var.getInit()->IgnoreImplicit());
      Made && Made->getNumArgs() == 0 && !isa<CXXTemporaryObjectExpr>(Made)) {
    const TypeSourceInfo *Type = Var.getTypeSourceInfo();
    std::optional<TextRange> Name =
        Type ? Text.range(Type->getTypeLoc().getSourceRange()) : std::nullopt;
    return Name ? Text.text(*Name).str() + "{}" : fail(Var.getInit());
  }
  std::string Out = onOneLine(textOf(Var.getInit()));
  const auto *Paren = dyn_cast<ParenExpr>(Var.getInit());
  if (!Paren || !M.Kernel->isTemplateInstantiation())
    return Out;
  // Where T is a class the braces are its own, and all instantiations have one
  // text.
  std::optional<TextRange> Open = Text.range(SourceRange(Paren->getLParen()));
  return Open && Text.text(*Open) == "{" ? "{" + Out + "}" : Out;
}

/// The declaration of \p Var, whose register is declared in front of the loop.
void SlicePrinter::printPersisted(const VarDecl &Var, const std::string &Indent,
                                  std::string &Out) {
  std::string Name = Var.getName().str();
  int Index = persistedIndex(&Var);
  if (!Plan.Split.isPersisted(&Var)) {
    if (isUnused(Var))
      return;
    std::optional<std::string> Declared =
        declare(Var, Name, /*Const=*/false, Text, Ctx);
    if (!Declared)
      fail(M.Header.Loop);
    else if (hasWrittenInit(Var))
      Out +=
          Indent + Lines.assignment(Indent, *Declared, initText(Var)) + ";\n";
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
    Out += Indent + Lines.assignment(Indent, Name, initText(Var)) + ";\n";
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
    if (llvm::all_of(Decls->decls(), llvm::IsaPred<VarDecl>) &&
        llvm::any_of(Decls->decls(), [&](const Decl *D) {
          const auto *Var = dyn_cast<VarDecl>(D);
          return Var && (Plan.Split.isPersisted(Var) ||
                         (!Decls->isSingleDecl() && isUnused(*Var)));
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
