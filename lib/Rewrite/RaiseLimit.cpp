//===- RaiseLimit.cpp - More than 48 KB must be asked for -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA C++ Programming Guide, "Shared Memory" of compute capability 7.x:
// a block that uses more than 48 KB must be dynamic and must opt in with
// cudaFuncSetAttribute().
//
//===----------------------------------------------------------------------===//

#include "LaunchEditor.h"
#include "Layout.h"
#include "cudapipe/Analyze/ConstantInt.h"
#include "cudapipe/Plan/SharedMemory.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {
namespace {

/// `smem > 48 * 1024` and the like, where nothing up to 48 KB passes.
bool asksForMoreThanLimit(const Expr *Cond, const ASTContext &Ctx) {
  const auto *Op = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  if (!Op || (Op->getOpcode() != BO_GT && Op->getOpcode() != BO_GE))
    return false;
  Expr::EvalResult Limit;
  const Expr *Right = Op->getRHS();
  return !Right->isValueDependent() && Right->EvaluateAsInt(Limit, Ctx) &&
         clampedValue(Limit.Val.getInt()) <= int64_t(MaxStaticSharedBytes);
}

/// \p Inner is run whenever \p Outer is, if \p Outer is left at its end.
bool alwaysRuns(const Stmt *Outer, const Stmt *Inner, const VarDecl *Size,
                const ASTContext &Ctx) {
  if (const auto *If = dyn_cast<IfStmt>(Outer)) {
    if (If->getCond() == Inner)
      return true;
    const auto *Cond =
        dyn_cast<BinaryOperator>(If->getCond()->IgnoreParenImpCasts());
    return Size && If->getThen() == Inner && Cond &&
           namedVariable(Cond->getLHS()) == Size &&
           asksForMoreThanLimit(Cond, Ctx);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(Outer))
    return !Op->isLogicalOp() || Op->getLHS() == Inner;
  if (const auto *Case = dyn_cast<SwitchCase>(Outer))
    return Case->getSubStmt() == Inner;
  return isa<CompoundStmt, DoStmt, DeclStmt, ReturnStmt>(Outer) ||
         (isa<Expr>(Outer) &&
          !isa<LambdaExpr, AbstractConditionalOperator>(Outer));
}

/// True if \p Outer, the parent of \p S, takes one statement.
bool isBranch(const Stmt *Outer, const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(Outer))
    return If->getThen() == S || If->getElse() == S;
  if (const auto *For = dyn_cast<ForStmt>(Outer))
    return For->getBody() == S;
  if (const auto *For = dyn_cast<CXXForRangeStmt>(Outer))
    return For->getBody() == S;
  if (const auto *While = dyn_cast<WhileStmt>(Outer))
    return While->getBody() == S;
  if (const auto *Do = dyn_cast<DoStmt>(Outer))
    return Do->getBody() == S;
  return false;
}

/// Who comes to \p To in \p Block has come by \p From: nobody jumps between.
bool leadsTo(const CompoundStmt &Block, const Stmt *From, const Stmt *To) {
  const auto *At = llvm::find(Block.body(), From);
  if (At == Block.body_end())
    return false;
  for (++At; At != Block.body_end(); ++At) {
    if (isa<SwitchCase, LabelStmt>(*At))
      return false;
    if (*At == To)
      return true;
  }
  return false;
}

/// A case behind a statement in \p Block need not come by it.
bool isSwitchBody(const Stmt *Block, llvm::ArrayRef<const Stmt *> Around) {
  const auto *At = llvm::find(Around, Block);
  return At != Around.begin() && isa<SwitchStmt>(At[-1]);
}

/// \p S is evaluated anew each time that \p Outer, a loop, comes round.
bool isLoopHeader(const Stmt *Outer, const Stmt *S) {
  if (const auto *For = dyn_cast<ForStmt>(Outer))
    return For->getInit() != S && For->getBody() != S;
  return isa<WhileStmt, DoStmt, CXXForRangeStmt>(Outer) && !isBranch(Outer, S);
}

