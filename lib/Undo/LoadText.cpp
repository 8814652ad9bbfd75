//===- LoadText.cpp - The load phase of the plain loop --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadText.h"
#include "../ReadBack/Operations.h"
#include "../Rewrite/Layout.h"
#include "Assigned.h"
#include "PlainCopies.h"
#include "Rewrite/CommentLines.h"
#include "Words.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;
using Statements = llvm::ArrayRef<const Stmt *>;

namespace cudapipe {
namespace {

/// The statements that \p S is, if it is a block, or itself.
std::vector<const Stmt *> listOf(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return {Block->body_begin(), Block->body_end()};
  return S ? std::vector<const Stmt *>{S} : std::vector<const Stmt *>();
}

/// Puts what stores a tile to the statements that fetch it.
class Merger {
public:
  Merger(const TilePipeline &Of, bool OpensLoops, const SourceText &Source,
         std::vector<TextEdit> &Edits)
      : Of(Of), OpensLoops(OpensLoops), Source(Source), Edits(Edits) {}

  std::vector<const VarDecl *> Redeclared;
  /// What is stored to in the place of a register, as it is written.
  std::vector<std::string> Places;
  /// Statements in front of the loop that only its counts need.
  std::vector<const Stmt *> Spare;

  /// False if the two do not go side by side.
  bool merge(Statements Fetch, Statements Store);

private:
  std::string text(const Stmt *S) const {
    std::optional<TextRange> R = Source.statement(S);
    return R ? Source.text(*R).str() : "";
  }
  std::string words(const Expr *E) const { return Source.text(E).value_or(""); }
  bool namesRegister(const Stmt *S) const {
    return llvm::any_of(Of.Load.Registers,
                        [&](const VarDecl *R) { return mentions(S, R); });
  }
  std::optional<std::string> headOf(const Stmt *S) const;
  bool goTogether(const Stmt *Fetch, const Stmt *Store) const;
  bool join(const Stmt *Fetch, const Stmt *Store);
  bool joinStore(const Stmt *Fetch, const Stmt *Store);
  bool openCount(const Stmt *Fetch);
  void openStride(const Expr *Step, std::string &By);
  void removeHead(const IfStmt &If, std::vector<TextEdit> &Out) const;
  bool addElse(const IfStmt &Fetch, const IfStmt &Store);
  bool openReference(Statements Fetch, const Stmt *S);
  const Stmt *lastOfReference(Statements Fetch, const Stmt *S) const;
  bool redeclare(Statements Fetch, Statements Store, const VarDecl *Register);
  void insert(const Stmt *Behind, const Stmt *In, const Stmt *New);
  void keepComments(const Stmt *Fetch, const Stmt *Store);

