//===- PlainCopies.cpp - Asynchronous copies as assignments ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainCopies.h"
#include "../ReadBack/Operations.h"
#include "../Rewrite/Layout.h"
#include "Assigned.h"
#include "Words.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

static const Expr *expressionOf(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  return E ? E->IgnoreImplicit() : nullptr;
}

/// What `{ x; }` and `x;` do, if that is one statement.
static const Stmt *onlyStatement(const Stmt *S) {
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(S)) {
    if (Block->size() != 1)
      return nullptr;
    S = *Block->body_begin();
  }
  return S;
}

bool PlainCopies::refuse(const Stmt *S, llvm::StringRef Detail) {
  Why = Rejection{RejectionKind::PipelineNotRead, S->getSourceRange(),
                  Detail.str()};
  return false;
}

bool PlainCopies::isCopy(const Stmt *S) const {
  std::optional<Operation> Op = expressionOf(S)
                                    ? readOperation(expressionOf(S), Ctx)
                                    : readOperation(S, Ctx);
  return Op && Op->Kind == Operation::Copy;
}

bool PlainCopies::holdsCopy(const Stmt *S) const {
  return holds(S, [&](const Stmt &In) { return isCopy(&In); });
}

/// What \p Pointer points to, as \p Cast if that is not empty.
std::string PlainCopies::lvalue(const Expr *Pointer, llvm::StringRef Cast) {
  const Expr *E = Pointer->IgnoreImplicit();
  std::optional<std::string> Text = Source.text(E);
  if (!Text)
    return "";
  if (!Cast.empty())
    return llvm::formatv("*reinterpret_cast<{0} *>({1})", Cast, *Text);
  const auto *Address = dyn_cast<UnaryOperator>(E->IgnoreParens());
  if (Address && Address->getOpcode() == UO_AddrOf) {
    std::optional<std::string> Place = Source.text(Address->getSubExpr());
    return Place ? *Place : "";
  }
  const bool IsSum = isa<BinaryOperator, ConditionalOperator>(E);
  return IsSum ? "*(" + *Text + ")" : "*" + *Text;
}

/// Zeros in every byte.
std::string PlainCopies::zero(QualType Type) const {
  Type = Type.getNonReferenceType().getUnqualifiedType();
  if (const auto *Builtin = Type->getAs<BuiltinType>()) {
    switch (Builtin->getKind()) {
    case BuiltinType::Float:
      return "0.0f";
    case BuiltinType::Double:
      return "0.0";
    default:
      return "0";
    }
  }
  std::string Name = Type.getAsString(Ctx.getPrintingPolicy());
  if (Type->isDependentType())
    return Name + "(0)";
  const llvm::StringRef Element =
      llvm::StringRef(Name).take_while([](char C) { return !isDigit(C); });
  const llvm::StringRef Count =
      llvm::StringRef(Name).drop_front(Element.size());
  unsigned Elements = 0;
  if (Name == "__half" || Name == "half")
    return "__float2half(0.0f)";
  if (Name == "__nv_bfloat16")
    return "__float2bfloat16(0.0f)";
  if (!Count.getAsInteger(10, Elements) && Elements >= 1 && Elements <= 4) {
    const char *Zero = Element == "float"    ? "0.0f"
                       : Element == "double" ? "0.0"
                                             : "0";
    std::string Out = "make_" + Name + "(" + Zero;
    for (unsigned I = 1; I < Elements; ++I)
      Out += std::string(", ") + Zero;
    return Out + ")";
  }
  return Name + "{}";
}

