//===- IncludePlace.cpp - Where a header can be included ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// applyChanges() puts an include among those of its kind. That is no place
// where
//
// - a branch around the function keeps compilers out that do not know the
//   header: the include belongs into it,
// - a macro that is defined there changes what the header says: it belongs in
//   front of that.
//
//===----------------------------------------------------------------------===//

#include "IncludePlace.h"
#include "cudapipe/Frontend/Directives.h"
#include "cudapipe/Frontend/ReadingOrder.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

/// A line that gives a word of the header a meaning, or takes it away.
struct MacroLine {
  SourceLocation At;
  ReadingPosition Place;
  std::string Name;
  bool IsDefinition;
  /// Directives::around() of it.
  std::vector<unsigned> Around;
};

/// What a macro of the name \p Name does to the header.
bool changesHeader(StringRef Name, bool HasParameters) {
  const int Kind = llvm::StringSwitch<int>(Name)
#define CALLED(Name) .Case(#Name, 2)
#define MEMBER(Name) .Case(#Name, 1)
#include "HeaderMembers.def"
                       .Default(0);
  return Kind == 2 || (Kind == 1 && !HasParameters);
}

/// The words of an expression, `defined` aside.
llvm::SmallVector<StringRef, 4> wordsOf(StringRef Condition) {
  llvm::SmallVector<StringRef, 4> Out;
  while (!Condition.empty()) {
    StringRef Word = Condition.take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_'; });
    if (!Word.empty() && !llvm::isDigit(Word[0]) && Word != "defined")
      Out.push_back(Word);
    Condition = Condition.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return Out;
}

/// \p Condition keeps compilers for HIP out.
bool excludesHip(StringRef Condition) {
  if (Condition.contains("||"))
    return false;
  return Condition.contains("!defined(__HIP") ||
         Condition.contains("!defined __HIP") ||
         llvm::any_of(wordsOf(Condition), [&](StringRef Word) {
           const char *Begin = Word.data();
           StringRef Front = Condition.take_front(Begin - Condition.data());
           return (Word == "__CUDACC__" || Word == "__NVCC__") &&
                  !Front.contains('!');
         });
}

/// Compilers tell themselves apart by it.
bool isOfCompiler(StringRef Word) {
  return Word.starts_with("__CUDA") || Word.starts_with("__NVCC") ||
         Word.starts_with("__HIP");
}

class IncludePlaces {
public:
  IncludePlaces(StringRef Header, const SourceText &Text,
                std::vector<unsigned> Uses, const ASTContext &Ctx)
      : Header(Header), Text(Text), SM(Ctx.getSourceManager()),
        Lines(Text.code()), First(*llvm::min_element(Uses)),
        Around(Lines.aroundAll(Uses)) {
    const bool IsMain = Text.file() == SM.getMainFileID();
    for (unsigned Branch : Around)
      if (!IsMain || llvm::any_of(wordsOf(Lines.branches()[Branch].Condition),
                                  isOfCompiler))
        Needed.push_back(Branch);
    readMacros();
  }

  /// The function sees the header wherever it is compiled.
  bool isThere() const {
    return llvm::any_of(Lines.lines(), [&](const DirectiveLine &Line) {
      return Line.Name == "include" && Line.End <= First && isOurs(Line) &&
             isAlwaysRead(Line.Begin);
    });
  }
  /// Nothing stands against a place among the includes.
  bool isUsual() const {
    unsigned Last = 0;
    for (const DirectiveLine &Line : Lines.lines())
      if (Line.Name == "include" && Line.End <= First)
        Last = Line.End;
    return Needed.empty() && !macroAt(Last);
  }
  /// An edit that includes it.
  std::optional<TextEdit> find() const;
  /// A line that shows that compilers which have no such header read the
  /// function; or null.
  const DirectiveLine *hipLine() const;
  /// What stands against all places.
  std::string whyNot() const;

private:
  void readMacros();
  void readMacrosOf(FileID File);
  bool isOurs(const DirectiveLine &Include) const {
    return StringRef(Include.Rest).trim("<>\"") == Header.trim("<>\"");
  }
  bool takesAway(const MacroLine &Line, const MacroLine &Definition) const;
  const MacroLine *macroAt(unsigned Offset) const;
  /// \p Branch decides as one around what needs the header does.
  bool isAround(unsigned Branch, llvm::ArrayRef<unsigned> These) const {
    StringRef Condition = Lines.branches()[Branch].Condition;
    const bool IsOfCompiler = llvm::all_of(wordsOf(Condition), isOfCompiler);
    return llvm::any_of(These, [&](unsigned Other) {
      return Other == Branch ||
             (IsOfCompiler && Lines.branches()[Other].Condition == Condition);
    });
  }
  bool isAlwaysRead(unsigned Offset) const {
    return llvm::all_of(Lines.around(Offset), [&](unsigned Branch) {
      return isAround(Branch, Around);
    });
  }
  std::optional<std::string> linesAt(unsigned Offset, unsigned Depth,
                                     bool MayWrap) const;
  std::vector<std::pair<unsigned, unsigned>> candidates() const;
  SourceLocation at(unsigned Offset) const {
    return SM.getLocForStartOfFile(Text.file()).getLocWithOffset(Offset);
  }

  StringRef Header;
  const SourceText &Text;
  const SourceManager &SM;
  const Directives Lines;
  unsigned First;
  /// The branches around what needs it, and those of them that it must be in.
  std::vector<unsigned> Around, Needed;
  /// In the order in which they are read.
  std::vector<MacroLine> Macros;
  /// Where the header is read before, in each configuration.
  std::optional<ReadingPosition> Read;
};

void IncludePlaces::readMacrosOf(FileID File) {
  // Few files have one of these: look before lexing.
  StringRef Code = SM.getBufferData(File);
  auto MayDefine = [&] {
    for (size_t At = Code.find("define"); At != StringRef::npos;
         At = Code.find("define", At + 6)) {
      StringRef Name = Code.drop_front(At + 6).ltrim(" \t").take_while(
          [](char C) { return llvm::isAlnum(C) || C == '_'; });
      if (changesHeader(Name, /*HasParameters=*/false))
        return true;
    }
    return false;
  };
  if (!MayDefine() && !Code.contains(Header.trim("<>")))
    return;
  const Directives All(Code);
  for (const DirectiveLine &Line : All.lines()) {
    StringRef Name = Line.word(),
              Behind = StringRef(Line.Rest).substr(Name.size());
    const SourceLocation At =
        SM.getLocForStartOfFile(File).getLocWithOffset(Line.Begin);
    if ((Line.Name == "define" &&
         changesHeader(Name, Behind.starts_with("("))) ||
        (Line.Name == "undef" && changesHeader(Name, false)))
      Macros.push_back({At, readingPosition(At, SM), Name.str(),
                        Line.Name == "define", All.around(Line.Begin)});
    else if (Line.Name == "include" && isOurs(Line) &&
             All.around(Line.Begin).empty() && isAlwaysIncluded(File, SM))
      if (ReadingPosition Place = readingPosition(At, SM);
          !Read || Place < *Read)
        Read = std::move(Place);
  }
}

void IncludePlaces::readMacros() {
  forUserBuffers(SM, [&](FileID File) { readMacrosOf(File); });
  llvm::stable_sort(Macros, [&](const MacroLine &A, const MacroLine &B) {
    return A.Place < B.Place;
  });
}

/// Wherever the macro is defined by \p Definition, \p Line undefines it.
bool IncludePlaces::takesAway(const MacroLine &Line,
                              const MacroLine &Definition) const {
  if (Line.Around.empty())
    return true;
  return SM.getFileID(Line.At) == SM.getFileID(Definition.At) &&
         llvm::all_of(Line.Around, [&](unsigned Branch) {
           return llvm::is_contained(Definition.Around, Branch);
         });
}

/// One that changes the header where it is included at \p Offset; null if it is
/// known there already.
const MacroLine *IncludePlaces::macroAt(unsigned Offset) const {
  const ReadingPosition Place = readingPosition(at(Offset), SM);
  if (Read && *Read < Place)
    return nullptr;
  std::vector<const MacroLine *> Defined;
  for (const MacroLine &Macro : Macros) {
    if (!(Macro.Place < Place))
      break;
    if (Macro.IsDefinition)
      Defined.push_back(&Macro);
    else
      llvm::erase_if(Defined, [&](const MacroLine *Definition) {
        return Definition->Name == Macro.Name && takesAway(Macro, *Definition);
      });
  }
  return Defined.empty() ? nullptr : Defined.front();
}

/// Line starts with the braces open there, the best first.
std::vector<std::pair<unsigned, unsigned>> IncludePlaces::candidates() const {
  std::vector<std::pair<unsigned, unsigned>> Out;
  // Behind another include, or in front of the first.
  std::optional<std::pair<unsigned, unsigned>> InFront;
  for (const DirectiveLine &Line : Lines.lines())
    if (Line.Name == "include" && Line.End <= First &&
        isAlwaysRead(Line.Begin)) {
      Out.emplace(Out.begin(), Line.End, Line.Depth);
      if (!InFront)
        InFront.emplace(Line.Begin, Line.Depth);
    }
  if (InFront)
    Out.push_back(*InFront);
  // At the start of the branch.
  for (unsigned Branch : llvm::reverse(Needed)) {
    const DirectiveLine &Line = Lines.lines()[Lines.branches()[Branch].First];
    Out.emplace_back(Line.End, Line.Depth);
  }
  // In front of what defines the macro, and of the #if around that.
  const MacroLine *Macro = macroAt(First);
  for (const DirectiveLine &Line : Lines.lines()) {
    if (!Macro || Line.End > First ||
        !(Macro->Place < readingPosition(at(Line.End), SM)))
      continue;
    const DirectiveLine *In = &Line;
    for (unsigned Branch : Lines.around(Line.Begin))
      if (!llvm::is_contained(Around, Branch)) {
        In = &Lines.ifOf(Branch);
        break;
      }
    Out.emplace_back(In->Begin, In->Depth);
    break;
  }
  return Out;
}

/// What to insert at \p Offset; nothing if it is no place.
std::optional<std::string>
IncludePlaces::linesAt(unsigned Offset, unsigned Depth, bool MayWrap) const {
  if (Depth > 0 || !isAlwaysRead(Offset) || macroAt(Offset))
    return std::nullopt;
  const std::vector<unsigned> Here = Lines.around(Offset);
  llvm::SmallVector<std::string, 2> Conditions;
  for (unsigned Branch : Needed)
    if (!isAround(Branch, Here)) {
      StringRef Condition = Lines.branches()[Branch].Condition;
      // Another macro may be defined further down.
      if (!llvm::all_of(wordsOf(Condition), isOfCompiler))
        return std::nullopt;
      Conditions.push_back(Condition.str());
    }
  if (!MayWrap && !Conditions.empty())
    return std::nullopt;
  std::string Out = "#include " + Header.str() + "\n";
  if (Conditions.empty())
    return Out;
  StringRef One = Conditions.front();
  const bool IsNegated = One.consume_front("!");
  if (Conditions.size() == 1 && One.consume_front("defined(") &&
      One.consume_back(")") && !One.contains('('))
    return (IsNegated ? "#ifndef " : "#ifdef ") + One.str() + "\n" + Out +
           "#endif\n";
  for (std::string &Condition : Conditions)
    if (Conditions.size() > 1 && StringRef(Condition).contains("||"))
      Condition = "(" + Condition + ")";
  return "#if " + llvm::join(Conditions, " && ") + "\n" + Out + "#endif\n";
}

std::optional<TextEdit> IncludePlaces::find() const {
  for (bool MayWrap : {false, true})
    for (auto [Offset, Depth] : candidates())
      if (std::optional<std::string> Lines = linesAt(Offset, Depth, MayWrap)) {
        // Apart from the code.
        StringRef Next = Text.code().drop_front(Offset).take_until(
            [](char C) { return C == '\n'; });
        if (!Next.trim().empty() && !Next.ltrim().starts_with("#include") &&
            !Next.ltrim().starts_with("#e"))
          *Lines += "\n";
        return TextEdit{{Offset, Offset}, std::move(*Lines)};
      }
  return std::nullopt;
}

const DirectiveLine *IncludePlaces::hipLine() const {
  if (llvm::any_of(Around, [&](unsigned Branch) {
        return excludesHip(Lines.branches()[Branch].Condition);
      }))
    return nullptr;
  for (const DirectiveLine &Line : Lines.lines())
    if ((Line.opens() || Line.divides()) &&
        llvm::any_of(wordsOf(Line.Rest),
                     [](StringRef Word) { return Word.starts_with("__HIP"); }))
      return &Line;
  return nullptr;
}

std::string IncludePlaces::whyNot() const {
  if (const DirectiveLine *Hip = hipLine())
    return "line " + std::to_string(SM.getLineNumber(Text.file(), Hip->Begin)) +
           " asks for HIP, which has no " + Header.str() +
           " and compiles this function, too";
  const MacroLine *Macro = macroAt(First);
  if (!Macro)
    return "there is no place for #include " + Header.str();
  PresumedLoc At = SM.getPresumedLoc(Macro->At);
  std::string Out = "there is no place for #include " + Header.str() +
                    " in front of the macro '" + Macro->Name + "'";
  if (At.isValid() && StringRef(At.getFilename()).starts_with("<"))
    return Out + " of the command line";
  if (At.isValid())
    Out += " of " + llvm::sys::path::filename(At.getFilename()).str() +
           ", line " + std::to_string(At.getLine());
  return Out;
}

} // namespace

