#!/usr/bin/env bash
# debian-image.sh NAME FOLDER SUITE PACKAGE…: builds an image NAME of the packages that debian-packages.sh unpacks, in a new FOLDER.
# Prints why, and fails, where that cannot be done.
set -euo pipefail
name="$1" folder="$2"
shift
command -v podman >/dev/null || { echo "no podman is here"; exit 1; }
"$(dirname "$0")/debian-packages.sh" "$@"
[[ -e "$folder/root/usr/bin/sh" ]] || ln -s dash "$folder/root/usr/bin/sh"
# Links that the packages make when they are installed.
/sbin/ldconfig -n "$folder"/root/usr/lib/*-linux-*
printf 'root:x:0:0::/:/bin/sh\n' >"$folder/root/etc/passwd"
cat >"$folder/Dockerfile" <<'EOF'
FROM scratch
COPY root /
ENV PATH=/usr/lib/rabbitmq/bin:/usr/bin:/usr/sbin LANG=C.UTF-8
EOF
BUILDAH_ISOLATION=chroot podman build --quiet --tag "$name" "$folder"
