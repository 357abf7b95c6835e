#pragma once
// The hash of a 112-byte step costs less than a call through the dynamic linker: take it inline.
#define XXH_INLINE_ALL
#include <xxhash.h>