std::optional<PlainCopies::Assignment> PlainCopies::read(const Stmt *S) {
  const auto *Call = dyn_cast_or_null<CallExpr>(expressionOf(S));
  if (!Call || Call->getNumArgs() < 3) {
    refuse(S, "the copy is not one of <cuda_pipeline.h> or <cuda/pipeline>");
    return std::nullopt;
  }
  Assignment Out;
  const Expr *To = Call->getArg(0), *From = Call->getArg(1),
             *Bytes = Call->getArg(2);
  QualType Type = To->IgnoreImplicit()->getType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  else
    Type = QualType();
  // Copies of more bytes than an element has are made by a wider type.
  std::string Cast, CastFrom;
  Expr::EvalResult Size;
  if (!Type.isNull() && !Type->isDependentType() && !Type->isVoidType() &&
      !Bytes->isValueDependent() && Bytes->EvaluateAsInt(Size, Ctx)) {
    const uint64_t Wanted = Size.Val.getInt().getZExtValue();
    if (Wanted != uint64_t(Ctx.getTypeSizeInChars(Type).getQuantity())) {
      const char *Wide = Wanted == 16  ? "uint4"
                         : Wanted == 8 ? "uint2"
                         : Wanted == 4 ? "unsigned"
                                       : nullptr;
      if (!Wide) {
        refuse(S, "it copies another number of bytes than an element has");
        return std::nullopt;
      }
      Cast = Wide;
      CastFrom = std::string("const ") + Wide;
    }
  }
  Out.To = lvalue(To, Cast);
  Out.From = lvalue(From, CastFrom);
  const bool IsLibrary = calledName(*Call) == "memcpy_async";
  const unsigned Fill = 3;
  if (!IsLibrary && Call->getNumArgs() > Fill &&
      !isa<CXXDefaultArgExpr>(Call->getArg(Fill))) {
    const auto *Choice = dyn_cast<ConditionalOperator>(
        Call->getArg(Fill)->IgnoreParenImpCasts());
    Expr::EvalResult True, False;
    auto IsZero = [&](const Expr *E) {
      Expr::EvalResult Value;
      return !E->isValueDependent() && E->EvaluateAsInt(Value, Ctx) &&
             Value.Val.getInt() == 0;
    };
    if (!Choice ||
        IsZero(Choice->getTrueExpr()) == IsZero(Choice->getFalseExpr())) {
      refuse(S, "it fills in a number of zeros that is not all or nothing");
      return std::nullopt;
    }
    std::optional<std::string> Condition =
        Source.text(Choice->getCond()->IgnoreParenImpCasts());
    Out.Condition = Condition.value_or("");
    Out.IsTrue = IsZero(Choice->getTrueExpr());
    if (!Condition || (Cast.empty() && Type.isNull()))
      Out.To.clear();
    else
      Out.Zero = Cast.empty() ? zero(Type) : Cast + "{}";
  }
  if (Out.To.empty() || Out.From.empty()) {
    Rejection Macro{RejectionKind::MacroLoop, S->getSourceRange(),
                    "the copy is written by a macro"};
    Why = Macro;
    return std::nullopt;
  }
  return Out;
}

/// The assignment that stands at \p At, broken where it is too long.
std::string PlainCopies::spell(const Assignment &Copy, unsigned At) {
  const std::string Unit = indentUnit(Source.code());
  const std::string Indent = Source.indentAt(At).str();
  const LineLayout Layout(Source.code(), Unit);
  const std::string To = onOneLine(Copy.To);
  Places.push_back(To);
  if (Copy.Condition.empty())
    return Layout.assignment(Indent, To, onOneLine(Copy.From));
  std::string True = onOneLine(Copy.From), False = Copy.Zero;
  if (!Copy.IsTrue)
    std::swap(True, False);
  const std::string Condition = onOneLine(Copy.Condition);
  const std::string All = Condition + " ? " + True + " : " + False;
  std::string Out = Layout.assignment(Indent, To, All);
  const size_t Longest = 80;
  if (Indent.size() + Out.size() < Longest || True.find('\n') != True.npos)
    return Out;
  const size_t Break = Out.find('\n');
  if (Break != Out.npos && Out.size() - Break <= Longest)
    return Out;
  const std::string Front = To + " = ";
  const std::string Column = "\n" + Indent + std::string(Front.size(), ' ');
  return Front + Condition + Column + "    ? " + True + Column + "    : " +
         False;
}

