//===- SharedSegment.h - Where shared memory lies, and its names -*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_SHAREDSEGMENT_H
#define CUDAPIPE_EXECUTOR_SHAREDSEGMENT_H

#include "Access.h"
#include "KernelCode.h"

#include <cstring>
#include <cxxabi.h>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <link.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// The dynamic shared memory; run-on-cpu generates its definition and gives it
/// the name of every `extern __shared__` array of the program as well.
extern "C" __thread char cudapipe_dynamic_shared[];
extern "C" const unsigned cudapipe_dynamic_shared_size;

namespace cudapipe::executor {

struct SharedVariable {
  std::string Name;
  std::string Function; ///< Empty at namespace scope.
  size_t Offset;
  size_t Size;
  int Kernel; ///< That declares it.
};

class SharedSegment {
public:
  static constexpr unsigned char Poison = 0xff; // NaN in every float format.
  static constexpr size_t MaxStaticBytes = 48 << 10;

  SharedSegment();

  bool contains(uintptr_t Address) const { return Address - Base < Size; }
  /// The address in shared memory that ends in \p Low.
  void *pointer(uint32_t Low) const {
    return reinterpret_cast<void *>(Base + (Low - static_cast<uint32_t>(Base)));
  }
  /// The address that ends in the \p Low 18 bits, as descriptors have them.
  uintptr_t fromDescriptor(uint32_t Low, uintptr_t Place) {
    constexpr uintptr_t Range = uintptr_t(1) << 18;
    const uintptr_t First = Base + ((Low - Base) & (Range - 1));
    for (uintptr_t At = First; contains(At); At += Range)
      if (isOwned(At, 1, Place))
        return At;
    return First;
  }
  ByteShadow &shadow(uintptr_t Address) { return Shadow[Address - Base]; }
  void startLaunch() { Kernel = KernelCode::None; }
  /// Whether [Address, +Bytes) lies in one variable, no other kernel's than
  /// that whose code is at \p Place, and within the dynamic bytes of this
  /// launch.
  bool isOwned(uintptr_t Address, size_t Bytes, uintptr_t Place);
  /// "As+12"
  std::string describe(uintptr_t Address) const;

  void startBlock(size_t NewDynamicBytes) {
    DynamicBytes = NewDynamicBytes;
    std::memset(reinterpret_cast<char *>(Base), Poison, Size);
  }
  /// A function whose static arrays exceed what CUDA allows, or "".
  std::string oversizedFunction() const;
  size_t dynamicCapacity() const { return cudapipe_dynamic_shared_size; }

private:
  const SharedVariable *find(size_t Offset) const;
  void readSymbols();

  uintptr_t Base = 0;
  size_t Size = 0;
  size_t DynamicOffset = 0;
  size_t DynamicBytes = 0;
  std::string DynamicName = "dynamic shared memory";
  std::vector<SharedVariable> Variables; ///< Static ones, by offset.
  KernelCode Code;
  int Kernel = KernelCode::None; ///< That runs, once it is known.
  std::unique_ptr<ByteShadow[]> Shadow;
};

inline SharedSegment::SharedSegment() {
  // The program itself is the first object the loader tells about.
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Self) {
        auto &Segment = *static_cast<SharedSegment *>(Self);
        for (int I = 0; I < Info->dlpi_phnum; ++I)
          if (Info->dlpi_phdr[I].p_type == PT_TLS) {
            Segment.Base = reinterpret_cast<uintptr_t>(Info->dlpi_tls_data);
            Segment.Size = Info->dlpi_phdr[I].p_memsz;
          }
        return 1;
      },
      this);
  DynamicOffset = reinterpret_cast<uintptr_t>(cudapipe_dynamic_shared) - Base;
  Shadow.reset(new ByteShadow[Size]);
  readSymbols();
}