/// A name of several functions is no argument for a template that takes any.
bool isOverloaded(const FunctionDecl &Kernel) {
  auto One = [](const FunctionDecl *F) {
    if (const FunctionTemplateDecl *Template = F->getPrimaryTemplate())
      F = Template->getTemplatedDecl();
    return F->getCanonicalDecl();
  };
  return llvm::any_of(
      Kernel.getDeclContext()->getRedeclContext()->lookup(Kernel.getDeclName()),
      [&](const NamedDecl *D) {
        const FunctionDecl *Other = D->getUnderlyingDecl()->getAsFunction();
        return Other && One(Other) != One(&Kernel);
      });
}

} // namespace

/// The kernel, spelled so that cudaFuncSetAttribute() knows which is meant.
std::optional<std::string>
LaunchEditor::kernelName(const LaunchSite &Site) const {
  std::optional<std::string> Spelled = Text.text(Site.Name);
  if (!Spelled || namedVariable(Site.Name))
    return Spelled;
  const FunctionDecl *Callee = Site.Kernel ? Site.Kernel : &Kernel;
  const FunctionTemplateDecl *Template = Callee->getPrimaryTemplate();
  if (!Template)
    Template = Callee->getDescribedFunctionTemplate();
  if (!Template)
    return Spelled;
  unsigned Given = 0;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Site.Name))
    Given = Ref->getNumTemplateArgs();
  else if (const auto *Lookup = dyn_cast<OverloadExpr>(Site.Name))
    Given = Lookup->getNumTemplateArgs();
  if (Given >= Template->getTemplateParameters()->getMinRequiredArguments())
    return Spelled;
  // Deduced from the launch's arguments.
  const TemplateArgumentList *Deduced =
      Site.Kernel ? Site.Kernel->getTemplateSpecializationArgs() : nullptr;
  if (!Deduced)
    return std::nullopt;
  PrintingPolicy Policy(Ctx.getLangOpts());
  Policy.adjustForCPlusPlus();
  std::string Args;
  llvm::raw_string_ostream OS(Args);
  printTemplateArgumentList(OS, Deduced->asArray(), Policy);
  return llvm::StringRef(*Spelled).split('<').first.rtrim().str() + Args;
}

