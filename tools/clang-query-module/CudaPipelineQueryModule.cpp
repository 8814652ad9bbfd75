//===- CudaPipelineQueryModule.cpp - Our matchers in clang-query ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   LD_PRELOAD=CudaPipelineQueryModule.so
//   clang-query-22 -c 'match forStmt(kLoop)' gemm.cu -- -x cuda ...
//
// clang-query has no --load and Clang's registry of matchers no way in. But it
// asks libclang-cpp.so to parse matchers, with the names that the user gave
// with `let`; what is loaded first answers, adds ours and passes it on.
//
//===----------------------------------------------------------------------===//

#include "NamedMatchers.h"
#include "clang/ASTMatchers/Dynamic/Parser.h"
#include <dlfcn.h>

using namespace clang::ast_matchers::dynamic;

namespace {

/// The function of libclang-cpp.so that has the name of our \p Function.
template <typename T> T *next(T *Function) {
  Dl_info Info;
  dladdr(reinterpret_cast<void *>(Function), &Info);
  return reinterpret_cast<T *>(dlsym(RTLD_NEXT, Info.dli_sname));
}

/// The user's names, which come first, and ours.
Parser::NamedValueMap withOurs(const Parser::NamedValueMap *Theirs) {
  Parser::NamedValueMap Out = Theirs ? *Theirs : Parser::NamedValueMap();
  for (const auto &[Name, Matcher] : cudapipe::namedMatchers())
    Out.try_emplace(Name, Matcher);
  return Out;
}

} // namespace

std::optional<clang::ast_matchers::internal::DynTypedMatcher>
Parser::parseMatcherExpression(llvm::StringRef &Code, Sema *S,
                               const NamedValueMap *Names, Diagnostics *Error) {
  NamedValueMap All = withOurs(Names);
  auto *Of = static_cast<std::optional<DynTypedMatcher> (*)(
      llvm::StringRef &, Sema *, const NamedValueMap *, Diagnostics *)>(
      &Parser::parseMatcherExpression);
  return next(Of)(Code, S, &All, Error);
}

bool Parser::parseExpression(llvm::StringRef &Code, Sema *S,
                             const NamedValueMap *Names, VariantValue *Value,
                             Diagnostics *Error) {
  NamedValueMap All = withOurs(Names);
  auto *Of =
      static_cast<bool (*)(llvm::StringRef &, Sema *, const NamedValueMap *,
                           VariantValue *, Diagnostics *)>(
          &Parser::parseExpression);
  return next(Of)(Code, S, &All, Value, Error);
}
