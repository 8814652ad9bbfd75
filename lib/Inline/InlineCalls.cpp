//===- InlineCalls.cpp - Bodies in place of calls -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/InlineCalls.h"
#include "../Rewrite/Layout.h"
#include "CountingLoops.h"
#include "HoistedTypes.h"
#include "MeaningPrinter.h"
#include "MergedTest.h"
#include "PlainStatements.h"
#include "PlainTest.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/PassedPointers.h"
#include "clang/AST/StmtCXX.h"
#include <map>

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class Inliner {
public:
  Inliner(const LoopCandidate &Candidate, ASTContext &Ctx)
      : Candidate(Candidate), Kernel(*Candidate.Kernel), Loop(*Candidate.Loop),
        Ctx(Ctx), SM(Ctx.getSourceManager()), Flow(pointersOf(Candidate, Ctx)),
        Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())), Ctx) {}

  std::optional<InlinedLoop> run();

private:
  /// A call that can go.
  struct Found {
    TextRange Call;
    CalledText Called;
    /// It stands among the statements of a block.
    bool InBlock;
  };
  void visit(const Stmt *S, bool InBlock);
  void visitCall(const Expr *E, bool InBlock);
  bool touchesTile(const Stmt *S) const;
  bool namesTile(const Stmt *S) const;
  std::optional<TextRange> macroCall(const Stmt *S) const;
  void put(TextRange Call, CalledText &&Called, bool InBlock);
  std::optional<unsigned> headerOf(const Found &F) const;
  void print(const Found &F);
  bool forgetDefinition(TextRange Definition);
  void keepSharedDefinitions();

  const LoopCandidate &Candidate;
  const FunctionDecl &Kernel;
  const Stmt &Loop;
  ASTContext &Ctx;
  const SourceManager &SM;
  PointerFlow Flow;
  SourceText Text;
  std::vector<Found> Calls;
  std::vector<TextEdit> Edits;
};

/// \p S names shared memory, or a pointer into it.
bool Inliner::namesTile(const Stmt *S) const {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl())) {
      if (isShared(*Var))
        return true;
      if (Var->getType()->isPointerType() &&
          llvm::any_of(Flow.rootsOfPointer(Ref), [](const MemoryRoot &Root) {
            return Root.Kind == MemoryRoot::Shared;
          }))
        return true;
    }
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return namesTile(Child); });
}

/// \p S stores to shared memory, or in a member function to what a pointer of
/// the object points to, which only the callers know.
bool Inliner::touchesTile(const Stmt *S) const {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Kernel);
  const bool InObject = Method && Method->isInstance();
  return llvm::any_of(
      effectsOf(S, Flow, Ctx).MemoryWrites, [&](const MemoryAccess &Access) {
        return Access.Root.Kind == MemoryRoot::Shared ||
               (InObject && Access.Root.Kind == MemoryRoot::Unknown);
      });
}

/// The macro call that all of \p S comes from, with its semicolon.
std::optional<TextRange> Inliner::macroCall(const Stmt *S) const {
  if (!S->getBeginLoc().isMacroID() || !S->getEndLoc().isMacroID())
    return std::nullopt;
  CharSourceRange Begin = SM.getExpansionRange(S->getBeginLoc());
  CharSourceRange End = SM.getExpansionRange(S->getEndLoc());
  if (Begin.getBegin() != End.getBegin())
    return std::nullopt;
  // The call may be an argument's whole text, or one operand of the statement.
  std::optional<TextRange> Range = Text.range(Begin.getAsRange());
  if (!Range)
    return std::nullopt;
  StringRef Behind = Text.code().substr(Range->End);
  size_t Next = Behind.find_first_not_of(" \t\r\n");
  if (Next != StringRef::npos && Behind[Next] == ';')
    Range->End += Next + 1;
  return Range;
}

void Inliner::put(TextRange Call, CalledText &&Called, bool InBlock) {
  // A second statement of one macro.
  if (!Calls.empty() && Calls.back().Call.Begin == Call.Begin)
    return;
  std::optional<TextRange> Whole = Text.range(&Loop);
  if (Whole && Whole->contains(Call))
    Calls.push_back({Call, std::move(Called), InBlock});
}

