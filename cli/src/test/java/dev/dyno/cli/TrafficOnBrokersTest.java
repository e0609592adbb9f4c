package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traffic other than messages from producers to consumers, on brokers. */
class TrafficOnBrokersTest extends OnManagedBroker {

    private static final long MS = 1_000_000;

    /** Each request waits for 2 ms of work, so no round trip is shorter. */
    @ParameterizedTest
    @ValueSource(strings = {"artemis", "rabbitmq", "nats"})
    void eachRequestHasOneReply(String broker) throws IOException {
        Ran ran = type(
                        "client --broker %s --warmup 0 --rate 100 --duration 2 --think-time 2ms --reply-to ANSWERS"
                                + " queue://QUESTIONS",
                        broker)
                .ended(Exit.GOOD);
        RunResult result = stored().result();
        assertThat(result.ledger().expected()).isEqualTo(400);
        assertThat(result.ledger().delivered()).isEqualTo(400);
        assertThat(result.ledger().lost() + result.ledger().duplicate()).isZero();
        Histogram roundTrips = result.latencies().get(Latency.ROUND_TRIP).orElseThrow();
        assertThat(roundTrips.getTotalCount()).isEqualTo(200);
        assertThat(roundTrips.getMinValue()).isGreaterThan(2 * MS);
        assertThat(ran.out()).contains("200 of 200 requests were answered", "round trip");
    }

    /** One after the other, 200 messages take ten seconds. */
    @ParameterizedTest
    @ValueSource(strings = "nats --driver jetstream")
    void aConsumerWorksOnSeveralMessagesAtOnce(String broker) throws IOException {
        run(Dyno.words("client --broker " + broker + " --warmup 0 --rate 100 --duration 2 --ack-mode individual"
                        + " --think-time 50ms --think-at-once 20 queue://WORK"))
                .ended(Exit.GOOD);
        RunResult result = stored().result();
        assertThat(result.ledger().delivered()).isEqualTo(200);
        assertThat(result.ledger().lost() + result.ledger().duplicate()).isZero();
        assertThat(result.drainNs()).isLessThan(3_000 * MS);
        assertThat(result.latencies().get(Latency.END_TO_END).orElseThrow().getValueAtPercentile(50))
                .isLessThan(1_000 * MS);
    }

    @Test
    @Tag("nightly")
    void aConsumerOfRabbitDoesTheSame() throws IOException {
        aConsumerWorksOnSeveralMessagesAtOnce("rabbitmq");
    }
}
