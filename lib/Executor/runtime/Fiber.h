//===- Fiber.h - A stack of its own and a switch to it ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One fiber is one CUDA thread.  x86-64 has a hand-made switch (a few
// nanoseconds); other machines use ucontext.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_FIBER_H
#define CUDAPIPE_EXECUTOR_FIBER_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <ucontext.h>

#if defined(__x86_64__)
extern "C" void cudapipeSwitch(void **SaveStack, void *LoadStack);
asm(R"(
  .text
  .globl cudapipeSwitch
  .type cudapipeSwitch,@function
cudapipeSwitch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  retq
  .size cudapipeSwitch, .-cudapipeSwitch
)");
#endif

namespace cudapipe::executor {

class Fiber {
public:
  static constexpr size_t StackSize = 256 << 10;

  /// Makes the next resume() call \p Entry, which must never return.
  void prepare(void (*Entry)());
  /// From the scheduler: runs the fiber until it suspends.
  void resume();
  /// From the fiber: back to the scheduler.
  void suspend();

  const char *stack() const { return Stack; }

private:
  static constexpr size_t GuardSize = 4096;
  char *Stack = nullptr;
#if defined(__x86_64__)
  void *Self = nullptr;
  void *Scheduler = nullptr;
#else
  ucontext_t Self, Scheduler;
#endif
};

inline void Fiber::prepare(void (*Entry)()) {
  if (!Stack) {
    void *Memory = mmap(nullptr, StackSize, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Memory == MAP_FAILED) {
      std::perror("cudapipe-executor: cannot map a stack");
      std::exit(2);
    }
    mprotect(Memory, GuardSize, PROT_NONE);
    Stack = static_cast<char *>(Memory);
  }
#if defined(__x86_64__)
  // The frame that cudapipeSwitch pops: six registers and the return address,
  // with the stack aligned as it is at a function's first instruction.
  auto *Top = reinterpret_cast<void **>(Stack + StackSize) - 2;
  *Top = reinterpret_cast<void *>(Entry);
  for (int I = 1; I <= 6; ++I)
    Top[-I] = nullptr;
  Self = Top - 6;
#else
  getcontext(&Self);
  Self.uc_stack.ss_sp = Stack + GuardSize;
  Self.uc_stack.ss_size = StackSize - GuardSize;
  Self.uc_link = nullptr;
  makecontext(&Self, Entry, 0);
#endif
}

inline void Fiber::resume() {
#if defined(__x86_64__)
  cudapipeSwitch(&Scheduler, Self);
#else
  swapcontext(&Scheduler, &Self);
#endif
}

inline void Fiber::suspend() {
#if defined(__x86_64__)
  cudapipeSwitch(&Self, Scheduler);
#else
  swapcontext(&Self, &Scheduler);
#endif
}

} // namespace cudapipe::executor

#endif
