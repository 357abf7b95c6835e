// What libmicrohttpd itself can do: a daemon that answers a constant, and one that suspends every connection until
// another thread resumes it, as a server has to whose answers come from elsewhere.
#include "CPeers.h"

#include <microhttpd.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

enum { RING = 4096 };

static struct MHD_Connection *ring[RING];
static unsigned head, tail;
static sem_t filled;
static struct MHD_Response *response;

static void *resume(void *unused) {
  (void)unused;
  for (;;) {
    sem_wait(&filled);
    struct MHD_Connection *connection = ring[head % RING];
    __atomic_store_n(&head, head + 1, __ATOMIC_RELEASE);
    MHD_resume_connection(connection);
  }
  return NULL;
}

static enum MHD_Result handle(void *resumes, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **context) {
  static char started, suspended;
  (void)url, (void)method, (void)version, (void)data, (void)size;
  if (*context == NULL) {
    *context = &started;
    return MHD_YES;
  }
  if (resumes != NULL && *context == &started) {
    *context = &suspended;
    MHD_suspend_connection(connection);
    ring[tail % RING] = connection;
    __atomic_store_n(&tail, tail + 1, __ATOMIC_RELEASE);
    sem_post(&filled);
    return MHD_YES;
  }
  return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

int peers_microhttpd(uint16_t port, int resumes) {
  static char marker;
  static pthread_t thread;
  response = MHD_create_response_from_buffer(2, (void *)"ok", MHD_RESPMEM_PERSISTENT);
  if (resumes && (sem_init(&filled, 0, 0) != 0 || pthread_create(&thread, NULL, resume, NULL) != 0)) {
    return 0;
  }
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_INTERNAL_POLLING_THREAD | (resumes ? MHD_ALLOW_SUSPEND_RESUME : 0),
      port, NULL, NULL, handle, resumes ? &marker : NULL, MHD_OPTION_CONNECTION_LIMIT, 1024u,
      MHD_OPTION_END);
  return daemon != NULL;
}
