//===- SharedMemory.cpp - How much a block may have -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/SharedMemory.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/ConstantInt.h"
#include "cudapipe/Plan/PlanPipeline.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {
namespace {

struct Row {
  unsigned SmVersion, BlockKB, MultiprocessorKB;
};

// From the newest; a version that is not listed is like the next older one.
constexpr Row Table[] = {
    {120, 99, 100}, {110, 227, 228}, {100, 227, 228}, {90, 227, 228},
    {89, 99, 100},  {87, 163, 164},  {86, 99, 100},   {80, 163, 164},
    {75, 64, 64},   {70, 96, 96},    {0, 48, 64},
};

const Row &rowOf(unsigned SmVersion) {
  for (const Row &R : Table)
    if (SmVersion >= R.SmVersion)
      return R;
  return Table[0];
}

} // namespace

uint64_t maxSharedBytesPerBlock(unsigned SmVersion) {
  return uint64_t(rowOf(SmVersion).BlockKB) * 1024;
}

uint64_t sharedBytesPerMultiprocessor(unsigned SmVersion) {
  return uint64_t(rowOf(SmVersion).MultiprocessorKB) * 1024;
}

uint64_t reservedSharedBytesPerBlock(unsigned SmVersion) {
  return SmVersion >= 80 ? 1024 : 0;
}

uint64_t minBlocksOf(const FunctionDecl &Kernel, const ASTContext &Ctx) {
  const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>();
  const Expr *Blocks = Bounds ? Bounds->getMinBlocks() : nullptr;
  Expr::EvalResult Value;
  if (!Blocks || Blocks->isValueDependent() ||
      !Blocks->EvaluateAsInt(Value, Ctx))
    return 1;
  return std::max<int64_t>(1, clampedValue(Value.Val.getInt()));
}

std::string whyNotResident(uint64_t Bytes, uint64_t Blocks,
                           unsigned SmVersion) {
  uint64_t Needed = Blocks * (Bytes + reservedSharedBytesPerBlock(SmVersion));
  uint64_t All = sharedBytesPerMultiprocessor(SmVersion);
  if (Blocks <= 1 || Needed <= All)
    return "";
  return llvm::formatv("__launch_bounds__ asks for {0} blocks a "
                       "multiprocessor, which would take {1} bytes, sm_{2} "
                       "has {3}",
                       Blocks, Needed, SmVersion, All);
}

namespace {

/// Sums up the __shared__ variables of a kernel and of what it calls.
class SharedBytes {
public:
  explicit SharedBytes(const ASTContext &Ctx) : Ctx(Ctx) {}

  void add(const Stmt *S) {
    if (!S)
      return;
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D); Var && isShared(*Var))
          add(*Var);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
          Var && isShared(*Var)) {
        Dynamic |= Var->hasExternalStorage();
        if (Var->isFileVarDecl() && FileScope.insert(Var).second)
          add(*Var);
      }
    if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
      AsksSize |= llvm::StringRef(Asm->getAsmString()).contains("_smem_size");
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const FunctionDecl *Body = calledFunction(*Call);
      if (Body && !isLibraryFunction(*Body, Ctx) && Seen.insert(Body).second)
        add(Body->getBody());
    }
    for (const Stmt *Child : S->children())
      add(Child);
  }

  uint64_t Bytes = 0;
  bool Known = true, Dynamic = false;
  bool AsksSize = false; ///< %dynamic_smem_size, %total_smem_size

private:
  void add(const VarDecl &Var) {
    if (Var.hasExternalStorage()) {
      Dynamic = true;
    } else if (Var.getType()->isDependentType()) {
      Known = false;
    } else {
      Bytes = llvm::alignTo(Bytes, Ctx.getDeclAlign(&Var).getQuantity()) +
              Ctx.getTypeSizeInChars(Var.getType()).getQuantity();
    }
  }

  const ASTContext &Ctx;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  llvm::SmallPtrSet<const VarDecl *, 4> FileScope;
};

} // namespace

std::optional<uint64_t> staticSharedBytes(const FunctionDecl &Kernel,
                                          const ASTContext &Ctx) {
  SharedBytes Sum(Ctx);
  Sum.add(Kernel.getBody());
  if (!Sum.Known)
    return std::nullopt;
  return Sum.Bytes;
}

bool usesDynamicShared(const FunctionDecl &Kernel, const ASTContext &Ctx) {
  SharedBytes Sum(Ctx);
  Sum.add(Kernel.getBody());
  return Sum.Dynamic;
}

bool asksForDynamicSize(const FunctionDecl &Kernel, const ASTContext &Ctx) {
  SharedBytes Sum(Ctx);
  Sum.add(Kernel.getBody());
  return Sum.AsksSize;
}

} // namespace cudapipe
