//===- AsmBarrier.cpp - Barriers in inline assembly -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/AsmBarrier.h"
#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/TripCount.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

std::optional<StringRef> barrierOfAsm(StringRef Text) {
  auto [Name, Number] = Text.trim(" \t\n;").split(' ');
  if (!llvm::is_contained({"bar.sync", "bar.cta.sync", "barrier.sync",
                           "barrier.sync.aligned", "barrier.cta.sync",
                           "barrier.cta.sync.aligned"},
                          Name))
    return std::nullopt;
  return Number.trim(" \t");
}

bool isAsmBarrier(const Stmt *S, const ASTContext &Ctx) {
  const auto *Asm = dyn_cast<GCCAsmStmt>(S);
  if (!Asm || Asm->getNumOutputs() > 0 || Asm->getNumInputs() > 1)
    return false;
  // An escape of the assembler's text is a backslash no more.
  const std::string Text = asmText(*Asm);
  const std::optional<StringRef> Number = barrierOfAsm(Text);
  if (Asm->getNumInputs() == 0)
    return Number == "0";
  return Number == "%0" && constantValue(Asm->getInputExpr(0), Ctx) == 0;
}

bool clobbersMemory(const GCCAsmStmt &Asm) {
  for (unsigned I = 0; I < Asm.getNumClobbers(); ++I)
    if (Asm.getClobber(I) == "memory")
      return true;
  return false;
}

} // namespace cudapipe
