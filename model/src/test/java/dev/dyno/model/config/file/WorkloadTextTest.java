package dev.dyno.model.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.workload.Workload;
import dev.dyno.model.yaml.FormatSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A workload that is written as a file of our own format is the same when it is read. */
class WorkloadTextTest {

    private static final FormatSchema SCHEMA = new FormatSchema(Path.of("..", "workloads", "workload.schema.json"));

    private static final String EVERYTHING = """
            name: "a: b # c"
            description: 'says "yes"'
            seed: -7
            partitions: 3
            destinations:
              work: { queue: work-%03d, count: 4 }
              one: { topic: "odd name, %" }
            producers:
              - { to: [work, "topic://x y"], count: 2, load: "burst 50/s for 9s, 0/s for 500ms, 1.5k/s for 1s",
                  arrivals: poisson, missed: skip, max-pending: 0, threads: 3, shared-connections: true, messages: 9,
                  on-failure: count, start: 1s, stop: 50s,
                  message: { body: text, size: "256:70, 1KiB:25", persistent: true, priority: 7, ttl: 1500ms, group: "12",
                    properties: { word: "true", n: -5, d: 1.5e10, yes: true, "a.b": "x, }y" }, id: true, timestamp: true } }
              - { to: one, mode: transacted, commit-interval: 7, rate: 1/7s }
              - { to: queue://q, mode: sync, connections-of-consumers: true, message: { key: "07" } }
              - { to: queue://q, message: { key: { count: 30, order: uniform } } }
              - { to: queue://q, message: { key: { count: 9, order: zipf, exponent: 0.75 } } }
              - { to: queue://q, message: { key: { count: 4 } } }
              - { to: queue://q, message: { compressibility: 35%, payloads: 12 } }
              - { to: queue://q, message: { payload-file: pom.xml } }
            consumers:
              - { from: work, count: 3, ack: client, commit-interval: 5, mode: poll, poll-interval: 250us,
                  think-time: 2ms, start: 10s, stop: 20s, connections: 2, begin: earliest, rate: 90/min,
                  exit-when: empty, await-alone: 70s, messages: 4 }
              - { from: one, subscriptions: 2, durable: true, ack: individual, mode: receive, selector: "a = '#1'" }
              - { from: "topic://x y", ack: transacted }
            phases: { warmup: 1s, measure: 90s, drain: 1ms, connect-timeout: 45s }
            faults: [5s kill, 8s restart, 9s pause:1s]
            reconnect: true
            reconnect-delay: 50ms
            profile: [lock, cpu]
            fresh-names: true
            require: p99
            fail-if: ["p99(end-to-end) > 50ms", "rate < 20000/s"]
            abort-if: p50 > 1s
            slo: [p99 < 20ms, mean(response) < 5ms]
            workers: 5
            producer-workers: 2
            consumer-workers: 3
            broker-on: "a b"
            listen: "[::1]:7500"
            await-workers: 1h
            on-worker-loss: continue
            """;

    private static String written(WorkloadFile file) {
        return WorkloadText.of(WorkloadValues.of(file, path -> Optional.empty()), path -> path);
    }

    private static WorkloadFile readAgain(WorkloadFile file) {
        assertThat(file.problems()).isEmpty();
        String text = written(file);
        WorkloadFile again = WorkloadFile.of("again.yaml", text);
        assertThat(again.problems()).as(text).isEmpty();
        assertThat(again.workload()).isEqualTo(file.workload());
        assertThat(again.description()).isEqualTo(file.description());
        assertThat(again.partitions()).isEqualTo(file.partitions());
        assertThat(again.settings().faults()).isEqualTo(file.settings().faults());
        assertThat(again.settings().freshNames()).isEqualTo(file.settings().freshNames());
        assertThat(again.settings().profile()).isEqualTo(file.settings().profile());
        assertThat(again.settings().workers()).isEqualTo(file.settings().workers());
        assertThat(SCHEMA.complaints(text)).as(text).isEmpty();
        return again;
    }

