//===- Hooks.h - Every load and store of the kernel -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel is compiled with -fsanitize=thread,alignment and linked without
// the sanitizers' runtimes: these are the functions the instrumentation calls.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_HOOKS_H
#define CUDAPIPE_EXECUTOR_HOOKS_H

#include "Machine.h"

#include <cstring>

namespace cudapipe::executor {

inline void onAccess(void *Address, size_t Bytes, AccessKind Kind,
                     uint32_t Place) {
  if (!machineIsBuilt() || !machine().thread())
    return;
  Machine &M = machine();
  M.Memory.settleStores();
  M.Memory.access(reinterpret_cast<uintptr_t>(Address), Bytes, Kind, Place);
}

} // namespace cudapipe::executor

#define CUDAPIPE_HOOK(NAME, BYTES, KIND)                                       \
  extern "C" void __tsan_##NAME(void *Address) {                               \
    cudapipe::executor::onAccess(                                              \
        Address, BYTES, cudapipe::executor::AccessKind::KIND, CUDAPIPE_PLACE); \
  }
#define CUDAPIPE_HOOKS(BYTES)                                                  \
  CUDAPIPE_HOOK(read##BYTES, BYTES, Read)                                      \
  CUDAPIPE_HOOK(write##BYTES, BYTES, Write)                                    \
  CUDAPIPE_HOOK(unaligned_read##BYTES, BYTES, Read)                            \
  CUDAPIPE_HOOK(unaligned_write##BYTES, BYTES, Write)
CUDAPIPE_HOOKS(1)
CUDAPIPE_HOOKS(2)
CUDAPIPE_HOOKS(4)
CUDAPIPE_HOOKS(8)
CUDAPIPE_HOOKS(16)
#undef CUDAPIPE_HOOKS
#undef CUDAPIPE_HOOK

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void **, void *) {}
void __tsan_vptr_read(void **) {}

void __tsan_read_range(void *Address, size_t Bytes) {
  cudapipe::executor::onAccess(
      Address, Bytes, cudapipe::executor::AccessKind::Read, CUDAPIPE_PLACE);
}
void __tsan_write_range(void *Address, size_t Bytes) {
  cudapipe::executor::onAccess(
      Address, Bytes, cudapipe::executor::AccessKind::Write, CUDAPIPE_PLACE);
}
void *__tsan_memcpy(void *Dst, const void *Src, size_t Bytes) {
  uint32_t Place = CUDAPIPE_PLACE;
  cudapipe::executor::onAccess(const_cast<void *>(Src), Bytes,
                               cudapipe::executor::AccessKind::Read, Place);
  cudapipe::executor::onAccess(Dst, Bytes,
                               cudapipe::executor::AccessKind::Write, Place);
  return std::memmove(Dst, Src, Bytes);
}
void *__tsan_memmove(void *Dst, const void *Src, size_t Bytes) {
  uint32_t Place = CUDAPIPE_PLACE;
  cudapipe::executor::onAccess(const_cast<void *>(Src), Bytes,
                               cudapipe::executor::AccessKind::Read, Place);
  cudapipe::executor::onAccess(Dst, Bytes,
                               cudapipe::executor::AccessKind::Write, Place);
  return std::memmove(Dst, Src, Bytes);
}
void *__tsan_memset(void *Dst, int Byte, size_t Bytes) {
  cudapipe::executor::onAccess(
      Dst, Bytes, cudapipe::executor::AccessKind::Write, CUDAPIPE_PLACE);
  return std::memset(Dst, Byte, Bytes);
}

/// -fsanitize=alignment calls this where a GPU would fault.
struct AlignmentSite {
  const char *File;
  uint32_t Line, Column;
  const void *Type;
  unsigned char LogAlignment;
  unsigned char Kind;
};
void __ubsan_handle_type_mismatch_v1(const AlignmentSite *Site,
                                     uintptr_t Address) {
  cudapipe::executor::Machine &M = cudapipe::executor::machine();
  if (!M.thread() || Address % (1u << Site->LogAlignment) == 0)
    return; // On the host, or a null pointer: that will fault by itself.
  M.Memory.reportMisaligned(Address, 1u << Site->LogAlignment, CUDAPIPE_PLACE);
}
}

#endif
