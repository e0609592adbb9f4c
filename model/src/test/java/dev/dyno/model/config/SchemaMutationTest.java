package dev.dyno.model.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.yaml.FormatSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The schema, by which an editor judges a value, refuses what the reader refuses, for each setting and many values. */
class SchemaMutationTest {

    private static final FormatSchema SCHEMA = new FormatSchema(Path.of("..", "workloads", "workload.schema.json"));

    private static final List<String> VALUES = List.of("""
            x | -1 | 0 | 1 | 7 | 1.5 | 2000000 | 99999999999 | "" | " x " | "x\\ny" | true | [a, b] | { a: 1 }
            0s | 5s | 5x | 1m30s | 30s1m | 250us | 1.5s | 500/s | 0/s | 5/x | 1/7s | 4KiB | 4Kib | 100..200
            256:70, 1KiB:30 | 256:0 | until steady | until steady, at most 2m | until stopped | until then
            ramp 1/s to 2/s in 5s | ramp 1/s in 5s | burst 50/s for 9s, 0/s for 1s poisson | steps 50/s for
            all-out | constant | queue | skip | sync | transacted | poll | dups-ok | zipf | cpu | [cpu, lock]
            cpu, alloc | cpu,,lock | 5s kill | 5s  kill, 8s restart | [5s kill, 8s restart]
            [3s pause:1s, { a: 1 }] | 3s pause:x | 5s explode | 5s exec 'a, b', 6s cut:3s | 5s exec a, b
            5s exec 'a | 5s reset:one | 5s cut:3s:one, 9s reset:1s | 5s reset:one:3s | kill | []
            localhost:7400 | continue
            """.strip().split("\\s*[|\n]\\s*", -1));

    /** A file for each section, with a place for one more key, and with what its settings need beside them. */
    private static final Map<String, String> FILES = Map.of(
            "", "{ producers: { to: queue://q }, %s, phases: { measure: until stopped } }",
            "producers[].", "{ producers: { to: queue://q, %s }, phases: { measure: until stopped } }",
            "producers[].message.", "producers: { to: queue://q, message: { %s } }",
            "consumers[].", "{ consumers: { from: topic://t, %s }, phases: { measure: until stopped } }",
            "phases.", "{ producers: { to: queue://q }, phases: { %s } }",
            "phases.backlog.",
                    "{ producers: { to: queue://q }, consumers: { from: queue://q }, phases: { backlog: { %s } } }");

    private static final Map<String, String> BESIDE = Map.ofEntries(
            Map.entry("producers[].missed", "rate: 5/s, "),
            Map.entry("producers[].arrivals", "rate: 5/s, "),
            Map.entry("producers[].spin", "rate: 5/s, "),
            Map.entry("producers[].commit-interval", "mode: transacted, "),
            Map.entry("consumers[].commit-interval", "ack: client, "),
            Map.entry("consumers[].reject", "ack: individual, "),
            Map.entry("consumers[].think-at-once", "ack: individual, think-time: 1ms, "),
            Map.entry("consumers[].poll-interval", "mode: poll, "),
            Map.entry("consumers[].start", "durable: true, "),
            Map.entry("phases.backlog.deadline", "messages: 1, "),
            Map.entry("phases.backlog.while-sending", "messages: 1, "),
            Map.entry("phases.backlog.left", "messages: 1, "),
            Map.entry("phases.backlog.measured-after", "messages: 1, while-sending: true, "),
            Map.entry("reconnect-delay", "reconnect: true, "),
            Map.entry("broker-on", "workers: 2, "),
            Map.entry("listen", "workers: 2, "),
            Map.entry("await-workers", "workers: 2, "),
            Map.entry("on-worker-loss", "workers: 2, "),
            Map.entry("producer-workers", "consumer-workers: 1, "),
            Map.entry("consumer-workers", "producer-workers: 1, "));

    /** All but those that name files or queues for replies: a schema cannot know which there are. */
    static Stream<LoadSetting<?, ?>> settings() {
        return Section.allSettings().filter(setting -> !Set.of("FILE", "QUEUE")
                .contains(setting.kind().word()));
    }

    private static String file(LoadSetting<?, ?> setting, String value) {
        String section = setting.path()
                .substring(0, setting.path().length() - setting.key().length());
        boolean plain =
                value.startsWith("[") || value.startsWith("{") || value.startsWith("\"") || !value.contains(",");
        return FILES.getOrDefault(section, "")
                .formatted(BESIDE.getOrDefault(setting.path(), "") + setting.key() + ": "
                        + (plain ? value : '"' + value + '"'));
    }

    private static Set<String> disagreements(LoadSetting<?, ?> setting) {
        Set<String> found = new TreeSet<>();
        for (String value : VALUES) {
            String file = file(setting, value);
            boolean reader = WorkloadFile.of("w.yaml", file).problems().isEmpty();
            boolean schema = SCHEMA.complaints(file).isEmpty();
            if (reader != schema) {
                found.add(setting.path() + ": " + value + (reader ? " (only the reader takes it)" : ""));
            }
        }
        return found;
    }

    @ParameterizedTest
    @MethodSource("settings")
    void theSchemaTakesWhatTheReaderTakes(LoadSetting<?, ?> setting) {
        assertThat(disagreements(setting)).isEmpty();
    }

    @Test
    void manyOfTheseFilesAreRefused() {
        long refused = settings()
                .flatMap(setting -> VALUES.stream().map(value -> file(setting, value)))
                .filter(file -> !WorkloadFile.of("w.yaml", file).problems().isEmpty())
                .count();
        assertThat(refused).isGreaterThan(1_000);
    }
}