  const TilePipeline &Of;
  const bool OpensLoops;
  const SourceText &Source;
  std::vector<TextEdit> &Edits;
};

const Stmt *withoutPragmas(const Stmt *S) {
  while (const auto *Attributed = dyn_cast_or_null<AttributedStmt>(S))
    S = Attributed->getSubStmt();
  return S;
}

/// What stands in front of the body of a loop or an `if` without an else.
std::optional<std::string> Merger::headOf(const Stmt *S) const {
  S = withoutPragmas(S);
  const Stmt *Body = nullptr;
  if (const auto *For = dyn_cast<ForStmt>(S))
    Body = For->getBody();
  else if (const auto *While = dyn_cast<WhileStmt>(S))
    Body = While->getBody();
  else if (const auto *If = dyn_cast<IfStmt>(S))
    Body = If->getThen();
  else if (isa<CompoundStmt>(S))
    return "{";
  std::optional<TextRange> All = Source.range(S),
                           Inner = Body ? Source.range(Body) : std::nullopt;
  if (!All || !Inner)
    return std::nullopt;
  return Source.text({All->Begin, Inner->Begin}).str();
}

const Stmt *bodyBehindHead(const Stmt *S) {
  S = withoutPragmas(S);
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return While->getBody();
  if (const auto *If = dyn_cast<IfStmt>(S))
    return If->getThen();
  return S;
}

/// The registers that \p S names, as they are written.
std::vector<const Expr *> registersIn(const Stmt *S, const TilePipeline &Of) {
  std::vector<const Expr *> Out;
  auto Visit = [&](auto &&Self, const Stmt *In) -> void {
    if (!In)
      return;
    if (const auto *E = dyn_cast<Expr>(In); E && E == E->IgnoreImplicit()) {
      const Expr *Base = E;
      while (const auto *Element = dyn_cast<ArraySubscriptExpr>(Base))
        Base = Element->getBase()->IgnoreImpCasts();
      const auto *Ref = dyn_cast<DeclRefExpr>(Base);
      if (Ref && llvm::is_contained(Of.Load.Registers, Ref->getDecl())) {
        Out.push_back(E);
        return;
      }
    }
    for (const Stmt *Child : In->children())
      Self(Self, Child);
  };
  Visit(Visit, S);
  return Out;
}

bool Merger::goTogether(const Stmt *Fetch, const Stmt *Store) const {
  if (sameWords(text(Fetch), text(Store)))
    return true;
  std::optional<std::string> One = headOf(Fetch), Other = headOf(Store);
  if (One && Other && sameWords(*One, *Other))
    return namesRegister(Fetch) || namesRegister(Store);
  for (const Expr *Read : registersIn(Store, Of))
    for (const Expr *Set : registersIn(Fetch, Of))
      if (sameWords(words(Read), words(Set)))
        return true;
  return false;
}

/// Puts \p New into the lines behind \p Behind, or, if that is null, in front
/// of \p In.
void Merger::insert(const Stmt *Behind, const Stmt *In, const Stmt *New) {
  std::optional<TextRange> From = Source.statement(New),
                           At = Source.statement(Behind ? Behind : In);
  if (!From || !At)
    return;
  // Pragmas may be indented otherwise.
  const Stmt *Inner = withoutPragmas(New);
  std::optional<TextRange> Own = Source.statement(Inner);
  if (!Own)
    return;
  const llvm::StringRef Indent = Source.indentAt(At->Begin);
  std::string Lines;
  if (Own->Begin > From->Begin)
    Lines = Source.text({From->Begin, Own->Begin}).rtrim().str() + "\n";
  Lines +=
      reindent(Source.text(*Own), Source.indentAt(Own->Begin), Indent) + "\n";
  const unsigned Place =
      Behind ? Source.endOfTrivia(At->End) : Source.leading(At->Begin).Begin;
  // One after the other.
  for (TextEdit &E : Edits)
    if (E.Range.Begin == Place && E.Range.End == Place) {
      E.Text += Lines;
      return;
    }
  Edits.push_back({{Place, Place}, Lines});
}

/// The comments of \p Store, which stands in its place in the loop, go to
/// \p Fetch.
void Merger::keepComments(const Stmt *Fetch, const Stmt *Store) {
  std::optional<TextRange> From = Source.statement(Store),
                           At = Source.statement(Fetch);
  if (!From || !At || Fetch == Store || !contains(Of.Steps, Store))
    return;
  std::string Above;
  const llvm::StringRef Lines = Source.text(
      {Source.leading(From->Begin).Begin, Source.lineStart(From->Begin)});
  llvm::SmallVector<llvm::StringRef, 8> All;
  Lines.split(All, '\n');
  for (auto [Whole, IsInside] :
       llvm::zip_equal(All, beginInsideComment(Lines))) {
    const llvm::StringRef Line = Whole.trim();
    if (IsInside || Line.starts_with("//") || Line.starts_with("/*"))
      Above += Source.indentAt(At->Begin).str() +
               (Line.starts_with("*") ? " " : "") + Line.str() + "\n";
  }
  auto Add = [&](unsigned Place, std::string Text) {
    if (!Text.empty())
      Edits.push_back({{Place, Place}, std::move(Text)});
  };
  Add(Source.lineStart(At->Begin), Above);
  if (Source.endOfTrivia(From->End) > From->End)
    Add(At->End,
        Source.text({From->End, Source.endOfTrivia(From->End)}).rtrim().str());
}

/// `r = e;` and `As[i] = r;`; the second may compute with r.
bool Merger::joinStore(const Stmt *Fetch, const Stmt *Store) {
  std::vector<const Expr *> Reads = registersIn(Store, Of),
                            Sets = registersIn(Fetch, Of);
  if (Reads.size() != 1 || Sets.empty())
    return false;
  const std::string Register = words(Reads.front());
  const std::optional<Assigned> Stored = assignmentIn(Store);
  const bool IsPlain = Stored && Stored->Value->IgnoreImplicit() ==
                                     Reads.front()->IgnoreImplicit();
  auto IsOther = [&](const Expr *Set) {
    return !sameWords(words(Set), Register);
  };
  // Others that it sets have stores of their own.
  if (IsPlain && isa<IfStmt>(Fetch))
    llvm::erase_if(Sets, IsOther);
  if (Sets.empty() || llvm::any_of(Sets, IsOther))
    return false;
  if (IsPlain) {
    // Each place where it is set becomes the element.
    unsigned Times = 0;
    forEach<Expr>(Fetch, [&](const Expr &E) {
      if (&E != E.IgnoreImplicit())
        return;
      const std::optional<Assigned> Its = assignmentIn(&E);
      Times += Its && llvm::any_of(Sets, [&](const Expr *Set) {
                 return Set->IgnoreImplicit() == Its->To->IgnoreImplicit();
               });
    });
    std::optional<std::string> To = Source.text(Stored->To);
    if (Times != Sets.size() || !To)
      return false;
    for (const Expr *Set : Sets) {
      std::optional<TextRange> At = Source.range(Set);
      if (!At)
        return false;
      Edits.push_back({*At, *To});
    }
    Places.push_back(*To);
    return true;
  }
  // Also where only a condition asks for it that the store asks, too.
  const auto *If = dyn_cast<IfStmt>(Fetch);
  const std::optional<Assigned> Set =
      assignmentIn(If && !If->getElse() && listOf(If->getThen()).size() == 1
                       ? listOf(If->getThen()).front()
                       : Fetch);
  std::optional<TextRange> Old = Source.statement(Fetch),
                           New = Source.statement(Store),
                           Read = Source.range(Reads.front());
  std::optional<std::string> Value =
      Set ? Source.text(Set->Value) : std::nullopt;
  if (!Value || !Old || !New || !Read || Sets.size() != 1)
    return false;
  const bool IsArgument =
      Source.code()[Read->Begin - 1] == '(' && Source.code()[Read->End] == ')';
  if (!IsArgument &&
      isa<BinaryOperator, ConditionalOperator>(Set->Value->IgnoreImplicit()))
    Value = "(" + *Value + ")";
  std::optional<std::string> Text = Source.edited(*New, {{*Read, *Value}});
  if (!Text)
    return false;
  Edits.push_back({*Old, reindent(*Text, Source.indentAt(New->Begin),
                                  Source.indentAt(Old->Begin))
                             .substr(Source.indentAt(Old->Begin).size())});
  return true;
}

/// Leaves of \p If what it guards.
void Merger::removeHead(const IfStmt &If, std::vector<TextEdit> &Out) const {
  std::optional<TextRange> All = Source.statement(&If),
                           Then = Source.statement(If.getThen());
  if (!All || !Then)
    return;
  if (!isa<CompoundStmt>(If.getThen())) {
    Out.push_back({{All->Begin, Then->Begin}, ""});
    return;
  }
  const unsigned Open = Source.endOfTrivia(Then->Begin + 1),
                 Close = Source.lineStart(Then->End - 1);
  Out.push_back({{Source.lineStart(All->Begin), Open}, ""});
  const size_t Deeper = Source.indentAt(Open).size() -
                        std::min(Source.indentAt(Open).size(),
                                 Source.indentAt(All->Begin).size());
  for (unsigned Line = Open; Line < Close;
       Line = std::min<size_t>(Source.code().find('\n', Line), Close) + 1) {
    const unsigned Blanks = Source.indentAt(Line).size();
    if (Blanks >= Deeper && Deeper > 0)
      Out.push_back({{Line, unsigned(Line + Deeper)}, ""});
  }
  Out.push_back({{Close, Source.endOfTrivia(Then->End)}, ""});
}

/// What \p Trips, a constant, says of the loop it counts: `N / STEP`, or
/// rounded up `(N + STEP - 1) / STEP`, or `N / STEP + 1` of one that goes to N
/// itself.
struct CountedTrips {
  std::string Limit; ///< Empty: a number, which says nothing.
  bool IsRounded = false, ToLimit = false;
};

static CountedTrips tripsOf(const VarDecl &Trips, llvm::StringRef Step,
                            const SourceText &Source) {
  CountedTrips Out;
  const Expr *Init =
      Trips.getInit() ? Trips.getInit()->IgnoreParenImpCasts() : nullptr;
  auto Operation = [&](const Expr *E, BinaryOperatorKind Kind) {
    const auto *Op = dyn_cast_or_null<BinaryOperator>(E);
    return Op && Op->getOpcode() == Kind ? Op : nullptr;
  };
  auto Words = [&](const Expr *E) { return Source.text(E).value_or(""); };
  if (const auto *Plus = Operation(Init, BO_Add);
      Plus && Words(Plus->getRHS()) == "1") {
    Out.ToLimit = true;
    if (Step.empty()) {
      Out.Limit = Words(Plus->getLHS()->IgnoreParenImpCasts());
      return Out;
    }
    Init = Plus->getLHS()->IgnoreParenImpCasts();
  }
  if (Step.empty()) {
    if (Init && !isa<IntegerLiteral>(Init))
      Out.Limit = Words(Init);
    return Out;
  }
  const auto *By = Operation(Init, BO_Div);
  if (!By || Words(By->getRHS()->IgnoreParenImpCasts()) != Step)
    return Out;
  const Expr *Limit = By->getLHS()->IgnoreImpCasts();
  const auto *Less = Operation(Limit->IgnoreParenImpCasts(), BO_Sub);
  const auto *Sum = Less && Words(Less->getRHS()) == "1"
                        ? Operation(Less->getLHS()->IgnoreImpCasts(), BO_Add)
                        : nullptr;
  if (Sum && Words(Sum->getRHS()->IgnoreParenImpCasts()) == Step) {
    Out.IsRounded = true;
    Limit = Sum->getLHS()->IgnoreImpCasts();
  }
  Out.Limit = Words(Limit->IgnoreParens());
  return Out;
}

/// `constexpr int stride = 64; if (blockDim.x != stride) __trap();`: what steps
/// by \p Step, spelled \p By, stepped by `blockDim.x`.
void Merger::openStride(const Expr *Step, std::string &By) {
  const auto *Ref =
      Step ? dyn_cast<DeclRefExpr>(Step->IgnoreParenImpCasts()) : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->isConstexpr())
    return;
  const DeclStmt *Declared = nullptr;
  for (const Stmt *S : Of.Block->body()) {
    if (S == Of.Target)
      return;
    const auto *If = dyn_cast<IfStmt>(S);
    const auto *Test =
        If ? dyn_cast<BinaryOperator>(If->getCond()->IgnoreImpCasts())
           : nullptr;
    const auto *Trap = If && !If->getElse() && listOf(If->getThen()).size() == 1
                           ? dyn_cast<CallExpr>(listOf(If->getThen()).front())
                           : nullptr;
    const auto *Tested =
        Test ? dyn_cast<DeclRefExpr>(Test->getRHS()->IgnoreParenImpCasts())
             : nullptr;
    if (declarationIn(S, Var))
      Declared = dyn_cast<DeclStmt>(S);
    if (!Declared || !Trap || !Tested || Tested->getDecl() != Var ||
        Test->getOpcode() != BO_NE || calledName(*Trap) != "__trap")
      continue;
    if (std::optional<std::string> Own = Source.text(Test->getLHS())) {
      By = *Own;
      for (const Stmt *Goes : {static_cast<const Stmt *>(Declared), S})
        if (!llvm::is_contained(Spare, Goes))
          Spare.push_back(Goes);
    }
    return;
  }
}

/// Makes
///   for (int n = 0; n < LOADS; ++n) {
///     const int i = t + n * THREADS;
/// the loop `for (int i = t; i < N; i += THREADS) {` which it was before each
/// thread's trips were counted for registers. False if it has another form.
bool Merger::openCount(const Stmt *Fetch) {
  const auto *For = dyn_cast<ForStmt>(withoutPragmas(Fetch));
  const auto *Init = For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
  const auto *Count = Init && Init->isSingleDecl()
                          ? dyn_cast<VarDecl>(Init->getSingleDecl())
                          : nullptr;
  const auto *Body = For ? dyn_cast<CompoundStmt>(For->getBody()) : nullptr;
  const auto *Cond =
      For ? dyn_cast_or_null<BinaryOperator>(For->getCond()) : nullptr;
  const auto *Inc =
      For ? dyn_cast_or_null<UnaryOperator>(For->getInc()) : nullptr;
  if (!Count || !Count->getInit() || words(Count->getInit()) != "0" || !Body ||
      Body->size() < 2 || !Cond || Cond->getOpcode() != BO_LT || !Inc ||
      !Inc->isIncrementOp())
    return false;
  const auto *Trips = dyn_cast<DeclRefExpr>(Cond->getRHS()->IgnoreImpCasts());
  const auto *Constant = Trips ? dyn_cast<VarDecl>(Trips->getDecl()) : nullptr;
  const auto *First = dyn_cast<DeclStmt>(*Body->body_begin());
  const auto *Own = First && First->isSingleDecl()
                        ? dyn_cast<VarDecl>(First->getSingleDecl())
                        : nullptr;
  const auto *Sum =
      Own && Own->getInit()
          ? dyn_cast<BinaryOperator>(Own->getInit()->IgnoreImplicit())
          : nullptr;
  if (!Constant || !Constant->isConstexpr() || !Sum ||
      Sum->getOpcode() != BO_Add || mentions(Sum->getLHS(), Count))
    return false;
  auto IsCount = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreImpCasts());
    return Ref && Ref->getDecl() == Count;
  };
  const auto *Product =
      dyn_cast<BinaryOperator>(Sum->getRHS()->IgnoreImpCasts());
  const Expr *Step =
      Product && Product->getOpcode() == BO_Mul && IsCount(Product->getLHS())
          ? Product->getRHS()->IgnoreImpCasts()
          : nullptr;
  if ((!Step && !IsCount(Sum->getRHS())) || (Step && mentions(Step, Count)))
    return false;
  // The rest names it for registers only, which go.
  for (const Stmt *S : llvm::drop_begin(Body->body()))
    if (holds(S, [&](const Stmt &In) {
          const auto *Ref = dyn_cast<DeclRefExpr>(&In);
          return Ref && Ref->getDecl() == Count &&
                 llvm::none_of(registersIn(S, Of), [&](const Expr *Register) {
                   return contains(Register, Ref);
                 });
        }))
      return false;
  std::string By = Step ? Source.text(Step->IgnoreParens()).value_or("") : "";
  CountedTrips Counted = tripsOf(*Constant, By, Source);
  openStride(Step, By);
  // `if (i < N)`, where some threads make a trip less, is the loop's own test.
  const auto *Guard =
      Body->size() == 2 ? dyn_cast<IfStmt>(*(Body->body_begin() + 1)) : nullptr;
  const auto *Test =
      Guard && !Guard->getElse() && !Guard->getInit()
          ? dyn_cast<BinaryOperator>(Guard->getCond()->IgnoreImpCasts())
          : nullptr;
  const auto *Tested =
      Test ? dyn_cast<DeclRefExpr>(Test->getLHS()->IgnoreImpCasts()) : nullptr;
  const BinaryOperatorKind Below = Counted.ToLimit ? BO_LE : BO_LT;
  if (Test && Tested && Tested->getDecl() == Own &&
      (Test->getOpcode() == Below ||
       (Counted.Limit.empty() && Test->getOpcode() == BO_LE))) {
    const std::string Limit = Source.text(Test->getRHS()).value_or("");
    // One that is no constant is never more.
    Counted.Limit = Limit;
    Counted.ToLimit = Test->getOpcode() == BO_LE;
  } else {
    Guard = nullptr;
  }
  std::optional<TextRange> Declared = Source.statement(First),
                           Head = Source.range(SourceRange(
                               For->getForLoc(), For->getRParenLoc())),
                           Type = Source.range(Own->getTypeSourceInfo()
                                                   ->getTypeLoc()
                                                   .getUnqualifiedLoc()
                                                   .getSourceRange()),
                           Start = Source.range(Sum->getLHS());
  if (Counted.Limit.empty() || !Declared || !Head || !Type || !Start)
    return false;
  const std::string Name = Own->getNameAsString();
  std::vector<TextEdit> Heads = {
      {*Head, "for (" + Source.text(*Type).str() + " " + Name + " = " +
                  Source.text(*Start).str() + "; " + Name +
                  (Counted.ToLimit ? " <= " : " < ") + Counted.Limit + "; " +
                  (Step ? Name + " += " + By : "++" + Name) + ")"},
      {{Source.lineStart(Declared->Begin), Source.endOfTrivia(Declared->End)},
       ""}};
  if (Guard)
    removeHead(*Guard, Heads);
  // Its trips were made constant to be unrolled.
  for (const TextRange &Pragma :
       Source.leading(Source.range(For)->Begin).Pragmas)
    Heads.push_back({Pragma, ""});
  llvm::append_range(Edits, Heads);
  return true;
}

