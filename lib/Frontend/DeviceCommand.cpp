//===- DeviceCommand.cpp - How a file is parsed ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/DeviceCommand.h"
#include "NamedArch.h"
#include "NeededArch.h"
#include "cudapipe/Frontend/EmbeddedHeaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace cudapipe {
namespace {

/// The first architecture with cp.async.
constexpr StringLiteral DefaultArch = "sm_80";
/// The SDK that the embedded headers declare.
constexpr StringLiteral EmbeddedSdkVersion = "12.9";

/// sm_90a is newer than sm_90, which is newer than sm_80.
std::pair<unsigned, StringRef> newness(StringRef Arch) {
  return {smVersion(Arch).value_or(0), Arch};
}

/// Folders that \p Flags name by -I.
std::vector<std::string> includeFolders(ArrayRef<std::string> Flags) {
  std::vector<std::string> Out;
  for (size_t I = 0; I < Flags.size(); ++I)
    if (StringRef Flag = Flags[I]; Flag.consume_front("-I"))
      Out.push_back(Flag.empty() && I + 1 < Flags.size() ? Flags[I + 1]
                                                         : Flag.str());
  return Out;
}

/// Nobody names an architecture: that which \p File is written for. Says so in
/// \p Notes where it is not the usual one.
std::string archOfText(StringRef File, const UserFlags &Flags,
                       const FrontendOptions &Options,
                       const std::optional<CudaToolkit> &Toolkit,
                       std::vector<std::string> &Notes) {
  // The first toolkit whose libcu++ has what this is about.
  if (Toolkit && Toolkit->Major < 12)
    return DefaultArch.str();
  std::optional<StringRef> Typed;
  if (Options.Typed && Options.Typed->Path == File)
    Typed = Options.Typed->Text;
  const std::optional<NeededArch> Needed =
      neededArch(File, Typed, includeFolders(Flags.Flags));
  if (!Needed)
    return DefaultArch.str();
  Notes.push_back("read for " + Needed->Arch.str() + ", which " +
                  Needed->Word.str() +
                  " needs (another architecture: --gpu-arch)");
  return Needed->Arch.str();
}

Expected<std::string> chooseArch(StringRef File, const UserFlags &Flags,
                                 const FrontendOptions &Options,
                                 const std::optional<CudaToolkit> &Toolkit,
                                 std::vector<std::string> &Notes) {
  std::string Arch = Options.GpuArch;
  if (Arch.empty())
    for (StringRef Name : Flags.Archs)
      if (std::string Named = resolveArch(Name, Toolkit);
          !Named.empty() && (Arch.empty() || newness(Arch) < newness(Named)))
        Arch = Named;
  if (Arch.empty())
    Arch = Options.DefaultArch;
  if (Arch.empty())
    Arch = archOfText(File, Flags, Options, Toolkit, Notes);
  if (!smVersion(Arch))
    return createStringError("'" + Arch +
                             "' is not a GPU architecture such as sm_80");
  return Arch;
}

std::vector<unsigned> builtFor(const UserFlags &Flags,
                               const std::optional<CudaToolkit> &Toolkit) {
  std::set<unsigned> Out;
  for (StringRef Name : Flags.Archs)
    if (std::optional<unsigned> Sm = smVersion(resolveArch(Name, Toolkit)))
      Out.insert(*Sm);
  // nvcc's oldest, for -arch=all.
  if (Toolkit && any_of(Flags.Archs,
                        [](StringRef Name) { return Name.starts_with("all"); }))
    Out.insert(Toolkit->Major >= 13 ? 75 : 50);
  return {Out.begin(), Out.end()};
}

/// Clang knows no family of architectures (sm_100f), but its first member.
std::vector<std::string> archFlags(StringRef Arch) {
  StringRef Known = Arch;
  std::vector<std::string> Out;
  if (Known.consume_back("f"))
    Out.push_back("-D__CUDA_ARCH_FAMILY_SPECIFIC__=" + Known.substr(3).str() +
                  "0");
  Out.insert(Out.begin(), ("--cuda-gpu-arch=" + Known).str());
  return Out;
}

/// The toolkit to use; none for the embedded headers.
Expected<std::optional<CudaToolkit>>
chooseToolkit(const UserFlags &Flags, const FrontendOptions &Options) {
  if (Options.Headers == HeaderSource::Embedded)
    return std::nullopt;
  for (StringRef Path :
       {StringRef(Options.CudaPath), StringRef(Flags.CudaPath)})
    if (!Path.empty()) {
      Expected<CudaToolkit> Named = openToolkit(Path);
      if (!Named)
        return Named.takeError();
      return std::optional<CudaToolkit>(std::move(*Named));
    }
  std::optional<CudaToolkit> Found = findToolkit(Flags.Nvcc);
  if (!Found && Options.Headers == HeaderSource::Toolkit)
    return createStringError("no CUDA toolkit found; name it with --cuda-path= "
                             "or use --cuda-headers=embedded");
  return Found;
}

/// Checks that Clang's own headers are where we shall tell Clang they are.
Expected<std::string> chooseResourceDir(const FrontendOptions &Options) {
  std::string Dir = Options.ResourceDir.empty() ? builtinResourceDir().str()
                                                : Options.ResourceDir;
  if (Dir == EmbeddedResourceDir)
    return Dir;
  SmallString<256> Wrapper(Dir);
  sys::path::append(Wrapper, "include", "__clang_cuda_runtime_wrapper.h");
  if (!sys::fs::exists(Wrapper))
    return createStringError(
        "Clang's own headers are not in '" + Dir +
        "'; install libclang-common-22-dev or give --resource-dir= what "
        "`clang-22 -print-resource-dir` prints");
  return Dir;
}

std::vector<std::string>
headerFlags(const std::optional<CudaToolkit> &Toolkit) {
  // Without a libdevice Clang does not know the SDK, and every <<<>>> fails.
  std::vector<std::string> Flags = {"-nocudalib"};
  if (!Toolkit) {
    Flags.push_back("-Xclang");
    Flags.push_back(("-target-sdk-version=" + EmbeddedSdkVersion).str());
    for (StringRef Flag : {StringRef("-nocudainc"), StringRef("-isystem"),
                           StringRef(EmbeddedHeaderDir)})
      Flags.push_back(Flag.str());
    return Flags;
  }
  // Only for nvcc does it declare clusters by itself.
  Flags.push_back("-D_CG_CLUSTER_INTRINSICS_AVAILABLE");
  Flags.push_back("-Xclang");
  Flags.push_back("-target-sdk-version=" + Toolkit->sdkVersion());
  Flags.push_back("--cuda-path=" + Toolkit->Path);
  // We include Clang's wrapper ourselves; it is where Clang would put it.
  Flags.insert(Flags.end(),
               {"-nocudainc", "-idirafter", Toolkit->Path + "/include"});
  for (std::string &Dir : Toolkit->extraIncludeDirs()) {
    Flags.push_back("-isystem");
    Flags.push_back(std::move(Dir));
  }
  return Flags;
}

/// What the user's command for \p File says: database or `--` or nothing.
Expected<ProjectCommand> userCommand(StringRef File,
                                     const FrontendOptions &Options,
                                     unsigned Which, DeviceCommand &Command) {
  if (Options.Database) {
    Expected<std::vector<ProjectCommand>> All =
        Options.Database->commandsOf(File, Options.RemovedArgs);
    if (!All)
      return All.takeError();
    Command.Count = All->size();
    return std::move((*All)[std::min<size_t>(Which, All->size() - 1)]);
  }
  ProjectCommand One{"", Command.Directory, {}};
  std::vector<std::string> Words = Options.InlineFlags;
  erase_if(Words, [&](const std::string &Word) {
    return is_contained(Options.RemovedArgs, Word);
  });
  if (!namesCompiler(Words)) {
    if (Error Failure = addFlags(Words, One.Directory, One.Flags))
      return std::move(Failure);
    return One;
  }
  Expected<UserFlags> Flags = readCompileCommand(Words, One.Directory);
  if (!Flags)
    return Flags.takeError();
  One.Flags = std::move(*Flags);
  return One;
}

/// Folders and files in \p Flags, as seen from \p Folder.
void makeAbsolute(std::vector<std::string> &Flags, StringRef Folder) {
  for (size_t I = 1; I < Flags.size(); ++I) {
    const StringRef Flag = Flags[I - 1];
    const bool IsFile = Flag == "-include" || Flag == "-imacros";
    SmallString<256> Path(Flags[I]);
    sys::path::make_absolute(Folder, Path);
    // A header that is not there is looked for in the include folders.
    if (IsFile
            ? sys::fs::exists(Path)
            : is_contained({"-I", "-isystem", "-iquote", "-idirafter"}, Flag))
      Flags[I] = std::string(Path);
  }
}

/// Appends what was typed in the working directory \p Here; the command that
/// has \p Flags may be run elsewhere.
Error addTypedFlags(const FrontendOptions &Options, StringRef Here,
                    UserFlags &Flags) {
  UserFlags Typed;
  if (Error Failure = addFlags(Options.TypedFlags, Here, Typed))
    return Failure;
  makeAbsolute(Typed.Flags, Here);
  Flags.append(std::move(Typed));
  return Error::success();
}

/// Puts --extra-arg-before and --extra-arg around \p Flags.
Error addExtraArgs(const FrontendOptions &Options, StringRef Directory,
                   UserFlags &Flags) {
  UserFlags Before;
  if (Error Failure = addFlags(Options.ExtraArgsBefore, Directory, Before))
    return Failure;
  Flags.Flags.insert(Flags.Flags.begin(), Before.Flags.begin(),
                     Before.Flags.end());
  Flags.CodeFlags.insert(Flags.CodeFlags.begin(), Before.CodeFlags.begin(),
                         Before.CodeFlags.end());
  append_range(Flags.Archs, Before.Archs);
  return addFlags(Options.ExtraArgs, Directory, Flags);
}

} // namespace

