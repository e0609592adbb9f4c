package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.JudgedRun.summary;
import static dev.dyno.model.verdict.JudgedRun.undelivered;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.BacklogResult;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.ForeignMessages;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.result.WorkerUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every code of every rule, with a known cause that it must name, and a near miss that it must not. */
class RuleTableTest {

    /**
     * A code of a rule.
     *
     * @param cause a run in which it must be found
     * @param nearMiss a run as like it as can be, in which it must not
     */
    private record Row(String code, RunEvidence cause, RunEvidence nearMiss) {}

    private static final List<Row> TABLE = table();

    /** An option, or another thing to do. */
    private static final Pattern HELP = Pattern.compile(
            "--[a-z]|JAVA_ARGS|dyno (client|compare)|synchronize the clocks|processors of its"
                    + " own|the same machine|leave out the setting|remove the cause|run it again|see its log|the same helps as for [a-z]");

    /** Codes of good news, and of what somebody did to the broker on purpose. */
    private static final Set<String> NOTHING_WRONG =
            Set.of("rate-held", "delivered-exactly-once", "foreign-messages", "fault", "threshold-met");

    /** Codes of findings that no rule makes, and a part of a sentence. */
    private static final Set<String> NOT_OF_RULES = Set.of(
            "partial",
            "load-aborted",
            "ramp",
            "capacity-limit",
            "until-the-end",
            "marked-valid",
            "marked-invalid",
            "marked-retired");

    /** What is found with that code in a run with its cause. */
    static Optional<Finding> found(String code) {
        return TABLE.stream()
                .filter(row -> row.code.equals(code))
                .flatMap(row -> Rules.judge(row.cause).findings().stream())
                .filter(finding -> finding.code().equals(code))
                .findFirst();
    }

    private static Stream<Finding> findings(RunEvidence facts) {
        return Rules.ALL.stream().flatMap(rule -> rule.evaluate(facts).stream());
    }

    private static void paced(JudgedRun run, long received) {
        run.produces = false;
        run.intendedPerSecond = 0;
        run.measured(0, received);
        run.config = Map.of("consumers", List.of(Map.of("rate", "2000/s")));
    }

    private static RunEvidence run(Consumer<JudgedRun> change) {
        JudgedRun run = new JudgedRun() {};
        change.accept(run);
        return new RunEvidence(run.result());
    }

    private static Row judged(String code, Consumer<JudgedRun> cause, Consumer<JudgedRun> nearMiss) {
        return new Row(code, run(cause), run(nearMiss));
    }

    /** The same change with another value. */
    private static <T> Row judged(String code, BiConsumer<JudgedRun, T> change, T cause, T nearMiss) {
        return judged(code, r -> change.accept(r, cause), r -> change.accept(r, nearMiss));
    }

    private static <T> Row noted(String code, Function<T, Seconds> seconds, T cause, T nearMiss) {
        return noted(code, seconds.apply(cause), seconds.apply(nearMiss));
    }

    private static Row noted(String code, Seconds cause, Seconds nearMiss) {
        return new Row(code, cause.facts(), nearMiss.facts());
    }

    private static List<Row> table() {
        List<Row> rows = new ArrayList<>();
        ofTheEnd(rows);
        ofTheLoad(rows);
        ofTheMachine(rows);
        ofDeliveries(rows);
        notes(rows);
        return rows;
    }