/// Makes the first `a = e;` a declaration, if \p Register is more than the
/// value of one store.
bool Merger::redeclare(Statements Fetch, Statements Store,
                       const VarDecl *Register) {
  unsigned Reads = 0, Sets = 0;
  const Stmt *At = nullptr;
  for (const Stmt *S : Store)
    for (const Expr *E : registersIn(S, Of))
      Reads += mentions(E, Register);
  for (const Stmt *S : Fetch) {
    bool IsSet = false;
    for (const Expr *E : registersIn(S, Of))
      IsSet |= mentions(E, Register);
    Sets += IsSet;
    if (IsSet && !At)
      At = S;
  }
  const std::optional<Assigned> Set = assignmentIn(At);
  const auto *Ref =
      Set ? dyn_cast<DeclRefExpr>(Set->To->IgnoreImplicit()) : nullptr;
  std::optional<TextRange> Place =
      Ref ? Source.range(Ref) : std::optional<TextRange>();
  const TypeSourceInfo *Type = Register->getTypeSourceInfo();
  if ((Reads < 2 && Sets < 2) || Reads == 0 || !Place ||
      Ref->getDecl() != Register || !Type || Type->getType()->isArrayType())
    return false;
  std::optional<TextRange> Name =
      Source.range(Type->getTypeLoc().getSourceRange());
  if (!Name)
    return false;
  Edits.push_back(
      {{Place->Begin, Place->Begin},
       (Sets == 1 ? "const " : "") + Source.text(*Name).str() + " "});
  Redeclared.push_back(Register);
  return true;
}

