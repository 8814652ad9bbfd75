//===- cudapipe/ShowMacros.h - The end of HideMacros.h --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifdef CUDAPIPE_HIDDEN_A
#undef CUDAPIPE_HIDDEN_A
#pragma pop_macro("A")
#endif
#ifdef CUDAPIPE_HIDDEN_B
#undef CUDAPIPE_HIDDEN_B
#pragma pop_macro("B")
#endif
#ifdef CUDAPIPE_HIDDEN_C
#undef CUDAPIPE_HIDDEN_C
#pragma pop_macro("C")
#endif
#ifdef CUDAPIPE_HIDDEN_D
#undef CUDAPIPE_HIDDEN_D
#pragma pop_macro("D")
#endif
#ifdef CUDAPIPE_HIDDEN_E
#undef CUDAPIPE_HIDDEN_E
#pragma pop_macro("E")
#endif
#ifdef CUDAPIPE_HIDDEN_F
#undef CUDAPIPE_HIDDEN_F
#pragma pop_macro("F")
#endif
#ifdef CUDAPIPE_HIDDEN_G
#undef CUDAPIPE_HIDDEN_G
#pragma pop_macro("G")
#endif
#ifdef CUDAPIPE_HIDDEN_H
#undef CUDAPIPE_HIDDEN_H
#pragma pop_macro("H")
#endif
#ifdef CUDAPIPE_HIDDEN_I
#undef CUDAPIPE_HIDDEN_I
#pragma pop_macro("I")
#endif
#ifdef CUDAPIPE_HIDDEN_J
#undef CUDAPIPE_HIDDEN_J
#pragma pop_macro("J")
#endif
#ifdef CUDAPIPE_HIDDEN_K
#undef CUDAPIPE_HIDDEN_K
#pragma pop_macro("K")
#endif
#ifdef CUDAPIPE_HIDDEN_L
#undef CUDAPIPE_HIDDEN_L
#pragma pop_macro("L")
#endif
#ifdef CUDAPIPE_HIDDEN_M
#undef CUDAPIPE_HIDDEN_M
#pragma pop_macro("M")
#endif
#ifdef CUDAPIPE_HIDDEN_N
#undef CUDAPIPE_HIDDEN_N
#pragma pop_macro("N")
#endif
#ifdef CUDAPIPE_HIDDEN_O
#undef CUDAPIPE_HIDDEN_O
#pragma pop_macro("O")
#endif
#ifdef CUDAPIPE_HIDDEN_P
#undef CUDAPIPE_HIDDEN_P
#pragma pop_macro("P")
#endif
#ifdef CUDAPIPE_HIDDEN_Q
#undef CUDAPIPE_HIDDEN_Q
#pragma pop_macro("Q")
#endif
#ifdef CUDAPIPE_HIDDEN_R
#undef CUDAPIPE_HIDDEN_R
#pragma pop_macro("R")
#endif
#ifdef CUDAPIPE_HIDDEN_S
#undef CUDAPIPE_HIDDEN_S
#pragma pop_macro("S")
#endif
#ifdef CUDAPIPE_HIDDEN_T
#undef CUDAPIPE_HIDDEN_T
#pragma pop_macro("T")
#endif
#ifdef CUDAPIPE_HIDDEN_U
#undef CUDAPIPE_HIDDEN_U
#pragma pop_macro("U")
#endif
#ifdef CUDAPIPE_HIDDEN_V
#undef CUDAPIPE_HIDDEN_V
#pragma pop_macro("V")
#endif
#ifdef CUDAPIPE_HIDDEN_W
#undef CUDAPIPE_HIDDEN_W
#pragma pop_macro("W")
#endif
#ifdef CUDAPIPE_HIDDEN_X
#undef CUDAPIPE_HIDDEN_X
#pragma pop_macro("X")
#endif
#ifdef CUDAPIPE_HIDDEN_Y
#undef CUDAPIPE_HIDDEN_Y
#pragma pop_macro("Y")
#endif
#ifdef CUDAPIPE_HIDDEN_Z
#undef CUDAPIPE_HIDDEN_Z
#pragma pop_macro("Z")
#endif
#ifdef CUDAPIPE_HIDDEN_a
#undef CUDAPIPE_HIDDEN_a
#pragma pop_macro("a")
#endif
#ifdef CUDAPIPE_HIDDEN_b
#undef CUDAPIPE_HIDDEN_b
#pragma pop_macro("b")
#endif
#ifdef CUDAPIPE_HIDDEN_c
#undef CUDAPIPE_HIDDEN_c
#pragma pop_macro("c")
#endif
#ifdef CUDAPIPE_HIDDEN_d
#undef CUDAPIPE_HIDDEN_d
#pragma pop_macro("d")
#endif
#ifdef CUDAPIPE_HIDDEN_e
#undef CUDAPIPE_HIDDEN_e
#pragma pop_macro("e")
#endif
#ifdef CUDAPIPE_HIDDEN_f
#undef CUDAPIPE_HIDDEN_f
#pragma pop_macro("f")
#endif
#ifdef CUDAPIPE_HIDDEN_g
#undef CUDAPIPE_HIDDEN_g
#pragma pop_macro("g")
#endif
#ifdef CUDAPIPE_HIDDEN_h
#undef CUDAPIPE_HIDDEN_h
#pragma pop_macro("h")
#endif
#ifdef CUDAPIPE_HIDDEN_i
#undef CUDAPIPE_HIDDEN_i
#pragma pop_macro("i")
#endif
#ifdef CUDAPIPE_HIDDEN_j
#undef CUDAPIPE_HIDDEN_j
#pragma pop_macro("j")
#endif
#ifdef CUDAPIPE_HIDDEN_k
#undef CUDAPIPE_HIDDEN_k
#pragma pop_macro("k")
#endif
#ifdef CUDAPIPE_HIDDEN_l
#undef CUDAPIPE_HIDDEN_l
#pragma pop_macro("l")
#endif
#ifdef CUDAPIPE_HIDDEN_m
#undef CUDAPIPE_HIDDEN_m
#pragma pop_macro("m")
#endif
#ifdef CUDAPIPE_HIDDEN_n
#undef CUDAPIPE_HIDDEN_n
#pragma pop_macro("n")
#endif
#ifdef CUDAPIPE_HIDDEN_o
#undef CUDAPIPE_HIDDEN_o
#pragma pop_macro("o")
#endif
#ifdef CUDAPIPE_HIDDEN_p
#undef CUDAPIPE_HIDDEN_p
#pragma pop_macro("p")
#endif
#ifdef CUDAPIPE_HIDDEN_q
#undef CUDAPIPE_HIDDEN_q
#pragma pop_macro("q")
#endif
#ifdef CUDAPIPE_HIDDEN_r
#undef CUDAPIPE_HIDDEN_r
#pragma pop_macro("r")
#endif
#ifdef CUDAPIPE_HIDDEN_s
#undef CUDAPIPE_HIDDEN_s
#pragma pop_macro("s")
#endif
#ifdef CUDAPIPE_HIDDEN_t
#undef CUDAPIPE_HIDDEN_t
#pragma pop_macro("t")
#endif
#ifdef CUDAPIPE_HIDDEN_u
#undef CUDAPIPE_HIDDEN_u
#pragma pop_macro("u")
#endif
#ifdef CUDAPIPE_HIDDEN_v
#undef CUDAPIPE_HIDDEN_v
#pragma pop_macro("v")
#endif
#ifdef CUDAPIPE_HIDDEN_w
#undef CUDAPIPE_HIDDEN_w
#pragma pop_macro("w")
#endif
#ifdef CUDAPIPE_HIDDEN_x
#undef CUDAPIPE_HIDDEN_x
#pragma pop_macro("x")
#endif
#ifdef CUDAPIPE_HIDDEN_y
#undef CUDAPIPE_HIDDEN_y
#pragma pop_macro("y")
#endif
#ifdef CUDAPIPE_HIDDEN_z
#undef CUDAPIPE_HIDDEN_z
#pragma pop_macro("z")
#endif
