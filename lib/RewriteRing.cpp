//===- RewriteRing.cpp - The calls for one loop that becomes a ring -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyze/Threads/LaunchFacts.h"
#include "Builds/OtherTypes.h"
#include "Builds/TemplateSizes.h"
#include "FileRewriter.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Builds/Configurations.h"
#include "cudapipe/Plan/PipelineBudget.h"
#include "cudapipe/Resources/LaunchShape.h"
#include "cudapipe/Resources/RegisterEstimate.h"
#include "cudapipe/Ring/ReadBackRing.h"
#include "cudapipe/Ring/RingPlan.h"
#include "cudapipe/Ring/WriteRing.h"
#include "clang/AST/Attr.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

/// "ring of 3 stages over TMA, shared memory 8200 -> 24600 bytes"
static std::string summarize(const RingLoop &Loop, const RingPlan &Plan,
                             bool HasRoles) {
  std::string Out = llvm::formatv(
      "ring of {0} stages over {1}{2}, shared memory {3} -> {4} bytes",
      Plan.Stages,
      Loop.Copy.Kind == TransferStep::TensorLoad ? "TMA" : "bulk copies",
      HasRoles ? " with a warp that copies" : "", Plan.Before, Plan.After);
  if (Plan.isDynamic())
    Out += ", dynamic";
  return Out;
}

/// All launches are known, and of blocks in one dimension.
static bool isOneDimensional(const FunctionDecl &Kernel,
                             const LaunchSites &Sites, const ASTContext &Ctx) {
  if (!Sites.allInSight() || !Sites.NoneUnknown || Sites.MoreElsewhere)
    return false;
  const LaunchFacts Facts = readLaunchFacts(Kernel, Sites, Ctx);
  return Facts.BlockDim[1] == 1 && Facts.BlockDim[2] == 1;
}

/// Another build may give \p Tile another size.
static bool isOfMacro(const VarDecl &Tile, const FunctionDecl &Kernel,
                      const SourceText &Text, const ASTContext &Ctx) {
  TemplateSizes Sizes(Kernel, Text, Ctx);
  Sizes.addTile(Tile);
  return Sizes.relyOnMacros() ||
         OtherTypes(Kernel, Text, Ctx).hasElementsOf(Tile);
}

/// \p Kernel is all that is made of its template, which other files do not see.
static bool isOneInstance(const FunctionDecl &Kernel, const ASTContext &Ctx) {
  const FunctionTemplateDecl *Template = Kernel.getPrimaryTemplate();
  return Template && !isInHeader(Kernel, Ctx) &&
         std::distance(Template->spec_begin(), Template->spec_end()) == 1;
}

/// An instantiation that is not in sight may give \p Tile another size.
static bool isOfTemplate(const VarDecl &Tile, const FunctionDecl &Kernel,
                         const SourceText &Text, const ASTContext &Ctx) {
  if (!Kernel.isExternallyVisible() && isOneInstance(Kernel, Ctx))
    return false;
  TemplateSizes Sizes(Kernel, Text, Ctx);
  Sizes.addTile(Tile);
  return !Sizes.isWhole() || !Sizes.terms().empty();
}

/// What the launches of \p Kernel give, as far as they are numbers.
static void readLaunchBytes(const FunctionDecl &Kernel,
                            const LaunchSites &Sites, const ASTContext &Ctx,
                            RingRequest &Request) {
  bool Same = Sites.allInSight() && Sites.NoneUnknown && !Sites.MoreElsewhere &&
              !Kernel.getTemplateInstantiationPattern();
  std::optional<uint64_t> Least;
  for (const LaunchSite &Site : Sites.Sites) {
    if (!Site.isLaunch())
      continue;
    for (const Expr *Size : Site.Sizes) {
      const std::optional<int64_t> Bytes =
          Size->isValueDependent() ? std::nullopt : constantValue(Size, Ctx);
      if (!Bytes || *Bytes < 0) {
        Same = false;
        continue;
      }
      Same &= !dependsOnConfiguration(*Size, Kernel, Ctx);
      Least = std::min<uint64_t>(Least.value_or(*Bytes), *Bytes);
      Request.LaunchBytes =
          std::max<uint64_t>(Request.LaunchBytes.value_or(0), *Bytes);
    }
    Same &= Site.Sizes.size() == 1;
  }
  Request.SameLaunchBytes = Same && Least && Least == Request.LaunchBytes;
}

