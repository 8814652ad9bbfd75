//===- cudapipe/HideMacros.h - -DN=1024 is the user's own -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Macros of the command line are there before the first header. Those of the
// toolkit get along with them, Clang's wrapper and ours name parameters T and
// N. ShowMacros.h ends this. What is no macro stays out of it: a name that was
// pushed or popped is taken for one of the user's (NameTable).
//
//===----------------------------------------------------------------------===//

#ifdef A
#define CUDAPIPE_HIDDEN_A
#pragma push_macro("A")
#undef A
#endif
#ifdef B
#define CUDAPIPE_HIDDEN_B
#pragma push_macro("B")
#undef B
#endif
#ifdef C
#define CUDAPIPE_HIDDEN_C
#pragma push_macro("C")
#undef C
#endif
#ifdef D
#define CUDAPIPE_HIDDEN_D
#pragma push_macro("D")
#undef D
#endif
#ifdef E
#define CUDAPIPE_HIDDEN_E
#pragma push_macro("E")
#undef E
#endif
#ifdef F
#define CUDAPIPE_HIDDEN_F
#pragma push_macro("F")
#undef F
#endif
#ifdef G
#define CUDAPIPE_HIDDEN_G
#pragma push_macro("G")
#undef G
#endif
#ifdef H
#define CUDAPIPE_HIDDEN_H
#pragma push_macro("H")
#undef H
#endif
#ifdef I
#define CUDAPIPE_HIDDEN_I
#pragma push_macro("I")
#undef I
#endif
#ifdef J
#define CUDAPIPE_HIDDEN_J
#pragma push_macro("J")
#undef J
#endif
#ifdef K
#define CUDAPIPE_HIDDEN_K
#pragma push_macro("K")
#undef K
#endif
#ifdef L
#define CUDAPIPE_HIDDEN_L
#pragma push_macro("L")
#undef L
#endif
#ifdef M
#define CUDAPIPE_HIDDEN_M
#pragma push_macro("M")
#undef M
#endif
#ifdef N
#define CUDAPIPE_HIDDEN_N
#pragma push_macro("N")
#undef N
#endif
#ifdef O
#define CUDAPIPE_HIDDEN_O
#pragma push_macro("O")
#undef O
#endif
#ifdef P
#define CUDAPIPE_HIDDEN_P
#pragma push_macro("P")
#undef P
#endif
#ifdef Q
#define CUDAPIPE_HIDDEN_Q
#pragma push_macro("Q")
#undef Q
#endif
#ifdef R
#define CUDAPIPE_HIDDEN_R
#pragma push_macro("R")
#undef R
#endif
#ifdef S
#define CUDAPIPE_HIDDEN_S
#pragma push_macro("S")
#undef S
#endif
#ifdef T
#define CUDAPIPE_HIDDEN_T
#pragma push_macro("T")
#undef T
#endif
#ifdef U
#define CUDAPIPE_HIDDEN_U
#pragma push_macro("U")
#undef U
#endif
#ifdef V
#define CUDAPIPE_HIDDEN_V
#pragma push_macro("V")
#undef V
#endif
#ifdef W
#define CUDAPIPE_HIDDEN_W
#pragma push_macro("W")
#undef W
#endif
#ifdef X
#define CUDAPIPE_HIDDEN_X
#pragma push_macro("X")
#undef X
#endif
#ifdef Y
#define CUDAPIPE_HIDDEN_Y
#pragma push_macro("Y")
#undef Y
#endif
#ifdef Z
#define CUDAPIPE_HIDDEN_Z
#pragma push_macro("Z")
#undef Z
#endif
#ifdef a
#define CUDAPIPE_HIDDEN_a
#pragma push_macro("a")
#undef a
#endif
#ifdef b
#define CUDAPIPE_HIDDEN_b
#pragma push_macro("b")
#undef b
#endif
#ifdef c
#define CUDAPIPE_HIDDEN_c
#pragma push_macro("c")
#undef c
#endif
#ifdef d
#define CUDAPIPE_HIDDEN_d
#pragma push_macro("d")
#undef d
#endif
#ifdef e
#define CUDAPIPE_HIDDEN_e
#pragma push_macro("e")
#undef e
#endif
#ifdef f
#define CUDAPIPE_HIDDEN_f
#pragma push_macro("f")
#undef f
#endif
#ifdef g
#define CUDAPIPE_HIDDEN_g
#pragma push_macro("g")
#undef g
#endif
#ifdef h
#define CUDAPIPE_HIDDEN_h
#pragma push_macro("h")
#undef h
#endif
#ifdef i
#define CUDAPIPE_HIDDEN_i
#pragma push_macro("i")
#undef i
#endif
#ifdef j
#define CUDAPIPE_HIDDEN_j
#pragma push_macro("j")
#undef j
#endif
#ifdef k
#define CUDAPIPE_HIDDEN_k
#pragma push_macro("k")
#undef k
#endif
#ifdef l
#define CUDAPIPE_HIDDEN_l
#pragma push_macro("l")
#undef l
#endif
#ifdef m
#define CUDAPIPE_HIDDEN_m
#pragma push_macro("m")
#undef m
#endif
#ifdef n
#define CUDAPIPE_HIDDEN_n
#pragma push_macro("n")
#undef n
#endif
#ifdef o
#define CUDAPIPE_HIDDEN_o
#pragma push_macro("o")
#undef o
#endif
#ifdef p
#define CUDAPIPE_HIDDEN_p
#pragma push_macro("p")
#undef p
#endif
#ifdef q
#define CUDAPIPE_HIDDEN_q
#pragma push_macro("q")
#undef q
#endif
#ifdef r
#define CUDAPIPE_HIDDEN_r
#pragma push_macro("r")
#undef r
#endif
#ifdef s
#define CUDAPIPE_HIDDEN_s
#pragma push_macro("s")
#undef s
#endif
#ifdef t
#define CUDAPIPE_HIDDEN_t
#pragma push_macro("t")
#undef t
#endif
#ifdef u
#define CUDAPIPE_HIDDEN_u
#pragma push_macro("u")
#undef u
#endif
#ifdef v
#define CUDAPIPE_HIDDEN_v
#pragma push_macro("v")
#undef v
#endif
#ifdef w
#define CUDAPIPE_HIDDEN_w
#pragma push_macro("w")
#undef w
#endif
#ifdef x
#define CUDAPIPE_HIDDEN_x
#pragma push_macro("x")
#undef x
#endif
#ifdef y
#define CUDAPIPE_HIDDEN_y
#pragma push_macro("y")
#undef y
#endif
#ifdef z
#define CUDAPIPE_HIDDEN_z
#pragma push_macro("z")
#undef z
#endif
