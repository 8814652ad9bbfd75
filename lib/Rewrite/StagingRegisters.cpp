//===- StagingRegisters.cpp - Registers between fetch and store -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlicePrinter.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TemplateTypes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

/// A quotient takes \p E without parentheses, on its left side.
static bool isDividend(const Expr *E) {
  const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreImpCasts());
  return Op && Op->isMultiplicativeOp() && !Op->getOperatorLoc().isMacroID();
}

/// \p Inner stands in \p Outer.
static bool isWithin(const Stmt *Inner, const Stmt *Outer) {
  return holds(Outer, [&](const Stmt &At) { return &At == Inner; });
}

/// What counts the trips of \p Loop, which starts at another place in each
/// thread.
std::string SlicePrinter::counterName(const ForStmt *Loop) {
  std::string &Name = Rounds.Counters[Loop];
  if (!Name.empty())
    return Name;
  // Loops behind each other have scopes of their own.
  auto IsFree = [&](StringRef Known) {
    return llvm::none_of(Rounds.Counters, [&](const auto &Other) {
      return Other.first != Loop && Other.second == Known &&
             (isWithin(Loop, Other.first) || isWithin(Other.first, Loop));
    });
  };
  for (const auto &[Other, Known] : Rounds.Counters)
    if (!Known.empty() && IsFree(Known))
      return Name = Known;
  for (const char *Wanted : {"n", "m"})
    if (!Names.isTaken(Wanted))
      return Name = Names.unique(Wanted);
  return Name = Names.unique("trip");
}

/// Names the \p Trips of \p Loop, for the register \p Of.
std::string SlicePrinter::nameTrips(const ForStmt *Loop, StringRef Of,
                                    const std::string &Trips) {
  std::string &Name = Rounds.TripNames[Loop];
  if (!Name.empty())
    return Name;
  if (Rounds.AreAlike && !Rounds.Trips.empty())
    return Name = Rounds.Trips.front().first;
  Of.consume_front("next_");
  const std::string Wanted = Of.upper() + "_LOADS";
  // Rows, and loads of each.
  Name = Names.unique(
      Rounds.AreAlike ? "LOADS"
      : llvm::is_contained(llvm::make_first_range(Rounds.Trips), Wanted)
          ? Of.upper() + "_LOADS_A_ROW"
          : Wanted);
  Rounds.Trips.emplace_back(Name, Trips);
  return Name;
}

/// What people call a value that they do not want to name.
static bool saysNothing(StringRef Name) {
  return llvm::is_contained<StringRef>(
      {"tmp", "temp", "t", "v", "val", "value", "data", "reg", "x"}, Name);
}

/// Another declaration in the kernel has the name that \p Ref has, or a macro
/// spells it.
bool SlicePrinter::isAmbiguous(const DeclRefExpr *Ref) const {
  auto Hides = [&](auto &&Self, const Stmt *Node) -> bool {
    if (!Node)
      return false;
    if (const auto *Decls = dyn_cast<DeclStmt>(Node))
      for (const Decl *D : Decls->decls())
        if (const auto *Named = dyn_cast<NamedDecl>(D);
            Named && Named != Ref->getDecl() &&
            Named->getDeclName() == Ref->getDecl()->getDeclName())
          return true;
    return llvm::any_of(Node->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  return Ref->getBeginLoc().isMacroID() || Hides(Hides, M.Kernel->getBody());
}

/// The limit of a loop that has a guard, as text of constants.
std::optional<std::string> SlicePrinter::limitText(const BoundedLoop &Counted) {
  // A number, for loops to unroll; checked in front of the loop.
  if (!Counted.OfBlock.empty()) {
    Rounds.OfBlock.insert(Counted.OfBlock.begin(), Counted.OfBlock.end());
    return std::nullopt;
  }
  auto Print = [&](auto &&Self, const Expr *E) -> std::optional<std::string> {
    std::vector<TextEdit> Edits;
    bool Fails = false;
    auto Collect = [&](auto &&Again, const Stmt *S) -> void {
      const auto *Part = dyn_cast_or_null<Expr>(S);
      auto It = Part ? Counted.Replaced.find(Part) : Counted.Replaced.end();
      if (It == Counted.Replaced.end()) {
        if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S))
          Fails |= isAmbiguous(Ref) || namesBodyVariable(Ref);
        if (S)
          for (const Stmt *Child : S->children())
            Again(Again, Child);
        return;
      }
      std::optional<std::string> Inner = Self(Self, It->second);
      std::optional<TextRange> R = Text.range(Part);
      Fails |= !Inner || !R;
      if (Inner && R)
        Edits.push_back({*R, parenthesized(It->second, *Inner)});
    };
    Collect(Collect, E);
    std::optional<TextRange> Whole = Text.range(E);
    if (Fails || !Whole)
      return std::nullopt;
    return Text.edited(*Whole, std::move(Edits));
  };
  return Print(Print, Counted.Limit);
}

