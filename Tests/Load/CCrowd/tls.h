// A client's side of TLS over sockets that do not wait. Much of OpenSSL is macros, which Swift does
// not import.
#ifndef EMOJIART_CCROWD_TLS_H
#define EMOJIART_CCROWD_TLS_H

#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// What the functions below say in place of a count of bytes.
enum { SHIM_TLS_ENDED = 0, SHIM_TLS_AGAIN = -1, SHIM_TLS_FAILED = -2 };

// What all connections share: whom they believe, a PEM file or else the system's authorities. NULL
// when the file cannot be read.
static inline SSL_CTX *shim_crowd_context(const char *authorities) {
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (!context) return NULL;
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_mode(
        context,
        SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
            | SSL_MODE_RELEASE_BUFFERS
    );
    int known = authorities ? SSL_CTX_load_verify_locations(context, authorities, NULL)
                            : SSL_CTX_set_default_verify_paths(context);
    if (known == 1 && SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1) return context;
    ERR_clear_error();
    SSL_CTX_free(context);
    return NULL;
}

// A connection that has a socket and said nothing yet; `host` is a name or an address, which the
// server's certificate has to name.
static inline SSL *shim_crowd_begin(SSL_CTX *context, int socket, const char *host) {
    SSL *tls = SSL_new(context);
    if (!tls) return NULL;
    if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host) != 1) {
        SSL_set1_host(tls, host);
        SSL_set_tlsext_host_name(tls, host);
    }
    SSL_set_fd(tls, socket);
    SSL_set_connect_state(tls);
    ERR_clear_error();
    return tls;
}

static inline int shim_crowd_outcome(SSL *tls, int result) {
    if (result > 0) return result;
    int error = SSL_get_error(tls, result);
    ERR_clear_error();
    switch (error) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE: return SHIM_TLS_AGAIN;
    case SSL_ERROR_ZERO_RETURN: return SHIM_TLS_ENDED;
    default: return SHIM_TLS_FAILED;
    }
}

// Goes on with the handshake: 1 when it is done.
static inline int shim_crowd_handshake(SSL *tls) {
    return shim_crowd_outcome(tls, SSL_do_handshake(tls));
}

// Why the handshake failed.
static inline const char *shim_crowd_fault(SSL *tls) {
    long fault = SSL_get_verify_result(tls);
    return fault == X509_V_OK ? "no TLS" : X509_verify_cert_error_string(fault);
}

// Reads as much as there is and fits: what is left in OpenSSL wakes nobody who waits for a socket.
static inline int shim_crowd_read(SSL *tls, void *bytes, size_t count) {
    int done = 0, result;
    do {
        size_t room = count - (size_t)done;
        result = SSL_read(tls, (char *)bytes + done, room > INT_MAX ? INT_MAX : (int)room);
        if (result > 0) done += result;
    } while (result > 0 && (size_t)done < count);
    int outcome = shim_crowd_outcome(tls, result);
    return done > 0 ? done : outcome;
}

static inline int shim_crowd_write(SSL *tls, const void *bytes, size_t count) {
    return shim_crowd_outcome(tls, SSL_write(tls, bytes, count > INT_MAX ? INT_MAX : (int)count));
}

#endif
