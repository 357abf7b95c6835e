#pragma once
#include <curl/curl.h>
#include <string.h>

typedef size_t (*kymo_curl_receive)(char *bytes, size_t size, size_t count, void *context);

// What a transfer is to do.
struct kymo_curl_plan {
  const char *url;
  const char *method;
  const void *body;
  size_t body_bytes;
  long connect_ms;
  long total_ms;
  int uses_proxy;
};

static inline int kymo_curl_start_library(void) { return (int)curl_global_init(CURL_GLOBAL_DEFAULT); }

// Variadic functions do not arrive in Swift. The first code that is not CURLE_OK; texts and body are copied,
// the list is the caller's for as long as the transfer lasts.
static inline int kymo_curl_prepare(CURL *easy, const struct kymo_curl_plan *plan,
                                    struct curl_slist *fields, kymo_curl_receive line,
                                    kymo_curl_receive data, void *context) {
  CURLcode code = CURLE_OK;
#define KYMO_SET(option, value) \
  if (code == CURLE_OK) code = curl_easy_setopt(easy, option, value)
  KYMO_SET(CURLOPT_NOSIGNAL, 1L);
  KYMO_SET(CURLOPT_PROTOCOLS_STR, "http,https");
  KYMO_SET(CURLOPT_FOLLOWLOCATION, 0L);
  KYMO_SET(CURLOPT_URL, plan->url);
  KYMO_SET(CURLOPT_PATH_AS_IS, 1L);
  KYMO_SET(CURLOPT_CONNECTTIMEOUT_MS, plan->connect_ms);
  KYMO_SET(CURLOPT_TIMEOUT_MS, plan->total_ms);
  if (!plan->uses_proxy) KYMO_SET(CURLOPT_PROXY, "");
  if (strcmp(plan->method, "HEAD") == 0) {
    KYMO_SET(CURLOPT_NOBODY, 1L);
  } else if (plan->body_bytes > 0 || strcmp(plan->method, "POST") == 0) {
    KYMO_SET(CURLOPT_POST, 1L);
    KYMO_SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)plan->body_bytes);
    KYMO_SET(CURLOPT_COPYPOSTFIELDS, plan->body_bytes > 0 ? plan->body : "");
  } else {
    KYMO_SET(CURLOPT_HTTPGET, 1L);
  }
  if (strcmp(plan->method, "HEAD") != 0) KYMO_SET(CURLOPT_CUSTOMREQUEST, plan->method);
  KYMO_SET(CURLOPT_HTTPHEADER, fields);
  KYMO_SET(CURLOPT_HEADERFUNCTION, line);
  KYMO_SET(CURLOPT_HEADERDATA, context);
  KYMO_SET(CURLOPT_WRITEFUNCTION, data);
  KYMO_SET(CURLOPT_WRITEDATA, context);
#undef KYMO_SET
  return (int)code;
}

// The next transfer that has ended, and its code; NULL if there is none.
static inline CURL *kymo_curl_next_ended(CURLM *multi, int *code) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    *code = (int)message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

// Lets all transfers go on as far as they can; 0, or a code.
static inline int kymo_curl_perform(CURLM *multi) {
  int running = 0;
  return (int)curl_multi_perform(multi, &running);
}

// Waits until there is something to do, at most so many milliseconds.
static inline int kymo_curl_wait(CURLM *multi, int milliseconds) {
  return (int)curl_multi_poll(multi, NULL, 0, milliseconds, NULL);
}
static inline int kymo_curl_add(CURLM *multi, CURL *easy) { return (int)curl_multi_add_handle(multi, easy); }
static inline void kymo_curl_remove(CURLM *multi, CURL *easy) { curl_multi_remove_handle(multi, easy); }
