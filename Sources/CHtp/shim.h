#pragma once
#include <htp/htp.h>

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

// What its owner keeps in a transaction: a number, and 10 bits for the lines of each head: the byte before, and what is
// odd about them.
static inline uintptr_t kymo_htp_kept(const htp_tx_t *transaction) {
  return (uintptr_t)htp_tx_get_user_data(transaction);
}

static inline void kymo_htp_keep(htp_tx_t *transaction, uintptr_t kept) {
  htp_tx_set_user_data(transaction, (void *)kept);
}

// The number that its owner has given a transaction; 0 if none.
static inline uintptr_t kymo_htp_number(const htp_tx_t *transaction) {
  return kymo_htp_kept(transaction) >> 20;
}

static inline void kymo_htp_set_number(htp_tx_t *transaction, uintptr_t number) {
  kymo_htp_keep(transaction, number << 20 | (uintptr_t)'\n' << 10 | '\n');
}

// Whether bytes begin with a text of small letters, whatever their case.
static inline int kymo_htp_begins(const unsigned char *bytes, size_t count, const char *text) {
  for (; *text != 0; text++, bytes++, count--) {
    if (count == 0) return 0;
    unsigned char byte = *bytes >= 'A' && *bytes <= 'Z' ? *bytes | 0x20 : *bytes;
    if (byte != (unsigned char)*text) return 0;
  }
  return 1;
}

// Whether what a line goes on with looks like something that says where a message ends.
static inline int kymo_htp_frames(const unsigned char *place, const unsigned char *end) {
  while (place < end && (*place == ' ' || *place == '\t')) place++;
  size_t count = (size_t)(end - place);
  return (count > 0 && *place >= '0' && *place <= '9') ||
         kymo_htp_begins(place, count, "chunked") ||
         kymo_htp_begins(place, count, "content-length") ||
         kymo_htp_begins(place, count, "transfer-encoding");
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

// Looks at bytes of a head; `shift` is where its bits are.
static inline int kymo_htp_look(htp_tx_data_t *data, int shift) {
  if (data == NULL || data->tx == NULL || data->data == NULL || data->len == 0) return HTP_OK;
  uintptr_t kept = kymo_htp_kept(data->tx);
  uintptr_t odd = (uintptr_t)kymo_htp_oddness((kept >> shift) & 0xFF, data->data, data->len);
  kept = (kept & ~((uintptr_t)0xFF << shift)) | (uintptr_t)data->data[data->len - 1] << shift;
  kymo_htp_keep(data->tx, kept | odd << (shift + 8));
  return HTP_OK;
}

static inline int kymo_htp_look_at_request(htp_tx_data_t *data) { return kymo_htp_look(data, 0); }
static inline int kymo_htp_look_at_reply(htp_tx_data_t *data) { return kymo_htp_look(data, 10); }

static inline int kymo_htp_request_oddness(const htp_tx_t *transaction) {
  return kymo_htp_kept(transaction) >> 8 & 3;
}

static inline int kymo_htp_reply_oddness(const htp_tx_t *transaction) {
  return kymo_htp_kept(transaction) >> 18 & 3;
}

// Forgets the lines of a reply, since another begins.
static inline void kymo_htp_restart_reply(htp_tx_t *transaction) {
  uintptr_t kept = kymo_htp_kept(transaction) & ~((uintptr_t)0x3FF << 10);
  kymo_htp_keep(transaction, kept | (uintptr_t)'\n' << 10);
}

// Which field says where a message ends: 1 its length as a plain number of at most 18 digits, 2 any other.
static inline int kymo_htp_framing(const htp_header_t *field) {
  size_t count = kymo_htp_length(field->name);
  const unsigned char *name = kymo_htp_start(field->name);
  if (count == 17) return kymo_htp_begins(name, count, "transfer-encoding") ? 2 : 0;
  if (count != 14 || !kymo_htp_begins(name, count, "content-length")) return 0;
  size_t digits = kymo_htp_length(field->value);
  const unsigned char *value = kymo_htp_start(field->value);
  if (digits == 0 || digits > 18) return 2;
  for (size_t place = 0; place < digits; place++)
    if (value[place] < '0' || value[place] > '9') return 2;
  return 1;
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
