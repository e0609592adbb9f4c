package dev.dyno.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.pace.Arrivals;
import dev.dyno.pace.Cursor;
import dev.dyno.pace.Rate;
import dev.dyno.pace.Schedule;
import dev.dyno.pace.Slice;
import dev.dyno.result.Due;
import dev.dyno.result.Latencies;
import dev.dyno.result.Latency;
import dev.dyno.result.LatencyRange;
import dev.dyno.result.RunResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every message that was due in the measured phase counts, wherever a broker stands still: percentiles, counts and share are those
 * that the script implies, worked out here message by message from the script alone.
 */
class DueMessagesTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long SERVICE_NS = 1_000_000;
    private static final int PER_SECOND = 200;
    private static final int WARMUP = 3;
    private static final int SECONDS = 12;
    private static final int DRAIN = 10;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};

    /** The load begins when the runner has seen its probe: 1 ms to serve it, and 5 ms until it looks again. */
    private static final long START_NS = 6_000_000;

    /** A message as the script has it, in ns from the start of the load. */
    private record Message(long intendedNs, long responseNs, boolean finished, boolean sent, boolean inTime) {}

    /**
     * One server that takes 1 ms a message, in order, and rests from one instant to another; so many messages may be under way.
     */
    private static List<Message> script(Schedule schedule, int maxPending, long stallNs, long stallEndNs) {
        Cursor cursor = schedule.cursor(Slice.WHOLE, 1);
        long endNs = SECONDS * SECOND;
        long waitedNs = endNs + DRAIN * SECOND;
        List<Message> messages = new ArrayList<>();
        List<Long> done = new ArrayList<>();
        for (long intended = cursor.next(); intended < endNs; intended = cursor.next()) {
            int i = done.size();
            long room = maxPending == 0 || i < maxPending ? 0 : done.get(i - maxPending);
            long handed = Math.max(intended, room);
            long begun = Math.max(handed, i == 0 ? 0 : done.get(i - 1));
            long ended = end(begun, stallNs, stallEndNs);
            done.add(ended);
            boolean sent = handed < endNs;
            boolean finished = sent && ended <= waitedNs;
            long until = finished ? ended : sent ? waitedNs : endNs;
            if (intended >= WARMUP * SECOND) {
                messages.add(new Message(intended, until - intended, finished, sent, finished && ended < endNs));
            }
        }
        return messages;
    }

    private static long end(long begun, long stallNs, long stallEndNs) {
        if (begun >= stallNs && begun < stallEndNs) {
            return stallEndNs + SERVICE_NS;
        }
        boolean interrupted = begun < stallNs && begun + SERVICE_NS > stallNs;
        return begun + SERVICE_NS + (interrupted ? stallEndNs - stallNs : 0);
    }

    private static LatencyRange expected(List<Message> messages, double percentile) {
        List<Message> ascending = new ArrayList<>(messages);
        ascending.sort(Comparator.comparingLong(Message::responseNs));
        List<Message> finishedFirst = new ArrayList<>(messages);
        finishedFirst.sort(
                Comparator.comparing((Message message) -> !message.finished()).thenComparingLong(Message::responseNs));
        int rank = Math.max(1, (int) Math.ceil(percentile / 100 * messages.size() - 1e-9));
        Message high = finishedFirst.get(rank - 1);
        long low = step(ascending.get(rank - 1).responseNs());
        return new LatencyRange(low, high.finished() ? step(high.responseNs()) : LatencyRange.INFINITE);
    }

    /** Percentiles are the ends of the histogram's steps. */
    private static long step(long ns) {
        return new Histogram(Latencies.SIGNIFICANT_DIGITS).highestEquivalentValue(ns);
    }

    private static Due due(List<Message> messages, boolean consumes) {
        long unsent = messages.stream().filter(m -> !m.sent()).count();
        long unacknowledged =
                messages.stream().filter(m -> m.sent() && !m.finished()).count();
        long inTime = messages.stream().filter(Message::inTime).count();
        return new Due(messages.size(), inTime, unsent, unacknowledged, consumes ? unacknowledged : 0);
    }

    @ParameterizedTest
    @CsvSource({"1,4", "2,4", "3,5", "6,8", "9,12", "9,16", "11,30", "0,1000"})
    void aStallIsInThePercentilesWhereverItLies(int fromS, int toS) {
        for (int maxPending : new int[] {1, 100, 0}) {
            for (Arrivals arrivals : Arrivals.values()) {
                Schedule schedule =
                        Schedule.constant(Rate.parse(PER_SECOND + "/s")).withArrivals(arrivals);
                Simulation simulation = new Simulation()
                        .script("service", "1ms")
                        .script("stall", (toS - fromS) + "s at " + fromS + "s")
                        .script("origin", START_NS + "ns");
                simulation.load = schedule;
                simulation.maxPending = maxPending;
                simulation.warmup = Duration.ofSeconds(WARMUP);
                simulation.duration = Duration.ofSeconds(SECONDS);
                simulation.drain = Duration.ofSeconds(DRAIN);
                RunResult result = simulation.run();
                List<Message> script = script(schedule, maxPending, fromS * SECOND, toS * SECOND);
                String which = arrivals + ", " + maxPending + " pending";
                assertThat(simulation.begins).as(which).containsExactly(START_NS + WARMUP * SECOND);
                assertThat(result.due()).as(which).contains(due(script, true));
                for (Latency latency : new Latency[] {Latency.RESPONSE, Latency.END_TO_END}) {
                    for (double percentile : PERCENTILES) {
                        assertThat(result.latencies().percentile(latency, percentile))
                                .as("%s, p%s of %s", which, percentile, latency)
                                .contains(expected(script, percentile));
                    }
                }
            }
        }
    }
}
