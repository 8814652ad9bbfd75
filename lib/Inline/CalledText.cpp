//===- CalledText.cpp - What a call stands for, as text -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __device__ void load(float *dst, const float *src, int k) {
//     dst[threadIdx.x] = src[k];
//   }
//   load(As, A + row, k);        ->   const float *src = A + row;
//                                     As[threadIdx.x] = src[k];
//
// An argument that is a name takes the place of its parameter, where both have
// one type and neither changes. Every other parameter becomes a variable.
//
//===----------------------------------------------------------------------===//

#include "CalledText.h"
#include "CalledBody.h"
#include "SameCallee.h"
#include "TemplateText.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

/// What else is declared between \p Begin and \p End of the kernel.
NameSet declaredBetween(const FunctionDecl &Kernel, unsigned Begin,
                        unsigned End, const ASTContext &Ctx) {
  NameSet Out;
  for (const auto &[Name, Place] : declarationsOf(Kernel)) {
    unsigned At = Ctx.getSourceManager().getFileOffset(
        Ctx.getSourceManager().getExpansionLoc(Place));
    if (Begin <= At && At < End)
      Out.insert(Name);
  }
  return Out;
}

bool meet(const NameSet &First, const NameSet &Second) {
  return llvm::any_of(
      First, [&](const std::string &Name) { return Second.count(Name); });
}

/// The names of \p Body that mean something outside of it.
NameSet freeNames(const CompoundStmt &Body, const SourceText &Text,
                  const BodyNames &Inside,
                  llvm::ArrayRef<ParmVarDecl *> Params) {
  NameSet Out;
  if (std::optional<TextRange> Range = Text.range(&Body))
    Out = namesIn(Text.text(*Range));
  for (const std::string &Name : Inside.all())
    Out.erase(Name);
  Out.merge(Inside.outside());
  for (const ParmVarDecl *Param : Params)
    Out.erase(Param->getNameAsString());
  return Out;
}

/// A macro of \p Names is defined anew, or no more, in \p Code.
bool redefines(StringRef Code, const NameSet &Names) {
  llvm::SmallVector<StringRef> Lines;
  Code.split(Lines, '\n');
  return llvm::any_of(Lines, [&](StringRef Line) {
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      return false;
    Line = Line.ltrim();
    if (!Line.consume_front("define") && !Line.consume_front("undef"))
      // An #include may define anything; what stands in an #if is code or not.
      return Line.starts_with("include");
    Line = Line.ltrim();
    return Names.count(Line.take_while(
               [](char C) { return clang::isAsciiIdentifierContinue(C); })) > 0;
  });
}

/// \p Copy, of the constant object \p Var, is as good as \p Var.
bool isPlainCopy(const Expr *Copy, const VarDecl &Var, const ASTContext &Ctx) {
  const auto *Made =
      Copy ? dyn_cast<CXXConstructExpr>(Copy->IgnoreImplicit()) : nullptr;
  const CXXConstructorDecl *By = Made ? Made->getConstructor() : nullptr;
  return Var.getType().isConstQualified() && By && By->isCopyConstructor() &&
         !By->getParent()->hasMutableFields() &&
         (By->isTrivial() || isLibraryFunction(*By, Ctx));
}

/// All captured copies are of numbers, pointers and objects that never change.
bool capturesByName(const LambdaExpr &Lambda, const CallSite &Site) {
  return llvm::all_of(
      llvm::zip(Lambda.captures(), Lambda.capture_inits()),
      [&](const auto &Captured) {
        const auto &[Capture, Copy] = Captured;
        if (!Capture.capturesVariable() || Lambda.isInitCapture(&Capture))
          return false;
        const auto *Var = dyn_cast<VarDecl>(Capture.getCapturedVar());
        return Capture.getCaptureKind() == LCK_ByRef ||
               (Var && (Var->getType()->isScalarType()
                            ? !mayChange(Site.Kernel.getBody(), Var)
                            : isPlainCopy(Copy, *Var, Site.Ctx)));
      });
}

} // namespace

TextRange withBlankLine(TextRange Definition, const SourceText &Text) {
  unsigned Above = Text.lineStart(std::max(Definition.Begin, 1u) - 1);
  size_t Below = Text.code().find('\n', Definition.End);
  if (Below != StringRef::npos &&
      Text.text({Above, Definition.Begin}).trim().empty() &&
      Text.text({Definition.End, unsigned(Below)}).trim().empty())
    Definition.End = Below + 1;
  return Definition;
}

