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
#include "BodyNames.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

/// Puts one body into text.
class BodyPrinter {
public:
  BodyPrinter(const CallExpr &Call, const CompoundStmt &Body,
              const SourceText &Text, const CallSite &Site)
      : Call(Call), Body(Body), Text(Text), Site(Site), Inside(Body) {}

  /// Value of the parameter \p Param, of the type \p Type in what runs, whose
  /// position among the arguments is that of \p Arg.
  bool pass(const ParmVarDecl &Param, QualType Type, const Expr &Arg);
  /// What is done with the arguments passed so far, which are parameters of
  /// \p Function.
  PassedCall passedTo(const FunctionDecl &Function) const;
  /// Types of parameters that name one of \p Names cannot be spelled.
  void avoid(const NameSet &Names) {
    Foreign.insert(Names.begin(), Names.end());
  }
  /// \p Param is \p Value wherever the body names it.
  void replace(const NamedDecl &Param, StringRef Value);
  std::optional<CalledText> print();
  const BodyNames &names() const { return Inside; }

private:
  bool standsFor(const ParmVarDecl &Param, QualType Wanted,
                 const Expr &Arg) const;
  bool isExposed(const VarDecl &Var) const;

  const CallExpr &Call;
  const CompoundStmt &Body;
  const SourceText &Text;
  const CallSite &Site;
  BodyNames Inside;
  std::vector<TextEdit> Edits;
  std::string Declarations;
  NameSet Declared, Foreign;
  std::vector<PassedArgument> Passed;
  bool IsLost = false; // A macro's own text names a parameter.
};

/// The body may change \p Var, a variable of the kernel, in some way.
bool BodyPrinter::isExposed(const VarDecl &Var) const {
  if (Var.getType().isConstQualified())
    return false;
  if (!Var.hasLocalStorage())
    return true;
  return mayChange(&Body, &Var) ||
         llvm::any_of(Call.arguments(),
                      [&](const Expr *Arg) { return mayChange(Arg, &Var); });
}

/// \p Arg may stand wherever \p Param does.
bool BodyPrinter::standsFor(const ParmVarDecl &Param, QualType Wanted,
                            const Expr &Arg) const {
  const Expr *Plain = Arg.IgnoreParenImpCasts();
  if (const auto *Value = dyn_cast<SubstNonTypeTemplateParmExpr>(Plain))
    Plain = Value->getReplacement()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Plain);
  if (!Ref && !isa<IntegerLiteral>(Plain))
    return false;
  bool ByReference = Wanted->isReferenceType();
  if (ByReference)
    return Ref && Ref->getDecl()->getType().getNonReferenceType() ==
                      Wanted.getNonReferenceType();
  if (mayChange(&Body, &Param))
    return false;
  QualType Given = Plain->getType();
  if (Given->isArrayType()) {
    // sizeof and templates see an array where they saw a pointer.
    if (!usesAsArray(&Body, Param))
      return false;
    Given = Site.Ctx.getArrayDecayedType(Given);
  }
  if (Wanted->isPointerType() && Given->isPointerType()) {
    Wanted = Wanted->getPointeeType();
    Given = Given->getPointeeType();
  }
  if (Given.getCanonicalType().getUnqualifiedType() !=
      Wanted.getCanonicalType().getUnqualifiedType())
    return false;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  // An array stays where it is.
  return !Var || Var->getType()->isArrayType() || !isExposed(*Var);
}

void BodyPrinter::replace(const NamedDecl &Param, StringRef Value) {
  const SourceManager &SM = Site.Ctx.getSourceManager();
  TextRange Whole = Text.range(&Body).value_or(TextRange{0, 0});
  std::set<unsigned> Places; // An argument of a macro may be named twice.
  for (SourceLocation Use : Inside.usesOf(Param)) {
    SourceLocation At = SM.getSpellingLoc(Use);
    unsigned Begin = SM.getFileOffset(At);
    IsLost |= SM.getFileID(At) != Text.file() || Begin < Whole.Begin ||
              Begin >= Whole.End;
    Places.insert(Begin);
  }
  for (unsigned At : Places)
    Edits.push_back({{At, At + unsigned(Param.getName().size())}, Value.str()});
}