/// nvcc gives `extern __shared__ T s;` static memory of its own, whatever a
/// launch passes: only launches that pass so much can pass it for each stage.
static std::optional<Rejection>
whyNotPassed(const VarDecl &Tile, const LaunchSites &Sites, ASTContext &Ctx) {
  const int64_t Bytes = Ctx.getTypeSizeInChars(Tile.getType()).getQuantity();
  auto No = [&](SourceRange At) {
    return Rejection{
        RejectionKind::DynamicSharedMemory, At,
        llvm::formatv("nvcc gives '{0}', which is no array, static memory, so "
                      "what the launch passes may be less than its {1} bytes; "
                      "declare it without 'extern', or as an array",
                      Tile.getName(), Bytes)};
  };
  if (!Sites.allInSight())
    return No(Tile.getSourceRange());
  for (const LaunchSite &Site : Sites.Sites) {
    if (!Site.isLaunch())
      continue;
    bool IsPassed = !Site.Sizes.empty();
    for (const Expr *Size : Site.Sizes) {
      const VarDecl *Var = namedVariable(Size);
      if (Var && Sites.holdsSize(Var) && Var->getInit())
        Size = Var->getInit();
      const std::optional<int64_t> Given =
          Size->isValueDependent() ? std::nullopt : constantValue(Size, Ctx);
      IsPassed &= Given && *Given >= Bytes;
    }
    if (!IsPassed)
      return No(Site.At->getSourceRange());
  }
  return std::nullopt;
}

/// With so many resident blocks, one computes while others wait. Two public
/// GEMMs on an H200 took 0.83 to 1.04 with 8 and rings of two, 0.71 to 1.01
/// with others; with 6, 0.96 to 1.25, with 5 and fewer, 1.02 and more
/// (docs/developers/performance-log.md).
static constexpr unsigned ManyBlocks = 6;

bool FileRewriter::mayBeRing(const Rejection &Why, const Attempt &Try) const {
  return (Why.Kind == RejectionKind::TensorCopyInLoop ||
          Why.Kind == RejectionKind::BulkCopyInLoop) &&
         (!Try.Variant || Try.Variant == &ring() || Try.Variant == &roles());
}

