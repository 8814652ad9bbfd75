//===- NvccFlags.cpp - nvcc's options in Clang's spelling -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table NvccOptions.def says how many values an option takes and what it
// means; NvccReader walks the arguments once and appends the meaning.
//
//===----------------------------------------------------------------------===//

#include "HostFlags.h"
#include "NvccWords.h"
#include "cudapipe/Frontend/UserFlags.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace cudapipe {
namespace {

enum class NvccValues { None, One, List };

enum class NvccMeaning {
  Drop,
  IncludeDir,
  SystemDir,
  Define,
  Undefine,
  PreInclude,
  Standard,
  TemplateDepth,
  Relocatable,
  RelocatableIfTrue,
  RelaxedConstexpr,
  ExtendedLambda,
  DeviceDebug,
  DefaultStream,
  Language,
  HostOptions,
  ForwardUnknown,
  OptionsFile,
  Arch,
  GenerateCode,
  CodeFlag,
};

struct NvccOption {
  StringLiteral Long, Short;
  NvccValues Values;
  NvccMeaning Meaning;
};

constexpr NvccOption Table[] = {
#define NVCC_OPTION(Long, Short, Values, Meaning)                              \
  {Long, Short, NvccValues::Values, NvccMeaning::Meaning},
#include "NvccOptions.def"
};

/// Options whose value may follow without a space: -Iinclude, -O3, -std=...
constexpr StringLiteral JoinedOptions = "IDULlOmxt";

/// An argument taken apart: `-arch=sm_90` is {arch, sm_90}.
struct Spelled {
  const NvccOption *Option = nullptr;
  std::optional<StringRef> Value;
};

bool isNamed(const NvccOption &Option, StringRef Name) {
  if (Name == Option.Short || Name == Option.Long)
    return true;
  // Both --diag_suppress and --diag-suppress are in use.
  return Name.contains('_') && join(split(Name, '_'), "-") == Option.Long;
}

Spelled spell(StringRef Argument) {
  StringRef Body = Argument.drop_front(Argument.starts_with("--") ? 2 : 1);
  auto [Name, Value] = Body.split('=');
  for (const NvccOption &Option : Table)
    if (isNamed(Option, Name)) {
      if (Name.size() == Body.size())
        return {&Option, std::nullopt};
      return {&Option, Value};
    }
  if (!Argument.starts_with("--") && Body.size() > 1 &&
      JoinedOptions.contains(Body.front()))
    for (const NvccOption &Option : Table)
      if (Option.Short == Body.take_front())
        return {&Option, Body.drop_front()};
  return {};
}

std::vector<std::string> valuesOf(const NvccOption &Option, StringRef Value) {
  if (Option.Values != NvccValues::List)
    return {Value.str()};
  switch (Option.Meaning) {
  case NvccMeaning::IncludeDir:
  case NvccMeaning::SystemDir:
  case NvccMeaning::PreInclude:
  case NvccMeaning::OptionsFile:
    return splitNvccFolders(Value);
  default:
    return splitNvccList(Value);
  }
}

/// Clang splits no value at commas: -DX=f(1,2).
bool isReadAsClangDoes(const NvccOption &Option, StringRef Argument) {
  switch (Option.Meaning) {
  case NvccMeaning::IncludeDir:
  case NvccMeaning::SystemDir:
  case NvccMeaning::Define:
  case NvccMeaning::Undefine:
  case NvccMeaning::PreInclude:
    return !Argument.starts_with("--");
  default:
    return Argument == "-Werror"; // No value is to follow.
  }
}

/// -lines=3 is a mistake, and no library of that name.
bool isMistake(StringRef Argument) {
  return Argument.contains('=') && spell(Argument.split('=').first).Value;
}

/// Walks the arguments of one nvcc command.
class NvccReader {
public:
  NvccReader(StringRef Directory, bool ForwardsUnknown)
      : Directory(Directory), ForwardsUnknown(ForwardsUnknown) {}

  Error read(ArrayRef<std::string> Arguments);
  /// The result; fails if an option was in no table.
  Expected<UserFlags> take();

private:
  Error apply(const NvccOption &Option, StringRef Value);
  Error readOptionsFile(StringRef File);
  void addArch(StringRef Arch);
  void add(StringRef Flag, StringRef Value) {
    Result.Flags.push_back(Flag.str());
    Result.Flags.push_back(Value.str());
  }
  void keepForNvcc(const NvccOption &Option, StringRef Value) {
    Result.CodeFlags.push_back(
        ("--" + Option.Long + (Value.empty() ? "" : "=") + Value).str());
  }
  void define(StringRef Macro) { Result.Flags.push_back(("-D" + Macro).str()); }

