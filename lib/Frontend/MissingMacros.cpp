//===- MissingMacros.cpp - Macros that no header brought ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MissingMacros.h"
#include "AgreeingTargets.h"
#include "StandardNames.h"
#include "UndeclaredNames.h"
#include "cudapipe/Frontend/DeviceText.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class MissingReader {
public:
  MissingReader(StringRef Code,
                llvm::function_ref<bool(StringRef, unsigned)> IsKnown)
      : Uses(Code), Words(Uses.words()), IsKnown(IsKnown) {}

  /// False if \p At is behind the head of \p Function.
  bool readHead(const FunctionText &Function, unsigned At);
  void readValue(StringRef Name, unsigned At);
  void readType(StringRef Name, unsigned At);
  /// \p Name may be in std: "std::is_same". False if it is no name of CUDA or
  /// C.
  bool readStandard(StringRef Name, unsigned At);
  /// A function's declarations at \p Place and elsewhere are one.
  void readAgreeing(StringRef Place) {
    add(Place, agreeingMacro(Place), "", 0);
  }
  std::vector<MissingMacro> take() { return std::move(Out); }

private:
  /// Where the function's name stands, between its words \p Begin and the brace
  /// \p Brace of its body; 0 if that cannot be told.
  size_t nameIn(size_t Begin, size_t Brace) const;
  bool isLaunched(StringRef Name) const;
  void add(StringRef Name, std::string Definition, std::string TakenFor,
           unsigned At) {
    if (Names.insert(Name).second)
      Out.push_back(
          {Name.str(), std::move(Definition), std::move(TakenFor), At});
  }

  const UndeclaredNames Uses;
  const llvm::ArrayRef<CodeWord> Words;
  llvm::function_ref<bool(StringRef, unsigned)> IsKnown;
  llvm::StringSet<> Names;
  std::vector<MissingMacro> Out;
};

size_t MissingReader::nameIn(size_t Begin, size_t Brace) const {
  size_t Last = 0;
  for (size_t I = Begin; I < Brace; ++I) {
    if (!Words[I].is(tok::l_paren))
      continue;
    if (I > Begin && Words[I - 1].isName())
      Last = I - 1;
    else
      return 0;
    I = closingWord(Words, I);
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
        const CodeWord &W = Words[Next];
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
      Words, [&](const CodeWord &W) { return W.At < Function.Begin; });
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
      const CodeWord &W = Words[Begin];
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
    const CodeWord &W = Words[I];
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
      I = closingWord(Words, I + 1);
  }
  if (Plain.size() != 1)
    return true;
  const CodeWord &W = Words[Plain.front()];
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

bool MissingReader::readStandard(StringRef Name, unsigned At) {
  const StringRef Header = headerOfStandardName(Name);
  if (Header.empty())
    return false;
  Name.consume_front("std::");
  if (Names.insert(Name).second)
    Out.push_back({Name.str(), Header.str(), "that of <" + Header.str() + ">",
                   At, /*IsHeader=*/true});
  return true;
}

void MissingReader::readValue(StringRef Name, unsigned At) {
  if (Names.contains(Name) || IsKnown(Name, At) || readStandard(Name, At))
    return;
  if (auto As = Uses.functionOf(Name); As != UndeclaredNames::Function::None) {
    const bool IsVoid = As == UndeclaredNames::Function::OfEffect;
    add(Name, IsVoid ? "void" : "cudapipe_missing::Value",
        "a function whose body is not seen", At);
    Out.back().IsFunction = true;
    return;
  }
  NameMeaning As = Uses.valueOf(Name);
  if (As.Text.empty())
    return readType(Name, At);
  add(Name, Name.str() + "=" + As.Text, As.Said, At);
  Out.back().IsAssumed = As.IsAssumed;
}

void MissingReader::readType(StringRef Name, unsigned At) {
  if (Names.contains(Name) || IsKnown(Name, At) || readStandard(Name, At))
    return;
  if (NameMeaning As = Uses.typeOf(Name); !As.Text.empty())
    add(Name, Name.str() + "=" + As.Text, As.Said, At);
}

} // namespace

static constexpr llvm::StringLiteral TakenFor =
    "' is defined nowhere; it is taken for ";

std::string takenForMessage(const MissingMacro &Macro) {
  return "'" + Macro.Name + TakenFor.str() + Macro.TakenFor;
}

