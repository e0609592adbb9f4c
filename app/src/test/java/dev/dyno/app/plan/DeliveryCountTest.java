package dev.dyno.app.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.config.file.WorkloadFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Number of deliveries that are owed for each message, for the backlog of the progress line. */
class DeliveryCountTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                topic://t | durable: false | false | false | 1
                topic://t | durable: true  | true  | false | 1
                queue://q | ack: auto      | true  | false | 1
                # A message sent while the connection is away is not owed, and nobody counts it meanwhile.
                topic://t | durable: false | true  | false | 0
                topic://t | rotate: 5s     | false | false | 0
                topic://t | 'durable: true, rotate: 5s' | false | false | 1
                # A queue of core NATS or of MQTT.
                queue://q | ack: auto      | false | true  | 1
                queue://q | ack: auto      | true  | true  | 0
                topic://t | durable: true  | true  | true  | 1
                # Nobody knows which messages a selector chooses.
                queue://q | selector: a>1  | false | false | 0
                """)
    void unknownWhereSubscriptionsEndWithTheirConnection(
            String to, String more, boolean reconnect, boolean queuesEnd, int deliveries) {
        WorkloadFile file = WorkloadFile.of(
                "w.yaml",
                "{ producers: { to: '" + to + "', rate: 5/s }, consumers: { from: '" + to + "', " + more
                        + " }, reconnect: " + reconnect + " }");
        assertThat(file.problems()).isEmpty();
        assertThat(DeliveryCount.of(file.workload(), file.settings().faults(), () -> queuesEnd))
                .isEqualTo(deliveries);
    }

    /** Subscriptions that are shared are named by their number, so that groups share the first ones. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                { from: topic://t, subscriptions: 1 }, { from: topic://t, subscriptions: 1 } | 1
                { from: topic://t, subscriptions: 1 }, { from: topic://t, subscriptions: 2 } | 2
                { from: topic://t, subscriptions: 2 }, { from: topic://t, count: 3 }         | 5
                { from: topic://t, count: 2 }, { from: topic://t, count: 3 }                 | 5
                """)
    void groupsShareTheSubscriptionsOfATopic(String consumers, int deliveries) {
        WorkloadFile file = WorkloadFile.of(
                "w.yaml", "{ producers: { to: 'topic://t', rate: 5/s }, consumers: [" + consumers + "] }");
        assertThat(file.problems()).isEmpty();
        assertThat(DeliveryCount.of(file.workload(), file.settings().faults(), () -> false))
                .isEqualTo(deliveries);
    }

    /** Messages that come from where nobody sends to are dead letters, which are deliveries of other messages; replies are owed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                { from: queue://q }, { from: queue://dead }                      | 0
                { from: [queue://q, queue://dead] }                              | 0
                { from: queue://q }, { from: topic://dead }                      | 0
                { from: queue://q, reply-to: queue://r }, { from: queue://r }    | 2
                """)
    void unknownWhereDeadLettersAreConsumed(String consumers, int deliveries) {
        WorkloadFile file = WorkloadFile.of(
                "w.yaml", "{ producers: { to: 'queue://q', rate: 5/s }, consumers: [" + consumers + "] }");
        assertThat(file.problems()).isEmpty();
        assertThat(DeliveryCount.ofSeconds(file.workload())).isEqualTo(deliveries);
    }
}
