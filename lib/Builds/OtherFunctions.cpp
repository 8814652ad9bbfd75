//===- OtherFunctions.cpp - Called functions with another form ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __device__ float finish(float *C, const float *tile, int i) {
//   #ifdef TRACE
//     C[i] = tile[i];              not read, but it is what the loop calls in
//   #endif                         another configuration
//     return tile[i];
//   }
//
// The same of a second definition of the function under an #if.
//
//===----------------------------------------------------------------------===//

#include "HiddenFunctions.h"
#include "OtherBuilds.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

namespace {

/// A function of the user, and whether it is called by what moves.
using Called = llvm::MapVector<const FunctionDecl *, bool>;

} // namespace

static void addCalled(const Stmt *S, bool Moves, const ASTContext &Ctx,
                      Called &Out) {
  if (!S)
    return;
  const FunctionDecl *Callee = nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    Callee = knownCallee(*Call);
  else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
    Callee = Construct->getConstructor();
  if (Callee && !isLibraryFunction(*Callee, Ctx)) {
    const FunctionDecl *Definition = Callee->getDefinition();
    if (!Definition)
      Definition = Callee;
    auto [It, IsNew] = Out.try_emplace(Definition, Moves);
    if (IsNew || (Moves && !It->second)) {
      It->second |= Moves;
      addCalled(Definition->getBody(), Moves, Ctx, Out);
    }
  }
  for (const Stmt *Child : S->children())
    addCalled(Child, Moves, Ctx, Out);
}

/// A function in \p S, but for what it is given, that an #if makes another one.
static const FunctionDecl *findChosen(const Stmt *S,
                                      const HiddenFunctions &Hidden,
                                      const ASTContext &Ctx) {
  if (!S)
    return nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Callee = knownCallee(*Call);
    if (!Callee || isLibraryFunction(*Callee, Ctx))
      return nullptr;
    const FunctionDecl *Definition = Callee->getDefinition();
    return Definition && !Hidden.isWhole(*Definition) ? Definition : nullptr;
  }
  for (const Stmt *Child : S->children())
    if (const FunctionDecl *Found = findChosen(Child, Hidden, Ctx))
      return Found;
  return nullptr;
}

/// What the loop calls does not, in another configuration, write memory, wait,
/// or read what it may not.
std::optional<Rejection> OtherBuilds::checkOtherFunctions() {
  Called All;
  addCalled(M.Header.Loop, /*Moves=*/M.Early.has_value(), Ctx, All);
  for (const BodyItem &Item : M.Items)
    if (Item.R != Role::Compute || Item.Early)
      addCalled(Item.S, /*Moves=*/true, Ctx, All);
  if (All.empty())
    return std::nullopt;
  const HiddenFunctions Hidden(*M.Kernel, Text, Ctx);
  // A function that only loads or stores is no call in an asynchronous copy.
  for (auto [I, Copy] : llvm::enumerate(M.Copies)) {
    if (Copy.From.IsAsync || (Plan.Travels[I] != Travel::Async &&
                              !(Plan.UsesWide && M.wideCopyOf(Copy))))
      continue;
    const FunctionDecl *Chosen = findChosen(Copy.StoreCall, Hidden, Ctx);
    if (!Chosen)
      Chosen = findChosen(Copy.Value, Hidden, Ctx);
    if (Chosen)
      return Rejection{RejectionKind::MacroLoop, Copy.Store->getSourceRange(),
                       "an #if hides another form of the function '" +
                           Chosen->getNameAsString() + "'"};
  }
  for (const auto &[Function, Moves] : All) {
    if (std::string Why = Hidden.check(*Function, Moves); !Why.empty())
      return Rejection{RejectionKind::MacroLoop, Function->getSourceRange(),
                       "an #if hides " + Why + " in the function '" +
                           Function->getNameAsString() + "'"};
    if (std::string Why = Hidden.checkMacros(*Function, Moves); !Why.empty())
      remark(Why + " in the function '" + Function->getNameAsString() +
             "' was not looked at");
  }
  return std::nullopt;
}

} // namespace cudapipe
