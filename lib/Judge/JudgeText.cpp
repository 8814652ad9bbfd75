//===- JudgeText.cpp - Only what does not lose ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Judge/JudgeText.h"
#include "WhyWorse.h"
#include "cudapipe/Analyze/LaneSectors.h"
#include "cudapipe/Compile/BrokenItems.h"
#include "cudapipe/Frontend/OtherParses.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include <list>
#include <map>
#include <set>

using namespace llvm;

namespace cudapipe {
namespace {

/// A row of the table under a loop.
struct WeighedForm {
  std::string Name;
  const CompiledKernel *Kernel;
  unsigned Blocks;
  /// What it loses. Nothing of both: nothing.
  FormLoss Loss;
  bool IsTaken = false;
};

/// One that is tried in place of the first.
struct OtherForm {
  /// Nothing: as the first.
  std::optional<PipelineDecision> Decision;
  /// Rows are not longer, columns not skewed.
  bool RowsStay = false;

  /// Makes it what \p Loop is to be.
  void request(const LoopReport &Loop, RoundState &Known) const {
    if (RowsStay)
      Known.RowsStay.insert(Loop.Ordinal);
    std::optional<PipelineDecision> Made =
        Decision ? Decision : Loop.Made.Decision;
    if (!Made)
      return;
    Made->Reason =
        RowsStay ? "longer rows would lose" : "auto's first choice would lose";
    Known.Decided[Loop.Ordinal] = *Made;
  }
};

/// Loops of the same kernels, whose figures nobody can tell apart.
struct LoopGroup {
  /// In the order of the reports.
  std::vector<size_t> Loops;
  std::vector<WeighedForm> Tried;
  /// One that does not lose.
  bool IsSettled = false;
  std::optional<OtherForm> Taken;
};

/// The file with one form for all loops.
struct FormText {
  TextResult Text;
  CompileReport Report;
};

class TextJudge {
public:
  TextJudge(const DeviceCommand &Command, StringRef Path, StringRef Text,
            const RewriteOptions &Options, StyleOf Style, const Judge &By)
      : Command(Command), Path(Path), Text(Text), Options(Options),
        Style(std::move(Style)), By(By) {
    IsByRules = Options.Sure == SureBy::Rules;
    MayAsk = By.Asked && Options.Sure == SureBy::Compiler;
    this->Options.Sure = SureBy::Nobody;
  }

  Expected<TextResult> run() {
    Expected<TextResult> Out = decide();
    if (Out)
      for (LoopReport &Loop : Out->Result.Loops)
        if (Loop.Why && Loop.Why->Kind == RejectionKind::NeedsCompiler)
          Loop.WhyUndecided = whyUndecided().InShort;
    return Out;
  }
  Expected<TextResult> asChosen();

private:
  /// Why no compiler decides; and what would.
  struct Undecided {
    StringRef InShort;
    std::string AndSo;
  };
  Undecided whyUndecided() const;
  Expected<TextResult> decide();
  Expected<TextResult> rewrite(RoundState Known = {}) {
    if (Options.Watch)
      Options.Watch->startRound();
    return rewriteText(Command, Path, Text, Options, Style, std::move(Known));
  }
  Expected<TextResult> byRules();
  std::optional<std::string> whyNotLaunched(const LoopReport &Loop,
                                            const CompileReport &After) const;
  Error judgeByRules(const TextResult &First, const std::set<unsigned> &Of,
                     RoundState &Known);
  Expected<TextResult> settled(TextResult First, RoundState Known);
  CompileRequest request(const FileResult *Made) const;
  std::map<std::string, std::string>
  headersOf(const std::map<std::string, std::string> &Changed) const;
  std::vector<CompileReport> compile(ArrayRef<CompileRequest> Requests);
  const Architecture *architecture() const {
    return findArchitecture(Command.SmVersion);
  }
  void group(const TextResult &First);
  bool isJudged(const LoopReport &Loop) const;
  unsigned blocksOf(const CompiledKernel &Kernel, const KernelCost &Cost,
                    std::optional<uint64_t> Dynamic) const;
  std::string weigh(LoopGroup &Group, const FormText &Form, bool IsFirst);
  Error tryOthers(const TextResult &First);
  std::string table(const LoopGroup &Group) const;
  std::string lostBy(const LoopGroup &Group) const;
  std::string hashOf(const LoopReport &Loop, const TextResult &All) const;
  Expected<std::optional<TextResult>> byKept();
  void keep(const TextResult &First, const TextResult &Last) const;

