package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.pace.Cursor;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A broker that acknowledges in lumps, as one that writes its journal for several messages together: every 10 ms, and once
 * not for 1.3 s. Each message of a lump makes room for one that waits behind a full window, and all of those have waited for the
 * broker.
 */
class LumpTest extends SimulatedRun {

    private static final long LUMP_NS = 10 * MS;
    private static final long SERVICE_NS = 100;
    private static final long STALL_NS = 5_003 * MS;
    private static final long STALL_END_NS = 6_303 * MS;
    private static final int SECONDS = 10;

    /** No message is due at the instant of a lump. */
    private static final Schedule SCHEDULE = Schedule.constant(Rate.perSecond(997));

    private static final int MESSAGES = 997 * SECONDS;

    private static final long ORIGIN_NS = 10 * MS;

    /** The load begins when the runner has seen its probe, which is answered at the first lump, and looks again after 5 ms. */
    private static final long START_NS = 15 * MS;

    /** The same by hand, in ns from the start of the load. */
    private static final class Script {
        final Histogram response = new Histogram(3);
        long waited;

        Script(int window) {
            long[] answeredNs = new long[MESSAGES];
            Cursor cursor = SCHEDULE.cursor(new Slice(0, 1), 1);
            long freeNs = 0;
            for (int i = 0; i < MESSAGES; i++) {
                long dueNs = cursor.next();
                long sentNs = i < window ? dueNs : Math.max(dueNs, answeredNs[i - window]);
                freeNs = worked(Math.max(sentNs, freeNs));
                answeredNs[i] = lump(freeNs);
                waited += sentNs > dueNs ? 1 : 0;
                response.recordValue(answeredNs[i] - dueNs);
            }
        }

        private static long worked(long fromNs) {
            long beginNs = fromNs >= STALL_NS && fromNs < STALL_END_NS ? STALL_END_NS : fromNs;
            return beginNs
                    + SERVICE_NS
                    + (beginNs < STALL_NS && beginNs + SERVICE_NS > STALL_NS ? STALL_END_NS - STALL_NS : 0);
        }

        private static long lump(long ns) {
            long shiftNs = START_NS - ORIGIN_NS;
            long atNs = (ns + shiftNs + LUMP_NS - 1) / LUMP_NS * LUMP_NS - shiftNs;
            return atNs >= STALL_NS && atNs < STALL_END_NS ? STALL_END_NS : atNs;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 100, 1_000})
    void everyMessageBehindAFullWindowIsCounted(int window) {
        simulation
                .script("service", SERVICE_NS + "ns")
                .script("lump", LUMP_NS + "ns")
                .script("stall", (STALL_END_NS - STALL_NS) + "ns at " + (STALL_NS + START_NS - ORIGIN_NS) + "ns")
                .script("origin", ORIGIN_NS + "ns");
        simulation.load = SCHEDULE;
        RunResult result = run("maxPending %s; duration %ss", window, SECONDS);
        assertThat(simulation.begins).containsExactly(START_NS);
        Script script = new Script(window);
        if (window == 1) {
            // One message in 10 ms: nine of ten are never sent. The first did not wait, and one was next when the load
            // ended.
            assertThat(result.measured().blocked()).isEqualTo(result.measured().sent() - 1 + 1);
            assertThat(sentence(result, "rate-missed")).contains("raise --max-pending (1), or lower --rate");
            return;
        }
        assertThat(latency(result, Latency.RESPONSE)).isEqualTo(script.response);
        assertThat(result.measured().blocked()).isEqualTo(script.waited);
        // All of the delay is a wait for the broker, but for the moment in which the loop waits for more
        // acknowledgements.
        assertThat(latency(result, Latency.OWN_DELAY).getMaxValue()).isLessThan(MS);
        assertThat(script.waited).isGreaterThan(window < 1_000 ? 1_300 - window : 300);
        assertThat(reasons(result)).doesNotContain("rate-missed", "unsent-at-end", "send-delay");
    }
}
