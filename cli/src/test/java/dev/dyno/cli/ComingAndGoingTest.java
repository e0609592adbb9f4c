package dev.dyno.cli;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static dev.dyno.engine.run.RunAssertions.latency;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that come and go during a load, on brokers. */
class ComingAndGoingTest extends OnManagedBroker {

    private static final long MS = 1_000_000;

    /** One of two consumers leaves at 1 s and at 2 s; what it had fetched and not acknowledged goes to the other. */
    @ParameterizedTest
    @ValueSource(strings = "nats")
    void consumersLeaveAndJoinWithoutALoss(String broker) throws IOException {
        Ran ran = type(
                        "client --broker %s --warmup 0 --rate 200 --message-count 500 --consumers 2 --rotate 1s queue://SHIFT",
                        broker)
                .ended(Exit.GOOD);
        RunResult result = stored().result();
        assertCounts(result, "expected 500, delivered 500, connect 2");
        // Two consumers, of which one may have got everything in the worst case.
        assertThat(result.conditions().orElseThrow().fairness().orElseThrow()).isBetween(0.5, 1.0);
        assertThat(ran.out()).contains("fairness");
        assertThat(result.faults()).extracting(FaultResult::action).containsExactly("rotate");
        assertThat(ran.out()).contains("rotate at 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"artemis", "rabbitmq"})
    @Tag("nightly")
    void consumersOfOtherBrokersLeaveAndJoinWithoutALoss(String broker) throws IOException {
        consumersLeaveAndJoinWithoutALoss(broker);
    }

    /**
     * Ten clients a second; the one that is due waits until it has connected. The load ends with its last message: with a time, a
     * machine that stands still for the last 30 ms leaves three messages unsent.
     */
    @ParameterizedTest
    @ValueSource(strings = "artemis")
    void eachClientConnectsSendsItsMessagesAndGoes(String broker) throws IOException {
        Ran ran = type(
                        "client --broker %s --producers 4 --rate 100 --message-count 200 --messages-per-connection 10"
                                + " queue://VISITS",
                        broker)
                .ended(Exit.GOOD);
        RunResult result = stored().result();
        assertCounts(result, "delivered 200, connect 20");
        long shortestNs = latency(result, Latency.CONNECT).getMinValue();
        assertThat(shortestNs).isGreaterThan(MS / 10);
        assertThat(latency(result, Latency.RESPONSE).getMaxValue()).isGreaterThan(shortestNs);
        assertThat(ran.out()).contains("connect ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nats", "rabbitmq"})
    @Tag("nightly")
    void eachClientOfOtherBrokersConnectsSendsItsMessagesAndGoes(String broker) throws IOException {
        eachClientConnectsSendsItsMessagesAndGoes(broker);
    }
}
