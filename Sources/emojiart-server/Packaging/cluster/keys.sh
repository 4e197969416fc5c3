#!/bin/sh
# Makes what the machines share, and what each has alone, in the current directory:
#   keys.sh ADDRESS...
# An authority of their own, a secret and passwords; and for each address a certificate. What is
# there stays: run it again for the address of another machine.
set -eu
umask 077
curve='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
[ -e ca.key ] || openssl req -x509 $curve -days 3650 -subj /CN=emojiart -keyout ca.key -out ca.pem
for secret in node.secret superuser replication servers; do
    [ -e $secret ] || openssl rand -hex 32 >$secret
done
for own; do
    mkdir "$own"
    openssl req -x509 $curve -days 800 -subj "/CN=$own" -CA ca.pem -CAkey ca.key \
        -addext "subjectAltName=IP:$own,IP:127.0.0.1" -addext basicConstraints=critical,CA:FALSE \
        -keyout "$own/machine.key" -out "$own/machine.pem"
done
