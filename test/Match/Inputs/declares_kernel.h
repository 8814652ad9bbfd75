#pragma once
__global__ void exported(const float *A, float *C, int K);
