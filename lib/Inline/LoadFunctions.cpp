//===- LoadFunctions.cpp - What is loaded by calls ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/LoadFunctions.h"
#include "../Rewrite/Layout.h"
#include "Analyze/Tiles/ZeroFill.h"
#include "BodyNames.h"
#include "MeaningPrinter.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/PassedPointers.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class LoadInliner {
public:
  LoadInliner(const LoopCandidate &Candidate, ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop), Ctx(Ctx),
        SM(Ctx.getSourceManager()), Flow(pointersOf(Candidate, Ctx)),
        Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())), Ctx) {}

  std::optional<InlinedLoop> run();

private:
  /// A statement whose calls give way to values.
  struct Statement {
    TextRange Range;
    bool InBlock, IsDeclaration;
    std::vector<std::pair<TextRange, CalledValue>> Calls = {};
  };
  void visit(const Stmt *S, const CompoundStmt *Block);
  void visitStatement(const Stmt *S, const CompoundStmt *Block);
  void visitValue(const Expr *E, Statement &In, bool IsArm);
  void visitPlace(const Expr *To, Statement &In);
  void show(const CallExpr &Call, Statement &In, bool IsArm);
  bool isPure(const Expr *E) const;
  bool isLoad(const CallExpr &Call) const;
  bool storesToTile(const Expr *E) const;
  bool print(const Statement &S);
  bool removeLambdas();
  void removeFunctions();

  const FunctionDecl &Kernel;
  const Stmt &Loop;
  ASTContext &Ctx;
  const SourceManager &SM;
  PointerFlow Flow;
  SourceText Text;
  std::vector<Statement> Statements;
  std::vector<TextEdit> Edits;
  /// How often each lambda was called.
  llvm::MapVector<const VarDecl *, unsigned> Lambdas;
  /// The same of static functions, whose last call nvcc would miss.
  llvm::MapVector<const FunctionDecl *, unsigned> Functions;
  /// What stands in front of statements so far.
  NameSet Declared;
};

bool LoadInliner::isPure(const Expr *E) const {
  Effects X = effectsOf(E, Flow, Ctx);
  return X.Writes.empty() && X.MemoryWrites.empty() && X.Barriers.empty() &&
         X.AsyncCopies.empty() && X.Exits.empty() && X.Pinned.empty() &&
         X.Unknown.empty();
}

/// \p Call reads global memory, or what may be that.
bool LoadInliner::isLoad(const CallExpr &Call) const {
  return llvm::any_of(effectsOf(&Call, Flow, Ctx).MemoryReads,
                      [](const MemoryAccess &Access) {
                        return Access.Root.Kind == MemoryRoot::Global ||
                               Access.Root.Kind == MemoryRoot::Unknown;
                      });
}

/// \p E stores to shared memory.
bool LoadInliner::storesToTile(const Expr *E) const {
  return llvm::any_of(effectsOf(E, Flow, Ctx).MemoryWrites,
                      [](const MemoryAccess &Access) {
                        return Access.Root.Kind == MemoryRoot::Shared;
                      });
}

/// All captured copies are of variables that never change.
static bool capturesByName(const LambdaExpr &Lambda,
                           const FunctionDecl &Kernel) {
  return llvm::all_of(Lambda.captures(), [&](const LambdaCapture &Capture) {
    if (!Capture.capturesVariable() || Lambda.isInitCapture(&Capture))
      return false;
    const auto *Var = dyn_cast<VarDecl>(Capture.getCapturedVar());
    return Capture.getCaptureKind() == LCK_ByRef ||
           (Var && Var->getType()->isScalarType() &&
            !mayChange(Kernel.getBody(), Var));
  });
}

/// The variable of the lambda that \p Call calls; null for other functions, and
/// for one that is called where it is made. Nothing if its body cannot move.
static std::optional<const VarDecl *> lambdaOf(const CallExpr &Call,
                                               const FunctionDecl &Function,
                                               const FunctionDecl &Kernel) {
  if (!isLambdaBody(Function))
    return nullptr;
  const auto *Ref =
      dyn_cast<DeclRefExpr>(Call.getArg(0)->IgnoreParenImpCasts());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const auto *Made = dyn_cast<LambdaExpr>(
      Var && Var->getInit() ? Var->getInit()->IgnoreImplicit()
                            : Call.getArg(0)->IgnoreImplicit()->IgnoreParens());
  if (!Made || Made->isMutable() || !capturesByName(*Made, Kernel))
    return std::nullopt;
  return Var;
}

/// \p E, or an arm of a conditional expression in its place.
void LoadInliner::visitValue(const Expr *E, Statement &In, bool IsArm) {
  const Expr *Plain = stripCopies(E)->IgnoreParens();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Plain)) {
    visitValue(Choice->getTrueExpr(), In, true);
    return visitValue(Choice->getFalseExpr(), In, true);
  }
  if (const auto *Call = dyn_cast<CallExpr>(Plain); Call && isLoad(*Call))
    show(*Call, In, IsArm);
}