bool BodyPrinter::pass(const ParmVarDecl &Param, QualType Type,
                       const Expr &Arg) {
  std::optional<std::string> Value = Site.Text.text(&Arg);
  if (!Value || isa<CXXDefaultArgExpr>(Arg))
    return false;
  Passed.push_back({&Param, &Arg, PassedArgument::NotNamed});
  if (Param.getName().empty())
    return !Arg.HasSideEffects(Site.Ctx);
  // In the body the argument's names would mean something else.
  for (const std::string &Name : namesIn(*Value))
    if (Inside.declares(Name))
      return false;
  if (standsFor(Param, Type, Arg)) {
    replace(Param, *Value);
    Passed.back().How = PassedArgument::ByName;
    return true;
  }
  Passed.back().How = PassedArgument::AsVariable;
  std::optional<TextRange> Range = Text.range(Param.getSourceRange());
  if (!Range || Param.hasDefaultArg() || Param.isParameterPack() ||
      Param.getOriginalType()->isArrayType())
    return false;
  // Its type has to mean the same in the kernel.
  for (const std::string &Word : namesIn(Text.text(*Range)))
    if (Word != Param.getName() && Foreign.count(Word))
      return false;
  std::string Name = Param.getName().str();
  unsigned At = Site.Ctx.getSourceManager().getFileOffset(Param.getLocation());
  // `int k = k + 1;` would read itself.
  if (namesIn(*Value).count(Name)) {
    Name += "_arg";
    replace(Param, Name);
  }
  std::optional<std::string> Declaration = Text.edited(
      *Range, {{{At, At + unsigned(Param.getName().size())}, Name}});
  if (!Declaration || Inside.declares(Name))
    return false;
  Declarations += *Declaration + " = " + *Value + ";\n";
  Declared.insert(Name);
  return true;
}

PassedCall BodyPrinter::passedTo(const FunctionDecl &Function) const {
  PassedCall Out{&Call, Function.getBody(), Passed};
  for (auto [I, Argument] : llvm::enumerate(Out.Arguments))
    Argument.Param = Function.getParamDecl(I);
  return Out;
}

/// What only its place gives a meaning.
bool hasDirectives(StringRef Code) {
  llvm::SmallVector<StringRef> Lines;
  Code.split(Lines, '\n');
  return llvm::any_of(Lines, [](StringRef Line) {
    return Line.ltrim().starts_with("#") &&
           !Line.ltrim().drop_front().ltrim().starts_with("pragma");
  });
}

std::optional<CalledText> BodyPrinter::print() {
  std::optional<TextRange> Range = Text.range(&Body);
  if (!Range || !Inside.canMove() || IsLost)
    return std::nullopt;
  TextRange Between{Range->Begin + 1, Range->End - 1};
  if (hasDirectives(Text.text(Between)))
    return std::nullopt;
  std::optional<std::string> Lines = Text.edited(Between, Edits);
  if (!Lines)
    return std::nullopt;
  CalledText Out;
  Out.Body = Declarations + unindented(*Lines);
  Out.PragmasAtLineStart = hasPragmasAtLineStart(*Lines);
  Out.Declares = Inside.outermost();
  Out.Declares.insert(Declared.begin(), Declared.end());
  Out.Means = namesIn(Out.Body);
  for (const std::string &Name : Inside.all())
    Out.Means.erase(Name);
  Out.Means.merge(Inside.outside());
  return Out;
}

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

/// All captured copies are of numbers and pointers that never change.
bool capturesByName(const LambdaExpr &Lambda, const FunctionDecl &Kernel) {
  return llvm::all_of(Lambda.captures(), [&](const LambdaCapture &Capture) {
    if (!Capture.capturesVariable() || Lambda.isInitCapture(&Capture))
      return false;
    const auto *Var = dyn_cast<VarDecl>(Capture.getCapturedVar());
    return Capture.getCaptureKind() == LCK_ByRef ||
           (Var && Var->getType()->isScalarType() &&
            !mayChange(Kernel.getBody(), Var));
  });
}

} // namespace