/// \p Code is one statement that may stand behind an if.
static bool isExpressionStatement(StringRef Code) {
  Code = Code.trim();
  return Code.find(';') == Code.size() - 1 && !Code.contains("//") &&
         !Code.contains('{') && !Code.starts_with("if") &&
         !Code.starts_with("for") && !Code.starts_with("while") &&
         !Code.starts_with("do ") && !Code.starts_with("#");
}

static const Stmt *bodyOf(const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return While->getBody();
  return cast<DoStmt>(Loop).getBody();
}

/// The end of the line above \p F, if that is the header of a statement whose
/// brace would stand there, as that of the loop does.
std::optional<unsigned> Inliner::headerOf(const Found &F) const {
  unsigned Line = Text.lineStart(F.Call.Begin);
  std::optional<TextRange> Body = Text.range(bodyOf(Loop));
  if (F.InBlock || !F.Called.Comment.empty() || !Body ||
      !Text.text({Line, F.Call.Begin}).trim().empty() ||
      Text.text({Text.lineStart(Body->Begin), Body->Begin}).trim().empty())
    return std::nullopt;
  StringRef Above = Text.code().take_front(Line).rtrim();
  unsigned End = Above.size();
  StringRef Header = Text.text({Text.lineStart(End), End});
  // Neither a comment nor a line of a macro.
  if (!Header.ends_with(")") || Header.contains("//") ||
      Header.contains("*/") || Header.ltrim().starts_with("#") ||
      Text.text({End, Line}).count('\n') != 1)
    return std::nullopt;
  return End;
}

/// Takes \p Definition out of the text. False if it is gone already.
bool Inliner::forgetDefinition(TextRange Definition) {
  Definition = withBlankLine(Definition, Text);
  if (llvm::any_of(Edits, [&](const TextEdit &Edit) {
        return Edit.Range.Begin == Definition.Begin;
      }))
    return false;
  Edits.push_back({Definition, ""});
  return true;
}

/// Calls of a lambda go together, with it, or stay.
void Inliner::keepSharedDefinitions() {
  std::map<unsigned, unsigned> Going;
  for (const Found &F : Calls)
    if (F.Called.Definition)
      ++Going[F.Called.Definition->Begin];
  llvm::erase_if(Calls, [&](const Found &F) {
    return F.Called.Definition &&
           Going[F.Called.Definition->Begin] != F.Called.CallsOfDefinition;
  });
}

void Inliner::print(const Found &F) {
  const TextRange &Call = F.Call;
  const CalledText &Called = F.Called;
  TextRange Whole = *Text.range(&Loop);
  NameSet Others = namesIn(Text.text({Whole.Begin, Call.Begin}).str() + " ; " +
                           Text.text({Call.End, Whole.End}).str());
  for (const Found &Other : Calls)
    if (&Other != &F)
      for (const NameSet *Names : {&Other.Called.Declares, &Other.Called.Means})
        Others.insert(Names->begin(), Names->end());
  bool Flat = llvm::none_of(
      Called.Declares, [&](const auto &Name) { return Others.count(Name); });
  Flat &= F.InBlock || isExpressionStatement(Called.Body);
  // As the preprocessor would have it, whatever the text declares or guards.
  Flat |= !Called.HasScope;
  StringRef Indent = Text.indentAt(Call.Begin);
  const std::string Unit = indentUnit(Text.code());
  std::string Inner = Flat ? Indent.str() : (Indent + Unit).str();
  std::string Body = reindent(StringRef(Called.Body).rtrim(), "", Inner);
  if (Called.PragmasAtLineStart)
    for (size_t At; (At = Body.find("\n" + Inner + "#")) != std::string::npos;)
      Body.erase(At + 1, Inner.size());
  unsigned Begin = Call.Begin;
  if (std::optional<unsigned> Header = Flat ? std::nullopt : headerOf(F)) {
    Begin = *Header;
    Body = " {\n" + reindent(Body, Inner, Indent) + "\n" +
           Text.indentAt(Begin).str() + "}";
  } else if (!Flat)
    Body = "{\n" + Body + "\n" + Indent.str() + "}";
  else
    Body = Body.substr(Inner.size());
  unsigned Line = Text.lineStart(Call.Begin);
  bool AtLineStart = Text.text({Line, Call.Begin}).trim().empty();
  // The comment stands once, above the first call.
  bool IsFirst = !Called.Definition || forgetDefinition(*Called.Definition);
  if (IsFirst && !Called.Comment.empty() && AtLineStart &&
      Text.leading(Call.Begin).Begin == Line)
    Body = StringRef(reindent(StringRef(Called.Comment).rtrim(), "", Indent))
               .drop_front(Indent.size())
               .str() +
           "\n" + Indent.str() + Body;
  Edits.push_back({{Begin, Call.End}, Body});
}

