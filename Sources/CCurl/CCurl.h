#ifndef AFFIX_CCURL_H
#define AFFIX_CCURL_H

// libcurl's setters and getters take any type; Swift needs one fixed shape for each.

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#define AFFIX_ADDRESS_ROOM INET6_ADDRSTRLEN

static inline CURLcode affix_curl_set_number(CURL *transfer, CURLoption option, long value) {
    return curl_easy_setopt(transfer, option, value);
}

// libcurl copies the text.
static inline CURLcode affix_curl_set_text(CURL *transfer, CURLoption option, const char *value) {
    return curl_easy_setopt(transfer, option, value);
}

// libcurl does not copy the list: it must outlive the transfer.
static inline CURLcode affix_curl_set_list(CURL *transfer, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(transfer, option, value);
}

// Where the name of an error is written; it must outlive the transfer and have CURL_ERROR_SIZE bytes.
static inline CURLcode affix_curl_set_error_room(CURL *transfer, char *room) {
    return curl_easy_setopt(transfer, CURLOPT_ERRORBUFFER, room);
}

// All four callbacks of a transfer get the same context, which must outlive it.
static inline CURLcode affix_curl_set_callbacks(
    CURL *transfer, void *context, curl_opensocket_callback open, curl_prereq_callback connected,
    curl_write_callback header, curl_write_callback body) {
    CURLcode result = curl_easy_setopt(transfer, CURLOPT_PRIVATE, context);
    if (!result) result = curl_easy_setopt(transfer, CURLOPT_OPENSOCKETDATA, context);
    if (!result) result = curl_easy_setopt(transfer, CURLOPT_OPENSOCKETFUNCTION, open);
    if (!result) result = curl_easy_setopt(transfer, CURLOPT_PREREQDATA, context);
    if (!result) result = curl_easy_setopt(transfer, CURLOPT_PREREQFUNCTION, connected);
    if (!result) result = curl_easy_setopt(transfer, CURLOPT_HEADERDATA, context);
    if (!result) result = curl_easy_setopt(transfer, CURLOPT_HEADERFUNCTION, header);
    if (!result) result = curl_easy_setopt(transfer, CURLOPT_WRITEDATA, context);
    if (!result) result = curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, body);
    return result;
}

// Sends a body of so many bytes, by PUT unless another method is set. Both callbacks get the same context, which must outlive the transfer.
static inline CURLcode affix_curl_set_upload(
    CURL *transfer, void *context, curl_read_callback read, curl_seek_callback seek, curl_off_t count) {
    CURLcode result = curl_easy_setopt(transfer, CURLOPT_UPLOAD, 1L);
    if (!result) result = curl_easy_setopt(transfer, CURLOPT_INFILESIZE_LARGE, count);
    if (!result) result = curl_easy_setopt(transfer, CURLOPT_READDATA, context);
    if (!result) result = curl_easy_setopt(transfer, CURLOPT_READFUNCTION, read);
    if (!result) result = curl_easy_setopt(transfer, CURLOPT_SEEKDATA, context);
    if (!result) result = curl_easy_setopt(transfer, CURLOPT_SEEKFUNCTION, seek);
    return result;
}

// Both callbacks of the loop get the same context, which must outlive it.
static inline CURLMcode affix_curl_set_loop(
    CURLM *transfers, void *context, curl_socket_callback socket, curl_multi_timer_callback timer) {
    CURLMcode result = curl_multi_setopt(transfers, CURLMOPT_SOCKETDATA, context);
    if (!result) result = curl_multi_setopt(transfers, CURLMOPT_SOCKETFUNCTION, socket);
    if (!result) result = curl_multi_setopt(transfers, CURLMOPT_TIMERDATA, context);
    if (!result) result = curl_multi_setopt(transfers, CURLMOPT_TIMERFUNCTION, timer);
    return result;
}

static inline void *affix_curl_context(CURL *transfer) {
    void *context = NULL;
    curl_easy_getinfo(transfer, CURLINFO_PRIVATE, &context);
    return context;
}

static inline long affix_curl_verify_result(CURL *transfer) {
    long result = 0;
    curl_easy_getinfo(transfer, CURLINFO_SSL_VERIFYRESULT, &result);
    return result;
}

// Whether the host took the TCP connection, whatever came of TLS then. libcurl notes the time of that only once TLS
// stands as well, but the port as soon as the socket is connected.
static inline int affix_curl_has_reached_host(CURL *transfer) {
    long port = 0;
    curl_easy_getinfo(transfer, CURLINFO_PRIMARY_PORT, &port);
    return port > 0;
}

static inline int affix_curl_has_roots_file(CURL *transfer) {
    char *file = NULL;
    return curl_easy_getinfo(transfer, CURLINFO_CAINFO, &file) == CURLE_OK && file != NULL;
}

static inline const char *affix_curl_version(void) {
    return curl_version_info(CURLVERSION_NOW)->version;
}

// The next transfer that ended, with its result; NULL when there is none.
static inline CURL *affix_curl_next_ended(CURLM *transfers, CURLcode *result) {
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(transfers, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

// The address about to be dialled in numbers; 0 when it is of no internet family.
static inline int affix_curl_address_text(const struct curl_sockaddr *address, char *room) {
    const void *number;
    if (address->family == AF_INET) number = &((const struct sockaddr_in *)(const void *)&address->addr)->sin_addr;
    else if (address->family == AF_INET6) number = &((const struct sockaddr_in6 *)(const void *)&address->addr)->sin6_addr;
    else return 0;
    return inet_ntop(address->family, number, room, AFFIX_ADDRESS_ROOM) != NULL;
}

static inline curl_socket_t affix_curl_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

#endif
