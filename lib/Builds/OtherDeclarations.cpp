//===- OtherDeclarations.cpp - Types under an #if -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifdef DOUBLE
//   typedef double real;
//   #else
//   typedef float real;
//   #endif
//
// Asynchronous copies move bytes: they are right for both types if source and
// tile change together, and the compiler checks the size.
//
//===----------------------------------------------------------------------===//

#include "OtherBuilds.h"
#include "OtherTypes.h"
#include "Rewrite/Spelling.h"
#include "cudapipe/Analyze/AccessType.h"

using namespace clang;

namespace cudapipe {

/// What \p Copy loads, as it is written.
static std::optional<std::string> sourceType(const TileCopy &Copy,
                                             const SourceText &Text,
                                             const ASTContext &Ctx) {
  if (Copy.From.SourcePointer)
    return spelled(Copy.From.SourcePointer->getType()->getPointeeType(), Ctx);
  if (!Copy.From.Source)
    return std::nullopt;
  return typeOf(Copy.From.Source, elementOf(Copy.From.Source), Text, Ctx);
}

/// A copy that is asynchronous converts nothing in any configuration.
std::optional<Rejection> OtherBuilds::checkOtherTypes() {
  OtherTypes Types(*M.Kernel, Text, Ctx);
  for (auto [I, Copy] : llvm::enumerate(M.Copies)) {
    if (Copy.Kind != TileCopy::Copy || Copy.From.IsAsync ||
        (Plan.Travels[I] != Travel::Async &&
         !(Plan.UsesWide && M.wideCopyOf(Copy))))
      continue;
    if (Types.hasOtherCast(Copy.Destination) || Types.hasOtherCast(Copy.Value))
      return Rejection{RejectionKind::MacroLoop, Copy.Store->getSourceRange(),
                       "another definition of the macro in this cast may copy "
                       "values of another type"};
    const QualType Type = accessType(Copy.Destination, Ctx);
    std::optional<std::string> To =
        typeOf(Copy.Destination, Copy.Name, Text, Ctx);
    std::optional<std::string> From = sourceType(Copy, Text, Ctx);
    const bool IsChosen =
        Types.isOneOf(Type, To.value_or("")) ||
        (Copy.From.Source &&
         Types.isOneOf(accessType(Copy.From.Source, Ctx), From.value_or("")));
    if (IsChosen && (To != From || !Copy.Path.Calls.empty() || Copy.StoreCall))
      return Rejection{RejectionKind::MacroLoop, Copy.Store->getSourceRange(),
                       "an #if chooses the type '" + To.value_or("T") +
                           "', which may not be that of the source"};
  }
  return std::nullopt;
}

} // namespace cudapipe
