// What is used of libcurl: requests that are sent and waited for, and its parser of URLs.
//
// Swift cannot call functions with any number of arguments, so they are called here.
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Makes libcurl ready, once for the process; 0 when it cannot be.
static inline int shim_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }

// One request.
typedef struct {
    const char *url;
    // The method; NULL for GET.
    const char *method;
    // A Unix socket in place of the URL's host; NULL for none.
    const char *socket;
    // A PEM file of authorities in place of the system's; NULL for those.
    const char *authorities;
    struct curl_slist *headers;
    // A body, also an empty one; NULL for none.
    const uint8_t *body;
    size_t count;
    // The time for all of it; 0 for no limit.
    long milliseconds;
} shim_request;

// Room for an answer, and what is in it.
typedef struct {
    // Allocated by realloc; the caller frees it.
    uint8_t *bytes;
    size_t room;
    size_t count;
    // Bytes of the body, and of headers, that are taken.
    size_t bodyMax;
    size_t headMax;
    long status;
    // The system's reason for a connection that failed; 0 for none.
    long fault;
    char cause[CURL_ERROR_SIZE];
} shim_answer;

static inline size_t shim_take_body(char *bytes, size_t size, size_t count, void *user) {
    shim_answer *answer = user;
    size_t more = size * count;
    if (more > answer->bodyMax - answer->count) return CURL_WRITEFUNC_ERROR;
    if (more > answer->room - answer->count) {
        size_t room = 2 * (answer->count + more);
        uint8_t *grown = realloc(answer->bytes, room);
        if (!grown) return CURL_WRITEFUNC_ERROR;
        answer->bytes = grown;
        answer->room = room;
    }
    memcpy(answer->bytes + answer->count, bytes, more);
    answer->count += more;
    return more;
}

static inline size_t shim_take_header(char *bytes, size_t size, size_t count, void *user) {
    (void) bytes;
    shim_answer *answer = user;
    size_t more = size * count;
    if (more > answer->headMax) return CURL_WRITEFUNC_ERROR;
    answer->headMax -= more;
    return more;
}

// Makes the connections known that requests of one thread share; NULL without memory.
static inline CURLSH *shim_connections(void) {
    CURLSH *connections = curl_share_init();
    if (connections) curl_share_setopt(connections, CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT);
    return connections;
}

static inline CURLcode shim_say(CURL *curl, const shim_request *request) {
    CURLcode code;
    if ((code = curl_easy_setopt(curl, CURLOPT_URL, request->url)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https")) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long) CURL_HTTP_VERSION_1_1)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, request->milliseconds)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_HTTPHEADER, request->headers)) != CURLE_OK) return code;
    if (request->body
        && ((code = curl_easy_setopt(curl, CURLOPT_POST, 1L)) != CURLE_OK
            || (code = curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t) request->count)) != CURLE_OK
            || (code = curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body)) != CURLE_OK)) return code;
    if (request->method
        && (code = curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request->method)) != CURLE_OK) return code;
    if (request->authorities
        && ((code = curl_easy_setopt(curl, CURLOPT_CAINFO, request->authorities)) != CURLE_OK
            || (code = curl_easy_setopt(curl, CURLOPT_CAPATH, NULL)) != CURLE_OK)) return code;
    if (request->socket
        && ((code = curl_easy_setopt(curl, CURLOPT_UNIX_SOCKET_PATH, request->socket)) != CURLE_OK
            || (code = curl_easy_setopt(curl, CURLOPT_PROXY, "")) != CURLE_OK)) return code;
    return CURLE_OK;
}

// Asks and waits for the whole answer. Redirects are not followed, and nothing is unpacked.
static inline CURLcode shim_ask(
    CURL *curl, CURLSH *connections, const shim_request *request, shim_answer *answer
) {
    CURLcode code;
    if ((code = shim_say(curl, request)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_SHARE, connections)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, answer->cause)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, shim_take_body)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, shim_take_header)) != CURLE_OK
        || (code = curl_easy_setopt(curl, CURLOPT_HEADERDATA, answer)) != CURLE_OK) return code;
    code = curl_easy_perform(curl);
    // The handle outlives the answer.
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, NULL);
    curl_easy_getinfo(curl, CURLINFO_OS_ERRNO, &answer->fault);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer->status);
    if (code != CURLE_OK && !answer->cause[0]) {
        const char *cause = curl_easy_strerror(code);
        strncpy(answer->cause, cause, CURL_ERROR_SIZE - 1);
    }
    return code;
}

#endif