/// `auto &a = next_a[i]; a = e;` becomes `T a = e;`, if \p S is the first of
/// that, a statement of \p Fetch.
bool Merger::openReference(Statements Fetch, const Stmt *S) {
  const auto *Declared = dyn_cast<DeclStmt>(S);
  const auto *Var = Declared && Declared->isSingleDecl()
                        ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                        : nullptr;
  if (!Var || !Var->getTypeSourceInfo()->getTypeLoc().getAs<ReferenceTypeLoc>())
    return false;
  const VarDecl *Register = nullptr;
  for (const VarDecl *Each : Of.Load.Registers)
    if (mentions(Var->getInit(), Each))
      Register = Each;
  const auto *Next = llvm::find(Fetch, S);
  const std::optional<Assigned> Set =
      Next != Fetch.end() && Next + 1 != Fetch.end() ? assignmentIn(Next[1])
                                                     : std::nullopt;
  std::optional<TextRange> Line = Source.statement(S),
                           Place = Set ? Source.range(Set->To) : std::nullopt;
  if (!Register || !Place || !Line || Source.text(*Place) != Var->getName())
    return false;
  TypeLoc Type = Register->getTypeSourceInfo()->getTypeLoc();
  while (auto Array = Type.getAs<ArrayTypeLoc>())
    Type = Array.getElementLoc();
  std::optional<TextRange> Name = Source.range(Type.getSourceRange());
  if (!Name)
    return false;
  unsigned Sets = 0;
  for (const Stmt *In : Fetch)
    Sets += mentions(In, Var);
  Edits.push_back(
      {{Source.lineStart(Line->Begin), Source.endOfTrivia(Line->End)}, ""});
  Edits.push_back(
      {{Place->Begin, Place->Begin},
       (Sets == 1 ? "const " : "") + Source.text(*Name).str() + " "});
  return true;
}

