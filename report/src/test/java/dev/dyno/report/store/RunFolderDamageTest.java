package dev.dyno.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.model.result.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What can happen to the files of a stored run, and what is said of it then. */
class RunFolderDamageTest {

    static Stream<Arguments> damagedMarks() {
        String good = "{\"schemaVersion\":3,\"mark\":\"invalid\",\"comment\":\"c\",\"at\":\"2026-03-01T12:00:00Z\"}\n";
        return Stream.of(
                Arguments.of("marks.jsonl line 2 is damaged: it has no schemaVersion.", good + "\n"),
                Arguments.of("marks.jsonl line 1 is damaged: Unrecognized token 'x'", "x\n"),
                Arguments.of("marks.jsonl line 1 is damaged: it has no schemaVersion.", "null\n"),
                Arguments.of("marks.jsonl is damaged: its last line is cut off.", good.strip()),
                Arguments.of(
                        "marks.jsonl line 1 is damaged: there is no mark named odd.", good.replace("invalid", "odd")),
                Arguments.of("marks.jsonl line 1 is damaged: ", good.replace("2026-03", "2026-33")),
                Arguments.of(
                        "marks.jsonl line 1 is damaged: Null value for creator property 'comment'",
                        good.replace("\"c\"", "null")),
                Arguments.of(
                        "marks.jsonl line 1 is damaged: Missing creator property 'comment'",
                        good.replace("\"comment\":\"c\",", "")),
                Arguments.of(
                        "marks.jsonl line 1 has schema version 4; this version of Dyno reads 2 to 3.",
                        good.replace(":2,", ":3,")));
    }

