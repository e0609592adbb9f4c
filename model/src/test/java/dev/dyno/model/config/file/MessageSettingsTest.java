package dev.dyno.model.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.Payloads;
import dev.dyno.model.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payloads and keys of messages in a workload file. */
class MessageSettingsTest {

    private static WorkloadFile read(String message) {
        return WorkloadFile.of("w.yaml", "producers: { to: queue://q, message: { " + message + " } }");
    }

    private static MessageTemplate message(String text) {
        WorkloadFile file = read(text);
        assertThat(file.problems()).isEmpty();
        return file.workload().producers().get(0).message();
    }

    /** A thousand, and at most 16 MiB of them. */
    @ParameterizedTest
    @CsvSource({
        "size: 1KiB,                               1000, 0",
        "size: 48..64KiB,                            51, 0",
        "size: 64MiB,                                 1, 0",
        "'size: 1MiB, payloads: 1000',             1000, 0",
        "'compressibility: 0.5, payloads: 3',         3, 0.5",
        "compressibility: 25%,                     1000, 0.25"
    })
    void randomOnesAreAsManyAsAskedOrFitIn(String text, int count, double compressibility) {
        assertThat(message(text).payloads()).isEqualTo(new Payloads.Made(count, compressibility));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    compressibility: 2                     | compressibility: 2; must be a share from 0 to 1, like 0.05 or 5%.
                    payloads: 0                            | payloads: 0; must be a whole number from 1 to 1000000.
                    size: 2MiB, payloads: 513              | payloads: 513; they must fit into 1GiB of memory. Give fewer, or a smaller size.
                    payload-file: nowhere                  | payload-file: nowhere; must be a readable file, or a folder of readable files.
                    payload-file: ""                       | payload-file: is empty; must be a readable file, or a folder of readable files.
                    payload-file: pom.xml, size: 9KiB      | size: contradicts payload-file; leave one of them out.
                    payload-file: pom.xml, payloads: 2     | payloads: contradicts payload-file; leave one of them out.
                    payload-file: pom.xml, compressibility: 0 | compressibility: contradicts payload-file; leave one of them out.
                    """)
    void whatIsWrongIsSaid(String text, String sentence) {
        assertThat(read(text).problems()).singleElement().asString().contains(sentence);
    }

    @Test
    void aFileThatIsTooSmallForTheHeadIsRefusedAndAnEmptyFolderToo(@TempDir Path folder) throws IOException {
        assertThat(read("payload-file: " + folder).problems())
                .singleElement()
                .asString()
                .contains(folder + "; has no files.");
        Path file = Files.write(folder.resolve("small"), new byte[47]);
        assertThat(read("payload-file: " + folder).problems())
                .singleElement()
                .asString()
                .contains(file + "; has 47 bytes, must have 48, which the head of each message takes, to 64MiB.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    blue                                          | blue
                    17                                            | 17
                    { count: 1000 }                               | 1000 in turn
                    { count: 1000, order: sequence }              | 1000 in turn
                    { count: 10, order: uniform }                 | 10 at random
                    { count: 10, order: zipf }                    | 10 by zipf 1.0
                    { count: 1000000, order: zipf, exponent: 0.9 } | 1000000 by zipf 0.9
                    """)
    void messagesHaveKeys(String key, String text) {
        Workload workload = DynoWorkloadTest.read("producers: { to: queue://q, message: { key: " + key + " } }");
        assertThat(workload.producers().get(0).message().keys()).get().hasToString(text);
        assertThat(workload.producers().get(0).message().group()).isEmpty();
    }

    @Test
    void whatIsWrongWithAKeyIsReported() {
        assertThat(DynoWorkloadTest.problems("""
                        producers:
                          - { to: queue://q, message: { key: a, group: b } }
                          - { to: queue://q, message: { key: "" } }
                          - { to: queue://q, message: { key: { count: 0 } } }
                          - { to: queue://q, message: { key: { order: zipf, exponent: 0 } } }
                          - { to: queue://q, message: { key: { count: 5, exponent: 1, size: 3 } } }
                          - { to: queue://q, message: { key: { count: 5, order: often } } }
                          - { to: queue://q, message: { key: [a, b] } }
                        """))
                .extracting(problem -> problem.lines().findFirst().orElseThrow())
                .containsExactly(
                        "w.yaml:2:38: key: contradicts group; leave one of them out.",
                        "w.yaml:3:38: key: is empty; must be a word, or { count: 1000, order: sequence }.",
                        "w.yaml:4:47: count: 0; must be a whole number from 1 to 1000000.",
                        "w.yaml:5:38: count: is missing; must say how many keys there are.",
                        "w.yaml:5:63: exponent: 0; must be a number above 0, up to 10, like 1.1.",
                        "w.yaml:6:60: exponent: only order zipf has one; leave it out.",
                        "w.yaml:6:63: unknown key 'size'; must be one of count, order, exponent.",
                        "w.yaml:7:57: order: often; must be one of sequence, uniform, zipf.",
                        "w.yaml:8:38: key: must be a single value, not a list.");
    }
}
