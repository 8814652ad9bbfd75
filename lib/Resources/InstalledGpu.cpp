//===- InstalledGpu.cpp - The GPU of this machine -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Resources/Gpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace cudapipe {

std::string askDriver(StringRef Columns) {
  ErrorOr<std::string> Program = sys::findProgramByName("nvidia-smi");
  SmallString<128> Path;
  if (!Program || sys::fs::createTemporaryFile("cudapipe", "txt", Path))
    return "";
  FileRemover Remover(Path);
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Path),
                                          StringRef("")};
  constexpr unsigned Seconds = 10;
  if (sys::ExecuteAndWait(
          *Program,
          {*Program, ("--query-gpu=" + Columns).str(), "--format=csv,noheader"},
          std::nullopt, Redirects, Seconds))
    return "";
  auto Text = MemoryBuffer::getFile(Path);
  return Text ? (*Text)->getBuffer().str() : "";
}

Expected<Gpu> installedGpu(ArrayRef<Gpu> Own) {
  std::vector<Gpu> Found;
  std::string Answer = askDriver("name,compute_cap");
  for (StringRef Line : split(Answer, '\n')) {
    auto [Name, Capability] = Line.rsplit(',');
    auto [Major, Minor] = Capability.trim().split('.');
    unsigned MajorNumber, MinorNumber;
    if (Major.getAsInteger(10, MajorNumber) ||
        Minor.getAsInteger(10, MinorNumber))
      continue;
    Gpu Seen;
    Seen.Name = Name.trim().str();
    Seen.SmVersion = MajorNumber * 10 + MinorNumber;
    if (is_contained(map_range(Found, [](Gpu &G) { return G.Name; }),
                     Seen.Name))
      continue;
    Found.push_back(std::move(Seen));
  }
  if (Found.empty())
    return createStringError("nvidia-smi tells of no GPU here; name one "
                             "(--gpu=list shows them)");
  if (Found.size() > 1)
    return createStringError(
        "this machine has several kinds of GPU; choose one of: " +
        join(map_range(Found, [](Gpu &G) { return G.Name; }), ", "));
  Expected<Gpu> Known = chooseGpu(Found.front().Name, Own);
  if (Known && Known->SmVersion == Found.front().SmVersion)
    return Known;
  consumeError(Known.takeError());
  return Found.front();
}

} // namespace cudapipe
