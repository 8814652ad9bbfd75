// A view returns a view of one dimension less, that an element which converts to what
// it stands for; iterators return iterators. What they lead to is what the first was
// given, be it through references that they keep.
//
// RUN: %rewrite_and_run ldg,ldg-single launched
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

template <typename V> struct Element {
  __device__ Element(const V &view, typename V::type *p) : view(view), p(p) {}
  __device__ operator typename V::type &() { return *p; }
  __device__ operator const typename V::type &() const { return *p; }
  const V &view;
  typename V::type *const p;
};
template <typename V> struct Row {
  __device__ Row(const V &view, typename V::type *p) : view(view), p(p) {}
  __device__ Element<V> operator[](int j) const {
    return Element<V>(view, p + j * view.step);
  }
  const V &view;
  typename V::type *const p;
};
template <typename T> struct View {
  typedef T type;
  __device__ Row<View> operator[](int i) const { return Row<View>(*this, data + i * columns); }
  T *data;
  int columns, step;
};

// Iterators that add numbers, over each other.
struct Plain {
  const float *p;
  __device__ Plain operator+(int i) const { return Plain{p + i}; }
  __device__ const float &operator*() const { return *p; }
};
struct Backwards {
  Plain last;
  __device__ Backwards operator+(int i) const { return Backwards{last + -i}; }
  __device__ const float &operator*() const { return *last; }
};

// CHECK: auto fetch_tile = [&](int k) {
// CHECK-NEXT: next_first = a[k / 64][t];
// CHECK-NEXT: next_second = *(it + k + t);
// CHECK-NEXT: next_third = *((back + (1 - K + k)) + t);
// CHECK-NEXT: };
template <typename It>
__global__ void sums(const View<const float> a, It it, float *__restrict__ C, int K) {
  __shared__ float first[64], second[64], third[64];
  const int t = threadIdx.x;
  Backwards back{Plain{&a.data[0]}};
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    first[t] = a[k / 64][t];
    second[t] = *(it + k + t);
    third[t] = *((back + (1 - K + k)) + t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += first[i] * (t + i) - second[63 - i] + third[i] * i;
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  sums<<<1, 64>>>(View<const float>{A, 64, 1}, Plain{A}, C, K);
}