/// `tile(r, c) = ..`: the element to which a call returns a reference.
void LoadInliner::visitPlace(const Expr *To, Statement &In) {
  const auto *Call = dyn_cast<CallExpr>(To->IgnoreParens());
  if (Call && Call->isLValue())
    show(*Call, In, /*IsArm=*/false);
}

/// Replaces \p Call by what it returns, if that has a text here.
void LoadInliner::show(const CallExpr &Call, Statement &In, bool IsArm) {
  const FunctionDecl *Function = calledFunction(Call);
  std::optional<TextRange> Range = Text.range(&Call);
  if (!Function || !Range || Function->isDependentContext() ||
      Call.getBeginLoc().isMacroID() || isLibraryFunction(*Function, Ctx))
    return;
  std::optional<const VarDecl *> Lambda = lambdaOf(Call, *Function, Kernel);
  if (!Lambda)
    return;
  NameSet Taken = namesIn(Text.text(In.Range));
  // A declaration has no scope of its own.
  if (In.IsDeclaration) {
    std::optional<TextRange> Whole = Text.range(Kernel.getBody());
    Taken = Declared;
    // A lambda that goes with the call takes none.
    bool Goes = !*Lambda && isLambdaBody(*Function);
    unsigned End = Goes ? Range->End : Range->Begin;
    if (Whole)
      for (TextRange Part :
           {TextRange{Whole->Begin, Range->Begin}, TextRange{End, Whole->End}})
        Taken.merge(namesIn(Text.text(Part)));
  }
  CallSite Site{Kernel, Text, In.Range, Ctx};
  // Two calls would each need their own names.
  bool MayDeclare = !IsArm && In.Calls.empty();
  std::optional<CalledValue> Value =
      valueOfCall(Call, *Function, Site, MayDeclare, Taken);
  // A choice of two elements is none.
  if (!Value || (Call.isLValue() && Value->IsChoice))
    return;
  if (IsArm && Value->IsChoice)
    Value->Value = "(" + Value->Value + ")";
  if (*Lambda)
    ++Lambdas[*Lambda];
  else if (Function->getStorageClass() == SC_Static &&
           !isa<CXXMethodDecl>(Function) &&
           Function->getTemplatedKind() == FunctionDecl::TK_NonTemplate)
    ++Functions[Function];
  Declared.insert(Value->Declares.begin(), Value->Declares.end());
  In.Calls.emplace_back(*Range, std::move(*Value));
}

void LoadInliner::visitStatement(const Stmt *S, const CompoundStmt *Block) {
  std::optional<TextRange> Range = Text.statement(S);
  if (!Range || S->getBeginLoc().isMacroID())
    return;
  Statement Out{*Range, Block != nullptr, isa<DeclStmt>(S)};
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    // const float v = load(A, i);
    const auto *Var = Decls->isSingleDecl()
                          ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                          : nullptr;
    if (Var && Var->getInit() && Var->hasLocalStorage() &&
        !Var->getType()->isReferenceType() && isPure(Var->getInit()) &&
        Ctx.hasSameUnqualifiedType(Var->getInit()->getType(), Var->getType()))
      visitValue(Var->getInit(), Out, false);
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    auto [To, Value] = sidesOf(E, Ctx);
    if (!To || !isPure(Value) || !isPure(To))
      return;
    if (storesToTile(E))
      visitPlace(To, Out);
    RootSet Roots = Flow.rootsOfObject(To);
    if (Roots.size() == 1 &&
        (Roots[0].Kind == MemoryRoot::Shared ||
         Roots[0].Kind == MemoryRoot::Local) &&
        Ctx.hasSameUnqualifiedType(accessType(To, Ctx),
                                   stripCopies(Value)->getType()))
      visitValue(Value, Out, false);
  }
  if (!Out.Calls.empty())
    Statements.push_back(std::move(Out));
}

void LoadInliner::visit(const Stmt *S, const CompoundStmt *Block) {
  if (!S)
    return;
  if (const auto *Inner = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Inner->body())
      visit(Child, Inner);
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    visit(For->getBody(), nullptr);
  } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
    visit(While->getBody(), nullptr);
  } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
    visit(Do->getBody(), nullptr);
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    visit(If->getThen(), nullptr);
    visit(If->getElse(), nullptr);
  } else if (const auto *Attributed = dyn_cast<AttributedStmt>(S)) {
    visit(Attributed->getSubStmt(), nullptr);
  } else {
    visitStatement(S, Block);
  }
}

