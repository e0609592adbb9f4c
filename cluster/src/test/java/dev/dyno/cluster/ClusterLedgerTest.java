package dev.dyno.cluster;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.sim.SimBroker;
import dev.dyno.driver.sim.SimCounts;
import dev.dyno.driver.sim.SimDriver;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The consumers of one queue are on three workers, each of which sees only a part of each producer's messages. */
@Tag("slow")
class ClusterLedgerTest {

    private static final String WORKLOAD = """
            name: ledger
            producers:
              - { to: %s, count: 4, rate: 3000/s, messages: 6000 }
            consumers:
              - { from: %s, count: 5 }
            phases: { measure: until stopped, drain: %s }
            """;

    /** A run, and what the broker itself has counted. */
    private record Seen(RunResult result, SimCounts truth) {}

    private static Seen run(Map<String, String> script, String destination) throws Exception {
        // While something is missing the drain lasts to its end.
        return load(script, WORKLOAD.formatted(destination, destination, script.containsKey("lose") ? "3s" : "60s"));
    }

    private static Seen load(Map<String, String> script, String workload) throws Exception {
        try (Fellowship three = new Fellowship().workers(3)) {
            three.script = script;
            String url = "sim://" + three.broker;
            // The broker, and its counts, live as long as there is a client.
            Client mine = new SimDriver().open(new ClientSpec(url, Optional.empty(), script, three.time));
            try {
                RunResult result = three.run(workload);
                return new Seen(result, SimBroker.find(url).orElseThrow().counts());
            } finally {
                mine.close();
            }
        }
    }

    @Test
    void lossesAndDuplicatesAreCountedExactlyAlsoWhereTheyComeToDifferentWorkers() throws Exception {
        Seen seen = run(Map.of("lose", "every 101", "duplicate", "every 19"), "queue://T");

        assertThat(seen.truth.lost()).isPositive();
        assertThat(seen.truth.duplicated()).isPositive();
        assertCounts(
                seen.result,
                "expected 6000, exact true, lost " + seen.truth.lost() + ", duplicate " + seen.truth.duplicated());
        assertThat(seen.result.totals().received())
                .isEqualTo(seen.result.ledger().delivered());
    }

    @Test
    void eachSubscriptionOfATopicIsOwedEachMessage() throws Exception {
        Seen seen = run(Map.of("duplicate", "0.02", "lose", "0.01", "seed", "7"), "topic://T");

        assertThat(seen.truth.lost()).isPositive();
        assertThat(seen.result.ledger().expected()).isEqualTo(5 * 6000);
        assertThat(seen.result.ledger().lost()).isEqualTo(5 * seen.truth.lost());
        assertThat(seen.result.ledger().duplicate()).isEqualTo(5 * seen.truth.duplicated());
        assertThat(seen.result.totals().received())
                .isEqualTo(seen.result.ledger().delivered());
    }

    /** The consumers come at 2 s. Each worker has sent a probe, which expires as well. */
    @Test
    void whatExpiresInAQueueOfSeveralWorkersIsNotLost() throws Exception {
        Seen seen = load(Map.of(), """
                producers: { to: queue://T, count: 3, rate: 300/s, messages: 900, message: { ttl: 500ms } }
                consumers: { from: queue://T, count: 3, start: 2s }
                phases: { measure: until stopped, drain: 2s }
                """);

        assertThat(seen.result.ledger().expired())
                .isBetween(400L, 600L)
                .isEqualTo(seen.truth.expired() - 3)
                .isEqualTo(
                        seen.result.ledger().expected() - seen.result.ledger().delivered());
        assertThat(seen.result.ledger().expected()).isEqualTo(900);
        assertThat(seen.result.ledger().lost() + seen.result.ledger().fateUnknown())
                .isZero();
    }

    /** The consumers of two workers take one message in 2 s. Of 30 the broker drops five; before them come probes, three at most. */
    @Test
    void whatIsLeftInAQueueIsThereOnceHoweverManyWorkersAskForIt() throws Exception {
        Seen seen = load(Map.of("lose", "every 6"), """
                producers: { to: queue://T, rate: 300/s, messages: 30 }
                consumers: { from: queue://T, count: 2, mode: receive, think-time: 2s }
                phases: { measure: until stopped, drain: 500ms }
                """);

        LedgerCounts ledger = seen.result.ledger();
        assertThat(seen.truth.lost()).isEqualTo(5);
        assertThat(ledger.lost()).isEqualTo(5);
        assertThat(ledger.inBroker()).isEqualTo(25 - ledger.delivered()).isGreaterThan(10);
    }

    /**
     * As above; the replies come after the time that a consumer takes, when the consumer of the replies, at a worker without any
     * requests, has stopped.
     */
    @Test
    void aReplyIsLostIfItsRequestIs() throws Exception {
        Seen seen = load(Map.of("lose", "every 6"), """
                producers: { to: queue://T, rate: 300/s, messages: 30 }
                consumers:
                  - { from: queue://T, count: 2, mode: receive, think-time: 2s, reply-to: queue://R }
                  - { from: queue://R, count: 1 }
                phases: { measure: until stopped, drain: 500ms }
                """);

        LedgerCounts ledger = seen.result.ledger();
        assertThat(seen.truth.lost()).isEqualTo(5);
        assertThat(ledger.lost()).isEqualTo(2 * 5);
        assertThat(ledger.inBroker()).isEqualTo(2 * 25 - ledger.delivered()).isGreaterThan(20);
    }
}
