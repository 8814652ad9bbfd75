//===- HelperWriter.cpp - Called functions made asynchronous --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HelperWriter.h"
#include "Builds/TemplateSizes.h"
#include "IncludePlace.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/TemplateTypes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

std::optional<TextEdit> HelperWriter::renamedCall(const CallExpr &Call,
                                                  const AsyncHelpers &Helpers,
                                                  const SourceText &Text,
                                                  const ASTContext &Ctx) {
  auto It = Helpers.Forms.find(placeOf(*calledFunction(Call), Ctx));
  std::optional<TextRange> At = Text.range(SourceRange(nameInCall(Call)));
  if (It == Helpers.Forms.end() || !At)
    return std::nullopt;
  // A lambda keeps its variable, and that its name.
  if (It->second.Name.empty())
    return TextEdit{*At, Text.text(*At).str()};
  if (Text.text(*At) != It->second.Function->getName())
    return std::nullopt;
  return TextEdit{*At, It->second.Name};
}

/// The variable whose elements \p Destination names.
static const VarDecl *baseOf(const Expr *E) {
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
      E = subscriptBase(*Sub);
    else if (const auto *Op = dyn_cast<UnaryOperator>(E))
      E = Op->getSubExpr();
    else if (const auto *Op = dyn_cast<BinaryOperator>(E))
      E = Op->getLHS();
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// `float`, as the function spells it.
std::optional<std::string> HelperWriter::typeName(const TileCopy &Copy) const {
  QualType Stored = accessType(Copy.Destination, Ctx);
  const VarDecl *Base = baseOf(Copy.Destination);
  if (const TypeSourceInfo *Info = Base ? Base->getTypeSourceInfo() : nullptr) {
    TypeLoc Loc = Info->getTypeLoc();
    while (true) {
      if (auto Array = Loc.getAs<ArrayTypeLoc>())
        Loc = Array.getElementLoc();
      else if (auto Pointer = Loc.getAs<PointerTypeLoc>())
        Loc = Pointer.getPointeeLoc();
      else if (auto Reference = Loc.getAs<ReferenceTypeLoc>())
        Loc = Reference.getPointeeLoc();
      else if (auto Paren = Loc.getAs<ParenTypeLoc>())
        Loc = Paren.getInnerLoc();
      else if (auto Attributed = Loc.getAs<AttributedTypeLoc>())
        Loc = Attributed.getModifiedLoc();
      else
        break;
    }
    std::optional<TextRange> R =
        Text.range(Loc.getUnqualifiedLoc().getSourceRange());
    if (R && Ctx.hasSameUnqualifiedType(Loc.getType(), Stored) &&
        !Loc.getType()->getContainedAutoType())
      return Text.text(*R).str();
  }
  return typeOf(Copy.Destination, nullptr, Text, Ctx);
}

/// The definition from its first word, a template's parameters included, to
/// its closing brace.
std::optional<TextRange> HelperWriter::wholeText(const FunctionDecl &F) const {
  std::optional<TextRange> Name = Text.range(SourceRange(F.getLocation()));
  std::optional<TextRange> Body = Text.range(F.getBody());
  if (!Name || !Body || F.getLocation().isMacroID())
    return std::nullopt;
  // Attributes and macros may stand in front: take all behind what ends the
  // declaration before.
  const SourceManager &SM = Ctx.getSourceManager();
  Lexer Lex(SM.getLocForStartOfFile(Text.file()), Ctx.getLangOpts(),
            Text.code().begin(), Text.code().begin(), Text.code().end());
  std::optional<unsigned> Begin;
  Token Tok;
  unsigned Directive = ~0u;
  while (!Lex.LexFromRawLexer(Tok)) {
    unsigned At = SM.getFileOffset(Tok.getLocation());
    if (At >= Name->Begin)
      break;
    unsigned Line = Text.lineStart(At);
    if (Tok.is(tok::hash) && Tok.isAtStartOfLine())
      Directive = Line;
    // A directive ends with its line, or goes on behind a backslash.
    if (Directive != ~0u) {
      llvm::StringRef Between = Text.text({Directive, Line});
      if (Line == Directive || Between.rtrim("\r\n").ends_with("\\")) {
        Begin.reset();
        continue;
      }
      Directive = ~0u;
    }
    if (Tok.isOneOf(tok::semi, tok::l_brace, tok::r_brace))
      Begin.reset();
    else if (!Begin)
      Begin = At;
  }
  if (!Begin)
    return std::nullopt;
  return TextRange{*Begin, Body->End};
}

std::optional<Rejection> HelperWriter::check(const Called &F, TextRange Whole,
                                             bool InPlace) const {
  auto Reject = [&](std::string Why) {
    return Rejection{RejectionKind::UnsupportedStatement,
                     F.From.front()->getSourceRange(), std::move(Why)};
  };
  if (Text.hasConditionals(Whole))
    return Rejection{RejectionKind::MacroLoop, F.Function->getSourceRange(),
                     "the function holds an #if, #include or #define"};
  std::string Name = "'" + F.Function->getNameAsString() + "'";
  if (const auto *Host = F.Function->getAttr<CUDAHostAttr>();
      Host && !Host->isImplicit())
    return Reject(Name + " stores the tile and is compiled for the host too");
  if (InPlace)
    return std::nullopt;
  if (dependsOnPlace(F.Function->getBody(), Ctx.getSourceManager()))
    return Reject("a copy of " + Name +
                  " would count anew, or have another name");
  if (isLambdaBody(*F.Function))
    return Reject("the lambda stores the tile and is also used where nothing "
                  "waits for asynchronous copies");
  if (Ctx.getSourceManager().isBeforeInTranslationUnit(
          M.Header.Loop->getBeginLoc(), F.Function->getBody()->getBeginLoc()))
    return Reject(Name + " stores the tile and is defined behind the loop");
  if (F.Function->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
    return Reject(Name + " stores the tile and is a specialization that other "
                         "code calls too");
  for (const CallExpr *Call : F.From) {
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
    if (Ref && isa<UsingShadowDecl>(Ref->getFoundDecl()))
      return Reject(Name + " stores the tile and comes by a using-declaration");
  }
  return std::nullopt;
}

std::optional<Rejection>
HelperWriter::editCopies(const Called &F, std::vector<TextEdit> &Edits) const {
  auto Cut = [](const Stmt *S) {
    return Rejection{RejectionKind::MacroLoop, S->getSourceRange(),
                     "this store of the tile is spelled by a macro"};
  };
  // An if/else may make several copies; a function may be called for several
  // tiles.
  llvm::MapVector<const Stmt *, llvm::SmallVector<const TileCopy *, 2>> ByPlace;
  for (const TileCopy *Copy : F.Copies) {
    auto &Here = ByPlace[Copy->Zero.GuardIf ? (const Stmt *)Copy->Zero.GuardIf
                                            : Copy->Store];
    if (llvm::none_of(Here, [&](const TileCopy *Other) {
          return Other->Store == Copy->Store;
        }))
      Here.push_back(Copy);
  }
  auto To = [&](const TileCopy &Copy) {
    return Text.text(Copy.Destination).value_or("");
  };
  const AsyncCopyWriter Writer{Variant, /*Object=*/"", Text, Ctx, Lines, Unit};
  for (const auto &[S, Copies] : ByPlace) {
    std::optional<TextRange> At = Text.statement(S);
    if (!At)
      return Cut(S);
    // Another instantiation may have elements that cp.async cannot copy.
    std::vector<std::string> Tests;
    for (const TileCopy *Copy : Copies) {
      const bool IsChosen =
          F.Function->isTemplateInstantiation() &&
          dependsOnArgument(accessType(Copy->Destination, Ctx));
      if (std::string Test = isAsyncElement(
              typeName(*Copy).value_or("decltype(" + To(*Copy) + ")"),
              Copy->Bytes);
          (IsChosen || !typeOf(Copy->Destination, nullptr, Text, Ctx)) &&
          !llvm::is_contained(Tests, Test))
        Tests.push_back(std::move(Test));
    }
    const std::string Indent = Text.indentAt(At->Begin).str(),
                      Inner = Tests.empty() ? Indent : Indent + Unit;
    std::string New;
    for (const TileCopy *Copy : Copies) {
      const std::string Size =
          "sizeof(" + typeName(*Copy).value_or(To(*Copy)) + ")";
      std::optional<std::string> Line = Writer.write(
          *Copy, Size, [&](const Expr *E) { return Text.text(E); }, Inner);
      if (!Line)
        return Cut(Copy->Store);
      New += (New.empty() ? "" : "\n" + Inner) + *Line;
    }
    if (!Tests.empty())
      New = whereAsync(
          ifConstexpr(Ctx), allOf(Tests), New,
          reindent(Text.text(*At), Indent, Inner).substr(Inner.size()), Indent,
          Inner);
    // Instantiations share the text of their template.
    auto Same = llvm::find_if(Edits, [&](const TextEdit &E) {
      return E.Range.Begin == At->Begin && E.Range.End == At->End;
    });
    if (Same == Edits.end())
      Edits.push_back({*At, New});
    else if (Same->Text != New)
      return Rejection{RejectionKind::InstantiationsDisagree,
                       S->getSourceRange(),
                       "'" + F.Function->getNameAsString() +
                           "' needs another asynchronous form in each"};
  }
  return std::nullopt;
}

std::optional<Rejection>
HelperWriter::writeFunction(const Called &F, std::vector<TextEdit> &Out) {
  AsyncHelpers::Place Place = placeOf(*F.Function, Ctx);
  bool Lambda = isLambdaBody(*F.Function);
  // A function of another file is called by others, as far as is known.
  bool InPlace = !Helpers.Shared.count(Place) && isInFileOf(M.Header.Loop) &&
                 (Lambda || !isInHeader(*F.Function, Ctx));
  std::optional<TextRange> Whole =
      Lambda ? Text.range(F.Function->getBody()) : wholeText(*F.Function);
  if (!Whole)
    return Rejection{RejectionKind::UnsupportedStatement,
                     F.From.front()->getSourceRange(),
                     "'" + F.Function->getNameAsString() +
                         "' stores the tile and is spelled by a macro or "
                         "defined in another file"};
  if (std::optional<Rejection> Why = check(F, *Whole, InPlace))
    return Why;
  std::vector<TextEdit> Edits;
  for (const CallExpr *Call : F.Inner) {
    std::optional<TextEdit> Renamed = renamedCall(*Call, Helpers, Text, Ctx);
    if (!Renamed)
      return Rejection{RejectionKind::MacroLoop, Call->getSourceRange(),
                       "this call is spelled by a macro"};
    if (Text.text(Renamed->Range) != Renamed->Text)
      Edits.push_back(*Renamed);
  }
  if (std::optional<Rejection> Why = editCopies(F, Edits))
    return Why;

  auto Known = Helpers.Forms.find(Place);
  std::string Name = Lambda ? "" : F.Function->getNameAsString();
  if (Known != Helpers.Forms.end())
    Name = Known->second.Name;
  else if (!InPlace)
    // As the user writes names: loadTile, load_tile, Load.
    Name = Names.uniqueInFile(llvm::any_of(Name, isUppercase) &&
                                      Name.find('_') == std::string::npos
                                  ? Name + "Async"
                                  : Name + "_async");
  unsigned Begin = Text.leading(Whole->Begin).Begin;
  std::vector<TextEdit> ForCopy = Edits;
  if (!InPlace)
    ForCopy.push_back(
        {*Text.range(SourceRange(F.Function->getLocation())), Name});
  std::optional<std::string> New =
      Text.edited(InPlace ? *Whole : TextRange{Begin, Whole->End}, ForCopy);
  if (!New)
    return Rejection{RejectionKind::MacroLoop, F.Function->getSourceRange(),
                     "the stores of the function overlap"};
  if (Known == Helpers.Forms.end()) {
    Known = Helpers.Forms.insert({Place, {F.Function, Name, *New, {}}}).first;
    std::optional<TextRange> Body = Text.range(M.Header.Body);
    if (Lambda && Body && Body->contains(*Whole)) {
      // It moves with the load phase, which prints it in its new form.
    } else if (InPlace) {
      Out.insert(Out.end(), Edits.begin(), Edits.end());
    } else {
      unsigned End = Text.endOfTrivia(Whole->End);
      std::string Indent = Text.indentAt(Whole->Begin).str();
      Out.push_back({{End, End},
                     "\n" + Indent + "// " + F.Function->getNameAsString() +
                         "() with asynchronous copies, which the caller waits "
                         "for.\n" +
                         *New + "\n"});
    }
  } else if (Known->second.Text != *New) {
    return Rejection{RejectionKind::UnsupportedStatement,
                     F.From.front()->getSourceRange(),
                     "two calls of '" + F.Function->getNameAsString() +
                         "' need different asynchronous forms of it"};
  }
  for (const CallExpr *Call : F.From)
    Known->second.Calls.insert(placeOf(*Call, Ctx));
  return std::nullopt;
}

bool HelperWriter::isInFileOf(const Stmt *S) const {
  const SourceManager &SM = Ctx.getSourceManager();
  return SM.getFileID(SM.getExpansionLoc(S->getBeginLoc())) == Text.file();
}

bool HelperWriter::mayEditElsewhere(const FunctionDecl &F) const {
  FileID File =
      Helpers.Scope ? Helpers.Scope->fileOf(F.getLocation()) : Text.file();
  return File != Text.file() && Helpers.Scope->contains(File) &&
         !Helpers.Scope->isRepeated(File);
}

/// \p F stands in a header that may be edited.
std::optional<Rejection>
HelperWriter::writeElsewhere(const Called &F,
                             std::vector<tooling::AtomicChange> &Out) {
  const SourceManager &SM = Ctx.getSourceManager();
  SourceText There(Helpers.Scope->fileOf(F.Function->getLocation()), Ctx);
  std::vector<TextEdit> Edits;
  if (std::optional<Rejection> Why =
          HelperWriter(M, Plan, Names, Helpers, There, Unit, Ctx)
              .writeFunction(F, Edits))
    return Why;
  if (Edits.empty())
    return std::nullopt; // an earlier loop had it made
  tooling::AtomicChange Change(SM,
                               SM.getExpansionLoc(F.Function->getLocation()));
  SourceLocation Start = SM.getLocForStartOfFile(There.file());
  for (const TextEdit &E : Edits)
    llvm::cantFail(Change.replace(SM, Start.getLocWithOffset(E.Range.Begin),
                                  E.Range.End - E.Range.Begin, E.Text));
  if (std::optional<Rejection> Why =
          addInclude(Change, Variant.Header, There, *F.Function,
                     F.From.front()->getSourceRange(), Ctx))
    return Why;
  Out.push_back(std::move(Change));
  return std::nullopt;
}

std::optional<Rejection>
HelperWriter::write(std::vector<TextEdit> &Out,
                    std::vector<tooling::AtomicChange> &Others) {
  // Inner functions come before those that call them.
  size_t Deepest = 0;
  for (const TileCopy &Copy : M.Copies)
    Deepest = std::max(Deepest, Copy.Path.Calls.size());
  llvm::MapVector<AsyncHelpers::Place, Called> Functions;
  for (size_t Depth = Deepest; Depth > 0; --Depth)
    for (auto [Travels, Copy] : llvm::zip_equal(Plan.Travels, M.Copies)) {
      // What only stores its arguments does so as it is.
      if (Copy.Path.Calls.size() < Depth || Travels != Travel::Async)
        continue;
      const CallExpr *Call = Copy.Path.Calls[Depth - 1];
      const FunctionDecl *Function = calledFunction(*Call);
      // A function that stays as it is goes on calling the plain form.
      for (const CallExpr *Outer :
           llvm::ArrayRef(Copy.Path.Calls).take_front(Depth))
        if (Helpers.Shared.count(placeOf(*calledFunction(*Outer), Ctx)))
          Helpers.Shared.insert(placeOf(*Function, Ctx));
      Called &F = Functions[placeOf(*Function, Ctx)];
      F.Function = Function;
      if (!llvm::is_contained(F.From, Call))
        F.From.push_back(Call);
      if (Copy.Path.Calls.size() == Depth)
        F.Copies.push_back(&Copy);
      else if (llvm::none_of(F.Inner, [&](const CallExpr *Other) {
                 return placeOf(*Other, Ctx) ==
                        placeOf(*Copy.Path.Calls[Depth], Ctx);
               }))
        F.Inner.push_back(Copy.Path.Calls[Depth]);
    }
  for (auto &Entry : Functions)
    if (std::optional<Rejection> Why =
            mayEditElsewhere(*Entry.second.Function)
                ? writeElsewhere(Entry.second, Others)
                : writeFunction(Entry.second, Out))
      return Why;
  return std::nullopt;
}

} // namespace cudapipe