/// \p E, whose value is known, as a constant expression in front of the loop:
/// variables, and constants of its body, give way to what they start with.
/// Nothing if a name is in the way.
std::optional<std::string> SlicePrinter::constantText(const Expr *E) const {
  if (!knownValue(E, Ctx))
    return std::nullopt;
  std::vector<TextEdit> Edits;
  bool Fails = false;
  auto Collect = [&](auto &&Self, const Stmt *S, bool IsFirst) -> void {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    const bool IsBodys = Var && namesBodyVariable(Ref);
    if (Ref)
      Fails |= IsBodys ? Ref->getBeginLoc().isMacroID() : isAmbiguous(Ref);
    if (IsBodys || (Var && !constantValue(Ref, Ctx))) {
      const Expr *Init = Var->getInit();
      std::optional<TextRange> R = Text.range(Ref);
      std::optional<std::string> Value =
          Init && R && Ctx.getTypeSize(Var->getType()) >= 32
              ? constantText(Init)
              : std::nullopt;
      Fails |= !Value;
      const auto *Op =
          Init ? dyn_cast<BinaryOperator>(Init->IgnoreImpCasts()) : nullptr;
      if (Value)
        Edits.push_back({*R, IsFirst && (!Op || Op->isMultiplicativeOp())
                                 ? *Value
                                 : parenthesized(Init, *Value)});
      return;
    }
    Fails |= Ref && !Var && namesBodyVariable(Ref);
    const auto *Op = dyn_cast<BinaryOperator>(S);
    for (const Stmt *Child : S->children())
      if (Child)
        Self(Self, Child,
             Op ? Op->isMultiplicativeOp() && Child == Op->getLHS()
                : IsFirst && isa<ImplicitCastExpr>(S));
  };
  Collect(Collect, E, /*IsFirst=*/true);
  std::optional<TextRange> Whole = Text.range(E);
  return Fails || !Whole ? std::nullopt : Text.edited(*Whole, std::move(Edits));
}

/// How many trips a loop makes that has other numbers in other instantiations,
/// or builds.
std::optional<std::string> SlicePrinter::tripsText(const BoundedLoop &Counted) {
  const Expr *Limit = Counted.Limit ? Counted.Limit : Counted.WholeSteps;
  if (Counted.Guard || !Limit || Counted.countsDown())
    return std::nullopt;
  std::optional<std::string> To = constantText(Limit);
  if (To && Counted.ConstantStart && Counted.StartValue != 0) {
    std::optional<std::string> From = constantText(Counted.Start);
    if (!From)
      return std::nullopt;
    To = (isSummand(Limit) ? *To : parenthesized(Limit, *To)) + " - " +
         parenthesized(Counted.Start, *From);
  } else if (To && !isSummand(Limit)) {
    To = parenthesized(Limit, *To);
  }
  if (!To || !Counted.Step)
    return To && Counted.ToLimit ? std::optional(*To + " + 1") : To;
  std::optional<std::string> Step = !Counted.BlockStep.empty()
                                        ? std::optional(stepText(Counted))
                                        : constantText(Counted.Step);
  if (!Step)
    return std::nullopt;
  const bool IsName =
      llvm::all_of(*Step, [](char C) { return isAsciiIdentifierContinue(C); });
  const std::string By = IsName ? *Step : "(" + *Step + ")";
  if (Counted.ToLimit)
    return "(" + *To + ") / " + By + " + 1";
  return "(" + *To + " + " + By + " - 1) / " + By;
}

