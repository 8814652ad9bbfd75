//===- OtherStages.cpp - Rings of another size ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Check/OtherStages.h"
#include "cudapipe/Check/CheckKernels.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace cudapipe {
namespace {

constexpr unsigned LeastStages = 2, MostStages = 8;

/// Words, numbers and signs of \p Text, without comments and strings.
std::vector<StringRef> wordsOf(StringRef Text) {
  std::vector<StringRef> Out;
  auto IsWord = [](char C) { return isAlnum(C) || C == '_'; };
  size_t At = 0;
  while (At < Text.size()) {
    const StringRef Rest = Text.drop_front(At);
    if (Rest.starts_with("//")) {
      At += std::min(Rest.find('\n'), Rest.size());
    } else if (Rest.starts_with("/*")) {
      At += std::min(Rest.find("*/"), Rest.size() - 2) + 2;
    } else if (Rest[0] == '"') {
      size_t End = 1;
      while (End < Rest.size() && Rest[End] != '"')
        End += Rest[End] == '\\' ? 2 : 1;
      At += std::min(End + 1, Rest.size());
    } else if (IsWord(Rest[0])) {
      Out.push_back(Rest.take_while(IsWord));
      At += Out.back().size();
    } else {
      if (!isSpace(Rest[0])) {
        const bool IsPair = Rest.starts_with("==") || Rest.starts_with("!=");
        Out.push_back(Rest.take_front(IsPair ? 2 : 1));
      }
      At += std::max<size_t>(
          1, Rest.starts_with("==") || Rest.starts_with("!=") ? 2 : 1);
    }
  }
  return Out;
}

class StageFinder {
public:
  explicit StageFinder(StringRef Text) : Text(Text), Words(wordsOf(Text)) {}

  std::vector<OtherStages> find();

private:
  StringRef word(size_t I) const {
    return I < Words.size() ? Words[I] : StringRef();
  }
  void findUses();
  void findConstants();
  void findTemplates();
  /// \p Number, as it stands in the text, is one of \p Name.
  void addNumber(StringRef Name, StringRef Number) {
    unsigned Value = 0;
    if (!Number.getAsInteger(10, Value) && Value >= LeastStages &&
        Value <= MostStages)
      Numbers[Name].push_back(Number);
  }

