//===- RingArrivals.cpp - As many as are waited for -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A phase is over when all have arrived who are counted. In a ring one thread
// may arrive for all, earlier, and in one statement: so each arrival has to be
// one, in each trip, and nothing may stand between it and the copies.
//
//===----------------------------------------------------------------------===//

#include "RingLoopReader.h"
#include "cudapipe/Analyze/AsmText.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

bool alwaysRuns(const GCCAsmStmt &Assembly) {
  const std::string Text = asmText(Assembly);
  return Text.find('@') == std::string::npos ||
         Text.find("setp") == std::string::npos;
}

/// \p S, which arrives, does so once, and will again.
static bool arrivesOnce(const TransferStep &S, const ASTContext &Ctx) {
  const StringRef Name = S.Name;
  if (Name.contains("drop") || Name.contains("complete_tx"))
    return false;
  auto IsOne = [&](const Expr *E) {
    return isa<CXXDefaultArgExpr>(E) || constantValue(E, Ctx) == 1;
  };
  if (const auto *Assembly = dyn_cast<GCCAsmStmt>(S.Where)) {
    const std::string Text = asmText(*Assembly);
    llvm::SmallVector<StringRef, 8> Instructions;
    StringRef(Text).split(Instructions, ';', -1, /*KeepEmpty=*/false);
    // Behind the barrier are the bytes that are expected, then the arrivals.
    return llvm::all_of(Instructions, [](StringRef Instruction) {
      const StringRef Mnemonic = mnemonicOf(Instruction);
      return !Mnemonic.starts_with("mbarrier.arrive") ||
             Instruction.rsplit(']').second.count(',') <=
                 size_t(Mnemonic.contains("expect_tx"));
    });
  }
  const auto *Call = dyn_cast<CallExpr>(S.Where);
  if (!Call)
    return false;
  if (isa<CXXMemberCallExpr>(Call))
    return Call->getNumArgs() == 0 || IsOne(Call->getArg(0));
  if (Name == "barrier_arrive_tx")
    return Call->getNumArgs() == 3 && IsOne(Call->getArg(1));
  // cuda::ptx: tags, the barrier, and the same as in assembly.
  unsigned Behind = 0;
  bool IsBehind = false;
  for (const Expr *Arg : Call->arguments()) {
    Behind += IsBehind && !isa<CXXDefaultArgExpr>(Arg);
    IsBehind |= Arg->getType()->isPointerType();
  }
  return Behind <= unsigned(Name.contains("expect_tx"));
}

RingLoopReader::Why RingLoopReader::checkArrivals() {
  size_t First = Items.size(), Last = 0;
  for (size_t I = 0; I < Items.size(); ++I) {
    if (!isLoad(I))
      continue;
    First = std::min(First, I);
    Last = I;
    for (const TransferStep &S : Steps[I]) {
      const auto *Assembly = dyn_cast<GCCAsmStmt>(S.Where);
      if (Assembly && S.Kind != TransferStep::Elect && !alwaysRuns(*Assembly))
        return reject(RejectionKind::BarrierCount, S.outermost(),
                      "a predicate in the assembly may decide whether '" +
                          S.Name + "' runs");
      if (Assembly && asmText(*Assembly).find(".reg") != std::string::npos &&
          asmText(*Assembly).find('{') == std::string::npos)
        return reject(RejectionKind::UnsupportedStatement, S.outermost(),
                      "the assembly declares a register without braces, and "
                      "would do so twice");
      const bool Arrives = S.Kind == TransferStep::Arrive ||
                           (S.Kind == TransferStep::ExpectBytes && S.Arrives);
      if (Arrives && !arrivesOnce(S, Ctx))
        return reject(RejectionKind::BarrierCount, S.outermost(),
                      "'" + S.Name +
                          "' counts for more than one arrival, or "
                          "may");
    }
  }
  for (size_t I = First; I < Last; ++I)
    if (isBlockBarrier(I))
      return reject(OneBuffer.Kind, Items[I],
                    "the block meets between the copies of a trip and who "
                    "arrives");
  return std::nullopt;
}

} // namespace cudapipe
