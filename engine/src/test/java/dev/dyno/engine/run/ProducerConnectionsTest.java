package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Client;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.sim.SimDriver;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.Target;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections that producers are divided among. */
class ProducerConnectionsTest {

    private final AtomicInteger connections = new AtomicInteger();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    threads: 3                           | 6
                    connections: 2                       | 2
                    connections: 4, threads: 3           | 4
                    connections: 9                       | 6
                    connections: 2, mode: sync           | 2
                    shared-connections: true, threads: 3 | 3
                    connections-of-consumers: true       | 6
                    """)
    void producersAreDividedAmongThem(String settings, int expected) {
        run(
                "{ producers: { to: queue://q, count: 6, messages: 60, " + settings
                        + " }, phases: { measure: until stopped, drain: 0s } }",
                "connections-" + settings.hashCode());
        assertThat(connections).hasValue(expected);
    }

    @Test
    void aMessageIsAConnectionWhereTheyOnlyConnect() {
        RunResult result = run(
                "{ producers: { to: queue://q, count: 6, messages: 60, rate: 100/s, connect-only: true },"
                        + " phases: { measure: 5s } }",
                "connect-only");
        assertThat(connections).hasValue(60);
        // All are open in its first second, and it lasts to its end.
        assertThat(result.measuredNs()).isGreaterThanOrEqualTo(5_000_000_000L);
        assertThat(result.verdict().reasons()).noneMatch(reason -> reason.code().equals("rate-not-steady"));
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "1, 1"})
    void producersMayUseThoseOfTheConsumers(int ofConsumers, int expected) {
        run(
                "{ producers: { to: queue://q, count: 6, messages: 60, connections-of-consumers: true },"
                        + " consumers: { from: queue://q, count: 2, connections: " + ofConsumers
                        + " }, phases: { measure: until stopped, drain: 1s } }",
                "both-" + ofConsumers);
        assertThat(connections).hasValue(expected);
    }

    private RunResult run(String workload, String broker) {
        RunResult result = Loads.run(
                (to, clock) -> counting(Loads.drivers(new SimDriver()).open(to, clock)),
                new Target("sim", "sim://" + broker, Optional.empty(), Optional.empty(), Map.of()),
                Loads.workload(workload));
        assertThat(result.totals().sent()).isEqualTo(60);
        return result;
    }

    private Client counting(Client client) {
        return Overriding.method(Client.class, client, "connect", arguments -> {
            connections.incrementAndGet();
            return client.connect((ConnectionSpec) arguments[0]);
        });
    }
}
