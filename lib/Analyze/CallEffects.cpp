//===- CallEffects.cpp - Effects of calls ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library function is judged by its name and parameter types, a user's
// function by its body: what the body does through a parameter happens to what
// the argument names. A function without a body has unknown effects.
//
//===----------------------------------------------------------------------===//

#include "EffectsWalker.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace cudapipe {

/// The source is read and the destination written, if only later.
void EffectsWalker::asyncCopy(const AsyncOperation &Op) {
  if (!Op.To || !Op.From)
    return;
  touch(Op.To, Flow.rootsOfAddress(Op.To), Write);
  touch(Op.From, Flow.rootsOfPointer(Op.From), Read);
}

/// Deeper call chains than this are not followed; recursion ends here too.
static constexpr unsigned MaxCallDepth = 12;

void EffectsWalker::arguments(const FunctionDecl *Callee,
                              llvm::ArrayRef<const Expr *> Args) {
  for (auto [I, Arg] : llvm::enumerate(Args)) {
    bool ByReference = Callee && I < Callee->getNumParams() &&
                       Callee->getParamDecl(I)->getType()->isReferenceType();
    if (ByReference && Arg->isGLValue())
      address(Arg);
    else
      read(Arg);
  }
}

static bool isPointerToConst(QualType Type) {
  QualType Pointee = Type->getPointeeType();
  return !Pointee.isNull() && Pointee.isConstQualified();
}

/// tex2D<float>(object, x, y), tex1Dfetch(reference, x) and the like.
static bool isTextureFetch(const FunctionDecl &Callee) {
  const IdentifierInfo *Name = Callee.getIdentifier();
  return Name && llvm::StringRef(Name->getName()).starts_with("tex");
}

namespace {
/// Who waits at a barrier.
enum class GroupTy { Block, Warp, Grid, Other };
} // namespace

/// The group of `block.sync()` and `cg::sync(block)`; __syncthreads() and the
/// like are for the block.
static GroupTy groupOf(const FunctionDecl &Callee, const Expr *Object,
                       llvm::ArrayRef<const Expr *> Args) {
  if (!llvm::StringRef(Callee.getQualifiedNameAsString())
           .contains("cooperative_groups"))
    return GroupTy::Block;
  const Expr *Group = Object ? Object : Args.empty() ? nullptr : Args[0];
  QualType Type = Group ? Group->IgnoreParenBaseCasts()->getType() : QualType();
  if (!Type.isNull() && Type->isPointerType())
    Type = Type->getPointeeType();
  const CXXRecordDecl *Record =
      Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
  // The toolkit's thread_block::sync() is static: it has no object.
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee); Method && !Record)
    Record = Method->getParent();
  llvm::StringRef Class =
      Record && Record->getIdentifier() ? Record->getName() : "";
  if (Class == "thread_block")
    return GroupTy::Block;
  if (Class == "grid_group" || Class == "multi_grid_group")
    return GroupTy::Grid;
  // The toolkit's sync() is that of __static_size_thread_block_tile_base.
  return Class.contains("thread_block_tile") || Class == "coalesced_group"
             ? GroupTy::Warp
             : GroupTy::Other;
}

/// \p Call waits for the threads of a group.
static void meet(const Expr &Call, GroupTy Group, Effects &Out) {
  switch (Group) {
  case GroupTy::Block:
    return Out.Barriers.push_back(&Call);
  case GroupTy::Warp:
    return Out.Pinned.push_back({&Call, "a sync of a part of the block"});
  case GroupTy::Grid:
  case GroupTy::Other:
    return Out.Unknown.push_back({&Call, "a wait for more than the block"});
  }
}

/// It returns what others have stored by now: loads past the cache, members of
/// libcu++'s atomics.
static bool asksOthers(llvm::StringRef QualifiedName) {
  llvm::StringRef Name = QualifiedName.rsplit("::").second;
  if (Name.empty())
    Name = QualifiedName;
  return Name.starts_with("__ldc") || Name.starts_with("ThreadLoad") ||
         (QualifiedName.starts_with("cuda::") &&
          QualifiedName.contains("atomic"));
}