  StringRef Text;
  std::vector<StringRef> Words;
  /// Names that are extents of shared arrays and go round; and the numbers that
  /// stand for each.
  std::set<StringRef> Rings;
  std::map<StringRef, std::vector<StringRef>> Numbers;
};

void StageFinder::findUses() {
  std::set<StringRef> Extents, GoRound;
  bool IsShared = false;
  for (size_t I = 0; I < Words.size(); ++I) {
    IsShared = Words[I] == "__shared__" || (IsShared && Words[I] != ";");
    // The first of its extents.
    if (IsShared && Words[I] == "[" && word(I + 2) == "]" && I > 0 &&
        Words[I - 1] != "]")
      Extents.insert(word(I + 1));
    const bool IsRound =
        Words[I] == "%" || Words[I] == "==" || Words[I] == "!=";
    if (IsRound)
      GoRound.insert(word(I + 1));
  }
  for (StringRef Name : Extents)
    if (GoRound.count(Name) && !Name.empty() && !isDigit(Name[0]))
      Rings.insert(Name);
}

/// `constexpr int Stages = 3;`, `#define STAGES 3`.
void StageFinder::findConstants() {
  for (size_t I = 0; I + 1 < Words.size(); ++I) {
    if (!Rings.count(Words[I]))
      continue;
    if (word(I + 1) == "=" &&
        (word(I + 3) == ";" || word(I + 3) == "," || word(I + 3) == "}"))
      addNumber(Words[I], word(I + 2));
    else if (I > 0 && Words[I - 1] == "define")
      addNumber(Words[I], word(I + 1));
  }
}

/// `template <int Stages> __global__ void ring(...)` and `ring<3>`.
void StageFinder::findTemplates() {
  for (size_t I = 0; I < Words.size(); ++I) {
    if (Words[I] != "template" || word(I + 1) != "<")
      continue;
    std::vector<StringRef> Parameters;
    size_t At = I + 2;
    for (; At < Words.size() && Words[At] != ">"; ++At)
      if (word(At + 1) == "," || word(At + 1) == ">" || word(At + 1) == "=")
        if (Words[At] != "=" && !isDigit(Words[At][0]))
          Parameters.push_back(Words[At]);
    // The kernel's name stands in front of its parameters.
    bool IsKernel = false;
    for (++At; At < Words.size() && Words[At] != "{" && Words[At] != ";";
         ++At) {
      IsKernel |= Words[At] == "__global__";
      if (Words[At] == "(" && IsKernel && Words[At - 1] != "__launch_bounds__")
        break;
      if (Words[At] == "(")
        while (At < Words.size() && Words[At] != ")")
          ++At;
    }
    if (!IsKernel || word(At) != "(")
      continue;
    const StringRef Kernel = Words[At - 1];
    for (size_t Use = 0; Use + 1 < Words.size(); ++Use) {
      if (Words[Use] != Kernel || word(Use + 1) != "<" || word(Use + 2) == "<")
        continue;
      size_t Index = 0;
      for (size_t Next = Use + 2; Next < Words.size() && Words[Next] != ">" &&
                                  Index < Parameters.size();
           ++Next) {
        if (Words[Next] == ",")
          ++Index;
        else if (Rings.count(Parameters[Index]) &&
                 (word(Next + 1) == "," || word(Next + 1) == ">"))
          addNumber(Parameters[Index], Words[Next]);
      }
    }
  }
}

std::vector<OtherStages> StageFinder::find() {
  findUses();
  findConstants();
  findTemplates();
  std::vector<OtherStages> Out;
  for (auto &[Name, Places] : Numbers) {
    unsigned Written = 0;
    Places.front().getAsInteger(10, Written);
    for (unsigned Instead : {Written - 1, Written + 1}) {
      if (Instead < LeastStages)
        continue;
      OtherStages New{Name.str(), 0, Written, Instead, Text.str()};
      // From behind, so that places stay what they are.
      std::vector<size_t> Offsets;
      for (StringRef Place : Places)
        if (Place == Places.front())
          Offsets.push_back(Place.data() - Text.data());
      llvm::sort(Offsets, std::greater<>());
      Offsets.erase(llvm::unique(Offsets), Offsets.end());
      for (size_t At : Offsets)
        New.Text.replace(At, Places.front().size(), std::to_string(Instead));
      New.Line = Text.take_front(Offsets.back()).count('\n') + 1;
      Out.push_back(std::move(New));
    }
  }
  return Out;
}

} // namespace

std::vector<OtherStages> withOtherStages(StringRef Text) {
  return StageFinder(Text).find();
}

/// A ring of another size may be too large for its memory, or for its data.
static bool isOfRings(HazardKind Kind) {
  return Kind <= HazardKind::WriteInFlight ||
         Kind == HazardKind::NeverCompleted ||
         Kind == HazardKind::WriteUnderRead;
}

void checkOtherStages(const DeviceCommand &Command, StringRef Path,
                      StringRef Text, const CheckOptions &Options,
                      CheckedFile &Out) {
  const bool AnyClean = any_of(Out.Kernels, [](const CheckedKernel &One) {
    return One.Verdict <= CheckVerdict::Clean;
  });
  if (!AnyClean)
    return;
  for (const OtherStages &One : withOtherStages(Text)) {
    Expected<CheckedFile> Again = checkText(Command, Path, One.Text, Options);
    if (!Again) {
      consumeError(Again.takeError());
      continue;
    }
    for (const CheckedKernel &Other : Again->Kernels) {
      if (Other.Verdict != CheckVerdict::Witness)
        continue;
      auto Found = find_if(Other.Hazards, [](const Hazard &Each) {
        return isOfRings(Each.Kind);
      });
      auto Mine = find_if(Out.Kernels, [&](const CheckedKernel &Each) {
        return Each.Line == Other.Line && Each.File == Other.File &&
               Each.Verdict <= CheckVerdict::Clean;
      });
      if (Found != Other.Hazards.end() && Mine != Out.Kernels.end())
        Mine->Latent.push_back(
            {One.Name, One.Line, One.Written, One.Instead, *Found});
    }
  }
}

} // namespace cudapipe
