//===- GuessedShapes.cpp - Blocks that nobody gave ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuessedShapes.h"
#include "cudapipe/Facts/DeviceCode.h"
#include "clang/AST/ASTContext.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace cudapipe::check {

bool usesRows(const Function &Kernel) {
  constexpr int64_t RowAt = 4; // .y of a dim3.
  const DataLayout &Data = Kernel.getParent()->getDataLayout();
  for (const Instruction &I : instructions(Kernel)) {
    if (const auto *Call = dyn_cast<CallBase>(&I))
      if (const Function *Callee = Call->getCalledFunction();
          Callee && Callee->getName() == "llvm.nvvm.read.ptx.sreg.tid.y")
        return true;
    const auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load)
      continue;
    APInt Offset(64, 0);
    const auto *Global = dyn_cast<GlobalVariable>(
        Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
            Data, Offset, /*AllowNonInbounds=*/true));
    if (Global && isBuiltinVariable(*Global) &&
        Global->getName() == "threadIdx" && Offset == RowAt)
      return true;
  }
  return false;
}

/// Extents of the shared arrays that \p Kernel uses, the outermost first.
static std::vector<std::vector<unsigned>>
sharedExtents(const Function &Kernel) {
  std::vector<std::vector<unsigned>> Out;
  for (const GlobalVariable &Global : Kernel.getParent()->globals()) {
    if (Global.getAddressSpace() != 3)
      continue;
    std::vector<unsigned> Extents;
    const Type *At = Global.getValueType();
    while (At->isArrayTy()) {
      Extents.push_back(At->getArrayNumElements());
      At = At->getArrayElementType();
    }
    if (!Extents.empty())
      Out.push_back(std::move(Extents));
  }
  return Out;
}

bool isOfExtents(const Function &Kernel, const Triple &Block) {
  return any_of(sharedExtents(Kernel), [&](const auto &Extents) {
    return is_contained(Extents, Block.X);
  });
}

/// Constants of the file's scope that are named for threads of a block.
static std::vector<unsigned> namedConstants(const clang::ASTContext &Ctx) {
  std::vector<unsigned> Out;
  for (const clang::Decl *D : Ctx.getTranslationUnitDecl()->decls()) {
    const auto *Var = dyn_cast<clang::VarDecl>(D);
    if (!Var || !Var->getType().isConstQualified() ||
        !Var->getType()->isIntegerType() || !Var->hasInit() ||
        Var->getInit()->isValueDependent())
      continue;
    const std::string Name = StringRef(Var->getName()).lower();
    if (!StringRef(Name).contains("thread") &&
        !StringRef(Name).contains("block"))
      continue;
    if (const auto Value = Var->getInit()->getIntegerConstantExpr(Ctx))
      if (*Value >= 32 && *Value <= 1024)
        Out.push_back(Value->getZExtValue());
  }
  return Out;
}

std::vector<Triple> guessedBlocks(const Function &Kernel,
                                  const clang::FunctionDecl &Declared,
                                  unsigned MostThreads) {
  std::vector<Triple> Out;
  auto Add = [&](unsigned X, unsigned Y) {
    if (X == 0 || Y == 0 || X * Y > 1024 || X * Y < 16 ||
        (MostThreads && X * Y > MostThreads))
      return;
    for (const Triple &One : Out)
      if (One.X == X && One.Y == Y)
        return;
    Out.push_back({X, Y, 1});
  };
  const auto Extents = sharedExtents(Kernel);
  const std::vector<unsigned> Named = namedConstants(Declared.getASTContext());
  if (!usesRows(Kernel)) {
    Add(MostThreads, 1);
    for (unsigned Count : Named)
      Add(Count, 1);
    for (const std::vector<unsigned> &One : Extents)
      Add(One.back(), 1);
    for (unsigned Count : {256, 128, 64, 512, 32, 1024})
      Add(Count, 1);
    return Out;
  }
  for (const std::vector<unsigned> &One : Extents) {
    if (One.size() < 2)
      continue;
    const unsigned Rows = One[One.size() - 2], Columns = One.back();
    for (unsigned Side : {Columns, Rows})
      if (isPowerOf2_32(Side) && (!MostThreads || Side * Side == MostThreads))
        Add(Side, Side);
    Add(Columns, Rows);
  }
  for (unsigned X : {16u, 32u})
    if (MostThreads % X == 0)
      Add(X, MostThreads / X);
  for (auto [X, Y] : {std::pair(16, 16),
                      {32, 32},
                      {32, 8},
                      {8, 8},
                      {16, 8},
                      {32, 4},
                      {16, 4}})
    Add(X, Y);
  return Out;
}

} // namespace cudapipe::check
