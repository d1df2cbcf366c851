// SPDX-License-Identifier: Apache-2.0
#include <expat.h>
#include <stdint.h>

// Expat 2.9 deprecates the functions whose results have the size of a pointer, and adds these.
#if XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION < 9
static inline uint64_t XML_GetCurrentLineNumber64(XML_Parser parser) { return XML_GetCurrentLineNumber(parser); }
static inline uint64_t XML_GetCurrentColumnNumber64(XML_Parser parser) { return XML_GetCurrentColumnNumber(parser); }
static inline int64_t XML_GetCurrentByteIndex64(XML_Parser parser) { return XML_GetCurrentByteIndex(parser); }
static inline uint64_t XML_GetCurrentByteCount64(XML_Parser parser) { return (uint64_t)XML_GetCurrentByteCount(parser); }
#endif
