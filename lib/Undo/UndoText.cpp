//===- UndoText.cpp - Pipelines back to plain loops -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Undo/UndoText.h"
#include "../KernelFilter.h"
#include "../UnitTexts.h"
#include "HandPipeline.h"
#include "PlainCopies.h"
#include "PlainLoop.h"
#include "Words.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace llvm;
using clang::tooling::AtomicChange;
using clang::tooling::Replacement;
using clang::tooling::Replacements;

namespace cudapipe {
namespace {

/// One text that a function may have been before its loops were pipelined.
struct PlainText {
  std::vector<TextEdit> Edits;
  bool HadWidths = false, HadRows = false;
  /// Launches are others, too.
  bool EditsLaunches = false;
};

/// The pipelines of one function, which are taken back together.
struct FunctionUndo {
  /// Into UndoneFile::Loops.
  std::vector<size_t> Reports;
  std::vector<PlainText> Guesses;
  const Transport *Variant = nullptr;
  unsigned Stages = 1;
  bool IsDynamic = false;
  /// The function, in offsets of the given text.
  unsigned Begin = 0, End = 0;
  /// Names that may be others when they are made again.
  StringSet<> Locals;
  std::string Name;
  /// Why there is no guess.
  std::optional<Rejection> Why;
};

/// A pipeline by hand, with one stage left; the text and where it stands there.
struct HandUndo {
  size_t Report = 0;
  std::vector<TextEdit> Edits;
  CopiesSpelled Copies;
  unsigned Loop = 0, Begin = 0, End = 0;
  bool UsesRegisters = false, HasStages = true;
};

/// What was read of a file.
struct ReadFile {
  std::vector<HandUndo> ByHand;
  std::vector<LoopReport> Loops;
  std::vector<FunctionUndo> Functions;
  std::vector<ParseError> Errors;
  std::string File;
};

class LocalNames : public clang::DynamicRecursiveASTVisitor {
public:
  explicit LocalNames(StringSet<> &Out) : Out(Out) {
    ShouldVisitLambdaBody = true;
  }
  bool VisitVarDecl(clang::VarDecl *Var) override {
    if (!isa<clang::ParmVarDecl>(Var) || Var->getDeclContext())
      Out.insert(Var->getName());
    return true;
  }

private:
  StringSet<> &Out;
};

/// \p Edits, to compare.
std::string textOf(ArrayRef<TextEdit> Edits) {
  std::string Out;
  for (const TextEdit &E : Edits)
    Out += std::to_string(E.Range.Begin) + "-" + std::to_string(E.Range.End) +
           ":" + E.Text + "\n";
  return Out;
}

/// The pipelines of the main file, and what they may have been.
class FileReader {
public:
  FileReader(clang::ASTContext &Ctx, const RewriteOptions &Options,
             ArrayRef<ParseError> Errors)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), Places(placesOf(Errors)),
        Filter(Ctx, Options, Round, Places) {}

  ReadFile run();

private:
  static std::vector<clang::SourceLocation>
  placesOf(ArrayRef<ParseError> Errors) {
    std::vector<clang::SourceLocation> Out;
    for (const ParseError &Error : Errors)
      Out.push_back(Error.Location);
    return Out;
  }
  void guess(ArrayRef<const TilePipeline *> Loops, FunctionUndo &Out);
  void readByHand(ReadFile &Out);

  clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  RoundState Round;
  std::vector<clang::SourceLocation> Places;
  KernelFilter Filter;
};

void FileReader::guess(ArrayRef<const TilePipeline *> Loops,
                       FunctionUndo &Out) {
  const SourceText Source(Filter.mainFile(), Ctx);
  const bool HasBarrierBehind = any_of(Loops, [](const TilePipeline *Loop) {
    return Loop->BarrierBehind || Loop->BarrierInFront;
  });
  const bool HasRegisters = any_of(Loops, [](const TilePipeline *Loop) {
    return !Loop->Load.Registers.empty();
  });
  std::set<std::string> Known;
  unsigned LongRows = 0;
  // The likeliest first.
  for (unsigned Number = 0; Number < 512; ++Number) {
    PlainGuess Guess;
    Guess.DropsAlignment = !(Number & 1);
    Guess.OpensLoops = !(Number & 2);
    Guess.DropsBarrierBehind = !(Number & 4);
    Guess.EndsWithBarrier = !(Number & 8);
    Guess.LoadsUpToBarrier = !(Number & 16);
    Guess.DropsSkews = !(Number & 32);
    Guess.KeepsRows = Number >> 6;
    if (Guess.KeepsRows >> LongRows)
      continue;
    if ((!HasBarrierBehind && !Guess.DropsBarrierBehind) ||
        (!HasRegisters && !Guess.OpensLoops))
      continue;
    OrRejection<PlainEdits> Plain = plainEdits(Loops, Guess, Source, Ctx);
    if (auto *Why = std::get_if<Rejection>(&Plain)) {
      if (!Out.Why)
        Out.Why = *Why;
      continue;
    }
    auto &Edits = std::get<PlainEdits>(Plain);
    LongRows = Edits.LongRows;
    if (Known.insert(textOf(Edits.Edits)).second)
      Out.Guesses.push_back(
          {std::move(Edits.Edits), Edits.HadWidths, Edits.HadRows});
  }
}

void FileReader::readByHand(ReadFile &Out) {
  const SourceText Source(Filter.mainFile(), Ctx);
  for (FoundByHand &Found : findHandPipelines(Ctx)) {
    const LoopCandidate Loop{Found.Function, Found.Loop};
    LoopReport Report = Filter.report(Loop);
    if (!Filter.wants(Loop) || Filter.parseErrorIn(*Found.Function) ||
        Filter.isSilenced(Loop) ||
        any_of(Out.Loops, [&](const LoopReport &Known) {
          return Known.Where.Key == Report.Where.Key;
        }))
      continue;
    Out.Loops.push_back(std::move(Report));
    LoopReport &Its = Out.Loops.back();
    if (auto *Why = std::get_if<Rejection>(&Found.Parts)) {
      Filter.explain(Its, *Why);
      continue;
    }
    const auto &Parts = std::get<HandPipeline>(Found.Parts);
    OrRejection<std::vector<TextEdit>> Edits = oneStage(Parts, Source, Ctx);
    std::optional<CopiesSpelled> Copies = spellCopies(Parts, Ctx);
    if (auto *Why = std::get_if<Rejection>(&Edits)) {
      Filter.explain(Its, *Why);
    } else if (!Copies) {
      Filter.explain(Its, {RejectionKind::PipelineNotRead,
                           Parts.Next->getSourceRange(),
                           "what it copies cannot be compared with the copies "
                           "of the first tile"});
    } else {
      HandUndo Hand{Out.Loops.size() - 1,
                    std::move(std::get<std::vector<TextEdit>>(Edits)),
                    std::move(*Copies)};
      Hand.Loop =
          SM.getFileOffset(SM.getExpansionLoc(Found.Loop->getBeginLoc()));
      Hand.UsesRegisters = !Parts.Registers.empty();
      Hand.HasStages = !Parts.Tiles.empty();
      Hand.Begin = Its.Where.FunctionBegin;
      Hand.End = Its.Where.FunctionEnd + 1;
      Out.ByHand.push_back(std::move(Hand));
    }
  }
}

ReadFile FileReader::run() {
  ReadFile Out;
  Out.File = Filter.scope().pathOf(Filter.mainFile()).str();
  std::vector<FoundPipeline> All = findPipelines(Ctx, /*Made=*/true),
                             Patterns = findPipelines(Ctx, /*Made=*/false);
  // By function and form: what shares tiles goes together.
  std::map<std::pair<unsigned, std::pair<const Transport *, unsigned>>,
           std::vector<const TilePipeline *>>
      Together;
  std::map<const TilePipeline *, size_t> Reports;
  for (FoundPipeline &Found : All) {
    const LoopCandidate Loop{Found.Function, Found.Loop};
    if (!Filter.wants(Loop))
      continue;
    Out.Loops.push_back(Filter.report(Loop));
    Out.Loops.back().Ordinal = Out.Loops.size() - 1;
    if (std::optional<Rejection> Why = Filter.parseErrorIn(*Found.Function)) {
      Filter.explain(Out.Loops.back(), *Why);
    } else if (Filter.isSilenced(Loop)) {
      Filter.explain(Out.Loops.back(),
                     {RejectionKind::NoLint, Found.Loop->getSourceRange(), ""});
    } else if (auto *Why = std::get_if<Rejection>(&Found.Parts)) {
      Filter.explain(Out.Loops.back(), *Why);
    } else {
      const auto &Parts = std::get<TilePipeline>(Found.Parts);
      Reports[&Parts] = Out.Loops.size() - 1;
      Together[{Filter.placeOf(*Found.Function), {Parts.Variant, Parts.Stages}}]
          .push_back(&Parts);
    }
  }
  readByHand(Out);
  for (const auto &[Key, Loops] : Together) {
    FunctionUndo Function;
    Function.Variant = Key.second.first;
    Function.Stages = Key.second.second;
    for (const TilePipeline *Loop : Loops) {
      Function.Reports.push_back(Reports.at(Loop));
      Function.IsDynamic |= Loop->IsDynamic;
    }
    const LoopPlace &Where = Out.Loops[Function.Reports.front()].Where;
    Function.Begin = Where.FunctionBegin;
    Function.End = Where.FunctionEnd + 1;
    Function.Name = Loops.front()->Function->getNameAsString();
    LocalNames(Function.Locals)
        .TraverseDecl(
            const_cast<clang::FunctionDecl *>(Loops.front()->Function));
    guess(Loops, Function);
    // The same of the pattern, where it is another one.
    std::vector<const TilePipeline *> Others;
    for (const TilePipeline *Loop : Loops)
      for (const FoundPipeline &Pattern : Patterns)
        if (const auto *Parts = std::get_if<TilePipeline>(&Pattern.Parts);
            Parts && Parts->Loop != Loop->Loop &&
            Filter.placeOf(*Parts->Loop) == Filter.placeOf(*Loop->Loop))
          Others.push_back(Parts);
    if (Others.size() == Loops.size())
      guess(Others, Function);
    if (Function.Guesses.empty())
      for (size_t Report : Function.Reports)
        Filter.explain(Out.Loops[Report], *Function.Why);
    else
      Out.Functions.push_back(std::move(Function));
  }
  return Out;
}

/// \p Edits as one change of \p File.
Expected<AtomicChange> changeOf(ArrayRef<TextEdit> Edits,
                                const std::string &File) {
  AtomicChange Out(File, "plain loops of " + File);
  for (const TextEdit &E : Edits)
    if (Error Failed = Out.getReplacements().add(Replacement(
            File, E.Range.Begin, E.Range.End - E.Range.Begin, E.Text)))
      return std::move(Failed);
  return Out;
}

/// \p Text with \p Edits made.
Expected<std::string> edited(StringRef Text, ArrayRef<TextEdit> Edits) {
  Expected<AtomicChange> Change = changeOf(Edits, "text");
  if (!Change)
    return Change.takeError();
  return clang::tooling::applyAllReplacements(Text, Change->getReplacements());
}

/// Adds to \p Edits of \p Text, that only headers are included that it needs
/// with them.
Error dropIncludes(StringRef Text, const Transport &Variant,
                   std::vector<TextEdit> &Edits) {
  Expected<std::string> New = edited(Text, Edits);
  if (!New)
    return New.takeError();
  if (std::optional<TextRange> Line = unusedInclude(Variant, *New, Text))
    Edits.push_back({*Line, ""});
  return Error::success();
}

/// \p Size is set once, and for the rest stands in statements that name
/// \p Kernel.
bool isOnlyPassed(ArrayRef<PlacedWord> Words, StringRef Size,
                  StringRef Kernel) {
  unsigned Sets = 0;
  for (size_t I = 0; I < Words.size(); ++I) {
    if (Words[I].Text != Size)
      continue;
    if (I + 1 < Words.size() && Words[I + 1].Text == "=") {
      ++Sets;
      continue;
    }
    bool NamesKernel = false;
    for (size_t J = I; J > 0; --J) {
      const std::string &Word = Words[J - 1].Text;
      if (Word == ";" || Word == "{" || Word == "}")
        break;
      NamesKernel |= Word == Kernel;
    }
    if (!NamesKernel)
      return false;
  }
  return Sets == 1;
}

/// The edits of \p Text that let launches of \p Function give dynamic shared
/// memory for one stage again: `2 * bytes` is `bytes`, where it is passed or
/// where what is passed is set.
std::vector<TextEdit> launchesOfOneStage(StringRef Text,
                                         const FunctionUndo &Function) {
  const std::vector<PlacedWord> Words = placedWordsIn(Text);
  const std::string Stages = std::to_string(Function.Stages);
  std::vector<TextEdit> Out;
  auto Strip = [&](size_t At) {
    if (At + 2 >= Words.size() || Words[At].Text != Stages ||
        Words[At + 1].Text != "*")
      return false;
    const TextRange Range{Words[At].Begin, Words[At + 2].Begin};
    if (none_of(Out, [&](const TextEdit &E) {
          return E.Range.Begin == Range.Begin;
        }))
      Out.push_back({Range, ""});
    return true;
  };
  for (size_t I = 0; I < Words.size(); ++I) {
    if (Words[I].Text != Function.Name ||
        (Function.Begin <= Words[I].Begin && Words[I].Begin < Function.End))
      continue;
    size_t Open = I + 1;
    while (Open < Words.size() && Words[Open].Text != "<<<" &&
           Words[Open].Text != ";" && Words[Open].Text != "{")
      ++Open;
    if (Open >= Words.size() || Words[Open].Text != "<<<")
      continue;
    unsigned Depth = 0, Commas = 0;
    for (size_t J = Open + 1; J < Words.size() && Words[J].Text != ">>>"; ++J) {
      const std::string &Word = Words[J].Text;
      Depth += Word == "(" || Word == "{" || Word == "[";
      Depth -= Word == ")" || Word == "}" || Word == "]";
      if (Depth != 0 || Word != "," || ++Commas != 2 || Strip(J + 1))
        continue;
      // `size_t bytes = 2 * ...;`, the last one above, where only launches of
      // this function ask for it.
      if (J + 1 >= Words.size() ||
          !isOnlyPassed(Words, Words[J + 1].Text, Function.Name))
        continue;
      for (size_t K = I; K > 0; --K)
        if (Words[K].Text == Words[J + 1].Text && Words[K + 1].Text == "=") {
          Strip(K + 2);
          break;
        }
    }
  }
  return Out;
}

class TextUndo {
public:
  TextUndo(const DeviceCommand &Command, StringRef Path, StringRef Text,
           const RewriteOptions &Options, StyleOf Style)
      : Command(Command), Path(Path), Text(Text), Options(Options),
        Style(Style) {}

