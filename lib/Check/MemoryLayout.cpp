//===- MemoryLayout.cpp - Where the variables of a kernel lie
//-------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryLayout.h"
#include "cudapipe/Facts/DeviceCode.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace llvm;

namespace cudapipe::check {

std::string sourceName(const GlobalVariable &Global) {
  std::string Name = demangle(Global.getName());
  const size_t Scope = Name.rfind("::");
  if (Scope != std::string::npos)
    Name.erase(0, Scope + 2);
  // Of one of several variables of a name Clang makes "tile.1".
  return Name.substr(0, Name.find_first_of(".[ "));
}

void describeContent(const Type *Type, Region &Out) {
  while (true)
    if (Type->isArrayTy())
      Type = Type->getArrayElementType();
    else if (Type->isStructTy() && Type->getStructNumElements() > 0)
      Type = Type->getStructElementType(0);
    else
      break;
  Type = Type->getScalarType();
  if (Type->isIntegerTy() && Type->getIntegerBitWidth() <= 64) {
    Out.ElementBytes = std::max(1u, Type->getIntegerBitWidth() / 8);
    Out.Content = Region::Integers;
  } else if (Type->isFloatTy() || Type->isDoubleTy() || Type->isHalfTy() ||
             Type->isBFloatTy()) {
    Out.ElementBytes = Type->getPrimitiveSizeInBits() / 8;
    Out.Content = Out.ElementBytes == 2 ? Region::Halves : Region::Floats;
  }
}

/// threadIdx and its like, where each thread has its own.
static uint64_t builtinAddress(StringRef Name) {
  const uint32_t At = Name == "threadIdx"  ? ThreadIdxAt
                      : Name == "blockIdx" ? BlockIdxAt
                      : Name == "blockDim" ? BlockDimAt
                      : Name == "gridDim"  ? GridDimAt
                                           : WarpSizeAt;
  return LocalTag | At;
}

Layout::Layout(const Module &Module) : Data(Module.getDataLayout()) {
  placeShared(Module);
  for (const GlobalVariable &Global : Module.globals())
    if (Global.getAddressSpace() != 3) {
      if (isBuiltinVariable(Global))
        Addresses[&Global] = builtinAddress(Global.getName());
      else
        placeGlobal(Global);
    }
  // An initializer may hold the address of any.
  for (const auto &[Global, Address] : Addresses)
    if ((Address & TagMask) == GlobalTag && Global->hasInitializer()) {
      Region &Mine = Regions[(Address & ~TagMask) >> RegionShift];
      if (Mine.Content == Region::Given)
        write(*Global->getInitializer(), Mine.Bytes.data());
    }
}

void Layout::placeShared(const Module &Module) {
  // As the hardware has it, nothing lies at 0; between variables stay gaps.
  constexpr uint32_t First = 1024, Gap = 256;
  uint32_t At = First;
  for (const GlobalVariable &Global : Module.globals()) {
    if (Global.getAddressSpace() != 3)
      continue;
    const uint64_t Bytes = Data.getTypeAllocSize(Global.getValueType());
    if (Bytes == 0 || Global.isDeclaration()) {
      HasDynamic = true;
      continue;
    }
    At = alignTo(
        At, std::max<uint64_t>(Data.getPreferredAlign(&Global).value(), 128));
    Addresses[&Global] = At;
    Shared.push_back({sourceName(Global), false, At, uint32_t(At + Bytes)});
    At += Bytes + Gap;
  }
  DynamicBegin = alignTo(At, 1024);
  for (const GlobalVariable &Global : Module.globals())
    if (Global.getAddressSpace() == 3 &&
        Addresses.try_emplace(&Global, DynamicBegin).second)
      Shared.push_back({sourceName(Global), true, DynamicBegin, DynamicBegin});
}

bool isFilledByHost(const GlobalVariable &Global) {
  // Clang takes it for constant, as no kernel stores there.
  return Global.getAddressSpace() == 4 &&
         (!Global.hasInitializer() || Global.getInitializer()->isNullValue() ||
          isa<UndefValue>(Global.getInitializer()));
}

void Layout::placeGlobal(const GlobalVariable &Global) {
  Region Mine;
  Mine.Name = sourceName(Global);
  if (isFilledByHost(Global)) {
    describeContent(Global.getValueType(), Mine);
  } else {
    Mine.Content = Region::Given;
    Mine.Bytes.resize(Data.getTypeAllocSize(Global.getValueType()) + 16);
  }
  Addresses[&Global] = regionAddress(Regions.size());
  Regions.push_back(std::move(Mine));
}

unsigned Layout::sizeOf(Type *Type) const {
  if (const auto *Vector = dyn_cast<FixedVectorType>(Type)) {
    llvm::Type *Element = Vector->getElementType();
    const unsigned Bits =
        Element->isPointerTy() ? 64 : Element->getScalarSizeInBits();
    return Vector->getNumElements() * std::max(1u, Bits / 8);
  }
  return Type->isVoidTy() || !Type->isSized() ? 0 : Data.getTypeAllocSize(Type);
}

std::optional<uint64_t> Layout::valueOf(const Constant &Constant) const {
  if (const auto *Global = dyn_cast<GlobalVariable>(&Constant))
    return addressOf(*Global);
  if (Constant.isNullValue() || isa<UndefValue>(Constant))
    return 0;
  if (const auto *Number = dyn_cast<ConstantInt>(&Constant))
    return Number->getValue()
        .getLoBits(64)
        .trunc(std::min(64u, Number->getBitWidth()))
        .getZExtValue();
  const auto *Expr = dyn_cast<ConstantExpr>(&Constant);
  if (!Expr)
    return std::nullopt;
  const auto *First = cast<llvm::Constant>(Expr->getOperand(0));
  const std::optional<uint64_t> Base = valueOf(*First);
  if (!Base)
    return std::nullopt;
  switch (Expr->getOpcode()) {
  case Instruction::GetElementPtr: {
    APInt Offset(64, 0);
    if (!cast<GEPOperator>(Expr)->accumulateConstantOffset(Data, Offset))
      return std::nullopt;
    return *Base + Offset.getSExtValue();
  }
  case Instruction::AddrSpaceCast: {
    const unsigned From = First->getType()->getPointerAddressSpace(),
                   To = Expr->getType()->getPointerAddressSpace();
    if (From == 3 && To != 3)
      return *Base | SharedTag;
    return From != 3 && To == 3 ? *Base & ~TagMask : *Base;
  }
  case Instruction::Add:
  case Instruction::Sub: {
    const std::optional<uint64_t> Other =
        valueOf(*cast<llvm::Constant>(Expr->getOperand(1)));
    if (!Other)
      return std::nullopt;
    return Expr->getOpcode() == Instruction::Add ? *Base + *Other
                                                 : *Base - *Other;
  }
  default:
    return Expr->isCast() ? Base : std::nullopt;
  }
}

bool Layout::write(const Constant &Constant, uint8_t *To) const {
  Type *Type = Constant.getType();
  const unsigned Bytes = sizeOf(Type);
  if (isa<UndefValue>(Constant) || Constant.isNullValue())
    return true;
  auto WriteBits = [&](const APInt &Bits) {
    std::memcpy(To, Bits.getRawData(), std::min<size_t>(Bytes, 16));
    return true;
  };
  if (const auto *Number = dyn_cast<ConstantInt>(&Constant)) {
    if (!Type->isVectorTy())
      return WriteBits(Number->getValue());
  }
  if (const auto *Number = dyn_cast<ConstantFP>(&Constant))
    if (!Type->isVectorTy())
      return WriteBits(Number->getValueAPF().bitcastToAPInt());
  if (const auto *Sequence = dyn_cast<ConstantDataSequential>(&Constant)) {
    const StringRef Raw = Sequence->getRawDataValues();
    std::memcpy(To, Raw.data(), Raw.size());
    return true;
  }
  if (const auto *Vector = dyn_cast<FixedVectorType>(Type)) {
    const size_t Element = Bytes / Vector->getNumElements();
    for (unsigned I = 0; I < Vector->getNumElements(); ++I) {
      const auto *One = Constant.getAggregateElement(I);
      if (!One || !write(*One, To + I * Element))
        return false;
    }
    return true;
  }
  if (isa<ConstantStruct, ConstantArray>(Constant)) {
    for (unsigned I = 0; I < Constant.getNumOperands(); ++I) {
      const auto *One = cast<llvm::Constant>(Constant.getOperand(I));
      const uint64_t Offset = isa<StructType>(Type)
                                  ? Data.getStructLayout(cast<StructType>(Type))
                                        ->getElementOffset(I)
                                        .getFixedValue()
                                  : I * uint64_t(sizeOf(One->getType()));
      if (!write(*One, To + Offset))
        return false;
    }
    return true;
  }
  const std::optional<uint64_t> Value = valueOf(Constant);
  if (Value)
    std::memcpy(To, &*Value, std::min(Bytes, 8u));
  return Value.has_value();
}

} // namespace cudapipe::check