/// The last of \p Fetch that names a reference to a register which \p S names,
/// too.
const Stmt *Merger::lastOfReference(Statements Fetch, const Stmt *S) const {
  const Stmt *Last = nullptr;
  for (const Stmt *Each : Fetch) {
    const auto *Declared = dyn_cast<DeclStmt>(Each);
    const auto *Var = Declared && Declared->isSingleDecl()
                          ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                          : nullptr;
    if (!Var || !Var->getType()->isReferenceType() || !namesRegister(Each) ||
        !holds(S, [&](const Stmt &In) {
          const auto *Ref = dyn_cast<DeclRefExpr>(&In);
          return Ref && Ref->getDecl()->getDeclName() == Var->getDeclName();
        }))
      continue;
    for (const Stmt *Other : Fetch)
      if (Other == Each || mentions(Other, Var))
        Last = Last && llvm::find(Fetch, Last) > llvm::find(Fetch, Other)
                   ? Last
                   : Other;
  }
  return Last;
}

/// What \p Store does else, \p Fetch does; what is loaded else is another
/// matter.
bool Merger::addElse(const IfStmt &Fetch, const IfStmt &Store) {
  if (Fetch.getElse()) {
    if (!Store.getElse())
      return false;
    return merge(listOf(Fetch.getElse()), listOf(Store.getElse()));
  }
  std::optional<TextRange> Then = Source.statement(Store.getThen()),
                           All = Source.statement(&Store),
                           At = Source.statement(&Fetch);
  if (!Then || !All || !At)
    return false;
  const std::string Else = Source.text({Then->End, All->End}).ltrim().str();
  const bool IsBlock = isa<CompoundStmt>(Fetch.getThen());
  const llvm::StringRef Indent = Source.indentAt(At->Begin);
  Edits.push_back({{At->End, At->End},
                   (IsBlock ? " " : "\n" + Indent.str()) +
                       reindent(Else, Source.indentAt(All->Begin), Indent)
                           .substr(Indent.size())});
  return true;
}

