#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

// AE_IFREG is a macro with a cast, which does not arrive in Swift.
static inline int kymo_archive_entry_is_file(struct archive_entry *entry) {
  return archive_entry_filetype(entry) == AE_IFREG && archive_entry_hardlink(entry) == NULL;
}

static inline void kymo_archive_entry_set_file(struct archive_entry *entry) {
  archive_entry_set_filetype(entry, AE_IFREG);
}

// Whether it leads to another entry or a path: a symbolic link, or a further name of an entry before it.
static inline int kymo_archive_entry_is_link(struct archive_entry *entry) {
  return archive_entry_filetype(entry) == AE_IFLNK || archive_entry_hardlink(entry) != NULL;
}

static inline int kymo_archive_entry_is_folder(struct archive_entry *entry) {
  return archive_entry_filetype(entry) == AE_IFDIR;
}

// Names are converted by way of the locale, and in that of the C language they get lost.
static inline locale_t kymo_archive_new_locale(void) {
  return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

// Takes a locale for this thread, if there is one, and gives back the one before.
static inline locale_t kymo_archive_use_locale(locale_t locale) {
  return uselocale(locale);
}

static inline void kymo_archive_free_locale(locale_t locale) {
  if (locale != (locale_t)0) freelocale(locale);
}