inline void SharedSegment::readSymbols() {
  std::vector<std::string> Scopes; // The variables' mangled names.
  std::ifstream File("/proc/self/exe", std::ios::binary | std::ios::ate);
  std::vector<char> Image(static_cast<size_t>(File.tellg()));
  File.seekg(0).read(Image.data(), static_cast<std::streamsize>(Image.size()));
  auto *Header = reinterpret_cast<const Elf64_Ehdr *>(Image.data());
  auto *Sections =
      reinterpret_cast<const Elf64_Shdr *>(Image.data() + Header->e_shoff);
  const char *Titles = Image.data() + Sections[Header->e_shstrndx].sh_offset;
  for (unsigned S = 0; S < Header->e_shnum; ++S) {
    if (Sections[S].sh_type != SHT_SYMTAB)
      continue;
    const char *Names = Image.data() + Sections[Sections[S].sh_link].sh_offset;
    auto *Symbols = reinterpret_cast<const Elf64_Sym *>(Image.data() +
                                                        Sections[S].sh_offset);
    for (size_t I = 0; I < Sections[S].sh_size / sizeof(Elf64_Sym); ++I) {
      const Elf64_Sym &Symbol = Symbols[I];
      if (!Symbol.st_shndx || Symbol.st_shndx >= Header->e_shnum)
        continue;
      std::string Name = Names + Symbol.st_name;
      if (ELF64_ST_TYPE(Symbol.st_info) == STT_FUNC)
        Code.addFunction(
            Name, Symbol.st_value, Symbol.st_size,
            !std::strcmp(Titles + Sections[Symbol.st_shndx].sh_name,
                         KernelCode::Section));
      if (ELF64_ST_TYPE(Symbol.st_info) != STT_TLS)
        continue;
      std::string Mangled = Name;
      int Status = 1;
      if (char *Plain =
              abi::__cxa_demangle(Name.c_str(), nullptr, nullptr, &Status)) {
        Name = Plain;
        std::free(Plain);
      }
      // "gemm(float const*)::As" -> "As"
      size_t Scope = Name.rfind("::");
      std::string Function;
      if (Scope != std::string::npos) {
        Function = Name.substr(0, Scope);
        Name = Name.substr(Scope + 2);
        if (Function.find('(') == std::string::npos)
          Function.clear(); // A namespace.
      }
      if (Symbol.st_value == DynamicOffset) {
        if (Name.find("cudapipe_") != 0)
          DynamicName = Name;
        continue;
      }
      Variables.push_back(
          {Name, Function, Symbol.st_value, Symbol.st_size, KernelCode::None});
      Scopes.push_back(Mangled);
    }
  }
  for (size_t I = 0; I < Variables.size(); ++I)
    Variables[I].Kernel = Code.declaring(Scopes[I]);
  std::sort(Variables.begin(), Variables.end(),
            [](auto &A, auto &B) { return A.Offset < B.Offset; });
}

inline std::string SharedSegment::oversizedFunction() const {
  std::map<std::string, size_t> Bytes;
  for (const SharedVariable &V : Variables)
    if (!V.Function.empty() && (Bytes[V.Function] += V.Size) > MaxStaticBytes)
      return V.Function;
  return "";
}

inline const SharedVariable *SharedSegment::find(size_t Offset) const {
  auto After = std::upper_bound(
      Variables.begin(), Variables.end(), Offset,
      [](size_t O, const SharedVariable &V) { return O < V.Offset; });
  if (After == Variables.begin())
    return nullptr;
  --After;
  return Offset < After->Offset + After->Size ? &*After : nullptr;
}

inline bool SharedSegment::isOwned(uintptr_t Address, size_t Bytes,
                                   uintptr_t Place) {
  if (Kernel == KernelCode::None)
    Kernel = Code.running(Place);
  size_t Offset = Address - Base;
  if (Offset - DynamicOffset < dynamicCapacity())
    return Offset - DynamicOffset + Bytes <= DynamicBytes;
  const SharedVariable *V = find(Offset);
  if (!V || Offset + Bytes > V->Offset + V->Size)
    return false;
  return V->Kernel == KernelCode::None || Kernel == KernelCode::None ||
         V->Kernel == Kernel;
}

inline std::string SharedSegment::describe(uintptr_t Address) const {
  size_t Offset = Address - Base;
  if (Offset - DynamicOffset < dynamicCapacity())
    return DynamicName + "+" + std::to_string(Offset - DynamicOffset);
  if (const SharedVariable *V = find(Offset))
    return V->Name + "+" + std::to_string(Offset - V->Offset) +
           (Kernel != KernelCode::None && V->Kernel != KernelCode::None &&
                    V->Kernel != Kernel
                ? ", of another kernel"
                : "");
  return "shared memory between variables";
}

} // namespace cudapipe::executor

#endif