/// `if (wide) ... else ...`, of which one is made as well as the other, and
/// `if (in) copy(); else As[i] = 0;`.
bool PlainCopies::addIf(const IfStmt &If, std::vector<TextEdit> &Edits,
                        bool &IsDone) {
  IsDone = false;
  if (!If.getElse() || !holdsCopy(If.getThen()))
    return true;
  std::optional<TextRange> All = Source.statement(&If);
  if (!All)
    return refuse(&If, "a macro stands in the way");
  const Stmt *Then = onlyStatement(If.getThen()),
             *Else = onlyStatement(If.getElse());
  const std::optional<Assigned> Zero = assignmentIn(Else);
  if (Then && isCopy(Then) && Zero && !If.isConstexpr()) {
    std::optional<Assignment> Copy = read(Then);
    if (!Copy)
      return false;
    std::optional<std::string> To = Source.text(Zero->To),
                               Value = Source.text(Zero->Value),
                               Condition = Source.text(If.getCond());
    if (!To || !Value || !Condition || !sameWords(*To, Copy->To) ||
        !Copy->Condition.empty() || Value->starts_with("{"))
      return true;
    Copy->Condition = std::move(*Condition);
    Copy->Zero = std::move(*Value);
    Edits.push_back({*All, spell(*Copy, All->Begin) + ";"});
    IsDone = true;
    return true;
  }
  const auto *Flag = dyn_cast<DeclRefExpr>(If.getCond()->IgnoreParenImpCasts());
  const auto *Var = Flag ? dyn_cast<VarDecl>(Flag->getDecl()) : nullptr;
  if (Var && Var->getType()->isBooleanType()) {
    std::vector<TextEdit> Inner;
    if (!add(If.getElse(), Inner))
      return false;
    std::optional<TextRange> Range = Source.statement(If.getElse());
    if (!Range)
      return refuse(&If, "a macro stands in the way");
    if (const auto *Block = dyn_cast<CompoundStmt>(If.getElse())) {
      if (Block->body_empty())
        return refuse(&If, "there is no copy without wide ones");
      std::optional<TextRange> First = Source.range(*Block->body_begin()),
                               Last =
                                   Source.statement(*(Block->body_end() - 1));
      if (!First || !Last)
        return refuse(&If, "a macro stands in the way");
      const unsigned Open = Source.endOfTrivia(Range->Begin + 1);
      Range = TextRange{Open > Range->Begin + 1 ? Open : First->Begin,
                        std::max(Last->End, Source.lineStart(Range->End - 1))};
    }
    std::optional<std::string> Text = Source.edited(*Range, Inner);
    if (!Text)
      return refuse(&If, "its parts cannot be told apart");
    llvm::StringRef Body = llvm::StringRef(*Text).rtrim();
    // The comment that says why these are no asynchronous ones.
    const llvm::StringRef First = Body.ltrim().split('\n').first;
    if (First.starts_with("//") &&
        (First.contains("not overlapped") || First.contains("cp.async")))
      Body = Body.ltrim().split('\n').second;
    const size_t Start = Body.find_first_not_of(" \t");
    const size_t LineEnd = Body.find('\n');
    llvm::StringRef From = Start != llvm::StringRef::npos && Start < LineEnd
                               ? Body.take_front(Start)
                               : "";
    std::string New = reindent(Body, From, Source.indentAt(All->Begin));
    Edits.push_back({{Source.lineStart(All->Begin), All->End}, New});
    // It has stood deeper.
    forEach<Expr>(If.getElse(), [&](const Expr &E) {
      const std::optional<Assigned> Set =
          &E == E.IgnoreImplicit() ? assignmentIn(&E) : std::nullopt;
      if (Set)
        if (std::optional<std::string> To = Source.text(Set->To))
          Places.push_back(*To);
    });
    HadWidths = IsDone = true;
    Widths.insert(Var);
  }
  return true;
}

bool PlainCopies::add(const Stmt *S, std::vector<TextEdit> &Edits) {
  if (!S || !holdsCopy(S))
    return true;
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    bool IsDone = false;
    if (!addIf(*If, Edits, IsDone))
      return false;
    if (IsDone)
      return true;
  }
  if (isCopy(S)) {
    std::optional<TextRange> All = Source.range(S);
    std::optional<Assignment> Copy = read(S);
    if (!Copy || !All)
      return Copy ? refuse(S, "a macro stands in the way") : false;
    Edits.push_back({*All, spell(*Copy, All->Begin)});
    return true;
  }
  if (isa<Expr, DeclStmt>(S))
    return refuse(S, "a copy stands in it that is no statement of its own");
  for (const Stmt *Child : S->children())
    if (!add(Child, Edits))
      return false;
  return true;
}

/// What \p S declares, if that is one variable.
static const VarDecl *onlyVariable(const Stmt *S) {
  const auto *Decls = dyn_cast<DeclStmt>(S);
  return Decls && Decls->isSingleDecl()
             ? dyn_cast<VarDecl>(Decls->getSingleDecl())
             : nullptr;
}

/// \p E is `Var Of ...`.
static const BinaryOperator *operationOn(const VarDecl *Var,
                                         BinaryOperatorKind Of, const Expr *E) {
  const auto *Op =
      dyn_cast_or_null<BinaryOperator>(E ? E->IgnoreParenImpCasts() : nullptr);
  const auto *Ref =
      Op && Op->getOpcode() == Of
          ? dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParenImpCasts())
          : nullptr;
  return Ref && Ref->getDecl() == Var ? Op : nullptr;
}