bool LoadInliner::print(const Statement &S) {
  std::vector<TextEdit> Inside;
  std::string Before;
  NameSet Declares;
  for (const auto &[Range, Value] : S.Calls) {
    Inside.push_back({Range, Value.Value});
    Before += Value.Before;
    Declares.insert(Value.Declares.begin(), Value.Declares.end());
  }
  if (Before.empty()) {
    llvm::append_range(Edits, Inside);
    return true;
  }
  std::optional<std::string> Line = Text.edited(S.Range, std::move(Inside));
  if (!Line)
    return false;
  // Nobody else in the loop has these names.
  TextRange Whole = *Text.range(&Loop);
  NameSet Others = namesIn(Text.text({Whole.Begin, S.Range.Begin}).str() +
                           " ; " + Text.text({S.Range.End, Whole.End}).str());
  for (const Statement &Other : Statements)
    if (Other.Range.Begin != S.Range.Begin)
      for (const auto &Call : Other.Calls)
        Others.insert(Call.second.Declares.begin(), Call.second.Declares.end());
  bool Flat = S.InBlock && (S.IsDeclaration ||
                            llvm::none_of(Declares, [&](const auto &Name) {
                              return Others.count(Name);
                            }));
  StringRef Indent = Text.indentAt(S.Range.Begin);
  const std::string Unit = indentUnit(Text.code());
  std::string Inner = Flat ? Indent.str() : (Indent + Unit).str();
  std::string Body =
      reindent(Before, "", Inner) + reindent(*Line, Indent, Inner);
  Edits.push_back({S.Range, Flat ? Body.substr(Inner.size())
                                 : "{\n" + Body + "\n" + Indent.str() + "}"});
  return true;
}

/// Lambdas that nobody calls any more go, with their comments.
bool LoadInliner::removeLambdas() {
  std::optional<TextRange> All = Text.range(Kernel.getBody());
  for (const auto &[Lambda, Calls] : Lambdas) {
    NameUses Uses(Kernel, *Lambda);
    const DeclStmt *Statement = Uses.declaration();
    // Code that #if switches off may call it, too.
    if (!All || Uses.count() != Calls ||
        countName(Text.text(*All), Lambda->getName()) != Calls + 1)
      continue;
    std::optional<TextRange> Gone = Statement && Statement->isSingleDecl()
                                        ? Text.statement(Statement)
                                        : std::nullopt;
    if (!Gone ||
        !Text.text({Text.lineStart(Gone->Begin), Gone->Begin}).trim().empty())
      return false;
    unsigned Begin = Text.leading(Gone->Begin).Begin;
    unsigned End = Text.endOfTrivia(Gone->End);
    // Of two blank lines around it one stays.
    StringRef Behind = Text.code().substr(End);
    if (Begin > 1 && Text.code()[Begin - 2] == '\n' && Behind.starts_with("\n"))
      ++End;
    Edits.push_back({{Begin, End}, ""});
  }
  return true;
}

/// Static functions that nobody in the file names any more go, with their
/// comments. Those of a header may be called by whoever includes it.
void LoadInliner::removeFunctions() {
  if (Text.file() != SM.getMainFileID())
    return;
  StringRef Code = Text.code();
  for (const auto &[Function, Calls] : Functions) {
    SourceLocation First = SM.getExpansionLoc(Function->getBeginLoc());
    std::optional<TextRange> Body = Text.range(Function->getBody());
    if (SM.getFileID(First) != Text.file() || !Body ||
        countName(Code, Function->getName()) != Calls + 1)
      continue;
    unsigned At = SM.getFileOffset(First);
    if (Text.text({Text.lineStart(At), At}).find_first_of(";}/") !=
        StringRef::npos)
      continue;
    unsigned Begin = Text.leading(At).Begin;
    StringRef Above = Code.take_front(Begin).rtrim();
    StringRef Last = Above.substr(Above.rfind('\n') + 1).ltrim();
    // Its attributes may stand in a line of their own.
    if (!Above.empty() && !Above.ends_with("}") && !Above.ends_with(";") &&
        !Last.starts_with("#"))
      continue;
    unsigned End = Text.endOfTrivia(Body->End);
    StringRef Behind = Code.substr(End);
    if (Begin == Above.size() ||
        Code.slice(Above.size(), Begin).count('\n') > 1)
      End += Behind.size() - Behind.ltrim("\n").size();
    Edits.push_back({{Begin, End}, ""});
  }
}

std::optional<InlinedLoop> LoadInliner::run() {
  if (Kernel.isDependentContext() || !Text.range(&Loop))
    return std::nullopt;
  visit(&Loop, nullptr);
  if (Statements.empty() ||
      !llvm::all_of(Statements, [&](const Statement &S) { return print(S); }) ||
      !removeLambdas())
    return std::nullopt;
  removeFunctions();
  std::optional<tooling::AtomicChange> Change =
      Text.change(Loop.getBeginLoc(), Edits);
  if (!Change)
    return std::nullopt;
  MeaningPrinter Meaning(Kernel, Ctx);
  for (const Statement &S : Statements)
    for (const auto &Call : S.Calls)
      Meaning.expand(Call.second.Passed);
  return InlinedLoop{std::move(*Change), Meaning.print(Loop)};
}

} // namespace

std::optional<InlinedLoop> inlineLoads(const LoopCandidate &Candidate,
                                       ASTContext &Ctx) {
  return LoadInliner(Candidate, Ctx).run();
}

} // namespace cudapipe
