//===- CommandWords.cpp - Whose each word of a command line is ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandWords.h"
#include "SettingsGroups.h"
#include "cudapipe/Frontend/UserFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// `--stages=3` is {stages, 3}; `-j4`, which has no sign between, {j, 4}.
struct OwnWord {
  const cl::Option *Option = nullptr;
  StringRef Name;
  std::optional<StringRef> Value;
};

StringRef withoutDashes(StringRef Word) {
  return Word.drop_front(Word.starts_with("--") ? 2 : 1);
}

OwnWord findOwn(StringRef Word) {
  OwnWord Out;
  const StringRef Body = withoutDashes(Word);
  Out.Name = Body.split('=').first;
  if (Out.Name.size() < Body.size())
    Out.Value = Body.drop_front(Out.Name.size() + 1);
  auto &Known = cl::getRegisteredOptions();
  if (auto It = Known.find(Out.Name); It != Known.end()) {
    Out.Option = It->second;
    return Out;
  }
  if (auto It = Known.find(Body.take_front());
      It != Known.end() && It->second->getFormattingFlag() == cl::Prefix &&
      Body.drop_front().find_first_not_of("-0123456789") == StringRef::npos)
    return {It->second, Body.take_front(), Body.drop_front()};
  return Out;
}

/// The option of ours that \p Word is meant to be, or "".
StringRef nearestOwn(StringRef Word) {
  constexpr unsigned MostMistakes = 2;
  const StringRef Name = withoutDashes(Word).split('=').first;
  std::pair<unsigned, StringRef> Nearest(MostMistakes + 1, "");
  for (const auto &[Known, Option] : cl::getRegisteredOptions())
    if (Option->getOptionHiddenFlag() == cl::NotHidden &&
        Known.size() > 2 * MostMistakes)
      Nearest = std::min(Nearest, {Name.edit_distance(Known), Known});
  if (Nearest.second.empty() && Name.starts_with("he"))
    return "help";
  return Nearest.second;
}

/// -lines=1 is a library to a compiler.
bool isMistakenForFlag(StringRef Word) {
  return !Word.starts_with("--") && !nearestOwn(Word).empty();
}

Error unknownWord(StringRef Word) {
  std::string Message = "Unknown command line argument '" + Word.str() + "'";
  const StringRef Near = nearestOwn(Word);
  if (Near.empty())
    return createStringError(Message + ": it is no option (--help lists them), "
                                       "and no flag of nvcc or Clang");
  const auto [Name, Value] = Word.split('=');
  return createStringError(Message + ". Did you mean '--" + Near +
                           (Value.empty() ? "" : "=") + Value + "'?");
}

/// A switch is one that shows no value in --help.
Error checkValue(const OwnWord &Own, StringRef Word) {
  const bool IsOurs = any_of(Own.Option->Categories, [](const auto *Group) {
    return is_contained(optionGroups(), Group);
  });
  if (IsOurs && Own.Option->ValueStr.empty() && Own.Value &&
      !is_contained(
          {"true", "TRUE", "True", "1", "false", "FALSE", "False", "0"},
          *Own.Value))
    return createStringError("'" + Word + "': a switch is true or false");
  return Error::success();
}

} // namespace

Expected<CommandWords> sortWords(ArrayRef<std::string> Words) {
  CommandWords Out;
  const auto *Dashes = find(Words, "--");
  if (Dashes != Words.end())
    Out.Behind.assign(Dashes + 1, Words.end());
  Words = Words.take_front(Dashes - Words.begin());
  Out.Ours.push_back(Words.front());
  Words = Words.drop_front();
  while (!Words.empty()) {
    const StringRef Word = Words.front();
    size_t Length = 1;
    auto *To = &Out.Ours;
    if (Word.size() > 1 && Word.starts_with("-")) {
      const OwnWord Own = findOwn(Word);
      if (!Own.Option) {
        Length = isMistakenForFlag(Word) ? 0 : flagLength(Words);
        To = &Out.Flags;
      } else if (Error Failure = checkValue(Own, Word)) {
        return std::move(Failure);
      } else if (Own.Option->getValueExpectedFlag() == cl::ValueRequired &&
                 !Own.Value) {
        if (Words.size() == 1)
          return createStringError("'" + Word + "' needs a value: <" +
                                   Own.Option->ValueStr + ">");
        Length = 2;
      }
      if (Length == 0)
        return unknownWord(Word);
      Out.AsksHelp |= Own.Name == "help" || Own.Name == "h";
      Out.AsksVersion |= Own.Name == "version";
    }
    const auto Together = Words.take_front(Length);
    To->insert(To->end(), Together.begin(), Together.end());
    Words = Words.drop_front(Together.size());
  }
  return Out;
}

} // namespace cudapipe
