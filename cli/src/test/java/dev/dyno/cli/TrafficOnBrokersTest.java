package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import org.HdrHistogram.Histogram;
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
}
