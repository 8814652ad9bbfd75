NVCC = nvcc
NVCCFLAGS = -std=c++20 -Iinc -I"with blank" -isystem sys -DFROM_CMAKE=32 \
  '-DGREETING="a, b"' -gencode=arch=compute_90,code=[sm_90,compute_90] -Xcompiler -fPIC,-Wall
all: gemm.o main.o
gemm.o: src/gemm.cu
	$(NVCC) $(NVCCFLAGS) -dc -o $@ $<
main.o: src/main.cpp
	$(CXX) -c -o $@ $<
