//===- CheckKernels.cpp - Hazards of any kernel ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   KernelInFile -> DeviceCode -> Program -> ShapeOutcome -> CheckedKernel
//        AST            IR       decoded       played          verdict
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Check/CheckKernels.h"
#include "Describe.h"
#include "GuessedShapes.h"
#include "KernelPlays.h"
#include "PlantFaults.h"
#include "cudapipe/Listed.h"
#include "cudapipe/Match/PlausibleInstance.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace cudapipe::check {
namespace {

std::string spelled(const Triple &Block) {
  std::string Out = std::to_string(Block.X);
  if (Block.Y > 1 || Block.Z > 1)
    Out += "x" + std::to_string(Block.Y);
  if (Block.Z > 1)
    Out += "x" + std::to_string(Block.Z);
  return Out;
}

/// The check of one kernel; its members are what the steps share.
class KernelCheck {
public:
  /// \p OnlyTrips: of the numbers that decide trips, the one that is raised;
  /// null: all.
  KernelCheck(const KernelInFile &Mine, const DeviceCode &Code,
              const CheckOptions &Options, uint64_t &Spent,
              const Argument *OnlyTrips = nullptr)
      : Mine(Mine), Kernel(*Mine.Kernel), Code(Code), Options(Options),
        Places(*Code.function().getParent()), Decoded(decode(Code, Places)),
        Rests(Code.function()), OfTrips(ofTrips(OnlyTrips)),
        Given(Code.function(), Kernel, Places.data(), OfTrips, Mine.Launches),
        Plays(Decoded, Places, Rests, Given) {
    Plays.setFixedTrips(!Given.anyOfTrips() && !LoadsDecide && !PlaceDecides);
    Plays.setPlaceDecides(PlaceDecides);
    Plays.setBudget(Options.MostSteps, Spent);
  }

  CheckedKernel run();
  /// Several numbers decide trips, and none was found that is right for all.
  bool mayNeedOtherTrips() const { return LacksTrips && OfTrips.size() > 1; }
  ArrayRef<const Argument *> tripNumbers() const {
    return OfTrips.getArrayRef();
  }

private:
  SetVector<const Argument *> ofTrips(const Argument *Only) {
    SmallVector<const BasicBlock *> Headers;
    for (const CountedLoop &One : Decoded.Loops)
      Headers.push_back(One.Header);
    SetVector<const Argument *> All =
        Rests.tripNumbers(Headers, LoadsDecide, PlaceDecides);
    if (Only)
      All.remove_if([&](const Argument *One) { return One != Only; });
    return All;
  }
  unsigned launchBounds() const;
  std::vector<LaunchShape> knownShapes() const;
  void playKnown(ArrayRef<LaunchShape> Shapes);
  void playGuessed();
  void conclude(ShapeOutcome Of, const LaunchShape &Shape);
  void noProof(std::string Why, std::string Needs);
  void describeHazards(ArrayRef<RawHazard> Found);
  void describePlayed(const ShapeOutcome &Of, const LaunchShape &Shape);
  std::string unclear(const ShapeOutcome &Of, std::string &Needs) const;
  void findNeverPlayed(const ShapeOutcome &Of);
  void describeProof(const TripProof &Proof);

