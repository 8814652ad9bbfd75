//===- MissingMacros.cpp - Macros that no header brought ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MissingMacros.h"
#include "cudapipe/Frontend/DeviceText.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

/// The tile, warp or block that most have; any number would do.
constexpr StringRef InventedNumber = "32";

struct Word {
  tok::TokenKind Kind;
  StringRef Text;
  unsigned At;
  bool isName() const { return Kind == tok::raw_identifier; }
  bool is(tok::TokenKind K) const { return Kind == K; }
};

/// The tokens of \p Code, less directives.
std::vector<Word> wordsOf(const std::string &Code) {
  LangOptions Language;
  Language.CPlusPlus = Language.CPlusPlus11 = Language.CPlusPlus17 = true;
  Lexer Lex(SourceLocation(), Language, Code.data(), Code.data(),
            Code.data() + Code.size());
  std::vector<Word> Out;
  bool InDirective = false;
  Token Tok;
  for (bool IsLast = false; !IsLast;) {
    IsLast = Lex.LexFromRawLexer(Tok);
    if (Tok.is(tok::eof))
      break;
    if (Tok.isAtStartOfLine())
      InDirective = Tok.is(tok::hash);
    if (InDirective)
      continue;
    const unsigned At = Lex.getBufferLocation() - Code.data() - Tok.getLength();
    Out.push_back(
        {Tok.getKind(), StringRef(Code).substr(At, Tok.getLength()), At});
  }
  return Out;
}

bool isBuiltinType(StringRef Text) {
  return llvm::StringSwitch<bool>(Text)
      .Cases({"void", "bool", "char", "short", "int", "long"}, true)
      .Cases({"float", "double", "unsigned", "signed", "auto"}, true)
      .Default(false);
}

/// Words of a declaration that are no type.
bool isSpecifier(StringRef Text) {
  return Text.starts_with("__") ||
         llvm::StringSwitch<bool>(Text)
             .Cases({"static", "inline", "extern", "const", "constexpr"}, true)
             .Cases({"volatile", "template", "typename", "class"}, true)
             .Cases({"struct", "explicit", "friend", "virtual"}, true)
             .Default(false);
}

bool endsDeclaration(StringRef Text) {
  return llvm::StringSwitch<bool>(Text)
      .Cases({"return", "throw", "case", "goto", "else", "delete"}, true)
      .Cases({"new", "sizeof", "do", "co_return"}, true)
      .Default(false);
}

class MissingReader {
public:
  MissingReader(StringRef Code,
                llvm::function_ref<bool(StringRef, unsigned)> IsKnown)
      : Code(Code.str()), Words(wordsOf(this->Code)), IsKnown(IsKnown) {}

  /// False if \p At is behind the head of \p Function.
  bool readHead(const FunctionText &Function, unsigned At);
  void readNumber(StringRef Name, unsigned At);
  std::vector<MissingMacro> take() { return std::move(Out); }

private:
  /// Where the function's name stands, between its words \p Begin and the brace
  /// \p Brace of its body; 0 if that cannot be told.
  size_t nameIn(size_t Begin, size_t Brace) const;
  size_t closing(size_t Open) const;
  bool isLaunched(StringRef Name) const;
  bool isBound(StringRef Name) const;
  bool isInConstant(StringRef Name) const;
  void add(StringRef Name, std::string Definition, std::string TakenFor,
           unsigned At) {
    if (Names.insert(Name).second)
      Out.push_back(
          {Name.str(), std::move(Definition), std::move(TakenFor), At});
  }

  const std::string Code; ///< Ends in a zero, as the lexer wants it.
  const std::vector<Word> Words;
  llvm::function_ref<bool(StringRef, unsigned)> IsKnown;
  llvm::StringSet<> Names;
  std::vector<MissingMacro> Out;
};

/// Of the parenthesis, bracket or brace \p Open, the one that closes it.
size_t MissingReader::closing(size_t Open) const {
  unsigned Depth = 0;
  for (size_t I = Open; I < Words.size(); ++I) {
    if (Words[I].is(Words[Open].Kind))
      ++Depth;
    else if (Words[I].is(Words[Open].is(tok::l_paren)    ? tok::r_paren
                         : Words[Open].is(tok::l_square) ? tok::r_square
                                                         : tok::r_brace) &&
             --Depth == 0)
      return I;
  }
  return Words.size();
}

size_t MissingReader::nameIn(size_t Begin, size_t Brace) const {
  size_t Last = 0;
  for (size_t I = Begin; I < Brace; ++I) {
    if (!Words[I].is(tok::l_paren))
      continue;
    if (I > Begin && Words[I - 1].isName())
      Last = I - 1;
    else
      return 0;
    I = closing(I);
    // Behind the parameters come no more words than these.
    if (I + 1 < Brace && Words[I + 1].is(tok::colon))
      break;
  }
  return Last;
}