/// The memory that a library's object or function looks at. References to
/// atomics hold a pointer that is not followed.
static RootSet watchedBy(const FunctionDecl &Callee, const Expr *Object,
                         llvm::ArrayRef<const Expr *> Args,
                         const PointerFlow &Flow) {
  const Expr *Of = Object ? Object : Args.empty() ? nullptr : Args[0];
  RootSet Out;
  if (Of &&
      !llvm::StringRef(Callee.getQualifiedNameAsString()).contains("_ref"))
    Out = Of->getType()->isPointerType() ? Flow.rootsOfPointer(Of)
                                         : Flow.rootsOfObject(Of);
  bool IsOwn = llvm::all_of(Out, [](const MemoryRoot &Root) {
    return Root.Kind == MemoryRoot::Local;
  });
  return IsOwn ? RootSet{{MemoryRoot::Unknown, nullptr}} : Out;
}

/// Waits that the library makes: for all blocks, or for what another sets.
void EffectsWalker::libraryWait(const Expr &Call, const FunctionDecl &Callee,
                                const Expr *Object,
                                llvm::ArrayRef<const Expr *> Args) {
  const std::string Qualified = Callee.getQualifiedNameAsString();
  llvm::StringRef Name = Callee.getIdentifier() ? Callee.getName() : "";
  if (Name.starts_with("cudaCGSynchronize") ||
      (llvm::StringRef(Qualified).contains("cooperative_groups") &&
       groupOf(Callee, Object, Args) == GroupTy::Grid &&
       llvm::is_contained({"sync", "barrier_wait"}, Name))) {
    Out.BlockWaits.push_back({&Call, "here it meets all blocks of the grid"});
    return;
  }
  if (!llvm::StringRef(Qualified).starts_with("cuda::") ||
      !llvm::is_contained({"wait", "atomic_wait", "atomic_wait_explicit",
                           "acquire", "arrive_and_wait", "wait_parity"},
                          Name))
    return;
  BlockWait Wait{&Call, "here it waits for what others signal"};
  for (const MemoryRoot &Root : watchedBy(Callee, Object, Args, Flow))
    if (Root.Kind != MemoryRoot::Shared)
      Wait.Watched.push_back(Root);
  if (!Wait.Watched.empty())
    Out.BlockWaits.push_back(std::move(Wait));
}

void EffectsWalker::libraryCall(const Expr &Call, const FunctionDecl &Callee,
                                const Expr *Object,
                                llvm::ArrayRef<const Expr *> Args) {
  libraryWait(Call, Callee, Object, Args);
  std::string Name = Callee.getQualifiedNameAsString();
  llvm::SaveAndRestore As(Reader);
  if (asksOthers(Name))
    Reader = MemoryAccess::Asks;
  switch (classifyLibraryCall(Name)) {
  case LibraryCall::Barrier:
    return meet(Call, groupOf(Callee, Object, Args), Out);
  case LibraryCall::AsyncCopy: {
    Out.AsyncCopies.push_back(&Call);
    std::optional<AsyncOperation> Op = asyncOperation(&Call, Ctx);
    if (Op)
      asyncCopy(*Op);
    if (Name.ends_with("memcpy_async") && (!Op || !Op->To))
      Out.Unknown.push_back({&Call, "a copy whose ends are not seen"});
    if (!Op || Op->Kind != AsyncOperation::Wait || !Op->Group)
      return;
    // cg::wait() meets the others of its group, too.
    return meet(Call, groupOf(Callee, Object, Args), Out);
  }
  case LibraryCall::Unknown:
    Out.Unknown.push_back(
        {&Call, llvm::formatv("a call of '{0}'", Name).str()});
    if (Reader == MemoryAccess::Asks)
      touch(&Call, watchedBy(Callee, Object, Args, Flow), ReadWrite);
    return;
  case LibraryCall::Atomic:
    Out.Pinned.push_back({&Call, "an atomic operation whose result is used",
                          /*Observes=*/&Call != Discarded});
    if (&Call != Discarded)
      Reader = MemoryAccess::Asks;
    if (!Args.empty())
      touch(&Call, Flow.rootsOfPointer(Args[0]), ReadWrite);
    return;
  case LibraryCall::PerThread:
    if (Object)
      touch(&Call,
            Object->getType()->isPointerType() ? Flow.rootsOfPointer(Object)
                                               : Flow.rootsOfObject(Object),
            Read);
    return;
  case LibraryCall::Pinned:
  case LibraryCall::Observes:
    Out.Pinned.push_back({&Call, llvm::formatv("a call of '{0}'", Name).str(),
                          classifyLibraryCall(Name) == LibraryCall::Observes});
    break;
  case LibraryCall::Collective:
    Out.Barriers.push_back(&Call);
    break;
  case LibraryCall::Pure:
    if (Callee.getIdentifier() && Callee.getName().starts_with("__cvta_"))
      return; // converts an address, touches nothing
    if (isTextureFetch(Callee))
      touch(&Call, {MemoryRoot::Texture, nullptr}, Read, /*Whole=*/false);
    break;
  }
  if (Object) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
    RootSet Roots = Object->getType()->isPointerType()
                        ? Flow.rootsOfPointer(Object)
                        : Flow.rootsOfObject(Object);
    touch(&Call, Roots, Method && Method->isConst() ? Read : ReadWrite,
          /*Whole=*/false);
  }
  for (auto [I, Arg] : llvm::enumerate(Args)) {
    QualType Type = I < Callee.getNumParams()
                        ? Callee.getParamDecl(I)->getType()
                        : Arg->getType();
    if (Type->isReferenceType()) {
      bool ReadOnly = Type->getPointeeType().isConstQualified() ||
                      Type->isRValueReferenceType();
      // The left side of a library type's operator= is written in whole.
      bool Assigns = I == 0 && Callee.getOverloadedOperator() == OO_Equal;
      touch(&Call, Flow.rootsOfObject(Arg),
            Assigns    ? Write
            : ReadOnly ? Read
                       : ReadWrite,
            Assigns && isa<DeclRefExpr>(Arg->IgnoreParens()));
    } else if (Type->isPointerType() && !Type->isFunctionPointerType()) {
      touch(&Call, Flow.rootsOfPointer(Arg),
            isPointerToConst(Type) ? Read : ReadWrite);
    }
  }
}