    @Test
    void everyValueComesBack() {
        readAgain(WorkloadFile.of("w.yaml", EVERYTHING));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "warmup: 'until steady, at most 90s'",
                "measure: until stopped",
                "backlog: { messages: 7 }",
                "backlog: { bytes: 3GiB, deadline: 90s }",
                "warmup: 5s, measure: 20s, backlog: { duration: 2s, while-sending: true }"
            })
    void everyKindOfPhaseComesBack(String phases) {
        readAgain(WorkloadFile.of(
                "w.yaml",
                "{ producers: { to: queue://q }, consumers: { from: queue://q }, phases: { " + phases + " } }"));
    }

    @TestFactory
    Stream<DynamicTest> everyShippedFileComesBack() throws IOException {
        return SCHEMA.filesBesideIt(file -> readAgain(WorkloadFile.read(file)));
    }

    @Test
    void aFileOfTheOtherToolComesBackAsOneOfOurs() {
        WorkloadFile omb = WorkloadFile.of("omb.yaml", """
                topics: 3
                partitionsPerTopic: 4
                messageSize: 100
                subscriptionsPerTopic: 2
                consumerPerSubscription: 1
                producersPerTopic: 1
                producerRate: 1000
                consumerBacklogSizeGB: 1
                """);
        WorkloadFile again = readAgain(omb);
        assertThat(again.workload().phases().duration()).isZero();
        assertThat(written(again)).contains("  backlog:\n", "    topic: \"test-topic-%07d\"");
    }

    /** Settings about which a mode leaves no choice stand in the group of another mode. */
    @Test
    void everyKeyOfTheFormatIsWritten() {
        Set<String> written = new LinkedHashSet<>();
        WorkloadFile everything = WorkloadFile.of("w.yaml", EVERYTHING);
        WorkloadFile connecting = WorkloadFile.of(
                "w.yaml",
                "{ producers: { to: queue://q, connect-only: true }, wait-for-quiet: 2m, tags: { size: small }, price: 9/h, processors: [0, 2] }");
        WorkloadFile visiting = WorkloadFile.of("w.yaml", """
                producers: { to: queue://q, messages-per-connection: 5 }
                consumers:
                  - { from: queue://p, ack: individual, reject: 1% }
                  - { from: queue://q, rotate: 5s, reply-to: queue://r }
                  - { from: queue://s, ack: individual, think-time: 1ms, think-at-once: 2 }
                """);
        Stream.of(
                        WorkloadValues.of(
                                everything,
                                path -> path.equals("producers[1].to") ? Optional.of("one") : Optional.empty()),
                        WorkloadValues.of(connecting, path -> Optional.empty()),
                        WorkloadValues.of(visiting, path -> Optional.empty()))
                .flatMap(values -> values.keySet().stream())
                .forEach(path -> {
                    written.add(path.replaceFirst("destinations\\.[^.]+", "destination")
                            .replaceFirst("tags\\..*", "tags")
                            .replaceAll("\\[\\d+]", "")
                            .replace("producers.message.", "message."));
                });
        Map<String, String> places = Map.of(
                "destination.", "/$defs/destination/properties",
                "phases.", "/$defs/phases/properties",
                "producers.", "/$defs/producers/properties",
                "message.", "/$defs/message/properties",
                "consumers.", "/$defs/consumers/properties",
                "", "/properties");
        // A group's name is for readers of the file; the rest are mappings.
        List<String> not = List.of(
                "producers.name",
                "producers.message",
                "consumers.name",
                "destinations",
                "producers",
                "consumers",
                "phases");
        places.forEach((prefix, pointer) -> SCHEMA.at(pointer).propertyNames().stream()
                .map(key -> prefix + key)
                .filter(key -> !not.contains(key))
                .forEach(key -> assertThat(written).contains(key)));
    }

    @Test
    void destinationsHaveTheNamesOfTheFileAndCommentsStandInAColumn() {
        WorkloadFile file = WorkloadFile.of("w.yaml", """
                destinations: { work: { queue: orders-%02d, count: 3 } }
                producers: { to: work, mode: sync }
                consumers: { from: work }
                """);
        Map<String, String> values =
                WorkloadValues.of(file.workload(), "", Optional.empty(), path -> Optional.of("work"));
        String text = WorkloadText.of(values, path -> path.startsWith("destinations") ? "here" : "");
        assertThat(text).startsWith("""
                name: w
                seed: 1
                partitions: null
                destinations:
                  work:
                    queue: "orders-%02d"                  # here
                    count: 3                              # here
                producers:
                  - to: work
                    count: 1
                    load: all-out
                    arrivals: regular
                    missed: queue
                    mode: sync
                """);
        assertThat(text).endsWith("""
                phases:
                  warmup: 0s
                  measure: 60s
                  drain: 30s
                  backlog: null
                """);
    }

    @Test
    void aLineIsFoundForEachKeyThatTheFileHas() throws IOException {
        Path file = Files.createTempFile("places", ".yaml");
        Files.writeString(file, """
                destinations:
                  work: { queue: w }
                producers:
                  to: work
                  load: constant 5/s poisson
                consumers:
                  - from: queue://a
                  - from: queue://b
                    count: 2
                """);
        WorkloadPlaces places = WorkloadPlaces.of(file);
        Files.delete(file);
        assertThat(places.isOfOmb()).isFalse();
        assertThat(places.destinationsAt("producers[0].to")).contains("work");
        assertThat(places.destinationsAt("consumers[0].from")).isEmpty();
        assertThat(places.line("destinations.work.queue")).contains(2);
        assertThat(places.line("destinations.work.count")).isEmpty();
        assertThat(places.line("producers[0].to")).contains(4);
        assertThat(places.line("producers[0].rate")).contains(5);
        assertThat(places.line("producers[0].arrivals")).contains(5);
        assertThat(places.line("consumers[1].count")).contains(9);
        assertThat(places.line("consumers[0].count")).isEmpty();
    }

    /** Files of the OpenMessaging Benchmark may have keys that are left out, and in them whatever YAML allows. */
    @Test
    void aKeyThatIsLeftOutMayRepeatItself(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("w.yaml"), """
                topics: 1
                notes: &notes { again: *notes }
                producerRate: 10
                """);
        assertThat(WorkloadPlaces.of(file).line("producers[0].rate")).contains(3);
    }

    @Test
    void aWorkloadWithoutAnEndMayHaveSpans() {
        Workload workload = WorkloadFile.of("w.yaml", """
                producers: { to: queue://q, start: 5s, stop: 10s }
                phases: { warmup: 5s, measure: until stopped }
                """).workload();
        assertThat(workload.phases().duration()).isZero();
        assertThat(workload.phases().warmup()).hasSeconds(5);
    }
}
