//===- MeasureRegisters.cpp - Runs nvcc for its ptxas report --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Resources/RegisterUse.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// A file that goes when it is left. Its path is empty if there can be none.
class ScratchFile {
public:
  ScratchFile(StringRef Stem, StringRef Suffix) {
    if (sys::fs::createTemporaryFile(Stem, Suffix, Path))
      Path.clear();
    Remover.setFile(Path);
  }
  StringRef path() const { return Path; }

private:
  SmallString<128> Path;
  FileRemover Remover;
};

std::optional<std::string> runnable(const Twine &Path) {
  std::string Text = Path.str();
  if (sys::fs::can_execute(Text) && !sys::fs::is_directory(Text))
    return Text;
  return std::nullopt;
}

/// The line of \p Output that says best what went wrong.
std::string complaint(StringRef Output) {
  SmallVector<StringRef> Lines;
  Output.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Word : {" error", "fatal"})
    for (StringRef Line : Lines)
      if (Line.contains(Word))
        return Line.trim().str();
  return Lines.empty() ? "it says nothing" : Lines.back().trim().str();
}

RegisterReport noReport(const Twine &Note) { return {{}, Note.str()}; }

} // namespace

Expected<std::string> findNvcc(StringRef Wish, StringRef ToolkitPath) {
  if (Wish != "auto") {
    if (std::optional<std::string> Path = runnable(Wish))
      return *Path;
    return createStringError("there is no nvcc at '" + Wish + "'");
  }
  if (ErrorOr<std::string> OnPath = sys::findProgramByName("nvcc"))
    return *OnPath;
  for (StringRef Toolkit : {ToolkitPath, StringRef("/usr/local/cuda")})
    if (!Toolkit.empty())
      if (std::optional<std::string> Path = runnable(Toolkit + "/bin/nvcc"))
        return *Path;
  return createStringError("no nvcc found; name it with --nvcc=");
}

RegisterReport measureRegisters(const RegisterRequest &Request) {
  ScratchFile Cubin("cudapipe", "cubin"), Log("cudapipe", "log"),
      Source("cudapipe", "cu");
  if (Cubin.path().empty() || Log.path().empty() || Source.path().empty())
    return noReport("no register counts: no temporary file can be made");

  std::vector<std::string> Arguments = {
      Request.Nvcc, "-cubin", "-arch=" + Request.Arch, "-Xptxas", "-v"};
  StringRef Input = Request.File;
  if (Request.Text) {
    std::error_code Failure;
    raw_fd_ostream Out(Source.path(), Failure);
    if (!Failure) {
      Out << *Request.Text;
      Out.close();
    }
    if (Failure || Out.has_error()) {
      Out.clear_error();
      return noReport("no register counts: cannot write a temporary file");
    }
    Input = Source.path();
    Arguments.push_back("-I" + sys::path::parent_path(Request.File).str());
  }
  append_range(Arguments, Request.Flags);
  for (StringRef Argument :
       {StringRef("-o"), Cubin.path(), StringRef("-x"), StringRef("cu"), Input})
    Arguments.push_back(Argument.str());

  SmallVector<StringRef> Words(Arguments.begin(), Arguments.end());
  std::optional<StringRef> Redirects[] = {StringRef(""), Log.path(),
                                          Log.path()};
  std::string Message;
  int Code = sys::ExecuteAndWait(Request.Nvcc, Words, std::nullopt, Redirects,
                                 Request.TimeoutSeconds, 0, &Message);
  // -1: it could not be run, -2: it crashed or ran out of time. What it has
  // started itself ends by itself.
  if (Code == -2 && StringRef(Message).contains("timed out"))
    return noReport(formatv("no register counts: {0} takes longer than {1} "
                            "seconds",
                            Request.Nvcc, Request.TimeoutSeconds)
                        .str());
  if (Code < 0)
    return noReport(formatv("no register counts: {0}: {1}", Request.Nvcc,
                            Message.empty() ? "it cannot be run"
                                            : StringRef(Message).trim())
                        .str());
  auto Output = MemoryBuffer::getFile(Log.path());
  if (!Output)
    return noReport("no register counts: nvcc's report cannot be read");
  StringRef Text = (*Output)->getBuffer();
  if (Code != 0)
    return noReport("no register counts: nvcc fails: " + complaint(Text));
  RegisterReport Report{readPtxasReport(Text), ""};
  if (Report.Kernels.empty())
    Report.Note = "no register counts: nvcc reports no kernel";
  return Report;
}

} // namespace cudapipe