/// What \p Callee, a function of another file, is for may be to wait: it does
/// not just compute a value.
static bool mayWait(const FunctionDecl &Callee) {
  return Callee.getReturnType()->isVoidType() ||
         llvm::any_of(Callee.parameters(), [](const ParmVarDecl *Param) {
           return Param->getType()->isPointerType() &&
                  !isPointerToConst(Param->getType());
         });
}

void EffectsWalker::userCall(const Expr &Call, const FunctionDecl &Callee,
                             const Expr *Object,
                             llvm::ArrayRef<const Expr *> Args,
                             bool Constructs) {
  const FunctionDecl *Definition = nullptr;
  if (!Callee.hasBody(Definition) && Callee.getTemplateInstantiationPattern())
    Callee.getTemplateInstantiationPattern()->hasBody(Definition);
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  bool Trivial = copiesBytes(Callee) || Callee.isDefaulted();
  if (Trivial && Method) {
    // Copies and assignments the compiler writes.
    if (Object)
      touch(&Call, Flow.rootsOfObject(Object), Write,
            isa<DeclRefExpr>(Object->IgnoreParens()));
    for (const Expr *Arg : Args)
      if (Arg->isGLValue())
        touch(&Call, Flow.rootsOfObject(Arg), Read);
    return;
  }
  std::string Name = Callee.getNameAsString();
  if (!Definition || CallDepth >= MaxCallDepth ||
      (Method && Method->isVirtual())) {
    if (!Definition && mayWait(Callee))
      Out.BlockWaits.push_back(
          {&Call,
           llvm::formatv("here it calls '{0}', whose body is not seen", Name)
               .str()});
    return Out.Unknown.push_back(
        {&Call,
         llvm::formatv("a call of '{0}', whose body is not seen", Name).str()});
  }

  // A lambda's body uses the pointers of the function that made it.
  bool IsLambda = Method && Method->getParent()->isLambda();
  std::optional<PointerFlow> Own;
  if (!IsLambda) {
    Own.emplace(*Definition).nameWhatObjectsHold();
    Own->shareMembers(Flow, Object);
  }
  Effects Body;
  EffectsWalker Walker(Body, IsLambda ? Flow : *Own, Ctx, CallDepth + 1);
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      Walker.read(Init->getInit());
  Walker.statement(Definition->getBody());

  auto IsOwn = [&](const VarDecl *Var) {
    return Var->getDeclContext() == Definition;
  };
  auto Apply = [&](const MemoryAccess &Access, AccessTy Kind) {
    // A constructor fills an object of this thread.
    if (Access.Root == MemoryRoot{MemoryRoot::This, nullptr} && Constructs)
      return;
    touch(&Call, Flow.followCall(Access.Root, *Definition, Object, Args), Kind,
          false);
  };
  for (const MemoryAccess &Access : Body.MemoryReads) {
    llvm::SaveAndRestore As(Reader, Access.Reader);
    Apply(Access, Read);
  }
  for (const MemoryAccess &Access : Body.MemoryWrites)
    Apply(Access, Write);
  // A lambda's body names its maker's variables directly.
  for (const VarDecl *Var : Body.Reads)
    if (!IsOwn(Var) && !Definition->Encloses(Var->getDeclContext()))
      touch(&Call, {MemoryRoot::Local, Var}, Read, false);
  for (const VarDecl *Var : Body.Writes)
    if (!IsOwn(Var) && !Definition->Encloses(Var->getDeclContext()))
      touch(&Call, {MemoryRoot::Local, Var}, Write, false);
  if (!Body.Barriers.empty())
    Out.Barriers.push_back(&Call);
  if (!Body.AsyncCopies.empty())
    Out.AsyncCopies.push_back(&Call);
  for (const BlockWait &Inner : Body.BlockWaits) {
    BlockWait Wait{Inner.Where, Inner.What};
    for (const MemoryRoot &Root : Inner.Watched)
      for (const MemoryRoot &Here :
           Flow.followCall(Root, *Definition, Object, Args))
        if (Here.Kind != MemoryRoot::Shared && Here.Kind != MemoryRoot::Local)
          Wait.Watched.push_back(Here);
    if (Inner.Watched.empty() || !Wait.Watched.empty())
      Out.BlockWaits.push_back(std::move(Wait));
  }
  for (const Occurrence &O : Body.Pinned)
    Out.Pinned.push_back({&Call, O.What, O.Observes});
  for (const Occurrence &O : Body.Unknown)
    Out.Unknown.push_back(
        {&Call, llvm::formatv("{0} in '{1}'", O.What, Name).str()});
}