  const DeviceCommand &Command;
  StringRef Path, Text;
  RewriteOptions Options;
  bool IsByRules, MayAsk;
  const StyleOf Style;
  const Judge &By;
  /// What Clang cannot read of the user's text.
  std::vector<std::string> Broken;
  /// Of templates, those that its loops are in.
  std::vector<std::string> Instances;
  /// What came of the text as it is, where that is no kernel.
  CompileReport Failed;
  /// Processor time that the compiler has had for this file, for a text at
  /// most, and forms that it was not asked of for that.
  double Seconds = 0, Slowest = 0;
  unsigned NotAsked = 0;
  std::vector<CompiledKernel> Before;
  std::vector<LoopGroup> Groups;
  /// What rows point to.
  std::list<FormText> Forms;
  /// Loops of which no compiler says what they take, by their ordinals.
  std::set<unsigned> Unjudged;
};

/// All headers that the file may include, if one of them is among \p Changed.
std::map<std::string, std::string>
TextJudge::headersOf(const std::map<std::string, std::string> &Changed) const {
  if (Changed.empty())
    return {};
  const std::vector<std::string> All =
      projectHeaders(Path, Command, TypedFile{Path.str(), Text.str()});
  if (none_of(All, [&](const std::string &H) { return Changed.count(H); }))
    return {};
  std::map<std::string, std::string> Out;
  for (const std::string &Header : All)
    if (auto It = Changed.find(Header); It != Changed.end())
      Out.insert(*It);
    else if (auto OnDisk = MemoryBuffer::getFile(Header))
      Out[Header] = (*OnDisk)->getBuffer().str();
  return Out;
}

/// Null: the text as it is.
CompileRequest TextJudge::request(const FileResult *Made) const {
  std::optional<std::string> NewText;
  // What came by stdin is in no file.
  if (Made)
    NewText = Made->NewText;
  else if (auto OnDisk = MemoryBuffer::getFile(Path);
           !OnDisk || (*OnDisk)->getBuffer() != Text)
    NewText = Text.str();
  CompileRequest Out{Command.Arch, Command.NvccFlags, Path.str(),
                     std::move(NewText)};
  if (Made)
    Out.Headers = headersOf(Made->NewOthers);
  Out.Broken = Broken;
  Out.Instances = Instances;
  return Out;
}

std::vector<CompileReport>
TextJudge::compile(ArrayRef<CompileRequest> Requests) {
  if (By.Progress)
    By.Progress(formatv("{0} form{1} of {2} compiled", Requests.size(),
                        Requests.size() == 1 ? " is" : "s are",
                        sys::path::filename(Path))
                    .str());
  std::vector<CompileReport> Out = compileAll(*By.Asked, Requests);
  if (By.Progress)
    By.Progress("");
  for (const CompileReport &Each : Out)
    Seconds += Each.Seconds;
  return Out;
}

/// The compiler has all kernels that run it.
bool TextJudge::isJudged(const LoopReport &Loop) const {
  return !Loop.Costs.empty() && architecture() &&
         all_of(Loop.Costs, [&](const KernelCost &Cost) {
           return findKernel(Before, Cost.MangledName) != nullptr;
         });
}

void TextJudge::group(const TextResult &First) {
  const std::vector<LoopReport> &Loops = First.Result.Loops;
  IntEqClasses Same(Loops.size());
  StringMap<size_t> ByKernel;
  for (auto [I, Loop] : enumerate(Loops)) {
    if (Loop.Why)
      continue;
    if (!isJudged(Loop)) {
      Unjudged.insert(Loop.Ordinal);
      continue;
    }
    for (const KernelCost &Cost : Loop.Costs)
      Same.join(ByKernel.try_emplace(Cost.MangledName, I).first->second, I);
  }
  std::map<unsigned, LoopGroup> Made;
  for (auto [I, Loop] : enumerate(Loops))
    if (!Loop.Why && !Unjudged.count(Loop.Ordinal))
      Made[Same.findLeader(I)].Loops.push_back(I);
  for (auto &[Leader, Group] : Made)
    Groups.push_back(std::move(Group));
}

/// "cpasync, 3 stages".
std::string nameOf(const LoopReport &Loop) {
  const FormKey &Key = Loop.Form.Keys.front();
  std::string Out = Key.Variant ? Key.Variant->Name.str() : "loads only";
  if (Key.Stages > 1)
    Out += formatv(", {0} stages", Key.Stages).str();
  return Out;
}

/// Resident ones; 0: nobody says how large they are, or how much dynamic memory
/// a launch gives them.
unsigned TextJudge::blocksOf(const CompiledKernel &Kernel,
                             const KernelCost &Cost,
                             std::optional<uint64_t> Dynamic) const {
  return Cost.Threads && Dynamic
             ? residentBlocks(Kernel, Cost.Threads, *Dynamic, *architecture())
             : 0;
}

/// Adds \p Form to what was tried for \p Group, and says what it loses.
std::string TextJudge::weigh(LoopGroup &Group, const FormText &Form,
                             bool IsFirst) {
  const std::vector<LoopReport> &Loops = Form.Text.Result.Loops;
  WeighedForm Row{nameOf(Loops[Group.Loops.front()]), nullptr, 0, {}};
  for (size_t I : Group.Loops)
    for (const KernelCost &Cost : Loops[I].Costs) {
      const CompiledKernel *Was = findKernel(Before, Cost.MangledName),
                           *Is = findKernel(Form.Report.Kernels,
                                            Cost.MangledName);
      if (!Is || !Was) {
        Row.Kernel = nullptr;
        Row.Loss = {Form.Report.Note.empty() ? "the compiler leaves it out"
                                             : Form.Report.Note};
        Group.Tried.push_back(Row);
        return Row.Loss.Why;
      }
      // The first kernel, or the first that loses.
      FormLoss Loss = lossOf({Cost, *Was, *Is, !Loops[I].Form.Skewed.empty()},
                             *architecture());
      std::string &Why = Loss.Why;
      if (Why.empty() && Cost.SectorFetches >= ManyFetches)
        Why =
            formatv("past L1, each sector of 32 bytes would be fetched {0:F1} "
                    "times",
                    Cost.SectorFetches);
      if (Why.empty() && Cost.IsNarrow && !IsFirst)
        Why = "copies are narrow, with little to compute for each";
      if (Why.empty() && !Cost.DynamicAfter && Loops[I].Made.Dynamic)
        Loss.MadeUpFor = "no loss but of blocks, which the dynamic memory of "
                         "its launches decides";
      if (Row.Kernel && (!Row.Loss.Why.empty() ||
                         (Why.empty() && (Loss.MadeUpFor.empty() ||
                                          !Row.Loss.MadeUpFor.empty()))))
        continue;
      Row.Kernel = Is;
      Row.Blocks = blocksOf(*Is, Cost, Cost.DynamicAfter);
      Row.Loss = std::move(Loss);
    }
  Group.Tried.push_back(Row);
  return Row.Loss.Why;
}

/// What a form makes of the files.
using MadeTexts = std::pair<std::string, std::map<std::string, std::string>>;
MadeTexts textsOf(const FileResult &Result) {
  return {Result.NewText.value_or(""), Result.NewOthers};
}

/// Processor time that a compiler may have for all forms of a file: four of
/// those that take as long as one may.
constexpr double MostSeconds = 120;

/// Other forms for the groups that the first one makes lose.
Error TextJudge::tryOthers(const TextResult &First) {
  // Longer rows go last: of ten kernels in which another form can have them,
  // that was as fast as the first without in nine, up to 1.42
  // (spin_glass_fields 0.85).
  const OtherForm Others[] = {{PipelineDecision{&cpAsync(), 2}},
                              {PipelineDecision{&cpAsync(), 3}},
                              {PipelineDecision{&ldgSingle(), 1}},
                              {PipelineDecision{&ldg(), 2}},
                              {std::nullopt, true}};
  std::vector<const OtherForm *> Made;
  std::vector<CompileRequest> Requests;
  std::set<MadeTexts> Seen{textsOf(First.Result)};
  std::vector<TextResult> Texts;
  for (const OtherForm &Other : Others) {
    // The style has two stages, or what was asked for beside it.
    if (Options.Stages && Other.Decision && Other.Decision->Stages > 1 &&
        Other.Decision->Stages != *Options.Stages)
      continue;
    RoundState Known;
    for (const LoopGroup &Group : Groups)
      if (!Group.IsSettled)
        for (size_t I : Group.Loops)
          Other.request(First.Result.Loops[I], Known);
    Expected<TextResult> Next = rewrite(std::move(Known));
    if (!Next) {
      // A form that cannot be written is none of the choices.
      consumeError(Next.takeError());
      continue;
    }
    if (!Next->Result.NewText || !Seen.insert(textsOf(Next->Result)).second ||
        Next->Result.Loops.size() != First.Result.Loops.size())
      continue;
    if (Seconds + (Requests.size() + 1) * Slowest > MostSeconds) {
      ++NotAsked;
      continue;
    }
    Requests.push_back(request(&Next->Result));
    Texts.push_back(std::move(*Next));
    Made.push_back(&Other);
  }
  std::vector<CompileReport> Reports = compile(Requests);
  for (auto [Text, Report, Other] : zip(Texts, Reports, Made)) {
    Forms.push_back({std::move(Text), std::move(Report)});
    const FormText &Form = Forms.back();
    for (LoopGroup &Group : Groups) {
      // One of them is another form than was asked for, or none.
      if (Group.IsSettled || any_of(Group.Loops, [&](size_t I) {
            const LoopReport &Loop = Form.Text.Result.Loops[I];
            const std::optional<PipelineDecision> Decision =
                Other->Decision ? Other->Decision
                                : First.Result.Loops[I].Made.Decision;
            return Loop.Why || Loop.Form.Keys.empty() || !Decision ||
                   any_of(Loop.Form.Keys, [&](const FormKey &Key) {
                     return Key.Variant != Decision->Variant ||
                            Key.Stages != Decision->Stages;
                   });
          }))
        continue;
      if (!Other->RowsStay && any_of(Group.Tried, [&](const WeighedForm &Row) {
            return Row.Name ==
                   nameOf(Form.Text.Result.Loops[Group.Loops.front()]);
          }))
        continue;
      const bool IsFine = weigh(Group, Form, Other->RowsStay).empty();
      if (Other->RowsStay)
        Group.Tried.back().Name += ", rows kept";
      if (IsFine && !Group.Taken) {
        Group.Taken = *Other;
        Group.Tried.back().IsTaken = true;
      }
    }
  }
  return Error::success();
}

/// What the compiler said, for --explain.
std::string TextJudge::table(const LoopGroup &Group) const {
  const KernelCost &Cost =
      Forms.front().Text.Result.Loops[Group.Loops.front()].Costs.front();
  const CompiledKernel *Was = findKernel(Before, Cost.MangledName);
  std::string Out = formatv(
      "    {0} says, for {1}{2}:\n"
      "      {3,-23} {4,9} {5,6} {6,9} {7,8} {8,6}\n",
      By.Asked->version(), Command.Arch,
      Cost.Threads ? formatv(" and {0} threads a block{1}", Cost.Threads,
                             Cost.IsByTile ? ", which its tile takes" : "")
                         .str()
                   : ", whatever the launch",
      "", "registers", "local", "blocks/SM", "loop", "ahead");
  auto Add = [&](char Mark, StringRef Name, const CompiledKernel *Kernel,
                 unsigned Blocks, StringRef Why) {
    if (!Kernel) {
      Out += formatv("    {0} {1,-29} {2}\n", Mark, Name, Why);
      return;
    }
    std::string Ahead = "-";
    if (Kernel->Loop && Kernel->Loop->RegisterCopies)
      Ahead = formatv("{0:F0}", Kernel->Loop->MathAhead);
    std::string Line = formatv(
        "    {0} {1,-29} {2,9} {3,6} {4,9} {5,8} {6,6}  {7}", Mark, Name,
        Kernel->Registers, Kernel->LocalBytes,
        Blocks ? std::to_string(Blocks) : "?",
        Kernel->Loop ? std::to_string(Kernel->Loop->Bytes) : "?", Ahead, Why);
    Out += StringRef(Line).rtrim().str() + "\n";
  };
  Add(' ', "as it is", Was, blocksOf(*Was, Cost, Cost.DynamicBefore), "");
  for (const WeighedForm &Row : Group.Tried)
    Add(Row.IsTaken ? '>' : ' ', Row.Name, Row.Kernel, Row.Blocks,
        Row.Loss.Why.empty() ? Row.Loss.MadeUpFor : Row.Loss.Why);
  return Out;
}

/// "cpasync, 2 stages: ..., and 3 other forms lose, too".
std::string TextJudge::lostBy(const LoopGroup &Group) const {
  const WeighedForm &First = Group.Tried.front();
  std::string Out = First.Name + ": " + First.Loss.Why;
  if (const size_t More = Group.Tried.size() - 1)
    Out += formatv(", and {0} other form{1} lose{2}, too", More,
                   More == 1 ? "" : "s", More == 1 ? "s" : "");
  if (NotAsked)
    Out += formatv(", and of {0} more it is not asked after {1:F0} seconds",
                   NotAsked, Seconds);
  return Out + "; so " + By.Asked->version() + " says; --force rewrites it";
}

/// The canonical path of the file that \p Loop stands in.
StringRef fileOf(const LoopReport &Loop) {
  return StringRef(Loop.Where.Key).rsplit(':').first;
}

/// Of the words of its file, less those of functions with other loops.
std::string TextJudge::hashOf(const LoopReport &Loop,
                              const TextResult &All) const {
  SHA256 Hash;
  StringRef Text = this->Text;
  std::unique_ptr<MemoryBuffer> Header;
  if (fileOf(Loop) != All.Result.File)
    if (auto OnDisk = MemoryBuffer::getFile(fileOf(Loop))) {
      Header = std::move(*OnDisk);
      Text = Header->getBuffer();
    }
  clang::LangOptions Words;
  Words.CPlusPlus = Words.CPlusPlus20 = true;
  clang::Lexer Lexer(clang::SourceLocation(), Words, Text.begin(), Text.begin(),
                     Text.end());
  clang::Token Token;
  while (!Lexer.LexFromRawLexer(Token)) {
    const unsigned End = Lexer.getBufferLocation() - Text.begin(),
                   Begin = End - Token.getLength();
    if (any_of(All.Result.Loops, [&](const LoopReport &Other) {
          return fileOf(Other) == fileOf(Loop) &&
                 Other.Where.FunctionBegin != Loop.Where.FunctionBegin &&
                 Begin >= Other.Where.FunctionBegin &&
                 Begin < Other.Where.FunctionEnd;
        }))
      continue;
    Hash.update(Text.slice(Begin, End));
    Hash.update(" ");
  }
  Hash.update(Loop.Kernel + std::to_string(Loop.Ordinal));
  return toHex(Hash.final(), /*LowerCase=*/true).substr(0, 32);
}

/// Null: there is none of this name.
static const Transport *transportOf(StringRef Name) {
  auto It = find_if(allTransports(),
                    [&](const Transport *T) { return T->Name == Name; });
  return It == allTransports().end() ? nullptr : *It;
}

/// What was decided before; nothing if that is not all, and a compiler is there
/// to ask. \p First is what auto would take.
Expected<std::optional<TextResult>> TextJudge::byKept() {
  const std::vector<KeptVerdict> All = By.Kept->of(Path, Command.Arch);
  if (All.empty())
    return std::nullopt;
  const std::vector<CompiledKernel> Measured = Options.Measured;
  for (const KeptVerdict &Verdict : All)
    for (const auto &[Name, Count] : Verdict.Registers)
      Options.Measured.push_back({Name, Count});
  Expected<TextResult> First = rewrite();
  if (!First)
    return First.takeError();
  RoundState Known;
  std::map<unsigned, std::string> Deciders;
  std::set<unsigned> Unknown;
  for (const LoopReport &Loop : First->Result.Loops) {
    if (Loop.Why)
      continue;
    const std::string Hash = hashOf(Loop, *First);
    auto It =
        find_if(All, [&](const KeptVerdict &V) { return V.Hash == Hash; });
    if (It == All.end()) {
      if (By.Asked && !IsByRules) {
        Options.Measured = Measured;
        return std::nullopt;
      }
      Unknown.insert(Loop.Ordinal);
      Deciders[Loop.Ordinal] = "rules";
      continue;
    }
    Deciders[Loop.Ordinal] = It->Compiler;
    const Transport *Variant = transportOf(It->Variant);
    if (!Variant)
      Known.Left[Loop.Ordinal] = {RejectionKind::WillNotPay, It->WhyLeft};
    else if (It->RowsStay || Loop.Form.Keys.front().Variant != Variant ||
             Loop.Form.Keys.front().Stages != It->Stages)
      Known.Decided[Loop.Ordinal] = {Variant, It->Stages,
                                     "a compiler has decided"};
    if (It->RowsStay)
      Known.RowsStay.insert(Loop.Ordinal);
  }
  if (Error Failure = judgeByRules(*First, Unknown, Known))
    return std::move(Failure);
  Expected<TextResult> Last = settled(std::move(*First), std::move(Known));
  if (!Last)
    return Last.takeError();
  for (LoopReport &Loop : Last->Result.Loops)
    if (auto It = Deciders.find(Loop.Ordinal); It != Deciders.end())
      Loop.DecidedBy = It->second;
  return std::move(*Last);
}

void TextJudge::keep(const TextResult &First, const TextResult &Last) const {
  std::vector<KeptVerdict> All;
  for (const LoopGroup &Group : Groups)
    for (size_t I : Group.Loops) {
      const LoopReport &Loop = Last.Result.Loops[I];
      KeptVerdict New;
      New.Kernel = Loop.Kernel;
      New.Hash = hashOf(Loop, Last);
      New.Compiler = By.Asked->version();
      New.Arch = Command.Arch;
      for (const KernelCost &Cost : First.Result.Loops[I].Costs)
        if (const CompiledKernel *Was = findKernel(Before, Cost.MangledName))
          New.Registers[Cost.MangledName] = Was->Registers;
      if (Loop.Why) {
        New.WhyLeft = Loop.Why->Detail;
      } else {
        New.Variant = Loop.Form.Keys.front().Variant->Name.str();
        New.Stages = Loop.Form.Keys.front().Stages;
        New.RowsStay = Group.Taken && Group.Taken->RowsStay;
      }
      All.push_back(std::move(New));
    }
  By.Kept->put(Path, Command.Arch, std::move(All));
}

TextJudge::Undecided TextJudge::whyUndecided() const {
  if (IsByRules)
    return {"as nvcc may not be asked (--no-compile)",
            "nvcc on PATH decides, without --no-compile"};
  if (!By.Asked)
    return {"for want of nvcc (--nvcc=, or --guess)",
            "nvcc on PATH decides, or --nvcc=PATH"};
  if (Failed.TookTooLong)
    return {"as nvcc takes too long",
            By.Asked->version() + " takes too long for this file"};
  if (!Failed.Note.empty() && !Failed.HasNoKernel)
    return {"as nvcc fails on the file",
            By.Asked->version() + " fails on this file: " + Failed.Complaint};
  return {"as nvcc compiles no instance here",
          By.Asked->version() + " compiles no instance of it in this file; "
                                "launch it here, or instantiate it"};
}

/// Puts into \p Known what the rules say of the loops of \p First with the
/// ordinals \p Of: the form stays, two stages of cp.async are taken in its
/// place, or none.
Error TextJudge::judgeByRules(const TextResult &First,
                              const std::set<unsigned> &Of, RoundState &Known) {
  RoundState Trial = Known;
  for (const LoopReport &Loop : First.Result.Loops)
    if (Of.count(Loop.Ordinal) && !Loop.Why && !Loop.Made.Unsure.empty())
      Trial.Decided[Loop.Ordinal] = {&cpAsync(), 2,
                                     "it cannot lose, by rules alone"};
  if (Trial.Decided.size() == Known.Decided.size())
    return Error::success();
  Expected<TextResult> Other = rewrite(Trial);
  if (!Other)
    return Other.takeError();
  for (auto [Loop, Next] : zip(First.Result.Loops, Other->Result.Loops)) {
    if (!Of.count(Loop.Ordinal) || Loop.Why || Loop.Made.Unsure.empty())
      continue;
    if (!Next.Why && Next.Made.Unsure.empty() &&
        Next.Form.Keys.front().Variant == &cpAsync())
      Known.Decided[Loop.Ordinal] = Trial.Decided[Loop.Ordinal];
    else
      Known.Left[Loop.Ordinal] = {RejectionKind::NeedsCompiler,
                                  nameOf(Loop) + ": " + Loop.Made.Unsure +
                                      "; " + whyUndecided().AndSo +
                                      "; --guess does without"};
  }
  return Error::success();
}

Expected<TextResult> TextJudge::byRules() {
  Expected<TextResult> First = rewrite();
  if (!First)
    return First;
  std::set<unsigned> All;
  for (const LoopReport &Loop : First->Result.Loops)
    All.insert(Loop.Ordinal);
  RoundState Known;
  if (Error Failure = judgeByRules(*First, All, Known))
    return std::move(Failure);
  Expected<TextResult> Out = settled(std::move(*First), std::move(Known));
  if (Out)
    for (LoopReport &Loop : Out->Result.Loops)
      Loop.DecidedBy = "rules";
  return Out;
}

/// \p First, if nothing is known that it does not say.
Expected<TextResult> TextJudge::settled(TextResult First, RoundState Known) {
  if (Known.Decided.empty() && Known.Left.empty() && Known.RowsStay.empty())
    return std::move(First);
  const std::map<unsigned, LeftLoop> Left = Known.Left;
  Expected<TextResult> Out = rewrite(std::move(Known));
  if (!Out)
    return Out;
  // Of a text in which it could be rewritten, the user's may have another tale.
  for (LoopReport &Loop : Out->Result.Loops)
    if (auto It = Left.find(Loop.Ordinal);
        It != Left.end() && Loop.Why && Loop.Why->Kind != It->second.Kind) {
      Loop.Why->Kind = It->second.Kind;
      Loop.Why->Detail = It->second.Why;
      Loop.At = {};
    }
  return Out;
}

Expected<TextResult> TextJudge::decide() {
  if (By.Kept) {
    Expected<std::optional<TextResult>> Kept = byKept();
    if (!Kept)
      return Kept.takeError();
    if (*Kept)
      return std::move(**Kept);
  }
  if (!By.Asked || IsByRules)
    return byRules();
  // Where nothing is rewritten, nothing is to be asked.
  Expected<TextResult> Guess = rewrite();
  if (!Guess || !Guess->Result.NewText)
    return Guess;
  std::set<unsigned> Lines;
  for (const ParseError &One : Guess->ParseErrors)
    if (One.File == Path)
      Lines.insert(One.Line);
  Broken = itemsIn(Text, Lines);
  std::set<std::string> Named;
  for (const LoopReport &Loop : Guess->Result.Loops)
    for (const KernelCost &Cost : Loop.Costs)
      if (!Cost.Instance.empty())
        Named.insert(Cost.Instance);
  Instances.assign(Named.begin(), Named.end());
  std::vector<CompileReport> Both =
      compile({request(nullptr), request(&Guess->Result)});
  if (!Both[0].Note.empty()) {
    Failed = std::move(Both[0]);
    Expected<TextResult> Out = byRules();
    // Each loop says that it is in no kernel.
    if (Out && !Failed.HasNoKernel)
      Out->Note = Failed.Note + "; only what cannot lose is rewritten";
    return Out;
  }
  Slowest = std::max(Both[0].Seconds, Both[1].Seconds);
  // With its registers known, auto may choose otherwise.
  Before = std::move(Both[0].Kernels);
  Options.Measured = Before;
  Expected<TextResult> First = rewrite();
  if (!First || !First->Result.NewText)
    return First;
  group(*First);
  if (!Groups.empty()) {
    const bool IsSame = textsOf(First->Result) == textsOf(Guess->Result);
    Forms.push_back({*First, IsSame
                                 ? std::move(Both[1])
                                 : compile(request(&First->Result)).front()});
    for (LoopGroup &Group : Groups)
      if (weigh(Group, Forms.back(), true).empty())
        Group.IsSettled = Group.Tried.back().IsTaken = true;
    if (any_of(Groups, [](const LoopGroup &G) { return !G.IsSettled; }))
      if (Error Failure = tryOthers(*First))
        return std::move(Failure);
  }
  RoundState Known;
  for (const LoopGroup &Group : Groups)
    if (!Group.IsSettled)
      for (size_t I : Group.Loops) {
        const unsigned Ordinal = First->Result.Loops[I].Ordinal;
        if (Group.Taken)
          Group.Taken->request(First->Result.Loops[I], Known);
        else
          Known.Left[Ordinal] = {RejectionKind::WillNotPay, lostBy(Group)};
      }
  if (Error Failure = judgeByRules(*First, Unjudged, Known))
    return std::move(Failure);
  Expected<TextResult> Last = settled(*First, std::move(Known));
  if (!Last)
    return Last;
  if (By.Kept)
    keep(*First, *Last);
  for (LoopReport &Loop : Last->Result.Loops)
    if (Unjudged.count(Loop.Ordinal))
      Loop.DecidedBy = "rules";
  for (const LoopGroup &Group : Groups)
    for (size_t I : Group.Loops) {
      LoopReport &Loop = Last->Result.Loops[I];
      Loop.DecidedBy = By.Asked->version();
      for (const WeighedForm &Row : Group.Tried)
        if (Row.IsTaken)
          Loop.Accepted = Row.Loss.MadeUpFor;
      Loop.Budget += table(Group);
    }
  return Last;
}

/// Why kernels of \p Loop do not launch any more, if they did; nothing if
/// \p After has none of them.
std::optional<std::string>
TextJudge::whyNotLaunched(const LoopReport &Loop,
                          const CompileReport &After) const {
  for (const KernelCost &Cost : Loop.Costs) {
    const CompiledKernel *Was = findKernel(Before, Cost.MangledName),
                         *Is = findKernel(After.Kernels, Cost.MangledName);
    if (!Was || !Is)
      return std::nullopt;
    // What a launch gives of shared memory is not the question.
    if (residentBlocks(*Was, Cost.Threads, 0, *architecture()) &&
        !residentBlocks(*Is, Cost.Threads, 0, *architecture()))
      return formatv("{0} registers, not {1}: blocks of {2} threads do not "
                     "launch with more than {3}; __launch_bounds__({2}) on the "
                     "kernel keeps nvcc to that",
                     Is->Registers, Was->Registers, Cost.Threads,
                     registersForBlock(Cost.Threads, *architecture()))
          .str();
  }
  return "";
}

/// What the user has chosen is not judged. But blocks whose registers do not
/// fit are not launched: of such a form the compiler is asked, or the user is
/// told.
Expected<TextResult> TextJudge::asChosen() {
  Expected<TextResult> Chosen = rewrite();
  if (!Chosen || !architecture())
    return Chosen;
  auto IsAtRisk = [&](const LoopReport &Loop) {
    return !Loop.Why && any_of(Loop.Costs, [&](const KernelCost &Cost) {
      return isTooManyToLaunch(Cost.MostRegisters, Cost, *architecture());
    });
  };
  if (none_of(Chosen->Result.Loops, IsAtRisk))
    return Chosen;
  std::optional<CompileReport> After;
  if (MayAsk && Chosen->Result.NewText) {
    std::vector<CompileReport> Both =
        compile({request(nullptr), request(&Chosen->Result)});
    if (Both[0].Note.empty() && Both[1].Note.empty()) {
      Before = std::move(Both[0].Kernels);
      After = std::move(Both[1]);
    }
  }
  RoundState Known;
  std::set<unsigned> Untold;
  for (const LoopReport &Loop : Chosen->Result.Loops) {
    if (!IsAtRisk(Loop))
      continue;
    const std::optional<std::string> Why =
        After ? whyNotLaunched(Loop, *After) : std::nullopt;
    if (!Why)
      Untold.insert(Loop.Ordinal);
    else if (!Why->empty())
      Known.Left[Loop.Ordinal] = {RejectionKind::DoesNotLaunch,
                                  *Why + ", " + By.Asked->version() + " says"};
  }
  Expected<TextResult> Out = settled(std::move(*Chosen), std::move(Known));
  if (Out)
    for (LoopReport &Loop : Out->Result.Loops)
      if (!Loop.Why && Untold.count(Loop.Ordinal))
        for (const KernelCost &Cost : Loop.Costs)
          if (isTooManyToLaunch(Cost.LikelyRegisters, Cost, *architecture())) {
            Loop.Remarks.push_back(
                formatv("blocks of {0} threads do not launch with more than "
                        "{1} registers, and nothing keeps nvcc to that: "
                        "nvcc -Xptxas -v tells, __launch_bounds__({0}) does it",
                        Cost.Threads,
                        registersForBlock(Cost.Threads, *architecture())));
            break;
          }
  return Out;
}

} // namespace

bool isJudged(const RewriteOptions &Options) {
  return Options.Sure != SureBy::Nobody && !Options.Variant &&
         !Options.areStagesAsked() && !Options.Force && !Options.DumpAfter &&
         !Options.Undo;
}

/// What stands behind a text for \p Instances to be made; they are kernels,
/// whose addresses the host takes.
static std::string useOf(const std::set<std::string> &Instances) {
  std::string Out = "\n\nvoid cudapipe_plausible_instances() {\n";
  for (const std::string &One : Instances)
    Out += "  (void)&" + One + ";\n";
  return Out + "}\n";
}

/// The loop is pipelined, but for somebody who says that it does not lose.
static bool wantsCompiler(const LoopReport &Loop) {
  return Loop.Why && Loop.Why->Kind == RejectionKind::NeedsCompiler &&
         !Loop.PlausibleInstance.empty();
}

/// What is decided of the loops of \p As, and of those that want a compiler by
/// their instances in \p Judged. Nothing if no loop is won.
static std::optional<RoundState> decidedBy(const TextResult &As,
                                           const TextResult &Judged) {
  auto &Loops = As.Result.Loops;
  if (Judged.Result.Loops.size() != Loops.size() ||
      Judged.ParseErrors.size() > As.ParseErrors.size())
    return std::nullopt;
  RoundState Out;
  bool Wins = false;
  for (auto [Loop, Other] : zip(Loops, Judged.Result.Loops)) {
    const bool IsWon = wantsCompiler(Loop) && !Other.Why;
    const LoopReport &By = IsWon ? Other : Loop;
    Wins |= IsWon;
    if (By.Why) {
      if (By.Why->Kind == RejectionKind::NeedsCompiler ||
          By.Why->Kind == RejectionKind::WillNotPay)
        Out.Left[Loop.Ordinal] = {By.Why->Kind, By.Why->Detail};
    } else if (By.Made.Decision) {
      Out.Decided[Loop.Ordinal] = *By.Made.Decision;
    } else if (By.Form.Keys.front().Variant) {
      Out.Decided[Loop.Ordinal] = {By.Form.Keys.front().Variant,
                                   By.Form.Keys.front().Stages,
                                   "decided before"};
    }
  }
  return Wins ? std::optional(Out) : std::nullopt;
}

Expected<TextResult> judgeText(const DeviceCommand &Command, StringRef Path,
                               StringRef Text, const RewriteOptions &Options,
                               StyleOf Style, const Judge &By) {
  if (Options.DumpAfter || Options.Undo)
    return rewriteText(Command, Path, Text, Options, std::move(Style));
  if (!isJudged(Options))
    return TextJudge(Command, Path, Text, Options, Style, By).asChosen();
  Expected<TextResult> Out =
      TextJudge(Command, Path, Text, Options, Style, By).run();
  if (!Out || !By.Asked || Options.Sure == SureBy::Rules)
    return Out;
  std::set<std::string> Instances;
  for (const LoopReport &Loop : Out->Result.Loops)
    if (wantsCompiler(Loop))
      Instances.insert(Loop.PlausibleInstance);
  if (Instances.empty())
    return Out;
  Judge Alone = By;
  Alone.Kept = nullptr; // It keeps verdicts of the user's own text.
  const std::string WithInstances = Text.str() + useOf(Instances);
  Expected<TextResult> OfInstances =
      TextJudge(Command, Path, WithInstances, Options, Style, Alone).run();
  if (!OfInstances) {
    consumeError(OfInstances.takeError());
    return Out;
  }
  std::optional<RoundState> Known = decidedBy(*Out, *OfInstances);
  if (!Known)
    return Out;
  // What holds for the instance need not for others: they only chose.
  RewriteOptions Plain = Options;
  Plain.Sure = SureBy::Nobody;
  Expected<TextResult> Last =
      rewriteText(Command, Path, Text, Plain, Style, *Known);
  if (!Last) {
    consumeError(Last.takeError());
    return Out;
  }
  if (Last->Result.Loops.size() != Out->Result.Loops.size())
    return Out;
  bool Wins = false;
  for (auto [Was, Is, Other] :
       zip(Out->Result.Loops, Last->Result.Loops, OfInstances->Result.Loops)) {
    if (!Was.Why && Is.Why)
      return Out;
    if (Was.Why && Is.Why) {
      Is = Was;
      continue;
    }
    if (!Was.Why) {
      Is.DecidedBy = Was.DecidedBy;
      Is.Accepted = Was.Accepted;
      Is.Budget = Was.Budget;
      Is.Figures = Was.Figures;
      continue;
    }
    Wins = true;
    Is.DecidedBy = Other.DecidedBy;
    Is.Accepted = Other.Accepted;
    Is.Budget = Other.Budget;
    Is.Figures = Other.Figures;
    Is.Remarks.push_back(
        "nothing that compiles here instantiates it; judged as '" +
        StringRef(Was.PlausibleInstance).ltrim(':').str() + "'");
  }
  if (!Wins)
    return Out;
  Last->Note = Out->Note;
  return Last;
}

} // namespace cudapipe
