#pragma once
// The hash of a 120-byte step costs less than a call through the dynamic linker: take it inline.
#define XXH_INLINE_ALL
#include <xxhash.h>

// XXH_INLINE_ALL renames every function by a macro, which Swift cannot see through.
static inline uint64_t xxh3_64bits(const void *input, size_t length) {
  return XXH3_64bits(input, length);
}