/// The step of a loop as a constant. One that launches give gets a name, and a
/// launch of tomorrow that gives another is no silent error.
std::string SlicePrinter::stepText(const CountedLoop &Counted) {
  if (Counted.BlockStep.empty())
    return textOf(Counted.Step);
  std::string &Name = Rounds.StepNames[Counted.BlockStep];
  if (Name.empty()) {
    Name = Names.unique("stride");
    std::string Step = namesBodyVariable(Counted.Step) ? Counted.BlockStep
                                                       : textOf(Counted.Step);
    // A variable's name says less.
    bool IsVariable = isa<DeclRefExpr>(Counted.Step->IgnoreParenImpCasts());
    Rounds.Steps.push_back(
        "constexpr int " + Name + " = " + std::to_string(Counted.StepValue) +
        "; // " + (IsVariable ? Counted.BlockStep : Step) + " in all launches");
    Rounds.Steps.push_back("if (" + Step + " != " + Name + ")");
    Rounds.Steps.push_back(Unit + "__trap();");
  }
  return Name;
}

std::vector<std::string> SlicePrinter::counts() const {
  std::vector<std::string> Out;
  for (const auto &[Name, Trips] : Rounds.Trips)
    Out.push_back(Lines.assignment(LoopIndent, "constexpr int " + Name, Trips) +
                  ";");
  return Out;
}

std::vector<std::string> SlicePrinter::steps() const {
  std::vector<std::string> Out = Rounds.Steps;
  for (auto [Dimension, Size] : Rounds.OfBlock) {
    std::string Name = std::string("blockDim.") + "xyz"[Dimension];
    if (Rounds.StepNames.count(Name))
      continue;
    Out.push_back("if (" + Name + " != " + std::to_string(Size) +
                  ") // In no launch: there are registers for this block.");
    Out.push_back(Unit + "__trap();");
  }
  return Out;
}

/// `[i / 4][j]`: the place of the current trip.
std::string SlicePrinter::registerIndex(llvm::ArrayRef<const ForStmt *> Loops) {
  std::string Out;
  for (const ForStmt *Loop : Loops) {
    BoundedLoop Counted = *boundedLoop(*Loop, Ctx, M.Proofs.BlockDim);
    if (!Counted.ConstantStart) {
      Out += "[" + counterName(Loop) + "]";
      continue;
    }
    std::string Var = Counted.Var->getName().str();
    if (Counted.countsDown() && Counted.leastValue() != 0)
      Var = "(" + Var + " - " + std::to_string(Counted.leastValue()) + ")";
    else if (!Counted.countsDown() && Counted.StartValue != 0)
      Var = "(" + Var + " - " +
            parenthesized(Counted.Start, textOf(Counted.Start)) + ")";
    Out += "[" + Var;
    if (Counted.Step)
      Out += " / " + (Counted.BlockStep.empty()
                          ? parenthesized(Counted.Step, stepText(Counted))
                          : stepText(Counted));
    Out += "]";
  }
  return Out;
}

/// \p S uses something that is declared in the loop body.
bool SlicePrinter::namesBodyVariable(const Stmt *S) const {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    std::optional<TextRange> Body = Text.range(M.Header.Body);
    std::optional<TextRange> At =
        Text.range(SourceRange(Ref->getDecl()->getLocation()));
    return Body && At && Body->contains(*At);
  }
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return namesBodyVariable(Child);
  });
}

/// What the trips of \p Loop rely on.
TemplateSizes SlicePrinter::sizesOf(const ForStmt &Loop) const {
  TemplateSizes Out(*M.Kernel, Text, Ctx);
  Out.add(Loop.getInit());
  Out.add(Loop.getCond());
  Out.add(Loop.getInc());
  return Out;
}

bool SlicePrinter::hasOneSize(const ForStmt &Loop) const {
  const TemplateSizes Sizes = sizesOf(Loop);
  return Sizes.isWhole() && Sizes.terms().empty() && Sizes.otherMacro().empty();
}

