//===- CommandExport.cpp - Commands for other programs --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandExport.h"
#include "FileSettings.h"
#include "cudapipe/Emit/ReplaceFile.h"
#include "cudapipe/Frontend/ClangCommand.h"
#include "cudapipe/Frontend/EmbeddedHeaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using clang::tooling::CompileCommand;

namespace cudapipe {
namespace {

std::string absolute(StringRef File, StringRef Folder = "") {
  SmallString<256> Path(File);
  if (!Folder.empty())
    sys::path::make_absolute(Folder, Path);
  sys::fs::make_absolute(Path);
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}

std::string join(StringRef Folder, StringRef Name) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  return std::string(Path);
}

ExitCode complain(StringRef File, Error Failure) {
  errs() << (File.empty() ? "cuda-pipeline-rewrite" : File)
         << ": error: " << toString(std::move(Failure)) << '\n';
  return Failed;
}

/// Every command of \p File, one after the other.
Error eachCommand(StringRef File, const Settings &Wanted,
                  function_ref<void(const DeviceCommand &)> Use) {
  Expected<FileSettings> Own = settingsFor(File, Wanted);
  if (!Own)
    return Own.takeError();
  for (unsigned Which = 0, Count = 1; Which < Count; ++Which) {
    Expected<DeviceCommand> Command = makeDeviceCommand(
        File, Own->Frontend ? *Own->Frontend : Wanted.Frontend, Which);
    if (!Command)
      return Command.takeError();
    Count = Command->Count;
    Use(*Command);
  }
  return Error::success();
}

/// A folder of this user, made at the first call, that has our headers.
Expected<std::string> cachedHeaders() {
  SmallString<256> Folder;
  if (!sys::path::cache_directory(Folder))
    sys::path::system_temp_directory(/*ErasedOnReboot=*/false, Folder);
  sys::path::append(Folder, "cuda-pipeline-rewrite",
                    ("headers-" + toolVersion()).str());
  if (Error Failure = writeEmbeddedHeaders(Folder))
    return std::move(Failure);
  return std::string(Folder);
}

/// The new database, entry by entry.
class CommandWriter {
public:
  CommandWriter(const Settings &Wanted, std::string Headers)
      : Wanted(Wanted), Headers(std::move(Headers)) {}

  void addFile(StringRef File);
  void addEntry(const CompileCommand &Entry);
  Error write(StringRef Path);
  ExitCode code() const { return Code; }

private:
  void add(StringRef Directory, StringRef File, StringRef Output,
           std::vector<std::string> Arguments);
  Error addHostCode(const CompileCommand &Entry);

  const Settings &Wanted;
  std::string Headers;
  json::Array Entries;
  StringSet<> Done;
  ExitCode Code = Ran;
};

void CommandWriter::add(StringRef Directory, StringRef File, StringRef Output,
                        std::vector<std::string> Arguments) {
  // JSON values only point to what they are given.
  json::Object Entry{{"directory", json::fixUTF8(Directory)},
                     {"file", json::fixUTF8(File)}};
  if (!Output.empty() && !Output.contains(' '))
    Entry["output"] = json::fixUTF8(Output);
  for (std::string &Argument : Arguments)
    Argument = json::fixUTF8(Argument);
  Entry["arguments"] = json::Array(Arguments);
  Entries.push_back(std::move(Entry));
}

void CommandWriter::addFile(StringRef File) {
  std::string Path = absolute(File);
  if (!Done.insert(Path).second)
    return;
  if (Error Failure =
          eachCommand(Path, Wanted, [&](const DeviceCommand &Command) {
            add(Command.Directory, Path, Command.Output,
                clangCommand(Command, Headers));
          }))
    Code = complain(File, std::move(Failure));
}

/// nvcc -c main.cpp
Error CommandWriter::addHostCode(const CompileCommand &Entry) {
  std::string Directory = Entry.Directory;
  std::vector<std::string> Words = Entry.CommandLine;
  erase_if(Words, [&](const std::string &Word) {
    return is_contained(Wanted.Frontend.RemovedArgs, Word);
  });
  Expected<UserFlags> Flags = readCompileCommand(Words, Directory);
  if (!Flags)
    return Flags.takeError();
  if (Flags->Nvcc.empty()) {
    add(Entry.Directory, Entry.Filename, Entry.Output, Entry.CommandLine);
    return Error::success();
  }
  std::optional<CudaToolkit> Toolkit;
  if (Wanted.Frontend.Headers != HeaderSource::Embedded)
    Toolkit = findToolkit(Flags->Nvcc);
  add(Directory, Entry.Filename, Entry.Output,
      clangHostCommand(Entry.Filename, *Flags, Toolkit, Headers));
  return Error::success();
}

void CommandWriter::addEntry(const CompileCommand &Entry) {
  std::string Path = absolute(Entry.Filename, Entry.Directory);
  if (is_contained(Wanted.Frontend.Database->cudaFiles(), Path))
    return addFile(Path);
  // What Clang reads already, and what nvcc hands to the host compiler.
  if (Error Failure = addHostCode(Entry))
    Code = complain(Entry.Filename, std::move(Failure));
}

Error CommandWriter::write(StringRef Path) {
  std::string Text;
  raw_string_ostream(Text) << formatv("{0:2}", json::Value(std::move(Entries)))
                           << '\n';
  return replaceFile(Path, Text);
}

} // namespace

ExitCode printCommands(const Settings &Settings) {
  Expected<std::string> Headers = cachedHeaders();
  if (!Headers)
    return complain("", Headers.takeError());
  ExitCode Code = Ran;
  std::string Here = absolute(".");
  for (const std::string &File : Settings.Files)
    if (Error Failure = eachCommand(
            absolute(File), Settings, [&](const DeviceCommand &Command) {
              if (Command.Directory != Here)
                outs() << "cd " << shellLine({Command.Directory}) << " && ";
              outs() << shellLine(clangCommand(Command, *Headers)) << '\n';
            }))
      Code = complain(File, std::move(Failure));
  return Code;
}

ExitCode exportCommands(const Settings &Settings) {
  std::string Folder = absolute(Settings.Output.CommandsDir);
  std::string Path = join(Folder, "compile_commands.json");
  if (sys::fs::equivalent(Folder, Settings.BuildDir))
    return complain(
        "", createStringError("--export-compile-commands: '" + Path +
                              "' is the database that is read; name another "
                              "folder"));
  std::string Headers = join(Folder, "cuda-pipeline-headers");
  if (Error Failure = writeEmbeddedHeaders(Headers))
    return complain("", std::move(Failure));
  CommandWriter Writer(Settings, Headers);
  if (Settings.Frontend.Database)
    for (const CompileCommand &Entry : Settings.Frontend.Database->all())
      Writer.addEntry(Entry);
  for (const std::string &File : Settings.Files)
    Writer.addFile(File);
  if (Error Failure = Writer.write(Path))
    return complain("", std::move(Failure));
  return Writer.code();
}

} // namespace cudapipe
