package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The thought experiment of HdrHistogram: a constant rate, one message in flight, a broker that stands still for the last
 * second of every ten. One message in ten waits between 0 and 1 s.
 */
class StallTest extends SimulatedRun {

    private static final long SERVICE_NS = 1_000;
    private static final int PER_SECOND = 1_000;
    /** Ten periods, and a half, so that the last stall is caught up with. */
    private static final int SECONDS = 105;

    /** The load begins when the runner has seen its probe: 1 us to serve it, and 5 ms until it looks again. */
    private static final String START = "5001us";

    private RunResult tenStalls() {
        return run(
                "service=1us; stall=1s every 10s; origin=%s; load constant %s/s; duration %ss",
                START, PER_SECOND, SECONDS);
    }

    /** The same by hand: each message begins when it is intended or when the one before it is done, whichever is later. */
    private static Histogram expectedResponse() {
        Histogram response = new Histogram(3);
        long done = 0;
        for (int i = 0; i < PER_SECOND * SECONDS; i++) {
            long intended = i * (SECOND / PER_SECOND);
            done = workedOff(Math.max(intended, done));
            response.recordValue(done - intended);
        }
        return response;
    }

    private static long workedOff(long start) {
        long inPeriod = start % (10 * SECOND);
        long stallAt = 9 * SECOND;
        long begin = inPeriod >= stallAt ? start - inPeriod + 10 * SECOND : start;
        long beginInPeriod = begin % (10 * SECOND);
        boolean runsIntoStall = beginInPeriod + SERVICE_NS > stallAt;
        return begin + SERVICE_NS + (runsIntoStall ? SECOND : 0);
    }

    @Test
    void responseTimeShowsWhatEachMessageWaited() {
        Histogram response = tenStalls().latencies().get(Latency.RESPONSE).orElseThrow();
        assertThat(response).isEqualTo(expectedResponse());
        assertThat(response.getTotalCount()).isEqualTo(PER_SECOND * SECONDS);
        // The ten periods have 0.9 s, and 100 messages before it to catch up with, 1 us each; three digits.
        double inTenPeriods = 100.0 / SECONDS;
        assertThat(response.getValueAtPercentile(100 - inTenPeriods) / 1e9).isBetween(0.8995, 0.9005);
        assertThat(response.getValueAtPercentile(100 - inTenPeriods / 10) / 1e9).isBetween(0.9895, 0.9905);
    }

    @Test
    void serviceTimeShowsTheStallInOneMessageOfEachPeriod() {
        Histogram service = tenStalls().latencies().get(Latency.SEND_ACK).orElseThrow();
        assertThat(service.getCountBetweenValues(SECOND / 2, 2 * SECOND)).isEqualTo(10);
        assertThat(service.getValueAtPercentile(99)).isEqualTo(SERVICE_NS);
    }

    /** All that became due while an earlier message was in flight: the first and those behind it. */
    @ParameterizedTest
    @CsvSource({"ASYNC", "SYNC"})
    void everyMessageThatWaitedForAnEarlierOneIsCountedAsBlockedWithItsTime(SendMode mode) {
        simulation.mode = mode;
        RunResult result = tenStalls();
        long done = 0;
        Histogram waited = new Histogram(3);
        for (int i = 0; i < PER_SECOND * SECONDS; i++) {
            long intended = i * (SECOND / PER_SECOND);
            if (intended < done) {
                waited.recordValue(done - intended);
            }
            done = workedOff(Math.max(intended, done));
        }
        assertThat(waited.getTotalCount()).isGreaterThan(9_990);
        assertThat(result.measured().blocked()).isEqualTo(waited.getTotalCount());
        assertThat(result.latencies().get(Latency.BLOCKED_TIME)).contains(waited);
        assertThat(reasons(result)).doesNotContain("send-delay");
    }

    @Test
    void endToEndTimeCountsFromTheIntendedTimeToo() {
        RunResult result = tenStalls();
        assertThat(result.latencies().get(Latency.END_TO_END))
                .isEqualTo(result.latencies().get(Latency.RESPONSE));
        assertThat(result.ledger().lost()).isZero();
    }
}