bool Merger::join(const Stmt *Fetch, const Stmt *Store) {
  if (sameWords(text(Fetch), text(Store)))
    return true;
  std::optional<std::string> One = headOf(Fetch), Other = headOf(Store);
  if (One && Other && sameWords(*One, *Other)) {
    const auto *If = dyn_cast<IfStmt>(withoutPragmas(Fetch));
    const auto *Its = dyn_cast<IfStmt>(withoutPragmas(Store));
    if (If && Its && (If->getElse() || Its->getElse()) && !addElse(*If, *Its))
      return false;
    if (OpensLoops)
      openCount(Fetch);
    return merge(listOf(bodyBehindHead(Fetch)), listOf(bodyBehindHead(Store)));
  }
  return joinStore(Fetch, Store);
}

bool Merger::merge(Statements Fetch, Statements Store) {
  size_t Next = 0;
  for (const VarDecl *Register : Of.Load.Registers)
    redeclare(Fetch, Store, Register);
  auto IsRedeclared = [&](const Expr *E) {
    return llvm::any_of(Redeclared,
                        [&](const VarDecl *R) { return mentions(E, R); });
  };
  for (const Stmt *S : Store) {
    std::vector<const Expr *> Reads = registersIn(S, Of);
    if (!Reads.empty() && llvm::all_of(Reads, IsRedeclared)) {
      // Behind the last declaration that it needs.
      size_t Behind = Next;
      for (size_t I = 0; I < Fetch.size(); ++I)
        for (const Expr *Set : registersIn(Fetch[I], Of))
          if (llvm::any_of(Reads, [&](const Expr *Read) {
                return sameWords(words(Read), words(Set));
              }))
            Behind = std::max(Behind, I + 1);
      if (Behind == 0)
        return false;
      insert(Fetch[Behind - 1], nullptr, S);
      Next = Behind;
      continue;
    }
    if (const Stmt *Last = lastOfReference(Fetch, S);
        Last && !isa<DeclStmt>(S)) {
      Next =
          std::max<size_t>(Next, llvm::find(Fetch, Last) - Fetch.begin() + 1);
      insert(Fetch[Next - 1], nullptr, S);
      continue;
    }
    size_t With = Next;
    // Of several registers that one statement sets.
    if (Next > 0 && isa<IfStmt>(Fetch[Next - 1]) && isa<Expr>(S) &&
        goTogether(Fetch[Next - 1], S))
      --With;
    while (With < Fetch.size() && !goTogether(Fetch[With], S))
      ++With;
    if (With == Fetch.size()) {
      // Only the store needs it: in front of the load of what it is for.
      if (namesRegister(S) || Fetch.empty())
        return false;
      if (Next < Fetch.size())
        insert(nullptr, Fetch[Next], S);
      else
        insert(Fetch.back(), nullptr, S);
      continue;
    }
    if (OpensLoops && sameWords(text(Fetch[With]), text(S)))
      openReference(Fetch, S == Fetch[With] ? S : Fetch[With]);
    if (!join(Fetch[With], S))
      return false;
    keepComments(Fetch[With], S);
    Next = With + 1;
  }
  return true;
}