  const KernelInFile &Mine;
  const clang::FunctionDecl &Kernel;
  const DeviceCode &Code;
  const CheckOptions &Options;
  const Layout Places;
  const Program Decoded;
  const Dependence Rests;
  bool LoadsDecide = false, PlaceDecides = false, LacksTrips = false;
  const SetVector<const Argument *> OfTrips;
  const Parameters Given;
  Player Plays;
  CheckedKernel Out;
};

unsigned KernelCheck::launchBounds() const {
  const auto *Bounds = Kernel.getAttr<clang::CUDALaunchBoundsAttr>();
  if (!Bounds || Bounds->getMaxThreads()->isValueDependent())
    return 0;
  const auto Most =
      Bounds->getMaxThreads()->getIntegerConstantExpr(Kernel.getASTContext());
  return Most && *Most > 0 && *Most <= 1024 ? Most->getZExtValue() : 0;
}

/// Blocks that somebody gave: the user, launches in sight.
std::vector<LaunchShape> KernelCheck::knownShapes() const {
  constexpr size_t MostShapes = 3;
  std::vector<LaunchShape> Known;
  const LaunchTexts *First =
      Mine.Launches.empty() ? nullptr : &Mine.Launches.front();
  if (Options.Block) {
    const auto &[X, Y, Z] = *Options.Block;
    Known.push_back({{X, Y, Z}, nullptr});
    return Known;
  }
  const SizeNames Names = Given.names({32});
  for (const LaunchTexts &Launch : Mine.Launches)
    if (const std::optional<Triple> Block = Launch.block(Names)) {
      const bool IsNew = none_of(Known, [&](const LaunchShape &Old) {
        return Old.Block.X == Block->X && Old.Block.Y == Block->Y &&
               Old.Block.Z == Block->Z;
      });
      if (IsNew && Known.size() < MostShapes)
        Known.push_back({*Block, &Launch});
    }
  const unsigned Bounds = launchBounds();
  if (Known.empty() && Bounds && !usesRows(Code.function()))
    Known.push_back({{Bounds, 1, 1}, First});
  return Known;
}

void KernelCheck::noProof(std::string Why, std::string Needs) {
  Out.Verdict = CheckVerdict::NoProof;
  Out.Why = std::move(Why);
  Out.Needs = std::move(Needs);
}

void KernelCheck::describeHazards(ArrayRef<RawHazard> Found) {
  // What orders some pairs only is no remedy where others are in a race, too.
  const bool AnyAcross =
      any_of(Found, [](const RawHazard &One) { return One.IsAcrossWarps; });
  for (RawHazard One : Found) {
    One.IsAcrossWarps |= AnyAcross;
    Hazard New = describe(One, Decoded, Places, Rests, Kernel);
    const bool IsKnown = any_of(Out.Hazards, [&](const Hazard &Old) {
      return Old.Kind == New.Kind && Old.At.Line == New.At.Line &&
             Old.Other.Line == New.Other.Line;
    });
    if (!IsKnown)
      Out.Hazards.push_back(std::move(New));
  }
  // Copies that come too early are no copies that are read too early.
  if (any_of(Found, [](const RawHazard &One) { return One.IsOverfull; }))
    erase_if(Out.Hazards, [](const Hazard &One) {
      return One.Other.IsCopy && (One.Kind == HazardKind::WriteThenRead ||
                                  One.Kind == HazardKind::ReadInFlight);
    });
  // Who reads too early may read what nobody has written yet.
  const std::vector<Hazard> All = Out.Hazards;
  erase_if(Out.Hazards, [&](const Hazard &One) {
    return One.Kind == HazardKind::Uninitialized &&
           any_of(All, [&](const Hazard &Other) {
             return Other.Kind <= HazardKind::ReadInFlight &&
                    Other.Variable == One.Variable;
           });
  });
}

void KernelCheck::describePlayed(const ShapeOutcome &Of,
                                 const LaunchShape &Shape) {
  const std::string Boxes = "the sizes of boxes of tensor maps";
  if (Of.HasBoxes && !is_contained(Out.Unmodelled, Boxes))
    Out.Unmodelled.push_back(Boxes);
  Out.Played = {spelled(Shape.Block), Of.Sets - Of.Impossible,
                Plays.mostTrips(Of), Of.Steps};
}

/// Why \p Of, in which nothing was found, shows nothing; "" if it does.
std::string KernelCheck::unclear(const ShapeOutcome &Of,
                                 std::string &Needs) const {
  if (!Of.Failure.empty()) {
    const HazardSide At = placeOf(Of.FailedAt, Out.File);
    Needs = "for this kernel, compute-sanitizer --tool racecheck, on a GPU";
    return Of.Failure + (At.Line ? " in line " + std::to_string(At.Line) : "");
  }
  if (Of.Sets == 0 || Of.Impossible == Of.Sets) {
    Needs = "--block with the threads that it is launched with";
    return "with all parameters that were tried, the kernel leaves its arrays "
           "or fails an assertion";
  }
  const bool LacksRounds = Plays.hasLoops() && !Plays.wentRound(Of);
  if (Of.OutOfSteps == Of.Sets || (Of.IsCut && LacksRounds)) {
    Needs = "--kernel with its name, so that no other kernel takes steps, or "
            "--block with fewer threads";
    return "it takes more steps than are played";
  }
  if (LacksRounds) {
    Needs = "a bound of that loop that is a parameter of the kernel";
    return "a loop with barriers never went round twice";
  }
  if (!Of.IfData.empty()) {
    Needs = "a launch or an assertion that excludes them, or an atomic";
    return "with data or numbers that were made up there is a hazard";
  }
  return "";
}

void KernelCheck::findNeverPlayed(const ShapeOutcome &Of) {
  std::set<unsigned> Lines;
  for (size_t I = 0; I + 1 < Decoded.Where.BlockStarts.size(); ++I) {
    const uint32_t Begin = Decoded.Where.BlockStarts[I],
                   End = Decoded.Where.BlockStarts[I + 1];
    if (Plays.isReached(Of, Begin))
      continue;
    for (uint32_t At = Begin; At < End; ++At) {
      const Op &O = Decoded.Ops[At];
      const Value *Address = addressOf(*O.From);
      const auto *Base =
          Address ? dyn_cast_or_null<GlobalVariable>(baseOf(*Address))
                  : nullptr;
      const bool Matters =
          O.Kind == OpKind::AsyncCopy || O.Kind == OpKind::Barrier ||
          ((O.Kind == OpKind::Load || O.Kind == OpKind::Store) && Base &&
           Base->getAddressSpace() == 3);
      if (Matters)
        if (const unsigned Line = placeOf(O.From, Out.File).Line)
          Lines.insert(Line);
    }
  }
  Out.NeverPlayed.assign(Lines.begin(), Lines.end());
}

/// What was played may stand for any number of trips.
void KernelCheck::describeProof(const TripProof &Proof) {
  Out.Trips.WhyNot = Proof.WhyNot;
  if (Out.Trips.WhyNot.empty() && !Out.NeverPlayed.empty())
    Out.Trips.WhyNot = "some accesses were never played";
  if (!Out.Trips.WhyNot.empty()) {
    Out.Trips.Line = Proof.At ? placeOf(Proof.At, Out.File).Line : 0;
    return;
  }
  Out.Verdict = CheckVerdict::Proved;
  Out.Trips.Period = Proof.Period;
  if (const auto &[Played, All] = Proof.Remainders; Played)
    Out.Trips.OnlyAsPlayed.push_back(std::to_string(Played) + " of " +
                                     std::to_string(All) +
                                     " lengths of the last trip");
  for (const Value *One : Proof.OnlyAsPlayed) {
    const auto *Number = dyn_cast<Argument>(One);
    const std::string Name =
        isa<Function>(One) ? "blockIdx"
        : Number && Number->getArgNo() < Kernel.getNumParams()
            ? Kernel.getParamDecl(Number->getArgNo())->getNameAsString()
        : isa<GlobalVariable>(One) ? sourceName(*cast<GlobalVariable>(One))
                                   : One->getName().str();
    if (const std::string Quoted = "'" + Name + "'";
        !is_contained(Out.Trips.OnlyAsPlayed, Quoted))
      Out.Trips.OnlyAsPlayed.push_back(Quoted);
  }
}

/// The verdict of a shape that is known.
void KernelCheck::conclude(ShapeOutcome Of, const LaunchShape &Shape) {
  std::string Needs;
  std::string Why;
  TripProof Proof;
  if (Of.Sure.empty()) {
    Why = unclear(Of, Needs);
    if (Why.empty() && Plays.hasLoops())
      Proof = Plays.prove(Shape, Of,
                          sliceOfTrips(Code, Decoded, Shape.Block, OfTrips));
    // What more trips show.
    if (Why.empty())
      Why = unclear(Of, Needs);
  }
  describePlayed(Of, Shape);
  if (!Of.Sure.empty()) {
    Out.Verdict = CheckVerdict::Witness;
    Out.Parameters = Given.text(Of.Set);
    describeHazards(Of.Sure);
    return;
  }
  if (Why.empty()) {
    Out.Verdict = CheckVerdict::Clean;
    findNeverPlayed(Of);
    if (Plays.hasLoops())
      describeProof(Proof);
    return;
  }
  LacksTrips = Of.Failure.empty() && Of.IfData.empty();
  if (Of.Failure.empty() && !Of.IfData.empty()) {
    Out.Parameters = Given.text(Of.Set);
    describeHazards(Of.IfData);
  }
  noProof(std::move(Why), std::move(Needs));
}

void KernelCheck::playKnown(ArrayRef<LaunchShape> Shapes) {
  for (const LaunchShape &Shape : Shapes) {
    const CheckedKernel Before = Out;
    conclude(Plays.play(Shape), Shape);
    if (Out.Verdict == CheckVerdict::Witness)
      return;
    // The worst of all launches counts.
    if (!Before.Played.Block.empty() && Before.Verdict > Out.Verdict)
      Out = Before;
  }
}

/// A block that gives no hazard is likely what is meant; one that does gives no
/// witness.
void KernelCheck::playGuessed() {
  const uint64_t MostSteps = 5 * Options.MostSteps / 2;
  constexpr size_t MostShapes = 8;
  const LaunchTexts *Texts =
      Mine.Launches.empty() ? nullptr : &Mine.Launches.front();
  Plays.setGuessed(true);
  std::optional<ShapeOutcome> Worst;
  LaunchShape WorstShape;
  uint64_t Steps = 0;
  size_t Tried = 0;
  // A launch that is not understood may be of any of these; and what one warp
  // does alone shows no races.
  const bool IsLaunched = Mine.HasUnreadLaunch || !Mine.Launches.empty();
  bool Races = false;
  for (const Triple &Block :
       guessedBlocks(Code.function(), Kernel, launchBounds())) {
    if (Tried++ == MostShapes ||
        (Worst && (Steps > MostSteps || Plays.isSpent())))
      break;
    const LaunchShape Shape{Block, Texts};
    ShapeOutcome Of = Plays.play(Shape);
    Steps += Of.Steps;
    std::string Needs;
    const bool HidesRaces =
        Races && (IsLaunched || (Block.count() <= WarpSize &&
                                 !isOfExtents(Code.function(), Block)));
    if (Of.Sure.empty() && !HidesRaces && unclear(Of, Needs).empty())
      return conclude(Of, Shape);
    Races |= any_of(Of.Sure, [](const RawHazard &One) {
      return One.Kind <= HazardKind::WriteInFlight;
    });
    const bool IsBetter = !Worst || (Worst->Sure.empty() && !Of.Sure.empty());
    if (IsBetter) {
      Worst = std::move(Of);
      WorstShape = Shape;
    }
  }
  if (!Worst)
    return noProof("no block of threads fits it", "--block with its threads");
  conclude(*Worst, WorstShape);
  if (Out.Verdict == CheckVerdict::Witness)
    noProof((IsLaunched ? std::string("its launch does not say")
                        : std::string("no launch in sight says")) +
                " how many threads a block has; with " + Out.Played.Block +
                " there is a hazard",
            IsLaunched ? "--block with its threads"
                       : "a launch in this file, or --block");
}

CheckedKernel KernelCheck::run() {
  const clang::SourceManager &SM = Kernel.getASTContext().getSourceManager();
  const clang::PresumedLoc At =
      SM.getPresumedLoc(SM.getExpansionLoc(Kernel.getLocation()));
  Out.File = At.getFilename();
  Out.Line = At.getLine();
  Out.Column = At.getColumn();
  raw_string_ostream Name(Out.Name);
  Kernel.getNameForDiagnostic(
      Name, clang::PrintingPolicy(Kernel.getASTContext().getLangOpts()),
      /*Qualified=*/true);
  Out.Unmodelled.assign(Decoded.Unmodelled.begin(), Decoded.Unmodelled.end());
  const std::vector<LaunchShape> Known = knownShapes();
  if (Known.empty())
    playGuessed();
  else
    playKnown(Known);
  if (Options.SelfTest && Out.Verdict <= CheckVerdict::Clean) {
    LaunchShape Shape = Known.empty() ? LaunchShape() : Known.front();
    if (Known.empty())
      for (const Triple &Block :
           guessedBlocks(Code.function(), Kernel, launchBounds()))
        if (spelled(Block) == Out.Played.Block)
          Shape.Block = Block;
    Out.Faults = plantFaults(Decoded, Places, Rests, Given, Shape, Out.File);
  }
  return std::move(Out);
}

/// A size of a tile and a length of a row are no one number: where one for all
/// shows nothing, each is raised alone.
CheckedKernel checkKernel(const KernelInFile &Mine, const DeviceCode &Code,
                          const CheckOptions &Options) {
  uint64_t Spent = 0;
  KernelCheck All(Mine, Code, Options, Spent);
  CheckedKernel Out = All.run();
  if (All.mayNeedOtherTrips())
    for (const Argument *One : All.tripNumbers()) {
      if (Spent > 3 * Options.MostSteps)
        break;
      CheckedKernel Alone = KernelCheck(Mine, Code, Options, Spent, One).run();
      if (Alone.Verdict != CheckVerdict::NoProof)
        return Alone;
    }
  return Out;
}

CheckedKernel unreadKernel(const KernelInFile &Mine, std::string Why,
                           std::string Needs) {
  const clang::SourceManager &SM =
      Mine.Kernel->getASTContext().getSourceManager();
  const clang::PresumedLoc At =
      SM.getPresumedLoc(SM.getExpansionLoc(Mine.Kernel->getLocation()));
  CheckedKernel Out;
  Out.Name = Mine.Kernel->getQualifiedNameAsString();
  Out.File = At.getFilename();
  Out.Line = At.getLine();
  Out.Column = At.getColumn();
  Out.Why = std::move(Why);
  Out.Needs = std::move(Needs);
  return Out;
}

/// An instance of a template of which no launch in the text tells: float for
/// types, a common side of tiles for numbers. "" if there is none.
std::string guessedInstance(const clang::FunctionDecl &Kernel) {
  constexpr unsigned Side = 32;
  const clang::FunctionTemplateDecl *Template =
      Kernel.getDescribedFunctionTemplate();
  if (!Template ||
      !Kernel.getDeclContext()->getRedeclContext()->isFileContext())
    return "";
  std::string Out;
  for (const clang::NamedDecl *One : *Template->getTemplateParameters()) {
    const auto *Number = dyn_cast<clang::NonTypeTemplateParmDecl>(One);
    if (One->isParameterPack() ||
        (!Number && !isa<clang::TemplateTypeParmDecl>(One)))
      return "";
    if (Number && Number->hasDefaultArgument())
      break;
    if (const auto *Type = dyn_cast<clang::TemplateTypeParmDecl>(One);
        Type && Type->hasDefaultArgument())
      break;
    if (Number && !Number->getType()->isIntegerType())
      return "";
    Out += (Out.empty() ? "" : ", ") + (!Number ? std::string("float")
                                        : Number->getType()->isBooleanType()
                                            ? std::string("true")
                                            : std::to_string(Side));
  }
  return "::" + Kernel.getQualifiedNameAsString() + "<" + Out + ">";
}

/// What makes an instance of each template that has none.
struct WantedInstances {
  std::string Text;
  bool IsMade = false;
};

/// What makes that a part of a kernel could not be read: the macro \p
/// Undefined, if there is one, and the first header of \p Errors that is
/// missing.
CheckedKernel unreadKernel(const KernelInFile &Mine,
                           const std::string &Undefined,
                           ArrayRef<ParseError> Errors) {
  std::string Header, Why = "a part of it could not be read", Needs;
  for (const ParseError &One : Errors)
    if (Header.empty())
      Header = missingHeaderOf(One);
  SmallVector<std::string, 2> Reasons;
  if (!Undefined.empty())
    Reasons.push_back("'" + Undefined + "' is defined nowhere");
  if (!Header.empty())
    Reasons.push_back("'" + Header + "' was not found");
  if (Undefined.empty())
    for (const ParseError &One : Errors)
      if (missingHeaderOf(One).empty()) {
        Reasons.push_back("line " + std::to_string(One.Line) + ": " +
                          One.Message);
        break;
      }
  if (!Reasons.empty())
    Why += ": " + join(Reasons, ", and ");
  if (!Undefined.empty())
    Needs = "-D" + Undefined + "=<number>";
  if (!Header.empty())
    Needs += (Needs.empty() ? "-I" : " or -I") +
             std::string(" with the folder of '") + Header + "'";
  if (Needs.empty())
    Needs = "the headers that it misses, or --cuda-headers=toolkit";
  return unreadKernel(Mine, std::move(Why), std::move(Needs));
}

void checkAst(clang::ASTContext &Ctx, const CheckOptions &Options,
              ArrayRef<ParseError> Errors, CheckedFile &Out,
              WantedInstances &Wanted) {
  const Regex Pattern(Options.KernelRegex);
  // What a kernel leaves of its share the others have.
  constexpr uint64_t MostOfOne = 150'000'000, LeastOfOne = 12'000'000;
  uint64_t StepsLeft = Options.MostSteps;
  Out.Kernels.clear();
  Out.Names.clear();
  std::vector<KernelInFile> All = findKernelsToCheck(Ctx);
  for (const KernelInFile &Mine : All)
    Out.Names.push_back(Mine.Kernel->getQualifiedNameAsString());
  erase_if(All, [&](const KernelInFile &Mine) {
    return !Options.KernelRegex.empty() &&
           !Pattern.match(Mine.Kernel->getQualifiedNameAsString()) &&
           !Pattern.match(Mine.Kernel->getNameAsString());
  });
  size_t KernelsLeft = All.size() + 1;
  for (const KernelInFile &Mine : All) {
    --KernelsLeft;
    if (Mine.IsOnlyTemplate) {
      std::string Instance = plausibleInstance(*Mine.Kernel, Ctx);
      if (Instance.empty())
        Instance = guessedInstance(*Mine.Kernel);
      if (!Instance.empty())
        Wanted.Text += "\nvoid cudapipe_instance_" +
                       std::to_string(Out.Kernels.size()) + "() { (void)&" +
                       Instance + "; }";
      Out.Kernels.push_back(
          unreadKernel(Mine, "nothing in this file instantiates it",
                       "an explicit instantiation, or a launch"));
      continue;
    }
    std::string Undefined;
    const std::unique_ptr<DeviceCode> Code =
        DeviceCode::toPlay(*Mine.Kernel, &Undefined);
    if (!Code) {
      Out.Kernels.push_back(unreadKernel(Mine, Undefined, Errors));
      continue;
    }
    CheckOptions Share = Options;
    Share.MostSteps =
        std::clamp<uint64_t>(StepsLeft / KernelsLeft, LeastOfOne, MostOfOne);
    Out.Kernels.push_back(checkKernel(Mine, *Code, Share));
    StepsLeft -= std::min(StepsLeft, Out.Kernels.back().Played.Steps);
  }
}

} // namespace
} // namespace cudapipe::check

