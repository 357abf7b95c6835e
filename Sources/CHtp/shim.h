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

// The number that its owner has given a transaction; 0 if none.
static inline uintptr_t kymo_htp_number(const htp_tx_t *transaction) {
  return (uintptr_t)htp_tx_get_user_data(transaction);
}

static inline void kymo_htp_set_number(htp_tx_t *transaction, uintptr_t number) {
  htp_tx_set_user_data(transaction, (void *)number);
}
