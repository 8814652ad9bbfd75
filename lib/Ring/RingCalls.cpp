//===- RingCalls.cpp - What called functions do beside a step -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that a called function does is told of its call. Where a step is in it,
// the call counts as the step: so the function must do nothing else that
// another time, or another stage, would change.
//
//===----------------------------------------------------------------------===//

#include "RingLoopReader.h"
#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace cudapipe {

RingLoopReader::Why RingLoopReader::checkCalls() {
  for (size_t I = 0; I < Items.size(); ++I)
    for (const TransferStep &S : Steps[I]) {
      if (Why Not = checkWay(S, Steps[I], isLoad(I)))
        return Not;
    }
  return std::nullopt;
}

/// The functions that lead to \p Step, one of \p Of, which are the steps of a
/// statement; \p IsMoved: that another place, or another number of times, is
/// for it.
RingLoopReader::Why RingLoopReader::checkWay(const TransferStep &Step,
                                             llvm::ArrayRef<TransferStep> Of,
                                             bool IsMoved) {
  std::optional<PointerFlow> Pointers;
  for (const CallExpr *Call : Step.Calls) {
    const FunctionDecl *Callee = calledFunction(*Call);
    // The library says in its manual what it does.
    if (!Callee || isLibraryFunction(*Callee, Ctx))
      break;
    PointerFlow Next = flowInto(*Call, Pointers ? *Pointers : Flow, Ctx);
    Pointers.emplace(std::move(Next));
    if (Why Not = checkCalled(*Callee, *Pointers, Of, IsMoved))
      return Not;
  }
  return std::nullopt;
}

/// Each barrier of the ring is initialized by its statement, once for each
/// stage.
RingLoopReader::Why RingLoopReader::checkInits() {
  for (const RingBarrier &B : Out.Barriers) {
    const std::vector<TransferStep> Of = transferSteps(B.Init, Ctx);
    const Effects E = effectsOf(B.Init, Flow, Ctx);
    bool Others =
        !E.Writes.empty() || llvm::count_if(Of, [](auto &S) {
                               return S.Kind == TransferStep::BarrierInit;
                             }) != 1;
    for (const TransferStep &S : Of) {
      Others |= S.Kind != TransferStep::BarrierInit &&
                S.Kind != TransferStep::InitFence &&
                S.Kind != TransferStep::ProxyFence;
      if (Why Not = checkWay(S, Of, /*IsMoved=*/true))
        return Not;
    }
    if (Others)
      return reject(RejectionKind::BarrierNotReady, B.Init,
                    "this does more than initialize '" +
                        B.Var->getNameAsString() +
                        "', and is done once for each stage; give it a "
                        "statement of its own");
  }
  return std::nullopt;
}

/// \p S, which another instantiation may have, only counts in numbers of the
/// thread that none of \p Early, by their places, is for: clocks, and how
/// often.
static bool onlyCounts(const Stmt *S,
                       const llvm::DenseSet<SourceLocation> &Early,
                       const ASTContext &Ctx) {
  if (!S)
    return true;
  return !holds(S, [&](const Stmt &At) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&At)) {
      if (const auto *Callee = dyn_cast<FunctionDecl>(Ref->getDecl()))
        return !Callee->getIdentifier() ||
               (Callee->getName() != "clock" && Callee->getName() != "clock64");
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      return !Var || !Var->hasLocalStorage() ||
             !Var->getType()->isArithmeticType() ||
             Var->getType().isVolatileQualified() ||
             Early.contains(Var->getLocation());
    }
    if (const auto *Call = dyn_cast<CallExpr>(&At))
      return !Call->getDirectCallee();
    if (const auto *Op = dyn_cast<UnaryOperator>(&At))
      return Op->getOpcode() == UO_AddrOf || Op->getOpcode() == UO_Deref;
    const auto *E = dyn_cast<Expr>(&At);
    return E ? !isa<BinaryOperator, ParenExpr, ImplicitCastExpr, CStyleCastExpr,
                    CXXFunctionalCastExpr, CXXStaticCastExpr, IntegerLiteral,
                    FloatingLiteral, CXXBoolLiteralExpr>(E) ||
                   E->isTypeDependent()
             : !isa<CompoundStmt, NullStmt, IfStmt>(At);
  });
}

