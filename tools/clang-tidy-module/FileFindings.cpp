//===- FileFindings.cpp - All that is found in one file -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileFindings.h"
#include "FileSettings.h"
#include "FindEdits.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// The same for requests with the same answer.
std::string keyOf(const FileRequest &Request) {
  const RewriteWords &Words = Request.Words;
  return join(
      std::initializer_list<std::string>{
          Request.File, join(Request.Frontend.InlineFlags, "\n"),
          Request.Frontend.GpuArch, Request.Frontend.DefaultArch,
          Request.Frontend.CudaPath,
          std::to_string(int(Request.Frontend.Headers)), Words.Style,
          Words.Variant, Words.Stages, Words.Pad.value_or(""),
          Words.HeaderFilter, std::to_string(Words.Force),
          std::to_string(Words.NoCompile), std::to_string(Words.Guess),
          Words.Verdicts, Request.Lines},
      "\n");
}

/// clang-tidy reads a file again and again; what it was compiled to is kept.
void findTheCompiler(Settings &Wanted) {
  Expected<Compiler> Found = findCompiler("auto", Wanted.Frontend.CudaPath);
  if (!Found)
    return consumeError(Found.takeError());
  Wanted.Deciding.Nvcc = std::move(*Found);
  SmallString<256> Folder;
  if (!sys::path::cache_directory(Folder))
    return;
  sys::path::append(Folder, "cuda-pipeline-rewrite");
  keepCompiled(Folder, "clang-tidy module");
}

/// \p KnowsAll: as if no other file included the headers.
Error find(const FileRequest &Request, bool KnowsAll,
           std::vector<Finding> &Out) {
  Settings Wanted;
  Wanted.Frontend = Request.Frontend;
  Wanted.Files = {Request.File};
  Wanted.Words = Request.Words;
  Wanted.Given = Request.Given;
  Wanted.FormatStyle = "file";
  Wanted.Console.Quiet = true;
  Wanted.Rewrite.Program.OtherFiles = Wanted.Files;
  Wanted.Rewrite.Program.HasUnknownFiles = !KnowsAll;
  if (Error Failure = readWords(Request.Words, Wanted.Rewrite))
    return Failure;
  if (!Request.Lines.empty()) {
    Expected<LineFilter> Filter = LineFilter::parse(Request.Lines);
    if (!Filter)
      return Filter.takeError();
    Wanted.Lines = std::move(*Filter);
  }
  if (Wanted.Rewrite.Sure == SureBy::Compiler)
    findTheCompiler(Wanted);
  HeaderLists Headers(Wanted.Frontend);
  std::vector<FileWork> Works;
  FileWork Known;
  Known.Name = Request.File;
  FileWork Read = readFile(Known, Wanted, Headers);
  Works.push_back(Read.MayMatter ? processFile(std::move(Read), Wanted, {},
                                               Headers, nullptr)
                                 : std::move(Read));
  if (!Works.front().Failure.empty())
    return createStringError(Works.front().Failure);
  Agreement Agreed(Works);
  EditedFiles Edited(Works, Agreed, [&](StringRef Path) {
    return formatStyleOf(Path, Wanted);
  });
  Out = findEdits(Works.size(), Agreed, Edited);
  return Error::success();
}

/// Loops of headers that are left alone only because clang-tidy does not say
/// who else includes them are shown, too, without edits.
Error addLoopsOfHeaders(const FileRequest &Request, std::vector<Finding> &All) {
  auto IsWaiting = [&](const Finding &Found) {
    return Found.What == Finding::LeftAlone && Found.At.File != Request.File &&
           Found.Loop.Why->Kind == RejectionKind::UnsupportedStatement;
  };
  if (none_of(All, IsWaiting))
    return Error::success();
  std::vector<Finding> Alone;
  if (Error Failure = find(Request, /*KnowsAll=*/true, Alone))
    return Failure;
  for (Finding &Found : make_filter_range(All, IsWaiting))
    for (Finding &Other : Alone)
      if (Other.What == Finding::Rewritten && Other.At.File == Found.At.File &&
          Other.At.Offset == Found.At.Offset) {
        Found = std::move(Other);
        Found.Edits.clear();
        Found.Message += "; cuda-pipeline-rewrite can make the edit, as it "
                         "knows who else includes the header";
        break;
      }
  return Error::success();
}

} // namespace

const FileFindings &findIn(const FileRequest &Request) {
  static std::string Key;
  static FileFindings Last;
  if (std::string Now = keyOf(Request); Now != Key) {
    Key = std::move(Now);
    Last = FileFindings();
    Error Failure = find(Request, /*KnowsAll=*/false, Last.All);
    if (!Failure)
      Failure = addLoopsOfHeaders(Request, Last.All);
    if (Failure)
      Last.Failure = toString(std::move(Failure));
  }
  return Last;
}

} // namespace cudapipe