/// `a += b` of operands whose type only an instantiation knows.
bool EffectsWalker::dependentOperator(const CXXOperatorCallExpr &Call) {
  OverloadedOperatorKind Kind = Call.getOperator();
  if (Kind == OO_Star && Call.getNumArgs() == 1 &&
      builtinPointerOperand(&Call, Ctx)) {
    read(Call.getArg(0));
    touch(&Call, Flow.rootsOfObject(&Call), Read);
    return true;
  }
  if (CXXOperatorCallExpr::isAssignmentOp(Kind) && Call.getNumArgs() == 2) {
    read(Call.getArg(1));
    object(Call.getArg(0), Kind == OO_Equal ? Write : ReadWrite);
    return true;
  }
  if (Kind == OO_PlusPlus || Kind == OO_MinusMinus) {
    object(Call.getArg(0), ReadWrite);
    return true;
  }
  if (Kind == OO_Subscript || Kind == OO_Call || Kind == OO_Arrow ||
      Kind == OO_ArrowStar || (Kind == OO_Star && Call.getNumArgs() == 1) ||
      (Kind == OO_Amp && Call.getNumArgs() == 1))
    return false;
  for (const Expr *Arg : Call.arguments())
    read(Arg);
  return true;
}

void EffectsWalker::dependentCall(const CallExpr &Call) {
  const auto *Lookup =
      dyn_cast<UnresolvedLookupExpr>(Call.getCallee()->IgnoreParenImpCasts());
  bool AllLibrary = Lookup && Lookup->getNumDecls() > 0;
  LibraryCall Kind = LibraryCall::Pure;
  if (Lookup)
    for (const NamedDecl *D : Lookup->decls()) {
      const FunctionDecl *F = D->getUnderlyingDecl()->getAsFunction();
      AllLibrary &= F && isLibraryFunction(*F, Ctx);
      if (F)
        Kind = classifyLibraryCall(F->getQualifiedNameAsString());
    }
  // One template of that name in sight: its body is what will run.
  if (Lookup && Lookup->getNumDecls() == 1 && !AllLibrary)
    if (const FunctionDecl *F =
            (*Lookup->decls_begin())->getUnderlyingDecl()->getAsFunction()) {
      llvm::SmallVector<const Expr *, 8> Args(Call.arguments());
      return userCall(Call, *F, nullptr, Args);
    }
  // A library function that has no overloads is the one that is called.
  if (AllLibrary && Lookup->getNumDecls() == 1)
    if (const auto *F = dyn_cast<FunctionDecl>(*Lookup->decls_begin())) {
      llvm::SmallVector<const Expr *, 8> Args(Call.arguments());
      return libraryCall(Call, *F, nullptr, Args);
    }
  // All overloads of memcpy_async do the same.
  if (std::optional<AsyncOperation> Op =
          AllLibrary && Kind == LibraryCall::AsyncCopy
              ? asyncOperation(&Call, Ctx)
              : std::nullopt;
      Op && Op->To) {
    Out.AsyncCopies.push_back(&Call);
    return asyncCopy(*Op);
  }
  bool NoPointers = llvm::none_of(Call.arguments(), [&](const Expr *Arg) {
    QualType Type = accessType(Arg, Ctx);
    return Type->isPointerType() || Type->isArrayType();
  });
  if (!(AllLibrary && Kind == LibraryCall::Pure && NoPointers))
    Out.Unknown.push_back(
        {&Call, "a call that only an instantiation of the template resolves"});
}

