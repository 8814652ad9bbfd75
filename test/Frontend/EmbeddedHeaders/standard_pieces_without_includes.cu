// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// What nvcc's implicit include brings: std::forward, printf, assert, limits.

template <typename F, typename... A> void call(F f, A &&...a) {
  f(std::forward<A>(a)...);
}

__global__ void kernel(float *p, int n) {
  float a = std::min(p[0], p[1]), b = std::max(p[2], p[3]);
  std::swap(a, b);
  static_assert(std::is_same<int, int>::value, "");
  assert(n < INT_MAX);
  void *heap = malloc(16);
  memcpy(heap, p, 16);
  free(heap);
  printf("%f %f %lld %u\n", a, b, clock64(), (uint8_t)n);
}

template <typename T, typename U>
__device__ std::common_type_t<T, U> product(T a, U b) {
  static_assert(std::is_arithmetic<T>::value && !std::is_pointer<U>::value, "");
  typename std::common_type<T, U, float>::type wide = a;
  typename std::make_unsigned<int>::type bits = 0;
  return wide * static_cast<std::decay_t<const U &>>(b) + bits;
}
static_assert(std::is_same<decltype(product(1, 2.0)), double>::value, "");

int onHost() {
  char *text = (char *)malloc(8);
  memset(text, 0, 8);
  printf("%s %zu", text, strlen(text));
  exit(EXIT_FAILURE);
}