/// Of `wide ? 4 : 1`, the last; null if \p E is no such.
static const Expr *narrowOf(const Expr *E) {
  const auto *Choice = dyn_cast<ConditionalOperator>(E->IgnoreParenImpCasts());
  return Choice && isa<DeclRefExpr>(Choice->getCond()->IgnoreParenImpCasts())
             ? Choice->getFalseExpr()
             : nullptr;
}

bool PlainCopies::addOwnElement(llvm::ArrayRef<const Stmt *> All,
                                std::vector<TextEdit> &Edits) {
  const VarDecl *Thread = All.size() < 3 ? nullptr : onlyVariable(All[0]),
                *Element = Thread ? onlyVariable(All[1]) : nullptr;
  const auto *If = Element ? dyn_cast<IfStmt>(All[2]) : nullptr;
  const auto *Body = If ? dyn_cast<CompoundStmt>(If->getThen()) : nullptr;
  const BinaryOperator *Count =
      Element ? operationOn(Thread, BO_Mul, Element->getInit()) : nullptr;
  const Expr *Narrow = Count ? narrowOf(Count->getRHS()) : nullptr;
  if (!Narrow || constantValue(Narrow, Ctx) != 1 || !Body || If->getElse() ||
      Body->size() < 2 || !operationOn(Element, BO_LT, If->getCond()) ||
      !Thread->getInit() ||
      Source.text(Thread->getInit()->IgnoreImpCasts()) !=
          "threadIdx.y * blockDim.x + threadIdx.x")
    return false;
  const auto *Counters = dyn_cast<DeclStmt>(Body->body_front());
  const auto *Row = Counters && !Counters->isSingleDecl()
                        ? dyn_cast<VarDecl>(*Counters->decl_begin())
                        : nullptr,
             *Column =
                 Row ? dyn_cast<VarDecl>(*std::next(Counters->decl_begin()))
                     : nullptr;
  if (!Column || !operationOn(Element, BO_Div, Row->getInit()) ||
      !operationOn(Element, BO_Rem, Column->getInit()))
    return false;
  std::vector<TextEdit> Inner;
  for (auto [Var, Index] :
       {std::pair(Row, "threadIdx.y"), std::pair(Column, "threadIdx.x")}) {
    std::optional<TextRange> Init = Source.range(Var->getInit());
    if (!Init)
      return false;
    Inner.push_back({*Init, Index});
  }
  for (const Stmt *S : Body->body())
    if (!add(S, Inner))
      return false;
  std::optional<TextRange> First = Source.statement(All[0]),
                           Whole = Source.statement(If),
                           Front = Source.statement(Counters),
                           Last = Source.statement(Body->body_back());
  if (!First || !Whole || !Front || !Last)
    return false;
  const unsigned Begin = Source.lineStart(Front->Begin);
  std::optional<std::string> New =
      Source.edited({Begin, Last->End}, std::move(Inner));
  if (!New)
    return false;
  Edits.push_back({{Source.lineStart(First->Begin), Whole->End},
                   reindent(*New, Source.indentAt(Front->Begin),
                            Source.indentAt(First->Begin))});
  return true;
}

void PlainCopies::addCounts(const Stmt *S, std::vector<TextEdit> &Edits) const {
  if (!S)
    return;
  auto Replace = [&](const Expr *E, const Expr *By) {
    std::optional<TextRange> Range = Source.range(E);
    std::optional<std::string> Text = Source.text(By);
    if (Range && Text)
      Edits.push_back({*Range, *Text});
  };
  if (const auto *Product = dyn_cast<BinaryOperator>(S);
      Product && Product->getOpcode() == BO_Mul)
    if (const auto *Choice = dyn_cast<ConditionalOperator>(
            Product->getRHS()->IgnoreParenImpCasts()))
      if (const auto *Ref =
              dyn_cast<DeclRefExpr>(Choice->getCond()->IgnoreParenImpCasts());
          Ref && Widths.contains(dyn_cast<VarDecl>(Ref->getDecl())) &&
          constantValue(Choice->getFalseExpr(), Ctx) == 1)
        return Replace(Product, Product->getLHS()->IgnoreImpCasts());
  for (const Stmt *Child : S->children())
    addCounts(Child, Edits);
}

} // namespace cudapipe
