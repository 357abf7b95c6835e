#pragma once
#include <stdint.h>

/// Bytes in memory or in a file.
typedef struct {
  uint64_t offset;
  uint64_t size;
} peer_block;

/// Lets the calling thread, and the threads that it starts, use the first `count` cores only; 0 on success.
int peers_use_cores(int count);

/// Writes `bytes` bytes with write(2) in blocks of `block` into a file that is made anew; returns the seconds taken, or
/// -1.
double peers_write(const char *path, uint64_t bytes, uint64_t block);

/// Compresses each block of `bytes` as a frame of zstd, with one context; returns the seconds taken, and in `compressed`
/// the bytes that came out.
///
/// `level` 0 is what KymoMCAP sets for samples: level 1, strategy fast, matches of 7 bytes, a table of 2^10, literals as
/// they are.
double peers_zstd(const uint8_t *bytes, const peer_block *blocks, uint64_t count, int level,
                  uint64_t *compressed);
/// The same with frames of LZ4.
double peers_lz4(const uint8_t *bytes, const peer_block *blocks, uint64_t count,
                 uint64_t *compressed);

/// Reads each block of a file, decompresses it with zstd and adds up the CRC-32 of each; returns the seconds taken, or
/// -1.
double peers_inflate(const char *path, const peer_block *blocks, uint64_t count, uint64_t largest,
                     uint64_t *sum);

/// Opens an MCAP file, reads its footer and its summary, compares the checksum, and counts the chunk indexes; returns the
/// seconds taken, or -1.
double peers_summary(const char *path, uint64_t *chunks);

/// Writes `count` messages of 28 bytes into a database of SQLite as rosbag2 did: a table of messages with an index of
/// times, a transaction for each `per_transaction` messages, without a journal on the disk and without waiting for it.
///
/// Returns the seconds taken, or -1, and in `rows` how many messages the database then has.
double peers_sqlite(const char *path, const uint8_t *messages, const int64_t *times, uint64_t count,
                    uint64_t per_transaction, uint64_t *rows);
