//===- LaunchEditor.h - The steps behind editLaunches() ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_LAUNCHEDITOR_H
#define CUDAPIPE_LIB_REWRITE_LAUNCHEDITOR_H

#include "SourceText.h"
#include "cudapipe/Rewrite/EditLaunches.h"

namespace cudapipe {

/// Lines of new code are no longer where they can be broken.
inline constexpr unsigned LineLimit = 80;

/// \p Sum with a line for each term, where one line of \p Indent is too short.
std::string wrapped(llvm::StringRef Sum, size_t Indent);

/// A size as it will be.
struct NewSize {
  std::string Text;
  /// When it is a compile-time constant.
  std::optional<uint64_t> Bytes;
  /// It is a variable that is changed where it is initialized, or a constant:
  /// the same wherever it is named.
  bool Stable = false;
  /// It need not change.
  bool IsAsNow = false;
};

/// \p Size has no side effect, and the functions that it calls have none. The
/// value may be computed twice.
bool mayRunTwice(const clang::Expr *Size, const clang::ASTContext &Ctx);

/// The threads in x that \p Site gives a block, if there are none in y and z;
/// and in \p Var, the dim3 that holds them. Null: that is not seen.
const clang::Expr *threadsInX(const LaunchSite &Site,
                              const clang::ASTContext &Ctx,
                              const clang::VarDecl *&Var);

/// Why blocks of \p Site cannot have \p More threads in x than now.
std::optional<Rejection> whyNotMoreThreads(const LaunchSite &Site,
                                           unsigned More,
                                           const clang::ASTContext &Ctx);

class LaunchEditor {
public:
  LaunchEditor(const LaunchSites &Launches, const LaunchWish &Wish,
               const UnseenTiles *Unseen, const clang::FunctionDecl &Kernel,
               const clang::ASTContext &Ctx);
  OrRejection<LaunchEdits> run();

private:
  std::optional<Rejection> editSite(const LaunchSite &Site);
  std::optional<Rejection> addThreads(const LaunchSite &Site);
  std::optional<Rejection> scale(const LaunchSite &Site);
  std::optional<Rejection> add(const LaunchSite &Site);
  void editArgument(const LaunchSite &Site, TextRange R, llvm::StringRef Size);
  std::optional<Rejection> addArgument(const LaunchSite &Site,
                                       const NewSize &Size);
  std::string nameSize(const LaunchSite &Site, NewSize &Size);
  /// Stages times \p Size, as text and value.
  std::optional<NewSize> scaled(const clang::Expr *Size);
  std::optional<uint64_t> withStages(const clang::Expr *E, uint64_t Unit,
                                     std::vector<TextEdit> &Edits) const;
  std::optional<NewSize> extended(const clang::Expr *Size, bool Alone);
  std::optional<NewSize> resized(const clang::Expr *Size, bool Alone) {
    return Wish.Kind == LaunchWish::Extend ? extended(Size, Alone)
                                           : scaled(Size);
  }
  uint64_t bytesFor(uint64_t Now) const;
  bool isEnough(const clang::Expr *Size) const;
  void nameChecks(const clang::Expr *Size, const LaunchSite &Site);
  /// The text of \p Size is an argument of a macro that puts it where no launch
  /// takes it for a size, too.
  bool isUsedOtherwise(const clang::Expr *Size, const LaunchSite &Site) const;
  /// What \p Size will be, having edited the variable that it names, if any.
  std::optional<NewSize> editSize(const clang::Expr *Size);
  /// What the tiles take, as the launch may say it; nothing if it cannot.
  std::optional<NewSize> tileBytes(const LaunchSite &Site);
  std::optional<uint64_t>
  bytesOfTiles(const clang::FunctionDecl *Launched) const;
  std::optional<Rejection> checkLimit(const LaunchSite &Site,
                                      const NewSize &Size) const;
  bool coversLaunches(const clang::Expr *AttributeSize);
  bool followsLaunches(const LaunchSite &Attribute) const;

  /// \p First and cudaFuncSetAttribute(), where it is needed and not there yet,
  /// in front of \p Site.
  std::optional<Rejection> raiseLimit(const LaunchSite &Site,
                                      const NewSize &Size,
                                      llvm::StringRef First = "");
  std::string checkingMacro(const LaunchSite &Site) const;
  std::optional<Rejection> askForMore(const LaunchSite &Site,
                                      const NewSize &Size,
                                      std::string &Statement);
  bool isRaisedBefore(const LaunchSite &Launch) const;
  bool haveOneSize(const LaunchSite &A, const LaunchSite &B) const;
  bool openUp(const clang::Stmt &Block, const clang::Stmt &S,
              llvm::ArrayRef<std::string> Statements);
  std::optional<Rejection> insertBefore(const LaunchSite &Site,
                                        llvm::ArrayRef<std::string> Statements);
  std::optional<std::string> kernelName(const LaunchSite &Site) const;
  void edit(TextRange R, std::string Text);

  Rejection reject(const LaunchSite &Site, const llvm::Twine &Why) const;
  std::string name() const { return Kernel.getNameAsString(); }

  const LaunchSites &Launches;
  const LaunchWish &Wish;
  const UnseenTiles *Unseen;
  const clang::FunctionDecl &Kernel;
  const clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  /// Of the launch in hand.
  SourceText Text;
  LaunchEdits Out;
  /// Statements inserted so far: the block, what was inserted.
  std::vector<std::pair<const clang::Stmt *, std::string>> Inserted;
};

/// `static size_t size = prepare();`: the function that has run when \p Size, a
/// local variable, has its value. Null if there is none.
const clang::FunctionDecl *runForSize(const clang::VarDecl *Size);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_LAUNCHEDITOR_H
