//===- UserFlags.cpp - What a compile command says ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's own option table takes the arguments apart, so that a value is never
// mistaken for an option or a file.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/UserFlags.h"
#include "CompilerCall.h"
#include "HostFlags.h"
#include "NvccWords.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace options = clang::options;

namespace cudapipe {
namespace {

/// The arguments as C strings, for as long as the vector lives.
std::vector<const char *> pointers(ArrayRef<std::string> Arguments) {
  std::vector<const char *> Result;
  for (const std::string &Argument : Arguments)
    Result.push_back(Argument.c_str());
  return Result;
}

/// Appends \p Arg as it would be typed.
void render(const opt::Arg &Arg, const opt::ArgList &Args,
            std::vector<std::string> &Flags) {
  opt::ArgStringList Rendered;
  Arg.render(Args, Rendered);
  append_range(Flags, Rendered);
}

/// Outputs, stages, libraries: what a parse does not need, or what we choose.
bool isOurs(const opt::Option &Option) {
  for (options::ID Group : {options::OPT_Action_Group, options::OPT_Link_Group,
                            options::OPT_M_Group})
    if (Option.matches(Group))
      return true;
  switch (Option.getID()) {
  case options::OPT_INPUT:
  case options::OPT_o:
  case options::OPT_x:
  case options::OPT_v:
  case options::OPT__HASH_HASH_HASH:
  case options::OPT_save_temps_EQ:
  case options::OPT_offload_device_only:
  case options::OPT_offload_host_only:
  case options::OPT_offload_host_device:
  case options::OPT_no_offload_arch_EQ:
  case options::OPT_fcolor_diagnostics:
  case options::OPT_fno_color_diagnostics:
    return true;
  default:
    return false;
  }
}

bool isSeenByParsing(const opt::Option &Option) {
  switch (Option.getID()) {
  case options::OPT_D:
  case options::OPT_U:
  case options::OPT_I:
  case options::OPT_isystem:
  case options::OPT_iquote:
  case options::OPT_idirafter:
  case options::OPT_include:
  case options::OPT_imacros:
  case options::OPT_isysroot:
  case options::OPT_nostdinc:
  case options::OPT_nostdincxx:
  case options::OPT_std_EQ:
  case options::OPT_stdlib_EQ:
  case options::OPT_pthread:
  case options::OPT_fsigned_char:
  case options::OPT_fno_signed_char:
  case options::OPT_fchar8__t:
  case options::OPT_fno_char8__t:
  case options::OPT_fpermissive:
    return true;
  default:
    return false;
  }
}

Error unknownFlag(StringRef Flag) {
  std::string Message = "unknown compiler flag '" + Flag.str() + "'";
  std::string Nearest;
  if (clang::getDriverOptTable().findNearest(
          Flag, Nearest, opt::Visibility(options::ClangOption)) <=
      std::min<size_t>(2, Flag.size() / 5))
    Message += ", did you mean '" + Nearest + "'?";
  else
    Message += "; --removed-arg= passes over it";
  return createStringError(Message);
}

} // namespace

std::vector<std::string> keepHostFlags(ArrayRef<std::string> Arguments) {
  std::vector<const char *> Words = pointers(Arguments);
  unsigned MissingIndex = 0, MissingCount = 0;
  opt::InputArgList Args = clang::getDriverOptTable().ParseArgs(
      Words, MissingIndex, MissingCount, opt::Visibility(options::ClangOption));
  std::vector<std::string> Kept;
  for (const opt::Arg *Arg : Args)
    if (isSeenByParsing(Arg->getOption().getUnaliasedOption()))
      render(*Arg, Args, Kept);
  return Kept;
}

bool isNvcc(StringRef Program) {
  StringRef Name = sys::path::filename(Program);
  size_t At = Name.find("nvcc");
  if (At == StringRef::npos || (At > 0 && isAlnum(Name[At - 1])))
    return false;
  StringRef Tail = Name.drop_front(At + 4);
  if (!Tail.empty() && isAlpha(Tail.front()))
    return false;
  // nvcc, nvcc-12.8, nvcc_wrapper, nvcc.sh; not nvcc.profile or nvcc_test.cu.
  StringRef Extension = sys::path::extension(Name);
  return Extension.empty() || isDigit(Extension.back()) ||
         is_contained({".exe", ".sh", ".py"}, Extension);
}

Expected<UserFlags> readClangFlags(ArrayRef<std::string> Arguments) {
  std::vector<const char *> Words = pointers(Arguments);
  unsigned MissingIndex = 0, MissingCount = 0;
  opt::InputArgList Args = clang::getDriverOptTable().ParseArgs(
      Words, MissingIndex, MissingCount, opt::Visibility(options::ClangOption));
  if (MissingCount > 0)
    return createStringError("compiler flag '" + Arguments[MissingIndex] +
                             "' has no value");
  UserFlags Result;
  for (const opt::Arg *Arg : Args) {
    opt::Option Option = Arg->getOption().getUnaliasedOption();
    if (Option.getID() == options::OPT_UNKNOWN)
      return unknownFlag(Arg->getAsString(Args));
    if (Option.getID() == options::OPT_offload_arch_EQ) {
      for (const char *Value : Arg->getValues())
        if (StringRef(Value).starts_with("sm_"))
          Result.Archs.push_back(Value);
    } else if (Option.getID() == options::OPT_cuda_path_EQ)
      Result.CudaPath = Arg->getValue();
    else if (Option.getID() == options::OPT_x)
      Result.Language = Arg->getValue();
    else if (!isOurs(Option))
      render(*Arg, Args, Result.Flags);
  }
  return Result;
}

bool namesCompiler(ArrayRef<std::string> Command) {
  return !Command.empty() && !StringRef(Command.front()).starts_with("-") &&
         findCompilerCall(Command, "/").has_value();
}

Expected<UserFlags> readCompileCommand(ArrayRef<std::string> Command,
                                       std::string &Directory) {
  if (Command.empty())
    return createStringError("the compile command is empty");
  std::optional<CompilerCall> Call = findCompilerCall(Command, Directory);
  if (!Call) // A compiler of a name that we do not know.
    Call = CompilerCall{Directory, Command.front(), Command.drop_front().vec()};
  Directory = Call->Directory;
  if (isNvcc(Call->Program)) {
    StringRef Name = sys::path::stem(Call->Program);
    Expected<UserFlags> Result =
        readNvccFlags(Call->Arguments, Directory, Name.contains("wrapper"));
    if (Result)
      Result->Nvcc = Call->Program;
    return Result;
  }
  Expected<std::vector<std::string>> Arguments =
      expandResponseFiles(Call->Arguments, Directory);
  return Arguments ? readClangFlags(*Arguments) : Arguments.takeError();
}

} // namespace cudapipe
