// Label propagation on a dense graph: every vertex sums the weights of its
// edges by the label at their other end and takes the heaviest. A thread has a
// vertex and its sixteen votes in shared memory; tiles of 64 x 32 weights are
// loaded along the rows and read along the columns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int kVertices = 64; // and threads
constexpr int kNeighbors = 32;
constexpr int kLabels = 16;

__global__ __launch_bounds__(kVertices) void propagate_labels(
    const float *__restrict__ weights, const int *__restrict__ labels,
    int *__restrict__ new_labels, float *__restrict__ confidence, int n) {
  __shared__ float votes[kLabels][kVertices];
  __shared__ float weight_tile[kVertices][kNeighbors + 1];
  __shared__ int label_tile[kNeighbors];

  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int first = blockIdx.x * kVertices;
  const int vertex = first + threadIdx.x;

  for (int l = 0; l < kLabels; ++l)
    votes[l][threadIdx.x] = 0.0f;

  for (int base = 0; base < n; base += kNeighbors) {
    const int neighbor = base + lane;
#pragma unroll 8
    for (int r = warp; r < kVertices; r += 2) {
      float w = 0.0f;
      if (first + r < n && neighbor < n)
        w = weights[static_cast<size_t>(first + r) * n + neighbor];
      weight_tile[r][lane] = w;
    }
    if (warp == 0)
      label_tile[lane] = neighbor < n ? labels[neighbor] : 0;
    __syncthreads();

    for (int j = 0; j < kNeighbors; ++j)
      votes[label_tile[j]][threadIdx.x] += fabsf(weight_tile[threadIdx.x][j]);
    __syncthreads();
  }

  if (vertex < n) {
    int winner = 0;
    float most = votes[0][threadIdx.x], sum = most;
    for (int l = 1; l < kLabels; ++l) {
      const float v = votes[l][threadIdx.x];
      sum += v;
      if (v > most) {
        most = v;
        winner = l;
      }
    }
    new_labels[vertex] = winner;
    confidence[vertex] = most / (sum + 1e-20f);
  }
}

extern "C" void launch(const float *weights, const int *labels, int *new_labels,
                       float *confidence, int n) {
  propagate_labels<<<(n + kVertices - 1) / kVertices, kVertices>>>(
      weights, labels, new_labels, confidence, n);
}
