# shellcheck shell=bash
# The installed programs that tests need, and are skipped without: brokers that are no jars, a browser for the
# report page, and what translates addresses between network namespaces.

# Debian's package, and the file that says that it is there.
programs=(
    rabbitmq-server:/usr/lib/rabbitmq/bin/rabbitmq-server
    nats-server:/usr/sbin/nats-server
    mosquitto:/usr/sbin/mosquitto
    chromium:/usr/bin/chromium
    chromium-driver:/usr/bin/chromedriver
    iptables:/usr/sbin/iptables
)

# install_programs: installs what is missing where that can be done without a question, and starts none of it.
install_programs() {
    local each missing=()
    for each in "${programs[@]}"; do
        [[ -x "${each#*:}" ]] || command -v "${each%%:*}" >/dev/null || missing+=("${each%%:*}")
    done
    ((${#missing[@]} > 0)) || return 0
    if ((EUID != 0)) || ! command -v apt-get >/dev/null; then
        echo "Without ${missing[*]}, which only root can install, and only here where there is apt-get: what needs them is skipped."
        return 0
    fi
    echo "Installing ${missing[*]} with apt-get, for the tests that need them; they are not started as services."
    if ! without_services apt_get_install "${missing[@]}"; then
        # A package that this system does not have, or calls otherwise, keeps the others from being installed with it.
        for each in "${missing[@]}"; do
            without_services apt_get_install "$each" ||
                echo "apt-get could not install $each: what needs it is skipped."
        done
    fi
    # On a machine with systemd they would be started by the next boot.
    if command -v systemctl >/dev/null; then
        systemctl disable "${missing[@]}" >/dev/null 2>&1 || true
    fi
}

apt_get_install() {
    local install=(apt-get -q -y -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=120 --no-install-recommends install "$@")
    # First with the lists of packages that are here.
    DEBIAN_FRONTEND=noninteractive "${install[@]}" >/dev/null 2>&1 </dev/null && return 0
    apt-get -q update >/dev/null </dev/null && DEBIAN_FRONTEND=noninteractive "${install[@]}" >/dev/null </dev/null
}

# without_services COMMAND…: runs it while Debian's own switch forbids that a package starts services.
without_services() (
    policy=/usr/sbin/policy-rc.d
    # If there is one it is somebody else's, such as that of a container.
    if [[ ! -e "$policy" ]]; then
        trap 'rm -f "$policy"' EXIT
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod 755 "$policy"
    fi
    "$@"
)
