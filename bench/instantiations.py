#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A tile kernel with seven template parameters, and a host function that launches
N instantiations of it, as libraries of convolutions do.

    instantiations.py N > many.cu
"""

import itertools
import sys

KERNEL = """\
template <int ROWS, int COLUMNS, int IMAGES, int FILTERS, int COLORS, bool ADDS,
          bool CHECKS>
__global__ void filter(const float *__restrict__ images,
                       const float *__restrict__ weights,
                       float *__restrict__ target, int image_count,
                       int filter_count, int pixels) {
  __shared__ float w[ROWS * COLORS][ROWS * FILTERS];
  __shared__ float x[ROWS * COLORS][COLUMNS * IMAGES];
  const int tid = threadIdx.y * COLUMNS + threadIdx.x;
  const int wx = tid % (ROWS * FILTERS), wy = tid / (ROWS * FILTERS);
  const int first = blockIdx.x * COLUMNS * IMAGES + threadIdx.x;
  images += first + threadIdx.y * image_count;
  weights += blockIdx.y * ROWS * FILTERS + wy * filter_count + wx;
  float sum[FILTERS][IMAGES] = {};
  for (int p = 0; p < pixels; p += ROWS) {
    if (wy < ROWS)
      for (int q = 0; q < ROWS; q += COLUMNS / FILTERS)
        if (p + q + wy < pixels)
          for (int c = 0; c < COLORS; ++c)
            w[wy + q + c * ROWS][wx] =
                weights[(c * pixels + p + q) * filter_count];
        else
          for (int c = 0; c < COLORS; ++c)
            w[wy + q + c * ROWS][wx] = 0;
    for (int i = 0; i < IMAGES; ++i)
      for (int c = 0; c < COLORS; ++c)
        x[threadIdx.y + c * ROWS][threadIdx.x + i * COLUMNS] =
            !CHECKS || first + i * COLUMNS < image_count
                ? images[(c * pixels + p) * image_count + i * COLUMNS]
                : 0;
    __syncthreads();
    for (int k = 0; k < ROWS * COLORS; ++k)
      for (int f = 0; f < FILTERS; ++f)
        for (int i = 0; i < IMAGES; ++i)
          sum[f][i] += x[k][i * COLUMNS + threadIdx.x] *
                       w[k][threadIdx.y + f * ROWS];
    __syncthreads();
  }
  for (int f = 0; f < FILTERS; ++f)
    for (int i = 0; i < IMAGES; ++i)
      if (!CHECKS || first + i * COLUMNS < image_count) {
        float *to = &target[f * ROWS * image_count + first + i * COLUMNS];
        *to = ADDS ? *to + sum[f][i] : sum[f][i];
      }
}

void launch(int which, const float *images, const float *weights, float *target,
            int image_count, int filter_count, int pixels) {
  switch (which) {"""

LAUNCH = """\
  case {number}:
    filter<{rows}, 32, {images}, {filters}, {colors}, {adds}, {checks}>
        <<<dim3(image_count / {width}, filter_count / {height}), dim3(32, {rows})>>>(
            images, weights, target, image_count, filter_count, pixels);
    break;"""


def text(count):
    """The file with so many instantiations: 384 at most."""
    lines = [KERNEL]
    sizes = itertools.product((4, 8), (1, 2, 4), (1, 2, 4, 8), (1, 2, 3, 4),
                              ("false", "true"), ("false", "true"))
    for number, size in enumerate(itertools.islice(sizes, count)):
        rows, images, filters, colors, adds, checks = size
        lines.append(LAUNCH.format(
            number=number, rows=rows, images=images, filters=filters,
            colors=colors, adds=adds, checks=checks, width=32 * images,
            height=rows * filters))
    return "\n".join(lines + ["  }", "}", ""])


if __name__ == "__main__":
    sys.stdout.write(text(int(sys.argv[1])))
