//===- UnitTexts.cpp - The texts of a translation unit --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitTexts.h"
#include "cudapipe/Match/EditScope.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {

UnitTexts::UnitTexts(const DeviceCommand &Command, StringRef Path,
                     StringRef Main, StyleOf Style, StringRef EditedHeaders)
    : Parser(std::make_shared<Unit>(Command, Path, EditedHeaders)), Path(Path),
      Style(Style) {
  SmallString<256> Absolute(Path);
  sys::path::make_absolute(Command.Directory, Absolute);
  MainFile = canonicalPath(Absolute.str());
  Texts[MainFile] = Main.str();
}

Error UnitTexts::parse(AstConsumer Consume) const {
  FileTexts Headers = Texts;
  Headers.erase(MainFile);
  return Parser->parse(Texts.at(MainFile), Consume, Headers);
}

Expected<std::string> UnitTexts::of(StringRef File) const {
  if (auto It = Texts.find(File.str()); It != Texts.end())
    return It->second;
  auto OnDisk = MemoryBuffer::getFile(File);
  if (!OnDisk)
    return createStringError("cannot read '" + File +
                             "': " + OnDisk.getError().message());
  return (*OnDisk)->getBuffer().str();
}

Expected<UnitTexts> UnitTexts::with(ArrayRef<AtomicChange> Changes) const {
  std::map<std::string, std::vector<AtomicChange>> ByFile;
  for (const AtomicChange &Change : Changes)
    ByFile[Change.getFilePath()].push_back(Change);
  UnitTexts Out = *this;
  for (const auto &[File, OfFile] : ByFile) {
    // The style of a file depends on how its path is spelled.
    const StringRef Name = File == MainFile ? Path : StringRef(File);
    Expected<std::string> Old = of(File);
    Expected<std::string> New =
        Old ? applyChanges(*Old, Name, OfFile, Style(Name)) : std::move(Old);
    if (!New)
      return New.takeError();
    Out.Texts[File] = std::move(*New);
  }
  return Out;
}

std::vector<std::string>
UnitTexts::changedSince(const UnitTexts &Before) const {
  std::vector<std::string> Out;
  for (const auto &[File, Text] : Texts) {
    Expected<std::string> Old = Before.of(File);
    if (!Old)
      consumeError(Old.takeError());
    else if (*Old != Text)
      Out.push_back(File);
  }
  return Out;
}

} // namespace cudapipe
