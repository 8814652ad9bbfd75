//===- PtxasReport.cpp - What ptxas -v prints -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Compile/CompiledKernel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// The number in front of \p Unit: 608 of "608 bytes spill stores".
uint64_t numberBefore(StringRef Line, StringRef Unit) {
  StringRef Before = Line.take_front(Line.find(Unit)).rtrim();
  if (Before.size() == Line.size())
    return 0;
  uint64_t Number = 0;
  StringRef Digits = Before.take_back(
      Before.size() - (Before.find_last_not_of("0123456789") + 1));
  return Digits.getAsInteger(10, Number) ? 0 : Number;
}

/// 'name' behind \p Words.
std::optional<StringRef> quotedAfter(StringRef Line, StringRef Words) {
  size_t At = Line.find(Words);
  if (At == StringRef::npos)
    return std::nullopt;
  StringRef Rest = Line.drop_front(At + Words.size()).ltrim();
  if (!Rest.consume_front("'"))
    return std::nullopt;
  return Rest.take_until([](char C) { return C == '\''; });
}

/// With -rdc=true, static kernels have a tag of the file in front, and its
/// length: __nv_static_39_<39 characters>__Z4gemmPf.
StringRef withoutFileTag(StringRef Mangled) {
  StringRef Rest = Mangled;
  unsigned Length = 0;
  if (Rest.consume_front("__nv_static_") && !Rest.consumeInteger(10, Length) &&
      Rest.consume_front("_") && Rest.drop_front(Length).starts_with("__Z"))
    return Rest.drop_front(Length + 1);
  return Mangled;
}

} // namespace

std::vector<CompiledKernel> readPtxasReport(StringRef Text) {
  std::vector<CompiledKernel> Kernels;
  // What the last lines were about: a kernel, or some function it calls.
  CompiledKernel *Current = nullptr;
  bool InProperties = false;
  SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  for (StringRef Line : Lines) {
    if (std::optional<StringRef> Name =
            quotedAfter(Line, "Compiling entry function")) {
      // With several architectures each kernel comes several times.
      CompiledKernel Use;
      Use.MangledName = Name->str();
      auto Same = llvm::find_if(Kernels, [&](const CompiledKernel &K) {
        return K.MangledName == Use.MangledName;
      });
      Current = Same != Kernels.end() ? &*Same
                                      : &Kernels.emplace_back(std::move(Use));
      continue;
    }
    if (!Current)
      continue;
    constexpr StringLiteral Properties = "Function properties for ";
    if (size_t At = Line.find(Properties); At != StringRef::npos) {
      InProperties = Line.drop_front(At + Properties.size()).trim() ==
                     Current->MangledName;
    } else if (InProperties && Line.contains("bytes stack frame")) {
      Current->LocalBytes = numberBefore(Line, " bytes stack frame");
      Current->SpillStoreBytes = numberBefore(Line, " bytes spill stores");
      Current->SpillLoadBytes = numberBefore(Line, " bytes spill loads");
      InProperties = false;
    } else if (Line.contains(": Used ") && Line.contains(" registers")) {
      Current->Registers = numberBefore(Line, " registers");
      Current->Barriers = numberBefore(Line, " barriers");
      Current->StaticSharedBytes = numberBefore(Line, " bytes smem");
      if (uint64_t All = numberBefore(Line, " bytes cumulative stack size"))
        Current->LocalBytes = All;
    }
  }
  llvm::erase_if(Kernels, [](const CompiledKernel &K) { return !K.Registers; });
  return Kernels;
}

const CompiledKernel *findKernel(ArrayRef<CompiledKernel> Kernels,
                                 StringRef MangledName) {
  // Clang marks what is static, and each names unnamed namespaces its own way:
  // _ZL4gemmPf and _Z4gemmPf, _ZN12_GLOBAL__N_1... and
  // _ZN50_GLOBAL__N__53a3....
  const std::string Name = demangle(MangledName);
  const CompiledKernel *Same = nullptr;
  for (const CompiledKernel &K : Kernels) {
    StringRef Theirs = withoutFileTag(K.MangledName);
    if (Theirs == MangledName)
      return &K;
    if (demangle(Theirs) == Name)
      Same = &K;
  }
  return Same;
}

} // namespace cudapipe