std::optional<Rejection> addInclude(tooling::AtomicChange &Change,
                                    StringRef Header, const SourceText &Text,
                                    const FunctionDecl &Function,
                                    SourceRange For, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  auto OffsetOf = [&](SourceLocation Loc) {
    return SM.getFileOffset(SM.getExpansionLoc(Loc));
  };
  // What its branches decide about is the function as a whole.
  const unsigned Begin = OffsetOf(Function.getBeginLoc()),
                 End = OffsetOf(Function.getEndLoc());
  std::vector<unsigned> Uses = {Begin};
  for (const tooling::Replacement &Edit : Change.getReplacements())
    if (Edit.getOffset() < Begin || Edit.getOffset() > End)
      Uses.push_back(Edit.getOffset());
  const IncludePlaces Places(Header, Text, std::move(Uses), Ctx);
  auto Reject = [&] {
    return Rejection{RejectionKind::ResultDoesNotCompile, For, Places.whyNot()};
  };
  if (Places.hipLine() && Header.starts_with("<cuda"))
    return Reject();
  if (Places.isThere())
    return std::nullopt;
  if (Places.isUsual()) {
    Change.addHeader(Header);
    return std::nullopt;
  }
  std::optional<TextEdit> Edit = Places.find();
  if (!Edit)
    return Reject();
  if (llvm::Error Conflict =
          Change.replace(SM,
                         SM.getLocForStartOfFile(Text.file())
                             .getLocWithOffset(Edit->Range.Begin),
                         0, Edit->Text))
    return Rejection{RejectionKind::MacroLoop, For,
                     "its edits collide: " +
                         llvm::toString(std::move(Conflict))};
  return std::nullopt;
}

} // namespace cudapipe
