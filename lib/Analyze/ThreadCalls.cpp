//===- ThreadCalls.cpp - Calls of one thread ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadRun.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cudapipe {

/// wmma::load_matrix_sync(fragment, pointer, stride[, layout]) and
/// wmma::store_matrix_sync(pointer, fragment, stride, layout): a row or column
/// of the fragment every stride elements.
bool ThreadRun::fragment(const CallExpr &Call, llvm::StringRef Name) {
  bool Loads = Name == "load_matrix_sync";
  if ((!Loads && Name != "store_matrix_sync") || Call.getNumArgs() < 3)
    return false;
  const Expr *Pointer = Call.getArg(Loads ? 1 : 0);
  const auto *Type = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Call.getArg(Loads ? 0 : 1)->getType()->getAsCXXRecordDecl());
  RunValue At = evaluate(Pointer), Stride = evaluate(Call.getArg(2));
  if (At.Kind == RunValue::Unknown)
    return !Area.facts(&Call).Touches;
  if (!Type || Type->getTemplateArgs().size() < 5 ||
      At.Kind != RunValue::Address || Stride.Kind != RunValue::Number)
    return false;
  auto NameOf = [](const TemplateArgument &Arg) -> std::string {
    const CXXRecordDecl *Record = Arg.getKind() == TemplateArgument::Type
                                      ? Arg.getAsType()->getAsCXXRecordDecl()
                                      : nullptr;
    return Record ? Record->getNameAsString() : "";
  };
  const TemplateArgumentList &Args = Type->getTemplateArgs();
  std::array<int64_t, 3> Size;
  for (unsigned I = 0; I < 3; ++I) {
    if (Args[I + 1].getKind() != TemplateArgument::Integral)
      return false;
    Size[I] = Args[I + 1].getAsIntegral().getExtValue();
  }
  std::string Use = NameOf(Args[0]);
  int64_t Rows = Size[0], Columns = Size[1];
  if (Use == "matrix_a")
    Columns = Size[2];
  else if (Use == "matrix_b")
    Rows = Size[2];
  else if (Use != "accumulator")
    return false;
  bool ByColumn = false;
  if (Call.getNumArgs() > 3) {
    // enum layout_t { mem_row_major, mem_col_major }
    RunValue Layout = evaluate(Call.getArg(3));
    if (Layout.Kind != RunValue::Number || Layout.N < 0 || Layout.N > 1)
      return false;
    ByColumn = Layout.N == 1;
  } else {
    std::string Layout = Args.size() > 5 ? NameOf(Args[5]) : "";
    if (Layout != "row_major" && Layout != "col_major")
      return false;
    ByColumn = Layout == "col_major";
  }
  if (ByColumn)
    std::swap(Rows, Columns);
  // The warp makes it together; its first thread stands for all.
  if ((Thread[0] +
       Area.BlockDim[0] * (Thread[1] + Area.BlockDim[1] * Thread[2])) %
          32 !=
      0)
    return true;
  int64_t Element = sizeOf(Pointer->getType()->getPointeeType());
  for (int64_t Row = 0; Row < Rows; ++Row)
    Area.Touch(At.N + Row * Stride.N * Element, Columns * Element, !Loads);
  return true;
}

RunValue ThreadRun::call(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (const std::optional<AsyncOperation> &Op = Area.facts(&Call).Async) {
    if (Op->Kind != AsyncOperation::Copy) {
      if (Op->To)
        Area.Failed = true;
      return {};
    }
    RunValue To = evaluate(Op->To), From = evaluate(Op->From);
    if (From.Kind == RunValue::Address || !Op->Bytes ||
        To.Kind != RunValue::Address)
      return fallback(&Call);
    Area.Touch(To.N, Op->Bytes, /*Stored=*/true);
    return {};
  }
  // float4 and its like are assigned by an operator.
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&Call);
      Op && Callee && copiesBytes(*Callee) && Op->getNumArgs() == 2 &&
      Op->getOperator() == OO_Equal) {
    if (Op->getArg(1)->isGLValue())
      load(Op->getArg(1));
    else
      evaluate(Op->getArg(1));
    store(Op->getArg(0), {});
    return {};
  }
  if (Callee && Callee->getIdentifier() &&
      isLibraryFunction(*Callee, Area.Ctx) && fragment(Call, Callee->getName()))
    return {};
  return fallback(&Call);
}

} // namespace cudapipe
