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

#include "Builds/OtherBuilds.h"
#include "CommentLines.h"
#include "SlicePrinter.h"
#include "Spelling.h"
#include "WideCopyWriter.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "llvm/ADT/StringExtras.h"

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
    // `j_load` is no `load_j_load`.
    const char *Prefix = Var->getName().contains("load") ? "copy_" : "load_";
    const std::string Name = Prefix + Var->getNameAsString();
    if (!SM.isPointWithin(Var->getLocation(), Body.getBeginLoc(),
                          Body.getEndLoc()) &&
        !Out.count(Var) && !Names.isTaken(Name))
      Out[Var] = Names.unique(Name);
    nameElements(Part.Parts, Body, SM, Names, Out);
  }
}

/// The number of the thread in a block of two dimensions, or of three if
/// \p InSpace.
std::string threadNumber(bool InSpace) {
  return InSpace ? "(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + "
                   "threadIdx.x"
                 : "threadIdx.y * blockDim.x + threadIdx.x";
}

/// Declares \p Name, which it is.
std::string declareThread(const std::string &Name, bool InSpace) {
  return "const int " + Name + " = " + threadNumber(InSpace) + ";\n";
}

/// What stands above plain loads; \p IsTooNarrow: no other are possible.
const char *plainLoadsComment(bool IsTooNarrow) {
  return IsTooNarrow
             ? "// Too narrow for cp.async: plain loads, not overlapped."
             : "// Plain loads, not overlapped: cp.async of 4 bytes is slower.";
}

using NameList = std::initializer_list<const char *>;

/// The first of \p Wanted that is free, or the last.
const char *firstFree(const NameTable &Names, NameList Wanted) {
  const auto *Free = llvm::find_if(
      Wanted, [&](const char *Name) { return !Names.isTaken(Name); });
  return Free == Wanted.end() ? *std::prev(Wanted.end()) : *Free;
}

/// The same, with a number where none is free.
std::string freeName(NameTable &Names, NameList Wanted) {
  return Names.unique(firstFree(Names, Wanted));
}

constexpr NameList ThreadNames = {"thread", "tid", "thread_index"};