/// How many registers the trips of \p Loop take, as a constant expression.
/// Nothing behind an Error.
std::optional<std::string> SlicePrinter::registersText(const ForStmt *Loop) {
  BoundedLoop Counted = *boundedLoop(*Loop, Ctx, M.Proofs.BlockDim);
  bool Template =
      M.Kernel->isTemplated() || M.Kernel->getTemplateInstantiationPattern();
  const Expr *Limit = Counted.Limit ? Counted.Limit : Counted.WholeSteps;
  bool FromZero = !Counted.ConstantStart || Counted.StartValue == 0;
  // A bound that is no constant expression is known all the same.
  auto IsNoConstant = [&](const Expr *E) {
    return E && !E->isValueDependent() && !constantValue(E, Ctx);
  };
  std::optional<std::string> LimitText = Counted.Guard ? limitText(Counted)
                                         : Limit ? std::optional(textOf(Limit))
                                                 : std::nullopt;
  const bool IsNumber =
      !Limit || !FromZero || (!Counted.Guard && IsNoConstant(Limit)) ||
      (Counted.BlockStep.empty() && IsNoConstant(Counted.Step)) ||
      (!Counted.Guard && namesBodyVariable(Limit)) ||
      (Counted.BlockStep.empty() && Counted.Step &&
       namesBodyVariable(Counted.Step)) ||
      !LimitText;
  const std::string Number =
      std::to_string(std::max<uint64_t>(Counted.Trips, 1));
  if (IsNumber) {
    if (!sizesOf(*Loop).otherMacro().empty()) {
      Error = Rejection{RejectionKind::MacroLoop, Loop->getSourceRange(),
                        "another definition of a macro may ask for other "
                        "registers"};
      return std::nullopt;
    }
    const bool HasOthers = !hasOneSize(*Loop) || M.Kernel->isDependentContext();
    if (std::optional<std::string> Trips =
            HasOthers ? tripsText(Counted) : std::nullopt)
      return Trips;
    if (HasOthers) {
      Error = Rejection{Template ? RejectionKind::TemplateDependent
                                 : RejectionKind::MacroLoop,
                        Loop->getSourceRange(),
                        "how many registers its copies take has no spelling "
                        "that holds for every instantiation and build"};
      return std::nullopt;
    }
    if (!Counted.BlockStep.empty())
      stepText(Counted); // It is declared in front of the loop.
    return Number;
  }
  std::string Bound =
      isDividend(Limit) ? *LimitText : parenthesized(Limit, *LimitText);
  auto IsLiteral = [](const Expr *E) {
    return !E || isa<IntegerLiteral>(E->IgnoreParenImpCasts());
  };
  if (Counted.ToLimit && IsLiteral(Limit) && IsLiteral(Counted.Step))
    return Number;
  if (!Counted.Step)
    return Counted.ToLimit ? Bound + " + 1" : *LimitText;
  std::string Step = stepText(Counted);
  if (Counted.BlockStep.empty())
    Step = parenthesized(Counted.Step, Step);
  std::optional<int64_t> LimitValue =
      Counted.Guard ? Counted.LimitValue : constantValue(Limit, Ctx);
  if (Counted.ToLimit)
    return Bound + " / " + Step + " + 1";
  bool Exact = Counted.WholeSteps ||
               (!Template && LimitValue &&
                *LimitValue % Counted.StepValue == 0 && hasOneSize(*Loop));
  return Exact ? Bound + " / " + Step
               : "(" +
                     (isSummand(Limit) ? *LimitText
                                       : parenthesized(Limit, *LimitText)) +
                     " + " + Step + " - 1) / " + Step;
}

