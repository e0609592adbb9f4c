package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.Cursor;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.provider.Arguments;

/**
 * A load of 200/s for 12 s, of which 3 s are warm-up, on one server that takes 1 ms a message and stands still once; and, worked out
 * message by message from this script alone, the percentiles that it implies.
 */
final class StallScript {

    static final long SECOND = 1_000_000_000L;
    private static final long SERVICE_NS = 1_000_000;
    static final int PER_SECOND = 200;
    static final int WARMUP = 3;
    static final int SECONDS = 12;
    static final int DRAIN = 10;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};

    final Schedule schedule;
    private final int maxPending;
    private final SendMode mode;
    private final long stallNs;
    private final long stallEndNs;

    StallScript(ArrivalProcess arrivals, int maxPending, int fromS, int toS) {
        this(arrivals, maxPending, SendMode.ASYNC, fromS, toS);
    }

    StallScript(ArrivalProcess arrivals, int maxPending, SendMode mode, int fromS, int toS) {
        schedule = Schedule.constant(Rate.parse(PER_SECOND + "/s")).withArrivals(arrivals);
        this.maxPending = maxPending;
        this.mode = mode;
        stallNs = fromS * SECOND;
        stallEndNs = toS * SECOND;
    }

    /** @param startNs when the load begins, on the simulated clock */
    Simulation simulation(long startNs) {
        Simulation simulation = new Simulation()
                .script("service", SERVICE_NS + "ns")
                .script("stall", (stallEndNs - stallNs) + "ns at " + stallNs + "ns")
                .script("origin", startNs + "ns");
        simulation.load = schedule;
        simulation.set("maxPending %s; mode %s; warmup %ss", maxPending, mode, WARMUP);
        simulation.set("duration %ss; drain %ss", SECONDS, DRAIN);
        return simulation;
    }

    /** A message as the script has it, in ns from the start of the load. */
    private record Message(long intendedNs, long responseNs, boolean finished, boolean sent, boolean inTime) {}

    /** The messages of one producer, served in their order, of which up to {@code maxPending} may be under way. */
    private List<Message> messages(Slice slice) {
        Cursor cursor = schedule.cursor(slice, 1);
        long endNs = SECONDS * SECOND;
        long waitedNs = endNs + DRAIN * SECOND;
        List<Message> messages = new ArrayList<>();
        List<Long> done = new ArrayList<>();
        for (long intended = cursor.next(); intended < endNs; intended = cursor.next()) {
            int i = done.size();
            long room = maxPending == 0 || i < maxPending ? 0 : done.get(i - maxPending);
            long handed = Math.max(intended, room);
            long begun = Math.max(handed, i == 0 ? 0 : done.get(i - 1));
            long ended = end(begun);
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

    private long end(long begun) {
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

    /** From and to, in seconds of the load: before, across and after the end of the warm-up, in the middle, across the end, all along. */
    static Stream<Arguments> stalls() {
        return Stream.of("1,2", "1,4", "2,3", "3,5", "6,8", "9,12", "9,16", "11,30", "0,1000")
                .map(stall -> stall.split(",", -1))
                .map(stall -> Arguments.of(Integer.parseInt(stall[0]), Integer.parseInt(stall[1])));
    }

    /** The response time by the script, as a row of a table: counts, and the percentiles. */
    String row(int producers) {
        List<Message> messages = messages(producers);
        DueMessages due = due(messages);
        return Stream.concat(
                        Stream.of(due.messages(), due.inTime(), due.unsent(), due.unacknowledged())
                                .map(String::valueOf),
                        Arrays.stream(PERCENTILES).mapToObj(percentile -> expected(messages, percentile)
                                .text(Unit.NANOSECONDS::text)))
                .collect(Collectors.joining(" | "));
    }

    private List<Message> messages(int producers) {
        return IntStream.range(0, producers)
                .mapToObj(i -> messages(new Slice(i, producers)))
                .flatMap(List::stream)
                .toList();
    }

    /** Percentiles are the ends of the histogram's steps. */
    static long step(long ns) {
        return new Histogram(Latencies.SIGNIFICANT_DIGITS).highestEquivalentValue(ns);
    }

    private static DueMessages due(List<Message> messages) {
        long unsent = messages.stream().filter(m -> !m.sent()).count();
        long unacknowledged =
                messages.stream().filter(m -> m.sent() && !m.finished()).count();
        long inTime = messages.stream().filter(Message::inTime).count();
        return new DueMessages(messages.size(), inTime, unsent, unacknowledged, unacknowledged);
    }

    /**
     * Counts and percentiles are those that the script implies.
     *
     * @param producers each with a server of its own
     */
    void assertSays(RunResult result, int producers, String which) {
        List<Message> messages = messages(producers);
        DueMessages due = due(messages);
        assertThat(result.due()).as(which).contains(due);
        if (due.inTimeShare() < 0.9) {
            assertThat(result.verdict().reasons())
                    .as(which)
                    .extracting(Finding::code)
                    .contains("rate-missed");
        }
        for (Latency latency : new Latency[] {Latency.RESPONSE, Latency.END_TO_END}) {
            for (double percentile : PERCENTILES) {
                assertThat(result.latencies().percentile(latency, percentile))
                        .as("%s, p%s of %s", which, percentile, latency)
                        .contains(expected(messages, percentile));
            }
        }
    }
}
