// The executable's definitions of malloc and its kin take precedence over those of the C library, for
// every library in the process; they count and hand on to the C library's own under its other names.

#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer) \
  || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif

// The hooks of the Swift runtime (stdlib/public/runtime/ErrorObject.h).
extern _Atomic(void *) _swift_willThrow __attribute__((weak));
extern _Atomic(void *) _swift_willThrowTypedImpl __attribute__((weak));

void allocation_counter_unhook_throws(void) {
  if (&_swift_willThrow) _swift_willThrow = NULL;
  if (&_swift_willThrowTypedImpl) _swift_willThrowTypedImpl = NULL;
}

#if defined(SANITIZED) || !defined(__GLIBC__)

bool allocation_counter_is_active(void) { return false; }
uint64_t allocation_counter_of_this_thread(void) { return 0; }

#else

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void *__libc_valloc(size_t);
extern void *__libc_pvalloc(size_t);
extern void __libc_free(void *);

// Initial-exec: a look at it never allocates, as a dynamic one may.
static __thread uint64_t count __attribute__((tls_model("initial-exec")));

bool allocation_counter_is_active(void) { return true; }
uint64_t allocation_counter_of_this_thread(void) { return count; }

void *malloc(size_t size) {
  count += 1;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count += 1;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count += 1;
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count += 1;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count += 1;
  return __libc_memalign(alignment, size);
}

void *valloc(size_t size) {
  count += 1;
  return __libc_valloc(size);
}

void *pvalloc(size_t size) {
  count += 1;
  return __libc_pvalloc(size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count += 1;
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  void *result = __libc_memalign(alignment, size);
  if (result == NULL) return ENOMEM;
  *memory = result;
  return 0;
}

void free(void *memory) { __libc_free(memory); }

#endif
