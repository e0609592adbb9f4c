package dev.dyno.model.verdict;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.WakeUps;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnDelayRuleTest extends JudgedRun {

    /** 20,000 messages, of which that many were sent 1.01 ms late by Dyno, the others 0.9 ms. */
    private void late(long messages) {
        latency(Latency.OWN_DELAY, 20_000 - messages, 900_000);
        latency(Latency.OWN_DELAY, messages, 1_010_000);
        // One in a hundred is slow, so that higher percentiles are not those of this test.
        latency(Latency.RESPONSE, 20_000, 9_990_000);
        latency(Latency.RESPONSE, 200, 100_000_000);
    }

    /** A tenth of 9.99 ms; 200 are beyond the 99th percentile. However many others waited for the broker. */
    @ParameterizedTest
    @CsvSource({"200, 0, true", "201, 0, false", "200, 15000, true", "201, 15000, false"})
    void ownDelayIsARatioToThePercentileThatItCanMake(long messages, long blocked, boolean valid) {
        late(messages);
        measured = new Counts(20_000, blocked, 20_000, 20_000, 0, 0, 0, 0, 0, 0);
        assertSuspectUnless(
                valid,
                "send-delay",
                "Dyno sent late without waiting for the broker: the p99 of that delay is 1.01 ms, 10.1 % of the 9.99 ms of"
                        + " response; the p99 and higher percentiles are partly Dyno's own delay; give the load generator"
                        + " processors of its own, or more --threads, or --workers, or lower --rate");
    }

    /** Half of the delay decides; too few waits show no percentile. */
    @ParameterizedTest
    @CsvSource({
        "3000, 506000, '; the machine sets most of it, because before the load it woke an idle thread 506 µs late at that"
                + " percentile'",
        "3000, 504000, '; the load sets most of it, because before the load the machine woke an idle thread 504 µs late at that"
                + " percentile'",
        "249, 506000, ''"
    })
    void whatSetsTheDelayIsSeenByAnIdleThread(int waits, long p99Ns, String cause) {
        late(201);
        wakeUps = Optional.of(new WakeUps(waits, List.of(40_000L, 60_000L, p99Ns, 90_000_000L)));
        assertSuspect(
                "send-delay",
                "Dyno sent late without waiting for the broker: the p99 of that delay is 1.01 ms, 10.1 % of the 9.99 ms of"
                        + " response; the p99 and higher percentiles are partly Dyno's own delay" + cause
                        + "; give the load generator processors of its own, or more --threads, or --workers, or lower"
                        + " --rate");
    }

    @ParameterizedTest
    @CsvSource({"5000000, '20.2 % of the 5 ms of end-to-end'", "20000000, ''"})
    void endToEndTimeHasItsOwnRatio(long endToEndNs, String share) {
        latency(Latency.OWN_DELAY, 20_000, 1_010_000);
        latency(Latency.RESPONSE, 20_000, 4_000_000);
        latency(Latency.END_TO_END, 20_000, endToEndNs);
        assertSuspect(
                "send-delay",
                "Dyno sent late without waiting for the broker: the p50 of that delay is 1.01 ms, 25.2 % of the 4 ms of response"
                        + (share.isEmpty() ? "; " : ", " + share + "; "));
    }

    @Test
    void noShareIsTakenOfALatencyThatIsNotKnown() {
        latency(Latency.OWN_DELAY, 20_000, 3_000_000);
        latency(Latency.RESPONSE, 20_000, 0);
        assertSuspect(
                "send-delay",
                "Dyno sent late without waiting for the broker: the p50 of that delay is 3 ms, and that of response is not"
                        + " known; the p50 and higher");
    }

    @Test
    void delayOfMessagesThatWaitedForTheBrokerIsNotOwn() {
        latency(Latency.SEND_DELAY, 20_000, 9_000_000);
        latency(Latency.OWN_DELAY, 20_000, 100_000);
        latency(Latency.RESPONSE, 20_000, 10_000_000);
        assertValid();
    }

    @Test
    void ordinaryWakeUpOfAThreadIsNoReasonHoweverFastTheBrokerIs() {
        latency(Latency.RESPONSE, 20_000, 210_000);
        latency(Latency.OWN_DELAY, 20_000, 190_000);
        assertValid();
    }
}
