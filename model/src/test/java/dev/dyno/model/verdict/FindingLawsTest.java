package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.FigureMark.Kind;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.Verdict.Level;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.result.WorkerUsage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws of the findings of any run, tried on random ones. A failure names the seed of its {@link RandomRun}. */
class FindingLawsTest {

    private static final int RUNS = 800;

    /** The runs and their verdicts, by seed. */
    private static final List<Judged> ALL =
            IntStream.range(0, RUNS).mapToObj(Judged::of).toList();

    private record Judged(int seed, RandomRun run, Verdict verdict, List<String> lines) {

        static Judged of(int seed) {
            RandomRun run = new RandomRun(seed);
            Verdict verdict = judge(run);
            // The histograms of all runs would fill the heap.
            run.latencies = new Latencies();
            return new Judged(
                    seed,
                    run,
                    verdict,
                    Stream.concat(
                                    Stream.of("given: " + String.join(", ", given(run))),
                                    verdict.findings().stream().map(FindingText.FLAGS::line))
                            .toList());
        }

        /** Settings that advice may name, and the fault after which the broker does not come back. */
        private static List<String> given(RandomRun run) {
            String config = run.config.toString();
            return Stream.of(
                            config.contains("messageCount=1") ? "count" : "duration",
                            run.warmupNs == 0 ? "without warm-up" : "warm-up",
                            run.intendedPerSecond > 0 ? "rate" : "all-out",
                            config.contains("persistent=true") ? "persistent" : "volatile",
                            run.consumes && config.contains("commitInterval=10") ? "commits of several" : "single",
                            run.profiles.isEmpty() ? "unobserved" : "profiled",
                            run.faults.isEmpty() ? "faultless" : "killed")
                    .toList();
        }

        boolean has(String codes) {
            return verdict.findings().stream()
                    .anyMatch(finding -> finding.code().matches(codes));
        }

        @Override
        public String toString() {
            return "seed " + seed + ":\n    " + String.join("\n    ", lines);
        }
    }

    /** As the engine judges: with the reasons of all workers. */
    private static Verdict judge(RandomRun run) {
        Map<String, List<Finding>> reasons = new LinkedHashMap<>();
        run.workers.forEach(worker -> reasons.put(worker.name(), worker.reasons()));
        return Rules.judge(run.evidence(), WorkerReasons.merge(reasons));
    }

    private static void assertNone(Predicate<Judged> wrong) {
        assertThat(ALL.stream().filter(wrong).limit(2)).isEmpty();
    }

    /** Parts of lines, of which no page has both. */
    @ParameterizedTest
    @CsvSource(delimiter = '&', textBlock = """
            rate-held:                  & rate-missed:|unsent-at-end:|outage:|limited-by|one-core-full:|rate-not-steady:
            no processor (or|and no)    & -saturated:|-throttled:|limited-by-[gd]|one-core-full:|that (were|was) all|All processors|busy all the time
            delivered-exactly-once:     & messages-|fate-unknown:|undelivered:|deliveries-|nothing-|ledger-|worker-lost:|reports-|broker-away:
            did not wait for the broker & limited-by-[da]|one-core-full:|answered them late|sent-late:
            waited for the broker       & limited-by
            -saturated:                 & limited-by|one-core-full:
            one-core-full:              & limited-by
            processors-saturated:       & others-busy:|worker-saturated: the
            lower [^;.:]*--rate         & raise ((?!lower)[^;.:])*--rate
            raise [^;.:]*--max-pending  & lower [^;.:]*--max-pending
            raise [^;.:]*--producers    & fewer --producers
            (raise|longer) [^;.:]*--dur & shorter --duration
            broker-away:                & messages-lost:|undelivered:|fate-unknown:|deliveries-stopped:
            deliveries-stopped:         & raise --drain|longer --drain|undelivered:
            messages-lost:              & nothing-delivered:
            send-delay:                 & sent-late:|answered them late
            It was not                  & limited-by-disk:|others-busy:|processors-saturated:|processors-stolen:|worker-gc:
            was delivered:              & undelivered:
            rate-not-steady:            & latency-not-steady:
            (after|of) 1h               & .
            given:.*count               & --duration
            given:.*duration            & --message-count
            given:.*without warm-up     & lower --warmup
            given:.*all-out             & (?<!a )lower --rate
            given:.*persistent          & (?<!no |out )--persistent
            given:.*volatile            & (no|out) --persistent
            given:.*single              & --consumer-commit-interval
            given:.*profiled            & --profile
            given:.*killed              & raise --duration so that it is back
            """)
    void noPageHasBoth(String one, String other) {
        Predicate<String> first = Pattern.compile(one).asPredicate();
        Predicate<String> second = Pattern.compile(other).asPredicate();
        assertNone(judged ->
                judged.lines.stream().anyMatch(first) && judged.lines.stream().anyMatch(second));
    }