void SlicePrinter::nameRegister(const std::string &Name,
                                const std::string &Type,
                                llvm::ArrayRef<const ForStmt *> Loops,
                                const std::string &Elements) {
  std::string Line = Type + " " + Name;
  for (const ForStmt *Loop : Loops) {
    std::optional<std::string> Trips = registersText(Loop);
    if (!Trips)
      return;
    if (!boundedLoop(*Loop, Ctx, M.Proofs.BlockDim)->ConstantStart)
      Trips = nameTrips(Loop, Name, *Trips);
    Line += "[" + *Trips + "]";
  }
  Line += Elements;
  // `float next_a, next_b;`. A star would be of the first only.
  const bool MayJoin = !StringRef(Type).contains('*');
  StringRef Last =
      Kept.Registers.empty() ? StringRef() : StringRef(Kept.Registers.back());
  constexpr size_t LineLimit = 80;
  if (MayJoin && Kept.LastType == Type && Last.consume_back(";") &&
      LoopIndent.size() + Last.size() + Line.size() - Type.size() + 2 <=
          LineLimit)
    Kept.Registers.back() = (Last + "," + Line.substr(Type.size()) + ";").str();
  else
    Kept.Registers.push_back(Line + ";");
  Kept.LastType = MayJoin ? Type : "";
}

/// Some declaration in a scope around the loop has the name \p Name.
bool SlicePrinter::isVisibleOutside(llvm::StringRef Name) const {
  for (const ParmVarDecl *Param : M.Kernel->parameters())
    if (Param->getName() == Name)
      return true;
  // Walk down to the loop; what is declared beside the path is in scope.
  const Stmt *S = M.Kernel->getBody();
  auto Holds = [&](auto &&Self, const Stmt *Node) -> bool {
    return Node && (Node == M.Header.Loop ||
                    llvm::any_of(Node->children(), [&](const Stmt *Child) {
                      return Self(Self, Child);
                    }));
  };
  while (S && S != M.Header.Loop) {
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
    if (const auto *Member = dyn_cast<MemberExpr>(Node);
        Member && Member->isImplicitAccess() &&
        Member->getMemberDecl()->getNameAsString() == Name)
      return true;
    if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Node);
        Member && Member->isImplicitAccess() &&
        Member->getMember().getAsString() == Name)
      return true;
    if (const auto *Any = dyn_cast<OverloadExpr>(Node);
        Any && Any->getName().getAsString() == Name)
      return true;
    return llvm::any_of(Node->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  return NamesAnother(NamesAnother, M.Kernel->getBody());
}

bool keepsLoadedType(const TileCopy &Copy, const ASTContext &Ctx) {
  if (!Copy.From.RawLoad)
    return false;
  const bool IsPlain =
      !Copy.StoreCall && Copy.Value->IgnoreParenImpCasts() ==
                             Copy.From.RawLoad->IgnoreParenImpCasts();
  return !IsPlain || !hiddenChoice(*Copy.From.RawLoad) ||
         !Ctx.hasSameUnqualifiedType(accessType(Copy.From.RawLoad, Ctx),
                                     accessType(Copy.Destination, Ctx));
}

/// `a` of `tiles.a[i][j]`; null where an array is no member.
static const ValueDecl *memberOf(const TileCopy &Copy) {
  return Copy.Fields.size() == 1 && Copy.Fields.front()->getIdentifier() &&
                 !Copy.Name->getType()->isPointerType()
             ? Copy.Fields.front()
             : nullptr;
}

/// What a reader calls the tile: `a` of `tiles.a` and `tiles.b`, but `a` of
/// `a.data` and `b.data`.
static llvm::StringRef nameOfTile(const TileCopy &Copy,
                                  llvm::ArrayRef<TileCopy> Copies) {
  const ValueDecl *Member = memberOf(Copy);
  bool HasOthers = llvm::any_of(Copies, [&](const TileCopy &Other) {
    return Other.Name == Copy.Name && memberOf(Other) != Member;
  });
  return Member && HasOthers ? Member->getName() : Copy.Name->getName();
}

/// A declaration of its name stays in the trip, where stores in their place
/// would see it.
bool SlicePrinter::staysInTrip(const VarDecl &Var) const {
  return Plan.Steps.StoresInPlace &&
         llvm::any_of(M.Items, [&](const BodyItem &Item) {
           const auto *Decls = dyn_cast<DeclStmt>(Item.S);
           return Item.R != Role::Load && Decls &&
                  llvm::any_of(Decls->decls(), [&](const Decl *D) {
                    const auto *Named = dyn_cast<NamedDecl>(D);
                    return Named && Named->getDeclName() == Var.getDeclName();
                  });
         });
}

