#!/usr/bin/env bash
# rabbitmq.sh SUITE FOLDER: unpacks the RabbitMQ of another SUITE of this machine's own Debian into a new FOLDER and prints the folder
# of its programs, for the PATH. They see the suite's /usr over the machine's: nothing is installed. Prints why, and fails, where
# that cannot be done.
set -euo pipefail
suite="$1" folder="$2"
((EUID == 0)) || { echo "RabbitMQ of Debian $suite: only root can give it a /usr of its own"; exit 1; }
if ! words="$("$(dirname "$0")/debian-packages.sh" "$folder" "$suite" rabbitmq-server)"; then
    echo "RabbitMQ of Debian $suite: $words"
    exit 1
fi
overlay="mount -t overlay overlay -o lowerdir='$folder/root/usr:/usr' /usr"
if ! words="$(unshare --mount sh -c "$overlay" 2>&1)"; then
    echo "RabbitMQ of Debian $suite: it cannot have a /usr of its own: $words"
    exit 1
fi
homes=("$folder"/root/usr/lib/rabbitmq/lib/rabbitmq_server-*)
# Dyno reads the version from the name of the folder.
programs="$folder/${homes[0]##*/}/sbin"
mkdir -p "$programs"
for program in lib/rabbitmq/bin/rabbitmq-server lib/rabbitmq/bin/rabbitmqctl bin/epmd; do
    cat >"$programs/${program##*/}" <<END
#!/bin/sh
exec unshare --mount sh -c "$overlay && exec /usr/$program \"\\\$@\"" "\$0" "\$@"
END
    chmod +x "$programs/${program##*/}"
done
echo "$programs"
