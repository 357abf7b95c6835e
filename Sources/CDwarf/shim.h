#pragma once
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A file that has a copy of some bytes and no place in any folder; below 0 if there can be none.
static inline int kymo_memory_file(const void *bytes, size_t size) {
  // MFD_CLOEXEC; memfd_create itself is declared under _GNU_SOURCE alone.
  const int file = (int)syscall(SYS_memfd_create, "kymo", 1u);
  if (file < 0) return file;
  if (write(file, bytes, size) == (ssize_t)size) return file;
  close(file);
  return -1;
}
