# shellcheck shell=bash
# What dyno, build and check have in common. Its functions run in the folder of the root pom.

# need_tools NAME: ends the script with a sentence if it cannot build here.
need_tools() {
    if ! command -v mvn >/dev/null; then
        echo "$1: there is no mvn on the PATH; install Maven 3.8 or newer." >&2
        exit 2
    fi
    if [[ -n "${JAVA_HOME:-}" && ! -x "$JAVA_HOME/bin/javac" ]]; then
        echo "$1: JAVA_HOME is $JAVA_HOME, which has no bin/javac; set it to a JDK 17 or newer." >&2
        exit 2
    elif [[ -z "${JAVA_HOME:-}" ]] && ! command -v javac >/dev/null; then
        echo "$1: there is no javac on the PATH; install a JDK 17 or newer (a JRE is not enough), or set JAVA_HOME to one." >&2
        exit 2
    fi
}

# no_words NAME WORDS…: ends the script with a sentence if it was given any.
no_words() {
    if (($# > 1)); then
        echo "$1: $2: it takes no arguments; see CONTRIBUTING.md." >&2
        exit 2
    fi
}

# is_built: whether target/dyno is newer than all that it is built from.
is_built() {
    # Folders count too: one is newer when a file in it was deleted.
    [[ -f target/dyno/built && -z "$(find . \( -name target -o -name .git -o -path './*/src/test' \) -prune \
        -o -newer target/dyno/built \
        \( -path '*/src/main/*' -o -name pom.xml -o -path './drivers/*/driver.properties' -o -path './recipes/*' -o -path './studies/*' -o -path './workloads/*' -o -path ./docs/guide/verdicts.md -o -path ./build \) -print -quit)" ]]
}

# lock_build NAME: one build at a time in this folder. Sets waited to 1 if there was another one.
lock_build() {
    waited=0
    mkdir -p target
    if command -v flock >/dev/null; then
        # Appending leaves the file's time alone.
        exec 9>>target/build.lock
        if ! flock -n 9; then
            echo "$1: waiting for another build here to end …"
            flock 9
            # shellcheck disable=SC2034 # Whoever sources this looks at it.
            waited=1
        fi
    elif mkdir target/build.running 2>/dev/null; then
        trap 'rmdir target/build.running' EXIT
    else
        echo "$1: another build is running here; wait for it, or if none is, remove $PWD/target/build.running." >&2
        exit 1
    fi
}

# Jars of an earlier version of Dyno, and of a module that is gone, would come first on the class path.
remove_other_versions() {
    local version
    version="$(sed -n 's:.*<revision>\(.*\)</revision>.*:\1:p' pom.xml)"
    [[ -d target/dyno ]] || return 0
    find target/dyno -name 'dyno-*.jar' ! -name "dyno-*-$version.jar" -delete
    local jar
    for jar in target/dyno/lib/dyno-*.jar; do
        jar="${jar##*/}"
        grep -qs "<artifactId>${jar%-"$version".jar}</artifactId>" ./*/pom.xml || rm -f "target/dyno/lib/$jar"
    done
}

# commit_of_sources: the commit and its date, for Maven; of a clone, or of an archive that git or a hosting site made of one. A + after
# the commit: something in the clone differs from it.
commit_of_sources() {
    local commit date changed=
    read -r commit date <.mvn/commit
    if [[ "$commit" == \$* ]]; then
        [[ -e .git ]] && read -r commit date < <(git log -1 --format='%h %cs' --abbrev=10 2>/dev/null) || return 0
        git diff --quiet HEAD 2>/dev/null || changed=+
    fi
    echo "-Dcommit=${commit:0:10}$changed" "-Dcommit.date=$date"
}

# run_maven ARGUMENT…: Maven without a question, a colour or a progress bar.
run_maven() {
    remove_other_versions
    local extra=()
    # Maven 3.9 reads MAVEN_ARGS itself.
    if [[ -n "${MAVEN_ARGS:-}" && "$(mvn --version 2>/dev/null)" =~ Maven\ 3\.[0-8]\. ]]; then
        read -r -a extra <<<"$MAVEN_ARGS"
    fi
    # shellcheck disable=SC2046 # Two words, or none.
    mvn -B -ntp $(commit_of_sources) ${extra[@]+"${extra[@]}"} "$@" 9>&- </dev/null
}

# first_errors LOG: what Maven complained of, without its advice how to use Maven.
first_errors() {
    # javac's own warnings are the reason where they count as errors.
    { grep -e '^\[ERROR\]' -e '^\[WARNING\] /' "$1" || tail -n 5 "$1"; } | grep -v -e '^\[ERROR\] *-*$' | sed -n '1,8p'
}
