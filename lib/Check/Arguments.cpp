//===- Arguments.cpp - What a kernel is played with -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Arithmetic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <cstring>

using namespace llvm;

namespace cudapipe::check {

/// By the accesses that use \p Pointer. False: none tells.
static bool describeUses(const Value &Pointer, Region &Out, unsigned Depth) {
  constexpr unsigned MostSteps = 12;
  if (Depth > MostSteps)
    return false;
  for (const User *Use : Pointer.users()) {
    llvm::Type *Type = nullptr;
    if (const auto *Offset = dyn_cast<GEPOperator>(Use)) {
      Type = Offset->getSourceElementType();
      if (Type->isIntegerTy(8))
        Type = nullptr; // Bytes to whatever is there.
    } else if (const auto *Load = dyn_cast<LoadInst>(Use)) {
      Type = Load->getType();
    } else if (const auto *Store = dyn_cast<StoreInst>(Use)) {
      if (Store->getPointerOperand() == &Pointer)
        Type = Store->getValueOperand()->getType();
    }
    if (Type && !Type->isPointerTy()) {
      Region Known;
      Known.Content = Region::Given;
      describeContent(Type, Known);
      if (Known.Content != Region::Given) {
        Out.Content = Known.Content;
        Out.ElementBytes = Known.ElementBytes;
        return true;
      }
    }
    if (isa<GEPOperator, CastInst, PHINode, SelectInst>(Use) &&
        describeUses(*Use, Out, Depth + 1))
      return true;
  }
  return false;
}

/// By the type in the source. False: it is none of these.
static bool describeType(clang::QualType Type, const clang::ASTContext &Ctx,
                         Region &Out) {
  Type = Type->isPointerType() ? Type->getPointeeType() : Type;
  if (Type->isIncompleteType() || Type->isFunctionType())
    return false;
  const unsigned Bytes = Ctx.getTypeSizeInChars(Type).getQuantity();
  if (Type->isIntegralOrEnumerationType() && Bytes <= 8)
    Out.Content = Region::Integers;
  else if (Bytes == 2 && (Type->isRealFloatingType() || Type->isRecordType()))
    Out.Content = Region::Halves; // __half is a class.
  else if (Type->isRealFloatingType() && (Bytes == 4 || Bytes == 8))
    Out.Content = Region::Floats;
  else
    return false;
  Out.ElementBytes = Bytes;
  return true;
}

/// \p F compares what is at \p Offset of \p One, or \p One itself if it is a
/// pointer, with null.
static bool asksForNull(const Function &F, const Argument &One, unsigned Offset,
                        const DataLayout &Data) {
  auto IsIt = [&](const Value *Pointer) {
    Pointer = Pointer->stripPointerCasts();
    if (!One.hasByValAttr())
      return Pointer == &One;
    const auto *Load = dyn_cast<LoadInst>(Pointer);
    if (!Load)
      return false;
    APInt At(64, 0);
    return Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
               Data, At, /*AllowNonInbounds=*/true) == &One &&
           At == Offset;
  };
  return any_of(instructions(F), [&](const Instruction &I) {
    const auto *Test = dyn_cast<ICmpInst>(&I);
    return Test && Test->isEquality() &&
           ((isa<ConstantPointerNull>(Test->getOperand(1)) &&
             IsIt(Test->getOperand(0))) ||
            (isa<ConstantPointerNull>(Test->getOperand(0)) &&
             IsIt(Test->getOperand(1))));
  });
}

void Parameters::addFields(llvm::Type *Type, unsigned Argument,
                           unsigned Offset) {
  constexpr uint64_t MostElements = 64;
  if (const auto *Struct = dyn_cast<StructType>(Type)) {
    for (unsigned I = 0; I < Struct->getNumElements(); ++I)
      addFields(Struct->getElementType(I), Argument,
                Offset + Data.getStructLayout(const_cast<StructType *>(Struct))
                             ->getElementOffset(I)
                             .getFixedValue());
    return;
  }
  if (auto *Array = dyn_cast<ArrayType>(Type)) {
    const unsigned Step = Data.getTypeAllocSize(Array->getElementType());
    for (unsigned I = 0; I < std::min(Array->getNumElements(), MostElements);
         ++I)
      addFields(Array->getElementType(), Argument, Offset + I * Step);
    return;
  }
  Field One;
  One.Argument = Argument;
  One.Offset = Offset;
  One.Bytes = Data.getTypeStoreSize(Type);
  One.Kind = Type->isPointerTy()         ? Field::Pointer
             : Type->isFloatingPointTy() ? Field::Float
                                         : Field::Integer;
  Fields.push_back(std::move(One));
}