/// Another instantiation must have the same copies and the same trips.
RingLoopReader::Why RingLoopReader::checkTemplate() {
  const FunctionDecl *Pattern = Out.Kernel->getTemplateInstantiationPattern();
  if (!Pattern || !Pattern->getBody())
    return std::nullopt;
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceRange Loop = Out.Header.Loop->getSourceRange();
  auto InLoop = [&](const Stmt &S) {
    return !SM.isBeforeInTranslationUnit(S.getBeginLoc(), Loop.getBegin()) &&
           !SM.isBeforeInTranslationUnit(Loop.getEnd(), S.getBeginLoc());
  };
  // What is done early, and what says when: variables of the instantiation
  // stand where those of the pattern do.
  llvm::DenseSet<SourceLocation> Early;
  auto Name = [&](const Stmt *In) {
    forEach<DeclRefExpr>(In, [&](const DeclRefExpr &Ref) {
      Early.insert(Ref.getDecl()->getLocation());
    });
  };
  for (const Stmt *S : Out.Loads)
    Name(S);
  for (const Stmt *S : Out.Slice)
    Name(S);
  for (const Stmt *S : {static_cast<const Stmt *>(Out.Header.Loop->getInit()),
                        static_cast<const Stmt *>(Out.Header.Loop->getCond()),
                        static_cast<const Stmt *>(Out.Header.Loop->getInc())})
    Name(S);
  Early.insert(Out.Header.Counter->getLocation());
  for (const std::vector<TransferStep> &All : Steps)
    for (const TransferStep &Step : All)
      Name(Step.outermost());
  const Stmt *Found = findStatement(Pattern->getBody(), [&](const Stmt &S) {
    const auto *If = dyn_cast<IfStmt>(&S);
    if (If && If->isConstexpr() && !If->hasInitStorage() &&
        !If->hasVarStorage() && onlyCounts(If->getThen(), Early, Ctx) &&
        onlyCounts(If->getElse(), Early, Ctx))
      return false;
    const auto *Call = dyn_cast<CallExpr>(&S);
    const bool NamesPart =
        Call &&
        isa<DependentScopeDeclRefExpr, CXXDependentScopeMemberExpr>(
            Call->getCallee()->IgnoreParens()) &&
        llvm::any_of(Out.Loads, [&](const Stmt *Load) {
          return SM.isPointWithin(S.getBeginLoc(), Load->getBeginLoc(),
                                  Load->getEndLoc());
        });
    return InLoop(S) && ((If && If->isConstexpr()) || NamesPart);
  });
  if (Found)
    return reject(RejectionKind::TemplateDependent, Found,
                  "another instantiation of the kernel may copy otherwise");
  return std::nullopt;
}

/// An #if in \p Function asks for more than the compiler and the architecture,
/// whose macros start with two underscores: another build may have another
/// body.
static bool hasOtherBody(const FunctionDecl &Function, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const llvm::StringRef Text = Lexer::getSourceText(
      SM.getExpansionRange(Function.getBody()->getSourceRange()), SM,
      Ctx.getLangOpts());
  llvm::SmallVector<llvm::StringRef, 32> Lines;
  Text.split(Lines, '\n');
  return llvm::any_of(Lines, [](llvm::StringRef Line) {
    Line = Line.trim();
    if (!Line.consume_front("#"))
      return false;
    Line = Line.ltrim();
    if (!Line.starts_with("if") && !Line.starts_with("elif"))
      return false;
    llvm::SmallVector<llvm::StringRef, 8> Words;
    llvm::SplitString(Line, Words, " \t()!&|<>=,");
    return llvm::any_of(llvm::drop_begin(Words), [](llvm::StringRef Word) {
      return (llvm::isAlpha(Word.front()) || Word.front() == '_') &&
             Word != "defined" && Word != "CUDA_VERSION" &&
             !Word.starts_with("__");
    });
  });
}

