//===- AsyncTests.cpp - Asynchronous here, plain elsewhere ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   constexpr bool async_copies =
//       sizeof(T) == alignof(T) && sizeof(T) >= 4 && sizeof(T) <= 16;
//   ...
//   if constexpr (async_copies)
//     __pipeline_memcpy_async(&tile[i], &A[k + i], sizeof(T));
//   else
//     tile[i] = A[k + i];             into the same stage, at the same place
//
// A template has one text for all its instantiations, those of other files and
// of tomorrow included, and a macro one for all builds.
//
//===----------------------------------------------------------------------===//

#include "Builds/OtherBuilds.h"
#include "Builds/OtherTypes.h"
#include "SlicePrinter.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TemplateTypes.h"

using namespace clang;

namespace cudapipe {

/// Only the caller knows where the source lies.
static const char IsGlobal[] = "__isGlobal(";

static bool isTestedAtRunTime(llvm::StringRef Condition) {
  return Condition.contains(IsGlobal);
}

/// What has to hold for the copies of \p Leaf to be asynchronous in another
/// instantiation, or configuration; or nothing.
std::string SlicePrinter::asyncCondition(const SliceLeaf &Leaf) const {
  if (Leaf.Copy < 0 || isVerbatim(Leaf) ||
      Plan.Travels[Leaf.Copy] != Travel::Async)
    return "";
  OtherTypes Types(*M.Kernel, Text, Ctx);
  const bool IsTemplate =
      M.Kernel->isTemplated() || M.Kernel->getTemplateInstantiationPattern();
  bool TestsPassed = false;
  std::vector<std::string> Terms;
  auto Add = [&](std::string Term) {
    if (!llvm::is_contained(Terms, Term))
      Terms.push_back(std::move(Term));
  };
  for (const TileCopy &Copy :
       llvm::ArrayRef(M.Copies).slice(Leaf.Copy, Leaf.Copies)) {
    if (!Copy.Path.Calls.empty())
      return ""; // the called function tests its own
    const QualType Stored = accessType(Copy.Destination, Ctx);
    const std::optional<std::string> Type =
        typeOf(Copy.Destination, Copy.Name, Text, Ctx);
    const bool IsSame =
        !IsTemplate || (typeOf(Copy.Destination, nullptr, Text, Ctx) &&
                        !dependsOnArgument(Stored));
    if (!Copy.StoreCall && Type && (!IsSame || Types.isOneOf(Stored, *Type)))
      Add(isAsyncElement(*Type, Copy.Bytes));
    for (std::string &Term : asyncSizes(Copy, Plan, M, Text, Ctx).terms())
      Add(std::move(Term));
    TestsPassed |= !Copy.From.Passed.empty();
  }
  // One test for all: callers pass them together.
  if (TestsPassed)
    for (const auto &[Copy, How] : llvm::zip_equal(M.Copies, Plan.Travels))
      if (How == Travel::Async)
        for (const ParmVarDecl *Param : Copy.From.Passed)
          Add((llvm::Twine(IsGlobal) +
               (Param->getType()->isReferenceType() ? "&" : "") +
               Param->getName() + ")")
                  .str());
  return allOf(Terms);
}

std::string SlicePrinter::asyncTests() {
  std::string Out;
  const char *Why = "";
  for (const SliceLeaf &Leaf : Plan.Split.Leaves) {
    const bool IsOnlyWide = Plan.UsesWide && Asked.WideName.empty() &&
                            Leaf.Copy >= 0 && M.wideCopyOf(M.Copies[Leaf.Copy]);
    const std::string Condition = IsOnlyWide ? "" : asyncCondition(Leaf);
    if (Condition.empty() || Asked.AsyncNames.count(Condition))
      continue;
    Asked.AsyncNames[Condition] = Names.unique("async_copies");
    Why = isTestedAtRunTime(Condition)
              ? "// What is not in global memory, cp.async cannot read."
          : llvm::StringRef(Condition).contains("alignof(")
              ? "// What cp.async cannot copy is stored at once."
          : llvm::StringRef(Condition).contains("is_convertible")
              ? "// Other types are converted, and stored at once."
              : "// Copies of other sizes may meet: they keep their order.";
    Out += LoopIndent +
           Lines.assignment(LoopIndent,
                            (isTestedAtRunTime(Condition) ? "const bool "
                                                          : "constexpr bool ") +
                                Asked.AsyncNames[Condition],
                            Condition) +
           ";\n";
  }
  return Out.empty() ? Out : LoopIndent + Why + "\n" + Out + "\n";
}

/// The name of the condition on which the copies of \p Leaf are asynchronous.
std::string SlicePrinter::asyncTest(const SliceLeaf &Leaf) const {
  if (Asked.AsyncNames.empty())
    return "";
  auto Name = Asked.AsyncNames.find(asyncCondition(Leaf));
  return Name == Asked.AsyncNames.end() ? "" : Name->second;
}

/// The user's statement that makes the copies of \p Leaf, behind \p Indent.
std::string SlicePrinter::ownStatement(const SliceLeaf &Leaf,
                                       const std::string &Indent) {
  std::optional<TextRange> R = Text.statement(Leaf.S);
  std::optional<std::string> Own =
      R ? Text.edited(*R, renames(Leaf.S)) : std::nullopt;
  return Own ? reindent(*Own, Text.indentAt(R->Begin), Indent)
                   .substr(Indent.size())
             : fail(Leaf.S);
}

/// The copies of \p Leaves, of which all have the same test, and the user's own
/// statements for where it fails.
std::string SlicePrinter::testedCopies(llvm::ArrayRef<const SliceLeaf *> Leaves,
                                       const std::string &Indent) {
  const std::string Inner = Indent + Unit;
  std::string Async, Own;
  for (const SliceLeaf *Leaf : Leaves) {
    Now.Leaf = Leaf - Plan.Split.Leaves.data();
    const char *Between = Async.empty() ? "" : "\n";
    Async += Between + (Async.empty() ? "" : Inner) + copiesText(*Leaf, Inner);
    Own += Between + (Own.empty() ? "" : Inner) + ownStatement(*Leaf, Inner);
  }
  return whereAsync(isTestedAtRunTime(asyncCondition(*Leaves.front()))
                        ? "if"
                        : ifConstexpr(Ctx),
                    asyncTest(*Leaves.front()), Async, Own, Indent, Inner);
}

/// Statements from item \p First on, in front of \p Last, that follow each
/// other line by line and whose copies have the same test.
std::vector<const SliceLeaf *> SlicePrinter::testedTogether(unsigned First,
                                                            unsigned Last) {
  std::vector<const SliceLeaf *> Out;
  std::string Test;
  unsigned End = 0;
  for (unsigned I = First; I < Last; ++I) {
    const Stmt *S = M.Items[I].S;
    const SliceLeaf *Leaf = leaf(S);
    std::optional<TextRange> R = Text.statement(S);
    if (!Leaf || !R || Now.Phase != SlicePhase::Fetch || !Leaf->InFetch ||
        !Leaf->Kept.empty() || asyncTest(*Leaf).empty() ||
        (!Out.empty() && (asyncTest(*Leaf) != Test ||
                          Text.text({End, R->Begin}).trim(" \t\r") != "\n")) ||
        !Text.text({R->End, Text.endOfTrivia(R->End)}).trim().empty())
      break;
    Test = asyncTest(*Leaf);
    End = R->End;
    Out.push_back(Leaf);
  }
  return Out;
}

} // namespace cudapipe
