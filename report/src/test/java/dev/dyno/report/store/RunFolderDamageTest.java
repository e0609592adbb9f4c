package dev.dyno.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.model.result.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damages of the files of a stored run, and the sentence about each. */
class RunFolderDamageTest {

    private static final String MARK =
            "{\"schemaVersion\":4,\"mark\":\"invalid\",\"comment\":\"c\",\"at\":\"2026-03-01T12:00:00Z\"}\n";

    /** Damage to a file of a run, and the beginning of the sentence about it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            cut     | run.json        | 200                                                | run.json is damaged: Unexpected end-of-input
            write   | run.json        | ``                                                 | run.json is damaged: it has no schemaVersion
            write   | run.json        | []                                                 | run.json is damaged: it has no schemaVersion
            write   | run.json        | hello                                              | run.json is damaged: Unrecognized token
            replace | run.json        | "schemaVersion" : 4 → "schemaVersion" : "3"        | run.json is damaged: it has no schemaVersion
            replace | run.json        | "runId" → "extra" : 1, "runId"                     | run.json is damaged: Unrecognized property "extra"
            replace | run.json        | "runId" : "r-0123456789", → ``                     | run.json is damaged: Missing creator property 'runId'
            replace | run.json        | "name" : "two queues" → "name" : null              | run.json is damaged: Null value for creator property 'name'
            replace | run.json        | "stale" : 5 → "stale" : "5"                        | run.json is damaged: Cannot coerce String value
            replace | run.json        | "level" : "SUSPECT" → "level" : "FINE"             | run.json is damaged: "FINE" is none of NOTE, INVALID, SUSPECT. It cannot be used.
            replace | run.json        | "response" : { → "answer" : {                      | run.json is damaged: there is no latency named answer.
            replace | run.json        | "histogram" : "HIST → "histogram" : "HOST          | run.json is damaged: the histogram of send-delay cannot be decoded.
            replace | run.json        | "count" : 501 → "count" : 502                      | run.json is damaged: the histogram of send-delay has 501 values where 502 are expected.
            replace | run.json        | "intervalCount" : 5 → "intervalCount" : 6          | intervals.jsonl is damaged: it has 5 intervals where 6 are expected.
            replace | run.json        | "resourceCount" : 4 → "resourceCount" : 5          | resources.jsonl is damaged: it has 4 samples where 5 are expected.
            cut     | resources.jsonl | 1                                                  | resources.jsonl is damaged: its last line is cut off.
            replace | resources.jsonl | "rss-bytes": → "rss-bytes":"1","x":                | resources.jsonl line 1 is damaged: Cannot coerce String value
            cut     | intervals.jsonl | 1                                                  | intervals.jsonl is damaged: its last line is cut off.
            replace | intervals.jsonl | { → {}¶{                                           | intervals.jsonl line 1 is damaged: it has no schemaVersion.
            cut     | latency.hdr     | 20                                                 | latency.hdr is damaged: expected 501 values of by-timestamp for interval 5, found
            write   | latency.hdr     | ``                                                 | latency.hdr is damaged: expected 501 values of warmup-send-delay for interval 1, found no more histograms.
            replace | latency.hdr     | Tag=warmup-send-delay → Tag=send-ack               | latency.hdr is damaged: expected 501 values of warmup-send-delay for interval 1, found 501 of send-ack.
            replace | latency.hdr     | HISTFAAA → HOSTFAAA                                | latency.hdr is damaged: expected 501 values of warmup-send-delay for interval 1, found what is not a line of a histogram log.
            write   | run.json        | {"news":{},"schemaVersion":6}                      | run.json has schema version 6; this version of Dyno reads 2 to 5.
            write   | run.json        | {"schemaVersion":1}                                | run.json has schema version 1; this version of Dyno reads 2 to 5.
            replace | intervals.jsonl | "schemaVersion":4 → "schemaVersion":6              | intervals.jsonl line 1 has schema version 6; this version of Dyno reads 2 to 5.
            # Without its marks nobody knows whether a run may be used.
            replace | marks.jsonl     | Z"} → Z"}¶                                         | marks.jsonl line 2 is damaged: it has no schemaVersion.
            write   | marks.jsonl     | x¶                                                 | marks.jsonl line 1 is damaged: Unrecognized token 'x'
            write   | marks.jsonl     | null¶                                              | marks.jsonl line 1 is damaged: it has no schemaVersion.
            cut     | marks.jsonl     | 1                                                  | marks.jsonl is damaged: its last line is cut off.
            replace | marks.jsonl     | invalid → odd                                      | marks.jsonl line 1 is damaged: there is no mark named odd.
            replace | marks.jsonl     | 2026-03 → 2026-33                                  | marks.jsonl line 1 is damaged:
            replace | marks.jsonl     | "c" → null                                         | marks.jsonl line 1 is damaged: Null value for creator property 'comment'
            replace | marks.jsonl     | "comment":"c", → ``                                | marks.jsonl line 1 is damaged: Missing creator property 'comment'
            replace | marks.jsonl     | :4, → :6,                                          | marks.jsonl line 1 has schema version 6; this version of Dyno reads 2 to 5.
            """)
    void damageIsOneSentenceThatNamesFolderAndFile(
            String deed, String file, String text, String sentence, @TempDir Path runs) throws Exception {
        Path folder = RunFolderTest.store(runs, Samples.intervals(), Samples.result());
        if (file.equals(RunFolder.MARKS)) {
            write(folder, file, MARK);
        }
        switch (deed) {
            case "cut" -> cut(folder, file, Integer.parseInt(text));
            case "write" -> write(folder, file, text.replace("¶", "\n"));
            default -> {
                String[] both = text.split(" → ", -1);
                replace(folder, file, both[0], both[1].replace("``", "").replace("¶", "\n"));
            }
        }
        RunFolderReader reader = new RunFolderReader(folder);
        assertOneSentence(file.equals(RunFolder.MARKS) ? reader::summary : reader::result, folder, sentence);
    }

    @Test
    void latencyThatNoVersionHasAndBytesThatAreNoTextAreOneSentence(@TempDir Path runs) throws Exception {
        Path folder = RunFolderTest.store(runs, Samples.intervals(), Samples.result());
        replace(folder, "intervals.jsonl", "\"warmup-response\"", "\"warmup-answer\"");
        replace(folder, "latency.hdr", "Tag=warmup-response", "Tag=warmup-answer");
        assertOneSentence(folder, "intervals.jsonl line 1 is damaged: there is no latency named answer.");
        Files.write(folder.resolve("run.json"), new byte[] {'"', (byte) 0xff, '"'});
        assertOneSentence(folder, "run.json cannot be read: ");
    }

    private static void assertOneSentence(Path folder, String sentence) {
        assertOneSentence(() -> new RunFolderReader(folder).result(), folder, sentence);
    }

    private static void assertOneSentence(ThrowingCallable reading, Path folder, String sentence) {
        assertThatThrownBy(reading)
                .isInstanceOf(RunFolderException.class)
                .hasMessageStartingWith(folder + ": " + sentence)
                .hasMessageEndingWith(".")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    /** Each is a part that can be missed: the rest is read, and a sentence says what is not there. */
    @ParameterizedTest
    @CsvSource({"intervals.jsonl, 0, 4", "latency.hdr, 5, 4", "resources.jsonl, 5, 0"})
    void runWithoutAFileIsReadWithoutIt(String file, int intervals, int samples, @TempDir Path runs) throws Exception {
        Path folder = RunFolderTest.store(runs, Samples.intervals(), Samples.result());
        assertThat(new RunFolderReader(folder).lacks()).isEmpty();
        Files.delete(folder.resolve(file));

        assertThat(new RunFolderReader(folder).result().totals())
                .isEqualTo(Samples.result().totals());
        assertThat(new RunFolderReader(folder).resources()).hasSize(samples);
        assertThat(new RunFolderReader(folder).intervals()).hasSize(intervals);
        assertThat(new RunFolderReader(folder).lacks())
                .containsExactly(folder + ": " + file + " is missing; what it held is left out.");
        write(folder, "intervals.jsonl", "");
        assertThat(new RunFolderReader(folder).lack(RunFolder.INTERVALS))
                .contains(folder + ": intervals.jsonl has 0 lines where 5 are expected; what it held is left out.");
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
