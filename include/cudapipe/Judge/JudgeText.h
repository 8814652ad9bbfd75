//===- cudapipe/Judge/JudgeText.h - Only what does not lose -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a form costs in registers, resident blocks and code only a compiler
// knows. Where there is one, it is asked, of the loops as they are and as auto
// would make them:
//
//   rewriteText() -> compileAll() -> whyWorse()
//        ^                              |
//        +---- other forms, or none ----+
//
// Where there is none, auto takes what cannot lose whatever a compiler makes of
// it, and leaves the rest (SureBy::Rules); but for what a compiler has decided
// on another machine, of the same text (VerdictFile).
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_JUDGE_JUDGETEXT_H
#define CUDAPIPE_JUDGE_JUDGETEXT_H

#include "cudapipe/Compile/Compiler.h"
#include "cudapipe/Judge/VerdictFile.h"
#include "cudapipe/RewriteText.h"

namespace cudapipe {

/// Who judges auto's forms.
struct Judge {
  /// Nothing: rules alone.
  std::optional<Compiler> Asked;
  /// What was decided before, on whatever machine; null: nothing is kept.
  VerdictFile *Kept = nullptr;
  /// Told what is going on, "3 forms are compiled"; may be empty.
  std::function<void(llvm::StringRef)> Progress;
};

/// Auto chooses, and may leave loops alone.
bool isJudged(const RewriteOptions &Options);

/// rewriteText(), with auto less what would lose. What the user has chosen, by
/// a variant, stages or --force, is not judged. Safe in several threads.
llvm::Expected<TextResult> judgeText(const DeviceCommand &Command,
                                     llvm::StringRef Path, llvm::StringRef Text,
                                     const RewriteOptions &Options,
                                     StyleOf Style, const Judge &By);

} // namespace cudapipe

#endif // CUDAPIPE_JUDGE_JUDGETEXT_H
