#pragma once
// Named semaphores: sem_open is variadic, which Swift does not import.
#include <fcntl.h>
#include <semaphore.h>

/// Makes a semaphore of this name, for this user alone and with nobody inside; 0, or -1 with errno.
static inline int kymo_make_semaphore(const char *name) {
  sem_t *semaphore = sem_open(name, O_CREAT | O_EXCL, 0600, 1);
  return semaphore == SEM_FAILED ? -1 : sem_close(semaphore);
}
