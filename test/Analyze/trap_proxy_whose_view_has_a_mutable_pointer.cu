// A const function of the view sets its pointer.
//
// RUN: %never_wrong

template <class Of> struct Row {
  __device__ Row(Of &of, float *p) : of(of), p(p) {}
  __device__ float &operator[](int j) const { return p[j]; }
  __device__ void set(float *q) { of.set(q); }
  Of &of;
  float *p;
};
struct View {
  __device__ Row<View> operator[](int i) { return Row<View>(*this, p + i * stride()); }
  __device__ int stride() const { return 64; }
  __device__ void set(float *q) const { const_cast<View *>(this)->p = q; }
  float *p;
};

__global__ void trap(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  View view{const_cast<float *>(A)};
  float sum = 0;
  auto row = view[0];
  C[t] = A[t];
  row.set(C);
  for (int k = 0; k < K; ++k) {
    tile[t] = view[0][t];
    __syncthreads();
    sum = sum * 2 + tile[63 - t];
    C[t] = sum;
    __syncthreads();
  }
  C[t] = sum;
}
