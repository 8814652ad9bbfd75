//===- WideCopyBlocks.cpp - Wide copies in one block -------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   if (wide_copies) {
//     if (thread < 256) {           once for all copies that count alike
//       const int r = thread / 8, c = thread % 8 * 4;
//       __pipeline_memcpy_async(&As[r][c], ...);
//       __pipeline_memcpy_async(&Bs[r][c], ...);
//     }
//   } else {
//     ...                           what the user has written
//   }
//
//===----------------------------------------------------------------------===//

#include "SlicePrinter.h"
#include "WideCopyWriter.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Copies of one loop, or under one condition.
struct CopyBlock {
  WideCopyLines Lines; ///< Open, Counters, Declared and Close are of all.
  std::string Body;    ///< From behind Counters to Close.

  explicit CopyBlock(WideCopyLines First) : Lines(std::move(First)) {
    for (const auto &[Name, Line] : Lines.Declared)
      Body += Line;
    Body += Lines.Call;
  }

  std::string text() const {
    return Lines.Open + Lines.Counters + Body + Lines.Close;
  }

  /// Appends \p Next, which keeps the names \p Kept of the user's text, if it
  /// counts alike and no variable of this block hides one of another meaning.
  bool append(const WideCopyLines &Next, const llvm::StringSet<> &Kept) {
    if (Next.Open != Lines.Open || Next.Counters != Lines.Counters)
      return false;
    for (const auto &Known : Lines.Declared)
      if (!llvm::is_contained(Next.Declared, Known) &&
          (Kept.contains(Known.first) ||
           llvm::is_contained(llvm::make_first_range(Next.Declared),
                              Known.first)))
        return false;
    for (const auto &New : Next.Declared)
      if (!llvm::is_contained(Lines.Declared, New)) {
        Lines.Declared.push_back(New);
        Body += New.second;
      }
    Body += Next.Call;
    return true;
  }
};

/// Names \p Parts, and what their definitions are made of, for copies of the
/// loop \p Body.
void nameElements(llvm::ArrayRef<ElementPart> Parts, const Stmt &Body,
                  const SourceManager &SM, NameTable &Names,
                  std::map<const VarDecl *, std::string> &Out) {
  for (const ElementPart &Part : Parts) {
    if (Part.Kind != ElementPart::Definition)
      continue;
    const auto *Var = cast<VarDecl>(cast<DeclRefExpr>(Part.At)->getDecl());
    const std::string Name = "load_" + Var->getNameAsString();
    if (!SM.isPointWithin(Var->getLocation(), Body.getBeginLoc(),
                          Body.getEndLoc()) &&
        !Out.count(Var) && !Names.isTaken(Name))
      Out[Var] = Names.unique(Name);
    nameElements(Part.Parts, Body, SM, Names, Out);
  }
}

/// The first of \p Wanted that is free, or the last with a number.
std::string freeName(NameTable &Names,
                     std::initializer_list<const char *> Wanted) {
  for (const char *Name : Wanted)
    if (!Names.isTaken(Name))
      return Names.unique(Name);
  return Names.unique(*std::prev(Wanted.end()));
}

} // namespace

bool SlicePrinter::isWide(unsigned Item) const {
  return Plan.UsesWide && llvm::any_of(M.Wide.Copies, [&](const WideCopy &W) {
           return llvm::is_contained(W.Items, Item);
         });
}

