package dev.dyno.model.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.workload.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys of messages in a workload file. */
class KeyReaderTest {

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