/// `to = value`, broken as a user would, behind \p Indent.
std::string assignmentLaidOut(llvm::StringRef Indent, llvm::StringRef To,
                              llvm::StringRef Value, const SourceText &Source) {
  const std::string Unit = indentUnit(Source.code());
  const size_t Longest = 80;
  auto Fits = [&](llvm::StringRef Text) {
    llvm::SmallVector<llvm::StringRef, 4> Lines;
    Text.split(Lines, '\n');
    return llvm::all_of(llvm::enumerate(Lines), [&](const auto &Line) {
      const bool IsLast = Line.index() + 1 == Lines.size();
      return Line.value().size() + (Line.index() ? 0 : Indent.size()) +
                 IsLast <=
             Longest;
    });
  };
  const std::string Front = To.str() + " = ",
                    Deeper = Indent.str() + Unit + Unit;
  auto Line = [](size_t Column) { return "\n" + std::string(Column, ' '); };
  std::vector<std::string> Forms = {Front + Value.str(),
                                    To.str() + " =\n" + Deeper + Value.str()};
  // At the `?` and the `:` of its own.
  unsigned Depth = 0;
  size_t Question = 0, Colon = 0;
  for (const PlacedWord &Word : placedWordsIn(Value)) {
    if (Word.Text == "(" || Word.Text == "[" || Word.Text == "{")
      ++Depth;
    else if (Word.Text == ")" || Word.Text == "]" || Word.Text == "}")
      --Depth;
    else if (Depth == 0 && Word.Text == "?" && !Question)
      Question = Word.Begin;
    else if (Depth == 0 && Word.Text == ":" && !Colon)
      Colon = Word.Begin;
  }
  if (Question && Question < Colon) {
    const std::string Condition = Value.take_front(Question).trim().str(),
                      Yes = Value.slice(Question, Colon).trim().str(),
                      No = Value.drop_front(Colon).trim().str();
    const size_t Behind = Indent.size() + Front.size();
    const std::string Under = Line(Behind + 4),
                      Under2 = Line(Deeper.size() + 4);
    Forms.push_back(Front + Condition + " " + Yes +
                    Line(Behind + Condition.size() + 1) + No);
    Forms.push_back(Front + Condition + Under + Yes + Under + No);
    Forms.push_back(To.str() + " =\n" + Deeper + Condition + " " + Yes +
                    Line(Deeper.size() + Condition.size() + 1) + No);
    Forms.push_back(To.str() + " =\n" + Deeper + Condition + Under2 + Yes +
                    Under2 + No);
  }
  for (const std::string &Form : Forms)
    if (Fits(Form))
      return Form;
  return Forms.back();
}

/// `(signed char)0`, which keeps a choice of small numbers small, is `0`.
std::string withoutCastOfZero(std::string Value) {
  for (llvm::StringRef Type :
       {"signed char", "unsigned char", "char", "short", "unsigned short"}) {
    const std::string Cast = (": (" + Type + ")0").str();
    if (llvm::StringRef(Value).ends_with(Cast))
      return Value.substr(0, Value.size() - Cast.size()) + ": 0";
  }
  return Value;
}

} // namespace

std::string laidOut(std::string Text, llvm::ArrayRef<std::string> Places,
                    const SourceText &Source) {
  llvm::SmallVector<llvm::StringRef, 16> Lines;
  llvm::StringRef(Text).split(Lines, '\n');
  const bool HasShortIfs = llvm::any_of(Lines, [](llvm::StringRef Line) {
    return Line.ltrim().starts_with("if (") && Line.rtrim().ends_with(";");
  });
  for (size_t Line = 0; Line < Text.size();) {
    const size_t LineEnd = std::min(Text.find('\n', Line), Text.size());
    const size_t Begin = Text.find_first_not_of(" \t", Line);
    size_t Next = LineEnd + 1;
    for (const std::string &To : Places) {
      llvm::StringRef Rest =
          llvm::StringRef(Text).drop_front(std::min(Begin, Text.size()));
      if (Begin >= LineEnd || !Rest.consume_front(To) ||
          !Rest.ltrim().starts_with("=") || Rest.ltrim().starts_with("=="))
        continue;
      Rest = Rest.ltrim().drop_front().ltrim();
      const size_t End = Rest.find(';');
      const llvm::StringRef Old = Rest.take_front(End);
      if (End == llvm::StringRef::npos || Old.contains("//") ||
          Old.contains("/*") || Old.contains('#') || Old.contains('{'))
        break;
      const std::string Value = withoutCastOfZero(onOneLine(Old));
      const std::string New = assignmentLaidOut(
          llvm::StringRef(Text).slice(Line, Begin), To, Value, Source);
      const size_t Behind = Rest.data() + End - Text.data();
      Text.replace(Begin, Behind - Begin, New);
      Next = Begin + New.size();
      // `if (in) As[i] = ...;`, where the user writes that in one line.
      const size_t Above = Line < 2 ? 0 : Text.rfind('\n', Line - 2) + 1;
      const llvm::StringRef Head =
          Line == 0 ? llvm::StringRef()
                    : llvm::StringRef(Text).slice(Above, Line - 1);
      if (Head.ltrim().starts_with("if (") && Head.ends_with(")") &&
          HasShortIfs && Head.size() + 1 + New.size() + 1 <= 80) {
        Text.replace(Above + Head.size(), Begin - Above - Head.size(), " ");
        Next = Above + Head.size() + 1 + New.size();
      }
      Next = std::min(Text.find('\n', Next), Text.size()) + 1;
      break;
    }
    Line = Next;
  }
  return Text;
}

