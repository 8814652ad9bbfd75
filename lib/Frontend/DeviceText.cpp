//===- DeviceText.cpp - Functions that may not parse ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/DeviceText.h"
#include "MissingMacros.h"
#include "cudapipe/Frontend/MayHoldKLoop.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cudapipe {
namespace {

/// `__launch_bounds__(256)` and its like stand in front of the name.
bool isAttribute(llvm::StringRef Word) {
  return Word.starts_with("__") || Word == "decltype" || Word == "alignas" ||
         Word == "requires" || Word == "explicit" || Word == "noexcept";
}

/// Words that nothing but device code has.
bool isOfDevice(llvm::StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases({"__global__", "__device__", "__shared__", "threadIdx"}, true)
      .Cases({"__syncthreads", "__syncwarp"}, true)
      .Default(false);
}

/// Goes through the tokens of a file, from brace to brace.
class FunctionScanner {
public:
  explicit FunctionScanner(llvm::StringRef Code) : Code(Code.str()) {}

  std::vector<FunctionText> scan();
  /// Behind scan().
  std::vector<ItemText> takeItems() { return std::move(Items); }

private:
  /// What stands between two functions, or in a class or namespace.
  struct Item {
    unsigned Begin = 0;
    std::optional<unsigned> FirstWord = {};
    std::string Name;
    llvm::StringRef Last;
    unsigned Parens = 0;
    bool HasList = false, IsScope = false, IsOfDevice = false;
  };
  /// Where an #if began: its branches are one after the other.
  struct Branch {
    Item Head;
    unsigned Depth, Scopes;
  };

  void directive(llvm::StringRef Name);
  void token(const Token &Tok, unsigned At);
  void word(llvm::StringRef Word);
  void open(unsigned At);
  void close(unsigned End);
  void start(unsigned At) {
    Now = Item();
    Now.Begin = At;
  }
  /// What began ends at \p End.
  void end(unsigned End) {
    if (Now.FirstWord)
      Items.push_back({*Now.FirstWord, End, End});
    start(End);
  }

  const std::string Code; ///< Ends in a zero, as the lexer wants it.
  Item Now;
  /// Braces of the function, and of classes and namespaces around it.
  unsigned Depth = 0, Scopes = 0;
  bool Matches = true;
  std::vector<Branch> Ifs;
  std::vector<FunctionText> Out;
  std::vector<ItemText> Items;
  /// Of the scopes that are open, with no end yet.
  llvm::SmallVector<ItemText, 4> Heads;
};

} // namespace

std::vector<FunctionText> FunctionScanner::scan() {
  LangOptions Language;
  Language.CPlusPlus = Language.CPlusPlus11 = Language.CPlusPlus17 = true;
  Lexer Lex(SourceLocation(), Language, Code.data(), Code.data(),
            Code.data() + Code.size());
  bool AfterHash = false, InDirective = false;
  Token Tok;
  for (bool IsLast = false; !IsLast;) {
    IsLast = Lex.LexFromRawLexer(Tok);
    if (Tok.is(tok::eof))
      break;
    const unsigned At = Lex.getBufferLocation() - Code.data() - Tok.getLength();
    if (Tok.isAtStartOfLine())
      InDirective = AfterHash = Tok.is(tok::hash);
    else if (std::exchange(AfterHash, false) && Tok.is(tok::raw_identifier))
      directive(Tok.getRawIdentifier());
    if (!InDirective)
      token(Tok, At);
  }
  if (!Matches || Depth > 0 || Scopes > 0) {
    Out.clear();
    Items.clear();
  }
  return std::move(Out);
}

void FunctionScanner::directive(llvm::StringRef Name) {
  if (Name.starts_with("if")) {
    Ifs.push_back({Now, Depth, Scopes});
  } else if (Name.starts_with("el") && !Ifs.empty()) {
    Now = Ifs.back().Head;
    Depth = Ifs.back().Depth;
    Scopes = Ifs.back().Scopes;
  } else if (Name == "endif" && !Ifs.empty()) {
    Ifs.pop_back();
  }
}

