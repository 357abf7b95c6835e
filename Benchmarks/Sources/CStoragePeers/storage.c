#define _GNU_SOURCE
#include "include/CStoragePeers.h"

#include <fcntl.h>
#include <libdeflate.h>
#include <lz4frame.h>
#include <sched.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zstd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int peers_use_cores(int count) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  for (int core = 0; core < count; core++) CPU_SET(core, &cores);
  return sched_setaffinity(0, sizeof cores, &cores);
}

double peers_write(const char *path, uint64_t bytes, uint64_t block) {
  char *memory = malloc(block);
  memset(memory, 7, block);
  double start = now();
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  uint64_t left = bytes;
  while (file >= 0 && left > 0) {
    ssize_t written = write(file, memory, left < block ? left : block);
    if (written <= 0) break;
    left -= (uint64_t)written;
  }
  if (file >= 0) close(file);
  double seconds = now() - start;
  free(memory);
  return file < 0 || left > 0 ? -1 : seconds;
}

static uint64_t largest_block(const peer_block *blocks, uint64_t count) {
  uint64_t largest = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (blocks[i].size > largest) largest = blocks[i].size;
  }
  return largest;
}

double peers_zstd(const uint8_t *bytes, const peer_block *blocks, uint64_t count, int level,
                  uint64_t *compressed) {
  size_t room = ZSTD_compressBound(largest_block(blocks, count));
  char *output = malloc(room);
  ZSTD_CCtx *context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level == 0 ? 1 : level);
  if (level == 0) {
    ZSTD_CCtx_setParameter(context, ZSTD_c_strategy, ZSTD_fast);
    ZSTD_CCtx_setParameter(context, ZSTD_c_minMatch, 7);
    ZSTD_CCtx_setParameter(context, ZSTD_c_hashLog, 10);
    ZSTD_CCtx_setParameter(context, ZSTD_c_targetLength, 1);
  }
  double start = now();
  *compressed = 0;
  for (uint64_t i = 0; i < count; i++) {
    *compressed +=
        ZSTD_compress2(context, output, room, bytes + blocks[i].offset, blocks[i].size);
  }
  double seconds = now() - start;
  ZSTD_freeCCtx(context);
  free(output);
  return seconds;
}

double peers_lz4(const uint8_t *bytes, const peer_block *blocks, uint64_t count,
                 uint64_t *compressed) {
  LZ4F_preferences_t preferences;
  memset(&preferences, 0, sizeof preferences);
  preferences.frameInfo.blockSizeID = LZ4F_max4MB;
  size_t room = LZ4F_compressFrameBound(largest_block(blocks, count), &preferences);
  char *output = malloc(room);
  double start = now();
  *compressed = 0;
  for (uint64_t i = 0; i < count; i++) {
    *compressed += LZ4F_compressFrame(output, room, bytes + blocks[i].offset, blocks[i].size,
                                      &preferences);
  }
  double seconds = now() - start;
  free(output);
  return seconds;
}

double peers_inflate(const char *path, const peer_block *blocks, uint64_t count, uint64_t largest,
                     uint64_t *sum) {
  double start = now();
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  char *input = malloc(largest_block(blocks, count));
  char *output = malloc(largest);
  ZSTD_DCtx *context = ZSTD_createDCtx();
  *sum = 0;
  int failed = 0;
  for (uint64_t i = 0; i < count && !failed; i++) {
    ssize_t length = pread(file, input, blocks[i].size, (off_t)blocks[i].offset);
    size_t size = length < 0 ? 0 : ZSTD_decompressDCtx(context, output, largest, input, (size_t)length);
    failed = (uint64_t)length != blocks[i].size || ZSTD_isError(size);
    if (!failed) *sum += libdeflate_crc32(0, output, size);
  }
  ZSTD_freeDCtx(context);
  free(output);
  free(input);
  close(file);
  return failed ? -1 : now() - start;
}

static uint64_t load64(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, 8);
  return value;
}

double peers_summary(const char *path, uint64_t *chunks) {
  enum { tail = 9 + 20 + 8 };
  double start = now();
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return -1;
  uint8_t footer[tail];
  if (pread(file, footer, tail, status.st_size - tail) != tail) return -1;
  uint64_t begin = load64(footer + 9);
  // The checksum covers the summary and the footer up to the checksum itself.
  uint64_t covered = (uint64_t)status.st_size - tail - begin + 9 + 16;
  uint8_t *summary = malloc(covered);
  int failed = pread(file, summary, covered, (off_t)begin) != (ssize_t)covered;
  uint32_t stated;
  memcpy(&stated, footer + 9 + 16, 4);
  failed = failed || libdeflate_crc32(0, summary, covered) != stated;
  *chunks = 0;
  for (uint64_t place = 0; !failed && place + 9 <= covered - 16; place += 9 + load64(summary + place + 1)) {
    if (summary[place] == 0x08) *chunks += 1;
  }
  free(summary);
  close(file);
  return failed ? -1 : now() - start;
}

double peers_sqlite(const char *path, const uint8_t *messages, const int64_t *times, uint64_t count,
                    uint64_t per_transaction, uint64_t *rows) {
  sqlite3 *database;
  sqlite3_stmt *insert = 0, *query = 0;
  unlink(path);
  double start = now();
  if (sqlite3_open(path, &database) != SQLITE_OK) return -1;
  int failed = sqlite3_exec(database,
                            "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"
                            "CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL,"
                            "timestamp INTEGER NOT NULL, data BLOB NOT NULL);"
                            "CREATE INDEX timestamp_idx ON messages (timestamp ASC);",
                            0, 0, 0) != SQLITE_OK;
  failed = failed ||
           sqlite3_prepare_v2(database,
                              "INSERT INTO messages (timestamp, topic_id, data) VALUES (?, ?, ?)", -1,
                              &insert, 0) != SQLITE_OK;
  for (uint64_t i = 0; i < count && !failed; i++) {
    if (i % per_transaction == 0) {
      if (i > 0) sqlite3_exec(database, "COMMIT", 0, 0, 0);
      sqlite3_exec(database, "BEGIN", 0, 0, 0);
    }
    sqlite3_bind_int64(insert, 1, times[i]);
    sqlite3_bind_int(insert, 2, 1);
    sqlite3_bind_blob(insert, 3, messages + 28 * i, 28, SQLITE_STATIC);
    failed = sqlite3_step(insert) != SQLITE_DONE;
    sqlite3_reset(insert);
  }
  sqlite3_exec(database, "COMMIT", 0, 0, 0);
  double seconds = now() - start;
  *rows = 0;
  if (!failed && sqlite3_prepare_v2(database, "SELECT count(*) FROM messages", -1, &query, 0) == SQLITE_OK &&
      sqlite3_step(query) == SQLITE_ROW) {
    *rows = (uint64_t)sqlite3_column_int64(query, 0);
  }
  sqlite3_finalize(query);
  sqlite3_finalize(insert);
  sqlite3_close(database);
  return failed ? -1 : seconds;
}
