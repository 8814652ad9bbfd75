//===- LaunchesInFile.cpp - Launches in other files -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchesInFile.h"
#include "cudapipe/Match/OtherFiles.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <map>
#include <set>

using namespace clang;

namespace cudapipe {
namespace {

const FunctionDecl *patternOrSelf(const FunctionDecl &F) {
  if (F.getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
    if (const FunctionTemplateDecl *Template = F.getPrimaryTemplate())
      return Template->getTemplatedDecl();
  return &F;
}

/// "ns::gemm void (const float *, float *)", the same in all files.
std::string signatureOf(const FunctionDecl &F) {
  const FunctionDecl &Pattern = *patternOrSelf(F);
  std::string Params;
  if (const FunctionTemplateDecl *T = Pattern.getDescribedFunctionTemplate())
    Params = std::to_string(T->getTemplateParameters()->size());
  return Pattern.getQualifiedNameAsString() + "<" + Params + "> " +
         Pattern.getType().getCanonicalType().getAsString();
}

/// Where the body of \p F stands; "" if it is not seen.
std::string bodyOf(const FunctionDecl &F, const EditScope &Scope) {
  const FunctionDecl *Definition = nullptr;
  return F.hasBody(Definition)
             ? Scope.placeOf(Definition->getBody()->getBeginLoc())
             : "";
}

/// Finds the kernel that another translation unit calls the same.
class KernelFinder : public DynamicRecursiveASTVisitor {
public:
  explicit KernelFinder(const FunctionDecl &Wanted)
      : Name(Wanted.getName()), Signature(signatureOf(Wanted)) {}

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->hasAttr<CUDAGlobalAttr>() && F->getIdentifier() &&
        F->getName() == Name && signatureOf(*F) == Signature) {
      const FunctionDecl *Definition = nullptr;
      F->hasBody(Definition);
      // A definition tells which kernel it is.
      if (!Found || Definition)
        Found = Definition ? Definition : F;
    }
    return true;
  }

  const FunctionDecl *Found = nullptr;

private:
  StringRef Name;
  std::string Signature;
};

/// Looks at texts only: most files have nothing to do with a kernel.
class TextSearch {
public:
  TextSearch(const FunctionDecl &Kernel, const ASTContext &Ctx,
             const RewriteOptions &Options)
      : Name(Kernel.getName()), Language(Ctx.getLangOpts()), Options(Options) {}

  bool finds(llvm::StringRef File);
  bool defines(llvm::StringRef File) const {
    auto Text = llvm::MemoryBuffer::getFile(File);
    return Text && definesKernel((*Text)->getBuffer(), Name, Language);
  }

private:
  bool headerUses(const std::string &Path);

  llvm::StringRef Name;
  const LangOptions &Language;
  const RewriteOptions &Options;
  std::map<std::string, bool> Headers;
};

bool TextSearch::headerUses(const std::string &Path) {
  auto [It, IsNew] = Headers.try_emplace(Path, false);
  if (IsNew)
    if (auto Text = llvm::MemoryBuffer::getFile(Path))
      It->second = usesName((*Text)->getBuffer(), Name, Language);
  return It->second;
}

/// The text of \p File names the kernel, or a header of the project that it
/// includes does so otherwise than to declare it.
bool TextSearch::finds(llvm::StringRef File) {
  auto Text = llvm::MemoryBuffer::getFile(File);
  if (Text && mayLaunch((*Text)->getBuffer(), Name, Language))
    return true;
  return Text && Options.Program.HeadersOf &&
         llvm::any_of(
             Options.Program.HeadersOf(File),
             [&](const std::string &Path) { return headerUses(Path); });
}

std::string quotedName(llvm::StringRef File) {
  return "'" + llvm::sys::path::filename(File).str() + "'";
}

class OtherFilesReader {
public:
  OtherFilesReader(const FunctionDecl &Kernel, LaunchSites &Here,
                   const ASTContext &Ctx, const RewriteOptions &Options,
                   const EditScope &Scope)
      : Kernel(Kernel), Here(Here), Ctx(Ctx), Options(Options), Scope(Scope) {}

  std::vector<LaunchesInFile> read(const MayLaunch &Found);

private:
  void readFile(llvm::StringRef File);
  void hide(std::string Why) {
    Here.Hidden.push_back({Kernel.getLocation(), std::move(Why)});
  }