/// Whether all loops that are counted for registers make as many trips.
bool SlicePrinter::makeTheSameTrips() {
  std::optional<std::string> Known;
  auto Differ = [&](llvm::ArrayRef<const ForStmt *> Loops) {
    return llvm::any_of(Loops, [&](const ForStmt *Loop) {
      if (boundedLoop(*Loop, Ctx, M.Proofs.BlockDim)->ConstantStart)
        return false;
      std::optional<std::string> Trips = registersText(Loop);
      if (!Known)
        Known = Trips;
      return Known != Trips;
    });
  };
  for (const PersistedVariable &P : Plan.Split.Persisted)
    if (Differ(P.Loops))
      return false;
  for (const SliceLeaf &Leaf : Plan.Split.Leaves)
    for (const KeptLoad &L : Leaf.Kept)
      if (Differ(L.Loops))
        return false;
  for (auto [I, Copy] : llvm::enumerate(M.Copies))
    if (!M.Early && Plan.Travels[I] == Travel::Register &&
        !Plan.Split.keepsLoadsOf(I) && Differ(Copy.Path.Loops))
      return false;
  return true;
}

/// `[8]` of the array of \p P, whose register \p Declared calls \p Name, as it
/// holds in front of the loop; in any build, where names of the body say it.
std::optional<std::string>
SlicePrinter::elementsInFront(const PersistedVariable &P, StringRef Declared,
                              StringRef Name) const {
  const size_t Behind = Declared.rfind(Name) + Name.size();
  const auto *Array = Ctx.getAsConstantArrayType(P.Var->getType());
  const TypeSourceInfo *Info = P.Var->getTypeSourceInfo();
  const auto Loc =
      Info ? Info->getTypeLoc().getAsAdjusted<ArrayTypeLoc>() : ArrayTypeLoc();
  const bool IsOfBody = Loc && namesBodyVariable(Loc.getSizeExpr());
  if (P.Loops.empty() && !IsOfBody)
    return Declared.drop_front(Behind).str();
  if (!Array || !Loc || Array->getElementType()->isArrayType() ||
      P.Var->hasInit())
    return std::nullopt;
  // A thread may have stored whole words there: each round's begin as the
  // one's.
  constexpr uint64_t WidestAccess = 16;
  const uint64_t Bytes = Ctx.getTypeSizeInChars(P.Var->getType()).getQuantity();
  if (!P.Loops.empty() &&
      (Bytes % std::max(P.Var->getMaxAlignment() / 8, 1u) != 0 ||
       (Bytes % WidestAccess != 0 &&
        !(Bytes < WidestAccess && llvm::isPowerOf2_64(Bytes)))))
    return std::nullopt;
  if (!IsOfBody)
    return Declared.drop_front(Behind).str();
  TemplateSizes Sizes(*M.Kernel, Text, Ctx);
  Sizes.add(Loc.getSizeExpr());
  if (!Sizes.isWhole() || !Sizes.terms().empty() || !Sizes.otherMacro().empty())
    return std::nullopt;
  return "[" + std::to_string(Array->getZExtSize()) + "]";
}

/// `A[i]` of `in ? A[i] : 0.0f`.
static const Expr *loadOf(const Expr *Kept) {
  const auto *Choice = dyn_cast<ConditionalOperator>(Kept->IgnoreParens());
  if (!Choice || Choice->isGLValue())
    return Kept;
  const Expr *True = Choice->getTrueExpr()->IgnoreParenImpCasts();
  return isa<IntegerLiteral, FloatingLiteral>(True)
             ? Choice->getFalseExpr()->IgnoreParenImpCasts()
             : True;
}

