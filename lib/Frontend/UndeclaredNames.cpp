//===- UndeclaredNames.cpp - What a name can only be ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   Constants
//   Values
//   Types
//
//===----------------------------------------------------------------------===//

#include "UndeclaredNames.h"
#include "cudapipe/Frontend/DeviceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

/// The tile, warp or block that most have; any number would do.
constexpr StringRef InventedNumber = "32";

bool endsDeclaration(StringRef Text) {
  return llvm::StringSwitch<bool>(Text)
      .Cases({"return", "throw", "case", "goto", "else", "delete"}, true)
      .Cases({"new", "sizeof", "do", "co_return"}, true)
      .Default(false);
}

/// A line of a directive and those that continue it, from \p At on.
StringRef logicalLine(StringRef Code, size_t At) {
  size_t End = At;
  do
    End = Code.find('\n', End + (End > At));
  while (End != StringRef::npos &&
         Code.slice(At, End).rtrim("\r").ends_with("\\") && End + 1 > At &&
         ++End);
  return Code.slice(At, End);
}

bool isWordChar(char C) { return llvm::isAlnum(C) || C == '_'; }

bool holdsWord(StringRef Text, StringRef Name) {
  for (size_t At = Text.find(Name); At != StringRef::npos;
       At = Text.find(Name, At + 1))
    if ((At == 0 || !isWordChar(Text[At - 1])) &&
        (At + Name.size() == Text.size() ||
         !isWordChar(Text[At + Name.size()])))
      return true;
  return false;
}

} // namespace

UndeclaredNames::UndeclaredNames(StringRef Text)
    : Code(Text.str()), Words(codeWords(Code)) {
  const StringRef All = Code;
  for (size_t At = All.find('#'); At != StringRef::npos;
       At = All.find('#', At + 1)) {
    const StringRef Front = All.take_front(At).rtrim(" \t");
    if (!Front.empty() && Front.back() != '\n')
      continue;
    StringRef Line = logicalLine(All, At).drop_front().ltrim(" \t");
    if (Line.starts_with("if") || Line.starts_with("elif") ||
        Line.starts_with("undef"))
      Conditions.push_back(Line);
    if (!Line.consume_front("define"))
      continue;
    Line = Line.ltrim(" \t");
    Definition D;
    D.Name = Line.take_while(isWordChar);
    Line = Line.drop_front(D.Name.size());
    D.TakesArguments = Line.starts_with("(");
    for (char C : Line)
      D.Text += C == '\\' || C == '\n' || C == '\r' ? ' ' : C;
    Definitions.push_back(std::move(D));
  }
  // The texts do not move any more.
  for (Definition &D : Definitions)
    D.Body = codeWords(D.Text);
}

//===- Constants --------------------------------------------------------===//

/// \p Name stands in a `constexpr` declaration or a bound of the launch.
bool UndeclaredNames::isInConstant(StringRef Name) const {
  for (size_t I = 0; I + 1 < Words.size(); ++I) {
    size_t End = I;
    if (Words[I].Text == "constexpr")
      while (End < Words.size() && !Words[End].is(tok::semi) &&
             !Words[End].is(tok::l_paren) && !Words[End].is(tok::l_brace))
        ++End;
    else if (Words[I].Text == "__launch_bounds__")
      End = closingWord(Words, I + 1);
    for (size_t J = I; J < End && J < Words.size(); ++J)
      if (Words[J].Text == Name)
        return true;
  }
  return false;
}

