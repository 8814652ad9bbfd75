//===- Diff.cpp - A unified diff ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Myers' greedy algorithm ("An O(ND) Difference Algorithm", 1986) over lines:
//
//       old ->        a diagonal step keeps a line, a step to the right removes
//   new  \ _ .        one, a step down adds one; D counts the steps that are
//   not
//    |    . \ .       diagonal. Row D of the trace holds, for each diagonal k,
//    v    . . |       how far right D such steps get.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Emit/Diff.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <vector>

using namespace llvm;

namespace cudapipe {
namespace {

constexpr size_t ContextLines = 3;

using Lines = std::vector<StringRef>;

/// A line kept (' '), removed ('-') or added ('+').
struct EditLine {
  char Sign;
  StringRef Line;
};

/// Lines with their line ends; the last may have none.
Lines splitLines(StringRef Text) {
  Lines Result;
  while (!Text.empty()) {
    size_t End = Text.find('\n');
    size_t Size = End == StringRef::npos ? Text.size() : End + 1;
    Result.push_back(Text.take_front(Size));
    Text = Text.drop_front(Size);
  }
  return Result;
}

/// The trace of Myers' algorithm: row D is the furthest x on each diagonal.
std::vector<std::vector<int>> trace(ArrayRef<StringRef> Old,
                                    ArrayRef<StringRef> New) {
  int N = Old.size(), M = New.size(), Max = N + M;
  std::vector<std::vector<int>> Rows;
  std::vector<int> Furthest(2 * Max + 2, 0);
  for (int D = 0; D <= Max; ++D) {
    Rows.emplace_back(Furthest.begin() + (Max - D),
                      Furthest.begin() + (Max + D + 2));
    for (int K = -D; K <= D; K += 2) {
      bool Down =
          K == -D || (K != D && Furthest[Max + K - 1] < Furthest[Max + K + 1]);
      int X = Down ? Furthest[Max + K + 1] : Furthest[Max + K - 1] + 1;
      while (X < N && X - K < M && Old[X] == New[X - K])
        ++X;
      Furthest[Max + K] = X;
      if (X >= N && X - K >= M)
        return Rows;
    }
  }
  llvm_unreachable("N + M steps always suffice");
}

/// The shortest script from \p Old to \p New.
std::vector<EditLine> shortestScript(ArrayRef<StringRef> Old,
                                     ArrayRef<StringRef> New) {
  std::vector<std::vector<int>> Rows = trace(Old, New);
  std::vector<EditLine> Reversed;
  int X = Old.size(), Y = New.size();
  for (int D = Rows.size() - 1; D >= 0; --D) {
    auto At = [&](int K) { return Rows[D][K + D]; };
    int K = X - Y;
    bool Down = K == -D || (K != D && At(K - 1) < At(K + 1));
    int PreviousK = Down ? K + 1 : K - 1;
    int PreviousX = D == 0 ? 0 : At(PreviousK);
    int PreviousY = D == 0 ? 0 : PreviousX - PreviousK;
    while (X > PreviousX && Y > PreviousY) {
      Reversed.push_back({' ', Old[--X]});
      --Y;
    }
    if (X > PreviousX)
      Reversed.push_back({'-', Old[--X]});
    else if (Y > PreviousY)
      Reversed.push_back({'+', New[--Y]});
  }
  return {Reversed.rbegin(), Reversed.rend()};
}

/// The whole script; equal lines at both ends need no search.
std::vector<EditLine> script(ArrayRef<StringRef> Old, ArrayRef<StringRef> New) {
  std::vector<EditLine> Steps;
  auto Keep = [&](ArrayRef<StringRef> Kept) {
    for (StringRef Line : Kept)
      Steps.push_back({' ', Line});
  };
  size_t Shorter = std::min(Old.size(), New.size());
  size_t Head = 0, Tail = 0;
  while (Head < Shorter && Old[Head] == New[Head])
    ++Head;
  while (Tail < Shorter - Head &&
         Old[Old.size() - 1 - Tail] == New[New.size() - 1 - Tail])
    ++Tail;
  Keep(Old.take_front(Head));
  append_range(Steps,
               shortestScript(Old.slice(Head, Old.size() - Head - Tail),
                              New.slice(Head, New.size() - Head - Tail)));
  Keep(Old.take_back(Tail));
  return Steps;
}

void printStep(raw_ostream &OS, const EditLine &Step, bool Color) {
  bool Changed = Color && Step.Sign != ' ';
  if (Changed)
    OS.changeColor(Step.Sign == '-' ? raw_ostream::RED : raw_ostream::GREEN);
  OS << Step.Sign << Step.Line.rtrim('\n');
  if (Changed)
    OS.resetColor();
  OS << '\n';
  if (!Step.Line.ends_with("\n"))
    OS << "\\ No newline at end of file\n";
}

/// "-12,7": the first of \p Count lines is line \p First.
void printRange(raw_ostream &OS, char Sign, size_t First, size_t Count) {
  OS << Sign << (Count == 0 ? First - 1 : First);
  if (Count != 1)
    OS << ',' << Count;
}

/// Prints Steps[Begin, End), which start at the given lines.
void printHunk(raw_ostream &OS, ArrayRef<EditLine> Steps, size_t OldLine,
               size_t NewLine, bool Color) {
  if (Color)
    OS.changeColor(raw_ostream::CYAN);
  OS << "@@ ";
  printRange(OS, '-', OldLine,
             count_if(Steps, [](const EditLine &S) { return S.Sign != '+'; }));
  OS << ' ';
  printRange(OS, '+', NewLine,
             count_if(Steps, [](const EditLine &S) { return S.Sign != '-'; }));
  OS << " @@";
  if (Color)
    OS.resetColor();
  OS << '\n';
  for (const EditLine &Step : Steps)
    printStep(OS, Step, Color);
}

} // namespace

void printDiff(raw_ostream &OS, StringRef Name, StringRef Old, StringRef New,
               bool Color) {
  if (Old == New)
    return;
  // patch(1) takes a name with spaces up to the tab.
  StringRef NameEnd = Name.contains(' ') ? "\t\n" : "\n";
  OS << "--- a/" << Name << NameEnd << "+++ b/" << Name << NameEnd;
  std::vector<EditLine> Steps = script(splitLines(Old), splitLines(New));
  size_t OldLine = 1, NewLine = 1, Printed = 0;
  auto Skip = [&](size_t To) {
    for (; Printed < To; ++Printed) {
      OldLine += Steps[Printed].Sign != '+';
      NewLine += Steps[Printed].Sign != '-';
    }
  };
  for (size_t I = 0; I < Steps.size(); ++I) {
    if (Steps[I].Sign == ' ')
      continue;
    // A hunk goes on while gaps between changes are two contexts or less.
    size_t LastChange = I;
    for (size_t J = I;
         J < Steps.size() && J <= LastChange + 2 * ContextLines + 1; ++J)
      if (Steps[J].Sign != ' ')
        LastChange = J;
    size_t Begin = std::max(Printed, I - std::min(I, ContextLines));
    size_t End = std::min(Steps.size(), LastChange + 1 + ContextLines);
    Skip(Begin);
    printHunk(OS, ArrayRef(Steps).slice(Begin, End - Begin), OldLine, NewLine,
              Color);
    Skip(End);
    I = End - 1;
  }
}

/// Every edit replaces lines. clang-tidy takes a space with lines that are
/// merely deleted, and text that is merely inserted comes twice where two
/// translation units want it and run-clang-tidy has put their fixes into one
/// file: these replace the next line, too, by itself.
static std::vector<LineEdit> asReplacements(std::vector<LineEdit> Edits,
                                            StringRef Old) {
  std::vector<LineEdit> Out;
  for (LineEdit &Edit : Edits) {
    if (!Out.empty() && Out.back().Offset + Out.back().Length == Edit.Offset) {
      Out.back().Lines += Edit.Lines;
      Out.back().Length += Edit.Length;
      Out.back().Text += Edit.Text;
    } else {
      Out.push_back(std::move(Edit));
    }
    LineEdit &Last = Out.back();
    StringRef Behind = Old.substr(Last.Offset + Last.Length);
    if ((!Last.Text.empty() && Last.Length != 0) || Behind.empty())
      continue;
    StringRef Next = Behind.take_front(Behind.find('\n') + 1);
    if (Next.empty())
      Next = Behind;
    ++Last.Lines;
    Last.Length += Next.size();
    Last.Text += Next;
  }
  return Out;
}

std::vector<LineEdit> lineEdits(StringRef Old, StringRef New) {
  std::vector<LineEdit> Out;
  size_t Line = 1, Offset = 0;
  bool IsOpen = false;
  for (const EditLine &Step : script(splitLines(Old), splitLines(New))) {
    if (Step.Sign != ' ' && !IsOpen)
      Out.push_back({Line, 0, Offset, 0, ""});
    IsOpen = Step.Sign != ' ';
    if (Step.Sign == '+') {
      Out.back().Text += Step.Line;
      continue;
    }
    if (Step.Sign == '-') {
      ++Out.back().Lines;
      Out.back().Length += Step.Line.size();
    }
    ++Line;
    Offset += Step.Line.size();
  }
  return asReplacements(std::move(Out), Old);
}

std::string diffName(StringRef Path) {
  SmallString<256> Absolute(Path), Here;
  sys::fs::make_absolute(Absolute);
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  StringRef Name = Absolute;
  SmallString<256> Real;
  if (sys::fs::current_path(Here))
    return Name.ltrim('/').str();
  // The path of a header has its links resolved.
  sys::fs::real_path(Here, Real);
  for (StringRef Folder : {StringRef(Here), StringRef(Real)}) {
    StringRef Inside = Name;
    if (Inside.consume_front(Folder) &&
        (Inside.starts_with("/") || Folder == "/"))
      return Inside.ltrim('/').str();
  }
  return StringRef(Absolute).ltrim('/').str();
}

} // namespace cudapipe
