package dev.dyno.app.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.result.RunConfig;
import dev.dyno.model.workload.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that read stored runs, and queries, know a setting by its path. */
class ConfigMapTest {

    private static final Target TARGET =
            new Target("artemis", "tcp://u:pw@host:1", Optional.empty(), Optional.empty(), Map.of());

    private static String stored(String text, Target producers) {
        WorkloadFile file = WorkloadFile.of("w.yaml", text);
        assertThat(file.problems()).isEmpty();
        return new TreeMap<>(new RunConfig(ConfigMap.of(file.workload(), file.settings(), producers, TARGET)).flat())
                .entrySet().stream()
                        .map(value -> value.getKey() + ": " + value.getValue() + "\n")
                        .collect(Collectors.joining());
    }

    /** Lines of paths from lines of groups, like {@code workers | count 3 | brokerOn there}. */
    private static List<String> paths(String groups) {
        return groups.lines()
                .map(line -> line.split(" *\\| ", -1))
                .flatMap(parts -> Arrays.stream(parts)
                        .skip(1)
                        .map(part -> (parts[0].isEmpty() ? "" : parts[0] + ".") + part.replaceFirst(" ", ": ")))
                .toList();
    }

    @Test
    void eachSettingIsStoredAtItsPath() {
        Target target = new Target(
                "kafka",
                "kafka://host:9092",
                Optional.of(new Credentials("me", "secret")),
                Optional.of("id"),
                Map.of("linger.ms", "5", "ssl.key.password", "secret"));
        assertThat(stored("""
                        producers:
                          - { to: [queue://a, topic://b], count: 2, load: "ramp 1/s to 5/s in 10s", arrivals: poisson,
                              missed: skip, start: 1s, stop: 9s, mode: transacted, commit-interval: 5, connections: 3,
                              connections-of-consumers: true, messages: 100, on-failure: count,
                              message: { body: text, size: "100..200", compressibility: 0.5, payloads: 7, persistent: true,
                                  priority: 3, ttl: 5s, key: { count: 10, order: zipf, exponent: 1.5 },
                                  properties: { a: 1, b: x }, id: true, timestamp: true } }
                          - { to: topic://b, shared-connections: true, max-pending: 9, threads: 2, message: { group: g } }
                        consumers:
                          - { from: topic://b, count: 3, subscriptions: 2, durable: true, connections: 4, ack: transacted,
                              commit-interval: 6, mode: poll, poll-interval: 7ms, think-time: 8ms, selector: "a = 1",
                              begin: earliest, messages: 200, rate: 90/min, exit-when: empty, await-alone: 4s }
                          - { from: queue://a, ack: dups-ok, mode: receive, stop: 9s }
                        phases: { warmup: "until steady, at most 20s", measure: 30s, drain: 11s, connect-timeout: 12s }
                        faults: [3s kill, 5s restart]
                        reconnect: true
                        reconnect-delay: 200ms
                        profile: [cpu, lock]
                        workers: 3
                        broker-on: there
                        on-worker-loss: continue
                        """, target).lines()).containsExactlyInAnyOrderElementsOf(paths("""
                        producers[0] | body TEXT | commitInterval 5 | compressibility 0.5 | connections 3
                        producers[0] | connectionsOfConsumers true | destinations[0] queue://a | destinations[1] topic://b
                        producers[0] | keys 10 by zipf 1.5 | load ramp 1/s to 5/s in 10s poisson | maxPending 1
                        producers[0] | messageCount 100 | messageId true | messageSize 100..200 | missedSlots SKIP
                        producers[0] | mode TRANSACTED | onSendFailure COUNT | payloads 7 | perDestination 2
                        producers[0] | persistent true | priority 3 | properties.a 1 | properties.b x
                        producers[0] | sharedConnections false | start 1s | stop 9s | threads 1 | timeToLive 5s
                        producers[0] | timestamp true
                        producers[1] | body BYTES | commitInterval 0 | compressibility 0.0 | connections 0
                        producers[1] | destinations[0] topic://b | group g | load all-out | maxPending 9 | messageCount 0
                        producers[1] | messageId false | messageSize 1KiB | missedSlots QUEUE | mode ASYNC
                        producers[1] | onSendFailure STOP | payloads 1000 | perDestination 1 | persistent false
                        producers[1] | sharedConnections true | start 0s | threads 2 | timeToLive 0s | timestamp false
                        consumers[0] | ackMode TRANSACTED | awaitAlone 4s | begin EARLIEST | commitInterval 6
                        consumers[0] | connections 4 | destinations[0] topic://b | durable true | exitWhen EMPTY
                        consumers[0] | messageCount 200 | mode POLL | perSubscription 3 | pollInterval 7ms | rate 1.5/s
                        consumers[0] | selector a = 1 | sharedSubscriptions 2 | start 0s | thinkTime 8ms
                        consumers[1] | ackMode DUPS_OK | begin LATEST | commitInterval 1 | connections 0
                        consumers[1] | destinations[0] queue://a | durable false | messageCount 0 | mode RECEIVE
                        consumers[1] | perSubscription 1 | pollInterval 1ms | sharedSubscriptions 0 | start 0s | stop 9s
                        consumers[1] | thinkTime 0s
                        producerTarget | clientId id | driver kafka | properties.linger.ms 5
                        producerTarget | properties.ssl.key.password (hidden) | url kafka://host:9092 | user me
                        consumerTarget | driver artemis | url tcp://u@host:1
                        workers | brokerOn there | count 3 | onWorkerLoss continue
                        | connectTimeout 12s | drain 11s | duration 50s | faults[0] 3s kill | faults[1] 5s restart
                        | profile[0] cpu | profile[1] lock | reconnectDelay 200ms | warmup until steady, at most 20s
                        """));
    }

    @Test
    void filesAreStoredWithTheirSizesAndAChecksum(@TempDir Path folder) throws IOException {
        Files.write(folder.resolve("a"), new byte[100]);
        Files.write(folder.resolve("b"), new byte[300]);
        String before = ofFiles(folder);
        assertThat(before)
                .contains("messageSize: 100:1, 300:1\n", "payloadFile: " + folder + " (2 files, 400 B, crc ")
                .doesNotContain("payloads:", "compressibility", "consumers[");
        Files.write(folder.resolve("b"), new byte[] {1}, StandardOpenOption.WRITE);
        assertThat(ofFiles(folder)).isNotEqualTo(before);
        for (int i = 0; i < 20; i++) {
            Files.write(folder.resolve("more-" + i), new byte[1000 + i]);
        }
        assertThat(ofFiles(folder)).contains("messageSize: 100..1019\n");
    }

    private static String ofFiles(Path folder) {
        return stored("producers: { to: queue://q, message: { payload-file: '" + folder + "' } }", TARGET);
    }

    @Test
    void aBacklogConnectionsAloneAndDividedWorkersAreStored() {
        assertThat(stored("""
                        producers: { to: queue://q }
                        consumers: { from: queue://q }
                        phases: { warmup: 1s, backlog: { bytes: 2GiB, deadline: 9s, while-sending: true, left: 5 } }
                        """, TARGET).lines().filter(line -> line.startsWith("backlog")))
                .containsExactly("backlog: 2GiB, drained within 9s while producers send to 5 messages");
        assertThat(stored(
                        "{ producers: { to: queue://q, connect-only: true }, producer-workers: 1, consumer-workers: 2 }",
                        TARGET))
                .contains("connectOnly: true\n")
                .endsWith("""
                        workers.consumerWorkers: 2
                        workers.count: 3
                        workers.onWorkerLoss: stop
                        workers.producerWorkers: 1
                        """);
    }
}