    private static void ofTheEnd(List<Row> rows) {
        rows.add(judged("run-failed", r -> r.outcome = Outcome.failed("reset"), r -> r.outcome = Outcome.INTERRUPTED));
        rows.add(judged("nothing-measured", r -> r.measured(0, 0), r -> r.measured(0, 1)));
        rows.add(judged(
                "fault-not-done",
                r -> r.faultsLeft = List.of(new VerdictInputs.FaultLeft("kill", 11_000_000_000L)),
                // Done just before the end of the load.
                r -> r.faults = List.of(Seconds.fault("kill", 10_999, Seconds.outage(10_999, 11_000), 0))));
        rows.add(judged("deliveries-stopped", RuleTableTest::silent, 5_000_000_000L, 4_999_999_999L));
        rows.add(judged("broker-away", r -> r.brokerAway = true, r -> r.ledger = undelivered(0, 2_000)));
        rows.add(judged("backlog-not-built", (r, built) -> r.backlog = Optional.of(backlog(built, true)), false, true));
        rows.add(judged("backlog-not-drained", r -> r.backlog = Optional.of(backlog(true, false)), r -> {
            r.backlog = Optional.of(backlog(true, false));
            r.outcome = Outcome.INTERRUPTED;
        }));
    }

    private static void silent(JudgedRun run, long ns) {
        run.ledger = undelivered(0, 2_000);
        run.silentNs = Optional.of(ns);
    }

    private static BacklogResult backlog(boolean built, boolean drained) {
        return Samples.changed(
                Samples.backlog(),
                Map.of(
                        "built",
                        built,
                        "messages",
                        built ? 1_000 : 400,
                        "drained",
                        drained,
                        "left",
                        drained ? 0 : 100,
                        "drainNs",
                        60_000_000_000L,
                        "deadlineNs",
                        60_000_000_000L));
    }

    private static void ofTheLoad(List<Row> rows) {
        rows.add(judged("rate-missed", (r, n) -> r.due = new DueMessages(20_000, n, 0, 0, 0), 19_799, 19_800));
        rows.add(judged("unsent-at-end", r -> r.slotsUnsent = 22, r -> r.slotsUnsent = 21));
        rows.add(judged("consumer-rate-missed", r -> paced(r, 19_799), r -> paced(r, 19_800)));
        rows.add(judged("rate-held", r -> {}, r -> r.due = new DueMessages(20_000, 19_799, 0, 0, 0)));
        rows.add(judged("send-delay", r -> r.late(10_001), r -> r.late(200)));
        rows.add(judged(
                "sends-failed",
                r -> r.total = new Counts(21_000, 0, 20_999, 20_999, 1, 0, 0, 0, 0, 0),
                r -> r.total = new Counts(21_000, 0, 20_999, 20_999, 0, 0, 0, 0, 0, 0)));
        rows.add(judged(
                "acknowledged-by-client",
                r -> {
                    r.acknowledgedByClient = true;
                    r.latency(Latency.END_TO_END, 20_000, 1_000_000);
                },
                r -> {
                    r.acknowledgedByClient = true;
                    r.produces = false;
                }));
        rows.add(judged(
                "not-persisted",
                r -> r.persistent = "no: no subscription is durable",
                r -> r.persistent = "no: the queue is not durable"));
        rows.add(judged("few-samples", (r, n) -> r.latency(Latency.END_TO_END, n, 1_000), 99, 100));
        rows.add(judged("never-steady", r -> r.unsteady = Optional.of("it rose"), r -> {
            // Stopped within its warm-up: that it was not steady yet is no fault of it.
            r.unsteady = Optional.of("it rose");
            r.worker = new WorkerUsage(0, 0, 0, Optional.empty());
        }));
        rows.add(judged("negative-latency", r -> r.total = untimed(1, 0), r -> r.total = untimed(0, 1)));
        rows.add(judged("foreign-clock", r -> r.total = untimed(0, 1), r -> r.total = untimed(1, 0)));
        rows.add(judged("several-runs", r -> r.runsSeen = 2, r -> r.runsSeen = 1));
        rows.add(judged(
                "worker-lost",
                r -> r.workers = List.of(part(WorkerShare.State.LOST, Optional.of("has left"), Optional.empty(), 0)),
                // Another one was lost before its part began.
                r -> r.workers = List.of(part(WorkerShare.State.NOT_BEGUN, Optional.empty(), Optional.empty(), 0))));
        rows.add(judged("reports-missing", (r, n) -> r.workers = List.of(reported(n, 0)), 1_001, 1_000));
        rows.add(judged(
                "late-start", r -> r.workers = workers(1_000_000_001, 0), r -> r.workers = workers(1_000_000_000, 0)));
        rows.add(judged("clock-bound", r -> clockBound(r, 9_990), r -> clockBound(r, 10_000)));
    }