void FunctionScanner::token(const Token &Tok, unsigned At) {
  const unsigned End = At + Tok.getLength();
  if (!Now.FirstWord && Tok.isNot(tok::semi))
    Now.FirstWord = At;
  if (Tok.is(tok::raw_identifier))
    return word(Tok.getRawIdentifier());
  if (Tok.is(tok::l_brace))
    open(At);
  else if (Tok.is(tok::r_brace))
    close(End);
  else if (Tok.is(tok::semi) && Depth == 0)
    end(End);
  else if (Depth == 0 && Tok.is(tok::l_paren)) {
    // A macro that is not known may stand in front, with arguments.
    if (Now.Parens++ == 0 && !Now.Last.empty() && !isAttribute(Now.Last)) {
      Now.HasList = true;
      Now.Name = Now.Last.str();
    }
  } else if (Depth == 0 && Tok.is(tok::r_paren) && Now.Parens > 0)
    --Now.Parens;
  Now.Last = "";
}

void FunctionScanner::word(llvm::StringRef Word) {
  Now.IsOfDevice |= isOfDevice(Word);
  Now.Last = Word;
  if (Depth > 0)
    return;
  Now.IsScope |= Now.Parens == 0 && !Now.HasList &&
                 (Word == "namespace" || Word == "class" || Word == "struct" ||
                  Word == "union" || Word == "extern");
}

void FunctionScanner::open(unsigned At) {
  if (Depth == 0 && Now.IsScope && !Now.HasList) {
    ++Scopes;
    Heads.push_back({Now.FirstWord.value_or(At), 0, At});
    start(At + 1);
    return;
  }
  ++Depth;
}

void FunctionScanner::close(unsigned End) {
  if (Depth == 0) {
    Matches &= Scopes > 0;
    Scopes -= Scopes > 0;
    if (!Heads.empty()) {
      Items.push_back(Heads.pop_back_val());
      Items.back().End = End;
    }
    start(End);
    return;
  }
  if (--Depth > 0)
    return;
  FunctionText Found;
  Found.Name = Now.Name;
  Found.Begin = Now.Begin;
  Found.End = End;
  const llvm::StringRef Text = llvm::StringRef(Code).slice(Now.Begin, End);
  Found.IsOfDevice = Now.IsOfDevice;
  // Words may be behind macros that are not known; a launch is the host's.
  Found.MayHoldKLoop =
      (Now.IsOfDevice || !Text.contains("<<<")) && mayHoldKLoop(Text);
  Out.push_back(std::move(Found));
  end(End);
}

std::vector<FunctionText> findFunctions(llvm::StringRef Code) {
  return FunctionScanner(Code).scan();
}

std::vector<ItemText> findItems(llvm::StringRef Code) {
  FunctionScanner Scanner(Code);
  Scanner.scan();
  return Scanner.takeItems();
}

void nameHidden(llvm::StringRef Code, std::vector<ParseError> &Errors) {
  if (llvm::none_of(Errors,
                    [](const ParseError &E) { return E.MayHideKernel; }))
    return;
  const std::vector<FunctionText> All = findFunctions(Code);
  if (All.empty())
    return;
  std::vector<size_t> Lines{0};
  for (size_t At = Code.find('\n'); At != llvm::StringRef::npos;
       At = Code.find('\n', At + 1))
    Lines.push_back(At + 1);
  for (ParseError &Error : Errors) {
    if (!Error.MayHideKernel || Error.Line == 0 || Error.Line > Lines.size())
      continue;
    const size_t At = Lines[Error.Line - 1] + Error.Column - 1;
    auto Found = llvm::find_if(All, [&](const FunctionText &F) {
      return F.Begin <= At && At < F.End;
    });
    Error.MayHideKernel = Found != All.end() && Found->MayHoldKLoop;
    if (Error.MayHideKernel && Found->IsOfDevice)
      Error.Function = Found->Name;
  }
}

