package dev.dyno.cli;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static dev.dyno.engine.run.RunAssertions.latency;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traffic other than messages from producers to consumers, on brokers. */
class TrafficOnBrokersTest extends OnManagedBroker {

    private static final long MS = 1_000_000;

    /** Each request waits for 2 ms of work, so no round trip is shorter. */
    @ParameterizedTest
    @ValueSource(strings = "artemis")
    void eachRequestHasOneReply(String broker) throws IOException {
        String line =
                "client --broker %s --warmup 0 --rate 100 --message-count 200 --think-time 2ms --reply-to ANSWERS queue://Q";
        Ran ran = type(line, broker).ended(Exit.GOOD);
        RunResult result = stored().result();
        assertCounts(result, "expected 400, delivered 400, lost 0, duplicate 0, round-trip 200");
        assertThat(latency(result, Latency.ROUND_TRIP).getMinValue()).isGreaterThan(2 * MS);
        assertThat(ran.out()).contains("200 of 200 requests were answered", "round trip");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rabbitmq", "nats"})
    @Tag("nightly")
    void eachRequestHasOneReplyOnOtherBrokers(String broker) throws IOException {
        eachRequestHasOneReply(broker);
    }

    /** One after the other, 200 messages take ten seconds. */
    @ParameterizedTest
    @ValueSource(strings = "nats --driver jetstream")
    void aConsumerWorksOnSeveralMessagesAtOnce(String broker) throws IOException {
        run(Dyno.words("client --broker " + broker + " --warmup 0 --rate 100 --message-count 200 --ack-mode individual"
                        + " --think-time 50ms --think-at-once 20 queue://WORK"))
                .ended(Exit.GOOD);
        RunResult result = stored().result();
        assertCounts(result, "delivered 200, lost 0, duplicate 0");
        assertThat(result.drainNs()).isLessThan(3_000 * MS);
        assertThat(latency(result, Latency.END_TO_END).getValueAtPercentile(50)).isLessThan(1_000 * MS);
    }

    @Test
    @Tag("nightly")
    void aConsumerOfRabbitDoesTheSame() throws IOException {
        aConsumerWorksOnSeveralMessagesAtOnce("rabbitmq");
    }
}
