//===- nvtx3/nvToolsExt.h - NVTX ranges and marks ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: NVIDIA Tools Extension Library documentation.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_NVTX3_NVTOOLSEXT_H
#define CUDAPIPE_EMBEDDED_NVTX3_NVTOOLSEXT_H
#pragma clang system_header

typedef unsigned long long nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };
enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2
};
struct nvtxEventAttributes_t {
  unsigned short version, size;
  unsigned category;
  int colorType;
  unsigned color;
  int payloadType, reserved0;
  union { unsigned long long ullValue; double dValue; } payload;
  int messageType;
  union { const char *ascii; const wchar_t *unicode; } message;
};
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE                                          \
  ((unsigned short)sizeof(nvtxEventAttributes_t))

int nvtxRangePushA(const char *message);
int nvtxRangePush(const char *message);
int nvtxRangePushEx(const nvtxEventAttributes_t *attributes);
int nvtxRangePop();
nvtxRangeId_t nvtxRangeStartA(const char *message);
nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *attributes);
void nvtxRangeEnd(nvtxRangeId_t id);
void nvtxMarkA(const char *message);
void nvtxMark(const char *message);
void nvtxNameOsThreadA(unsigned thread, const char *name);
void nvtxNameCudaStreamA(struct CUstream_st *stream, const char *name);

#endif // CUDAPIPE_EMBEDDED_NVTX3_NVTOOLSEXT_H