void EffectsWalker::call(const CallExpr &Call) {
  llvm::SmallVector<const Expr *, 8> Args(Call.arguments());
  const Expr *Object = nullptr;
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (const auto *MemberCall = dyn_cast<CXXMemberCallExpr>(&Call)) {
    Object = MemberCall->getImplicitObjectArgument();
    if (Object) {
      if (Object->isGLValue())
        address(Object);
      else
        read(Object);
    }
  } else if (isa<CXXOperatorCallExpr>(Call) && Callee &&
             isa<CXXMethodDecl>(Callee) && !Args.empty()) {
    Object = Args.front();
    Args.erase(Args.begin());
    // A lambda: its own object carries no state that we model.
    bool IsLambda = cast<CXXMethodDecl>(Callee)->getParent()->isLambda();
    arguments(Callee, Args);
    if (!IsLambda) {
      if (Object->isGLValue())
        address(Object);
      else
        read(Object);
    } else {
      // The closure is read, and changed by a mutable lambda.
      touch(Object, Flow.rootsOfObject(Object),
            cast<CXXMethodDecl>(Callee)->isConst() ? Read : ReadWrite);
      return userCall(Call, *Callee, nullptr, Args);
    }
    return isLibraryFunction(*Callee, Ctx) && !copiesBytes(*Callee)
               ? libraryCall(Call, *Callee, Object, Args)
               : userCall(Call, *Callee, Object, Args);
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
      Operator && !Callee && dependentOperator(*Operator))
    return;
  arguments(Callee, Args);
  if (Callee)
    return isLibraryFunction(*Callee, Ctx)
               ? libraryCall(Call, *Callee, Object, Args)
               : userCall(Call, *Callee, Object, Args);
  if (Call.isTypeDependent() || Call.isValueDependent() ||
      Call.getCallee()->isTypeDependent())
    return dependentCall(Call);
  Out.Unknown.push_back({&Call, "a call through a pointer"});
}

void EffectsWalker::construct(const CXXConstructExpr &Construct) {
  llvm::SmallVector<const Expr *, 4> Args(Construct.arguments());
  const CXXConstructorDecl *Callee = Construct.getConstructor();
  arguments(Callee, Args);
  if (copiesBytes(*Callee) || Callee->isDefaulted() ||
      isLibraryFunction(*Callee, Ctx)) {
    for (auto [I, Arg] : llvm::enumerate(Args)) {
      if (!Arg->isGLValue())
        continue;
      // A library's object may write by the reference that it is given.
      QualType Type = I < Callee->getNumParams()
                          ? Callee->getParamDecl(I)->getType()
                          : Arg->getType();
      bool Lends = isLibraryFunction(*Callee, Ctx) &&
                   Type->isLValueReferenceType() &&
                   !Type->getPointeeType().isConstQualified();
      touch(&Construct, Flow.rootsOfObject(Arg), Lends ? ReadWrite : Read);
    }
    return;
  }
  userCall(Construct, *Callee, nullptr, Args, /*Constructs=*/true);
}

} // namespace cudapipe