/// Declarations that only the threads' own copies need, where tests choose
/// between these and wide ones: beside them they hide nothing, and no second
/// test follows.
std::set<unsigned> SlicePrinter::declarationsOfNarrowCopies() const {
  std::set<unsigned> Out;
  if (!Plan.UsesWide || Asked.WideName.empty())
    return Out;
  llvm::SmallPtrSet<const NamedDecl *, 16> OfWide;
  for (const WideCopy &W : M.Wide.Copies) {
    const CopyNames Own = namesOf(W, M, Ctx);
    OfWide.insert(Own.Users.begin(), Own.Users.end());
  }
  for (auto [I, Item] : llvm::enumerate(M.Items)) {
    const auto *Decls = dyn_cast<DeclStmt>(Item.S);
    if (Decls && isKept(Decls) && !runsIn(Decls, SlicePhase::Store) &&
        !isWide(I) && llvm::all_of(Decls->decls(), [&](const Decl *D) {
          const auto *Var = dyn_cast<VarDecl>(D);
          return Var && !OfWide.contains(Var) && !Plan.Split.isPersisted(Var) &&
                 (!Var->hasInit() || !Var->getInit()->HasSideEffects(Ctx));
        }))
      Out.insert(I);
  }
  auto IsPart = [&](unsigned I) { return isWide(I) || Out.count(I); };
  // It moves past nothing but wide copies and others of its kind.
  auto StaysWithUses = [&](unsigned I) {
    unsigned First = I, Last = I + 1;
    while (First > 0 && IsPart(First - 1))
      --First;
    while (Last < M.Items.size() && IsPart(Last))
      ++Last;
    bool IsUsed = false;
    for (auto [J, Item] : llvm::enumerate(M.Items)) {
      if (J == I || !isKept(Item.S) ||
          llvm::none_of(cast<DeclStmt>(M.Items[I].S)->decls(),
                        [&](const Decl *D) {
                          return mentions(Item.S, cast<VarDecl>(D));
                        }))
        continue;
      if (J < First || J >= Last)
        return false;
      IsUsed = true;
    }
    return IsUsed;
  };
  for (bool Changes = true; Changes;) {
    Changes = false;
    for (unsigned I : std::set<unsigned>(Out))
      if (!StaysWithUses(I))
        Changes |= Out.erase(I) > 0;
  }
  return Out;
}

std::optional<std::string>
SlicePrinter::printBlocks(llvm::ArrayRef<const WideCopy *> Copies,
                          const std::string &Indent, bool IsAlone) {
  std::vector<CopyBlock> Blocks;
  for (const WideCopy *W : Copies) {
    const AsyncCopyWriter Single = asyncCopies();
    WideCopyWriter Writer(*W, M, Asked.WideNames, Text, Ctx, Single,
                          pragmaIndent(Indent));
    std::optional<WideCopyLines> Copy = Writer.write(Indent, IsAlone);
    if (!Copy) {
      fail(M.Copies[W->Copy].Store);
      return std::nullopt;
    }
    if (int64_t &By = Asked.Divided[Copy->RowLength]; By < W->width())
      By = W->width();
    if (Blocks.empty() ||
        !Blocks.back().append(*Copy, namesOf(*W, M, Ctx).Kept))
      Blocks.emplace_back(std::move(*Copy));
  }
  // Of two blocks, each has its own row and column.
  if (IsAlone && Blocks.size() > 1)
    return printBlocks(Copies, Indent, /*IsAlone=*/false);
  std::string Out;
  for (const CopyBlock &Block : Blocks)
    Out += Block.text();
  return Out;
}

/// The lines of \p Code, at \p Indent, without the braces around all of them.
static std::string withoutBraces(std::string Code, const std::string &Indent,
                                 const std::string &Unit) {
  StringRef Inside = Code;
  const std::string Close = Indent + "}\n";
  if (!Inside.consume_front(Indent + "{\n") || !Inside.consume_back(Close) ||
      Inside.contains("\n" + Close))
    return Code;
  return reindent(Inside.rtrim(), Indent + Unit, Indent) + "\n";
}

