#!/bin/sh
# Runs a command in a namespace in which 203.0.113.0/24 is this machine and 127.0.0.1 the only resolver: sh own-network.sh COMMAND... (as root)
set -eu
if [ "${OWN_NETWORK:-}" != yes ]; then
  OWN_NETWORK=yes exec unshare --net --mount sh "$0" "$@"
fi
ip link set lo up
ip route add local 203.0.113.0/24 dev lo
resolvers=$(mktemp)
printf 'nameserver 127.0.0.1\noptions trust-ad edns0\n' > "$resolvers"
mount --bind "$resolvers" /etc/resolv.conf
rm "$resolvers"
exec "$@"
