#!/bin/sh
# Installs the third-party programs that `npm run peers` and `.ci/run` test against (mail, balancers, databases, password managers), or with the word
# `engines` the browsers of `npm run engines`: Debian 12, as root, as often as you like.
# No service is started. Postfix, Exim and OpenSMTPD exclude one another as packages: Postfix is installed, the others
# are unpacked, with the libraries they need, into folders that the tests run them in by chroot.
set -eu

SERVER=postfix
CLIENTS='swaks libnet-ssleay-perl msmtp curl python3 python3-dkim python3-authres python3-yaml python3-jsonschema'
TOOLS='openssl iproute2 unbound ldnsutils buildah haproxy nginx caddy prometheus opendkim rspamd'
DATABASE='postgresql-15 pgbouncer patroni python3-etcd etcd-server'
ENGINES='firefox-esr webkit2gtk-driver xvfb dbus'
LIBRARIES='libcrypt1 libdb5.3 libevent-2.1-7 libgnutls-dane0 libidn12 libnsl2 libpam0g libpcre2-8-0 libssl3'
case "${1:-}" in
  engines) PACKAGES=$ENGINES ;;
  *) PACKAGES="$SERVER $CLIENTS $TOOLS $DATABASE $LIBRARIES" ;;
esac
UNPACKED=${PEERS_FOLDER:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/veilpost-peers}
POLICY=/usr/sbin/policy-rc.d
MARK='written by install-peers.sh'

if [ "$(id -u)" != 0 ]; then
  echo 'install-peers.sh must run as root: it installs packages with apt-get.' >&2
  exit 1
fi

apt() {
  DEBIAN_FRONTEND=noninteractive apt-get --quiet --quiet --option Acquire::Retries=3 \
    --option DPkg::Lock::Timeout=300 "$@"
}

# Debian asks /usr/sbin/policy-rc.d whether a package may start its service; 101: it may not.
allow_services() {
  if grep -qs "$MARK" "$POLICY"; then rm "$POLICY"; fi
  if [ -e "$POLICY.before-peers" ]; then mv "$POLICY.before-peers" "$POLICY"; fi
}
forbid_services() {
  allow_services # what an earlier run left that was killed
  trap allow_services EXIT
  trap 'exit 1' HUP INT TERM
  if [ -e "$POLICY" ]; then mv "$POLICY" "$POLICY.before-peers"; fi
  printf '#!/bin/sh\n# %s\nexit 101\n' "$MARK" > "$POLICY"
  chmod 755 "$POLICY"
}

missing() {
  for package in $PACKAGES; do
    dpkg-query --show --showformat '${db:Status-Status}\n' "$package" 2> /dev/null |
      grep -qx installed || printf '%s ' "$package"
  done
}

update_once() {
  [ -n "${updated:-}" ] || apt update
  updated=yes
}

install_missing() {
  packages=$(missing)
  [ -n "$packages" ] || return 0
  echo "Installing $packages"
  update_once
  forbid_services
  # Each test starts a Postfix of its own: the package's own instance stays unconfigured.
  echo 'postfix postfix/main_mailer_type select No configuration' | debconf-set-selections
  # shellcheck disable=SC2086 # one word per package
  apt install --yes --no-install-recommends --no-upgrade $packages > /dev/null
}

# unpack NAME PROGRAM PACKAGE...: the packages, the libraries of the program, and a shell, as the root of a file system
unpack() {
  name=$1 program=$2
  shift 2
  [ ! -e "$UNPACKED/$name" ] || return 0
  echo "Unpacking $name into $UNPACKED/$name"
  update_once
  packages=$(mktemp -d)
  # apt-get downloads as a separate user.
  chown _apt "$packages"
  (cd "$packages" && apt download "$@")
  new=$(mktemp -d "$UNPACKED/.new-XXXXXX")
  chmod 755 "$new"
  for package in "$packages"/*.deb; do dpkg --extract "$package" "$new"; done
  rm -r "$packages"
  mkdir -p "$new/bin"
  cp --dereference /bin/sh "$new/bin/sh"
  for library in $(ldd "$new$program" /bin/sh | grep -o '/[^ ]*\.so[^ ]*' | sort -u); do
    mkdir -p "$new$(dirname "$library")"
    cp --dereference "$library" "$new$library"
  done
  mv "$new" "$UNPACKED/$name"
}

mkdir -p "$UNPACKED"
rm -rf "$UNPACKED"/.new-* # what an earlier run left that was killed
install_missing
if [ "${1:-}" = engines ]; then exit; fi
unpack exim /usr/sbin/exim4 exim4-base exim4-daemon-light
unpack opensmtpd /usr/sbin/smtpd opensmtpd
# Bitwarden's own code is read by a test, and never installed as one of our packages.
if [ ! -e "$UNPACKED/bitwarden" ]; then
  new=$(mktemp -d "$UNPACKED/.new-XXXXXX")
  npm pack --silent --pack-destination "$new" @bitwarden/cli@2026.6.0 > /dev/null
  tar --extract --gzip --directory "$new" --file "$new/bitwarden-cli-2026.6.0.tgz"
  mv "$new" "$UNPACKED/bitwarden"
fi
echo 'The peers are installed.'