  const FunctionDecl &Kernel;
  LaunchSites &Here;
  const ASTContext &Ctx;
  const RewriteOptions &Options;
  const EditScope &Scope;
  std::vector<LaunchesInFile> Out;
  /// As in MayLaunch.
  std::string Rival;
};

void OtherFilesReader::readFile(llvm::StringRef File) {
  std::string Name = quotedName(File);
  if (!Options.Program.ReadOther)
    return hide(Name + " names it, so it may be launched there");
  ASTContext *Other = Options.Program.ReadOther(File);
  if (!Other)
    return hide(Name + " names it and does not parse");
  KernelFinder Finder(Kernel);
  Finder.TraverseDecl(Other->getTranslationUnitDecl());
  if (!Finder.Found)
    return hide(Name + " names it, so it may be launched there");
  EditScope OtherScope(Other->getSourceManager(), Options.Loops.HeaderRegex,
                       Scope.pathOf(Ctx.getSourceManager().getMainFileID()));
  // One with a body of its own is another kernel.
  std::string Body = bodyOf(*Finder.Found, OtherScope);
  if (!Body.empty() && Body != bodyOf(Kernel, Scope)) {
    Rival = File.str();
    return;
  }
  LaunchesInFile Launches{File.str(), Other, Finder.Found,
                          findLaunches(*Finder.Found, *Other, OtherScope)};
  for (const OutOfSight &Hidden : Launches.Sites.Hidden)
    if (Hidden.Needs == OutOfSight::Nothing)
      hide("in " + Name + ", " + Hidden.Why);
  // This is the search that the others ask for.
  Launches.Sites.Hidden.clear();
  Out.push_back(std::move(Launches));
}

std::vector<LaunchesInFile> OtherFilesReader::read(const MayLaunch &Found) {
  Rival = Found.Rival;
  for (const std::string &File : Found.Files)
    readFile(File);
  for (const LaunchesInFile &Other : Out)
    if (!Rival.empty() && !Other.Kernel->hasBody())
      hide(
          quotedName(Rival) +
          " has a kernel of that name too, and it is not known which of them " +
          quotedName(Other.File) + " launches");
  auto IsLaunch = [](const LaunchSite &Site) { return Site.isLaunch(); };
  bool Launched = llvm::any_of(Here.Sites, IsLaunch);
  for (const LaunchesInFile &Other : Out)
    Launched |= llvm::any_of(Other.Sites.Sites, IsLaunch);
  llvm::erase_if(Here.Hidden, [&](const OutOfSight &Hidden) {
    return Hidden.Needs == OutOfSight::Files ||
           (Hidden.Needs == OutOfSight::Launch && Launched);
  });
  // The first is the one that is told: rather what was found than what was not.
  std::stable_partition(Here.Hidden.begin(), Here.Hidden.end(),
                        [](const OutOfSight &Hidden) {
                          return Hidden.Needs == OutOfSight::Nothing;
                        });
  return std::move(Out);
}

/// \p Tiles in dynamic memory, where the kernel is only declared.
UnseenTiles unseen(const LaunchWish &Wish, const ASTContext &Ctx) {
  UnseenTiles Out{0, ""};
  for (const DynamicTile &Tile : Wish.Tiles) {
    QualType Type = Tile.Tile->getType();
    Out.Bytes += Wish.Stages * Ctx.getTypeSizeInChars(Type).getQuantity();
    if (Tile.Padded)
      Out.Bytes = llvm::alignTo(Out.Bytes, Wish.Alignment);
    Out.Names += (Out.Names.empty() ? "" : ", ") + Tile.Tile->getNameAsString();
  }
  return Out;
}

/// The variables of \p Body that stand where \p Tiles do in the same text.
std::vector<DynamicTile> sameTiles(llvm::ArrayRef<DynamicTile> Tiles,
                                   const SourceManager &Here, const Stmt *Body,
                                   const SourceManager &There) {
  std::vector<DynamicTile> Out;
  for (const DynamicTile &Tile : Tiles) {
    unsigned At = Here.getFileOffset(Tile.Tile->getLocation());
    auto Visit = [&](auto &&Self, const Stmt *S) -> void {
      if (const auto *Decls = dyn_cast_or_null<DeclStmt>(S))
        for (const Decl *D : Decls->decls())
          if (const auto *Var = dyn_cast<VarDecl>(D);
              Var && There.getFileOffset(Var->getLocation()) == At)
            Out.push_back({Var, Tile.Padded});
      if (S)
        for (const Stmt *Child : S->children())
          Self(Self, Child);
    };
    Visit(Visit, Body);
  }
  return Out;
}

} // namespace

