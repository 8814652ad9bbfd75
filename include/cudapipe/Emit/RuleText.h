//===- cudapipe/Emit/RuleText.h - What a rule says --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules are the ids of rejections and the checks of clang-tidy. Their texts are
// the sections of docs/rejections.md and docs/clang-tidy.md, which are a part
// of the program.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMIT_RULETEXT_H
#define CUDAPIPE_EMIT_RULETEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cudapipe {

/// All rules, in the order of their pages.
std::vector<llvm::StringRef> allRules();

/// The section of \p Rule without its heading, as Markdown; "" if there is no
/// such rule.
llvm::StringRef ruleMarkdown(llvm::StringRef Rule);

/// The same for a terminal, with the heading.
std::string ruleText(llvm::StringRef Rule);

/// Where \p Rule is on the web: an absolute URI, or "" if the project has no
/// web address.
std::string helpUri(llvm::StringRef Rule);

/// The same, or else the command that prints it.
std::string helpFor(llvm::StringRef Rule);

} // namespace cudapipe

#endif // CUDAPIPE_EMIT_RULETEXT_H