namespace cudapipe {

Expected<CheckedFile> checkText(const DeviceCommand &Command, StringRef Path,
                                StringRef Text, const CheckOptions &Options) {
  CheckedFile Out;
  check::WantedInstances Wanted;
  if (Error Failure =
          parseFile(Command, Path, Text,
                    [&](clang::ASTContext &Ctx, ArrayRef<ParseError> Errors) {
                      check::checkAst(Ctx, Options, Errors, Out, Wanted);
                      Out.ParseErrors = Errors;
                    }))
    return std::move(Failure);
  if (Wanted.Text.empty())
    return Out;
  // With an instance of each template that has none: what was plausible only
  // gives no witness.
  CheckedFile Again;
  check::WantedInstances NoMore;
  if (Error Failure =
          parseFile(Command, Path, (Text + Wanted.Text + "\n").str(),
                    [&](clang::ASTContext &Ctx, ArrayRef<ParseError> Errors) {
                      check::checkAst(Ctx, Options, Errors, Again, NoMore);
                    }))
    return std::move(Failure);
  for (CheckedKernel &One : Again.Kernels) {
    const bool WasTemplate = any_of(Out.Kernels, [&](const CheckedKernel &Old) {
      return Old.Line == One.Line && Old.Played.Block.empty() &&
             Old.Why == "nothing in this file instantiates it";
    });
    if (WasTemplate && One.Verdict == CheckVerdict::Witness) {
      One.Verdict = CheckVerdict::NoProof;
      One.Why = "nothing in this file instantiates it; as " + One.Name +
                " there is a hazard";
      One.Needs = "an explicit instantiation, or a launch";
    }
  }
  Out.Kernels = std::move(Again.Kernels);
  return Out;
}

} // namespace cudapipe