/// `T a[.. Name ..]` declares an array somewhere: the bound is a constant.
bool UndeclaredNames::isBound(StringRef Name) const {
  for (size_t I = 2; I < Words.size(); ++I) {
    if (!Words[I].is(tok::l_square) || !Words[I - 1].isName() ||
        !(Words[I - 2].isName() || Words[I - 2].is(tok::comma)) ||
        endsDeclaration(Words[I - 2].Text))
      continue;
    bool Found = false, Calls = false;
    size_t Next = I;
    while (Next < Words.size() && Words[Next].is(tok::l_square)) {
      const size_t End = closingWord(Words, Next);
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

/// Also by another macro: `#define ROWS (Name / 4)`.
bool UndeclaredNames::isConstant(StringRef Name, unsigned Depth) const {
  constexpr unsigned MostMacros = 4;
  return isBound(Name) || isInConstant(Name) ||
         (Depth < MostMacros &&
          llvm::any_of(
              Definitions,
              [&](const Definition &D) {
                return !D.TakesArguments && D.Name != Name &&
                       llvm::any_of(
                           D.Body,
                           [&](const CodeWord &W) { return W.Text == Name; }) &&
                       isConstant(D.Name, Depth + 1);
              }));
}

//===- Values -----------------------------------------------------------===//

static bool isBinary(tok::TokenKind Kind) {
  switch (Kind) {
  case tok::plus:
  case tok::minus:
  case tok::star:
  case tok::slash:
  case tok::percent:
  case tok::amp:
  case tok::pipe:
  case tok::caret:
  case tok::lessless:
  case tok::greatergreater:
  case tok::less:
  case tok::greater:
  case tok::lessequal:
  case tok::greaterequal:
  case tok::equalequal:
  case tok::exclaimequal:
  case tok::ampamp:
  case tok::pipepipe:
    return true;
  default:
    return false;
  }
}

static bool isAssignment(tok::TokenKind Kind) {
  switch (Kind) {
  case tok::equal:
  case tok::plusequal:
  case tok::minusequal:
  case tok::starequal:
  case tok::slashequal:
  case tok::percentequal:
  case tok::ampequal:
  case tok::pipeequal:
  case tok::caretequal:
  case tok::lesslessequal:
  case tok::greatergreaterequal:
    return true;
  default:
    return false;
  }
}

/// A value may end with \p W.
static bool endsValue(const CodeWord &W) {
  return (W.isName() && !endsDeclaration(W.Text)) ||
         W.is(tok::numeric_constant) || W.is(tok::r_paren) ||
         W.is(tok::r_square);
}

/// `T *x`, not `n * x`: one side has a space.
static bool isDeclarator(llvm::ArrayRef<CodeWord> Words, size_t At) {
  const CodeWord &Star = Words[At];
  if (At + 1 >= Words.size() || !Words[At + 1].isName())
    return false;
  const bool Before = Words[At - 1].At + Words[At - 1].Text.size() < Star.At,
             Behind = Star.At + Star.Text.size() < Words[At + 1].At;
  return Before != Behind;
}

/// The word \p At of \p Words is a value that something is computed with: no
/// statement of its own, no object, and nothing that is called.
static bool isValueAt(llvm::ArrayRef<CodeWord> Words, size_t At) {
  const CodeWord None = {tok::l_paren, "(", 0}, End = {tok::r_paren, ")", 0};
  const CodeWord &Prev = At ? Words[At - 1] : None,
                 &Next = At + 1 < Words.size() ? Words[At + 1] : End;
  const bool IsOperand = isBinary(Next.Kind);
  if (!(IsOperand || Next.is(tok::r_paren) || Next.is(tok::r_square) ||
        Next.is(tok::comma) || Next.is(tok::semi) || Next.is(tok::question) ||
        Next.is(tok::colon)))
    return false;
  // `Name & x`, but no `Name *x;`.
  if ((Next.is(tok::star) || Next.is(tok::amp) || Next.is(tok::ampamp)) &&
      (Prev.is(tok::semi) || Prev.is(tok::l_brace) || Prev.is(tok::r_brace) ||
       Prev.isName() || isDeclarator(Words, At + 1)))
    return false;
  if (Prev.is(tok::star) || Prev.is(tok::amp))
    return At >= 2 && endsValue(Words[At - 2]);
  if (Prev.is(tok::semi))
    return IsOperand;
  // `(Name)x` is a cast.
  if (Prev.is(tok::l_paren) && Next.is(tok::r_paren) && At + 2 < Words.size() &&
      (Words[At + 2].isName() || Words[At + 2].is(tok::numeric_constant) ||
       Words[At + 2].is(tok::l_paren)))
    return false;
  if (Prev.is(tok::r_paren)) // `(float)Name * x`
    return IsOperand;
  return isBinary(Prev.Kind) || isAssignment(Prev.Kind) ||
         Prev.is(tok::l_paren) || Prev.is(tok::l_square) ||
         Prev.is(tok::comma) || Prev.is(tok::question) || Prev.is(tok::colon) ||
         Prev.is(tok::exclaim) || Prev.is(tok::tilde) || Prev.Text == "return";
}

/// `f<Name>(`, `f<T, Name>(`: a constant.
static bool isTemplateArgument(llvm::ArrayRef<CodeWord> Words, size_t At) {
  if (At < 2 || At + 2 >= Words.size())
    return false;
  const CodeWord &Prev = Words[At - 1], &Next = Words[At + 1];
  return (Prev.is(tok::less) || Prev.is(tok::comma)) &&
         (Next.is(tok::greater) || (Prev.is(tok::less) && Next.is(tok::comma)));
}

/// `BLOCK_SIZE`, `kBlockSize`: what names constants, not objects.
static bool namesConstant(StringRef Name) {
  const auto IsUpper = [](char C) {
    return llvm::isDigit(C) || C == '_' || (C >= 'A' && C <= 'Z');
  };
  return Name.size() > 1 &&
         (llvm::all_of(Name, IsUpper) ||
          (Name[0] == 'k' && Name[1] >= 'A' && Name[1] <= 'Z'));
}

/// `#ifdef Name`: what is defined chooses the text.
bool UndeclaredNames::isAskedFor(StringRef Name) const {
  return llvm::any_of(Conditions,
                      [&](StringRef Line) { return holdsWord(Line, Name); });
}

/// The uses of \p Name are such that a number may stand there.
bool UndeclaredNames::mayTakePlace(StringRef Name, bool IsExpression) const {
  auto Allows = [&](llvm::ArrayRef<CodeWord> All) {
    for (size_t I = 0; I < All.size(); ++I) {
      if (All[I].Text != Name)
        continue;
      if (IsExpression) {
        if (!isValueAt(All, I) || isTemplateArgument(All, I))
          return false;
      } else if (I + 1 < All.size() &&
                 (All[I + 1].is(tok::l_paren) ||
                  All[I + 1].is(tok::coloncolon) || All[I + 1].is(tok::equal) ||
                  All[I + 1].is(tok::l_square) || All[I + 1].is(tok::period) ||
                  All[I + 1].is(tok::arrow))) {
        return false;
      }
    }
    return true;
  };
  return Allows(Words) && llvm::all_of(Definitions, [&](const Definition &D) {
           return D.Name == Name || Allows(D.Body);
         });
}

/// The host computes with \p Name, too: it is no value of a thread.
bool UndeclaredNames::isInHostCode(StringRef Name) const {
  return llvm::any_of(findFunctions(Code), [&](const FunctionText &F) {
    return !F.IsOfDevice && !F.MayHoldKLoop &&
           holdsWord(StringRef(Code).slice(F.Begin, F.End), Name);
  });
}

/// \p Name stands in the header of a loop with a barrier: all threads of the
/// block make its trips.
bool UndeclaredNames::isInBlockLoop(StringRef Name) const {
  for (size_t I = 0; I + 1 < Words.size(); ++I) {
    if ((Words[I].Text != "for" && Words[I].Text != "while") ||
        !Words[I + 1].is(tok::l_paren))
      continue;
    const size_t End = closingWord(Words, I + 1);
    if (End + 1 >= Words.size() || !Words[End + 1].is(tok::l_brace) ||
        llvm::none_of(llvm::ArrayRef(Words).slice(I, End - I),
                      [&](const CodeWord &W) { return W.Text == Name; }))
      continue;
    const size_t Last = closingWord(Words, End + 1);
    for (size_t J = End + 1; J < Last; ++J)
      if (Words[J].Text == "__syncthreads")
        return true;
  }
  return false;
}

NameMeaning UndeclaredNames::valueOf(StringRef Name) const {
  if (!mayTakePlace(Name, /*IsExpression=*/false))
    return {};
  if (isConstant(Name))
    return {InventedNumber.str(), "the number " + InventedNumber.str()};
  if (!namesConstant(Name) || isAskedFor(Name) ||
      !mayTakePlace(Name, /*IsExpression=*/true))
    return {};
  if (isInHostCode(Name))
    return {InventedNumber.str(), "the number " + InventedNumber.str(),
            /*IsAssumed=*/true};
  // Nothing can be worked out of it but who agrees on it; yet it is a constant
  // where one must stand, as in a static_assert.
  const bool IsOfBlock = isInBlockLoop(Name);
  return {std::string("(__builtin_is_constant_evaluated() ? 1 : int(__sinf(") +
              (IsOfBlock ? "blockIdx.x" : "threadIdx.x") + ")))",
          IsOfBlock ? "some number of the block" : "some number of each thread",
          /*IsAssumed=*/true};
}

/// Behind the arguments of the call that \p At of \p Words may be; 0 if it is
/// none.
static size_t behindCall(llvm::ArrayRef<CodeWord> Words, size_t At) {
  size_t Next = At + 1;
  if (Next < Words.size() && Words[Next].is(tok::less)) {
    unsigned Depth = 0;
    for (; Next < Words.size(); ++Next) {
      const CodeWord &W = Words[Next];
      if (W.is(tok::semi) || W.is(tok::l_brace) || W.is(tok::r_brace))
        return 0;
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
  if (Next >= Words.size() || !Words[Next].is(tok::l_paren))
    return 0;
  const size_t End = closingWord(Words, Next) + 1;
  return End < Words.size() ? End : 0;
}

UndeclaredNames::Function UndeclaredNames::functionOf(StringRef Name) const {
  if (isAskedFor(Name) || Name.upper() == Name)
    return Function::None;
  bool IsStatement = false;
  auto AreCalls = [&](llvm::ArrayRef<CodeWord> All) {
    for (size_t I = 0; I < All.size(); ++I) {
      if (All[I].Text != Name)
        continue;
      const size_t End = behindCall(All, I);
      const CodeWord *Prev = I ? &All[I - 1] : nullptr;
      IsStatement |= !Prev || Prev->is(tok::semi) || Prev->is(tok::l_brace) ||
                     Prev->is(tok::r_brace) || Prev->is(tok::r_paren) ||
                     Prev->Text == "else" || Prev->Text == "do";
      if (!End || All[End].isName() || All[End].is(tok::l_brace) ||
          All[End].is(tok::period) || All[End].is(tok::arrow) ||
          All[End].is(tok::l_square) || All[End].is(tok::plusplus) ||
          All[End].is(tok::minusminus) || All[End].is(tok::string_literal) ||
          isAssignment(All[End].Kind) ||
          (Prev && (Prev->is(tok::period) || Prev->is(tok::arrow) ||
                    Prev->is(tok::coloncolon) ||
                    (Prev->isName() && Prev->Text != "return" &&
                     Prev->Text != "else" && Prev->Text != "do"))))
        return false;
    }
    return true;
  };
  if (!AreCalls(Words) || llvm::any_of(Definitions, [&](const Definition &D) {
        return D.Name == Name || holdsWord(D.Text, Name);
      }))
    return Function::None;
  return IsStatement ? Function::OfEffect : Function::OfValue;
}

//===- Types ------------------------------------------------------------===//

namespace {

/// What is done with the variables of one type.
struct TypeUses {
  bool IsType = false, IsBroken = false;
  bool IsInteger = false, IsStored = false;
  /// Of a variable that is declared without a star.
  bool IsSubscripted = false;
  StringRef LastMember; ///< Of x, y, z, w.
};

} // namespace

/// \p At is in brackets, or beside an operator that only integers have.
static bool isIntegerAt(llvm::ArrayRef<CodeWord> Words, size_t At) {
  auto IsOfIntegers = [](const CodeWord &W) {
    return W.is(tok::percent) || W.is(tok::lessless) ||
           W.is(tok::greatergreater) || W.is(tok::pipe) || W.is(tok::caret);
  };
  size_t End = At + 1;
  while (End < Words.size() && Words[End].is(tok::l_square))
    End = closingWord(Words, End) + 1;
  if (IsOfIntegers(Words[At - 1]) ||
      (End < Words.size() && IsOfIntegers(Words[End])))
    return true;
  unsigned Depth = 0;
  for (size_t I = At; I > 0; --I) {
    const CodeWord &W = Words[I - 1];
    if (W.is(tok::semi) || W.is(tok::l_brace) || W.is(tok::r_brace))
      return false;
    Depth += W.is(tok::r_square) || W.is(tok::r_paren);
    if ((W.is(tok::l_square) || W.is(tok::l_paren)) && Depth-- == 0) {
      if (W.is(tok::l_square) || (I > 1 && Words[I - 2].Text == "switch"))
        return true;
      Depth = 0;
    }
  }
  return false;
}

/// What follows the variable \p At of \p Words.
static void readUse(llvm::ArrayRef<CodeWord> Words, size_t At, bool IsPointer,
                    bool IsDeclaration, TypeUses &Out) {
  size_t Next = At + 1;
  bool Subscripted = false;
  while (Next < Words.size() && Words[Next].is(tok::l_square)) {
    Subscripted = true;
    Next = closingWord(Words, Next) + 1;
  }
  if (Next >= Words.size() || IsDeclaration)
    return;
  Out.IsSubscripted |= Subscripted && !IsPointer;
  Out.IsStored |= Subscripted && isAssignment(Words[Next].Kind);
  if (Words[Next].is(tok::arrow) || Words[Next].is(tok::period)) {
    const StringRef Member =
        Next + 1 < Words.size() ? Words[Next + 1].Text : "";
    const size_t Place = StringRef("xyzw").find(Member);
    if (Member.size() != 1 || Place == StringRef::npos)
      Out.IsBroken = true;
    else if (Out.LastMember.empty() ||
             StringRef("xyzw").find(Out.LastMember) < Place)
      Out.LastMember = Member;
  }
  if (!IsPointer || Subscripted)
    Out.IsInteger |= isIntegerAt(Words, At) || Words[Next].is(tok::plusplus) ||
                     Words[At - 1].is(tok::plusplus);
}

NameMeaning UndeclaredNames::typeOf(StringRef Name) const {
  if (isAskedFor(Name) || llvm::any_of(Definitions, [&](const Definition &D) {
        return D.Name == Name;
      }))
    return {};
  TypeUses Uses;
  struct Variable {
    StringRef Name;
    size_t At;
    bool IsPointer, IsArray;
  };
  std::vector<Variable> Variables;
  for (size_t I = 0; I + 1 < Words.size(); ++I) {
    if (Words[I].Text != Name)
      continue;
    if (I > 0) {
      const CodeWord &Prev = Words[I - 1];
      if (Prev.is(tok::period) || Prev.is(tok::arrow) ||
          Prev.is(tok::coloncolon) || Prev.Text == "typename" ||
          Prev.Text == "class" || Prev.Text == "struct" ||
          Prev.Text == "enum" || Prev.Text == "namespace" ||
          (Prev.isName() && !isSpecifier(Prev.Text) && Prev.Text != "return" &&
           Prev.Text != "typedef"))
        return {};
    }
    size_t Next = I + 1;
    if (I > 0 && (Words[I - 1].is(tok::star) || Words[I - 1].is(tok::amp)) &&
        !Words[Next].is(tok::l_paren))
      return {};
    bool IsPointer = false;
    while (Next < Words.size() &&
           (Words[Next].is(tok::star) || Words[Next].is(tok::amp) ||
            Words[Next].Text == "const" || Words[Next].Text == "volatile" ||
            Words[Next].Text.starts_with("__restrict") ||
            Words[Next].Text == "__shared__")) {
      IsPointer |= Words[Next].is(tok::star);
      ++Next;
    }
    if (Next + 1 >= Words.size() || Words[Next].is(tok::coloncolon) ||
        Words[Next].is(tok::less) || Words[Next].is(tok::l_brace))
      return {};
    if (!Words[Next].isName())
      continue; // `(T)`, `<T>`, `T(0)`, `T *` without a name.
    // `API float *f(`: what is in front of a type is none.
    if (isBuiltinType(Words[Next].Text) || isSpecifier(Words[Next].Text) ||
        Words[Next + 1].isName())
      return {};
    if (Words[Next + 1].is(tok::l_paren))
      continue; // A function that returns one, or `T x(0)`.
    Uses.IsType = true;
    Variables.push_back(
        {Words[Next].Text, Next, IsPointer, Words[Next + 1].is(tok::l_square)});
    // `T a, b[4];`, but not the next parameter.
    while (Words[Next + 1].is(tok::l_square))
      Next = closingWord(Words, Next + 1);
    for (; Next + 3 < Words.size() && Words[Next + 1].is(tok::comma) &&
           Words[Next + 2].isName() && !Words[Next + 3].isName() &&
           !Words[Next + 3].is(tok::star) && !Words[Next + 3].is(tok::amp) &&
           !Words[Next + 3].is(tok::less) &&
           !Words[Next + 3].is(tok::coloncolon);) {
      Next += 2;
      Variables.push_back(
          {Words[Next].Text, Next, false, Words[Next + 1].is(tok::l_square)});
      while (Next + 1 < Words.size() && Words[Next + 1].is(tok::l_square))
        Next = closingWord(Words, Next + 1);
    }
  }
  if (!Uses.IsType)
    return {};
  for (const Variable &V : Variables)
    for (size_t I = 1; I + 1 < Words.size(); ++I)
      if (Words[I].Text == V.Name && !Words[I - 1].is(tok::period) &&
          !Words[I - 1].is(tok::arrow))
        readUse(Words, I, V.IsPointer || V.IsArray, I == V.At, Uses);
  if (Uses.IsBroken)
    return {};
  std::string Type = Uses.IsInteger ? "int" : "float";
  if (!Uses.LastMember.empty()) {
    const char Count = Name.back();
    if (Count >= '2' && Count <= '4')
      Type += Count;
    else
      Type += StringRef("234").substr(
          std::max<size_t>(StringRef("xyzw").find(Uses.LastMember), 1) - 1, 1);
  }
  if (Uses.IsSubscripted)
    Type = (Uses.IsStored ? "" : "const ") + Type + " *";
  return {Type, "'" + Type + "'"};
}

} // namespace cudapipe
