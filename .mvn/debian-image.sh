#!/usr/bin/env bash
# debian-image.sh NAME FOLDER SUITE PACKAGE…: builds an image NAME of packages of this machine's own Debian, with all that they
# depend on, in a new FOLDER; the SUITE may be another than the machine's, which is "". Nothing is installed. Prints why, and fails,
# where that cannot be done.
set -euo pipefail
name="$1" folder="$2" suite="$3"
shift 3
# shellcheck source=/dev/null
[[ -n "$suite" ]] || suite="$(. /etc/os-release && echo "$VERSION_CODENAME")"
for program in podman apt-get dpkg-deb; do
    command -v "$program" >/dev/null || { echo "no $program is here"; exit 1; }
done
archive="$(apt-get indextargets --format '$(ORIGIN) $(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
    awk '$1 == "Debian" && $2 !~ /-/ && !found { print $3; found = 1 }')"
[[ -n "$archive" ]] || { echo "this machine's own packages are not those of a Debian"; exit 1; }
mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial" "$folder"/root/usr/{bin,sbin,lib,lib64} "$folder/root/tmp"
for merged in bin sbin lib lib64; do
    ln -s "usr/$merged" "$folder/root/$merged"
done
: >"$folder/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $archive $suite main" >"$folder/sources.list"
apt=(apt-get -q -y -o "Dir::State=$folder" -o "Dir::State::status=$folder/status" -o "Dir::Cache=$folder/cache"
    -o "Dir::Etc::sourcelist=$folder/sources.list" -o Dir::Etc::sourceparts=/dev/null -o APT::Sandbox::User=root)
{ "${apt[@]}" update && "${apt[@]}" install --download-only --no-install-recommends "$@"; } >"$folder/apt.log" 2>&1 </dev/null ||
    { grep -m 1 '^E: ' "$folder/apt.log" || tail -n 1 "$folder/apt.log"; exit 1; }
for package in "$folder"/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar --extract --keep-directory-symlink --directory "$folder/root"
done
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