std::optional<CalledText> textOfLambda(const CallExpr &Call,
                                       const VarDecl &Lambda,
                                       const CallSite &Site) {
  const auto *Made = dyn_cast_or_null<LambdaExpr>(
      Lambda.getInit() ? Lambda.getInit()->IgnoreImplicit() : nullptr);
  if (!Made || Made->isMutable() || !capturesByName(*Made, Site))
    return std::nullopt;
  const CompoundStmt &Body = *Made->getCompoundStmtBody();
  llvm::ArrayRef<ParmVarDecl *> Params = Made->getCallOperator()->parameters();
  // The kernel's name of it, and nobody else calls it.
  NameUses Uses(Site.Kernel, Lambda);
  std::optional<TextRange> Whole = Site.Text.range(Made);
  const DeclStmt *Statement = Uses.declaration();
  // Code that #if switches off may call it too.
  std::optional<TextRange> All = Site.Text.range(Site.Kernel.getBody());
  if (!All ||
      countName(Site.Text.text(*All), Lambda.getName()) != Uses.count() + 1)
    return std::nullopt;
  if (!Whole || !Statement || !Statement->isSingleDecl() ||
      !Site.Text.range(Statement))
    return std::nullopt;
  // What is passed has no place in the branches that this instantiation drops.
  if (Site.Kernel.isTemplateInstantiation() && mayLackBranches(&Body))
    return std::nullopt;
  BodyPrinter Printer(Call, Body, Site.Text, Site);
  NameSet Free = freeNames(Body, Site.Text, Printer.names(), Params);
  const NameSet Between =
      declaredBetween(Site.Kernel, Whole->End, Site.Range.Begin, Site.Ctx);
  Printer.avoid(Between);
  if (meet(Free, Between) ||
      redefines(Site.Text.text({Whole->End, Site.Range.Begin}), Free))
    return std::nullopt;
  unsigned First = isa<CXXOperatorCallExpr>(Call) ? 1 : 0;
  if (Call.getNumArgs() != Params.size() + First)
    return std::nullopt;
  // Of a generic lambda, what this call runs.
  const FunctionDecl *Called = calledFunction(Call);
  const FunctionDecl &Runs = Called ? *Called : *Made->getCallOperator();
  for (auto [I, Param] : llvm::enumerate(Params)) {
    QualType Type = Param->getType();
    if (Type->isLValueReferenceType())
      Type = Runs.getParamDecl(I)->getType();
    if (!Printer.pass(*Param, Type, *Call.getArg(I + First)))
      return std::nullopt;
  }
  std::optional<CalledText> Out = Printer.print();
  if (!Out)
    return std::nullopt;
  Out->Passed = Printer.passedTo(Runs);
  Out->Passed->Gone = &Lambda;
  TextRange Gone = *Site.Text.statement(Statement);
  unsigned Line = Site.Text.lineStart(Gone.Begin);
  if (!Site.Text.text({Line, Gone.Begin}).trim().empty())
    return std::nullopt;
  unsigned Above = Site.Text.leading(Gone.Begin).Begin;
  Out->Comment = unindented(Site.Text.text({Above, Line}));
  Out->Definition = TextRange{Above, Site.Text.endOfTrivia(Gone.End)};
  Out->CallsOfDefinition = Uses.count();
  return Out;
}

/// \p Call, in another member function of the class, is of its own object: what
/// the body of \p Method names means the same there.
static bool isOfOwnObject(const CallExpr &Call, const CXXMethodDecl &Method,
                          const CallSite &Site) {
  const auto *Around = dyn_cast<CXXMethodDecl>(&Site.Kernel);
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  return Around && Member && Method.isInstance() &&
         !Method.getPrimaryTemplate() &&
         declaresSameEntity(Around->getParent(), Method.getParent()) &&
         isa<CXXThisExpr>(
             Member->getImplicitObjectArgument()->IgnoreParenImpCasts());
}

/// What the body of \p Method calls this becomes \p Object, the object of
/// \p Call, and what its class is a template of becomes text.
static bool passObject(const CallExpr &Call, const CXXMethodDecl &Method,
                       BodyPrinter &Printer, NameSet &Names,
                       const CallSite &Site, const Expr *&Object) {
  if (isOfOwnObject(Call, Method, Site)) {
    Object = cast<CXXMemberCallExpr>(Call).getImplicitObjectArgument();
    return true;
  }
  TemplateText Templates(Call, Method, Site);
  bool IsHidden = false;
  if (Method.getParent()->isLambda() ||
      !Templates.read([&](SourceRange Range, StringRef Value) {
        for (const std::string &Name : namesIn(Value))
          IsHidden |= Printer.names().declares(Name);
        Printer.edit(Range, Value);
      }))
    return false;
  if (IsHidden)
    return false;
  // In another instantiation of the kernel, the class may be another one.
  if (Templates.usesValues() &&
      (Site.Kernel.isTemplated() || Site.Kernel.isTemplateInstantiation()))
    return false;
  Templates.forEachName([&](StringRef Name) {
    Names.erase(Name.str());
    Printer.avoid({Name.str()});
  });
  if (Method.isStatic())
    return true;
  Object = objectOfCall(Call);
  Object = Object ? Object->IgnoreParenImpCasts() : nullptr;
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Object);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  std::optional<std::string> Name = Ref ? Site.Text.text(Ref) : std::nullopt;
  bool IsPointer = Object && Object->getType()->isPointerType();
  if (!Var || !Name || Printer.names().declares(*Name) ||
      (IsPointer &&
       (!Var->hasLocalStorage() || mayChange(Site.Kernel.getBody(), Var))))
    return false;
  Printer.passObject(*Name + (IsPointer ? "->" : "."));
  for (const FieldDecl *Field : Method.getParent()->fields())
    Names.erase(Field->getNameAsString());
  return true;
}