/// `Name<<<`, or `Name<..><<<`, stands somewhere.
bool MissingReader::isLaunched(StringRef Name) const {
  for (size_t I = 0; I + 1 < Words.size(); ++I) {
    if (Words[I].Text != Name)
      continue;
    size_t Next = I + 1;
    if (Words[Next].is(tok::less)) {
      unsigned Depth = 0;
      for (; Next < Words.size() && !Words[Next].is(tok::semi); ++Next) {
        const Word &W = Words[Next];
        Depth += W.is(tok::less);
        const unsigned Closed = W.is(tok::greater)          ? 1
                                : W.is(tok::greatergreater) ? 2
                                                            : 0;
        if (Closed && Closed >= Depth)
          break;
        Depth -= Closed;
      }
      ++Next;
    }
    // Without CUDA the lexer reads `<<<` as `<<` and `<`.
    if (Next + 1 < Words.size() && Words[Next].is(tok::lessless) &&
        Words[Next + 1].is(tok::less))
      return true;
  }
  return false;
}

bool MissingReader::readHead(const FunctionText &Function, unsigned At) {
  const auto From = llvm::partition_point(
      Words, [&](const Word &W) { return W.At < Function.Begin; });
  size_t Begin = From - Words.begin(), Brace = Begin;
  while (Brace < Words.size() && !Words[Brace].is(tok::l_brace))
    ++Brace;
  if (Brace == Words.size() || At > Words[Brace].At)
    return false;
  llvm::StringSet<> Parameters;
  while (Begin < Brace && Words[Begin].Text == "template" &&
         Words[Begin + 1].is(tok::less)) {
    unsigned Depth = 0;
    for (++Begin; Begin < Brace; ++Begin) {
      const Word &W = Words[Begin];
      if (W.isName())
        Parameters.insert(W.Text);
      Depth += W.is(tok::less);
      Depth -= W.is(tok::greater) ? 1 : W.is(tok::greatergreater) ? 2 : 0;
      if (Depth == 0)
        break;
    }
    ++Begin;
  }
  const size_t Name = nameIn(Begin, Brace);
  if (Name == 0)
    return true;
  bool IsKernel = false, IsOfDevice = false, IsVoid = false, HasType = false;
  llvm::SmallVector<size_t, 2> Plain;
  for (size_t I = Begin; I < Name; ++I) {
    const Word &W = Words[I];
    const bool IsCall = Words[I + 1].is(tok::l_paren);
    IsKernel |= W.Text == "__global__";
    IsOfDevice |= W.Text == "__device__" || W.Text == "__host__";
    IsVoid |= W.Text == "void";
    HasType |= isBuiltinType(W.Text);
    if (W.isName() && !isBuiltinType(W.Text) && !isSpecifier(W.Text)) {
      const bool IsPart = Words[I + 1].is(tok::coloncolon) ||
                          Words[I + 1].is(tok::less) ||
                          (I > Begin && Words[I - 1].is(tok::coloncolon));
      if (IsPart || Parameters.contains(W.Text) || IsKnown(W.Text, W.At))
        HasType |= !IsCall;
      else if (IsCall)
        add(W.Text, W.Text.str() + "(...)=", "nothing", W.At);
      else
        Plain.push_back(I);
    }
    if (IsCall)
      I = closing(I + 1);
  }
  if (Plain.size() != 1)
    return true;
  const Word &W = Words[Plain.front()];
  std::string Text;
  if (!IsKernel && !IsOfDevice) {
    // Only what is launched is certainly a kernel.
    if ((HasType && !IsVoid) || !isLaunched(Words[Name].Text))
      return true;
    Text = HasType ? "__global__" : "__global__ void";
  } else if (!HasType) {
    if (!IsKernel)
      return true; // A type of which nothing is known.
    Text = "void";
  }
  add(W.Text, W.Text.str() + "=" + Text,
      Text.empty() ? "nothing" : "'" + Text + "'", W.At);
  return true;
}

/// \p Name stands in a `constexpr` declaration or a bound of the launch.
bool MissingReader::isInConstant(StringRef Name) const {
  for (size_t I = 0; I + 1 < Words.size(); ++I) {
    size_t End = I;
    if (Words[I].Text == "constexpr")
      while (End < Words.size() && !Words[End].is(tok::semi) &&
             !Words[End].is(tok::l_paren) && !Words[End].is(tok::l_brace))
        ++End;
    else if (Words[I].Text == "__launch_bounds__")
      End = closing(I + 1);
    for (size_t J = I; J < End && J < Words.size(); ++J)
      if (Words[J].Text == Name)
        return true;
  }
  return false;
}