    private static Counts untimed(long negative, long foreignClock) {
        return new Counts(21_000, 0, 21_000, 21_000, 0, 0, negative, foreignClock, 0, 0);
    }

    private static void clockBound(JudgedRun run, long medianNs) {
        run.workers = workers(0, 500);
        run.latency(Latency.END_TO_END, 20_000, medianNs);
    }

    /** Share of a worker whose reports have 1,000 messages. */
    private static WorkerShare reported(long counted, long missing) {
        return part(
                WorkerShare.State.COMPLETE,
                Optional.empty(),
                Optional.of(new Counts(counted, 0, 1_000, 1_000, 0, 0, 0, 0, 0, 0)),
                missing);
    }

    private static WorkerShare part(
            WorkerShare.State state, Optional<String> lost, Optional<Counts> counted, long missing) {
        Counts totals = new Counts(1_000, 0, 1_000, 1_000, 0, 0, 0, 0, 0, 0);
        return Samples.changed(
                Samples.share("a"),
                Map.of(
                        "state", state,
                        "completeNs", 4_000_000_000L,
                        "totals", totals,
                        "measured", totals,
                        "lost", lost,
                        "counted", counted,
                        "reportsMissing", missing));
    }

    @Test
    void workersThatStartedLateAreOneReason() {
        List<WorkerShare> late = Stream.concat(workers(1_010_000_000, 0).stream(), workers(1_070_000_000, 0).stream())
                .toList();

        assertThat(Rules.judge(run(r -> r.workers = late)).notes().stream()
                        .filter(reason -> reason.code().equals("late-start"))
                        .map(FindingText.FLAGS::of))
                .containsExactly(
                        "each of the workers a and b started 1.01 to 1.07 s after the instant that was agreed; give it"
                                + " processors of its own");
    }

    @Test
    void oneReportThatDidNotComeIsEnough() {
        assertThat(codes(run(r -> r.workers = List.of(reported(1_000, 1))))).contains("reports-missing");
        assertThat(codes(run(r -> r.workers = List.of(reported(1_000, 0))))).doesNotContain("reports-missing");
    }

    /** Two, with clocks that may differ by twice the bound. */
    static List<WorkerShare> workers(long startLatenessNs, long clockBoundNs) {
        return Stream.of("a", "b")
                .map(name -> Samples.changed(
                        Samples.share(name), Map.of("startLatenessNs", startLatenessNs, "clockBoundNs", clockBoundNs)))
                .toList();
    }

    private static void ofTheMachine(List<Row> rows) {
        rows.add(judged("worker-saturated", (r, s) -> r.worker = used(s, 0, 0.5), 19.01, 19.0));
        rows.add(judged("processors-saturated", (r, busy) -> r.worker = used(5, 0, busy), 0.951, 0.95));
        rows.add(judged("others-busy", r -> busy(r, 0.63), r -> busy(r, 0.625)));
        rows.add(judged("processors-stolen", r -> r.resources = stolen(0.041), r -> r.resources = stolen(0.04)));
        rows.add(judged(
                "processors-throttled", r -> r.resources = throttled(0.041), r -> r.resources = throttled(0.04)));
        rows.add(judged("worker-gc", (r, s) -> r.worker = used(5, s, 0.5), 0.51, 0.5));
    }

    private static WorkerUsage used(double cpuSeconds, double gcSeconds, double hostBusy) {
        return new WorkerUsage(10, cpuSeconds, gcSeconds, Optional.of(hostBusy));
    }

