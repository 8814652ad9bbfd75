//===- TileColumns.cpp - Skewed columns for the tiles of a file -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text is what the loops have become, and all is proved on it: whatever
// copies a tile, in whatever width, is one more access.
//
//===----------------------------------------------------------------------===//

#include "TileColumns.h"
#include "KernelFilter.h"
#include "LaunchLedger.h"
#include "cudapipe/Analyze/PointerFlow.h"
#include "cudapipe/Plan/PlanPipeline.h"
#include "cudapipe/Rewrite/SkewTiles.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {
namespace {

/// The functions of the text, each with all its instantiations.
class FunctionFinder : public DynamicRecursiveASTVisitor {
public:
  FunctionFinder() { ShouldVisitTemplateInstantiations = true; }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->isThisDeclarationADefinition() && F->getBody())
      Found[F->getLocation().getRawEncoding()].push_back(F);
    return true;
  }
  std::map<unsigned, std::vector<const FunctionDecl *>> Found;
};

/// The array in \p S that holds the tile \p Name, or its stages.
const VarDecl *arrayOf(llvm::StringRef Name, const Stmt *S) {
  if (!S)
    return nullptr;
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D); Var && isShared(*Var)) {
        llvm::StringRef Rest = Var->getName();
        if (Rest.consume_front(Name) &&
            (Rest.empty() || (Rest.consume_front("_stages") &&
                              llvm::all_of(Rest, llvm::isDigit))))
          return Var;
      }
  for (const Stmt *Child : S->children())
    if (const VarDecl *Found = arrayOf(Name, Child))
      return Found;
  return nullptr;
}

/// Why \p Kernel cannot have \p More bytes of shared memory; empty if it can.
std::string whyNotMore(const FunctionDecl &Kernel, uint64_t More,
                       const RewriteOptions &Options, const ASTContext &Ctx) {
  std::optional<uint64_t> Bytes = staticSharedBytes(Kernel, Ctx);
  if (!Bytes || usesDynamicShared(Kernel, Ctx))
    return "how much shared memory there is left is not known";
  if (*Bytes + More > MaxStaticSharedBytes ||
      !whyNotResident(*Bytes + More, minBlocksOf(Kernel, Ctx),
                      Options.sharedSm())
           .empty())
    return "skewed they take more shared memory than there is left";
  return "";
}

/// Plans \p Tile in \p Function.
SkewedTile planTile(llvm::StringRef Tile, const FunctionDecl &Function,
                    LaunchLedger &Launches, const ASTContext &Ctx) {
  SkewedTile Out;
  Out.Name = Tile.str();
  const VarDecl *Array = arrayOf(Tile, Function.getBody());
  if (!Array || isDynamicShared(*Array) ||
      !Function.hasAttr<CUDAGlobalAttr>()) {
    Out.Skew = {nullptr};
    Out.Skew.WhyNot = "it is no static array of a kernel";
    return Out;
  }
  Out.Layout = readDeclaredLayout(*Array, Function, nullptr,
                                  &Launches.launchesOf(Function), Ctx);
  Out.Skew = planSkew(Out.Layout, MaxStaticSharedBytes);
  return Out;
}

TileColumns::OfTile toldOf(const SkewedTile &Tile, const ASTContext &Ctx) {
  const TileSkew &S = Tile.Skew;
  if (S.Gap == 0)
    return {false, "the columns of '" + Tile.Name + "' stay as they are: " +
                       (S.WhyNot.empty() ? "it would bring nothing"
                                         : place(S.Where, S.WhyNot, Ctx,
                                                 /*WithLine=*/false))};
  double Least = std::max<uint64_t>(S.Least, 1);
  return {true,
          llvm::formatv("the columns of '{0}' are skewed, {1} bytes left "
                        "out after every {2}, against bank conflicts: an "
                        "access took {3:F1} passes in the mean, now {4:F1}",
                        Tile.Name, S.Gap, SkewGroupBytes, S.Before / Least,
                        S.After / Least)};
}

} // namespace

TileColumns skewColumns(ASTContext &Ctx, const RewriteOptions &Options,
                        const std::set<std::string> &Wanted) {
  TileColumns Out;
  const RoundState Nothing;
  KernelFilter Filter(Ctx, Options, Nothing, {});
  LaunchLedger Launches(Ctx, Options, Filter.scope());
  FunctionFinder Finder;
  Finder.TraverseAST(Ctx);
  for (const auto &[Place, Instantiations] : Finder.Found) {
    const FunctionDecl &First = *Instantiations.front();
    if (!Filter.mayHaveOtherText(First))
      continue;
    std::set<std::string> Tiles, Keys;
    for (const FunctionDecl *Function : Instantiations)
      for (const std::string &Key : Wanted) {
        auto [Kernel, Tile] = llvm::StringRef(Key).rsplit(':');
        if (rowKey(*Function, Tile) == Key) {
          Tiles.insert(Tile.str());
          Keys.insert(Key);
        }
      }
    if (Tiles.empty())
      continue;
    std::optional<tooling::AtomicChange> Agreed;
    std::map<std::string, TileColumns::OfTile> Said;
    bool Agree = true, IsFirst = true;
    for (const FunctionDecl *Function : Instantiations) {
      if (Function->isTemplated() && Instantiations.size() > 1)
        continue; // the pattern
      std::vector<SkewedTile> Planned;
      uint64_t More = 0;
      for (const std::string &Tile : Tiles) {
        SkewedTile Next = planTile(Tile, *Function, Launches, Ctx);
        uint64_t Bytes = Next.Skew.bytesOfRow(Next.Layout) * Next.Layout.Rows;
        std::string Why =
            Next.Skew.Gap ? whyNotMore(*Function, More + Bytes, Options, Ctx)
                          : "";
        if (Why.empty() && Next.Skew.Gap)
          Why = llvm::toString(verifySkew(Next.Skew, Next.Layout));
        if (!Why.empty()) {
          Next.Skew.Gap = 0;
          Next.Skew.WhyNot = Why;
          Next.Skew.Where = nullptr;
        }
        if (Next.Skew.Gap)
          More += Bytes;
        Planned.push_back(std::move(Next));
      }
      std::optional<tooling::AtomicChange> Change =
          skewTiles(Planned, *Function, Ctx);
      if (!IsFirst)
        Agree &=
            Change.has_value() == Agreed.has_value() &&
            (!Change || Change->getReplacements() == Agreed->getReplacements());
      if (IsFirst)
        for (const SkewedTile &Tile : Planned)
          Said[Tile.Name] = toldOf(Tile, Ctx);
      Agreed = std::move(Change);
      IsFirst = false;
    }
    if (Agree && Agreed)
      Out.Kernels.push_back({Filter.forAllFiles(*Agreed), Keys});
    for (const std::string &Key : Keys) {
      std::string Tile = llvm::StringRef(Key).rsplit(':').second.str();
      Out.Tiles[Key] =
          Agree ? Said[Tile]
                : TileColumns::OfTile{false,
                                      "the columns of '" + Tile +
                                          "' stay as they are: instantiations "
                                          "disagree about them"};
    }
  }
  return Out;
}

} // namespace cudapipe
