#pragma once
#include <sqlite3.h>

// A table and a cursor of ours, each with a reference to the object that it stands for.
typedef struct {
  sqlite3_vtab base;
  void *object;
} kymo_sqlite_table;

typedef struct {
  sqlite3_vtab_cursor base;
  void *object;
} kymo_sqlite_cursor;

// Functions with a list of any length, and destructors that are casts, do not arrive in Swift.
static inline char *kymo_sqlite_copy(const char *text) { return sqlite3_mprintf("%s", text); }

static inline void kymo_sqlite_result_copy(sqlite3_context *context, const char *text, int length) {
  sqlite3_result_text(context, text, length, SQLITE_TRANSIENT);
}

static inline void kymo_sqlite_result_static(sqlite3_context *context, const char *text, int length) {
  sqlite3_result_text(context, text, length, SQLITE_STATIC);
}

static inline void kymo_sqlite_result_bytes(sqlite3_context *context, const void *bytes, int length) {
  sqlite3_result_blob(context, bytes, length, SQLITE_TRANSIENT);
}

static inline int kymo_sqlite_refuse_extensions(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (int *)0);
}

static inline int kymo_sqlite_defend(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