/// `T a[.. Name ..]` declares an array somewhere: the bound is a constant.
bool MissingReader::isBound(StringRef Name) const {
  for (size_t I = 2; I < Words.size(); ++I) {
    if (!Words[I].is(tok::l_square) || !Words[I - 1].isName() ||
        !(Words[I - 2].isName() || Words[I - 2].is(tok::comma)) ||
        endsDeclaration(Words[I - 2].Text))
      continue;
    bool Found = false, Calls = false;
    size_t Next = I;
    while (Next < Words.size() && Words[Next].is(tok::l_square)) {
      const size_t End = closing(Next);
      for (size_t J = Next; J < End; ++J) {
        Found |= Words[J].Text == Name;
        Calls |= Words[J].is(tok::l_paren) && Words[J - 1].isName();
      }
      Next = End + 1;
    }
    if (!Found || Calls || Next >= Words.size() ||
        !(Words[Next].is(tok::semi) || Words[Next].is(tok::comma) ||
          Words[Next].is(tok::equal)))
      continue;
    // `__shared__ float a[8], b[Name]`; `f(x, a[Name]);` is none.
    size_t First = I - 1;
    unsigned Depth = 0;
    bool IsCall = false;
    for (; First > 0 && !Words[First - 1].is(tok::semi) &&
           !Words[First - 1].is(tok::l_brace) &&
           !Words[First - 1].is(tok::r_brace);
         --First) {
      Depth += Words[First - 1].is(tok::r_paren);
      if (Words[First - 1].is(tok::l_paren) && Depth-- == 0)
        IsCall = true;
      if (IsCall)
        break;
    }
    if (!IsCall && (Words[I - 2].isName() || Words[First].Text == "__shared__"))
      return true;
  }
  return false;
}

void MissingReader::readNumber(StringRef Name, unsigned At) {
  if (IsKnown(Name, At) || Names.contains(Name))
    return;
  for (size_t I = 0; I + 1 < Words.size(); ++I)
    if (Words[I].Text == Name &&
        (Words[I + 1].is(tok::l_paren) || Words[I + 1].is(tok::coloncolon) ||
         Words[I + 1].is(tok::equal) || Words[I + 1].is(tok::l_square) ||
         Words[I + 1].is(tok::period) || Words[I + 1].is(tok::arrow)))
      return;
  if (isBound(Name) || isInConstant(Name))
    add(Name, Name.str() + "=" + InventedNumber.str(),
        "the number " + InventedNumber.str(), At);
}

} // namespace

static constexpr llvm::StringLiteral TakenFor =
    "' is defined nowhere; it is taken for ";

std::string takenForMessage(const MissingMacro &Macro) {
  return "'" + Macro.Name + TakenFor.str() + Macro.TakenFor;
}

bool isTakenFor(const ParseError &Error) {
  return StringRef(Error.Message).contains(TakenFor);
}

std::vector<MissingMacro>
findMissingMacros(StringRef Code, llvm::ArrayRef<ParseError> Errors,
                  llvm::ArrayRef<unsigned> Offsets,
                  llvm::function_ref<bool(StringRef, unsigned)> IsKnown) {
  MissingReader Reader(Code, IsKnown);
  const std::vector<FunctionText> All = findFunctions(Code);
  std::set<unsigned> Read;
  for (auto [Error, At] : llvm::zip_equal(Errors, Offsets)) {
    if (!Error.MayHideKernel)
      continue;
    StringRef Message = Error.Message;
    if (Message.consume_front("use of undeclared identifier '"))
      Reader.readNumber(Message.split('\'').first, At);
    auto Found = llvm::find_if(All, [At = At](const FunctionText &F) {
      return F.Begin <= At && At < F.End;
    });
    if (Found != All.end() && !Read.count(Found->Begin) &&
        Reader.readHead(*Found, At))
      Read.insert(Found->Begin);
  }
  return Reader.take();
}

size_t weighHidden(StringRef Code, llvm::ArrayRef<ParseError> Errors,
                   llvm::ArrayRef<unsigned> Offsets) {
  const std::vector<FunctionText> All = findFunctions(Code);
  std::set<std::pair<unsigned, bool>> Broken;
  size_t Out = 0;
  for (auto [Error, At] : llvm::zip_equal(Errors, Offsets)) {
    if (!Error.MayHideKernel)
      continue;
    auto Found = llvm::find_if(All, [At = At](const FunctionText &F) {
      return F.Begin <= At && At < F.End;
    });
    if (Found == All.end())
      Out += 2;
    else
      Broken.insert({Found->Begin, At <= Code.find('{', Found->Begin)});
  }
  for (auto [Begin, InHead] : Broken)
    Out += InHead ? 2 : 1;
  return Out;
}

} // namespace cudapipe
