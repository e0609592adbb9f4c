# shellcheck shell=bash
# Reads the reports that surefire has written since a file was touched.

# suites FILE: of each class that was tested since then: seconds, tests, failures, errors, skipped, module, class. The numbers at the
# head of a report leave out nested classes.
suites() {
    find . -path '*/target/surefire-reports/TEST-*.xml' -newer "$1" -exec awk '
        function value(name) {
            return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : 0
        }
        function show() {
            if (class != "") print seconds, tests + 0, failures + 0, errors + 0, skipped + 0, module, class
            class = ""; tests = failures = errors = skipped = 0
        }
        FNR == 1 { show() }
        /<testsuite / {
            module = FILENAME; sub(/^\.\//, "", module); sub(/\/target\/.*/, "", module)
            seconds = value("time"); class = value("name")
        }
        /<testcase / { tests++ }
        /<failure[ >]/ { failures++ }
        /<error[ >]/ { errors++ }
        /<skipped[ >\/]/ { skipped++ }
        END { show() }
    ' {} +
}

# slowest_classes FILE COUNT
slowest_classes() {
    echo "The $2 slowest classes:"
    # It reads to the end: sort would die of a pipe that is closed before.
    suites "$1" | sort -rn | awk -v count="$2" 'NR <= count { printf "  %6.1f s %4d tests  %s (%s)\n", $1, $2, $7, $6 }'
}

# too_slow_classes FILE SECONDS: of each class that took longer: class, module, seconds.
too_slow_classes() {
    suites "$1" | awk -v limit="$2" '$1 > limit { print $7, $6, $1 }'
}

# failed_classes FILE: of each class with a test that failed: class, module.
failed_classes() {
    find . -path '*/target/surefire-reports/TEST-*.xml' -newer "$1" -exec awk '
        /<testcase / && match($0, / classname="[^"$]*/) { class = substr($0, RSTART + 12, RLENGTH - 12) }
        /<(failure|error)[ >]/ {
            module = FILENAME; sub(/^\.\//, "", module); sub(/\/target\/.*/, "", module)
            print class, module
        }
    ' {} + | sort -u
}

# failed_tests FILE: a line for each test that failed, with the first words of its message.
failed_tests() {
    find . -path '*/target/surefire-reports/TEST-*.xml' -newer "$1" -exec awk '
        function value(name) {
            return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : ""
        }
        /<testcase / { test = value("classname") "." value("name") }
        /<(failure|error)[ >]/ {
            message = value("message")
            gsub(/&#10;/, " ", message); gsub(/&quot;/, "\"", message); gsub(/&lt;/, "<", message)
            gsub(/&gt;/, ">", message); gsub(/&amp;/, "\\&", message); gsub(/ +/, " ", message)
            print test ": " substr(message, 1, 300)
        }
    ' {} +
}

# skipped_tests FILE: a line for each reason for which tests were skipped, as far as one is given, and for each class of which no test
# ran: surefire drops the reason of a whole class.
skipped_tests() {
    suites "$1" | awk '$2 == 0 { print $7 ": none of its tests ran, because something that it needs is not here" }' | sort
    find . -path '*/target/surefire-reports/TEST-*.xml' -newer "$1" -exec awk '
        match($0, / classname="[^"$]*/) { class = substr($0, RSTART + 12, RLENGTH - 12) }
        match($0, /<skipped .*(message="|Assumption failed: )/) {
            reason = substr($0, RSTART + RLENGTH)
            sub(/".*|\]\]>.*/, "", reason)
            gsub(/&#10;/, " ", reason); gsub(/&quot;/, "\"", reason); gsub(/&apos;/, "'"'"'", reason); gsub(/&amp;/, "\\&", reason)
            if (reason != "assumption is not true") print reason "\t" class
        }' {} + | sort | uniq -c | awk -F '\t' '
        { number = $1; sub(/^ */, "", number); sub(/ .*/, "", number); reason = $1; sub(/^ *[0-9]+ /, "", reason) }
        { tests[reason] += number; classes[reason] = classes[reason] (classes[reason] == "" ? "" : ", ") $2 }
        END { for (reason in tests) print reason " (" tests[reason] " of " classes[reason] ")" }' | sort
}

# test_counts FILE: module by module, with its seconds, and then added up.
test_counts() {
    suites "$1" | sort -k 6,6 | awk '
        function show(module) {
            printf "  Tests run: %d, Failures: %d, Errors: %d, Skipped: %d (%s, %.0f s)\n", c[2], c[3], c[4], c[5], module, c[1]
        }
        $6 != module { if (module != "") show(module); delete c; module = $6 }
        { for (i = 1; i <= 5; i++) { c[i] += $i; sum[i] += $i } }
        END {
            if (module != "") show(module)
            printf "Tests run: %d, Failures: %d, Errors: %d, Skipped: %d\n", sum[2], sum[3], sum[4], sum[5]
        }'
}

# classes_with_tag TAG: the classes that have the tag themselves, as surefire takes them.
classes_with_tag() {
    grep -rl --include='*Test.java' "Tag(\"$1\")" . |
        sed -nE 's#^.*/src/test/java/(.*)\.java$#\1#p' | tr / . | sort -u | paste -sd, -
}

# modules_with_tag TAG: the modules that have a test with it, as Maven takes them; after a build also those whose tests are
# generated.
modules_with_tag() {
    grep -rl --include='*.java' "Tag(\"$1\")" . |
        sed -nE 's#^\./(.*)/(src/test|target/generated-test-sources)/.*#\1#p' | sort -u | paste -sd, -
}
