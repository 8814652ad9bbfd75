//===- FlagsOfBoth.cpp - Flags as Clang or nvcc spells them ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Users type what they give their compiler: `-arch=sm_90 -Iinc -Wall`. nvcc's
// table comes first: Clang takes -arch=sm_90 and -use_fast_math for -a and -u.
//
//===----------------------------------------------------------------------===//

#include "NvccWords.h"
#include "cudapipe/Frontend/UserFlags.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/ArgList.h"

using namespace llvm;
namespace options = clang::options;

namespace cudapipe {
namespace {

/// Of options of one letter with a value behind it, those that compile commands
/// have, and those whose value may hold a '=': else any word with a dash in
/// front would be one.
constexpr StringLiteral JoinedLetters = "DIULlOWfgmx", WithSign = "DIUW";

unsigned clangFlagLength(ArrayRef<std::string> Words) {
  std::vector<const char *> Pointers;
  for (const std::string &Word : Words.take_front(4))
    Pointers.push_back(Word.c_str());
  const opt::InputArgList Args(Pointers.data(),
                               Pointers.data() + Pointers.size());
  unsigned Index = 0;
  const std::unique_ptr<opt::Arg> Found =
      clang::getDriverOptTable().ParseOneArg(
          Args, Index, opt::Visibility(options::ClangOption));
  if (!Found) // Its value is missing; who reads it says so.
    return 1;
  const opt::Option Option = Found->getOption();
  switch (Option.getUnaliasedOption().getID()) {
  case options::OPT_UNKNOWN:
  case options::OPT_INPUT:
  case options::OPT_o: // What is made is ours to say.
    return 0;
  default:
    break;
  }
  const StringRef Word = Words.front();
  if (Option.getName().size() == 1 && Word.size() > 2 &&
      !(Word.contains('=') ? WithSign : JoinedLetters).contains(Word[1]))
    return 0;
  return Index;
}

} // namespace

void UserFlags::append(UserFlags Later) {
  append_range(Flags, Later.Flags);
  append_range(CodeFlags, Later.CodeFlags);
  append_range(Notes, Later.Notes);
  if (!Later.Archs.empty())
    Archs = std::move(Later.Archs);
  if (!Later.CudaPath.empty())
    CudaPath = std::move(Later.CudaPath);
}

unsigned flagLength(ArrayRef<std::string> Words) {
  if (const unsigned Length = nvccFlagLength(Words.front()))
    return std::min<size_t>(Length, Words.size());
  return clangFlagLength(Words);
}

Error addFlags(ArrayRef<std::string> Words, StringRef Directory,
               UserFlags &Flags) {
  std::vector<std::string> OfNvcc, OfClang;
  while (!Words.empty()) {
    const unsigned ForNvcc = nvccFlagLength(Words.front());
    // A value of Clang's may look like an option of nvcc's.
    const unsigned Length =
        ForNvcc ? ForNvcc : std::max(clangFlagLength(Words), 1u);
    const auto Flag = Words.take_front(Length);
    append_range(ForNvcc ? OfNvcc : OfClang, Flag);
    Words = Words.drop_front(Flag.size());
  }
  Expected<UserFlags> First = readNvccFlags(OfNvcc, Directory);
  if (!First)
    return First.takeError();
  Expected<UserFlags> Then = readClangFlags(OfClang);
  if (!Then)
    return Then.takeError();
  First->Archs.insert(First->Archs.end(), Then->Archs.begin(),
                      Then->Archs.end());
  Then->Archs.clear();
  Flags.append(std::move(*First));
  Flags.append(std::move(*Then));
  return Error::success();
}

} // namespace cudapipe