    /** Every number is finite, no duration is 0 or below, no share of the time is more than all of it, and no part is left over. */
    @Test
    void everySentenceIsFilled() {
        Pattern wrong = Pattern.compile("[{}\\[\\]@]|null|NaN|Infinity|∞|Optional| 0 ns|[ (]-[0-9.]+ (ns|µs|ms|s)\\b"
                + "|  | (1[0-9]{2,}|1,[0-9,]+)(?<!100) % of the (time|sends)|[a-z]-[a-z-]+\\.[a-z-]+");
        assertNone(judged -> judged.lines.stream().anyMatch(wrong.asPredicate()));
    }

    /** Nothing is said of a machine that was not sampled, nor of other programs where they may be the rest of the load. */
    @Test
    void nothingIsSaidOfWhatIsNotKnown() {
        assertNone(judged -> judged.run.worker.hostBusy().isEmpty()
                && judged.lines.stream().anyMatch(line -> line.contains("no processor")));
        assertNone(judged -> !(judged.run.produces && judged.run.consumes)
                && judged.lines.stream().anyMatch(line -> line.matches(".*(with other things|with neither the).*")));
    }

    @Test
    void whatDidNotArriveIsAlwaysNamed() {
        assertNone(judged -> judged.run.ledger.undelivered() > 0
                && judged.run.produces
                && !judged.has("messages-lost|fate-unknown|deliveries-.*|undelivered|nothing-delivered|broker-away"));
    }

    @Test
    void aRateThatIsNotTheAskedOneIsAlwaysNamed() {
        assertNone(judged -> judged.run.intendedPerSecond > 0
                && judged.run.faults.isEmpty()
                && judged.run.due.inTime() < 0.9 * judged.run.due.messages()
                && !judged.has("rate-missed"));
        assertNone(judged -> judged.run.slotsUnsent > 0.01 * judged.run.slotsDue && !judged.has("unsent-at-end"));
    }

    /** In runs of twelve seconds with enough messages; an outage, a fault and a missed rate have their own findings. */
    @Test
    void aChangeDuringTheLoadIsAlwaysNamed() {
        Predicate<Judged> isLong = judged -> judged.run.hasSeconds
                && judged.run.worker.seconds() >= 12
                && judged.run.measured.acknowledged() > 1_000
                && judged.run.measured.received() > 1_000;
        Predicate<Judged> isExplained =
                judged -> judged.run.backlog.isPresent() || judged.has("outage|fault|rate-missed");
        assertNone(isLong.and(isExplained.negate())
                .and(judged -> judged.run.change == RandomRun.Change.SLOWER
                        && judged.run.intendedPerSecond == 0
                        && !judged.has("rate-not-steady")));
        assertNone(isLong.and(isExplained.negate())
                .and(judged -> judged.run.change == RandomRun.Change.LATER && !judged.has("latency-not-steady")));
        assertNone(isLong.and(isExplained.negate())
                .and(judged -> judged.run.change == RandomRun.Change.STALLED && !judged.has("stalls")));
    }

