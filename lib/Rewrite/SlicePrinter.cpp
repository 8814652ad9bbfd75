//===- SlicePrinter.cpp - The load slice as text ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   The load slice as text
//   Tile stores of the load slice as text
//   Split loops and branches as text
//
//===----------------------------------------------------------------------===//

#include "SlicePrinter.h"
#include "CommentLines.h"
#include "HelperWriter.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"
#include <utility>

using namespace clang;

namespace cudapipe {

//===- The load slice as text -------------------------------------------===//

SlicePrinter::SlicePrinter(const LoopModel &M, const PipelinePlan &Plan,
                           NameTable &Names, const AsyncHelpers &Helpers,
                           const SourceText &Text, const ASTContext &Ctx,
                           llvm::StringRef LoopIndent, llvm::StringRef Unit,
                           llvm::StringRef Object)
    : M(M), Plan(Plan), Names(Names), Helpers(Helpers), Text(Text), Ctx(Ctx),
      LoopIndent(LoopIndent), Unit(Unit), Object(Object),
      Lines(Text.code(), Unit) {
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

/// Store: \p Var is read once, in a statement beside its declaration, or
/// deeper: there its register may stand.
bool SlicePrinter::isReadOnce(const VarDecl *Var) const {
  const int Index = persistedIndex(Var);
  if (Now.Phase != SlicePhase::Store || Index < 0 ||
      Kept.PersistedRegister[Index] == Var->getName() ||
      Var->getType()->isArrayType() || M.Variables.Private.count(Var))
    return false;
  unsigned Mentions = 0;
  bool InMacro = false;
  forEachPart(SlicePhase::Store,
              [&](const Stmt *Part, llvm::ArrayRef<const Stmt *> Except) {
                holds(
                    Part,
                    [&](const Stmt &At) {
                      const auto *Ref = dyn_cast<DeclRefExpr>(&At);
                      Mentions += Ref && Ref->getDecl() == Var;
                      InMacro |= Ref && Ref->getDecl() == Var &&
                                 At.getBeginLoc().isMacroID();
                      return false;
                    },
                    Except);
              });
  if (Mentions != 1 || InMacro)
    return false;
  const SliceLeaf *Declares = nullptr, *Reads = nullptr;
  for (const SliceLeaf &Leaf : Plan.Split.Leaves) {
    const auto *Decls = dyn_cast<DeclStmt>(Leaf.S);
    if (Decls && llvm::is_contained(Decls->decls(), Var))
      Declares = &Leaf;
    if (Leaf.InStore && mentions(Leaf.S, Var))
      Reads = &Leaf;
  }
  if (!Declares || !Reads || Declares->Parents.size() > Reads->Parents.size() ||
      !std::equal(Declares->Parents.begin(), Declares->Parents.end(),
                  Reads->Parents.begin()))
    return false;
  // A loop further in may count by the name of one that counts the registers.
  for (const Stmt *Inner :
       llvm::drop_begin(Reads->Parents, Declares->Parents.size())) {
    const auto *For = dyn_cast<ForStmt>(Inner);
    const auto *Decls =
        For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
    for (const ForStmt *Loop : Plan.Split.Persisted[Index].Loops)
      if (Decls && llvm::any_of(Decls->decls(), [&](const Decl *D) {
            const std::optional<BoundedLoop> Counted =
                boundedLoop(*Loop, Ctx, M.Proofs.BlockDim);
            return !Counted || cast<NamedDecl>(D)->getDeclName() ==
                                   Counted->Var->getDeclName();
          }))
        return false;
  }
  return Reads->Kept.empty() &&
         !effectsOf(Reads->S, *M.Pointers, Ctx).Writes.count(Var);
}

bool SlicePrinter::usesRenamed(const Stmt *S) const {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      return Plan.Split.isPersisted(Var) &&
             (persistedIndex(Var) < 0 || isReadOnce(Var));
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
        int Index = isReadOnce(Var) ? persistedIndex(Var)
                                    : Plan.Split.renamedAt(Var, Now.Leaf);
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
              {*Use, Kept.PersistedRegister[Index] +
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
    if (!inPhase(*L, Now.Phase))
      return false;
    if (usesRenamed(S) || !L->Kept.empty())
      return false;
    if (L->Copy >= 0 && isVerbatim(*L))
      return true;
    // `if (g) T[i] = A[j];` on one line has no room for a longer statement.
    if (std::optional<TextRange> R = Text.range(S);
        L->Copy >= 0 && R &&
        !Text.text({Text.lineStart(R->Begin), R->Begin}).trim().empty())
      return false;
    // An else of its own needs braces around it.
    if (L->Copy >= 0 && !L->Parents.empty() && isa<IfStmt>(L->Parents.back()) &&
        !asyncTest(*L).empty())
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
    llvm::function_ref<void(const Stmt *Part,
                            llvm::ArrayRef<const Stmt *> Except)>
        Do) const {
  auto Visit = [&](const Stmt *Part, llvm::ArrayRef<const Stmt *> Except = {}) {
    if (Part)
      Do(Part, Except);
  };
  for (const SliceLeaf &Leaf : Plan.Split.Leaves) {
    if (!inPhase(Leaf, Which))
      continue;
    for (const Stmt *Parent : Leaf.Parents) {
      if (const auto *If = dyn_cast<IfStmt>(Parent);
          If && !(Which == SlicePhase::Store && Plan.Split.joinsArms(If)))
        Visit(If->getCond());
      if (const auto *For = dyn_cast<ForStmt>(Parent)) {
        Visit(For->getInit());
        Visit(For->getCond());
        Visit(For->getInc());
      }
    }
    if (!Leaf.Kept.empty()) {
      llvm::SmallVector<const Stmt *, 2> Loads;
      for (const KeptLoad &Load : Leaf.Kept) {
        Loads.push_back(Load.Load);
        llvm::append_range(Loads, Load.Again);
        if (Which == SlicePhase::Store)
          continue;
        Visit(Load.Load);
        for (const auto &Guard : Load.Guards)
          Visit(Guard.first);
      }
      if (Which == SlicePhase::Store)
        Visit(Leaf.S, Loads);
      else if (Leaf.WholeInFetch)
        Visit(Leaf.S);
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
          Visit(Copy.Value, {Copy.From.RawLoad});
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
  forEachPart(Which,
              [&](const Stmt *Part, llvm::ArrayRef<const Stmt *> Except) {
                if (!Except.empty())
                  return collectNames(Part, Except, Out);
                Effects E = effectsOf(Part, Flow, Ctx);
                Out.insert(E.Reads.begin(), E.Reads.end());
                Out.insert(E.Writes.begin(), E.Writes.end());
              });
  return Out;
}

bool SlicePrinter::names(SlicePhase Which, const VarDecl *Var) const {
  bool Found = false;
  forEachPart(Which,
              [&](const Stmt *Part, llvm::ArrayRef<const Stmt *> Except) {
                Found |= mentions(Part, Var, Except);
              });
  return Found;
}

unsigned SlicePrinter::timesSet(SlicePhase Which, const VarDecl *Var) const {
  unsigned Out = 0;
  forEachPart(Which, [&](const Stmt *Part, llvm::ArrayRef<const Stmt *>) {
    Out += effectsOf(Part, *M.Pointers, Ctx).Writes.count(Var);
  });
  return Out;
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
    const auto *For = dyn_cast<ForStmt>(Loop);
    const bool Unroll = For && !isWhole(Loop) && indexesRegisters(*For);
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
    if (For && !isWhole(Loop))
      return printFor(For, Indent, Out);
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
    if (indexesRegisters(*For))
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

//===- Tile stores of the load slice as text ----------------------------===//

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
    return Kept.CopyRegister[Index] + registerIndex(M.Copies[Index].Path.Loops);
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
  std::string Register =
      Kept.CopyRegister[Index] + registerIndex(Copy.Path.Loops);
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
  Travel How = Plan.Travels[Leaf.Copy];
  if (How == Travel::Direct)
    return textOf(Leaf.S) + ";";
  if (!M.Copies[Leaf.Copy].Path.Calls.empty())
    return helperCall(Leaf) + ";";
  if (How == Travel::Register && Now.Phase == SlicePhase::Fetch) {
    // An if/else comes with its semicolons.
    return fetchText(Leaf, Indent) +
           (M.Copies[Leaf.Copy].Zero.GuardIf ? "" : ";");
  }
  if (How == Travel::Async && !asyncTest(Leaf).empty())
    return testedCopies(&Leaf, Indent);
  return copiesText(Leaf, Indent);
}

/// The copies or stores of \p Leaf, a line each.
std::string SlicePrinter::copiesText(const SliceLeaf &Leaf,
                                     const std::string &Indent) {
  const bool IsAsync = Plan.Travels[Leaf.Copy] == Travel::Async;
  std::string Out;
  for (unsigned I = Leaf.Copy; I < Leaf.Copy + Leaf.Copies; ++I) {
    if (!Out.empty())
      Out += "\n" + Indent;
    Out += IsAsync ? asyncCopy(M.Copies[I], Indent) : storeText(I, Indent);
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
  if (names(Now.Phase, &Var) ||
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

/// Fetch: \p Var stays the user's own, and goes to its register where its
/// scope ends. It has a value there, on whatever way.
bool SlicePrinter::staysVariable(const VarDecl &Var) const {
  const int Index = persistedIndex(&Var);
  if (Now.Phase != SlicePhase::Fetch || Index < 0 ||
      Kept.PersistedRegister[Index] == Var.getName() || !hasWrittenInit(Var) ||
      Var.getType()->isArrayType() || Var.getType()->isReferenceType() ||
      !names(Now.Phase, &Var))
    return false;
  return llvm::none_of(M.Items, [&](const BodyItem &Item) {
    return holds(Item.S,
                 [&](const Stmt &At) {
                   const auto *Decls = dyn_cast<DeclStmt>(&At);
                   return Decls && llvm::is_contained(Decls->decls(), &Var);
                 }) &&
           holds(Item.S, [](const Stmt &At) {
             return isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt>(At);
           });
  });
}

/// `next_v[n] = v;`
void SlicePrinter::keepAtEnd(const VarDecl &Var) {
  const int Index = persistedIndex(&Var);
  Now.AtEnd.push_back(Kept.PersistedRegister[Index] +
                      registerIndex(Plan.Split.Persisted[Index].Loops) + " = " +
                      Var.getNameAsString() + ";");
}

/// What Now.AtEnd has from \p From on, where a scope ends.
std::string SlicePrinter::endScope(size_t From, const std::string &Indent) {
  std::string Out;
  for (const std::string &Line : llvm::drop_begin(Now.AtEnd, From))
    Out += Indent + Line + "\n";
  Now.AtEnd.resize(From);
  return Out;
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
    Index = Plan.Split.renamedAt(&Var, Now.Leaf);
    if (Index < 0)
      return;
    Name = Kept.PersistedRegister[Index] +
           registerIndex(Plan.Split.Persisted[Index].Loops);
  } else if (isReadOnce(&Var)) {
    return;
  } else if (Kept.PersistedRegister[Index] != Name &&
             Now.Phase == SlicePhase::Fetch && hasWrittenInit(Var) &&
             !Var.getType()->isReferenceType() &&
             !names(SlicePhase::Fetch, &Var)) {
    Name = Kept.PersistedRegister[Index] +
           registerIndex(Plan.Split.Persisted[Index].Loops);
  } else if (Kept.PersistedRegister[Index] != Name) {
    // What is read only is named by its value.
    std::optional<std::string> Declared;
    if (Now.Phase == SlicePhase::Store && isNeverChanged(Var) &&
        Var.getType().isTriviallyCopyableType(Ctx) &&
        !Var.getType()->isArrayType() && !Var.getType()->isReferenceType())
      Declared = declare(Var, Name, /*Const=*/true, Text, Ctx);
    Out += Indent + Declared.value_or("auto &" + Name) + " = " +
           Kept.PersistedRegister[Index] +
           registerIndex(Plan.Split.Persisted[Index].Loops) + ";\n";
  }
  if (Now.Phase == SlicePhase::Fetch && hasWrittenInit(Var))
    Out += Indent + Lines.assignment(Indent, Name, initText(Var)) + ";\n";
}

void SlicePrinter::printLeaf(const SliceLeaf &Leaf, const std::string &Indent,
                             std::string &Out) {
  std::optional<TextRange> R = Text.statement(Leaf.S);
  if (!R) {
    fail(Leaf.S);
    return;
  }
  Now.Leaf = &Leaf - Plan.Split.Leaves.data();
  if (!Leaf.Kept.empty())
    return printKept(Leaf, Indent, Out);
  if (!isVerbatim(Leaf)) {
    Out += Indent + leafText(Leaf, Indent) + "\n";
    return;
  }
  const auto *Decls = dyn_cast<DeclStmt>(Leaf.S);
  const bool StaysWhole =
      Decls && llvm::all_of(Decls->decls(), [&](const Decl *D) {
        const auto *Var = dyn_cast<VarDecl>(D);
        return Var && staysVariable(*Var);
      });
  if (StaysWhole)
    for (const Decl *D : Decls->decls())
      keepAtEnd(*cast<VarDecl>(D));
  else if (Decls)
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

std::string SlicePrinter::registerOf(const KeptLoad &Load) {
  return Kept.LoadedRegister.lookup(&Load) + registerIndex(Load.Loops);
}

/// The text of \p S at \p R in \p Leaf, registers in the place of its loads.
std::string SlicePrinter::withRegisters(const Stmt *S, TextRange R,
                                        const SliceLeaf &Leaf) {
  std::vector<TextEdit> Loads;
  for (const KeptLoad &Load : Leaf.Kept)
    if (std::optional<TextRange> At = Text.range(Load.Load);
        At && R.contains(*At))
      Loads.push_back({*At, registerOf(Load)});
  std::vector<TextEdit> Edits = renames(S);
  llvm::erase_if(Edits, [&](const TextEdit &Edit) {
    return llvm::any_of(Loads, [&](const TextEdit &Load) {
      return Load.Range.contains(Edit.Range);
    });
  });
  llvm::append_range(Edits, Loads);
  std::optional<std::string> Out = Text.edited(R, std::move(Edits));
  return Out ? *Out : fail(S);
}

/// Fetch: loads into registers, each under its conditions, and the statement
/// itself where a later address needs what it sets. Store: the statement.
void SlicePrinter::printKept(const SliceLeaf &Leaf, const std::string &Indent,
                             std::string &Out) {
  auto WithRegisters = [&](const Expr *E) {
    std::optional<TextRange> R = Text.range(E);
    return R ? withRegisters(E, *R, Leaf) : fail(E);
  };
  for (unsigned I = 0;
       Now.Phase == SlicePhase::Fetch && I < Leaf.Kept.size();) {
    const auto &Guards = Leaf.Kept[I].Guards;
    std::string Inner = Indent, Cond;
    for (const auto &Raw : Guards) {
      auto [Guard, IsTrue] = withoutNegation(Raw.first, Raw.second);
      bool Alone = IsTrue && Guards.size() == 1;
      Cond += (Cond.empty() ? "" : " && ") +
              (Alone    ? WithRegisters(Guard->IgnoreParens())
               : IsTrue ? parenthesized(Guard, WithRegisters(Guard))
                        : "!(" + WithRegisters(Guard) + ")");
    }
    unsigned End = I + 1;
    while (End < Leaf.Kept.size() && Leaf.Kept[End].Guards == Guards)
      ++End;
    if (!Cond.empty()) {
      Out +=
          Indent + "if (" + onOneLine(Cond) + (End - I > 1 ? ") {\n" : ")\n");
      Inner += Unit;
    }
    const bool Closes = !Cond.empty() && End - I > 1;
    for (; I < End; ++I)
      Out += Inner +
             Lines.assignment(
                 Inner, registerOf(Leaf.Kept[I]),
                 onOneLine(textOf(withoutParens(Leaf.Kept[I].Load)))) +
             ";\n";
    if (Closes)
      Out += Indent + "}\n";
  }
  if (Now.Phase == SlicePhase::Fetch && !Leaf.WholeInFetch)
    return;
  std::optional<TextRange> R = Text.statement(Leaf.S);
  Out += reindent(R ? withRegisters(Leaf.S, *R, Leaf) : fail(Leaf.S),
                  R ? Text.indentAt(R->Begin) : "", Indent) +
         "\n";
}

//===- Split loops and branches as text ---------------------------------===//

/// The words of \p Comment.
static std::vector<llvm::StringRef> wordsOfComment(llvm::StringRef Comment) {
  std::vector<llvm::StringRef> Out;
  while (true) {
    const llvm::StringRef Word =
        Comment.drop_until([](char C) { return isAsciiIdentifierContinue(C); })
            .take_while([](char C) { return isAsciiIdentifierContinue(C); });
    if (Word.empty())
      return Out;
    Out.push_back(Word);
    Comment = Comment.substr(Word.end() - Comment.begin());
  }
}

bool saysOneOf(llvm::StringRef Comment,
               std::initializer_list<const char *> Beginnings) {
  return llvm::any_of(wordsOfComment(Comment), [&](llvm::StringRef Word) {
    return llvm::any_of(Beginnings, [&](const char *Of) {
      return Word.starts_with_insensitive(Of);
    });
  });
}

/// \p Comment speaks of a load and not of the tile that is stored.
static bool saysLoad(llvm::StringRef Comment,
                     llvm::ArrayRef<const VarDecl *> Tiles) {
  return saysOneOf(Comment, {"load", "fetch", "read", "bound", "guard"}) &&
         !saysOneOf(Comment, {"shared", "smem", "stor", "writ", "conver"}) &&
         llvm::none_of(wordsOfComment(Comment), [&](llvm::StringRef Word) {
           return llvm::any_of(Tiles, [&](const VarDecl *Tile) {
             return Tile->getName() == Word;
           });
         });
}

/// \p Comment says what becomes of shared memory: where registers are loaded,
/// nothing does. Where it says from where, too, it is of the load.
static bool saysShared(llvm::StringRef Comment) {
  return saysOneOf(Comment, {"shared", "smem"}) &&
         !saysOneOf(Comment, {"global", "device", "gmem", "dram"});
}

/// \p Comment says why threads wait.
static bool saysBarrier(llvm::StringRef Comment) {
  return saysOneOf(Comment, {"sync", "__sync", "barrier", "wait"});
}

/// The comments of \p S, or \p Comment, are shown in this phase: once, where S
/// comes first; a store that stays in its place keeps what does not speak of
/// the load alone.
bool SlicePrinter::showsComments(const Stmt *S, llvm::StringRef Comment) const {
  // What is only loaded early keeps its comments where it stands.
  if (M.Early)
    return false;
  const bool InFetch = runsIn(S, SlicePhase::Fetch),
             InStore = runsIn(S, SlicePhase::Store);
  const SliceLeaf *L = leaf(S);
  const auto *Arms =
      L && !L->Parents.empty() ? dyn_cast<IfStmt>(L->Parents.back()) : nullptr;
  const bool IsOfStore =
      InStore && !(Arms && Plan.Split.joinsArms(Arms)) &&
      (!InFetch || saysShared(Comment) ||
       (Plan.Steps.StoresInPlace && !saysLoad(Comment, M.Staged.Tiles)));
  return (Now.Phase == SlicePhase::Store) == IsOfStore;
}

/// The comments between \p From and \p To, which stand above \p S.
void SlicePrinter::printComments(const Stmt *S, unsigned From, unsigned To,
                                 const std::string &Indent, std::string &Out) {
  if (To > From && showsComments(S, Text.text({From, To})))
    printCommentLines(From, To, Indent, Out);
}

void SlicePrinter::printCommentLines(unsigned From, unsigned To,
                                     const std::string &Indent,
                                     std::string &Out) {
  llvm::SmallVector<llvm::StringRef, 8> Lines;
  Text.text({From, To}).split(Lines, '\n');
  const std::vector<bool> Inside = beginInsideComment(Text.text({From, To}));
  llvm::StringRef Margin;
  const size_t Start = Out.size();
  std::string Blank; // What parts one comment from the next.
  // The last is what stands in front of the statement, on its line.
  for (auto [I, Whole] : llvm::enumerate(Lines)) {
    llvm::StringRef Line = Whole.trim();
    const bool IsInside = Inside[I];
    if (!IsInside && Line.empty()) {
      if (Out.size() > Start && I + 1 < Lines.size())
        Blank = "\n";
      continue;
    }
    Out += std::exchange(Blank, "");
    if (!IsInside && Line.starts_with("//")) {
      Out += Indent + Line.str() + "\n";
    } else if (!IsInside && Line.starts_with("/*")) {
      Margin = Whole.take_until([](char C) { return C == '/'; });
      Out += Indent + Line.str() + "\n";
    } else if (IsInside) {
      // What stands further left than the comment begins, stays there.
      Out += Whole.consume_front(Margin) && !Line.empty()
                 ? Indent + Whole.rtrim().str()
             : Line.starts_with("*") ? Indent + " " + Line.str()
                                     : Whole.rtrim().str();
      Out += "\n";
    }
  }
  Out += Blank;
}

/// Prints \p S and the comment behind it on its line. Where the statement needs
/// more lines than it had, the comment goes in front.
void SlicePrinter::printWithComment(const Stmt *S, TextRange R,
                                    const std::string &Indent,
                                    std::string &Out) {
  std::string Printed;
  printStatement(S, Indent, Printed);
  llvm::StringRef Behind = Text.text({R.End, Text.endOfTrivia(R.End)}).rtrim();
  if (Behind.empty() || !showsComments(S, Behind) ||
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
  const size_t Outside = Now.AtEnd.size();
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
    Inner += endScope(Outside, Indent + Unit);
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

/// \p For has a register for each trip.
bool SlicePrinter::hasRegisters(const ForStmt &For) const {
  auto IsAround = [&](const auto &Loops) {
    return llvm::is_contained(Loops, &For);
  };
  return llvm::any_of(
             Plan.Split.Persisted,
             [&](const PersistedVariable &P) { return IsAround(P.Loops); }) ||
         llvm::any_of(Plan.Split.Leaves, [&](const SliceLeaf &Leaf) {
           return llvm::any_of(
                      Leaf.Kept,
                      [&](const KeptLoad &L) { return IsAround(L.Loops); }) ||
                  (Leaf.Copy >= 0 && Leaf.Kept.empty() &&
                   Plan.Travels[Leaf.Copy] == Travel::Register &&
                   IsAround(Leaf.Parents));
         });
}

bool SlicePrinter::indexesRegisters(const ForStmt &For) const {
  return hasRegisters(For) ||
         llvm::any_of(Plan.Split.Persisted, [&](const PersistedVariable &P) {
           return P.Var->getType()->isArrayType() && mentions(&For, P.Var);
         });
}

std::optional<BoundedLoop>
SlicePrinter::countedForStore(const ForStmt &For) const {
  return hasRegisters(For) ? boundedLoop(For, Ctx, M.Proofs.BlockDim)
                           : std::nullopt;
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
          If && !(Which == SlicePhase::Store && Plan.Split.joinsArms(If)) &&
          Names(Names, If->getCond()))
        return true;
      const auto *For = dyn_cast<ForStmt>(Parent);
      if (!For)
        continue;
      if (std::optional<BoundedLoop> Counted = countedForStore(*For);
          Counted && !Counted->ConstantStart && Counted->Var == Var)
        return false; // const int i = t + n * 256;
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
  std::string Guard =
      Counted->Guard
          ? textOf(Counted->Guard)
          : Var->getName().str() + (Counted->ToLimit ? " <= " : " < ") + Limit;
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
  const std::string Counter = counterName(For);
  std::string Line =
      declare(*Var, Var->getName(), /*Const=*/true, Text, Ctx)
          .value_or("const int " + Var->getName().str()) +
      " = " +
      (isSummand(Counted->Start)
           ? textOf(Counted->Start)
           : parenthesized(Counted->Start, textOf(Counted->Start))) +
      " + " + Counter;
  if (Counted->Step) {
    const std::string Step = stepText(*Counted);
    Line +=
        " * " + (Counted->BlockStep.empty() ? parenthesized(Counted->Step, Step)
                                            : Step);
  }
  Line = Indent + Unit + Line + ";\n";
  Out += Indent + "for (int " + Counter + " = 0; " + Counter + " < " +
         Rounds.TripNames.lookup(For) + "; ++" + Counter + ")";
  // Of another build, threads may skip the last trip.
  if (M.Proofs.EvenLoops && !Counted->Guard && hasOneSize(*For))
    return printBody(For->getBody(), Indent, Out, Line);
  Line += Indent + Unit + "if (" + Guard + ")";
  std::string Guarded;
  printBody(For->getBody(), Indent + Unit, Guarded);
  Out += " {\n" + Line + Guarded + Indent + "}\n";
}

/// `st_vec(&As[i], next_As)`, with its semicolon.
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
  if (Now.Phase == SlicePhase::Store && Plan.Split.joinsArms(If)) {
    const auto *Block = dyn_cast<CompoundStmt>(If->getThen());
    if (!Block)
      return printStatement(If->getThen(), Indent, Out);
    for (const Stmt *Child : Block->body())
      printStatement(Child, Indent, Out);
    return;
  }
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
  std::string Chained;
  if (isa<IfStmt>(If->getElse()))
    printStatement(If->getElse(), Indent, Chained);
  if (llvm::StringRef(Chained).starts_with(Indent + "if "))
    Out += " " + llvm::StringRef(Chained).drop_front(Indent.size()).str();
  else
    printBody(If->getElse(), Indent, Out);
}

/// Stores in their place find it made by the trip, but for what a register has.
bool SlicePrinter::standsInTrip(const BodyItem &Item, SlicePhase Which) const {
  const auto *Decls = dyn_cast<DeclStmt>(Item.S);
  return Which == SlicePhase::Store && Plan.Steps.StoresInPlace &&
         Item.R == Role::Both &&
         !(Decls && llvm::any_of(Decls->decls(), [&](const Decl *D) {
             const auto *Var = dyn_cast<VarDecl>(D);
             return Var && Plan.Split.isPersisted(Var);
           }));
}

std::string SlicePrinter::print(SlicePhase Which) {
  if (Error)
    return {}; // Not all registers have a name.
  Now.Phase = Which;
  std::string Indent = LoopIndent + Unit, Out;
  VarSet Used = variables(Which);
  for (auto [I, P] : llvm::enumerate(Plan.Split.Persisted))
    if (M.Variables.Private.count(P.Var) && P.Definition < 0 &&
        Used.count(P.Var) && Kept.PersistedRegister[I] != P.Var->getName())
      Out += Indent + "auto &" + P.Var->getName().str() + " = " +
             Kept.PersistedRegister[I] + ";\n";
  Now.Declares = !Out.empty();
  const bool IsFetch = Which == SlicePhase::Fetch;
  const std::set<unsigned> OfNarrow =
      IsFetch ? declarationsOfNarrowCopies() : std::set<unsigned>();
  auto IsWide = [&](unsigned I) {
    return IsFetch && (isWide(I) || OfNarrow.count(I));
  };
  for (unsigned I = 0; I < M.Items.size();) {
    unsigned Last = I + 1;
    const bool Wide = IsWide(I);
    while (Last < M.Items.size() && IsWide(Last) == Wide)
      ++Last;
    Out += Wide ? printWide(I, Last, Indent)
                : printItems(I, Last, Indent, !Out.empty());
    I = Last;
  }
  return Out + endScope(0, Indent);
}

/// Behind the brace of the loop, and what stands on its line.
unsigned SlicePrinter::startOfBody() const {
  return Text.endOfTrivia(Text.range(M.Header.Body)->Begin + 1);
}

/// Item \p I is a barrier that no step is made for.
bool SlicePrinter::goesWithoutTrace(unsigned I) const {
  return llvm::any_of(Plan.Steps.Dropped, [&](const DroppedItem &D) {
    return D.Item == I && D.Reason == DroppedItem::InStages;
  });
}

/// What stands from \p From on above item \p I, which is loaded early, is of
/// the stores that follow it.
bool SlicePrinter::carriesComments(unsigned I, unsigned From) const {
  const Stmt *S = M.Items[I].S;
  const std::optional<TextRange> R = Text.statement(S);
  return R && From < R->Begin && !M.Early && M.Items[I].R != Role::Advance &&
         runsIn(S, SlicePhase::Fetch) && !runsIn(S, SlicePhase::Store) &&
         saysShared(Text.text({From, R->Begin})) &&
         llvm::any_of(
             llvm::drop_begin(M.Items, I + 1),
             [&](const BodyItem &Item) {
               return runsIn(Item.S, SlicePhase::Store) &&
                      !standsInTrip(Item, SlicePhase::Store);
             });
}

/// The items from \p First to in front of \p Last. \p IsLater: something
/// stands in front of them.
std::string SlicePrinter::printItems(unsigned First, unsigned Last,
                                     const std::string &Indent, bool IsLater) {
  std::string Out, Carried;
  unsigned PreviousEnd = 0;
  // The comment above a barrier that goes is of what follows the barrier.
  TextRange AboveBarrier{0, 0};
  for (unsigned I = 0; I < Last; ++I) {
    const Stmt *S = M.Items[I].S;
    std::optional<TextRange> R = Text.statement(S);
    if (!R) {
      if (isKept(S) && I >= First)
        fail(S);
      continue;
    }
    const unsigned From = PreviousEnd ? PreviousEnd : startOfBody();
    const bool Carries = I >= First && carriesComments(I, From);
    if (Carries && Now.Phase == SlicePhase::Store)
      printCommentLines(From, R->Begin, Indent, Carried);
    if (isKept(S) && I >= First && !standsInTrip(M.Items[I], Now.Phase)) {
      llvm::StringRef Between = Text.text({From, R->Begin});
      std::string Comments = std::exchange(Carried, "");
      if (M.Items[I].R != Role::Advance) {
        if (!saysBarrier(Text.text({AboveBarrier.Begin, AboveBarrier.End})))
          printComments(S, AboveBarrier.Begin, AboveBarrier.End, Indent,
                        Comments);
        if (!Carries)
          printComments(S, From, R->Begin, Indent, Comments);
      }
      // Stores alone stand close.
      if ((IsLater || !Out.empty()) &&
          (Now.Phase == SlicePhase::Fetch || !Comments.empty()) &&
          Between.ltrim(" \t\r").starts_with("\n"))
        Out += "\n";
      Out += Comments;
      unsigned End = I + 1;
      if (std::vector<const SliceLeaf *> Copies = testedTogether(I, Last);
          Copies.size() > 1) {
        End = I + Copies.size();
        Out += Indent + testedCopies(Copies, Indent) + "\n";
      } else {
        const size_t Before = Out.size();
        printWithComment(S, *R, Indent, Out);
        Now.Declares |= isa<DeclStmt>(S) && Out.size() > Before;
      }
      I = End - 1;
      R = Text.statement(M.Items[I].S);
    }
    AboveBarrier =
        goesWithoutTrace(I) ? TextRange{From, R->Begin} : TextRange{0, 0};
    PreviousEnd = Text.endOfTrivia(R->End);
  }
  return Out;
}

} // namespace cudapipe
