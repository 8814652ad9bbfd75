// What is loaded is reached through objects: by member functions and operators,
// by what a constructor was given, by structs that functions put together, by
// lambdas that return pointers.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DPADDED -DKERNELS=members,views,constructed,parts,lambdas,copies
// RUN: %golden ldg

struct Row {
  const float *data;
  int length;
  __device__ float at(int i) const { return i < length ? data[i] : 0.0f; }
};

__global__ void members(const float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  Row row = {A, n};
  float sum = 0.0f;
  for (int k = 0; k < row.length; k += 32) {
    tile[t] = row.at(k + t);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}

template <typename T> struct View {
  T *data;
  __device__ T &operator[](int i) const { return data[i]; }
};

__global__ void views(const float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  View<const float> from = {A};
  View<float> to = {out};
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = from[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  to[t] = sum;
}

class Source {
public:
  __device__ Source(const float *data, int lane) : data_(data + lane) {}
  __device__ float load(int k) const { return data_[k]; }

private:
  const float *data_;
};

__global__ void constructed(const float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  Source source(A, t);
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = source.load(k);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}

__device__ Row part(Row all, int start) {
  Row row;
  row.length = all.length - start;
  row.data = all.data + start;
  return row;
}
__device__ float get(const Row &row, int i) { return row.data[i]; }

__global__ void parts(const float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  Row all{A, n};
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    Row here = part(all, k);
    tile[t] = get(here, t);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void lambdas(const float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  auto tile_at = [&](int k) { return A + k; };
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = tile_at(k)[t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void copies(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const Row first = {A, n};
  const Row row = first;
  out[t] = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = row.data[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      out[t] = tile[i] * (i + t);
    __syncthreads();
  }
}
