#ifndef AFFIX_CMICROHTTPD_H
#define AFFIX_CMICROHTTPD_H

// libmicrohttpd takes its options as variable arguments; Swift needs one fixed shape.

#include <microhttpd.h>
#include <string.h>

// What a request's path and query are left as: they are decoded once, by whoever looks at them.
static inline size_t affix_mhd_leave_escaped(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

// The library would keep each name of a query, and where its memory ends with them say nothing for ten seconds. Whoever
// answers reads the query as it was sent, so the library's own copy of the line loses it: called before it is taken apart.
static inline void affix_mhd_forget_query(const char *target) {
    char *mark = strchr((char *)target, '?');
    if (mark && mark[1]) mark[1] = '\0';
}

// All callbacks get the same context, which must outlive the daemon. It listens nowhere: connections are given to it.
static inline struct MHD_Daemon *affix_mhd_start(
    unsigned int threads, unsigned int connections, size_t memory, unsigned int idle_seconds, void *context,
    MHD_AccessHandlerCallback access, void *(*begin)(void *, const char *, struct MHD_Connection *),
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connection) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME
        | MHD_USE_NO_LISTEN_SOCKET;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, access, context,
        // A pool of one is refused; without a pool there is one thread.
        MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        // Not MHD_OPTION_STRICT_FOR_CLIENT: of a head that lacks its host the library makes an answer and goes on behind it,
        // so that a second head stands in the first one's body. Hosts and targets are judged by whoever answers.
        MHD_OPTION_URI_LOG_CALLBACK, begin, context, MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, connection, context,
        MHD_OPTION_UNESCAPE_CALLBACK, affix_mhd_leave_escaped, NULL,
        threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, threads, MHD_OPTION_END);
}

// Gives the daemon a connection; it closes it also where it refuses it.
static inline enum MHD_Result affix_mhd_take(struct MHD_Daemon *daemon, int socket) {
    // As much as any address takes; by its proper name Swift would look for that type here only.
    _Alignas(8) char room[128] = {0};
    struct sockaddr *address = (struct sockaddr *)room;
    socklen_t length = sizeof room;
    getpeername(socket, address, &length);
    return MHD_add_connection(daemon, socket, address, length);
}

static inline int affix_mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

// What was left with the connection when it began.
static inline void *affix_mhd_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

#endif