    /** Use of the host's two processors; the broker has 0.25 of it, and the load generator 0.5. */
    private static void busy(JudgedRun run, double share) {
        run.worker = new WorkerUsage(10, 5, 0, Optional.of(share));
        run.resources = List.of(summary(ResourceSample.BROKER, ResourceMetric.CPU, 0.25));
    }

    private static List<ResourceSummary> stolen(double cores) {
        return List.of(summary(ResourceSample.HOST, ResourceMetric.CPU_STOLEN, cores));
    }

    private static List<ResourceSummary> throttled(double cores) {
        return List.of(summary(ResourceSample.BROKER, ResourceMetric.CPU_THROTTLED, cores));
    }

    private static void ofDeliveries(List<Row> rows) {
        rows.add(judged(
                "nothing-delivered",
                r -> {
                    r.total = new Counts(21_000, 0, 21_000, 0, 0, 0, 0, 0, 0, 0);
                    r.ledger = new LedgerCounts(21_000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, true);
                },
                r -> r.total = new Counts(21_000, 0, 21_000, 1, 0, 0, 0, 0, 0, 0)));
        rows.add(judged("deliveries-expired", r -> expiring(r, 20_999), r -> expiring(r, 21_000)));
        rows.add(judged("messages-missed", r -> r.ledger = missed(1), r -> r.ledger = missed(0)));
        rows.add(judged("messages-reordered", r -> r.ledger = reordered(1), r -> r.ledger = reordered(0)));
        rows.add(judged("messages-lost", r -> r.ledger = undelivered(1, 1_999), r -> r.ledger = undelivered(0, 2_000)));
        rows.add(judged("sequence-gaps", r -> alone(r, 1), r -> alone(r, 0)));
        rows.add(judged("fate-unknown", r -> r.ledger = undelivered(0, 1_999), r -> r.ledger = undelivered(0, 2_000)));
        rows.add(judged("messages-corrupt", (r, n) -> r.ledger = JudgedRun.ledgerOf(0, 0, n, true), 1, 0));
        rows.add(judged("messages-duplicated", (r, n) -> r.ledger = JudgedRun.ledgerOf(0, n, 0, true), 1, 0));
        rows.add(judged("ledger-overflow", (r, b) -> r.ledger = JudgedRun.ledgerOf(0, 0, 0, b), false, true));
        rows.add(judged(
                "foreign-messages",
                r -> {
                    alone(r, 0);
                    r.foreign = Optional.of(new ForeignMessages(10, 1_000, 9, List.of("the publish time")));
                },
                r -> alone(r, 0)));
        rows.add(judged("threshold-missed", r -> failIf(r, "rate < 2001/s"), r -> failIf(r, "rate < 2000/s")));
        rows.add(judged("threshold-met", r -> failIf(r, "rate < 2000/s"), r -> failIf(r, "rate < 2001/s")));
        rows.add(judged(
                "threshold-unmeasured", r -> failIf(r, "broker-cpu-per-message > 50us"), r -> failIf(r, "lost > 0")));
        rows.add(
                judged("threshold-undecided", r -> few(r, "p99(response) > 2ms"), r -> few(r, "p99(response) > 10ms")));
        rows.add(judged("delivered-exactly-once", r -> {}, r -> r.ledger = JudgedRun.ledgerOf(0, 0, 0, true)));
    }