  StringRef Directory;
  UserFlags Result;
  bool ForwardsUnknown;
  unsigned OpenFiles = 0;
  std::vector<std::string> Unknown, HostOptions;
};

Error NvccReader::read(ArrayRef<std::string> Arguments) {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    // nvcc itself knows no @FILE, wrappers of it do.
    if (Argument.consume_front("@")) {
      if (Error Failure = readOptionsFile(Argument))
        return Failure;
      continue;
    }
    if (!Argument.starts_with("-") || Argument == "-")
      continue; // An input.
    Spelled Found = spell(Argument);
    if (!Found.Option) {
      Unknown.push_back(Argument.str());
      continue;
    }
    StringRef Value = Found.Value.value_or("");
    if (Found.Option->Values != NvccValues::None && !Found.Value) {
      if (++I == Arguments.size())
        return createStringError("nvcc option '" + Argument + "' has no value");
      Value = Arguments[I];
    }
    for (StringRef One : valuesOf(*Found.Option, Value))
      if (Error Failure = apply(*Found.Option, One))
        return Failure;
  }
  return Error::success();
}

Error NvccReader::apply(const NvccOption &Option, StringRef Value) {
  switch (Option.Meaning) {
  case NvccMeaning::Drop:
    break;
  case NvccMeaning::IncludeDir:
    add("-I", Value);
    break;
  case NvccMeaning::SystemDir:
    add("-isystem", Value);
    break;
  case NvccMeaning::Define:
    define(Value);
    break;
  case NvccMeaning::Undefine:
    Result.Flags.push_back(("-U" + Value).str());
    break;
  case NvccMeaning::PreInclude:
    add("-include", Value);
    break;
  case NvccMeaning::Standard:
    Result.Flags.push_back(("-std=" + Value).str());
    break;
  case NvccMeaning::TemplateDepth:
    Result.Flags.push_back(("-ftemplate-depth=" + Value).str());
    break;
  case NvccMeaning::RelocatableIfTrue:
    if (Value != "true")
      break;
    [[fallthrough]];
  case NvccMeaning::Relocatable:
    Result.Flags.push_back("-fgpu-rdc");
    define("__CUDACC_RDC__");
    break;
  case NvccMeaning::RelaxedConstexpr:
    define("__CUDACC_RELAXED_CONSTEXPR__");
    keepForNvcc(Option, Value);
    break;
  case NvccMeaning::ExtendedLambda:
    define("__CUDACC_EXTENDED_LAMBDA__");
    keepForNvcc(Option, Value);
    break;
  case NvccMeaning::DeviceDebug:
    define("__CUDACC_DEBUG__");
    keepForNvcc(Option, Value);
    break;
  case NvccMeaning::CodeFlag:
    keepForNvcc(Option, Value);
    break;
  case NvccMeaning::DefaultStream:
    if (Value == "per-thread")
      define("CUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    break;
  case NvccMeaning::Language:
    Result.Language = Value.str();
    break;
  case NvccMeaning::HostOptions:
    // nvcc pastes it into a line for the shell: -Xcompiler "-Wall -DX='a b'".
    append_range(HostOptions, shellWords(Value));
    break;
  case NvccMeaning::ForwardUnknown:
    ForwardsUnknown = true;
    break;
  case NvccMeaning::OptionsFile:
    return readOptionsFile(Value);
  case NvccMeaning::Arch:
    addArch(Value);
    break;
  case NvccMeaning::GenerateCode:
    // arch=compute_90,code=[sm_90,compute_90]: code= picks what is stored,
    // arch= is what the source sees as __CUDA_ARCH__.
    for (StringRef Part : split(Value, ','))
      if (Part.consume_front("arch="))
        addArch(Part);
    break;
  }
  return Error::success();
}

void NvccReader::addArch(StringRef Arch) {
  Arch = Arch.trim("\"'");
  for (StringRef Kind : {"compute_", "sm_", "lto_"})
    if (Arch.consume_front(Kind)) {
      Result.Archs.push_back(("sm_" + Arch).str());
      return;
    }
  Result.Archs.push_back(Arch.str()); // native, all, all-major
}

Error NvccReader::readOptionsFile(StringRef File) {
  if (OpenFiles == DeepestOptionsFile)
    return createStringError("the options file '" + File + "' reads itself");
  Expected<std::vector<std::string>> Words =
      readNvccOptionsFile(File, Directory);
  if (!Words)
    return Words.takeError();
  ++OpenFiles;
  Error Failure = read(*Words);
  --OpenFiles;
  return Failure;
}

Expected<UserFlags> NvccReader::take() {
  if (!Unknown.empty() && !ForwardsUnknown)
    return createStringError("unknown nvcc option '" + Unknown.front() +
                             "'; --removed-arg= passes over it, --extra-arg= "
                             "gives it as Clang has it");
  append_range(HostOptions, Unknown);
  append_range(Result.Flags, keepHostFlags(HostOptions));
  return std::move(Result);
}

} // namespace

unsigned nvccFlagLength(StringRef Argument) {
  if (!Argument.starts_with("-"))
    return 0;
  const Spelled Found = spell(Argument);
  if (!Found.Option || isReadAsClangDoes(*Found.Option, Argument) ||
      isMistake(Argument))
    return 0;
  return Found.Option->Values == NvccValues::None || Found.Value ? 1 : 2;
}

Expected<UserFlags> readNvccFlags(ArrayRef<std::string> Arguments,
                                  StringRef Directory, bool IsWrapper) {
  NvccReader Reader(Directory, IsWrapper);
  if (Error Failure = Reader.read(Arguments))
    return Failure;
  return Reader.take();
}

} // namespace cudapipe