/// What a register for \p Copy is called, if those of other copies are not
/// called so, too: by the member of its tile, by the array that it comes from,
/// or by a number.
std::string SlicePrinter::registerName(unsigned Copy) const {
  const llvm::StringRef Tile = nameOfTile(M.Copies[Copy], M.Copies);
  llvm::SmallVector<unsigned, 8> Same;
  for (auto [I, Other] : llvm::enumerate(M.Copies))
    if (Plan.Travels[I] == Travel::Register && !Plan.Split.keepsLoadsOf(I) &&
        !Plan.Split.RegisterOf.count(I) && nameOfTile(Other, M.Copies) == Tile)
      Same.push_back(I);
  if (Same.size() < 2)
    return Tile.str();
  auto MemberOf = [](const Expr *E) {
    const auto *Member =
        dyn_cast_or_null<MemberExpr>(E ? E->IgnoreParenImpCasts() : nullptr);
    return Member && Member->getMemberDecl()->getIdentifier()
               ? Member->getMemberDecl()->getName()
               : llvm::StringRef();
  };
  auto ToMember = [&](unsigned I) { return MemberOf(M.Copies[I].Destination); };
  auto FromMember = [&](unsigned I) { return MemberOf(M.Copies[I].Value); };
  auto SourceOf = [&](unsigned I) {
    const TileCopy &From = M.Copies[I];
    const VarDecl *Array = From.From.RawLoad  ? elementOf(From.From.RawLoad)
                           : From.From.Source ? elementOf(From.From.Source)
                                              : nullptr;
    return Array ? Array->getName() : llvm::StringRef();
  };
  auto IsAlone = [&](unsigned Of, auto &&NameOf) {
    return !NameOf(Of).empty() && llvm::count_if(Same, [&](unsigned I) {
                                    return NameOf(I) == NameOf(Of);
                                  }) == 1;
  };
  auto AreAlone = [&](auto &&NameOf) {
    return llvm::all_of(Same, [&](unsigned I) { return IsAlone(I, NameOf); });
  };
  if (AreAlone(ToMember))
    return (Tile + "_" + ToMember(Copy)).str();
  if (AreAlone(FromMember))
    return (Tile + "_" + FromMember(Copy)).str();
  const bool BySource =
      llvm::none_of(Same, [&](unsigned I) { return SourceOf(I).empty(); }) &&
      llvm::any_of(Same, [&](unsigned I) {
        return SourceOf(I) != SourceOf(Same.front());
      });
  if (BySource && IsAlone(Copy, SourceOf))
    return SourceOf(Copy).str();
  unsigned Number = 0;
  for (unsigned I : Same)
    Number += I < Copy && (!BySource || SourceOf(I) == SourceOf(Copy));
  const llvm::StringRef Stem = BySource ? SourceOf(Copy) : Tile;
  return (Stem + (isDigit(Stem.back()) ? "_" : "") + llvm::Twine(Number)).str();
}

/// A variable of the user's, from in front of the loop, that nothing but the
/// load phase uses in it: it holds from load to store what it is set to.
bool SlicePrinter::isItsOwnRegister(const PersistedVariable &P) const {
  return P.Definition < 0 && P.Loops.empty() && !M.Early &&
         M.Variables.Private.count(P.Var) &&
         llvm::none_of(
             M.Items,
             [&](const BodyItem &Item) {
               return Item.R != Role::Load && mentions(Item.S, P.Var);
             });
}

