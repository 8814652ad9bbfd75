//===- PlausibleInstance.cpp - For templates that nothing instantiates ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Match/PlausibleInstance.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cudapipe {
namespace {

bool isWord(char C) { return llvm::isAlnum(C) || C == '_'; }

/// `32, float` of `Name<32, float><<<..`, wherever that stands in \p Text.
std::vector<std::string> launchedWith(llvm::StringRef Text,
                                      llvm::StringRef Name) {
  for (size_t At = Text.find(Name); At != llvm::StringRef::npos;
       At = Text.find(Name, At + 1)) {
    if (At > 0 && isWord(Text[At - 1]))
      continue;
    llvm::StringRef Rest = Text.drop_front(At + Name.size()).ltrim();
    if (!Rest.consume_front("<") || Rest.starts_with("<"))
      continue;
    std::vector<std::string> Out(1);
    unsigned Depth = 0;
    size_t End = 0;
    for (; End < Rest.size() && !llvm::StringRef(";{}").contains(Rest[End]);
         ++End) {
      const char C = Rest[End];
      if (C == '>' && Depth == 0)
        break;
      Depth += C == '(' || C == '<';
      Depth -= C == ')' || C == '>';
      if (C == ',' && Depth == 0)
        Out.emplace_back();
      else
        Out.back().push_back(C);
    }
    if (Rest.drop_front(End).drop_front(1).ltrim().starts_with("<<<")) {
      for (std::string &Argument : Out)
        Argument = llvm::StringRef(Argument).trim().str();
      return Out;
    }
  }
  return {};
}

class InstanceReader {
public:
  explicit InstanceReader(const ASTContext &Ctx) : Ctx(Ctx) {}

  /// The argument for \p Param, "" if nothing is plausible; \p Written: in a
  /// launch, "" if there is none.
  std::string argumentFor(const NamedDecl &Param,
                          llvm::StringRef Written) const;

private:
  bool namesType(llvm::StringRef Text) const;
  bool isNumber(llvm::StringRef Text) const;
  const IdentifierInfo *find(llvm::StringRef Name) const {
    auto It = Ctx.Idents.find(Name);
    return It == Ctx.Idents.end() ? nullptr : It->second;
  }

  const ASTContext &Ctx;
};

/// \p Text is a type wherever it stands.
bool InstanceReader::namesType(llvm::StringRef Text) const {
  if (llvm::StringSwitch<bool>(Text)
          .Cases({"float", "double", "int", "unsigned", "char", "short"}, true)
          .Cases({"long", "unsigned int", "unsigned char", "signed char"}, true)
          .Default(false))
    return true;
  const IdentifierInfo *Name = find(Text);
  return Name &&
         llvm::any_of(Ctx.getTranslationUnitDecl()->lookup(Name),
                      [](const NamedDecl *D) { return isa<TypeDecl>(D); });
}

/// \p Text is made of numbers, and of constants of the file's scope.
bool InstanceReader::isNumber(llvm::StringRef Text) const {
  if (Text.empty() || !llvm::all_of(Text, [](char C) {
        return isWord(C) || llvm::StringRef(" +-*/%()").contains(C);
      }))
    return false;
  while (!(Text = Text.drop_until(isWord)).empty()) {
    const llvm::StringRef Word = Text.take_while(isWord);
    Text = Text.drop_front(Word.size());
    if (llvm::isDigit(Word.front()) || Word == "true" || Word == "false")
      continue;
    const IdentifierInfo *Name = find(Word);
    if (!Name ||
        (!Name->hasMacroDefinition() &&
         llvm::none_of(Ctx.getTranslationUnitDecl()->lookup(Name),
                       [](const NamedDecl *D) {
                         const auto *Var = dyn_cast<VarDecl>(D);
                         return isa<EnumConstantDecl>(D) ||
                                (Var && Var->getType().isConstQualified());
                       })))
      return false;
  }
  return true;
}

std::string InstanceReader::argumentFor(const NamedDecl &Param,
                                        llvm::StringRef Written) const {
  if (isa<TemplateTypeParmDecl>(Param))
    return namesType(Written) ? Written.str() : "float";
  return isa<NonTypeTemplateParmDecl>(Param) && isNumber(Written)
             ? Written.str()
             : "";
}

bool hasDefault(const NamedDecl &Param) {
  if (const auto *Type = dyn_cast<TemplateTypeParmDecl>(&Param))
    return Type->hasDefaultArgument();
  const auto *Number = dyn_cast<NonTypeTemplateParmDecl>(&Param);
  return Number && Number->hasDefaultArgument();
}

} // namespace

/// The arguments of an instance of \p Template, "" if none is plausible.
static std::string plausibleArguments(const FunctionTemplateDecl &Template,
                                      const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const std::vector<std::string> Written =
      launchedWith(SM.getBufferData(SM.getMainFileID()), Template.getName());
  const InstanceReader Reader(Ctx);
  std::vector<std::string> Out;
  for (auto [I, Param] : llvm::enumerate(*Template.getTemplateParameters())) {
    if (Param->isParameterPack() || (I >= Written.size() && hasDefault(*Param)))
      break;
    Out.push_back(Reader.argumentFor(
        *Param, I < Written.size() ? llvm::StringRef(Written[I]) : ""));
    if (Out.back().empty())
      return "";
  }
  return "<" + llvm::join(Out, ", ") + ">";
}

std::string plausibleInstance(const FunctionDecl &Kernel,
                              const ASTContext &Ctx) {
  if (!Kernel.hasAttr<CUDAGlobalAttr>() ||
      !Kernel.getDeclContext()->getRedeclContext()->isFileContext())
    return "";
  PrintingPolicy Policy = Ctx.getPrintingPolicy();
  Policy.SuppressUnwrittenScope = true;
  std::string Arguments;
  llvm::raw_string_ostream List(Arguments);
  if (const FunctionTemplateDecl *Template =
          Kernel.getDescribedFunctionTemplate())
    List << plausibleArguments(*Template, Ctx);
  else if (const auto *Made = Kernel.getTemplateSpecializationArgs())
    printTemplateArgumentList(List, Made->asArray(), Policy);
  if (Arguments.empty())
    return "";
  std::string Out = "::";
  llvm::raw_string_ostream Name(Out);
  Kernel.printQualifiedName(Name, Policy);
  return Out + Arguments;
}

} // namespace cudapipe
