# shellcheck shell=bash
# Reads the reports that surefire has written since a file was touched.

# suites FILE: of each class that was tested since then: seconds, tests, failures, errors, skipped, module, class.
suites() {
    find . -path '*/target/surefire-reports/TEST-*.xml' -newer "$1" -exec awk '
        function value(name) {
            return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : 0
        }
        /<testsuite / {
            module = FILENAME; sub(/^\.\//, "", module); sub(/\/target\/.*/, "", module)
            print value("time"), value("tests"), value("failures"), value("errors"), value("skipped"), module, value("name")
            nextfile
        }
    ' {} +
}

# slowest_classes FILE COUNT
slowest_classes() {
    echo "The $2 slowest classes:"
    # It reads to the end: sort would die of a pipe that is closed before.
    suites "$1" | sort -rn | awk -v count="$2" 'NR <= count { printf "  %6.1f s %4d tests  %s (%s)\n", $1, $2, $7, $6 }'
}

# too_slow_classes FILE SECONDS: a line for each that took longer.
too_slow_classes() {
    suites "$1" | awk -v limit="$2" '$1 > limit {
        printf "%s took %.1f s; should be at most %d s. Make it faster, or give it the tag nightly.\n", $7, $1, limit
    }'
}

# failed_classes FILE: a line for each class with a test that failed.
failed_classes() {
    suites "$1" | awk '$3 + $4 > 0 { printf "%s (%s): %d failed, %d with an error\n", $7, $6, $3, $4 }'
}

# test_counts FILE: module by module, and then added up in the same form.
test_counts() {
    suites "$1" | sort -k 6,6 | awk '
        function show(module) {
            printf "  Tests run: %d, Failures: %d, Errors: %d, Skipped: %d (%s)\n", c[1], c[2], c[3], c[4], module
        }
        $6 != module { if (module != "") show(module); delete c; module = $6 }
        { for (i = 1; i <= 4; i++) { c[i] += $(i + 1); sum[i] += $(i + 1) } }
        END {
            if (module != "") show(module)
            printf "Tests run: %d, Failures: %d, Errors: %d, Skipped: %d\n", sum[1], sum[2], sum[3], sum[4]
        }'
}

# modules_with_tag TAG: the modules that have a test with it, as Maven takes them.
modules_with_tag() {
    grep -rl --include='*.java' "@Tag(\"$1\")" . | sed -n 's#^\./\(.*\)/src/test/.*#\1#p' | sort -u | paste -sd, -
}