RingLoopReader::Why RingLoopReader::checkCalled(const FunctionDecl &Callee,
                                                const PointerFlow &Pointers,
                                                llvm::ArrayRef<TransferStep> Of,
                                                bool IsMoved) {
  if (hasOtherBody(Callee, Ctx))
    return reject(RejectionKind::MacroLoop, Callee.getBody(),
                  "an #if in '" + Callee.getNameAsString() +
                      "' may make other copies of it in another build");
  const Effects E = effectsOf(Callee.getBody(), Pointers, Ctx);
  const std::string More =
      "'" + Callee.getNameAsString() + "' does more than its step";
  auto IsStep = [&](const Stmt *Where) {
    return llvm::any_of(Of, [&](const TransferStep &S) {
      return S.Where == Where || llvm::is_contained(S.Calls, Where) ||
             // It asks until the phase is over.
             (S.Kind == TransferStep::BarrierWait &&
              isa<WhileStmt, DoStmt, ForStmt>(Where) &&
              contains(Where, S.Calls.empty() ? S.Where : S.Calls.back()));
    });
  };
  for (const Occurrence &What : E.Unknown)
    if (!IsStep(What.Where))
      return reject(RejectionKind::UnknownEffects, What.Where,
                    More + ": " + What.What);
  for (const Occurrence &What : E.Pinned)
    if (!IsStep(What.Where))
      return reject(RejectionKind::VolatileAccess, What.Where,
                    More + ": " + What.What);
  for (const BlockWait &Wait : E.BlockWaits)
    if (llvm::none_of(Of, [&](const TransferStep &S) {
          return contains(Wait.Where, S.Where) ||
                 llvm::any_of(S.Calls, [&](const CallExpr *Call) {
                   return contains(Wait.Where, Call);
                 });
        }))
      return reject(RejectionKind::SourceMayChange, Wait.Where,
                    More + ": " + Wait.What);
  if (!IsMoved)
    return std::nullopt;
  for (const MemoryAccess &Write : E.MemoryWrites)
    if (Write.Root.Kind != MemoryRoot::Local && !IsStep(Write.Where))
      return reject(OneBuffer.Kind, Write.Where, More + ": it stores");
  for (const MemoryAccess &Read : E.MemoryReads)
    if (Read.Root.Kind != MemoryRoot::Constant && !IsStep(Read.Where) &&
        !(Read.Root.Kind == MemoryRoot::Local && Read.Root.Var &&
          (Read.Root.Var->getDeclContext() != Out.Kernel ||
           !changesInLoop(Read.Root.Var))))
      return reject(RejectionKind::LoadDependsOnCompute, Read.Where,
                    "the copy needs what is read from memory here");
  return std::nullopt;
}

/// The text of \p Assembly names the operand \p E once.
static bool namesOnce(const GCCAsmStmt &Assembly, const Expr *E) {
  const unsigned Outputs = Assembly.getNumOutputs();
  for (unsigned I = 0; I < Assembly.getNumInputs(); ++I) {
    if (Assembly.getInputExpr(I)->IgnoreParenImpCasts() !=
        E->IgnoreParenImpCasts())
      continue;
    const std::string Text = asmText(Assembly);
    llvm::Regex Number("%" + std::to_string(Outputs + I) + "([^0-9]|$)"),
        Name("%\\[" + Assembly.getInputName(I).str() + "\\]");
    unsigned Times = 0;
    for (llvm::Regex *By : {&Number, &Name}) {
      if (By == &Name && Assembly.getInputName(I).empty())
        continue;
      llvm::SmallVector<llvm::StringRef, 2> Found;
      for (llvm::StringRef Rest = Text; By->match(Rest, &Found); ++Times)
        Rest = Rest.substr(Found[0].end() - Rest.begin());
    }
    return Times == 1;
  }
  return false;
}

bool RingLoopReader::isForTheWaitAlone(const TransferStep &Wait) const {
  const Expr *E = Wait.Phase;
  if (const auto *Assembly = dyn_cast<GCCAsmStmt>(Wait.Where);
      Assembly && !namesOnce(*Assembly, E))
    return false;
  for (size_t I = Wait.Calls.size(); I-- > 0;) {
    const auto *Param = dyn_cast_or_null<ParmVarDecl>(ringVariable(E));
    const FunctionDecl *Callee = calledFunction(*Wait.Calls[I]);
    if (!Param || !Callee ||
        Param->getFunctionScopeIndex() >= Callee->getNumParams() ||
        Callee->getParamDecl(Param->getFunctionScopeIndex()) != Param)
      return false;
    unsigned Uses = 0;
    forEach<DeclRefExpr>(Callee->getBody(), [&](const DeclRefExpr &Ref) {
      Uses += Ref.getDecl() == Param;
    });
    if (Uses != 1)
      return false;
    E = argumentFor(*Wait.Calls[I], *Param);
  }
  return true;
}

} // namespace cudapipe