/// What rows and columns are called.
std::pair<std::string, std::string> rowAndColumn(NameTable &Names) {
  for (auto [Row, Column] :
       {std::pair("row", "col"), {"r", "c"}, {"row", "c"}, {"r", "col"}})
    if (!Names.isTaken(Row) && !Names.isTaken(Column))
      return {Names.unique(Row), Names.unique(Column)};
  return {Names.unique("tile_row"), Names.unique("tile_col")};
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

//===- One element of each thread, or several of a few --------------------===//
//   const int element = tid * (wide_copies ? 4 : 1);
//   if (element < BM * BK) {
//     const int r = element / BK, c = element % BK;
//     const bool inside = row0 + r < M && k + c < K;
//     if (wide_copies)
//       __pipeline_memcpy_async(&As[r][c], &A[..], 16, inside ? 0 : 16);
//     else
//       As[r][c] = inside ? A[..] : 0.0f;
//   }
//
// That the text of the wide copy copies any element has been played for all of
// them: whose it is does not matter, as a barrier stands behind.

/// Each thread copies one element of \p W at most, by a plain store, and the
/// tests are of addresses alone: what wide copies need of the block is so.
bool SlicePrinter::isOneElement(const WideCopy &W) const {
  const auto [X, Y, Z] = W.Threads.BlockDim;
  return Plan.StoredPlainly[W.Copy] && W.Box.Grain == 1 && W.width() > 1 &&
         !W.Threads.IsAny && W.Box.Rows * W.Box.Columns <= X * Y * Z &&
         llvm::all_of(W.Tests,
                      [](const WideTest &Test) {
                        return Test.Kind == WideTest::Pointer ||
                               Test.Kind == WideTest::Number;
                      }) &&
         llvm::count_if(M.Copies, [&](const TileCopy &Copy) {
           return W.fills(Copy.Name, Copy.Fields);
         }) == 1;
}

static unsigned countNames(const VarDecl *Var, const Stmt *S) {
  unsigned Out = 0;
  forEach<DeclRefExpr>(
      S, [&](const DeclRefExpr &Ref) { Out += Ref.getDecl() == Var; });
  return Out;
}

/// Without the text of the items from \p First to in front of \p Last, every
/// variable that they name is named still.
bool SlicePrinter::leavesAllNamed(llvm::ArrayRef<const WideCopy *> Copies,
                                  unsigned First, unsigned Last) const {
  llvm::SmallPtrSet<const NamedDecl *, 16> Kept;
  for (const WideCopy *W : Copies) {
    const CopyNames Own = namesOf(*W, M, Ctx);
    Kept.insert(Own.Users.begin(), Own.Users.end());
  }
  llvm::SmallPtrSet<const VarDecl *, 16> Named;
  for (unsigned I = First; I < Last; ++I)
    forEach<DeclRefExpr>(M.Items[I].S, [&](const DeclRefExpr &Ref) {
      if (const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
          Var && Var->isLocalVarDecl() && !Kept.contains(Var))
        Named.insert(Var);
    });
  return llvm::all_of(Named, [&](const VarDecl *Var) {
    unsigned Here = 0;
    bool IsOfItems = false;
    for (unsigned I = First; I < Last; ++I) {
      Here += countNames(Var, M.Items[I].S);
      const auto *Decls = dyn_cast<DeclStmt>(M.Items[I].S);
      IsOfItems |= Decls && llvm::is_contained(Decls->decls(), Var);
    }
    return IsOfItems || countNames(Var, M.Kernel->getBody()) > Here;
  });
}

/// The comments among \p Lines, which hold no others than whole lines of them.
static std::string commentsOf(llvm::StringRef Lines) {
  std::string Out;
  llvm::SmallVector<llvm::StringRef, 8> All;
  Lines.split(All, '\n');
  for (auto [Line, IsInside] :
       llvm::zip_equal(All, beginInsideComment(Lines))) {
    const llvm::StringRef Words = Line.trim();
    if (IsInside || Words.starts_with("//") || Words.starts_with("/*"))
      Out += Line.str() + "\n";
  }
  return Out;
}

/// Takes from \p Comment what it says of each thread, which is of one way
/// alone: from where a sentence begins, or all.
static std::string takeCommentOfThreads(std::string &Comment) {
  llvm::SmallVector<llvm::StringRef, 8> All;
  llvm::StringRef(Comment).split(All, '\n');
  for (llvm::StringRef Line : All) {
    if (!saysOneOf(Line, {"thread"}))
      continue;
    llvm::StringRef Words = Line.trim();
    const bool Begins = Words.consume_front("//") && !Words.trim().empty() &&
                        llvm::isUpper(Words.ltrim().front());
    const size_t At = Begins ? Line.data() - Comment.data() : 0;
    std::string Out = Comment.substr(At);
    Comment.resize(At);
    return Out;
  }
  return "";
}

/// All of \p Copies in one branch, the items from \p First to in front of
/// \p Last; nothing: the ways stand beside each other, which is shorter or is
/// needed.
std::optional<std::string>
SlicePrinter::printTogether(llvm::ArrayRef<const WideCopy *> Copies,
                            unsigned First, unsigned Last,
                            const std::string &Indent) {
  if (Asked.WideName.empty() || Asked.WideIsConstant ||
      Copies.size() != M.Wide.Copies.size() || M.Kernel->isTemplated() ||
      M.Kernel->getTemplateInstantiationPattern() ||
      !llvm::all_of(Copies,
                    [&](const WideCopy *W) { return isOneElement(*W); }) ||
      !wideSizes(Plan, M, Text, Ctx).terms().empty() ||
      !leavesAllNamed(Copies, First, Last))
    return std::nullopt;
  // Comments in the user's statements would have no place.
  for (unsigned I = First; I < Last; ++I) {
    std::optional<TextRange> R = Text.statement(M.Items[I].S);
    const llvm::StringRef Own =
        R ? Text.text({R->Begin, Text.endOfTrivia(R->End)}) : "#";
    if (Own.contains("//") || Own.contains("/*") || Own.contains('#'))
      return std::nullopt;
  }
  const std::string Inner = Indent + Unit, Deep = Inner + Unit;
  WideCopyNames Mine = Asked.WideNames;
  // Names are taken once it is known that this is the text.
  Mine.Index = firstFree(Names, {"element", "first"});
  std::vector<std::string> New = {Mine.Index};
  std::vector<ElementText> Texts;
  for (const WideCopy *W : Copies) {
    const AsyncCopyWriter Single = asyncCopies();
    std::optional<ElementText> Copy =
        WideCopyWriter(*W, M, Mine, Text, Ctx, Single, Indent).writeElement();
    if (!Copy || (!Texts.empty() && (Copy->Counters != Texts.front().Counters ||
                                     Copy->Elements != Texts.front().Elements ||
                                     Copy->Type != Texts.front().Type ||
                                     W->width() != Copies.front()->width())))
      return std::nullopt;
    Texts.push_back(std::move(*Copy));
  }
  // One scope for all: no name of one means something else in another.
  for (const ElementText &Copy : Texts)
    for (auto [Other, W] : llvm::zip_equal(Texts, Copies))
      for (const auto &Known : Copy.Declared)
        if (!llvm::is_contained(Other.Declared, Known) &&
            (namesOf(*W, M, Ctx).Kept.contains(Known.first) ||
             llvm::is_contained(llvm::make_first_range(Other.Declared),
                                Known.first)))
          return std::nullopt;

  const WideCopy &Any = *Copies.front();
  const size_t Outside = Now.AtEnd.size();
  std::vector<std::string> Comments(Copies.size());
  std::string Own;
  for (unsigned I = First, Of = 0; I < Last; ++I) {
    while (Of + 1 < Copies.size() && Copies[Of]->Items.back() < I)
      ++Of;
    const std::string One = printItems(I, I + 1, Inner, /*IsLater=*/false);
    Comments[Of] += commentsOf(One);
    Own += One;
  }
  Own += endScope(Outside, Inner);
  // What is said once is of all tiles.
  std::string Out, OfThreads, Thread = "threadIdx.x";
  for (std::string &Comment : Comments)
    OfThreads += reindent(takeCommentOfThreads(Comment), Inner, Deep);
  if (llvm::all_of(llvm::drop_begin(Comments),
                   [](const std::string &Of) { return Of.empty(); }))
    Out = reindent(std::exchange(Comments.front(), ""), Inner, Indent);
  const std::string Element = "const " + Texts.front().Type + " " + Mine.Index,
                    PerThread = " * (" + Asked.WideName + " ? " +
                                std::to_string(Any.width()) + " : 1)";
  if (Any.Threads.Number) {
    Thread = Any.Threads.Number->getNameAsString();
  } else if (!Any.Threads.isInX()) {
    const bool InSpace = Any.Threads.Dimensions > 2;
    const std::string Number = "(" + threadNumber(InSpace) + ")";
    if (Lines.assignment(Indent, Element, Number + PerThread) ==
        Element + " = " + Number + PerThread) {
      Thread = Number;
    } else {
      Thread = firstFree(Names, ThreadNames);
      New.push_back(Thread);
      Out += Indent + declareThread(Thread, InSpace);
    }
  }
  // The ways beside each other: two lines that open them, one that ends the
  // last, and what says why it is plain.
  Asked.WideNames.Thread = Thread;
  const std::optional<std::string> Blocks =
      printBlocks(Copies, Inner, /*IsAlone=*/true);
  Asked.WideNames.Thread.clear();
  const long Apart = 4 + llvm::count(Out + Own, '\n') +
                     (Blocks ? llvm::count(*Blocks, '\n') : 0);
  Out += Indent + Element + " = " + Thread + PerThread + ";\n" + Indent +
         "if (" + Mine.Index + " < " + Texts.front().Elements + ") {\n";
  if (!Texts.front().Counters.empty())
    Out += Inner + Texts.front().Counters + "\n";
  std::string Wide, Plain;
  llvm::StringMap<std::string> Guards; // Names of conditions.
  std::vector<std::pair<llvm::StringRef, std::string>> Declared;
  for (auto [Copy, W, Comment] : llvm::zip_equal(Texts, Copies, Comments)) {
    if (int64_t &By = Asked.Divided[Copy.RowLength]; By < W->width())
      By = W->width();
    Out += Comment;
    for (const auto &Line : Copy.Declared)
      if (!llvm::is_contained(Declared, Line)) {
        Declared.push_back(Line);
        Out += Inner + Line.second + "\n";
      }
    if (!Copy.Wide.Condition.empty()) {
      const std::string Test =
          (Copy.Wide.IsTrue ? "" : "!") + Copy.Wide.Condition;
      std::string &Name = Guards[Test];
      const llvm::StringRef Bare = withoutParens(Test);
      if (Name.empty() && llvm::all_of(Bare, [](char C) {
            return isAsciiIdentifierContinue(C);
          }))
        Name = Bare.str();
      if (Name.empty()) {
        Name = Names.unique(
            Copies.size() == 1
                ? "inside"
                : "inside_" + (W->Fields.empty()
                                   ? W->Name->getNameAsString()
                                   : W->Fields.back()->getNameAsString()));
        Out += Inner +
               Lines.assignment(Inner, "const bool " + Name,
                                Copy.Wide.IsTrue ? Bare.str() : Test) +
               ";\n";
      }
      Copy.Wide.Condition = Name;
      Copy.Wide.IsTrue = true;
      Copy.From = Name + " ? " + Copy.From + " : " + Copy.Zero;
    }
    const std::string To = Copy.Wide.To;
    Wide += Deep +
            asyncCopies().write(
                Copy.Wide, [&] { return zeroText(To, W->Box.Bytes); }, Deep) +
            "\n";
    Plain += Deep + Lines.assignment(Deep, Copy.To, Copy.From) + ";\n";
  }
  const bool IsTooNarrow = llvm::any_of(Copies, [&](const WideCopy *W) {
    return Plan.Variant->whyNot(M.Copies[W->Copy], M, Ctx).has_value();
  });
  Out += Inner + "if (" + Asked.WideName + ") {\n" + Wide + Inner +
         "} else {\n" + OfThreads + Deep + plainLoadsComment(IsTooNarrow) +
         "\n" + Plain + Inner + "}\n" + Indent + "}\n";
  // Where the user's statements are short, they say more, and --undo finds
  // them.
  if (llvm::count(Out, '\n') > Apart ||
      llvm::any_of(
          New, [&](const std::string &Name) { return Names.isTaken(Name); }))
    return std::nullopt;
  for (const std::string &Name : New)
    Names.unique(Name);
  return Out;
}

/// Takes from \p Own, lines at \p Indent, the comment that stands above all of
/// them, if no other follows. What each thread does is of one way alone.
static std::string takeCommentOfAll(std::string &Own,
                                    const std::string &Indent) {
  std::string Out;
  llvm::StringRef Rest = Own;
  bool IsInside = false;
  while (true) {
    const auto [Line, Behind] = Rest.split('\n');
    if (!IsInside && !Line.starts_with(Indent + "//") &&
        !Line.starts_with(Indent + "/*"))
      break;
    IsInside =
        (IsInside || Line.starts_with(Indent + "/*")) && !Line.contains("*/");
    Out += Line.str() + "\n";
    Rest = Behind;
  }
  if (Rest.contains("\n" + Indent + "//") ||
      Rest.contains("\n" + Indent + "/*") || saysOneOf(Out, {"thread"}))
    return "";
  Own = Rest.str();
  return Out;
}

std::string SlicePrinter::printWide(unsigned First, unsigned Last,
                                    const std::string &Indent) {
  std::string Out, Inner = Asked.WideName.empty() ? Indent : Indent + Unit;
  if (Asked.WideNames.Row.empty()) {
    const auto [Row, Column] = rowAndColumn(Names);
    Asked.WideNames = {
        Row, Column, freeName(Names, {"i", "e", "v", "j"}), "", {}};
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
  if (std::optional<std::string> Both =
          printTogether(Here, First, Last, Indent))
    return *Both;
  if (llvm::any_of(Here, [](const WideCopy *W) {
        return !W->Threads.Number && !W->Threads.isInX();
      })) {
    const bool InSpace = llvm::any_of(
        Here, [](const WideCopy *W) { return W->Threads.Dimensions > 2; });
    Asked.WideNames.Thread = freeName(Names, ThreadNames);
    Out += Inner + declareThread(Asked.WideNames.Thread, InSpace);
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
  const std::string OfBoth = takeCommentOfAll(Own, Inner);
  bool IsPlain = false, IsTooNarrow = false;
  for (const WideCopy *W : Here) {
    if (!Plan.StoredPlainly[W->Copy])
      continue;
    IsPlain = true;
    IsTooNarrow |= Plan.Variant->whyNot(M.Copies[W->Copy], M, Ctx).has_value();
  }
  return reindent(OfBoth, Inner, Indent) + Indent +
         (Asked.WideIsConstant ? ifConstexpr(Ctx) : "if") + " (" +
         Asked.WideName + ") {\n" + Out + Indent + "} else {\n" +
         (IsPlain ? Inner + plainLoadsComment(IsTooNarrow) + "\n" : "") +
         withoutBraces(Own, Inner, Unit) + Indent + "}\n";
}

} // namespace cudapipe