  Expected<TextResult> run();

private:
  Error addOthers(std::vector<LoopReport> &Loops) const;
  Expected<std::optional<TextEdit>> undoByHand(const HandUndo &Hand,
                                               LoopReport &Report) const;
  Expected<bool> prove(const FunctionUndo &Function, const PlainText &Plain,
                       std::string &Why);
  RewriteOptions optionsFor(const FunctionUndo &Function,
                            const PlainText &Plain) const;

  const DeviceCommand &Command;
  StringRef Path, Text;
  const RewriteOptions &Options;
  StyleOf Style;
};

RewriteOptions TextUndo::optionsFor(const FunctionUndo &Function,
                                    const PlainText &Plain) const {
  RewriteOptions Out = Options;
  Out.Variant = Function.Variant;
  Out.Stages = std::nullopt;
  if (Function.Variant->isAsync())
    Out.Stages = Function.Stages;
  Out.Widen = Plain.HadWidths;
  if (!Plain.HadRows)
    Out.Pad = {PadRequest::None};
  Out.Force = true;
  Out.Sure = SureBy::Nobody;
  Out.Measured.clear();
  Out.DumpAfter = std::nullopt;
  Out.Loops.KernelRegex.clear();
  Out.Loops.HeaderRegex.clear();
  Out.Loops.Lines.clear();
  return Out;
}

/// \p Plain, pipelined again, is the given text. If not, \p Why says why.
Expected<bool> TextUndo::prove(const FunctionUndo &Function,
                               const PlainText &Plain, std::string &Why) {
  std::vector<TextEdit> Edits = Plain.Edits;
  if (Error Failed = dropIncludes(Text, *Function.Variant, Edits))
    return std::move(Failed);
  Expected<AtomicChange> Change = changeOf(Edits, Path.str());
  if (!Change)
    return Change.takeError();
  Expected<std::string> New =
      clang::tooling::applyAllReplacements(Text, Change->getReplacements());
  if (!New)
    return New.takeError();
  const unsigned Begin = Change->getReplacements().getShiftedCodePosition(
                     Function.Begin),
                 End = Change->getReplacements().getShiftedCodePosition(
                     Function.End);
  auto LineOf = [&](unsigned At) -> unsigned {
    return StringRef(*New).take_front(At).count('\n') + 1;
  };
  RewriteOptions Again = optionsFor(Function, Plain);
  Again.Loops.Lines = {{LineOf(Begin), LineOf(End)}};
  const StringSet<> Taken = identifiersIn(StringRef(*New).slice(Begin, End));
  for (RewriteStyle How : {RewriteStyle::Fast, RewriteStyle::Simple}) {
    if (How == RewriteStyle::Simple && (Plain.HadWidths || Function.Stages > 2))
      continue;
    Again.Style = How;
    Expected<TextResult> Made = rewriteText(Command, Path, *New, Again, Style);
    if (!Made)
      return Made.takeError();
    if (Made->Result.NewText &&
        sameButForNames(*Made->Result.NewText, Text, Function.Begin,
                        Function.End, Function.Locals, Taken))
      return true;
    for (const LoopReport &Loop : Made->Result.Loops)
      if (Loop.Why && Why.empty() &&
          (Loop.Why->Kind == RejectionKind::ParseError ||
           Loop.Why->Kind == RejectionKind::ResultDoesNotCompile))
        // The text is ours, and so is the fault.
        Why = "what the load of the plain loop was cannot be spelled from the "
              "pipeline";
      else if (Loop.Why && Why.empty())
        Why = "the plain loop would be left alone: " +
              (Loop.Why->Detail.empty() ? rejectionMessage(Loop.Why->Kind).str()
                                        : Loop.Why->Detail);
  }
  return false;
}

/// The `for` that begins at \p Offset of the main file.
static const clang::ForStmt *loopAt(unsigned Offset, clang::ASTContext &Ctx) {
  const clang::SourceManager &SM = Ctx.getSourceManager();
  struct Finder : clang::DynamicRecursiveASTVisitor {
    Finder(unsigned Offset, const clang::SourceManager &SM)
        : Offset(Offset), SM(SM) {
      ShouldVisitTemplateInstantiations = true;
    }
    bool VisitForStmt(clang::ForStmt *For) override {
      if (SM.isInMainFile(For->getBeginLoc()) &&
          SM.getFileOffset(For->getBeginLoc()) == Offset)
        Found = For;
      return true;
    }
    unsigned Offset;
    const clang::SourceManager &SM;
    const clang::ForStmt *Found = nullptr;
  } Find(Offset, SM);
  Find.TraverseAST(Ctx);
  return Find.Found;
}

/// The function of \p Hand with a plain loop; nothing where \p Report says why
/// not.
Expected<std::optional<TextEdit>>
TextUndo::undoByHand(const HandUndo &Hand, LoopReport &Report) const {
  auto NotProved = [&](StringRef Detail) {
    Report.Why = Rejection{RejectionKind::UndoNotProved, {}, Detail.str()};
    return std::nullopt;
  };
  Expected<AtomicChange> Change = changeOf(Hand.Edits, Path.str());
  if (!Change)
    return Change.takeError();
  Expected<std::string> One =
      clang::tooling::applyAllReplacements(Text, Change->getReplacements());
  if (!One)
    return One.takeError();
  auto Shifted = [&](unsigned At) {
    return Change->getReplacements().getShiftedCodePosition(At);
  };
  // One stage, still asynchronous: what it copies is what the two copied.
  const UnitTexts Texts(Command, Path, *One, Style, "");
  bool IsSame = false, HasErrors = false;
  std::string Plain;
  unsigned Line = 0;
  std::optional<Rejection> Why;
  if (Error Failed = Texts.parse([&](clang::ASTContext &Ctx,
                                     ArrayRef<ParseError> Errors) {
        const clang::ForStmt *Loop = loopAt(Shifted(Hand.Loop), Ctx);
        const auto *Body =
            Loop ? dyn_cast<clang::CompoundStmt>(Loop->getBody()) : nullptr;
        HasErrors =
            any_of(Errors, [](const ParseError &E) { return E.MayHideKernel; });
        if (!Body || Body->size() < Hand.Copies.Before + Hand.Copies.Count ||
            HasErrors)
          return;
        std::vector<const clang::Stmt *> Copies(
            Body->body_begin() + Hand.Copies.Before,
            Body->body_begin() + Hand.Copies.Before + Hand.Copies.Count);
        IsSame = copiesTheSame(Copies, *Loop, Hand.Copies, Ctx);
        const SourceText Source(Ctx.getSourceManager().getMainFileID(), Ctx);
        PlainCopies Made(Source, Ctx);
        std::vector<TextEdit> Edits;
        for (const clang::Stmt *S : Copies)
          if (!Made.add(S, Edits)) {
            Why = Made.whyNot();
            return;
          }
        if (std::optional<std::string> New = Source.edited(
                {0, unsigned(Source.code().size())}, std::move(Edits)))
          Plain = std::move(*New);
        Line = StringRef(*One).take_front(Shifted(Hand.Loop)).count('\n') + 1;
      }))
    return std::move(Failed);
  if (Why)
    return NotProved(Why->Detail);
  if (!IsSame || Plain.empty())
    return NotProved("what is copied for the next trip is not shown to be what "
                     "is copied for the first, a trip later");
  // The rules say that its loads may be made a trip early.
  RewriteOptions Again = Options;
  Again.Undo = false;
  Again.Variant = Hand.UsesRegisters ? &ldgSingle() : &cpAsync();
  Again.Stages = std::nullopt;
  Again.Widen = false;
  Again.Pad = {PadRequest::None};
  Again.Style = RewriteStyle::Simple;
  Again.Force = true;
  Again.Sure = SureBy::Nobody;
  Again.DumpAfter = std::nullopt;
  Again.Loops = {};
  Again.Loops.Lines = {{Line, Line}};
  Expected<TextResult> Made = rewriteText(Command, Path, Plain, Again, Style);
  if (!Made)
    return Made.takeError();
  if (Made->Result.Loops.size() != 1)
    return NotProved("no tile loop comes of it");
  if (const std::optional<Rejection> &Left = Made->Result.Loops[0].Why)
    return NotProved("the plain loop would be left alone: " +
                     (Left->Detail.empty() ? rejectionMessage(Left->Kind).str()
                                           : Left->Detail));
  // All edits lie in the function.
  const unsigned End = Plain.size() - (Text.size() - Hand.End);
  return TextEdit{{Hand.Begin, Hand.End},
                  Plain.substr(Hand.Begin, End - Hand.Begin)};
}

/// Adds to \p Loops those that are pipelined in a form that is not known.
Error TextUndo::addOthers(std::vector<LoopReport> &Loops) const {
  RewriteOptions Look = Options;
  Look.Undo = false;
  Look.Variant = &ldg();
  Look.Stages = std::nullopt;
  Look.Force = true;
  Look.Sure = SureBy::Nobody;
  Expected<TextResult> Found = rewriteText(Command, Path, Text, Look, Style);
  if (!Found)
    return Found.takeError();
  for (LoopReport &Loop : Found->Result.Loops) {
    if (!Loop.Why || Loop.Why->Kind != RejectionKind::AlreadyPipelined ||
        any_of(Loops, [&](const LoopReport &Known) {
          return Known.Where.Key == Loop.Where.Key;
        }))
      continue;
    Loop.Why->Kind = RejectionKind::PipelineNotRead;
    const StringSet<> Names = identifiersIn(
        Text.slice(Loop.Where.FunctionBegin, Loop.Where.FunctionEnd));
    const bool IsCounted = any_of(Names, [](const auto &Name) {
      return Name.getKey().contains("mbarrier") ||
             Name.getKey().contains("wait_parity") ||
             Name.getKey().contains("bulk");
    });
    Loop.Why->Detail =
        IsCounted ? BulkCopiesStay
                  : "it is neither one that this tool writes nor a double "
                    "buffer of the textbook";
    Loops.push_back(std::move(Loop));
  }
  sort(Loops, [](const LoopReport &One, const LoopReport &Other) {
    return std::pair(One.Where.Line, One.Where.Column) <
           std::pair(Other.Where.Line, Other.Where.Column);
  });
  for (size_t I = 0; I < Loops.size(); ++I)
    Loops[I].Ordinal = I;
  return Error::success();
}

Expected<TextResult> TextUndo::run() {
  const UnitTexts Texts(Command, Path, Text, Style, "");
  TextResult Out;
  ReadFile Read;
  if (Error Failed =
          Texts.parse([&](clang::ASTContext &Ctx, ArrayRef<ParseError> Errors) {
            Read = FileReader(Ctx, Options, Errors).run();
            Out.ParseErrors = Errors.vec();
          }))
    return std::move(Failed);
  Out.Result.Loops = std::move(Read.Loops);
  Out.Result.File = Read.File;
  std::vector<TextEdit> Edits;
  std::vector<size_t> Done;
  std::set<const Transport *> Variants;
  for (FunctionUndo &Function : Read.Functions) {
    if (Function.IsDynamic) {
      // First with launches that give less.
      const std::vector<TextEdit> Less = launchesOfOneStage(Text, Function);
      std::vector<PlainText> WithLess;
      if (!Less.empty())
        for (PlainText Plain : Function.Guesses) {
          append_range(Plain.Edits, Less);
          Plain.EditsLaunches = true;
          WithLess.push_back(std::move(Plain));
        }
      Function.Guesses.insert(Function.Guesses.begin(), WithLess.begin(),
                              WithLess.end());
    }
    std::string Why;
    const PlainText *Proved = nullptr;
    for (const PlainText &Plain : Function.Guesses) {
      // The first guess is the likeliest: why it does not do is told.
      std::string Other;
      Expected<bool> IsSame =
          prove(Function, Plain, &Plain == &Function.Guesses[0] ? Why : Other);
      if (!IsSame)
        return IsSame.takeError();
      if (*IsSame) {
        Proved = &Plain;
        break;
      }
    }
    for (size_t Report : Function.Reports) {
      LoopReport &Loop = Out.Result.Loops[Report];
      if (!Proved) {
        Loop.Why = Rejection{
            RejectionKind::UndoNotProved,
            {},
            Why.empty() ? "pipelined again, the plain loop becomes another text"
                        : Why};
        continue;
      }
      Loop.Made.IsUndone = true;
      Loop.Made.Stages = 1;
      Loop.Made.Summary =
          (Function.Variant->Name + ", " + Twine(Function.Stages) +
           (Function.Stages == 1 ? " stage" : " stages") + " -> plain loop")
              .str();
      if (Function.IsDynamic && !Proved->EditsLaunches)
        Loop.Remarks.push_back(("launches pass dynamic shared memory for " +
                                Twine(Function.Stages) +
                                " stages still; for one is enough")
                                   .str());
      Done.push_back(Report);
    }
    if (Proved) {
      // Launches of two functions may pass the same size.
      for (const TextEdit &E : Proved->Edits)
        if (none_of(Edits, [&](const TextEdit &Known) {
              return Known.Range.Begin == E.Range.Begin &&
                     Known.Range.End == E.Range.End && Known.Text == E.Text &&
                     E.Text.empty() && E.Range.Begin != E.Range.End;
            }))
          Edits.push_back(E);
      Variants.insert(Function.Variant);
    }
  }
  for (const HandUndo &Hand : Read.ByHand) {
    LoopReport &Loop = Out.Result.Loops[Hand.Report];
    if (any_of(Edits, [&](const TextEdit &E) {
          return E.Range.Begin < Hand.End && Hand.Begin < E.Range.End;
        })) {
      Loop.Why = Rejection{RejectionKind::PipelineNotRead,
                           {},
                           "another pipeline of the kernel is taken back; "
                           "undo this one with a second call"};
      continue;
    }
    Expected<std::optional<TextEdit>> Edit = undoByHand(Hand, Loop);
    if (!Edit)
      return Edit.takeError();
    if (!*Edit)
      continue;
    Edits.push_back(std::move(**Edit));
    Variants.insert(&cpAsync());
    Loop.Made.IsUndone = true;
    Loop.Made.Stages = 1;
    Loop.Made.Summary =
        (Hand.UsesRegisters
             ? Hand.HasStages ? "registers, 2 stages" : "registers, 1 stage"
             : "cpasync, 2 stages") +
        std::string(" -> plain loop");
    Done.push_back(Hand.Report);
  }
  if (!Done.empty()) {
    for (const Transport *Variant : Variants)
      if (Error Failed = dropIncludes(Text, *Variant, Edits))
        return std::move(Failed);
    Expected<AtomicChange> Change = changeOf(Edits, Read.File);
    if (!Change)
      return Change.takeError();
    Out.Result.Changes.push_back(std::move(*Change));
    for (size_t Report : Done)
      Out.Result.Loops[Report].Made.Changes = {Out.Result.Changes[0].getKey()};
    Expected<UnitTexts> New = Texts.with(Out.Result.Changes);
    if (!New)
      return New.takeError();
    Out.Result.NewText = cantFail(New->of(Read.File));
  }
  if (Error Failed = addOthers(Out.Result.Loops))
    return std::move(Failed);
  return Out;
}

} // namespace

Expected<TextResult> undoText(const DeviceCommand &Command, StringRef Path,
                              StringRef Text, const RewriteOptions &Options,
                              StyleOf Style) {
  return TextUndo(Command, Path, Text, Options, Style).run();
}

} // namespace cudapipe