std::optional<unsigned> smVersion(StringRef Arch) {
  unsigned Version = 0;
  if (!Arch.consume_front("sm_") || Arch.consumeInteger(10, Version))
    return std::nullopt;
  if (!Arch.empty() && Arch != "a" && Arch != "f")
    return std::nullopt;
  return Version;
}

#ifdef CUDAPIPE_EMBEDS_CLANG_HEADERS
StringRef builtinResourceDir() { return EmbeddedResourceDir; }
#else
StringRef builtinResourceDir() { return CUDAPIPE_RESOURCE_DIR; }
#endif

Expected<DeviceCommand> makeDeviceCommand(StringRef File,
                                          const FrontendOptions &Options,
                                          unsigned Which) {
  DeviceCommand Command;
  SmallString<256> Here;
  if (std::error_code Failure = sys::fs::current_path(Here))
    return createStringError(Failure, "no working directory");
  Command.Directory = std::string(Here);
  Expected<ProjectCommand> User = userCommand(File, Options, Which, Command);
  if (!User)
    return User.takeError();
  Command.Directory = User->Directory;
  Command.Output = User->Output;
  UserFlags *Flags = &User->Flags;
  if (Error Failure = addTypedFlags(Options, Here, *Flags))
    return std::move(Failure);
  if (Error Failure = addExtraArgs(Options, Command.Directory, *Flags))
    return std::move(Failure);
  Expected<std::optional<CudaToolkit>> Toolkit = chooseToolkit(*Flags, Options);
  if (!Toolkit)
    return Toolkit.takeError();
  Expected<std::string> Arch =
      chooseArch(File, *Flags, Options, *Toolkit, Flags->Notes);
  if (!Arch)
    return Arch.takeError();
  Expected<std::string> ResourceDir = chooseResourceDir(Options);
  if (!ResourceDir)
    return ResourceDir.takeError();

  Command.Arch = *Arch;
  Command.SmVersion = *smVersion(*Arch);
  Command.BuiltFor = builtFor(*Flags, *Toolkit);
  Command.Toolkit = std::move(*Toolkit);
  Command.NvccFlags = flagsForNvcc(*Flags, Command.Directory);
  Command.Nvcc = Flags->Nvcc;
  Command.Notes = std::move(Flags->Notes);
  Command.Arguments = {"clang++", "-x", "cuda", "--cuda-device-only"};
  append_range(Command.Arguments, archFlags(Command.Arch));
  Command.Arguments.push_back("-std=c++17");
  // nvcc reads cuda_runtime.h before what the user includes by a flag.
  Command.Arguments.push_back("-include");
  Command.Arguments.push_back(
      (Command.Toolkit ? ToolkitImplicitHeader : EmbeddedImplicitHeader).str());
  append_range(Command.Arguments, Flags->Flags);
  append_range(Command.Arguments, headerFlags(Command.Toolkit));
  // Narrowing and `register` are warnings for nvcc; whether kernels launched
  // by kernels link is not asked here. Warnings are the user's compiler's task.
  const StringRef Always[] = {"-idirafter",
                              EmbeddedFallbackDir,
                              "-Wno-unknown-cuda-version",
                              "-Wno-c++11-narrowing",
                              "-Wno-register",
                              "-fgpu-rdc",
                              "-w",
                              "-ferror-limit=0",
                              "-fsyntax-only",
                              "-resource-dir"};
  for (StringRef Flag : Always)
    Command.Arguments.push_back(Flag.str());
  Command.Arguments.push_back(*ResourceDir);
  Command.ResourceDir = std::move(*ResourceDir);
  Command.Arguments.push_back(File.str());
  return Command;
}

} // namespace cudapipe
