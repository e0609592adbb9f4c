package dev.dyno.report.compare;

import static dev.dyno.report.compare.Stored.run;
import static dev.dyno.report.compare.Stored.side;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Latency;
import dev.dyno.model.verdict.RunMark;
import dev.dyno.report.page.Size;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonReportTest {

    private static final String IN_TURNS =
            " Let Dyno run both in turns, dyno compare --a SETUP --b SETUP WORKLOAD, or make at least three batches of each in"
                    + " turns, A B A B A B.";

    private static ComparisonReport of(Stored a, Stored b) {
        return of(side("A", a), side("B", b));
    }

    private static ComparisonReport of(String a, String b) {
        return of(side("A", a), side("B", b));
    }

    private static ComparisonReport of(Side a, Side b) {
        return stored(a, b, false, false);
    }

    private static ComparisonReport stored(Side a, Side b, boolean paired, boolean all) {
        return ComparisonReport.ofStored(a, b, paired, Optional.empty(), DecisionRule.standard(), all, false);
    }

    private static List<String> lines(ComparisonReport report) {
        return new ComparisonTable(report).lines(false);
    }

    @Test
    void fewRunsAreADifferenceWithoutAnIntervalAndNothingIsCalled() {
        ComparisonReport report = of(run("aaaaaaaa1", 1000, 1), run("bbbbbbbb1", 1100, 0.8));

        assertThat(lines(report))
                .containsExactly(
                        "A  load, 1 run: aaaaaaaa",
                        "B  load, 1 run: bbbbbbbb",
                        "",
                        "figure                  unit        A      B      change   interval  verdict",
                        "rate                    messages/s  1,000  1,100  +10.0 %  unknown   no call",
                        "p50                     ms          1.000  0.800  -20.0 %  unknown   no call",
                        "p99                     ms          2.000  1.600  -20.0 %  unknown   no call",
                        "p99.9                   ms          4.000  3.200  -20.0 %  unknown   no call",
                        "worker-cpu-per-message  µs/message  20.00  20.00  +0.00 %  unknown   no call",
                        "broker-cpu-per-message  µs/message  -      -      -        -         no call: not measured in any run",
                        "",
                        "Percentiles are those of response; A and B are geometric means over their runs.",
                        "No call: fewer than three runs of a side do not show how much two runs of the same setup"
                                + " differ."
                                + IN_TURNS);
    }

    @Test
    void runsInTurnsAreCalledBatchByBatch() {
        ComparisonReport report = of("a1 1000, a2 1001 1.3, a3 999 0.8", "b1 2000 1.1, b2 2002, b3 1998 0.9");

        assertThat(report.latency()).isEqualTo(Latency.RESPONSE);
        assertThat(report.judgements())
                .extracting(Judgement::figure, Judgement::call)
                .containsExactly(
                        tuple(Figures.RATE, Call.BETTER),
                        tuple(Figures.P50, Call.INCONCLUSIVE),
                        tuple(Figures.P99, Call.INCONCLUSIVE),
                        tuple(Figures.P999, Call.INCONCLUSIVE),
                        tuple(Figures.CLIENT_CPU, Call.EQUIVALENT));
        assertThat(lines(report))
                .anyMatch(line -> line.matches(
                        "rate +messages/s +1,000 +2,000 +\\+100 % +\\+\\d+(\\.\\d)? % to \\+10\\d % +better"))
                .anyMatch(line -> line.matches("p50 .* inconclusive, more than 100 more batches"))
                .anyMatch(line -> line.endsWith("  equivalent within ±5 %"))
                .contains(
                        "Intervals are those of B against A, batch by batch (6 in turns). In 95 of 100 comparisons all"
                                + " these intervals contain the true change. A batch is all runs of one that were made with none of the"
                                + " other in between.",
                        "This many more batches of each are enough in at least 80 of 100 such cases, if both stay what they are.");
    }

    /** However clear it looks: what changed in between is in the difference and not in the spread. */
    @Test
    void runsInTwoBatchesAreNeverCalled() {
        ComparisonReport report = of("a1 1000, a2 1001, a3 999, a4 1000", "b11 2000 2, b12 2002 2, b13 1998 2");

        assertThat(report.judgements()).extracting(Judgement::call).containsOnly(Call.NONE);
        assertThat(report.judgements().get(0).effect().change()).isCloseTo(1.0, within(0.001));
        assertThat(lines(report))
                .anyMatch(line -> line.matches("rate +messages/s +1,000 +2,000 +\\+100 % +unknown +no call"))
                .contains(
                        "No call: the runs were made in 2 batches, 4 of A, then 3 of B. A change from one batch to the next, like"
                                + " that of a machine with time, is in the difference and not in the spread of the runs."
                                + IN_TURNS);
        assertThat(ComparisonJson.of(report))
                .contains("\"noCall\" : \"the runs were made in 2 batches", "\"verdict\" : \"no-call\"");
    }

    @Test
    void runsThatBeganAtTheSameTimeHaveNoOrder() {
        Side a = side(
                "A", run("a1", 1000, 1), run("a2", 1000, 1), run("a3", 1000, 1).at(7));
        Side b = side("B", "b1 2000, b2 2000, b3 2000");

        assertThat(of(a, b).whyNoCall())
                .contains("a run of each side began at the same time, so their order is unknown." + IN_TURNS);
    }

    /** Three batches of a side are the least, and runs of one batch are one observation. */
    @Test
    void batchesAreRunsOfOneSideWithNoneOfTheOtherInBetween() {
        Side a = side("A", "a1 1000, a2 1000, a4 1001, a5 999, a7 1000");
        Side b = side("B", "b2 2000, b3 2001, b5 2000, b6 2000");
        assertThat(of(a, b).whyNoCall().orElseThrow())
                .startsWith(
                        "the runs were made in 5 batches, 2 of A, then 2 of B, then 2 of A, then 2 of B, then 1 of A. ");
        Side more = side("B", "b2 2000, b3 2001, b5 2000, b6 2000, b7 1999");
        assertThat(of(a, more).judgements().get(0).call()).isEqualTo(Call.BETTER);
        assertThat(of(a, more).judgements().get(0).effect().blocks()).isEqualTo(3);
    }

    @Test
    void pairsTakeOutWhatBothShare() {
        Side a = side("A", run("a1", 1000, 1), run("a2", 2000, 1).at(5), run("a3", 500, 1));
        Side b = side("B", run("b1", 1100, 1), run("b2", 2201, 1).at(4), run("b3", 549, 1));

        assertThat(of(a, b).judgements().get(0).call()).isNotEqualTo(Call.BETTER);
        ComparisonReport paired = stored(a, b, true, false);
        assertThat(paired.judgements().get(0).call()).isEqualTo(Call.BETTER);
        assertThat(lines(paired))
                .anyMatch(line -> line.startsWith("Intervals are those of B against A, run by run in pairs. "));
    }

    /** To be second is then the same as to be B; and pairs that were not made as such are none. */
    @Test
    void pairsOfOneOrderAreBatches() {
        Side a = side("A", "a1 1000, a2 1000, a3 1001");
        Side b = side("B", "b1 1100, b2 1102, b3 1100");
        Side later = side("B", "b11 1100, b12 1102, b13 1100");

        assertThat(stored(a, b, true, false).design()).isInstanceOf(Design.Batches.class);
        assertThat(stored(a, later, true, false).design()).isInstanceOf(Design.NoCall.class);
    }

    @Test
    void cardsThatDifferAreAWarningAtTheTop() {
        ComparisonReport report = of(
                side("A", run("a1", 1000, 1).card("fsync", "each write")),
                side("B", run("b1", 1000, 1).card("fsync", "none"), run("b2", 1000, 1)));

        assertThat(lines(report).subList(3, 6))
                .containsExactly(
                        "WARNING: the semantics cards differ: an acknowledgement may not mean the same on both sides.",
                        "",
                        "figure                  unit        A      B      change   interval  verdict");
        assertThat(lines(report))
                .endsWith(
                        "", "Facts of the semantics cards:", "         A           B", "  fsync  each write  none / -");
    }

    /** Rows that both sides state come first, five of a kind, and no cell is wider than a screen. */
    @Test
    void factsComeAfterTheResultFewOfThemAndNoCellIsWide() {
        Map<String, String> card = new TreeMap<>(Map.of("only here", "1", "z of both", "x".repeat(350)));
        for (int i = 0; i < 7; i++) {
            card.put("fact " + i, "b");
        }
        Stored a = run("a1", 1000, 1).with(Map.of("z of both", "y"), Map.of(), Map.of());
        ComparisonReport report = of(a, run("b1", 1000, 1).with(card, Map.of(), Map.of()));

        List<String> lines = lines(report);
        assertThat(lines.indexOf("Facts of the semantics cards:"))
                .isGreaterThan(
                        lines.indexOf("figure                  unit        A      B      change   interval  verdict"));
        assertThat(lines.subList(lines.indexOf("Facts of the semantics cards:") + 1, lines.size()))
                .containsExactly(
                        "             A  B",
                        "  z of both  y  " + "x".repeat(43) + "\u2026",
                        "  fact 0     -  b",
                        "  fact 1     -  b",
                        "  fact 2     -  b",
                        "  fact 3     -  b",
                        "4 more facts differ; dyno compare --all-facts lists them.");
        assertThat(new ComparisonTable(report).lines(true))
                .contains("  only here  -  1", "  fact 6     -  b")
                .noneMatch(line -> line.contains("more facts"));
        assertThat(new ComparisonTable(report).markdown()).contains("x".repeat(350));
    }

    /** A batch is sent later, and its acknowledgement means the same. */
    @Test
    void factThatIsNoPartOfTheMeaningIsANote() {
        ComparisonReport report =
                of(run("a1", 1000, 1).card("linger", "0 ms"), run("b1", 1000, 1).card("linger", "5 ms"));

        assertThat(report.notices())
                .extracting(Notice::kind, Notice::sentence)
                .containsExactly(tuple(
                        Notice.Kind.NOTE,
                        "the semantics cards differ, but an acknowledgement means the same on both sides."));
        assertThat(Notices.meaning(report.a(), report.b())).isEmpty();
    }

    /** The first few facts are those of the warning. */
    @Test
    void factsThatChangeTheMeaningComeFirst() {
        Map<String, String> card = Map.of("persistent", "yes", "linger", "0 ms", "batch", "1");
        ComparisonReport report = of(
                run("a1", 1000, 1).with(card, Map.of(), Map.of()),
                run("b1", 1000, 1)
                        .with(Map.of("persistent", "no", "linger", "5 ms", "batch", "2"), Map.of(), Map.of()));

        assertThat(report.notices())
                .singleElement()
                .extracting(Notice::differences)
                .isEqualTo(List.of(
                        new Difference("persistent", "yes", "no"),
                        new Difference("batch", "1", "2"),
                        new Difference("linger", "0 ms", "5 ms")));
    }

    /**
     * The means of 25 samples between 230 and 430 have a standard error of at most 20: 250 is clearly below 330 (by 80, twice the
     * error of the difference is 56.6), 280 is not, nor is anything by nine samples.
     */
    @ParameterizedTest
    @CsvSource({"25, 250, 24.2 %", "25, 280, ", "9, 100, "})
    void slowerProcessorsAreAWarning(int samples, double perMicrosecond, String slower) {
        List<Notice> notices = of(
                        run("a1", 1000, 1).speed(25, 330), run("b1", 1000, 1).speed(samples, perMicrosecond))
                .notices();

        List<Notice> expected = slower == null
                ? List.of()
                : List.of(Notice.warning(
                        "the processors were " + slower
                                + " slower or more in B than in A, by a fixed calculation each second:"
                                + " that alone changes rates and latencies.",
                        List.of()));
        assertThat(notices).isEqualTo(expected);
    }

    @Test
    void whatTheUserVariesIsNoted() {
        Stored a = run("a1", 1000, 1).with(Map.of(), Map.of(), targets(Map.of("linger.ms", "5", "acks", "1")));
        Stored b = run("b1", 1000, 1).with(Map.of(), Map.of(), targets(Map.of("linger.ms", "0", "acks", "1")));
        Alternation.Plan plan = new Alternation.Plan(DecisionRule.standard(), Optional.empty(), 5, 1, 1, false);
        Alternation.End end = Alternation.End.STOPPED;
        Latency latency = Latency.RESPONSE;
        Alternation.Outcome outcome = new Alternation.Outcome(
                end, List.of(a.summary()), List.of(b.summary()), List.of(true), 0, latency, List.of());

        assertThat(ComparisonReport.ofPairs(side("A", a), side("B", b), plan, outcome)
                        .notices())
                .extracting(Notice::kind, Notice::sentence)
                .containsExactly(tuple(Notice.Kind.NOTE, "the driver properties differ, as they were set."));
    }

    /** Its values are those of fewer runs than each side has. */
    @Test
    void figureThatWasClearEarlyIsSaidToBe() {
        Side a = side("A", "a1 1000, a2 1001 1.4, a3 999 0.8, a4 5000 1");
        Side b = side("B", "b1 2000, b2 2001 0.9, b3 1999 1.2, b4 5000 1");
        DecisionRule rule = DecisionRule.of(Set.of(Figures.RATE, Figures.P50), Map.of(), DecisionRule.CONFIDENCE);
        List<Block> ofA = a.blocks(Latency.RESPONSE, rule);
        List<Block> ofB = b.blocks(Latency.RESPONSE, rule);
        List<Boolean> order = List.of(true, false, true, false);
        Judgement rate = Judgement.once(
                        rule, ofA.subList(0, 3), ofB.subList(0, 3), new Design.Pairs(order.subList(0, 3)))
                .get(0);
        Judgement p50 = Judgement.once(rule, ofA, ofB, new Design.Pairs(order)).get(1);
        Alternation.Outcome outcome = new Alternation.Outcome(
                Alternation.End.ALL_PAIRS, a.runs(), b.runs(), order, 0, Latency.RESPONSE, List.of(rate, p50));
        Alternation.Plan plan = new Alternation.Plan(rule, Optional.empty(), 5, 1, 1, false);
        ComparisonReport report = ComparisonReport.ofPairs(a, b, plan, outcome);

        assertThat(lines(report))
                .anyMatch(line -> line.matches("rate +messages/s +1,000 +2,000 .* better, after 3 blocks"))
                .anyMatch(line -> line.matches("p50 .* inconclusive, .* more blocks"))
                .contains(
                        "Percentiles are those of response; A and B are geometric means over their runs.",
                        "The values beside a verdict after N blocks are those of the first N blocks.");
        assertThat(PairCharts.of(report).get(0).svg(Size.COLUMN)).contains("better, after 3 blocks");
    }

    private static Map<String, Object> targets(Map<String, String> properties) {
        return Map.of("producerTarget", Map.of("driver", "kafka", "properties", properties));
    }

    @Test
    void driverPropertiesThatDifferAreNamed() {
        ComparisonReport report = of(
                run("a1", 1000, 1).with(Map.of(), Map.of(), targets(Map.of("linger.ms", "5", "acks", "1"))),
                run("b1", 1000, 1).with(Map.of(), Map.of(), targets(Map.of("linger.ms", "0", "acks", "1"))));
        assertThat(report.notices())
                .extracting(Notice::sentence, Notice::differences)
                .containsExactly(tuple(
                        "the driver properties differ.",
                        List.of(new Difference("producerTarget.properties.linger.ms", "5", "0"))));
    }

    private static Stored held(String id, String share, String perSecond) {
        return run(id, 1000, 1)
                .with(
                        Map.of("persistent", "yes"),
                        Map.of("processors", "2"),
                        Map.of(
                                "producers",
                                List.of(Map.of("load", "constant " + perSecond)),
                                "held",
                                Map.of("rate", share + " = " + perSecond + " (held: x)", "run", id, "low", perSecond)));
    }

    /** Each run measures what 80% of held comes to, and the share is what was asked. */
    @Test
    void aShareOfHeldDiffersOnlyByTheShare() {
        assertThat(of(held("a1", "80% of held", "900/s"), held("b1", "80% of held", "800/s"))
                        .notices())
                .isEmpty();
        assertThat(of(held("a1", "80% of held", "900/s"), held("b1", "60% of held", "700/s"))
                        .notices())
                .extracting(Notice::sentence, Notice::differences)
                .containsExactly(tuple(
                        "the workloads differ.",
                        List.of(new Difference("producers[].load", "80% of held", "60% of held"))));
    }

    @Test
    void anotherVersionIsANoteAndAnotherMachineAWarning() {
        Stored later = run("b1", 1000, 1)
                .with(
                        Map.of("persistent", "yes", "broker version", "2.7.0"),
                        Map.of("processors", "8"),
                        Map.of("producers", List.of(Map.of("load", "constant 5/s"))));
        ComparisonReport report = of(run("a1", 1000, 1).card("broker version", "2.6.3"), later);

        assertThat(report.notices())
                .extracting(Notice::kind, Notice::sentence, Notice::differences)
                .containsExactly(
                        tuple(
                                Notice.Kind.NOTE,
                                "the semantics cards differ, but an acknowledgement means the same on both sides.",
                                List.of(new Difference("broker version", "2.6.3", "2.7.0"))),
                        tuple(
                                Notice.Kind.WARNING,
                                "the environments differ: machines or builds of Dyno may make the difference.",
                                List.of(new Difference("processors", "2", "8"))),
                        tuple(
                                Notice.Kind.WARNING,
                                "the workloads differ.",
                                List.of(new Difference("producers[0].load", "all-out", "constant 5/s"))));
    }

    @Test
    void invalidAndFailedRunsAreLeftOutUnlessTheyAreWanted() {
        Side a = side("A", run("a1", 1000, 1), run("a2", 1000, 1).reason(Finding.Level.SUSPECT, "rate-not-steady"));
        Side b = side(
                "B",
                run("b1", 1000, 1),
                run("b2", 9, 1).reason(Finding.Level.INVALID, "messages-lost"),
                run("b3", 9, 1).failed("it broke"),
                run("b4", 9, 1).marked(RunMark.Kind.INVALID));

        ComparisonReport report = of(a, b);

        assertThat(report.b().runs()).hasSize(1);
        assertThat(report.notices())
                .extracting(Notice::sentence)
                .containsExactly(
                        "left out of B: b2, INVALID: messages-lost; b3, which failed; b4, INVALID: marked so by hand.",
                        "1 of 2 runs of A is SUSPECT: rate-not-steady.");
        assertThat(stored(a, b, false, true).b().runs()).hasSize(4);
    }

    @Test
    void titleIsTheDifference() {
        Stored linger = run("a1", 1000, 1).with(Map.of(), Map.of(), targets(Map.of("linger.ms", "0")));
        Stored more = run("b1", 1000, 1).with(Map.of(), Map.of(), targets(Map.of("linger.ms", "5", "acks", "1")));
        assertThat(of(linger, more).title()).isEqualTo("acks default → 1, linger.ms 0 → 5");
        assertThat(of(run("a1", 1000, 1).driver("core"), run("b1", 1000, 1).driver("amqp"))
                        .title())
                .isEqualTo("driver core → amqp");
        assertThat(of(
                                run("a1", 1000, 1).card("broker version", "2.6.3"),
                                run("b1", 1000, 1).card("broker version", "2.7.0"))
                        .title())
                .isEqualTo("broker version 2.6.3 → 2.7.0");
        assertThat(of(run("a1", 1000, 1), run("b1", 1000, 1)).title()).isEqualTo("A and B compared");
    }

    @Test
    void titleNamesThreeDifferencesAndCountsTheOthers() {
        Map<String, String> card = Map.of("a", "1", "b", "1", "c", "1", "d", "1", "e", "1");
        ComparisonReport report = of(
                run("a1", 1000, 1).with(Map.of(), Map.of(), Map.of()),
                run("b1", 1000, 1).with(card, Map.of(), Map.of()));

        assertThat(report.title()).isEqualTo("a default → 1, b default → 1, c default → 1, and 2 more");
    }

    @Test
    void achievedRateAboveTheAskedOneIsExplained() {
        ComparisonReport report = of(
                side("A", run("a1", 1000, 1).asked(999), run("a2", 1000, 1).asked(1000)),
                side("B", run("b1", 1000, 1).asked(1000)));

        assertThat(report.notices())
                .extracting(Notice::kind, Notice::sentence)
                .containsExactly(tuple(
                        Notice.Kind.NOTE,
                        "1 of 2 runs of A had more than the asked rate: messages that were due in the warm-up were"
                                + " acknowledged after it."));
    }

    @Test
    void oneRunIsCalledTheOnlyOne() {
        Side a = side("A", run("a1", 1000, 1).reason(Finding.Level.SUSPECT, "rate-not-steady"));

        assertThat(of(a, side("B", run("b1", 1000, 1))).notices())
                .extracting(Notice::sentence)
                .contains("The only run of A is SUSPECT: rate-not-steady.");
    }

    @Test
    void aRunThatIsLeftOutTakesItsTwinWithIt() {
        Side a = side("A", "a1 1000, a2 1001, a3 1002");
        Side b = side("B", run("b1", 1000, 1), run("b2", 9, 1).failed("it broke"), run("b3", 1002, 1));

        ComparisonReport report = stored(a, b, true, false);

        assertThat(report.a().runs()).extracting(run -> run.result().runId()).containsExactly("a1", "a3");
        assertThat(report.b().runs()).extracting(run -> run.result().runId()).containsExactly("b1", "b3");
    }

    @Test
    void nothingIsLeftToCompare() {
        ComparisonReport report = of(run("a1", 1000, 1), run("b1", 9, 1).failed("it broke"));

        assertThat(report.judgements()).isEmpty();
        assertThat(lines(report))
                .endsWith(
                        "Nothing can be compared: no run of B can be used.",
                        "",
                        "WARNING: left out of B: b1, which failed.");
    }

    /** Where it is not compared, its row says why. */
    @Test
    void eachFigureThatWasAskedForIsARow() {
        Stored measured = run("a1", 1000, 1).brokerCpu(30);
        ComparisonReport report = of(
                side("A", measured, run("a2", 1000, 1)),
                side("B", run("b1", 1100, 0.8).brokerCpu(40)));

        assertThat(lines(report))
                .contains(
                        "broker-cpu-per-message  µs/message  -      40.00  -        -         no call: not measured in 1 of 2 runs of A");
        assertThat(new ComparisonTable(report).markdown())
                .contains(
                        "| broker-cpu-per-message | µs/message | - | 40.00 | - | - | no call: not measured in 1 of 2 runs of A |");
        assertThat(new ComparisonTable(report).csv())
                .contains(
                        "\nbroker-cpu-per-message,µs/message,,,,,,0.05,no-call,,,,,not measured in 1 of 2 runs of A,,\r\n");
        assertThat(ComparisonJson.of(report))
                .contains("\"figure\" : \"broker-cpu-per-message\"", "\"why\" : \"not measured in 1 of 2 runs of A\"");
        assertThat(report.answer()).contains("No call on B against A: ");
    }

    @Test
    void figuresOfWhichNoneIsMeasuredAreRowsAndTheReasonForNoCall() {
        DecisionRule rule = DecisionRule.of(Set.of(Figures.BROKER_CPU), Map.of(), DecisionRule.CONFIDENCE);
        Side a = side("A", run("a1", 1000, 1));
        Side b = side("B", run("b1", 1000, 1));
        ComparisonReport report = ComparisonReport.ofStored(a, b, false, Optional.empty(), rule, false, false);

        assertThat(lines(report))
                .contains(
                        "broker-cpu-per-message  µs/message  -  -  -       -         no call: not measured in any run");
        assertThat(report.answer())
                .isEqualTo("No call on B against A: broker-cpu-per-message: not measured in any run.");
    }

    /** The ends that are known are shown, and nothing is said of the difference. */
    @Test
    void boundsThatOverlapAreARowWithTheReason() {
        Side a = side("A", run("a1", 1000, 1).unfinished(), run("a2", 1000, 1), run("a3", 1000, 1));
        Side b = side("B", run("b1", 1000, 1.1).unfinished(), run("b2", 1000, 1.1), run("b3", 1000, 1.1));

        assertThat(lines(of(a, b)))
                .anyMatch(line -> line.matches(
                        "p99 +ms +≥ 2\\.000 +≥ 2\\.200 +- +- +no call: these bounds allow either direction"));
    }

    /** Programs get the numbers. */
    @Test
    void intervalFromAHundredthToAHundredTimesKnowsNothing() {
        ComparisonReport report = of("a1 1000, a2 1000 50, a3 1000 3", "b1 1000 40, b2 1000, b3 1000 9");

        assertThat(lines(report))
                .anyMatch(
                        line -> line.matches("p50 +ms .* nothing is known +inconclusive, more than 100 more batches"));
        assertThat(new ComparisonTable(report).csv())
                .containsPattern("\np50,ms,[^,]+,[^,]+,[^,]+,-0\\.9\\d+,\\d{2,}\\.\\d+,");
        assertThat(report.judgement(Figures.P50).orElseThrow().moreBlocks()).isGreaterThan(100);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                a1 1000, a2 1000 1.1, a3 1000 0.95 | b1 1000 1.15, b2 1000 1.2, b3 1000 1.02 | inconclusive, about \\d+ more batches
                a1 1000, a2 1000, a3 1000          | b1 1000 40, b2 1000 40.1, b3 1000 39.9  | \\+3,\\d{3} % to \\+\\d,\\d{3} % +worse
                """)
    void furtherBatchesAreCountedIfFewAndAGreatDifferenceKeepsItsInterval(String a, String b, String verdict) {
        assertThat(lines(of(a, b))).anyMatch(line -> line.matches("p50 .* " + verdict));
    }

    /** The other direction of the same: from a tenth on, as from ten times on. */
    @Test
    void intervalThatReachesBelowATenthKnowsNothing() {
        assertThat(NumberText.interval(new Effect(-1.2, 0.4, 4, 1.3, 3))).isEqualTo("nothing is known");
        assertThat(NumberText.interval(new Effect(1.2, 0.4, 4, 1.3, 3))).isEqualTo("nothing is known");
        assertThat(NumberText.interval(new Effect(1.0, 0.4, 4, 1.3, 3))).isEqualTo("-25.9 % to +897 %");
    }

    @Test
    void markdownIsATableAndNamesCannotBreakIt() {
        ComparisonReport report =
                of(run("a1", 1000, 1).card("fsync", "a|b"), run("b1", 1100, 1).card("fsync", "*"));

        assertThat(new ComparisonTable(report).markdown())
                .startsWith(
                        "### fsync a\\|b → \\*\n\n- **A**: load, 1 run: a1\n- **B**: load, 1 run: b1\n\n| figure | unit | A | B |")
                .contains("**WARNING**: ", "\n\n|  | A | B |\n| --- | --- | --- |\n| fsync | a\\|b | \\* |\n")
                .contains("\n| rate | messages/s | 1,000 | 1,100 | +10.0 % | unknown | no call |\n")
                .contains("A B A B A B.\n\n**WARNING**: ");
    }

    @Test
    void csvAndJsonHaveAllDigitsAndNothingWhereNobodyKnows() {
        ComparisonReport report = of(run("a1", 1000, 1), run("b1", 1250, 1));

        assertThat(new ComparisonTable(report).csv().lines())
                .first()
                .isEqualTo(
                        "figure,unit,a,b,change,change_low,change_high,margin,verdict,blocks,more_blocks,a_bound,b_bound,"
                                + "why,a_marks,b_marks");
        assertThat(new ComparisonTable(report).csv())
                .containsPattern("\nrate,messages/s,1000.0,1250.0,0.2[45]\\d*,,,0.03,no-call,1,0,exact,exact,,,\r\n");
        assertThat(ComparisonJson.of(report))
                .contains("\"latency\" : \"response\"", "\"changeLow\" : null", "\"run\" : \"a1\"", "\"p99.9\" : 4.0");
    }

    /** A mark of one run is enough. */
    @Test
    void markedFigureIsSaidInEveryForm() {
        Stored marked = run("b2", 1250, 1).marked(new FigureMark(FigureMark.Kind.OWN, 0.33));
        ComparisonReport report = of(side("A", "a1 1000, a2 1000"), side("B", run("b1", 1250, 1), marked));

        assertThat(new ComparisonTable(report).lines(false))
                .anyMatch(line -> line.matches("p99 +ms +2\\.000 +~2\\.000 .*"))
                .contains("NOTE: figures with ~ are not only the broker's, or not well known, in some run: B p99"
                        + " (own).");
        assertThat(new ComparisonTable(report).csv()).containsPattern("\np99,ms,.*,exact,exact,,,own\r\n");
        assertThat(ComparisonJson.of(report)).contains("\"reach\" : \"p90\"", "\"p99\" : \"own:0.33\"");
    }
}