std::optional<CalledText> textOfLambda(const CallExpr &Call,
                                       const VarDecl &Lambda,
                                       const CallSite &Site) {
  const auto *Made = dyn_cast_or_null<LambdaExpr>(
      Lambda.getInit() ? Lambda.getInit()->IgnoreImplicit() : nullptr);
  if (!Made || Made->isMutable() || !capturesByName(*Made, Site.Kernel))
    return std::nullopt;
  const CompoundStmt &Body = *Made->getCompoundStmtBody();
  llvm::ArrayRef<ParmVarDecl *> Params = Made->getCallOperator()->parameters();
  // The kernel's name of it, and nobody else calls it.
  NameUses Uses(Site.Kernel, Lambda);
  std::optional<TextRange> Whole = Site.Text.range(Made);
  const DeclStmt *Statement = Uses.declaration();
  // Code that #if switches off may call it too.
  std::optional<TextRange> All = Site.Text.range(Site.Kernel.getBody());
  if (!All || countName(Site.Text.text(*All), Lambda.getName()) != 2)
    return std::nullopt;
  if (!Whole || Uses.count() != 1 || !Statement || !Statement->isSingleDecl() ||
      !Site.Text.range(Statement))
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
  for (auto [I, Param] : llvm::enumerate(Params))
    if (!Printer.pass(*Param, Param->getType(), *Call.getArg(I + First)))
      return std::nullopt;
  std::optional<CalledText> Out = Printer.print();
  if (!Out)
    return std::nullopt;
  // Of a generic lambda, what this call runs.
  const FunctionDecl *Runs = calledFunction(Call);
  Out->Passed = Printer.passedTo(Runs ? *Runs : *Made->getCallOperator());
  Out->Passed->Gone = &Lambda;
  TextRange Gone = *Site.Text.statement(Statement);
  unsigned Line = Site.Text.lineStart(Gone.Begin);
  if (!Site.Text.text({Line, Gone.Begin}).trim().empty())
    return std::nullopt;
  unsigned Above = Site.Text.leading(Gone.Begin).Begin;
  Out->Comment = unindented(Site.Text.text({Above, Line}));
  Out->Definition = TextRange{Above, Site.Text.endOfTrivia(Gone.End)};
  return Out;
}

/// \p Pattern has neither overloads nor specializations that another
/// instantiation of its caller could mean.
static bool isTheOnlyOne(const FunctionDecl &Pattern) {
  const DeclContext *Around = Pattern.getDeclContext()->getRedeclContext();
  const FunctionTemplateDecl *Template = Pattern.getDescribedFunctionTemplate();
  if (Template)
    for (const FunctionDecl *Special : Template->specializations())
      if (Special->getTemplateSpecializationKind() ==
          TSK_ExplicitSpecialization)
        return false;
  const NamedDecl *Self = Template ? cast<NamedDecl>(Template) : &Pattern;
  return llvm::all_of(
      Around->lookup(Pattern.getDeclName()), [&](const NamedDecl *Other) {
        return Other->getCanonicalDecl() == Self->getCanonicalDecl();
      });
}

std::optional<CalledText> textOfFunction(const CallExpr &Call,
                                         const FunctionDecl &Function,
                                         const CallSite &Site) {
  const FunctionDecl *Pattern = Function.getTemplateInstantiationPattern();
  Pattern = Pattern ? Pattern : &Function;
  const SourceManager &SM = Site.Ctx.getSourceManager();
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Pattern->getBody());
  if (!Body || isa<CXXMethodDecl>(Pattern) || Pattern->isVariadic() ||
      Call.getNumArgs() != Pattern->getNumParams() ||
      ((Site.Kernel.isTemplated() || Site.Kernel.isTemplateInstantiation() ||
        Function.isTemplateInstantiation()) &&
       !isTheOnlyOne(*Pattern)))
    return std::nullopt;
  FileID File = SM.getFileID(SM.getExpansionLoc(Pattern->getLocation()));
  SourceText Text(File, Site.Ctx);
  BodyPrinter Printer(Call, *Body, Text, Site);
  NameSet Free = freeNames(*Body, Text, Printer.names(), Pattern->parameters());
  if (!passTemplateArguments(Call, Function, Free, Site,
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
                      *Call.getArg(I)))
      return std::nullopt;
  std::optional<CalledText> Out = Printer.print();
  if (Out) {
    Out->Passed = Printer.passedTo(Function);
    Out->Passed->Constants = templateConstants(Call, Function);
  }
  return Out;
}

} // namespace cudapipe
