// Copy loops that count in a `while`: their counters go into the header of a `for`,
// from the declaration or the assignment above. A pragma and comments stay.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single,auto walk -DSTEP=128 -DPADDED
// RUN: %golden ldg

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float own[128], two[128], behind[128], nested[4][32];
  const int t = threadIdx.x;
  int c;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 128) {
    // Each thread starts at its own place.
    int i = t;
    #pragma unroll
    while (i < 128) {
      own[i] = A[k + i];
      i += blockDim.x; // as many as there are threads
    }

    c = t;
    while (c < 64) {
      two[c] = A[k + c];
      c += 32;
    }
    c = 64 + t;
    while (c <= 127) {
      two[c] = A[k + 191 - c];
      c = c + 32;
    }

    // The step stands amid the body, and a declaration in front of the loop.
    unsigned int j = t;
    const int last = 127;
    while (j < 128) {
      const unsigned int at = last - j;
      j += 32;
      behind[at] = A[k + at] * 2.0f;
    }

    int row = 0;
    while (row < 4) {
      int column = t;
      while (column < 32) {
        nested[row][column] = A[k + row * 32 + column];
        column += 32;
      }
      ++row;
    }
    __syncthreads();

    for (c = 0; c < 128; ++c)
      sum += own[c] * two[127 - c] - behind[(c + t) % 128] * nested[c / 32][t];
    __syncthreads();
  }

  out[t] = sum;
}

void launch(const float *A, float *out, int n) { walk<<<1, 32>>>(A, out, n); }
