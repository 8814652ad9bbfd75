//===- ParsedCommand.cpp - How clang-tidy read a file ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedCommand.h"
#include "clang/Basic/LangStandard.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace llvm;

namespace cudapipe {
namespace {

std::string absolute(StringRef Path, const Preprocessor &PP) {
  SmallString<256> Out(Path);
  PP.getSourceManager().getFileManager().makeAbsolutePath(Out);
  return std::string(Out);
}

/// "-isystem"; "" for what Clang adds by itself.
StringRef flagOf(const HeaderSearchOptions::Entry &Entry) {
  if (Entry.IgnoreSysRoot && Entry.Group != frontend::Angled &&
      Entry.Group != frontend::Quoted)
    return "";
  switch (Entry.Group) {
  case frontend::Quoted:
    return "-iquote";
  case frontend::Angled:
    return "-I";
  case frontend::System:
    return "-isystem";
  case frontend::After:
    return "-idirafter";
  default:
    return "";
  }
}

void addIncludeFolders(const Preprocessor &PP, FrontendOptions &Out) {
  for (const auto &Entry :
       PP.getHeaderSearchInfo().getHeaderSearchOpts().UserEntries) {
    SmallString<256> Runtime(Entry.Path);
    sys::path::append(Runtime, "cuda_runtime.h");
    // The toolkit is searched last, by the core.
    if (sys::fs::exists(Runtime) && Out.CudaPath.empty() &&
        sys::path::filename(Entry.Path) == "include") {
      Out.CudaPath = sys::path::parent_path(Entry.Path).str();
      continue;
    }
    if (StringRef Flag = flagOf(Entry); !Flag.empty())
      Out.InlineFlags.insert(Out.InlineFlags.end(),
                             {Flag.str(), absolute(Entry.Path, PP)});
  }
}

} // namespace

FrontendOptions parsedCommand(const Preprocessor &PP, const ASTContext &Ctx) {
  FrontendOptions Out;
  const LangOptions &Lang = PP.getLangOpts();
  if (Lang.LangStd != LangStandard::lang_unspecified)
    Out.InlineFlags.push_back(
        (Twine("-std=") +
         LangStandard::getLangStandardForKind(Lang.LangStd).getName())
            .str());
  if (Lang.GPURelocatableDeviceCode)
    Out.InlineFlags.push_back("-fgpu-rdc");
  addIncludeFolders(PP, Out);
  const PreprocessorOptions &Options = PP.getPreprocessorOpts();
  for (const auto &[Macro, IsUndefined] : Options.Macros)
    Out.InlineFlags.push_back((IsUndefined ? "-U" : "-D") + Macro);
  for (const std::string &Include : Options.Includes)
    if (!StringRef(Include).starts_with("__clang_"))
      Out.InlineFlags.insert(Out.InlineFlags.end(), {"-include", Include});
  const TargetInfo &Target = Ctx.getTargetInfo();
  // Clang's own default stands for "none named".
  if (StringRef Cpu = Target.getTargetOpts().CPU;
      Target.getTriple().isNVPTX() && Cpu != "sm_52")
    Out.DefaultArch = Cpu.str();
  return Out;
}

} // namespace cudapipe