void SlicePrinter::nameRegisters() {
  Rounds.AreAlike = makeTheSameTrips();
  for (const PersistedVariable &P : Plan.Split.Persisted) {
    // A single register keeps the variable's name where the name is free: two
    // scopes of the load phase, or two loops, may use one name.
    if (isItsOwnRegister(P)) {
      Kept.PersistedRegister.push_back(P.Var->getName().str());
      continue;
    }
    bool OwnName = P.Definition < 0 && P.Loops.empty() &&
                   !M.Variables.Private.count(P.Var) && !staysInTrip(*P.Var) &&
                   !isVisibleOutside(P.Var->getName()) &&
                   Names.claim(P.Var->getName());
    std::string Name = P.Var->getName().str();
    // Where two variables are called so, or as anything is, each is called as
    // its tile.
    const bool IsOne =
        !saysNothing(Name) &&
        llvm::none_of(Plan.Split.Persisted, [&](const auto &Other) {
          return Other.Var != P.Var &&
                 Other.Var->getDeclName() == P.Var->getDeclName();
        });
    auto IsItsCopy = [&](const TileCopy &Copy) {
      return Copy.Value && mentions(Copy.Value, P.Var);
    };
    const auto ItsTile = llvm::find_if(M.Copies, IsItsCopy);
    const bool HasTile = ItsTile != M.Copies.end() &&
                         llvm::none_of(M.Copies, [&](const TileCopy &Copy) {
                           return Copy.Tile != ItsTile->Tile && IsItsCopy(Copy);
                         });
    if (!OwnName)
      Name = Names.uniqueRegister(
          IsOne || !HasTile ? StringRef(Name) : nameOfTile(*ItsTile, M.Copies));
    Kept.PersistedRegister.push_back(Name);
    std::optional<std::string> Declared =
        declare(*P.Var, Name, /*Const=*/false, Text, Ctx);
    // declare() gives "float4 next_tmp", or "float next_v[4]".
    std::string Elements;
    if (P.Var->getType()->isArrayType()) {
      std::optional<std::string> In =
          Declared ? elementsInFront(P, *Declared, Name) : std::nullopt;
      if (!In)
        Declared.reset();
      else
        Elements = *In;
    }
    if (!Declared) {
      Error = Rejection{RejectionKind::UnsupportedStatement,
                        P.Var->getSourceRange(),
                        "a register of this type cannot be declared"};
      return;
    }
    // What the user aligns is read and stored in words of that size.
    const std::string Aligned =
        P.Var->hasAttr<AlignedAttr>()
            ? "alignas(" + std::to_string(P.Var->getMaxAlignment() / 8) + ") "
            : "";
    const std::string UpToName =
        Aligned + StringRef(*Declared)
                      .take_front(Declared->rfind(Name) + Name.size())
                      .str();
    if (!Elements.empty())
      Kept.LastType.clear(); // on a line of its own
    if (P.Loops.empty() && !Elements.empty())
      Kept.Registers.push_back(UpToName + Elements + ";");
    else
      nameRegister(Name,
                   StringRef(UpToName).drop_back(Name.size()).rtrim().str(),
                   P.Loops, Elements);
    if (!Elements.empty())
      Kept.LastType.clear();
  }
  for (const SliceLeaf &Leaf : Plan.Split.Leaves)
    for (const KeptLoad &L : Leaf.Kept) {
      std::string Name = Names.uniqueRegister(L.Name->getName());
      Kept.LoadedRegister[&L] = Name;
      std::optional<std::string> Type =
          typeOf(loadOf(L.Load), elementOf(loadOf(L.Load)), Text, Ctx);
      if (!Type) {
        Error = Rejection{
            RejectionKind::TemplateDependent, L.Load->getSourceRange(),
            "its type has no name that holds for every instantiation"};
        return;
      }
      nameRegister(Name, *Type, L.Loops);
    }
  if (M.Early)
    return;
  for (auto [I, Copy] : llvm::enumerate(M.Copies)) {
    if (Plan.Travels[I] != Travel::Register || Plan.Split.keepsLoadsOf(I))
      continue;
    if (auto Shared = Plan.Split.RegisterOf.find(I);
        Shared != Plan.Split.RegisterOf.end()) {
      Kept.CopyRegister[I] = Kept.CopyRegister[Shared->second];
      continue;
    }
    std::string Name = Names.uniqueRegister(registerName(I));
    Kept.CopyRegister[I] = Name;
    const Expr *Raw = keepsLoadedType(Copy, Ctx) ? Copy.From.RawLoad : nullptr;
    const Expr *Value = Raw              ? Raw
                        : Copy.StoreCall ? Copy.Value
                                         : Copy.Destination;
    std::optional<std::string> Type =
        typeOf(Value, Raw ? elementOf(Value) : Copy.Name, Text, Ctx);
    if (!Type) {
      Error =
          Rejection{RejectionKind::TemplateDependent, Value->getSourceRange(),
                    "its type has no name that holds for every "
                    "instantiation"};
      return;
    }
    nameRegister(Name, *Type, Copy.Path.Loops);
  }
}

} // namespace cudapipe
