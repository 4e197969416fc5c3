#!/bin/sh
# Writes all files of one of the machines, from the keys in the current directory:
#   machine.sh ADDRESS
# With DESTDIR in the environment it writes them below that folder.
set -eu
umask 077
own=$1
etc=${DESTDIR:-}/etc
examples=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The example with this machine's address and the passwords in it.
fill() {
    sed "s/\bOWN\b/$own/g; s/\bSUPERUSER\b/$(cat superuser)/; s/\bREPLICATION\b/$(cat replication)/
        s/\bSERVERS\b/$(cat servers)/" "$examples/$1" >"$work/$1"
}
for file in etcd patroni.yml role.sql emojiart.yaml; do fill $file; done

# Each user has the keys of its own. A machine with a server alone has no other user.
for place in etcd:etcd postgres:patroni root:emojiart-server; do
    id -u "${place%:*}" >/dev/null 2>&1 || continue
    install -d "$etc/${place#*:}"
    install -o "${place%:*}" -m 600 "$own/machine.key" "$etc/${place#*:}"
    install -m 644 ca.pem "$own/machine.pem" "$etc/${place#*:}"
done

if [ -d "$etc/etcd" ]; then install -D -m 644 "$work/etcd" "$etc/default/etcd"; fi

if [ -d "$etc/patroni" ]; then
    printf '*:*:*:postgres:%s\n*:*:*:replicator:%s\n' "$(cat superuser)" "$(cat replication)" >"$work/pgpass"
    install -o postgres -m 600 "$work/role.sql" "$work/pgpass" "$etc/patroni"
    install -o postgres -m 600 "$work/patroni.yml" "$etc/patroni/config.yml"
fi

echo "*:*:emojiart:emojiart:$(cat servers)" >"$work/pgpass"
install -m 600 "$work/pgpass" node.secret "$etc/emojiart-server"
install -m 644 "$work/emojiart.yaml" "$etc/emojiart-server"
install -D -m 644 -t "$etc/systemd/system/emojiart-server.service.d" "$examples/secrets.conf"

install -D -m 644 -t "$etc/haproxy" ca.pem "$examples/haproxy.cfg"