/// The name in quotes that \p Message speaks of first.
static llvm::StringRef firstQuoted(llvm::StringRef Message) {
  return Message.split('\'').second.split('\'').first;
}

/// The folder, or the file, that \p Header begins with: what a library is
/// known by.
static llvm::StringRef libraryOf(llvm::StringRef Header) {
  return Header.split('/').first.split('.').first;
}

/// The folder of what the namespace \p Name is in.
static llvm::StringRef folderOf(llvm::StringRef Name) {
  return llvm::StringSwitch<llvm::StringRef>(Name)
      .Case("at", "ATen")
      .Case("cv", "opencv2")
      .Case("testing", "gtest")
      .Case("py", "pybind11")
      .Default(Name);
}

bool isCommonLibrary(llvm::StringRef Header) {
  return llvm::StringSwitch<bool>(libraryOf(Header))
      .Cases({"torch", "ATen", "c10", "caffe2", "pybind11", "Python"}, true)
      .Cases({"thrust", "cub", "cuda", "nccl", "cublas_v2", "cudnn"}, true)
      .Cases({"cublasLt", "cufft", "curand", "cusparse", "cusolverDn"}, true)
      .Cases({"opencv2", "opencv", "Eigen", "unsupported", "boost"}, true)
      .Cases({"gtest", "gmock", "benchmark", "catch2", "doctest"}, true)
      .Cases({"fmt", "spdlog", "glog", "gflags", "absl", "nlohmann"}, true)
      .Cases({"mpi", "omp", "numpy", "tensorflow", "xla", "jax"}, true)
      .Cases({"nvtx3", "nvToolsExt", "cxxopts", "yaml-cpp"}, true)
      .Default(false);
}

std::string missingHeaderFor(const ParseError &Error,
                             llvm::ArrayRef<ParseError> Errors) {
  const llvm::StringRef Misses = firstQuoted(Error.Message);
  std::string Best;
  unsigned BestFit = 0;
  for (const ParseError &Other : Errors) {
    const std::string Header = missingHeaderOf(Other);
    if (Header.empty())
      continue;
    const llvm::StringRef Library = libraryOf(Header);
    const bool IsOfTorch =
        (Misses == "at" || Misses == "c10") && Library == "torch";
    const unsigned Fit = Library.equals_insensitive(folderOf(Misses)) ? 4
                         : IsOfTorch                                  ? 3
                         : !isCommonLibrary(Header)                   ? 2
                                                                      : 1;
    if (Fit > BestFit) {
      Best = Header;
      BestFit = Fit;
    }
  }
  return Best;
}

std::string helpAgainst(const ParseError &Error,
                        llvm::ArrayRef<ParseError> Errors) {
  const std::string Header = missingHeaderFor(Error, Errors);
  if (!Header.empty())
    return "'" + Header + "' was not found: " + headerHelp();
  std::string Out =
      "fix the error, or give the flags of the compiler (-D, -I), "
      "or its commands with -p";
  // What follows from another is no help.
  auto First =
      llvm::find_if(Errors, [](const ParseError &E) { return !isTakenFor(E); });
  if (First != Errors.end() && First->Message != Error.Message)
    Out = "the first error is in line " + std::to_string(First->Line) +
          " of '" + llvm::sys::path::filename(First->File).str() + "', " +
          First->Message + ": " + Out;
  return Out;
}

std::string headerHelp() {
  return "its folder comes by -I, or with the compile command by -p";
}

std::string notReadMessage(const ParseError &Error,
                           llvm::ArrayRef<ParseError> Errors) {
  return "'" + Error.Function + "' was not read: " + Error.Message + "; " +
         helpAgainst(Error, Errors);
}

} // namespace cudapipe
