#pragma once
// The hash of a 120-byte step costs less than a call through the dynamic linker: take it inline.
#define XXH_INLINE_ALL
#include <xxhash.h>

// XXH_INLINE_ALL renames every function by a macro, which Swift cannot see through.
static inline uint64_t xxh3_64bits(const void *input, size_t length) {
  return XXH3_64bits(input, length);
}

static inline XXH3_state_t *xxh3_128_start(void) {
  XXH3_state_t *state = XXH3_createState();
  if (state != NULL) XXH3_128bits_reset(state);
  return state;
}

static inline void xxh3_128_add(XXH3_state_t *state, const void *input, size_t length) {
  XXH3_128bits_update(state, input, length);
}

static inline void xxh3_128_end(XXH3_state_t *state, uint64_t *high, uint64_t *low) {
  XXH128_hash_t hash = XXH3_128bits_digest(state);
  *high = hash.high64;
  *low = hash.low64;
  XXH3_freeState(state);
}