void Inliner::visitCall(const Expr *E, bool InBlock) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreImplicit());
  std::optional<TextRange> Range = Call ? Text.statement(Call) : std::nullopt;
  if (!Range)
    return;
  CallSite Site{Kernel, Text, *Range, Ctx};
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
      Operator && Operator->getOperator() == OO_Call)
    Callee = Operator->getArg(0)->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Callee);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const auto *Lambda =
      Var && Var->getInit()
          ? dyn_cast<LambdaExpr>(Var->getInit()->IgnoreImplicit())
          : nullptr;
  std::optional<CalledText> Called;
  if (Lambda) {
    if (namesTile(Lambda->getBody()) || touchesTile(Call))
      Called = textOfLambda(*Call, *Var, Site);
  } else if (const FunctionDecl *Function = calledFunction(*Call)) {
    if (!isLibraryFunction(*Function, Ctx) && touchesTile(Call))
      Called = textOfFunction(*Call, *Function, Site);
  }
  if (Called)
    put(*Range, std::move(*Called), InBlock);
}

void Inliner::visit(const Stmt *S, bool InBlock) {
  if (!S)
    return;
  if (std::optional<TextRange> Macro = macroCall(S)) {
    if (touchesTile(S))
      if (std::optional<CalledText> Called =
              textOfMacro(S->getBeginLoc(), {Kernel, Text, *Macro, Ctx}))
        put(*Macro, std::move(*Called), InBlock);
    return;
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Inner : Block->body())
      visit(Inner, true);
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    visit(For->getBody(), false);
  } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
    visit(While->getBody(), false);
  } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
    visit(Do->getBody(), false);
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    visit(If->getThen(), false);
    visit(If->getElse(), false);
  } else if (const auto *Attributed = dyn_cast<AttributedStmt>(S)) {
    visit(Attributed->getSubStmt(), InBlock);
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    visitCall(E, InBlock);
  }
}

std::optional<InlinedLoop> Inliner::run() {
  // The test, types and counters alone first: calls may stay for all that.
  const Stmt *Result = &Loop;
  CountingLoops Counting;
  std::optional<PlainTest> Plain = plainTest(Candidate, Text, Ctx);
  if (!Plain)
    Plain = mergedTest(Candidate, Text, Ctx);
  if (Plain) {
    Edits = std::move(Plain->Edits);
    Result = Plain->Loop;
  } else {
    HoistedTypes Types = hoistTypes(Candidate, Text, Ctx);
    Edits = std::move(Types.Edits);
    for (const Stmt *S : Types.Moved)
      Counting.Replaced.push_back({S, nullptr});
  }
  if (Edits.empty()) {
    Counting = countingLoops(
        Candidate, [&](const Stmt *S) { return touchesTile(S); }, Text, Ctx);
    Edits = std::move(Counting.Edits);
  }
  if (Edits.empty()) {
    PlainStatements Plainer = plainStatements(
        Candidate, [&](const Stmt *S) { return touchesTile(S); }, Text, Ctx);
    Edits = std::move(Plainer.Edits);
    Counting.Replaced = std::move(Plainer.Replaced);
  }
  if (Edits.empty()) {
    visit(&Loop, false);
    keepSharedDefinitions();
    if (Calls.empty())
      return std::nullopt;
    for (const Found &F : Calls)
      print(F);
  }
  std::optional<tooling::AtomicChange> Change =
      Text.change(Loop.getBeginLoc(), Edits);
  if (!Change)
    return std::nullopt;
  MeaningPrinter Meaning(Kernel, Ctx);
  for (const Found &F : Calls)
    if (F.Called.Passed)
      Meaning.expand(*F.Called.Passed);
  for (auto [Old, New] : Counting.Replaced)
    Meaning.replace(Old, New);
  return InlinedLoop{std::move(*Change), Meaning.print(*Result)};
}

} // namespace

std::optional<InlinedLoop> inlineCalls(const LoopCandidate &Candidate,
                                       ASTContext &Ctx) {
  return Inliner(Candidate, Ctx).run();
}

} // namespace cudapipe
