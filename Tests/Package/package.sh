#!/bin/bash
# Installs the Debian package that `make deb` made into a scratch root, uses it, upgrades, removes
# and purges it. Nothing outside of the scratch root is touched; dpkg wants to be root all the same.
set -euo pipefail
(( EUID == 0 )) || exec sudo "$0"
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill $server 2>/dev/null; rm -rf "$scratch"' EXIT
root=$scratch/root
data=$root/var/lib/emojiart-server
settings=$root/etc/emojiart-server/emojiart.yaml
mkdir -p $root/var/lib/dpkg/{info,updates,triggers} $data
touch $root/var/lib/dpkg/status

say() { echo "== $*"; }
die() { echo "== failed: $*"; exit 1; }

# What it depends on is this machine's own; scripts run outside of the scratch root, and know it.
dpkg_there() {
    PATH=$PATH:/usr/sbin:/sbin dpkg --root=$root --force-not-root --force-depends \
        --force-script-chrootless --log=/dev/null "$@" 2>>"$scratch/dpkg"
}

start() {
    "$root/usr/bin/emojiart-server" --config "$settings" --listen 127.0.0.1:0 --data "$data" \
        >"$scratch/said" 2>"$scratch/log" &
    server=$!
    for _ in $(seq 600); do
        url=$(sed -n 's|.*open \(ws://.*\)/documents/demo|\1|p' "$scratch/said")
        [[ -z $url ]] || return 0
        kill -0 $server 2>/dev/null || die "the server ended: $(cat "$scratch/log")"
        # A tenth of a second at most for it to say something.
        read -r -t 0.1 <> <(:) || true
    done
    die "the server said nothing"
}

stop() {
    kill $server
    wait $server || die "the server did not end well: $(cat "$scratch/log")"
    server=
}

draw() { "$root/usr/bin/emojiart" add "$url/documents/demo" 🚲 --state "$scratch/state" >/dev/null; }
revision() { "$root/usr/bin/emojiart" list "$url" | sed 's/.*"revision":\([0-9]*\).*/\1/'; }

architecture=$(dpkg --print-architecture)
version=$(.build/deb/bin/emojiart-server --version)
package=.build/deb/emojiart-server_${version}_$architecture.deb
[[ -f $package ]] || die "there is no $package: make deb"
newer=$version+1
BUILT=1 VERSION=$newer Sources/emojiart-server/Packaging/deb.sh >/dev/null
upgrade=.build/deb/emojiart-server_${newer}_$architecture.deb

say "the package"
dpkg-deb --field "$package" Version Depends
# Who distributes it puts an address of their own; the YAML reader is within the Swift package.
known=bogus-mail-host,bogus-mail-host-in-debian-changelog,embedded-library
if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error --suppress-tags $known "$package" || die "lintian"
fi

say "install"
dpkg_there --install "$package" >/dev/null
for program in emojiart-server emojiart; do
    [[ $("$root/usr/bin/$program" --version) == "$version" ]] || die "$program's version"
    MANWIDTH=80 man -l "$root/usr/share/man/man1/$program.1.gz" | grep -q -- --help \
        || die "$program's manual page"
    bash -n "$root/usr/share/bash-completion/completions/$program" || die "completions"
done
[[ $(grep -cv '^#' "$settings") == 0 ]] || die "a setting is no comment"
unit="$root/lib/systemd/system/emojiart-server.service"
verify() { systemd-analyze verify "$unit" 2>&1 | grep -v 'not executable\|man emojiart-server'; }
verify && die "the unit"
install -D -t "$unit.d" "$root/usr/share/doc/emojiart-server/examples/cluster/secrets.conf"
verify && die "the unit of a cluster"
rm -r "$unit.d"
sdk="$root/usr/share/emojiart-sync/sdk"
[[ -e "$sdk/$(grep -o 'core-[0-9A-F]*\.wasm' "$sdk/emojiart-sync.js")" ]] || die "the core of other pages"
start
draw
draw
[[ $(revision) == 2 ]] || die "two edits"
stop

say "upgrade, with settings of one's own"
echo "idle-seconds: 7" >>"$settings"
dpkg_there --install "$upgrade" >/dev/null
grep -q '^idle-seconds: 7' "$settings" || die "the settings are not the operator's any more"
start
[[ $(revision) == 2 ]] || die "the edits of before"
draw
[[ $(revision) == 3 ]] || die "an edit after the upgrade"
stop

say "downgrade, remove, purge"
dpkg_there --install "$package" >/dev/null
start
[[ $(revision) == 3 ]] || die "the edits of before the downgrade"
stop
dpkg_there --remove emojiart-server >/dev/null
[[ ! -e $root/usr/bin/emojiart-server ]] || die "the program is still there"
[[ -e $settings && -e $data/journal.sqlite ]] || die "settings or documents are gone"
dpkg_there --purge emojiart-server | grep -q "documents are kept" || die "purge says nothing"
[[ ! -e $settings && -e $data/journal.sqlite ]] || die "purge leaves settings, or no documents"
say "the package is good"
