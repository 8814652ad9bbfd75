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
// tile change together, and the compiler checks the size. What another build
// makes of a macro is for the user to know.
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

/// A copy that is asynchronous converts nothing in this configuration.
std::optional<Rejection> OtherBuilds::checkOtherTypes() {
  OtherTypes Types(*M.Kernel, Text, Ctx);
  for (auto [I, Copy] : llvm::enumerate(M.Copies)) {
    if (Copy.Kind != TileCopy::Copy || Copy.From.IsAsync ||
        (Plan.Travels[I] != Travel::Async &&
         !(Plan.UsesWide && M.wideCopyOf(Copy))))
      continue;
    if (Types.hasOtherCast(Copy.Destination) || Types.hasOtherCast(Copy.Value))
      remark("another definition of the macro in a cast of '" +
             Copy.Name->getNameAsString() +
             "' may copy values of another type");
    const QualType Type = accessType(Copy.Destination, Ctx);
    std::optional<std::string> To =
        typeOf(Copy.Destination, Copy.Name, Text, Ctx);
    std::optional<std::string> From = sourceType(Copy, Text, Ctx);
    const QualType Loaded =
        Copy.From.Source ? accessType(Copy.From.Source, Ctx) : Type;
    if (To == From && Copy.Path.Calls.empty() && !Copy.StoreCall)
      continue;
    const std::string Name = To.value_or("T");
    if (Types.isChosenByIf(Type) || Types.isChosenByIf(Loaded))
      return Rejection{RejectionKind::MacroLoop, Copy.Store->getSourceRange(),
                       "an #if chooses the type '" + Name +
                           "', which may not be that of the source"};
    if (Types.isOneOf(Type, To.value_or("")) ||
        Types.isOneOf(Loaded, From.value_or("")))
      remark("another definition of a macro may choose the type '" + Name +
             "', which may not be that of the source there");
  }
  return std::nullopt;
}

} // namespace cudapipe