    private static LedgerCounts reordered(long deliveries) {
        return new LedgerCounts(21_000, 21_000, 0, 0, 0, deliveries, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
    }

    private static LedgerCounts missed(long deliveries) {
        long owed = 21_000 - deliveries;
        return new LedgerCounts(owed, owed, 0, 0, 0, 0, 0, 0, 0, 0, deliveries, 0, 0, 0, true, true);
    }

    private static void expiring(JudgedRun run, long delivered) {
        run.config = Map.of("producers", List.of(Map.of("timeToLive", "1s")));
        run.ledger = new LedgerCounts(21_000, delivered, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, true);
    }

    private static void alone(JudgedRun run, long lost) {
        run.produces = false;
        run.ledger = JudgedRun.ledgerOf(lost, 0, 0, true);
    }

    private static Seconds ordinary() {
        return new Seconds().ordinary(20).worker(0.5, 0.5);
    }

    private static void notes(List<Row> rows) {
        rows.add(noted("limited-by-generator", v -> ordinary().worker("cpu-busiest-thread-percent", v), 95.0, 94.9));
        rows.add(noted("limited-by-disk", RuleTableTest::persistent, 90.0, 89.9));
        rows.add(noted("limited-by-acknowledgements", n -> window(ordinary().blocked(n)), 10_000, 9_999));
        rows.add(noted(
                "one-core-full",
                ordinary().host("cpu-busiest-core-percent", 95).host("cpu-cores", 1.5),
                ordinary().host("cpu-busiest-core-percent", 94.9).host("cpu-cores", 1.5)));
        rows.add(noted("sent-late", sentLate(11), sentLate(10)));
        rows.add(noted(
                "outage", ms -> Seconds.of("ordinary 10, empty 1").responded(ms).ordinary(5), 1_000, 999));
        rows.add(noted("stalls", ms -> new Seconds().ordinary(20).stalled(ms).ordinary(20), 6, 4));
        rows.add(noted("rate-not-steady", rates(899), rates(900)));
        rows.add(noted("latency-not-steady", medians(302), medians(299)));
        rows.add(noted(
                "fault",
                new Seconds().ordinary(20).faults(Seconds.fault("pause", 9_000, Seconds.outage(9_010, 9_110), 0)),
                // The same outage, of nobody's making.
                new Seconds().ordinary(9).empty(1).responded(1_000).ordinary(9)));
        rows.add(noted("backlog", n -> new Seconds().outstandingGrowsBy(n).ordinary(10), 101, 100));
        rows.add(noted(
                "undelivered",
                new Seconds().ordinary(21).drain(2, 10).ledger(undelivered(0, 1)),
                new Seconds().ordinary(21).drain(2, 10).ledger(undelivered(0, 0))));
        rows.add(noted(
                "broker-gc",
                new Seconds().ordinary(10).broker("gc-seconds", 0.051, 0.51),
                new Seconds().ordinary(10).broker("gc-seconds", 0.05, 0.5)));
        rows.add(noted("broker-memory-grew", rss(6), rss(4)));
    }

    private static Seconds persistent(double busy) {
        return ordinary().producers(Map.of("persistent", true)).host("disk-busy-percent", busy);
    }

    /** Eight seconds with 1,000 messages each, and four with others. */
    private static Seconds rates(long others) {
        return SteadinessRuleTest.rates(
                1_000, 1_000, 1_000, 1_000, 1_000, 1_000, others, others, others, others, 1_000, 1_000);
    }

    /** Eight seconds with a median of 0.2 ms, and four with another. */
    private static Seconds medians(long othersUs) {
        Seconds seconds = new Seconds();
        for (int i = 0; i < 12; i++) {
            seconds.second(Map.of(i < 8 ? 200_000 : othersUs * 1_000, 1_000L));
        }
        return seconds;
    }

    private static Seconds window(Seconds seconds) {
        return seconds.latencies(Map.of(Latency.SEND_ACK, Seconds.times(20_000, 5 * Seconds.MS)));
    }

    /** 1,000 messages, of which the slowest 20 took 200 ms: that many of them were sent 180 ms late, the others acknowledged as late. */
    private static Seconds sentLate(int delayed) {
        return ordinary()
                .latencies(Map.of(
                        Latency.SEND_DELAY, Seconds.times(delayed, 180, 1_000 - delayed, 0),
                        Latency.SEND_ACK, Seconds.times(20 - delayed, 180, 980 + delayed, 1),
                        Latency.RESPONSE, Seconds.times(20, 200, 980, 1)));
    }

    /** 40 seconds in which the memory grows from 200 MiB by a quarter of this amount in each. */
    private static Seconds rss(int mebibytes) {
        return new Seconds()
                .ordinary(40)
                .samples(
                        ResourceSample.BROKER, 40, i -> Map.of("rss-bytes", (200.0 + mebibytes * i / 4.0) * (1 << 20)));
    }

    private static void failIf(JudgedRun run, String condition) {
        run.config = Map.of("failIf", List.of(condition));
    }

    /** Five of 500 messages took 9 ms, the others 1 ms: the p99 may be either. */
    private static void few(JudgedRun run, String condition) {
        failIf(run, condition);
        run.latency(Latency.RESPONSE, 495, 1_000_000);
        run.latency(Latency.RESPONSE, 5, 9_000_000);
    }

    private static List<String> codes(RunEvidence facts) {
        return findings(facts).map(Finding::code).toList();
    }

    /** Codes of the findings of all rules. */
    static Stream<String> codes() {
        return TABLE.stream().map(Row::code);
    }

    @TestFactory
    Stream<DynamicTest> everyCodeIsFoundWithItsCauseAndNotInTheNearMiss() {
        return TABLE.stream()
                .map(row -> DynamicTest.dynamicTest(row.code, () -> {
                    assertThat(codes(row.cause)).contains(row.code);
                    assertThat(codes(row.nearMiss)).doesNotContain(row.code);
                }));
    }

    @Test
    void everyCodeWithASentenceStandsInTheTableOnce() {
        assertThat(codes())
                .containsExactlyInAnyOrderElementsOf(FindingText.SENTENCES.stringPropertyNames().stream()
                        .filter(key -> !key.contains(".") && !NOT_OF_RULES.contains(key))
                        .toList());
    }

    @Test
    void rulesFindNothingButTheCodesOfTheTableAndEachOfThemIsFoundByOneRule() {
        Set<String> known = codes().collect(Collectors.toSet());
        Map<String, Rule> rules = new HashMap<>();
        for (Row row : TABLE) {
            for (RunEvidence facts : List.of(row.cause, row.nearMiss)) {
                for (Rule rule : Rules.ALL) {
                    rule.evaluate(facts).forEach(finding -> {
                        assertThat(known).contains(finding.code());
                        assertThat(rules.computeIfAbsent(finding.code(), code -> rule))
                                .as(finding.code())
                                .isSameAs(rule);
                    });
                }
            }
        }
        assertThat(rules.keySet()).isEqualTo(known);
    }

    /** Each reason of a cause, and the note that it is the cause of. */
    @Test
    void everyFindingNamesWhatWouldHelpUnlessNothingIsWrong() {
        for (Row row : TABLE) {
            assertThat(findings(row.cause)
                            .filter(found -> found.level() != Finding.Level.NOTE
                                    || (found.code().equals(row.code) && !NOTHING_WRONG.contains(row.code)))
                            .map(FindingText.FLAGS::of))
                    .allMatch(sentence -> HELP.matcher(sentence).find());
        }
    }

    /** Good news of a rule never stands beside its reasons, nor in a run whose numbers must not be used. */
    @Test
    void noGoodNewsStandsBesideAReason() {
        for (Row row : TABLE) {
            Verdict judged = Rules.judge(row.cause);
            Set<String> notes = judged.notes().stream()
                    .map(Finding::code)
                    .filter(Rules.GOOD_NEWS::contains)
                    .collect(Collectors.toSet());
            assertThat(judged.level() == Verdict.Level.INVALID && !notes.isEmpty())
                    .as(row.code)
                    .isFalse();
            for (Rule rule : Rules.ALL) {
                List<Finding> found = rule.evaluate(row.cause);
                boolean hasReason = found.stream().anyMatch(finding -> finding.level() != Finding.Level.NOTE);
                boolean hasGoodNews = found.stream().map(Finding::code).anyMatch(Rules.GOOD_NEWS::contains);
                assertThat(hasReason && hasGoodNews).as(row.code).isFalse();
            }
        }
    }
}