/// The function around \p Site has come by it when it returns.
static bool isPassed(const LaunchSite &Site, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  auto LeavesBefore = [&](auto &&Self, const Stmt *S) -> bool {
    if (!S || isa<LambdaExpr>(S))
      return false;
    if (isa<ReturnStmt, GotoStmt, LabelStmt>(S) &&
        SM.isBeforeInTranslationUnit(S->getBeginLoc(), Site.At->getBeginLoc()))
      return true;
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  const Stmt *Inner = Site.At;
  for (const Stmt *Outer : llvm::reverse(Site.Around)) {
    if (!alwaysRuns(Outer, Inner, /*Size=*/nullptr, Ctx))
      return false;
    Inner = Outer;
  }
  return Inner == Site.Host->getBody() &&
         !LeavesBefore(LeavesBefore, Site.Host->getBody());
}

bool LaunchEditor::isRaisedBefore(const LaunchSite &Launch) const {
  const FunctionDecl *Prepares = runForSize(
      Launch.Sizes.empty() ? nullptr : namedVariable(Launch.Sizes.front()));
  const VarDecl *Size =
      Launch.Sizes.empty() ? nullptr : namedVariable(Launch.Sizes.front());
  if (Size && !Launches.holdsSize(Size))
    Size = nullptr; // a condition on it sees the old size
  std::optional<std::string> Spelled = Text.text(Launch.Name);
  return llvm::any_of(Launches.Sites, [&](const LaunchSite &Site) {
    if (Site.Kind != LaunchSite::Attribute || Text.text(Site.Name) != Spelled)
      return false;
    if (Prepares && Site.Host == Prepares)
      return followsLaunches(Site) && isPassed(Site, Ctx);
    if (Site.Host != Launch.Host ||
        !SM.isBeforeInTranslationUnit(Site.At->getBeginLoc(),
                                      Launch.At->getBeginLoc()) ||
        !followsLaunches(Site))
      return false;
    const Stmt *Inner = Site.At;
    for (const Stmt *Outer : llvm::reverse(Site.Around)) {
      if (const auto Shared = llvm::find(Launch.Around, Outer);
          Shared != Launch.Around.end()) {
        const auto *Block = dyn_cast<CompoundStmt>(Outer);
        const Stmt *To =
            Shared + 1 == Launch.Around.end() ? Launch.At : Shared[1];
        return Block && leadsTo(*Block, Inner, To);
      }
      if (!alwaysRuns(Outer, Inner, Size, Ctx))
        return false;
      Inner = Outer;
    }
    return false;
  });
}

std::optional<Rejection> LaunchEditor::raiseLimit(const LaunchSite &Site,
                                                  const NewSize &Size,
                                                  llvm::StringRef First) {
  std::string Statement;
  if (std::optional<Rejection> Why = askForMore(Site, Size, Statement))
    return Why;
  std::vector<std::string> Statements;
  if (!First.empty())
    Statements.push_back(First.str());
  if (!Statement.empty())
    Statements.push_back(Statement);
  return Statements.empty() ? std::nullopt : insertBefore(Site, Statements);
}

/// The call that raises the limit, or nothing where it is high enough.
std::optional<Rejection> LaunchEditor::askForMore(const LaunchSite &Site,
                                                  const NewSize &Size,
                                                  std::string &Statement) {
  if (Size.Bytes && *Size.Bytes + Wish.StaticBytes <= MaxStaticSharedBytes)
    return std::nullopt;
  if (isRaisedBefore(Site))
    return std::nullopt;
  if (!Site.Host || Site.Host->hasAttr<CUDAGlobalAttr>() ||
      Site.Host->hasAttr<CUDADeviceAttr>())
    return reject(Site, "it needs cudaFuncSetAttribute() in front of it, which "
                        "device code and initializers at file scope have not");
  for (const Expr *Bytes : Site.Sizes)
    if (!mayRunTwice(Bytes, Ctx))
      return reject(Site, "its size may have a side effect, and is needed in "
                          "cudaFuncSetAttribute() too; pass a variable");
  if (!namedVariable(Site.Name) &&
      isOverloaded(Site.Kernel ? *Site.Kernel : Kernel))
    return reject(Site, "several functions have the name of the kernel, which "
                        "cudaFuncSetAttribute() has to be given; rename one");
  std::optional<std::string> Spelled = kernelName(Site);
  if (!Spelled)
    return reject(Site, "spell its template arguments: "
                        "cudaFuncSetAttribute() has to name '" +
                            name() + "' too");
  Statement = "cudaFuncSetAttribute(" + *Spelled +
              ", cudaFuncAttributeMaxDynamicSharedMemorySize, " + Size.Text +
              ");";
  // Once is enough where the block before has said the same, and nobody has
  // asked for less since.
  if (Size.Stable && llvm::all_of(Launches.Sites, [&](const LaunchSite &Other) {
        return Other.Kind != LaunchSite::Attribute || followsLaunches(Other);
      }))
    for (const auto &[Block, Said] : Inserted)
      if (Said == Statement && llvm::is_contained(Site.Around, Block)) {
        Statement.clear();
        break;
      }
  return std::nullopt;
}

/// \p Statement behind \p Indent, on one line or one an argument.
static std::string layOut(std::string Statement, llvm::StringRef Indent) {
  size_t Constant = Statement.find("cudaFuncAttributeMax");
  if (Indent.size() + Statement.size() <= LineLimit ||
      Constant == std::string::npos)
    return Statement;
  size_t Next = Indent.size() + strlen("cudaFuncSetAttribute(");
  size_t Size = Statement.find(' ', Constant);
  std::string Break = "\n" + std::string(Next, ' ');
  bool Long = Indent.size() + Size > LineLimit;
  Statement = Statement.substr(0, Size) + Break +
              wrapped(llvm::StringRef(Statement).substr(Size + 1), Next);
  if (Long)
    Statement.replace(Constant - 1, 1, Break);
  return Statement;
}

/// `{ launch; }` on one line becomes a block of several lines, with
/// \p Statements in front of the launch \p S; false if it is none.
bool LaunchEditor::openUp(const Stmt &Block, const Stmt &S,
                          llvm::ArrayRef<std::string> Statements) {
  const auto *Braces = dyn_cast<CompoundStmt>(&Block);
  if (!Braces || Braces->size() != 1 || Braces->getLBracLoc().isMacroID() ||
      Braces->getRBracLoc().isMacroID())
    return false;
  CharSourceRange Expanded = SM.getExpansionRange(S.getSourceRange());
  unsigned Open = SM.getFileOffset(Braces->getLBracLoc()) + 1;
  unsigned Close = SM.getFileOffset(Braces->getRBracLoc());
  TextRange Launch{SM.getFileOffset(Expanded.getBegin()),
                   unsigned(Text.code().slice(0, Close).rtrim().size())};
  if (!Text.text({Open, Launch.Begin}).trim().empty() ||
      Text.text({Open, Close}).contains('\n') ||
      !Text.text(Launch).ends_with(";"))
    return false;
  std::string Outer = Text.indentAt(Open).str(),
              Indent = Outer + indentUnit(Text.code());
  std::string Lines;
  for (const std::string &Statement : Statements)
    Lines += "\n" + Indent + layOut(Statement, Indent);
  edit({Open, Launch.Begin}, Lines + "\n" + Indent);
  edit({Launch.End, Close}, "\n" + Outer);
  return true;
}

std::optional<Rejection>
LaunchEditor::insertBefore(const LaunchSite &Site,
                           llvm::ArrayRef<std::string> Statements) {
  auto Outermost = [&](const Stmt *S) {
    return SM.getFileOffset(SM.getExpansionLoc(S->getBeginLoc()));
  };
  auto SameMacro = [&](const Stmt *A, const Stmt *B) {
    return A->getBeginLoc().isMacroID() && B->getBeginLoc().isMacroID() &&
           Outermost(A) == Outermost(B);
  };
  // The innermost statement around the launch that may have a neighbour.
  const Stmt *S = Site.At, *Block = nullptr;
  for (const Stmt *Outer : llvm::reverse(Site.Around)) {
    bool Placed =
        isa<CompoundStmt, SwitchCase, LabelStmt>(Outer) || isBranch(Outer, S);
    if (Placed && !SameMacro(Outer, S)) {
      Block = Outer;
      break;
    }
    if (isLoopHeader(Outer, S))
      return reject(Site, "it stands in the header of a loop");
    S = Outer;
  }
  if (!Block || isa<AttributedStmt>(S))
    return reject(Site, "there is no statement to put "
                        "cudaFuncSetAttribute() in front of");

  CharSourceRange Expanded = SM.getExpansionRange(S->getSourceRange());
  unsigned Begin = SM.getFileOffset(Expanded.getBegin());
  unsigned Start = Text.lineStart(Begin);
  bool OwnLine = Text.text({Start, Begin}).trim().empty();
  std::string Indent = Text.indentAt(Begin).str();
  std::string Lines;
  for (const std::string &Statement : Statements) {
    Lines +=
        OwnLine ? Indent + layOut(Statement, Indent) + "\n" : Statement + " ";
    if (!isSwitchBody(Block, Site.Around))
      Inserted.push_back({isBranch(Block, S) ? S : Block, Statement});
  }
  if (!isBranch(Block, S)) {
    if (!OwnLine && openUp(*Block, *S, Statements))
      return std::nullopt;
    unsigned At = OwnLine ? Text.leading(Begin).Begin : Begin;
    edit({At, At}, Lines);
    return std::nullopt;
  }

  unsigned End = SM.getFileOffset(
      Lexer::getLocForEndOfToken(Expanded.getEnd(), 0, SM, Ctx.getLangOpts()));
  if (!isa<CompoundStmt>(S)) {
    size_t Semicolon = Text.code().find_first_not_of(" \t\r\n", End);
    if (Semicolon != llvm::StringRef::npos && Text.code()[Semicolon] == ';')
      End = Semicolon + 1;
  }
  if (!OwnLine) {
    edit({Begin, Begin}, "{ " + Lines);
    edit({End, End}, " }");
    return std::nullopt;
  }
  std::optional<Token> Before =
      Lexer::findPreviousToken(SM.getExpansionLoc(S->getBeginLoc()), SM,
                               Ctx.getLangOpts(), /*IncludeComments=*/false);
  if (!Before)
    return reject(Site, "there is no place for braces around it");
  unsigned Brace = SM.getFileOffset(Before->getEndLoc());
  std::string Outer = Text.indentAt(Brace).str();
  edit({Brace, Brace}, " {");
  edit({Start, Start}, Lines);
  unsigned Line = Text.endOfTrivia(End);
  edit({Line, Line}, Line == End ? "\n" + Outer + "}" : Outer + "}\n");
  return std::nullopt;
}

} // namespace cudapipe
