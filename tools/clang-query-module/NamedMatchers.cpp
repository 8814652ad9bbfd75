//===- NamedMatchers.cpp - Our matchers, by name --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedMatchers.h"
#include "cudapipe/Match/KLoop.h"

using namespace clang::ast_matchers::dynamic;

namespace cudapipe {

llvm::StringMap<VariantValue> namedMatchers() {
  llvm::StringMap<VariantValue> Out;
  auto Add = [&](llvm::StringRef Name,
                 clang::ast_matchers::internal::DynTypedMatcher Matcher) {
    Matcher.setAllowBind(true); // as `stmt()` does
    Out[Name] = VariantMatcher::SingleMatcher(Matcher);
  };
  Add("anyLoop", anyLoop());
  Add("hasParseError", hasParseError());
  Add("kernelOrDeviceFunction", kernelOrDeviceFunction());
  Add("hasInstantiatedBody", hasInstantiatedBody());
  Add("blockBarrier", blockBarrier());
  Add("executesBlockBarrier", executes(blockBarrier()));
  Add("warpBarrier", warpBarrier());
  Add("stagesTile", stagesTile());
  Add("countedCopies", countedCopies());
  Add("roleLoop", roleLoop());
  Add("kLoop", kLoop());
  return Out;
}

} // namespace cudapipe