    /** A p50 or a p90 that is not known, or not the broker's own, is a doubt about the run. */
    @Test
    void aMarkOfAUsualPercentileIsADoubt() {
        Set<Kind> doubts = Set.of(Kind.OWN, Kind.CLOCK, Kind.FEW);
        assertNone(judged -> judged.verdict.level() == Level.VALID
                && Stream.of(Latency.RESPONSE, Latency.END_TO_END)
                        .flatMap(latency -> Stream.of(Percentile.P50, Percentile.P90)
                                .flatMap(percentile -> judged.verdict.mark(latency, percentile).stream()))
                        .anyMatch(mark -> doubts.contains(mark.kind())));
    }

    @Test
    void theBacklogThatWasAskedForIsNoFault() {
        assertNone(judged -> judged.run.backlog.isPresent() && judged.has("backlog"));
    }

    @Test
    void withoutAnythingAcknowledgedOrReceivedNoNumberCounts() {
        assertNone(judged -> judged.run.measured.acknowledged() + judged.run.measured.received() == 0
                && judged.verdict.level() != Level.INVALID);
    }

    @Test
    void aRunIsJudgedTheSameAgainAndWhateverTheOrderOfItsWorkers() {
        for (Judged judged : ALL) {
            if (judged.run.workers.isEmpty() && judged.seed % 20 > 0) {
                continue;
            }
            RandomRun run = new RandomRun(judged.seed);
            assertThat(judge(run)).as("seed %s", judged.seed).isEqualTo(judged.verdict);
            List<WorkerShare> workers = new ArrayList<>(run.workers);
            Collections.reverse(workers);
            run.workers = workers;
            Verdict reversed = judge(run);
            assertThat(sorted(reversed)).as("seed %s", judged.seed).isEqualTo(sorted(judged.verdict));
            assertThat(reversed.marks()).as("seed %s", judged.seed).isEqualTo(judged.verdict.marks());
        }
    }

    /** Findings without their order, and the workers of each without theirs. */
    private static Set<Finding> sorted(Verdict verdict) {
        return verdict.findings().stream()
                .map(finding -> new Finding(
                        finding.level(),
                        finding.code(),
                        finding.values().stream()
                                .sorted(Comparator.comparing(Finding.Value::toString))
                                .toList(),
                        finding.settings()))
                .collect(Collectors.toSet());
    }

    static Stream<Consumer<RandomRun>> worse() {
        return Stream.of(
                run -> run.ledger = Samples.changed(run.ledger, Map.of("corrupt", run.ledger.corrupt() + 1)),
                run -> run.ledger = Samples.changed(
                        run.ledger,
                        Map.of(
                                "delivered",
                                Math.max(0, run.ledger.delivered() - 1),
                                "lost",
                                run.ledger.lost() + Math.min(1, run.ledger.delivered()))),
                run -> run.ledger = Samples.changed(run.ledger, Map.of("delivered", run.ledger.delivered() / 2)),
                run -> run.due = Samples.changed(run.due, Map.of("inTime", run.due.inTime() / 2)),
                run -> run.slotsUnsent += run.slotsDue / 10,
                run -> run.worker = new WorkerUsage(
                        run.worker.seconds(), run.worker.cpuSeconds(), run.worker.seconds() / 2, run.worker.hostBusy()),
                run -> run.worker = new WorkerUsage(
                        run.worker.seconds(),
                        run.worker.cpuSeconds(),
                        run.worker.gcSeconds(),
                        run.worker.hostBusy().map(busy -> 1.0)),
                run -> run.worker = new WorkerUsage(
                        run.worker.seconds(),
                        run.worker.seconds() * RandomRun.PROCESSORS,
                        run.worker.gcSeconds(),
                        run.worker.hostBusy().map(busy -> 1.0)),
                run -> run.workers = run.workers.stream()
                        .map(share -> Samples.changed(share, Map.of("lost", Optional.of("has left"))))
                        .toList(),
                run -> run.runsSeen++);
    }

    @ParameterizedTest
    @MethodSource("worse")
    void aWorseFigureMakesNoVerdictBetter(Consumer<RandomRun> change) {
        assertThat(ALL.stream().limit(RUNS / 20).filter(judged -> {
                    RandomRun run = new RandomRun(judged.seed);
                    change.accept(run);
                    return judge(run).level().compareTo(judged.verdict.level()) < 0;
                }))
                .isEmpty();
    }
}
