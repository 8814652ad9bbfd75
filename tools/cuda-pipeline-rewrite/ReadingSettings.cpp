//===- ReadingSettings.cpp - How a file is read ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choice.h"
#include "FileLimit.h"
#include "FindFiles.h"
#include "SettingsGroups.h"
#include "cudapipe/Frontend/HeaderReads.h"
#include "cudapipe/Frontend/PreambleCache.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <thread>

using namespace llvm;

namespace cudapipe {

cl::OptionCategory &readingOptions() {
  static cl::OptionCategory Reading("Reading");
  return Reading;
}

namespace {

cl::OptionCategory &Reading = readingOptions();

cl::list<std::string> Files(cl::Positional, cl::desc("<file>..."),
                            cl::cat(Reading));
cl::opt<std::string>
    AssumedName("assume-filename", cl::cat(Reading), cl::value_desc("file"),
                cl::desc("Of '-', stdin: what it is called, and where its "
                         "headers, settings and style are looked for (default: "
                         "stdin.cu)"));
cl::opt<std::string>
    BuildDir("p", cl::cat(Reading), cl::value_desc("build-dir"),
             cl::desc("Folder with compile_commands.json; without "
                      "a file: all CUDA files in it"));
cl::opt<std::string>
    GpuArch("gpu-arch", cl::cat(Reading), cl::value_desc("sm_XX"),
            cl::desc("Architecture to read the file for (default: the newest "
                     "of the command, else what the text needs, "
                     "sm_80 or newer)"));
cl::opt<std::string> CudaPath("cuda-path", cl::cat(Reading),
                              cl::value_desc("dir"),
                              cl::desc("The CUDA toolkit to use"));
cl::opt<std::string>
    CudaHeaders("cuda-headers", cl::init("auto"), cl::cat(Reading),
                cl::value_desc("kind"),
                cl::desc("toolkit; embedded (our own declarations, no CUDA "
                         "needed); auto (default): toolkit if one is found"));
cl::list<std::string> ExtraArgs("extra-arg", cl::cat(Reading),
                                cl::value_desc("flag"),
                                cl::desc("Clang flag after those of the "
                                         "command"));
cl::list<std::string> ExtraArgsBefore("extra-arg-before", cl::cat(Reading),
                                      cl::value_desc("flag"),
                                      cl::desc("Clang flag before them"));
cl::list<std::string> RemovedArgs("removed-arg", cl::cat(Reading),
                                  cl::value_desc("flag"),
                                  cl::desc("Word of the command to pass "
                                           "over"));
cl::opt<std::string> ResourceDir("resource-dir", cl::cat(Reading),
                                 cl::value_desc("dir"),
                                 cl::desc("Clang's own headers"));
cl::opt<std::string> Jobs("j", cl::Prefix, cl::cat(Reading),
                          cl::value_desc("N"),
                          cl::desc("Files at a time (default: one a core)"));
cl::opt<std::string>
    CacheDir("cache-dir", cl::cat(Reading), cl::value_desc("dir"),
             cl::desc("Where precompiled headers are kept from one run to the "
                      "next (default: $XDG_CACHE_HOME/cuda-pipeline-rewrite); "
                      "none: they are not"));
cl::opt<bool> PrintHeaderReads("print-header-reads", cl::Hidden,
                               cl::cat(Reading),
                               cl::desc("For tests: how often headers were "
                                        "read, and what else was done"));

/// Without a folder or a tool to be told from others, nothing is kept.
void openCache() {
  if (CacheDir == "none")
    return;
  SmallString<256> Folder(CacheDir);
  if (Folder.empty() && sys::path::cache_directory(Folder))
    sys::path::append(Folder, "cuda-pipeline-rewrite");
  static int InTheTool;
  sys::fs::file_status Tool;
  if (Folder.empty() ||
      sys::fs::status(sys::fs::getMainExecutable(nullptr, &InTheTool), Tool))
    return;
  const sys::fs::UniqueID ID = Tool.getUniqueID();
  const std::string Identity =
      formatv("{0} {1} {2} {3}", Tool.getSize(),
              Tool.getLastModificationTime().time_since_epoch().count(),
              ID.getDevice(), ID.getFile());
  keepPreambles(Folder, Identity);
  keepCompiled(Folder, Identity);
}

Error readFrontend(FrontendOptions &Frontend) {
  Expected<HeaderSource> Headers =
      choose<HeaderSource>("cuda-headers", CudaHeaders,
                           {{"auto", HeaderSource::Auto},
                            {"toolkit", HeaderSource::Toolkit},
                            {"embedded", HeaderSource::Embedded}});
  if (!Headers)
    return Headers.takeError();
  Frontend.Headers = *Headers;
  if (PrintHeaderReads)
    countHeaderReads();
  openCache();
  Frontend.GpuArch = GpuArch;
  if (!GpuArch.empty() && !smVersion(GpuArch))
    return createStringError("--gpu-arch: '" + GpuArch +
                             "' is not a GPU architecture such as sm_80");
  Frontend.CudaPath = CudaPath;
  Frontend.ResourceDir = ResourceDir;
  Frontend.ExtraArgs = ExtraArgs;
  Frontend.ExtraArgsBefore = ExtraArgsBefore;
  Frontend.RemovedArgs = RemovedArgs;
  return Error::success();
}

} // namespace

Error readReading(Settings &Result) {
  if (!GpuArch.empty())
    Result.Given.insert("gpu-arch");
  bool TakesAll = !Result.Output.CommandsDir.empty() && !BuildDir.empty();
  if (Result.Files.empty() && !TakesAll)
    return createStringError(BuildDir.empty()
                                 ? "no file given; --help shows examples"
                                 : "the compile database has no CUDA file");
  if (Error Failure = readFrontend(Result.Frontend))
    return Failure;
  Result.Rewrite.Program.OtherFiles = Result.Files;
  if (Result.Frontend.Database)
    append_range(Result.Rewrite.Program.OtherFiles,
                 Result.Frontend.Database->cudaFiles());
  Result.Rewrite.Program.IsKnown = Result.Frontend.Database.has_value();
  Result.Jobs = std::thread::hardware_concurrency();
  if (!Jobs.empty() &&
      (StringRef(Jobs).getAsInteger(10, Result.Jobs) || Result.Jobs == 0))
    return createStringError("-j: '" + Jobs +
                             "' is no number of files, 1 or more");
  return readTimeLimit();
}

/// `-`, in the place of all files.
static Error readStdin(Settings &Result) {
  if (Files.size() > 1)
    return createStringError("'-': stdin is read alone, without other files");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getSTDIN();
  if (!Text)
    return createStringError("'-': cannot read stdin: " +
                             Text.getError().message());
  SmallString<256> Path(AssumedName.empty() ? "stdin.cu"
                                            : AssumedName.getValue());
  Result.Files = {std::string(Path)};
  if (std::error_code Failure = sys::fs::make_absolute(Path))
    return createStringError(Failure.message());
  sys::path::remove_dots(Path, /*remove_dot_dot=*/false);
  Result.Frontend.Typed =
      TypedFile{std::string(Path), (*Text)->getBuffer().str()};
  return Error::success();
}

Error readFiles(Settings &Result) {
  Result.BuildDir = BuildDir;
  if (!BuildDir.empty()) {
    Expected<CompileCommands> Loaded = CompileCommands::load(BuildDir);
    if (!Loaded)
      return Loaded.takeError();
    Result.Frontend.Database = std::move(*Loaded);
  }
  if (is_contained(Files, "-"))
    return readStdin(Result);
  if (!AssumedName.empty())
    return createStringError("--assume-filename is for '-', stdin");
  Expected<std::vector<std::string>> Found =
      findFiles(Files, Result.Frontend.Database);
  if (!Found)
    return Found.takeError();
  Result.Files = std::move(*Found);
  return Error::success();
}

} // namespace cudapipe
