// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// Size and alignment of every built-in vector type.

#define LAYOUT(T, SIZE, ALIGN)                                                 \
  static_assert(sizeof(T) == SIZE && alignof(T) == ALIGN, #T)
#define LAYOUTS(T, E, ALIGN2, ALIGN4)                                          \
  LAYOUT(T##1, E, E);                                                          \
  LAYOUT(T##2, 2 * E, ALIGN2);                                                 \
  LAYOUT(T##3, 3 * E, E);                                                      \
  LAYOUT(T##4, 4 * E, ALIGN4)

LAYOUTS(char, 1, 2, 4);
LAYOUTS(uchar, 1, 2, 4);
LAYOUTS(short, 2, 4, 8);
LAYOUTS(ushort, 2, 4, 8);
LAYOUTS(int, 4, 8, 16);
LAYOUTS(uint, 4, 8, 16);
LAYOUTS(long, 8, 16, 16);
LAYOUTS(ulong, 8, 16, 16);
LAYOUTS(longlong, 8, 16, 16);
LAYOUTS(ulonglong, 8, 16, 16);
LAYOUTS(float, 4, 8, 16);
LAYOUTS(double, 8, 16, 16);
LAYOUT(double4_16a, 32, 16);
LAYOUT(double4_32a, 32, 32);
LAYOUT(long4_32a, 32, 32);
LAYOUT(ulonglong4_16a, 32, 16);
LAYOUT(dim3, 12, 4);

__global__ void make(float4 *out, dim3 d) {
  int4 i = make_int4(1, 2, 3, 4);
  uchar4 c = make_uchar4(1, 2, 3, 4);
  out[threadIdx.x] = make_float4(i.x, c.w, d.y, 0.f);
}
