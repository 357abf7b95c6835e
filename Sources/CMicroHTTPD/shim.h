#pragma once
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// Percent escapes stay as they were sent: targets are read by the bridge's own rules.
static size_t kymo_mhd_keep(void *owner, struct MHD_Connection *connection, char *text) {
  (void)owner;
  (void)connection;
  return strlen(text);
}

// Variadic functions do not arrive in Swift.
static inline struct MHD_Daemon *kymo_mhd_start(
    unsigned flags, int listener, void *owner, MHD_AccessHandlerCallback handle,
    void *(*begin)(void *owner, const char *target, struct MHD_Connection *connection),
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connected,
    unsigned connections, size_t memory, unsigned idle_seconds, const char *key,
    const char *certificate) {
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
      {MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  return MHD_start_daemon(
      flags, 0, NULL, NULL, handle, owner, MHD_OPTION_LISTEN_SOCKET, listener,
      MHD_OPTION_URI_LOG_CALLBACK, begin, owner, MHD_OPTION_NOTIFY_COMPLETED, completed, owner,
      MHD_OPTION_NOTIFY_CONNECTION, connected, owner, MHD_OPTION_UNESCAPE_CALLBACK, kymo_mhd_keep,
      NULL, MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_ARRAY, key == NULL ? none : tls, MHD_OPTION_END);
}

// The descriptor that is readable when the daemon has something to do; -1 if there is none.
static inline int kymo_mhd_epoll(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : info->listen_fd;
}

static inline int kymo_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

static inline const struct sockaddr *kymo_mhd_client(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info == NULL ? NULL : info->client_addr;
}

// What a socket has for its connection, over the life of all its requests.
static inline void *kymo_mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

// Enumerations of the library arrive in Swift under other names.
static inline const char *kymo_mhd_field(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static inline void kymo_mhd_fields(struct MHD_Connection *connection, MHD_KeyValueIterator each,
                                   void *context) {
  MHD_get_connection_values(connection, MHD_HEADER_KIND, each, context);
}

static inline struct MHD_Response *kymo_mhd_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

struct kymo_mhd_name {
  const char *name;
  int count;
};

static inline enum MHD_Result kymo_mhd_count(void *context, enum MHD_ValueKind kind, const char *name,
                                             const char *value) {
  struct kymo_mhd_name *wanted = (struct kymo_mhd_name *)context;
  (void)kind;
  (void)value;
  wanted->count += strcasecmp(name, wanted->name) == 0;
  return MHD_YES;
}

// How often a line of that name is in the header.
static inline int kymo_mhd_field_count(struct MHD_Connection *connection, const char *name) {
  struct kymo_mhd_name wanted = {name, 0};
  MHD_get_connection_values(connection, MHD_HEADER_KIND, kymo_mhd_count, &wanted);
  return wanted.count;
}

// What a look at the header finds.
struct kymo_mhd_head {
  int is_sound, hosts, codings;
};

static inline enum MHD_Result kymo_mhd_check(void *context, enum MHD_ValueKind kind, const char *name,
                                             const char *value) {
  struct kymo_mhd_head *head = (struct kymo_mhd_head *)context;
  (void)kind;
  // RFC 9110 5.1 and 5.5: names are tokens, and values have no CR. A proxy may see another header there.
  int is_sound = name[0] != 0 && (value == NULL || strchr(value, '\r') == NULL);
  head->hosts += strcasecmp(name, "Host") == 0;
  head->codings += strcasecmp(name, "Transfer-Encoding") == 0;
  for (; *name != 0; name++)
    is_sound &= (unsigned char)*name > ' ' && (unsigned char)*name < 127 && strchr("\"(),/:;<=>?@[\\]{}", *name) == NULL;
  head->is_sound &= is_sound;
  return MHD_YES;
}

// Whether every line of the header can be read in one way only, and who asks whom and how is there once.
static inline int kymo_mhd_is_sound(struct MHD_Connection *connection) {
  struct kymo_mhd_head head = {1, 0, 0};
  MHD_get_connection_values(connection, MHD_HEADER_KIND, kymo_mhd_check, &head);
  return head.is_sound && head.hosts <= 1 && head.codings <= 1;
}

static inline int kymo_mhd_is_start(enum MHD_ConnectionNotificationCode moment) {
  return moment == MHD_CONNECTION_NOTIFY_STARTED;
}

static inline unsigned kymo_mhd_flags(int is_tls) {
  return MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_SUPPRESS_DATE_NO_CLOCK |
         (is_tls ? MHD_USE_TLS : 0);
}

// How long the daemon can wait for its sockets, in ms; -1 for as long as one likes.
static inline long kymo_mhd_patience(struct MHD_Daemon *daemon) {
  MHD_UNSIGNED_LONG_LONG time = 0;
  if (MHD_get_timeout(daemon, &time) != MHD_YES) return -1;
  return time > 3600000 ? 3600000 : (long)time;
}
