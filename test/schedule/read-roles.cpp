//===- read-roles.cpp - What the reader of roles says of a text -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   read-roles kernel=rows tile=tile barrier=full counter=k stages=3
//              consumers=64 bytes=1024 FILE...
//
// Prints what readBackRoles() finds in each file, or that it reads as it
// should.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/DeviceCommand.h"
#include "cudapipe/Frontend/ParseFile.h"
#include "cudapipe/Ring/ReadBackRing.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cudapipe;

int main(int Count, char **Arguments) {
  ProvedRing Proved;
  Proved.Roles.emplace();
  ProvedRoles &Roles = *Proved.Roles;
  Roles.Copies = {1};
  for (StringRef Word : ArrayRef(Arguments, Count).drop_front()) {
    auto [Name, Value] = Word.split('=');
    unsigned Number = 0;
    Value.getAsInteger(10, Number);
    if (Name == "kernel")
      Roles.Kernel = Value.str();
    else if (Name == "tile")
      Proved.Tiles = {Value.str()};
    else if (Name == "barrier")
      Proved.Barriers = {{Value.str(), 0}};
    else if (Name == "counter")
      Roles.Counter = Value.str();
    else if (Name == "stages")
      Proved.Stages = Number;
    else if (Name == "consumers")
      Roles.Consumers = Number;
    else if (Name == "bytes")
      Roles.Expected = {Number};
    if (!Value.empty())
      continue;
    SmallString<256> Path(Word);
    sys::fs::make_absolute(Path);
    FrontendOptions Options;
    Options.Headers = HeaderSource::Embedded;
    Options.GpuArch = "sm_90a";
    auto Text = MemoryBuffer::getFile(Path);
    Expected<DeviceCommand> Command = makeDeviceCommand(Path, Options);
    if (!Text || !Command) {
      errs() << "error: " << Word << " cannot be parsed\n";
      consumeError(Command.takeError());
      return 2;
    }
    if (Error E = parseFile(*Command, Path, (*Text)->getBuffer(),
                            [&](clang::ASTContext &Ctx, ArrayRef<ParseError>) {
                              Error Fault = readBackRoles(Ctx, Proved);
                              outs() << sys::path::filename(Word) << ": "
                                     << (Fault ? toString(std::move(Fault))
                                               : "as it should be")
                                     << "\n";
                            })) {
      errs() << "error: " << toString(std::move(E)) << "\n";
      return 2;
    }
  }
  return 0;
}