    /** Without its marks it cannot be told whether a run may be used. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("damagedMarks")
    void damagedMarksAreOneSentence(String sentence, String marks, @TempDir Path runs) throws Exception {
        Path folder = RunFolderTest.store(runs, Samples.intervals(), Samples.result());
        write(folder, "marks.jsonl", marks);

        assertThatThrownBy(() -> RunFolder.readSummary(folder))
                .isInstanceOf(RunFolderException.class)
                .hasMessageStartingWith(folder + ": " + sentence)
                .hasMessageEndingWith(".")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    private interface Damage {
        void to(Path folder) throws IOException;
    }

    static Stream<Arguments> damages() {
        return Stream.of(
                damage("run.json is damaged: Unexpected end-of-input", f -> cut(f, "run.json", 200)),
                damage("run.json is damaged: it has no schemaVersion", f -> write(f, "run.json", "")),
                damage("run.json is damaged: it has no schemaVersion", f -> write(f, "run.json", "[]")),
                damage("run.json is damaged: Unrecognized token", f -> write(f, "run.json", "hello")),
                damage(
                        "run.json is damaged: it has no schemaVersion",
                        f -> replace(f, "run.json", "\"schemaVersion\" : 3", "\"schemaVersion\" : \"3\"")),
                damage(
                        "run.json is damaged: Unrecognized property \"extra\"",
                        f -> replace(f, "run.json", "\"runId\"", "\"extra\" : 1, \"runId\"")),
                damage(
                        "run.json is damaged: Missing creator property 'runId'",
                        f -> replace(f, "run.json", "\"runId\" : \"r-0123456789\",", "")),
                damage(
                        "run.json is damaged: Null value for creator property 'name'",
                        f -> replace(f, "run.json", "\"name\" : \"two queues\"", "\"name\" : null")),
                damage(
                        "run.json is damaged: Cannot coerce String value",
                        f -> replace(f, "run.json", "\"stale\" : 5", "\"stale\" : \"5\"")),
                damage(
                        "run.json is damaged: \"FINE\" is none of VALID, INVALID, SUSPECT. It cannot be used.",
                        f -> replace(f, "run.json", "\"level\" : \"SUSPECT\"", "\"level\" : \"FINE\"")),
                damage(
                        "run.json is damaged: there is no latency named answer.",
                        f -> replace(f, "run.json", "\"response\" : {", "\"answer\" : {")),
                damage(
                        "run.json is damaged: the histogram of send-delay cannot be decoded.",
                        f -> replace(f, "run.json", "\"histogram\" : \"HIST", "\"histogram\" : \"HOST")),
                damage(
                        "run.json is damaged: the histogram of send-delay has 501 values where 502 are expected.",
                        f -> replace(f, "run.json", "\"count\" : 501", "\"count\" : 502")),
                damage(
                        "intervals.jsonl is damaged: it has 5 intervals where 6 are expected.",
                        f -> replace(f, "run.json", "\"intervalCount\" : 5", "\"intervalCount\" : 6")),
                damage(
                        "resources.jsonl is damaged: it has 4 samples where 5 are expected.",
                        f -> replace(f, "run.json", "\"resourceCount\" : 4", "\"resourceCount\" : 5")),
                damage("resources.jsonl is damaged: its last line is cut off.", f -> cut(f, "resources.jsonl", 1)),
                damage(
                        "resources.jsonl line 1 is damaged: Cannot coerce String value",
                        f -> replace(f, "resources.jsonl", "\"rss-bytes\":", "\"rss-bytes\":\"1\",\"x\":")),
                damage("intervals.jsonl is damaged: its last line is cut off.", f -> cut(f, "intervals.jsonl", 1)),
                damage(
                        "intervals.jsonl line 1 is damaged: it has no schemaVersion.",
                        f -> replace(f, "intervals.jsonl", "{", "{}\n{")),
                damage("intervals.jsonl line 1 is damaged: there is no latency named answer.", f -> {
                    replace(f, "intervals.jsonl", "\"warmup-response\"", "\"warmup-answer\"");
                    replace(f, "latency.hdr", "Tag=warmup-response", "Tag=warmup-answer");
                }),
                damage(
                        "latency.hdr is damaged: expected 501 values of by-timestamp for interval 5, found",
                        f -> cut(f, "latency.hdr", 20)),
                damage(
                        "latency.hdr is damaged: expected 501 values of warmup-send-delay for interval 1, found no"
                                + " more histograms.",
                        f -> write(f, "latency.hdr", "")),
                damage(
                        "latency.hdr is damaged: expected 501 values of warmup-send-delay for interval 1, found 501 of"
                                + " send-ack.",
                        f -> replace(f, "latency.hdr", "Tag=warmup-send-delay", "Tag=send-ack")),
                damage(
                        "latency.hdr is damaged: expected 501 values of warmup-send-delay for interval 1, found what"
                                + " is not a line of a histogram log.",
                        f -> replace(f, "latency.hdr", "HISTFAAA", "HOSTFAAA")),
                damage(
                        "latency.hdr cannot be read: the folder or file does not exist.",
                        f -> Files.delete(f.resolve("latency.hdr"))),
                damage(
                        "intervals.jsonl is missing, and with it all that is drawn over time. dyno history,",
                        f -> Files.delete(f.resolve("intervals.jsonl"))),
                damage(
                        "run.json cannot be read: ",
                        f -> Files.write(f.resolve("run.json"), new byte[] {'"', (byte) 0xff, '"'})),
                damage(
                        "run.json has schema version 4; this version of Dyno reads 2 to 3.",
                        f -> write(f, "run.json", "{\"news\":{},\"schemaVersion\":4}")),
                damage(
                        "run.json has schema version 1; this version of Dyno reads 2 to 3.",
                        f -> write(f, "run.json", "{\"schemaVersion\":1}")),
                damage(
                        "intervals.jsonl line 1 has schema version 4; this version of Dyno reads 2 to 3.",
                        f -> replace(f, "intervals.jsonl", "\"schemaVersion\":3", "\"schemaVersion\":4")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("damages")
    void damageIsOneSentenceThatNamesFolderAndFile(String sentence, Damage damage, @TempDir Path runs)
            throws Exception {
        Path folder = RunFolderTest.store(runs, Samples.intervals(), Samples.result());
        damage.to(folder);

        assertThatThrownBy(() -> RunFolder.read(folder))
                .isInstanceOf(RunFolderException.class)
                .hasMessageStartingWith(folder + ": " + sentence)
                .hasMessageEndingWith(".")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    /** They are a part that can be missed: the rest is read, and a sentence says what is not there. */
    @Test
    void runWithoutItsSamplesIsReadWithoutThem(@TempDir Path runs) throws Exception {
        Path folder = RunFolderTest.store(runs, Samples.intervals(), Samples.result());
        assertThat(RunFolder.lackOfResources(folder)).isEmpty();
        assertThat(RunFolder.lackOfIntervals(folder)).isEmpty();
        Files.delete(folder.resolve("resources.jsonl"));

        assertThat(RunFolder.read(folder).resources()).isEmpty();
        assertThat(RunFolder.read(folder).intervals()).hasSize(5);
        assertThat(RunFolder.lackOfResources(folder))
                .contains(folder + ": resources.jsonl is missing; what it held is left out.");
        write(folder, "intervals.jsonl", "");
        assertThat(RunFolder.lackOfIntervals(folder))
                .contains(folder + ": intervals.jsonl has 0 lines where 5 are expected; what it held is left out.");
    }

    private static Arguments damage(String sentence, Damage damage) {
        return Arguments.of(sentence, damage);
    }

    private static void write(Path folder, String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }

    /** The first occurrence, which must be there. */
    private static void replace(Path folder, String file, String old, String replacement) throws IOException {
        String text = Files.readString(folder.resolve(file));
        int at = text.indexOf(old);
        assertThat(at).as(old).isNotNegative();
        write(folder, file, text.substring(0, at) + replacement + text.substring(at + old.length()));
    }

    static void cut(Path folder, String file, int bytes) throws IOException {
        String text = Files.readString(folder.resolve(file));
        write(folder, file, text.substring(0, text.length() - bytes));
    }
}
