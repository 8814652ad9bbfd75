//===- cudapipe/HideMacros.h - -DN=1024 is the user's own ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Macros of the command line are there before the first header. Those of the
// toolkit get along with them, Clang's wrapper and ours name parameters T and N.
// ShowMacros.h ends this.
//
//===----------------------------------------------------------------------===//

#pragma push_macro("A")
#undef A
#pragma push_macro("B")
#undef B
#pragma push_macro("C")
#undef C
#pragma push_macro("D")
#undef D
#pragma push_macro("E")
#undef E
#pragma push_macro("F")
#undef F
#pragma push_macro("G")
#undef G
#pragma push_macro("H")
#undef H
#pragma push_macro("I")
#undef I
#pragma push_macro("J")
#undef J
#pragma push_macro("K")
#undef K
#pragma push_macro("L")
#undef L
#pragma push_macro("M")
#undef M
#pragma push_macro("N")
#undef N
#pragma push_macro("O")
#undef O
#pragma push_macro("P")
#undef P
#pragma push_macro("Q")
#undef Q
#pragma push_macro("R")
#undef R
#pragma push_macro("S")
#undef S
#pragma push_macro("T")
#undef T
#pragma push_macro("U")
#undef U
#pragma push_macro("V")
#undef V
#pragma push_macro("W")
#undef W
#pragma push_macro("X")
#undef X
#pragma push_macro("Y")
#undef Y
#pragma push_macro("Z")
#undef Z
#pragma push_macro("a")
#undef a
#pragma push_macro("b")
#undef b
#pragma push_macro("c")
#undef c
#pragma push_macro("d")
#undef d
#pragma push_macro("e")
#undef e
#pragma push_macro("f")
#undef f
#pragma push_macro("g")
#undef g
#pragma push_macro("h")
#undef h
#pragma push_macro("i")
#undef i
#pragma push_macro("j")
#undef j
#pragma push_macro("k")
#undef k
#pragma push_macro("l")
#undef l
#pragma push_macro("m")
#undef m
#pragma push_macro("n")
#undef n
#pragma push_macro("o")
#undef o
#pragma push_macro("p")
#undef p
#pragma push_macro("q")
#undef q
#pragma push_macro("r")
#undef r
#pragma push_macro("s")
#undef s
#pragma push_macro("t")
#undef t
#pragma push_macro("u")
#undef u
#pragma push_macro("v")
#undef v
#pragma push_macro("w")
#undef w
#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y
#pragma push_macro("z")
#undef z
