package dev.dyno.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.BacklogResult;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.ForeignMessages;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.OverTimeCollector;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.result.WorkerUsage;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.verdict.Marks;
import dev.dyno.model.verdict.Rules;
import dev.dyno.model.verdict.RunEvidence;
import dev.dyno.model.workload.Phases;
import dev.dyno.report.store.Roles;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleReporterTest {

    private static final Verdict VALID = Verdict.of(List.of());
    private static final ConsoleReporter.Options BOTH = options(Roles.BOTH);
    private static final ConsoleReporter.Options SILENT =
            new ConsoleReporter.Options(Roles.BOTH, true, false, FindingText.FLAGS);
    private static final ConsoleReporter.Options VERBOSE =
            new ConsoleReporter.Options(Roles.BOTH, false, true, FindingText.FLAGS);

    /** A warm-up until steady, 15 s at most, and 20 s after it. */
    private static final Phases PHASES = new Phases(
            Phases.CONNECT_TIMEOUT,
            Duration.ofSeconds(15),
            true,
            Duration.ofSeconds(35),
            Duration.ofSeconds(30),
            Optional.empty());

    private final StringWriter out = new StringWriter();

    private ConsoleReporter reporter(boolean terminal, int width, ConsoleReporter.Options options, Phases phases) {
        Screen screen = new Screen(new PrintWriter(out), terminal, false, width);
        return new ConsoleReporter(
                screen,
                new ProgressLine.OfLoad(phases, Optional.of(ns -> ns / 1_000_000), options.roles(), 1),
                options);
    }

    private static ConsoleReporter.Options options(Roles roles) {
        return new ConsoleReporter.Options(roles, false, false, FindingText.FLAGS);
    }

    private String summary(ConsoleReporter.Options options, int width, RunResult result) {
        out.getBuffer().setLength(0);
        reporter(false, width, options, PHASES).onResult(result);
        return out.toString();
    }

    private static Interval second(int second, Interval.Phase phase, long received) {
        return Samples.second(
                second,
                phase,
                new Counts(1000, 0, 1000, received, 0, 0, 0, 0, 0, 0),
                Samples.latencies(Map.of(Latency.RESPONSE, Samples.histogram(412_000, 412_000, 1_900_000))));
    }

    @Test
    void everySecondIsALineWhereNothingCanBeWrittenOver() {
        ConsoleReporter reporter = reporter(false, 100, BOTH, PHASES);
        reporter.onInterval(second(0, Interval.Phase.WARMUP, 1000));
        reporter.onInterval(second(1, Interval.Phase.MEASURE, 990));
        reporter.onInterval(second(2, Interval.Phase.MEASURE, 0));
        reporter.onInterval(second(3, Interval.Phase.DRAIN, 1010));
        assertThat(out.toString()).isEqualTo("""
                        0:01 warm-up until steady or 0:15  1,000 of 1,000/s  backlog 0  response p50 0.412 p99 1.90 ms
                        0:02 load, 0:19 left  1,000 of 1,000/s  backlog 10  response p50 0.412 p99 1.90 ms
                        0:03 load, 0:18 left  1,000 of 1,000/s  backlog 1,010  response p50 0.412 p99 1.90 ms
                        0:04 drain, 0:29 at most  1,010/s  backlog 1,000  response p50 0.412 p99 1.90 ms
                        """);
    }

    @Test
    void onATerminalItIsAlwaysTheSameLineAndTheLastOneStays() {
        ConsoleReporter reporter = reporter(
                true, 100, BOTH, new Phases(Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(30)));
        reporter.onInterval(second(0, Interval.Phase.WARMUP, 1000));
        reporter.onInterval(second(1, Interval.Phase.MEASURE, 1000));
        assertThat(out.toString())
                .isEqualTo("\r0:01 warm-up, 0:00 left  1,000 of 1,000/s  backlog 0  response p50 0.412 p99 1.90 ms"
                        + "\r0:02 load, 0:01 left  1,000 of 1,000/s  backlog 0  response p50 0.412 p99 1.90 ms   ");
        reporter.onResult(Samples.result());
        assertThat(out.toString()).contains("1.90 ms   " + System.lineSeparator() + System.lineSeparator() + "rate /s");
    }

    /** It would be broken into two otherwise, of which only the second could be written over. */
    @ParameterizedTest
    @ValueSource(ints = {55, 60, 70, 80, 100})
    void theLineIsNoLongerThanTheTerminalIsWide(int width) {
        ConsoleReporter reporter = reporter(true, width, BOTH, PHASES);
        reporter.onInterval(second(700, Interval.Phase.MEASURE, 1000));
        assertThat(out.toString().length()).isBetween(40, width + 1);
        assertThat(out.toString()).contains("1,000 of ");
    }

    @Test
    void aSentenceMeanwhileHasALineOfItsOwn() {
        Screen screen = new Screen(new PrintWriter(out), true, false, 100);
        screen.progress("12345");
        screen.say("NOTE: something");
        screen.progress("1");
        assertThat(out.toString()).isEqualTo("\r12345\r     \rNOTE: something" + System.lineSeparator() + "\r1");
    }

    @Test
    void withoutAScheduleNothingIsAskedAndWithoutAnEndNothingIsLeft() {
        Screen screen = Screen.plain(new PrintWriter(out));
        ConsoleReporter reporter = new ConsoleReporter(
                screen,
                new ProgressLine.OfLoad(
                        new Phases(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(5)),
                        Optional.empty(),
                        Roles.CONSUMERS,
                        0),
                options(Roles.CONSUMERS));
        reporter.onInterval(second(0, Interval.Phase.MEASURE, 970));
        assertThat(out.toString()).isEqualTo("0:01 load  970/s  response p50 0.412 p99 1.90 ms\n");
    }

    @Test
    void aGoodRunIsATableAndNothingThatDidNotHappen() {
        assertThat(summary(BOTH, 100, good())).isEqualTo("""

                        rate /s     1,000 asked, 1,000 sent, 1,000 acknowledged, 1,000 received
                        latency ms      p50     p90     p99   p99.9  p99.99     max
                        response      0.500   0.500   0.500   0.500    1.00    1.00
                        end-to-end    0.500   0.500   0.500   0.500    1.00    1.00
                        own delay   0.00200  0.0100  0.0500  0.0500  0.0500  0.0500
                        send delay  0.00200  0.0100  0.0500  0.0500  0.0500  0.0500
                        send ack      0.500   0.500   0.500   0.500    1.00    1.00
                        transfer      0.500   0.500   0.500   0.500    1.00    1.00
                        ledger      15,000 delivered, 0 lost, 0 duplicate, 0 reordered
                        cost        dyno 0.15 cores, 150 µs a message, 200 MiB, GC 9 ms ·
                                    broker 0.21 cores, 189 MiB, GC 16 ms · host 18 % busy
                        verdict     VALID
                        """);
    }

    /** A thousand messages have one beyond p99.9, and a hundred own delays one beyond p99. */
    @Test
    void aMarkedFigureHasATildeAndTheVerdictItsReach() {
        RunResult result = good();
        result = result.withVerdict(Marks.of(result).on(result.verdict()));
        assertThat(summary(BOTH, 100, result))
                .contains(
                        "\nresponse      0.500   0.500    0.500   ~0.500    ~1.00    1.00\n",
                        "\nown delay   0.00200  0.0100  ~0.0500  ~0.0500  ~0.0500  0.0500\n")
                .endsWith(
                        "\nverdict     VALID to p99\n  ~ p99.9 of response: 1 message lies beyond it, fewer than 10\n");
    }

    @Test
    void aDoubtedRunExplainsItsTildeToo() {
        RunResult result = good();
        Finding doubt = Finding.of(Finding.Level.SUSPECT, "send-delay", "The p99 schedule delay was 12.0 ms.");
        result = result.withVerdict(Marks.of(result).on(Verdict.of(List.of(doubt))));
        assertThat(summary(BOTH, 100, result)).endsWith("""

                        verdict     SUSPECT
                          ~ p99.9 of response: 1 message lies beyond it, fewer than 10
                          SUSPECT send-delay: The p99 schedule delay was 12.0 ms.
                          dyno explain send-delay
                        """);
    }

    /** Below 2,048 ns each value has a bucket of its own; here it is the highest of its bucket, so three digits agree. */
    private static RunResult good() {
        Histogram half = Samples.times(999, 500_000);
        half.recordValue(1_000_000);
        Histogram delays = Samples.times(80, 2_000);
        delays.recordValueWithCount(10_000, 18);
        delays.recordValueWithCount(50_000, 2);
        Latencies latencies = Samples.latencies(Map.of(
                Latency.RESPONSE, half,
                Latency.END_TO_END, half,
                Latency.SEND_ACK, half,
                Latency.TRANSFER, half,
                Latency.SEND_DELAY, delays,
                Latency.OWN_DELAY, delays));
        Map<String, ResourceSummary.Values> broker = new LinkedHashMap<>();
        broker.put(ResourceMetric.CPU.tag(), values(0.21, Optional.of(3.15)));
        broker.put(ResourceMetric.RSS.tag(), values(189.0 * (1 << 20), Optional.empty()));
        broker.put(ResourceMetric.GC_TIME.tag(), values(0.001, Optional.of(0.016)));
        return Samples.valid(parts -> {
            parts.latencies = latencies;
            parts.ledger = new LedgerCounts(15_000, 15_000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
            parts.measuredNs = 15 * Samples.SECOND;
            parts.totals = new Counts(15_000, 0, 15_000, 15_000, 0, 0, 0, 0, 0, 0);
            parts.measured = parts.totals;
            parts.due = Optional.of(new DueMessages(15_000, 15_000, 0, 0, 0));
            parts.worker = new WorkerUsage(15, 2.25, 0.009, Optional.of(0.18));
            parts.resources = List.of(
                    new ResourceSummary("broker", broker, Map.of()),
                    new ResourceSummary(
                            "worker",
                            Map.of(ResourceMetric.RSS.tag(), values(200.0 * (1 << 20), Optional.empty())),
                            Map.of()));
            parts.conditions = Optional.of(asked(1000));
        });
    }

    private static ResourceSummary.Values values(double value, Optional<Double> total) {
        return new ResourceSummary.Values(1, value, value, value, Optional.of(value), total);
    }

    private static VerdictInputs asked(double perSecond) {
        return Samples.changed(
                VerdictInputs.UNKNOWN, Map.of("produces", true, "consumes", true, "intendedPerSecond", perSecond));
    }

    @Test
    void achievedRateAboveTheAskedOneIsExplained() {
        RunResult result = Samples.valid(parts -> {
            parts.measured = Samples.changed(parts.measured, Map.of("sent", 2255L, "acknowledged", 2256L));
            parts.due = parts.due.map(due -> Samples.changed(due, Map.of("messages", 2250L)));
        });
        assertThat(summary(BOTH, 130, result))
                .contains(
                        "1,001 asked, 1,002 sent, 1,003 acknowledged, 871 received; 6 messages were due in the warm-up\n");
    }

    @Test
    void aFailedRunNamesItsCauseEveryReasonAndTheirCommand() {
        RunResult result = Samples.result(parts -> {
            parts.outcome = new Outcome(false, true, Optional.of("AMQ219014: Timed out\n  after 30000 ms\n"));
            parts.latencies = new Latencies();
        });
        assertThat(summary(BOTH, 100, result)).isEqualTo("""

                        rate /s     1,001 asked, 889 sent, 880 acknowledged, 871 received
                        unfinished  8 unsent, 6 unacknowledged, 4 undelivered of 2,000 due, 99 % served in time; they count
                                    in the latencies: ≥ is a lower bound
                        not sent    12 sends failed, 16 times of the schedule left out
                        ledger      3,958 of 3,960 delivered, 2 lost, 1 duplicate, 3 reordered, 4 corrupt, 5 of another run,
                                    12 in doubt (6 delivered), all of them bounds
                        cost        dyno 0.67 cores, 758 µs a message, 200 MiB, GC 62.5 ms ·
                                    broker 0.75 cores, 88.1 µs a message, 3 MiB · host 75 % busy
                        outcome     stopped before its end
                        cause       AMQ219014: Timed out after 30000 ms
                        verdict     INVALID
                          INVALID messages-lost: 2 messages were lost.
                          SUSPECT send-delay: The p99 schedule delay was 12.0 ms.
                          dyno explain messages-lost send-delay
                        """);
    }

    /** The system counts the processor time of a process in steps of some milliseconds. */
    @Test
    void processorTimeOfALoadTooShortForItIsNotThere() {
        RunResult result = Samples.valid(parts -> parts.worker = new WorkerUsage(0.002, 0, 0, Optional.empty()));
        assertThat(summary(BOTH, 100, result))
                .contains("cost        dyno 200 MiB · broker ")
                .doesNotContain("0.00 cores");
    }

    @Test
    void verboseHasTheRest() {
        RunResult result = Samples.valid(parts -> {
            parts.faults = Samples.faults();
            parts.latencies = Samples.latencies(Map.of(Latency.BLOCKED_TIME, Samples.histogram(1000, 1500)));
        });
        assertThat(summary(VERBOSE, 100, result))
                .contains("latency ms       mean      p50 ", "\nblocked time  0.00125  0.00100 ")
                .contains("\nfault       kill at 1.5 s, done in 3.4 ms: nothing acknowledged for 1.25 s, ")
                .contains("""
                        measured    2.25 s (warm-up 1 s, drain 750 ms)
                        with warm-up 4,000 sent, 80 blocked, 3,960 acknowledged, 3,920 received
                        due         2,000 in the measured phase, 99 % served in time
                        blocked     2 messages waited for the broker: 1.25 µs on average, the longest 1.5 µs
                          resource  metric             mean      max  total
                          broker    rss-bytes         2 MiB    3 MiB      -
                          broker    cpu-cores          0.75        1    1.5
                          broker    cpu-us a message   88.1        -      -
                          worker    rss-bytes           2 B  200 MiB      -
                          fault       at    took  publish    worst  consume    worst  in doubt  lost  duplicate  broken  tries  restored     at
                          kill     1.5 s  3.4 ms   1.25 s  >1.75 s   1.25 s  >1.75 s        11     2          1       2      9         1  2.8 s
                          restart    3 s       -        -        -        -        -         0     0          0       0      0         0      -
                        clocks      20 latencies below zero, 24 messages with a sender's clock that cannot be compared: not in the latencies
                        """);
    }

    @Test
    void aWaitForTheBrokerThatDidNotEndIsALowerBound() {
        RunResult result = Samples.valid(parts -> {
            parts.latencies = Samples.latencies(Map.of(Latency.BLOCKED_TIME, Samples.histogram(1000)));
            parts.latencies.addUnfinished(Latency.BLOCKED_TIME, 2000, 1);
        });
        assertThat(summary(VERBOSE, 100, result))
                .contains("blocked     2 messages waited for the broker: ≥ 1.5 µs on average, the longest ≥ 2 µs");
    }

    @Test
    void aFaultIsASentence() {
        assertThat(summary(BOTH, 100, Samples.withFaults())).contains("""
                        fault       kill at 1.5 s, done in 3.4 ms: nothing acknowledged for 1.25 s, nothing received for
                                    1.25 s, 11 in doubt, 2 lost, 1 duplicate, 2 connections broken, 1 restored by 2.8 s
                        fault       restart at 3 s
                        """);
    }

    @Test
    void severalWorkersAreALineAndOneThatWasLostIsNamed() {
        assertThat(summary(BOTH, 100, Samples.withWorkers()))
                .contains("workers     2, w2 lost after 1 s; clocks good to ±29 µs\n");
    }

    @Test
    void anOutageIsAHeadline() {
        ConsoleReporter reporter = reporter(false, 100, BOTH, PHASES);
        OverTimeCollector seconds = new OverTimeCollector();
        for (int second = 0; second < 15; second++) {
            boolean silent = second >= 10 && second < 13;
            long longestNs = second == 13 ? 3 * Samples.SECOND : 1_000_000;
            Interval interval = Samples.second(
                    second,
                    Interval.Phase.MEASURE,
                    new Counts(1000, 0, silent ? 0 : 1000, 0, 0, 0, 0, 0, 0, 0),
                    silent ? new Latencies() : Samples.latencies(Latency.RESPONSE, 1, longestNs));
            seconds.add(interval);
            reporter.onInterval(interval);
        }
        RunResult result = Samples.valid(parts -> parts.ledger = LedgerCounts.EMPTY);
        reporter.onSeconds(seconds.build(result));
        reporter.onResult(result);
        assertThat(out.toString()).contains("\n\noutage      3 s at 10 s\nrate /s ");
    }

    @Test
    void lossThatCannotBeJudgedIsNotCalledZero() {
        LedgerCounts ledger = new LedgerCounts(10, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, true);
        RunResult result = Samples.valid(parts -> parts.ledger = ledger);
        assertThat(summary(BOTH, 100, result)).contains("9 of 10 delivered, loss not judged, 0 duplicate");
        // A side that is not here is not shown.
        assertThat(summary(options(Roles.PRODUCERS), 100, result))
                .contains("ledger      loss not judged, because there are no consumers here\n")
                .contains("rate /s     1,001 asked, 889 sent, 880 acknowledged\n")
                .doesNotContain("received");
        assertThat(summary(options(Roles.CONSUMERS), 100, result))
                .contains("rate /s     871 received\n")
                .doesNotContain(" sent,");
    }

    @Test
    void messagesThatDidNotArriveAreInTheBrokerOrLostOrNobodyKnows() {
        LedgerCounts ledger = new LedgerCounts(4_000, 900, 10, 3_000, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, true, true);
        RunResult result = Samples.valid(parts -> parts.ledger = ledger);
        Verdict verdict = Rules.judge(new RunEvidence(result, new OverTimeCollector().build(result)));
        assertThat(summary(BOTH, 100, result.withVerdict(verdict)))
                .contains("""
                        ledger      900 of 4,000 delivered, 10 lost, 3,000 still in the broker, 90 of unknown fate,
                                    0 duplicate, 0 reordered, 7 missed by subscriptions that were gone while their
                                    connection was
                        """)
                .contains("undelivered 3,000 messages were left in the broker when the drain of ");
    }

    @Test
    void messagesOfOtherProgramsAreSizedAndNotJudged() {
        ForeignMessages foreign = new ForeignMessages(4_500, 4_500 * 1024, 4_500, List.of("the publish time"));
        assertThat(summary(options(Roles.CONSUMERS), 100, Samples.ofAnotherProgram(foreign)))
                .contains("""
                        foreign     4,500 messages of other programs, 1 KiB each on average, 1.95 MiB/s
                                    by timestamp, in steps of 1 ms: from the publish time
                        ledger      not judged: messages of another program
                        """)
                .doesNotContain("corrupt");
    }

    @Test
    void silentShowsOnlyWhatIsWrong() {
        ConsoleReporter reporter = reporter(false, 100, SILENT, PHASES);
        reporter.onInterval(second(0, Interval.Phase.MEASURE, 1000));
        reporter.onResult(Samples.result(parts -> {
            parts.outcome = Outcome.INTERRUPTED;
            parts.verdict = VALID;
        }));
        assertThat(out.toString()).isEmpty();
        assertThat(summary(SILENT, 100, Samples.result())).isEqualTo("""
                        cause       connection lost
                        verdict     INVALID
                          INVALID messages-lost: 2 messages were lost.
                          SUSPECT send-delay: The p99 schedule delay was 12.0 ms.
                          dyno explain messages-lost send-delay
                        """);
    }

    @Test
    void aCauseThatTheVerdictSaysStandsOnce() {
        Verdict failed = Verdict.of(List.of(Finding.of(
                Finding.Level.INVALID,
                "run-failed",
                "the run failed: connection lost; remove the cause and run it again")));
        assertThat(summary(SILENT, 100, Samples.result().withVerdict(failed))).isEqualTo("""
                        verdict     INVALID
                          INVALID run-failed: the run failed: connection lost; remove the cause and run it again
                          dyno explain run-failed
                        """);
    }

    @Test
    void aVerdictHasItsColourOnATerminalThatHasColours() {
        new ConsoleReporter(
                        new Screen(new PrintWriter(out), true, true, 100),
                        new ProgressLine.OfLoad(PHASES, Optional.empty(), Roles.BOTH, 1),
                        BOTH)
                .onResult(good());
        assertThat(out.toString()).contains("verdict     \u001b[1;32mVALID\u001b[0m\n");
    }

    /** A percentile of many unfinished messages is known by two ends, which need more room than there is. */
    private static Latencies veryUnfinished() {
        Latencies latencies = new Latencies();
        for (Latency latency : Latency.values()) {
            Histogram histogram = Samples.histogram();
            IntStream.range(0, 1000).forEach(i -> histogram.recordValue(1_000_000_000_000L + i * 1_000_000_000L));
            latencies.add(latency, histogram);
            latencies.addUnfinished(latency, 1_234_567_890L, 300);
        }
        return latencies;
    }

    static Stream<Arguments> awkward() {
        RunResult sample = Samples.withWorkers().with(parts -> parts.faults = Samples.faults());
        String name = "a-broker-with-a-very-long-name.of-a-department.in-a-data-centre.of-a-company.example:61616/"
                + "x".repeat(80);
        List<Finding> reasons = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            reasons.add(Finding.of(
                    i % 2 == 0 ? Finding.Level.SUSPECT : Finding.Level.INVALID,
                    "a-reason-with-a-long-code-" + i,
                    "the rate of " + name
                            + " was 1,000,000/s in the first half of the measured phase and 500,000/s in the"
                            + " second; raise --warmup, or let it last 'until steady', and --duration"));
        }
        Counts fast = new Counts(
                9_000_000_000L, 1, 9_000_000_000L, 90_000_000_000L, 8_000_000_000L, 7_000_000_000L, 1, 1, 0, 0);
        RunResult unfinished = sample.with(parts -> {
            parts.measured = fast;
            parts.totals = fast;
            parts.conditions = Optional.of(asked(4_000_000_000.0));
            parts.backlog = Optional.of(new BacklogResult(
                    "100,000,000 messages",
                    true,
                    100_000_000,
                    1L << 40,
                    0,
                    600 * Samples.SECOND,
                    700 * Samples.SECOND,
                    900 * Samples.SECOND,
                    90_000_000,
                    10_000_000,
                    100_000,
                    1000 * Samples.SECOND,
                    false,
                    true,
                    BacklogResult.LEDGER,
                    Optional.of(99_999_999.0)));
            parts.outcome = Outcome.SUCCESS;
            parts.latencies = veryUnfinished();
            parts.ledger = new LedgerCounts(4_000_000_000L, 900, 10, 3_000, 5, 6, 7, 8, 9, 10, 7, 0, 0, 0, true, false);
            parts.verdict = VALID;
        });
        RunResult doubted = sample.with(parts -> {
            parts.outcome = Outcome.failed("cannot connect to " + name);
            parts.latencies = new Latencies();
            parts.verdict = Verdict.of(reasons);
        });
        return Stream.of(Arguments.of("many unfinished", unfinished), Arguments.of("many reasons", doubted));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("awkward")
    void noLineIsLongerThanAHundred(String what, RunResult result) {
        ConsoleReporter reporter = reporter(false, 100, BOTH, PHASES);
        for (long rate : List.of(1_000_000L, 1_000_000_000L)) {
            reporter.onInterval(Samples.second(
                    7200,
                    Interval.Phase.MEASURE,
                    new Counts(rate, rate, rate, rate / 2, 0, 0, 0, 0, 0, 0),
                    veryUnfinished()));
        }
        reporter.onResult(result);
        assertThat(out.toString().lines()).hasSizeGreaterThan(10).allSatisfy(line -> assertThat(line)
                .hasSizeLessThanOrEqualTo(100));
        assertThat(out.toString().lines().filter(line -> line.contains("dyno explain")))
                .hasSize(result.verdict().reasons().isEmpty() ? 0 : 1);
    }

    /** Five messages took 2 ms: the fifth is the last that is known if five waited for 3 s; if for 1 ms, it took 1 to 2 ms. */
    @ParameterizedTest
    @CsvSource({
        "3000000000, 'response +≥ 1,50\\d +2\\.00( +≥ 3,00\\d){5}'",
        "1000000, 'response +≥ 1\\.50 +1\\.00–2\\.00( +≥ 2\\.00){5}'"
    })
    void theTableHasWhatIsKnownOfEachNumber(long waitedNs, String line) {
        Latencies latencies = Samples.latencies(Latency.RESPONSE, 5, 2_000_000);
        latencies.addUnfinished(Latency.RESPONSE, waitedNs, 5);
        assertThat(LatencyTable.lines(latencies, VALID, true, 100).get(1)).matches(line);
    }

    @Test
    void theTableLeavesUpperEndsOutWhereTheyHaveNoRoom() {
        Latencies latencies = new Latencies();
        for (int i = 1; i < 1000; i++) {
            latencies.add(Latency.RESPONSE, Samples.histogram(i * 900_000_000L));
            latencies.addUnfinished(Latency.RESPONSE, i * 100_000L, 1);
        }
        assertThat(LatencyTable.lines(latencies, VALID, true, 200).get(1)).contains("–");
        assertThat(LatencyTable.lines(latencies, VALID, true, 80).get(1))
                .contains("≥")
                .doesNotContain("–");
        assertThat(LatencyTable.lines(latencies, VALID, false, 100).get(0)).startsWith("latency ms ");
    }

    @Test
    void meanAndMaximumHaveTheirMarks() {
        Latencies latencies = Samples.latencies(Map.of(Latency.RESPONSE, Samples.histogram(1_500_000)));
        FigureMark mark = new FigureMark(FigureMark.Kind.REPEATED, 1);
        Verdict marked = VALID.with(Map.of("response-mean", mark, "response-max", mark), Optional.empty());
        assertThat(LatencyTable.lines(latencies, marked, true, 200).get(1))
                .matches("response +~1\\.5\\S* +(1\\.5\\S* +)+~1\\.5\\S*");
    }

    @Test
    void latenciesOfManyMinutesAreInSeconds() {
        Latencies latencies = Samples.latencies(Map.of(Latency.RESPONSE, Samples.histogram(1_500_000_000_000L)));
        assertThat(LatencyTable.lines(latencies, VALID, false, 100).get(0)).startsWith("latency s ");
        assertThat(LatencyTable.lines(latencies, VALID, false, 100).get(1)).startsWith("response   1,50");
    }

    @Test
    void numbersLookTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(summary(BOTH, 100, good())).contains("1,000 sent").contains("0.500");
        } finally {
            Locale.setDefault(before);
        }
    }
}