llvm::Expected<Outcome>
FileRewriter::rewriteRing(const LoopCandidate &Candidate,
                          const Rejection &OneBuffer, const Attempt &Try,
                          uint64_t Added) {
  // What goes round, or has roles, is told what it is.
  const TileRing Ring = readTileRing(*Candidate.Loop, *Candidate.Kernel, Ctx);
  if (Ring.Role != TileRing::Both || Ring.HasRoles || Ring.GoesRound ||
      Candidate.Kernel->isDependentContext())
    return Outcome{OneBuffer};
  const LaunchSites &Sites = Launches.launchesOf(*Candidate.Kernel);
  const bool HasRoles = Try.Variant == &roles();
  // Other blocks get no warp more.
  const bool IsOneDimensional =
      HasRoles || isOneDimensional(*Candidate.Kernel, Sites, Ctx);
  OrRejection<RingLoop> Read =
      readRingLoop(Candidate, OneBuffer, IsOneDimensional, Ctx);
  if (auto *Why = std::get_if<Rejection>(&Read))
    return Outcome{*Why};
  const RingLoop &Loop = std::get<RingLoop>(Read);
  std::optional<RingRoles> Roles;
  if (HasRoles) {
    OrRejection<RingRoles> Known = readRoles(Loop, Sites, Ctx);
    if (auto *Why = std::get_if<Rejection>(&Known))
      return Outcome{*Why};
    Roles = std::move(std::get<RingRoles>(Known));
  }
  const SourceText Text(
      Ctx.getSourceManager().getFileID(Ctx.getSourceManager().getExpansionLoc(
          Candidate.Loop->getBeginLoc())),
      Ctx);
  bool MindsSizes = false;
  for (const VarDecl *Tile : Loop.Tiles) {
    if (Tile == Loop.Area)
      continue;
    if (isOfMacro(*Tile, *Candidate.Kernel, Text, Ctx))
      return Outcome{Rejection{RejectionKind::MacroLoop, Tile->getSourceRange(),
                               "another build may give '" +
                                   Tile->getNameAsString() + "' another size"}};
    MindsSizes |= isOfTemplate(*Tile, *Candidate.Kernel, Text, Ctx);
    if (Tile->hasExternalStorage() && !Tile->getType()->isArrayType())
      if (std::optional<Rejection> Why = whyNotPassed(*Tile, Sites, Ctx))
        return Outcome{*Why};
  }
  if (std::optional<Rejection> Why =
          Launches.whyNotFewerBlocks(*Candidate.Kernel))
    return Outcome{*Why};
  if (auto Left = Round.Left.find(Ordinals.at(Filter.placeOf(*Candidate.Loop)));
      Left != Round.Left.end())
    return Outcome{Rejection{
        Left->second.Kind, Candidate.Loop->getSourceRange(), Left->second.Why}};
  RingRequest Request;
  Request.Stages =
      Try.Common ? std::optional(Try.Common->Stages) : Options.Stages;
  Request.SmVersion = Options.SmVersion;
  Request.SharedSm = Options.sharedSm();
  Request.Added = Added;
  Request.Threads = blockThreads(*Candidate.Kernel, Sites, Ctx).Threads;
  const std::optional<unsigned> Registers =
      measuredRegisters(*Candidate.Kernel, Options.Measured, Ctx);
  Request.RegistersMeasured = Registers.has_value();
  Request.Registers =
      Registers ? *Registers : estimateRegisters(*Candidate.Kernel, Ctx);
  Request.LaunchPromised = Launches.isPromised(*Candidate.Kernel);
  Request.StaysStatic = MindsSizes && !isOneInstance(*Candidate.Kernel, Ctx);
  if (Loop.Area)
    readLaunchBytes(*Candidate.Kernel, Sites, Ctx, Request);
  if (Roles) {
    Request.MoreThreads = ProducerThreads;
    Request.EmptyBytes =
        Ctx.getTypeSizeInChars(Roles->WaitsAt->getType()).getQuantity();
  }
  auto WhyNotLaunch = [&](const LaunchWish &Wish) {
    return Launches.whyNot(*Candidate.Kernel, Wish);
  };
  Request.WhyNotLaunch = WhyNotLaunch;
  OrRejection<RingPlan> Planned = planRing(Loop, Request, Ctx);
  if (auto *Why = std::get_if<Rejection>(&Planned))
    return Outcome{*Why};
  RingPlan &Plan = std::get<RingPlan>(Planned);
  Plan.MindsSizes = MindsSizes;
  if (Try.MayLeave && !Try.Variant && Request.Threads &&
      Plan.BlocksBefore >= ManyBlocks)
    return Outcome{Rejection{
        RejectionKind::WillNotPay, Loop.Header.Loop->getSourceRange(),
        llvm::formatv(
            "{0} blocks are resident with one buffer{1}, and compute "
            "while others wait; --variant=ring makes it",
            Plan.BlocksBefore,
            Request.RegistersMeasured ? "" : ", by a guess of registers")}};

  const unsigned Place = Filter.placeOf(*Candidate.Kernel);
  auto It = Names.find(Place);
  if (It == Names.end())
    It =
        Names
            .emplace(Place, NameTable(Filter.mainFile(), Ctx, Candidate.Kernel))
            .first;
  NameTable Trial = It->second;
  const RingRoles *Producer = Roles ? &*Roles : nullptr;
  OrRejection<LoopRewrite> Rewrite =
      writeRing(Plan, Loop, Producer, Trial, Ctx);
  if (auto *Done = std::get_if<LoopRewrite>(&Rewrite)) {
    Done->Names = std::move(Trial);
    Done->Helpers = Helpers;
  }
  Outcome Out{std::move(Rewrite), summarize(Loop, Plan, HasRoles),
              int64_t(Plan.After - Plan.Moved) - int64_t(Plan.Before),
              Plan.Wish, /*IsStaged=*/true};
  if (std::holds_alternative<LoopRewrite>(Out.Rewrite)) {
    if (!AllLoops)
      AllLoops.emplace(Ctx);
    Out.ProvedAsRing = std::make_shared<const ProvedRing>(Plan, Loop, Producer,
                                                          *AllLoops, Ctx);
  }
  FormKey Key;
  const Transport &Made = HasRoles ? roles() : ring();
  Key.Variant = &Made;
  Key.Stages = Plan.Stages;
  Key.IsDynamic = Plan.isDynamic();
  Out.Form.Keys = {Key};
  Out.Stages = Plan.Stages;
  Out.Decision = {&Made, Plan.Stages, Plan.Reason};
  return Out;
}

} // namespace cudapipe
