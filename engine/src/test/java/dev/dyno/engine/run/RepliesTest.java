package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.RunResult;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests and their replies: 100 requests a second for 5 s. The broker takes 10 ms for a message in the first 2 s, then 5 ms, and
 * 2 ms more to deliver it; a round trip is that twice.
 */
class RepliesTest extends SimulatedRun {

    private static final String FILE = """
            producers: { to: queue://ASKED, count: 2, rate: 100/s, stop: 5s, max-pending: 100 }
            consumers:
              - { from: queue://ASKED, count: 2, reply-to: queue://ANSWERED }
              - { from: queue://ANSWERED, count: 2 }
            phases: { measure: 10s, drain: 5s }
            """;

    private static double unanswered(RunResult result) {
        return Figures.find(Use.RESULT, "unanswered")
                .flatMap(figure -> figure.of(Numbers.of(result)))
                .orElseThrow()
                .low();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRoundTripIsFromTheDueTimeOfTheRequestToItsReply(int workers) {
        RunResult result = new GroupsTest().onWorkers(workers, FILE, "never");

        GroupsTest.assertMs(result.latencies(), Latency.END_TO_END, 7, 12, 12);
        GroupsTest.assertMs(result.latencies(), Latency.ROUND_TRIP, 14, 24, 24);
        assertCounts(result, "round-trip 500, sent 500, expected 1000, delivered 1000, lost 0");
        assertThat(unanswered(result)).isZero();
    }

    /** From 3 s of the broker on, some ms earlier in the load, nothing is answered; 200 requests were due after that. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRequestWithoutAReplyCountsWithTheTimeItHadWaited(int workers) {
        RunResult result = new GroupsTest().onWorkers(workers, FILE, "20s at 3s");

        assertThat(unanswered(result)).isBetween(200.0, 203.0);
        assertCounts(result, "round-trip " + (500 - (long) unanswered(result)));
        // The 350th of 500 values is that of the request of 4.5 s, which waited to the end of the drain, at 15 s.
        LatencyRange waited = percentile(result, Latency.ROUND_TRIP, 70);
        assertThat(waited.lowNs()).isBetween(10_450_000_000L, 10_600_000_000L);
        assertThat(waited.isExact()).isFalse();
    }

    /** The probe, 500 requests and the replies to those that are not lost: every 51st is lost, 19 in all. */
    @Test
    void aLostRequestAndALostReplyAreARequestWithoutAReply() {
        simulation.file = Optional.of(FILE);
        RunResult result = simulation
                .script("service", "1ms")
                .script("servers", "unlimited")
                .script("lose", "every 51")
                .run();

        long lostRequests =
                500 - result.latencies().get(Latency.END_TO_END).orElseThrow().getTotalCount();
        assertThat(lostRequests).isBetween(2L, 18L);
        assertThat(unanswered(result)).isEqualTo(19);
        assertThat(result.ledger().lost()).isEqualTo(19 + lostRequests);
    }
}