Parameters::Parameters(const Function &F, const clang::FunctionDecl &Kernel,
                       const DataLayout &Data,
                       const SetVector<const Argument *> &OfTrips,
                       ArrayRef<LaunchTexts> Launches)
    : F(F), Data(Data) {
  unsigned Optional = 0;
  for (const Argument &One : F.args()) {
    const size_t First = Fields.size();
    addFields(One.hasByValAttr() ? One.getParamByValType() : One.getType(),
              One.getArgNo(), 0);
    const clang::ParmVarDecl *Declared =
        One.getArgNo() < Kernel.getNumParams()
            ? Kernel.getParamDecl(One.getArgNo())
            : nullptr;
    for (Field &Mine : MutableArrayRef(Fields).drop_front(First)) {
      Mine.OfTrips = Mine.Kind == Field::Integer && OfTrips.contains(&One);
      if (Declared)
        Mine.Name = Declared->getNameAsString();
      if (Mine.Kind == Field::Pointer) {
        Mine.To.Name = Mine.Name;
        if (One.hasByValAttr() || !Declared ||
            !describeType(Declared->getType(), Kernel.getASTContext(), Mine.To))
          describeUses(One, Mine.To, 0);
      }
      const bool MayBeNull =
          Mine.Kind == Field::Pointer && asksForNull(F, One, Mine.Offset, Data);
      const bool IsWish = One.hasByValAttr() || Mine.OfTrips ||
                          !(Mine.Kind == Field::Integer || MayBeNull);
      // What all launches pass is no wish of ours.
      for (const LaunchTexts &Launch : Launches) {
        Mine.Fixed = IsWish ? std::nullopt : Launch.argument(One.getArgNo());
        if (!Mine.Fixed ||
            Mine.Fixed != Launches.front().argument(One.getArgNo())) {
          Mine.Fixed = std::nullopt;
          break;
        }
      }
      const bool MayBeLeftOut =
          (Mine.Kind == Field::Integer && Mine.Bytes == 1) ||
          (MayBeNull && (One.hasByValAttr() || Launches.empty() ||
                         any_of(Launches, [&](const LaunchTexts &Launch) {
                           return Launch.argument(One.getArgNo()).has_value();
                         })));
      if (MayBeLeftOut && !Mine.Fixed)
        Mine.Optional = ++Optional;
    }
  }
}

unsigned Parameters::optional() const {
  unsigned Most = 0;
  for (const Field &One : Fields)
    Most = std::max(Most, One.Optional);
  return Most;
}

bool Parameters::mayVary(const Argument &One) const {
  return any_of(Fields, [&](const Field &Mine) {
    return Mine.Argument == One.getArgNo() && Mine.Kind == Field::Integer &&
           !Mine.Fixed;
  });
}

bool Parameters::isOfTrips(const Argument &One) const {
  return any_of(Fields, [&](const Field &Mine) {
    return Mine.Argument == One.getArgNo() && Mine.OfTrips;
  });
}

bool Parameters::anyOfTrips() const {
  return any_of(Fields, [](const Field &One) { return One.OfTrips; });
}

bool Parameters::isLeftOut(const Field &One, const ParameterSet &Set) {
  return One.Optional != 0 && (Set.LeftOut >> (One.Optional - 1) & 1) != 0;
}

bool Parameters::isNull(const Field &One, const ParameterSet &Set) {
  return One.Kind == Field::Pointer && (One.Fixed || isLeftOut(One, Set));
}

int64_t Parameters::valueOf(const Field &One, const ParameterSet &Set) const {
  if (One.Fixed)
    return *One.Fixed;
  if (One.Bytes == 1)
    return isLeftOut(One, Set) ? 0 : 1;
  constexpr int64_t Apart = 7919;
  if (!One.OfTrips && Set.IsDistinct)
    return Set.Other + Apart * (&One - Fields.data());
  return One.OfTrips ? Set.Loop : Set.Other;
}

void Parameters::make(const ParameterSet &Set, BlockSetup &Out,
                      std::vector<Region> &Regions) const {
  Out.Arguments.clear();
  Out.IsByValue.clear();
  for (const Argument &One : F.args()) {
    const size_t Bytes = One.hasByValAttr()
                             ? Data.getTypeAllocSize(One.getParamByValType())
                             : Data.getTypeStoreSize(One.getType());
    Out.Arguments.emplace_back(std::max<size_t>(Bytes, 8));
    Out.IsByValue.push_back(One.hasByValAttr());
  }
  for (const Field &One : Fields) {
    uint8_t *To = Out.Arguments[One.Argument].data() + One.Offset;
    uint64_t Value = 0;
    switch (One.Kind) {
    case Field::Pointer:
      if (isNull(One, Set))
        break;
      Value = regionAddress(Regions.size());
      Regions.push_back(One.To);
      if (Set.IsOdd)
        Value += One.To.ElementBytes;
      break;
    case Field::Float:
      Value = fromFloat(1.5, One.Bytes * 8);
      break;
    case Field::Integer:
      Value = uint64_t(valueOf(One, Set));
      break;
    }
    std::memcpy(To, &Value, std::min(One.Bytes, 8u));
  }
}

SizeNames Parameters::names(const ParameterSet &Set) const {
  SizeNames Out;
  for (const Field &One : Fields)
    if (One.Kind == Field::Integer && !One.Name.empty())
      Out.try_emplace(One.Name, valueOf(One, Set));
  return Out;
}

std::string Parameters::text(const ParameterSet &Set) const {
  std::string Out;
  for (const auto &[Name, Value] : names(Set))
    Out += (Out.empty() ? "" : ", ") + Name + " = " + std::to_string(Value);
  for (const Field &One : Fields)
    if (isNull(One, Set) && !One.Name.empty())
      Out += (Out.empty() ? "" : ", ") + One.Name + " = nullptr";
  return Out;
}

} // namespace cudapipe::check