/// One thread copies all tiles; where it cannot, threads store as the user has
/// it.
std::string SlicePrinter::printWhole(llvm::ArrayRef<const WideCopy *> Copies,
                                     unsigned First, unsigned Last,
                                     const std::string &Indent) {
  std::vector<std::string> Conditions;
  if (!Asked.WideName.empty())
    Conditions.push_back(Asked.WideName);
  const bool IsConstant = Asked.WideIsConstant && !Asked.WideName.empty();
  std::vector<WholeCopyText> Texts;
  std::string Bytes;
  for (const WideCopy *W : Copies) {
    const AsyncCopyWriter Single = asyncCopies();
    std::optional<WholeCopyText> Copy =
        WideCopyWriter(*W, M, Asked.WideNames, Text, Ctx, Single,
                       pragmaIndent(Indent))
            .writeWhole();
    if (!Copy)
      return fail(M.Copies[W->Copy].Store);
    for (const std::string &Condition : Copy->Conditions)
      if (!llvm::is_contained(Conditions, Condition))
        Conditions.push_back(Condition);
    Bytes += (Bytes.empty() ? "" : " + ") + Copy->Bytes;
    Texts.push_back(std::move(*Copy));
  }
  const bool IsTested = !Conditions.empty();
  const std::string Inner = IsTested ? Indent + Unit : Indent,
                    Deep = Inner + Unit;
  std::string Out = Inner + "if (" + firstThread(M) + ") {\n" + Deep +
                    Plan.Variant->beginCopies() + "\n";
  for (const WholeCopyText &Copy : Texts) {
    const CopyCall Call =
        Plan.Variant->spell(CopyText{Copy.To, Copy.From, Copy.Bytes}, Object);
    Out += Deep + Lines.call(Deep, Call.Callee, Call.Args) + ";\n";
  }
  Out += Deep + Plan.Variant->endCopies(Object, Bytes) + "\n" + Inner + "}\n";
  if (!IsTested)
    return Out;
  const size_t Outside = Now.AtEnd.size();
  std::string Own = printItems(First, Last, Inner, /*IsLater=*/false);
  Own += endScope(Outside, Inner);
  std::string Test = allOf(Conditions);
  return Indent +
         (IsConstant && Conditions.size() == 1 ? ifConstexpr(Ctx) : "if") +
         " (" + Test + ") {\n" + Out + Indent + "} else {\n" + Inner +
         "// Plain loads, not overlapped.\n" + withoutBraces(Own, Inner, Unit) +
         Indent + "}\n";
}

std::string SlicePrinter::printWide(unsigned First, unsigned Last,
                                    const std::string &Indent) {
  std::string Out, Inner = Asked.WideName.empty() ? Indent : Indent + Unit;
  if (Asked.WideNames.Row.empty()) {
    Asked.WideNames = {freeName(Names, {"row", "r"}),
                       freeName(Names, {"col", "c"}),
                       freeName(Names, {"i", "e", "v", "j"}),
                       "",
                       {}};
    for (const WideCopy &W : M.Wide.Copies)
      nameElements(W.Parts, *M.Header.Body, Ctx.getSourceManager(), Names,
                   Asked.WideNames.OfElement);
  }
  std::vector<const WideCopy *> Here;
  for (const WideCopy &W : M.Wide.Copies)
    if (W.Items.front() >= First && W.Items.front() < Last)
      Here.push_back(&W);
  if (Plan.Variant->OfBlock)
    return printWhole(Here, First, Last, Indent);
  if (llvm::any_of(Here, [](const WideCopy *W) {
        return !W->Threads.Number && !W->Threads.isInX();
      })) {
    const bool InSpace = llvm::any_of(
        Here, [](const WideCopy *W) { return W->Threads.Dimensions > 2; });
    Asked.WideNames.Thread = freeName(Names, {"thread", "tid"});
    Out += Inner + "const int " + Asked.WideNames.Thread +
           (InSpace ? " = (threadIdx.z * blockDim.y + threadIdx.y) * "
                      "blockDim.x + threadIdx.x;\n"
                    : " = threadIdx.y * blockDim.x + threadIdx.x;\n");
  }
  std::optional<std::string> Blocks =
      printBlocks(Here, Inner, /*IsAlone=*/!Asked.WideName.empty());
  Asked.WideNames.Thread.clear(); // its scope ends here
  if (!Blocks)
    return "";
  Out += *Blocks;
  if (Asked.WideName.empty())
    return Out;
  const size_t Outside = Now.AtEnd.size();
  std::string Own = printItems(First, Last, Inner, /*IsLater=*/false);
  Own += endScope(Outside, Inner);
  bool IsPlain = false, IsTooNarrow = false;
  for (const WideCopy *W : Here) {
    if (!Plan.StoredPlainly[W->Copy])
      continue;
    IsPlain = true;
    IsTooNarrow |= Plan.Variant->whyNot(M.Copies[W->Copy], M, Ctx).has_value();
  }
  return Indent + (Asked.WideIsConstant ? ifConstexpr(Ctx) : "if") + " (" +
         Asked.WideName + ") {\n" + Out + Indent + "} else {\n" +
         (!IsPlain ? ""
          : IsTooNarrow
              ? Inner +
                    "// Too narrow for cp.async: plain loads, not overlapped.\n"
              : Inner + "// Plain loads, not overlapped: cp.async of 4 bytes "
                        "is slower.\n") +
         withoutBraces(Own, Inner, Unit) + Indent + "}\n";
}

} // namespace cudapipe