/// What a missing function gives: a value of any type, with which is computed
/// as with a number.
static constexpr llvm::StringLiteral MissingValue = R"(
namespace cudapipe_missing {
struct Value {
  double bits[16];
  template <typename T> __host__ __device__ operator T() const {
    return *reinterpret_cast<const T *>(this);
  }
};
#define CUDAPIPE_MISSING(Op, Given)                                            \
  template <typename T>                                                        \
  __host__ __device__ auto operator Op(const Value &a, const T &b) {           \
    return static_cast<T>(a) Op b;                                             \
  }                                                                            \
  template <typename T>                                                        \
  __host__ __device__ auto operator Op(const T &a, const Value &b) {           \
    return a Op static_cast<T>(b);                                             \
  }                                                                            \
  inline __host__ __device__ Given operator Op(const Value &a,                 \
                                               const Value &b) {               \
    return a;                                                                  \
  }
CUDAPIPE_MISSING(+, Value)
CUDAPIPE_MISSING(-, Value)
CUDAPIPE_MISSING(*, Value)
CUDAPIPE_MISSING(/, Value)
CUDAPIPE_MISSING(%, Value)
CUDAPIPE_MISSING(&, Value)
CUDAPIPE_MISSING(|, Value)
CUDAPIPE_MISSING(<, bool)
CUDAPIPE_MISSING(>, bool)
CUDAPIPE_MISSING(<=, bool)
CUDAPIPE_MISSING(>=, bool)
CUDAPIPE_MISSING(==, bool)
CUDAPIPE_MISSING(!=, bool)
#undef CUDAPIPE_MISSING
#define CUDAPIPE_MISSING(Op)                                                   \
  template <typename T>                                                        \
  __host__ __device__ T &operator Op(T &to, const Value &by) {                 \
    return to Op static_cast<T>(by);                                           \
  }
CUDAPIPE_MISSING(+=)
CUDAPIPE_MISSING(-=)
CUDAPIPE_MISSING(*=)
CUDAPIPE_MISSING(/=)
#undef CUDAPIPE_MISSING
inline __host__ __device__ Value operator-(const Value &a) { return a; }
} // namespace cudapipe_missing
)";

std::string declareMissing(llvm::ArrayRef<MissingMacro> Taken) {
  std::string Out;
  for (const MissingMacro &Macro : Taken)
    if (Macro.IsFunction)
      // It may change what it is given; nothing says that it does not.
      for (const char *Parameters :
           {"typename... T", "int First, int... N",
            "typename First, int Second", "int First, typename Second"})
        Out += "template <" + std::string(Parameters) +
               ", typename... A> __host__ __device__ " + Macro.Definition +
               " " + Macro.Name + "(A &&...);\n";
  return Out.empty() ? Out : MissingValue.str() + Out;
}

bool isTakenFor(const ParseError &Error) {
  return StringRef(Error.Message).contains(TakenFor);
}

/// The function of \p All that holds \p At.
static const FunctionText *functionAt(llvm::ArrayRef<FunctionText> All,
                                      unsigned At) {
  auto Found = llvm::find_if(
      All, [At](const FunctionText &F) { return F.Begin <= At && At < F.End; });
  return Found == All.end() ? nullptr : &*Found;
}

/// What \p Name is may matter to a kernel: it stands in one, or in what one
/// calls. \p At: where it is missing.
static bool isOfDevice(StringRef Name, unsigned At, StringRef Code,
                       llvm::ArrayRef<FunctionText> All) {
  if (const FunctionText *In = functionAt(All, At))
    return In->IsOfDevice || In->MayHoldKLoop;
  return llvm::any_of(All, [&](const FunctionText &F) {
    return F.IsOfDevice && Code.slice(F.Begin, F.End).contains(Name);
  });
}

/// `is_same` of "no template named 'is_same' in namespace 'std'"; or "".
static StringRef memberOfStd(StringRef Message) {
  if (!Message.contains("in namespace 'std'"))
    return "";
  return Message.split('\'').second.split('\'').first;
}

std::vector<MissingMacro>
findMissingMacros(StringRef Code, llvm::ArrayRef<ParseError> Errors,
                  llvm::ArrayRef<unsigned> Offsets,
                  llvm::function_ref<bool(StringRef, unsigned)> IsKnown) {
  MissingReader Reader(Code, IsKnown);
  const std::vector<FunctionText> All = findFunctions(Code);
  std::set<unsigned> Read;
  for (auto [Error, At] : llvm::zip_equal(Errors, Offsets)) {
    if (!Error.Agrees.empty())
      Reader.readAgreeing(Error.Agrees);
    if (At == NotInMainFile)
      continue;
    StringRef Message = Error.Message;
    if (Error.MayHideKernel)
      if (const FunctionText *In = functionAt(All, At);
          In && !Read.count(In->Begin) && Reader.readHead(*In, At))
        Read.insert(In->Begin);
    const bool IsValue =
        Message.consume_front("use of undeclared identifier '");
    const bool IsType = Message.consume_front("unknown type name '");
    const StringRef Name =
        IsValue || IsType ? Message.split('\'').first : memberOfStd(Message);
    if (Name.empty() || !isOfDevice(Name, At, Code, All))
      continue;
    if (IsValue)
      Reader.readValue(Name, At);
    else if (IsType)
      Reader.readType(Name, At);
    else
      Reader.readStandard(("std::" + Name).str(), At);
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
