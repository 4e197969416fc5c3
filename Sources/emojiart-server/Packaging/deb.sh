#!/bin/bash
# Makes a Debian package of the server and the client: .build/deb/emojiart-server_VERSION_ARCH.deb.
#
# VERSION=...  another version than that of the program
# BUILT=1      take the binaries that a build before has made
# BUILD=...    another directory for all that is made, with the binaries in `bin`
set -euo pipefail
cd "$(dirname "$0")/../../.."
here=Sources/emojiart-server/Packaging
build=${BUILD:-.build/deb}
root=$build/root
binaries=.build/release

if [[ -z ${BUILT:-} ]]; then
    echo "== building (release, the Swift runtime within)"
    for product in emojiart-server emojiart; do
        swift build -c release --static-swift-stdlib --product $product
    done
    mkdir -p $build/bin
    for product in emojiart-server emojiart; do
        strip --strip-unneeded -o $build/bin/$product $binaries/$product
    done
fi

server=$build/bin/emojiart-server
version=${VERSION:-$($server --version)}
architecture=$(dpkg --print-architecture)
rm -rf $root
umask 022
install -d $root/DEBIAN $root/usr/bin $root/usr/share/man/man1 $root/etc/emojiart-server
install -m 755 $build/bin/* $root/usr/bin/
install -D -m 644 $here/emojiart-server.service -t $root/lib/systemd/system

# The settings, each with its default, all as comments.
{
    echo "# Settings of emojiart-server; see emojiart-server(1). Each stands here with its default."
    echo "# After a change: systemctl reload emojiart-server."
    echo "#"
    env -i $server config | sed 's/  # default$//; s/^/# /'
} >$root/etc/emojiart-server/emojiart.yaml
echo /etc/emojiart-server/emojiart.yaml >$root/DEBIAN/conffiles

for product in emojiart-server emojiart; do
    program=$build/bin/$product
    $program --experimental-dump-help | python3 $here/manual.py "$version" \
        | gzip -9n >$root/usr/share/man/man1/$product.1.gz
    for shell in bash:bash-completion/completions/$product \
        zsh:zsh/vendor-completions/_$product fish:fish/vendor_completions.d/$product.fish; do
        path=$root/usr/share/${shell#*:}
        install -d "$(dirname "$path")"
        # Shells read it, and nothing runs it.
        $program --generate-completion-script "${shell%%:*}" | sed '1{/^#!/d}' >"$path"
    done
done

documents=$root/usr/share/doc/emojiart-server
install -D -m 644 $here/nginx.conf $here/Caddyfile $here/haproxy.cfg $here/alerts.yml $here/grafana-dashboard.json \
    -t $documents/examples
cp -r $here/cluster $documents/examples
# What other people's pages and programs use.
install -D -m 644 .build/plugins/outputs/*/Web/destination/PageBundle/sdk/* -t $root/usr/share/emojiart-sync/sdk
# The names of the functions by which a browser reports that the page's core has failed.
install -m 644 .build/plugins/outputs/*/Web/destination/PageBundle/core.symbols $documents/
install -m 644 Sources/Documentation/*.md $documents/
{
    sed '/@LICENSE@/,$d' $here/debian/copyright
    echo "Files: *"
    echo "Copyright: $(grep -i -m1 '^copyright' LICENSE | sed 's/^[Cc]opyright //' || true)"
    echo "License: MIT"
    sed 's/^$/./; s/^/ /' LICENSE
} >$documents/copyright
{
    echo "emojiart-server ($version) stable; urgency=medium"
    echo
    echo "  * See the project's own list of changes."
    echo
    echo " -- EmojiArt Sync <emojiart-sync@packages.invalid>  $(date -Ru -d @"$(git log -1 --format=%ct)")"
} | gzip -9n >$documents/changelog.gz

# What the binaries link to, found by Debian's own tool; it wants a source package around it.
install -d $build/debian
echo "Source: emojiart-server" >$build/debian/control
depends=$(cd $build && dpkg-shlibdeps --ignore-missing-info -O root/usr/bin/* 2>shlibdeps.log) \
    || { cat $build/shlibdeps.log; exit 1; }
# The event loop is a plugin, which nothing links to.
depends="${depends#shlibs:Depends=}, libwebsockets-evlib-ev"
size=$(du -sk --exclude=DEBIAN $root | cut -f1)
sed "s|@VERSION@|$version|; s|@ARCHITECTURE@|$architecture|; s|@SIZE@|$size|" \
    $here/debian/control | sed "s|@DEPENDS@|$depends|" >$root/DEBIAN/control
install -m 755 $here/debian/postinst $here/debian/prerm $here/debian/postrm $root/DEBIAN/
(cd $root && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) \
    >$root/DEBIAN/md5sums

package=$build/emojiart-server_${version}_$architecture.deb
dpkg-deb --root-owner-group --build $root "$package"
