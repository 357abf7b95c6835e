// simdjson, and the two conversions between numbers and text that only C++ has, for Swift.

#ifndef C_SIMDJSON_H
#define C_SIMDJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How many readable bytes a text needs behind its end.
enum { SIMDJSON_TEXT_PADDING = 64 };

/// How many bytes the longest text of a number takes.
enum { SIMDJSON_NUMBER_TEXT = 336 };

/// A parser with memory of its own, all of it allocated when it is made.
typedef struct simdjson_reader simdjson_reader;

/// Where a reader leaves what it parsed: always in the same place, and until the next parse.
typedef struct {
  /// One 64-bit word for each value, as simdjson's doc/tape.md describes.
  const uint64_t *tape;
  /// The strings of the tape: 4 bytes of length, the bytes, a zero.
  const uint8_t *strings;
  /// Where in the text each bracket, comma, colon, string, number and atom begins.
  const uint32_t *structurals;
} simdjson_result;

/// Makes a reader of texts of at most `maximum_bytes` bytes and `maximum_depth` open containers; NULL if
/// there is no memory.
simdjson_reader *simdjson_reader_create(
  size_t maximum_bytes, size_t maximum_depth, simdjson_result *result);

/// Frees a reader.
void simdjson_reader_destroy(simdjson_reader *reader);

/// Parses `length` bytes, which SIMDJSON_TEXT_PADDING readable ones must follow. False if they are not
/// JSON that simdjson takes. Allocates nothing.
bool simdjson_reader_parse(simdjson_reader *reader, const uint8_t *text, size_t length);

/// Whether `length` bytes are UTF-8.
bool simdjson_is_utf8(const uint8_t *text, size_t length);

/// Whether a number in the grammar of JSON is within the range of a double.
bool simdjson_number_is_finite(const uint8_t *text, size_t length);

/// Writes the shortest text that reads back as the finite `value`, laid out as JavaScript does; a negative
/// zero is `-0.0`, and from 10^18 on there is an exponent. Returns its length.
size_t simdjson_write_double(double value, uint8_t text[SIMDJSON_NUMBER_TEXT]);

/// Writes `value` as printf does for "%f" in the C locale. Returns the length.
size_t simdjson_write_fixed6(double value, uint8_t text[SIMDJSON_NUMBER_TEXT]);

/// Writes `value` as printf does for "%.<digits>g" in the C locale. Returns the length.
size_t simdjson_write_general(double value, int digits, uint8_t text[SIMDJSON_NUMBER_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