OrRejection<LoadText> loadText(const TilePipeline &Of, bool OpensLoops,
                               const SourceText &Source,
                               const ASTContext &Ctx) {
  LoadText Out;
  const CompoundStmt *Body = Of.Load.Body;
  auto NotRead = [&](const Stmt *S, llvm::StringRef Detail) {
    return Rejection{RejectionKind::PipelineNotRead, S->getSourceRange(),
                     Detail.str()};
  };
  std::optional<TextRange> Block = Source.range(Body);
  if (!Block)
    return NotRead(Body, "a macro stands in the way");
  std::vector<const Stmt *> All = listOf(Body);
  const auto Lambda = llvm::find_if(Of.Lambdas, [&](const TileLambda &L) {
    return L.Lambda->getBody() == Body;
  });
  // `auto &As = As_stages[stage];`
  auto IsStage = [&](const Stmt *S) {
    const auto *Declared = dyn_cast<DeclStmt>(S);
    const auto *Var = Declared && Declared->isSingleDecl()
                          ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                          : nullptr;
    if (!Var || !Var->getInit() || Lambda == Of.Lambdas.end())
      return false;
    const TypeLoc Type = Var->getTypeSourceInfo()->getTypeLoc();
    const auto *Call = Lambda->Lambda->getCallOperator();
    // The trip names its stage alike; another pointer is the user's.
    return (Type.getAs<ReferenceTypeLoc>() || Type.getAs<PointerTypeLoc>()) &&
           Call->getNumParams() > 0 &&
           mentions(Var->getInit(), Call->getParamDecl(0)) &&
           llvm::any_of(Of.Gone, [&](const Stmt *Step) {
             const auto *Its = dyn_cast<DeclStmt>(Step);
             return Its && llvm::any_of(Its->decls(), [&](const Decl *D) {
                      const auto *Stage = dyn_cast<VarDecl>(D);
                      return Stage &&
                             Stage->getDeclName() == Var->getDeclName();
                    });
           });
  };
  std::vector<TextEdit> Edits;
  unsigned Begin = Source.endOfTrivia(Block->Begin + 1);
  while (!All.empty() && IsStage(All.front())) {
    std::optional<TextRange> Line = Source.statement(All.front());
    if (!Line)
      return NotRead(All.front(), "a macro stands in the way");
    Begin = Source.endOfTrivia(Line->End);
    All.erase(All.begin());
  }
  if (All.empty())
    return NotRead(Body, "it loads nothing");
  const unsigned End = Source.lineStart(Block->End - 1);
  if (Begin == Block->Begin + 1 || End < Begin)
    return NotRead(Body, "write its statements in lines of their own");

  // What the loop does in front of the load, too, is done once.
  for (const Stmt *Step : Of.Steps->body()) {
    if (llvm::is_contained(Of.Gone, Step) ||
        llvm::is_contained(Of.Load.Stores, Step))
      continue;
    std::optional<TextRange> Mine = Source.statement(Step);
    if (!Mine)
      continue;
    std::optional<TextRange> At = Source.statement(Of.LoadAt);
    const bool IsBefore = At && Mine->Begin < At->Begin;
    for (const Stmt *S : All) {
      std::optional<TextRange> Its = Source.statement(S);
      if (!Its || !sameWords(Source.text(*Its), Source.text(*Mine)) ||
          (!IsBefore && !isa<DeclStmt>(S)))
        continue;
      Out.Twice.push_back(Step);
      break;
    }
  }
  std::vector<std::string> Places;
  if (!Of.Load.Stores.empty()) {
    std::vector<TextEdit> Merged;
    Merger Both(Of, OpensLoops, Source, Merged);
    std::vector<const Stmt *> Stores = Of.Load.Stores;
    if (Stores.size() == 1 && isa<CompoundStmt>(Stores.front()) &&
        (All.size() != 1 || !isa<CompoundStmt>(All.front())))
      Stores = listOf(Stores.front());
    if (Both.merge(All, Stores)) {
      Edits = std::move(Merged);
      Out.Redeclared = std::move(Both.Redeclared);
      Out.Spare = std::move(Both.Spare);
      Places = std::move(Both.Places);
    } else {
      // One after the other, the registers stay.
      std::string Rest;
      for (const Stmt *S : Of.Load.Stores) {
        std::optional<TextRange> R = Source.statement(S);
        if (!R)
          return NotRead(S, "a macro stands in the way");
        Rest += reindent(Source.text(*R), Source.indentAt(R->Begin),
                         Source.indentAt(Source.range(All.back())->Begin)) +
                "\n";
      }
      Edits.push_back({{End, End}, Rest});
    }
  }
  PlainCopies Copies(Source, Ctx);
  std::vector<const Stmt *> Others;
  for (llvm::ArrayRef<const Stmt *> Rest(All); !Rest.empty();) {
    if (Copies.addOwnElement(Rest, Edits)) {
      Rest = Rest.drop_front(3);
      continue;
    }
    if (!Copies.add(Rest.front(), Edits))
      return *Copies.whyNot();
    Others.push_back(Rest.front());
    Rest = Rest.drop_front();
  }
  for (const Stmt *S : Others)
    Copies.addCounts(S, Edits);
  Out.HadWidths = Copies.hadWidths();
  // Blanks of a line that goes.
  llvm::erase_if(Edits, [&](const TextEdit &E) {
    return E.Text.empty() && llvm::any_of(Edits, [&](const TextEdit &Other) {
             return Other.Text.empty() && Other.Range.contains(E.Range) &&
                    !E.Range.contains(Other.Range);
           });
  });
  std::optional<std::string> Text = Source.edited({Begin, End}, Edits);
  if (!Text)
    return NotRead(Body, "its parts cannot be told apart");
  llvm::append_range(Places, Copies.places());
  Out.Text = laidOut(std::move(*Text), Places, Source);
  Out.Places = std::move(Places);
  return Out;
}

} // namespace cudapipe
