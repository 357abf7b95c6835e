#pragma once
#include <htp/htp.h>
#include <string.h>
#include <strings.h>

// Macros with casts do not arrive in Swift.
static inline const unsigned char *kymo_htp_start(const bstr *text) {
  return text == NULL ? NULL : bstr_ptr(text);
}

static inline size_t kymo_htp_length(const bstr *text) {
  return text == NULL ? 0 : bstr_len(text);
}

// A header by its place; NULL if there is none.
static inline const htp_header_t *kymo_htp_header(const htp_table_t *headers, size_t place) {
  if (headers == NULL || place >= htp_table_size(headers)) return NULL;
  return (const htp_header_t *)htp_table_get_index(headers, place, NULL);
}

// The number that its owner has given a transaction; 0 if none.
static inline uintptr_t kymo_htp_number(const htp_tx_t *transaction) {
  return (uintptr_t)htp_tx_get_user_data(transaction);
}

static inline void kymo_htp_set_number(htp_tx_t *transaction, uintptr_t number) {
  htp_tx_set_user_data(transaction, (void *)number);
}

// Whether what a line goes on with looks like something that says where a message ends.
static inline int kymo_htp_frames(const unsigned char *place, const unsigned char *end) {
  while (place < end && (*place == ' ' || *place == '\t')) place++;
  size_t count = (size_t)(end - place);
  const char *text = (const char *)place;
  return (count > 0 && *place >= '0' && *place <= '9') ||
         (count >= 7 && strncasecmp(text, "chunked", 7) == 0) ||
         (count >= 14 && strncasecmp(text, "content-length", 14) == 0) ||
         (count >= 17 && strncasecmp(text, "transfer-encoding", 17) == 0);
}

// What is odd about lines of a head: 1 a line that does not end with CR LF or goes on in the next, or a NUL; 2 such
// a line that may say where the message ends. `last` is the byte before.
static inline int kymo_htp_oddness(unsigned char last, const unsigned char *bytes, size_t count) {
  const unsigned char *end = bytes + count, *place = bytes;
  int odd = 0;
  if (count == 0) return 0;
  if (last == '\n' && (*bytes == ' ' || *bytes == '\t')) odd |= 1 | kymo_htp_frames(bytes, end) << 1;
  if (last == '\r' && *bytes != '\n') odd |= 1 | kymo_htp_frames(bytes, end) << 1;
  if (last != '\r' && *bytes == '\n') odd |= 1;
  if (memchr(bytes, 0, count) != NULL) odd |= 3;
  while ((place = (const unsigned char *)memchr(place, '\n', (size_t)(end - place))) != NULL) {
    if (place > bytes && place[-1] != '\r') odd |= 1;
    if (++place == end) break;
    if (*place == ' ' || *place == '\t') odd |= 1 | kymo_htp_frames(place, end) << 1;
  }
  place = bytes;
  while ((place = (const unsigned char *)memchr(place, '\r', (size_t)(end - place))) != NULL) {
    if (++place == end) break;
    if (*place != '\n') odd |= 1 | kymo_htp_frames(place, end) << 1;
  }
  return odd;
}

static inline int kymo_htp_is_version(const unsigned char *text) {
  return memcmp(text, "HTTP/1.", 7) == 0 && text[7] >= '0' && text[7] <= '9';
}

// Whether a line is a request line of HTTP/1: three words with one space between them.
static inline int kymo_htp_is_request_line(const bstr *line) {
  size_t count = kymo_htp_length(line);
  const unsigned char *text = kymo_htp_start(line);
  if (count < 12 || !kymo_htp_is_version(text + count - 8) || text[count - 9] != ' ') return 0;
  const unsigned char *space = (const unsigned char *)memchr(text, ' ', count);
  const unsigned char *target = space + 1, *end = text + count - 9;
  return space > text && target < end && memchr(target, ' ', (size_t)(end - target)) == NULL &&
         memchr(text, '\t', count) == NULL;
}

// Whether a line is a status line of HTTP/1: the version, a space, three digits, and nothing or a space.
static inline int kymo_htp_is_status_line(const bstr *line) {
  size_t count = kymo_htp_length(line);
  const unsigned char *text = kymo_htp_start(line);
  if (count < 12 || !kymo_htp_is_version(text) || text[8] != ' ') return 0;
  if (text[9] < '1' || text[9] > '9') return 0;
  for (int place = 10; place < 12; place++)
    if (text[place] < '0' || text[place] > '9') return 0;
  return count == 12 || text[12] == ' ';
}