bool isOfIncluder(FileID File, const CallSite &Site) {
  const SourceManager &SM = Site.Ctx.getSourceManager();
  return Site.Text.file() != SM.getMainFileID() &&
         (File == SM.getMainFileID() || !SM.getFileEntryRefForID(File));
}

bool isOneOfTwo(const FunctionDecl &Function, const SourceText &Text,
                const CallSite &Site) {
  const SourceManager &SM = Site.Ctx.getSourceManager();
  if (isOfIncluder(Text.file(), Site))
    return true;
  unsigned At = SM.getFileOffset(SM.getExpansionLoc(Function.getLocation()));
  std::vector<unsigned> Around = Text.conditionalsAround(At);
  if (Around.empty())
    return false;
  std::vector<unsigned> Caller = Site.Text.conditionalsAround(Site.Range.Begin);
  return Text.file() != Site.Text.file() || Caller.size() < Around.size() ||
         !std::equal(Around.begin(), Around.end(), Caller.begin());
}

std::optional<CalledText> textOfFunction(const CallExpr &Call,
                                         const FunctionDecl &Function,
                                         const CallSite &Site) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  // Of a member, what runs: its class says what its names are.
  const FunctionDecl *Pattern =
      Method ? nullptr : Function.getTemplateInstantiationPattern();
  Pattern = Pattern ? Pattern : &Function;
  const SourceManager &SM = Site.Ctx.getSourceManager();
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Pattern->getBody());
  // Of an operator, the object is the first argument.
  const unsigned First = Method && isa<CXXOperatorCallExpr>(Call) ? 1 : 0;
  if (!Body || Pattern->isVariadic() ||
      Call.getNumArgs() != Pattern->getNumParams() + First ||
      !isSameForAllInstances(Call, Function, Site.Kernel,
                             Pattern == &Function ? CalleeText::Instance
                                                  : CalleeText::Whole))
    return std::nullopt;
  FileID File = SM.getFileID(SM.getExpansionLoc(Pattern->getLocation()));
  SourceText Text(File, Site.Ctx);
  if (isOneOfTwo(*Pattern, Text, Site))
    return std::nullopt;
  BodyPrinter Printer(Call, *Body, Text, Site);
  NameSet Free = freeNames(*Body, Text, Printer.names(), Pattern->parameters());
  const Expr *Object = nullptr;
  if (Method && !passObject(Call, *Method, Printer, Free, Site, Object))
    return std::nullopt;
  if (!Method &&
      !passTemplateArguments(Call, Function, Free, Site,
                             [&](const NamedDecl &Param, StringRef Value) {
                               Printer.replace(Param, Value);
                             }))
    return std::nullopt;
  // The kernel and what is around it may have other things of these names.
  NameSet Local;
  for (const auto &Entry : declarationsOf(Site.Kernel))
    Local.insert(Entry.first);
  Printer.avoid(Local);
  if (const FunctionTemplateDecl *Template =
          Pattern->getDescribedFunctionTemplate())
    for (const NamedDecl *Param : *Template->getTemplateParameters())
      Printer.avoid({Param->getNameAsString()});
  if (meet(Free, Local) || isHiddenFrom(Site.Kernel, *Pattern, Free))
    return std::nullopt;
  std::optional<TextRange> Whole = Text.range(Body);
  if (!Whole)
    return std::nullopt;
  if (File == Site.Text.file() && Whole->End < Site.Range.Begin) {
    if (redefines(Text.text({Whole->End, Site.Range.Begin}), Free))
      return std::nullopt;
  } else if (llvm::any_of(Free, [&](const std::string &Name) {
               return Site.Ctx.Idents.get(Name).hadMacroDefinition();
             }))
    return std::nullopt;
  for (auto [I, Param] : llvm::enumerate(Pattern->parameters()))
    if (!Printer.pass(*Param, Function.getParamDecl(I)->getType(),
                      *Call.getArg(I + First)))
      return std::nullopt;
  std::optional<CalledText> Out = Printer.print();
  if (Out) {
    Out->Passed = Printer.passedTo(Function);
    Out->Passed->Object = Object;
    Out->Passed->Constants = templateConstants(Call, Function);
  }
  return Out;
}

} // namespace cudapipe