MayLaunch searchOtherFiles(const FunctionDecl &Kernel, LaunchSites &Here,
                           const ASTContext &Ctx, const RewriteOptions &Options,
                           const EditScope &Scope) {
  MayLaunch Out;
  bool OthersCan = Kernel.isExternallyVisible();
  for (const OutOfSight &Hidden : Here.Hidden) {
    if (Hidden.Needs == OutOfSight::Nothing ||
        (Hidden.Needs == OutOfSight::Files && !Options.Program.IsKnown))
      return Out;
    OthersCan |= Hidden.Needs == OutOfSight::Files;
  }
  if (!OthersCan || !Kernel.getIdentifier())
    return Out;
  const SourceManager &SM = Ctx.getSourceManager();
  std::string Own = Scope.pathOf(Scope.fileOf(Kernel.getLocation())).str();
  std::set<std::string> Seen{Scope.pathOf(SM.getMainFileID()).str()};
  TextSearch Texts(Kernel, Ctx, Options);
  for (const std::string &File : Options.Program.OtherFiles) {
    if (Options.Program.MayName &&
        !Options.Program.MayName(File, Kernel.getName()))
      continue;
    std::string Path = canonicalPath(File, SM);
    if (!Seen.insert(Path).second)
      continue;
    if (Path != Own && Texts.defines(File))
      Out.Rival = File; // it means its own
    else if (Texts.finds(File))
      Out.Files.push_back(File);
  }
  Here.MoreElsewhere = !Out.Files.empty();
  if (Out.Files.empty())
    llvm::erase_if(Here.Hidden, [](const OutOfSight &Hidden) {
      return Hidden.Needs == OutOfSight::Files;
    });
  return Out;
}

std::string fileThatWantsAllBlocks(const FunctionDecl &Kernel,
                                   const ASTContext &Ctx,
                                   const RewriteOptions &Options,
                                   const EditScope &Scope) {
  if (!Kernel.getIdentifier() || !Options.Program.MayName ||
      !Options.Program.ReadOther)
    return "";
  const SourceManager &SM = Ctx.getSourceManager();
  const std::string Main = Scope.pathOf(SM.getMainFileID()).str();
  static constexpr StringRef Words[] = {
      "cudaLaunchCooperativeKernel", "cudaLaunchCooperativeKernelMultiDevice",
      "cudaLaunchAttributeCooperative", "cuLaunchCooperativeKernel",
      "CU_LAUNCH_ATTRIBUTE_COOPERATIVE"};
  for (const std::string &File : Options.Program.OtherFiles) {
    if (canonicalPath(File, SM) == Main ||
        !Options.Program.MayName(File, Kernel.getName()) ||
        llvm::none_of(Words, [&](StringRef Word) {
          return Options.Program.MayName(File, Word);
        }))
      continue;
    ASTContext *Other = Options.Program.ReadOther(File);
    if (!Other)
      return File;
    KernelFinder Finder(Kernel);
    Finder.TraverseDecl(Other->getTranslationUnitDecl());
    EditScope There(Other->getSourceManager(), Options.Loops.HeaderRegex, Main);
    if (Finder.Found &&
        findLaunches(*Finder.Found, *Other, There).WantsAllBlocks.isValid())
      return File;
  }
  return "";
}

std::vector<LaunchesInFile>
readOtherFiles(const FunctionDecl &Kernel, const MayLaunch &Found,
               LaunchSites &Here, const ASTContext &Ctx,
               const RewriteOptions &Options, const EditScope &Scope) {
  if (Found.Files.empty())
    return {};
  return OtherFilesReader(Kernel, Here, Ctx, Options, Scope).read(Found);
}

OrRejection<LaunchEdits> editOther(const LaunchesInFile &Other,
                                   const LaunchWish &Wish,
                                   const FunctionDecl &Kernel,
                                   const ASTContext &Ctx) {
  auto Reject = [&](RejectionKind Kind, llvm::StringRef Why) {
    return Rejection{Kind, Kernel.getLocation(),
                     "in " + quotedName(Other.File) + ", " + Why.str()};
  };
  LaunchWish There = Wish;
  std::optional<UnseenTiles> Unseen;
  const FunctionDecl *Definition = nullptr;
  if (Other.Kernel->hasBody(Definition))
    There.Tiles =
        sameTiles(Wish.Tiles, Ctx.getSourceManager(), Definition->getBody(),
                  Other.Ctx->getSourceManager());
  else if (!Wish.Tiles.empty())
    Unseen = unseen(Wish, Ctx);
  if (There.Tiles.size() != Wish.Tiles.size())
    return Reject(RejectionKind::LaunchOutOfSight,
                  "the kernel has other tiles");
  OrRejection<LaunchEdits> Edits =
      editLaunches(Other.Sites, There, Definition ? *Definition : *Other.Kernel,
                   *Other.Ctx, Unseen ? &*Unseen : nullptr);
  // Its place is one of another translation unit.
  if (auto *Why = std::get_if<Rejection>(&Edits))
    return Reject(Why->Kind, Why->Detail);
  return Edits;
}

} // namespace cudapipe
