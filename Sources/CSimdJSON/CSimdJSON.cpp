// Everything that is fast here happens inside libsimdjson, which picks its kernel for the processor.

#include "CSimdJSON.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <new>
#include <simdjson.h>

static_assert(SIMDJSON_TEXT_PADDING >= simdjson::SIMDJSON_PADDING, "a text needs more padding");

struct simdjson_reader {
  simdjson::dom::parser parser;
};

simdjson_reader *simdjson_reader_create(
    size_t maximum_bytes, size_t maximum_depth, simdjson_result *result) {
  auto *reader = new (std::nothrow) simdjson_reader;
  if (reader == nullptr) return nullptr;
  // simdjson counts the document itself as one container.
  if (reader->parser.allocate(maximum_bytes, maximum_depth + 1) != simdjson::SUCCESS
      || reader->parser.doc.allocate(maximum_bytes) != simdjson::SUCCESS) {
    delete reader;
    return nullptr;
  }
  result->tape = reader->parser.doc.tape.get();
  result->strings = reader->parser.doc.string_buf.get();
  result->structurals = reader->parser.implementation->structural_indexes.get();
  return reader;
}

void simdjson_reader_destroy(simdjson_reader *reader) { delete reader; }

bool simdjson_reader_parse(simdjson_reader *reader, const uint8_t *text, size_t length) {
  auto &parser = reader->parser;
  if (length == 0 || length > parser.capacity()) return false;
  return parser.implementation->parse(text, length, parser.doc) == simdjson::SUCCESS;
}

bool simdjson_is_utf8(const uint8_t *text, size_t length) {
  return simdjson::validate_utf8(reinterpret_cast<const char *>(text), length);
}

bool simdjson_number_is_finite(const uint8_t *text, size_t length) {
  auto *first = reinterpret_cast<const char *>(text);
  double value = 0;
  auto [end, error] = std::from_chars(first, first + length, value);
  if (error == std::errc()) return std::isfinite(value);
  // Out of range on either side; the place of the first digit that counts says on which.
  long place = -1, exponent = 0;
  bool counts = false, fraction = false;
  size_t index = text[0] == '-' ? 1 : 0;
  for (; index < length && (text[index] | 0x20) != 'e'; ++index) {
    if (text[index] == '.') fraction = true;
    else if (counts || text[index] != '0') {
      counts = true;
      if (!fraction) ++place;
    } else if (fraction) --place;
  }
  if (index < length) {
    bool negative = text[++index] == '-';
    if (negative || text[index] == '+') ++index;
    for (; index < length && exponent < 1000000000; ++index) {
      exponent = exponent * 10 + text[index] - '0';
    }
    if (negative) exponent = -exponent;
  }
  return !counts || place + exponent < 0;
}

static char *characters(uint8_t *text) { return reinterpret_cast<char *>(text); }

static size_t copy(uint8_t *text, const char *name) {
  size_t length = std::strlen(name);
  std::memcpy(text, name, length);
  return length;
}

size_t simdjson_write_double(double value, uint8_t *text) {
  if (value == 0) return copy(text, std::signbit(value) ? "-0.0" : "0");
  // "d.ddde±XX": the digits and the exponent are taken apart and laid out anew.
  char scientific[32];
  auto end = std::to_chars(
    scientific, scientific + sizeof scientific, std::fabs(value), std::chars_format::scientific).ptr;
  char digits[24];
  int count = 0;
  const char *place = scientific;
  for (; *place != 'e'; ++place) {
    if (*place != '.') digits[count++] = *place;
  }
  int exponent = 0;
  for (const char *digit = place + 2; digit < end; ++digit) exponent = exponent * 10 + *digit - '0';
  if (place[1] == '-') exponent = -exponent;

  uint8_t *out = text;
  if (value < 0) *out++ = '-';
  if (exponent >= -7 && exponent < 0) {
    *out++ = '0';
    *out++ = '.';
    for (int zero = -1; zero > exponent; --zero) *out++ = '0';
    std::memcpy(out, digits, count);
    out += count;
  } else if (exponent >= 0 && exponent < 18) {
    for (int index = 0; index <= exponent || index < count; ++index) {
      if (index == exponent + 1) *out++ = '.';
      *out++ = index < count ? digits[index] : '0';
    }
  } else {
    *out++ = digits[0];
    if (count > 1) {
      *out++ = '.';
      std::memcpy(out, digits + 1, count - 1);
      out += count - 1;
    }
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    out = reinterpret_cast<uint8_t *>(
      std::to_chars(characters(out), characters(out) + 4, exponent < 0 ? -exponent : exponent).ptr);
  }
  return out - text;
}

// Names as printf gives them.
static size_t write_special(double value, uint8_t *text) {
  if (std::isnan(value)) return copy(text, "nan");
  return copy(text, value < 0 ? "-inf" : "inf");
}

size_t simdjson_write_fixed6(double value, uint8_t *text) {
  if (!std::isfinite(value)) return write_special(value, text);
  auto *first = characters(text);
  return std::to_chars(first, first + SIMDJSON_NUMBER_TEXT, value, std::chars_format::fixed, 6).ptr
    - first;
}

size_t simdjson_write_general(double value, int digits, uint8_t *text) {
  if (!std::isfinite(value)) return write_special(value, text);
  auto *first = characters(text);
  return std::to_chars(
    first, first + SIMDJSON_NUMBER_TEXT, value, std::chars_format::general, digits).ptr - first;
}
